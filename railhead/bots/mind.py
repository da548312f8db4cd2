"""A bot's mind: one record with its generator, its weights and room to think in. It never holds another seat's secrets."""

from typing import Any

import numpy as np

from railhead.kernel import random
from railhead.kernel.records import (
    KINDS,
    LONGEST,
    NODE_WORDS,
    NODES,
    ROUTE_WORDS,
    ROUTES,
    TICKET_WORDS,
    TICKETS,
    WORK,
    _record,
)

MindRecord = Any  # one MIND record
FAR = 1.0e6

# The weights of the planner's judgement; all in points unless it says otherwise.
(
    TURN_WORTH,  # what a turn is worth when nothing is urgent
    CARD_TURNS,  # turns that one missing card costs
    TRAIN_WORTH,  # what a train is worth while there are many
    POINTS_SHARE,  # how much of a route's points make up for its cost
    RIVAL_RISK,  # added cost of a route where a rival already is
    SURE_TURNS,  # turns of slack at which completing is an even chance
    SLACK_SCALE,  # turns of slack that make it e times as likely
    FACE_UP_LOCOMOTIVE,  # cards that a face-up locomotive must outweigh
    BLIND_BONUS,  # cards: what drawing blind is worth beyond its average
    RESERVE,  # trains kept for detours before extra routes are claimed
    TICKET_MARGIN,  # by how much new tickets must beat a turn, as a share of a ticket's mean points, shared among the rivals
    TRAIL_WORTH,  # points for an extra route that lengthens one's network
    TRIES,  # orders in which tickets are joined when planning
    LOCOMOTIVE_CARE,  # cards: what a locomotive is worth beyond a card when paying
    LAST_TURNS,  # turns before the end from which on only points count
    HAND_SHARE,  # how much of a card in hand is taken off a route's cost when planning
    FILL_SHARE,  # how much of the points that long routes could bring in the turns left counts when plans are compared
    TICKET_TRAINS,  # trains that the plan may still need when new tickets are considered
    BONUS_SHARE,  # how much of the bonus for most tickets each ticket stands for
    CLAIM_SPACES,  # a rival's usual claim, as a share of the mean space's route, for guessing when the game ends
    CARD_RATE,  # how quickly the cards of one colour come: the smaller, the slower the last ones
    GREY_RATE,  # cards for grey routes that a turn of drawing brings
    PLAN_FIRST,  # share of the tickets' routes, against extra ones, in what a card is worth
    EXTRA_TURN,  # how many times what long routes would bring a turn must bring which is spent on an extra route
    EXTRA_TRAIN,  # points that a train must bring there, while there are trains for more than the turns left
    EXTRA_HARM,  # cards that the plan may lose to an extra route
    SPARE_CARD,  # turns that a card saves which nothing needs yet
    PERTURBED,  # by how much costs are varied when other networks are looked for
    STAY,  # points by which a new plan must be better than the one before
    HOARD,  # cards that a rival will have left over at the end
    PLAN_PACE,  # how many times as long as counted a plan takes, what comes between included
    HURRY,  # points that rivals lose with each turn by which the game ends sooner
    FILL_CARD,  # turns that each space of a long route takes beside its claim
    FINISH,  # points for a claim that ends the game
    FINISH_LEAD,  # the same for each point of the lead
    HOARD_FAR,  # how much less a spare card is worth for each further one that its route still misses
    TRAIL_BONUS,  # how much of the bonus for the longest trail counts
    TRAIL_SCALE,  # spaces ahead of the rivals that make it e times as likely
    TRAIL_GROWTH,  # how much of the trains that a rival has left lengthen its trail
    CLAIM_LENGTH,  # which routes of the plan are claimed first: so much for each space, against 2 for each end where a rival is
    SAVED_RATE,  # CARD_RATE where one card is weighed
    WAIT_RATE,  # CARD_RATE of a seat that waits for its plan's cards alone
    URGENT,  # how many times more a card of the plan is worth for each point that a turn's delay may cost the tickets
    LOCOMOTIVE_MORE,  # turns that a locomotive saves beyond the best card
    LOCOMOTIVE_NEED,  # turns that a locomotive saves which a ferry of the plan lacks
    LOCOMOTIVE_TURNS,  # turns that one missing locomotive of a ferry takes
    RIVAL_TICKET,  # points that a rival's ticket is thought to bring
    GREY_SPARE,  # turns that a card of the colour of which most are spare saves a grey route
    GREY_ANY,  # and one of any other colour
    TUNNEL_CARDS,  # what a tunnel costs beyond its spaces, on average
    FERRY_CARDS,  # and a ferry for each locomotive
    IN_ORDER,  # how far tickets are completed one after the other, those with most points first, and not all at the end
    WEIGHTS,
) = range(53)


