"""`random`: any legal decision, each as likely as the others."""

from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.kernel.records import BoardRecord, GameRecord
from railhead.kernel.turns import any_decision


@compiled
def decide(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """A decision by lot."""
    return any_decision(board, view, mind.generator)
