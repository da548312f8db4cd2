"""The application: routes, headers, origins, limits on bodies."""

import asyncio
import logging
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Engine
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from railhead.server import connections, course, invitation, pages
from railhead.server.endpoints import ENDPOINTS, Asked, Endpoint, refuse
from railhead.server.limits import Buckets, address_of
from railhead.server.messages import place_of
from railhead.server.refusals import Refusal
from railhead.server.settings import Settings, default_store, from_environment
from railhead.server.sockets import Sockets
from railhead.server.waiting import WhenThere
from railhead.server.worker import Worker

log = logging.getLogger("railhead.server")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
    "media-src 'self' data: blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


LONGEST = 15.0  # seconds that a request may have to wait for its turn
PROBES = ("/health", "/ready", "/metrics")  # asked by machines, by any name


class SecurityHeaders:
    """Every answer carries them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        await self.app(scope, receive, sealed if scope["type"] == "http" else send)


class Measured:
    """Of one address so many requests a second: those that come faster wait for their turn, those for which it would be too long are
    refused, after a while. Waiting costs a flood its time and the server nothing."""

    def __init__(self, app: ASGIApp, worker: Worker) -> None:
        self.app, self.worker = app, worker
        limits = worker.settings.limits
        self.requests = Buckets(limits.requests_a_second, limits.requests_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = "" if scope["type"] == "lifespan" else address_of(HTTPConnection(scope))
        if address in self.worker.banned:
            await self._refuse(Refusal("banned"), 4403, scope, receive, send)
            return
        wait = self.requests.turn(address, LONGEST) if address else 0.0
        if wait != 0.0:
            await asyncio.sleep(1.0 if wait is None else wait)
        if wait is not None:
            await self.app(scope, receive, send)
            return
        await self._refuse(Refusal("too-fast", wait=int(LONGEST * 1000)), 4429, scope, receive, send)

    async def _refuse(self, refusal: Refusal, code: int, scope: Scope, receive: Receive, send: Send) -> None:
        self.worker.metrics.count("railhead_refusals_total", code=refusal.code)
        if scope["type"] == "http":
            await refuse(refusal)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": code})


def same_origin(connection: HTTPConnection, allowed: tuple[str, ...]) -> bool:
    """Does a browser ask from a page of ours? What is no browser sends no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    try:
        netloc = urlsplit(origin).netloc
    except ValueError:  # http://[
        return False
    return origin in allowed or (netloc != "" and netloc == connection.headers.get("host"))


def known_hosts(settings: Settings) -> frozenset[str]:
    """The names under which the server is known. A page of another site could give its own name our address, and then be of our origin."""
    here = socket.gethostname().lower()
    return frozenset({"localhost", here, f"{here.partition('.')[0]}.local", *(name.lower() for name in settings.hosts)})


