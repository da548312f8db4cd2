"""How bots are compiled: as the kernel is, but without forced inlining, which would take minutes for so much code."""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any

from numba import config, njit

from railhead.kernel import compiled as kernel
from railhead.kernel.compiled import INTERPRETED, Function

OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}


@cache
def _sources(path: Path) -> frozenset[Path]:
    """A module of this package and all those here that it imports: what its machine code is made from."""
    found, waiting = set(), [path]
    while waiting:
        source = waiting.pop()
        found.add(source)
        for names in re.findall(r"^from railhead\.bots(?:\.(\w+))? import (.*)$", source.read_text(), re.MULTILINE):
            names = [names[0]] if names[0] else [name.strip() for name in names[1].split(",")]
            waiting += [near for name in names if (near := path.parent / f"{name}.py").exists() and near not in found]
    return frozenset(found)


@cache
def _folder(path: Path) -> str:
    """A folder for each state of a module's sources, inside the kernel's, which has one for each state of the kernel."""
    digest = hashlib.sha256()
    for source in sorted(_sources(path)):
        digest.update(source.read_bytes())
    folder = Path(kernel._FOLDER) / f"bots-{digest.hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


def compiled(function: Function) -> Function:
    """Compile on first use, and keep the machine code for the next start."""
    if INTERPRETED:
        return function
    before, config.CACHE_DIR = config.CACHE_DIR, _folder(Path(function.__code__.co_filename))
    try:
        result: Function = kernel._one_version(njit(**OPTIONS)(function))
        return result
    finally:
        config.CACHE_DIR = before
