"""Neighbouring countries as zones of a board: routes lead into them from the cities at the border, and tickets end there (F8)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from railhead.draw.solving.projection import Array, Projection, fitting_projection, project, unit_vectors
from railhead.draw.solving.tracks import segments_cross
from railhead.workshop.gazetteer import Town, towns
from railhead.workshop.shores import on_land

ROUTES = 3  # into a zone, at most
SPACES = (1, 3)  # of such a route
REACH = 2.0  # how far a neighbour's town may lie from a city of the board, in usual ways between its cities
BESIDE = 1.3  # and no farther than so many times the nearest foreign place: nobody looks over a neighbour's land
TOGETHER = 2.4  # how far the ends of a zone's routes are from each other, at most: its name stands between them
FEW = 300_000  # people of a country that is too small to be seen on the map
ROOM = 0.55  # how near the end of a route may come to a city or another end, in usual ways
NARROW = 0.6  # radians: no route leaves a city at a smaller angle from another


class Way(NamedTuple):
    """A route into a zone: from which city, and where it ends."""

    city: int
    latitude: float
    longitude: float
    spaces: int


class Zone(NamedTuple):
    """A country beside the board."""

    name: str
    ways: tuple[Way, ...]


class Net(NamedTuple):
    """The cities of a board and what joins them, on a plane; a usual way is one unit long."""

    projection: Projection
    unit: float
    points: Array
    edges: Sequence[tuple[int, int]]


def net_of(latitudes: Array, longitudes: Array, edges: Sequence[tuple[int, int]]) -> Net:
    """The plane of a board."""
    projection = fitting_projection(latitudes, longitudes)
    points = project(projection, latitudes, longitudes)
    unit = float(np.mean([np.linalg.norm(points[a] - points[b]) for a, b in edges]))
    return Net(projection, unit, points / unit, edges)


def lands_of(latitudes: Array, longitudes: Array, countries: Sequence[str]) -> list[str]:
    """The country of every city; of one that does not know, the country of the nearest place."""
    every = towns()
    at = unit_vectors(*(np.array([town[k] for town in every]) for k in (2, 3)))
    here = unit_vectors(latitudes, longitudes)
    return [own or every[int((at @ here[k]).argmax())].country for k, own in enumerate(countries)]


def free(net: Net, city: int, end: Array, ends: list[tuple[int, Array]]) -> bool:
    """Whether a route from a city may end there: clear of all others, crossing none, and leaving at an angle of its own."""
    rest = np.concatenate([np.delete(net.points, city, 0), np.array([at for _, at in ends]).reshape(-1, 2)])
    if np.linalg.norm(rest - end, axis=1).min() < ROOM:
        return False
    line = np.array([net.points[city], end])
    others = [net.points[[a, b]] for a, b in net.edges if city not in (a, b)]
    others += [np.array([net.points[a], at]) for a, at in ends if a != city]
    if any(segments_cross(line, other) for other in others):
        return False
    away = [net.points[b if a == city else a] for a, b in net.edges if city in (a, b)] + [
        at for a, at in ends if a == city
    ]
    here = end - net.points[city]
    turns = [np.angle(complex(*here) / complex(*(other - net.points[city]))) for other in away]
    return all(abs(turn) > NARROW for turn in turns)


def spots_of(net: Net, some: Sequence[Town]) -> Array:
    """Where places lie on the plane."""
    return project(net.projection, *(np.array([town[k] for town in some]) for k in (2, 3))) / net.unit


def ways_into(net: Net, spots: Array, border: Array, ends: list[tuple[int, Array]]) -> list[tuple[Way, Array]]:
    """The routes into a country with these places, from the cities nearest to it; `border` is how far abroad is from each city."""
    apart = np.linalg.norm(net.points[:, None] - spots[None], axis=2)
    found: list[tuple[Way, Array]] = []
    for city in np.argsort(apart.min(1), kind="stable"):
        nearest = int(apart[city].argmin())
        far = float(apart[city, nearest])
        if far > REACH or len(found) == ROUTES:
            break
        if far > BESIDE * border[city]:
            continue
        size = float(np.clip(far, 0.65, 1.0))  # in usual ways, which are about three spaces long
        end = net.points[city] + (spots[nearest] - net.points[city]) * size / max(far, 1e-6)
        place = degrees(net.projection, end * net.unit)
        together = all(np.linalg.norm(end - at) < TOGETHER for _, at in found)
        if not on_land(*place):  # out on the sea nobody knows whose country a route leads into
            continue
        if together and free(net, int(city), end, [*ends, *((way.city, at) for way, at in found)]):
            spaces = int(np.clip(round(3 * size) - 1, *SPACES))
            found.append((Way(int(city), *place, spaces), end))
    return found


def degrees(projection: Projection, point: Array) -> tuple[float, float]:
    """Latitude and longitude of a point of the plane: the one that is projected there, found by going nearer and nearer."""
    at = np.array([projection.latitude, projection.longitude])
    for _ in range(20):
        here = project(projection, at[:1], at[1:])[0]
        slope = np.stack(
            [(project(projection, at[:1] + dy, at[1:] + dx)[0] - here) / 1e-4 for dy, dx in ((1e-4, 0.0), (0.0, 1e-4))],
            1,
        )
        at = at + np.clip(np.linalg.solve(slope, point - here), -8, 8)
        at[0] = np.clip(at[0], -85, 85)
    return round(float(at[0]), 3), round(float((at[1] + 180) % 360 - 180), 3)


def zones_of(
    latitudes: Array, longitudes: Array, countries: Sequence[str], edges: Sequence[tuple[int, int]], wanted: int
) -> list[Zone]:
    """Up to so many neighbouring countries, those with the most routes and then the most people first."""
    if not wanted:
        return []
    own = set(lands_of(latitudes, longitudes, countries))
    net = net_of(latitudes, longitudes, edges)
    every = [town for town in towns() if town.country not in own]
    at = unit_vectors(*(np.array([town[k] for town in every]) for k in (2, 3)))
    away = np.linalg.norm(at[:, None] - unit_vectors(latitudes, longitudes)[None], axis=2).min(1)
    near: dict[str, list[Town]] = {}
    for k in np.flatnonzero(away < 1.5 * REACH * net.unit):
        near.setdefault(every[k].country, []).append(every[k])
    people = {name: sum(town.people for town in every if town.country == name) for name in near}
    near = {name: some for name, some in near.items() if people[name] >= FEW}
    spots = {name: spots_of(net, some) for name, some in near.items()}
    abroad = np.concatenate([*spots.values(), np.full((1, 2), np.inf)])
    border = np.linalg.norm(net.points[:, None] - abroad[None], axis=2).min(1)
    count = {name: len(ways_into(net, some, border, [])) for name, some in spots.items()}
    ends: list[tuple[int, Array]] = []
    found: list[Zone] = []
    for name in sorted(near, key=lambda name: (-count[name], -people[name], name)):
        ways = ways_into(net, spots[name], border, ends)
        if ways and len(found) < wanted:
            ends += [(way.city, end) for way, end in ways]
            found.append(Zone(name, tuple(way for way, _ in ways)))
    return found
