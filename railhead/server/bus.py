"""How workers hear of one another's doings: not at all when there is one, by LISTEN on PostgreSQL, by looking into the store on SQLite.

A notice is a hint to look into the store, or says who is connected where; whoever misses one loses nothing but time.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec
from sqlalchemy import Engine

from railhead.server import store

log = logging.getLogger("railhead.server")
KEPT = 1000  # notices, for workers that are slow to read

NoticeKind = Literal["entries", "holders", "chat", "presence", "who", "alive"]


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a worker says: what kind of thing happened at a table, or at several with commas between them, or who has it open there."""

    kind: NoticeKind
    table: str
    teller: str = msgspec.field(name="from")
    seats: list[int] = []
    watchers: int = 0
    word: int = 0  # of the teller, counted: words may overtake one another
    looking: list[int] = []  # of the seats, those somebody looks at


Hear = Callable[[Notice], None]
NOTICE = msgspec.json.Decoder(Notice)


class Bus:
    """One worker alone: nothing to tell."""

    shared = False  # may another worker have written?

    def __init__(self, engine: Engine, worker: str) -> None:
        self.engine, self.worker = engine, worker

    def notice(
        self,
        kind: NoticeKind,
        table: str,
        seats: Sequence[int] = (),
        watchers: int = 0,
        word: int = 0,
        looking: Sequence[int] = (),
    ) -> str:
        """A notice to write with a transaction; nothing where nobody else would read it."""
        if not self.shared:
            return ""
        notice = Notice(kind, table, self.worker, list(seats), watchers, word, list(looking))
        return msgspec.json.encode(notice).decode()

    def start(self, hear: Hear, lost: Callable[[], None]) -> None:
        """Begin to listen; `lost` is called when something may have been missed."""

    def stop(self) -> None:
        """Listen no more."""


class SharedBus(Bus):
    """Several workers: a thread listens, and hands what it hears to the event loop."""

    shared = True

    def __init__(self, engine: Engine, worker: str) -> None:
        super().__init__(engine, worker)
        self.stopping = threading.Event()
        self.thread: threading.Thread | None = None

    def start(self, hear: Hear, lost: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()

        def receive(body: str) -> None:
            notice = NOTICE.decode(body)
            if notice.teller != self.worker:
                loop.call_soon_threadsafe(hear, notice)

        def connected() -> None:
            loop.call_soon_threadsafe(lost)

        def run() -> None:
            while not self.stopping.is_set():
                try:
                    self.listen(receive, connected)
                except Exception as error:
                    log.warning("listening stopped", extra={"why": type(error).__name__})
                    self.stopping.wait(0.5)

        self.thread = threading.Thread(target=run, name="railhead-bus", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.stopping.set()
        if self.thread is not None:
            self.thread.join(2)

    def listen(self, receive: Callable[[str], None], connected: Callable[[], None]) -> None:
        """Listen until told to stop, or until it fails."""
        raise NotImplementedError


class PostgresBus(SharedBus):
    """LISTEN and NOTIFY."""

    def listen(self, receive: Callable[[str], None], connected: Callable[[], None]) -> None:
        import psycopg

        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url, autocommit=True, connect_timeout=5) as connection:
            connection.execute(f"LISTEN {store.CHANNEL}")
            connected()
            checked = time.monotonic()
            while not self.stopping.is_set():
                for notify in connection.notifies(timeout=0.5):
                    receive(notify.payload)
                    if self.stopping.is_set():
                        return
                if time.monotonic() - checked > 10:
                    connection.execute("SELECT 1")  # notices a connection that died silently
                    checked = time.monotonic()


class SqliteBus(SharedBus):
    """Looks into the store whenever another connection has written to it."""

    def listen(self, receive: Callable[[str], None], connected: Callable[[], None]) -> None:
        seen = dropped = store.last_notice(self.engine)
        connected()
        with self.engine.connect() as connection:
            version: int | None = None
            while not self.stopping.wait(0.03):
                now = connection.exec_driver_sql("PRAGMA data_version").scalar()
                connection.rollback()
                if now == version:
                    continue
                version = now
                for number, body in store.read_notices(self.engine, seen):
                    if number > seen + 1:  # so slow that others have dropped what was not read here
                        connected()
                    seen = number
                    receive(body)
                if seen > dropped + 2 * KEPT:
                    dropped = seen - KEPT
                    store.drop_notices(self.engine, dropped)


def make_bus(engine: Engine, workers: int, worker: str) -> Bus:
    """The bus that fits the store and the number of workers. PostgreSQL may be shared with other machines, so it always listens."""
    if engine.dialect.name == "postgresql":
        return PostgresBus(engine, worker)
    return SqliteBus(engine, worker) if workers > 1 else Bus(engine, worker)
