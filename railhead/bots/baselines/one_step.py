"""`one-step`: claims the best it can now, and draws when it can claim nothing."""

from railhead.bots.baselines.simple import claim_now, clear_targets, draw, is_choice, keep_by_count, pay_or_build
from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.kernel.records import NONE, SECOND_CARD, TURN, BoardRecord, GameRecord


@compiled
def decide(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """The claim that scores most at once; it looks no further."""
    clear_targets(board, mind)
    if is_choice(view):
        return keep_by_count(board, view, False)
    if view.phase == TURN:
        claim = claim_now(board, view, mind, 1)
        return draw(board, view, mind) if claim == NONE else claim
    return draw(board, view, mind) if view.phase == SECOND_CARD else pay_or_build(board, view, mind)
