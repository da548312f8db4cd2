"""Tricks: what somebody can do over and over, at a table or to it, so that others lose by it. On both stores, as the siege."""

import random
import time
from collections import Counter

import pytest
from attacks import RECORD
from besieged import HONEST, Besieged, closing, played_out
from server_running import Server, any_move

from railhead.server.room import COMINGS
from railhead.server.table import ANSWERS, STANDS


def test_sitting_down_and_standing_up_has_an_end(besieged: Server) -> None:
    """The story of a table that waits for its guests stays short, and whoever made it can still give it up."""
    name, (host, *_) = besieged.table("me friend friend", address=HONEST)
    got: Counter[str] = Counter()
    for number in range(STANDS + 2):
        address = f"198.18.0.{number}"  # one alone may take some seats a minute; none that another test has made tired
        status, told = besieged.request(f"/api/tables/{name}/seats/1", {"name": "Eve"}, X_Forwarded_For=address)
        if status != 201:
            got[told["code"]] += 1
            continue
        with besieged.join(name, told["seats"][0]["token"], address=address) as guest:
            answer = guest.ask(type="stand", seat=1)
            got[answer.get("code") or answer["type"]] += 1
    assert got["done"] == STANDS and got["too-fast"] == 1 and got["seat-taken"] == 1, got
    with besieged.join(name, host, address=HONEST) as client:
        assert client.state["number"] == 2 * STANDS + 1 and client.state["phase"] == "gathering"
        assert client.ask(type="cancel")["type"] == "done"


def test_a_seat_answers_so_often_whether_it_plays_again(besieged: Server) -> None:
    """Yes, no, yes, no: the others' screens and the store are left in peace; of one game comes one table more, however often it is asked for."""
    name, (first, second) = played_out(besieged)
    with besieged.join(name, first, address=HONEST) as fickle, besieged.join(name, second, address=HONEST) as other:
        number = fickle.state["number"]
        codes = [fickle.ask(type="again", yes=turn % 2 == 0).get("code", "done") for turn in range(8)]
        assert codes == ["done"] * ANSWERS + ["answered", "done"] * 3  # its last answer, said again, is no news
        other.until(lambda state: state["number"] == number + ANSWERS)
        followers = set()
        for _ in range(5):
            other.ask(type="again", yes=True, now=True)
            followers.add(other.state["table"]["rematch"])
        assert len(followers) == 1 and other.state["number"] == number + ANSWERS + 2


def test_who_comes_and_goes_without_end_is_told_of_a_few_times(besieged: Server) -> None:
    name, tokens = besieged.table("me here", address=HONEST)
    rate, at_once = COMINGS
    fickle = "198.51.100.31"  # of this test alone: one that another has made tired would meet a closed door
    with besieged.join(name, *tokens, address=HONEST) as honest:
        honest.ask(type="ping")
        heard, began = len(honest.heard), time.monotonic()
        for _ in range(80):
            with besieged.join(name, address=fickle) as watcher:
                assert watcher.state, watcher.heard  # let in, and not turned away for coming so often
        time.sleep(1)
        honest.ask(type="ping")
        told = [message for message in honest.heard[heard:] if message["type"] == "presence"]
        # of a worker's own, and of what it hears from the other one
        assert len(told) <= at_once + rate * (time.monotonic() - began) + 1
        assert honest.state["watchers"] == 0 and honest.state["present"] == [True, True]


def test_hints_for_one_address_at_many_tables_keep_no_bot_from_others(besieged: Server) -> None:
    lot, count, greedy = random.Random(3), 5, "198.51.100.30"
    tables = [besieged.table("me bot", address=greedy, level="easy") for _ in range(count)]
    clients = [besieged.join(name, *tokens, address=greedy) for name, tokens in tables]
    with closing(clients):
        for client in clients:
            for number in range(8):
                client.send(type="hint", id=number, seat=0, at=client.state["position"])
        name, tokens = besieged.table("me bot", address=HONEST, level="easy")
        with besieged.join(name, *tokens, address=HONEST) as honest:
            for _ in range(3):
                honest.until(lambda state: "0" in state["choices"])
                assert honest.move(0, any_move(honest.state["choices"]["0"], lot))["type"] == "done"
            honest.until(lambda state: "0" in state["choices"])
        codes = Counter(client.hear("refused")["code"] for client in clients)
        assert codes == {"too-fast": count}  # the second question while the first is thought about


