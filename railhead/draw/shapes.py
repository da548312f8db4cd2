"""Where everything on a board lies, as types: what the solver finds and every picture is drawn from.

All lengths are in one unit, of which a slot's pitch has 40; angles are degrees; x grows to the right and y downwards.
"""

from typing import Literal

from msgspec import Struct

Kind = Literal["plain", "tunnel", "ferry", "bed"]
Point = tuple[float, float]
Line = list[Point]
Box = tuple[float, float, float, float]  # x0, y0, x1, y1


class SlotSize(Struct, frozen=True):
    """What all slots share: the way from one to the next, and their width."""

    pitch: float
    width: float


class Spot(Struct, frozen=True):
    """A place as a disc, and where it would lie on a true map."""

    id: str
    x: float
    y: float
    r: float
    true_x: float
    true_y: float


class City(Spot, frozen=True):
    """A city."""

    name: str


class Terminal(Spot, frozen=True):
    """The end of routes into a zone."""

    zone: str


class Slot(Struct, frozen=True):
    """One space of a route: a rectangle around a middle; `index` counts from the route's first city."""

    route: str
    index: int
    polygon: list[Point]
    x: float
    y: float
    angle: float
    length: float
    locomotive: bool


class Label(Struct, frozen=True):
    """The name of a city or zone, in one or two lines."""

    id: str
    box: Box
    lines: list[str]
    size: float
    kind: Literal["city", "zone"]


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


class Plan(Struct, frozen=True):
    """Where cities, slots, names and tracks lie: all that pieces and fingers need."""

    board: str
    width: float
    height: float
    slot: SlotSize
    cities: list[City]
    terminals: list[Terminal]
    slots: list[Slot]
    labels: list[Label]
    tracks: list[Track]


class Geometry(Plan, frozen=True):
    """A plan with all that is drawn under and around it."""

    ornaments: Ornaments
    geography: Geography

    @property
    def plan(self) -> Plan:
        """The same without what is only looked at."""
        return Plan(**{name: getattr(self, name) for name in Plan.__struct_fields__})
