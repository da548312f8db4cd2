"""Hints: what a strong player would do for a seat, thought out in the bots' processes from what that seat may know, at tables that allow it."""

import logging

from railhead.server import gate, pacing, rooms, table
from railhead.server.bots import NotWanted
from railhead.server.gate import Sealed
from railhead.server.limits import Bucket
from railhead.server.refusals import Refusal
from railhead.server.room import Listener, Room
from railhead.server.worker import Worker
from railhead.words import Advice, AskHint

PATIENCE = 1000  # ms to wait while an answer is on its way
log = logging.getLogger("railhead.server")


def _admit(worker: Worker, room: Room, asker: Listener, message: AskHint) -> None:
    """Refuse what may not be asked now, or not so often."""
    live, seat = room.live, message.seat
    if seat not in asker.reader:
        raise Refusal("not-yours", seat=seat)
    if not table.hints_allowed(live):
        raise Refusal("no-hints")
    if live.seats[seat].bot:
        raise Refusal("bot-plays", seat=seat)
    table.may_move(live, seat, message.at)
    limits = worker.settings.limits
    if seat not in room.hints:
        room.hints[seat] = Bucket(limits.hints_a_second, limits.hints_at_once)
    wait = PATIENCE if seat in room.advising else room.hints[seat].wait()
    if wait:
        raise Refusal("too-fast", wait=wait)


async def ask(worker: Worker, room: Room, asker: Listener, message: AskHint) -> None:
    """Begin to think about a hint; the answer comes when it is there, and nothing waits for it."""
    if room.behind:
        await rooms.catch_up(worker, room)
    _admit(worker, room, asker, message)
    room.advising.add(message.seat)
    worker.spawn(_answer(worker, room, asker, message))


async def _answer(worker: Worker, room: Room, asker: Listener, message: AskHint) -> None:
    try:
        asker.send(await _advice(worker, room, message))
    except Refusal as refusal:
        asker.send(gate.refused(refusal, message.id))
    finally:
        room.advising.discard(message.seat)


async def _advice(worker: Worker, room: Room, message: AskHint) -> Sealed:
    seat = message.seat
    try:
        found = await worker.pool.advise(table.asked(room.live, seat), seat, pacing.asker(worker, room))
    except NotWanted:
        raise Refusal("stale", position=room.live.position) from None
    except Exception as error:  # whoever asked is waiting for an answer
        worker.metrics.count("railhead_faults_total")
        log.error("a hint failed", extra={"why": type(error).__name__})
        raise Refusal("failed") from None
    return gate.plain(Advice(message.id, seat, message.at, *found))
