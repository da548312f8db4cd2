"""The command line: `railhead --help`."""

import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec
import typer

from railhead.reports import write_report
from railhead.server import admin
from railhead.shell import (
    AsJson,
    FiguresOption,
    GameOption,
    LanguageOption,
    Players,
    ReportOption,
    Seed,
    WholeHelp,
    answer,
    counted,
    plain_errors,
    plain_usage,
    printable,
    say,
)
from railhead.workshop import commands as boards

if TYPE_CHECKING:
    from railhead.arena.simulate import Statistics
    from railhead.boards import Setting
    from railhead.game import Game
    from railhead.reports.page import Report
    from railhead.text.messages import Language
    from railhead.words import Log, Record


class LazyGroup(WholeHelp):
    """Commands whose modules are imported only when they are asked for: `railhead board list` must not wait for a web server."""

    homes: ClassVar[dict[str, str]] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *self.homes]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.homes:
            return super().get_command(ctx, cmd_name)
        module, function = self.homes[cmd_name].split(":")
        found = getattr(import_module(module), function)
        if isinstance(found, typer.Typer):
            return typer.main.get_command(found)
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(cmd_name)(found)
        return typer.main.get_command(single)


class MainGroup(LazyGroup):
    homes: ClassVar[dict[str, str]] = {
        "arena": "railhead.arena.commands:arena",
        "hint": "railhead.arena.commands:hint",
        "dataset": "railhead.dataset.commands:dataset",
        "findings": "railhead.dataset.commands:findings",
        "mcp": "railhead.models.commands:mcp",
        "bench-llm": "railhead.models.commands:bench_llm",
        "doctor": "railhead.doctor:doctor",
        "review": "railhead.review.commands:review",
        "puzzle": "railhead.puzzles.commands:app",
        "serve": "railhead.server.commands:serve",
        "play": "railhead.server.commands:play",
        "backup": "railhead.server.commands:backup",
        "restore": "railhead.server.commands:restore",
    }

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with plain_usage():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        with plain_usage():
            return super().invoke(ctx)


app = typer.Typer(cls=MainGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None)
app.add_typer(boards.app, name="board")
app.add_typer(admin.app, name="admin")


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"railhead {version('railhead')}")
        raise typer.Exit


