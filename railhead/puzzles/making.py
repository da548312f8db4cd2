"""Finding puzzles: bots play, some of their positions are looked at, and those with one clearly best decision are kept.

A decision is judged by what its seat can know: the same deals of the rest, and the same cards to come, for all decisions compared; quick
planners play on to the end. What was the best in some deals must be so again in others, by a lead that stands out from chance; so it
cannot flatter itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railhead import value
from railhead.boards import Setting
from railhead.bots import choose, sit
from railhead.bots.match import play
from railhead.game import Game
from railhead.kernel.records import KEEP_TICKETS, PAY_TUNNEL, TURN
from railhead.puzzles import Puzzle, seed_of
from railhead.review.account import positions
from railhead.review.alike import alike, distinct
from railhead.review.judging import PlayoutJudge
from railhead.review.omissions import wish
from railhead.words import LEVELS

PLAYERS = 2
# Each plays itself, by the seed: where weaker ones play, more is left open to be found.
BOTS = ("planner", "steady", "path", "gentle")
ASKED = (TURN, PAY_TUNNEL, KEEP_TICKETS)  # of one's own free choice; how to pay, and where track lies, is seldom clear
LATE = 12  # trains that somebody has left: with more, little is clear yet and playing on takes long
KEPT = 3  # puzzles of a game at most
APART = 10  # decisions between them
WIDE = 12  # of all the others
FEW = 4  # that are looked at closely
LEAD = 0.04  # of win chance by which the best must be ahead of all others
# The race of the decisions worth comparing: after so many deals the best must be ahead by so much, and by so many standard errors.
RACE = ((4, LEAD / 2, 0.0), (8, LEAD, 1.0), (24, LEAD, 1.5))
GLANCE, CLOSE = RACE[-1][0], 160  # deals of the race, and others than those for the best few
SURE = 4.0  # standard errors of the lead in these
NEAR = 0.03  # behind the best: a decision that strong players do not compare may not be as near as this
AGREED = 0.02  # behind another: a network that was taught at the table may not see the best further behind than this
OPEN = (0.1, 0.95)  # chances between which there is something to win or lose


@dataclass(frozen=True)
class _Compared:
    """Decisions in the same deals: their mean chances, how far each is behind the best, and how sure that is."""

    decisions: list[int]
    chances: NDArray[np.float64]
    behind: NDArray[np.float64]
    errors: NDArray[np.float64]

    @property
    def best(self) -> int:
        """The place of the best."""
        return int(self.chances.argmax())

    def clear(self, lead: float, errors: float) -> bool:
        """Is the best ahead of every other by so much, and by so many standard errors?"""
        others = np.arange(len(self.decisions)) != self.best
        return bool((self.behind[others] >= np.maximum(lead, errors * self.errors[others])).all())


def _seen(judge: PlayoutJudge, game: Game, decisions: list[int], first: int, last: int) -> NDArray[np.float64]:
    """What comes of decisions in the deals `first` to `last` - 1."""
    return judge.foresee(game.veiled(game.to_move), decisions, first, last).chances


def _compared(decisions: list[int], seen: NDArray[np.float64], beside: int | None = None) -> _Compared:
    """How far decisions are behind the best of them, or behind the one at a given place."""
    chances = seen.mean(axis=1)
    ahead = seen[int(chances.argmax()) if beside is None else beside] - seen
    return _Compared(decisions, chances, ahead.mean(axis=1), ahead.std(axis=1, ddof=1) / np.sqrt(seen.shape[1]))


def _raced(judge: PlayoutJudge, game: Game, decisions: list[int]) -> _Compared | None:
    """Decisions at a glance; nothing as soon as none of them is clearly the best."""
    seen = np.zeros((len(decisions), 0))
    for deals, lead, errors in RACE:
        seen = np.hstack([seen, _seen(judge, game, decisions, seen.shape[1], deals)])
        if not _compared(decisions, seen).clear(lead, errors):
            return None
    return _compared(decisions, seen)


def _agreed(game: Game, best: int) -> bool:
    """Does the other judge there is, if there is one, see nothing clearly better?"""
    if not value.by_network(game):
        return True
    found = {choice.decision: choice.chance for choice in value.choices(game)}
    return max(found.values()) - found[best] <= AGREED


def puzzle_of(judge: PlayoutJudge, game: Game, name: str) -> Puzzle | None:
    """The puzzle that a position is, if it is one."""
    legal = game.legal()
    listed = distinct(game, list(judge.order(game)))
    if len(listed) < 2:
        return None
    glance = _raced(judge, game, listed)
    if glance is None or not OPEN[0] <= glance.chances.max() <= OPEN[1]:
        return None
    few = [listed[place] for place in np.argsort(-glance.chances, kind="stable")[:FEW]]
    close = _compared(few, _seen(judge, game, few, GLANCE, GLANCE + CLOSE))
    if close.best != 0 or not close.clear(LEAD, SURE):
        return None
    kinds = {decision: alike(game, decision) for decision in legal}
    known = {kinds[decision] for decision in listed}
    others = distinct(game, [decision for decision in legal if kinds[decision] not in known])
    wide = _compared([few[0], *others], _seen(judge, game, [few[0], *others], 0, WIDE), beside=0)
    if (wide.behind[1:] < NEAR).any():
        return None
    missed = [level for level in LEVELS if kinds[choose(level, game)] != kinds[few[0]]]
    if not missed or not _agreed(game, few[0]):  # the other judge takes longest, so it comes last
        return None
    top = float(close.chances[0])
    behind = {
        kinds[decision]: float(far)
        for some in (wide, glance, close)
        for decision, far in zip(some.decisions, some.behind, strict=True)
    }
    return Puzzle(
        id=name,
        line=game.line(),
        best=[decision for decision in legal if kinds[decision] == kinds[few[0]]],
        chances={decision: round(max(0.0, top - behind[kinds[decision]]), 3) for decision in legal},
        sure=round(float(close.errors[1]), 4),
        missed=missed,
    )


def _asks(puzzle: Puzzle) -> tuple[object, ...]:
    """What a puzzle asks: a route that was best, was left and is best again a turn later is the same question once more."""
    game = puzzle.position()
    wanted = wish(game.setting, game.spelled(puzzle.best[0])[0][0])
    return seed_of(puzzle), game.to_move, wanted or puzzle.id


def found_in(setting: Setting, seed: int) -> Iterator[Puzzle]:
    """The puzzles of the game of a seed, no two of which ask the same."""
    bot = BOTS[seed % len(BOTS)]
    players = [sit(bot, setting, seed * PLAYERS + seat) for seat in range(PLAYERS)]
    game = play(setting, players, seed).replayed([f"player {seat + 1}" for seat in range(PLAYERS)])
    records, judge = positions(game), PlayoutJudge(setting)
    late = records["trains"][:, :PLAYERS].min(axis=1) <= LATE
    kept: list[int] = []
    asked: set[tuple[object, ...]] = set()
    for number in (
        np.random.default_rng(seed).permutation(np.flatnonzero(late & np.isin(records["phase"], ASKED))).tolist()
    ):
        if any(abs(number - other) < APART for other in kept):
            continue
        before = Game.of_record(setting, records[number : number + 1].copy(), game.names)
        puzzle = puzzle_of(judge, before, f"{setting.id}-{seed}-{number}")
        if puzzle is not None and (question := _asks(puzzle)) not in asked:
            yield puzzle
            kept.append(number)
            asked.add(question)
        if len(kept) == KEPT:
            return


def judged_again(setting: Setting, puzzles: list[Puzzle]) -> Iterator[Puzzle]:
    """Of puzzles that were found before those that are puzzles still, judged anew: a judge that learns takes back what it said."""
    judge = PlayoutJudge(setting)
    asked: set[tuple[object, ...]] = set()
    for one in puzzles:
        if _asks(one) in asked:
            continue
        puzzle = puzzle_of(judge, one.position(), one.id)
        if puzzle is not None:
            yield puzzle
            asked.add(_asks(puzzle))
