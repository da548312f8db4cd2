"""What lies under the game: sea, land, frame, title, compass, and the thin lines from cities to tracks."""

from collections.abc import Iterable
from html import escape
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from railhead.draw.letters import reach, styled
from railhead.draw.shapes import Geography, Geometry, Line
from railhead.draw.solving.ornaments import spacing
from railhead.draw.solving.simplify import simplified
from railhead.draw.svg.pieces import links_of, number
from railhead.draw.svg.themes import symbols

FRAME = 26.0  # width of the border around the map
LONG = 14.0  # units: between two such stretches of a coast its corner is rounded; small islands are known by few points
CUT = 0.36  # of the shorter stretch
SHORE = 2.0  # how far a wide stroke along the coast may be from it, in units


def short(value: int, steps: int) -> str:
    """A whole number of steps as short as SVG reads it: .5 for 5 tenths."""
    text = number(value / steps)
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def path(lines: Iterable[Line], close: bool, steps: int = 10) -> str:
    """Path data of several lines, point from point, in steps of a tenth or another part of a unit."""
    parts = []
    for line in lines:
        points = [(round(x * steps), round(y * steps)) for x, y in line]
        parts.append(f"M{short(points[0][0], steps)} {short(points[0][1], steps)}l")
        for before, after in pairwise(points):
            for a, b in zip(before, after, strict=True):
                text = short(b - a, steps)
                parts.append(text if text.startswith("-") or parts[-1].endswith("l") else f" {text}")
        if close:
            parts.append("Z")
    return "".join(parts)


def coarse(lines: list[Line], tolerance: float) -> list[Line]:
    """Lines with only the points that a small picture or a wide stroke shows."""
    return [[(x, y) for x, y in simplified(np.array(line), tolerance).tolist()] for line in lines]


def rounded(lines: Iterable[Line], width: float, height: float) -> list[Line]:
    """Closed lines without the corners that only stand for points nobody knows: of islands so small that few were measured."""
    return [_rounded(np.array(line), np.array([width, height])) for line in lines]


