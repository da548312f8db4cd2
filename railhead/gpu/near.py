"""Which fields of a game and of the board lie near the GPU's processors, in shared memory: those that most decisions touch (see split.py)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.kernel.declaring import in_lines
from railhead.kernel.records import BOARD, COLOURS, GAME, LONGEST

Shapes = dict[str, tuple[int, ...]]


def near_game(setting: Setting, players: int) -> np.dtype[Any]:
    """A game's near fields, for as many seats and routes as there are. The deck, the row and the hands begin with a word (layout.GAME)."""
    words = int(setting.record.words)
    shapes: Shapes = {"generator": (), "open": (words,), "barred": (players, words), "hands": (players,)}
    if setting.record.has_beds:
        shapes["free_beds"] = (words,)
    shapes |= dict.fromkeys(
        ("deck", "deck_count", "discard_count", "players", "phase", "seat", "turns_left", "due"), ()
    )
    shapes |= dict.fromkeys(("row", "due_colour", "due_ferry", "starter", "route", "deck_tickets"), ())
    shapes |= {"trains": (players,), "hand_count": (players,), "known": (players,), "laid": (), "discards": ()}
    if setting.record.has_beds:
        shapes["pieces"] = ()
    return _near(GAME, shapes)


def near_board(setting: Setting) -> NDArray[Any]:
    """The board's near fields, as an array of one."""
    words, routes = int(setting.record.words), int(setting.record.routes)
    lengths = LONGEST + 1
    shapes: Shapes = {
        "affordable": (COLOURS + 1, lengths, words), "ferries": (lengths, words), "within": (lengths, words),
        **dict.fromkeys((name for name in BOARD.names or () if not BOARD[name].shape), ()),  # the numbers of the game
        "points": (), **dict.fromkeys(("length", "colour", "ferry", "tunnel"), (routes,)),
    }  # fmt: skip
    near = np.zeros(1, _near(BOARD, shapes))
    for name in shapes:
        part = tuple(slice(size) for size in near.dtype[name].shape)
        near[0][name] = setting.array[0][name][part] if part else setting.array[0][name]
    return near


def _near(whole: np.dtype[Any], shapes: Shapes) -> np.dtype[Any]:
    """A record of some fields of another, in this order, each cut to its first rows and columns.

    Its length is an odd number of words, so that the same field of many records lies in many banks of shared memory.
    """
    fields = [(name, whole[name].base, shape + whole[name].shape[len(shape) :]) for name, shape in shapes.items()]
    words = -(-np.dtype(fields).itemsize // 8)
    return in_lines(fields, 8 * (words if words % 2 else words + 1))
