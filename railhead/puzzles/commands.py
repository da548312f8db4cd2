"""`railhead puzzle` and `railhead puzzle make`."""

from pathlib import Path
from typing import Annotated

import typer

from railhead.shell import AsJson, GameOption, LanguageOption, Seed, WholeHelp, answer, plain_errors, progress, say

app = typer.Typer(cls=WholeHelp, add_completion=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def ask(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="A game that has puzzles; without, the puzzle of the day.")
    ] = None,
    number: Annotated[int, typer.Option("--number", "-n", min=1, help="Which one, from the easiest on.")] = 1,
    language: LanguageOption = None,
    as_json: AsJson = False,
) -> None:
    """Puzzles: what is best here? Any number of tries."""
    if context.invoked_subcommand is not None:
        return
    from railhead.puzzles.asking import ask as asking
    from railhead.puzzles.asking import wanted
    from railhead.text.messages import language as speaking
    from railhead.text.messages import wished
    from railhead.text.terminal import Terminal

    with plain_errors():
        puzzle = wanted(game, number)
        if as_json:
            answer(as_json, puzzle, lambda: None)
        else:
            asking(puzzle, Terminal(speaking(wished(language), "terminal", "review"), input, say))


@app.command()
def make(
    game: GameOption = "usa",
    wanted: Annotated[int, typer.Option("--wanted", "-n", min=1, help="How many puzzles the file shall hold.")] = 200,
    seed: Seed = 1,
    out: Annotated[
        Path | None, typer.Option(help="The file; without, GAME.jsonl. One that is there is gone on with.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="First judge those of the file anew; those that are none any more go.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Find puzzles in bots' games: positions with one clearly best decision, a line each."""
    import msgspec

    from railhead.boards import load
    from railhead.puzzles import read, seed_of
    from railhead.puzzles.making import found_in, judged_again

    with plain_errors():
        setting = load(game)
        file = out or Path(f"{setting.id}.jsonl")
        there = read(file) if file.exists() else []
        number = max([seed, *(seed_of(one) + 1 for one in there)])
        if again:
            there = list(judged_again(setting, there))
            file.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in there))
        count = len(there)
        with file.open("ab") as written, progress("puzzles", not as_json) as step:
            while count < wanted:
                for puzzle in found_in(setting, number):
                    written.write(msgspec.json.encode(puzzle) + b"\n")
                    written.flush()
                    count += 1
                    step(count, wanted)
                    if count == wanted:
                        break
                number += 1
    told = {"file": str(file), "puzzles": count, "seed": number - 1}
    answer(as_json, told, lambda: say(f"{file}: {count} puzzles, from games up to seed {number - 1}"))