def _rounded(line: NDArray[np.float64], size: NDArray[np.float64]) -> Line:
    """One of them; corners at the edge of the map stay."""
    found: list[NDArray[np.float64]] = []
    for before, corner, after in zip(np.roll(line, 1, 0), line, np.roll(line, -1, 0), strict=True):
        stretch = min(np.hypot(*(corner - before)), np.hypot(*(after - corner)))
        if stretch < LONG or (corner <= 0).any() or (corner >= size).any():
            found.append(corner)
            continue
        start, end = (corner + (to - corner) * CUT * stretch / np.hypot(*(to - corner)) for to in (before, after))
        found += [(1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t**2 * end for t in np.linspace(0, 1, 6)]
    return [(x, y) for x, y in np.array(found).tolist()]


def contours(name: str, *strokes: tuple[float, float]) -> str:
    """The shore again and again in strokes of a width and an opacity: of few points, since browsers take long over wide strokes."""
    return "".join(f'<use href="#shore" class="{name}" stroke-width="{w}" stroke-opacity="{o}"/>' for w, o in strokes)


def sea_and_land(layers: Geography, width: float, height: float, steps: int) -> str:
    """The map itself."""
    land, lakes = (rounded(some, width, height) for some in (layers.land, layers.lakes))
    return (
        f'<defs><path id="land" d="{path(land, True, steps)}"/>'
        f'<path id="shore" d="{path(coarse(land, SHORE), True, 1)}"/>'
        '<clipPath id="on-land"><use href="#land" clip-rule="evenodd"/></clipPath>'
        '<pattern id="grain" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(38)">'
        '<path class="grain" d="M0 1H7M0 4.5H7"/></pattern></defs>'
        f'<rect class="water" width="{width}" height="{height}"/>'
        f'<path class="graticule" d="{path(layers.graticule, False, steps)}"/>'
        f"{contours('shelf', (26, 0.3), (16, 0.35), (8, 0.45))}"
        '<use href="#land" class="land"/><g clip-path="url(#on-land)">'
        f"{contours('beach', (30, 0.25), (16, 0.3), (7, 0.45))}"
        f'<rect width="{width}" height="{height}" fill="url(#grain)"/>'
        f'<path class="river" d="{path(layers.rivers, False, steps)}"/></g>'
        f'<path class="lake" d="{path(lakes, True, steps)}"/>'
        f'<path class="province" d="{path(layers.provinces, False, steps)}"/>'
        f'<path class="band" d="{path(coarse(layers.borders, SHORE), False, 1)}"/>'
        f'<path class="border" d="{path(layers.borders, False, steps)}"/>'
        '<use href="#land" class="coast"/>'
    )


def links(geometry: Geometry) -> str:
    """The thin lines from every city to the first slots of its tracks."""
    parts = []
    for track in geometry.tracks:
        kind = " over-water" if track.kind == "ferry" else ""
        parts.append(f'<path class="link{kind}" data-route="{escape(track.route)}" d="{links_of(track)}"/>')
    return f'<g class="links">{"".join(parts)}</g>'


def neatline(width: float, height: float, frame: float) -> str:
    """The border of the map: two rules with a scale of black and white pieces between them."""
    w, h = number(width + 2 * frame), number(height + 2 * frame)
    parts = [
        f'<path class="paper" fill-rule="evenodd" d="M{-frame} {-frame}h{w}v{h}h-{w}ZM0 0v{number(height)}h{number(width)}v{number(-height)}Z"/>'
    ]
    for horizontal, size in ((True, width), (False, height)):
        count = 2 * round(size / 80) + 1
        step = size / count
        for k in range(0, count, 2):
            for at in (-8.0, (height if horizontal else width) + 4):
                x, y, across, down = (k * step, at, step, 4.0) if horizontal else (at, k * step, 4.0, step)
                parts.append(
                    f'<rect class="tick" x="{number(x)}" y="{number(y)}" width="{number(across)}" height="{number(down)}"/>'
                )
    for away, thick in ((0.0, 1.6), (4.0, 0.6), (8.0, 0.6), (14.0, 2.6)):
        parts.append(
            f'<rect class="frame" x="{-away}" y="{-away}" width="{number(width + 2 * away)}" height="{number(height + 2 * away)}" stroke-width="{thick}"/>'
        )
    return "".join(parts)


def names_on(geometry: Geometry) -> str:
    """All names on a board together: what tells the country whose signs they are."""
    return " ".join(line for label in geometry.labels for line in label.lines)


def cartouche(geometry: Geometry) -> str:
    """The title in its frame."""
    title = geometry.ornaments.title
    if title is None:
        return ""
    x0, y0, x1, y1 = title.box
    size, middle = title.size, (x0 + x1) / 2
    w, h, notch = x1 - x0, y1 - y0, size * 0.32
    line = y0 + h * 0.73
    high, deep = reach(title.text)  # letters that go far up or down keep clear of the frame and of what is below them
    room = h * 0.54
    letters = size * min(1.0, room / max(size * (high + deep), room))
    foot = min(y0 + h * 0.54, line - size * 0.25 - letters * deep)
    apart, among = letters * spacing(title.text), names_on(geometry)

    def plaque(inset: float, cut: float) -> str:
        a, b, c, d = x0 + inset, y0 + inset, x1 - inset, y1 - inset
        arc = f"A{number(cut)} {number(cut)} 0 0 0"
        return (
            f"M{number(a + cut)} {number(b)}H{number(c - cut)}{arc} {number(c)} {number(b + cut)}V{number(d - cut)}"
            f"{arc} {number(c - cut)} {number(d)}H{number(a + cut)}{arc} {number(a)} {number(d - cut)}V{number(b + cut)}"
            f"{arc} {number(a + cut)} {number(b)}Z"
        )

    far, gap = w * 0.3, size * 0.62
    rules = f"M{number(middle - far)} {number(line)}H{number(middle - gap)}M{number(middle + gap)} {number(line)}H{number(middle + far)}"
    scale = number(size * 0.62 / 24)
    return (
        f'<path class="shadow" transform="translate(2 3)" d="{plaque(0, notch)}"/>'
        f'<path class="paper" d="{plaque(0, notch)}"/><path class="frame" stroke-width="2" d="{plaque(0, notch)}"/>'
        f'<path class="frame" stroke-width=".8" d="{plaque(size * 0.11, notch)}"/>'
        f'<text class="title" text-anchor="middle" x="{number(middle + apart / 2)}" y="{number(foot)}" '
        f'font-size="{number(letters)}" letter-spacing="{number(apart)}"{styled(title.text, among)}>{escape(title.text)}</text>'
        f'<path class="frame" stroke-width="1" d="{rules}"/>'
        f'<path class="tick" fill-rule="evenodd" transform="translate({number(middle)} {number(line)}) scale({scale})" '
        f'd="{symbols().locomotive}"/>'
    )


def compass(geometry: Geometry) -> str:
    """A compass rose that points north."""
    rose = geometry.ornaments.compass
    if rose is None:
        return ""
    r = rose.r
    light: list[str] = []
    dark: list[str] = []
    for long, angles in ((0.62, (45, 135, 225, 315)), (1.0, (0, 90, 180, 270))):
        for angle in angles:
            tip = r * 0.86 * long
            side = r * 0.13 * (1.25 if long == 1.0 else 1.0)
            for sign, into in ((1, dark), (-1, light)):
                into.append(
                    f'<path transform="rotate({angle})" d="M0 0L{number(sign * side)} {number(-side)}L0 {number(-tip)}Z"/>'
                )
    ticks = "".join(
        f'<path transform="rotate({a})" d="M0 {number(-r * 0.7)}v{number(-r * 0.05)}"/>' for a in range(0, 360, 15)
    )
    return (
        f'<g transform="translate({number(rose.x)} {number(rose.y)}) rotate({number(rose.north)})" class="compass">'
        f'<circle class="frame" r="{number(r * 0.75)}" stroke-width=".8"/><circle class="frame" r="{number(r * 0.7)}" stroke-width=".5"/>'
        f'<g class="frame" stroke-width=".8">{ticks}</g><g class="rose-light">{"".join(light)}</g><g class="rose-dark">{"".join(dark)}</g>'
        f'<circle class="rose-light" r="{number(r * 0.07)}"/>'
        f'<text class="title" text-anchor="middle" y="{number(-r * 0.92)}" font-size="{number(r * 0.34)}">N</text></g>'
    )


def ground(geometry: Geometry, frame: float, *, ornaments: bool = True, steps: int = 10) -> str:
    """Everything under the slots, with a frame of some width around it; lines of the map in steps of some part of a unit."""
    width, height = geometry.width, geometry.height
    return (
        f'<clipPath id="window"><rect width="{width}" height="{height}"/></clipPath>'
        f'<g clip-path="url(#window)">{sea_and_land(geometry.geography, width, height, steps)}'
        f"{compass(geometry) if ornaments else ''}</g>"
        f"{cartouche(geometry) if ornaments else ''}"
        f"{neatline(width, height, frame)}"
        f"{links(geometry)}"
    )
