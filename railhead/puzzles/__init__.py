"""Puzzles: positions from bots' games with one clearly best decision. docs/puzzles.md tells how they were found.

>>> from railhead.puzzles import puzzles
>>> first = puzzles("usa")[0]
>>> game = first.position()
>>> game.to_move is not None and first.answer(game, first.best[0]).right
True
"""

import datetime
from functools import cache
from pathlib import Path

import msgspec

from railhead.game import Game
from railhead.review.alike import distinct
from railhead.words import Considered, Level, PuzzleAnswer, PuzzleSolution

GAMES = ("usa", "usa-10th", "europe", "france")  # that have puzzles
KEPT = Path(__file__).with_name("kept")
SHOWN = 3  # of the best decisions
STEP = 7919  # a prime beyond any count of puzzles: easy and hard ones come mixed
FIRST_DAY = datetime.date(2026, 1, 1)  # counts the days, so that each has its puzzle


class Puzzle(msgspec.Struct, frozen=True):
    """A position, and what its decisions are worth to the seat that decides, by what this seat can know."""

    id: str  # GAME-SEED-DECISION
    line: str
    best: list[int]  # one decision, or several that are the same in all but the number
    chances: dict[int, float]  # to win, of every legal decision
    sure: float  # one standard error of the best one's lead over the next
    missed: list[Level]  # levels that decide otherwise

    @property
    def game(self) -> str:
        """The name of its game."""
        return self.line.partition("/")[0]

    @property
    def hard(self) -> int:
        """How many of the levels miss it."""
        return len(self.missed)

    def position(self) -> Game:
        """The game, all cards in it: only its seat's view is for whoever tries."""
        return Game.from_line(self.line)

    def answer(self, game: Game, decision: int | None) -> PuzzleAnswer:
        """What a try in its position is worth. What is best is told to those who have found it, and to those who ask (None)."""
        if decision is not None and decision not in self.chances:
            raise ValueError(f"{decision} is no legal decision of puzzle {self.id}")
        right = decision in self.best
        chance = None if decision is None else self.chances[decision]
        return PuzzleAnswer(right, chance, self.solution(game) if right or decision is None else None)

    def solution(self, game: Game) -> PuzzleSolution:
        """The best decision and those next to it."""
        ranked = distinct(game, sorted(self.chances, key=lambda one: (one not in self.best, -self.chances[one])))
        told = [Considered(game.spelled(one)[0][0], one, self.chances[one], None) for one in ranked[:SHOWN]]
        return PuzzleSolution(told, self.sure, self.missed)


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game in the package, the easiest first."""
    file = KEPT / f"{game}.jsonl"
    if game not in GAMES or not file.exists():
        return ()
    return tuple(sorted(read(file), key=lambda one: (one.hard, one.id)))


def read(file: Path) -> list[Puzzle]:
    """The puzzles of a file, a line each."""
    return [msgspec.json.decode(line, type=Puzzle) for line in file.read_bytes().splitlines()]


def seed_of(puzzle: Puzzle) -> int:
    """The seed of the game that a puzzle comes from."""
    return int(puzzle.id.split("-")[-2])


@cache
def every() -> dict[str, Puzzle]:
    """All puzzles in the package by their names: game by game, the easiest first."""
    return {one.id: one for game in GAMES for one in puzzles(game)}


def find(name: str) -> Puzzle:
    """A puzzle by its name."""
    if name not in every():
        raise LookupError(f"there is no puzzle {name!r}")
    return every()[name]


def of_day(day: datetime.date) -> Puzzle:
    """The puzzle of a day, the same for all: the games take turns, and no puzzle comes again before all of its game have come."""
    number = (day - FIRST_DAY).days
    there = [game for game in GAMES if puzzles(game)]
    some = puzzles(there[number % len(there)])
    return some[number // len(there) * STEP % len(some)]
