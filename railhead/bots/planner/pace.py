"""How long: the turns that are left, the turns that cards take to come, the chance to finish in time."""

import math
from typing import Any

from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.kernel.bits import NO_BITS, bit, lowest
from railhead.kernel.records import COLOURS, GREY, KINDS, LOCOMOTIVE, LONGEST, BoardRecord, GameRecord
from railhead.kernel.routes import colour_now

HOARD_TRAINS = 6.0  # below which a seat gets rid of its last cards too
SIDE_CARDS = 0.4  # of the cards that come along while others are waited for: how many serve grey routes


@compiled
def _mean_length(board: BoardRecord) -> float:
    """The length of the route on which a space of the board lies, on average."""
    spaces, squares = 0, 0
    for route in range(board.routes):
        spaces += board.length[route]
        squares += board.length[route] * board.length[route]
    return squares / spaces


@compiled
def _seat_turns(board: BoardRecord, view: GameRecord, mind: MindRecord, seat: int) -> float:
    """A guess at how many turns a seat needs to run out of trains; nobody can use all the cards he draws."""
    trains = max(0, view.trains[seat] - board.last_trains)
    hoard = mind.weights.hoard * min(1.0, trains / HOARD_TRAINS)
    claims = trains / (mind.weights.claim_spaces * _mean_length(board))
    return float(claims + 0.5 * max(0.0, trains + hoard - view.hand_count[seat]))


@compiled
def guess_turns(board: BoardRecord, view: GameRecord, mind: MindRecord) -> float:
    """A guess at how many turns the seat still has, this one included."""
    if view.turns_left > 0:
        return 1.0
    fewest = 1000.0
    for other in range(view.players):
        if other != view.seat:
            fewest = min(fewest, _seat_turns(board, view, mind, other))
    return fewest + 2.0


@compiled
def chance(mind: MindRecord, slack: float) -> float:
    """P(complete) from the turns that are left over."""
    weights = mind.weights
    return float(1.0 / (1.0 + math.exp(-(slack - weights.sure_turns) / weights.slack_scale)))


@compiled
def fill(board: BoardRecord, mind: MindRecord, trains: float, turns: float) -> float:
    """The points that so many trains could bring in so many turns, on the seat's share of the open routes, the longest first.

    What is left of the turns when the trains have run out is put into `mind.idle_turns`."""
    points = 0.0
    for length in range(LONGEST, 0, -1):
        cost = 1.0 + mind.weights.fill_card * length
        count = min(mind.open_lengths[length], trains / length, turns / cost)
        if count > 0.0:
            points += count * board.points[length]
            trains -= count * length
            turns -= count * cost
    mind.idle_turns = max(0.0, turns)
    return float(points)


@compiled
def _turns_for_one_each(rate: float, colours: int) -> float:
    """The turns it takes to draw one card of each of so many colours: the more colours serve, the more of the cards do."""
    if colours == 0:
        return 0.0
    return float(colours / (2.0 * (1.0 - math.exp(-rate * colours))))


@compiled
def _turns_by_level(mind: MindRecord, rate: float) -> float:
    """The turns in which all that is in `mind.short` comes: one card of each colour that lacks any, then one of each that lacks two, …"""
    highest, turns = 0, 0.0
    for colour in range(COLOURS):
        highest = max(highest, mind.short[colour])
    for level in range(1, highest + 1):
        colours = 0
        for colour in range(COLOURS):
            colours += mind.short[colour] >= level
        turns += _turns_for_one_each(rate, colours)
    return turns


@compiled
def fullest(counts: Any) -> int:
    """The colour of which there are most."""
    best = 0
    for colour in range(1, COLOURS):
        if counts[colour] > counts[best]:
            best = colour
    return best


@compiled
def spare_colour(mind: MindRecord) -> int:
    """The colour of which most cards are spare."""
    return fullest(mind.surplus)


