"""The maker measures its boards by planners' games, and changes what is not as it should be."""

from typing import Any

import pytest

from railhead.boards import load
from railhead.workshop.choosing import chosen_cities, looked_for
from railhead.workshop.new import USUAL, Draft, Recipe, Wishes, drafted, made, ungranted
from railhead.workshop.report import facts
from railhead.workshop.shores import on_land
from railhead.workshop.tuning import (
    GOALS,
    Measures,
    Tuned,
    badness,
    climbed,
    free_choice,
    measured,
    missed,
    other_lot,
    proposals,
    relieve,
    smaller_bonus,
    tuned,
)

GOOD = Measures(4000, 30, 22.0, 60.0, 0.8, 0.15, (0.25, 0.25, 0.25, 0.25), "a-b", 0.4)


@pytest.fixture(scope="module")
def draft() -> Draft:
    """Ten cities of a small country."""
    return drafted("Small", chosen_cities(looked_for(["Luxembourg"]), 10))


@pytest.mark.parametrize(
    ("changes", "goal"),
    [
        ({"turns": 16.0}, "turns"),
        ({"turns": 31.0}, "turns"),
        ({"completed": 0.55}, "tickets"),
        ({"completed": 0.97}, "tickets"),
        ({"margin": 0.25}, "margin"),
        ({"seats": (0.31, 0.23, 0.23, 0.23)}, "seats"),
        ({"owner": 0.7}, "owner"),
    ],
)
def test_games_out_of_a_bound_are_told(changes: dict[str, Any], goal: str) -> None:
    found = GOOD._replace(**changes)
    assert [one.name for one in missed(found)] == [goal]
    assert badness(found) > 0 == badness(GOOD)
    assert all(one.told(found) for one in GOALS)


def test_turns_are_judged_in_proportion_to_the_trains() -> None:
    assert missed(GOOD._replace(trains=45, turns=33.0)) == []
    assert missed(GOOD._replace(trains=15, turns=11.0)) == []


def test_seats_of_few_games_may_differ_by_chance() -> None:
    uneven = GOOD._replace(seats=(0.30, 0.24, 0.23, 0.23))
    assert missed(uneven) != []
    assert missed(uneven._replace(games=160)) == []


def test_a_board_is_changed_while_other_games_may_well_be_out_of_a_bound() -> None:
    close = GOOD._replace(margin=0.195, games=160)
    assert missed(close) == [] and badness(close) > 0
    assert badness(close._replace(games=4000)) > 0  # within the bound, but without room
    assert badness(close._replace(margin=0.187, games=4000)) == 0


def test_every_change_makes_another_board(draft: Draft) -> None:
    ends = draft.edges[0]
    name = "-".join(sorted(draft.cities[k].id for k in ends))
    found = GOOD._replace(route=name, trains=12)
    for remedy in {one for goal in GOALS for one in (*goal.lift, *goal.lower)}:
        recipe = remedy(USUAL, found, draft)
        assert recipe != USUAL
        load(made(draft, 1, recipe))
    assert smaller_bonus(USUAL, found, draft).bonus == 3
    assert made(draft, 1, free_choice(USUAL, found, draft))["game"]["firstKeep"] == 1
    assert made(draft, 1, other_lot(USUAL, found, draft))["ticketSets"] != made(draft)["ticketSets"]
    relieved = relieve(USUAL, found, draft)
    assert {f"{name}.1", f"{name}.2"} <= {route["id"] for route in made(draft, 1, relieved)["routes"]}


def test_what_made_games_worse_is_taken_back(draft: Draft) -> None:
    """The first change fails, the second helps."""
    told: list[str] = []
    first = Tuned(made(draft), USUAL, GOOD._replace(margin=0.3), None)  # type: ignore[arg-type]
    better, worse = proposals(USUAL, first.measures, draft)[1::-1]

    def play(recipe: Recipe) -> Tuned:
        return first._replace(recipe=recipe, measures=GOOD if recipe == better else GOOD._replace(margin=0.4))

    assert better != worse
    assert climbed(draft, first, play, 9, told.append).recipe == better
    assert len(told) == 2


def test_a_board_that_is_tuned_says_what_it_could_not_reach(draft: Draft) -> None:
    found = tuned(draft, games=4)
    assert found.measures == measured(found.games)
    assert len(found.told) == len(missed(found.measures))


def test_wishes_become_tunnels_stations_and_long_tickets() -> None:
    draft = drafted("Benelux", chosen_cities(looked_for(["Belgium", "Luxembourg"]), 12))
    board = made(draft, wishes=Wishes(tunnels=4, stations=True, long_tickets=5))
    setting = load(board)
    tunnels = {route.ends for route in setting.routes if route.tunnel}
    assert len(tunnels) == 4
    countries = dict(zip((city.id for city in draft.cities), draft.countries, strict=True))
    assert any(len({countries[end] for end in ends}) == 2 for ends in tunnels), "under a border first"
    assert (setting.numbers["stations"], setting.numbers["firstLong"]) == (3, 1)
    long = [ticket.points for ticket in setting.tickets if ticket.long]
    assert len(long) == 5
    assert min(long) > facts(made(draft)).points[0]


def test_neighbours_become_zones_with_tickets_that_end_there() -> None:
    towns = chosen_cities(looked_for(["Switzerland"]), 12)
    board = made(drafted("Schweiz", towns, zones=3), wishes=Wishes(zones=3))
    setting = load(board)
    names = {zone["name"] for zone in board["zones"]}
    assert len(names) == 3 and names <= {"Germany", "France", "Italy", "Austria", "Liechtenstein"}
    ends = {zone["id"] for zone in board["zones"]}
    assert any({ticket.a, ticket.b} & ends for ticket in setting.tickets)
    into = [route for route in setting.routes if route.terminal]
    assert {route.b for route in into} == ends and all(route.length <= 3 for route in into)


def test_a_route_into_a_country_ends_on_land() -> None:
    ukraine = drafted("Ukraine", chosen_cities(looked_for(["Ukraine"]), 29), zones=4)
    ends = [(way.latitude, way.longitude) for zone in ukraine.zones for way in zone.ways]
    assert ends and all(on_land(*end) for end in ends), "none out on the Black Sea"


def test_an_island_far_away_has_no_neighbours_and_that_is_said() -> None:
    wishes = Wishes(zones=3, tunnels=2)
    board = made(drafted("Hawaii", chosen_cities(looked_for(regions=["Hawaii"]), 8), zones=3), wishes=wishes)
    assert board.get("zones", []) == []
    assert ungranted(board, wishes) == ["of 3 neighbouring countries only 0 could be had"]


def test_beds_trains_and_ferries_by_wish() -> None:
    draft = drafted("Greece", chosen_cities(looked_for(["Greece"]), 14))
    board = made(draft, wishes=Wishes(beds=5, trains=26, ferries=1))
    setting = load(board)
    assert len({route.ends for route in setting.routes if route.colour == "bed"}) == 5
    assert len({route.ends for route in setting.routes if route.ferry}) == 1
    assert setting.numbers["trains"] == 26
    assert {piece["length"] for piece in board["pieces"]} == {r.length for r in setting.routes if r.colour == "bed"}
