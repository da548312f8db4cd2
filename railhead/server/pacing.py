"""When bots act and clocks run out. Bots rest at tables that nobody has open, unless the game goes on over days."""

import asyncio
import time
from contextlib import suppress

from railhead.server import moment, presence, rooms, table, wishes
from railhead.server.bots import NotWanted
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.turns import Asker
from railhead.server.worker import Worker

AT_ONCE = 0.05  # seconds before a bot answers a person, at most
TAKE_OVER = 5.0  # seconds after which a worker does another one's work: bots, clocks


def schedule(worker: Worker, room: Room) -> None:
    """Let bots think and clocks run, as the table stands now."""
    if worker.open.get(room.name) is not room:  # it was closed
        return
    for seat in table.waiting(room.live):
        if seat not in room.thinking and _due(worker, room, seat):
            room.thinking[seat] = worker.spawn(_think(worker, room, seat))
    _set_timer(worker, room)


def _patience(room: Room) -> float:
    """Seconds to wait longer where the worker that wrote last is expected to go on."""
    return 0.0 if room.mine else TAKE_OVER


# ---- clocks


def _set_timer(worker: Worker, room: Room) -> None:
    room.stop_timer()
    now = moment.now()
    out = table.runs_out(room.live, now)
    if out is not None:
        left = (out - now) / 1000 + 0.05 + _patience(room)
        room.timer = asyncio.get_running_loop().call_later(
            max(0.05, left), lambda: worker.spawn(_time_out(worker, room))
        )


async def _time_out(worker: Worker, room: Room) -> None:
    """A clock has run out: a bot takes the seat."""
    try:
        await rooms.act(worker, room, wishes.time_out)
    finally:
        schedule(worker, room)


# ---- bots


def _due(worker: Worker, room: Room, seat: int) -> bool:
    """Is a bot to act for this seat now?"""
    live = room.live
    return live.seats[seat].bot is not None and seat in table.waiting(live) and _wanted(worker, room)


def _wanted(worker: Worker, room: Room) -> bool:
    """Does anybody wait for the bots of a table?"""
    return presence.watched(worker, room) or table.goes_on(room.live)


def asker(worker: Worker, room: Room) -> Asker:
    """For whom a bot of this table thinks: of all who have it open, players before watchers, whoever has used the least lately."""
    present = presence.company(worker, room).present
    people = {seat for seat, state in enumerate(room.live.seats) if not state.bot and present[seat]}
    here = [one for one in room.listeners if people.intersection(one.reader)] or list(room.listeners)
    lately = worker.pool.turns.addresses.lately
    address = min((one.address for one in here), key=lately, default=room.name)
    return Asker(room.name, address, bool(people), lambda: _wanted(worker, room))


async def _think(worker: Worker, room: Room, seat: int) -> None:
    """A bot's turn: think and move; begin anew if the table changed meanwhile."""
    failures = 0
    try:
        while _due(worker, room, seat):
            try:
                await _take_turn(worker, room, seat)
            except NotWanted:
                continue
            except Refusal as refusal:
                if refusal.code != "stale":
                    failures += 1
                    await asyncio.sleep(min(10.0, 0.5 * 2**failures))
    finally:
        room.thinking.pop(seat, None)
        if worker.open.get(room.name) is room and _due(worker, room, seat):
            asyncio.get_running_loop().call_soon(schedule, worker, room)


async def _pause(worker: Worker, room: Room) -> None:
    """Bots wait while a person may take a move back, unless they say that they will not; and where bots are among themselves.

    Else they act at once: people's pages show what happened at the pace that each of them likes, and nobody waits for the slowest.
    """
    seconds = worker.settings.bot_pause
    if table.biding(room.live) is None:
        alone = all(state.bot for state in room.live.seats)
        await asyncio.sleep((seconds if alone else min(seconds, AT_ONCE)) + _patience(room))
        return
    room.wake.clear()
    with suppress(TimeoutError):
        await asyncio.wait_for(room.wake.wait(), seconds * presence.BIDE + _patience(room))


async def _take_turn(worker: Worker, room: Room, seat: int) -> None:
    """Wait a moment, think, move; stop where the table is no longer as it was."""
    live = room.live
    level, choosing = live.seats[seat].bot, table.phase_of(live) == table.FIRST
    position = None if choosing else live.position  # first tickets are chosen by all at once
    assert level is not None
    await _pause(worker, room)
    if room.live is not live or position not in (None, live.position) or seat not in table.waiting(live):
        return
    began = time.monotonic()
    decisions = table.rival_move(live, seat) or await worker.pool.think(
        level, table.asked(live, seat), seat, asker(worker, room)
    )
    worker.metrics.took("railhead_bot_seconds", time.monotonic() - began)
    await rooms.act(worker, room, wishes.move(seat, position, decisions, "", True))
