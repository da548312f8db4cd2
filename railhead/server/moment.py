"""Time that never jumps: taken from the wall when the process starts, then from a clock that only goes forward."""

import os
import time
from pathlib import Path

OUTAGES: list[tuple[int, int]] = []  # when the server was down for long, from and to, as the store has it
MOVED = os.environ.get("RAILHEAD_CLOCK")  # for tests: a file that says by how many ms their time is ahead of the wall's
STARTED = time.time_ns() // 1_000_000
_FROM = time.monotonic_ns()


def now() -> int:
    """Milliseconds since 1970."""
    ahead = int(Path(MOVED).read_text()) if MOVED else 0
    return STARTED + (time.monotonic_ns() - _FROM) // 1_000_000 + ahead


def outage(began: int, ended: int) -> int:
    """How many of the ms between two moments the server was down."""
    return sum(max(0, min(up, ended) - max(down, began)) for down, up in OUTAGES)
