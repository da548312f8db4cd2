"""New boards: any list of cities becomes a board that can be laid out."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import layout_measure as measure
import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

from railhead.arena.trial import BY_LOT, Played, Trial, trial
from railhead.boards import load
from railhead.draw.cache import geometry_of
from railhead.draw.solving.geometry import layout
from railhead.draw.svg.ground import rounded
from railhead.draw.svg.page import map_picture
from railhead.draw.svg.values import Measure, Valued, value_map
from railhead.workshop.choosing import at_random, chosen_cities, looked_for
from railhead.workshop.commands import app
from railhead.workshop.gazetteer import CREDIT, Town, towns
from railhead.workshop.new import FULLEST, City, Recipe, Wishes, drafted, made, new_board, water_between
from railhead.workshop.report import facts, in_words, trial_warnings, warnings
from railhead.workshop.shores import on_land


def some_of_the_world(count: int, seed: int) -> list[Town]:
    """Large towns from anywhere."""
    chosen = np.random.default_rng(seed).choice(3000, count, replace=False)
    return [towns()[k] for k in chosen]


@pytest.mark.parametrize("some", [at_random(12, 2), some_of_the_world(10, 3)], ids=["region", "world"])
def test_any_towns_become_a_board_well_laid_out(some: list[Town]) -> None:
    board = new_board("Anywhere", some, 1)
    load(board)
    assert warnings(board) == []
    assert measure.problems(dict(board), json.loads(msgspec.json.encode(layout(board)))) == []


def test_a_land_that_lies_between_two_degrees_is_drawn() -> None:
    board = new_board("Monaco", chosen_cities(looked_for(["Monaco"]), 8), 1)
    assert geometry_of(board).geography.land


def test_no_two_cities_of_a_board_have_one_name() -> None:
    names = [town.name for town in chosen_cities(looked_for(["Liberia"]), None)]
    assert len(names) == len(set(names)), "GeoNames has Ganta twice"


def test_corners_of_a_coast_known_by_few_points_are_rounded_but_not_at_the_edge() -> None:
    (island,) = rounded([[(100, 100), (300, 100), (300, 300), (100, 300)]], 1000, 1000)
    assert (100, 100) not in island and len(island) == 24
    assert all(100 <= x <= 300 and 100 <= y <= 300 for x, y in island)
    detailed = [(100.0, 100.0), (112.0, 100.0), (112.0, 112.0)]
    edge = [(0.0, 0.0), (1000.0, 0.0), (1000.0, 1000.0)]
    assert rounded([detailed, edge], 1000, 1000) == [detailed, edge]


def test_the_same_seed_makes_the_same_board() -> None:
    some = chosen_cities(looked_for(["Turkey"]), 12)
    assert new_board("Small", some, 3) == new_board("Small", some, 3)


def test_land_and_water_are_told_apart() -> None:
    assert on_land(48.85, 2.35)
    assert not on_land(30.0, -40.0)
    assert not on_land(42.0, 51.0)  # the Caspian Sea
    assert on_land(16.33, -61.02)  # La Désirade, nine kilometres long
    assert on_land(-1.9, 33.0)  # an island in Lake Victoria, which is drawn over the land


def test_the_way_over_a_great_lake_is_water() -> None:
    thunder_bay, marquette = City("a", "A", 48.38, -89.25), City("b", "B", 46.54, -87.4)
    milwaukee, grand_rapids = City("c", "C", 43.04, -87.91), City("d", "D", 42.96, -85.67)
    assert water_between(thunder_bay, marquette) > 0.5 < water_between(milwaukee, grand_rapids)
    assert water_between(grand_rapids, City("e", "E", 41.08, -85.14)) == 0  # Fort Wayne


@pytest.fixture(scope="module")
def alps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small board made by the command, with a report over a few games."""
    folder = tmp_path_factory.mktemp("alps")
    cities = folder / "cities.txt"
    cities.write_text(
        "Wien\nGraz\nLinz # on the Danube\nSalzburg\nInnsbruck\nKlagenfurt\nBregenz\n\nVillach, 46.61, 13.85\nPraha, 50.08, 14.43\n"
    )
    result = CliRunner().invoke(
        app, ["new", "Alps", "--cities", str(cities), "--games", "0", "-o", str(folder / "alps.json")]
    )
    assert result.exit_code == 0, result.output
    return folder / "alps.json"


def test_the_command_writes_board_pictures_and_report(alps: Path) -> None:
    assert facts(json.loads(alps.read_text())).cities == 9
    assert alps.with_suffix(".svg").read_text().startswith("<svg")
    assert alps.with_suffix(".png").read_bytes()[:4] == b"\x89PNG"
    page = alps.with_suffix(".html").read_text()
    assert (
        "<h2>The board</h2>" in page
        and page.count("<svg") == 1
        and "http:" not in page.replace("http://www.w3.org", "")
    )


def test_those_who_listed_the_places_are_named_wherever_they_are_shown(alps: Path) -> None:
    assert json.loads(alps.read_text())["credit"] == CREDIT
    assert CREDIT in alps.with_suffix(".svg").read_text()
    assert CREDIT in alps.with_suffix(".html").read_text()
    assert CREDIT in map_picture(json.loads(alps.read_text()), geometry_of(json.loads(alps.read_text())))


