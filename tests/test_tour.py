"""The world tour: boards of our own that come with the package, each as fair as its figures say."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from railhead.boards import game_ids, known_ids, load, read_board, tour_ids
from railhead.draw import HOME
from railhead.draw.cache import key_of, read
from railhead.text.messages import language
from railhead.workshop.commands import app
from railhead.workshop.tour import BOARDS, DATA, FIGURES, kept_figures, make_tour, stops
from railhead.workshop.tuning import Measures, missed


def test_the_tour_has_the_boards_of_its_list_on_all_continents() -> None:
    assert sorted(stop.id for stop in stops()) == list(tour_ids())
    assert len(tour_ids()) >= 24
    assert game_ids() == (*known_ids(), *tour_ids()), "the known games come first"


@pytest.mark.parametrize("name", tour_ids())
def test_every_board_is_a_game_with_its_layout_and_its_names(name: str) -> None:
    setting = load(name)
    assert setting.built_in
    assert setting.id == name
    assert read(HOME / "cache" / f"{name}.json.gz", key_of(read_board(name))) is not None, (
        "run python -m railhead.draw.cache"
    )
    assert language("en", "languages").maybe(f"game.{name}", "") != ""


def test_every_board_plays_as_it_should_by_its_figures() -> None:
    figures = kept_figures(DATA)
    assert sorted(figures) == list(tour_ids())
    for name, found in figures.items():
        measures = Measures(**{key: found[key] for key in Measures._fields})
        assert missed(measures) == [], name
        assert found["trains"] == load(name).numbers["trains"], (
            "figures of another board: railhead board tour --measure"
        )


def test_measuring_goes_on_where_it_was_ended(tmp_path: Path) -> None:
    for file in BOARDS.glob("*.json"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    known = {name: one | {"games": 1} for name, one in kept_figures(DATA).items() if name != "alps"}
    (tmp_path / FIGURES).write_text(json.dumps(known))
    assert [line.partition(":")[0] for line in make_tour([], 1, tmp_path, measure=True)] == ["Alps"]
    assert kept_figures(tmp_path)["alps"]["games"] == 1
    assert list(make_tour([], 1, tmp_path, measure=True)) == []


def test_a_board_that_the_tour_does_not_have_is_refused() -> None:
    result = CliRunner().invoke(app, ["tour", "atlantis"])
    assert result.exit_code != 0
    assert "the tour has no atlantis" in result.output


def test_the_list_is_readable_json_a_board_a_line() -> None:
    lines = (DATA / "tour.json").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(stops()) + 2
    assert json.loads("".join(lines))
