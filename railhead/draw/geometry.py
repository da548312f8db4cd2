"""The geometry of a board as plain JSON: what the drawing, the browser and the judges of a layout read."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from railhead.draw.arrange import Arrangement, arrange
from railhead.draw.geography import Window, bent_geography
from railhead.draw.labels import SIZE, boxes_on_discs, boxes_on_slots, boxes_touch, text_width
from railhead.draw.links import links_of
from railhead.draw.ornaments import ornaments
from railhead.draw.place import TRACK, radii
from railhead.draw.projection import Array
from railhead.draw.skeleton import Board, name_of
from railhead.draw.tracks import WIDTH, corners

UNIT = 40.0  # of the drawing, for one slot pitch
MARGIN = 0.75  # slot pitches left free around everything
ZONE_SIZE = 0.56  # of the letters of a zone's name, in slot pitches
ZONE_FACE = "Alegreya-MediumItalic"

Geometry = dict[str, Any]
Box = tuple[float, float, float, float]


def zone_boxes(board: Board, found: Arrangement) -> dict[str, Box]:
    """A free box for the name of every zone, as near to its terminals as possible, on their far side."""
    places = found.skeleton.places
    points = found.unknowns[: len(places)]
    centre = points.mean(0)
    slots = corners(found.slots, 0.12)
    taken = np.array([label.box for label in found.labels])
    boxes: dict[str, Box] = {}
    for zone in board.get("zones", []):
        own = points[[k for k, place in enumerate(places) if place.zone == zone["id"]]]
        middle = own.mean(0)
        outward = (middle - centre) / max(float(np.linalg.norm(middle - centre)), 1e-9)
        width = text_width(name_of(zone), ZONE_SIZE, ZONE_FACE) * 1.16
        height = ZONE_SIZE * 0.95
        x, y = np.meshgrid(np.arange(-5, 5.01, 0.125), np.arange(-5, 5.01, 0.125))
        spots = middle + np.stack([x.ravel(), y.ravel()], -1)
        half = np.array([width / 2, height / 2])
        some = np.concatenate([spots - half, spots + half], 1)
        from_own = np.linalg.norm(spots[:, None] - own[None], axis=2)
        value = from_own.mean(1) + 0.5 * from_own.min(1) - 0.35 * (spots - middle) @ outward
        value += 100 * boxes_on_slots(some, slots) + 100 * boxes_touch(some, taken, 0.15).sum(1)
        value += 100 * boxes_on_discs(some, points, radii(found.skeleton) + 0.12)
        x0, y0, x1, y1 = some[int(value.argmin())].tolist()
        boxes[zone["id"]] = (x0, y0, x1, y1)
        taken = np.concatenate([taken, [(x0, y0, x1, y1)]])
    return boxes


def locomotive_slots(length: int, count: int) -> set[int]:
    """Which slots of a ferry carry a locomotive: those in the middle."""
    first = (length - count) // 2
    return set(range(first, first + count))


def rounded(values: Any) -> Any:
    """Numbers as short as the drawing needs."""
    return np.round(np.asarray(values, float), 2).tolist()


def entries_of_slots(board: Board, found: Arrangement, low: Array) -> list[dict[str, Any]]:
    """Every slot, in the order of the board file."""
    routes = {route["id"]: route for route in board["routes"]}
    order = {name: k for k, name in enumerate(routes)}
    connections, places = found.skeleton.connections, found.skeleton.places
    entries = []
    for slot, shape in zip(found.slots, (corners(found.slots) - low) * UNIT, strict=True):
        route = routes[connections[slot.connection].routes[slot.track]]
        backwards = route["a"] != places[connections[slot.connection].a].id
        index = route["length"] - 1 - slot.number if backwards else slot.number
        x, y = shape.mean(0)
        entries.append(
            {
                "route": route["id"],
                "index": index,
                "polygon": rounded(shape),
                "x": rounded(x),
                "y": rounded(y),
                "angle": rounded((np.degrees(slot.angle) + 90) % 180 - 90),
                "length": rounded(slot.length * UNIT),
                "locomotive": index in locomotive_slots(route["length"], route.get("ferry", 0)),
            }
        )
    return sorted(entries, key=lambda entry: (order[entry["route"]], entry["index"]))


def kind_of(route: dict[str, Any]) -> str:
    """How the slots of a route look."""
    return next((kind for kind in ("bed", "tunnel", "ferry") if route.get(kind)), "plain")


def entries_of_tracks(board: Board, found: Arrangement, low: Array) -> list[dict[str, Any]]:
    """Every track: the curve of its connection, its place beside parallel ones, and the lines to its two cities."""
    routes = {route["id"]: route for route in board["routes"]}
    order = {name: k for k, name in enumerate(routes)}
    skeleton, size = found.skeleton, radii(found.skeleton)
    at, n = found.unknowns, len(skeleton.places)
    entries = []
    for k, connection in enumerate(skeleton.connections):
        ends = [connection.a, connection.b]
        for track, name in enumerate(connection.routes):
            slots = [slot for slot in found.slots if (slot.connection, slot.track) == (k, track)]
            links = links_of(slots, at[ends[0]], at[ends[1]], (float(size[ends[0]]), float(size[ends[1]])))
            entries.append(
                {
                    "route": name,
                    "curve": rounded((at[[ends[0], n + k, ends[1]]] - low) * UNIT),
                    "links": rounded((np.array(links) - low) * UNIT),
                    "parallel": track,
                    "tracks": len(connection.routes),
                    "aside": rounded((track - (len(connection.routes) - 1) / 2) * TRACK * UNIT),
                    "kind": kind_of(routes[name]),
                }
            )
    return sorted(entries, key=lambda entry: order[entry["route"]])


def entries_of_places(found: Arrangement, low: Array) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Every city, and every terminal of a zone."""
    places = found.skeleton.places
    at, true = (found.unknowns[: len(places)] - low) * UNIT, (found.skeleton.true - low) * UNIT
    cities: list[dict[str, Any]] = []
    terminals: list[dict[str, Any]] = []
    for k, (place, size) in enumerate(zip(places, radii(found.skeleton) * UNIT, strict=True)):
        entry = {"id": place.id, "x": rounded(at[k, 0]), "y": rounded(at[k, 1]), "r": rounded(size)}
        entry |= {"true_x": rounded(true[k, 0]), "true_y": rounded(true[k, 1])}
        if place.zone is None:
            cities.append(entry | {"name": place.name})
        else:
            terminals.append(entry | {"zone": place.zone})
    return cities, terminals


