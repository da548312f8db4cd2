"""Minimising a smooth function of many numbers: L-BFGS, small enough to read and the same on every machine."""

from collections import deque
from collections.abc import Callable

import numpy as np

from railhead.draw.solving.projection import Array

MEMORY = 12


def direction(gradient: Array, pairs: deque[tuple[Array, Array, float]]) -> Array:
    """The gradient turned and stretched by what the last steps taught (two-loop recursion)."""
    way = gradient.copy()
    shares = []
    for step, change, curvature in reversed(pairs):
        share = float((step * way).sum()) / curvature
        way -= share * change
        shares.append(share)
    if pairs:
        step, change, curvature = pairs[-1]
        way *= curvature / float((change * change).sum())
    for (step, change, curvature), share in zip(pairs, reversed(shares), strict=True):
        way += (share - float((change * way).sum()) / curvature) * step
    return -way


def descend(cost: Callable[[Array], tuple[float, Array]], start: Array, steps: int) -> Array:
    """A point of lower cost, after at most `steps` steps."""
    point = start.copy()
    value, gradient = cost(point)
    pairs: deque[tuple[Array, Array, float]] = deque(maxlen=MEMORY)
    for _ in range(steps):
        way = direction(gradient, pairs)
        slope = float((way * gradient).sum())
        if slope >= 0:
            pairs.clear()
            way, slope = -gradient, -float((gradient * gradient).sum())
        size = 1.0 if pairs else min(1.0, 0.1 / (float(np.abs(gradient).max()) + 1e-12))
        for _ in range(25):
            tried = point + size * way
            new_value, new_gradient = cost(tried)
            if new_value <= value + 1e-4 * size * slope:
                break
            size *= 0.5
        else:
            if not pairs:
                break
            pairs.clear()
            continue
        step, change = tried - point, new_gradient - gradient
        curvature = float((step * change).sum())
        if curvature > 1e-12:
            pairs.append((step, change, curvature))
        gain = value - new_value
        point, value, gradient = tried, new_value, new_gradient
        if gain < 2e-5 * abs(value):
            break
    return point
