"""Rooms: the tables that somebody has open, in memory, kept in step with the store.

A room changes in one way only: entries are written to the store under the next numbers, and when that is done they are folded in and
told to all. If another worker was quicker, its entries are read and folded in first, and the wish is judged again.
"""

import asyncio
import re
import time
from collections.abc import Iterable, Sequence

from sqlalchemy import Engine

from railhead import words
from railhead.server import endings, gate, moment, presence, store, table, wishes
from railhead.server.entries import Stand
from railhead.server.gate import Company, Reader, Sealed
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.store import Conflict, Entry, Holder
from railhead.server.table import Live
from railhead.server.wishes import Judge
from railhead.server.worker import Worker

TRIES = 20  # other workers write, too
NAME = re.compile("[a-z0-9]{1,32}")

# ---- opening and closing


async def open_room(worker: Worker, name: str, latest: bool = True) -> Room:
    """The room of a table, loaded if need be; with the latest in it even if news from other workers is still on its way: whoever
    asks may come from there, with a seat taken or a game ended a moment ago."""
    room = worker.open.get(name)
    if room is None:
        if not NAME.fullmatch(name):  # what cannot be a name is not asked for
            raise Refusal("unknown-table")
        if name not in worker.opening:
            worker.opening[name] = worker.spawn(_load(worker, name))
            worker.opening[name].add_done_callback(lambda _: worker.opening.pop(name, None))
        room = await asyncio.shield(worker.opening[name])
    if room.behind or (latest and worker.bus.shared):
        await catch_up(worker, room)
    room.used = time.monotonic()
    return room


async def standing(worker: Worker, names: Iterable[str]) -> list[tuple[Live, Company]]:
    """How some tables stand and who is there, of those that there are. What has ended needs no room unless somebody has it open."""
    asked = [name for name in dict.fromkeys(names) if NAME.fullmatch(name)]
    closed = [name for name in asked if name not in worker.open]
    ended = await worker.read(endings.read, closed) if closed else {}
    found = []
    for name in asked:
        if name in ended:
            found.append((ended[name], presence.company_at(worker, ended[name])))
        elif (room := await _room_if_there(worker, name)) is not None:
            found.append((room.live, presence.company(worker, room)))
    return found


async def _room_if_there(worker: Worker, name: str) -> Room | None:
    try:
        return await open_room(worker, name)
    except Refusal as refusal:
        if refusal.code != "unknown-table":
            raise
        return None


async def _load(worker: Worker, name: str) -> Room:
    began = time.monotonic()
    live = await worker.read(load_live, name, worker.ready)
    if live is None:
        raise Refusal("unknown-table")
    lines = await worker.read(store.read_chat, name, 0, 1)
    room = worker.open.setdefault(name, Room(live, chat_number=lines[-1].number if lines else 0))
    if live.playing != worker.ready:  # the rules became ready meanwhile
        await prepare(worker, room)
    room.behind = worker.bus.shared  # of a table that was not open yet no news was heard
    worker.metrics.took("railhead_load_seconds", time.monotonic() - began)
    worker.changed(room)
    return room


def load_live(engine: Engine, name: str, playing: bool, upto: int | None = None) -> Live | None:
    """A table from the store, by replaying its entries, all of them or those up to a number."""
    with store.transaction(engine) as connection:
        head = store.read_head(connection, name)
        if head is None:
            return None
        holders, entries = store.read_holders(connection, name), store.read_entries(connection, name)
    live = table.begin(head, holders, playing)
    for entry in entries[:upto]:
        table.fold(live, entry)
    live.since = min(live.since, moment.now())  # it was written by a clock that ran ahead
    return live


async def prepare(worker: Worker, room: Room) -> None:
    """The rules are ready: an open room begins to play."""
    async with room.lock:
        live = await worker.read(load_live, room.name, True, room.live.number)
        if live is None or room.live.playing:
            return
        room.live = live
        broadcast(worker, room, words.Prepared(live.number, moment.now(), None))
    worker.changed(room)


