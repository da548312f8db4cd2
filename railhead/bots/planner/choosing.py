"""Tickets: which to keep, and whether to take more."""

from typing import Any

import numpy as np

from railhead.bots.compiling import compiled
from railhead.bots.mind import FAR, MindRecord
from railhead.bots.planner.finishing import guess_trails
from railhead.bots.planner.pace import guess_turns
from railhead.bots.planner.planning import appraise, plan_for
from railhead.bots.planner.ways import find_way, group_owned, price_routes
from railhead.bots.reasons import KEEP_BEST
from railhead.kernel.bits import NO_BITS, add, bit, has, lowest, remove
from railhead.kernel.records import KEEP, NONE, TICKET_WORDS, BoardRecord, GameRecord
from railhead.kernel.turns import legal_word

TICKET_TURNS = 3.0  # before the end: from then on nobody takes tickets
LEAST_BAD = 0.7  # the best of some bad tickets, as a share of their mean


@compiled
def keep_tickets(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """Which of the offered tickets to keep: the choice whose plan is worth most."""
    seat = view.seat
    mind.turns_left = guess_turns(board, view, mind)
    group_owned(board, view, mind)
    price_routes(board, view, mind)
    if not mind.quick:
        guess_trails(board, view, mind)
    masks = legal_word(board, view, 0) >> bit_count(KEEP)
    best, choice = -10.0 * FAR, 0
    while masks != NO_BITS:
        mask = lowest(masks)
        masks &= masks - bit(0)
        for word in range(TICKET_WORDS):
            mind.wanted[word] = view.tickets[seat, word]
        for place in range(view.offer_count[seat]):
            if mask >> place & 1:
                add(mind.wanted, view.offer[seat, place])
        value = plan_for(board, view, mind, int(mind.weights.tries))
        if value > best:
            best, choice = value, mask
    mind.reason, mind.reason_value = KEEP_BEST, best
    return KEEP + choice


@compiled
def bit_count(number: int) -> Any:
    """A number as the word by which words are shifted."""
    return np.uint64(number)


@compiled
def _worth_with(board: BoardRecord, view: GameRecord, mind: MindRecord, ticket: int) -> float:
    """What the plan would be worth with one ticket more, along its cheapest way; `mind.network` holds the plan."""
    node = find_way(board, mind, ticket)
    for word in range(board.words):
        mind.plan[word] = mind.network[word]
    if node == NONE:
        return appraise(board, view, mind) - float(board.value[ticket])
    while mind.via[node] != NONE:
        route = mind.via[node]
        add(mind.plan, route)
        node = board.a[route] + board.b[route] - node
    add(mind.wanted, ticket)
    value = appraise(board, view, mind)
    remove(mind.wanted, ticket)
    return value


@compiled
def tickets_worth(board: BoardRecord, view: GameRecord, mind: MindRecord) -> float:
    """What taking tickets now would bring on average: the good ones among the unseen, or the least bad of them."""
    seat = view.seat
    price_routes(board, view, mind)
    for word in range(board.words):
        mind.network[word] = mind.plan[word] | view.owned[seat, word]
        mind.plan[word] = mind.network[word]
    before = appraise(board, view, mind)
    mind.turns_left -= 1.0
    count, bad, good, least_bad = 0, 0, 0.0, 0.0
    for ticket in range(board.long_tickets, board.tickets):
        if has(view.tickets[seat], ticket) or has(view.returned[seat], ticket):
            continue
        count += 1
        worth = _worth_with(board, view, mind, ticket) - before
        if worth > 0:
            good += worth
        else:
            bad += 1
            least_bad += max(worth, -float(board.value[ticket]))
    mind.turns_left += 1.0
    for word in range(board.words):
        mind.plan[word] = mind.network[word]
    appraise(board, view, mind)
    offered = min(board.later_tickets, view.deck_tickets)
    if count == 0 or offered == 0:
        return -FAR
    all_bad = (bad / count) ** offered
    return float(good / count * offered + (all_bad * least_bad / bad * LEAST_BAD if bad > 0 else 0.0))


@compiled
def least_worth(board: BoardRecord, view: GameRecord, mind: MindRecord) -> float:
    """What new tickets must be worth to be taken: more than a turn, and the more the more points are at stake.

    The more rivals, the more points a win takes, and the more daring."""
    points, count = 0.0, max(1, board.tickets - board.long_tickets)
    for ticket in range(board.long_tickets, board.tickets):
        points += board.value[ticket]
    return float(mind.weights.turn_worth + mind.weights.ticket_margin * points / count / (view.players - 1))
