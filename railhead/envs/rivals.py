"""The other seats of a one-seat environment: bots by name, each of them shown its own seat's view and nothing else."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from railhead.bots.compiling import compiled
from railhead.bots.match import decide
from railhead.bots.mind import MIND, new_mind
from railhead.envs.batch import PASS
from railhead.kernel import random
from railhead.kernel.records import GAME, OVER
from railhead.kernel.views import veil


@compiled
def decide_others(boards: Any, games: Any, views: Any, minds: Any, own_seats: Any, decisions: Any) -> int:
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
        self.numbers = [bot_number(name) for name in names]
        self.minds = np.zeros((games, len(names)), MIND)
        self.views = np.zeros(1, GAME)
        self.seed(0)

    def seed(self, number: int) -> None:
        """Make every mind new, its generator started from a number of its own."""
        for seat, bot in enumerate(self.numbers):
            fresh = np.array([new_mind(bot, 0)])
            for game in range(len(self.minds)):
                self.minds[game, seat] = fresh[0]
        _seed(self.minds, np.uint64(number))

    def decide(self, boards: Any, games: Any, own_seats: Any, decisions: Any) -> bool:
        """Fill in what the bots decide; False when no game waits for one."""
        return bool(decide_others(boards, games, self.views, self.minds, own_seats, decisions))


@compiled
def _seed(minds: Any, number: Any) -> None:
    for game in range(minds.shape[0]):
        for seat in range(minds.shape[1]):
            random.seed(minds[game, seat].generator, number + np.uint64(game * minds.shape[1] + seat))


def bot_number(name: str) -> int:
    """A bot's number by its name."""
    from railhead.bots import match

    known = {
        key.lower().replace("_", "-"): value
        for key, value in vars(match).items()
        if key.isupper() and isinstance(value, int)
    }
    if name not in known:
        raise ValueError(f"{name!r} is no bot that can be compiled in; there are {', '.join(known)}")
    return known[name]
