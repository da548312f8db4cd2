"""A worker whose store is away, as it may be when a machine starts: it waits, and says so to whoever asks."""

import asyncio
import logging
import time
from collections.abc import Callable

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError
from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from railhead.server.endpoints import refuse, respond
from railhead.server.gate import plain
from railhead.server.refusals import Refusal
from railhead.server.store import StoreAway, open_store
from railhead.words import Alive

AGAIN = 0.5  # seconds from one try to the next
LATER = (
    "57P",
    "08",
    "53",
)  # PostgreSQL's classes of what passes: it starts or stops, the line is cut, it has too much to do
log = logging.getLogger("railhead.server")


def is_away(error: BaseException) -> bool:
    """May a store that cannot be opened be there later, without anybody setting something right?"""
    if isinstance(error, StoreAway):
        return True
    state = getattr(error.orig, "sqlstate", "") if isinstance(error, DBAPIError) else ""
    return isinstance(error, OperationalError) and (state is None or state.startswith(LATER))


class WhenThere:
    """The application, as soon as its store can be opened; until then only that it lives."""

    def __init__(self, url: str, make: Callable[[Engine], Starlette]) -> None:
        self.url, self.make = url, make
        self.app: ASGIApp = _waiting
        self.tried, self.stopping = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        await receive()
        serving = asyncio.ensure_future(self._serve())
        tried = asyncio.ensure_future(self.tried.wait())
        await asyncio.wait((serving, tried), return_when=asyncio.FIRST_COMPLETED)
        if serving.done():  # nothing that waiting would mend
            await serving
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.stopping.set()
        await serving
        await send({"type": "lifespan.shutdown.complete"})

    async def _serve(self) -> None:
        """Open the store, answer until told to stop."""
        app = await self._made()
        if app is None:
            return
        async with app.router.lifespan_context(app):
            self.app = app
            self.tried.set()
            await self.stopping.wait()

    async def _made(self) -> Starlette | None:
        """The application, made when its store is there; none if it is told to stop before."""
        told = -60.0
        while not self.stopping.is_set():
            try:
                return self.make(await asyncio.to_thread(open_store, self.url))
            except (OperationalError, StoreAway) as error:
                if not is_away(error):
                    raise
                if time.monotonic() - told >= 60:
                    told = time.monotonic()
                    log.warning("waiting for the store", extra={"why": type(getattr(error, "orig", error)).__name__})
            self.tried.set()
            await asyncio.sleep(AGAIN)
        return None


async def _waiting(scope: Scope, receive: Receive, send: Send) -> None:
    """What is answered meanwhile: it lives, and nothing else can be had yet."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4503})
    elif scope["path"] == "/health":
        await respond(plain(Alive(True)))(scope, receive, send)
    else:
        await refuse(Refusal("unavailable"))(scope, receive, send)
