"""A bot's mind: one record with its generator, its weights and room to think in. It never holds another seat's secrets."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.bots.planner.weights import WEIGHTS, Weights
from railhead.kernel import random
from railhead.kernel.declaring import Record, Row, Table, Word, field, packed
from railhead.kernel.records import (
    GENERATOR_WORDS,
    KINDS,
    LONGEST,
    NODE_WORDS,
    NODES,
    NONE,
    ROUTE_WORDS,
    ROUTES,
    TICKET_WORDS,
    TICKETS,
    WORK,
    WorkRecord,
)

FAR = 1.0e6  # as a cost: there is no way


class MindRecord(Record):
    """What a compiled bot thinks with."""

    generator: Row[Word] = field("u8", GENERATOR_WORDS)
    bot: int = field("i4")  # its number in numbers.py
    weights: Weights = field(WEIGHTS)
    # its manners (manners.py), of a thousand turns
    dawdles: int = field("i4")
    grabs: int = field("i4")
    # ways: Dijkstra over the routes that may be used
    cost: Row[float] = field("f4", ROUTES)
    distance: Row[float] = field("f4", NODES + 1)
    via: Row[int] = field("i2", NODES + 1)
    front: Row[Word] = field("u8", NODE_WORDS)
    usable: Row[Word] = field("u8", ROUTE_WORDS)
    lendable: Row[Word] = field("u8", ROUTE_WORDS)
    rival_nodes: Row[Word] = field("u8", NODE_WORDS)
    own_nodes: Row[Word] = field("u8", NODE_WORDS)
    # the network under construction, and the best one found
    network: Row[Word] = field("u8", ROUTE_WORDS)
    plan: Row[Word] = field("u8", ROUTE_WORDS)
    order: Row[int] = field("i1", TICKETS)
    order_count: int = field("i4")
    order_cost: Row[float] = field("f4", TICKETS)
    wanted: Row[Word] = field("u8", TICKET_WORDS)
    best_wanted: Row[Word] = field("u8", TICKET_WORDS)
    group: Row[int] = field("i1", NODES + 1)
    # what the plan costs
    plan_trains: float = field("f4")
    plan_turns: float = field("f4")
    turns_left: float = field("f4")
    missing: float = field("f4")
    idle_turns: float = field("f4")
    # the longest trails: the rivals' at the end, as far as one can guess, and the plan's
    rival_trail: float = field("f4")
    work: WorkRecord = field(WORK)
    with_route: Row[Word] = field("u8", ROUTE_WORDS)
    # routes that the cards in hand pay for beside the plan
    packed: Row[Word] = field("u8", ROUTE_WORDS)
    packed_count: int = field("i4")
    packed_points: float = field("f4")
    packed_trains: float = field("f4")
    purse: Row[int] = field("i2", KINDS)
    # what an old plan stood on
    kept_seat: int = field("i4")
    kept_tickets: Row[Word] = field("u8", TICKET_WORDS)
    kept_wanted: Row[Word] = field("u8", TICKET_WORDS)
    kept_plan: Row[Word] = field("u8", ROUTE_WORDS)
    quick: int = field("i4")
    # cards: needs by colour, what is left over, the worth of one card more
    targets: Row[Word] = field("u8", ROUTE_WORDS)
    extras: Row[Word] = field("u8", ROUTE_WORDS)
    need: Row[int] = field("i2", KINDS)
    surplus: Row[int] = field("i2", KINDS)
    worth: Row[float] = field("f4", KINDS)
    grey: Row[int] = field("i2", LONGEST + 1)
    short: Row[int] = field("i2", KINDS)
    grey_short: int = field("i4")
    grey_left: float = field("f4")
    locomotives_short: int = field("i4")
    open_lengths: Row[float] = field("f4", LONGEST + 1)
    open_colours: Table[int] = field("i2", KINDS, LONGEST + 1)
    hoard: Row[float] = field("f4", KINDS)
    fair_cost: Row[float] = field("f4", ROUTES)
    best_plan: Row[Word] = field("u8", ROUTE_WORDS)
    # what a hint tells: why, and the values compared
    reason: int = field("i4")
    reason_value: float = field("f4")


MIND = packed(MindRecord)


def new_minds(bot: int, number: int, weights: Weights | None = None) -> NDArray[Any]:
    """An array of one mind for a compiled bot, its generator started from a number; other weights than its own can be given."""
    from railhead.bots.planner import tuned  # no part of the compiled code, so not of what its cache depends on

    minds = np.zeros(1, MIND)
    minds["bot"] = bot
    minds["kept_seat"] = NONE
    minds["weights"][0] = tuple(vars(weights or tuned.WEIGHTS_OF.get(bot, tuned.BASELINES)).values())
    for manner, value in tuned.MANNERS.get(bot, {}).items():
        minds[manner] = value
    random.seed(minds["generator"][0], np.uint64(number))
    return minds


def new_mind(bot: int, number: int, weights: Weights | None = None) -> MindRecord:
    """The same as a single record."""
    mind: MindRecord = new_minds(bot, number, weights)[0]
    return mind
