"""What is new with games over days, besieged: profiles, the deal of the day, clubs, holidays, offers and reports, over and over and with what
somebody else was given. On both stores, as the siege.
"""

import secrets
import time
from collections import Counter
from typing import Any

from besieged import HONEST, Besieged
from server_running import Client, Server

from railhead.server.manners import REPORTS_MOST
from railhead.server.table import HOLIDAYS, OFFERS

DAYS = {"minutes": 2 * 24 * 60, "turn": 3 * 24 * 60, "holiday": 10}
SWISS = {"kind": "swiss", "name": "Cup", "game": "usa", "seats": [None, None], "clock": {"minutes": 10}, "rounds": 2}


def bearer(key: str, address: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}", "X_Forwarded_For": address}


def somebody(server: Server, address: str, name: str = "Anna") -> str:
    """A profile; its key."""
    key = secrets.token_urlsafe(32)
    status, told = server.request("/api/me", {"name": name}, **bearer(key, address))
    assert status == 200, told
    return key


def answers(server: Server, times: int, path: str, body: Any, **mark: str) -> Counter[str]:
    """Ask for the same over and over; what it came to."""
    got: Counter[str] = Counter()
    for _ in range(times):
        status, told = server.request(path, body, **mark)
        got["done" if status < 300 else told["code"]] += 1
    return got


def over_and_over(client: Client, times: int, *wishes: dict[str, Any]) -> Counter[str]:
    """The same wishes by turns, no sooner than the server wants them."""
    got: Counter[str] = Counter()
    for _ in range(times):
        for wish in wishes:
            answer = client.ask(**wish)
            while answer.get("code") == "too-fast":
                time.sleep(answer["values"].get("wait", 100) / 1000)
                answer = client.ask(**wish)
            got[answer.get("code") or answer["type"]] += 1
    return got


def test_one_address_makes_no_end_of_profiles_and_keeps_nobody_from_making_one(besieged: Besieged) -> None:
    limits, began, got = besieged.settings.limits, time.monotonic(), Counter[str]()
    for _ in range(limits.people_at_once * besieged.settings.workers + 20):
        mark = bearer(secrets.token_urlsafe(32), "198.51.100.80")
        got += answers(besieged, 1, "/api/me", {"name": "Eve"}, **mark)
    allowed = limits.people_at_once + limits.people_a_minute / 60 * (time.monotonic() - began) + 1
    assert 0 < got["done"] <= allowed * besieged.settings.workers and set(got) == {"done", "too-fast"}
    somebody(besieged, HONEST)


def test_holidays_and_offers_without_end_leave_a_table_that_can_be_played(besieged: Besieged) -> None:
    """Each is an entry that everybody who opens the table reads from then on; and no time is won by it."""
    name, (first, second) = besieged.table("me here", address=HONEST, clock=DAYS)
    with besieged.join(name, first, address="198.51.100.81") as eve:
        got = over_and_over(
            eve, HOLIDAYS + 1, {"type": "holiday", "seat": 0, "days": 1}, {"type": "holiday", "seat": 0, "days": 0}
        )
        assert got["done"] == 2 * HOLIDAYS and got["no-holiday"] == 2, got
        got = over_and_over(eve, 2, {"type": "propose", "seat": 0, "what": "end"})
        assert set(got) <= {"done", "no-offer"} and got["done"] <= OFFERS
    with besieged.join(name, second, address=HONEST) as ben:
        assert ben.state["number"] <= 1 + 2 * HOLIDAYS + OFFERS + 2
        assert ben.ask(type="ping")["type"] == "pong" and "1" in ben.state["choices"]


def test_reports_of_one_table_have_an_end_and_strangers_report_nobody(besieged: Besieged) -> None:
    name, (first, _) = besieged.table("me here", address=HONEST)
    path, told = f"/api/tables/{name}/report", {"accused": 1, "words": "He is slow."}
    got = Counter[str]()
    for number in range(REPORTS_MOST + 10):  # however many addresses they come from
        got += answers(besieged, 1, path, told, **bearer(first, f"198.51.100.{100 + number}"))
    assert got == {"done": REPORTS_MOST + 10}  # nobody learns whether the host keeps it
    assert answers(besieged, 3, path, told, **bearer(secrets.token_urlsafe(32), "198.51.100.82")) == {"wrong-token": 3}
    kept = besieged.kept("SELECT count(*) FROM reports WHERE table_id = :name", name=name)
    assert kept == REPORTS_MOST


