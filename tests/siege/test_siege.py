"""A siege: attackers do what they can, honest people play on. On SQLite, and on PostgreSQL with two workers."""

import multiprocessing
import os
import random
import socket
import statistics
import threading
import time
from collections import Counter
from contextlib import suppress

import msgspec
import pytest
from attacks import (
    ATTACKER,
    FLOODS,
    NOT_HTTP,
    START,
    TINY,
    flood,
    frame,
    greedy_tables,
    opened,
    requests,
    said,
    silent,
    watchers,
    write_on,
)
from besieged import HONEST, Besieged, closing, memory, played_out, value
from honest import Player
from server_running import FULL, Client, Server, any_move

from railhead.game.proof import proof_of
from railhead.game.record import DECODER, verify
from railhead.server.table import BACKS
from railhead.words import PROTOCOL, Record

SECONDS = float(os.environ.get("RAILHEAD_SIEGE") or (3600 if FULL else 6))


def check_record(server: Server, name: str) -> None:
    """A finished game has a record that replays, and that the server has signed."""
    status, told = server.request(
        f"/api/tables/{name}/record", X_Forwarded_For=f"203.0.113.{random.randrange(100, 250)}"
    )
    assert status == 200, told
    record = DECODER.decode(msgspec.json.encode(told))
    key = server.request("/api/key")[1]["key"]
    assert isinstance(record, Record) and verify(record) == [] and proof_of(record, key) == "own"


def answered(client: Client, lot: random.Random) -> None:
    """Make a move, and wait until it is one's turn again: the bot has answered."""
    client.until(lambda state: "0" in state["choices"] or state["phase"] == "over")
    if client.state["phase"] != "over":
        assert client.move(0, any_move(client.state["choices"]["0"], lot))["type"] == "done"
        client.until(lambda state: "0" in state["choices"] or state["phase"] == "over")


def test_an_honest_bot_answers_though_one_address_lets_many_experts_think(besieged: Server) -> None:
    lot, tables = random.Random(1), 12
    with closing(greedy_tables(besieged, tables)):
        name, tokens = besieged.table("me bot", address=HONEST)
        with besieged.join(name, *tokens, address=HONEST) as honest:
            answered(honest, lot)  # first tickets
            before = value(besieged, "railhead_bot_seconds_count")
            for _ in range(3):
                answered(honest, lot)
            thought = value(besieged, "railhead_bot_seconds_count") - before
    # In a queue of all who want a bot each answer waits for every table once. Each of their bots thinks for a while, so few of them do meanwhile.
    assert thought < 3 * tables


def test_bots_rest_where_nobody_looks(besieged: Server) -> None:
    for client in greedy_tables(besieged, 3):
        client.close()
    before, end = -1.0, time.monotonic() + 60
    while (
        now := value(besieged, "railhead_bot_seconds_count")
    ) != before:  # what is being thought about comes to its end
        assert time.monotonic() < end, "they think on and on"
        before = now
        time.sleep(5)


def test_a_table_on_which_somebody_writes_and_writes_can_be_opened(besieged: Server) -> None:
    name, tokens = besieged.table("me here", address=ATTACKER)
    with besieged.join(name, tokens[0], address=ATTACKER) as attacker:
        got = write_on(attacker, 0, 40)
        assert got["too-fast"] > got["done"] and got["done"] < 60
        number = attacker.state["number"]
    assert number <= 1 + 2 * BACKS + 2
    with besieged.join(name, tokens[1], address=HONEST) as honest:
        assert honest.state["type"] == "state" and honest.state["you"] == [1]
        assert honest.ask(type="ping")["type"] == "pong"