def test_one_address_makes_no_end_of_challenges_and_clubs(besieged: Server) -> None:
    """Each is a row in the store: of challenges so many a minute, of clubs so many that are not over."""
    limits, mark = besieged.settings.limits, {"X_Forwarded_For": "198.51.100.70", "Origin": besieged.url}
    began, codes = time.monotonic(), Counter[str]()
    for _ in range(limits.people_at_once * besieged.settings.workers + 12):
        status, told = besieged.request("/api/passkeys/challenge", {"purpose": "enter"}, **mark)
        codes[str(status) if status == 201 else told["code"]] += 1
    allowed = limits.people_at_once + limits.people_a_minute / 60 * (time.monotonic() - began) + 1
    assert 0 < codes["201"] <= allowed * besieged.settings.workers and set(codes) <= {"201", "too-fast"}
    club = {"kind": "swiss", "name": "Cup", "game": "usa", "seats": [None, None], "clock": {"minutes": 10}}
    made = Counter(besieged.request("/api/clubs", club, **mark)[0] for _ in range(limits.clubs_an_address + 5))
    assert 0 < made[201] <= limits.clubs_an_address and set(made) <= {201, 409, 429}


BAD_RECORDS: dict[str, object] = {
    "nested": b"[" * 60_000 + b"]" * 60_000,
    "nested within": b'{"format":"railhead-record/1","board":' + b'{"a":' * 20_000 + b"1" + b"}" * 20_001,
    "too large": b'{"format":"' + b"x" * 200_000 + b'"}',
    "a file": {**RECORD, "game": "/dev/zero"},
    "too many players": {**RECORD, "players": [f"P{number}" for number in range(9_000)]},
    "too many moves": {**RECORD, "moves": RECORD["moves"] * 10},
    "a long move": {**RECORD, "moves": ["claim " + "a-" * 40_000]},
    "a long seed": {**RECORD, "seed": "ab" * 40_000},
    "a long number": {**RECORD, "seed": "9" * 80_000},
    "a board of its own": {**RECORD, "board": {"id": "x", "cities": [{"id": str(n)} for n in range(3_000)]}},
    "not a record": b'"railhead-record/1"',
    "not UTF-8": b"\xff\xfe{}",
}


@pytest.mark.parametrize("bad", BAD_RECORDS)
def test_a_record_that_is_none_is_refused(besieged: Server, bad: str) -> None:
    status, told = besieged.request("/api/replay", BAD_RECORDS[bad], X_Forwarded_For=f"198.51.100.{len(bad) + 40}")
    assert status in (400, 413, 422) and told["code"] in ("bad-json", "bad-message", "bad-record", "too-large"), told


def test_games_to_be_replayed_wait_for_nobody_elses_turn(besieged: Server) -> None:
    """One address has so many of what takes long; clicks go on meanwhile."""
    name, tokens = besieged.table("me here", address=HONEST)
    limits, replayer = besieged.settings.limits, "198.51.100.60"
    with besieged.join(name, *tokens, address=HONEST) as honest:
        began, codes = time.monotonic(), Counter[int]()
        for _ in range(limits.replays_at_once * besieged.settings.workers + 15):
            codes[besieged.request("/api/replay", {**RECORD, "moves": []}, X_Forwarded_For=replayer)[0]] += 1
        allowed = limits.replays_at_once + limits.replays_a_second * (time.monotonic() - began) + 1
        assert 0 < codes[200] <= allowed * besieged.settings.workers and set(codes) <= {200, 429}
        assert honest.ask(type="ping")["type"] == "pong"


def test_a_clock_over_a_restart(besieged: Besieged) -> None:
    """A turn that a restart interrupts begins anew: whoever thinks has no more than at its beginning, and everything that was charged
    before stays charged; the others' clocks stand still."""
    name, tokens = besieged.table("me here", address=HONEST, clock={"minutes": 5, "increment": 0})
    lot = random.Random(5)
    with besieged.join(name, *tokens, address=HONEST) as client:
        for _ in range(4):
            seat = client.state["waiting"][0]
            time.sleep(0.2)
            began = time.monotonic()
            assert client.move(seat, any_move(client.state["choices"][str(seat)], lot))["type"] == "done"
        client.until(lambda state: state["clock"]["running"] is not None)
        before, thinker = client.state["clock"]["left"], client.state["clock"]["running"]
        time.sleep(1)
    assert max(before) < 300_000  # something was charged
    besieged.suffer()
    besieged.wait()
    with besieged.join(name, *tokens, address=HONEST) as client:
        after = client.state["clock"]["left"]
        assert client.state["clock"]["running"] == thinker
        assert after[1 - thinker] == before[1 - thinker]
        assert before[thinker] - 1000 * (time.monotonic() - began) <= after[thinker] <= before[thinker]
