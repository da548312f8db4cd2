"""A worker's own course: it begins, has the rules prepared, tidies up now and then, ends."""

import asyncio
import gc
import logging
import time
from contextlib import suppress

from sqlalchemy import Engine

from railhead.server import manners, metrics, minding, moment, news, notices, pacing, presence, rooms, store
from railhead.server.bots import compiled_before, note_compiled, warm_up
from railhead.server.refusals import Refusal
from railhead.server.settings import Settings
from railhead.server.worker import Worker

log = logging.getLogger("railhead.server")
TIDY = 10.0  # seconds
FORGET = 3600.0  # seconds from one forgetting of old lessons to the next
LESSONS_FOR = 48 * 3600 * 1000  # ms in which the table of a lesson is kept
COPY_LOG = 2.0  # seconds from one copying of SQLite's log to the next


def new_worker(engine: Engine, settings: Settings) -> Worker:
    """A worker whose tables have bots and clocks."""
    worker = Worker(engine, settings)
    worker.changed = lambda room: pacing.schedule(worker, room)
    return worker


async def start(worker: Worker) -> None:
    """Begin: listen, have the rules prepared, tidy up now and then."""
    worker.bus.start(lambda notice: news.hear(worker, notice), lambda: news.lost(worker))
    with suppress(Refusal):
        await minding.beat(worker)
        await manners.look(worker)
    worker.spawn(_prepare(worker))
    worker.spawn(minding.mind(worker))
    worker.spawn(notices.deliver(worker))
    worker.spawn(_tidy_up(worker))
    if worker.engine.dialect.name == "sqlite":
        worker.spawn(_copy_log(worker))
    if worker.settings.run_folder:
        worker.spawn(_publish(worker))


async def _prepare(worker: Worker) -> None:
    began = time.monotonic()
    if compiled_before():  # quick: everything is on disk
        await worker.in_thread(warm_up)
    else:
        try:
            await worker.pool.warm_up()
        except (OSError, RuntimeError) as error:
            log.error("bots have no processes", extra={"why": type(error).__name__})
        await worker.in_thread(warm_up)
        note_compiled()
    log.info("rules prepared", extra={"seconds": round(time.monotonic() - began, 2)})
    await prepared(worker)
    await worker.pool.warm_up_bots()


async def prepared(worker: Worker) -> None:
    """The rules are ready: open rooms begin to play. What is in memory by now stays: looking through all of it for what could go, as Python
    does now and then, would hold everybody up for 70 ms and more."""
    gc.collect()
    gc.freeze()
    worker.ready = True
    for room in list(worker.open.values()):
        await rooms.prepare(worker, room)


async def _tidy_up(worker: Worker) -> None:
    forget_again = 0.0
    while True:
        await asyncio.sleep(TIDY)
        with suppress(Refusal):
            await manners.look(worker)
        rooms.forget_idle(worker)
        presence.forget_gone(worker)
        worker.rest()
        if time.monotonic() > forget_again:
            forget_again = time.monotonic() + FORGET
            with suppress(Refusal):
                await worker.write(store.forget_lessons, moment.now() - LESSONS_FOR)
        await news.tell_alive(worker)
        await presence.tell_again(worker)


async def _copy_log(worker: Worker) -> None:
    while True:
        await asyncio.sleep(COPY_LOG)
        with suppress(Refusal):
            await worker.read(store.copy_log)


async def _publish(worker: Worker) -> None:
    while True:
        metrics.publish(worker.settings.run_folder, worker.name, worker.metrics)
        await asyncio.sleep(metrics.PUBLISH)


async def stop(worker: Worker) -> None:
    """End: clients are sent away (they come back by themselves), helpers are ended."""
    open_rooms, worker.open = worker.open, {}
    for room in open_rooms.values():
        room.stop_timer()
        for listener in list(room.listeners):
            listener.close(4503)
    for task in worker.tasks - worker.sending:
        task.cancel()
    await notices.finish(worker)
    for task in list(worker.sending):
        task.cancel()
    if worker.settings.run_folder:
        metrics.publish(worker.settings.run_folder, worker.name, worker.metrics)
    worker.bus.stop()
    worker.pool.close()
    worker.makers.close()
    worker.writer.close()
    worker.readers.shutdown(wait=False)
    worker.slow.close()
    worker.making.shutdown(wait=False, cancel_futures=True)
    worker.reaching.shutdown(wait=False, cancel_futures=True)
    worker.naming.shutdown(wait=False, cancel_futures=True)
    worker.engine.dispose()
