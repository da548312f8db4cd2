"""Small pictures around the origin: slots, wagons, symbols."""

from html import escape

from railhead.draw.shapes import Kind
from railhead.draw.svg.positions import Position
from railhead.draw.svg.themes import forms
from railhead.words import COLOURS


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


def slot_picture(kind: Kind, colour: str | None, locomotive: bool, length: float, width: float) -> str:
    """One slot around the origin, along the x axis."""
    w, h = length / 2, width / 2
    box = f'x="{number(-w)}" y="{number(-h)}" width="{number(length)}" height="{number(width)}" rx="2.2"'
    if colour is None:
        ties = "".join(
            f"M{number(-w + length * (k + 0.5) / 9)} {number(-h + 0.8)}v{number(width - 1.6)}" for k in range(9)
        )
        rails = f"M{number(-w)} {number(-h * 0.48)}h{number(length)}M{number(-w)} {number(h * 0.48)}h{number(length)}"
        return f'<rect class="ballast" {box}/><path class="sleeper" d="{ties}"/><path class="rail" d="{rails}"/>'
    parts = [f'<rect class="slot {colour}" {box}/>']
    if kind == "tunnel":
        inner = f'x="{number(-w + 1.3)}" y="{number(-h + 1.3)}" width="{number(length - 2.6)}" height="{number(width - 2.6)}"'
        parts.append(f'<rect class="tunnel" {inner} rx="1"/>')
    elif kind == "ferry":
        parts.append(wave(w - 1.5, -h + 2.2) + wave(w - 1.5, h - 2.2))
    else:
        parts.append(f'<path class="shine" d="M{number(-w + 3)} {number(-h + 1.8)}H{number(w - 3)}"/>')
    if locomotive:
        parts.append(mark("locomotive", width * 0.92))
    elif colour in COLOURS:
        parts.append(mark(colour, width * 0.68))
    return "".join(parts)


def train_picture(fill: str, length: float, width: float) -> str:
    """A wagon around the origin, along the x axis; `fill` is an attribute that gives its colour."""
    w, h = length / 2 - 0.6, width / 2 + 1.4
    box = f'x="{number(-w)}" y="{number(-h)}" width="{number(2 * w)}" height="{number(2 * h)}" rx="3.4"'
    shadow = f'<rect class="shadow" x="{number(-w + 1)}" y="{number(-h + 2)}" width="{number(2 * w)}" height="{number(2 * h)}" rx="3.4"/>'
    panes = "".join(
        f'<rect class="train-window" x="{number(-w + 2 * w * (k + 0.5) / 4 - 2.6)}" y="-2" width="5.2" height="4" rx="1"/>'
        for k in range(4)
    )
    roof = f'<path class="train-roof" d="M{number(-w + 2)} {number(h - 4)}H{number(w - 2)}V{number(h - 1)}H{number(-w + 2)}Z"/>'
    shine = f'<path class="shine" d="M{number(-w + 4)} {number(-h + 2)}H{number(w - 4)}"/>'
    return f'{shadow}<rect {fill} {box}/>{roof}{shine}{panes}<rect class="train-edge" {box}/>'


def seat_fill(seat: str, position: Position) -> str:
    """The attribute that gives the colour of a seat."""
    value = position.colours.get(seat)
    if value is None:
        return f'class="seat-{position.seats.index(seat) % 5 + 1}"'
    return f'class="{value}"' if value in COLOURS else f'fill="{escape(value)}"'
