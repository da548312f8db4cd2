"""Land and water of the globe, as the maps show them."""

from functools import cache

import numpy as np

from railhead.draw.solving.geography import layer
from railhead.draw.solving.projection import Array


@cache
def shores(name: str) -> tuple[list[Array], Array]:
    """All shores of land or of lakes as rings of (longitude, latitude), and the corners of the box around each."""
    rings = layer(name)
    return rings, np.array([(*ring.min(0), *ring.max(0)) for ring in rings])


def within(name: str, latitude: float, longitude: float) -> bool:
    """Whether a point of the globe is in an area of a layer (even-odd rule over all its shores)."""
    inside = False
    rings, (west, south, east, north) = shores(name)[0], shores(name)[1].T
    for k in np.flatnonzero((west <= longitude) & (longitude <= east) & (south <= latitude) & (latitude <= north)):
        x, y = rings[k][:, 0], rings[k][:, 1]
        x2, y2 = np.roll(x, -1), np.roll(y, -1)
        crosses = (y > latitude) != (y2 > latitude)
        at = x[crosses] + (latitude - y[crosses]) / (y2[crosses] - y[crosses]) * (x2[crosses] - x[crosses])
        inside ^= bool((at > longitude).sum() % 2)
    return inside


def on_land(latitude: float, longitude: float) -> bool:
    """Whether a point of the globe is inside the coasts: land, or a lake."""
    return within("land", latitude, longitude)
