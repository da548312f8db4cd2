"""Connections end: one that sends nothing, half a header or half a body, or never reads its answer, is closed after a while, and nobody
keeps others out by opening many, or by frames without end. uvicorn's own protocols with deadlines and a measure.

A connection **waits** while no request of its own is being answered. When an address has too many that wait, or the process comes close
to its last file descriptor, those that have waited longest are closed: to a browser that costs a moment, to a flood everything.
"""

import asyncio
import logging
import time
from collections import Counter
from functools import lru_cache

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from railhead.server.door import doorkeeper
from railhead.server.limits import Bucket, network
from railhead.server.settings import Limits, from_environment

PIECE = 1024  # bytes of a socket looked at at once: of the smallest frames they hold 170
SPARE = 64  # descriptors for the store, the bots' processes, files
PROXY = "proxy"  # all that come through a proxy stand for many people


class Crowd:
    """All HTTP connections of this process."""

    def __init__(self, limits: Limits, descriptors: int) -> None:
        self.limits = limits
        self.most = min(limits.connections, max(SPARE, descriptors - max(SPARE, descriptors // 8)))
        self.waiting: dict[PatientHttp, None] = {}  # longest first
        self.waiting_of: Counter[str] = Counter()
        self.open_of: Counter[str] = Counter()

    def come(self, one: "PatientHttp", others: int) -> bool:
        """A new connection: may it stay? `others`: how many there are, sockets included."""
        self.open_of[one.address] += 1
        if others > self.most and not self._send_away(next(iter(self.waiting), None)):
            return False
        return one.address == PROXY or self.open_of[one.address] <= self.limits.connections_an_address

    def wait(self, one: "PatientHttp") -> None:
        """It waits for its next request."""
        if one not in self.waiting:
            self.waiting[one] = None
            self.waiting_of[one.peer] += 1
            if self.waiting_of[one.peer] > self.limits.waiting_an_address:
                self._send_away(next(other for other in self.waiting if other.peer == one.peer))

    def work(self, one: "PatientHttp") -> None:
        """Its request is being answered, or it has gone."""
        if one in self.waiting:
            del self.waiting[one]
            _less(self.waiting_of, one.peer)

    def go(self, one: "PatientHttp") -> None:
        """It is no HTTP connection any more."""
        self.work(one)
        _less(self.open_of, one.address)

    def _send_away(self, one: "PatientHttp | None") -> bool:
        if one is not None:
            self.work(one)
            one.transport.abort()
        return one is not None


def _less(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]


@lru_cache(1)
def crowd() -> Crowd:
    """The crowd of this process."""
    return Crowd(from_environment().limits, descriptors())


def descriptors() -> int:
    """How many files and connections this process may have open; as many as it is allowed to allow itself."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 1 << 16
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 1 << 16 if hard == resource.RLIM_INFINITY else min(hard, 1 << 16)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return wanted if soft == resource.RLIM_INFINITY else soft


class PatientHttp(H11Protocol):
    """uvicorn's HTTP/1.1, whose patience has an end."""

    deadline: asyncio.TimerHandle | None = None
    peer = address = "?"
    counted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.crowd = crowd()
        self.peer = network(self.client[0]) if self.client else "?"
        self.address = PROXY if self.client and doorkeeper().is_proxy(self.client[0]) else self.peer
        self.counted = True
        if not self.crowd.come(self, len(self.connections)):
            transport.abort()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._gone()

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before and not self.cycle.response_complete:
            self._work()

    def on_response_complete(self) -> None:
        before = self.cycle
        super().on_response_complete()
        if self.cycle is before:
            self._wait()
        else:  # the next request had come already
            self._work()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._gone()
        super().handle_websocket_upgrade(event)

    def _wait(self) -> None:
        if not self.transport.is_closing():
            self._allow(self.crowd.limits.header_seconds)
            self.crowd.wait(self)

    def _work(self) -> None:
        self._allow(self.crowd.limits.request_seconds)
        self.crowd.work(self)

    def _gone(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None
        if self.counted:
            self.counted = False
            self.crowd.go(self)

    def _allow(self, seconds: float) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
        self.deadline = self.loop.call_later(seconds, self.transport.abort)


class PatientSocket(WebSocketsSansIOProtocol):
    """uvicorn's sockets, whose patience has an end: whole messages are judged elsewhere, but pings, pongs and fragments never come there,
    and a quarter of a megabyte of any of them, answered at one go, would keep everybody waiting."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        limits = crowd().limits
        self.allowance = Bucket(limits.frames_a_second, limits.frames_at_once)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])

    def _may(self) -> bool:
        """May another frame come? If not, that was the last."""
        if not self.transport.is_closing() and self.allowance.wait():
            self.transport.abort()
        return not self.transport.is_closing()

    def handle_cont(self, event: Frame) -> None:
        if self._may():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        if self._may():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._may():
            super().handle_bytes(event)

    def handle_ping(self) -> None:
        if self._may():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may():
            super().handle_pong(event)


class OncePerMinute(logging.Filter):
    """Of a line that is logged again and again only the first of each minute; what visitors can cause comes without its trace."""

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now, line = time.monotonic(), str(record.msg)[:200].splitlines()[0] if str(record.msg) else ""
        if now - self.told.get(line, -60.0) < 60:
            return False
        if len(self.told) > 100:
            self.told.clear()
        self.told[line] = now
        if record.levelno < logging.CRITICAL and (record.name == "asyncio" or line.startswith("Invalid")):
            record.msg, record.args, record.exc_info = line, (), None
        return True


def quiet(handler: logging.Handler) -> None:
    """Let what the event loop and uvicorn complain about (no descriptor is left, what comes is not HTTP) be a line a minute."""
    for name in ("asyncio", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.filters = [OncePerMinute()]