MIND = _record(
    [
        ("generator", "u8", (2,)),
        ("bot", "i4"),  # its number in the registry
        ("weights", "f4", (WEIGHTS,)),
        # ways: Dijkstra over the routes that may be used
        ("cost", "f4", (ROUTES,)), ("distance", "f4", (NODES + 1,)), ("via", "i2", (NODES + 1,)),
        ("front", "u8", (NODE_WORDS,)), ("usable", "u8", (ROUTE_WORDS,)), ("lendable", "u8", (ROUTE_WORDS,)),
        ("rival_nodes", "u8", (NODE_WORDS,)), ("own_nodes", "u8", (NODE_WORDS,)),
        # the network under construction, and the best one found
        ("network", "u8", (ROUTE_WORDS,)), ("plan", "u8", (ROUTE_WORDS,)),
        ("order", "i1", (TICKETS,)), ("order_count", "i4"), ("order_cost", "f4", (TICKETS,)),
        ("wanted", "u8", (TICKET_WORDS,)), ("best_wanted", "u8", (TICKET_WORDS,)),
        ("group", "i1", (NODES + 1,)),
        # what the plan costs
        ("plan_trains", "f4"), ("plan_turns", "f4"), ("turns_left", "f4"), ("missing", "f4"), ("idle_turns", "f4"),
        # the longest trails: the rivals' at the end, as far as one can guess, and the plan's
        ("rival_trail", "f4"), ("work", WORK), ("with_route", "u8", (ROUTE_WORDS,)),
        # routes that the cards in hand pay for beside the plan
        ("packed", "u8", (ROUTE_WORDS,)), ("packed_count", "i4"), ("packed_points", "f4"), ("packed_trains", "f4"), ("purse", "i2", (KINDS,)),
        # what an old plan stood on
        ("kept_seat", "i4"), ("kept_tickets", "u8", (TICKET_WORDS,)), ("kept_wanted", "u8", (TICKET_WORDS,)),
        ("kept_plan", "u8", (ROUTE_WORDS,)), ("quick", "i4"),
        # cards: needs by colour, what is left over, the worth of one card more
        ("targets", "u8", (ROUTE_WORDS,)), ("extras", "u8", (ROUTE_WORDS,)),
        ("need", "i2", (KINDS,)), ("surplus", "i2", (KINDS,)), ("worth", "f4", (KINDS,)),
        ("grey", "i2", (LONGEST + 1,)), ("short", "i2", (KINDS,)), ("grey_short", "i4"), ("grey_left", "f4"), ("locomotives_short", "i4"),
        ("open_lengths", "f4", (LONGEST + 1,)), ("open_colours", "i2", (KINDS, LONGEST + 1)), ("hoard", "f4", (KINDS,)), ("fair_cost", "f4", (ROUTES,)), ("best_plan", "u8", (ROUTE_WORDS,)),
        # what a hint tells: why, and the values compared
        ("reason", "i4"), ("reason_value", "f4"),
    ]
)  # fmt: skip


def new_minds(bot: int, number: int, weights: tuple[float, ...] = (), changed: dict[str, float] | None = None) -> Any:
    """An array of one mind for a bot, its generator started from a number; weights can be changed by name."""
    from railhead.bots import COMPILED  # these are no part of the compiled code, so not of what its cache depends on
    from railhead.bots.planner.weights import BASELINE_CARDS, PLANNER_WEIGHTS

    minds: Any = np.zeros(1, MIND)
    mind = minds[0]
    mind.bot = bot
    mind.kept_seat = -1
    if weights or COMPILED[bot] == "planner":
        mind.weights[:] = weights or PLANNER_WEIGHTS
        by_name = changed or {}
    else:
        by_name = {**BASELINE_CARDS, **(changed or {})}
    for name, weight in by_name.items():
        mind.weights[globals()[name]] = weight
    random.seed(mind.generator, np.uint64(number))
    return minds


def new_mind(
    bot: int, number: int, weights: tuple[float, ...] = (), changed: dict[str, float] | None = None
) -> MindRecord:
    """The same as a single record."""
    return new_minds(bot, number, weights, changed)[0]
