"""The store: tables, and for each an append-only list of entries under the key (table, number). Plain functions; they block, so
they are called in threads. The same statements run on SQLite and PostgreSQL.
"""

import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from sqlite3 import OperationalError
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, RowMapping, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from railhead.server.entries import Body, read_body
from railhead.server.migrations import migrate
from railhead.words import ChatLine, Options, SeatPlan


class Titled(msgspec.Struct):
    """What is needed of the summary of a map."""

    name: str = ""  # a summary without one is no reason to lose its tables


CHANNEL = "railhead"
CHAT_KEPT = 500  # lines of a table
SQLITE = (
    "journal_mode=WAL",
    "synchronous=FULL",  # a commit is on the disk when it is answered
    "foreign_keys=ON",
    "journal_size_limit=8388608",
    "wal_autocheckpoint=16384",  # pages: the server copies the log long before, beside the commits and not in one of them
)
INSERT_ENTRY = text(
    "INSERT INTO entries (table_id, number, time, kind, seat, body) VALUES (:table, :number, :time, :kind, :seat, :body)"
)
PERSON = "person = :person AND person > ''"  # whatever is somebody's: SQLite uses an index of such rows only if it is told that there is somebody
Reading = Engine | Connection
encode = msgspec.json.encode
# made here, not when they are needed: threads that make decoders of one type at the same time bring msgspec down
PLANS, OPTIONS = msgspec.json.Decoder(list[SeatPlan]), msgspec.json.Decoder(Options)
TITLED = msgspec.json.Decoder(Titled)


class Conflict(Exception):  # noqa: N818
    """Somebody else wrote that number, or took that seat, first."""


class StoreAway(Exception):  # noqa: N818
    """The store cannot be reached or cannot write now."""


@dataclass(frozen=True)
class Entry:
    """One thing that happened at a table."""

    number: int
    time: int
    seat: int | None
    body: Body

    @property
    def kind(self) -> str:
        """What kind of thing."""
        return self.body.kind

    @property
    def at(self) -> tuple[int, int, int | None]:
        """Number, time and seat: what every entry of a story begins with."""
        return self.number, self.time, self.seat


@dataclass(frozen=True)
class Head:
    """What is fixed when a table is made. The seed is secret until the game is over."""

    id: str
    created: int
    game: str
    seed: str
    same_deal: bool
    plan: tuple[SeatPlan, ...]
    options: Options
    maker: str = ""  # a mark of who made it, from which no address can be read
    lesson: str = ""  # whose table it is
    daily: str = ""  # the day whose deal it has
    club: str = ""  # the duplicate or tournament that it is part of; of a duplicate it has the same deal as others
    board: str = ""  # the file of a map of somebody's own; kept once, not with each table
    title: str = ""  # what that map is called

    @property
    def source(self) -> str:
        """What the game is known by in every process."""
        return self.board or self.game


@dataclass(frozen=True)
class Holder:
    """Who holds a seat: the hash of a token, and whether they made the table."""

    seat: int
    token_hash: str
    host: bool
    person: str = ""  # whose it is
    spares: tuple[str, ...] = ()  # hashes of more tokens that it came back with


def away(error: SQLAlchemyError) -> StoreAway:
    """What a fault of the store means to others; of its reasons only the kind is told."""
    return StoreAway(type(error.orig).__name__ if isinstance(error, DBAPIError) else type(error).__name__)


@contextmanager
def transaction(engine: Reading) -> Iterator[Connection]:
    """A connection in a transaction, one that has begun or a new one; faults come out as StoreAway."""
    if isinstance(engine, Connection):
        yield engine
        return
    try:
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise away(error) from error


def open_store(url: str) -> Engine:
    """Connect, and bring the store to the shape of this release."""
    where = make_url(url)
    if where.drivername in ("postgresql", "postgres"):
        where = where.set(drivername="postgresql+psycopg")
    if where.get_backend_name() == "sqlite":
        engine = _open_sqlite(where)
    elif where.drivername == "postgresql+psycopg":
        if find_spec("psycopg") is None:
            raise ValueError("PostgreSQL needs one more package: pip install 'railhead[postgres]'")
        timeouts = {"connect_timeout": 5, "options": "-c statement_timeout=10000 -c lock_timeout=5000"}
        engine = create_engine(
            where, pool_size=8, max_overflow=4, pool_pre_ping=True, pool_timeout=5, connect_args=timeouts
        )
    else:
        raise ValueError(f"the store is {where.drivername!r}; it must be sqlite:///FILE or postgresql://…")
    with engine.connect().execution_options(begin="BEGIN EXCLUSIVE") as connection:
        migrate(connection)
        connection.commit()
    return engine


