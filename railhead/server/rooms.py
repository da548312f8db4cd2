"""Rooms: the tables that somebody has open, in memory, kept in step with the store.

A room changes in one way only: entries are written to the store under the next numbers, and when that is done they are folded in and
told to all. If another worker was quicker, its entries are read and folded in first, and the wish is judged again.
"""

import asyncio
import itertools
import logging
import os
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine

from railhead import words
from railhead.server import gate, moment, store, table
from railhead.server.bots import BotPool, compiled_before, note_compiled, usual_level, warm_up
from railhead.server.bus import make_bus
from railhead.server.entries import Replace
from railhead.server.gate import Company, Reader, Sealed, Sight
from railhead.server.metrics import Metrics
from railhead.server.refusals import Refusal
from railhead.server.settings import Settings
from railhead.server.store import Conflict, Entry, Head, Holder, StoreAway
from railhead.server.table import Live
from railhead.server.writer import Writer
from railhead.words import ChatLine, Identity

Result = TypeVar("Result")
log = logging.getLogger("railhead.server")
PEER_SILENCE = 35.0  # seconds after which another worker's clients are thought gone
COPY_LOG = 2.0  # seconds from one copying of SQLite's log to the next
TAKE_OVER = 5.0  # seconds after which a worker does another one's work: bots, clocks


class Listener(Protocol):
    """A client that has a table open."""

    reader: Reader

    def send(self, message: Sealed) -> None:
        """Send soon; never blocks."""

    def close(self, code: int) -> None:
        """Close soon."""


@dataclass
class Wish:
    """What somebody wants to happen, judged on the table as it stands."""

    entries: list[Entry]
    holders: Sequence[Holder] = ()
    phase: str | None = None
    follower: tuple[Head, Sequence[Entry], Sequence[Holder]] | None = None  # a table to be made with it


@dataclass(frozen=True)
class Peer:
    """Who has a table open at another worker, by its word of that number: words may overtake one another."""

    word: int
    seats: frozenset[int]
    watchers: int


@dataclass
class Room:
    """A table in memory, and who has it open."""

    live: Live
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    peers: dict[str, Peer] = field(default_factory=dict)  # other workers' clients
    left: dict[int, int] = field(default_factory=dict)  # when a seat's last client went
    opened: int = field(default_factory=moment.now)
    used: float = field(default_factory=time.monotonic)
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    timer: asyncio.TimerHandle | None = None
    behind: bool = False  # the store may know more than we do
    keeping_up: "asyncio.Task[None] | None" = None
    mine: bool = True  # did this worker write the latest entry?
    chat_number: int = 0