@pytest.mark.parametrize("count", [8, 12, 20])
def test_a_small_board_has_fewer_trains_shorter_routes_and_tickets_in_proportion(count: int) -> None:
    board = new_board("Small", chosen_cities(looked_for(["Luxembourg"]), count), 1)
    trains, found = load(board).numbers["trains"], facts(board)
    assert 3 <= found.spaces / trains <= 5.5, "more trains than on the known boards: few make a game of luck"
    assert max(route["length"] for route in board["routes"]) <= 4
    assert found.points[1] <= 0.75 * trains
    assert found.points[0] >= 2
    assert found.tickets >= 15, "a game of five is dealt fifteen"


def test_four_players_never_have_many_more_trains_than_a_board_has_spaces() -> None:
    draft = drafted(
        "Guernsey", [town for town in chosen_cities(looked_for(["Guernsey"]), None) if town.name != "St Anne"]
    )
    for share in (1.0, 1.5, 2.2):
        board = made(draft, 1, Recipe(trains=share))
        spaces = sum(route["length"] for route in board["routes"])
        assert 8 <= board["game"]["trains"] <= FULLEST * spaces / 4
    assert made(draft, 1, Recipe(trains=2.2), Wishes(trains=20))["game"]["trains"] == 20, "but by wish"


def test_games_by_lot_are_told_as_such(alps: Path) -> None:
    board = json.loads(alps.read_text())
    tried = trial(load(board), 3, BY_LOT)
    told = in_words(board, tried)
    assert "played by lot" in told
    assert trial_warnings(tried) == []
    assert set(tried.claim_shares()) == {route["id"] for route in board["routes"]}


def test_the_map_of_claims_shows_every_share(alps: Path) -> None:
    board = json.loads(alps.read_text())
    shares = {route["id"]: k / len(board["routes"]) for k, route in enumerate(board["routes"])}
    measure = Measure("claimed in so many of the games", 0, 1)
    svg = value_map(board, geometry_of(board), measure, {name: Valued(share, name) for name, share in shares.items()})
    ET.fromstring(svg)
    for share in shares.values():
        assert f">{100 * share:.0f}</text>" in svg


def game(number: int, **changes: Any) -> Played:
    """A game that went well, but for the changes."""
    totals = [(90, 80, 70, 60), (60, 90, 80, 70), (70, 60, 90, 80), (80, 70, 60, 90)][number % 4]
    claims = (("a-b", "a-d"), ("b-c",), ("c-d",), ())
    usual: dict[str, Any] = {"turns": 30.0, "totals": totals, "winners": (number % 4,), "kept": 10, "completed": 8}
    return Played(**(usual | {"claims": claims} | changes))


def tried_games(trains: int = 45, **changes: Any) -> Trial:
    """Forty games over a board of four routes."""
    routes = [
        {"id": name, "a": name[0], "b": name[2], "length": 2, "colour": "red"} for name in ("a-b", "b-c", "c-d", "a-d")
    ]
    board = {
        "id": "small",
        "cities": [{"id": city} for city in "abcd"],
        "routes": routes,
        "ticketSets": {"regular": [{"a": "a", "b": "c", "points": 4}]},
    }
    board["game"] = {"trains": trains}
    return Trial(load(board), "hard", tuple(game(number, **changes) for number in range(40)))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"turns": 9.0}, "games are short"),
        ({"turns": 80.0}, "games are long"),
        ({"completed": 2}, "tickets are completed"),
        ({"totals": (200, 10, 5, 0)}, "scores spread"),
        ({"totals": (120, 60, 60, 60)}, "decided early"),
        ({"winners": (0,)}, "whoever owns a – b wins 100%"),
        ({"claims": (("a-b",), ("b-c",), ("c-d",), ())}, "hardly anyone claims 1 of the tracks (a – d)"),
    ],
)
def test_games_that_went_wrong_give_a_warning(changes: dict[str, Any], told: str) -> None:
    assert trial_warnings(tried_games()) == []
    assert any(told in line for line in trial_warnings(tried_games(**changes)))


def test_games_with_fewer_trains_may_be_shorter() -> None:
    assert trial_warnings(tried_games(trains=19, turns=16.7)) == []
    assert "games are short" in trial_warnings(tried_games(trains=45, turns=16.7))[0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--cities", "nowhere.txt"], "nowhere.txt"),
        (["--country", "Atlantis"], "Atlantis"),
        (["--country", "Vatican"], "only 1 places"),
        (["--country", "Austria", "--random"], "--random"),
        (["--region", "Bavariaa"], "did you mean Bavaria"),
        (["--continent", "Lemuria"], "South America"),
        (["--box", "50,4,40,8"], "below the north"),
        (["--circle", "50,4"], "LATITUDE,LONGITUDE,KILOMETRES"),
        (["--circle", "nan,4,5"], "LATITUDE,LONGITUDE,KILOMETRES"),
        (["--country", "Austria", "--names", "Elvish"], "latin or local"),
        ([], "--cities"),
    ],
)
def test_what_cannot_become_a_board_is_explained(words: list[str], told: str) -> None:
    result = CliRunner().invoke(app, ["new", "Nothing", *words])
    assert result.exit_code == 2
    assert told in result.output
    assert "Traceback" not in result.output
