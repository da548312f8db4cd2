"""Lines with fewer points, and the grid on which geography is kept."""

import numpy as np
from numpy.typing import NDArray

Line = NDArray[np.float64]
STEPS_PER_DEGREE = 500


def simplified(line: Line, tolerance: float) -> Line:
    """The line with fewer points, nowhere further than `tolerance` from the original (Douglas-Peucker)."""
    keep = np.zeros(len(line), bool)
    keep[[0, -1]] = True
    stack = [(0, len(line) - 1)]
    while stack:
        a, b = stack.pop()
        if b - a < 2:
            continue
        chord = line[b] - line[a]
        rest = line[a + 1 : b] - line[a]
        span = float(np.hypot(*chord))
        away = (
            np.abs(rest[:, 0] * chord[1] - rest[:, 1] * chord[0]) / span if span else np.hypot(rest[:, 0], rest[:, 1])
        )
        k = int(away.argmax())
        if away[k] > tolerance:
            keep[a + 1 + k] = True
            stack += [(a, a + 1 + k), (a + 1 + k, b)]
    return line[keep]
