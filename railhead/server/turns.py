"""Whose bot thinks next: there are few processes and many tables, and no address may keep the others waiting.

Tables at which people play come before those at which only bots do; then whoever has used the least lately, by address and by table,
then whoever asked first. What was used is forgotten by halves. Of several processes no address gets all.
"""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

HALF_LIFE = 20.0  # seconds
KEPT = 10_000  # addresses and tables whose use is remembered
Mind = TypeVar("Mind")


@dataclass(frozen=True)
class Asker:
    """For whom a bot is to think."""

    table: str
    address: str
    people: bool = True  # does anybody play there, or do bots only?
    wanted: Callable[[], bool] = field(default=lambda: True, compare=False)  # does anybody look on still?


@dataclass
class _Waiting(Generic[Mind]):
    asker: Asker
    order: int
    got: "asyncio.Future[Mind]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Usage:
    """How much each has used lately, in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.of: dict[str, tuple[float, float]] = {}

    def lately(self, who: str) -> float:
        """What is left of it in memory."""
        used, at = self.of.get(who, (0.0, 0.0))
        return used * 0.5 ** ((self.clock() - at) / HALF_LIFE) if used else 0.0

    def add(self, who: str, seconds: float) -> None:
        """Somebody used so much."""
        if len(self.of) >= KEPT:
            self.of = {key: value for key, value in self.of.items() if self.lately(key) > 0.01}
        self.of[who] = (self.lately(who) + seconds, self.clock())


class Turns(Generic[Mind]):
    """The minds that are free, and those who wait for one."""

    def __init__(self, minds: list[Mind], clock: Callable[[], float] = time.monotonic) -> None:
        self.free = list(minds)
        self.most = max(1, len(minds) - 1)  # of one address at once
        self.clock, self.orders = clock, itertools.count()
        self.waiting: list[_Waiting[Mind]] = []
        self.thinking: Counter[str] = Counter()  # by address
        self.began: dict[Asker, list[float]] = {}
        self.addresses, self.tables = Usage(clock), Usage(clock)

    async def take(self, asker: Asker) -> Mind:
        """Wait for a mind; `give` it back."""
        one: _Waiting[Mind] = _Waiting(asker, next(self.orders))
        self.waiting.append(one)
        self._hand_out()
        try:
            return await one.got
        except asyncio.CancelledError:
            if one in self.waiting:
                self.waiting.remove(one)
            elif one.got.done() and not one.got.cancelled():
                self.give(one.got.result(), asker)
            raise

    def give(self, mind: Mind, asker: Asker) -> None:
        """A mind is free again."""
        seconds = self.clock() - self.began[asker].pop()
        if not self.began[asker]:
            del self.began[asker]
        self.addresses.add(asker.address, seconds)
        self.tables.add(asker.table, seconds)
        self.thinking[asker.address] -= 1
        if not self.thinking[asker.address]:
            del self.thinking[asker.address]
        self.free.append(mind)
        self._hand_out()

    def _hand_out(self) -> None:
        while self.free:
            self.waiting = [one for one in self.waiting if not one.got.done()]  # without those who gave up
            may = [one for one in self.waiting if self.thinking[one.asker.address] < self.most]
            if not may:
                return
            one = min(may, key=self._place)
            self.waiting.remove(one)
            self.thinking[one.asker.address] += 1
            self.began.setdefault(one.asker, []).append(self.clock())
            one.got.set_result(self.free.pop())

    def _place(self, one: "_Waiting[Mind]") -> tuple[bool, float, float, int]:
        asker = one.asker
        return not asker.people, self.addresses.lately(asker.address), self.tables.lately(asker.table), one.order
