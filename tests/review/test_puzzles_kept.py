"""Puzzles: each has one clearly best decision, is asked as its seat may know it, and is told only to those who tried."""

import datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from railhead.boards import load
from railhead.cli import app
from railhead.puzzles import GAMES, Puzzle, every, find, of_day, puzzles, read, seed_of
from railhead.puzzles.asking import ask, wanted
from railhead.puzzles.making import LEAD, found_in
from railhead.review.alike import alike, distinct
from railhead.text.messages import language
from railhead.text.terminal import Terminal

SOME = [one for game in GAMES for one in puzzles(game)[::25]]


def test_each_of_the_four_games_has_puzzles_from_easy_to_hard() -> None:
    for game in GAMES:
        hard = [one.hard for one in puzzles(game)]
        assert hard and hard == sorted(hard)
        assert all(one.missed for one in puzzles(game))


def test_no_position_stands_twice() -> None:
    lines = [one.line for one in every().values()]
    assert len(set(lines)) == len(lines) == sum(len(puzzles(game)) for game in GAMES)


@pytest.mark.parametrize("puzzle", SOME, ids=lambda one: one.id)
def test_all_legal_decisions_are_judged_and_the_best_is_alone(puzzle: Puzzle) -> None:
    game = puzzle.position()
    assert set(puzzle.chances) == set(game.legal())
    assert len({alike(game, one) for one in puzzle.best}) == 1
    others = [chance for decision, chance in puzzle.chances.items() if decision not in puzzle.best]
    best = puzzle.chances[puzzle.best[0]]
    assert max(others) <= best - 0.029  # none is near, as the maker has it
    solution = puzzle.solution(game)
    assert solution.best[0].decision in puzzle.best and solution.best[1].chance <= best - LEAD + 0.011


def test_what_is_best_is_told_to_those_who_found_it_or_ask() -> None:
    puzzle = SOME[0]
    game = puzzle.position()
    wrong = next(decision for decision in game.legal() if decision not in puzzle.best)
    assert puzzle.answer(game, wrong).solution is None and not puzzle.answer(game, wrong).right
    assert puzzle.answer(game, puzzle.best[0]).right and puzzle.answer(game, puzzle.best[0]).solution
    assert puzzle.answer(game, None).solution and not puzzle.answer(game, None).right
    with pytest.raises(ValueError, match="no legal decision"):
        puzzle.answer(game, 99_999)


def test_a_day_has_one_puzzle_and_the_next_day_another_game() -> None:
    day = datetime.date(2026, 11, 16)
    assert of_day(day) == of_day(day)
    week = [of_day(day + datetime.timedelta(days=later)) for later in range(len(GAMES))]
    assert {one.game for one in week} == set(GAMES)


def test_no_puzzle_comes_again_before_all_of_its_game_have_come() -> None:
    game = puzzles("usa")
    days = [datetime.date(2027, 1, 1) + datetime.timedelta(days=later) for later in range(len(GAMES) * len(game))]
    seen = [of_day(day).id for day in days]
    assert sum(name in {one.id for one in game} for name in set(seen)) == len(game)


def test_two_cards_of_a_kind_are_one_choice() -> None:
    from railhead.game import Game

    game = Game("usa", 2, seed=1)
    game.play("keep 1 2 3")
    game.play("keep 1 2 3")
    row = game.view(None).row
    takes = [decision for decision in game.legal() if game.spelled(decision)[0][0].word == "take"]
    assert len(distinct(game, takes)) == len(set(row))


def test_the_terminal_asks_until_the_best_is_found() -> None:
    puzzle = SOME[0]
    game = puzzle.position()
    wrong = next(decision for decision in game.legal() if decision not in puzzle.best)
    lines = iter([str(game.spelled(decision)[0][0]) for decision in (wrong, puzzle.best[0])])
    told: list[str] = []
    assert ask(puzzle, Terminal(language("en", "terminal", "review"), lambda _: next(lines), told.append))
    assert any("something better" in line for line in told) and any(line.startswith("Best: ") for line in told)


def test_nonsense_and_leaving() -> None:
    lines = iter(["fly to the moon", "quit"])
    told: list[str] = []
    assert not ask(SOME[0], Terminal(language("en", "terminal", "review"), lambda _: next(lines), told.append))
    assert not any(line.startswith("Best: ") for line in told)


def test_a_puzzle_that_there_is_not_is_refused() -> None:
    with pytest.raises(LookupError):
        find("usa-0-0")
    with pytest.raises(ValueError, match="no puzzles"):
        wanted("mexico", 1)
    with pytest.raises(ValueError, match="was asked for"):
        wanted("usa", 10_000)


def test_the_command_answers_an_empty_line() -> None:
    found = CliRunner().invoke(app, ["puzzle", "--game", "usa", "--language", "en"], input="\n")
    assert found.exit_code == 0 and "Best: " in found.output


def test_making_goes_on_where_it_stopped(tmp_path: Path) -> None:
    kept = puzzles("usa")[0]
    again = [one for one in found_in(load("usa"), seed_of(kept)) if one.id == kept.id]
    assert [one.line for one in again] in ([], [kept.line])  # a maker that was improved may pass one over
    file = tmp_path / "usa.jsonl"
    file.write_bytes(
        (Path(__file__).parents[2] / "railhead/puzzles/kept/usa.jsonl").read_bytes().splitlines()[0] + b"\n"
    )
    found = CliRunner().invoke(app, ["puzzle", "make", "--wanted", "1", "--out", str(file)])
    assert found.exit_code == 0 and len(read(file)) == 1
