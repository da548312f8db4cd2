"""`planner`: one cheap network for all tickets together, cards for it, and everything else judged against it.

Values are in points. A plan is worth its tickets, each counted points × (2·P − 1), and its routes' points, and the turns it leaves;
P, the chance to complete it, comes from the turns and trains it leaves until the end.
"""

import math
from typing import Any

import numpy as np

from railhead.bots.compiling import compiled
from railhead.bots.mind import (
    BLOCK_RISK,
    BONUS_SHARE,
    CARD_TURNS,
    CLAIM_SPACES,
    FAR,
    FILLER_FLOOR,
    LAST_TURNS,
    PLAN_TURN_WORTH,
    RESERVE,
    SLACK_SCALE,
    SURE_TURNS,
    TICKET_MARGIN,
    TICKET_TRAINS,
    TRAIL_WORTH,
    TURN_WORTH,
    MindRecord,
)
from railhead.bots.needs import (
    choose_card,
    choose_payment,
    count_needs,
    missing_for,
)
from railhead.bots.network import find_way, group_owned, joined, mark_rivals, plan_network, price_routes
from railhead.bots.reasons import (
    BUILD_FOR_PLAN,
    BUILD_HARMLESS,
    CLAIM_EXTRA,
    CLAIM_LAST,
    CLAIM_PLAN,
    DRAW_CARDS,
    DRAW_TICKETS,
    KEEP_BEST,
    PAY_SPARE,
    PLACE_STATION,
)
from railhead.kernel.bits import NO_BITS, add, bit, has, lowest, popcount, remove
from railhead.kernel.layout import (
    BUILD_BED,
    BUILD_COLOUR,
    CLAIM,
    COLOURS,
    FIRST_TICKETS,
    GREY,
    KEEP,
    KEEP_TICKETS,
    LOCOMOTIVE,
    NONE,
    PIECE,
    SECOND_CARD,
    TAKE_TICKETS,
    TICKET_WORDS,
    TURN,
    BoardRecord,
    GameRecord,
)
from railhead.kernel.routes import buildable, claimable, colour_now, fitting_pieces
from railhead.kernel.trails import first_of
from railhead.kernel.turns import legal_word

MOST_EXTRAS = 3


# ---- how long, how likely, how good


@compiled
def _seat_turns(board: BoardRecord, view: GameRecord, mind: MindRecord, seat: int) -> float:
    """A guess at how many turns a seat needs to run out of trains."""
    trains = max(0, view.trains[seat] - board.last_trains)
    claims = 0
    for word in range(board.words):
        claims += popcount(view.owned[seat, word])
    usual = (3.0 * mind.weights[CLAIM_SPACES] + board.trains - view.trains[seat]) / (3.0 + claims)
    return float(trains / usual + 0.5 * max(0, trains - view.hand_count[seat]))


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
def _chance(mind: MindRecord, slack: float, routes: float) -> float:
    """P(complete) from the turns that are left over and the routes still to be claimed."""
    weights = mind.weights
    likely = 1.0 / (1.0 + math.exp(-(slack - weights[SURE_TURNS]) / weights[SLACK_SCALE]))
    return float(likely * max(0.2, 1.0 - weights[BLOCK_RISK] * routes))


@compiled
def appraise(board: BoardRecord, view: GameRecord, mind: MindRecord) -> float:
    """The worth of `mind.plan` for `mind.wanted`; the cards it needs are counted on the way."""
    seat = view.seat
    trains, routes, stations, points = 0, 0, 0, 0.0
    for word in range(board.words):
        mind.targets[word] = mind.plan[word] & ~view.owned[seat, word] & ~mind.lendable[word]
        stations += popcount(mind.plan[word] & mind.lendable[word])
        left = mind.targets[word]
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            trains += board.length[route]
            points += board.points[board.length[route]]
            routes += 1
    count_needs(board, view, mind)
    new_stations = max(0, stations - (board.stations - view.stations_left[seat]))
    turns = routes + mind.weights[CARD_TURNS] * mind.missing + 1.8 * new_stations
    mind.plan_trains, mind.plan_turns = trains, turns
    likely = _chance(mind, mind.turns_left - turns, routes)
    if trains > view.trains[seat] or new_stations > view.stations_left[seat]:
        likely = 0.0
    value = (
        points - board.station_points * new_stations + mind.weights[PLAN_TURN_WORTH] * max(0.0, mind.turns_left - turns)
    )
    bonus = mind.weights[BONUS_SHARE] * board.tickets_bonus
    for word in range(TICKET_WORDS):
        left = view.tickets[seat, word] | mind.wanted[word]
        while left != NO_BITS:
            ticket = 64 * word + lowest(left)
            left &= left - bit(0)
            if joined(board, mind, ticket):
                value += board.value[ticket] + bonus
            elif has(mind.wanted, ticket):
                value += board.value[ticket] * (2.0 * likely - 1.0) + bonus * likely
            else:
                value -= board.value[ticket]
    mind.plan_value = value
    return float(value)