class KnownHosts:
    """Answers only to names that are its own: addresses, this machine's, and those it was told."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or scope["path"] in PROBES or self.knows(Headers(scope=scope).get("host", "")):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await Response("This server does not go by that name (see --allowed-host).\n", 421)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 4403})

    def knows(self, host: str) -> bool:
        """Is this name one of ours?"""
        name = (host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]).lower().rstrip(".")
        if name in self.names or "*" in self.names or name.endswith(".localhost"):
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True


async def read_body(request: Request, kind: type, most: int, seconds: float) -> object:
    """A body of the right type and size, in time, or a refusal."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal("wrong-type")
    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                data += part
                if len(data) > most:
                    raise Refusal("too-large", most=most)
    except TimeoutError:
        raise ClientDisconnect from None
    try:
        return msgspec.json.decode(bytes(data), type=kind)
    except msgspec.ValidationError as error:
        raise Refusal("bad-message", at=place_of(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal("bad-json") from None


def route(endpoint: Endpoint, worker: Worker, buckets: dict[str, Buckets]) -> Route:
    """An endpoint as a route: checks before, refusals after."""
    settings = worker.settings

    async def handle(request: Request) -> Response:
        try:
            body = None
            if endpoint.method != "GET":
                if not same_origin(request, settings.origins):
                    raise Refusal("wrong-origin")
                most = getattr(settings.limits, endpoint.most)
                body = await read_body(request, endpoint.body or dict, most, settings.limits.body_seconds)
            return await endpoint.handle(Asked(worker, request, body, buckets))
        except Refusal as refusal:
            worker.metrics.count("railhead_refusals_total", code=refusal.code)
            return refuse(refusal)
        except ClientDisconnect:
            return Response(status_code=408, headers={"connection": "close"})
        except Exception:
            worker.metrics.count("railhead_faults_total")
            log.exception("request failed", extra={"endpoint": f"{endpoint.method} {endpoint.path}"})
            return refuse(Refusal("failed"))

    return Route(endpoint.path, handle, methods=[endpoint.method])


async def not_found(request: Request, error: Exception) -> Response:
    """What no route takes: the page for people, a refusal for programs."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status == 405:
        answer = refuse(Refusal("wrong-method"))
        allow = (error.headers or {}).get("Allow") if isinstance(error, HTTPException) else None
        if allow:
            answer.headers["allow"] = allow
        return answer
    if status == 404 and request.method in ("GET", "HEAD") and not request.url.path.startswith("/api/"):
        return pages.answer(request)
    return refuse(Refusal("unknown-path" if status == 404 else "bad-message" if status < 500 else "failed"))


class JsonLines(logging.Formatter):
    """One JSON object a line; what is logged never holds tokens, seeds, names or the names of tables."""

    known = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        told.update({key: value for key, value in vars(record).items() if key not in self.known})
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told, enc_hook=str).decode()


def set_up_logs() -> None:
    """Structured logs on the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("railhead.server", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO if name == "railhead.server" else logging.WARNING)  # uvicorn's tells addresses
    connections.quiet(handler)


def create_app(settings: Settings, engine: Engine) -> Starlette:
    """The application of one worker."""
    worker = course.new_worker(engine, settings)
    limits = settings.limits
    buckets = {
        "tables": Buckets(limits.tables_a_minute / 60, limits.tables_at_once),
        "reads": Buckets(limits.messages_a_second, limits.messages_at_once),
        "people": Buckets(limits.people_a_minute / 60, limits.people_at_once),
        "replays": Buckets(limits.replays_a_second, limits.replays_at_once),
        "maps": Buckets(limits.maps_a_minute / 60, limits.maps_at_once),
        "reviews": Buckets(limits.reviews_a_minute / 60, limits.reviews_at_once),
    }
    sockets = Sockets(worker, lambda socket: same_origin(socket, settings.origins))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await course.start(worker)
        yield
        await course.stop(worker)

    paths: list[Route | WebSocketRoute] = [route(endpoint, worker, buckets) for endpoint in ENDPOINTS]
    paths.append(WebSocketRoute("/api/socket", sockets.endpoint))

    async def invite(request: Request) -> Response:
        return await invitation.answer(worker, request, buckets["reads"])

    paths += [Route(path, invite, methods=["GET"]) for path in ("/", "/t/{table}")]
    app = Starlette(
        routes=paths,
        lifespan=lifespan,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(Measured, worker=worker),
            Middleware(KnownHosts, names=known_hosts(settings)),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
        ],
        exception_handlers={HTTPException: not_found},
    )
    app.router.redirect_slashes = False  # a redirect would lead to whatever host was asked for
    return app


def application() -> ASGIApp:
    """What uvicorn's workers call."""
    set_up_logs()
    sys.setswitchinterval(0.001)  # the thread that writes must not wait long for the one that talks, nor the other way
    settings = from_environment()
    return WhenThere(settings.store or default_store(), lambda engine: create_app(settings, engine))
