"""How the kernel's functions are compiled, and where the compiled code is kept between runs."""

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from numba import config, njit, types

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = bool(config.DISABLE_JIT)


def _fingerprint() -> str:
    """A hash of the kernel's sources: Numba alone would not notice a change in a function that another one calls."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _folder() -> str:
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = Path(home) / "railhead" / "compiled" / _fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return str(folder)
    except OSError:
        pass
    return tempfile.mkdtemp(prefix="railhead-")


_FOLDER = config.CACHE_DIR or _folder()


def _wide(kind: Any) -> Any:
    return types.int64 if isinstance(kind, types.Integer | types.IntegerLiteral) and kind != types.uint64 else kind


def _one_version(dispatcher: Any) -> Any:
    """Let every small whole number arrive as int64: one compiled version of a function, not one for each width."""
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda arguments, named: template(tuple(map(_wide, arguments)), named)
    return dispatcher


def compiled(function: Function) -> Function:
    """Compile on first use, and keep the machine code so that a second start costs nothing."""
    if INTERPRETED:
        return function
    before, config.CACHE_DIR = config.CACHE_DIR, _FOLDER
    try:
        options = {
            "cache": True,
            "nogil": True,
            "error_model": "numpy",
            "forceinline": True,
        }  # inlining doubles the speed
        result: Function = _one_version(njit(**options)(function))
        return result
    finally:
        config.CACHE_DIR = before
