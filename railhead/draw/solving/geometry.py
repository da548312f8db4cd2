"""From an arrangement to the geometry of a board: what the drawing, the browser and the judges of a layout read."""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from railhead.boards.setting import BoardFile
from railhead.draw import shapes
from railhead.draw.shapes import Geometry, Kind, Line
from railhead.draw.solving.arrange import ATTEMPTS, Arrangement, Attempt, arrange
from railhead.draw.solving.geography import Window, bent_geography
from railhead.draw.solving.labels import SIZE, boxes_on_discs, boxes_on_slots, boxes_touch, text_width
from railhead.draw.solving.links import links_of
from railhead.draw.solving.ornaments import ornaments
from railhead.draw.solving.place import TRACK, radii
from railhead.draw.solving.projection import Array, rounded
from railhead.draw.solving.skeleton import name_of
from railhead.draw.solving.tracks import WIDTH, corners
from railhead.words import Box, Label, SlotSize

UNIT = 40.0  # of the drawing, for one slot pitch
MARGIN = 0.75  # slot pitches left free around everything
ZONE_SIZE = 0.56  # of the letters of a zone's name, in slot pitches
ZONE_FACE = "Alegreya-MediumItalic"


def zone_boxes(board: BoardFile, found: Arrangement) -> dict[str, Box]:
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
        value += 100 * boxes_on_slots(some, slots, slots)[0] + 100 * boxes_touch(some, taken, 0.15).sum(1)
        value += 100 * boxes_on_discs(some, points, radii(found.skeleton) + 0.12)
        x0, y0, x1, y1 = some[int(value.argmin())].tolist()
        boxes[zone["id"]] = (x0, y0, x1, y1)
        taken = np.concatenate([taken, [(x0, y0, x1, y1)]])
    return boxes


def locomotive_slots(length: int, count: int) -> set[int]:
    """Which slots of a ferry carry a locomotive: those in the middle."""
    first = (length - count) // 2
    return set(range(first, first + count))


def points(values: Array) -> Line:
    """Points as short as the drawing needs them."""
    return [(x, y) for x, y in np.round(values, 2).tolist()]


def drawn_slots(board: BoardFile, found: Arrangement, low: Array) -> list[shapes.Slot]:
    """Every slot, in the order of the board file."""
    routes = {route["id"]: route for route in board["routes"]}
    order = {name: k for k, name in enumerate(routes)}
    connections, places = found.skeleton.connections, found.skeleton.places
    drawn = []
    for slot, shape in zip(found.slots, (corners(found.slots) - low) * UNIT, strict=True):
        route = routes[connections[slot.connection].routes[slot.track]]
        backwards = route["a"] != places[connections[slot.connection].a].id
        index = route["length"] - 1 - slot.number if backwards else slot.number
        x, y = shape.mean(0)
        drawn.append(
            shapes.Slot(
                route=route["id"],
                index=index,
                polygon=points(shape),
                x=rounded(x),
                y=rounded(y),
                angle=rounded((np.degrees(slot.angle) + 90) % 180 - 90),
                length=rounded(slot.length * UNIT),
                locomotive=index in locomotive_slots(route["length"], route.get("ferry", 0)),
            )
        )
    return sorted(drawn, key=lambda slot: (order[slot.route], slot.index))


def kind_of(route: BoardFile) -> Kind:
    """How the slots of a route look."""
    kinds: tuple[Kind, ...] = ("bed", "tunnel", "ferry")
    return next((kind for kind in kinds if route.get(kind)), "plain")


def drawn_tracks(board: BoardFile, found: Arrangement, low: Array) -> list[shapes.Track]:
    """Every track, in the order of the board file."""
    routes = {route["id"]: route for route in board["routes"]}
    order = {name: k for k, name in enumerate(routes)}
    skeleton, size = found.skeleton, radii(found.skeleton)
    at, n = found.unknowns, len(skeleton.places)
    drawn = []
    for k, connection in enumerate(skeleton.connections):
        ends = [connection.a, connection.b]
        for track, name in enumerate(connection.routes):
            slots = [slot for slot in found.slots if (slot.connection, slot.track) == (k, track)]
            links = links_of(slots, at[ends[0]], at[ends[1]], (float(size[ends[0]]), float(size[ends[1]])))
            drawn.append(
                shapes.Track(
                    route=name,
                    curve=points((at[[ends[0], n + k, ends[1]]] - low) * UNIT),
                    links=[points((link - low) * UNIT) for link in links],
                    parallel=track,
                    tracks=len(connection.routes),
                    aside=rounded((track - (len(connection.routes) - 1) / 2) * TRACK * UNIT),
                    kind=kind_of(routes[name]),
                )
            )
    return sorted(drawn, key=lambda track: order[track.route])


