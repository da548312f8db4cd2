"""`planner`: one cheap network for all tickets together, cards for it, and everything else judged against it."""

from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.bots.planner.building import build_bed, build_colour
from railhead.bots.planner.choosing import TICKET_TURNS, keep_tickets, least_worth, tickets_worth
from railhead.bots.planner.claiming import best_claim, find_station, last_claim, tunnel_hopeless
from railhead.bots.planner.finishing import pack, time_to_finish
from railhead.bots.planner.needs import choose_card, choose_payment
from railhead.bots.planner.pace import need_routes
from railhead.bots.planner.planning import add_extras, make_plan
from railhead.bots.reasons import CLAIM_EXTRA, CLAIM_LAST, DRAW_CARDS, DRAW_TICKETS, PAY_SPARE, PLACE_STATION
from railhead.kernel.bits import NO_BITS, bit, lowest, remove
from railhead.kernel.records import (
    BUILD_BED,
    BUILD_COLOUR,
    CLAIM,
    FIRST_TICKETS,
    KEEP_TICKETS,
    NONE,
    SECOND_CARD,
    TAKE_TICKETS,
    TURN,
    BoardRecord,
    GameRecord,
)
from railhead.kernel.routes import claimable
from railhead.kernel.turns import after_last_word, first_word, legal_word


@compiled
def _take_turn(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """The action of a turn."""
    make_plan(board, view, mind)
    plan_trains, plan_turns = mind.plan_trains, mind.plan_turns
    add_extras(board, view, mind)
    if mind.turns_left <= mind.weights.last_turns:
        route = last_claim(board, view, mind)
    else:
        route = best_claim(board, view, mind)
    stations_due = plan_turns >= mind.turns_left - 3.0 or plan_trains == 0
    if board.stations > 0 and (route == NONE or mind.turns_left <= 2.5) and stations_due:
        city = find_station(board, view, mind)
        if city != NONE:
            mind.reason, mind.reason_value = PLACE_STATION, 0.0
            return int(board.first_station + city)
    extra = mind.reason == CLAIM_EXTRA
    if route != NONE and not extra:
        return CLAIM + route
    packed = pack(board, view, mind)
    if time_to_finish(board, view, mind):
        mind.reason, mind.reason_value = CLAIM_LAST, mind.packed_points
        return CLAIM + packed
    done = plan_trains <= mind.weights.ticket_trains and not mind.quick
    if done and view.deck_tickets > 0 and mind.turns_left > TICKET_TURNS:
        missing = mind.missing
        worth = tickets_worth(board, view, mind)
        mind.missing = missing
        if worth > least_worth(board, view, mind):
            mind.reason, mind.reason_value = DRAW_TICKETS, worth
            return TAKE_TICKETS
    if route != NONE:
        mind.reason = CLAIM_EXTRA
        return CLAIM + route
    return _draw_something(board, view, mind)


@compiled
def _draw_something(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """A card; where there is none, whatever is legal, claims first."""
    choice = choose_card(board, view, mind)
    mind.reason, mind.reason_value = DRAW_CARDS, mind.missing
    if choice != NONE:
        return choice
    last = NONE
    for word in range(board.words):
        left = claimable(board, view, view.seat, word)
        while left != NO_BITS:
            last = 64 * word + lowest(left)
            left &= left - bit(0)
            if not tunnel_hopeless(board, view, last):
                return CLAIM + last
    if view.deck_tickets > 0:
        return TAKE_TICKETS
    return CLAIM + last if last != NONE else _anything(board, view)


@compiled
def _anything(board: BoardRecord, view: GameRecord) -> int:
    """The first legal decision: where others hold all cards and tickets, a station may be all that is left."""
    for word in range(first_word(board, view), after_last_word(board, view)):
        decisions = legal_word(board, view, word)
        if decisions != NO_BITS:
            return 64 * word + lowest(decisions)
    return NONE


@compiled
def pay(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """Pay with what is needed least elsewhere."""
    if not mind.quick or mind.kept_seat != view.seat:
        make_plan(board, view, mind)
    if view.route != NONE:
        remove(mind.targets, view.route)
        need_routes(board, view, mind, mind.targets)
    mind.reason = PAY_SPARE
    return choose_payment(board, view, mind)


@compiled
def decide(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """The planner's decision."""
    phase = view.phase
    if phase == TURN:
        return _take_turn(board, view, mind)
    if phase == SECOND_CARD:
        if not mind.quick or mind.kept_seat != view.seat:
            make_plan(board, view, mind)
            add_extras(board, view, mind)
        return choose_card(board, view, mind)
    if phase in (FIRST_TICKETS, KEEP_TICKETS):
        return keep_tickets(board, view, mind)
    if phase == BUILD_BED:
        return build_bed(board, view, mind)
    if phase == BUILD_COLOUR:
        return build_colour(board, view, mind)
    return pay(board, view, mind)