@compiled
def _need_grey(mind: MindRecord, cards: int) -> None:
    """Set cards for a grey route aside: of the colour of which most are spare."""
    colour = spare_colour(mind)
    mind.grey_short += max(0, cards - mind.surplus[colour])
    mind.surplus[colour] -= min(cards, mind.surplus[colour])


@compiled
def need_route(board: BoardRecord, view: GameRecord, mind: MindRecord, route: int) -> None:
    """Set the cards for a route aside, one to spare for a tunnel, and count those that are missing."""
    colour = colour_now(board, view, route)
    cards = board.length[route] - board.ferry[route] + board.tunnel[route]
    mind.need[LOCOMOTIVE] += board.ferry[route]
    if colour >= GREY:
        _need_grey(mind, cards)
    else:
        mind.need[colour] += cards - min(cards, mind.surplus[colour])
        mind.surplus[colour] -= min(cards, mind.surplus[colour])


@compiled
def need_routes(board: BoardRecord, view: GameRecord, mind: MindRecord, routes: Any) -> None:
    """Set the cards for these routes aside and no others: for coloured ones first, then for grey ones, the longest first."""
    for kind in range(KINDS):
        mind.need[kind] = 0
        mind.surplus[kind] = view.hands[view.seat, kind]
    mind.grey_short = 0
    greys = mind.grey
    for length in range(LONGEST + 1):
        greys[length] = 0
    for word in range(board.words):
        left = routes[word]
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            if colour_now(board, view, route) >= GREY:
                greys[min(LONGEST, board.length[route] - board.ferry[route] + board.tunnel[route])] += 1
                mind.need[LOCOMOTIVE] += board.ferry[route]
            else:
                need_route(board, view, mind, route)
    for cards in range(LONGEST, 0, -1):
        for _ in range(greys[cards]):
            _need_grey(mind, cards)


@compiled
def collecting_turns(view: GameRecord, mind: MindRecord) -> float:
    """Turns of drawing until all that is missing has come, each colour at once: what is left at last comes slowest.

    `mind.need` counts the missing cards of each colour; spare locomotives stand in for the colour that lacks most."""
    short, total = mind.short, 0
    for colour in range(COLOURS):
        short[colour] = mind.need[colour]
        total += short[colour]
    hand = view.hands[view.seat, LOCOMOTIVE]
    locomotives = max(0, hand - mind.need[LOCOMOTIVE])
    mind.locomotives_short = max(0, mind.need[LOCOMOTIVE] - hand)
    grey = mind.grey_short
    for _ in range(min(locomotives, total)):
        short[fullest(short)] -= 1
        total -= 1
        locomotives -= 1
    grey = max(0, grey - locomotives)
    waiting = _turns_by_level(mind, mind.weights.card_rate)
    side = SIDE_CARDS * max(0.0, 2.0 * waiting - total)
    mind.grey_left = max(0.0, grey - side)
    mind.missing = total + grey + mind.locomotives_short
    turns = mind.weights.locomotive_turns * mind.locomotives_short
    return float(turns + waiting + mind.grey_left / mind.weights.grey_rate)


@compiled
def waiting_turns(mind: MindRecord) -> float:
    """Turns until the last missing card has come to a seat that waits for nothing else; `collecting_turns` has been called."""
    waiting = _turns_by_level(mind, mind.weights.wait_rate) + mind.grey_left / mind.weights.grey_rate
    return float(waiting + mind.weights.locomotive_turns * mind.locomotives_short)


@compiled
def card_turns(mind: MindRecord, colour: int) -> float:
    """The turns that one card of a colour saves; `collecting_turns` has been called."""
    level = mind.short[colour]
    if level == 0:
        return 0.0
    colours = 0
    for other in range(COLOURS):
        colours += mind.short[other] >= level
    rate = mind.weights.saved_rate
    return _turns_for_one_each(rate, colours) - _turns_for_one_each(rate, colours - 1)
