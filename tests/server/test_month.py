"""A month in minutes: four people with two devices each play eight games over days, and come only when they are told to. The server is killed
daily, the database weekly, in the middle of turns; every browser is lost once and its person comes back with the key; whoever carries
notices fails by turns. No turn is lost, every notice comes exactly once, every profile is whole. Real processes; time is moved by the test.
"""

import base64
import hashlib
import json
import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from receiving import Post, Taker, serving
from server_running import FULL, PATIENT, WAIT, Client, Postgres, Server, any_move
from small_map import small_map
from sqlalchemy import text
from websockets.exceptions import WebSocketException

from railhead.server import store
from railhead.server.entries import Move
from railhead.server.notices import LEASE, PAUSES
from railhead.server.settings import Mail, Settings
from railhead.server.tokens import new_token

HOUR = 3_600_000
LOOKS = 40_000  # ms from now in which a table is due that a worker looks at
CLOCK = {"minutes": 2 * 24 * 60, "turn": 3 * 24 * 60, "holiday": 10}
NAMES = ("Anna", "Ben", "Cleo", "Dora")
SMALL = "small"  # a map of their own
GAMES = (
    ("usa", "Anna Ben"),
    (SMALL, "Cleo Dora Anna"),
    ("europe", "Cleo Dora"),
    ("france", "Ben Cleo"),
    ("mexico", "Dora Anna"),
    (SMALL, "Dora Cleo Ben"),
    (SMALL, "Ben Anna Dora Cleo"),
    (SMALL, "Cleo Anna"),
)[: 8 if FULL else 2]
ASKED = int(os.environ.get("RAILHEAD_DAYS") or 0)  # the long form with so many days, though games may not be over then
MORNING = 8  # o'clock, when the month begins
STILL = 4  # days at most between two moves at a table: a day on which its notices fail, one until they are tried again, and a night
DAYS, STEP = (ASKED or 30, 6) if FULL else (2, 8)  # at least so many days, in steps of so many hours
Cut = Callable[[], None]


class Clock:
    """The time of the served processes. Hours that pass while a server runs are hours in which its heart beats."""

    def __init__(self, file: Path, url: str) -> None:
        self.file, self.engine, self.ahead = file, store.open_store(url), 0
        # at the same hour always: which steps fall into somebody's quiet hours decides how many turns a day has
        self.passes((MORNING - time.time() / 3600) % 24, alive=False)

    @property
    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead

    def passes(self, hours: float, alive: bool = True) -> None:
        self.ahead += int(hours * HOUR)
        if alive:
            with store.transaction(self.engine) as connection:
                connection.execute(text("UPDATE keys SET value = :now WHERE name = 'alive'"), {"now": str(self.now)})
        fresh = self.file.with_suffix(".new")
        fresh.write_text(str(self.ahead))
        fresh.replace(self.file)  # nobody reads half of it


@dataclass(eq=False)
class Device:
    """A browser: what it keeps, and the address at which it is told; all of it can be lost."""

    owner: str
    held: dict[str, str] = field(default_factory=dict)  # table to token
    endpoint: str = ""
    private: Any = None
    auth: bytes = b"railhead's tests"

    def subscription(self, service: Taker) -> dict[str, str]:
        self.endpoint = f"/push/{new_token()}"
        self.private = ec.generate_private_key(ec.SECP256R1())
        public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        coded = [base64.urlsafe_b64encode(raw).rstrip(b"=").decode() for raw in (public, self.auth)]
        return {
            "kind": "push", "endpoint": service.url.removesuffix("/hook") + self.endpoint, "p256dh": coded[0],
            "auth": coded[1],
        }  # fmt: skip


@dataclass
class Person:
    name: str
    key: str = field(default_factory=new_token)
    devices: list[Device] = field(default_factory=list)
    turns: Counter[str] = field(default_factory=Counter)  # that they have played, by table
    visits: int = 0

    @property
    def bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}"}


@dataclass
class Table:
    name: str
    seats: dict[str, int]  # who sits where
    moves: list[list[int]] = field(default_factory=list)  # as they were answered
    seen: int = 0
    over: bool = False
    moved: tuple[int, int] = (0, 0)  # how many moves there were, and the day on which the last was seen


class Letter(NamedTuple):
    """A notice that was taken; its key is the same however often it is sent."""

    kind: str
    key: str
    person: str
    url: str

    @property
    def table(self) -> str:
        """The table that it is about; none: a code."""
        return self.url.partition("/t/")[2]


