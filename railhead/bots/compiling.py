"""How bots are compiled: as the kernel is, but without forced inlining, which would take minutes for so much code."""

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from numba import config, njit

from railhead.kernel import compiled as kernel
from railhead.kernel.compiled import INTERPRETED, Function

OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy"}
PACKAGE = Path(__file__).parents[1]


def _statements(source: Path) -> Iterator[ast.AST]:
    """What a module does when it is imported. What a function imports while it runs is no part of compiled code."""
    waiting: list[ast.AST] = [ast.parse(source.read_text(encoding="utf-8"))]
    while waiting:
        statement = waiting.pop()
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield statement
            waiting += ast.iter_child_nodes(statement)


def _imported(source: Path) -> set[Path]:
    """The modules of Railhead that a module imports, however the import is written; the kernel's have a fingerprint of their own."""
    names = set()
    for statement in _statements(source):
        if isinstance(statement, ast.Import):
            names |= {alias.name for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            names |= {statement.module, *(f"{statement.module}.{alias.name}" for alias in statement.names)}
    inside = {tuple(name.split(".")[1:]) for name in names if name.startswith("railhead.")}
    files = {PACKAGE.joinpath(*parts).with_suffix(".py") for parts in inside if parts[0] != "kernel"}
    return {file for file in files if file.exists()}


@cache
def _sources(path: Path) -> frozenset[Path]:
    """A module and all those that it imports: what its machine code is made from."""
    found, waiting = {path}, [path]
    while waiting:
        new = _imported(waiting.pop()) - found
        found |= new
        waiting += new
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
