"""Railhead: the train-route board game as exact, fast, readable software.

>>> from railhead import Game
>>> game = Game("usa", players=2, seed=7)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railhead.board import BoardError, load
    from railhead.game import Game
    from railhead.moves import Move, MoveError
    from railhead.position import PositionError

__all__ = ["BoardError", "Game", "Move", "MoveError", "PositionError", "load"]

_HOMES = {"Game": "game", "Move": "moves", "MoveError": "moves", "PositionError": "position"}


def __getattr__(name: str) -> object:
    """Load on first use: asking for the list of boards must not wait for a compiler."""
    if name not in __all__:
        raise AttributeError(f"railhead has no {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"railhead.{_HOMES.get(name, 'board')}"), name)
