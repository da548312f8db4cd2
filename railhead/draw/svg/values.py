"""Values on the drawing of a board: of its routes, or of its tickets as arcs between their places. What reports show of many games."""

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from math import hypot
from typing import NamedTuple

import numpy as np

from railhead.boards import BoardFile
from railhead.draw.letters import embedded
from railhead.draw.shapes import Geometry, Point
from railhead.draw.solving.labels import boxes_touch
from railhead.draw.solving.ornaments import title_of
from railhead.draw.svg.board import credit, names, placed, places
from railhead.draw.svg.ground import FRAME, ground
from railhead.draw.svg.pieces import number
from railhead.draw.svg.themes import style
from railhead.words import Box

THEME = "print"
Ink = tuple[int, int, int]
MORE: tuple[Ink, ...] = ((254, 246, 219), (247, 179, 94), (196, 60, 57), (74, 15, 64))  # dark enough in grey
APART: tuple[Ink, ...] = ((178, 72, 0), (240, 180, 120), (247, 247, 247), (120, 180, 215), (0, 84, 140))  # for all eyes
UNKNOWN = 'fill="none" stroke="#999" stroke-width=".8" stroke-dasharray="2 2"'
GROUND = "ground-"  # begins the id of the part that all maps of a board share
VALUES = "values"  # the class of all that has a value's colour
SCALE = 62.0  # height of the scale under the map
STEPS, EACH = 20, 16.0  # of the scale
BEND = 0.12  # of a ticket's arc, in its length
LABEL = (18, 13)  # the room of a value on an arc
ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)  # where on an arc its value may stand, the best place first


class Measure(NamedTuple):
    """What the colours of a map tell."""

    title: str
    low: float
    high: float
    apart: bool = False  # the middle is even: more and less have inks of their own
    percent: bool = True
    bright: bool = False  # more is brighter, as it has to be on a dark ground

    def in_words(self, value: float, unit: bool = True) -> str:
        """A value as people read it."""
        return f"{100 * value:.0f}{' %' if unit else ''}" if self.percent else f"{value:.0f}"

    def end(self, part: float) -> str:
        """What stands at the beginning, the middle and the end of its scale; further out all have one colour, where not all values lie between."""
        at = self.low + (self.high - self.low) * part
        more = {0.0: " or less", 1.0: " or more"}.get(part, "") if self.apart and 0 < at < 1 else ""
        return self.in_words(at) + more

    def ink(self, value: float) -> str:
        """The colour of a value."""
        ramp = APART if self.apart else MORE[::-1] if self.bright else MORE
        at = min(max((value - self.low) / ((self.high - self.low) or 1), 0.0), 1.0) * (len(ramp) - 1)
        step = min(int(at), len(ramp) - 2)
        mixed = (round(a + (b - a) * (at - step)) for a, b in zip(ramp[step], ramp[step + 1], strict=True))
        return "#" + "".join(f"{value:02x}" for value in mixed)


class Valued(NamedTuple):
    """A value, and what somebody is told who points at it; none where too little is known."""

    value: float | None
    told: str


class Arc(NamedTuple):
    """A ticket on the map."""

    a: str
    b: str
    valued: Valued


def letters_on(ink: str) -> str:
    """The colour of letters on a colour."""
    red, green, blue = (int(ink[at : at + 2], 16) for at in (1, 3, 5))
    return "#000" if 0.3 * red + 0.59 * green + 0.11 * blue > 128 else "#fff"


def _slots(geometry: Geometry, routes: Mapping[str, Valued], measure: Measure) -> str:
    """Every slot in the colour of its route's value, which stands on the middle one."""
    width = geometry.slot.width
    count = Counter(slot.route for slot in geometry.slots)
    parts: dict[str, list[str]] = {}
    for slot in geometry.slots:
        valued = routes.get(slot.route)
        value = valued.value if valued else None
        ink, half = "" if value is None else measure.ink(value), slot.length / 2
        box = f'x="{number(-half)}" y="{number(-width / 2)}" width="{number(2 * half)}" height="{number(width)}" rx="2"'
        look, told = f'class="slot" fill="{ink}"' if ink else UNKNOWN, ""
        if value is not None and slot.index == (count[slot.route] - 1) // 2:
            said = measure.in_words(value, unit=False)
            told = f'<text class="small" text-anchor="middle" y="3.4" font-size="10" style="fill:{letters_on(ink)}">{said}</text>'
        parts.setdefault(slot.route, []).append(placed(slot, f"<rect {look} {box}/>{told}"))
    return "".join(
        f"<g>{f'<title>{escape(routes[route].told)}</title>' if route in routes else ''}{''.join(some)}</g>"
        for route, some in parts.items()
    )


def _places(geometry: Geometry) -> dict[str, Point]:
    """Where a ticket's arc ends: a city, or the middle of a zone's terminals."""
    found = {city.id: (city.x, city.y) for city in geometry.cities}
    zones: dict[str, list[Point]] = {}
    for end in geometry.terminals:
        zones.setdefault(end.zone, []).append((end.x, end.y))
    for zone, ends in zones.items():
        found[zone] = (sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends))
    return found


