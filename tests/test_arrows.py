"""Arrows between rooms point one way: what a room may use, by what it imports."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import railhead

HOME = Path(railhead.__file__).parent
MAY_USE = {
    "words": set[str](),
    "kernel": set[str](),
    "shell": set[str](),
    "boards": {"kernel", "words"},
    "draw": {"boards", "words"},
    "draw/solving": {"boards", "words", "draw"},
    "draw/svg": {"boards", "words", "draw", "draw/solving"},
    "draw/printing": {"boards", "words", "draw", "draw/solving", "draw/svg"},
    "workshop": {
        "kernel",
        "boards",
        "words",
        "draw",
        "draw/solving",
        "draw/svg",
        "draw/printing",
        "arena",
        "reports",
        "shell",
    },
}


def room_of(parts: tuple[str, ...]) -> str:
    """The room of a module: its folder, or, where that has rooms of its own, one of these."""
    inner = "/".join(parts[:2])
    return inner if inner in MAY_USE else parts[0]


def imported(file: Path) -> Iterator[tuple[str, ...]]:
    """The modules of Railhead that a file names."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{name.name}" for name in node.names]
        for name in names:
            if name.startswith("railhead."):
                yield tuple(name.split(".")[1:])


def files_of(room: str) -> list[Path]:
    """The sources of a room."""
    every = [HOME / f"{room}.py"] if (HOME / f"{room}.py").exists() else sorted((HOME / room).rglob("*.py"))
    return [file for file in every if room_of(file.relative_to(HOME).with_suffix("").parts) == room]


@pytest.mark.parametrize("room", MAY_USE)
def test_a_room_uses_only_what_lies_before_it(room: str) -> None:
    assert files_of(room)
    used = {room_of(parts): file for file in files_of(room) for parts in imported(file)}
    wrong = {name: str(file) for name, file in used.items() if name not in MAY_USE[room] | {room}}
    if room == "draw":  # the cache stands before its solver
        wrong.pop("draw/solving", None)
    assert wrong == {}


def test_nothing_but_the_command_line_and_the_server_uses_the_workshop() -> None:
    users = {
        room_of(file.relative_to(HOME).with_suffix("").parts)
        for file in HOME.rglob("*.py")
        for parts in imported(file)
        if parts[0] == "workshop"
    }
    assert users <= {"workshop", "cli", "server"}
