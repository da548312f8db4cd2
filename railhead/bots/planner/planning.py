"""The plan: one network for all tickets together, what it is worth, and what else to build beside it.

Values are in points. A plan is worth its tickets, each counted points × (2·P − 1), and its routes' points, and the turns it leaves;
P, the chance to complete it, comes from the turns and trains it leaves until the end.
"""

from railhead.bots.compiling import compiled
from railhead.bots.mind import FAR, MindRecord
from railhead.bots.planner.finishing import finish_worth, guess_trails, longer_trail, trail_worth
from railhead.bots.planner.pace import (
    card_turns,
    chance,
    collecting_turns,
    fill,
    guess_turns,
    need_route,
    need_routes,
    spare_colour,
    waiting_turns,
)
from railhead.bots.planner.ways import (
    count_lengths,
    fair_costs,
    group_owned,
    joined,
    list_tickets,
    mark_rivals,
    plan_network,
    price_routes,
)
from railhead.kernel.bits import NO_BITS, add, bit, has, lowest, popcount, remove
from railhead.kernel.records import (
    COLOURS,
    GREY,
    KINDS,
    LOCOMOTIVE,
    LONGEST,
    NONE,
    TICKET_WORDS,
    TURN,
    BoardRecord,
    GameRecord,
)
from railhead.kernel.routes import colour_now

MOST_EXTRAS = 4
FAIR_ROUTES = 100  # on a board of so many, as many networks are tried as the weight says
SPACES_A_TURN = 1.4  # that a seat can fill, drawing included


@compiled
def _open_points(board: BoardRecord, mind: MindRecord, least: int) -> float:
    """The points of the wanted tickets that are not joined yet and have at least so many."""
    points = 0.0
    for word in range(TICKET_WORDS):
        left = mind.wanted[word]
        while left != NO_BITS:
            ticket = 64 * word + lowest(left)
            left &= left - bit(0)
            if board.value[ticket] >= least and not joined(board, mind, ticket):
                points += board.value[ticket]
    return points


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
    need_routes(board, view, mind, mind.targets)
    new_stations = max(0, stations - (board.stations - view.stations_left[seat]))
    turns = mind.weights.plan_pace * (routes + collecting_turns(view, mind) + 1.8 * new_stations)
    mind.plan_trains, mind.plan_turns = trains, turns
    hopeless = trains > view.trains[seat] or new_stations > view.stations_left[seat]
    open_points = _open_points(board, mind, 0)
    value = points - board.station_points * new_stations
    value += mind.weights.fill_share * fill(board, mind, view.trains[seat] - trains, mind.turns_left - turns)
    value += mind.weights.hurry / (view.players - 1) * mind.idle_turns
    if not mind.quick:
        value += trail_worth(board, mind, mind.plan)
    bonus = mind.weights.bonus_share * board.tickets_bonus
    for word in range(TICKET_WORDS):
        left = view.tickets[seat, word] | mind.wanted[word]
        while left != NO_BITS:
            ticket = 64 * word + lowest(left)
            left &= left - bit(0)
            if joined(board, mind, ticket):
                value += board.value[ticket] + bonus
            elif has(mind.wanted, ticket):
                later = 1.0 - _open_points(board, mind, board.value[ticket]) / open_points
                needed = turns * (1.0 - mind.weights.in_order * later)
                likely = 0.0 if hopeless else chance(mind, mind.turns_left - needed)
                value += board.value[ticket] * (2.0 * likely - 1.0) + bonus * likely
            else:
                value -= board.value[ticket]
    return float(value)


@compiled
def _is_best(board: BoardRecord, mind: MindRecord) -> bool:
    """Is the plan the best one found so far?"""
    for word in range(board.words):  # noqa: SIM110
        if mind.plan[word] != mind.best_plan[word]:
            return False
    return True


