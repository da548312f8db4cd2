"""Reviews of finished games: begun when somebody asks, rough at first, kept when they are whole. While a game goes on there are none."""

import logging
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress

import msgspec

from railhead.server import gate, reviewed, store
from railhead.server.bots import COMPILING, NotWanted
from railhead.server.gate import Sealed
from railhead.server.refusals import Refusal
from railhead.server.reviewed import PIECE, Played, Reviewing
from railhead.server.room import Room
from railhead.server.table import is_over, sealed
from railhead.server.turns import Asker
from railhead.server.worker import Worker
from railhead.words import GameReview

MOST = 20  # reviews under way
PATIENCE = 30.0  # seconds after which nobody seems to wait for one any more
DECODER = msgspec.json.Decoder(GameReview)
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
    job = worker.reviewing.get(room.name)
    total = len(live.game.decisions)
    if job is None and begin is not None:
        begin()
        if len(worker.reviewing) >= MOST:
            raise Refusal("too-fast", wait=5000)
        job = worker.reviewing[room.name] = Reviewing(total)
        worker.spawn(_make(worker, room.name, reviewed.played(live.game), job, address))
    if job is not None:
        job.asked = time.monotonic()
    if job is None or not job.rough:
        return gate.plain(GameReview("waiting", 0, total, live.head.game, live.game.names, None, None))
    return gate.plain(msgspec.structs.replace(DECODER.decode(job.rough), done=job.done))


async def _make(worker: Worker, name: str, told: Played, job: Reviewing, address: str) -> None:
    """Make a review piece by piece, after all bots that somebody plays against."""
    asker = Asker(name, address, people=False, wanted=lambda: time.monotonic() - job.asked < PATIENCE)
    try:
        job.rough = await worker.pool.run(asker, COMPILING, reviewed.rough, told)
        job.asked = time.monotonic()
        pieces = []
        for first in range(0, job.total + 1, PIECE):
            pieces.append(await worker.pool.run(asker, COMPILING, reviewed.judge_some, told, first, first + PIECE))
            job.done = min(first + PIECE, job.total)
        found = await worker.pool.run(asker, COMPILING, reviewed.whole, told, pieces)
        await worker.write(store.keep_review, name, await worker.in_thread(reviewed.packed, found))
    except NotWanted:
        pass
    except (TimeoutError, BrokenProcessPool) as error:
        log.error("a review failed", extra={"why": type(error).__name__})
    finally:
        with suppress(KeyError):
            del worker.reviewing[name]
