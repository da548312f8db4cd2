"""The arena's commands."""

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railhead.reports import write_report
from railhead.shell import (
    AsJson,
    FiguresOption,
    GameOption,
    LanguageOption,
    Players,
    ReportOption,
    answer,
    plain_errors,
    printable,
    progress,
    say,
    table,
)

if TYPE_CHECKING:
    from railhead.arena.rows import Row
    from railhead.arena.statistics import BotSummary, Rating, Summary
    from railhead.boards import Setting
    from railhead.reports.page import Report

ERROR_LINES = 8  # of a program's error stream, the last ones
Seed = Annotated[int, typer.Option("--seed", "-s", min=0, help="Another seed, other deals.")]


def spelled_out(arguments: list[str]) -> list[str]:
    """`--ray` without an address is a cluster on this machine: Typer knows no option whose value may be left out."""
    found: list[str] = []
    for word, following in pairwise([*arguments, "-"]):
        found += [word, "local"] if word == "--ray" and following.startswith("-") else [word]
    return found


def arena(
    bot: Annotated[
        list[str],
        typer.Option(
            "--bot", "-b", help="A bot: a name, search:PLAYOUTS, or cmd:PROGRAM; LABEL=… calls it so. Several times."
        ),
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
    report: ReportOption = None,
    figures: FiguresOption = None,
    move_seconds: Annotated[float, typer.Option(min=0.01, help="How long a program may think about a move.")] = 5.0,
    first_seconds: Annotated[float, typer.Option(min=0.01, help="The same for its first, while it starts.")] = 20.0,
    game_seconds: Annotated[
        float | None, typer.Option(min=0.01, help="How long a program may think in all of a game.")
    ] = None,
) -> None:
    """Play a tournament between bots: every deal in all seatings, with intervals that respect the shared deals."""
    from railhead.arena.run import cores, tournament
    from railhead.arena.statistics import ratings, summary
    from railhead.boards import load
    from railhead.bots import label_of
    from railhead.programs.protocol import Clock

    with plain_errors():
        setting = load(game)
        clock = Clock(first_seconds, move_seconds, game_seconds)
        with progress("deals", not as_json) as done:
            rows = tournament(
                setting, players, bot, deals, seed, processes or cores(),
                {"local": True}.get(ray, ray) if ray else False,
                str(store) if store else None, stop_early, done, clock,
            )  # fmt: skip
        labels = [label_of(name) for name in bot]
        result = summary(rows, labels)
        if report:
            write_report(lambda: _report(setting, players, seed, rows, labels), report, figures)
    answer(as_json, result, lambda: _tell(setting.name, players, result, ratings(rows, labels)))


def _report(setting: "Setting", players: int, seed: int, rows: "list[Row]", bots: list[str]) -> "Report":
    from railhead.arena.report import arena_report

    return arena_report(setting, players, seed, rows, bots)


def _tell(name: str, players: int, result: "Summary", rated: "list[Rating]") -> None:
    from railhead.arena.numbers import NUMBERS, numbers_of

    say(f"{name}, {players} players, {result.games} games")
    titles = (NUMBERS[0], "rating", "its 95 %", *NUMBERS[1:])
    rows = []
    for bot, rating in zip(result.bots, rated, strict=True):
        own, *numbers = numbers_of(bot)
        sure = "–" if rating.low is None else f"{rating.low:+.0f} to {rating.high:+.0f}"
        rows.append([own, f"{rating.rating:+.0f}", sure, *numbers])
    typer.echo(table(titles, rows))
    for bot in result.bots:
        _tell_forfeits(bot)


def _tell_forfeits(bot: "BotSummary") -> None:
    """What a bot forfeited and why, with the last words of the program's error stream."""
    if bot.us_overhead is not None:
        say(f"{bot.name}: asking it took {bot.us_overhead:.0f} µs of our processor a decision.")
    lost = bot.forfeits
    if not lost.moves:
        return
    say(f"{bot.name} forfeited {lost.moves} moves in {lost.games} games; legal ones were played for it.")
    for kind, count in lost.kinds.items():
        say(f"  {kind}, {count} times:")
        for example in (one for one in lost.examples if one.kind == kind):
            answered = f" It said: {example.answer!r}." if example.answer else ""
            question = f"question {example.question} of " if example.question else ""
            say(f"    {question}deal {example.deal}, seat {example.seat + 1}: {example.why.rstrip('.')}.{answered}")
            for line in example.errors.splitlines()[-ERROR_LINES:]:
                say(f"      | {printable(line)}")


def hint(
    file: Annotated[Path, typer.Argument(help="A saved game: a record or a log.")],
    level: Annotated[
        str, typer.Option(help="Whose advice: easy, medium, hard, expert, or another bot that says why.")
    ] = "expert",
    at: Annotated[
        int | None, typer.Option(min=0, help="The position after this many moves instead of the last.")
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="The board file or link, where the record does not hold it.")
    ] = None,
    as_json: AsJson = False,
    language: LanguageOption = None,
) -> None:
    """What a level would play here, and why."""
    from railhead.boards import load
    from railhead.bots.hint import advise
    from railhead.game.record import read_file, replay
    from railhead.text.hints import in_words
    from railhead.text.messages import language as speaking
    from railhead.text.messages import wished

    with plain_errors():
        spoken = speaking(wished(language))
        advice = advise(replay(read_file(file)[0], at, load(game) if game else None), level)
    answer(as_json, advice, lambda: say(in_words(spoken, advice)))
