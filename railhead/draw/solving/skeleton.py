"""What a board file means for drawing: places and the connections between them."""

from typing import NamedTuple

import numpy as np

from railhead.boards.setting import BoardFile
from railhead.draw.solving.projection import Array, Projection, fitting_projection, project


class Place(NamedTuple):
    """A city, or the terminal of a zone."""

    id: str
    name: str
    latitude: float
    longitude: float
    zone: str | None


class Connection(NamedTuple):
    """All parallel tracks between two places, which share one curve."""

    a: int
    b: int
    length: int
    routes: tuple[str, ...]


class Skeleton(NamedTuple):
    """Places, connections, the pairs of connections that may cross, and the true places in slot pitches."""

    places: list[Place]
    connections: list[Connection]
    crossings: frozenset[tuple[int, int]]
    projection: Projection
    scale: float
    true: Array


def places_of(board: BoardFile) -> list[Place]:
    """The cities and then the terminals of the zones."""
    spots = [(city, name_of(city), None) for city in board["cities"]]
    for zone in board.get("zones", []):
        spots += [(terminal, name_of(zone), zone["id"]) for terminal in zone["terminals"]]
    lost = [spot["id"] for spot, _, _ in spots if "lat" not in spot or "lon" not in spot]
    if lost:
        more = f" and {len(lost) - 5} more" if len(lost) > 5 else ""
        raise ValueError(
            f'the board cannot be drawn: give "lat" and "lon" (degrees) to {", ".join(lost[:5])}{more}; '
            "it can be played without them"
        )
    return [Place(spot["id"], name, spot["lat"], spot["lon"], zone) for spot, name, zone in spots]


def name_of(place: BoardFile) -> str:
    """The name of a city or zone; without one its id."""
    return str(place.get("name") or place["id"])


def connections_of(board: BoardFile, places: list[Place]) -> list[Connection]:
    """The connections, in the order of the board file."""
    index = {place.id: k for k, place in enumerate(places)}
    found: dict[tuple[int, int, int], list[str]] = {}
    for route in board["routes"]:
        a, b = index[route["a"]], index[route.get("terminal") or route["b"]]
        found.setdefault((min(a, b), max(a, b), route["length"]), []).append(route["id"])
    return [Connection(a, b, length, tuple(routes)) for (a, b, length), routes in found.items()]


def skeleton_of(board: BoardFile, gap: float, stretch: float = 1.0) -> Skeleton:
    """The skeleton; the scale makes the true distances fit the lengths, times `stretch`."""
    places = places_of(board)
    connections = connections_of(board, places)
    at = {route: k for k, connection in enumerate(connections) for route in connection.routes}
    crossings = {(at[r], at[s]) for r, s in board.get("crossings", [])}
    latitudes = np.array([place.latitude for place in places])
    longitudes = np.array([place.longitude for place in places])
    projection = fitting_projection(latitudes, longitudes)
    plane = project(projection, latitudes, longitudes)
    ends = np.array([(c.a, c.b) for c in connections])
    true = np.linalg.norm(plane[ends[:, 0]] - plane[ends[:, 1]], axis=1)
    target = np.array([c.length + 2 * gap for c in connections])
    scale = stretch * float((target * true).sum() / (true * true).sum())
    both = frozenset(crossings | {(j, i) for i, j in crossings})
    return Skeleton(places, connections, both, projection, scale, plane * scale)
