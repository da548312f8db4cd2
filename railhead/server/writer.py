"""Writing to the store: what many tables want at the same moment is committed together, so that one wait for the disk serves all.

If one of them comes too late (Conflict) nothing of that transaction counts, and each is written on its own.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from railhead.server.store import Conflict, Turns, away

Job = Callable[[Connection], None]
Wish = tuple[Job, "asyncio.Future[None]"]
TOGETHER = 64


def write_together(engine: Engine, jobs: list[Job]) -> list[Exception | None]:
    """Write all in one transaction; for each what went wrong, if anything did."""
    try:
        with engine.begin() as connection:
            for job in jobs:
                job(connection)
    except SQLAlchemyError as error:
        if len(jobs) > 1:  # whoever brought the others down is found out
            return [write_together(engine, [job])[0] for job in jobs]
        if isinstance(error, IntegrityError):
            return [Conflict()]
        return [away(error)]
    return [None] * len(jobs)


class Writer:
    """Threads that write; the event loop waits for none of them."""

    def __init__(self, engine: Engine, threads: int) -> None:
        self.engine, self.turns = engine, Turns(engine)
        self.wishes: queue.SimpleQueue[tuple[Wish, asyncio.AbstractEventLoop] | None] = queue.SimpleQueue()
        self.threads = [threading.Thread(target=self._run, name="railhead-write", daemon=True) for _ in range(threads)]
        for thread in self.threads:
            thread.start()

    async def write(self, job: Job) -> None:
        """Have something written; returns when it is committed, raises Conflict or StoreAway if it is not."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self.wishes.put(((job, done), loop))
        await done

    def _next(self) -> "list[tuple[Wish, asyncio.AbstractEventLoop]] | None":
        """The wishes that wait now, at least one; None when it is time to stop."""
        found = []
        wish = self.wishes.get()
        while wish is not None:
            found.append(wish)
            if len(found) == TOGETHER:
                return found
            try:
                wish = self.wishes.get_nowait()
            except queue.Empty:
                return found
        self.wishes.put(None)  # for the other threads
        return found or None

    def _run(self) -> None:
        while (wishes := self._next()) is not None:
            try:
                with self.turns.one():
                    results = write_together(self.engine, [job for (job, _), _ in wishes])
            except Exception as error:  # a fault of ours: nobody waits for ever
                results = [error] * len(wishes)
            for ((_, done), loop), result in zip(wishes, results, strict=True):
                try:
                    loop.call_soon_threadsafe(_settle, done, result)
                except RuntimeError:  # the loop has ended
                    return

    def close(self) -> None:
        """Write what waits, then stop."""
        self.wishes.put(None)
        for thread in self.threads:
            thread.join(5)
        if not any(thread.is_alive() for thread in self.threads):
            self.turns.close()


def _settle(done: "asyncio.Future[Any]", result: Exception | None) -> None:
    if done.done():
        return
    if result is None:
        done.set_result(None)
    else:
        done.set_exception(result)