class Rooms:
    """All rooms of a worker, and the helpers they share."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        self.engine, self.settings = engine, settings
        self.reading = store.for_reading(engine)
        self.worker = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.open: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.ready = False
        self.metrics = Metrics()
        self.pool = BotPool(settings.bot_processes)
        self.bus = make_bus(engine, settings.workers, self.worker)
        one_writer = engine.dialect.name == "sqlite"  # SQLite has one writer; waiting in line beats waiting for locks
        self.writer = Writer(engine, 1 if one_writer else 4)
        self.readers = ThreadPoolExecutor(4, "railhead-read")
        self.heard: dict[str, float] = {}  # other workers
        self.words = itertools.count(1)
        self.tables, self.count_again = 0, 0.0  # how many the store holds, and when to count them again
        self.untold: set[str] = set()  # tables of which the other workers could not be told who is there
        self.tasks: set[asyncio.Task[Any]] = set()
        self.metrics.gauges["railhead_rooms"] = lambda: len(self.open)
        self.metrics.gauges["railhead_sockets"] = lambda: sum(len(room.listeners) for room in self.open.values())
        self.metrics.gauges["railhead_ready"] = lambda: float(self.ready)

    # ---- the store, in threads

    async def read(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Ask the store."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self.readers, function, self.reading, *arguments)
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
        log.warning("store away", extra={"why": str(error)})
        return Refusal("unavailable")

    def spawn(self, job: Any) -> "asyncio.Task[Any]":
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

    # ---- opening rooms

    async def room(self, name: str, latest: bool = True) -> Room:
        """The room of a table, loaded if need be; with the latest in it even if news from other workers is still on its way: whoever
        asks may come from there, with a seat taken or a game ended a moment ago."""
        room = self.open.get(name)
        if room is None:
            if name not in self.opening:
                self.opening[name] = self.spawn(self._load(name))
                self.opening[name].add_done_callback(lambda _: self.opening.pop(name, None))
            room = await asyncio.shield(self.opening[name])
        if room.behind or (latest and self.bus.shared):
            await self.catch_up(room)
        room.used = time.monotonic()
        return room

    async def _load(self, name: str) -> Room:
        began = time.monotonic()
        live = await self.read(load_live, name, self.ready)
        if live is None:
            raise Refusal("unknown-table")
        lines = await self.read(store.read_chat, name, 0, 1)
        room = self.open.setdefault(name, Room(live, chat_number=lines[-1].number if lines else 0))
        if live.playing != self.ready:  # the rules became ready meanwhile
            await self._prepare_room(room)
        room.behind = self.bus.shared  # of a table that was not open yet no news was heard
        self.metrics.took("railhead_load_seconds", time.monotonic() - began)
        self.schedule(room)
        await self.tell("who", room)
        return room

    def forget_idle(self) -> None:
        """Close the rooms that nobody has had open for a while."""
        now = time.monotonic()
        for name, room in list(self.open.items()):
            if (
                not room.listeners
                and not room.thinking
                and not room.lock.locked()
                and now - room.used > self.settings.idle_seconds
            ):
                if room.timer:
                    room.timer.cancel()
                del self.open[name]

    async def prepared(self) -> None:
        """The rules are ready: open rooms begin to play."""
        self.ready = True
        for room in list(self.open.values()):
            await self._prepare_room(room)

    async def _prepare_room(self, room: Room) -> None:
        async with room.lock:
            live = await self.read(load_live, room.live.head.id, True, room.live.number)
            if live is None or room.live.playing:
                return
            room.live = live
            self.broadcast(room, words.Prepared(live.number, moment.now(), None))
        self.schedule(room)

    # ---- what happens

    async def act(self, room: Room, wish: Callable[[Live], Wish]) -> int:
        """Let something happen, if the table as it stands allows it; answered only when it is written. Returns its number.
        It happens to the end, even if whoever wished it goes away meanwhile."""
        return await asyncio.shield(self.spawn(self._act(room, wish)))

    async def _act(self, room: Room, wish: Callable[[Live], Wish]) -> int:
        for _ in range(20):
            if room.behind:
                await self.catch_up(room)
            async with room.lock:
                wanted = wish(room.live)
                if not wanted.entries:
                    return room.live.number
                notice = self.bus.notice("entries", room.live.head.id)
                try:
                    await self.write(write_wish, room.live.head.id, wanted, notice)
                except Conflict:
                    room.behind = True
                    continue
                except Refusal:
                    self.fall_behind(room)  # it may have been written all the same
                    raise
                room.mine = True
                self.happen(room, wanted.entries, wanted.holders)
                return wanted.entries[-1].number
        raise Refusal("unavailable")

    def happen(self, room: Room, entries: Sequence[Entry], holders: Sequence[Holder] = ()) -> None:
        """Fold in what is written, and tell all."""
        for holder in holders:
            room.live.holders[holder.seat] = holder.token_hash
        for entry in entries:
            began = room.live.since
            told = table.fold(room.live, entry)
            if room.live.since != began:  # by our own clock: another machine's may be wrong
                room.live.since = moment.now()
            self.metrics.count("railhead_entries_total", kind=entry.kind)
            self.broadcast(room, told)
        self.schedule(room)

    async def catch_up(self, room: Room) -> None:
        """Read what other workers wrote."""
        async with room.lock:
            room.behind = False  # what is heard from here on may be missing in what is read
            try:
                entries = await self.read(store.read_entries, room.live.head.id, room.live.number)
                if any(entry.kind in ("sit", "fill") for entry in entries):
                    table.hold(room.live, await self.read(store.read_holders, room.live.head.id))
            except BaseException:
                room.behind = True
                raise
            if entries:
                room.mine = False
                self.happen(room, entries)

    def fall_behind(self, room: Room) -> None:
        """The store may know more than we do: read it, as soon as it answers."""
        room.behind = True
        if room.keeping_up is None or room.keeping_up.done():
            room.keeping_up = self.spawn(self._keep_up(room))

    async def _keep_up(self, room: Room) -> None:
        pause = 0.2
        while room.behind:
            try:
                await self.catch_up(room)
            except Refusal:
                await asyncio.sleep(pause)
                pause = min(5.0, pause * 2)

    def broadcast(self, room: Room, told: words.Entry) -> None:
        """Tell everybody what happened, each what they may see."""
        if not room.listeners:
            return
        sight = self.sight(room)
        made: dict[Reader, Sealed] = {}
        for listener in room.listeners:
            if listener.reader not in made:
                made[listener.reader] = gate.update(sight, listener.reader, told)
            listener.send(made[listener.reader])

    def sight(self, room: Room) -> Sight:
        """The table as it stands, ready to be shown."""
        return Sight(room.live, self.company(room), moment.now())

    # ---- who is there

    def company(self, room: Room) -> Company:
        """Who has the table open, here and at other workers."""
        here = {seat for listener in room.listeners for seat in listener.reader}
        watchers = sum(not listener.reader for listener in room.listeners)
        for worker, peer in room.peers.items():
            if time.monotonic() - self.heard.get(worker, 0) < PEER_SILENCE:
                here |= peer.seats
                watchers += peer.watchers
        return Company([seat in here or state.kind == "bot" for seat, state in enumerate(room.live.seats)], watchers)

    def _company_changed(self, room: Room, before: list[bool]) -> None:
        company = self.company(room)
        for seat, (was, is_now) in enumerate(zip(before, company.present, strict=True)):
            if was and not is_now:
                room.left[seat] = moment.now()
        message = gate.presence(company)
        for listener in room.listeners:
            listener.send(message)

    async def enter(self, room: Room, listener: Listener, after: int, re: Identity) -> None:
        """A client opens the table: it gets everything first, then whatever happens."""
        async with room.lock:  # so that no line of chat falls between what is read and what is told
            lines = await self.read(store.read_chat, room.live.head.id)
            self._tell_chat(room, [line for line in lines if line.number > room.chat_number])
            before = self.company(room).present
            room.listeners.add(listener)
            listener.send(gate.state(self.sight(room), listener.reader, after, lines, re))
            self._company_changed(room, before)
        await self.tell("presence", room)

    async def leave(self, room: Room, listener: Listener) -> None:
        """A client closes it."""
        before = self.company(room).present
        room.listeners.discard(listener)
        room.used = time.monotonic()
        self._company_changed(room, before)
        await self.tell("presence", room)

    def absent(self, room: Room, seat: int) -> bool:
        """Has the person of a seat been away long enough for others to go on without them?"""
        gone = room.left.get(seat, room.opened)
        return not self.company(room).present[seat] and moment.now() - gone >= self.settings.absence * 1000

    # ---- other workers

    async def tell(self, kind: str, room: Room | None) -> None:
        """Tell the other workers: `alive`, or who has a table open here, as `presence` or, asking them for theirs, as `who`."""
        more: dict[str, Any] = {}
        if room is not None:
            more["seats"] = sorted({seat for listener in room.listeners for seat in listener.reader})
            more["watchers"] = sum(not listener.reader for listener in room.listeners)
            more["word"] = next(self.words)
        notice = self.bus.notice(kind, room.live.head.id if room else "", **more)
        if notice:
            try:
                await self.write(store.tell, notice)
            except Refusal:
                if room is not None:
                    self.untold.add(room.live.head.id)  # told again later

    def hear(self, notice: dict[str, Any]) -> None:
        """Another worker says something."""
        worker = str(notice.get("from"))
        self.heard[worker] = time.monotonic()
        room = self.open.get(str(notice.get("table")))
        if room is None:
            return
        kind = notice.get("kind")
        if kind == "entries":
            self.fall_behind(room)
        elif kind == "chat":
            self.spawn(self.read_chat(room))
        elif kind in ("presence", "who"):
            known = room.peers.get(worker)
            if known is None or known.word < notice["word"]:
                before = self.company(room).present
                room.peers[worker] = Peer(notice["word"], frozenset(notice["seats"]), notice["watchers"])
                self._company_changed(room, before)
            if kind == "who" and room.listeners:
                self.spawn(self.tell("presence", room))

    def lost(self) -> None:
        """Something may have been missed: look into the store for every open room, and ask who is there."""
        for room in self.open.values():
            self.fall_behind(room)
            self.spawn(self.read_chat(room))
            self.spawn(self.tell("who", room))

    # ---- chat

    async def chat(self, room: Room, seat: int, text: str) -> int:
        """A line of chat, apart from the game."""
        return await asyncio.shield(self.spawn(self._chat(room, seat, text)))

    async def _chat(self, room: Room, seat: int, text: str) -> int:
        name = room.live.seats[seat].name or "?"
        for _ in range(20):
            async with room.lock:
                line = ChatLine(room.chat_number + 1, moment.now(), seat, name, text)
                notice = self.bus.notice("chat", room.live.head.id)
                try:
                    await self.write(store.add_chat, room.live.head.id, line, notice)
                    self._tell_chat(room, [line])
                    return line.number
                except Conflict:
                    pass
            await self.read_chat(room)
        raise Refusal("unavailable")

    def _tell_chat(self, room: Room, lines: Sequence[ChatLine]) -> None:
        for line in lines:
            room.chat_number = line.number
            for listener in room.listeners:
                listener.send(gate.chat(line))

    async def read_chat(self, room: Room) -> None:
        """Another worker wrote lines of chat: read and tell them."""
        async with room.lock:
            self._tell_chat(room, await self.read(store.read_chat, room.live.head.id, room.chat_number))

    # ---- bots and clocks

    def schedule(self, room: Room) -> None:
        """Let bots think and clocks run, as the table stands now."""
        live = room.live
        for seat in table.waiting(live):
            if live.seats[seat].bot and seat not in room.thinking:
                room.thinking[seat] = self.spawn(self._think(room, seat))
        if room.timer:
            room.timer.cancel()
            room.timer = None
        thinker = table.running(live)
        if thinker is not None:
            left = (live.left[thinker] - table.spent(live, moment.now())) / 1000 + 0.05
            if not room.mine:
                left += TAKE_OVER
            room.timer = asyncio.get_running_loop().call_later(
                max(0.05, left), lambda: self.spawn(self._time_out(room))
            )

    async def _think(self, room: Room, seat: int) -> None:
        """A bot's turn: wait a moment, think, move; begin anew if the table changed meanwhile."""
        failures = 0
        try:
            while True:
                live = room.live
                level, position = live.seats[seat].bot, live.position
                if level is None or seat not in table.waiting(live):
                    return
                choosing = table.phase_of(live) == table.FIRST
                await asyncio.sleep(self.settings.bot_pause + (0 if room.mine else TAKE_OVER))
                if (
                    room.live is not live
                    or (live.position != position and not choosing)
                    or seat not in table.waiting(live)
                ):
                    continue
                began = time.monotonic()
                try:
                    asked = table.asked(live, seat)
                    decisions = await self.pool.think(level, asked, seat)
                    self.metrics.took("railhead_bot_seconds", time.monotonic() - began)
                    await self.act(room, move_wish(seat, None if choosing else position, decisions, "", True))
                except Refusal as refusal:
                    if refusal.code != "stale":
                        failures += 1
                        await asyncio.sleep(min(10.0, 0.5 * 2**failures))
        finally:
            room.thinking.pop(seat, None)
            if (
                seat in table.waiting(room.live)
                and room.live.seats[seat].bot
                and self.open.get(room.live.head.id) is room
            ):
                asyncio.get_running_loop().call_soon(self.schedule, room)

    async def _time_out(self, room: Room) -> None:
        """A clock has run out: a bot takes the seat."""

        def wish(live: Live) -> Wish:
            seat = table.running(live)
            if seat is None or table.spent(live, moment.now()) < live.left[seat]:
                return Wish([])
            return Wish([Entry(live.number + 1, moment.now(), seat, Replace(usual_level(), "clock"))])

        try:
            await self.act(room, wish)
        finally:
            self.schedule(room)

    # ---- the worker's own course

    async def start(self) -> None:
        """Begin: listen, have the rules prepared, tidy up now and then."""
        self.bus.start(self.hear, self.lost)
        self.spawn(self._prepare())
        self.spawn(self._housekeeping())
        if self.engine.dialect.name == "sqlite":
            self.spawn(self._copy_log())

    async def _prepare(self) -> None:
        began, here = time.monotonic(), asyncio.get_running_loop()
        if compiled_before():  # quick: everything is on disk
            await here.run_in_executor(self.readers, warm_up)
        else:
            try:
                await self.pool.warm_up()
            except (OSError, RuntimeError) as error:
                log.error("bots have no processes", extra={"why": type(error).__name__})
            await here.run_in_executor(self.readers, warm_up)
            note_compiled()
        log.info("rules prepared", extra={"seconds": round(time.monotonic() - began, 2)})
        await self.prepared()
        await self.pool.warm_up_bots()

    async def _housekeeping(self) -> None:
        while True:
            await asyncio.sleep(10)
            self.forget_idle()
            await self.tell("alive", None)
            untold, self.untold = self.untold, set()
            for room in [self.open[name] for name in untold if name in self.open]:
                await self.tell("presence", room)

    async def _copy_log(self) -> None:
        while True:
            await asyncio.sleep(COPY_LOG)
            with suppress(Refusal):
                await self.read(store.copy_log)

    async def stop(self) -> None:
        """End: clients are sent away (they come back by themselves), helpers are ended."""
        rooms, self.open = self.open, {}
        for room in rooms.values():
            if room.timer:
                room.timer.cancel()
            for listener in list(room.listeners):
                listener.close(4503)
        for task in list(self.tasks):
            task.cancel()
        self.bus.stop()
        self.pool.close()
        self.writer.close()
        self.readers.shutdown(wait=False)
        self.engine.dispose()


