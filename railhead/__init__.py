"""Railhead: the train-route board game as exact, fast, readable software.

>>> from railhead import Game
>>> game = Game("usa", players=2, seed=7)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railhead.boards import BoardError, load
    from railhead.game import Game, Move, MoveError, PositionError

__all__ = ["BoardError", "Game", "Move", "MoveError", "PositionError", "load"]

_ROOMS = {"BoardError": "boards", "load": "boards"}


def __getattr__(name: str) -> object:
    """Load on first use: asking for the list of boards must not wait for a compiler."""
    if name not in __all__:
        raise AttributeError(f"railhead has no {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"railhead.{_ROOMS.get(name, 'game')}"), name)
