"""Puzzles for the page: positions as their seats may know them, and what a try is worth. What is best is not told before one."""

import datetime
from functools import lru_cache

from railhead.game import Game
from railhead.puzzles import Puzzle, every, find, of_day
from railhead.server import gate
from railhead.server.gate import Sealed
from railhead.server.refusals import Refusal
from railhead.words import PuzzlePosition, Puzzles, PuzzleSummary


@lru_cache(4)
def listed(day: datetime.date) -> Sealed:
    """All puzzles, and the one of a day."""
    there = every().values()
    told = [PuzzleSummary(one.id, one.game, one.hard) for one in there]
    return gate.plain(Puzzles(day.isoformat(), of_day(day).id if told else None, told))


@lru_cache(256)
def position(name: str) -> Sealed:
    """A puzzle as it is asked."""
    puzzle, game = _opened(name)
    assert game.to_move is not None
    return gate.plain(PuzzlePosition(name, puzzle.game, puzzle.hard, game.view(game.to_move), game.choices()))


def tried(name: str, decision: int | None) -> Sealed:
    """What a try is worth."""
    puzzle, game = _opened(name)
    if decision is not None and decision not in puzzle.chances:
        raise Refusal("bad-message", at="$.decision")
    return gate.plain(puzzle.answer(game, decision))


def _opened(name: str) -> tuple[Puzzle, Game]:
    try:
        puzzle = find(name)
    except LookupError:
        raise Refusal("unknown-path") from None
    return puzzle, puzzle.position()