def drawn_places(found: Arrangement, low: Array) -> tuple[list[shapes.City], list[shapes.Terminal]]:
    """Every city, and every terminal of a zone."""
    places = found.skeleton.places
    at, true = (found.unknowns[: len(places)] - low) * UNIT, (found.skeleton.true - low) * UNIT
    cities, terminals = [], []
    for k, (place, size) in enumerate(zip(places, radii(found.skeleton) * UNIT, strict=True)):
        x, y, r, true_x, true_y = (rounded(value) for value in (*at[k], size, *true[k]))
        if place.zone is None:
            cities.append(shapes.City(place.id, x, y, r, true_x, true_y, place.name))
        else:
            terminals.append(shapes.Terminal(place.id, x, y, r, true_x, true_y, place.zone))
    return cities, terminals


def drawn_labels(board: BoardFile, found: Arrangement, zones: Mapping[str, Box], low: Array) -> list[Label]:
    """The name of every city, then of every zone."""

    def label(name: str, box: Box, lines: Sequence[str], size: float, kind: Literal["city", "zone"]) -> Label:
        (x0, y0), (x1, y1) = points((np.array(box).reshape(2, 2) - low) * UNIT)
        return Label(name, (x0, y0, x1, y1), list(lines), size * UNIT, kind)

    cities = [place.id for place in found.skeleton.places if place.zone is None]
    drawn = [label(name, one.box, one.lines, SIZE, "city") for name, one in zip(cities, found.labels, strict=True)]
    names = {zone["id"]: name_of(zone) for zone in board.get("zones", [])}
    return drawn + [label(name, box, [names[name]], ZONE_SIZE, "zone") for name, box in zones.items()]


def placed_ornaments(board: BoardFile, found: Arrangement, boxes: Array, window: Window) -> shapes.Ornaments:
    """Title and compass, clear of everything."""
    low, size = np.array([window.x, window.y]), np.array([window.width, window.height])
    places = found.unknowns[: len(found.skeleton.places)]
    slots = corners(found.slots)
    solid = np.concatenate(
        [
            np.concatenate([slots.min(1) - 0.15, slots.max(1) + 0.15], 1),
            boxes + np.array([-0.2, -0.2, 0.2, 0.2]),
            np.concatenate([places - 0.45, places + 0.45], 1),
        ]
    )
    return ornaments(board, found.skeleton, places, low, size, solid - np.tile(low, 2), UNIT)


def window_of(found: Arrangement, boxes: Array) -> Window:
    """The part of the plane that is drawn: everything and a margin."""
    places = found.unknowns[: len(found.skeleton.places)]
    slots = corners(found.slots)
    everything = np.concatenate([slots.reshape(-1, 2), boxes.reshape(-1, 2), places - 0.3, places + 0.3])
    low, high = everything.min(0) - MARGIN, everything.max(0) + MARGIN
    return Window(*(float(value) for value in (*low, *(high - low), UNIT)))


def layout(board: BoardFile, attempts: Sequence[Attempt] = ATTEMPTS) -> Geometry:
    """The geometry of a board: a pure function of the board file."""
    found = arrange(board, attempts)
    zones = zone_boxes(board, found)
    boxes = np.array([*(label.box for label in found.labels), *zones.values()])
    window = window_of(found, boxes)
    low = np.array([window.x, window.y])
    cities, terminals = drawn_places(found, low)
    return Geometry(
        board=board["id"],
        width=rounded(window.width * UNIT),
        height=rounded(window.height * UNIT),
        slot=SlotSize(UNIT, WIDTH * UNIT),
        cities=cities,
        terminals=terminals,
        slots=drawn_slots(board, found, low),
        labels=drawn_labels(board, found, zones, low),
        tracks=drawn_tracks(board, found, low),
        ornaments=placed_ornaments(board, found, boxes, window),
        geography=bent_geography(found.skeleton, found.unknowns[: len(found.skeleton.places)], window),
    )
