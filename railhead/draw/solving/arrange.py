"""The whole search for a layout: places, curves, slots and labels that stay clear of each other."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from railhead.boards.setting import BoardFile
from railhead.draw.solving.labels import Label, as_corners, obstacles_of, place_labels
from railhead.draw.solving.place import GAP, Plan, default_gaps, plan_of, settle, straight
from railhead.draw.solving.projection import Array
from railhead.draw.solving.skeleton import Skeleton, skeleton_of
from railhead.draw.solving.tracks import (
    AWAY,
    Slot,
    balanced,
    collisions,
    cramped,
    on_places,
    slots_of,
    untangled,
    wider_gaps,
)

Attempt = tuple[float, float]  # how much larger the board is drawn, and how hard cities are drawn together

ROUNDS = 10  # of placing labels and making room for them
PATIENCE = 3  # rounds without any gain after which a scale is given up
# What is tried in turn. The steps grow: a board that is crowded at one scale is rarely saved by one a little larger.
ATTEMPTS: tuple[Attempt, ...] = ((1.0, 2.2), (1.0, 1.4), (1.1, 2.2), (1.22, 2.2), (1.32, 2.2), (1.32, 1.4), (1.45, 2.2))
CLEAR = 0.04  # the free way that is kept between slots of different connections


class Arrangement(NamedTuple):
    """What was found, in slot pitches."""

    skeleton: Skeleton
    unknowns: Array
    slots: list[Slot]
    labels: list[Label]
    conflicts: float
    dislike: float


def labelled(plan: Plan, unknowns: Array, slots: list[Slot]) -> tuple[list[Label], float, float]:
    """Labels for the cities of a layout."""
    places = plan.skeleton.places
    cities = [k for k, place in enumerate(places) if place.zone is None]
    ends = [k for k, place in enumerate(places) if place.zone is not None]
    names = [places[k].name for k in cities]
    return place_labels(names, unknowns[cities], plan.radius[cities], slots, unknowns[ends], plan.radius[ends])


def spaced(plan: Plan, unknowns: Array, rounds: int) -> tuple[Plan, Array]:
    """More room around crowded places until no slots collide."""
    for _ in range(rounds):
        slots = slots_of(plan, unknowns)
        if not collisions(plan, slots, CLEAR):
            break
        plan = plan._replace(gaps=wider_gaps(plan, slots, unknowns, CLEAR))
        unknowns = settle(plan, unknowns, 3)
    return plan, unknowns


def touching(plan: Plan, unknowns: Array, slots: list[Slot]) -> float:
    """How many times a slot touches another connection's slot or a place, or is too short."""
    on_others = len(collisions(plan, slots, 0.01))
    return (
        on_others + cramped(plan, unknowns, slots) + on_places(slots, unknowns[: len(plan.radius)], plan.radius, AWAY)
    )


def arranged(board: BoardFile, stretch: float, excess: float) -> Arrangement:
    """The best layout found at one scale."""
    skeleton = skeleton_of(board, GAP, stretch)
    plan = plan_of(skeleton, default_gaps(skeleton), 30.0, excess)
    unknowns = np.concatenate([skeleton.true, straight(skeleton, skeleton.true)])
    unknowns = untangled(plan, settle(plan, unknowns, 4))
    plan = plan._replace(stiffness=2.0)
    plan, unknowns = spaced(plan, settle(plan, unknowns, 6), 12)
    best: Arrangement | None = None
    chosen, found_at = plan, 0
    for turn in range(ROUNDS):
        slots = slots_of(plan, unknowns)
        labels, left, dislike = labelled(plan, unknowns, slots)
        conflicts = left + touching(plan, unknowns, slots)
        if best is None or (conflicts, dislike) < (best.conflicts, best.dislike):
            best = Arrangement(skeleton, unknowns, slots, labels, conflicts, dislike)
            chosen, found_at = plan, turn
        if turn >= ROUNDS // 2 and (best.conflicts == 0 or turn - found_at >= PATIENCE):
            break
        force = plan.force * (1.5 if conflicts else 1.0)
        plan = plan._replace(obstacles=obstacles_of(labels, unknowns, plan.radius), force=min(force, 12.0))
        plan, unknowns = spaced(plan, settle(plan, unknowns, 4), 5)
    assert best is not None
    boxes = as_corners(np.array([label.box for label in best.labels]))
    slots = balanced(chosen, best.unknowns, boxes, CLEAR)
    mended = touching(chosen, best.unknowns, best.slots) - touching(chosen, best.unknowns, slots)
    return best._replace(slots=slots, conflicts=best.conflicts - mended)


def arrange(board: BoardFile, attempts: Sequence[Attempt] = ATTEMPTS) -> Arrangement:
    """The layout of a board; a crowded one is drawn a little looser, and then a little larger."""
    best: Arrangement | None = None
    for stretch, excess in attempts:
        found = arranged(board, stretch, excess)
        if best is None or found.conflicts < best.conflicts:
            best = found
        if best.conflicts == 0:
            break
    assert best is not None
    return best
