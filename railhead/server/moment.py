"""Time that never jumps: taken from the wall when the process starts, then from a clock that only goes forward."""

import time

OUTAGES: list[tuple[int, int]] = []  # when the server was down for long, from and to, as the store has it
STARTED = time.time_ns() // 1_000_000
_FROM = time.monotonic_ns()


def now() -> int:
    """Milliseconds since 1970."""
    return STARTED + (time.monotonic_ns() - _FROM) // 1_000_000


def outage(began: int, ended: int) -> int:
    """How many of the ms between two moments the server was down."""
    return sum(max(0, min(up, ended) - max(down, began)) for down, up in OUTAGES)
