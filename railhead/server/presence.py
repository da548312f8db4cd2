"""Who is there: clients that enter and leave, here and, by the word of the other workers, there."""

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from railhead.server import chat, gate, moment, store
from railhead.server.bus import Notice
from railhead.server.gate import Company, Sight
from railhead.server.refusals import Refusal
from railhead.server.room import Listener, Peer, Room
from railhead.server.table import Live
from railhead.server.worker import Worker
from railhead.words import Identity

BIDE = 5  # times the usual pause of bots, where a person may still take a move back
LATELY = 60_000  # ms in which whoever left a table is thought to come back
PEER_SILENCE = 35.0  # seconds after which another worker's clients are thought gone
FORGET = 600.0  # seconds after which nothing is known of them any more
TOGETHER = 50  # tables of which the other workers are told at once


def _peers(worker: Worker, table: str) -> list[Peer]:
    """Who has the table open at other workers that live."""
    told = worker.elsewhere.get(table, {}).items()
    return [peer for name, peer in told if time.monotonic() - worker.heard.get(name, 0) < PEER_SILENCE]


def company(worker: Worker, room: Room) -> Company:
    """Who has the table open, here and at other workers."""
    return company_at(worker, room.live, room.listeners)


def company_at(worker: Worker, live: Live, listeners: Iterable[Listener] = ()) -> Company:
    """The same of a table that need not be open here."""
    readers, peers = [listener.reader for listener in listeners], _peers(worker, live.head.id)
    here = {seat for reader in readers for seat in reader}.union(*(peer.seats for peer in peers))
    watchers = sum(not reader for reader in readers) + sum(peer.watchers for peer in peers)
    return Company([seat in here or state.kind == "bot" for seat, state in enumerate(live.seats)], watchers)


def watched(worker: Worker, room: Room) -> bool:
    """Does anybody have the table open?"""
    return bool(room.listeners) or any(peer.seats or peer.watchers for peer in _peers(worker, room.name))


def looking(worker: Worker, room: Room) -> set[int]:
    """The seats whose people look at the table now."""
    found = {seat for listener in room.listeners if listener.looks for seat in listener.reader}
    return found.union(*(peer.looking for peer in _peers(worker, room.name)))


def sight(worker: Worker, room: Room) -> Sight:
    """The table as it stands, ready to be shown."""
    return Sight(room.live, company(worker, room), moment.now(), round(worker.settings.bot_pause * BIDE * 1000))


def absent(worker: Worker, room: Room, seat: int) -> bool:
    """Has the person of a seat been away long enough for others to go on without them?"""
    gone = room.left.get(seat, room.opened)
    return not company(worker, room).present[seat] and moment.now() - gone >= worker.settings.absence * 1000


def alive(worker: Worker, room: Room) -> bool:
    """Is anybody at a table, or was there a moment ago?"""
    present = company(worker, room).present
    if any(present[seat] for seat, state in enumerate(room.live.seats) if state.kind == "person"):
        return True
    return moment.now() - max(room.live.head.created, *room.left.values(), 0) < LATELY


async def enter(
    worker: Worker, room: Room, listener: Listener, after: int, re: Identity, seated: Callable[[], bool]
) -> None:
    """A client opens the table: it gets everything first, then whatever happens. Whoever calls this calls `leave`, whatever comes."""
    async with room.lock:  # so that no line of chat falls between what is read and what is told
        lines = await worker.read(store.read_chat, room.name)
        if not seated():  # a seat was left meanwhile, and may be somebody else's by now
            raise Refusal("wrong-token", place=0)
        chat.tell(room, [line for line in lines if line.number > room.chat_number])
        before = company(worker, room).present
        room.listeners[listener] = None
        if not listener.reader:
            worker.watchers[listener.address] += 1
        listener.send(gate.state(sight(worker, room), listener.reader, after, lines, re))
        _changed(worker, room, before)
    await _told(worker, room)


async def leave(worker: Worker, room: Room, listener: Listener) -> None:
    """A client closes it, if it had it open."""
    if listener not in room.listeners:
        return
    before = company(worker, room).present
    del room.listeners[listener]
    if not listener.reader:
        worker.watchers[listener.address] -= 1
        if not worker.watchers[listener.address]:
            del worker.watchers[listener.address]
    room.used = time.monotonic()
    _changed(worker, room, before)
    await _told(worker, room)


