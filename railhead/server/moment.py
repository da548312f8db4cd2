"""Time that never jumps: taken from the wall when the process starts, then from a clock that only goes forward."""

import time

STARTED = time.time_ns() // 1_000_000
_FROM = time.monotonic_ns()


def now() -> int:
    """Milliseconds since 1970."""
    return STARTED + (time.monotonic_ns() - _FROM) // 1_000_000