@app.callback()
def _all_commands(
    show: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """The train-route board game: play, simulate, study."""


def _load(game: str) -> "Setting":
    from railhead.boards import load

    return load(game)


# ---- many games


@app.command()
def simulate(
    game: GameOption = "usa",
    players: Players = 4,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 1000,
    seed: Seed = 1,
    log: Annotated[
        str | None, typer.Option(help="Write the full log of every game to this file, a line each; - for the screen.")
    ] = None,
    as_json: AsJson = False,
    bots: Annotated[
        str | None, typer.Option(help="Bots by name, a comma between them, one a seat; without, play by lot.")
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", help="The same one by one, as for the arena: LABEL=cmd:PROGRAM. One a seat."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="A folder for tables (Parquet) and a report with pictures.")] = None,
) -> None:
    """Play many games and tell what a person wants to know of them."""
    with plain_errors():
        setting = _load(game)
        names = [*(bots.split(",") if bots else []), *(bot or [])]
        if names or out is not None:
            from railhead.arena.study import study

            with (
                _log_to(log) if log is not None else nullcontext() as written,
                counted("games", games, not as_json) as step,
            ):
                told = study(setting, names or ["random"] * players, games, seed, out, written, step)
            if log != "-":
                answer(as_json, told, lambda: typer.echo(told.in_words(setting.name)))
            if out is not None and not as_json and log != "-":
                say(f"\nwritten: {out / 'report.html'}, {out / 'games.parquet'}, {out / 'moves.parquet'}")
            return
        from railhead.arena.simulate import played_games, statistics

        if log is not None:
            with _log_to(log) as written, counted("logs", games, log != "-") as step:
                for played in played_games(setting, players, games, seed):
                    step(written(played))
            if log == "-":
                return
        with counted("games", games, not as_json) as step:
            found = statistics(setting, players, games, seed, step)
    answer(as_json, found, lambda: _tell_statistics(found, setting))


@contextmanager
def _log_to(file: str) -> "Iterator[Callable[[Game], int]]":
    """What writes a game's full log as a line of a file (- for the screen) and returns how many it has written: one."""
    from railhead.game.record import full_log

    def write(game: "Game") -> int:
        print(msgspec.json.encode(full_log(game)).decode(), file=target)
        return 1

    with nullcontext(sys.stdout) if file == "-" else open(file, "w", encoding="utf-8") as target:
        yield write


def _tell_statistics(found: "Statistics", setting: "Setting") -> None:
    from railhead.reports.names import route_names

    names = route_names(setting)
    score, tickets = found.score, found.tickets
    claims = [f"{names[route]} {share:.0%}" for route, share in found.claims.items()]
    say(f"{found.games} games of {setting.name} with {found.players} players, played by lot from seed {found.seed}")
    say(
        f"score      mean {score.mean:.1f} ± {score.deviation:.1f}, from {score.lowest} to {score.highest}; the best of a game {score.winning:.1f}"
    )
    say(f"length     {found.turns:.1f} turns, {found.moves:.1f} moves")
    say(f"tickets    {tickets.kept:.2f} kept, {tickets.completed:.2f} completed a player")
    say("win share  " + ", ".join(f"seat {seat} {share:.1%}" for seat, share in enumerate(found.win_share, 1)))
    say("claimed most often:  " + ", ".join(claims[:6]))
    say("claimed least often: " + ", ".join(claims[-6:]))


@app.command()
def bench(
    as_json: AsJson = False,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure each figure.")] = 3.0,
    report: ReportOption = None,
    figures: FiguresOption = None,
) -> None:
    """Measure the speed on this machine."""
    from railhead.bench import GOALS, run

    found = {}
    for name, measured in run(seconds):
        found[name] = measured
        if not as_json:
            shown = [
                f"{value:,.0f} {key.replace('_', ' ')}"
                for key, value in measured.items()
                if not key.startswith("ratio")
            ]
            if "ratio_to_reference" in measured:
                shown.append(f"{measured['ratio_to_reference']:.4f} of the reference loop")
            goal = f" · to hold: {GOALS[name]:,}" if name in GOALS else ""
            say(f"{name:22} {', '.join(shown)}{goal}")
    if report:
        with plain_errors():
            write_report(lambda: _speed(found), report, figures)
    if as_json:
        answer(True, found, lambda: None)


def _speed(found: dict[str, dict[str, float]]) -> "Report":
    from railhead.bench import GOALS
    from railhead.reports.speed import speed_report

    return speed_report(found, GOALS)


# ---- one game


@app.command()
def text(
    game: GameOption = "usa",
    players: Players = 2,
    level: Annotated[
        str, typer.Option(help="The bots' level: child, easy, medium, hard, expert, master, or a bot's name.")
    ] = "medium",
    people: Annotated[int, typer.Option(min=0, max=5, help="How many of the players are people at this terminal.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, help="To play the same deal again.")] = None,
    record_to: Annotated[
        Path | None, typer.Option("--record", help="Write the record of the game to this file.")
    ] = None,
    language: LanguageOption = None,
    learn: Annotated[bool, typer.Option("--learn", help="Learn to play, lesson by lesson.")] = False,
) -> None:
    """Play in the terminal against bots."""
    from railhead.game import Game
    from railhead.text import terminal
    from railhead.text.messages import language as speaking
    from railhead.text.messages import wished

    with plain_errors():
        if learn:
            _learn(speaking(wished(language), "terminal", "lessons"))
            return
        spoken = speaking(wished(language))
        bot = spoken.maybe(f"level.{level}", level)
        person = "name.me" if people == 1 else "study.seat"
        names = [
            spoken.say(person, n=seat + 1) if seat < people else spoken.say("bot.numbered", name=bot, n=seat + 1)
            for seat in range(players)
        ]
        played = Game(_load(game), names, seed)
        at = terminal.Terminal(spoken, input, say)
        terminal.play(played, list(range(min(people, players))), _bots(level, played), at)
        if record_to is not None:
            from msgspec.json import encode

            from railhead.game.record import record

            record_to.write_bytes(encode(record(played)) + b"\n")


def _learn(spoken: "Language") -> None:
    """Lessons in the terminal."""
    from railhead.bots.hint import advise
    from railhead.text.hints import in_words
    from railhead.text.learning import learn
    from railhead.text.terminal import Terminal

    learn(
        Terminal(spoken, input, say),
        lambda game, level: _bots(level, game),
        lambda game: in_words(spoken, advise(game, "expert")),
    )


def _bots(level: str, game: "Game") -> "Callable[[Game], int]":
    """The bots of a game: what the one whose turn it is decides. They play the same game again where the seed is given."""
    from railhead.bots import PATIENCE, sit

    first = game.seed if isinstance(game.seed, int) else secrets.randbits(62)
    seats = [sit(level, game.setting, (first + seat) % 2**64, seconds=PATIENCE) for seat in range(game.players)]
    return lambda now: seats[int(now.record.seat)](now.veiled(now.to_move))


def _read_games(file: Path) -> "list[Record | Log]":
    from railhead.game.record import read_file

    return read_file(file)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record or log.")],
    at: Annotated[
        int | None, typer.Option(min=0, help="Show the position after this many moves instead of the story.")
    ] = None,
    number: Annotated[int, typer.Option("--number", min=1, help="Which game of the file.")] = 1,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="The board file or link, where the record does not hold it.")
    ] = None,
    language: LanguageOption = None,
    as_json: AsJson = False,
) -> None:
    """Tell the story of a recorded game."""
    from railhead.game.record import replay as play_again
    from railhead.game.record import steps
    from railhead.text.facts import picture
    from railhead.text.messages import language as speaking
    from railhead.text.messages import wished
    from railhead.text.stories import tell

    with plain_errors():
        spoken = speaking(wished(language))
        games = _read_games(file)
        if number > len(games):
            raise ValueError(f"{file} holds {len(games)} games, and number {number} was asked for")
        played = play_again(games[number - 1], at, _load(game) if game else None)
        if as_json:
            _tell_as_json(played, at)
            return
        if at is not None:
            position = spoken.say("terminal.position", line=played.line())
            say("\n".join(map(printable, picture(played, spoken).splitlines())))
            typer.echo(printable(position))  # to be copied whole
            return
        for count, (_, _, events) in enumerate(steps(played)):
            for event in events:
                for line in tell(spoken, played.setting, played.names, event).splitlines():
                    say(printable(f"{count:4}  {line}"))


def _tell_as_json(played: "Game", at: int | None) -> None:
    """A position as its line and what everybody sees of it; a whole game as its full log."""
    from railhead.game.record import full_log

    if at is None:
        answer(True, full_log(played), lambda: None)
    else:
        answer(True, {"line": played.line(), "view": played.view(None)}, lambda: None)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A file of records or logs.")],
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="The board file or link, where the record does not hold it.")
    ] = None,
    key: Annotated[
        str, typer.Option(help="The key of the server that must have signed them, as it stands at its /api/key.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Replay recorded games and check the shuffles, every step, the result, the published hash of the seed and the server's signature."""
    from railhead.game.proof import PROOFS, proof_of
    from railhead.game.record import verify as check
    from railhead.words import Record

    wrong, found = 0, list[dict[str, object]]()
    with plain_errors():
        games = _read_games(file)
        setting = _load(game) if game else None
        for number, data in enumerate(games, 1):
            proof = "unsigned"
            try:
                problems = check(data, setting)
                proof = proof_of(data, key or None) if isinstance(data, Record) else "unsigned"
                if not as_json:
                    say(f"game {number}: {PROOFS[proof]}")
                if key and proof in ("signed", "unsigned"):
                    problems.append("it is not signed with that key")
            except ValueError as error:
                problems = [str(error)]
            wrong += bool(problems)
            found.append({"game": number, "proof": proof, "problems": problems})
            for problem in [] if as_json else problems:
                say(printable(f"game {number}: {problem}"), err=True)
    answer(
        as_json,
        {"games": found, "right": len(games) - wrong},
        lambda: say(f"{len(games) - wrong} of {len(games)} games are right."),
    )
    if wrong:
        raise typer.Exit(1)


def main() -> None:
    """Run the command line."""
    from railhead.arena.commands import spelled_out

    app(spelled_out(sys.argv[1:]))


if __name__ == "__main__":
    main()
