"""The arena's commands."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

if TYPE_CHECKING:
    from railhead.arena.rows import Row
    from railhead.arena.statistics import Rating, Summary
    from railhead.boards import Setting

GameOption = Annotated[str, typer.Option("--game", "-g", help="A game by name, or your own board file.")]
Players = Annotated[int, typer.Option("--players", "-p", min=2, max=5, help="How many players.")]
Seed = Annotated[int, typer.Option("--seed", "-s", min=0, help="Another seed, other deals.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spelled_out(arguments: list[str]) -> list[str]:
    """`--ray` without an address is a cluster on this machine: Typer knows no option whose value may be left out."""
    found: list[str] = []
    for word, following in zip(arguments, [*arguments[1:], "-"], strict=True):
        found += [word, "local"] if word == "--ray" and following.startswith("-") else [word]
    return found


def arena(
    bot: Annotated[
        list[str], typer.Option("--bot", "-b", help="A bot: a name, search:PLAYOUTS, or cmd:PROGRAM. Several times.")
    ],
    game: GameOption = "usa",
    players: Players = 2,
    deals: Annotated[int, typer.Option(min=1, help="How many deals; each is played in all seatings.")] = 100,
    seed: Seed = 1,
    as_json: AsJson = False,
    processes: Annotated[int, typer.Option(min=0, help="How many processes; 0 for one a core.")] = 0,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; `local` starts one on this machine.")
    ] = None,
    store: Annotated[Path | None, typer.Option(help="Keep results in this SQLite file, and resume from it.")] = None,
    stop_early: Annotated[bool, typer.Option("--stop-early", help="Stop as soon as it is sure who is best.")] = False,
    report: Annotated[Path | None, typer.Option(help="Write a page with figures to this file.")] = None,
    figures: Annotated[
        Path | None, typer.Option(help="With --report: a folder for its figures as SVG and PNG.")
    ] = None,
) -> None:
    """Play a tournament between bots: every deal in all seatings, with intervals that respect the shared deals."""
    from railhead.arena.rows import rows_of
    from railhead.arena.run import tournament
    from railhead.arena.statistics import ratings, summary
    from railhead.boards import load

    try:
        setting = load(game)
        with _Progress(not as_json) as progress:
            rows = tournament(
                setting, players, bot, deals, seed, processes or _cores(),
                {"local": True}.get(ray, ray) if ray else False,
                str(store) if store else None, stop_early, progress,
            )  # fmt: skip
    except (ValueError, OSError) as error:
        typer.echo(f"railhead: {error}", err=True)
        raise typer.Exit(2) from None
    result = summary(rows, bot)
    for name in dict.fromkeys(bot):
        if count := sum(row.forfeits for row in rows_of(rows, name)):
            typer.echo(f"railhead: {name} forfeited {count} moves; legal ones were played for it", err=True)
    if report:
        _write_report(report, figures, setting, players, seed, rows, bot)
    if as_json:
        typer.echo(msgspec.json.encode(result))
        return
    _print_table(setting.name, players, result, ratings(rows, bot))


def _write_report(
    file: Path, figures: Path | None, setting: "Setting", players: int, seed: int, rows: "list[Row]", bots: list[str]
) -> None:
    try:
        from railhead.arena.report import arena_report
        from railhead.reports.page import write
    except ImportError:
        typer.echo("railhead: a report needs Altair: pip install 'railhead[study]'", err=True)
        raise typer.Exit(2) from None
    write(arena_report(setting, players, seed, rows, bots), file, figures)


class _Progress:
    """A progress bar on standard error, where somebody is looking."""

    def __init__(self, wanted: bool) -> None:
        from rich.console import Console
        from rich.progress import Progress

        console = Console(stderr=True)
        self.bar = Progress(console=console, disable=not (wanted and console.is_terminal))
        self.task: Any = None

    def __enter__(self) -> Any:
        self.bar.__enter__()
        self.task = self.bar.add_task("deals", total=None)
        return lambda done, total: self.bar.update(self.task, completed=done, total=total)

    def __exit__(self, *error: Any) -> None:
        self.bar.__exit__(*error)


def _print_table(name: str, players: int, result: "Summary", rated: "list[Rating]") -> None:
    from rich.console import Console
    from rich.table import Table

    from railhead.arena.numbers import NUMBERS, numbers_of

    table = Table(title=f"{name}, {players} players, {result.games} games")
    for title in (*NUMBERS, "rating", "95 %"):
        table.add_column(title, justify="left" if title == "bot" else "right")
    for bot, rating in zip(result.bots, rated, strict=True):
        table.add_row(*numbers_of(bot), f"{rating.rating:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}")
    Console().print(table)


def hint(
    file: Annotated[Path, typer.Argument(help="A saved game: a record or a log.")],
    level: Annotated[
        str, typer.Option(help="Whose advice: easy, medium, hard, expert, or another bot that says why.")
    ] = "expert",
    at: Annotated[
        int | None, typer.Option(min=0, help="The position after this many moves instead of the last.")
    ] = None,
    as_json: AsJson = False,
    language: Annotated[
        str | None, typer.Option("--language", "-l", help="The code of a language, such as ro.")
    ] = None,
) -> None:
    """What a level would play here, and why."""
    from msgspec.json import encode

    from railhead.bots.hint import advise
    from railhead.game.record import read_file, replay
    from railhead.text.hints import in_words
    from railhead.text.messages import language as speaking
    from railhead.text.messages import wished

    try:
        spoken = speaking(wished(language))
        advice = advise(replay(read_file(file)[0], at), level)
    except (ValueError, OSError) as error:
        typer.echo(f"railhead: {error}", err=True)
        raise typer.Exit(2) from None
    typer.echo(encode(advice).decode() if as_json else in_words(spoken, advice))
