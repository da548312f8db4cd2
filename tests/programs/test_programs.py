"""Programs as players: what they are told in version 2, what they may do wrong, and how the arena tells it apart."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from railhead.arena.games import Job, play_job
from railhead.arena.rows import Row
from railhead.arena.run import tournament
from railhead.arena.statistics import forfeits, summary
from railhead.arena.store import run_key
from railhead.boards import Setting, load
from railhead.bots import find, label_of, sit
from railhead.bots.match import play
from railhead.cli import app
from railhead.game import Game
from railhead.game.events import seen_by
from railhead.game.listing import listed
from railhead.game.record import full_log
from railhead.programs import wires
from railhead.programs.program import Program
from railhead.programs.protocol import Clock
from railhead.programs.wires import KEPT_ERRORS, Polled, Threaded
from railhead.words import Kept

TEMPLATES = Path(__file__).parents[2] / "docs" / "templates"
QUICK = Clock(first=20.0, move=0.3)
KEEPS_A_DIARY = """
import json, sys
diary = open(sys.argv[1], "a")
for line in sys.stdin:
    diary.write(line)
    message = json.loads(line)
    if message["t"] == "hello":
        print(json.dumps({"t": "ready", "protocol": VERSION}), flush=True)
    if message["t"] == "move":
        print(json.dumps({"move": message["legal"][len(message["legal"]) // 2]}), flush=True)
"""


def told(folder: Path, version: int, game: str = "europe", players: int = 3, seat: int = 1) -> tuple[Any, list[Any]]:
    """A game with a program that writes down what it is told, and what that was."""
    program, diary, setting = folder / "bot.py", folder / "diary", load(game)
    program.write_text(KEEPS_A_DIARY.replace("VERSION", str(version)))
    seats = [sit("path", setting, number) for number in range(players)]
    seats[seat] = Program(f"{sys.executable} {program} {diary}", setting, 77)
    match = play(setting, seats, 9)
    return match, [json.loads(line) for line in diary.read_text(encoding="utf-8").splitlines()]


def test_every_legal_move_is_listed_with_its_decisions() -> None:
    for name in ("usa", "europe", "france"):
        game = Game(name, 3, 4)
        for step in range(250):
            if game.over:
                break
            both = [(str(move), tuple(found)) for decision in game.legal() for move, found in game.spelled(decision)]
            assert list(listed(game).items()) == both
            game.apply(game.legal()[(7 * step) % len(game.legal())])


# ---- what is told


def test_hello_lists_the_tickets_in_play_a_seed_and_the_time_there_is(tmp_path: Path) -> None:
    hello = told(tmp_path, 2)[1][0]
    assert (hello["t"], hello["protocol"], hello["protocols"]) == ("hello", 1, [1, 2])
    assert (hello["seat"], hello["players"], hello["game"], hello["seed"]) == (1, 3, "europe", 77)
    assert hello["clock"] == {"first": 20.0, "move": 5.0, "game": None}
    tickets = load("europe").tickets
    assert hello["tickets"] == [
        {"id": ticket.id, "a": ticket.a, "b": ticket.b, "points": ticket.points, "long": ticket.long} for ticket in tickets
    ]  # fmt: skip


def test_version_2_hears_every_event_once_as_its_seat_may_see_it_and_the_result_before_bye(tmp_path: Path) -> None:
    match, lines = told(tmp_path, 2)
    questions = [line for line in lines if line["t"] == "move"]
    assert [question["number"] for question in questions] == list(range(1, len(questions) + 1))
    result, bye = lines[-2:]
    assert (result["t"], bye) == ("result", {"t": "bye"})
    assert [score["total"] for score in result["scores"]] == match.scores["total"].tolist()
    log = full_log(match.replayed(["a", "b", "c"]))
    seen = [msgspec.to_builtins(seen_by(event, 1)) for event in log.events]
    heard = [event for line in [*questions, result] for event in line["events"]]
    assert sorted(map(json.dumps, heard)) == sorted(map(json.dumps, seen))
    while_choosing = [event for event in questions[0]["events"] if event["e"] == "keep"]
    assert while_choosing == []  # what others keep shows when all have chosen (C5)
    assert any(isinstance(event, Kept) and event.seat == 0 for event in log.events)


def test_version_1_is_told_what_it_always_was(tmp_path: Path) -> None:
    lines = told(tmp_path, 1)[1]
    assert {line["t"] for line in lines} == {"hello", "move", "bye"}
    later = [line for line in lines if line["t"] == "move"][1:]
    assert later and all(set(line) == {"t", "view", "legal", "seconds"} for line in later)


def test_a_game_that_is_played_again_gives_a_program_the_same_bytes(tmp_path: Path) -> None:
    told(tmp_path, 2)
    first = (tmp_path / "diary").read_bytes()
    (tmp_path / "diary").unlink()
    told(tmp_path, 2)
    assert (tmp_path / "diary").read_bytes() == first


# ---- what it may do wrong

DOES = {
    "lie": 'print(json.dumps({"move": "claim nowhere"}))',
    "nonsense": 'print("42 horses")',
    "crash": 'print("no more", file=sys.stderr); sys.exit(7)',
    "hang": "time.sleep(60)",
    "flood": 'sys.stdout.write("{}\\n" * 100000)',
    "rubbish": 'sys.stdout.write("{42 horses}\\n" * 100000)',
}
TELLS = {
    "lie": "There is no route “nowhere”",
    "nonsense": "no answer in JSON",
    "crash": "exit code 7",
    "hang": "did not answer in time",
    "flood": "far more than it was asked",
    "rubbish": "far more than it was asked",
}


def program_that(folder: Path, does: str, at: int = 3) -> str:
    """A command for a program that does something wrong from its third question on."""
    file = folder / "bot.py"
    file.write_text(
        "import json, sys, time\nasked = 0\nfor line in sys.stdin:\n    message = json.loads(line)\n"
        "    if message['t'] != 'move': continue\n    asked += 1\n"
        f"    if asked >= {at}:\n        {does}\n"
        "    else:\n        print(json.dumps({'move': message['legal'][-1]}))\n    sys.stdout.flush()\n"
    )
    return f"{sys.executable} {file}"


def faults_of(command: str, clock: Clock | None = None) -> tuple[Any, Row]:
    rows = play_job(load("usa"), Job(1, 0, (f"mine=cmd:{command}", "path"), 1, timed=False, clock=clock))
    row = next(row for row in rows if row.bot == "mine")
    return forfeits([row]), row


@pytest.mark.parametrize("way", [Polled, Threaded])
@pytest.mark.parametrize("kind", DOES)
def test_a_program_that_crashes_hangs_floods_or_lies_is_told_apart(
    kind: str, way: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wires, "WIRES", way)
    found, row = faults_of(program_that(tmp_path, DOES[kind]), QUICK if kind == "hang" else None)
    assert set(found.kinds) == {"flood" if kind == "rubbish" else kind}
    assert TELLS[kind] in found.examples[-1].why
    assert found.examples[0].question >= 3
    assert row.forfeits == 3
    if kind == "crash":
        assert found.examples[0].errors == "no more\n"


def test_whoever_has_lost_by_forfeits_has_not_won_however_many_points_it_has() -> None:
    """A program that ended in its last turn, far ahead, had won the game that it had lost."""
    setting = load("europe")

    class Broken:
        lost = True

        def __init__(self) -> None:
            self.plays = sit("planner", setting, 1)

        def __call__(self, view: Any) -> int:
            return int(self.plays(view))

    class Hears:
        told: Any = None

        def hear(self, seat: int, events: Any, choosing: bool) -> None:
            """What happens."""

        def __call__(self, view: Any) -> int:
            return int(Game.of_record(setting, np.array([view]), None).legal()[0])

        def close(self, result: Any = None) -> None:
            self.told = result

    one, hears = Broken(), Hears()
    match = play(setting, [one, hears, sit("random", setting, 2)], 4)
    assert match.scores["total"].argmax() == 0
    assert match.wins[0] == 0 and sum(match.wins) == 1
    assert hears.told.winners == [seat for seat, won in enumerate(match.wins) if won]
    assert sum(play(setting, [Broken(), Broken()], 4).wins) == 1  # somebody has


def test_a_program_that_does_not_read_holds_nobody_up(tmp_path: Path) -> None:
    found, _ = faults_of(f"{sys.executable} -c 'import time; time.sleep(60)'", Clock(first=0.3, move=0.1))
    assert found.kinds == {"hang": 3}


def test_a_program_that_cannot_be_started_is_said_so() -> None:
    for command in ("/no/such/program", "'unclosed"):
        assert faults_of(command)[0].kinds == {"start": 1}


def test_only_the_end_of_an_endless_error_stream_is_kept(tmp_path: Path) -> None:
    does = 'sys.stderr.write("x" * 1000000 + "the end\\n"); sys.stderr.flush(); sys.exit(1)'
    errors = faults_of(program_that(tmp_path, does))[0].examples[0].errors
    assert errors.endswith("the end\n") and len(errors) <= KEPT_ERRORS


def test_thinking_time_for_a_whole_game_runs_out(tmp_path: Path) -> None:
    slow = program_that(tmp_path, 'time.sleep(0.1); print(json.dumps({"move": message["legal"][-1]}))', at=1)
    found, row = faults_of(slow, Clock(first=3.0, move=3.0, game=0.5))
    assert found.kinds == {"hang": 1}
    assert "for the game are used up" in found.examples[0].why
    assert row.microseconds is not None and row.microseconds > 0.3e6
    assert row.overhead is not None and row.overhead > 0


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    """Version 2 answers carry the number of their question."""
    late = "time.sleep(3 if asked == 3 else 0); print(json.dumps({'move': message['legal'][0], 'number': asked}))"
    found, row = faults_of(program_that(tmp_path, late), Clock(first=20.0, move=2.0))
    assert (found.kinds, row.forfeits) == ({"hang": 1}, 1)


# ---- how the arena tells it


def test_labels_reasons_and_error_streams_are_in_the_report(tmp_path: Path) -> None:
    command = ["arena", "--bot", f"mine=cmd:{program_that(tmp_path, DOES['crash'])}", "--bot", "path", "--deals", "1"]
    words = CliRunner().invoke(app, [*command, "--processes", "1"])
    assert words.exit_code == 0, words.output
    assert "mine forfeited 6 moves in 2 games" in words.output
    assert "it ended with exit code 7." in words.output and "| no more" in words.output
    found = json.loads(CliRunner().invoke(app, [*command, "--processes", "1", "--json"]).stdout)
    mine = found["bots"][0]
    assert (mine["name"], mine["forfeits"]["moves"], mine["forfeits"]["kinds"]) == ("mine", 6, {"crash": 2})
    assert mine["us_overhead"] > 0


def test_a_label_stands_for_one_bot() -> None:
    assert (label_of("mine=search:50"), find("mine=search:50").playouts) == ("mine", 50)
    assert label_of("cmd:run SEED=3") == "cmd:run SEED=3"
    with pytest.raises(ValueError, match="two bots"):
        tournament(load("usa"), 2, ["a=path", "a=random"], 1, 1)
    rows = tournament(load("usa"), 2, ["a=path", "b=path"], 1, 1)
    assert [bot.name for bot in summary(rows, ["a", "b"]).bots] == ["a", "b"]


def test_results_of_a_program_that_was_built_anew_are_not_the_old_ones(tmp_path: Path) -> None:
    def key(setting: Setting) -> str:
        return run_key(setting, 2, [f"mine=cmd:{command}", "path"], 1)

    command, usa = program_that(tmp_path, DOES["lie"]), load("usa")
    first = key(usa)
    assert key(usa) == first
    program_that(tmp_path, DOES["lie"], at=4)
    assert key(usa) != first
    store, bots = str(tmp_path / "arena.sqlite"), [f"mine=cmd:{command}", "path"]
    before = tournament(usa, 2, bots, 1, 1, store=store)
    program_that(tmp_path, 'print(json.dumps({"move": message["legal"][0]}))', at=1)
    after = tournament(usa, 2, bots, 1, 1, store=store)
    assert [sum(row.forfeits for row in rows) for rows in (before, after)] == [6, 0]


# ---- templates


@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_a_template_plays_whole_games(language: str, tmp_path: Path) -> None:
    tools = {"python": sys.executable, "javascript": shutil.which("node"), "c": shutil.which("cc")}
    tool = tools[language]
    if tool is None:
        pytest.skip(f"nothing here runs or compiles {language}")
    if language == "c":
        warnings = ["-Wall", "-Wextra", "-Werror"]
        subprocess.run([tool, "-O2", *warnings, "-o", tmp_path / "bot", TEMPLATES / "bot.c"], check=True)
    commands = {
        "python": f"{tool} {TEMPLATES / 'bot.py'}",
        "javascript": f"{tool} {TEMPLATES / 'bot.js'}",
        "c": str(tmp_path / "bot"),
    }
    for game in ("europe", "france"):
        rows = play_job(load(game), Job(2, 0, (f"mine=cmd:{commands[language]}", "random"), 1, timed=False))
        mine = [row for row in rows if row.bot == "mine"]
        assert [row.reasons for row in mine] == [[], []]
        assert sum(row.win for row in mine) == 2.0


def test_what_a_bot_in_python_prints_goes_to_the_error_stream_and_an_exception_tells_itself(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(
        "from railhead.bot import play\n"
        "def decide(question):\n    print('thinking')\n    if question.number == 2: raise KeyError('lost')\n"
        "    return question.legal[0]\nplay(decide)\n"
    )
    found, _ = faults_of(f"{sys.executable} {file}", Clock())
    assert found.kinds == {"crash": 1}
    assert found.examples[0].errors.startswith("thinking") and "KeyError: 'lost'" in found.examples[0].errors