def test_an_address_fills_no_disk_by_talking_at_many_tables(besieged: Server) -> None:
    """Each seat had its measure, an address none: with enough tables it wrote 200 kB a second."""
    limits, talker = besieged.settings.limits, "198.51.100.20"
    most = limits.all_writes_at_once * besieged.settings.workers
    tables = [besieged.table("me here", address=talker) for _ in range(most // (2 * limits.writes_at_once) + 3)]
    began, codes = time.monotonic(), Counter[str]()
    for name, tokens in tables:
        with besieged.join(name, *tokens, address=talker) as client:
            for number in range(2 * limits.writes_at_once):
                answer = client.ask(type="chat", seat=number % 2, text="x")
                codes[answer.get("code") or answer["type"]] += 1
    allowed = most + limits.all_writes_a_second * besieged.settings.workers * (time.monotonic() - began)
    assert codes["done"] <= allowed and (codes["too-fast"] or allowed > 2 * limits.writes_at_once * len(tables))


def test_players_find_a_place_however_many_watch(besieged: Server) -> None:
    name, tokens = besieged.table("me here", address=HONEST)
    crowd, got = watchers(besieged, name, 30)
    limits = besieged.settings.limits
    with closing(crowd):
        assert len(crowd) <= limits.watchers_a_table_and_address * besieged.settings.workers and got["too-many-sockets"]
        more = [watchers(besieged, name, 10, f"198.51.100.{number}")[0] for number in range(20, 30)]
        for others in more:
            crowd += others
        most = limits.watchers_a_table * besieged.settings.workers  # what other workers let in is told a moment later
        assert len(crowd) <= most
        while not (late := watchers(besieged, name, 1, "198.51.100.30"))[1]["too-many-sockets"]:
            crowd += late[0]
            assert len(crowd) <= most
        with besieged.join(name, tokens[0], address=HONEST) as anna, besieged.join(name, tokens[1]) as ben:
            assert anna.state["you"] == [0] and ben.state["you"] == [1]
            ben.until(lambda state: state["present"] == [True, True])
            time.sleep(2 * besieged.settings.absence)
            assert ben.ask(type="replace", seat=0)["code"] == "present"  # nobody takes the seat of one who is there


def test_a_seat_has_so_many_screens_and_the_newest_stays(besieged: Server) -> None:
    name, tokens = besieged.table("me here", address=HONEST)
    most = besieged.settings.limits.sockets_a_seat * besieged.settings.workers
    screens = [besieged.join(name, tokens[0], address=HONEST) for _ in range(most + 2)]
    with closing(screens):
        assert screens[-1].ask(type="ping")["type"] == "pong"
        with pytest.raises(Exception, match="4429"):
            for screen in screens[:-1]:
                screen.ask(type="ping")


def test_silence_keeps_nobody_out(besieged: Server) -> None:
    name, tokens = besieged.table("me here", address=HONEST)
    size = besieged.log.stat().st_size
    with besieged.join(name, *tokens, address=HONEST) as honest:
        crowd = silent(besieged, 600, random.Random(2))
        assert honest.ask(type="ping")["type"] == "pong"
        assert besieged.request("/api/version")[0] == 200
        for one in crowd:  # all of them end by themselves
            one.settimeout(60)
            try:
                while one.recv(4096):
                    pass
            except ConnectionResetError:
                pass
            one.close()
    assert besieged.log.stat().st_size < size + 20_000


def test_greetings_and_syncs_are_counted_by_address(besieged: Server) -> None:
    name, tokens = besieged.table("me here", address=HONEST)
    crowd, _ = watchers(besieged, name, 8)
    with closing(crowd), besieged.join(name, *tokens, address=HONEST) as honest:
        for client in crowd:
            for number in range(30):
                client.send(type="sync", id=number, after=0)
        codes = [client.hear("state", "refused").get("code") for client in crowd for _ in range(30)]
        limits = besieged.settings.limits
        assert codes.count("too-fast") >= 8 * 30 - besieged.settings.workers * 3 * limits.syncs_at_once
        assert honest.ask(type="sync", after=0)["type"] == "state"
    inside, got = watchers(besieged, name, 400, "198.51.100.77")
    with closing(inside):  # whoever is told and closed at once may not have heard why
        assert got["too-fast"] + got["too-many-sockets"] + got["turned away"] > 200


@pytest.mark.parametrize("kind", TINY)
def test_frames_that_are_no_messages_have_an_end(besieged: Server, kind: str) -> None:
    """Four sockets with pings, pongs or fragments kept every player waiting for 10 to 28 s, and pongs that nobody read took memory."""
    name, tokens = besieged.table("me here", address=HONEST)
    with opened(besieged) as one, besieged.join(name, *tokens, address=HONEST) as honest:
        one.sendall(said(type="hello", protocol=PROTOCOL, table=name))
        one.settimeout(20)  # the server's own pings come later than that
        with suppress(ConnectionError):
            one.sendall(START[kind] + TINY[kind] * 3 * besieged.settings.limits.frames_at_once)
            while one.recv(1 << 16):  # a TimeoutError: it is not cut off
                pass
        assert honest.ask(type="ping")["type"] == "pong"


def test_requests_of_an_address_wait_for_their_turn(besieged: Server) -> None:
    """Whatever path they are for: 80 connections kept every click waiting for a second or two."""
    limits, seconds = besieged.settings.limits, 3.0
    answered = requests(besieged, "/nowhere", 50, 40, seconds)
    most = (limits.requests_at_once + limits.requests_a_second * (seconds + 5)) * besieged.settings.workers
    assert 0 < answered <= most < 50 * 40
    assert besieged.request("/api/version", X_Forwarded_For=HONEST)[0] == 200


def test_nobody_fills_the_log(besieged: Server) -> None:
    """A line or a trace for everything that is no HTTP and no UTF-8: 500 bytes each."""
    size = besieged.log.stat().st_size
    for number in range(60):
        with socket.create_connection(("127.0.0.1", besieged.port), 10) as one:
            one.sendall(NOT_HTTP[number % len(NOT_HTTP)])
            with suppress(ConnectionResetError):
                one.recv(4096)
        with opened(besieged) as one:
            one.sendall(frame(1, b"\xff"))
            with suppress(ConnectionResetError):
                one.recv(4096)
    assert besieged.log.stat().st_size < size + 20_000


def clicks_of(players: list[Player]) -> list[float]:
    """How long the clicks took since this was last asked."""
    found = []
    for player in players:
        times, player.times = player.times, []
        found += times
    return found


def percentile(seconds: list[float], part: int) -> float:
    """In ms."""
    return 1000 * statistics.quantiles(seconds, n=100)[part - 1]


def test_honest_games_go_on_through_all_of_it(besieged: Besieged) -> None:
    """All floods at once, for some seconds or, in the long form, an hour: clicks stay quick, memory flat. In the long form servers, workers
    and the database are killed then while the floods go on: nothing is lost."""
    stop, rough = threading.Event(), threading.Event()
    target, _ = besieged.table("me here", address=ATTACKER)
    for _ in range(10):  # what every worker learns once, such as how a board is drawn, is no growth
        assert besieged.request("/api/games/usa")[0] == 200
    processes = multiprocessing.get_context("fork")
    begin, end = processes.Event(), processes.Event()
    times = [processes.Value("q") for _ in FLOODS]
    attackers = [
        processes.Process(target=flood, args=(one, besieged, target, begin, end, count))
        for one, count in zip(FLOODS, times, strict=True)
    ]
    for attacker in attackers:  # before there are threads
        attacker.start()
    players = [Player(besieged, number, stop, rough) for number in range(4)]
    try:
        for player in players:
            player.start()
        time.sleep(2 + SECONDS / 12)
        calm, before = clicks_of(players), memory(besieged)
        begin.set()
        time.sleep(SECONDS)
        clicks = clicks_of(players)
        held = memory(besieged)
        if FULL:
            rough.set()
            until = time.monotonic() + SECONDS / 2
            while time.monotonic() < until:
                besieged.suffer()
                time.sleep(10)
            besieged.wait()
    finally:
        end.set()
        stop.set()
        for thread in players + attackers:
            thread.join(120)
    rougher = clicks_of(players)
    assert [player.failure for player in players] == [None] * len(players)
    assert [attacker.exitcode for attacker in attackers] == [0] * len(attackers)
    assert len(calm) > 4 and len(clicks) > 8
    assert held < before + 60_000
    for name in [name for player in players for name in player.finished][:20]:
        check_record(besieged, name)
    if FULL:  # on a machine of its own: the short form among other work says nothing about time
        for word, found in (("calm", calm), ("besieged", clicks), ("while things are killed", rougher)):
            print(
                f"{word}: {len(found)} clicks, p50 {percentile(found, 50):.0f} ms, p99 {percentile(found, 99):.0f} ms"
            )
        games = sum(len(player.finished) for player in players)
        print(
            f"memory {before} kB, then {held} kB; {besieged.suffered} kills; {games} games; floods {[one.value for one in times]}"
        )
        assert percentile(clicks, 99) < max(100, 4 * percentile(calm, 99))


def test_a_game_played_through_a_siege_can_be_checked(besieged: Server) -> None:
    check_record(besieged, played_out(besieged)[0])
