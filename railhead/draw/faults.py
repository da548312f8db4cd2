"""What is wrong with a layout, and where: what the tests of layouts look for, quickly enough for the maker of boards."""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from railhead.boards.setting import BoardFile
from railhead.draw.shapes import City, Geometry, Terminal
from railhead.draw.solving.labels import as_corners, boxes_on_discs, boxes_touch
from railhead.draw.solving.projection import Array
from railhead.draw.solving.tracks import boxes_apart, overlap, segments_cross

SHORTEST, LONGEST = 0.9, 1.15  # a slot, in usual lengths
FARTHEST = 0.12  # a city from its true place, in widths of the board
IN_ORDER = 0.95  # the share of neighbours that follow each other around a city as in the world


class Fault(NamedTuple):
    """Something that touches what it should not, or lies where it should not; the cities at that spot, if there is one."""

    kind: str
    cities: frozenset[str]


def touching(first: Array, second: Array) -> list[tuple[int, int]]:
    """Which quadrilaterals overlap which of the others."""
    near = (first.min(1)[:, None] < second.max(1)[None]) & (first.max(1)[:, None] > second.min(1)[None])
    i, j = np.nonzero(near.all(2))
    hit = overlap(first[i], second[j])
    return list(zip(i[hit].tolist(), j[hit].tolist(), strict=True))


def on_discs(shapes: Array, middles: Array, radii: Array) -> list[tuple[int, int]]:
    """Which rectangles (k, 4, 2) come into which discs."""
    origin, along, across = shapes[:, 0], shapes[:, 1] - shapes[:, 0], shapes[:, 3] - shapes[:, 0]
    way = middles[None] - origin[:, None]
    away = np.zeros(way.shape[:2])
    for side in (along, across):
        size = np.linalg.norm(side, axis=1)[:, None]
        at = (way * side[:, None]).sum(2) / size
        away += (at - np.clip(at, 0, size)) ** 2
    i, j = np.nonzero(np.sqrt(away) < radii[None])
    return list(zip(i.tolist(), j.tolist(), strict=True))


def disordered(board: BoardFile, drawn: dict[str, Array], true: dict[str, Array]) -> tuple[float, set[str]]:
    """The share of neighbours that are followed, around their city, by the same one as in the world; the cities where not."""
    near: dict[str, set[str]] = {}
    for route in board["routes"]:
        a, b = route["a"], route.get("terminal") or route["b"]
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)

    def after(city: str, at: dict[str, Array]) -> dict[str, str]:
        order = sorted(near[city], key=lambda other: np.arctan2(*(at[other] - at[city])[::-1]))
        return dict(zip(order, order[1:] + order[:1], strict=True))

    wrong = {city: sum(after(city, drawn)[k] != v for k, v in after(city, true).items()) for city in sorted(near)}
    return 1 - sum(wrong.values()) / sum(map(len, near.values())), {city for city, count in wrong.items() if count}


def faults(board: BoardFile, geometry: Geometry) -> list[Fault]:
    """All that a judge would find wrong with a layout."""
    routes = {route["id"]: route for route in board["routes"]}
    ends = {name: (route["a"], route.get("terminal") or route["b"]) for name, route in routes.items()}
    allowed = {frozenset(pair) for pair in board.get("crossings", [])}
    places: list[City | Terminal] = [*geometry.cities, *geometry.terminals]
    middles, radii = np.array([(one.x, one.y) for one in places]), np.array([one.r for one in places])
    slots = np.array([slot.polygon for slot in geometry.slots])
    of = [slot.route for slot in geometry.slots]
    boxes = np.array([label.box for label in geometry.labels])
    labelled = [label.id for label in geometry.labels]
    found: list[Fault] = []

    def add(kind: str, *spots: str) -> None:
        found.append(Fault(kind, frozenset(place for spot in spots for place in ends.get(spot, (spot,)))))

    for i, j in touching(slots, slots):
        if i < j and frozenset((of[i], of[j])) not in allowed:
            add("slots overlap", of[i], of[j])
    for i, j in on_discs(slots, middles, radii):
        add("slot on a city", of[i], places[j].id)
    for i, j in touching(slots, as_corners(boxes)):
        add("slot on a name", of[i], labelled[j])
    for p, q in np.argwhere(np.triu(boxes_touch(boxes, boxes, 0.0), 1)).tolist():
        add("names touch", labelled[p], labelled[q])
    for j, place in enumerate(places):
        for k in np.flatnonzero(boxes_on_discs(boxes, middles[[j]], radii[[j]])):
            add("name on a city", labelled[k], place.id)
    sizes = np.linalg.norm(np.diff(slots, axis=1), axis=2).max(1)  # the longer side of each
    usual = float(np.median(sizes))
    for k in np.flatnonzero((sizes < SHORTEST * usual) | (sizes > LONGEST * usual)):
        add("slot of another length", of[k])

    at = {place.id: middles[k] for k, place in enumerate(places)}
    lines: dict[str, Array] = {}
    for name, (a, b) in ends.items():
        own = sorted((slot.index, slot.x, slot.y) for slot in geometry.slots if slot.route == name)
        lines[name] = np.array([at[a], *((x, y) for _, x, y in own), at[b]])
    for one, other in combinations(lines, 2):
        first, second = lines[one], lines[other]
        if set(ends[one]) & set(ends[other]):
            first, second = first[1:-1], second[1:-1]
        crossing = len(first) > 1 < len(second) and not boxes_apart(first, second) and segments_cross(first, second)
        if crossing != (frozenset((one, other)) in allowed):
            add("tracks cross", one, other)

    true = {place.id: np.array([place.true_x, place.true_y]) for place in places}
    for city in geometry.cities:
        if float(np.linalg.norm(at[city.id] - true[city.id])) > FARTHEST * geometry.width:
            add("city far away", city.id)
    share, wrong = disordered(board, at, true)
    if share < IN_ORDER:
        add("neighbours out of order", *wrong)
    return found
