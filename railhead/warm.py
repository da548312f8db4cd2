"""Compile what games need, ahead of the first game: `python -m railhead.warm`."""

import sys

from railhead.board import load
from railhead.game import Game
from railhead.simulate import batches


def warm() -> None:
    """Touch every compiled function that playing needs; what is compiled stays on disk."""
    game = Game("europe", 2, 1)
    game.view(0)
    game.play(game.moves()[0])
    game.score()
    for _ in batches(load("usa"), 2, 1, 1):
        pass


if __name__ == "__main__":
    print("  rules", flush=True)
    warm()
    try:
        from railhead.bots import warm as warm_bots
    except ImportError:
        sys.exit()
    print("  bots", flush=True)
    warm_bots()
