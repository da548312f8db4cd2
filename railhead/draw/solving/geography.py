"""Coasts, borders, lakes and rivers, bent so that every city lies where the layout put it."""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import RBFInterpolator

from railhead.draw import HOME
from railhead.draw.shapes import Geography, Line
from railhead.draw.solving.projection import Array, distance, project
from railhead.draw.solving.simplify import STEPS_PER_DEGREE, of_planes, simplified
from railhead.draw.solving.skeleton import Skeleton

LAYERS = ("land", "lakes", "rivers", "borders", "provinces")
AREAS = frozenset({"land", "lakes"})
SMOOTHING = 1.5  # how far the bent map may leave a city beside its place, for the sake of smooth coasts


class Window(NamedTuple):
    """The part of the plane that is drawn, and how it is scaled."""

    x: float
    y: float
    width: float
    height: float
    unit: float


@cache
def layer(name: str) -> list[Array]:
    """The lines of a layer as (longitude, latitude)."""
    with np.load(HOME / "data" / "geography.npz") as arrays:
        deltas, sizes = of_planes(arrays[name + "_points"]), arrays[name + "_sizes"]
    lines = []
    for part in np.split(deltas, np.cumsum(sizes)[:-1]):
        lines.append(np.cumsum(part, 0) / STEPS_PER_DEGREE)
    return lines


def graticule(step: float) -> list[Array]:
    """Meridians and parallels every `step` degrees."""
    fine = np.arange(-180, 180.1, 0.5)
    meridians = [np.stack([np.full(321, lo), np.linspace(-80, 80, 321)], -1) for lo in np.arange(-180, 180, step)]
    return meridians + [np.stack([fine, np.full(len(fine), la)], -1) for la in np.arange(-80, 80.1, step)]


def clipped_half(ring: Array, axis: int, limit: float, sign: int) -> Array:
    """The part of a ring on one side of a line parallel to an axis (Sutherland and Hodgman)."""
    if not len(ring):
        return ring
    inside = sign * (limit - ring[:, axis]) >= 0
    after = np.roll(ring, -1, 0)
    change = inside != np.roll(inside, -1)
    step = after[:, axis] - ring[:, axis]
    share = (limit - ring[:, axis]) / np.where(step == 0, 1, step)
    cut = ring + share[:, None] * (after - ring)
    both = np.stack([ring, cut], 1).reshape(-1, 2)
    return np.asarray(both[np.stack([inside, change], 1).ravel()])


def clipped_area(ring: Array, width: float, height: float, pad: float) -> list[Array]:
    """A ring cut to the window and a margin around it."""
    for axis, limit, sign in ((0, -pad, -1), (0, width + pad, 1), (1, -pad, -1), (1, height + pad, 1)):
        ring = clipped_half(ring, axis, limit, sign)
    return [ring] if len(ring) > 2 else []


