"""What is wrong with a layout is found as its judges find it, and the maker mends it."""

import json
from typing import Any

import layout_measure
import msgspec
import pytest

from railhead.boards import board_ids, load, read_board, tour_ids
from railhead.draw.cache import geometry_of
from railhead.draw.faults import faults
from railhead.draw.shapes import Geometry
from railhead.workshop import mending
from railhead.workshop.choosing import FEWEST, Box, chosen_cities, far_away, looked_for
from railhead.workshop.mending import TOO_LONG, roomy, stranded
from railhead.workshop.new import asked_for, drafted, made


def judged(board: Any, geometry: Geometry) -> list[str]:
    """What the judges of layouts say, who know nothing of the code that makes them."""
    return layout_measure.problems(board, json.loads(msgspec.json.encode(geometry)))


@pytest.mark.parametrize("name", [*board_ids(), *tour_ids()])
def test_nothing_is_wrong_with_the_boards_of_the_package(name: str) -> None:
    assert faults(read_board(name), geometry_of(read_board(name))) == []


def moved(geometry: Geometry, what: str, number: int, **changes: Any) -> Geometry:
    """A geometry in which one thing lies elsewhere."""
    things = list(getattr(geometry, what))
    things[number] = msgspec.structs.replace(things[number], **changes)
    return msgspec.structs.replace(geometry, **{what: things})


def test_what_the_judges_find_is_found_and_where() -> None:
    board = read_board("mexico")
    good = geometry_of(board)
    slot, label, city = good.slots[0], good.labels[5].id, good.cities[3]
    start = next(route["a"] for route in board["routes"] if route["id"] == slot.route)
    on_slot = (slot.x - 9, slot.y - 9, slot.x + 9, slot.y + 9)
    on_city = (city.x - 5, city.y - 5, city.x + 5, city.y + 5)
    wrong = [
        ("slots overlap", start, moved(good, "slots", 0, polygon=good.slots[40].polygon)),
        ("slot on a name", label, moved(good, "labels", 5, box=on_slot)),
        ("slot on a city", city.id, moved(good, "cities", 3, x=slot.x, y=slot.y)),
        ("names touch", label, moved(good, "labels", 5, box=good.labels[6].box)),
        ("name on a city", city.id, moved(good, "labels", 5, box=on_city)),
        ("slot of another length", start, moved(good, "slots", 0, polygon=[(0, 0), (9, 0), (9, 9), (0, 9)])),
        ("city far away", city.id, moved(good, "cities", 3, true_x=city.x + good.width / 5)),
        ("tracks cross", start, moved(good, "cities", 0, x=good.width, y=good.height)),
    ]
    for kind, spot, geometry in wrong:
        assert judged(board, geometry), kind
        assert any(fault.kind == kind and spot in fault.cities for fault in faults(board, geometry)), kind


def test_the_least_city_of_a_crowded_spot_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    towns = chosen_cities(looked_for(["Portugal"]), 12)
    told: list[str] = []
    ids = [city.id for city in drafted("Portugal", towns).cities]
    monkeypatch.setattr(mending, "crowded", lambda board: set(ids[3:7:2]) & {city["id"] for city in board["cities"]})
    choice = roomy("Portugal", towns, False, 0, made, told.append)
    assert [town.name for town in choice.dropped] == [towns[5].name, towns[3].name]
    assert choice.towns == tuple(town for town in towns if town not in choice.dropped) and len(told) == 2
    assert len(load(made(choice.draft)).cities) == 10
    assert roomy("Portugal", towns, False, 0, made, most=0).dropped == ()


def test_a_board_keeps_as_many_cities_as_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    towns = chosen_cities(looked_for(["Portugal"]), 10)
    monkeypatch.setattr(mending, "crowded", lambda board: {board["cities"][0]["id"]})
    assert len(roomy("Portugal", towns, False, 0, made).towns) == FEWEST


def test_a_place_farther_away_than_all_others_reach_is_left_out_first() -> None:
    towns = chosen_cities(looked_for(["Guernsey"]), None)
    out = far_away(towns)
    assert out is not None and towns[out].name == "St Anne", "on Alderney"
    assert far_away(chosen_cities(looked_for(["Germany"]), None)) is None


def test_a_city_that_no_route_can_reach_is_left_out_where_it_crowds_the_others() -> None:
    towns = chosen_cities(looked_for(["Israel"]), None)
    draft = drafted("Israel", towns)
    asked = dict(zip(draft.edges, asked_for(draft.cities, draft.edges), strict=True))
    out = stranded(draft)
    assert out is not None and min(spaces for edge, spaces in asked.items() if out in edge) > TOO_LONG
    assert far_away(towns) is None, "it is no island"
    choice = roomy("Israel", towns, False, 0, made)
    assert choice.dropped[0] == towns[out] and len(choice.towns) >= 28
    board = made(choice.draft)
    assert judged(board, geometry_of(board)) == []
    assert stranded(choice.draft) is None
    assert stranded(drafted("Germany", chosen_cities(looked_for(["Germany"]), None))) is None


def test_a_part_of_several_cities_is_not_left_out_because_it_lies_far_away() -> None:
    """Five cities of Celebes on a board around Timor."""
    towns = chosen_cities(looked_for(box=Box(-13.5, 120.6, -3.9, 130.5)), None)
    celebes = {"Kendari", "Baubau", "Raha", "Kolaka"}
    assert celebes <= {town.name for town in towns}
    out = stranded(drafted("Timor", towns))
    assert out is None or towns[out].name not in celebes
