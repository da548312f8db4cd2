"""The layouts of the boards of the package hold what the issue asks of them."""

import json
import statistics
from pathlib import Path
from typing import Any

import layout_measure as measure
import pytest

import railhead
from railhead.layout.cache import geometry_of, key_of, read
from railhead.layout.geometry import layout

BOARDS = Path(railhead.__file__).parent / "boards"
NAMES = sorted(file.stem for file in BOARDS.glob("*.json"))
Json = dict[str, Any]


@pytest.fixture(scope="module", params=NAMES)
def drawn(request: pytest.FixtureRequest) -> tuple[Json, Json]:
    """A board and its geometry."""
    board = json.loads((BOARDS / f"{request.param}.json").read_text())
    return board, geometry_of(board)


def test_every_slot_of_every_route_is_there(drawn: tuple[Json, Json]) -> None:
    board, geometry = drawn
    found = sorted((slot["route"], slot["index"]) for slot in geometry["slots"])
    assert found == sorted((route["id"], k) for route in board["routes"] for k in range(route["length"]))


def test_no_two_slots_overlap_except_by_the_rules(drawn: tuple[Json, Json]) -> None:
    assert measure.overlapping_slots(*drawn) == []


def test_no_slot_touches_a_city(drawn: tuple[Json, Json]) -> None:
    assert measure.slots_on_cities(*drawn) == []


def test_no_slot_touches_a_label(drawn: tuple[Json, Json]) -> None:
    assert measure.slots_on_labels(*drawn) == []


def test_no_two_labels_touch(drawn: tuple[Json, Json]) -> None:
    assert measure.labels_touching(drawn[1]) == []


def test_slots_are_of_one_length(drawn: tuple[Json, Json]) -> None:
    lengths = measure.slot_lengths(drawn[1])
    middle = statistics.median(lengths)
    assert 0.9 * middle <= min(lengths) and max(lengths) <= 1.15 * middle


def test_tracks_cross_exactly_where_the_board_says(drawn: tuple[Json, Json]) -> None:
    assert measure.crossing_routes(*drawn) == measure.declared(drawn[0])


def test_cities_are_near_their_true_places(drawn: tuple[Json, Json]) -> None:
    assert measure.farthest(drawn[1]) <= 0.12


def test_neighbours_are_in_true_order(drawn: tuple[Json, Json]) -> None:
    assert measure.neighbours_in_order(*drawn) >= 0.95


def test_everything_lies_on_the_board(drawn: tuple[Json, Json]) -> None:
    _, geometry = drawn
    corners = [p for slot in geometry["slots"] for p in slot["polygon"]]
    corners += [
        (x, y) for x0, y0, x1, y1 in (label["box"] for label in geometry["labels"]) for x, y in ((x0, y0), (x1, y1))
    ]
    assert all(0 < x < geometry["width"] and 0 < y < geometry["height"] for x, y in corners)


def test_ferries_show_their_locomotives(drawn: tuple[Json, Json]) -> None:
    board, geometry = drawn
    for route in board["routes"]:
        shown = sum(slot["locomotive"] for slot in geometry["slots"] if slot["route"] == route["id"])
        assert shown == route.get("ferry", 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_package_holds_the_layout_of_this_code(name: str) -> None:
    board = json.loads((BOARDS / f"{name}.json").read_text())
    file = Path(railhead.__file__).parent / "layout" / "cache" / f"{name}.json.gz"
    assert read(file, key_of(board)) is not None, "run python -m railhead.layout.cache"


@pytest.mark.parametrize("name", NAMES)
def test_the_layout_kept_is_the_layout_made(name: str) -> None:
    board = json.loads((BOARDS / f"{name}.json").read_text())
    kept, made = geometry_of(board), layout(board)
    for part in ("cities", "terminals", "slots"):
        for first, second in zip(kept[part], made[part], strict=True):
            assert (first["x"], first["y"]) == pytest.approx((second["x"], second["y"]), abs=0.5)
    assert [label["lines"] for label in kept["labels"]] == [label["lines"] for label in made["labels"]]
