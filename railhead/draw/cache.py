"""Geometry kept on disk, so that a board is laid out once: in the package for the boards that come with it.

python -m railhead.draw.cache      makes the files in the package anew
"""

import contextlib
import gzip
import hashlib
import json
import os
from functools import lru_cache
from pathlib import Path

import msgspec

from railhead.boards import BoardFile, board_ids, read_board, tour_ids
from railhead.draw import HOME
from railhead.draw.islets import with_islets
from railhead.draw.shapes import Geometry
from railhead.draw.solving.geometry import layout

DRAWN = ("name", "cities", "zones", "routes", "crossings", "layout")  # what a layout depends on in a board file


class Kept(msgspec.Struct, frozen=True):
    """A file of the cache."""

    key: str
    geometry: Geometry


DECODER = msgspec.json.Decoder(Kept)  # made here: threads that make one at the same time bring msgspec down


def sources(home: Path) -> list[Path]:
    """Everything a layout depends on beside the board: the code that solves, the types of what it finds, and data."""
    return [*sorted((home / "solving").rglob("*.py")), home / "shapes.py", *sorted((home / "data").iterdir())]


@lru_cache
def code_version(home: Path = HOME) -> str:
    """A hash of all sources."""
    state = hashlib.sha256()
    for file in sources(home):
        state.update(file.read_bytes())
    return state.hexdigest()


def key_of(board: BoardFile, home: Path = HOME) -> str:
    """The name under which a board's geometry is kept."""
    drawn = {name: board.get(name) for name in DRAWN} | {"name": board.get("name") or board["id"]}
    text = json.dumps(drawn, sort_keys=True, ensure_ascii=False) + code_version(home)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def user_folder() -> Path:
    """Where geometry of other boards is kept."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "railhead" / "layout"


def read(file: Path, key: str) -> Geometry | None:
    """The geometry in a file, if it is there and of this key."""
    try:
        found = DECODER.decode(gzip.decompress(file.read_bytes()))
    except (OSError, ValueError, EOFError):
        return None
    return found.geometry if found.key == key else None


def write(file: Path, key: str, geometry: Geometry) -> None:
    """Keep a geometry; a half-written file is never seen."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(gzip.compress(msgspec.json.encode(Kept(key, geometry)), 9, mtime=0))
    part.replace(file)


def kept(board: BoardFile) -> Geometry | None:
    """The geometry of a board, if the package or the user's cache has it."""
    key = key_of(board)
    found = read(HOME / "cache" / f"{board['id']}.json.gz", key) or read(user_folder() / f"{key}.json.gz", key)
    return with_islets(msgspec.structs.replace(found, board=board["id"])) if found else None


def keep(board: BoardFile, geometry: Geometry) -> None:
    """Put a geometry into the user's cache, if that can be written to."""
    key = key_of(board)
    with contextlib.suppress(OSError):
        write(user_folder() / f"{key}.json.gz", key, geometry)


def geometry_of(board: BoardFile) -> Geometry:
    """The geometry of a board, from the package, the user's cache, or made now."""
    found = kept(board)
    if found is None:
        found = with_islets(layout(board))
        keep(board, found)
    return found


def make() -> None:
    """Make the geometry of every board of the package."""
    for name in (*board_ids(), *tour_ids()):
        board = read_board(name)
        key = key_of(board)
        target = HOME / "cache" / f"{name}.json.gz"
        if read(target, key) is None:
            write(target, key, geometry_of(board))
            print(name, "laid out")


if __name__ == "__main__":
    make()
