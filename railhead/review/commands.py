"""`railhead review`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

if TYPE_CHECKING:
    from railhead.review.reviewing import Progress


def review(
    file: Annotated[Path, typer.Argument(help="A record or log of a finished game.")],
    number: Annotated[int, typer.Option("--number", min=1, help="Which game of the file.")] = 1,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="The board file, where the record does not hold it.")
    ] = None,
    playouts: Annotated[
        bool, typer.Option("--playouts", help="Judge by playouts, where a network was taught as well.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")] = False,
    language: Annotated[
        str | None, typer.Option("--language", "-l", help="The code of a language, such as ro.")
    ] = None,
) -> None:
    """What decided a game, luck apart from skill."""
    from railhead.boards import load
    from railhead.game.record import read_lines, replay
    from railhead.review import reviews
    from railhead.review.figures import figures
    from railhead.text.messages import language as speaking
    from railhead.text.messages import wished
    from railhead.text.reviews import curves, told

    try:
        spoken = speaking(wished(language), "terminal", "review")
        games = read_lines(file.read_text(encoding="utf-8"))
        if number > len(games):
            raise ValueError(f"{file} holds {len(games)} games, and number {number} was asked for")
        played = replay(games[number - 1], setting=load(game) if game else None)
        with _progress() as step:
            better = reviews(played, playouts, progress=step)
            found = next(better)
            if not as_json:
                for line in curves(played, found):
                    typer.echo(_printable(line))
            *_, found = better
    except (ValueError, OSError) as error:
        typer.echo(f"railhead: {error}", err=True)
        raise typer.Exit(2) from None
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
        return
    for line in told(spoken, played, found, figures(played, found)):
        typer.echo(_printable(line))


def _printable(line: str) -> str:
    """A line that says nothing to the terminal itself: what strangers wrote may hold its commands."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)


@contextmanager
def _progress() -> "Iterator[Progress]":
    """A progress bar on standard error, where somebody is looking."""
    from rich.console import Console
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    with Bar(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
