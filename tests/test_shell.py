"""What commands print fits the columns there are, says the same in all of them, and needs no colours."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.json import encode
from typer.testing import CliRunner, Result

from railhead import cli, doctor, shell
from railhead.arena.simulate import played_games
from railhead.boards import load
from railhead.game.record import full_log, record
from railhead.text.messages import language
from railhead.text.reviews import curves

TITLES = ("bot", "rating", "its 95 %", "games", "win share")
ROWS = (
    ("planner", "+246", "+200 to +301", "400", "0.912"),
    ("a program with a long label", "-246", "–", "400", "0.088"),
)


def run(monkeypatch: pytest.MonkeyPatch, columns: int, *arguments: str) -> Result:
    monkeypatch.setenv("COLUMNS", str(columns))
    result = CliRunner().invoke(cli.app, arguments)
    assert result.exit_code in (0, 1, 2) and "Traceback" not in result.output
    return result


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("columns", [20, 30, 40, 60, 80, 200])
def test_a_table_fits_and_says_everything(columns: int) -> None:
    told = shell.table(TITLES, ROWS, columns)
    longest = max(len(word) for row in (TITLES, *ROWS) for cell in row for word in cell.split())
    assert max(map(len, told.splitlines())) <= max(columns, longest + 4)
    for cell in (*TITLES, *ROWS[0], *ROWS[1]):
        assert words(cell) in words(told)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = next(played_games(load("europe"), 2, 1, 6))
    found = tmp_path_factory.mktemp("games") / "game.json"
    found.write_bytes(encode(record(game)) + b"\n" + encode(full_log(game)) + b"\n")
    return found


POSITION = language("en").say("terminal.position", line="").strip()  # is printed whole, to be copied
COMMANDS = (
    ("board", "list"), ("board", "check", "france"), ("simulate", "--games", "20"), ("replay", "FILE"),
    ("replay", "FILE", "--at", "30"), ("verify", "FILE"),
    ("arena", "--bot", "path", "--bot", "mine=random", "--deals", "2", "--processes", "1"), ("doctor",),
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_fits_and_says_the_same_however_narrow_and_as_json(
    command: tuple[str, ...], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "SECONDS", 0.01)
    arguments = tuple(str(file) if word == "FILE" else word for word in command)
    wide, narrow = (run(monkeypatch, columns, *arguments) for columns in (80, 44))
    for result, columns in ((wide, 80), (narrow, 44)):
        assert "\x1b" not in result.output
        lines = [line for line in result.output.splitlines() if len(line) > columns and not line.startswith(POSITION)]
        assert all(len(line.split()) <= 2 for line in lines), lines  # one long word, such as a file's name
    numbers = r"[\w.+-]+"
    if command[0] not in ("doctor", "arena"):  # these tell times
        assert re.findall(numbers, words(wide.output)) == re.findall(numbers, words(narrow.output))
    found = json.loads(run(monkeypatch, 44, *arguments, "--json").stdout)
    assert found


@pytest.mark.parametrize("columns", [30, 44, 80])
def test_a_curve_of_chances_is_as_wide_as_there_is_room(columns: int) -> None:
    game = next(played_games(load("usa"), 2, 1, 6))
    moments = [SimpleNamespace(kind="chance", chances=[share / 99, 1 - share / 99]) for share in range(100)]
    review: Any = SimpleNamespace(moments=moments)
    lines = list(curves(game, review, columns))
    assert len(lines) == 2 and {len(line) for line in lines} == {min(columns, 60 + 2 + len("random 1"))}
    assert lines[0].endswith("█") and lines[1].endswith("▁")


def test_one_way_of_refusing(tmp_path: Path) -> None:
    missing, no_folder = str(tmp_path / "missing"), tmp_path / "file"
    no_folder.write_text("no folder")
    for arguments in (
        ("simulate", "--game", "mars"), ("arena", "--bot", "nobody"), ("board", "show", "mars"), ("replay", missing),
        ("verify", missing), ("hint", missing), ("review", missing), ("backup", str(no_folder / "backup"), "--store", f"sqlite:///{no_folder}/tables.sqlite"),
        ("mcp", "--transport", "pigeon"), ("bench-llm", "--model", "nobody"), ("text", "--language", "xx"),
        ("simulate", "--players", "9"), ("simulate", "--gane", "usa"), ("simulat",), ("board", "shw"), ("hint",), ("--gane",),
    ):  # fmt: skip
        result = CliRunner().invoke(cli.app, arguments)
        assert result.exit_code == 2, arguments
        assert result.stdout == "" and result.stderr.startswith("railhead: "), (arguments, result.stderr)


def test_the_doctor_says_what_is_missing_and_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "EXTRAS", {"no_such_module": ("envs", "nothing"), "numpy": ("envs", "numbers")})
    found = {finding.what: finding for finding in doctor.examine(measure=False).findings}
    assert found["no_such_module"].state == "missing"
    assert "pip install 'railhead[envs]'" in found["no_such_module"].told
    assert found["numpy"].state == "ok"


def test_help_says_all_of_what_each_command_does(monkeypatch: pytest.MonkeyPatch) -> None:
    for group in ((), ("board",), ("admin",), ("puzzle",)):
        shown = run(monkeypatch, 80, *group, "--help").output
        assert "..." not in shown.partition("Commands:")[2] and max(map(len, shown.splitlines())) <= 80, shown


def test_a_study_tells_each_seat_in_a_table_and_what_was_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bots = ("--bot", "mine=path", "--bot", "one-step")
    shown = run(monkeypatch, 60, "simulate", *bots, "--games", "2", "--out", str(tmp_path)).output
    assert re.search(r"^1 +mine +[0-9.]+% +0$", shown, re.MULTILINE), shown
    assert "report.html" in shown and (tmp_path / "report.html").is_file()


def test_games_by_lot_name_routes_and_seats_as_people_do(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = run(monkeypatch, 200, "simulate", "--game", "europe", "--players", "2", "--games", "5").output
    assert "seat 1 " in shown and "seat 2 " in shown and "seat 0" not in shown
    assert " – " in shown.split("claimed most often:")[1], shown
