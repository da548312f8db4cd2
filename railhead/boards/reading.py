"""Finding and reading the files of boards and games."""

import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from railhead.boards.setting import BoardError, BoardFile


def folder() -> Any:
    return resources.files("railhead") / "boards"


def board_ids() -> list[str]:
    """The boards that come with Railhead."""
    return sorted(item.name[:-5] for item in folder().iterdir() if item.name.endswith(".json"))


@cache
def tour_ids() -> tuple[str, ...]:
    """The boards of the world tour, made by `railhead board tour`: each is a game of its own."""
    return tuple(sorted(item.name[:-5] for item in (folder() / "tour").iterdir() if item.name.endswith(".json")))


def game_ids() -> tuple[str, ...]:
    """The games that come with Railhead: the known ones, then the world tour."""
    return (*known_ids(), *tour_ids())


@cache
def known_ids() -> tuple[str, ...]:
    """The games on the known boards, the plain ones first."""
    names = [item.name[:-5] for item in (folder() / "games").iterdir() if item.name.endswith(".json")]
    boards = board_ids()
    return tuple(sorted(names, key=lambda name: (name not in boards, name)))


def read(source: str, text: str) -> BoardFile:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BoardError(source, [f"it is not JSON: {error}; check the file with any JSON editor"]) from None
    if not isinstance(value, dict):
        raise BoardError(source, [f"it is a JSON {type(value).__name__}; a board or a game is an object {{…}}"])
    return value


def read_board(board: str) -> BoardFile:
    """A built-in board's file as it is, by id."""
    place = folder() / "tour" if board in tour_ids() else folder()
    return read(board, (place / f"{board}.json").read_text(encoding="utf-8"))


def read_path(path: Path) -> BoardFile:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        known = ", ".join(game_ids())
        raise BoardError(
            str(path), [f"it cannot be read ({reason}); name a file, or one of the games {known}"]
        ) from None
    return read(str(path), text)


def board_of(data: BoardFile, source: str, beside: Path | None) -> BoardFile:
    """The board that a game file names: built in, a file beside it, or written inside it."""
    board = data["board"]
    if isinstance(board, dict):
        return board
    if isinstance(board, str) and board in board_ids():
        return read_board(board)
    if isinstance(board, str) and beside is not None and board.endswith(".json"):
        return read_path(beside / board)
    raise BoardError(
        source, [f'"board" is {board!r}; it names one of {", ".join(board_ids())}, or a board file beside this one']
    )
