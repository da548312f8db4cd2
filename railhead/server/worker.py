"""A worker: one process that answers, and what its tables share: the store, the bots' processes, counts, the other workers.

Plain data and three verbs: `read` and `write` the store without holding up the event loop, `spawn` what happens beside.
"""

import asyncio
import gzip
import itertools
import logging
import os
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Engine

from railhead.server import store
from railhead.server.bots import BotPool, Mind
from railhead.server.bus import make_bus
from railhead.server.limits import Buckets
from railhead.server.metrics import Metrics
from railhead.server.refusals import Refusal
from railhead.server.reviewed import Reviewing
from railhead.server.room import Peer, Room
from railhead.server.settings import Settings
from railhead.server.store import StoreAway
from railhead.server.writer import Writer

Result = TypeVar("Result")
Maker = Callable[..., Awaitable[tuple[bytes, str]]]
SLOW_MOST = 50  # things that take long and wait to be done
SLOW_SECONDS = 600.0  # that one of them may take, on a small and busy machine where the rules are still compiled
MAKERS = 2  # processes in which maps are made: of two no address has both
MADE_MOST = 400  # things that never change that are kept in memory
REST = 600.0  # seconds after which their process ends if there are none
log = logging.getLogger("railhead.server")


class Worker:
    """Everything that one process holds."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self.engine, self.settings = engine, settings
        self.reading = store.for_reading(engine)
        self.away_told = -60.0  # when the log was last told that the store is away
        self.marking = store.own_secret(engine, "marking")
        self.signing = store.own_secret(engine, "signing")
        self.pushing = store.own_secret(engine, "pushing")  # push services know the server by it
        self.dealing = store.own_secret(engine, "dealing")  # the deals of all days come from it
        self.banned: frozenset[str] = frozenset()  # addresses and people whom the host keeps out
        self.announced = ""  # what the host says to all
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.ready = False  # are the rules compiled?
        self.metrics = Metrics()
        self.pool = BotPool(settings.bot_processes)
        self.bus = make_bus(engine, settings.workers, self.name)
        one_writer = engine.dialect.name == "sqlite"  # SQLite has one writer; waiting in line beats waiting for locks
        self.writer = Writer(store.for_writing(engine), 1 if one_writer else 4)
        self.readers = ThreadPoolExecutor(4, "railhead-read")
        self.slow, self.leisure, self.slow_used = Mind(), asyncio.Lock(), 0.0
        self.maps_used = 0.0
        self.makers, self.mapping = BotPool(MAKERS), Counter[str]()  # what is done for maps, and who waits for it
        self.making = ThreadPoolExecutor(1, "railhead-make")
        self.made: dict[tuple[Any, ...], tuple[bytes, bytes, str]] = {}  # once and for all: boards, their pictures
        self.in_making: dict[tuple[Any, ...], asyncio.Task[tuple[bytes, bytes, str]]] = {}
        self.waiting = 0  # for that one
        self.reaching = ThreadPoolExecutor(32, "railhead-reach")  # for what is sent to others
        self.naming = ThreadPoolExecutor(4, "railhead-name")  # looks up names of visitors' hooks
        self.sending: set[asyncio.Task[None]] = set()  # letters under way
        limits = settings.limits
        self.sluggish: set[str] = set()  # ways by which the latest letter took long
        self.telling = Buckets(limits.notices_a_minute / 60, limits.notices_at_once)  # by person
        self.proving = Buckets(limits.codes_a_minute / 60, limits.codes_at_once)  # by address to which a code is sent
        self.tasks: set[asyncio.Task[Any]] = set()

        self.open: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.watchers: Counter[str] = Counter()  # by address
        self.told: dict[tuple[str, str], bytes] = {}  # replays and records of finished games, compressed, oldest first
        self.reviewing: dict[str, Reviewing] = {}  # reviews under way, by table or by what stands in a record
        self.reviewed: dict[str, bytes] = {}  # reviews of records, the latest last
        self.changed: Callable[[Room], None] = lambda room: None  # called when a table has changed: bots, clocks

        self.heard: dict[str, float] = {}  # other workers, and when they last said something
        self.elsewhere: dict[str, dict[str, Peer]] = {}  # by table and worker: who has it open there
        self.words = itertools.count(1)
        self.untold: set[str] = set()  # tables of which the other workers could not be told who is there

        self.tables, self.count_again = 0, 0.0  # how many the store holds, and when to count them again
        self.metrics.gauges["railhead_rooms"] = lambda: len(self.open)
        self.metrics.gauges["railhead_sockets"] = lambda: sum(len(room.listeners) for room in self.open.values())
        self.metrics.gauges["railhead_ready"] = lambda: float(self.ready)

    async def read(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Ask the store."""
        try:
            return await self.in_thread(function, self.reading, *arguments)
        except StoreAway as error:
            raise self._away(error) from error

    async def write(self, function: Callable[..., None], *arguments: Any) -> None:
        """Tell the store; returns when it is committed."""
        try:
            await self.writer.write(lambda connection: function(connection, *arguments))
        except StoreAway as error:
            raise self._away(error) from error

    def _away(self, error: StoreAway) -> Refusal:
        self.metrics.count("railhead_store_faults_total")
        if time.monotonic() - self.away_told >= 60:  # every visitor's every wish fails meanwhile
            self.away_told = time.monotonic()
            log.warning("store away", extra={"why": str(error)})
        return Refusal("unavailable")

    async def in_thread(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Have something done that takes long, while the event loop goes on."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, function, *arguments)

    async def at_leisure(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Have something done that takes very long, one after the other, by a process of its own: in a thread, every call that the event
        loop makes would wait for it."""
        if self.waiting >= SLOW_MOST:
            raise Refusal("too-fast", wait=2000)
        self.waiting += 1
        try:
            async with self.leisure:
                return await self.slow.run(SLOW_SECONDS, function, *arguments)
        except (TimeoutError, BrokenProcessPool, OSError) as error:
            log.error("what takes long failed", extra={"why": type(error).__name__})
            raise Refusal("unavailable") from None
        finally:
            self.waiting -= 1
            self.slow_used = time.monotonic()

    def rest(self) -> None:
        """End the process for what takes long if nobody has needed it for a while."""
        if not self.waiting and self.slow.process and time.monotonic() - self.slow_used > REST:
            self.slow.end()
        if not self.mapping and time.monotonic() - self.maps_used > REST:
            self.makers.rest()

    async def made_once(
        self, make: Callable[..., tuple[bytes, str]], *arguments: Any, by: "Maker | None" = None
    ) -> tuple[bytes, bytes, str]:
        """Something that never changes, as it is, compressed, and its tag: made once, however many ask for it first, by a thread that nobody
        needs for the store, or by whoever is named, such as `at_leisure`."""
        key = (make, *arguments)
        if key not in self.made:
            if key not in self.in_making:
                self.in_making[key] = self.spawn(self._make(key, by))
                self.in_making[key].add_done_callback(lambda _: self.in_making.pop(key, None))
            return await asyncio.shield(self.in_making[key])
        return self.made[key]

    async def _make(self, key: tuple[Any, ...], by: "Maker | None") -> tuple[bytes, bytes, str]:
        in_thread = partial(asyncio.get_running_loop().run_in_executor, self.making)
        data, tag = await (by or in_thread)(*key)
        found = self.made[key] = data, await in_thread(gzip.compress, data, 9), tag
        if len(self.made) > MADE_MOST:
            del self.made[next(iter(self.made))]
        return found

    def spawn(self, job: Coroutine[Any, Any, Result]) -> "asyncio.Task[Result]":
        """Let something happen beside; faults are logged."""
        task = asyncio.get_running_loop().create_task(job)
        self.tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), Refusal):
            self.metrics.count("railhead_faults_total")
            log.error("task failed", exc_info=task.exception())
