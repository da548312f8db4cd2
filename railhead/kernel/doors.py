"""The way in from Python: the kernel's functions over arrays of one record.

Numba recognises an array in a fraction of a microsecond, and a single record in twenty. Python calls these; the kernel does not.
"""

from typing import Any

from railhead.kernel import observation, scoring, turns, views
from railhead.kernel.compiled import compiled


@compiled
def copy(source: Any, target: Any) -> None:
    """Copy a game: NumPy would do it field by field."""
    target[0] = source[0]


@compiled
def start(board: Any, game: Any, players: int, starter: int, trace: Any) -> None:
    """See turns.start."""
    turns.start(board[0], game[0], players, starter, trace[0])


@compiled
def legal(board: Any, game: Any, mask: Any) -> int:
    """See turns.legal."""
    return turns.legal(board[0], game[0], mask)


@compiled
def apply(board: Any, game: Any, decision: int, trace: Any) -> bool:
    """See turns.apply."""
    return turns.apply(board[0], game[0], decision, trace[0])


@compiled
def ask(board: Any, game: Any, decision: int) -> None:
    """See turns.ask."""
    turns.ask(board[0], game[0], decision)


@compiled
def any_decision(board: Any, game: Any, player: Any) -> int:
    """See turns.any_decision."""
    return turns.any_decision(board[0], game[0], player[0].generator)


@compiled
def score(board: Any, game: Any, scores: Any, work: Any) -> None:
    """See scoring.score."""
    scoring.score(board[0], game[0], scores, work[0])


@compiled
def observe(board: Any, game: Any, seat: int, out: Any) -> None:
    """See observation.observe."""
    observation.observe(board[0], game[0], seat, out)


@compiled
def veil(game: Any, seat: int) -> None:
    """See views.veil."""
    views.veil(game[0], seat)
