"""What all commands have in common: their options, how they refuse, show their progress and print, in as many columns as there are.

Nothing is told by colours, and nothing is cut off: what is too wide goes on in the next line.
"""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from typer.core import TyperGroup

GameOption = Annotated[
    str,
    typer.Option(
        "--game", "-g", help="A game by name (see `railhead board list`), a board file, or the link of a map."
    ),
]
Players = Annotated[int, typer.Option("--players", "-p", min=2, max=5, help="How many players.")]
Seed = Annotated[
    int, typer.Option("--seed", "-s", min=0, help="The first game's seed; the next games take the next numbers.")
]
LanguageOption = Annotated[
    str | None, typer.Option("--language", "-l", help="The language's code, such as ro; without, the environment's.")
]
ReportOption = Annotated[Path | None, typer.Option("--report", help="Write a page with figures to this file.")]
FiguresOption = Annotated[
    Path | None, typer.Option("--figures", help="With --report: a folder for its figures as SVG and PNG.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]

NARROWEST, USUAL = 20, 80
GAP = "  "


class WholeHelp(TyperGroup):
    """Commands whose help says all of what each does, in as many lines as it takes, and not as much as fits into one."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, one.get_short_help_str(1000)) for name, one in found if one and not one.hidden]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


# ---- refusing


@contextmanager
def plain_errors() -> Iterator[None]:
    """Bad input gets a sentence that says what to do, never a traceback."""
    try:
        yield
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)
        refuse(reason)
    except LookupError as error:
        refuse(str(error.args[0]) if error.args else type(error).__name__)
    except (ValueError, RuntimeError, ImportError) as error:
        refuse(str(error))


# Whatever is wrong with options, arguments or the name of a command: Typer names only some of it
_USAGE_ERROR: type[Exception] = typer.BadParameter.__base__  # type: ignore[assignment]


@contextmanager
def plain_usage() -> Iterator[None]:
    """A wrong option is refused in the same way as anything else, and told where to look."""
    try:
        yield
    except _USAGE_ERROR as error:
        told: Any = error
        if told.ctx is None or told.message == told.ctx.get_help():  # a group without a command shows what it has
            raise
        reason = told.format_message()
        end = "" if reason.endswith((".", "?")) else "."
        refuse(f"{reason}{end} See `{told.ctx.command_path} --help`.")


def refuse(reason: str) -> None:
    """Say why a command ends without having done anything."""
    say(f"railhead: {reason}", err=True)
    raise typer.Exit(2) from None


# ---- printing


def width() -> int | None:
    """How many columns there are; None where nobody looks, and lines may be as long as they are."""
    told = os.environ.get("COLUMNS", "")
    if told.isdigit() and int(told):
        return max(NARROWEST, int(told))
    return max(NARROWEST, shutil.get_terminal_size((USUAL, 24)).columns) if sys.stdout.isatty() else None


def say(text: str, err: bool = False) -> None:
    """Print text, each line of it broken between words where it would be too wide."""
    typer.echo("\n".join(fitted(line, width()) for line in text.split("\n")), err=err)


def fitted(line: str, columns: int | None) -> str:
    """A line in so many columns; what follows the first stands a little to the right."""
    if columns is None or len(line) <= columns:
        return line
    indent = len(line) - len(line.lstrip())
    following = " " * min(indent + 4, columns // 3)
    return textwrap.fill(
        line,
        columns,
        subsequent_indent=following,
        break_long_words=False,  # a position's line or an address is to be copied whole
        break_on_hyphens=False,
        replace_whitespace=False,
    )


NO_BREAK = "\u00a0\u202f"  # spaces at which no line is broken, as French has them before its signs


def printable(line: str) -> str:
    """A line that says nothing to the terminal itself: what strangers wrote may hold its commands."""
    return "".join(sign if sign.isprintable() or sign in NO_BREAK else "\ufffd" for sign in line)


def answer(as_json: bool, found: object, words: Callable[[], None]) -> None:
    """Print what was found: as one JSON object, or in words."""
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    else:
        words()


def table(titles: Sequence[str], rows: Sequence[Sequence[str]], columns: int | None = None) -> str:
    """A table whose first column names the rows. Where it is too wide it goes on below, with the same names; where even that is too wide,
    each row is a list."""
    room = columns or width() or USUAL
    wide = [max(len(cell) for cell in column) for column in zip(titles, *rows, strict=True)]
    if wide[0] + len(GAP) + max(wide[1:], default=0) > room:
        return "\n".join(_as_list(titles, row, room) for row in rows)
    parts: list[list[int]] = []
    for place in range(1, len(titles)):
        if not parts or wide[0] + sum(len(GAP) + wide[one] for one in (*parts[-1], place)) > room:
            parts.append([])
        parts[-1].append(place)
    return "\n\n".join(_block(titles, rows, wide, part) for part in parts)


def _block(titles: Sequence[str], rows: Sequence[Sequence[str]], wide: Sequence[int], part: Sequence[int]) -> str:
    def line(cells: Sequence[str]) -> str:
        return GAP.join([cells[0].ljust(wide[0]), *(cells[place].rjust(wide[place]) for place in part)]).rstrip()

    rule = GAP.join("-" * wide[place] for place in (0, *part))
    return "\n".join([line(titles), rule, *map(line, rows)])


def _as_list(titles: Sequence[str], row: Sequence[str], room: int) -> str:
    facts = [f"  {title}: {cell}" for title, cell in zip(titles[1:], row[1:], strict=True)]
    return "\n".join(fitted(line, room) for line in (f"{titles[0]}: {row[0]}", *facts))


# ---- waiting


@contextmanager
def progress(what: str, wanted: bool = True) -> Iterator[Callable[[int, int], None]]:
    """Tells how much is done of how much, on the error stream, so that what is printed can be piped on; only where somebody is looking."""
    if not wanted or not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns: tuple[Any, ...] = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def counted(what: str, total: int, wanted: bool = True) -> Iterator[Callable[[int], None]]:
    """The same for those who tell how much more is done each time."""
    finished = 0
    with progress(what, wanted) as done:

        def more(count: int) -> None:
            nonlocal finished
            finished += count
            done(finished, total)

        yield more
