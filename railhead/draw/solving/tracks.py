"""Curves, the slots on them, and where they cross or collide."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railhead.draw.solving.place import PITCH, TRACK, Plan, lengths
from railhead.draw.solving.projection import Array
from railhead.draw.solving.skeleton import Skeleton

SLOT = 0.92  # length of a slot, in pitches
WIDTH = 0.29  # width of a slot
TIGHT, LOOSE = 0.965, 1.11  # the least and the largest pitch of a track, where its cities stand near or far
AWAY = 0.02  # the free way that is kept between slots and places, at least
STRETCHED = 1.03  # how much longer slots get where there is room
FINE = 160  # points of a curve when it is measured


class Slot(NamedTuple):
    """One space of a track: a rectangle around (x, y), turned by `angle` radians."""

    connection: int
    track: int
    number: int
    x: float
    y: float
    angle: float
    length: float


def curve(a: Array, control: Array, b: Array, points: int) -> Array:
    """Points of a quadratic curve."""
    t = np.linspace(0, 1, points)[:, None]
    return np.asarray((1 - t) ** 2 * a + 2 * t * (1 - t) * control + t * t * b)


def curves(skeleton: Skeleton, unknowns: Array, points: int) -> list[Array]:
    """The curve of every connection."""
    n = len(skeleton.places)
    a, b = np.array([(c.a, c.b) for c in skeleton.connections]).T
    return list(curve(unknowns[a, None], unknowns[n:, None], unknowns[b, None], points))


def segments_cross(first: Array, second: Array) -> bool:
    """Whether two polylines cross."""
    a, b = first[:-1, None], first[1:, None]
    c, d = second[None, :-1], second[None, 1:]

    def side(p: Array, q: Array, r: Array) -> Array:
        return np.asarray((q - p)[..., 0] * (r - p)[..., 1] - (q - p)[..., 1] * (r - p)[..., 0])

    hit = (side(a, b, c) * side(a, b, d) < 0) & (side(c, d, a) * side(c, d, b) < 0)
    return bool(hit.any())


def boxes_apart(first: Array, second: Array) -> bool:
    """Whether the bounding boxes of two sets of points are disjoint."""
    return bool((first.max(0) < second.min(0)).any() or (second.max(0) < first.min(0)).any())


def crossed_by(k: int, line: Array, lines: list[Array], skeleton: Skeleton) -> set[int]:
    """The connections that a line for connection k crosses; connections that share a place never count."""
    own = {skeleton.connections[k].a, skeleton.connections[k].b}
    return {
        j
        for j, other in enumerate(lines)
        if j != k
        and not own & {skeleton.connections[j].a, skeleton.connections[j].b}
        and not boxes_apart(line, other)
        and segments_cross(line, other)
    }


def crossings(skeleton: Skeleton, unknowns: Array) -> set[tuple[int, int]]:
    """All pairs of connections whose curves cross."""
    lines = curves(skeleton, unknowns, 24)
    return {(k, j) for k, line in enumerate(lines) for j in crossed_by(k, line, lines, skeleton) if k < j}


def closest(line: Array, points: Array) -> Array:
    """The distance of every point from a polyline's points."""
    return np.asarray(np.linalg.norm(line[:, None] - points[None], axis=2).min(0))


def untangled(plan: Plan, unknowns: Array) -> Array:
    """The layout with connections bent around whatever they must not cross."""
    skeleton = plan.skeleton
    n = len(skeleton.places)
    unknowns = unknowns.copy()
    for _ in range(6):
        wrong = [pair for pair in sorted(crossings(skeleton, unknowns)) if pair not in skeleton.crossings]
        missing = sorted({(min(p), max(p)) for p in skeleton.crossings} - crossings(skeleton, unknowns))
        if not wrong and not missing:
            break
        lines = curves(skeleton, unknowns, 24)
        best: tuple[float, int, Array] | None = None
        for k in sorted({k for pair in [*wrong, *missing] for k in pair}):
            c = skeleton.connections[k]
            way = unknowns[c.b] - unknowns[c.a]
            across = np.array([-way[1], way[0]]) / np.linalg.norm(way)
            others = np.array([unknowns[i] for i in range(n) if i not in (c.a, c.b)])
            must = {j for i, j in skeleton.crossings if i == k}
            before = len(crossed_by(k, lines[k], lines, skeleton) ^ must)
            for size in np.arange(0, 1.31, 0.1) * np.linalg.norm(way):
                for sign in (1, -1):
                    control = (unknowns[c.a] + unknowns[c.b]) / 2 + sign * size * across
                    line = curve(unknowns[c.a], control, unknowns[c.b], 24)
                    after = len(crossed_by(k, line, lines, skeleton) ^ must)
                    tight = float(np.clip(1.0 - closest(line[2:-2], others), 0, None).sum())
                    value = 10 * (after - before) + size / (1 + c.length / 3) + tight
                    if after < before and (best is None or value < best[0]):
                        best = (value, k, control)
        if best is None:
            break
        unknowns[n + best[1]] = best[2]
    return unknowns


