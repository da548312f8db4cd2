"""A room: a table in memory, and who has it open."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Protocol

from railhead.server import moment
from railhead.server.gate import Reader, Sealed
from railhead.server.limits import Bucket
from railhead.server.table import Live


class Listener(Protocol):
    """A client that has a table open."""

    reader: Reader
    address: str  # who it is, as far as limits go
    looks: bool  # does anybody look at it?

    def send(self, message: Sealed) -> None:
        """Send soon; never blocks."""

    def close(self, code: int) -> None:
        """Close soon."""


@dataclass(frozen=True)
class Peer:
    """Who has a table open at another worker, by its word of that number: words may overtake one another."""

    word: int
    seats: frozenset[int]
    watchers: int
    looking: frozenset[int] = frozenset()  # seats that somebody looks at
    heard: float = field(default_factory=time.monotonic)


COMINGS = 4, 8  # how often a second, and at once, all are told who is there


@dataclass
class Room:
    """A table in memory, and who has it open."""

    live: Live
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: dict[Listener, None] = field(default_factory=dict)  # oldest first
    left: dict[int, int] = field(default_factory=dict)  # when a seat's last client went
    comings: Bucket = field(default_factory=lambda: Bucket(*COMINGS))  # how often all were told of them
    saying: asyncio.TimerHandle | None = None  # they are told soon
    opened: int = field(default_factory=moment.now)
    used: float = field(default_factory=time.monotonic)
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    wake: asyncio.Event = field(default_factory=asyncio.Event)  # bots that bide their time need not any longer
    timer: asyncio.TimerHandle | None = None
    behind: bool = False  # the store may know more than we do
    keeping_up: asyncio.Task[None] | None = None
    mine: bool = True  # did this worker write the latest entry?
    chat_number: int = 0
    writes: dict[int, Bucket] = field(default_factory=dict)  # what a seat has written lately, other than moves
    hints: dict[int, Bucket] = field(default_factory=dict)  # what a seat has asked for lately
    advising: set[int] = field(default_factory=set)  # seats for which a hint is being thought out
    chances: dict[int, list[float]] = field(default_factory=dict)  # of all seats, at positions that somebody watched
    weighing: bool = False  # more of them is being thought out

    @property
    def name(self) -> str:
        """The table's name."""
        return self.live.head.id

    def send(self, message: Sealed) -> None:
        """Tell all who have it open here; only what all may see."""
        for listener in self.listeners:
            listener.send(message)

    def stop_timer(self) -> None:
        """No clock runs out by itself."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
