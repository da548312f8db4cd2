"""The door: of those who knock, whoever has gone again, or knocks too often, costs next to nothing; the others come in a few at a time.

What waits in the kernel's queue is served in the order in which it came. If each that is not there any more were given a protocol, a
deadline and a farewell, a visitor behind a thousand of them would wait for seconds, and a server that starts under a flood for ever.
"""

import asyncio
import socket
import struct
from functools import lru_cache
from typing import Any

from uvicorn.middleware.proxy_headers import _TrustedHosts

from railhead.server.limits import Buckets, network
from railhead.server.settings import Settings, from_environment

FEW = 16  # new connections taken at once: a few ms
MANY = 500  # of those that are not taken, so many are looked at at once: a few ms too
AT_ONCE = struct.pack("ii", 1, 0)  # nothing lingers of a connection that is closed


class Doorkeeper:
    """Who may come in, as far as can be told before anything was said."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.knocks = Buckets(limits.connections_a_second, limits.connections_at_once)
        self.proxies = _TrustedHosts(settings.proxies)

    def is_proxy(self, host: str) -> bool:
        """Is this a proxy that we believe? It stands for many people."""
        return host in self.proxies

    def welcomes(self, one: socket.socket, address: Any) -> bool:
        """May it come in? Not if it has gone, nor if its address knocks too often."""
        try:
            if one.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b"":
                return False
        except BlockingIOError:
            pass  # it is there, and has said nothing yet
        except OSError:
            return False
        host = address[0] if isinstance(address, tuple) else ""
        return self.is_proxy(host) or not host or not self.knocks.wait(network(host))


@lru_cache(1)
def doorkeeper() -> Doorkeeper:
    """The one of this process."""
    return Doorkeeper(from_environment())


class Door:
    """A listening socket that hands over only those who are welcome."""

    def __init__(self, listening: socket.socket, keeper: Doorkeeper) -> None:
        self.listening, self.keeper = listening, keeper

    def __getattr__(self, name: str) -> Any:
        return getattr(self.listening, name)

    def accept(self) -> tuple[socket.socket, Any]:
        """The next who is welcome."""
        for _ in range(MANY):
            one, address = self.listening.accept()
            if self.keeper.welcomes(one, address):
                if (
                    one.family != socket.AF_UNIX
                ):  # asyncio does it only where a socket knows its protocol, which uvicorn's does not
                    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return one, address
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            one.close()
        raise BlockingIOError  # the others later


class FairLoop(asyncio.SelectorEventLoop):
    """The usual event loop with a door: between the few who come in everybody else has their turn."""

    def _accept_connection(
        self, factory: Any, sock: Any, context: Any = None, server: Any = None, backlog: int = 100, *more: Any
    ) -> None:
        door = sock if isinstance(sock, Door) else Door(sock, doorkeeper())
        super()._accept_connection(factory, door, context, server, min(backlog, FEW), *more)  # type: ignore[misc]
