"""A rude player repeats something lawful a thousand times: each trick that games over days, profiles, days, clubs and manners allow, from many
addresses by turns. What the store keeps of it stays small, and whoever plays honestly beside it goes on. On both stores, as the siege.
"""

import http.client
import itertools
import json
import os
import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from attacks import ATTACKER
from besieged import HONEST, Besieged
from server_running import any_move
from test_days_besieged import DAYS, SWISS, somebody
from websockets.exceptions import ConnectionClosed

from railhead.server.manners import REPORTS_MOST
from railhead.server.people import SPARES_MOST
from railhead.server.table import BACKS, HOLIDAYS, OFFERS
from railhead.server.tokens import hash_of

TIMES = 1000 if os.environ.get("RAILHEAD_FULL") else 50
ADDRESSES, COUNT = 40, itertools.count(1)
Asked = tuple[str, Any]  # path, and what is posted there


def another() -> str:
    """An address from which nobody has asked for anything yet."""
    return f"192.0.2.{next(COUNT)}"


class Rude:
    """Asks without a pause, on one connection, from many addresses by turns."""

    def __init__(self, server: Besieged) -> None:
        self.server, self.count = server, 0
        self.connection = http.client.HTTPConnection("127.0.0.1", int(server.url.rpartition(":")[2]), timeout=60)

    def ask(self, path: str, body: Any, key: str) -> tuple[str, Any]:
        """What came of it, and the answer."""
        self.count += 1
        headers = {"X-Forwarded-For": f"198.51.100.{self.count % ADDRESSES}", "Origin": self.server.url}
        headers |= {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        self.connection.request("POST" if body else "GET", path, json.dumps(body) if body else None, headers)
        answer = self.connection.getresponse()
        told = json.loads(answer.read())
        return "done" if answer.status < 300 else str(told["code"]), told


@pytest.fixture(autouse=True)
def honest(besieged: Besieged) -> Iterator[None]:
    """Somebody who plays beside it, and moves afterwards as before."""
    name, tokens = besieged.table("me here", address=another())
    with besieged.join(name, *tokens, address=HONEST) as client:
        for turn in range(2):
            seat = client.state["waiting"][0]
            choices = client.state["choices"][str(seat)]
            assert client.move(seat, any_move(choices, random.Random(turn)))["type"] == "done"
            if turn == 0:
                yield


class Scene:
    """A table over days of a rude player and another one; a club; the rude one's profile."""

    def __init__(self, server: Besieged) -> None:
        self.server, self.key = server, somebody(server, another(), "Eve")
        self.table, self.tokens = server.table("me here", address=another(), clock=DAYS)
        self.seat = {"seats": [{"table": self.table, "token": self.tokens[0]}]}
        self.club = server.request("/api/clubs", SWISS, X_Forwarded_For=another())[1]["club"]
        self.keys = {"own": self.key, "seat": self.tokens[0], "nobody": ""}
        assert Rude(server).ask("/api/me/seats", self.seat, self.key)[0] == "done"

    def kept(self, rows: str, where: str) -> int:
        """How many rows the store has of it."""
        values = {"table": self.table, "person": hash_of(self.key), "club": self.club}
        return int(self.server.kept(f"SELECT count(*) FROM {rows} WHERE {where}", **_named(where, values)))


def _named(where: str, values: dict[str, str]) -> dict[str, str]:
    return {name: found for name, found in values.items() if f":{name}" in where}


def push(number: int) -> dict[str, Any]:
    return {"way": {"kind": "push", "endpoint": f"https://8.8.8.8/{number}", "p256dh": "x" * 87, "auth": "y" * 22}}


# what is asked for the n-th time; with whose key; rows that the store keeps, at most so many
TRICKS: dict[str, tuple[Callable[[Scene, int], Asked], str, tuple[str, str, int]]] = {
    "another name": (lambda _, n: ("/api/me", {"name": f"Eve {n}"}), "own", ("persons", "id = :person", 1)),
    "another browser": (lambda _, n: ("/api/me/ways", push(n)), "own", ("ways", "person = :person", 6)),
    "the same browser": (lambda _, n: ("/api/me/ways", push(0)), "own", ("ways", "person = :person", 1)),
    "seats come back": (
        lambda _, n: ("/api/me/tables", {"known": []}), "own", ("spares", "table_id = :table", SPARES_MOST),
    ),
    "seats kept again": (lambda scene, n: ("/api/me/seats", scene.seat), "own", ("seats", "table_id = :table", 2)),
    "seats guessed": (
        lambda scene, n: ("/api/me/seats", {"seats": [{"table": scene.table, "token": secrets.token_urlsafe(32)}]}),
        "own", ("seats", "table_id = :table AND person = :person", 1),
    ),
    "all that is kept": (lambda _, n: ("/api/me/all", None), "own", ("persons", "id = :person", 1)),
    "statistics": (lambda _, n: ("/api/me/games", None), "own", ("persons", "id = :person", 1)),
    "the best": (lambda _, n: ("/api/best", None), "own", ("persons", "id = :person", 1)),
    "the days": (lambda _, n: ("/api/daily", None), "own", ("tries", "person = :person", 0)),
    "the day tried": (lambda _, n: ("/api/daily", {"name": "Eve"}), "own", ("tries", "person = :person", 1)),
    "blocked": (lambda scene, n: ("/api/me/blocks", {"table": scene.table, "seat": 1}), "own", ("blocks", "person = :person", 1)),
    "reported": (
        lambda scene, n: (f"/api/tables/{scene.table}/report", {"accused": 1, "words": f"He is slow. {n}"}),
        "seat", ("reports", "table_id = :table", REPORTS_MOST),
    ),
    "a club joined": (
        lambda scene, n: (f"/api/clubs/{scene.club}/members", {"name": f"Eve {n}"}), "nobody", ("members", "club = :club", 60),
    ),
    "a club looked at": (lambda scene, n: (f"/api/clubs/{scene.club}", None), "own", ("clubs", "id = :club", 1)),
    "a passkey entered": (
        lambda _, n: ("/api/passkeys/challenge", {"purpose": "enter"}), "own", ("more_keys", "person = :person", 0),
    ),
    "forgotten and back": (
        lambda _, n: ("/api/me/forget", {"sure": "forget"}) if n % 2 else ("/api/me", {"name": "Eve"}),
        "own", ("persons", "id = :person", 1),
    ),
}  # fmt: skip


@pytest.mark.parametrize("trick", TRICKS)
def test_a_thousand_times_the_same_keeps_little(besieged: Besieged, trick: str) -> None:
    asked, whose, (rows, where, most) = TRICKS[trick]
    scene, rude, got = Scene(besieged), Rude(besieged), Counter[str]()
    for number in range(TIMES):
        path, body = asked(scene, number)
        got[rude.ask(path, body, scene.keys[whose])[0]] += 1
    assert set(got) <= EXPECTED, got
    assert got["done"] > 0 and got["unavailable"] == 0
    assert scene.kept(rows, where) <= most, (got, scene.kept(rows, where))


EXPECTED = {"done", "too-fast", "too-many-ways", "too-many-tables", "club-full", "no-profile"}

# what is wished for by turns at a table, and how many entries all of it may make
WISHES: dict[str, tuple[tuple[dict[str, Any], ...], int]] = {
    "holidays": (({"type": "holiday", "seat": 0, "days": 1}, {"type": "holiday", "seat": 0, "days": 0}), 2 * HOLIDAYS),
    "offers": (({"type": "propose", "seat": 0, "what": "end"}, {"type": "agree", "seat": 0, "yes": False}), 2 * OFFERS),
    "looks": (({"type": "attend", "looks": False}, {"type": "attend", "looks": True}), 0),
    "bots": (({"type": "replace", "seat": 0, "level": "easy"}, {"type": "back", "seat": 0}), 2 * BACKS + 2),
    "undo": (({"type": "undo", "seat": 0, "at": 1},), 0),
    "chat": (({"type": "chat", "seat": 0, "text": "Hurry!"},), 0),
}


@pytest.mark.parametrize("wishes", WISHES)
def test_a_thousand_wishes_at_a_table_leave_it_short(besieged: Besieged, wishes: str) -> None:
    """As fast as they can be sent: what comes too fast is refused, and what has an end ends."""
    asked, most = WISHES[wishes]
    name, (first, second) = besieged.table("me here", address=another(), clock=DAYS)
    got, number = Counter[str](), 0
    while number < TIMES:
        with (
            suppress(ConnectionClosed),
            besieged.join(name, first, address=ATTACKER) as eve,
        ):  # sent away, it comes back
            while number < TIMES:
                number += 1
                answer = eve.ask(**asked[number % len(asked)])
                got[answer.get("code") or answer["type"]] += 1
    with besieged.join(name, second, address=HONEST) as ben:
        assert ben.state["number"] - 1 <= most + BOTS_MOVES, (got, ben.state["number"])
        assert len(ben.heard[0].get("chat", [])) <= 100
        assert "1" in ben.state["choices"]


BOTS_MOVES = 2  # of a bot that sat in for a moment