def write_wish(connection: Connection, name: str, wish: Wish, notice: str) -> None:
    """Write all of it or nothing."""
    if wish.follower:
        store.create(connection, *wish.follower, "playing")
    store.append(connection, name, wish.entries, wish.holders, wish.phase, notice)


def load_live(engine: Engine, name: str, playing: bool, upto: int | None = None) -> Live | None:
    """A table from the store, by replaying its entries, all of them or those up to a number."""
    head = store.read_head(engine, name)
    if head is None:
        return None
    live = table.begin(head, store.read_holders(engine, name), playing)
    for entry in store.read_entries(engine, name)[:upto]:
        table.fold(live, entry)
    live.since = min(live.since, moment.now())  # it was written by a clock that ran ahead
    return live


def move_wish(seat: int, at: int | None, decisions: list[int], text: str, bot: bool) -> Callable[[Live], Wish]:
    """A move, if the table is still as it was when the move was made."""

    def wish(live: Live) -> Wish:
        if (live.seats[seat].bot is not None) != bot:
            raise Refusal("stale", position=live.position) if bot else Refusal("bot-plays", seat=seat)
        table.may_move(live, seat, at)
        after = table.tried(live, seat, decisions)
        written = text or table.spell(table.asked(live, seat), decisions)
        entry = table.move_entry(live, seat, decisions, written, bot, moment.now())
        return Wish([entry], phase="over" if after.over else None)

    return wish
