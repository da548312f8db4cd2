"""From a finished game to its review, in stages: a curve at once, then every decision at a glance, then a closer look where it matters."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from railhead.game import Game
from railhead.review.account import account, positions
from railhead.review.judging import Effort, Judge, Judged, judge_for, judged, values
from railhead.words import Review

CURVE = Effort(playouts=6, most=0, deals=0)
GLANCE = Effort(playouts=24, most=6, deals=6)
CLOSER = Effort(playouts=0, most=2, deals=18)

Progress = Callable[[int, int], None]  # decisions judged, of how many


def cores() -> int:
    """How many threads are worth having."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def reviews(
    game: Game,
    playouts: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    glance: Effort = GLANCE,
    closer: Effort | None = CLOSER,
) -> Iterator[Review]:
    """Reviews of a finished game, each better than the one before; every one of them closes."""
    if not game.over:
        raise ValueError("a game is reviewed when it is over")
    if game.seed is None:
        raise ValueError("a game that was set up as a position has no seed, so it cannot be reviewed")
    number_of = len(game.decisions)
    wanted = threads or cores()
    own = threading.local()

    def judge() -> Judge:
        if not hasattr(own, "judge"):
            own.judge = judge_for(game.setting, game.players, playouts)
        found: Judge = own.judge
        return found

    with ThreadPoolExecutor(wanted) as pool:
        games = positions(game)

        def curve(effort: Effort) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
            parts = pool.map(lambda part: values(judge(), game.setting, part, effort), np.array_split(games, min(wanted, len(games))))  # fmt: skip
            return np.concatenate(list(parts))

        yield account(game, curve(CURVE), [None] * number_of)

        before = [Game.of_record(game.setting, games[number : number + 1], game.names) for number in range(number_of)]

        def judge_one(number: int) -> Judged:
            return judged(judge(), before[number], game.decisions[number], glance, closer)

        found = []
        for number, one in enumerate(pool.map(judge_one, range(number_of)), 1):
            found.append(one)
            if progress:
                progress(number, number_of)
        yield account(game, curve(glance), found)


def review(game: Game, playouts: bool = False, threads: int | None = None, progress: Progress | None = None) -> Review:
    """The review of a finished game; by a network where one was taught, or by playouts."""
    *_, last = reviews(game, playouts, threads, progress)
    return last
