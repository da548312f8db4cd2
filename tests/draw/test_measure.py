"""The measures of a layout can fail: each is shown a layout that was spoilt on purpose."""

import json
from pathlib import Path
from typing import Any

import layout_measure as measure
import msgspec
import pytest

import railhead
from railhead.draw.cache import geometry_of

Json = dict[str, Any]


@pytest.fixture
def drawn() -> tuple[Json, Json]:
    """México, which may be spoilt."""
    file = Path(railhead.__file__).parent / "boards" / "mexico.json"
    board = json.loads(file.read_text(encoding="utf-8"))
    return board, json.loads(msgspec.json.encode(geometry_of(board)))


def test_the_layout_itself_is_fine(drawn: tuple[Json, Json]) -> None:
    assert measure.problems(*drawn) == []


def test_a_slot_on_another_is_found(drawn: tuple[Json, Json]) -> None:
    slots = drawn[1]["slots"]
    slots[0]["polygon"] = [[x + 1, y + 1] for x, y in slots[-1]["polygon"]]
    assert measure.overlapping_slots(*drawn)


def test_a_slot_on_a_city_is_found(drawn: tuple[Json, Json]) -> None:
    city, slot = drawn[1]["cities"][3], drawn[1]["slots"][0]
    slot["polygon"] = [[city["x"] + a, city["y"] + b] for a, b in ((-18, -6), (18, -6), (18, 6), (-18, 6))]
    assert measure.slots_on_cities(*drawn)


def test_a_label_on_a_slot_is_found(drawn: tuple[Json, Json]) -> None:
    slot = drawn[1]["slots"][0]
    drawn[1]["labels"][0]["box"] = [slot["x"] - 3, slot["y"] - 3, slot["x"] + 30, slot["y"] + 9]
    assert measure.slots_on_labels(*drawn)


def test_labels_that_touch_are_found(drawn: tuple[Json, Json]) -> None:
    drawn[1]["labels"][0]["box"] = list(drawn[1]["labels"][1]["box"])
    assert measure.labels_touching(drawn[1])


def test_a_crossing_that_the_board_does_not_know_is_found(drawn: tuple[Json, Json]) -> None:
    board, geometry = drawn
    first = board["routes"][0]
    own = measure.places_of(first)
    second = next(r for r in board["routes"] if r["length"] > 2 and not own & measure.places_of(r))
    far = {slot["index"]: slot for slot in geometry["slots"] if slot["route"] == second["id"]}
    for slot in geometry["slots"]:
        if slot["route"] == first["id"]:
            slot["polygon"] = far[1]["polygon"]
    assert measure.crossing_routes(board, geometry) != measure.declared(board)


def test_a_city_far_from_its_true_place_is_found(drawn: tuple[Json, Json]) -> None:
    drawn[1]["cities"][0]["true_x"] += 0.3 * drawn[1]["width"]
    assert measure.farthest(drawn[1]) > 0.12


def test_neighbours_in_another_order_are_found(drawn: tuple[Json, Json]) -> None:
    for city in drawn[1]["cities"]:
        city["true_x"] = -city["true_x"]
    assert measure.neighbours_in_order(*drawn) < 0.95


def test_a_short_slot_is_found(drawn: tuple[Json, Json]) -> None:
    slot = drawn[1]["slots"][0]
    slot["polygon"] = [[slot["x"] + a, slot["y"] + b] for a, b in ((-9, -5), (9, -5), (9, 5), (-9, 5))]
    assert any("short" in told for told in measure.problems(*drawn))