def entries_of_labels(board: Board, found: Arrangement, zones: Mapping[str, Box], low: Array) -> list[dict[str, Any]]:
    """The name of every city, then of every zone."""

    def entry(name: str, box: Box, lines: Sequence[str], size: float, kind: str) -> dict[str, Any]:
        drawn = (np.array(box).reshape(2, 2) - low) * UNIT
        return {"id": name, "box": rounded(drawn.ravel()), "lines": list(lines), "size": size * UNIT, "kind": kind}

    cities = [place.id for place in found.skeleton.places if place.zone is None]
    entries = [
        entry(name, label.box, label.lines, SIZE, "city") for name, label in zip(cities, found.labels, strict=True)
    ]
    names = {zone["id"]: name_of(zone) for zone in board.get("zones", [])}
    return entries + [entry(name, box, [names[name]], ZONE_SIZE, "zone") for name, box in zones.items()]


def placed_ornaments(board: Board, found: Arrangement, boxes: Array, window: Window) -> dict[str, Any]:
    """Title and compass, clear of everything."""
    low, size = np.array([window.x, window.y]), np.array([window.width, window.height])
    points = found.unknowns[: len(found.skeleton.places)]
    shapes = corners(found.slots)
    solid = np.concatenate(
        [
            np.concatenate([shapes.min(1) - 0.15, shapes.max(1) + 0.15], 1),
            boxes + np.array([-0.2, -0.2, 0.2, 0.2]),
            np.concatenate([points - 0.45, points + 0.45], 1),
        ]
    )
    extras = ornaments(board, found.skeleton, points, low, size, solid - np.tile(low, 2))
    for extra in extras.values():
        extra |= {
            name: rounded(np.array(extra[name]) * UNIT) for name in ("box", "size", "x", "y", "r") if name in extra
        }
    return extras


def window_of(found: Arrangement, boxes: Array) -> Window:
    """The part of the plane that is drawn: everything and a margin."""
    points = found.unknowns[: len(found.skeleton.places)]
    shapes = corners(found.slots)
    everything = np.concatenate([shapes.reshape(-1, 2), boxes.reshape(-1, 2), points - 0.3, points + 0.3])
    low, high = everything.min(0) - MARGIN, everything.max(0) + MARGIN
    return Window(*(float(value) for value in (*low, *(high - low), UNIT)))


def layout(board: Board) -> Geometry:
    """The geometry of a board: a pure function of the board file."""
    found = arrange(board)
    zones = zone_boxes(board, found)
    boxes = np.array([*(label.box for label in found.labels), *zones.values()])
    window = window_of(found, boxes)
    low = np.array([window.x, window.y])
    cities, terminals = entries_of_places(found, low)
    return {
        "board": board["id"],
        "width": rounded(window.width * UNIT),
        "height": rounded(window.height * UNIT),
        "slot": {"pitch": UNIT, "width": WIDTH * UNIT},
        "cities": cities,
        "terminals": terminals,
        "slots": entries_of_slots(board, found, low),
        "labels": entries_of_labels(board, found, zones, low),
        "tracks": entries_of_tracks(board, found, low),
        "ornaments": placed_ornaments(board, found, boxes, window),
        "geography": bent_geography(found.skeleton, found.unknowns[: len(found.skeleton.places)], window),
    }
