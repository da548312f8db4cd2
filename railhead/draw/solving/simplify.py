"""Lines with fewer points, and the grid on which geography is kept."""

import numpy as np
from numpy.typing import NDArray

Line = NDArray[np.float64]
STEPS_PER_DEGREE = 1000


def as_planes(numbers: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Columns of small numbers of both signs as rows of bytes of one weight: the upper ones are zeros, which compress to nothing."""
    folded = np.ascontiguousarray((numbers.T << 1) ^ (numbers.T >> 31))
    return np.ascontiguousarray(folded.view(np.uint8).reshape(len(folded), -1, 4).transpose(0, 2, 1))


def of_planes(planes: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The numbers of such rows."""
    folded = np.ascontiguousarray(planes.transpose(0, 2, 1)).view(np.uint32)[..., 0].T
    return (folded >> 1).astype(np.int32) ^ -(folded & 1).astype(np.int32)


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
