"""Events: what chance and the rules added to a decision, as numbers. `railhead.game.record` turns them into LOG's words.

With a trace that is switched off nothing is written, and nothing is paid for it.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from railhead.kernel.compiled import compiled
from railhead.kernel.records import TRACE, TRACE_ROOM, Trace

(
    DEAL, ROW_FILLED, RESET, OFFERED, KEPT, FIRST, TAKEN, BLIND, RESHUFFLE,
    CLAIMED, TUNNELLED, DECLINED, STATION_BUILT, BUILT, PASSED, LAST, ENDED,
) = range(17)  # fmt: skip

NO_TRACE: Trace = np.zeros(1, TRACE)[0]


def new_trace() -> Any:
    """A trace that is switched on, as an array of one."""
    trace = np.zeros(1, TRACE)
    trace["on"] = 1
    return trace


@compiled
def note_number(trace: Trace, number: int) -> None:
    """Add one number to the event."""
    if trace.on:
        if trace.used < TRACE_ROOM:
            trace.numbers[trace.used] = number
        trace.used += 1


@compiled
def note(trace: Trace, code: int, first: int, second: int) -> None:
    """Begin an event with its code and two numbers (a seat and a route, mostly)."""
    if trace.on:
        note_number(trace, code)
        note_number(trace, first)
        note_number(trace, second)


@compiled
def note_list(trace: Trace, numbers: Iterable[int]) -> None:
    """Add a list (a row, a handful by kind) to the event."""
    if trace.on:
        for number in numbers:
            note_number(trace, number)