def test_the_day_is_tried_once_however_often_it_is_asked_for(besieged: Besieged) -> None:
    key, address = somebody(besieged, "198.51.100.83"), "198.51.100.83"
    tables, tokens = set(), []
    for _ in range(8):
        status, told = besieged.request("/api/daily", {"name": "Anna"}, **bearer(key, address))
        assert status == 201, told
        tables.add(told["table"])
        tokens.append(told["seats"][0]["token"])
    assert len(tables) == 1
    (table,) = tables
    stranger = somebody(besieged, "198.51.100.84", "Eve")
    status, told = besieged.request(f"/api/tables/{table}/replay", **bearer(stranger, "198.51.100.84"))
    assert status >= 400 and told["code"] in ("sealed", "not-over", "wrong-token"), told
    with besieged.join(table, address="198.51.100.84") as looking:  # the link was made by somebody else
        assert looking.heard[-1].get("code") == "sealed" or not looking.state.get("view"), looking.heard[-1]["type"]
    with besieged.join(table, tokens[-1], address=address) as client:
        assert client.state["you"] == [0]


def test_a_club_is_its_makers_and_no_crowd_takes_it_over(besieged: Besieged) -> None:
    """Tokens of one club are nothing in another; whoever fills it with people who are none is sent away again."""
    hosts = []
    for _ in range(2):
        status, told = besieged.request("/api/clubs", SWISS, X_Forwarded_For="203.0.113.70")
        assert status == 201, told
        hosts.append((told["club"], told["token"]))
    (club, host), (_, other) = hosts
    joined = [
        besieged.request(
            f"/api/clubs/{club}/members", {"name": f"Eve {number}"}, X_Forwarded_For=f"198.51.100.{number}"
        )
        for number in range(150, 170)
    ]
    assert {status for status, _ in joined} == {201}
    guest = joined[0][1]["token"]
    for token in (other, guest, secrets.token_urlsafe(32)):
        for wish in ({"wish": "start"}, {"wish": "cancel"}, {"wish": "leave", "member": 3}):
            got = answers(besieged, 1, f"/api/clubs/{club}", wish, **bearer(token, "198.51.100.85"))
            assert set(got) <= {"not-host", "unknown-seat", "too-fast"}, (wish, got)
    mark = bearer(host, "203.0.113.71")
    for number in range(2, 20):
        assert "done" in answers(besieged, 1, f"/api/clubs/{club}", {"wish": "leave", "member": number}, **mark)
    status, told = besieged.request(f"/api/clubs/{club}", {"wish": "start"}, **bearer(host, "203.0.113.72"))
    assert status == 200 and told["phase"] == "playing" and len(told["matches"]) == 1


def test_a_profiles_key_opens_nothing_of_another(besieged: Besieged) -> None:
    """A seat's token that was shown to somebody makes the seat theirs; what the store knows of a key, or half of one, makes nobody anybody."""
    anna, eve = somebody(besieged, "198.51.100.86"), somebody(besieged, "198.51.100.87", "Eve")
    status, made = besieged.request(
        "/api/tables", {"game": "usa", "seats": [{"kind": "me", "name": "Anna"}, {"kind": "friend"}], "options": {"clock": DAYS}},
        **bearer(anna, "198.51.100.86"),
    )  # fmt: skip
    assert status == 201, made
    guessed = {"seats": [{"table": made["table"], "token": secrets.token_urlsafe(32)} for _ in range(50)]}
    assert besieged.request("/api/me/seats", guessed, **bearer(eve, "198.51.100.87"))[0] == 200
    assert besieged.request("/api/me/tables", {"known": []}, **bearer(eve, "198.51.100.87"))[1]["seats"] == []
    found = besieged.request("/api/me/tables", {"known": []}, **bearer(anna, "198.51.100.86"))[1]["seats"]
    assert [seat["table"] for seat in found] == [made["table"]]
    for key in (anna[:-1], anna[::-1], anna + "A", "", "'; DROP TABLE persons; --"):
        assert besieged.request("/api/me/all", **bearer(key, "198.51.100.88"))[0] in (400, 401, 403, 404, 429)
