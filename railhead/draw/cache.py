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
from typing import Any

from railhead.draw.geometry import Geometry, layout
from railhead.draw.skeleton import Board

HERE = Path(__file__).parent
BOARDS = HERE.parent / "boards"
CODE = (
    "projection",
    "skeleton",
    "descend",
    "place",
    "tracks",
    "labels",
    "arrange",
    "links",
    "geography",
    "ornaments",
    "geometry",
)
DRAWN = ("id", "name", "cities", "zones", "routes", "crossings", "layout")


@lru_cache(1)
def code_version() -> str:
    """A hash of everything a layout depends on beside the board."""
    state = hashlib.sha256()
    for name in CODE:
        state.update((HERE / f"{name}.py").read_bytes())
    for name in ("geography.npz", "widths.json"):
        state.update((HERE / "data" / name).read_bytes())
    return state.hexdigest()


def key_of(board: Board) -> str:
    """The name under which a board's geometry is kept."""
    drawn = {name: board.get(name) for name in DRAWN}
    text = json.dumps(drawn, sort_keys=True, ensure_ascii=False) + code_version()
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def user_folder() -> Path:
    """Where geometry of other boards is kept."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "railhead" / "layout"


def read(file: Path, key: str) -> Geometry | None:
    """The geometry in a file, if it is there and of this key."""
    try:
        found: dict[str, Any] = json.loads(gzip.decompress(file.read_bytes()))
    except (OSError, ValueError, EOFError):
        return None
    return found["geometry"] if found.get("key") == key else None


def write(file: Path, key: str, geometry: Geometry) -> None:
    """Keep a geometry; a half-written file is never seen."""
    text = json.dumps({"key": key, "geometry": geometry}, ensure_ascii=False, separators=(",", ":"))
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    part.replace(file)


def geometry_of(board: Board) -> Geometry:
    """The geometry of a board, from the package, the user's cache, or made now."""
    key = key_of(board)
    found = read(HERE / "cache" / f"{board['id']}.json.gz", key)
    if found is not None:
        return found
    file = user_folder() / f"{key}.json.gz"
    found = read(file, key)
    if found is None:
        found = layout(board)
        with contextlib.suppress(OSError):
            write(file, key, found)
    return found


def make() -> None:
    """Make the geometry of every board of the package."""
    for file in sorted(BOARDS.glob("*.json")):
        board = json.loads(file.read_text())
        key = key_of(board)
        target = HERE / "cache" / f"{board['id']}.json.gz"
        if read(target, key) is None:
            write(target, key, layout(board))
            print(board["id"], "laid out")


if __name__ == "__main__":
    make()
