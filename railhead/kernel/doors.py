"""The way in from Python: the kernel's functions over arrays of one record.

Numba recognises an array in a fraction of a microsecond, and a single record in twenty. Python calls these; the kernel does not.
"""

from railhead.kernel import observation, scoring, turns, views
from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import Array, Numbers
from railhead.kernel.records import BoardRecord, GameRecord, PlayerRecord, ScoreRecord, Trace, WorkRecord


@compiled
def copy(source: Array[GameRecord], target: Array[GameRecord]) -> None:
    """Copy a game: NumPy would do it field by field."""
    target[0] = source[0]


@compiled
def start(board: Array[BoardRecord], game: Array[GameRecord], players: int, starter: int, trace: Array[Trace]) -> None:
    """See turns.start."""
    turns.start(board[0], game[0], players, starter, trace[0])


@compiled
def legal(board: Array[BoardRecord], game: Array[GameRecord], mask: Numbers) -> int:
    """See turns.legal."""
    return turns.legal(board[0], game[0], mask)


@compiled
def apply(board: Array[BoardRecord], game: Array[GameRecord], decision: int, trace: Array[Trace]) -> bool:
    """See turns.apply."""
    return turns.apply(board[0], game[0], decision, trace[0])


@compiled
def ask(board: Array[BoardRecord], game: Array[GameRecord], decision: int) -> None:
    """See turns.ask."""
    turns.ask(board[0], game[0], decision)


@compiled
def any_decision(board: Array[BoardRecord], game: Array[GameRecord], player: Array[PlayerRecord]) -> int:
    """See turns.any_decision."""
    return turns.any_decision(board[0], game[0], player[0].generator)


@compiled
def score(
    board: Array[BoardRecord], game: Array[GameRecord], scores: Array[ScoreRecord], work: Array[WorkRecord]
) -> None:
    """See scoring.score."""
    scoring.score(board[0], game[0], scores, work[0])


@compiled
def observe(board: Array[BoardRecord], game: Array[GameRecord], seat: int, out: Numbers) -> None:
    """See observation.observe."""
    observation.observe(board[0], game[0], seat, out)


@compiled
def veil(game: Array[GameRecord], seat: int) -> None:
    """See views.veil."""
    views.veil(game[0], seat)
