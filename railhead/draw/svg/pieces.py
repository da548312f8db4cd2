"""Small pictures around the origin: slots, wagons, symbols; and the ribbon of a claimed route."""

from collections.abc import Mapping, Sequence
from html import escape
from math import cos, radians, sin

from railhead.draw.shapes import Kind, Point, Slot, Track
from railhead.draw.svg.positions import Position
from railhead.draw.svg.themes import forms, symbols
from railhead.words import COLOURS

SEATS = 5


def number(value: float) -> str:
    """A number as short as possible."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def mark(colour: str, size: float) -> str:
    """The symbol of a colour, of the given size."""
    return f'<path class="{colour}-mark" fill-rule="evenodd" transform="scale({number(size / 24)})" d="{forms()[colour]}"/>'


def wave(half: float, y: float) -> str:
    """A wavy line from -half to half at height y."""
    count = 5
    step = 2 * half / count / 2
    arcs = "".join(f"q{number(step / 2)} {number(s)} {number(step)} 0" for _ in range(count) for s in (-2.2, 2.2))
    return f'<path class="ferry" d="M{number(-half)} {number(y)}{arcs}"/>'


NARROW, SHORT = (
    0.84,
    3.0,
)  # of a slot's width, and units off its length: what is printed are dashes, what runs on it is a line


def slot_picture(kind: Kind, colour: str | None, locomotive: bool, length: float, width: float) -> str:
    """One slot around the origin, along the x axis."""
    length, width = length - SHORT, width * NARROW
    w, h = length / 2, width / 2
    box = f'x="{number(-w)}" y="{number(-h)}" width="{number(length)}" height="{number(width)}" rx="2"'
    if colour is None:
        ties = "".join(
            f"M{number(-w + length * (k + 0.5) / 9)} {number(-h + 0.8)}v{number(width - 1.6)}" for k in range(9)
        )
        rails = f"M{number(-w)} {number(-h * 0.48)}h{number(length)}M{number(-w)} {number(h * 0.48)}h{number(length)}"
        return f'<rect class="ballast" {box}/><path class="sleeper" d="{ties}"/><path class="rail" d="{rails}"/>'
    parts = [f'<rect class="slot {colour}" {box}/>']
    if kind == "tunnel":
        inner = f'x="{number(-w + 1)}" y="{number(-h + 1)}" width="{number(length - 2)}" height="{number(width - 2)}"'
        parts.append(f'<rect class="tunnel" {inner} rx="1"/>')
    elif kind == "ferry":
        parts.append(wave(w - 1.5, -h + 1.9) + wave(w - 1.5, h - 1.9))
    if locomotive:
        parts.append(mark("locomotive", width))
    elif colour in COLOURS:
        parts.append(mark(colour, width * 0.74))
    return "".join(parts)


def line_along(slots: Sequence[Slot]) -> str:
    """Path data of the line along a route's slots, from end to end: what trains lie on. The page has the same for what lights up."""
    first, last = slots[0], slots[-1]
    angle = radians(first.angle)
    # slots follow each other along their own direction, or against it
    along = 1 if (last.x - first.x) * cos(angle) + (last.y - first.y) * sin(angle) >= 0 else -1
    points = [end_of(first, -along), *((slot.x, slot.y) for slot in slots), end_of(last, along)]
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def end_of(slot: Slot, side: int) -> Point:
    """The middle of a slot's short edge."""
    angle = radians(slot.angle)
    return slot.x + side * cos(angle) * slot.length / 2, slot.y + side * sin(angle) * slot.length / 2


def links_of(track: Track) -> str:
    """Path data of the lines from a track's places to its first and last slot."""
    return "".join(
        f"M{number(x)} {number(y)}Q{number(cx)} {number(cy)} {number(u)} {number(v)}"
        for (x, y), (cx, cy), (u, v) in track.links
    )


def wagon_picture(length: float, seat: int | None = None) -> str:
    """A wagon around the origin, along the x axis, with the marks of a seat: light and shade on what lies under it."""
    train = symbols().train
    marks = [] if seat is None else [train.marks[seat % len(train.marks)]]
    parts = "".join(f'<path class="{name}" d="{data}"/>' for name, data in (*train.wagon, *marks) if data)
    return f'<g transform="scale({length / train.length:.3f} 1)">{parts}</g>'


def ribbon(line: str, links: str) -> str:
    """What lies under the wagons of a claimed route, through to its places; the colour is that of the group it is put in."""
    along = {"line": line, "links": links}
    return "".join(f'<path class="{name}" d="{along[where]}"/>' for name, where in symbols().train.strokes)


def owner_of(seat: str, position: Position, theme: Mapping[str, str]) -> tuple[int, str]:
    """The number of a seat, which gives its marks, and its colour."""
    place = position.seats.index(seat) % SEATS
    value = position.colours.get(seat, f"seat-{place + 1}")
    return place, escape(theme.get(value, value))