@compiled
def _plan_for(board: BoardRecord, view: GameRecord, mind: MindRecord) -> float:
    """Plan for `mind.wanted` and say what that is worth; tickets that cannot be joined at all make it worth very little."""
    cost = plan_network(board, view, mind)
    value = appraise(board, view, mind)
    return value - FAR if cost >= FAR else value


@compiled
def _drop_hopeless(board: BoardRecord, view: GameRecord, mind: MindRecord, value: float) -> None:
    """Give up tickets, one at a time, for as long as that makes the plan worth more."""
    improved = True
    while improved:
        improved = False
        dropped = NONE
        for ticket in range(board.tickets):
            if has(mind.wanted, ticket) and not joined(board, mind, ticket):
                remove(mind.wanted, ticket)
                without = _plan_for(board, view, mind)
                add(mind.wanted, ticket)
                if without > value + 0.01:
                    value, dropped = without, ticket
        if dropped != NONE:
            remove(mind.wanted, dropped)
            improved = True
    _plan_for(board, view, mind)


@compiled
def _still_good(board: BoardRecord, view: GameRecord, mind: MindRecord) -> bool:
    """Does the plan made at an earlier turn still hold: same tickets, and nothing of it lost?"""
    if mind.kept_seat != view.seat:
        return False
    for word in range(TICKET_WORDS):
        if mind.kept_tickets[word] != view.tickets[view.seat, word]:
            return False
    for word in range(board.words):
        mine = view.owned[view.seat, word]
        if (mind.kept_plan[word] & ~mine & ~(view.open[word] & ~view.barred[view.seat, word])) != NO_BITS:
            return False
    return True


@compiled
def make_plan(board: BoardRecord, view: GameRecord, mind: MindRecord) -> None:
    """The plan of this turn, into `mind.plan`; a quick mind keeps the last one while it holds."""
    mind.turns_left = guess_turns(board, view, mind)
    group_owned(board, view, mind)
    if mind.quick and _still_good(board, view, mind):
        for word in range(board.words):
            mind.plan[word] = mind.kept_plan[word] | view.owned[view.seat, word]
        for word in range(TICKET_WORDS):
            mind.wanted[word] = mind.kept_wanted[word]
        mark_rivals(board, view, mind)
        appraise(board, view, mind)
        if mind.plan_turns <= mind.turns_left and mind.plan_trains <= view.trains[view.seat]:
            return
    price_routes(board, view, mind)
    for word in range(TICKET_WORDS):
        mind.wanted[word] = view.tickets[view.seat, word]
    value = _plan_for(board, view, mind)
    if value < 0.5 * -FAR or mind.plan_turns > mind.turns_left or mind.plan_trains > view.trains[view.seat]:
        _drop_hopeless(board, view, mind, value)
    mind.kept_seat = view.seat
    for word in range(board.words):
        mind.kept_plan[word] = mind.plan[word] & ~mind.lendable[word]
        if (mind.plan[word] & mind.lendable[word]) != NO_BITS:
            mind.kept_seat = NONE
    for word in range(TICKET_WORDS):
        mind.kept_tickets[word] = view.tickets[view.seat, word]
        mind.kept_wanted[word] = mind.wanted[word]


# ---- tickets


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
        value = _plan_for(board, view, mind)
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
                likely = _chance(mind, spare_turns - turns, routes) if routes > 0 else 1.0
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


# ---- claiming


@compiled
def _near_rivals(board: BoardRecord, mind: MindRecord, route: int) -> float:
    near = 1.0 if has(mind.rival_nodes, board.a[route]) else 0.0
    return near + 1.0 if has(mind.rival_nodes, board.b[route]) else near


