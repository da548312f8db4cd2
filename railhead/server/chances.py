"""The line of chances for those who watch bots: by what all can see, thought out in the bots' processes when somebody asks, a position at a time.

Where people play there is none while the game goes on: it would be a hint.
"""

import logging
from concurrent.futures.process import BrokenProcessPool

from railhead.server import gate, pacing, table
from railhead.server.bots import COMPILING, NotWanted
from railhead.server.gate import Sealed
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.table import Live
from railhead.server.worker import Worker
from railhead.words import WatchedChance, WatchedChances

log = logging.getLogger("railhead.server")


def watched(source: str, record: bytes) -> list[float]:
    """The chances of all seats, from what all can see; in a bots' process."""
    from railhead.review.watching import watched

    return watched(source, record)


def among_bots(live: Live) -> bool:
    """Is every seat a bot's, and was so from the first?"""
    return all(plan.kind == "bot" for plan in live.head.plan)


def so_far(worker: Worker, room: Room) -> Sealed:
    """What there is of the line; where it has not come to the position on the table yet, that is thought about."""
    live = room.live
    if not among_bots(live):
        raise Refusal("not-over")
    if table.sealed(live):  # others play the same deal
        raise Refusal("sealed")
    if live.game is None:
        raise Refusal("preparing")
    if live.position not in room.chances:
        if table.is_over(live):
            winners = live.game.score().winners
            room.chances[live.position] = [(seat in winners) / len(winners) for seat in range(live.game.players)]
        elif not room.weighing:
            room.weighing = True
            worker.spawn(
                _weigh(worker, room, live.position, live.game.setting.source, live.game.veiled(None).tobytes())
            )
    return gate.plain(WatchedChances([WatchedChance(*one) for one in sorted(room.chances.items())]))


async def _weigh(worker: Worker, room: Room, position: int, source: str, record: bytes) -> None:
    """One position, when no bot that somebody plays against waits for the process."""
    try:
        asker = pacing.asker(worker, room)
        room.chances[position] = await worker.pool.run(asker, COMPILING, watched, source, record)
    except NotWanted:
        pass
    except (TimeoutError, BrokenProcessPool) as error:
        log.error("chances failed", extra={"why": type(error).__name__})
    finally:
        room.weighing = False
