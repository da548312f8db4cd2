"""Beds (France): which to build, and in which colour."""

from railhead.bots.compiling import compiled
from railhead.bots.mind import FAR, MindRecord
from railhead.bots.planner.claiming import near_rivals
from railhead.bots.planner.planning import make_plan
from railhead.bots.reasons import BUILD_FOR_PLAN, BUILD_HARMLESS
from railhead.kernel.bits import NO_BITS, bit, has, lowest
from railhead.kernel.records import COLOURS, LOCOMOTIVE, NONE, PIECE, BoardRecord, GameRecord
from railhead.kernel.routes import buildable, fitting_pieces


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
                gain = 20.0 - 3.0 * max(0, short) + 2.0 * near_rivals(board, mind, route)
            elif _bars_plan(board, view, mind, route):
                gain = -20.0
            else:
                gain = 5.0 - 2.0 * near_rivals(board, mind, route) - 0.5 * length
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