def slots_on(plan: Plan, k: int, line: Array, shift: float = 0.0) -> list[Slot]:
    """The slots of one connection: equal, parallel ones side by side, moved along the curve by `shift`."""
    c = plan.skeleton.connections[k]
    along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    free = along[-1] - plan.gaps[k].sum()
    pitch = float(np.clip(free / c.length, TIGHT * PITCH, LOOSE * PITCH))
    size = SLOT * min(pitch, STRETCHED * PITCH)
    at = shift + plan.gaps[k, 0] + (free - pitch * c.length) / 2 + pitch * (np.arange(c.length) + 0.5)
    middle, before, after = (
        np.stack([np.interp(at + d, along, line[:, axis]) for axis in (0, 1)], -1) for d in (0, -size / 2, size / 2)
    )
    angle = np.arctan2(after[:, 1] - before[:, 1], after[:, 0] - before[:, 0])
    across = np.stack([-np.sin(angle), np.cos(angle)], -1)
    width = TRACK * (len(c.routes) - 1) / 2 + WIDTH / 2  # on the inside of a bend slots are closer together
    turn = np.abs(np.diff(np.unwrap(angle))).max(initial=0.0)
    size = min(size, pitch - 2 * width * np.tan(turn / 2) - 0.035)
    found = []
    for track in range(len(c.routes)):
        aside = (track - (len(c.routes) - 1) / 2) * TRACK
        for index, (x, y) in enumerate(middle + aside * across):
            found.append(Slot(k, track, index, float(x), float(y), float(angle[index]), float(size)))
    return found


def slots_of(plan: Plan, unknowns: Array) -> list[Slot]:
    """The slots of all tracks, centred in the free part of their curve."""
    lines = curves(plan.skeleton, unknowns, FINE)
    return [slot for k, line in enumerate(lines) for slot in slots_on(plan, k, line)]


def corners(slots: list[Slot], grow: float = 0.0) -> Array:
    """The rectangles of slots, (slot, 4, 2), enlarged by `grow` on every side."""
    middle = np.array([(s.x, s.y) for s in slots])
    angle = np.array([s.angle for s in slots])
    half = np.array([s.length for s in slots]) / 2 + grow
    along = np.stack([np.cos(angle), np.sin(angle)], -1)
    across = np.stack([-np.sin(angle), np.cos(angle)], -1) * (WIDTH / 2 + grow)
    along = along * half[:, None]
    return np.stack(
        [middle - along - across, middle + along - across, middle + along + across, middle - along + across], 1
    )


def overlap(first: Array, second: Array) -> NDArray[np.bool_]:
    """Whether rectangles (k, 4, 2) overlap pairwise (separating axes: two sides of each are enough)."""
    apart = np.zeros(len(first), bool)
    for shape in (first, second):
        for side in range(2):
            edge = shape[:, side + 1] - shape[:, side]
            x, y = -edge[:, 1, None], edge[:, 0, None]
            p = first[..., 0] * x + first[..., 1] * y
            q = second[..., 0] * x + second[..., 1] * y
            apart |= (p.max(1) <= q.min(1)) | (q.max(1) <= p.min(1))
    return ~apart


def collisions(plan: Plan, slots: list[Slot], margin: float) -> list[tuple[int, int]]:
    """Pairs of slots of different connections nearer than `margin` that are not allowed to cross."""
    middle = np.array([(s.x, s.y) for s in slots])
    of = np.array([s.connection for s in slots])
    reach = np.linalg.norm(middle[:, None] - middle[None], axis=2) < 1.3
    i, j = np.nonzero(np.triu(reach, 1) & (of[:, None] != of[None]))
    allowed = np.array([(int(of[p]), int(of[q])) in plan.skeleton.crossings for p, q in zip(i, j, strict=True)], bool)
    i, j = i[~allowed], j[~allowed]
    shape = corners(slots, margin / 2)
    hit = overlap(shape[i], shape[j])
    return [(int(p), int(q)) for p, q in zip(i[hit], j[hit], strict=True)]


