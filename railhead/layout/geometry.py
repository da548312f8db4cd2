"""The geometry of a board as plain JSON: what the drawing, the browser and the judges of a layout read."""

from typing import Any

import numpy as np

from railhead.layout.arrange import Arrangement, arrange
from railhead.layout.geography import Window, bent_geography
from railhead.layout.labels import SIZE, boxes_on_discs, boxes_on_slots, boxes_touch, text_width
from railhead.layout.ornaments import ornaments
from railhead.layout.place import TRACK, radii
from railhead.layout.projection import Array
from railhead.layout.skeleton import Board
from railhead.layout.tracks import WIDTH, corners

UNIT = 40.0  # of the drawing, for one slot pitch
MARGIN = 0.75  # slot pitches left free around everything
ZONE_SIZE = 0.56  # of the letters of a zone's name, in slot pitches
ZONE_FACE = "Alegreya-MediumItalic"

Geometry = dict[str, Any]


def zone_boxes(board: Board, found: Arrangement) -> dict[str, tuple[float, float, float, float]]:
    """A free box for the name of every zone, as near to its terminals as possible, on their far side."""
    places = found.skeleton.places
    points = found.unknowns[: len(places)]
    centre = points.mean(0)
    slots = corners(found.slots, 0.12)
    taken = np.array([label.box for label in found.labels])
    boxes: dict[str, tuple[float, float, float, float]] = {}
    for zone in board.get("zones", []):
        own = points[[k for k, place in enumerate(places) if place.zone == zone["id"]]]
        middle = own.mean(0)
        outward = (middle - centre) / max(float(np.linalg.norm(middle - centre)), 1e-9)
        width = text_width(zone["name"], ZONE_SIZE, ZONE_FACE) * 1.16
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


def layout(board: Board) -> Geometry:
    """The geometry of a board: a pure function of the board file."""
    found = arrange(board)
    skeleton, unknowns = found.skeleton, found.unknowns
    places, n = skeleton.places, len(skeleton.places)
    zones = zone_boxes(board, found)
    shapes = corners(found.slots)
    boxes = np.array([*(label.box for label in found.labels), *zones.values()])
    everything = np.concatenate([shapes.reshape(-1, 2), boxes.reshape(-1, 2), unknowns[:n] - 0.3, unknowns[:n] + 0.3])
    low, high = everything.min(0) - MARGIN, everything.max(0) + MARGIN
    window = Window(*(float(v) for v in (*low, *(high - low), UNIT)))

    def drawn(points: Array) -> Array:
        return np.asarray((points - low) * UNIT)

    at, true, size = drawn(unknowns), drawn(skeleton.true), radii(skeleton) * UNIT
    routes = {route["id"]: route for route in board["routes"]}
    slots = []
    for slot, shape in zip(found.slots, drawn(shapes), strict=True):
        route = routes[skeleton.connections[slot.connection].routes[slot.track]]
        backwards = route["a"] != places[skeleton.connections[slot.connection].a].id
        index = route["length"] - 1 - slot.number if backwards else slot.number
        angle = (np.degrees(slot.angle) + 90) % 180 - 90
        entry = {
            "route": route["id"],
            "index": index,
            "polygon": rounded(shape),
            "x": rounded(shape.mean(0)[0]),
            "y": rounded(shape.mean(0)[1]),
            "angle": rounded(angle),
            "length": rounded(slot.length * UNIT),
            "locomotive": index in locomotive_slots(route["length"], route.get("ferry", 0)),
        }
        slots.append(entry)
    slots.sort(key=lambda entry: (list(routes).index(entry["route"]), entry["index"]))
    tracks = []
    for k, connection in enumerate(skeleton.connections):
        for track, name in enumerate(connection.routes):
            route = routes[name]
            entry = {
                "route": name,
                "curve": rounded(at[[connection.a, n + k, connection.b]]),
                "parallel": track,
                "tracks": len(connection.routes),
                "aside": rounded((track - (len(connection.routes) - 1) / 2) * TRACK * UNIT),
                "kind": "bed"
                if route.get("bed")
                else "tunnel"
                if route.get("tunnel")
                else "ferry"
                if route.get("ferry")
                else "plain",
            }
            tracks.append(entry)
    cities: list[dict[str, Any]] = []
    terminals: list[dict[str, Any]] = []
    labels: list[dict[str, Any]] = []
    for k, place in enumerate(places):
        entry = {"id": place.id, "x": rounded(at[k, 0]), "y": rounded(at[k, 1]), "r": rounded(size[k])}
        entry |= {"true_x": rounded(true[k, 0]), "true_y": rounded(true[k, 1])}
        if place.zone is None:
            label = found.labels[len(cities)]
            cities.append(entry | {"name": place.name})
            box = drawn(np.array(label.box).reshape(2, 2)).ravel()
            labels.append(
                {"id": place.id, "box": rounded(box), "lines": list(label.lines), "size": SIZE * UNIT, "kind": "city"}
            )
        else:
            terminals.append(entry | {"zone": place.zone})
    for zone in board.get("zones", []):
        box = drawn(np.array(zones[zone["id"]]).reshape(2, 2)).ravel()
        labels.append(
            {"id": zone["id"], "box": rounded(box), "lines": [zone["name"]], "size": ZONE_SIZE * UNIT, "kind": "zone"}
        )
    solid = np.concatenate(
        [
            np.concatenate([shapes.min(1) - 0.15, shapes.max(1) + 0.15], 1),
            boxes + np.array([-0.2, -0.2, 0.2, 0.2]),
            np.concatenate([unknowns[:n] - 0.45, unknowns[:n] + 0.45], 1),
        ]
    )
    extras = ornaments(board, skeleton, unknowns[:n], low, high - low, solid - np.tile(low, 2))
    for extra in extras.values():
        extra |= {
            name: rounded(np.array(extra[name]) * UNIT) for name in ("box", "size", "x", "y", "r") if name in extra
        }
    return {
        "board": board["id"],
        "width": rounded(window.width * UNIT),
        "height": rounded(window.height * UNIT),
        "slot": {"pitch": UNIT, "width": WIDTH * UNIT},
        "cities": cities,
        "terminals": terminals,
        "slots": slots,
        "labels": labels,
        "tracks": sorted(tracks, key=lambda entry: list(routes).index(entry["route"])),
        "ornaments": extras,
        "geography": bent_geography(skeleton, unknowns[:n], window),
    }