def open_existing(url: str) -> Engine:
    """Connect to a store that is there: who looks after one and mistypes its name is not shown an empty one that was made for it."""
    where = make_url(url)
    if where.get_backend_name() == "sqlite" and not Path(where.database or "").is_file():
        raise ValueError(f"there is none in {where.database}")
    return open_store(url)


def for_reading(engine: Engine) -> Engine:
    """The same store for single statements that read: on PostgreSQL they need no words about transactions, each a journey of its own."""
    return engine.execution_options(isolation_level="AUTOCOMMIT") if engine.dialect.name == "postgresql" else engine


def for_writing(engine: Engine) -> Engine:
    """The same store for what writes: SQLite lets a transaction that has read wait for another one's writing no more, it fails at once."""
    return engine.execution_options(begin="BEGIN IMMEDIATE") if engine.dialect.name == "sqlite" else engine


class Turns:
    """Turns to write, first come, first served. Of workers that write to one file SQLite has whoever comes second look again after ever
    longer pauses, while the other may write on: some waited for a second."""

    def __init__(self, engine: Engine) -> None:
        file = engine.url.database if engine.dialect.name == "sqlite" and find_spec("fcntl") else None
        self.line: int | None = None
        if file and file != ":memory:":  # a file of its own: SQLite has locks on its own ones
            self.line = os.open(f"{file}-turn", os.O_CREAT | os.O_RDWR, 0o600)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Wait for one, and have it."""
        if self.line is None:
            yield
            return
        import fcntl

        fcntl.flock(self.line, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self.line, fcntl.LOCK_UN)

    def close(self) -> None:
        """Wait for none any more."""
        if self.line is not None:
            os.close(self.line)
            self.line = None


def _open_sqlite(where: Any) -> Engine:
    if where.database and where.database != ":memory:":
        _keep_to_oneself(Path(where.database))
    engine = create_engine(where, connect_args={"timeout": 5, "check_same_thread": False}, pool_size=8, max_overflow=4)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions begin where the listener below says, savepoints work
        for pragma in SQLITE:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))

    return engine


def _keep_to_oneself(file: Path) -> None:
    """Nobody else on the machine may read a store: it holds the seeds of games that go on. SQLite's other files follow this one."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(IsADirectoryError, PermissionError):  # opening it says what is wrong
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        file.chmod(0o600)


# ---- writing


def append(
    connection: Connection,
    table: str,
    entries: Sequence[Entry],
    holders: Iterable[Holder] = (),
    phase: str | None = None,
    notice: str = "",
    freed: Iterable[int] = (),
    due: int | None = None,
    winners: Sequence[int] | None = None,
) -> None:
    """Write entries, all or none; a conflict if any of their numbers is there already. `due`: when somebody is to look at the table."""
    rows = [
        {"table": table, "number": entry.number, "time": entry.time, "kind": entry.kind, "seat": entry.seat, "body": encode(entry.body).decode()}
        for entry in entries
    ]  # fmt: skip
    if rows:
        connection.execute(INSERT_ENTRY, rows)
    for seat in freed:
        for held in ("seats", "spares"):
            connection.execute(
                text(f"DELETE FROM {held} WHERE table_id = :table AND seat = :seat"), {"table": table, "seat": seat}
            )
    for holder in holders:
        connection.execute(
            text(
                "INSERT INTO seats (table_id, seat, token, host, person) VALUES (:table, :seat, :token, :host, :person)"
            ),
            {
                "table": table,
                "seat": holder.seat,
                "token": holder.token_hash,
                "host": int(holder.host),
                "person": holder.person,
            },
        )
    if phase is not None:
        connection.execute(
            text("UPDATE tables SET phase = :phase, winners = :winners WHERE id = :table"),
            {"phase": phase, "winners": None if winners is None else encode(winners).decode(), "table": table},
        )
    if due is not None:
        connection.execute(text("UPDATE tables SET due = :due WHERE id = :table"), {"due": due, "table": table})
    tell(connection, notice)


