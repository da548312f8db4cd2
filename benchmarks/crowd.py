"""How quick the service is when very many have played: a store is filled with people and finished games, then asked as pages ask.

    python benchmarks/crowd.py --store sqlite:////tmp/crowd.sqlite
    python benchmarks/crowd.py --store postgresql://… --people 100000 --games 1000000 --requests 1000
    python benchmarks/crowd.py --store … --filled        # it was filled before

Prints p50 to p99 in ms of what the home page, a profile, the best, the day and single tables ask for, each time by another person or about
another table, all questions by turns; the same without a network; then how long a server takes from its start to its first page and until
games can be played, on this store and on an empty one by turns. Games are short ones on a small map, with all their moves; few people have
very many of them.
"""

import argparse
import asyncio
import http.client
import json
import random
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from server import Bench
from sqlalchemy import Connection, Engine, text
from websockets.sync.client import connect

from railhead.boards.loading import known
from railhead.game import Game
from railhead.game.seeds import new_secret
from railhead.server import clubs, course, daily, days, mapmaking, profiles, rooms, store
from railhead.server.migrations import TALLIED
from railhead.server.people import encode
from railhead.server.settings import Settings
from railhead.server.table import first_moves, start_entry
from railhead.server.tokens import hash_of
from railhead.words import PROTOCOL, Card, Options, PushWay, SeatPlan

FIRST = 10**11  # tables are called by numbers: this one and those after it
TEMPLATES = 16  # games that are told over and over
TOWNS = {
    "Basel": (47.558, 7.573), "Bern": (46.948, 7.447), "Chur": (46.85, 9.53), "Geneva": (46.202, 6.146), "Lausanne": (46.516, 6.633),
    "Lugano": (46.01, 8.96), "Sion": (46.229, 7.359), "Zurich": (47.367, 8.55),
}  # fmt: skip
YEAR = 365 * 86_400_000
REGULARS = 10  # people who have a thousandth of all games each


def key_of(number: int) -> str:
    """The key of a person."""
    return f"crowd-{number:037}"


def board() -> str:
    """A small map with few trains."""
    from railhead.workshop.gazetteer import Town
    from railhead.workshop.new import new_board

    found = dict(new_board("Crowd", [Town(town, "", *at, 0, "", town) for town, at in TOWNS.items()], 1))
    return json.dumps({**found, "game": {**found["game"], "trains": 6}})


def played(source: str, number: int) -> tuple[str, Game]:
    """A game from beginning to end, and its seed."""
    seed, lot = new_secret(), random.Random(number)
    game = Game(known(source), ["Anna", "Ben"], seed)
    while not game.over:
        moves = game.moves()
        game.play(lot.choice([move for move in moves if move.word == "claim"] or moves))
    return seed, game