def forget_idle(worker: Worker) -> None:
    """Close the rooms that nobody has had open for a while."""
    long_ago = time.monotonic() - worker.settings.idle_seconds
    for name, room in list(worker.open.items()):
        if not room.listeners and not room.thinking and not room.lock.locked() and room.used < long_ago:
            room.stop_timer()
            del worker.open[name]


# ---- what happens


async def act(worker: Worker, room: Room, judge: Judge) -> int:
    """Let something happen, if the table as it stands allows it; answered only when it is written. Returns its number.
    It happens to the end, even if whoever wished it goes away meanwhile."""
    return await asyncio.shield(worker.spawn(_act(worker, room, judge)))


async def _act(worker: Worker, room: Room, judge: Judge) -> int:
    for _ in range(TRIES):
        if room.behind:
            await catch_up(worker, room)
        async with room.lock:
            wish = judge(room.live)
            if not wish.entries:
                return room.live.number
            try:
                due = moment.now() if table.minded(room.live) else None
                await worker.write(wishes.write, room.name, wish, worker.bus.notice("entries", room.name), due)
            except Conflict:
                room.behind = True
                continue
            except Refusal:
                fall_behind(worker, room)  # it may have been written all the same
                raise
            room.mine = True
            _happen(worker, room, wish.entries, wish.holders, wish.freed)
            return wish.entries[-1].number
    raise Refusal("unavailable")


def _happen(
    worker: Worker, room: Room, entries: Sequence[Entry], holders: Sequence[Holder] = (), freed: Sequence[int] = ()
) -> None:
    """Fold in what is written, and tell all."""
    for seat in freed:
        room.live.holders.pop(seat, None)
        room.live.persons.pop(seat, None)
        room.live.spares.pop(seat, None)
    for holder in holders:
        room.live.holders[holder.seat] = holder.token_hash
        if holder.person:
            room.live.persons[holder.seat] = holder.person
        if holder.host:
            room.live.hosts.add(holder.seat)
    for entry in entries:
        began = room.live.since
        told = table.fold(room.live, entry)
        if room.live.since != began:  # by our own clock: another machine's may be wrong
            room.live.since = moment.now()
        worker.metrics.count("railhead_entries_total", kind=entry.kind)
        if isinstance(entry.body, Stand) and entry.seat is not None:
            presence.unseat(worker, room, entry.seat)
        broadcast(worker, room, told)
    room.wake.set()
    worker.changed(room)


def broadcast(worker: Worker, room: Room, told: words.Entry) -> None:
    """Tell everybody what happened, each what they may see."""
    if not room.listeners:
        return
    sight = presence.sight(worker, room)
    made: dict[Reader, Sealed] = {}
    for listener in room.listeners:
        if listener.reader not in made:
            made[listener.reader] = gate.update(sight, listener.reader, told)
        listener.send(made[listener.reader])


# ---- keeping in step


async def catch_up(worker: Worker, room: Room) -> None:
    """Read what other workers wrote."""
    async with room.lock:
        room.behind = False  # what is heard from here on may be missing in what is read
        try:
            entries = await worker.read(store.read_entries, room.name, room.live.number)
            if any(entry.kind in ("sit", "stand", "fill") for entry in entries):
                table.hold(room.live, await worker.read(store.read_holders, room.name))
        except BaseException:
            room.behind = True
            raise
        if entries:
            room.mine = False
            _happen(worker, room, entries)


async def hold_again(worker: Worker, room: Room) -> None:
    """Read whose seats they are: somebody has said so."""
    async with room.lock:
        table.hold(room.live, await worker.read(store.read_holders, room.name))


def fall_behind(worker: Worker, room: Room) -> None:
    """The store may know more than we do: read it, as soon as it answers."""
    room.behind = True
    if room.keeping_up is None or room.keeping_up.done():
        room.keeping_up = worker.spawn(_keep_up(worker, room))


async def _keep_up(worker: Worker, room: Room) -> None:
    pause = 0.2
    while room.behind:
        try:
            await catch_up(worker, room)
        except Refusal:
            await asyncio.sleep(pause)
            pause = min(5.0, pause * 2)
