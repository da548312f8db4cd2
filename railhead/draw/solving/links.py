"""The thin lines that join a track to its two cities where they stand farther apart than its slots need."""

import numpy as np

from railhead.draw.solving.projection import Array
from railhead.draw.solving.tracks import Slot

INTO = 0.06  # how far a line reaches under the slot it ends at, in slot pitches


def link(middle: Array, radius: float, end: Array, along: Array) -> Array:
    """A quadratic curve from the edge of a place to the end of a slot, which it meets in the slot's direction."""
    way = float(np.linalg.norm(end - middle))
    control = end - along * way / 2
    towards = control - middle
    start = middle + towards / max(float(np.linalg.norm(towards)), 1e-9) * min(radius, way)
    return np.array([start, control, end + INTO * along])


def links_of(slots: list[Slot], a: Array, b: Array, radii: tuple[float, float]) -> list[Array]:
    """The lines at both ends of one track, whose slots are given in order from a to b."""
    found = []
    for slot, middle, radius, sign in ((slots[0], a, radii[0], 1), (slots[-1], b, radii[1], -1)):
        along = sign * np.array([np.cos(slot.angle), np.sin(slot.angle)])
        end = np.array([slot.x, slot.y]) - along * slot.length / 2
        found.append(link(middle, radius, end, along))
    return found
