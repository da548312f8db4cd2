"""New boards: any list of cities becomes a board that can be laid out."""

import json
import statistics
from pathlib import Path

import layout_measure as measure
import pytest
from typer.testing import CliRunner

from railhead.board import load
from railhead.layout.commands import app
from railhead.layout.gazetteer import at_random, find, in_country
from railhead.layout.geometry import layout
from railhead.layout.new import new_board, on_land
from railhead.layout.report import facts, warnings


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_random_region_becomes_a_board(seed: int) -> None:
    board = new_board(f"Board {seed}", at_random(30, seed), seed)
    load(board)
    assert warnings(board) == []
    geometry = layout(board)
    lengths = measure.slot_lengths(geometry)
    middle = statistics.median(lengths)
    assert measure.overlapping_slots(board, geometry) == []
    assert measure.slots_on_cities(board, geometry) == []
    assert measure.slots_on_labels(board, geometry) == []
    assert measure.labels_touching(geometry) == []
    assert measure.crossing_routes(board, geometry) == set()
    assert 0.9 * middle <= min(lengths) and max(lengths) <= 1.15 * middle
    assert measure.farthest(geometry) <= 0.12


def test_the_same_seed_makes_the_same_board() -> None:
    towns = in_country("Turkey", 12)
    assert new_board("Small", towns, 3) == new_board("Small", towns, 3)


def test_places_are_found_without_accents_and_by_country() -> None:
    assert find("zurich").name == "Zürich"
    assert find("Brest, France").country == "France"
    with pytest.raises(LookupError, match="latitude"):
        find("Nowhere at all")


def test_land_and_water_are_told_apart() -> None:
    assert on_land(48.85, 2.35)
    assert not on_land(30.0, -40.0)
    assert not on_land(42.0, 51.0)  # the Caspian Sea


def test_the_command_writes_board_picture_and_report(tmp_path: Path) -> None:
    cities = tmp_path / "cities.txt"
    cities.write_text(
        "Wien\nGraz\nLinz\nSalzburg\nInnsbruck\nKlagenfurt\nBregenz\nVillach, 46.61, 13.85\nPraha, 50.08, 14.43\n"
    )
    text = cities.read_text().replace("Wien", "Vienna")
    cities.write_text(text)
    file = tmp_path / "alps.json"
    result = CliRunner().invoke(app, ["new", "Alps", "--cities", str(cities), "--no-play", "-o", str(file)])
    assert result.exit_code == 0, result.output
    board = json.loads(file.read_text())
    assert facts(board)["cities"] == 9
    assert file.with_suffix(".svg").read_text().startswith("<svg")
    assert "Alps" in file.with_suffix(".md").read_text()
