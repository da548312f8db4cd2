"""The arena: fair seatings, honest intervals, the same results everywhere, and programs that misbehave."""

import json
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
import typer
from msgspec.json import decode, encode
from typer.testing import CliRunner

from railhead.arena import run, statistics
from railhead.arena.commands import arena, spelled_out
from railhead.arena.games import Job, play_job
from railhead.arena.rows import Row
from railhead.arena.run import tournament
from railhead.arena.tables import seatings, tables
from railhead.boards import Setting, load
from railhead.cli import app
from railhead.game import Game
from railhead.game.record import record
from railhead.programs.protocol import Clock
from railhead.words import Hint

KEYS = [
    "name", "games", "win_share", "low", "high", "mean_score", "winning_score", "turns", "tickets_kept",
    "tickets_completed", "us_per_decision", "us_overhead", "forfeits",
]  # fmt: skip


def _without_clock(rows: list[Row]) -> list[Row]:
    return [row._replace(microseconds=None, overhead=None) for row in rows]


KILLED = """
import os, sys, time
from railhead.arena.pool import pool
if __name__ == "__main__":
    print(pool(2).submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc here")
def test_processes_end_with_the_run_that_was_killed(tmp_path: Path) -> None:
    """They waited for ever for each other to say something, and held a shell's pipe open."""
    script = tmp_path / "run.py"
    script.write_text(KILLED)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout is not None
        worker = Path("/proc", killed.stdout.readline().strip())
        assert _lives(worker)
        killed.kill()
        until = time.monotonic() + 30
        while _lives(worker) and time.monotonic() < until:
            time.sleep(0.1)
    assert not _lives(worker)


def _lives(process: Path) -> bool:
    """Does it run, and does not only wait for somebody to hear that it has ended?"""
    try:
        return process.joinpath("stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_every_bot_sits_in_every_seat_equally_often() -> None:
    for table in [("a", "b"), ("a", "b", "b", "b"), ("a", "b", "c"), ("a", "b", "c", "d", "e"), ("a", "a")]:
        ways = seatings(table)
        assert len(set(ways)) == len(ways)
        for name in set(table):
            counts = [sum(way[seat] == name for way in ways) for seat in range(len(table))]
            assert len(set(counts)) == 1 and counts[0] > 0


def test_a_round_robin_has_every_pair_and_few_bots_fill_a_table() -> None:
    assert len(tables(["a", "b", "c", "d"], 2)) == 6
    assert tables(["search", "planner"], 4) == [("search", "planner", "planner", "planner")]


def test_a_bot_against_itself_wins_half_on_every_deal() -> None:
    rows = tournament(load("usa"), 2, ["planner", "planner"], 6, 1)
    result = statistics.summary(rows, ["planner", "planner"])
    assert [bot.win_share for bot in result.bots] == [0.5]


def test_a_timed_game_is_the_same_game() -> None:
    setting = load("europe")
    for deal in range(3):
        both = [
            _without_clock(play_job(setting, Job(deal, 0, ("planner", "path"), 2, timed))) for timed in (False, True)
        ]
        assert both[0] == both[1]


def test_processes_give_the_same_results_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "BATCH", 3)
    alone = tournament(load("usa"), 2, ["path", "one-step"], 8, 4)
    shared = tournament(load("usa"), 2, ["path", "one-step"], 8, 4, processes=2)
    assert _without_clock(alone) == _without_clock(shared)


def test_ray_without_an_address_is_a_cluster_on_this_machine() -> None:
    assert spelled_out([]) == []
    assert spelled_out(["arena", "--ray"]) == ["arena", "--ray", "local"]
    assert spelled_out(["arena", "--ray", "--json"]) == ["arena", "--ray", "local", "--json"]
    assert spelled_out(["arena", "--ray", "10.0.0.1:6379"]) == ["arena", "--ray", "10.0.0.1:6379"]


def test_a_ray_cluster_gives_the_same_results_as_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray", reason="no Ray here: pip install 'railhead[ray]'")
    monkeypatch.setattr(run, "BATCH", 2)
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)  # a cluster on this machine
    try:
        alone = tournament(load("usa"), 2, ["path", "one-step"], 6, 4)
        shared = tournament(load("usa"), 2, ["path", "one-step"], 6, 4, ray=True)
    finally:
        ray.shutdown()
    assert _without_clock(alone) == _without_clock(shared)