@compiled
def _touches_own(board: BoardRecord, mind: MindRecord, route: int) -> bool:
    return has(mind.own_nodes, board.a[route]) or has(mind.own_nodes, board.b[route])


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
def _add_extras(board: BoardRecord, view: GameRecord, mind: MindRecord) -> None:
    """Routes for the trains that the plan leaves, the best points a turn first, into `mind.extras`."""
    seat = view.seat
    for word in range(board.words):
        mind.extras[word] = NO_BITS
    trains = view.trains[seat] - mind.plan_trains
    turns = mind.turns_left - mind.plan_turns
    if mind.plan_trains > 0:
        trains -= mind.weights[RESERVE]
    for _ in range(1 if mind.quick else MOST_EXTRAS):
        best, choice, best_turns = mind.weights[FILLER_FLOOR], NONE, 0.0
        for word in range(board.words):
            left = view.open[word] & ~view.barred[seat, word] & ~mind.targets[word] & ~mind.extras[word]
            while left != NO_BITS:
                route = 64 * word + lowest(left)
                left &= left - bit(0)
                if board.length[route] > trains or board.length[route] < 2:
                    continue
                cost = 1.0 + mind.weights[CARD_TURNS] * missing_for(board, view, mind, route)
                if cost > turns:
                    continue
                gain = float(board.points[board.length[route]])
                if _touches_own(board, mind, route):
                    gain += mind.weights[TRAIL_WORTH]
                if gain / cost > best:
                    best, choice, best_turns = gain / cost, route, cost
        if choice == NONE:
            return
        add(mind.extras, choice)
        trains -= board.length[choice]
        turns -= best_turns
        _reserve(board, view, mind, choice)


@compiled
def _reserve(board: BoardRecord, view: GameRecord, mind: MindRecord, route: int) -> None:
    """The cards for an extra route are spoken for; those it lacks are worth drawing."""
    colour = colour_now(board, view, route)
    cards = board.length[route] - board.ferry[route]
    if colour >= GREY:
        colour = 0
        for other in range(1, COLOURS):
            if mind.surplus[other] > mind.surplus[colour]:
                colour = other
    short = cards - mind.surplus[colour]
    mind.surplus[colour] -= min(cards, mind.surplus[colour])
    if short > 0:
        mind.worth[colour] = max(mind.worth[colour], 0.8 + 0.2 / short)
        mind.missing += short


