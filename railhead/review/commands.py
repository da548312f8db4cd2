"""`railhead review`."""

from pathlib import Path
from typing import Annotated

import typer

from railhead.shell import AsJson, LanguageOption, answer, counted, plain_errors, printable, progress, say, width


def review(
    file: Annotated[Path, typer.Argument(help="A record or log of a finished game; or a folder of many, with --out.")],
    number: Annotated[int, typer.Option("--number", min=1, help="Which game of the file.")] = 1,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="The board file or link, where the record does not hold it.")
    ] = None,
    playouts: Annotated[
        bool, typer.Option("--playouts", help="Judge by playouts, where a network was taught as well.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="Of a folder of records: the folder for tables (Parquet).")] = None,
    processes: Annotated[int, typer.Option(min=0, help="With --out: how many processes; 0 for one a core.")] = 0,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="With --out: on a Ray cluster; `local` starts one here.")
    ] = None,
    as_json: AsJson = False,
    language: LanguageOption = None,
) -> None:
    """What decided a game, luck apart from skill."""
    if file.is_dir() or out is not None:
        _review_folder(file, out, playouts, processes, ray, as_json)
        return
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
                for line in curves(played, found, width()):
                    typer.echo(printable(line))  # a drawing in columns: its lines are not broken
            *_, found = better

    def in_words() -> None:
        for line in told(spoken, played, found, figures(played, found)):
            say(printable(line))

    answer(as_json, found, in_words)


def _review_folder(
    folder: Path, out: Path | None, playouts: bool, processes: int, ray: str | None, as_json: bool
) -> None:
    """Reviews of all records in a folder, into tables; what is there is not made again."""
    from railhead.arena.run import cores
    from railhead.review.many import batches, review_all

    with plain_errors():
        if out is None or not folder.is_dir():
            raise ValueError("many games are reviewed from a folder of records into another: railhead review FOLDER --out TABLES")  # fmt: skip
        try:
            import pyarrow  # type: ignore[import-untyped, unused-ignore]  # noqa: F401
        except ImportError:
            raise ValueError("writing Parquet needs pyarrow: pip install 'railhead[study]'") from None
        some = batches(folder, playouts)
        games = sum(batch.games for batch in some)
        with counted("games", games, not as_json) as step:
            review_all(some, out, processes or cores(), ray, step)
    answer(as_json, {"folder": str(out), "games": games}, lambda: say(f"{out}: {games} games reviewed"))