def fill(engine: Engine, people: int, games: int) -> None:
    """Everybody and everything; the heavy part is done by the store itself."""
    source, now = board(), time.time_ns() // 1_000_000
    name, summary, body = mapmaking.checked(source.encode())
    with store.transaction(engine) as connection:
        store.keep_map(connection, name, now, "", False, summary, body)
        _people(connection, people, now)
        _templates(connection, body, now)
    plan = encode([SeatPlan("me", "Anna"), SeatPlan("me", "Ben")]).decode()
    numbers = "WITH RECURSIVE numbers (n) AS (SELECT CAST({first} AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < {last})"
    step = 100_000
    for first in range(0, games, step):
        counted = numbers.format(first=first, last=min(games, first + step))
        values = {"now": now, "plan": plan, "options": encode(Options()).decode(), "map": name, "people": people}
        values |= {"year": YEAR // games, "templates": TEMPLATES, "regulars": REGULARS}
        table = f"CAST({FIRST} + n AS VARCHAR(12))"
        # one game in a hundred is a regular's, who are the first of all people; the others are anybody's
        who = "CASE WHEN n % 100 = 0 AND seat = 0 THEN (n / 100) % :regulars ELSE (n * (7919 + 94 * seat) + seat) % :people END"
        seats = f"(SELECT n, seat, {who} AS who FROM numbers CROSS JOIN (SELECT 0 AS seat UNION ALL SELECT 1) AS sides) AS taken"
        for statement in (
            f"INSERT INTO tables (id, created, game, seed, same_deal, plan, options, listed, phase, winners) {counted} SELECT {table},"
            " :now - n * :year, :map, seed, 0, :plan, :options, CASE WHEN n % 10 = 0 THEN 1 ELSE 0 END, 'over', winners FROM numbers"
            " JOIN crowd_seeds ON number = n % :templates",
            f"INSERT INTO entries (table_id, number, time, kind, seat, body) {counted} SELECT {table}, number, :now - n * :year, kind, seat, body"
            " FROM numbers JOIN crowd_entries ON template = n % :templates ORDER BY n, number",
            f"INSERT INTO seats (table_id, seat, token, host, person) {counted} SELECT {table}, seat, CAST(n AS VARCHAR(12)), 0, id"
            f" FROM {seats} JOIN crowd ON number = who",
            f"INSERT INTO results (person, table_id, seat, game, ended, players, place, points, completed, failed, longest, own) {counted}"
            f" SELECT id, {table}, seat, :map, :now - n * :year, 2, (n + seat) % 2 + 1, 20 + n % 50, n % 4, n % 2, 3 + n % 9, 1"
            f" FROM {seats} JOIN crowd ON number = who",
            f"INSERT INTO rated (table_id, ended) {counted} SELECT {table}, :now - n * :year FROM numbers",
        ):
            with store.transaction(engine) as connection:
                if engine.dialect.name == "postgresql":
                    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
                    connection.exec_driver_sql("SET LOCAL session_replication_role = replica")  # nothing is checked
                connection.execute(
                    text(statement), {key: value for key, value in values.items() if f":{key}" in statement}
                )
        print(f"{min(games, first + step):,} games", flush=True)
    with store.transaction(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        for scrap in ("crowd", "crowd_seeds", "crowd_entries"):
            connection.execute(text(f"DROP TABLE {scrap}"))
        connection.execute(text(TALLIED))
        connection.execute(text("ANALYZE"))


def _people(connection: Connection, people: int, now: int) -> None:
    """With cards, ways, ratings, claimed routes, tries at the deals of the last days; one in ten has a passkey and is in a club."""
    lot, today = random.Random(1), days.day_of(now)
    connection.execute(text("CREATE TABLE crowd (number INTEGER PRIMARY KEY, id VARCHAR(64) NOT NULL)"))
    named = [(number, hash_of(key_of(number))) for number in range(people)]

    def put(table: str, rows: list[dict[str, Any]]) -> None:
        columns = ", ".join(rows[0])
        connection.execute(
            text(f"INSERT INTO {table} ({columns}) VALUES ({', '.join(f':{one}' for one in rows[0])})"), rows
        )

    put("crowd", [{"number": number, "id": person} for number, person in named])
    card = [encode(Card(f"Player {number}")).decode() for number in range(people)]
    put("persons", [{"id": person, "created": now, "seen": now, "card": card[number]} for number, person in named])
    put(
        "ways",
        [
            {
                "id": f"{n:032x}",
                "person": person,
                "made": now,
                "origin": "https://trains.example",
                "body": encode(PushWay(f"https://push.example/{n:064x}", "x" * 87, "y" * 22)).decode(),
                "code": "",
                "tries": 0,
            }
            for n, person in named
        ],
    )
    put(
        "ratings",
        [
            {"player": person, "mu": 25.0, "sigma": 2.0, "played": 20, "score": round(lot.gauss(1700, 250))}
            for _, person in named
        ],
    )
    routes = [
        {"person": person, "game": "usa", "route": f"route-{route}", "times": 3}
        for _, person in named
        for route in range(8)
    ]
    put("claims", routes)
    put("dailies", [{"day": today, "game": "usa"}])
    tried = {"day": today, "ended": now, "place": 1, "completed": 3, "failed": 0}
    put("tries", [{**tried, "person": person, "table_id": f"daily{n}", "points": n % 120} for n, person in named[::5]])
    bound = {"made": now, "name": "phone", "public_key": "x", "signed": 0}
    put(
        "passkeys", [{**bound, "id": f"{n:016x}", "person": person, "credential": f"c{n}"} for n, person in named[::10]]
    )
    plan = '{"kind":"swiss","name":"Cup","game":"usa","seats":[null,null],"clock":{"minutes":10}}'
    club = {
        "created": now,
        "maker": "",
        "host": "",
        "person": "",
        "name": "Cup",
        "seed": "",
        "plan": plan,
        "phase": "over",
    }
    put("clubs", [{**club, "id": f"club{n}", "round": 3, "changes": 9} for n in range(0, people, 100)])
    member = {"token": "", "place": None, "gone": 0}
    put(
        "members",
        [
            {**member, "club": f"club{n // 100 * 100}", "number": n % 100, "name": "P", "person": p}
            for n, p in named[::10]
        ],
    )


def _templates(connection: Connection, source: str, now: int) -> None:
    """The games that are told over and over."""
    connection.execute(
        text(
            "CREATE TABLE crowd_seeds (number INTEGER PRIMARY KEY, seed VARCHAR(128) NOT NULL, winners VARCHAR(32) NOT NULL)"
        )
    )
    connection.execute(
        text(
            "CREATE TABLE crowd_entries (template INTEGER, number INTEGER, kind VARCHAR(16), seat SMALLINT, body TEXT, PRIMARY KEY (template, number))"
        )
    )
    for number in range(TEMPLATES):
        seed, game = played(source, number)
        connection.execute(
            text("INSERT INTO crowd_seeds VALUES (:number, :seed, :winners)"),
            {"number": number, "seed": seed, "winners": encode(game.score().winners).decode()},
        )
        told = [start_entry(1, game.names, now), *first_moves(game, 10**6, now)]
        rows = [
            {
                "template": number,
                "number": one.number,
                "kind": one.kind,
                "seat": one.seat,
                "body": encode(one.body).decode(),
            }
            for one in told
        ]
        connection.execute(text("INSERT INTO crowd_entries VALUES (:template, :number, :kind, :seat, :body)"), rows)


# ---- measuring


class Asker:
    """A client that keeps its connection."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ms(self, path: str, key: str = "", body: Any = None) -> float:
        """How long an answer takes."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        data = None if body is None else json.dumps(body)
        headers |= {} if body is None else {"Content-Type": "application/json"}
        began = time.perf_counter()
        self.connection.request("GET" if body is None else "POST", path, data, headers)
        answer = self.connection.getresponse()
        told = answer.read()
        took = 1000 * (time.perf_counter() - began)
        if answer.status >= 300:
            raise RuntimeError(f"{path}: {answer.status} {told[:200]!r}")
        return took


def opened(port: int, table: str) -> float:
    """How long it takes until a table is on a screen that nobody had open."""
    began = time.perf_counter()
    with connect(f"ws://127.0.0.1:{port}/api/socket") as socket:
        socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": [], "after": 0}))
        told = json.loads(socket.recv())
    if told["type"] != "state":
        raise RuntimeError(f"{table}: {told}")
    return 1000 * (time.perf_counter() - began)


def questions(port: int, people: int, games: int) -> dict[str, Callable[[], float]]:
    """What pages ask for, each time by another person or about another table."""
    lot, asker = random.Random(3), Asker(port)

    def anybody() -> str:
        return key_of(lot.randrange(people))

    def any_table() -> str:
        return str(FIRST + lot.randrange(games))

    friends = {"game": "usa", "seats": [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]}
    return {
        "home: the page": lambda: asker.ms("/"),
        "home: open tables": lambda: asker.ms("/api/tables"),
        "home: six games of mine": lambda: asker.ms("/api/tables?of=" + ",".join(any_table() for _ in range(6))),
        "home: seats that come back": lambda: asker.ms("/api/me/tables", anybody(), {"known": []}),
        "profile": lambda: asker.ms("/api/me", anybody()),
        "profile: games, statistics": lambda: asker.ms("/api/me/games", anybody()),
        "profile: those of a regular": lambda: asker.ms("/api/me/games", key_of(lot.randrange(REGULARS))),
        "profile: clubs": lambda: asker.ms("/api/me/clubs", anybody()),
        "profile: all that is kept": lambda: asker.ms("/api/me/all", anybody()),
        "profile: a change": lambda: asker.ms("/api/me", anybody(), {"name": "Anna"}),
        "the best": lambda: asker.ms("/api/best", anybody()),
        "the day": lambda: asker.ms("/api/daily", anybody()),
        "a table: its page": lambda: asker.ms(f"/t/{any_table()}"),
        "a table: how it stands": lambda: asker.ms(f"/api/tables/{any_table()}"),
        "a table: opened, cold": lambda: opened(port, any_table()),
        "a table: a new one": lambda: asker.ms("/api/tables", anybody(), friends),
    }


def told(found: dict[str, list[float]]) -> None:
    """Print what was measured."""
    print(f"{'ms':30} {'p50':>8} {'p90':>8} {'p99':>8} {'most':>8}")
    for name, took in found.items():
        parts = statistics.quantiles(took, n=100)
        print(f"{name:30} {parts[49]:8.1f} {parts[89]:8.1f} {parts[98]:8.1f} {max(took):8.1f}", flush=True)


def measure(bench: Bench, people: int, games: int, requests: int) -> None:
    """Ask for everything, by turns."""
    asked = questions(bench.port, people, games)
    found: dict[str, list[float]] = {name: [] for name in asked}
    for turn in range(requests + 5):  # of the first, each worker learns something
        for name, ask in asked.items():
            took = ask()
            if turn >= 5:
                found[name].append(took)
    told(found)


def inside(url: str, people: int, games: int, requests: int) -> None:
    """The same questions without a network, in this process: its own processor time, which other work on the machine does not change, and
    the time by the wall. With SQLite that is all the work there is; PostgreSQL works elsewhere."""
    lot, settings = random.Random(4), Settings(store=url, bot_processes=1, idle_seconds=0)
    found: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))

    async def scene() -> None:
        worker = course.new_worker(store.open_store(url), settings)
        await course.prepared(worker)
        for turn in range(requests + 3):
            key, regular, table = (
                key_of(lot.randrange(people)), key_of(lot.randrange(REGULARS)), str(FIRST + lot.randrange(games)),
            )  # fmt: skip
            asked: tuple[tuple[str, Callable[[], Awaitable[object]]], ...] = (
                ("home: open tables", partial(worker.read, store.open_tables, 0, 5)),
                (
                    "home: six games of mine",
                    partial(rooms.standing, worker, [str(FIRST + lot.randrange(games)) for _ in range(6)]),
                ),
                ("home: seats that come back", partial(profiles.seats_back, worker, key, [])),
                ("profile", partial(profiles.me, worker, key)),
                ("profile: games, statistics", partial(profiles.history, worker, key)),
                ("profile: those of a regular", partial(profiles.history, worker, regular)),
                ("profile: clubs", partial(clubs.mine, worker, key)),
                ("profile: all that is kept", partial(profiles.everything, worker, key)),
                ("the best", partial(profiles.best, worker, key)),
                ("the day", partial(daily.overview, worker, key)),
                ("a table: how it stands", partial(rooms.standing, worker, [table])),
                ("a table: opened, cold", partial(rooms.open_room, worker, table)),
            )
            for name, ask in asked:
                wall, used = time.perf_counter(), time.process_time()
                await ask()
                if turn >= 3:
                    found[name][0].append(1000 * (time.process_time() - used))
                    found[name][1].append(1000 * (time.perf_counter() - wall))
            rooms.forget_idle(worker)
        await course.stop(worker)

    asyncio.run(scene())
    print(f"{'ms, without a network':30} processor p50     p99      wall p50     p99")
    for name, both in found.items():
        parts = [statistics.quantiles(took, n=100) for took in both]
        print(f"{name:30}" + "  ".join(f"{one[49]:10.1f} {one[98]:9.1f}" for one in parts))