class Month:
    """Everybody and everything."""

    def __init__(self, settings: Settings, folder: Path, postgres: Postgres | None, services: tuple[Any, ...]) -> None:
        self.push, self.hook, self.mail = services
        self.server, self.postgres = Server(settings), postgres
        self.clock = Clock(folder / "clock", settings.store)
        self.server.environment = {"RAILHEAD_CLOCK": str(self.clock.file)}
        self.lot = random.Random(1)
        self.people = {name: Person(name, devices=[Device(name), Device(name)]) for name in NAMES}
        self.subscribed: dict[str, Device] = {}  # by endpoint
        self.read: list[Letter] = []
        self.tables: list[Table] = []
        self.heard: Counter[tuple[str, str]] = Counter()  # notices that were read: person and table
        self.late: list[tuple[Person, Table]] = []  # who was told and has not come yet
        self.forgiven: set[str] = (
            set()
        )  # keys of letters that were taken, and the server died before it could note that
        self.failing, self.kills, self.outages = "", 0, 0
        self.lost: list[tuple[Person, int]] = [(person, which) for person in self.people.values() for which in (0, 1)]
        self.lot.shuffle(self.lost)

    # ---- how it begins

    def ask(self, person: Person, path: str, body: Any = None) -> Any:
        """A request that is asked again while the store is away."""
        for _ in range(600):
            with suppress(OSError):
                status, answer = self.server.request(path, body, **person.bearer)
                if status < 300:
                    return answer
                assert status == 503, (path, status, answer)
            time.sleep(0.1)
        raise AssertionError(f"{path} is never answered")

    def introduce(self) -> None:
        """Everybody has a profile on both devices; all but Dora are told in every way, she by e-mail and not at night."""
        for person in self.people.values():
            quiet = {"begins": 22, "ends": 7, "zone": "Etc/UTC"} if person.name == "Dora" else None
            self.ask(person, "/api/me", {"name": person.name, "quiet": None})
            ways = [{"kind": "mail", "address": f"{person.name.lower()}@friends.example"}]
            if quiet is None:
                ways.append({"kind": "hook", "url": f"{self.hook.url}/{person.name}", "shape": "plain"})
            for way in ways:
                self.prove(person, self.ask(person, "/api/me/ways", {"way": way})["ways"][-1]["id"], way)
            if quiet is None:
                for device in person.devices:
                    self.subscribe(person, device)
            self.ask(person, "/api/me", {"name": person.name, "quiet": quiet})

    def subscribe(self, person: Person, device: Device) -> None:
        self.ask(person, "/api/me/ways", {"way": device.subscription(self.push)})
        self.subscribed[device.endpoint] = device

    def prove(self, person: Person, way: str, told: dict[str, str]) -> None:
        """The code that was sent comes back."""
        end = time.monotonic() + WAIT
        while True:
            codes = [one["text"] for path, one in self.hooked() if path.endswith(person.name)]
            if told["kind"] == "mail":
                codes = [letter for letter in self.mail.letters if f"To: {told['address']}" in letter]
            if codes:
                code = re.search(r"\b\d{6}\b", codes[-1].partition("\r\n\r\n")[2] or codes[-1])
                assert code is not None
                self.ask(person, f"/api/me/ways/{way}", {"code": code[0]})
                return
            assert time.monotonic() < end, "no code comes"
            time.sleep(0.05)

    def hooked(self) -> list[tuple[str, dict[str, Any]]]:
        return [(path, json.loads(body)) for path, _, body in list(self.hook.raw)]

    def sit_down(self) -> None:
        """The first of each game makes the table, the others come by its link; their second devices learn of it when they look."""
        board = self.ask(self.people["Anna"], "/api/maps", {"board": small_map()})["id"]
        for game, names in GAMES:
            maker, *others = names.split()
            plans = [{"kind": "me", "name": maker}, *({"kind": "friend"} for _ in others)]
            options = {"clock": CLOCK, "rated": True}
            body = {"game": board if game == SMALL else game, "seats": plans, "options": options}
            made = self.ask(self.people[maker], "/api/tables", body)
            table = Table(made["table"], {maker: 0})
            self.people[maker].devices[0].held[table.name] = made["seats"][0]["token"]
            for seat, name in enumerate(others, 1):
                taken = self.ask(self.people[name], f"/api/tables/{table.name}/seats/{seat}", {"name": name})
                self.people[name].devices[0].held[table.name] = taken["seats"][0]["token"]
                table.seats[name] = seat
            self.tables.append(table)
        for person in self.people.values():
            self.bring_back(person, person.devices[1])

    def bring_back(self, person: Person, device: Device) -> None:
        """What the page does with a key that was typed or brought by a link: what is missing is asked for."""
        found = self.ask(person, "/api/me/tables", {"known": list(device.held)})
        device.held.update({seat["table"]: seat["token"] for seat in found["seats"]})

    # ---- what people do

    def lose(self, person: Person, which: int) -> None:
        """A browser is wiped: its subscription is gone with it, and so is every seat, until the key is typed in again."""
        self.push.gone.add(person.devices[which].endpoint)
        device = person.devices[which] = Device(person.name)
        self.bring_back(person, device)
        mine = {table.name for table in self.tables if person.name in table.seats}
        assert set(device.held) == mine, "a seat did not come back"
        if person.name != "Dora":
            self.subscribe(person, device)

    def letters(self) -> list[Letter]:
        """All that was taken."""
        pushed, hooked, mailed = (sum(one.kind == kind for one in self.read) for kind in ("push", "hook", "mail"))
        for path, _, body in self.push.raw[pushed:]:
            device = self.subscribed[path]
            shown = json.loads(http_ece.decrypt(body, private_key=device.private, auth_secret=device.auth))
            self.read.append(Letter("push", shown["tag"], device.owner, shown["url"]))
        for path, headers, body in self.hook.raw[hooked:]:
            who = path.rpartition("/")[2]
            self.read.append(Letter("hook", headers["Idempotency-Key"], who, json.loads(body)["url"]))
        for letter in self.mail.letters[mailed:]:
            key, to = re.search(r"Message-ID: <(\w+)@", letter), re.search(r"To: (\w+)@", letter)
            assert key is not None and to is not None
            self.read.append(Letter("mail", key[1], to[1].capitalize(), letter.rstrip().rpartition("\n")[2]))
        return self.read

    def told(self) -> list[tuple[Person, Table]]:
        """Who was told something that they have not looked at yet, and about which table."""
        now = Counter((letter.person, letter.table) for letter in dict.fromkeys(self.letters()) if letter.table)
        fresh = [which for which in now if now[which] > self.heard[which]]
        self.heard = now
        return [(self.people[person], table) for person, name in fresh for table in self.tables if table.name == name]

    def visit(self, person: Person, table: Table, cut: Cut | None) -> None:
        """Somebody looks at a table of which they were told, with one device or the other, and plays their turn, if it is theirs."""
        person.visits += 1
        device, seat, moved = person.devices[person.visits % 2], table.seats[person.name], False
        first: bool | None = None  # are first tickets chosen? The turn after that is another, of which they are told
        if table.name not in device.held:
            self.bring_back(person, device)
        end = time.monotonic() + WAIT
        while True:
            assert time.monotonic() < end, "the table never answers"
            try:
                with self.server.join(table.name, device.held[table.name]) as client:
                    if client.state:
                        assert client.state["number"] >= table.seen, "something that was seen is gone"
                        first = client.state["phase"] == "first-tickets" if first is None else first
                        moved, done = self.turn(client, table, seat, first, moved, cut)
                        if done:
                            break
            except (OSError, WebSocketException, TimeoutError):
                pass
            cut = None
            time.sleep(0.05)
        person.turns[table.name] += moved

    def turn(
        self, client: Client, table: Table, seat: int, first: bool, moved: bool, cut: Cut | None
    ) -> tuple[bool, bool]:
        """A turn, or what is left of one; has anything been played, and is it over?"""
        while str(seat) in client.state["choices"] and (client.state["phase"] == "first-tickets") == first:
            move = any_move(client.state["choices"][str(seat)], self.lot)
            answer = client.move(seat, move)
            if answer["type"] == "refused":
                assert answer["code"] in ("unavailable", "stale"), answer
                return moved, False
            table.moves.append(move)
            moved = True
            number = answer["number"]
            client.until(lambda state, number=number: state["number"] >= number, 60)
            table.seen = client.state["number"]
            if cut is not None:
                cut()
                return moved, False
        table.over = client.state["phase"] == "over"
        return moved, True

    # ---- what befalls them

    def kill_server(self) -> None:
        self.server.kill()
        time.sleep(0.2)  # whatever was on its way has come
        self.forgiven |= {letter.key for letter in self.letters()} & set(self.unsent())
        self.clock.passes(LEASE / HOUR, alive=False)  # what was under way is nobody's by then
        self.kills += 1
        self.server.start()

    def kill_postgres(self) -> None:
        assert self.postgres is not None
        self.postgres.kill()
        self.outages += 1
        for _ in range(100):  # what it leaves in memory goes when the last of its processes has gone
            with suppress(Exception):
                self.postgres.start()
                return
            time.sleep(0.1)
        raise AssertionError("the database does not start")

    def unsent(self) -> dict[str, tuple[int, int]]:
        """The letters that are to be sent: their keys, when, and how often it was tried."""
        with store.transaction(self.clock.engine) as connection:
            rows = connection.execute(
                text("SELECT way, table_id, seat, turn, due, tries FROM outbox WHERE due IS NOT NULL")
            )
            return {
                hashlib.sha256(f"{way} {table} {seat} {turn}".encode()).hexdigest()[:32]: (due, tries)
                for way, table, seat, turn, due, tries in rows
            }

    def fails(self, what: str) -> None:
        """From now on one of the carriers fails, the others do not."""
        self.failing = what
        self.push.always = 500 if what == "push" else None
        self.hook.hangs = what == "hook"
        self.mail.refuse = 451 if what == "mail" else None

    def settle(self) -> None:
        """Wait until all whose turn it is have been told, or tried to be, and nothing that can be sent is under way."""
        end = time.monotonic() + 120
        while (waits := self.soon()) != ([], []):
            assert time.monotonic() < end, f"somebody is not told: {waits}"
            tables, letters = waits
            if (
                not letters and min(tables) > self.clock.now + LOOKS
            ):  # somebody seemed to look on: they are told in a minute
                self.clock.passes(1 / 60)
            time.sleep(0.1)

    def soon(self) -> tuple[list[int], list[int]]:
        """When tables are looked at, and when letters are sent, that are due now or soon."""
        with store.transaction(self.clock.engine) as connection:
            now = {"soon": self.clock.now + LEASE}
            tables = connection.execute(
                text("SELECT due FROM tables WHERE due <= :soon AND phase <> 'over'"), now
            ).all()
            kinds = connection.execute(
                text(
                    "SELECT ways.body, outbox.due, outbox.tries FROM outbox JOIN ways ON ways.id = outbox.way"
                    " WHERE outbox.due <= :soon"
                ),
                now,
            ).all()
        paused = (
            self.clock.now + 1000 * PAUSES[1]
        )  # due later than that, and so soon: it is under way, and hours must not pass now
        letters = [
            due for body, due, tries in kinds if json.loads(body)["kind"] != self.failing or not tries or due > paused
        ]
        return [due for (due,) in tables], letters

    # ---- and so the days go

    def passes(self, cut: Cut | None) -> None:
        """Some hours: whoever was told comes and plays; in the middle of one turn something dies. Where somebody has moved, the next one
        comes later, when they are told: they may have come for an old notice that was late, and found themselves at turn."""
        moved, late = set[str](), []
        for person, table in self.late + self.told():
            if table.name in moved:
                late.append((person, table))
            elif not table.over:
                before = len(table.moves)
                self.visit(person, table, cut)
                if len(table.moves) > before:
                    cut = None
                    moved.add(table.name)
        self.late = list({(person.name, table.name): (person, table) for person, table in late}.values())
        if cut is not None:
            cut()
        self.settle()

    def run(self) -> int:
        """Until the month is over, and all games as well, where there is time for it; how many days it took."""
        self.server.start()
        self.introduce()
        self.sit_down()
        day = 0
        while day < DAYS or (FULL and not ASKED and not all(table.over for table in self.tables)):
            self.fails(("", "push", "mail", "hook" if day % 8 == 3 else "")[day % 4])
            if self.lost and day % 3 != 1:
                self.lose(*self.lost.pop())
            steps = 24 // STEP
            weekly = self.postgres is not None and day % 7 == 4
            cuts = {self.lot.randrange(steps): self.kill_server, **({steps - 1: self.kill_postgres} if weekly else {})}
            for step in range(steps):
                self.passes(cuts.get(step))
                self.clock.passes(STEP)
            day += 1
            self.check_going(day)
            print(f"day {day}: {[len(table.moves) for table in self.tables]} moves, {len(self.read)} notices")
        self.fails("")
        while self.lost:
            self.lose(*self.lost.pop())
        for _ in range(
            12
        ):  # what still waits to be tried again, or for the morning: not all of these hours are at night
            if self.unsent():
                self.clock.passes(7)
                self.settle()
        assert not self.unsent(), "something is never sent"
        return day

    def check_going(self, day: int) -> None:
        """No game stands still. How many days they all take is chance: those of two who are told by e-mail alone may take two months."""
        for table in self.tables:
            if len(table.moves) > table.moved[0]:
                table.moved = len(table.moves), day
            assert table.over or day - table.moved[1] <= STILL, f"a game stands still: {table}"

    # ---- and then

    def check(self) -> None:
        letters = [letter for letter in self.letters() if letter.table]
        twice = {key for key, count in Counter(letter.key for letter in letters).items() if count > 1}
        assert twice <= self.forgiven, "something was told twice"
        told = Counter((letter.kind, letter.person, letter.table) for letter in set(letters))
        for person in self.people.values():
            for table in self.tables:
                if person.name in table.seats:
                    turns = person.turns[table.name] + self.waits_for(person, table)
                    where = f"a notice is missing: {person.name}, {table.seats}"
                    assert told["mail", person.name, table.name] == turns, where
                    if person.name != "Dora":
                        assert told["hook", person.name, table.name] == turns, where
                        # what waited for a browser that was lost is gone with it; one that came back may hear of what waits
                        assert abs(told["push", person.name, table.name] - 2 * turns) <= 4
            self.check_profile(person)
        for table in self.tables:
            self.check_table(table)

    def waits_for(self, person: Person, table: Table) -> bool:
        """Is it somebody's turn still, of which they have been told?"""
        with self.server.join(table.name, person.devices[0].held[table.name]) as client:
            return str(table.seats[person.name]) in client.state["choices"]

    def check_profile(self, person: Person) -> None:
        kept = self.ask(person, "/api/me/all")
        mine = {table.name: table.seats[person.name] for table in self.tables if person.name in table.seats}
        assert kept["card"]["name"] == person.name
        assert {seat["table"]: seat["seat"] for seat in kept["seats"]} == mine
        over = {table.name for table in self.tables if table.over} & set(mine)
        assert {game["table"] for game in kept["games"]} == over and all(game["own"] for game in kept["games"])
        assert (kept["rating"] or {"played": 0})["played"] == len(over)
        kinds = [way["kind"] for way in kept["ways"] if way["kind"] != "push"]
        assert sorted(kinds) == (["mail"] if person.name == "Dora" else ["hook", "mail"])
        pushed = {f"/push/{way['endpoint'].rpartition('/')[2]}" for way in kept["ways"] if way["kind"] == "push"}
        assert pushed - self.push.gone == {device.endpoint for device in person.devices} - {""}
        for device in person.devices:
            assert set(device.held) == set(mine)

    def check_table(self, table: Table) -> None:
        """Every answered move is there, in its place, and nobody else has moved."""
        entries = store.read_entries(self.clock.engine, table.name)
        kept = [entry.body.d for entry in entries if isinstance(entry.body, Move)]
        assert _within(table.moves, kept), "a turn was lost"
        assert len(kept) <= len(table.moves) + 3  # a move may be committed though its answer was cut off
        assert not [entry.kind for entry in entries if entry.kind == "replace"]