@compiled
def _best_claim(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """The claim to make now, or NONE: routes of the plan as soon as they can be paid, those near rivals first; then extras."""
    seat = view.seat
    best, choice = 0.0, NONE
    for word in range(board.words):
        left = claimable(board, view, seat, word)
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            gain = 0.0
            if has(mind.targets, route):
                gain = 10.0 + 2.0 * _near_rivals(board, mind, route) + 0.1 * board.points[board.length[route]]
                gain -= 0.5 * board.length[route]
                if board.tunnel[route] and not _tunnel_safe(board, view, route):
                    gain = 0.0
            elif has(mind.extras, route):
                gain = 1.0 + 0.2 * board.points[board.length[route]]
            if gain > best:
                best, choice = gain, route
    mind.reason = CLAIM_PLAN if best >= 5.0 else CLAIM_EXTRA
    mind.reason_value = best
    return choice


@compiled
def _tunnel_safe(board: BoardRecord, view: GameRecord, route: int) -> bool:
    """Is there a card to spare for what a tunnel may cost beyond its spaces?"""
    hand = view.hands[view.seat]
    colour = colour_now(board, view, route)
    most = 0
    for other in range(COLOURS):
        if colour >= GREY or other == colour:
            most = max(most, hand[other])
    return bool(most + hand[LOCOMOTIVE] > board.length[route])


@compiled
def _last_claim(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """With the end so near, the claim that brings most at once."""
    seat = view.seat
    best, choice = 0.0, NONE
    for word in range(board.words):
        left = claimable(board, view, seat, word)
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            gain = board.points[board.length[route]] + completes(board, view, mind, route)
            if has(mind.targets, route):
                gain += 6.0 if mind.turns_left > 1.0 else 0.0
            if _touches_own(board, mind, route):
                gain += mind.weights[TRAIL_WORTH]
            if board.tunnel[route]:
                gain *= 0.6
            if gain > best:
                best, choice = gain, route
    mind.reason, mind.reason_value = CLAIM_LAST, best
    return choice


@compiled
def _station(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
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


@compiled
def _take_turn(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """The action of a turn."""
    make_plan(board, view, mind)
    plan_trains, plan_turns = mind.plan_trains, mind.plan_turns
    _add_extras(board, view, mind)
    if mind.turns_left <= mind.weights[LAST_TURNS]:
        route = _last_claim(board, view, mind)
    else:
        route = _best_claim(board, view, mind)
    stations_due = plan_turns >= mind.turns_left - 3.0 or plan_trains == 0
    if board.stations > 0 and (route == NONE or mind.turns_left <= 2.5) and stations_due:
        city = _station(board, view, mind)
        if city != NONE:
            mind.reason, mind.reason_value = PLACE_STATION, 0.0
            return int(board.first_station + city)
    if route != NONE:
        return CLAIM + route
    ticket_trains = 0.0 if mind.quick else mind.weights[TICKET_TRAINS]
    if view.deck_tickets > 0 and plan_trains <= ticket_trains and mind.turns_left > 3.0:
        worth = tickets_worth(board, view, mind)
        if worth > mind.weights[TURN_WORTH] + mind.weights[TICKET_MARGIN]:
            mind.reason, mind.reason_value = DRAW_TICKETS, worth
            return TAKE_TICKETS
    return _draw_something(board, view, mind)


@compiled
def _draw_something(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """A card; where there is none, whatever is legal, claims first."""
    choice = choose_card(board, view, mind)
    mind.reason, mind.reason_value = DRAW_CARDS, mind.missing
    if choice != NONE:
        return choice
    for word in range(board.words):
        routes = claimable(board, view, view.seat, word)
        if routes != NO_BITS:
            return CLAIM + 64 * word + lowest(routes)
    return TAKE_TICKETS


# ---- paying and building


@compiled
def pay(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """Pay with what is needed least elsewhere."""
    if not mind.quick or mind.kept_seat != view.seat:
        make_plan(board, view, mind)
    if view.route != NONE:
        remove(mind.targets, view.route)
        count_needs(board, view, mind)
    mind.reason = PAY_SPARE
    return choose_payment(board, view, mind)


@compiled
def _piece_worth(board: BoardRecord, view: GameRecord, mind: MindRecord, route: int, colour: int) -> float:
    """How well a piece of this colour suits the seat on this bed: the cards it has for it."""
    cards = min(board.length[route], view.hands[view.seat, colour])
    return float(cards + 0.5 * min(cards, mind.surplus[colour]) + 0.05 * view.hands[view.seat, colour])


@compiled
def _bars_plan(board: BoardRecord, view: GameRecord, mind: MindRecord, route: int) -> bool:
    """Would building here close a route of the plan?"""
    for word in range(board.words):
        closed = board.crossing[route, word]
        if view.players <= board.single_track_players:
            closed |= board.parallel[route, word] & board.beds[word]
        if (closed & mind.targets[word]) != NO_BITS:
            return True
    return False


@compiled
def _best_piece(board: BoardRecord, view: GameRecord, mind: MindRecord, route: int) -> int:
    """The colour in supply that suits the seat best on a bed; NONE if there is none."""
    best, choice = -1.0, NONE
    for colour in range(COLOURS):
        if view.pieces[colour, board.length[route]] > 0:
            worth = _piece_worth(board, view, mind, route, colour)
            if worth > best:
                best, choice = worth, colour
    return choice


@compiled
def build_bed(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """A bed of the plan that can be claimed soonest; else one that serves nobody much and bars nothing of the plan."""
    make_plan(board, view, mind)
    best, choice = -FAR, NONE
    mind.reason = BUILD_HARMLESS
    for word in range(board.words):
        left = buildable(board, view, word)
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            colour = _best_piece(board, view, mind, route)
            length = board.length[route]
            if has(mind.targets, route):
                short = length - view.hands[view.seat, colour] - view.hands[view.seat, LOCOMOTIVE]
                gain = 20.0 - 3.0 * max(0, short) + 2.0 * _near_rivals(board, mind, route)
            elif _bars_plan(board, view, mind, route):
                gain = -20.0
            else:
                gain = 5.0 - 2.0 * _near_rivals(board, mind, route) - 0.5 * length
            if gain > best:
                best, choice = gain, route
                mind.reason = BUILD_FOR_PLAN if has(mind.targets, route) else BUILD_HARMLESS
    return int(board.first_build + choice)


@compiled
def build_colour(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """The colour for the bed under way: for the plan the best, elsewhere the one that helps nobody seen."""
    make_plan(board, view, mind)
    wanted = has(mind.targets, view.route)
    if wanted:
        return PIECE + _best_piece(board, view, mind, view.route)
    best, choice = -FAR, NONE
    pieces = fitting_pieces(board, view)
    while pieces != NO_BITS:
        colour = lowest(pieces)
        pieces &= pieces - bit(0)
        gain = float(view.discards[colour] + view.hands[view.seat, colour])
        for other in range(view.players):
            if other != view.seat:
                gain -= 2.0 * view.known[other, colour]
        if gain > best:
            best, choice = gain, colour
    return PIECE + choice


@compiled
def decide(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """The planner's decision."""
    phase = view.phase
    if phase == TURN:
        return _take_turn(board, view, mind)
    if phase == SECOND_CARD:
        if not mind.quick or mind.kept_seat != view.seat:
            make_plan(board, view, mind)
            _add_extras(board, view, mind)
        return choose_card(board, view, mind)
    if phase in (FIRST_TICKETS, KEEP_TICKETS):
        return keep_tickets(board, view, mind)
    if phase == BUILD_BED:
        return build_bed(board, view, mind)
    if phase == BUILD_COLOUR:
        return build_colour(board, view, mind)
    return pay(board, view, mind)