def create(connection: Connection, head: Head, entries: Sequence[Entry], holders: Iterable[Holder], phase: str) -> None:
    """Write a new table."""
    holders = list(holders)
    over_days = bool(head.options.clock and head.options.clock.turn)
    minded = over_days or bool(head.club) or any(holder.person for holder in holders)
    connection.execute(
        text(
            "INSERT INTO tables (id, created, game, seed, same_deal, plan, options, listed, phase, maker, lesson, daily, club, due)"
            " VALUES (:id, :created, :game, :seed, :same_deal, :plan, :options, :listed, :phase, :maker, :lesson, :daily, :club, :due)"
        ),
        {
            "id": head.id, "created": head.created, "game": head.game, "seed": head.seed, "same_deal": int(head.same_deal),
            "plan": encode(head.plan).decode(), "options": encode(head.options).decode(),
            "listed": int(head.options.open), "phase": phase, "maker": head.maker,
            "lesson": head.lesson, "daily": head.daily, "club": head.club,
            "due": head.created if minded else None,
        },
    )  # fmt: skip
    append(connection, head.id, entries, holders)


def add_chat(connection: Connection, table: str, line: ChatLine, notice: str) -> None:
    """Write a line of chat; a conflict if its number is there already. Of very many the first are forgotten."""
    connection.execute(
        text(
            "INSERT INTO chat (table_id, number, time, seat, name, line) VALUES (:table, :number, :time, :seat, :name, :line)"
        ),
        {
            "table": table, "number": line.number, "time": line.time, "seat": line.seat, "name": line.name, "line": line.text,
        },
    )  # fmt: skip
    if line.number > CHAT_KEPT:
        connection.execute(
            text("DELETE FROM chat WHERE table_id = :table AND number <= :number"),
            {"table": table, "number": line.number - CHAT_KEPT},
        )
    tell(connection, notice)


def keep_review(connection: Connection, table: str, body: str) -> None:
    """Keep the review of a table's game; the first one stays."""
    connection.execute(
        text("INSERT INTO reviews (table_id, body) VALUES (:table, :body) ON CONFLICT (table_id) DO NOTHING"),
        {"table": table, "body": body},
    )


def keep_map(connection: Connection, name: str, now: int, maker: str, listed: bool, summary: str, body: str) -> None:
    """Keep a map; one that is there stays, and is listed if somebody wishes it."""
    connection.execute(
        text(
            "INSERT INTO maps (id, created, maker, listed, summary, body) VALUES (:id, :created, :maker, :listed, :summary, :body)"
            " ON CONFLICT (id) DO UPDATE SET listed = CASE WHEN maps.listed = 1 THEN 1 ELSE excluded.listed END"
        ),
        {"id": name, "created": now, "maker": maker, "listed": int(listed), "summary": summary, "body": body},
    )


def forget_lessons(connection: Connection, before: int) -> None:
    """Forget the tables of lessons that were begun before a time."""
    old = "SELECT id FROM tables WHERE lesson > '' AND created < :before"
    for rows in ("entries", "seats", "chat"):
        connection.execute(text(f"DELETE FROM {rows} WHERE table_id IN ({old})"), {"before": before})
    connection.execute(text("DELETE FROM tables WHERE lesson > '' AND created < :before"), {"before": before})


# ---- tables that somebody has to look at


def any_due(engine: Engine, now: int) -> bool:
    """Is there such a table?"""
    with transaction(engine) as connection:
        return (
            connection.execute(text("SELECT 1 FROM tables WHERE due <= :now LIMIT 1"), {"now": now}).first() is not None
        )


def claim_due(connection: Connection, now: int, until: int, most: int, found: list[str]) -> None:
    """Find them, and keep other workers from them until then: whoever dies with one leaves it to the others."""
    lock = " FOR UPDATE SKIP LOCKED" if connection.dialect.name == "postgresql" else ""
    rows = connection.execute(
        text(
            "UPDATE tables SET due = :until WHERE id IN"
            f" (SELECT id FROM tables WHERE due <= :now ORDER BY due LIMIT :most{lock}) RETURNING id"
        ),
        {"now": now, "until": until, "most": most},
    )
    found[:] = [row[0] for row in rows]


def looked_at(connection: Connection, table: str, until: int, due: int | None) -> None:
    """It was looked at: when to look again, unless something has happened meanwhile."""
    connection.execute(
        text("UPDATE tables SET due = :due WHERE id = :table AND due = :until"),
        {"due": due, "table": table, "until": until},
    )


