"""`load("europe")`: a game by name, from a file, or from a file's contents.

A board is a JSON file with cities, routes and tickets; a game is a board and some numbers. A file of your own is a board file (with an
optional `"game"` object of numbers), or a game file that names a board.
"""

import copy
import difflib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from railhead.boards.checking import check, short
from railhead.boards.fetching import fetch, is_link
from railhead.boards.reading import folder, game_ids, read, read_board, read_path, tour_ids
from railhead.boards.setting import BoardError, BoardFile, Setting

Source = str | Path | BoardFile | Setting


def load(game: Source) -> Setting:
    """A game by id (`"europe"`), from a file (`"my-board.json"`), from a map's link on a server, or from the file's contents."""
    if isinstance(game, Setting):
        return game
    if isinstance(game, Mapping):
        return _check_given(game)
    if not isinstance(game, str | Path):
        raise BoardError(short(game), ["a game is named by a text or a path, or given as a board file's contents"])
    if isinstance(game, str) and game in game_ids():
        return _built_in(game)
    if isinstance(game, str) and is_link(game):
        return known(fetch(game))
    if isinstance(game, str) and "\0" in game:
        raise BoardError("the name", ["it has a NUL character in it; name a game or a file"])
    if isinstance(game, str) and not game.endswith(".json") and "/" not in game:
        near = difflib.get_close_matches(game, game_ids(), 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(game_ids())}."
        raise BoardError(repr(game), [f"there is no game of that name; {hint} A file's name ends in .json"])
    path = Path(game)
    try:
        return check(read_path(path), str(path), path.parent)
    except RecursionError:
        raise BoardError(str(path), ["it is nested too deeply to be a board"]) from None


@lru_cache(64)
def known(source: str) -> Setting:
    """The setting whose `source` this is: a game's name, or the text of a file."""
    return _check_given(read("the board", source)) if source.lstrip().startswith("{") else load(source)


def _check_given(game: BoardFile) -> Setting:
    source = short(game.get("id", "the given board")).strip('"')
    try:
        return check(copy.deepcopy(dict(game)), source, None)
    except RecursionError:
        raise BoardError(source, ["it is nested too deeply to be a board"]) from None


@cache
def _built_in(game: str) -> Setting:
    if game in tour_ids():
        return check(read_board(game), game, None, built_in=True)
    text = (folder() / "games" / f"{game}.json").read_text(encoding="utf-8")
    return check(read(game, text), game, None, built_in=True)
