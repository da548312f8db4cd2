"""How bots are compiled: as the kernel is, but without forced inlining, which would take minutes for so much code."""

import hashlib
from pathlib import Path
from typing import Any

from numba import config, njit

from railhead.kernel import compiled as kernel
from railhead.kernel.compiled import INTERPRETED, Function


def _folder() -> str:
    """A folder of its own for each state of these sources, inside the kernel's, which has one for each state of its own."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    folder = Path(kernel._FOLDER) / f"bots-{digest.hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


_FOLDER = _folder()
OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}


def compiled(function: Function) -> Function:
    """Compile on first use, and keep the machine code for the next start."""
    if INTERPRETED:
        return function
    before, config.CACHE_DIR = config.CACHE_DIR, _FOLDER
    try:
        result: Function = kernel._one_version(njit(**OPTIONS)(function))
        return result
    finally:
        config.CACHE_DIR = before
