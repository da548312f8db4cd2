"""The end of the game: the longest trail, what the cards in hand pay for, and when to end the game with just that."""

import math
from typing import Any

from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.bots.planner.pace import fill, fullest
from railhead.bots.planner.ways import joined
from railhead.kernel.bits import NO_BITS, add, bit, lowest, popcount, remove
from railhead.kernel.cards import unseen_left
from railhead.kernel.records import COLOURS, GREY, LOCOMOTIVE, NONE, TICKET_WORDS, BoardRecord, GameRecord
from railhead.kernel.routes import claimable, colour_now
from railhead.kernel.trails import group_nodes, longest_trail

MOST_PACKED = 8
FAR_END = 20.0  # turns before the end: from there on the trails' lengths become sure
SURE_TRAIL = 0.3  # how much of the doubt about them is left at the end
FEW_CARDS = 6  # in the deck and among the discards together: too few to try a tunnel for certain
CLEAR = 30.0  # points of lead beyond which nothing changes


@compiled
def _trail(board: BoardRecord, mind: MindRecord, routes: Any) -> int:
    """The spaces of the longest trail in these routes."""
    group_nodes(board, routes, mind.work)
    return longest_trail(board, routes, mind.work)


@compiled
def guess_trails(board: BoardRecord, view: GameRecord, mind: MindRecord) -> None:
    """Into `mind.rival_trail`: how long the rivals' longest trail may be at the end."""
    mind.rival_trail = 0.0
    if board.longest_bonus > 0:
        for other in range(view.players):
            if other != view.seat:
                growth = mind.weights.trail_growth * view.trains[other]
                mind.rival_trail = max(mind.rival_trail, _trail(board, mind, view.owned[other]) + growth)


@compiled
def trail_worth(board: BoardRecord, mind: MindRecord, routes: Any) -> float:
    """What the longest trail of these routes is worth: the bonus, as likely as it is longer than the rivals'."""
    if board.longest_bonus == 0:
        return 0.0
    scale = mind.weights.trail_scale * (SURE_TRAIL + (1.0 - SURE_TRAIL) * min(1.0, mind.turns_left / FAR_END))
    ahead = (_trail(board, mind, routes) - mind.rival_trail) / scale
    return float(mind.weights.trail_bonus * board.longest_bonus / (1.0 + math.exp(-ahead)))


@compiled
def trail_owned(board: BoardRecord, view: GameRecord, mind: MindRecord) -> float:
    """The worth of the trail that the seat has; its routes are put into `mind.with_route`."""
    for word in range(board.words):
        mind.with_route[word] = view.owned[view.seat, word]
    return trail_worth(board, mind, mind.with_route)


@compiled
def longer_trail(board: BoardRecord, mind: MindRecord, route: int) -> float:
    """The worth of the trail in `mind.with_route` with one route more."""
    add(mind.with_route, route)
    worth = trail_worth(board, mind, mind.with_route)
    remove(mind.with_route, route)
    return worth


@compiled
def finish_worth(board: BoardRecord, view: GameRecord, mind: MindRecord) -> float:
    """What ending the game now would be worth: much for a seat that leads, as far as it can see."""
    seat, ahead = view.seat, 1000.0
    mine = float(view.points[seat])
    for word in range(TICKET_WORDS):
        left = view.tickets[seat, word]
        while left != NO_BITS:
            ticket = 64 * word + lowest(left)
            left &= left - bit(0)
            mine += board.value[ticket] if joined(board, mind, ticket) else -board.value[ticket]
    for other in range(view.players):
        if other != seat:
            ahead = min(ahead, mine - view.points[other] - mind.weights.rival_ticket * view.ticket_count[other])
    return float(mind.weights.finish + mind.weights.finish_lead * max(-CLEAR, min(CLEAR, ahead)))


@compiled
def _fill_purse(view: GameRecord, mind: MindRecord) -> bool:
    """The cards that the plan leaves, into `mind.purse`; False if it does not have all of its own yet."""
    locomotives = view.hands[view.seat, LOCOMOTIVE] - mind.need[LOCOMOTIVE] - mind.grey_short
    for colour in range(COLOURS):
        mind.purse[colour] = mind.surplus[colour]
        locomotives -= mind.need[colour]
    mind.purse[LOCOMOTIVE] = locomotives
    return bool(locomotives >= 0)


@compiled
def _pay_from_purse(board: BoardRecord, view: GameRecord, mind: MindRecord, route: int) -> int:
    """The colour in which the purse pays for a route, NONE if it cannot."""
    colour = colour_now(board, view, route)
    cards = board.length[route] - board.ferry[route] + board.tunnel[route]
    if colour >= GREY:
        colour = fullest(mind.purse)
    locomotives = board.ferry[route] + max(0, cards - mind.purse[colour])
    return int(colour) if locomotives <= mind.purse[LOCOMOTIVE] else NONE


@compiled
def pack(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """If the hand may use up the trains: routes beside the plan that it pays for, into `mind.packed`, the longest first; returns the first."""
    first = NONE
    mind.packed_count, mind.packed_points, mind.packed_trains = 0, 0.0, 0.0
    for word in range(board.words):
        mind.packed[word] = NO_BITS
    few = view.trains[view.seat] - view.hand_count[view.seat] <= board.last_trains
    if not few or not _fill_purse(view, mind):
        return first
    trains = view.trains[view.seat] - mind.plan_trains
    for _ in range(MOST_PACKED):
        longest, choice, paid = 0, NONE, NONE
        for word in range(board.words):
            left = claimable(board, view, view.seat, word) & ~mind.targets[word] & ~mind.packed[word]
            while left != NO_BITS:
                route = 64 * word + lowest(left)
                left &= left - bit(0)
                sure = not board.tunnel[route] or unseen_left(view) > FEW_CARDS
                if board.length[route] > longest and board.length[route] <= trains and sure:
                    colour = _pay_from_purse(board, view, mind, route)
                    if colour != NONE:
                        longest, choice, paid = board.length[route], route, colour
        if choice == NONE:
            break
        cards = min(mind.purse[paid], longest - board.ferry[choice])
        mind.purse[paid] -= cards
        mind.purse[LOCOMOTIVE] -= longest - cards
        trains -= longest
        add(mind.packed, choice)
        mind.packed_count += 1
        mind.packed_points += board.points[longest]
        mind.packed_trains += longest
        if first == NONE:
            first = choice
    return first


@compiled
def time_to_finish(board: BoardRecord, view: GameRecord, mind: MindRecord) -> bool:
    """Can the game be ended with what the hand pays for, and is that worth more than what the turns left would bring?"""
    trains = view.trains[view.seat] - mind.plan_trains
    if mind.packed_count == 0 or trains - mind.packed_trains > board.last_trains:
        return False
    claims = mind.packed_count
    for word in range(board.words):
        claims += popcount(mind.targets[word])
    more = fill(board, mind, trains, mind.turns_left - mind.plan_turns) - mind.packed_points
    saved = mind.weights.hurry / (view.players - 1) * (mind.turns_left - claims)
    return bool(saved + finish_worth(board, view, mind) > more)
