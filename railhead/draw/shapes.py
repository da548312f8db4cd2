"""Where everything on a board lies, as types: what the solver finds and every picture is drawn from.

All lengths are in one unit, of which a slot's pitch has 40; angles are degrees; x grows to the right and y downwards.
"""

from typing import Literal

from msgspec import Struct

from railhead import words
from railhead.words import Box, Label, Plan, SlotSize, Spot

Kind = Literal["plain", "tunnel", "ferry", "bed"]
Point = tuple[float, float]
Line = list[Point]


class City(Spot, rename={}):
    """A city, and where it would lie on a true map."""

    true_x: float
    true_y: float
    name: str


class Terminal(Spot, rename={}):
    """The end of routes into a zone."""

    true_x: float
    true_y: float
    zone: str


class Slot(words.Slot):
    """A space as it is drawn: its corners, and whether it asks for a locomotive."""

    polygon: list[Point]
    locomotive: bool


class Track(Struct, frozen=True):
    """A route: the curve of its connection, its place beside parallel ones, and the thin lines to its two places."""

    route: str
    curve: Line
    links: list[Line]  # from a place, control, to the first slot: a quadratic curve each
    parallel: int
    tracks: int
    aside: float
    kind: Kind


class Title(Struct, frozen=True):
    """The name of the board in its frame."""

    text: str
    box: Box
    size: float


class Compass(Struct, frozen=True):
    """A compass rose, and by how much its north is turned to the right."""

    x: float
    y: float
    r: float
    north: float


class Ornaments(Struct, frozen=True, omit_defaults=True):
    """What makes a map a map, where there is room for it."""

    title: Title | None = None
    compass: Compass | None = None


class Geography(Struct, frozen=True):
    """The bent map: areas (land, lakes) and lines."""

    land: list[Line]
    lakes: list[Line]
    rivers: list[Line]
    borders: list[Line]
    provinces: list[Line]
    graticule: list[Line]


class Geometry(Struct, frozen=True):
    """Everything on a board."""

    board: str
    width: float
    height: float
    slot: SlotSize
    cities: list[City]
    terminals: list[Terminal]
    slots: list[Slot]
    labels: list[Label]
    tracks: list[Track]
    ornaments: Ornaments
    geography: Geography


def plan_of(geometry: Geometry) -> Plan:
    """The same without what is only looked at."""
    return Plan(
        board=geometry.board,
        width=geometry.width,
        height=geometry.height,
        slot=geometry.slot,
        cities=[Spot(city.id, city.x, city.y, city.r) for city in geometry.cities],
        terminals=[Spot(end.id, end.x, end.y, end.r) for end in geometry.terminals],
        slots=[words.Slot(slot.route, slot.index, slot.x, slot.y, slot.angle, slot.length) for slot in geometry.slots],
        labels=geometry.labels,
    )
