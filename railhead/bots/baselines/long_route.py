"""`long-route`: the longest routes first, few tickets; it never thinks of them again."""

from railhead.bots.baselines.simple import (
    aim_long,
    claim_now,
    claim_target,
    draw,
    is_choice,
    keep_by_count,
    pay_or_build,
)
from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.kernel.records import NONE, SECOND_CARD, TURN, BoardRecord, GameRecord


@compiled
def decide(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """Save for the longest routes and claim them."""
    if is_choice(view):
        return keep_by_count(board, view, False)
    aim_long(board, view, mind)
    if view.phase == TURN:
        claim = claim_target(board, view, mind)
        if claim == NONE and view.turns_left > 0:
            claim = claim_now(board, view, mind, 1)
        return draw(board, view, mind) if claim == NONE else claim
    return draw(board, view, mind) if view.phase == SECOND_CARD else pay_or_build(board, view, mind)
