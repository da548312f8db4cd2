"""`path`: one ticket after the other, each along its shortest way."""

from railhead.bots.baselines.simple import follow_tickets, is_choice, keep_by_count
from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.kernel.records import BoardRecord, GameRecord


@compiled
def decide(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """Follow the tickets."""
    return keep_by_count(board, view, False) if is_choice(view) else follow_tickets(board, view, mind)
