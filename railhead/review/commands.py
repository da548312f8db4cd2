"""`railhead review`."""

from pathlib import Path
from typing import Annotated

import typer

from railhead.shell import AsJson, LanguageOption, answer, plain_errors, printable, progress, say


def review(
    file: Annotated[Path, typer.Argument(help="A record or log of a finished game.")],
    number: Annotated[int, typer.Option("--number", min=1, help="Which game of the file.")] = 1,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="The board file, where the record does not hold it.")
    ] = None,
    playouts: Annotated[
        bool, typer.Option("--playouts", help="Judge by playouts, where a network was taught as well.")
    ] = False,
    as_json: AsJson = False,
    language: LanguageOption = None,
) -> None:
    """What decided a game, luck apart from skill."""
    from railhead.boards import load
    from railhead.game.record import read_file, replay
    from railhead.review import reviews
    from railhead.review.figures import figures
    from railhead.text.messages import language as speaking
    from railhead.text.messages import wished
    from railhead.text.reviews import curves, told

    with plain_errors():
        spoken = speaking(wished(language), "terminal", "review")
        games = read_file(file)
        if number > len(games):
            raise ValueError(f"{file} holds {len(games)} games, and number {number} was asked for")
        played = replay(games[number - 1], setting=load(game) if game else None)
        with progress("decisions") as step:
            better = reviews(played, playouts, progress=step)
            found = next(better)
            if not as_json:
                for line in curves(played, found):
                    typer.echo(printable(line))  # a drawing in columns: its lines are not broken
            *_, found = better

    def in_words() -> None:
        for line in told(spoken, played, found, figures(played, found)):
            say(printable(line))

    answer(as_json, found, in_words)