def beat(connection: Connection, now: int, silence: int, outages: list[tuple[int, int]]) -> None:
    """Note that the server lives. Where nobody has noted it for so many ms, it was down: nobody's time went by. Finds all outages."""
    lock = " FOR UPDATE" if connection.dialect.name == "postgresql" else ""
    last = connection.execute(text(f"SELECT value FROM keys WHERE name = 'alive'{lock}")).scalar()
    if last is not None and now - int(last) > silence:
        connection.execute(
            text("INSERT INTO outages (began, ended) VALUES (:began, :ended) ON CONFLICT (began) DO NOTHING"),
            {"began": int(last), "ended": now},
        )
    if last is None or now > int(last):
        connection.execute(
            text("INSERT INTO keys (name, value) VALUES ('alive', :now) ON CONFLICT (name) DO UPDATE SET value = :now"),
            {"now": str(now)},
        )
    outages[:] = [(began, ended) for began, ended in connection.execute(text("SELECT began, ended FROM outages"))]


# ---- workers


def tell(connection: Connection, notice: str) -> None:
    """Tell the other workers, with the transaction, so that nobody hears of what was not written."""
    if not notice:
        return
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_notify(:channel, :body)"), {"channel": CHANNEL, "body": notice})
    else:
        connection.execute(
            text("INSERT INTO notices (time, body) VALUES (CAST(strftime('%s') AS INTEGER), :body)"), {"body": notice}
        )


# ---- reading


def read_head(engine: Reading, table: str) -> Head | None:
    """What a table was made with."""
    with transaction(engine) as connection:
        found = connection.execute(
            text(
                "SELECT tables.*, maps.body AS board, maps.summary FROM tables LEFT JOIN maps ON maps.id = game"
                " WHERE tables.id = :table"
            ),
            {"table": table},
        )
        row = found.mappings().first()
    return None if row is None else head_of(row, row["board"] or "")


def head_of(row: RowMapping, board: str = "") -> Head:
    """What a table was made with, from its row and the summary of its map."""
    return Head(
        id=row["id"],
        created=row["created"],
        game=row["game"],
        seed=row["seed"],
        same_deal=bool(row["same_deal"]),
        plan=tuple(PLANS.decode(row["plan"])),
        options=OPTIONS.decode(row["options"]),
        maker=row["maker"],
        lesson=row["lesson"],
        daily=row["daily"],
        club=row["club"],
        board=board,
        title=TITLED.decode(row["summary"]).name if row["summary"] else "",
    )


def read_entries(engine: Reading, table: str, after: int = 0) -> list[Entry]:
    """The entries of a table with a greater number, in order."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                "SELECT number, time, kind, seat, body FROM entries WHERE table_id = :table AND number > :after ORDER BY number"
            ),
            {"table": table, "after": after},
        ).all()
    return [Entry(number, time, seat, read_body(kind, body)) for number, time, kind, seat, body in rows]


def read_holders(engine: Reading, table: str) -> list[Holder]:
    """The holders of a table's seats."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text("SELECT seat, token, host, person FROM seats WHERE table_id = :table"), {"table": table}
        ).all()
        spares = connection.execute(
            text("SELECT seat, token FROM spares WHERE table_id = :table"), {"table": table}
        ).all()
    more = {seat: tuple(token for other, token in spares if other == seat) for seat, *_ in rows}
    return [Holder(seat, token, bool(host), person, more[seat]) for seat, token, host, person in rows]


def read_chat(engine: Reading, table: str, after: int = 0, most: int = 100) -> list[ChatLine]:
    """The last lines of chat."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                "SELECT number, time, seat, name, line FROM chat WHERE table_id = :table AND number > :after ORDER BY number DESC LIMIT :most"
            ),
            {"table": table, "after": after, "most": most},
        ).all()
    return [ChatLine(*row) for row in reversed(rows)]


def read_review(engine: Engine, table: str) -> str | None:
    """The review of a table's game, if one was kept."""
    with transaction(engine) as connection:
        row = connection.execute(text("SELECT body FROM reviews WHERE table_id = :table"), {"table": table}).first()
    return None if row is None else str(row[0])


def read_map(engine: Engine, name: str) -> str | None:
    """The file of a map."""
    with transaction(engine) as connection:
        row = connection.execute(text("SELECT body FROM maps WHERE id = :name"), {"name": name}).first()
    return None if row is None else str(row[0])


def count_maps(engine: Engine, maker: str) -> tuple[int, int]:
    """How many maps are kept: of all, and of one maker."""
    with transaction(engine) as connection:
        every = connection.execute(text("SELECT count(*) FROM maps")).scalar()
        own = connection.execute(text("SELECT count(*) FROM maps WHERE maker = :maker"), {"maker": maker}).scalar()
    return int(every or 0), int(own or 0)