def runs(line: Array, keep: NDArray[np.bool_]) -> list[Array]:
    """The pieces of a line where `keep` holds."""
    edges = np.flatnonzero(np.diff(np.r_[False, keep, False].astype(np.int8)))
    return [line[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 1]


def clipped_line(line: Array, width: float, height: float, pad: float) -> list[Array]:
    """The pieces of a line inside the window and a margin around it."""
    inside = np.asarray((line > -pad).all(1) & (line < (width + pad, height + pad)).all(1))
    near = inside.copy()
    near[1:] |= inside[:-1]
    near[:-1] |= inside[1:]
    return runs(line, near)


def joined(lines: list[Array]) -> list[Array]:
    """Lines joined where one ends at a point in which exactly one other begins or ends."""
    ends: dict[tuple[float, float], list[int]] = {}
    pieces: dict[int, Array] = dict(enumerate(lines))
    for k, line in pieces.items():
        for point in (line[0], line[-1]):
            ends.setdefault((float(point[0]), float(point[1])), []).append(k)
    home = {k: k for k in pieces}

    def root(k: int) -> int:
        while home[k] != k:
            k = home[k]
        return k

    for (x, y), some in ends.items():
        if len(some) != 2:
            continue
        i, j = root(some[0]), root(some[1])
        if i == j:
            continue
        point = np.array([x, y])
        first = pieces[i] if (pieces[i][-1] == point).all() else pieces[i][::-1]
        second = pieces[j] if (pieces[j][0] == point).all() else pieces[j][::-1]
        if (first[-1] != point).any() or (second[0] != point).any():
            continue
        pieces[i] = np.concatenate([first, second[1:]])
        home[j] = i
        del pieces[j]
    return list(pieces.values())


class Span(NamedTuple):
    """A part of the globe between meridians and parallels; longitudes count from the middle of the board."""

    west: float
    east: float
    south: float
    north: float


def span_of(skeleton: Skeleton, window: Window) -> Span:
    """The part of the globe that the window shows, with a margin."""
    la, lo = np.meshgrid(np.arange(-89.0, 90.0), np.arange(-180.0, 180.0), indexing="ij")
    la, lo = la.ravel(), lo.ravel()
    plane = project(skeleton.projection, la, lo + skeleton.projection.longitude) * skeleton.scale
    low = np.array([window.x, window.y]) - 0.2 * np.array([window.width, window.height]) - 1
    high = low + 1.4 * np.array([window.width, window.height]) + 2
    seen = ((plane > low) & (plane < high)).all(1)
    if not skeleton.projection.world:
        places = [distance(la0, lo0 - skeleton.projection.longitude, la, lo) for _, _, la0, lo0, _ in skeleton.places]
        seen &= np.min(places, axis=0) < 60
    if not seen.any():  # a land that lies between the degrees, such as Monaco
        la = np.array([place.latitude for place in skeleton.places])
        lo = np.array([place.longitude for place in skeleton.places]) - skeleton.projection.longitude
        lo = (lo + 180) % 360 - 180
        seen = np.ones(len(la), bool)
    (west, east), (south, north) = ((float(some[seen].min()) - 2, float(some[seen].max()) + 2) for some in (lo, la))
    return Span(max(west, -179.9), min(east, 179.9), max(south, -89.9), min(north, 89.9))


def cut_to_span(line: Array, middle: float, span: Span, closed: bool) -> list[Array]:
    """The parts of a line of (longitude, latitude) inside a span, longitudes counted from `middle`."""
    found: list[Array] = []
    for turn in (-360.0, 0.0, 360.0):
        piece = np.stack([line[:, 0] - middle + turn, line[:, 1]], -1)
        if (piece[:, 0].max() < span.west) or (piece[:, 0].min() > span.east):
            continue
        if closed:
            for axis, limit, sign in ((0, span.west, -1), (0, span.east, 1), (1, span.south, -1), (1, span.north, 1)):
                piece = clipped_half(piece, axis, limit, sign)
            found += [piece] if len(piece) > 2 else []
        else:
            inside = (piece[:, 0] > span.west) & (piece[:, 0] < span.east)
            found += runs(piece, inside & (piece[:, 1] > span.south) & (piece[:, 1] < span.north))
    return found


def visible(piece: Array, name: str) -> bool:
    """Whether a piece is big enough to be drawn."""
    if name not in AREAS:
        return len(piece) > 1
    x, y = piece.T
    size = abs(float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())) / 2
    return len(piece) > 2 and size > (60 if name == "lakes" else 14)


def points(piece: Array) -> Line:
    """A line as short as the drawing needs it."""
    return [(x, y) for x, y in np.round(piece, 1).tolist()]


def bent_geography(skeleton: Skeleton, final: Array, window: Window) -> Geography:
    """All layers as lists of lines in the units of the drawing."""
    projection = skeleton.projection
    weights = np.array([1.0 if place.zone is None else 8.0 for place in skeleton.places])
    bend = RBFInterpolator(skeleton.true, final, kernel="thin_plate_spline", smoothing=SMOOTHING * weights, degree=1)
    span = span_of(skeleton, window)
    breadth = span.north - span.south
    step = 20.0 if breadth > 70 else 10.0 if breadth > 30 else 5.0 if breadth > 15 else 2.0
    corner = np.array([window.x, window.y])
    width, height = window.width * window.unit, window.height * window.unit
    found: dict[str, list[Line]] = {}
    for name in (*LAYERS, "graticule"):
        lines = graticule(step) if name == "graticule" else layer(name) if name in AREAS else joined(layer(name))
        kept = [part for line in lines for part in cut_to_span(line, projection.longitude, span, name in AREAS)]
        if not kept:
            found[name] = []
            continue
        sizes = np.cumsum([len(line) for line in kept])[:-1]
        flat = np.concatenate(kept)
        plane = project(projection, flat[:, 1], flat[:, 0] + projection.longitude) * skeleton.scale
        bent = (bend(plane) - corner) * window.unit
        pieces: list[Array] = []
        for line in np.split(bent, sizes):
            cut = clipped_area if name in AREAS else clipped_line
            pieces += cut(line, width, height, 2 * window.unit)
        thin = [simplified(piece, 0.3) for piece in pieces]
        found[name] = [points(piece) for piece in thin if visible(piece, name)]
    return Geography(**found)
