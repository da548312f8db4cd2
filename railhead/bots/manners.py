"""What people do without thinking: a card more instead of the plan, a route because one can have it.

A mind without manners draws no lots here.
"""

from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.kernel.bits import NO_BITS, bit, lowest
from railhead.kernel.random import below
from railhead.kernel.records import (
    CLAIM,
    DRAW,
    NONE,
    SECOND_CARD,
    TURN,
    BoardRecord,
    GameRecord,
)
from railhead.kernel.routes import claimable
from railhead.kernel.turns import legal_word

THOUSAND = 1000


@compiled
def _any_claim(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """A route by lot among those that can be paid now, or NONE."""
    count, choice = 0, NONE
    for word in range(board.words):
        left = claimable(board, view, view.seat, word)
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            count += 1
            if below(mind.generator, count) == 0:
                choice = CLAIM + route
    return choice


@compiled
def on_a_whim(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """What one of such manners decides without thinking; NONE: it thinks."""
    phase = view.phase
    if phase in (TURN, SECOND_CARD):
        if mind.dawdles + mind.grabs == 0:
            return NONE
        lot = below(mind.generator, THOUSAND)
        if lot < mind.dawdles and (legal_word(board, view, 0) & bit(DRAW)) != NO_BITS:
            return DRAW
        if phase == TURN and mind.dawdles <= lot < mind.dawdles + mind.grabs:
            return _any_claim(board, view, mind)
    return NONE
