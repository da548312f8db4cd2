"""Compile what games need, ahead of the first game: `python -m railhead.warm`."""

from railhead.arena.simulate import batches
from railhead.boards import load
from railhead.bots import LEVELS, choose
from railhead.game import Game


def warm_rules() -> Game:
    """Touch every compiled function that playing needs; what is compiled stays on disk."""
    game = Game("europe", 2, 1)
    game.view(0)
    game.score()
    while game.phase != "turn":
        game.play(game.moves()[0])
    for _ in batches(load("usa"), 2, 1, 1):
        pass
    return game


if __name__ == "__main__":
    print("  rules", flush=True)
    table = warm_rules()
    for level in LEVELS:
        print(f"  {level} bots", flush=True)
        choose(level, table)
