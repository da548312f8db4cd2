"""The other seats of a one-seat environment: bots by name, each of them shown its own seat's view and nothing else."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from railhead.bots.compiling import compiled
from railhead.bots.deciding import decide
from railhead.bots.mind import MIND, new_minds
from railhead.envs.batch import PASS
from railhead.kernel import random
from railhead.kernel.declaring import Array, Numbers, Word
from railhead.kernel.records import GAME, OVER, BoardRecord, GameRecord
from railhead.kernel.views import veil

Minds: TypeAlias = NDArray[Any]  # MIND records by game and seat


@compiled
def decide_others(
    boards: Array[BoardRecord],
    games: Array[GameRecord],
    views: Array[GameRecord],
    minds: Minds,
    own_seats: Numbers,
    decisions: Numbers,
) -> int:
    """The decision of every game that waits for a bot, PASS for those that do not; returns how many wait."""
    waiting = 0
    for number in range(len(games)):
        game = games[number]
        decisions[number] = PASS
        if game.phase != OVER and game.seat != own_seats[number]:
            views[0] = game
            veil(views[0], game.seat)
            decisions[number] = decide(boards[0], views[0], minds[number, game.seat])
            waiting += 1
    return waiting


class Rivals:
    """A mind for every seat of every game."""

    def __init__(self, names: Sequence[str], games: int) -> None:
        from railhead.bots import find_compiled  # no part of the compiled code, so not of what its cache depends on

        self.numbers = [find_compiled(name) for name in names]
        self.minds: Minds = np.zeros((games, len(names)), MIND)
        self.views = np.zeros(1, GAME)
        self.seed(0)

    def seed(self, number: int) -> None:
        """Make every mind new, its generator started from a number of its own."""
        for seat, bot in enumerate(self.numbers):
            self.minds[:, seat] = new_minds(bot, 0)
        _seed(self.minds, np.uint64(number))

    def decide(
        self, boards: Array[BoardRecord], games: Array[GameRecord], own_seats: Numbers, decisions: Numbers
    ) -> bool:
        """Fill in what the bots decide; False when no game waits for one."""
        return bool(decide_others(boards, games, self.views, self.minds, own_seats, decisions))


@compiled
def _seed(minds: Minds, number: Word) -> None:
    for game in range(minds.shape[0]):
        for seat in range(minds.shape[1]):
            random.seed(minds[game, seat].generator, number + np.uint64(game * minds.shape[1] + seat))
