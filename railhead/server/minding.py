"""Minding tables that nobody may have open: games over days, and those whose people want to be told of their turns. What happens at one is
written together with the wish that somebody look at it; whoever finds it among those that are due lets clocks run out and bots move, has
people told, and notes when to look again.
"""

import asyncio
import time
from contextlib import suppress

from railhead.server import clubs, moment, notices, profiles, rooms, store, table, wishes
from railhead.server.refusals import Refusal
from railhead.server.table import Live
from railhead.server.worker import Worker

EVERY = 1.0  # seconds from one looking for such tables to the next
TOGETHER = 20  # tables
LEASE = 30_000  # ms in which no other worker looks at them
AGAIN = 60_000  # ms in which a bot has moved, else somebody sees to it
BEAT, SILENCE = (
    60.0,
    600_000,
)  # seconds from one note that the server lives to the next, and ms without one in which it was down


async def mind(worker: Worker) -> None:
    """Look after tables, for as long as the worker lives."""
    beaten = time.monotonic()  # when it began
    while True:
        with suppress(Refusal):
            if time.monotonic() - beaten > BEAT:
                await beat(worker)
                beaten = time.monotonic()
            if worker.ready:
                await look_around(worker)
        await asyncio.sleep(EVERY)


async def beat(worker: Worker) -> None:
    """Note that the server lives, and learn when it did not."""
    await worker.write(store.beat, moment.now(), SILENCE, moment.OUTAGES)


async def look_around(worker: Worker) -> None:
    """Look at all tables that are due."""
    names: list[str] = []
    while await worker.read(store.any_due, moment.now()):
        until = moment.now() + LEASE
        await worker.write(store.claim_due, moment.now(), until, TOGETHER, names)
        for name in names:
            with suppress(Refusal):  # it stays claimed, and is looked at again
                await worker.write(store.looked_at, name, until, await look(worker, name))
        if not names:  # another worker was quicker
            return


async def look(worker: Worker, name: str) -> int | None:
    """Let happen what is to happen at a table; says when to look again."""
    room = await rooms.open_room(worker, name)
    await rooms.act(worker, room, wishes.time_out)
    worker.changed(room)  # its bots may have waited for somebody to look
    await profiles.note_results(worker, room.live)
    await clubs.note(worker, room.live)
    moments = (await notices.tell(worker, room), _clock(room.live))
    return min((one for one in moments if one is not None), default=None)


def _clock(live: Live) -> int | None:
    """When a clock may be out, or a bot that was to move has not."""
    now = moment.now()
    if table.goes_on(live) and any(live.seats[seat].bot for seat in table.waiting(live)):
        return now + AGAIN
    return table.runs_out(live, now) if table.unattended(live) else None
