"""Reviews of finished games: begun when somebody asks, rough at first, kept when they are whole. While a game goes on there are none."""

import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress

import msgspec

from railhead.server import gate, reviewed, store
from railhead.server.bots import COMPILING, NotWanted
from railhead.server.gate import Sealed
from railhead.server.refusals import Refusal
from railhead.server.reviewed import MOST, PIECE, Played, Reviewing
from railhead.server.room import Room
from railhead.server.table import is_over, sealed
from railhead.server.turns import Asker
from railhead.server.worker import Worker
from railhead.words import GameReview, Record

REMEMBERED = 16  # reviews of records
PATIENCE = 30.0  # seconds after which nobody seems to wait for one any more
Keep = Callable[[bytes], Awaitable[None]]
log = logging.getLogger("railhead.server")


async def review(worker: Worker, room: Room, address: str, begin: Callable[[], None] | None) -> Sealed:
    """What there is of a review. It is begun if there is none and `begin`, which counts who asks, has nothing against it."""
    live = room.live
    if not live.started:
        raise Refusal("not-started")
    if live.game is None:
        raise Refusal("preparing")
    if not is_over(live):
        raise Refusal("not-over")
    if sealed(live):
        raise Refusal("sealed")
    if live.game.seed is None or live.head.lesson:
        raise Refusal("lesson")
    kept = await worker.read(store.read_review, room.name)
    if kept is not None:
        return gate.known_to_all(await worker.in_thread(reviewed.unpacked, kept))

    async def keep(found: bytes) -> None:
        await worker.write(store.keep_review, room.name, await worker.in_thread(reviewed.packed, found))

    return _so_far(worker, room.name, live.head.game, reviewed.played(live.game), address, begin, keep)


async def review_record(worker: Worker, record: Record, board: str, address: str, begin: Callable[[], None]) -> Sealed:
    """The same of a game that somebody kept in a file: nothing of it is stored, the last few are remembered."""
    name = hashlib.blake2b(msgspec.json.encode(record), digest_size=16).hexdigest()
    whole = worker.reviewed.get(name)
    if whole is not None:
        return gate.known_to_all(whole)
    job = worker.reviewing.get(name)
    told = job.told if job else await worker.at_leisure(reviewed.of_record, record, board)

    async def keep(found: bytes) -> None:
        worker.reviewed[name] = found
        for oldest in list(worker.reviewed)[:-REMEMBERED]:
            del worker.reviewed[oldest]

    return _so_far(worker, name, record.game, told, address, begin, keep)


def _so_far(worker: Worker, name: str, game: str, told: Played, address: str, begin: Callable[[], None] | None, keep: Keep) -> Sealed:  # fmt: skip
    """What there is of a review under way; it may be begun."""
    job = worker.reviewing.get(name)
    if job is None and begin is not None:
        begin()
        if len(worker.reviewing) >= MOST:
            raise Refusal("too-fast", wait=5000)
        job = worker.reviewing[name] = Reviewing(told)
        worker.spawn(_make(worker, name, job, address, keep))
    if job is not None:
        job.asked = time.monotonic()
    if job is None or not job.rough:
        return gate.plain(GameReview("waiting", 0, len(told[-1]), game, list(told[1]), None, None))
    return gate.known_to_all(job.so_far)


async def _make(worker: Worker, name: str, job: Reviewing, address: str, keep: Keep) -> None:
    """Make a review piece by piece, after all bots that somebody plays against."""
    asker = Asker(name, address, people=False, wanted=lambda: time.monotonic() - job.asked < PATIENCE)
    try:
        job.rough = await worker.pool.run(asker, COMPILING, reviewed.rough, job.told)
        job.asked = time.monotonic()
        pieces = []
        for first in range(0, job.total + 1, PIECE):
            pieces.append(await worker.pool.run(asker, COMPILING, reviewed.judge_some, job.told, first, first + PIECE))
            job.done = min(first + PIECE, job.total)
        await keep(await worker.pool.run(asker, COMPILING, reviewed.whole, job.told, pieces))
    except NotWanted:
        pass
    except (TimeoutError, BrokenProcessPool) as error:
        log.error("a review failed", extra={"why": type(error).__name__})
    finally:
        with suppress(KeyError):
            del worker.reviewing[name]