def _within(some: list[list[int]], every: list[list[int]]) -> bool:
    """Do these stand among all, in this order?"""
    rest = iter(every)
    return all(any(one == other for other in rest) for one in some)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"] if FULL else ["sqlite"])
def test_a_month_of_games_over_days(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    postgres: Postgres | None = request.getfixturevalue("postgres") if kind == "postgresql" else None
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}" if postgres is None else postgres.fresh()
    with ExitStack() as stack:
        services = tuple(stack.enter_context(serving(one)) for one in (Taker(), Taker(), Post()))
        mail = Mail("127.0.0.1", services[2].port, sender="trains@trains.example", encryption="none")
        settings = Settings(
            store=url, workers=2, bot_processes=1, reach=("127.0.0.0/8",), limits=PATIENT, mail=mail, absence=0.2
        )
        month = Month(settings, tmp_path, postgres, services)
        stack.callback(month.clock.engine.dispose)
        stack.callback(month.server.stop)
        began = time.monotonic()
        days = month.run()
        month.check()
        turns = sum(person.turns.total() for person in month.people.values())
        told = len({letter.key for letter in month.letters()})
        again = len(month.letters()) - told
        print(
            f"{days} days in {time.monotonic() - began:.0f} s: {turns} turns, {told} notices, of which {again} came twice; the server was killed"
            f" {month.kills} times, the database {month.outages} times"
        )
