"""The layouts of the boards of the package hold what the issue asks of them."""

import json
import math
import shutil
import statistics
from pathlib import Path
from typing import Any

import layout_measure as measure
import msgspec
import numpy as np
import pytest

import railhead
from railhead.draw import HOME
from railhead.draw.cache import geometry_of, key_of, read, sources
from railhead.draw.shapes import Geometry
from railhead.draw.solving.geometry import layout
from railhead.draw.solving.simplify import as_planes, of_planes

BOARDS = Path(railhead.__file__).parent / "boards"
NAMES = sorted(file.stem for file in BOARDS.glob("*.json"))
Json = dict[str, Any]


def board_file(name: str) -> Json:
    found: Json = json.loads((BOARDS / f"{name}.json").read_text(encoding="utf-8"))
    return found


def as_json(geometry: Geometry) -> Json:
    """A geometry as its readers get it."""
    found: Json = json.loads(msgspec.json.encode(geometry))
    return found


@pytest.fixture(scope="module", params=NAMES)
def drawn(request: pytest.FixtureRequest) -> tuple[Json, Json]:
    """A board and its geometry."""
    board = board_file(request.param)
    return board, as_json(geometry_of(board))


def test_the_geometry_has_what_readers_expect(drawn: tuple[Json, Json]) -> None:
    board, geometry = drawn
    assert {"width", "height", "cities", "slots", "labels"} <= set(geometry)
    assert {city["id"] for city in geometry["cities"]} == {city["id"] for city in board["cities"]}
    for city in geometry["cities"]:
        assert {"id", "x", "y", "r", "true_x", "true_y"} <= set(city)
    for slot in geometry["slots"]:
        assert {"route", "index", "polygon"} <= set(slot)
        assert len(slot["polygon"]) == 4
    assert {city["id"] for city in board["cities"]} <= {label["id"] for label in geometry["labels"]}
    for label in geometry["labels"]:
        x0, y0, x1, y1 = label["box"]
        assert x0 < x1 and y0 < y1


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


def test_lines_join_every_track_to_its_two_cities(drawn: tuple[Json, Json]) -> None:
    board, geometry = drawn
    at = {city["id"]: city for city in geometry["cities"] + geometry["terminals"]}
    slots = {(slot["route"], slot["index"]): slot for slot in geometry["slots"]}
    tracks = {track["route"]: track for track in geometry["tracks"]}
    for route in board["routes"]:
        joined = set()
        for start, _, end in tracks[route["id"]]["links"]:
            for place, index in ((route["a"], 0), (route.get("terminal") or route["b"], route["length"] - 1)):
                city, slot = at[place], slots[route["id"], index]
                if (
                    math.dist(start, (city["x"], city["y"])) < city["r"] + 1
                    and math.dist(end, (slot["x"], slot["y"])) < slot["length"] / 2 + 1
                ):
                    joined.add(place)
        assert joined == measure.places_of(route)


def test_ferries_show_their_locomotives(drawn: tuple[Json, Json]) -> None:
    board, geometry = drawn
    for route in board["routes"]:
        shown = sum(slot["locomotive"] for slot in geometry["slots"] if slot["route"] == route["id"])
        assert shown == route.get("ferry", 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_package_holds_the_layout_of_this_code_and_board(name: str) -> None:
    assert read(HOME / "cache" / f"{name}.json.gz", key_of(board_file(name))) is not None, (
        "run python -m railhead.draw.cache"
    )


def test_the_layout_kept_is_the_layout_made() -> None:
    """Processors round differently, so places may differ a little, but what is made must be as good as what is kept."""
    board = board_file("mexico")
    kept, made = as_json(geometry_of(board)), as_json(layout(board))
    assert measure.problems(board, made) == []
    assert list(kept) == list(made)
    for first, second in zip(kept["cities"], made["cities"], strict=True):
        assert first["id"] == second["id"]
        assert math.dist((first["x"], first["y"]), (second["x"], second["y"])) < 0.02 * made["width"]


def copied_sources(folder: Path) -> list[Path]:
    """A copy of everything a layout depends on beside the board."""
    for file in sources(HOME):
        target = folder / file.relative_to(HOME)
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(file, target)
    return sources(folder)


def test_a_change_of_any_source_makes_layouts_anew(tmp_path: Path) -> None:
    board = board_file("mexico")
    names = {file.relative_to(HOME).as_posix() for file in sources(HOME)}
    assert {
        "solving/simplify.py",
        "solving/geography.py",
        "solving/place.py",
        "shapes.py",
        "data/geography.npz",
    } <= names
    keys = {key_of(board)}
    for number in range(len(names)):
        folder = tmp_path / str(number)
        folder.mkdir()
        file = copied_sources(folder)[number]
        file.write_bytes(file.read_bytes() + b" ")
        keys.add(key_of(board, folder))
    assert len(keys) == len(names) + 1


def test_a_new_source_makes_layouts_anew(tmp_path: Path) -> None:
    board = board_file("mexico")
    copied_sources(tmp_path)
    assert key_of(board, tmp_path) == key_of(board)
    other = tmp_path / "other"
    other.mkdir()
    copied_sources(other)
    (other / "solving" / "another.py").write_text("STEP = 1")
    assert key_of(board, other) != key_of(board)


def test_a_geometry_reads_back_as_it_was_written() -> None:
    geometry = geometry_of(board_file("france"))
    assert msgspec.json.decode(msgspec.json.encode(geometry), type=Geometry) == geometry


def test_geography_reads_back_as_it_was_packed() -> None:
    numbers = np.array([[0, -1], [1, -360_000], [2**30 - 1, -(2**30)], [255, 256]], np.int32)
    assert (of_planes(as_planes(numbers)) == numbers).all()
