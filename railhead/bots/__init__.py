"""Bots: `sit` one down for a game, or let one `choose` a single decision. docs/bots.md tells what each does.

>>> from railhead import Game, bots
>>> game = Game("europe", players=2, seed=7)
>>> seats = [bots.sit("hard", game.setting, number) for number in range(2)]
>>> seats[0](game.veiled(0)) in game.legal()
True
"""

from railhead.bots.numbers import COMPILED
from railhead.bots.registry import LEVELS, PATIENCE, Bot, choose, find, find_compiled, label_of, names, sit

__all__ = ["COMPILED", "LEVELS", "PATIENCE", "Bot", "choose", "find", "find_compiled", "label_of", "names", "sit"]