@contextmanager
def empty(url: str) -> Iterator[str]:
    """A store of the same kind with nothing in it."""
    if not url.startswith("postgres"):
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{Path(folder) / 'empty.sqlite'}"
        return
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE crowd_empty")
        try:
            yield url.rpartition("/")[0] + "/crowd_empty"
        finally:
            connection.execute("DROP DATABASE crowd_empty WITH (FORCE)")


def starts(url: str, times: int) -> None:
    """How long servers take to start, on this store and on an empty one by turns."""
    found: dict[str, list[tuple[float, float, float]]] = {"filled": [], "empty": []}
    for _ in range(times):
        with empty(url) as nothing:
            for name, where in (("filled", url), ("empty", nothing)):
                bench = Bench(where, 1)
                bench.start()
                found[name].append((bench.page_after, bench.ready_after, bench.seconds()))
                bench.stop()
    for name, took in found.items():
        page, ready, used = (statistics.median(one) for one in zip(*took, strict=True))
        print(f"start, {name}: page after {page:.2f} s, ready after {ready:.2f} s, {used:.2f} s of processor time")


def main() -> None:
    """Fill, start, measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", required=True)
    parser.add_argument("--people", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--requests", type=int, default=500)
    parser.add_argument("--inside", type=int, default=0, help="ask so often without a network, for processor times")
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--filled", action="store_true")
    asked = parser.parse_args()
    if not asked.filled:
        began, engine = time.monotonic(), store.open_store(asked.store)
        fill(engine, asked.people, asked.games)
        engine.dispose()
        print(f"filled in {time.monotonic() - began:.0f} s")
    if asked.requests:
        bench = Bench(asked.store, asked.workers)
        bench.start()
        try:
            measure(bench, asked.people, asked.games, asked.requests)
        finally:
            bench.stop()
    if asked.inside:
        inside(asked.store, asked.people, asked.games, asked.inside)
    if asked.starts:
        starts(asked.store, asked.starts)


if __name__ == "__main__":
    main()
