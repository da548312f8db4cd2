"""Islands under the cities of a board that lie on open sea: their own are too small for the map of the earth, or for its scale."""

from zlib import crc32

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from railhead.draw.shapes import City, Geometry, Line

Array = NDArray[np.float64]

SIZE = 2.3  # radii of its city, where there is room
LEAST = 1.6  # radii: nearer to a coast than that, a city is seen as a port of it
STRAIT = 3.0  # units of water between an islet and any other coast
SWAY = 0.22  # by how much of it the shore of an islet is nearer or farther than its middle distance
POINTS = 36


def in_water(x: float, y: float, rings: list[Array]) -> bool:
    """Whether a point is in none of the areas (even-odd rule)."""
    crossed = 0
    for ring in rings:
        (ax, ay), (bx, by) = ring.T, np.roll(ring, -1, 0).T
        between = (ay > y) != (by > y)
        at = ax + (y - ay) * (bx - ax) / np.where(by == ay, 1.0, by - ay)
        crossed += int((between & (at > x)).sum())
    return crossed % 2 == 0


def to_coast(x: float, y: float, rings: list[Array]) -> float:
    """How far the nearest coast is from a point."""
    point, nearest = np.array([x, y]), np.inf
    for ring in rings:
        along = np.roll(ring, -1, 0) - ring
        share = np.clip(((point - ring) * along).sum(1) / np.maximum((along**2).sum(1), 1e-9), 0, 1)
        nearest = min(nearest, float(np.hypot(*(ring + share[:, None] * along - point).T).min()))
    return nearest


def islet(city: City, radius: float) -> Array:
    """An islet around a city, no farther than a radius from it; of every name another, and always the same."""
    rng = np.random.default_rng(crc32(city.id.encode()))
    angle = np.linspace(0, 2 * np.pi, POINTS, endpoint=False)
    shore = sum(rng.uniform(0.5, 1) / k * np.cos(k * angle + rng.uniform(0, 2 * np.pi)) for k in (2, 3, 5))
    away = radius / (1 + SWAY) * (1 + SWAY * shore / np.abs(shore).max())
    return np.round(np.stack([city.x + away * np.cos(angle), city.y + away * np.sin(angle)], 1), 1)


def with_islets(geometry: Geometry) -> Geometry:
    """The same board with an islet under every city that lies on open sea."""
    rings = [np.array(line) for line in geometry.geography.land]
    made: list[Line] = []
    for city in geometry.cities:
        if not in_water(city.x, city.y, rings):
            continue
        radius = min(SIZE * city.r, to_coast(city.x, city.y, rings) - STRAIT)
        if radius >= LEAST * city.r:
            rings.append(islet(city, radius))
            made.append([(x, y) for x, y in rings[-1].tolist()])
    return (
        replace(geometry, geography=replace(geometry.geography, land=[*geometry.geography.land, *made]))
        if made
        else geometry
    )
