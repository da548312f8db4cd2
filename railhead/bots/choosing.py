"""Tickets: which to keep, and whether to take more."""

from typing import Any

import numpy as np

from railhead.bots.compiling import compiled
from railhead.bots.mind import BONUS_SHARE, CARD_TURNS, FAR, TRIES, MindRecord
from railhead.bots.network import find_way, group_owned, price_routes
from railhead.bots.pace import chance, guess_turns
from railhead.bots.planning import plan_for
from railhead.bots.reasons import KEEP_BEST
from railhead.kernel.bits import NO_BITS, add, bit, has, lowest
from railhead.kernel.layout import KEEP, NONE, TICKET_WORDS, BoardRecord, GameRecord
from railhead.kernel.turns import legal_word


@compiled
def keep_tickets(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """Which of the offered tickets to keep: the choice whose plan is worth most."""
    seat = view.seat
    mind.turns_left = guess_turns(board, view, mind)
    group_owned(board, view, mind)
    price_routes(board, view, mind)
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
        value = plan_for(board, view, mind, int(mind.weights[TRIES]))
        if value > best:
            best, choice = value, mask
    mind.reason, mind.reason_value = KEEP_BEST, best
    return KEEP + choice


@compiled
def bit_count(number: int) -> Any:
    """A number as the word by which words are shifted."""
    return np.uint64(number)


@compiled
def tickets_worth(board: BoardRecord, view: GameRecord, mind: MindRecord) -> float:
    """What taking tickets now would bring on average: the good ones among the unseen, or the least bad of them."""
    seat = view.seat
    price_routes(board, view, mind)
    for word in range(board.words):
        mind.network[word] = mind.plan[word] | view.owned[seat, word]
    trains = view.trains[seat] - mind.plan_trains
    spare_turns = mind.turns_left - mind.plan_turns - 1.0
    bonus = mind.weights[BONUS_SHARE] * board.tickets_bonus
    count, bad, good, least_bad = 0, 0, 0.0, -FAR
    for ticket in range(board.long_tickets, board.tickets):
        if has(view.tickets[seat], ticket) or has(view.returned[seat], ticket):
            continue
        count += 1
        worth = -float(board.value[ticket])
        node = find_way(board, mind, ticket)
        if node != NONE:
            spaces, routes, end = 0, 0, node
            while mind.via[end] != NONE:
                route = mind.via[end]
                if not has(mind.network, route):
                    spaces += board.length[route]
                    routes += 1
                end = board.a[route] + board.b[route] - end
            if spaces <= trains:
                turns = routes + mind.weights[CARD_TURNS] * max(0, spaces - 0.3 * view.hand_count[seat])
                likely = chance(mind, spare_turns - turns, routes) if routes > 0 else 1.0
                worth = board.value[ticket] * (2.0 * likely - 1.0) + bonus * likely
                worth -= mind.distance[node] if routes > 0 else 0.0
        if worth > 0:
            good += worth
        else:
            bad += 1
            least_bad = max(least_bad, worth)
    offered = min(board.later_tickets, view.deck_tickets)
    if count == 0 or offered == 0:
        return -FAR
    all_bad = (bad / count) ** offered
    average = good / count * offered
    return float(average + (all_bad * least_bad * 1.5 if bad > 0 else 0.0))