def _arcs(geometry: Geometry, tickets: Sequence[Arc], measure: Measure) -> str:
    """Tickets as arcs in the colours of their values, those furthest from the middle on top; each has its value on it, where there is room."""
    at = _places(geometry)
    lines, labels = list[str](), list[str]()
    taken = [_around(place, LABEL[1]) for place in at.values()] + [label.box for label in geometry.labels]
    middle = (measure.low + measure.high) / 2
    known = [one for one in tickets if one.valued.value is not None and one.a in at and one.b in at]
    for ticket in sorted(known, key=lambda one: abs((one.valued.value or 0.0) - middle)):
        bow = _bow(at[ticket.a], at[ticket.b])
        ink = measure.ink(ticket.valued.value or 0.0)
        line = "M{} {}Q{} {} {} {}".format(*(number(value) for point in bow for value in point))
        lines.append(
            f'<g fill="none" stroke-linecap="round"><title>{escape(ticket.valued.told)}</title>'
            f'<path d="{line}" stroke="#222" stroke-width="7"/><path d="{line}" stroke="{ink}" stroke-width="5.4"/></g>'
        )
    for ticket in sorted(known, key=lambda one: -abs((one.valued.value or 0.0) - middle)):
        bow = _bow(at[ticket.a], at[ticket.b])
        for spot in (_on(bow, part) for part in ALONG):
            room = _around(spot, *LABEL)
            if not boxes_touch(np.array([room]), np.array(taken), 0.0).any():
                taken.append(room)
                labels.append(_label(spot, ticket.valued, measure))
                break
    return "".join(lines + labels)


def _bow(one: Point, other: Point) -> tuple[Point, Point, Point]:
    """A line between two places that is bent a little, always upwards: its ends, and where it is drawn to between them."""
    (x1, y1), (x2, y2) = one, other
    length = hypot(x2 - x1, y2 - y1) or 1
    bend, side = BEND * length, -1 if x2 >= x1 else 1
    middle = (x1 + x2) / 2 - side * bend * (y1 - y2) / length, (y1 + y2) / 2 + side * bend * abs(x2 - x1) / length
    return one, middle, other


def _on(bow: tuple[Point, Point, Point], part: float) -> Point:
    """A point on a bent line."""
    weights = ((1 - part) ** 2, 2 * part * (1 - part), part**2)
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, bow, strict=True)) for axis in (0, 1))
    return x, y


def _around(spot: Point, width: float, height: float | None = None) -> Box:
    """The box around a point."""
    (x, y), w, h = spot, width / 2, (width if height is None else height) / 2
    return x - w, y - h, x + w, y + h


def _label(spot: Point, valued: Valued, measure: Measure) -> str:
    """A value on its line."""
    value = valued.value or 0.0
    ink, (w, h) = measure.ink(value), LABEL
    return (
        f'<g transform="translate({number(spot[0])} {number(spot[1])})"><title>{escape(valued.told)}</title>'
        f'<rect x="{number(-w / 2)}" y="{number(-h / 2)}" width="{w}" height="{h}" rx="3" fill="{ink}" stroke="#222" stroke-width=".8"/>'
        f'<text class="small" text-anchor="middle" y="3.6" font-size="10.5" style="fill:{letters_on(ink)}">{measure.in_words(value, unit=False)}</text></g>'
    )


def _scale(measure: Measure, x: float, y: float, width: float) -> str:
    """What the colours mean."""
    left, span = x + (width - STEPS * EACH) / 2, measure.high - measure.low
    parts = [
        f'<rect x="{number(left + k * EACH)}" y="{number(y + 4)}" width="{EACH}" height="12" fill="{measure.ink(measure.low + span * (k + 0.5) / STEPS)}"/>'
        for k in range(STEPS)
    ]
    parts = [f'<g class="{VALUES}">{"".join(parts)}</g>']
    said = {measure.end(part): part for part in (0.5, 0.0, 1.0)}  # nothing is said twice
    parts += [
        f'<text class="small" text-anchor="middle" x="{number(left + STEPS * EACH * part)}" y="{number(y + 31)}" font-size="14">{value}</text>'
        for value, part in said.items()
    ]
    parts.append(
        f'<text class="small" text-anchor="middle" x="{number(x + width / 2)}" y="{number(y + 51)}" font-size="16">{escape(measure.title)}</text>'
    )
    return "".join(parts)


def value_map(
    board: BoardFile,
    geometry: Geometry,
    measure: Measure,
    routes: Mapping[str, Valued] | None = None,
    tickets: Sequence[Arc] = (),
    theme: str = THEME,
    *,
    embed_fonts: bool = False,
) -> str:
    """The picture as SVG."""
    w, h = geometry.width + 2 * FRAME, geometry.height + 2 * FRAME + SCALE
    body = (
        f'<rect class="paper" x="{-FRAME}" y="{-FRAME}" width="{number(w)}" height="{number(h)}"/>'
        f'<g id="{GROUND}{escape(geometry.board)}">{ground(geometry, FRAME, ornaments=False)}</g><!--ground-->'
        f'<g class="{VALUES}">{_slots(geometry, routes or {}, measure)}{_arcs(geometry, tickets, measure)}</g>'
        f"{places(geometry)}{names(geometry)}{credit(board, geometry)}{_scale(measure, -FRAME, geometry.height + FRAME, w)}"
    )
    sheet = (embedded(body) if embed_fonts else "") + style(theme)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-FRAME} {-FRAME} {number(w)} {number(h)}" role="img" '
        f'width="{number(w)}" height="{number(h)}"><title>{escape(f"{title_of(board)}: {measure.title}")}</title><style>{sheet}</style>{body}</svg>\n'
    )
