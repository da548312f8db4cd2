"""Where places stand and how connections bend: one smooth cost, minimised.

The unknowns are the places and, for each connection, the control point of a quadratic curve. Every point of a
curve is a fixed mixture of three unknowns, so every term of the cost has a simple gradient.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from railhead.draw.solving.descend import descend
from railhead.draw.solving.projection import Array
from railhead.draw.solving.skeleton import Skeleton

Index = NDArray[np.int64]

PITCH = 1.0  # from one slot to the next: the unit of this module
TRACK = 0.36  # from one parallel track to the next
CITY = 0.27  # radius of a city
TERMINAL = 0.16  # radius of a terminal of a zone
GAP = 0.42  # from the middle of a place to its first slot, at least
SAMPLES = 3  # points watched on each slot
LEASH = 0.085  # how far a place may be from its true place, in widths of the board
EXCESS = 1.4  # how much a track is not to be too long for its slots, as a rule
SHORTAGE = 10.0  # how much a track is not to be too short for its slots
SLACK, FLOATING = 0.8, 2.0  # how much too long it may be before that is punished harder, and how hard
KEPT = 0.06  # how much a city is to stay at its true place
SIGHT = 0.6  # things nearer than this to a conflict are watched


class Obstacle(NamedTuple):
    """A disc that moves with a place: part of its label."""

    place: int
    dx: float
    dy: float
    radius: float


class Plan(NamedTuple):
    """Everything that stays the same while the cost is minimised."""

    skeleton: Skeleton
    ends: Index  # (connection, 2)
    half: Array  # half the width of each connection
    gaps: Array  # (connection, 2): the free way at each end
    radius: Array  # of each place
    anchor: Array  # how strongly each place keeps to its true place
    leash: float  # how far a place may be from its true place
    stiffness: float
    excess: float  # how much a track is not to be too long for its slots
    force: float  # how strongly things are kept apart
    obstacles: tuple[Obstacle, ...] = ()


def radii(skeleton: Skeleton) -> Array:
    """The radius of every place."""
    return np.array([CITY if place.zone is None else TERMINAL for place in skeleton.places])


def default_gaps(skeleton: Skeleton) -> Array:
    """The free way at both ends of every connection, before crowded places ask for more."""
    base = radii(skeleton) + GAP - CITY
    return np.array([(base[c.a], base[c.b]) for c in skeleton.connections])


def plan_of(skeleton: Skeleton, gaps: Array, stiffness: float, excess: float = EXCESS) -> Plan:
    """The constants of the cost."""
    ends = np.array([(c.a, c.b) for c in skeleton.connections], np.int64)
    half = np.array([TRACK * len(c.routes) / 2 for c in skeleton.connections])
    anchor = np.array([KEPT if place.zone is None else KEPT / 6 for place in skeleton.places])
    leash = LEASH * float(np.ptp(skeleton.true[:, 0]))
    return Plan(skeleton, ends, half, gaps, radii(skeleton), anchor, leash, stiffness, excess, 1.0)


def straight(skeleton: Skeleton, places: Array) -> Array:
    """Control points that make every connection straight."""
    return np.array([(places[c.a] + places[c.b]) / 2 for c in skeleton.connections])


def lengths(ends: Index, unknowns: Array) -> Array:
    """The approximate length of every curve (Gravesen's estimate)."""
    n = len(unknowns) - len(ends)
    a, b, c = unknowns[ends[:, 0]], unknowns[ends[:, 1]], unknowns[n:]
    norm = np.linalg.norm
    return np.asarray((2 * norm(a - b, axis=1) + norm(a - c, axis=1) + norm(c - b, axis=1)) / 3)


def spread(size: int, index: Index, values: Array) -> Array:
    """Sum rows of values into rows of a new array."""
    found = np.empty((size, 2))
    for axis in (0, 1):
        found[:, axis] = np.bincount(index, values[:, axis], size)
    return found


class Samples(NamedTuple):
    """Points on curves: which connection, and the mixture of its ends and control point."""

    of: Index
    weights: Array  # (sample, 3) for a, control, b


def samples_of(plan: Plan, unknowns: Array) -> Samples:
    """Points along the part of every curve that slots cover."""
    size = lengths(plan.ends, unknowns)
    of, weights = [], []
    for k, connection in enumerate(plan.skeleton.connections):
        first = plan.gaps[k, 0] / max(size[k], 1e-6)
        last = 1 - plan.gaps[k, 1] / max(size[k], 1e-6)
        if last - first < 0.1:
            first, last = 0.4, 0.6
        t = np.linspace(first, last, SAMPLES * connection.length + 1)
        weights.append(np.stack([(1 - t) ** 2, 2 * t * (1 - t), t * t], -1))
        of.append(np.full(len(t), k))
    return Samples(np.concatenate(of), np.concatenate(weights))


def positions(plan: Plan, samples: Samples, unknowns: Array) -> Array:
    """Where the samples lie."""
    n = len(plan.skeleton.places)
    a, b = plan.ends[samples.of].T
    w = samples.weights
    return np.asarray(w[:, :1] * unknowns[a] + w[:, 1:2] * unknowns[n + samples.of] + w[:, 2:] * unknowns[b])


class Near(NamedTuple):
    """Pairs to keep apart: samples with samples, samples with discs, discs with discs; and how far."""

    tracks: Index
    tracks_apart: Array
    discs: Index  # (sample, disc)
    discs_apart: Array
    both: Index
    both_apart: Array


class Discs(NamedTuple):
    """Places and parts of labels as discs."""

    place: Index
    shift: Array
    radius: Array


def discs_of(plan: Plan) -> Discs:
    """The discs of a plan: first the places, then the obstacles."""
    n = len(plan.skeleton.places)
    place = np.array([*range(n), *(o.place for o in plan.obstacles)], np.int64)
    shift = np.array([(0.0, 0.0)] * n + [(o.dx, o.dy) for o in plan.obstacles])
    return Discs(place, shift, np.array([*plan.radius, *(o.radius for o in plan.obstacles)]))


def neighbours(plan: Plan, samples: Samples, discs: Discs, unknowns: Array) -> Near:
    """Everything that is near enough to matter."""
    n = len(plan.skeleton.places)
    points = positions(plan, samples, unknowns)
    middle = unknowns[discs.place] + discs.shift
    tree = cKDTree(points)
    pairs = tree.query_pairs(1.9, output_type="ndarray").astype(np.int64)
    pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    i, j = samples.of[pairs].T
    crossing = np.zeros((len(plan.ends), len(plan.ends)), bool)
    for p, q in plan.skeleton.crossings:
        crossing[p, q] = True
    keep = (i != j) & ~crossing[i, j]
    pairs, i, j = pairs[keep], i[keep], j[keep]
    apart = plan.half[i] + plan.half[j] + 0.05
    keep = np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1) < apart + SIGHT
    pairs, tracks_apart = pairs[keep], apart[keep]
    found: Any = tree.query_ball_point(middle, 1.8, return_sorted=True)
    near = np.array([(s, d) for d, some in enumerate(found) for s in some], np.int64).reshape(-1, 2)
    ends, of = plan.ends[samples.of[near[:, 0]]], near[:, 1]
    own_city = (of < n) & ((ends[:, 0] == of) | (ends[:, 1] == of))
    near = near[~own_city]
    both = cKDTree(middle).query_pairs(3.0, output_type="ndarray").astype(np.int64).reshape(-1, 2)
    both = both[np.lexsort((both[:, 1], both[:, 0]))]
    both = both[discs.place[both[:, 0]] != discs.place[both[:, 1]]]
    apart = discs.radius[both].sum(1) + np.where((both < n).all(1), 0.5, 0.12)
    return Near(
        pairs,
        tracks_apart,
        near,
        plan.half[samples.of[near[:, 0]]] + discs.radius[near[:, 1]] + 0.1,
        both,
        apart,
    )


