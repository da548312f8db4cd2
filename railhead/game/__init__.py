"""A game as people use it: `Game`, moves, positions, views, events, records."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railhead.game.game import Game
    from railhead.game.moves import MoveError
    from railhead.game.position import PositionError
    from railhead.words import Move

__all__ = ["Game", "Move", "MoveError", "PositionError"]

_HOMES = {"Game": "game.game", "Move": "words", "MoveError": "game.moves", "PositionError": "game.position"}


def __getattr__(name: str) -> object:
    """Load on first use: whoever wants a seed must not wait for a compiler."""
    if name not in __all__:
        raise AttributeError(f"railhead.game has no {name!r}; it has {', '.join(__all__)}")
    return getattr(import_module(f"railhead.{_HOMES[name]}"), name)
