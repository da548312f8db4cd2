"""What a good layout is, measured with shapely: independent of the code that makes layouts."""

import math
import statistics
from typing import Any

from shapely import STRtree
from shapely.geometry import LineString, Point, Polygon, box

Json = dict[str, Any]


def routes_of(board: Json) -> dict[str, Json]:
    """The routes by id."""
    return {route["id"]: route for route in board["routes"]}


def declared(board: Json) -> set[frozenset[str]]:
    """The pairs of routes that cross by the rules."""
    return {frozenset(pair) for pair in board.get("crossings", [])}


def overlapping_slots(board: Json, geometry: Json) -> list[tuple[Any, Any]]:
    """Pairs of slots that overlap though their routes do not cross by the rules."""
    shapes = [Polygon(slot["polygon"]) for slot in geometry["slots"]]
    tree = STRtree(shapes)
    found = []
    for i, j in tree.query(shapes, predicate="intersects").T:
        first, second = geometry["slots"][i], geometry["slots"][j]
        if i < j and frozenset((first["route"], second["route"])) not in declared(board):
            found.append(((first["route"], first["index"]), (second["route"], second["index"])))
    return found


def slots_on_cities(board: Json, geometry: Json) -> list[tuple[str, str]]:
    """Slots that touch a city or terminal; even their own."""
    found = []
    discs = [(c["id"], Point(c["x"], c["y"]).buffer(c["r"])) for c in geometry["cities"] + geometry["terminals"]]
    for slot in geometry["slots"]:
        shape = Polygon(slot["polygon"])
        found += [(slot["route"], name) for name, disc in discs if shape.intersects(disc)]
    return found


def slots_on_labels(board: Json, geometry: Json) -> list[tuple[str, str]]:
    """Slots that touch a label; even that of their own city."""
    boxes = [(label["id"], box(*label["box"])) for label in geometry["labels"]]
    found = []
    for slot in geometry["slots"]:
        shape = Polygon(slot["polygon"])
        found += [(slot["route"], name) for name, area in boxes if shape.intersects(area)]
    return found


def labels_touching(geometry: Json) -> list[tuple[str, str]]:
    """Labels that touch another label, or the disc of a city."""
    boxes = [(label["id"], box(*label["box"])) for label in geometry["labels"]]
    found = [(a, b) for i, (a, first) in enumerate(boxes) for b, second in boxes[:i] if first.intersects(second)]
    for city in geometry["cities"] + geometry["terminals"]:
        disc = Point(city["x"], city["y"]).buffer(city["r"])
        found += [(name, city["id"]) for name, area in boxes if area.intersects(disc)]
    return found


def slot_lengths(geometry: Json) -> list[float]:
    """The longer side of every slot."""
    found = []
    for slot in geometry["slots"]:
        p = slot["polygon"]
        sides = [math.dist(p[k], p[(k + 1) % len(p)]) for k in range(len(p))]
        found.append(max(sides))
    return found


def centre_lines(board: Json, geometry: Json) -> dict[str, LineString]:
    """Every track as a line from city to city through the middles of its slots."""
    at = {c["id"]: (c["x"], c["y"]) for c in geometry["cities"] + geometry["terminals"]}
    middles: dict[str, dict[int, tuple[float, float]]] = {}
    for slot in geometry["slots"]:
        middle = Polygon(slot["polygon"]).centroid
        middles.setdefault(slot["route"], {})[slot["index"]] = (middle.x, middle.y)
    lines = {}
    for name, route in routes_of(board).items():
        some = middles[name]
        assert sorted(some) == list(range(route["length"]))
        lines[name] = LineString(
            [at[route["a"]], *(some[k] for k in sorted(some)), at[route.get("terminal") or route["b"]]]
        )
    return lines


def places_of(route: Json) -> set[str]:
    """The two places that a route joins on the board."""
    return {route["a"], route.get("terminal") or route["b"]}


def crossing_routes(board: Json, geometry: Json) -> set[frozenset[str]]:
    """Pairs of tracks that cross: those without a common place anywhere, the others where their slots are."""
    lines, routes = centre_lines(board, geometry), routes_of(board)
    names = list(lines)
    tree = STRtree([lines[name] for name in names])
    found = set()
    for i, j in tree.query([lines[name] for name in names], predicate="intersects").T:
        first, second = names[i], names[j]
        if i >= j:
            continue
        if places_of(routes[first]) & places_of(routes[second]):
            within = [LineString(lines[name].coords[1:-1]) for name in (first, second) if routes[name]["length"] > 1]
            if len(within) < 2 or not within[0].intersects(within[1]):
                continue
        found.add(frozenset((first, second)))
    return found


def farthest(geometry: Json) -> float:
    """How far a city is from its true place, at most, in widths of the board."""
    away = [math.dist((c["x"], c["y"]), (c["true_x"], c["true_y"])) for c in geometry["cities"]]
    return max(away) / float(geometry["width"])


def neighbours_in_order(board: Json, geometry: Json) -> float:
    """The share of neighbours that are followed, around their city, by the same neighbour as in the world."""
    everything = geometry["cities"] + geometry["terminals"]
    drawn = {c["id"]: (c["x"], c["y"]) for c in everything}
    true = {c["id"]: (c["true_x"], c["true_y"]) for c in everything}
    near: dict[str, set[str]] = {}
    for route in board["routes"]:
        a, b = route["a"], route.get("terminal") or route["b"]
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)

    def after(city: str, where: dict[str, tuple[float, float]]) -> dict[str, str]:
        x, y = where[city]
        order = sorted(near[city], key=lambda other: math.atan2(where[other][1] - y, where[other][0] - x))
        return dict(zip(order, order[1:] + order[:1], strict=True))

    same = total = 0
    for city in near:
        first, second = after(city, drawn), after(city, true)
        same += sum(first[other] == second[other] for other in first)
        total += len(first)
    return same / total


def problems(board: Json, geometry: Json) -> list[str]:
    """All that a judge would find wrong with a layout, in words."""
    lengths = slot_lengths(geometry)
    middle = statistics.median(lengths)
    told = {
        "slots overlap": overlapping_slots(board, geometry),
        "slots on cities": slots_on_cities(board, geometry),
        "slots on labels": slots_on_labels(board, geometry),
        "labels touch": labels_touching(geometry),
        "slots too short or long": [x for x in lengths if not 0.9 * middle <= x <= 1.15 * middle],
        "crossings": crossing_routes(board, geometry) ^ declared(board),
        "cities far away": [far for far in [farthest(geometry)] if far > 0.12],
        "neighbours out of order": [share for share in [neighbours_in_order(board, geometry)] if share < 0.95],
    }
    return [f"{name}: {found}" for name, found in told.items() if found]
