"""Railhead: the train-route board game as exact, fast, readable software.

>>> from railhead import Game
>>> game = Game("usa", players=2, seed=7)
"""

from railhead.board import BoardError, load
from railhead.game import Game
from railhead.moves import Move, MoveError
from railhead.position import PositionError

__all__ = ["BoardError", "Game", "Move", "MoveError", "PositionError", "load"]