def hits(shapes: Array, others: Array) -> bool:
    """Whether any quadrilateral of the first set overlaps any of the second."""
    low, high = shapes.min(1), shapes.max(1)
    near = ((low[:, None] < others.max(1)[None]) & (high[:, None] > others.min(1)[None])).all(2)
    i, j = np.nonzero(near)
    return bool(overlap(shapes[i], others[j]).any()) if len(i) else False


def on_places(slots: list[Slot], middles: Array, radii: Array, margin: float) -> int:
    """How many times a slot comes nearer than `margin` to the disc of a place."""
    x, y, angle, length = np.array([(slot.x, slot.y, slot.angle, slot.length) for slot in slots]).T[:, :, None]
    right, down = middles[None, :, 0] - x, middles[None, :, 1] - y
    along = np.abs(right * np.cos(angle) + down * np.sin(angle)) - length / 2
    across = np.abs(down * np.cos(angle) - right * np.sin(angle)) - WIDTH / 2
    away = np.hypot(np.clip(along, 0, None), np.clip(across, 0, None))
    return int((away < radii[None] + margin).sum())


def balanced(plan: Plan, unknowns: Array, boxes: Array, margin: float) -> list[Slot]:
    """The slots again, each connection moved towards the middle of its curve as far as nothing is touched.

    Room around crowded places is asked for at one end of a connection more than at the other; what turns out not
    to be needed is shared out here. `boxes` are quadrilaterals to keep clear of.
    """
    lines = curves(plan.skeleton, unknowns, FINE)
    found = [slots_on(plan, k, line) for k, line in enumerate(lines)]
    base = plan.radius[plan.ends]
    places = unknowns[: len(plan.radius)]
    for _ in range(2):
        for k, line in enumerate(lines):
            wish = float((plan.gaps[k, 1] - base[k, 1]) - (plan.gaps[k, 0] - base[k, 0])) / 2
            if abs(wish) < 0.03:
                continue
            allowed = {j for i, j in plan.skeleton.crossings if i == k}
            rest = [slot for j, some in enumerate(found) if j != k and j not in allowed for slot in some]
            others = np.concatenate([corners(rest), boxes])
            for share in (1.0, 0.8, 0.6, 0.4, 0.2):
                moved = slots_on(plan, k, line, wish * share)
                if not hits(corners(moved, margin), others) and not on_places(moved, places, plan.radius, AWAY):
                    found[k] = moved
                    break
    return [slot for some in found for slot in some]


def wider_gaps(plan: Plan, slots: list[Slot], unknowns: Array, margin: float) -> Array:
    """The gaps with more room where slots collide beside a place they share."""
    gaps = plan.gaps.copy()
    asked: set[tuple[int, int]] = set()
    for p, q in collisions(plan, slots, margin):
        i, j = slots[p].connection, slots[q].connection
        first, second = plan.skeleton.connections[i], plan.skeleton.connections[j]
        for end, place in enumerate((first.a, first.b)):
            if place in (second.a, second.b):
                asked |= {(i, end), (j, int(place == second.b))}
    spare = lengths(plan.ends, unknowns) - plan.gaps.sum(1) - np.array([c.length for c in plan.skeleton.connections])
    for k, end in sorted(asked):
        gaps[k, end] = min(gaps[k, end] + (0.1 if spare[k] > 0 else 0.06), 1.1)
    return gaps


def cramped(plan: Plan, unknowns: Array, slots: list[Slot]) -> float:
    """How many slots touch the place at their end, or are too short because their curve bends too much (half as bad)."""
    ends = plan.ends[[slot.connection for slot in slots]]
    middle = np.array([(slot.x, slot.y) for slot in slots])
    reach = np.array([slot.length for slot in slots])[:, None] / 2 + plan.radius[ends] + 0.03
    short = sum(slot.length < 0.93 * SLOT for slot in slots)
    return short / 2 + float((np.linalg.norm(unknowns[ends] - middle[:, None], axis=2) < reach).sum())
