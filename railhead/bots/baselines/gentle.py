"""`gentle`, the easy level: follows its tickets, but often dawdles over the cards; it never blocks anybody on purpose."""

from railhead.bots.baselines.simple import follow_tickets, is_choice, keep_by_count
from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.kernel.bits import NO_BITS, bit
from railhead.kernel.random import below
from railhead.kernel.records import DRAW, SECOND_CARD, TURN, BoardRecord, GameRecord
from railhead.kernel.turns import legal_word

DAWDLES = 3  # of ten turns


@compiled
def decide(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """Now and then just a card from the deck; otherwise the way of a ticket."""
    if is_choice(view):
        return keep_by_count(board, view, False)
    may_draw = (legal_word(board, view, 0) & bit(DRAW)) != NO_BITS
    if view.phase == TURN and may_draw and below(mind.generator, 10) < DAWDLES:
        return DRAW
    if view.phase == SECOND_CARD and may_draw:
        return DRAW
    return follow_tickets(board, view, mind)
