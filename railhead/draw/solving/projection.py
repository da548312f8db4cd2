"""From latitude and longitude to a plane: equal-area, centred on the board, one formula for every part of the world."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
WIDE = 65.0  # degrees from the centre beyond which a board is drawn as a map of the world


class Projection(NamedTuple):
    """Where the plane touches the globe, and whether the whole world is shown."""

    latitude: float
    longitude: float
    world: bool


def unit_vectors(latitudes: Array, longitudes: Array) -> Array:
    """Points of the unit sphere."""
    la, lo = np.radians(latitudes), np.radians(longitudes)
    return np.stack([np.cos(la) * np.cos(lo), np.cos(la) * np.sin(lo), np.sin(la)], -1)


def distance(from_latitude: float, from_longitude: float, latitudes: Array, longitudes: Array) -> Array:
    """Degrees along the great circle."""
    centre = unit_vectors(np.array(from_latitude), np.array(from_longitude))
    return np.degrees(np.arccos(np.clip(unit_vectors(latitudes, longitudes) @ centre, -1, 1)))


def fitting_projection(latitudes: Array, longitudes: Array) -> Projection:
    """The projection centred on the given places."""
    x, y, _ = unit_vectors(latitudes, longitudes).sum(0)
    middle = float(np.degrees(np.arctan2(y, x)))
    away = (longitudes - middle + 180) % 360 - 180
    middle += float(away.min() + away.max()) / 2
    latitude = float(latitudes.min() + latitudes.max()) / 2
    world = bool((distance(latitude, middle, latitudes, longitudes) > WIDE).any())
    return Projection(latitude, (middle + 180) % 360 - 180, world)


def project(projection: Projection, latitudes: Array, longitudes: Array) -> Array:
    """Points (x to the east, y to the south) in radii of the globe."""
    la = np.radians(latitudes)
    lo = np.radians((np.asarray(longitudes) - projection.longitude + 180) % 360 - 180)
    if projection.world:  # Equal Earth (Savric, Patterson, Jenny 2018)
        a1, a2, a3, a4 = 1.340264, -0.081106, 0.000893, 0.003796
        t = np.arcsin(np.sqrt(3) / 2 * np.sin(la))
        x = 2 * np.sqrt(3) * lo * np.cos(t) / (3 * (9 * a4 * t**8 + 7 * a3 * t**6 + 3 * a2 * t**2 + a1))
        return np.stack([x, -t * (a4 * t**8 + a3 * t**6 + a2 * t**2 + a1)], -1)
    la0 = np.radians(projection.latitude)  # Lambert's azimuthal equal-area projection
    k = np.sqrt(2 / np.clip(1 + np.sin(la0) * np.sin(la) + np.cos(la0) * np.cos(la) * np.cos(lo), 1e-3, None))
    y = np.cos(la0) * np.sin(la) - np.sin(la0) * np.cos(la) * np.cos(lo)
    return np.stack([k * np.cos(la) * np.sin(lo), -k * y], -1)


def rounded(value: float) -> float:
    """A number as short as the drawing needs."""
    return float(np.round(value, 2))
