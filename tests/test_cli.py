"""Every command, as a person runs it: what it prints, what it returns, and that bad input gets a sentence, never a traceback."""

import json
import re
from pathlib import Path

import pytest
from builders import board
from msgspec.json import encode
from typer.testing import CliRunner, Result

from railhead import Game, cli
from railhead.arena.simulate import played_games
from railhead.boards import game_ids
from railhead.game.record import full_log, record


def run(*arguments: object, typed: str | None = None) -> Result:
    """Run a command; whatever it does, it does not crash."""
    result = CliRunner().invoke(cli.app, [str(argument) for argument in arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def test_the_version_is_that_of_the_package() -> None:
    assert re.fullmatch(r"railhead \d+\.\d+\.\d+\S*\n", run("--version").output)


@pytest.fixture(scope="module")
def finished() -> Game:
    return next(played_games(Game("europe", 2, 1).setting, 2, 1, 6))


@pytest.fixture
def recorded(finished: Game, tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    file.write_bytes(encode(record(finished)) + b"\n" + encode(full_log(finished)) + b"\n")
    return file


@pytest.fixture
def lazy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that do the first thing they may; the real ones have tests of their own."""
    monkeypatch.setattr(cli, "_bots", lambda level, game: lambda now: now.legal()[0])


# ---- boards


def test_board_list() -> None:
    result = run("board", "list")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.splitlines()] == list(game_ids())


def test_board_show() -> None:
    result = run("board", "show", "europe")
    assert result.exit_code == 0
    assert "Edinburgh - Athína: 21 (long)" in result.output or "Athína - Edinburgh: 21 (long)" in result.output
    assert "Routes (101):" in result.output
    data = json.loads(run("board", "show", "france", "--json").stdout)
    assert len(data["routes"]) == 157
    wrong = run("board", "show", "frnace")
    assert (wrong.exit_code, "did you mean 'france'" in wrong.output) == (2, True)


def test_board_check(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(board(["a-b 2", "b-c 3"], ["a-c 5"])))
    fine = run("board", "check", file)
    assert (fine.exit_code, "is fine: 3 cities, 2 routes, 1 tickets" in fine.output) == (0, True)
    file.write_text(json.dumps(board(["a-b 2", "c-d 3"], ["a-c 5"])))
    wrong = run("board", "check", file)
    assert wrong.exit_code == 2
    assert "cities (c): cannot be reached" in wrong.output
    assert run("board", "check", tmp_path / "missing.json").exit_code == 2


# ---- many games


def test_simulate_tells_and_json_agree() -> None:
    told = run("simulate", "--game", "usa", "--players", 3, "--games", 20, "--seed", 5)
    assert told.exit_code == 0
    assert "20 games of USA with 3 players" in told.output
    found = json.loads(run("simulate", "--game", "usa", "--players", 3, "--games", 20, "--seed", 5, "--json").stdout)
    assert f"mean {found['score']['mean']:.1f}" in told.output
    assert set(found) >= {"score", "turns", "tickets", "claims", "winShare"}
    assert sum(found["winShare"]) == pytest.approx(1)
    assert len(found["claims"]) == 100


def test_simulate_logs_verify(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert run("simulate", "--game", "france", "--players", 2, "--games", 3, "--log", file, "--json").exit_code == 0
    assert len(file.read_text().splitlines()) == 3
    verified = run("verify", file)
    assert (verified.exit_code, "3 of 3 games are right" in verified.output) == (0, True)
    shown = run("simulate", "--game", "usa", "--players", 2, "--games", 2, "--log", "-")
    lines = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [line["format"] for line in lines] == ["railhead-log/1"] * 2


def test_simulate_with_bots_writes_the_log_of_every_game(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    bots = ("simulate", "--game", "europe", "--bots", "path,one-step", "--games", 3)
    told = json.loads(run(*bots, "--log", file, "--json").stdout)
    assert told["games"] == 3 and told["bots"] == ["path", "one-step"]
    logs = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(logs) == 3 and logs[0]["players"] == ["path 1", "one-step 2"]
    assert run("verify", file).exit_code == 0
    shown = run(*bots, "--log", "-")
    assert [json.loads(line) for line in shown.stdout.splitlines()] == logs


def test_simulate_calls_bots_by_their_labels() -> None:
    found = json.loads(run("simulate", "--bot", "mine=path", "--bot", "path", "--games", 2, "--json").stdout)
    assert found["bots"] == ["mine", "path"]
    assert run("simulate", "--bot", "mine=path", "--games", 2).exit_code == 2


def test_simulate_on_a_board_of_ones_own_and_bad_input(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(board(["a-b 2", "b-c 3"], ["a-c 5"], trains=10)))
    assert json.loads(run("simulate", "--game", file, "--players", 2, "--games", 5, "--json").stdout)["game"] == "small"
    assert run("simulate", "--players", 6).exit_code == 2
    assert run("simulate", "--game", "mars").exit_code == 2
    assert run("simulate", "--games", 0).exit_code == 2
    assert run("simulate", "--games", 2, "--seed", 2**64).exit_code == 2
    assert run("simulate", "--games", 2, "--log", tmp_path / "no" / "such" / "folder").exit_code == 2


# ---- one game, told and checked


def test_replay_tells_the_story(recorded: Path, finished: Game) -> None:
    story = run("replay", recorded)
    assert story.exit_code == 0
    assert "begins." in story.output
    assert "The game is over." in story.output
    assert run("replay", recorded, "--number", 2).output == story.output  # the log of the same game
    assert run("replay", recorded, "--number", 3).exit_code == 2


def test_replay_at_a_move_shows_the_position(recorded: Path) -> None:
    start, later = run("replay", recorded, "--at", 0), run("replay", recorded, "--at", 12)
    assert start.output.startswith("Europe, 2 players. Turn: ")
    assert later.exit_code == 0
    assert later.output != start.output
    assert "over" in run("replay", recorded, "--at", 99999).output.splitlines()[0]


def test_verify_good_and_tampered(recorded: Path, tmp_path: Path) -> None:
    good = run("verify", recorded)
    assert (good.exit_code, "2 of 2 games are right" in good.output) == (0, True)
    written, log = (json.loads(line) for line in recorded.read_text().splitlines())
    other_seed = {**written, "seed": "7"}
    other_hash = {**written, "seedHash": "0" * 64}
    other_result = {**written, "result": {"totals": [1, 2], "winners": [1]}}
    unfinished = {**written, "moves": written["moves"][:-4]}
    other_card = json.loads(json.dumps(log))
    drawn = next(event for event in other_card["events"] if event["e"] == "blind")
    drawn["card"] = "red" if drawn["card"] == "blue" else "blue"
    shorter = {**log, "events": log["events"][:-1]}
    for tampered in (other_seed, other_hash, other_result, unfinished, other_card, shorter):
        file = tmp_path / "tampered.json"
        file.write_text(json.dumps(tampered))
        wrong = run("verify", file)
        assert (wrong.exit_code, "0 of 1 games are right" in wrong.output) == (1, True)


def test_a_log_of_a_game_with_a_given_starter_can_be_verified(tmp_path: Path) -> None:
    game = Game("usa", 3, seed=4, starter=2)
    while not game.over:
        game.apply(game.legal()[0])
    file = tmp_path / "log.json"
    file.write_bytes(encode(full_log(game)))
    assert run("verify", file).exit_code == 0


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": "railhead-record/1"}', "\x00\x01", "null"])
def test_files_that_are_no_records(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    for command in ("replay", "verify"):
        assert run(command, file).exit_code in (1, 2)
    assert run("replay", tmp_path / "missing.json").exit_code == 2
    file.write_bytes(b"\xff\xfe\x80")
    assert run("verify", file).exit_code == 2


# ---- the text game


@pytest.mark.usefixtures("lazy")
def test_text_game_answers_questions_refuses_nonsense_and_lets_one_leave() -> None:
    typed = (
        "help\nkeep 1\nkeep 1 2\nlook\nmoves\nxyzzy\nclaim nowhere\nclaim Paris-Brest\nroutes Paris\ntickets?\n\nquit\n"
    )
    result = run("text", "--game", "europe", "--seed", 3, typed=typed)
    assert result.exit_code == 0
    for said in (
        "Offered 1: ",
        "Keep at least 2 tickets. (C5)",
        "You keep ",
        "Face up: 1 ",
        "station CITY with ",
        "No move begins like “xyzzy”",
        "There is no route “nowhere”",
        "brest-paris costs 3 cards of black",
        "paris-zurich: 3 spaces, any colour, tunnel",
        "Moves: draw",
        "You leave the table.",
    ):
        assert said in result.output, said
    assert "Player keeps" not in result.output


@pytest.mark.usefixtures("lazy")
def test_text_game_ends_politely_when_the_input_does(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    result = run("text", "--seed", 3, "--record", file, typed="keep 1 2\ndraw\ndraw\n")
    assert (result.exit_code, "You leave the table." in result.output) == (0, True)
    assert len(json.loads(file.read_text())["moves"]) >= 3
    assert run("verify", file).exit_code == 0


@pytest.mark.usefixtures("lazy")
@pytest.mark.parametrize("name", ["usa", "france"])
def test_text_game_plays_to_the_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody at the table: all seats are bots, and the story ends with the scores."""
    import random

    lot = random.Random(1)
    monkeypatch.setattr(cli, "_bots", lambda level, game: lambda now: lot.choice(now.legal()))
    result = run("text", "--game", name, "--people", 0, "--seed", 1)
    assert result.exit_code == 0
    assert "The game is over." in result.output
    assert result.output.rstrip().endswith(("wins.", "win."))


@pytest.mark.usefixtures("lazy")
def test_text_game_hides_what_others_draw() -> None:
    result = run("text", "--seed", 3, typed="keep 1 2\ndraw\ndraw\ndraw\ndraw\n")
    others = [line for line in result.output.splitlines() if line.startswith("Medium 2 draws")]
    assert others
    assert set(others) == {"Medium 2 draws from the deck."}


def test_text_game_against_a_real_bot() -> None:
    result = run("text", "--level", "random", "--seed", 4, typed="keep 1 2\ndraw\ndraw\n")
    assert result.exit_code == 0
    assert "random 2 " in result.output


def test_text_game_with_an_unknown_bot() -> None:
    assert run("text", "--level", "grandmaster", "--seed", 4, typed="keep 1 2\ndraw\ndraw\n").exit_code == 2


# ---- speed


def test_bench_json_has_its_keys() -> None:
    result = run("bench", "--seconds", 0.1, "--json")
    found = json.loads(result.stdout)
    for key in ("usa-4p", "europe-4p", "france-4p", "usa-2p", "usa-mega-5p"):
        assert found[key]["moves_per_second"] > found[key]["games_per_second"] > 0
        assert found[key]["ratio_to_reference"] > 0
    assert found["reference"]["draws_per_second"] > 0
    assert found["copy-apply"]["steps_per_second"] > 0


def test_help_names_every_command() -> None:
    output = run("--help").output
    for command in ("board", "simulate", "bench", "text", "replay", "verify"):
        assert command in output