def test_a_stored_tournament_is_resumed_and_extended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = str(tmp_path / "arena.sqlite")
    whole = tournament(load("usa"), 2, ["path", "random"], 9, 4)
    first = tournament(load("usa"), 2, ["path", "random"], 5, 4, store=store)
    played: list[int] = []

    def play(setting: Setting, job: Job) -> list[Row]:
        played.append(job.deal)
        return play_job(setting, job)

    monkeypatch.setattr(run, "play_job", play)
    both = tournament(load("usa"), 2, ["path", "random"], 9, 4, store=store)
    assert sorted(played) == [5, 6, 7, 8]
    assert len(first) == 20
    assert _without_clock(both) == _without_clock(whole)


def test_every_row_is_read_once_however_many_batches_there_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(run, "BATCH", 1)
    store = str(tmp_path / "arena.sqlite")
    tournament(load("usa"), 2, ["one-step", "random"], 3, 4, store=store)
    read: list[Row] = []

    class Counting(statistics.Standings):
        def add(self, rows: Iterable[Row]) -> None:
            given = list(rows)
            read.extend(given)
            super().add(given)

    monkeypatch.setattr(run, "Standings", Counting)
    told: list[tuple[int, int]] = []
    rows = tournament(
        load("usa"), 2, ["one-step", "random"], 20, 4, store=store, stop_early=True, progress=lambda *done: told.append(done)
    )  # fmt: skip
    assert sorted(read) == rows
    assert told == [(finished, 20) for finished in range(4, len(rows) // 4 + 1)]


def test_intervals_count_deals_not_games() -> None:
    """Seatings that repeat each other add nothing: the interval stays as wide."""
    shares = np.array([1.0, 0.0] * 20)
    once, often = statistics.interval(shares, 40), statistics.interval(shares, 400)
    assert once == pytest.approx(often, abs=0.01)
    low, high = statistics.interval(np.ones(50), 100)
    assert 0.9 < low < 0.95 and high == pytest.approx(1.0)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    generator = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        games = generator.random((60, 2)) < generator.choice([0.3, 0.9], 60)[:, None]  # deals differ: mean 0.6
        low, high = statistics.interval(games.mean(axis=1), 120)
        held += low <= 0.6 <= high
    assert 0.92 <= held / 400 <= 0.98


def test_the_sequential_test_is_seldom_wrong_however_often_one_looks() -> None:
    generator = np.random.default_rng(2)
    wrong = right = 0
    for _ in range(150):
        steps = generator.choice([-1.0, 0.0, 1.0], 300)
        wrong += any(statistics.decided(steps[:count]) for count in range(10, 301, 10))
        steps = generator.choice([-1.0, 1.0], 300, p=[0.3, 0.7])
        right += any(statistics.decided(steps[:count]) for count in range(10, 301, 10))
    assert wrong / 150 <= 0.07
    assert right / 150 >= 0.95


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    true = np.array([100.0, 0.0, -100.0])
    chance = 1 / (1 + 10 ** ((true[None, :] - true[:, None]) / 400))
    counts = 2000 * chance * (1 - np.eye(3))
    assert statistics.strengths(counts) == pytest.approx(true, abs=2)


def test_few_deals_have_no_interval_that_would_look_like_certainty() -> None:
    app = _app()
    bots = ("--bot", "path", "--bot", "hungry", "--processes", "1")
    few = CliRunner().invoke(app, [*bots, "--deals", "1"], env={"COLUMNS": "200"})
    assert few.exit_code == 0 and "+" in few.output
    (line,) = (line for line in few.output.splitlines() if line.startswith("path"))
    assert line.split()[2] == "–", line
    many = CliRunner().invoke(app, [*bots, "--deals", "8"], env={"COLUMNS": "200"})
    (line,) = (line for line in many.output.splitlines() if line.startswith("path"))
    assert line.split()[3] == "to", line


def test_who_was_always_or_never_ahead_has_no_interval_that_would_look_like_certainty() -> None:
    """Deals drawn anew from such as are all alike gave an interval of no width."""
    deals = [(deal, "ab" if deal % 3 else "ba") for deal in range(20)]
    rows = [
        Row(deal, table, 0, seat, name, float(not seat), 100 - seat, 100, 30, 90, None, 2, 1, 0, 50, 9, None, "[]")
        for deal, close in deals
        for table, names in enumerate((close, "ac", "bc"))
        for seat, name in enumerate(names)
    ]
    a, b, c = statistics.ratings(rows, ["a", "b", "c"])
    assert a.rating > b.rating > c.rating
    assert (c.low, c.high) == (None, None)
    assert a.low is not None and a.high is not None and b.low is not None and a.low < a.rating < a.high


def _app() -> typer.Typer:
    app = typer.Typer()
    app.command()(arena)
    return app


def test_the_json_answer_has_the_agreed_keys() -> None:
    arguments = [
        "--game",
        "usa",
        "--players",
        "2",
        "--bot",
        "planner",
        "--bot",
        "one-step",
        "--deals",
        "6",
        "--seed",
        "1",
        "--processes",
        "1",
        "--json",
    ]
    answer = json.loads(CliRunner().invoke(_app(), arguments).stdout)
    assert list(answer) == ["games", "bots"]
    assert answer["games"] == 12
    assert [list(bot) for bot in answer["bots"]] == [KEYS, KEYS]


def test_the_report_is_one_file_with_figures(tmp_path: Path) -> None:
    pytest.importorskip("altair")
    page = tmp_path / "page.html"
    arguments = ["--bot", "path", "--bot", "random", "--deals", "5", "--processes", "1", "--report", str(page)]
    assert CliRunner().invoke(_app(), arguments).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert text.count('class="chart"') >= 6 and "Who finishes ahead of whom" in text


def test_an_unknown_bot_is_refused_in_one_sentence() -> None:
    result = CliRunner().invoke(_app(), ["--bot", "nobody", "--bot", "random"])
    assert result.exit_code == 2


PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "move":
        {answer}
        sys.stdout.flush()
"""
ANSWERS = {
    "plain": ("print(json.dumps({'move': message['legal'][-1]}))", 0),
    "nonsense": ("print('42 horses')", 3),
    "illegal": ("print(json.dumps({'move': 'claim nowhere'}))", 3),
    "crash": ("sys.exit(1)", 3),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_a_program_plays_or_forfeits_and_the_game_goes_on(kind: str, tmp_path: Path) -> None:
    answer, forfeits = ANSWERS[kind]
    program = tmp_path / "bot.py"
    program.write_text(PROGRAM.replace("{answer}", answer))
    name = f"cmd:{sys.executable} {program}"
    rows = play_job(load("usa"), Job(1, 0, (name, "path"), 1, timed=False))
    assert len(rows) == 4
    assert [row.forfeits for row in rows if row.bot == name] == [forfeits] * 2


def test_a_program_that_hangs_or_is_missing_forfeits_the_game(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text("import time; time.sleep(100)")
    for command in (f"{sys.executable} {program}", "/no/such/program"):
        job = Job(1, 0, (f"cmd:{command}", "path"), 1, timed=False, clock=Clock(first=0.1, move=0.1))
        rows = play_job(load("usa"), job)
        assert [row.forfeits for row in rows if row.bot.startswith("cmd")] == [3] * 2


def test_a_tournament_that_is_decided_stops_early() -> None:
    command = [
        "arena",
        "--bot",
        "planner",
        "--bot",
        "random",
        "--deals",
        "400",
        "--stop-early",
        "--json",
        "--processes",
        "1",
    ]
    answer = CliRunner().invoke(app, command)
    assert answer.exit_code == 0, answer.output
    result = json.loads(answer.stdout)
    assert result["games"] < 800
    assert result["bots"][0]["low"] > 0.5


def test_the_hint_command_tells_a_legal_move_and_why(tmp_path: Path) -> None:
    game = Game("europe", players=2, seed=3)
    for _ in range(6):
        game.play(game.moves()[0])
    saved = tmp_path / "game.json"
    saved.write_bytes(encode(record(game)))
    words = CliRunner().invoke(app, ["hint", str(saved), "--level", "hard"])
    advice = decode(CliRunner().invoke(app, ["hint", str(saved), "--level", "hard", "--json"]).stdout, type=Hint)
    assert words.exit_code == 0 and str(advice.move) in words.stdout
    assert game.clone().play(advice.move)
