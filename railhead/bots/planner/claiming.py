"""Claims and stations: what to take now."""

from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.bots.planner.finishing import finish_worth, longer_trail, trail_owned
from railhead.bots.planner.needs import claim_harm
from railhead.bots.planner.planning import touches_own
from railhead.bots.planner.ways import joined
from railhead.bots.reasons import CLAIM_EXTRA, CLAIM_LAST, CLAIM_PLAN
from railhead.kernel.bits import NO_BITS, bit, has, lowest
from railhead.kernel.cards import unseen_left
from railhead.kernel.records import COLOURS, GREY, LOCOMOTIVE, NONE, TICKET_WORDS, TUNNEL, BoardRecord, GameRecord
from railhead.kernel.routes import claimable, colour_now
from railhead.kernel.trails import first_of
from railhead.kernel.turns import legal_word

FEW_CARDS = 6  # in the deck and among the discards together


@compiled
def near_rivals(board: BoardRecord, mind: MindRecord, route: int) -> float:
    """At how many of the route's ends a rival already has a route."""
    near = 1.0 if has(mind.rival_nodes, board.a[route]) else 0.0
    return near + 1.0 if has(mind.rival_nodes, board.b[route]) else near


@compiled
def completes(board: BoardRecord, view: GameRecord, mind: MindRecord, route: int) -> float:
    """Twice the points of the tickets that this one route completes."""
    a, b = first_of(mind.group, board.a[route]), first_of(mind.group, board.b[route])
    gain = 0.0
    if a == b:
        return gain
    for word in range(TICKET_WORDS):
        left = view.tickets[view.seat, word]
        while left != NO_BITS:
            ticket = 64 * word + lowest(left)
            left &= left - bit(0)
            if not joined(board, mind, ticket) and _joins(board, mind, ticket, a, b):
                gain += 2.0 * board.value[ticket]
    return gain


@compiled
def _joins(board: BoardRecord, mind: MindRecord, ticket: int, a: int, b: int) -> bool:
    """Would the ticket be complete if the groups a and b were one?"""
    from_a, from_b, to_a, to_b = False, False, False, False
    for node in range(board.from_first[ticket], board.from_first[ticket] + board.from_count[ticket]):
        group = first_of(mind.group, node)
        from_a |= group == a
        from_b |= group == b
    for node in range(board.to_first[ticket], board.to_first[ticket] + board.to_count[ticket]):
        group = first_of(mind.group, node)
        to_a |= group == a
        to_b |= group == b
    return (from_a and to_b) or (from_b and to_a)


@compiled
def best_claim(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """The claim to make now, or NONE: routes of the plan as soon as they can be paid, those near rivals first; then extras."""
    seat = view.seat
    best, choice = 0.0, NONE
    finish = finish_worth(board, view, mind)
    for word in range(board.words):
        left = claimable(board, view, seat, word)
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            if tunnel_hopeless(board, view, route):
                continue
            gain = 0.0
            ends = view.trains[seat] - board.length[route] <= board.last_trains
            if has(mind.targets, route):
                gain = 10.0 + 2.0 * near_rivals(board, mind, route) + mind.weights.claim_length * board.length[route]
                if board.tunnel[route] and mind.missing > 0 and _spare_cards(board, view, route) < 1:
                    gain = 0.0  # a tunnel may cost more than its spaces
            elif has(mind.extras, route) and _worth_a_try(board, view, mind, route):
                gain = 1.0 + 0.2 * board.points[board.length[route]] + (0.2 * finish if ends else 0.0)
            if gain > best:
                best, choice = gain, route
    mind.reason = CLAIM_PLAN if choice != NONE and has(mind.targets, choice) else CLAIM_EXTRA
    mind.reason_value = best
    return choice


@compiled
def _worth_a_try(board: BoardRecord, view: GameRecord, mind: MindRecord, route: int) -> bool:
    """May an extra route be claimed now: without much harm to the plan, and a tunnel only with a card to spare?"""
    if board.tunnel[route] and _spare_cards(board, view, route) < 1:
        return False
    return bool(claim_harm(board, view, mind, route) <= mind.weights.extra_harm)


@compiled
def tunnel_hopeless(board: BoardRecord, view: GameRecord, route: int) -> bool:
    """With so few cards to turn up, the same ones come every time: a tunnel that fails now would fail for ever."""
    return bool(board.tunnel[route] and unseen_left(view) <= FEW_CARDS and _spare_cards(board, view, route) < TUNNEL)


@compiled
def _spare_cards(board: BoardRecord, view: GameRecord, route: int) -> int:
    """How many cards are in hand beyond those that the spaces of a route cost."""
    hand = view.hands[view.seat]
    colour = colour_now(board, view, route)
    most = 0
    for other in range(COLOURS):
        if colour >= GREY or other == colour:
            most = max(most, hand[other])
    return int(most + hand[LOCOMOTIVE] - board.length[route])


@compiled
def last_claim(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """With the end so near, the claim that brings most at once."""
    seat = view.seat
    trail = 0.0 if mind.quick else trail_owned(board, view, mind)
    best, choice = 0.0, NONE
    for word in range(board.words):
        left = claimable(board, view, seat, word)
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            if tunnel_hopeless(board, view, route):
                continue
            gain = board.points[board.length[route]] + completes(board, view, mind, route)
            if has(mind.targets, route):
                gain += 6.0 if mind.turns_left > 1.0 else 0.0
            if touches_own(board, mind, route):
                gain += mind.weights.trail_worth
                if not mind.quick:
                    gain += longer_trail(board, mind, route) - trail
            if board.tunnel[route]:
                gain *= 0.6
            if gain > best:
                best, choice = gain, route
    mind.reason, mind.reason_value = CLAIM_LAST, best
    return choice


@compiled
def find_station(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """A city for a station that lends a route of the plan, or NONE."""
    seat = view.seat
    for word in range(board.words):
        left = mind.plan[word] & mind.lendable[word]
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            served = False
            for place in range(board.stations - view.stations_left[seat]):
                city = view.stations[seat, place]
                served |= city == board.a[route] or city == board.b[route]
            if not served:
                for city in (board.a[route], board.b[route]):
                    if not has(view.station_cities, city) and city < board.cities:
                        decision = board.first_station + city
                        if (legal_word(board, view, decision >> 6) & bit(decision)) != NO_BITS:
                            return int(city)
    return NONE