def listed_maps(engine: Engine, each: int, most: int = 50) -> list[str]:
    """The summaries of maps that may be found, newest first, of each maker so many."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                "SELECT summary FROM (SELECT summary, created, row_number() OVER (PARTITION BY maker ORDER BY created DESC) AS place"
                " FROM maps WHERE listed = 1) AS found WHERE place <= :each ORDER BY created DESC LIMIT :most"
            ),
            {"each": each, "most": most},
        ).all()
    return [row[0] for row in rows]


def open_tables(engine: Engine, since: int, each: int, most: int = 50) -> list[str]:
    """The listed tables with a free seat, newest first, of each maker so many."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                "SELECT id FROM (SELECT id, created, maker, row_number() OVER (PARTITION BY maker ORDER BY created DESC) AS place"
                " FROM tables WHERE listed = 1 AND phase = 'gathering' AND created > :since) AS found"
                " WHERE maker = '' OR place <= :each ORDER BY created DESC LIMIT :most"
            ),
            {"since": since, "each": each, "most": most},
        ).all()
    return [row[0] for row in rows]


def latest_tables(engine: Engine, phase: str, most: int) -> list[tuple[str, str, str, int]]:
    """The latest tables, all or those in a phase: name, game, phase, when they were made."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                "SELECT id, game, phase, created FROM tables WHERE (:phase = '' OR phase = :phase) AND lesson = ''"
                " ORDER BY created DESC, id LIMIT :most"
            ),
            {"phase": phase, "most": most},
        ).all()
    return [(name, game, state, created) for name, game, state, created in rows]


def idle_tables(engine: Engine, before: int, phase: str) -> list[str]:
    """The tables at which nothing has happened since a time, all or those in a phase."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                "SELECT id FROM tables WHERE created < :before AND (:phase = '' OR phase = :phase) AND NOT EXISTS"
                " (SELECT 1 FROM entries WHERE entries.table_id = tables.id AND entries.time >= :before)"
            ),
            {"before": before, "phase": phase},
        )
        return [str(name) for (name,) in rows]


def clear_tables(connection: Connection, names: Iterable[str]) -> int:
    """Delete tables with all that happened there; says how many there were."""
    count = 0
    for name in dict.fromkeys(names):
        connection.execute(  # whoever looks at the others of its round finds out that it may be over
            text(
                "UPDATE tables SET due = created WHERE club > '' AND club = (SELECT club FROM tables WHERE id = :table)"
            ),
            {"table": name},
        )
        connection.execute(  # a round does not wait for a table that is no more: it counts as called off
            text('UPDATE matches SET result = \'{"points":[],"ranks":[]}\' WHERE table_id = :table AND result IS NULL'),
            {"table": name},
        )
        for rows in ("entries", "seats", "spares", "chat", "reviews", "outbox"):
            connection.execute(text(f"DELETE FROM {rows} WHERE table_id = :table"), {"table": name})
        count += connection.execute(text("DELETE FROM tables WHERE id = :table"), {"table": name}).rowcount
    return count


def own_secret(engine: Engine, name: str) -> str:
    """A secret of this store, the same for all its workers; made when it is first asked for."""
    with transaction(engine) as connection:
        connection.execute(
            text("INSERT INTO keys (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING"),
            {"name": name, "value": secrets.token_hex(32)},
        )
        return str(connection.execute(text("SELECT value FROM keys WHERE name = :name"), {"name": name}).scalar())


def count_tables(engine: Engine) -> int:
    """How many tables are kept."""
    with transaction(engine) as connection:
        return int(connection.execute(text("SELECT count(*) FROM tables")).scalar() or 0)


def read_notices(engine: Engine, after: int) -> list[tuple[int, str]]:
    """What workers told one another through the store (SQLite)."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text("SELECT id, body FROM notices WHERE id > :after ORDER BY id"), {"after": after}
        ).all()
    return [(number, body) for number, body in rows]


def last_notice(engine: Engine) -> int:
    """The number of the latest notice."""
    with transaction(engine) as connection:
        return int(connection.execute(text("SELECT max(id) FROM notices")).scalar() or 0)


def drop_notices(engine: Engine, upto: int) -> None:
    """Forget old notices."""
    with transaction(engine) as connection:
        connection.execute(text("DELETE FROM notices WHERE id <= :upto"), {"upto": upto})


def copy_log(engine: Engine) -> None:
    """Bring what SQLite has written to its log into its file; commits go on meanwhile."""
    connection = engine.raw_connection()
    try:
        with suppress(OperationalError):  # another worker does it, or the disk is full: later, then
            connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
    finally:
        connection.close()


def check(engine: Engine) -> None:
    """Raise StoreAway if the store does not answer."""
    with transaction(engine) as connection:
        connection.execute(text("SELECT 1"))
