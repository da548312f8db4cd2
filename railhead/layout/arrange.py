"""The whole search for a layout: places, curves, slots and labels that stay clear of each other."""

from typing import NamedTuple

import numpy as np

from railhead.layout.labels import Label, obstacles_of, place_labels
from railhead.layout.place import GAP, Plan, default_gaps, plan_of, settle, straight
from railhead.layout.projection import Array
from railhead.layout.skeleton import Board, Skeleton, skeleton_of
from railhead.layout.tracks import Slot, collisions, slots_of, untangled, wider_gaps

CLEAR = 0.04  # the free way that is kept between slots of different connections


class Arrangement(NamedTuple):
    """What was found, in slot pitches."""

    skeleton: Skeleton
    unknowns: Array
    slots: list[Slot]
    labels: list[Label]
    conflicts: float


def labelled(plan: Plan, unknowns: Array, slots: list[Slot]) -> tuple[list[Label], float]:
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


def arrange(board: Board) -> Arrangement:
    """The layout of a board."""
    skeleton = skeleton_of(board, GAP)
    plan = plan_of(skeleton, default_gaps(skeleton), 30.0)
    unknowns = np.concatenate([skeleton.true, straight(skeleton, skeleton.true)])
    unknowns = untangled(plan, settle(plan, unknowns, 4))
    plan = plan._replace(stiffness=2.0)
    plan, unknowns = spaced(plan, settle(plan, unknowns, 6), 12)
    best: Arrangement | None = None
    for _ in range(8):
        slots = slots_of(plan, unknowns)
        labels, left = labelled(plan, unknowns, slots)
        conflicts = left + len(collisions(plan, slots, 0.01))
        if best is None or conflicts < best.conflicts:
            best = Arrangement(skeleton, unknowns, slots, labels, conflicts)
        if conflicts == 0:
            break
        plan = plan._replace(obstacles=obstacles_of(labels, unknowns))
        plan, unknowns = spaced(plan, settle(plan, unknowns, 4), 6)
    assert best is not None
    return best
