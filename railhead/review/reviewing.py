"""From a finished game to its review, in stages: a curve at once, then every decision, with closer looks where it matters."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from railhead.arena.run import cores
from railhead.game import Game
from railhead.review.account import account, positions
from railhead.review.eyes import Chances
from railhead.review.judging import Effort, Judged, judge_for, judged, values
from railhead.words import Review

CURVE = Effort(playouts=6, most=0, deals=0)
GLANCE = Effort(playouts=24, most=6, deals=24)
CLOSER = (Effort(playouts=0, most=2, deals=96), Effort(playouts=0, most=1, deals=512))

Progress = Callable[[int, int], None]  # decisions judged, of how many


class Reviewer:
    """A finished game and who judges it. Each thread has its own."""

    def __init__(self, game: Game, playouts: bool = False) -> None:
        if not game.over:
            raise ValueError("a game is reviewed when it is over")
        if game.seed is None:
            raise ValueError("a game that was set up as a position has no seed, so it cannot be reviewed")
        self.game, self.judge = game, judge_for(game.setting, game.players, playouts)
        self.games = positions(game)

    def curve(self, effort: Effort, first: int = 0, last: int | None = None) -> Chances:
        """The values of the positions `first` to `last` - 1."""
        return values(self.judge, self.game.setting, self.games[first:last], effort)

    def judged(self, number: int, glance: Effort = GLANCE, closer: Sequence[Effort] = CLOSER) -> Judged:
        """What is found of a decision."""
        before = Game.of_record(self.game.setting, self.games[number : number + 1], self.game.names)
        return judged(self.judge, before, self.game.decisions[number], glance, *closer)


def reviews(
    game: Game,
    playouts: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    glance: Effort = GLANCE,
    closer: Sequence[Effort] = CLOSER,
) -> Iterator[Review]:
    """Reviews of a finished game, each better than the one before; every one of them closes."""
    own = threading.local()
    own.reviewer = Reviewer(game, playouts)
    wanted, number_of = threads or cores(), len(game.decisions)
    cuts = np.linspace(0, number_of + 1, wanted + 1).astype(int).tolist()

    def reviewer() -> Reviewer:
        if not hasattr(own, "reviewer"):
            own.reviewer = Reviewer(game, playouts)
        found: Reviewer = own.reviewer
        return found

    with ThreadPoolExecutor(wanted) as pool:

        def curve(effort: Effort) -> Chances:
            parts = pool.map(lambda low, high: reviewer().curve(effort, low, high), cuts[:-1], cuts[1:])
            return np.concatenate(list(parts))

        yield account(game, curve(CURVE), [None] * number_of)
        found = []
        for one in pool.map(lambda number: reviewer().judged(number, glance, closer), range(number_of)):
            found.append(one)
            if progress:
                progress(len(found), number_of)
        yield account(game, curve(glance), found)


def review(game: Game, playouts: bool = False, threads: int | None = None, progress: Progress | None = None) -> Review:
    """The review of a finished game; by a network where one was taught, or by playouts."""
    *_, last = reviews(game, playouts, threads, progress)
    return last