@compiled
def plan_for(board: BoardRecord, view: GameRecord, mind: MindRecord, tries: int) -> float:
    """The best of some networks for `mind.wanted`, and what it is worth: very little if a ticket cannot be joined at all."""
    list_tickets(board, mind)
    best = -100.0 * FAR
    tries = max(2, tries * FAIR_ROUTES // board.routes)  # on a larger board each takes longer
    for number in range(tries if mind.order_count > 0 else 1):
        cost = plan_network(board, view, mind, number)
        if number > 0 and _is_best(board, mind):
            continue
        value = appraise(board, view, mind)
        if cost >= FAR:
            value -= FAR
        if value > best:
            best = value
            for word in range(board.words):
                mind.best_plan[word] = mind.plan[word]
    if tries > 2:
        fair_costs(board, mind)
    for word in range(board.words):
        mind.plan[word] = mind.best_plan[word]
    appraise(board, view, mind)
    return best


@compiled
def _drop_hopeless(board: BoardRecord, view: GameRecord, mind: MindRecord, value: float) -> float:
    """Give up tickets, one at a time, for as long as that makes the plan worth more."""
    improved = True
    while improved:
        improved = False
        dropped = NONE
        for ticket in range(board.tickets):
            if has(mind.wanted, ticket) and not joined(board, mind, ticket):
                remove(mind.wanted, ticket)
                without = plan_for(board, view, mind, 2)
                add(mind.wanted, ticket)
                if without > value + 0.01:
                    value, dropped = without, ticket
        if dropped != NONE:
            remove(mind.wanted, dropped)
            improved = True
    return plan_for(board, view, mind, 2)


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
def _old_plan(board: BoardRecord, view: GameRecord, mind: MindRecord) -> float:
    """Take up the plan of an earlier turn again; returns its worth."""
    for word in range(board.words):
        mind.plan[word] = mind.kept_plan[word] | view.owned[view.seat, word]
    for word in range(TICKET_WORDS):
        mind.wanted[word] = mind.kept_wanted[word]
    return appraise(board, view, mind)


@compiled
def make_plan(board: BoardRecord, view: GameRecord, mind: MindRecord) -> None:
    """The plan of this turn, into `mind.plan`; a quick mind keeps the last one while it holds, and so does any within a turn."""
    mind.turns_left = guess_turns(board, view, mind)
    group_owned(board, view, mind)
    holds = _still_good(board, view, mind)
    if holds and (mind.quick or view.phase != TURN):
        mark_rivals(board, view, mind)
        count_lengths(board, view, mind)
        _old_plan(board, view, mind)
        if mind.plan_turns <= mind.turns_left and mind.plan_trains <= view.trains[view.seat]:
            return
    if not mind.quick:
        guess_trails(board, view, mind)
    price_routes(board, view, mind)
    for word in range(TICKET_WORDS):
        mind.wanted[word] = view.tickets[view.seat, word]
    value = plan_for(board, view, mind, int(mind.weights.tries))
    if value < 0.5 * -FAR or mind.plan_turns > mind.turns_left or mind.plan_trains > view.trains[view.seat]:
        value = _drop_hopeless(board, view, mind, value)
    if holds:  # the new plan is in `mind.best_plan` too
        for word in range(TICKET_WORDS):
            mind.best_wanted[word] = mind.wanted[word]
        if _old_plan(board, view, mind) + mind.weights.stay >= value:
            return
        for word in range(board.words):
            mind.plan[word] = mind.best_plan[word]
        for word in range(TICKET_WORDS):
            mind.wanted[word] = mind.best_wanted[word]
        appraise(board, view, mind)
    mind.kept_seat = view.seat
    for word in range(board.words):
        mind.kept_plan[word] = mind.plan[word] & ~mind.lendable[word]
        if (mind.plan[word] & mind.lendable[word]) != NO_BITS:
            mind.kept_seat = NONE
    for word in range(TICKET_WORDS):
        mind.kept_tickets[word] = view.tickets[view.seat, word]
        mind.kept_wanted[word] = mind.wanted[word]


@compiled
def touches_own(board: BoardRecord, mind: MindRecord, route: int) -> bool:
    """Does the route lengthen the seat's own network?"""
    return has(mind.own_nodes, board.a[route]) or has(mind.own_nodes, board.b[route])


@compiled
def _turns_with(board: BoardRecord, view: GameRecord, mind: MindRecord, route: int) -> float:
    """The turns of drawing if this route were wanted too; nothing is changed."""
    colour = colour_now(board, view, route)
    if colour >= GREY:
        colour = spare_colour(mind)
    need, grey, spare, locomotives = mind.need[colour], mind.grey_short, mind.surplus[colour], mind.need[LOCOMOTIVE]
    need_route(board, view, mind, route)
    turns = collecting_turns(view, mind)
    mind.need[colour], mind.grey_short, mind.surplus[colour] = need, grey, spare
    mind.need[LOCOMOTIVE] = locomotives
    return turns


@compiled
def _trail_so_far(board: BoardRecord, view: GameRecord, mind: MindRecord) -> float:
    """The worth of the trail that the plan and the extras make, which are put into `mind.with_route`."""
    for word in range(board.words):
        mind.with_route[word] = view.owned[view.seat, word] | mind.targets[word] | mind.extras[word]
    return trail_worth(board, mind, mind.with_route)


@compiled
def add_extras(board: BoardRecord, view: GameRecord, mind: MindRecord) -> None:
    """Routes for the trains and turns that the plan leaves, into `mind.extras`; then what each card is worth for all of it."""
    seat, weights = view.seat, mind.weights
    for word in range(board.words):
        mind.extras[word] = NO_BITS
    trains = view.trains[seat] - mind.plan_trains
    turns = mind.turns_left - mind.plan_turns
    if mind.plan_trains > 0:
        trains -= weights.reserve
    drawing = collecting_turns(view, mind)
    for kind in range(KINDS):
        mind.worth[kind] = 0.0
    _weigh_hoard(board, view, mind, trains)
    _weigh_cards(mind, weights.plan_first, _urgency(board, mind))
    floor = weights.extra_turn * fill(board, mind, trains, turns) / max(1.0, turns)
    finish = finish_worth(board, view, mind)
    scarce = min(1.0, SPACES_A_TURN * turns / max(1.0, trains))
    more_trail = weights.trail_bonus * board.longest_bonus
    for _ in range(1 if mind.quick else MOST_EXTRAS):
        trail = 0.0 if mind.quick else _trail_so_far(board, view, mind)
        best, choice, best_drawing = floor, NONE, 0.0
        for word in range(board.words):
            left = view.open[word] & ~view.barred[seat, word] & ~mind.targets[word] & ~mind.extras[word]
            while left != NO_BITS:
                route = 64 * word + lowest(left)
                left &= left - bit(0)
                length = board.length[route]
                gain = board.points[length] - weights.extra_train * scarce * length
                if touches_own(board, mind, route):
                    gain += weights.trail_worth
                    if not mind.quick and gain + more_trail > best:
                        gain += longer_trail(board, mind, route) - trail
                if view.trains[seat] - length <= board.last_trains:
                    gain += finish
                if length > trains or gain <= best:
                    continue
                longer = _turns_with(board, view, mind, route)
                more = longer - drawing
                if gain > best * (1.0 + more) and (more + 1.0 <= turns or more < 0.01):
                    best, choice, best_drawing = gain / (1.0 + more), route, longer
        if choice == NONE:
            break
        add(mind.extras, choice)
        trains -= board.length[choice]
        turns -= best_drawing - drawing + 1.0
        drawing = best_drawing
        need_route(board, view, mind, choice)
    collecting_turns(view, mind)
    _weigh_cards(mind, 1.0 - weights.plan_first, 1.0)
    need_routes(board, view, mind, mind.targets)  # what is spare is what the plan does not need


@compiled
def _count_colours(board: BoardRecord, view: GameRecord, mind: MindRecord) -> None:
    """Into `mind.open_colours`: how many routes of each colour and length are open beside the plan; grey ones count as every colour."""
    for kind in range(KINDS):
        for length in range(LONGEST + 1):
            mind.open_colours[kind, length] = 0
    for word in range(board.words):
        left = view.open[word] & ~view.barred[view.seat, word] & ~mind.targets[word]
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            mind.open_colours[min(GREY, colour_now(board, view, route)), board.length[route]] += 1


@compiled
def _weigh_hoard(board: BoardRecord, view: GameRecord, mind: MindRecord, trains: float) -> None:
    """Into `mind.hoard`: what a card of each colour is worth that the plan does not need, for the longest routes it may serve one day."""
    _count_colours(board, view, mind)
    far = mind.weights.hoard_far
    for colour in range(COLOURS):
        cards, best = mind.surplus[colour], 0.5
        for length in range(min(LONGEST, int(max(1.0, trains))), 0, -1):
            for _ in range(mind.open_colours[colour, length] + mind.open_colours[GREY, length]):
                if cards < length:
                    best = max(best, board.points[length] / (length * (1.0 + far * (length - cards - 1))))
                    break
                cards -= length
        mind.hoard[colour] = mind.weights.spare_card * best


@compiled
def _urgency(board: BoardRecord, mind: MindRecord) -> float:
    """How many times as much the plan's cards are worth: the more points of tickets hang on a turn, the more."""
    points, routes = 0.0, 0
    list_tickets(board, mind)
    for place in range(mind.order_count):
        points += 2.0 * board.value[mind.order[place]]
    for word in range(board.words):
        routes += popcount(mind.targets[word])
    likely = chance(mind, mind.turns_left - routes - waiting_turns(mind))
    points *= likely * (1.0 - likely) / mind.weights.slack_scale  # what a turn adds to the chance
    return float(1.0 + mind.weights.urgent * points)


@compiled
def _weigh_cards(mind: MindRecord, share: float, urgency: float) -> None:
    """Add to `mind.worth` the turns that one card of each kind saves; `collecting_turns` has been called."""
    most = 0.0
    spare = spare_colour(mind)
    for colour in range(COLOURS):
        saved = urgency * card_turns(mind, colour)
        if saved == 0.0:
            saved = mind.hoard[colour]
        if mind.grey_left > 0.0:
            saved = max(saved, mind.weights.grey_spare * urgency if colour == spare else mind.weights.grey_any)
        mind.worth[colour] += share * saved
        most = max(most, saved)
    most += mind.weights.locomotive_more
    if mind.locomotives_short > 0:
        most = max(most, urgency * mind.weights.locomotive_need)
    mind.worth[LOCOMOTIVE] += share * most