def unseat(worker: Worker, room: Room, seat: int) -> None:
    """A seat was left: those who had the table open with it look on from now."""
    for listener in room.listeners:
        if seat in listener.reader:
            listener.reader = tuple(other for other in listener.reader if other != seat)
            if not listener.reader:
                worker.watchers[listener.address] += 1
    room.writes.pop(seat, None)
    worker.spawn(tell(worker, room))


def _changed(worker: Worker, room: Room, before: list[bool]) -> None:
    there = company(worker, room)
    for seat, (was, is_now) in enumerate(zip(before, there.present, strict=True)):
        if was and not is_now:
            room.left[seat] = moment.now()
    worker.changed(room)  # bots rest where nobody looks
    if room.saying is not None:
        return
    wait = room.comings.wait()
    if wait:
        room.saying = asyncio.get_running_loop().call_later(wait / 1000, _say, worker, room)
    else:
        room.send(gate.presence(there))


def _say(worker: Worker, room: Room) -> None:
    """Tell of all at once who came and went since it was last told: of one who does so without end nobody hears more than of others."""
    room.saying = None
    room.comings.wait()
    if worker.open.get(room.name) is room:
        room.send(gate.presence(company(worker, room)))
        if room.name in worker.untold:
            worker.untold.discard(room.name)
            worker.spawn(tell(worker, room))


# ---- other workers


async def tell(worker: Worker, room: Room) -> None:
    """Tell the other workers who has a table open here. They keep it in mind whether they have it open or not: nobody needs to ask for
    it, which would be something to write, with each table that is opened."""
    seats = sorted({seat for listener in room.listeners for seat in listener.reader})
    watchers = sum(not listener.reader for listener in room.listeners)
    looks = sorted({seat for listener in room.listeners if listener.looks for seat in listener.reader})
    notice = worker.bus.notice("presence", room.name, seats, watchers, next(worker.words), looks)
    if notice:
        try:
            await worker.write(store.tell, notice)
        except Refusal:
            worker.untold.add(room.name)  # told again later


async def _told(worker: Worker, room: Room) -> None:
    """Tell the other workers, now or with the next word about it."""
    if room.saying is None:
        await tell(worker, room)
    else:
        worker.untold.add(room.name)


async def tell_again(worker: Worker) -> None:
    """Tell what could not be told before."""
    untold, worker.untold = worker.untold, set()
    for room in [worker.open[name] for name in untold if name in worker.open]:
        await tell(worker, room)


async def ask(worker: Worker) -> None:
    """Ask the other workers who has which tables open there, and say who has them open here: this one has just begun to listen, and
    may have missed that they asked."""
    if notice := worker.bus.notice("who", "", word=next(worker.words)):
        with suppress(Refusal):
            await worker.write(store.tell, notice)
    await answer(worker)


async def answer(worker: Worker) -> None:
    """Tell them of all tables that somebody has open here, some at a time."""
    asked = [room for room in worker.open.values() if room.listeners]
    for first in range(0, len(asked), TOGETHER):
        await asyncio.gather(*(tell(worker, room) for room in asked[first : first + TOGETHER]))


def hear(worker: Worker, notice: Notice) -> None:
    """Another worker says who has a table open there."""
    told, room = worker.elsewhere.setdefault(notice.table, {}), worker.open.get(notice.table)
    known = told.get(notice.teller)
    if known is not None and known.word >= notice.word:
        return
    before = company(worker, room).present if room else []
    told[notice.teller] = Peer(notice.word, frozenset(notice.seats), notice.watchers, frozenset(notice.looking))
    if room:
        _changed(worker, room, before)


def forget_gone(worker: Worker) -> None:
    """Keep no longer in mind where nobody is, or was by the word of a worker that is no more; words that come late are past by then."""
    long_ago = time.monotonic() - FORGET
    for table, told in list(worker.elsewhere.items()):
        for name, peer in list(told.items()):
            gone = not peer.seats and not peer.watchers and peer.heard < long_ago
            if gone or worker.heard.get(name, 0) < long_ago:
                del told[name]
        if not told:
            del worker.elsewhere[table]