def cost(flat: Array, plan: Plan, samples: Samples, discs: Discs, near: Near) -> tuple[float, Array]:
    """The cost of a layout and its gradient."""
    unknowns = flat.reshape(-1, 2)
    n = len(plan.skeleton.places)
    gradient = np.zeros_like(unknowns)
    a, b = plan.ends.T
    control = np.arange(n, len(unknowns))

    parts = []  # the length of every curve against its slots
    size = np.zeros(len(a))
    for p, q, w in ((a, b, 2 / 3), (a, control, 1 / 3), (control, b, 1 / 3)):
        way = unknowns[p] - unknowns[q]
        norm = np.sqrt((way * way).sum(1) + 1e-9)
        size += w * norm
        parts.append((p, q, w * way / norm[:, None]))
    target = np.array([c.length * PITCH for c in plan.skeleton.connections]) + plan.gaps.sum(1)
    rest = size - target
    weight = np.where(rest < 0, SHORTAGE, plan.excess) / target
    total = float((weight * rest * rest).sum())
    floating = np.clip(rest - SLACK, 0, None)  # a track far from both of its cities is hard to read
    total += float((FLOATING * floating * floating).sum())
    for p, q, way in parts:
        step = 2 * (weight * rest + FLOATING * floating)[:, None] * way
        gradient += spread(len(unknowns), p, step) - spread(len(unknowns), q, step)

    away = unknowns[:n] - plan.skeleton.true  # keeping to the true place
    total += float((plan.anchor[:, None] * away * away).sum())
    gradient[:n] += 2 * plan.anchor[:, None] * away
    norm = np.sqrt((away * away).sum(1) + 1e-9)  # and never far from it
    beyond = np.clip(norm - plan.leash, 0, None)
    total += float(3 * plan.force * (beyond * beyond).sum())
    gradient[:n] += (6 * plan.force * beyond / norm)[:, None] * away

    bend = unknowns[n:] - (unknowns[a] + unknowns[b]) / 2  # keeping straight
    stiff = (plan.stiffness * (2 * plan.half / TRACK) ** 2 / target)[:, None]
    total += float((stiff * bend * bend).sum())
    step = 2 * stiff * bend
    gradient[n:] += step
    gradient -= spread(len(unknowns), a, step / 2) + spread(len(unknowns), b, step / 2)

    points = positions(plan, samples, unknowns)
    middle = unknowns[discs.place] + discs.shift
    pull = np.zeros_like(points)
    push = np.zeros_like(middle)
    for pairs, apart, first, second, into, out, force in (
        (near.tracks, near.tracks_apart, points, points, pull, pull, 1.5),
        (near.discs, near.discs_apart, points, middle, pull, push, 3.0),
        (near.both, near.both_apart, middle, middle, push, push, 4.0),
    ):
        way = first[pairs[:, 0]] - second[pairs[:, 1]]
        norm = np.sqrt((way * way).sum(1) + 1e-9)
        short = np.clip(apart - norm, 0, None)
        total += float(plan.force * force * (short * short).sum())
        step = (-2 * plan.force * force * short / norm)[:, None] * way
        into += spread(len(into), pairs[:, 0], step)
        out -= spread(len(out), pairs[:, 1], step)
    gradient += spread(len(unknowns), discs.place, push)
    mix = samples.weights
    gradient += spread(len(unknowns), a[samples.of], mix[:, :1] * pull)
    gradient += spread(len(unknowns), n + samples.of, mix[:, 1:2] * pull)
    gradient += spread(len(unknowns), b[samples.of], mix[:, 2:] * pull)
    return total, gradient.ravel()


def settle(plan: Plan, unknowns: Array, rounds: int = 8, steps: int = 60) -> Array:
    """The layout of least cost near the given one."""
    discs = discs_of(plan)
    for _ in range(rounds):
        samples = samples_of(plan, unknowns)
        near = neighbours(plan, samples, discs, unknowns)
        fixed = partial(cost, plan=plan, samples=samples, discs=discs, near=near)
        unknowns = descend(fixed, unknowns.ravel(), steps).reshape(-1, 2)
    return unknowns
