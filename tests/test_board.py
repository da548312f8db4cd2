"""Boards and games as data: the counts of what ships, every way in which a file can be wrong, and boards of one's own."""

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from builders import board, moves
from msgspec.json import encode

from railhead import BoardError, Game, load
from railhead.boards import game_ids, known_ids, read_board
from railhead.words import COLOURS

# ---- the counts of what was delivered, as the sources' sheet has them


@pytest.mark.parametrize(
    ("name", "cities", "pairs", "tracks", "by_tracks", "spaces", "lengths", "grey", "tunnels", "ferries", "symbols"),
    [
        ("usa", 36, 78, 100, (56, 22, 0), 309, {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}, 44, 0, 0, 0),
        ("europe", 47, 90, 101, (79, 11, 0), 300, {1: 4, 2: 35, 3: 30, 4: 29, 6: 2, 8: 1}, 37, 18, 13, 17),
        ("france", 42, 117, 157, (85, 24, 8), 416, {1: 28, 2: 53, 3: 38, 4: 25, 5: 10, 6: 3}, 6, 0, 5, 5),
    ],
)
def test_the_three_boards_have_the_counts_of_their_sources(
    name: str,
    cities: int,
    pairs: int,
    tracks: int,
    by_tracks: tuple[int, int, int],
    spaces: int,
    lengths: dict[int, int],
    grey: int,
    tunnels: int,
    ferries: int,
    symbols: int,
) -> None:
    setting = load(name)
    routes = setting.routes
    ends = Counter(route.ends for route in routes)
    assert (len(setting.cities), len(ends), len(routes)) == (cities, pairs, tracks)
    assert tuple(list(ends.values()).count(number) for number in (1, 2, 3)) == by_tracks
    assert sum(route.length for route in routes) == spaces
    assert Counter(route.length for route in routes) == lengths
    assert sum(route.colour == "grey" for route in routes) == grey
    assert sum(route.tunnel for route in routes) == tunnels
    assert (sum(route.ferry > 0 for route in routes), sum(route.ferry for route in routes)) == (ferries, symbols)


def test_colours_are_spread_as_in_the_sources() -> None:
    usa = Counter(route.colour for route in load("usa").routes)
    assert {usa[colour] for colour in COLOURS} == {7}
    spaces: Counter[str] = Counter()
    for route in load("usa").routes:
        spaces[route.colour] += route.length
    assert {spaces[colour] for colour in COLOURS} == {27}
    europe = Counter(route.colour for route in load("europe").routes)
    assert {europe[colour] for colour in COLOURS} == {8}
    france = Counter(route.colour for route in load("france").routes)
    assert {france[colour] for colour in COLOURS} == {3, 4}
    assert sum(france[colour] for colour in COLOURS) == 28


def test_france_has_its_beds_crossings_zones_and_pieces() -> None:
    setting = load("france")
    beds = Counter(route.length for route in setting.routes if route.colour == "bed")
    assert beds == {2: 52, 3: 37, 4: 25, 5: 9}
    assert len(setting.board["crossings"]) == 11
    zones = setting.board["zones"]
    assert (len(zones), sum(len(zone["terminals"]) for zone in zones)) == (6, 19)
    assert sum(piece["count"] for piece in setting.board["pieces"]) == 64


@pytest.mark.parametrize(
    ("name", "tickets", "points", "long"),
    [
        ("usa", 30, 349, 0),
        ("usa-10th", 69, 754, 0),
        ("usa-1910", 35, 391, 0),
        ("usa-mega", 69, 754, 0),
        ("usa-big-cities", 35, None, 0),
        ("europe", 46, 321 + 123, 6),
        ("france", 58, 582, 0),
    ],
)
def test_the_seven_games_have_their_tickets(name: str, tickets: int, points: int | None, long: int) -> None:
    found = load(name).tickets
    assert len(found) == tickets
    assert points is None or sum(ticket.points for ticket in found) == points
    assert sum(ticket.long for ticket in found) == long
    assert len({ticket.id for ticket in found}) == tickets


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("usa", (45, 4, 3, 2, 3, 10, 0, 0)),
        ("usa-10th", (45, 4, 3, 2, 3, 10, 0, 0)),
        ("usa-1910", (45, 4, 3, 2, 3, 0, 15, 0)),
        ("usa-mega", (45, 4, 5, 3, 4, 10, 15, 0)),
        ("usa-big-cities", (45, 4, 4, 2, 4, 0, 0, 0)),
        ("europe", (45, 4, 3, 2, 3, 10, 0, 3)),
        ("france", (40, 8, 5, 3, 4, 10, 15, 0)),
    ],
)
def test_the_seven_games_have_their_numbers(name: str, numbers: tuple[int, ...]) -> None:
    keys = ("trains", "firstCards", "firstTickets", "firstKeep", "laterTickets", "longestBonus", "mostTicketsBonus")
    found = load(name).numbers
    assert (*(found[key] for key in keys), found["stations"]) == numbers
    assert name in game_ids()


# ---- everything that can be wrong with a file


def small() -> dict[str, Any]:
    """A board on which nothing is wrong, with something of everything."""
    return board(
        ["a-b 2 red", "a-b.2 2 blue", "b-c 3 tunnel", "c-d 4 ferry1", "d-e 2 bed", "a-ITALY 2", "b-e 2 bed"],
        ["a-d 7", "c-italy 5"],
        long=["a-e 9", "b-d 9", "a-c 9", "b-e 9", "c-e 9"],
        crossings=[("d-e", "b-e")],
        pieces=["red 2"],
        stations=3,
        firstLong=1,
    )


def test_the_small_board_is_fine_and_plays() -> None:
    game = Game(small(), 3, seed=1)
    while not game.over:
        game.play(game.moves()[0])
    assert game.score().winners


Change = Callable[[dict[str, Any]], Any]
WRONG: dict[str, tuple[Change, str, str]] = {
    # what is done to the file: (how, the place that is named, what is said)
    "no id": (lambda b: b.pop("id"), "id", "missing"),
    "id with a blank": (lambda b: b.update(id="my board"), "id", "letters, digits"),
    "id without end": (lambda b: b.update(id="x" * 61), "id", "at most 60"),
    "no cities": (lambda b: b.pop("cities"), "cities", "list"),
    "one city": (lambda b: b.update(cities=b["cities"][:1]), "cities", "fewer than two"),
    "cities is a text": (lambda b: b.update(cities="paris"), "cities", "list"),
    "a city is a number": (lambda b: b["cities"].append(7), "cities[5]", "object"),
    "a city twice": (lambda b: b["cities"].append({"id": "a", "name": "A"}), "cities[5].id", "used twice"),
    "a city whose name is a number": (lambda b: b["cities"][0].update(name=7), "cities[0].name", "text"),
    "a city with only a latitude": (lambda b: b["cities"][0].update(lat=3), "cities[0] (a)", "lat and lon"),
    "a city off the globe": (lambda b: b["cities"][0].update(lat=91, lon=0), "cities[0] (a).lat", "-90 to 90"),
    "an unreachable city": (lambda b: b["cities"].append({"id": "x", "name": "X"}), "cities (x)", "reached"),
    "a misspelt key": (lambda b: b.update(citys=[]), "the board", "did you mean 'cities'"),
    "a route to nowhere": (lambda b: b["routes"][0].update(b="zz"), "routes[0] (a-b).b", "names no city"),
    "a route to itself": (lambda b: b["routes"][0].update(b="a"), "routes[0] (a-b)", "with itself"),
    "a route twice": (lambda b: b["routes"][2].update(id="a-b"), "routes[2] (a-b).id", "used twice"),
    "a route of no length": (lambda b: b["routes"][0].update(length=0), "routes[0] (a-b).length", "1 to 9"),
    "a route too long": (lambda b: b["routes"][0].update(length=10), "routes[0] (a-b).length", "1 to 9"),
    "a length in words": (lambda b: b["routes"][0].update(length="two"), "routes[0] (a-b).length", "whole number"),
    "a missing colour": (lambda b: b["routes"][0].pop("colour"), "routes[0] (a-b).colour", "names no colour"),
    "an unknown colour": (lambda b: b["routes"][0].update(colour="pruple"), "routes[0] (a-b).colour", "'purple'"),
    "a ferry of more than its length": (lambda b: b["routes"][3].update(ferry=5), "routes[3] (c-d).ferry", "0 to 4"),
    "a tunnel that is a word": (lambda b: b["routes"][2].update(tunnel="yes"), "routes[2] (b-c).tunnel", "true or false"),
    "a red bed": (lambda b: b["routes"][4].update(colour="red"), "routes[4] (d-e)", "F2"),
    "parallel routes of unequal length": (lambda b: b["routes"][1].update(length=3), "routes (a-b.2)", "equally long"),
    "a zone route without a terminal": (lambda b: b["routes"][5].pop("terminal"), "routes[5] (a-italy).terminal", "terminal"),
    "a terminal at a city": (lambda b: b["routes"][0].update(terminal="italy-a"), "routes[0] (a-b).terminal", "zone"),
    "a terminal that is a list": (lambda b: b["routes"][5].update(terminal=[]), "routes[5] (a-italy).terminal", "terminal"),
    "a ticket from an object": (lambda b: b["ticketSets"]["regular"][0].update(a={}), "ticketSets.regular[0].a", "city or zone"),
    "a shared terminal": (
        lambda b: b["routes"].append({**b["routes"][5], "id": "b-italy", "a": "b"}),
        "routes[7] (b-italy).terminal",
        "F8",
    ),
    "a zone without terminals": (lambda b: b["zones"][0].update(terminals=[]), "zones[0].terminals", "F8"),
    "a terminal nobody reaches": (
        lambda b: b["zones"][0]["terminals"].append({"id": "italy-z"}),
        "zones (italy)",
        "no route ends",
    ),
    "a crossing of no route": (lambda b: b["crossings"].append(["d-e", "x-y"]), "crossings[1]", "names no route"),
    "a crossing of three": (lambda b: b["crossings"].append(["d-e", "a-b", "b-c"]), "crossings[1]", "pair"),
    "a crossing with itself": (lambda b: b["crossings"].append(["d-e", "d-e"]), "crossings[1]", "itself"),
    "beds without pieces": (lambda b: b.update(pieces=[]), "routes (d-e)", "no piece"),
    "pieces of no colour": (lambda b: b["pieces"][0].update(colour="grey"), "pieces[0].colour", "names no colour"),
    "pieces without number": (lambda b: b["pieces"][0].pop("count"), "pieces[0].count", "whole number"),
    "pieces without end": (lambda b: b["pieces"].extend([{"colour": "red", "length": 2, "count": 20}] * 2), "pieces[1]", "more than"),
    "a ticket to nowhere": (lambda b: b["ticketSets"]["regular"][0].update(a="x"), "ticketSets.regular[0].a", "city or zone"),
    "a ticket to itself": (lambda b: b["ticketSets"]["regular"][0].update(b="a"), "ticketSets.regular[0]", "itself"),
    "a ticket twice": (
        lambda b: b["ticketSets"]["regular"].append(b["ticketSets"]["regular"][0]),
        "ticketSets.regular[2]",
        "twice",
    ),
    "a ticket for nothing": (lambda b: b["ticketSets"]["regular"][0].update(points=0), "ticketSets.regular[0].points", "1 to 100"),
    "a ticket nobody could complete": (lambda b: b["game"].update(trains=5), "tickets (a-d)", "nobody could ever"),
    "ticket sets as a list": (lambda b: b.update(ticketSets=[]), "ticketSets", "object"),
    "an unknown ticket set": (lambda b: b["game"].update(tickets=["reglar"]), "tickets[0].set", "'regular'"),
    "tickets as a text": (lambda b: b["game"].update(tickets="regular"), "tickets", "list"),
    "an unknown number": (lambda b: b["game"].update(trians=45), "the game", "did you mean 'trains'"),
    "no trains": (lambda b: b["game"].update(trains=0), "trains", "1 to 60"),
    "too many trains": (lambda b: b["game"].update(trains=61), "trains", "1 to 60"),
    "four stations": (lambda b: b["game"].update(stations=4), "stations", "0 to 3"),
    "six first tickets": (lambda b: b["game"].update(firstTickets=5), "firstTickets", "at most 5"),
    "too few long tickets": (lambda b: b["game"].update(firstLong=2), "firstLong", "need 10"),
    "an unknown way to return tickets": (lambda b: b["game"].update(firstReturn="burn"), "firstReturn", "bottom, out"),
    "too few cards": (lambda b: b["game"].update(cards={"red": 9}), "cards", "between 10 and 120"),
    "an unknown card": (lambda b: b["game"].update(cards={"pink": 50}), "cards", "unknown key"),
    "too many locomotives": (lambda b: b["game"].update(cards={"red": 50, "locomotive": 21}), "cards.locomotive", "C4"),
    "too many first cards": (lambda b: b["game"].update(firstCards=20, cards={"red": 50}), "firstCards", "need 105"),
    "no points for a length": (lambda b: b["game"].update(points={"2": 2}), "points", '"3"'),
    "a game that is a list": (lambda b: b.update(game=[]), "game", "object"),
    "a game with a blank in its id": (lambda b: b["game"].update(id="my game"), "game.id", "letters"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_a_bad_file_names_the_place_and_what_is_wrong(what: str) -> None:
    change, place, said = WRONG[what]
    data = copy.deepcopy(small())
    change(data)
    with pytest.raises(BoardError) as caught:
        load(data)
    problem = next((line for line in caught.value.problems if place in line and said in line), None)
    assert problem is not None, caught.value.problems
    assert str(caught.value).startswith(f"{data.get('id', 'the given board')[:40].split('…')[0][:30]}")


def test_all_problems_are_named_at_once() -> None:
    data = small()
    data["routes"][0]["colour"] = "pink"
    data["cities"][1]["name"] = ""
    data["game"]["trains"] = -1
    with pytest.raises(BoardError) as caught:
        load(data)
    assert len(caught.value.problems) == 3


def test_too_much_for_the_records_is_refused() -> None:
    hub = board([f"hub-c{number} 1" for number in range(33)], stations=1)
    with pytest.raises(BoardError, match="at most 32"):
        load(hub)
    hub["game"]["stations"] = 0
    assert len(load(hub).routes) == 33
    with pytest.raises(BoardError, match="at most 127"):
        load(board([f"hub-c{number} 1" for number in range(127)]))
    with pytest.raises(BoardError, match="at most 255"):
        load(board([f"a-b.{number} 1" for number in range(256)]))


def test_files_that_are_no_boards(tmp_path: Path) -> None:
    for text, said in (
        ("{", "not JSON"),
        ("[]", "JSON list"),
        ("{}", "neither"),
        ('{"board": "mars"}', "names one of"),
        ("[" * 100_000, "not JSON"),
        ('{"cities":' + "[" * 900 + "]" * 900 + "}", "cities"),
    ):
        file = tmp_path / "bad.json"
        file.write_text(text)
        with pytest.raises(BoardError, match=said):
            load(str(file))
    (tmp_path / "bad.json").write_bytes(b"\xff\xfe\x00")
    for name in (tmp_path / "bad.json", tmp_path / "missing.json", tmp_path, "no-such-game", "a\0b", "eurpe"):
        with pytest.raises(BoardError):
            load(name)
    with pytest.raises(BoardError, match="did you mean 'europe'"):
        load("eurpe")
    for nothing in (None, 7, ["usa"]):
        with pytest.raises(BoardError):
            load(nothing)  # type: ignore[arg-type]


# ---- boards of one's own


def test_a_file_of_ones_own_plays_and_its_record_carries_it(tmp_path: Path) -> None:
    from railhead.game.record import read_lines, record, replay

    file = tmp_path / "mine.json"
    file.write_text(json.dumps(small()))
    game = Game(str(file), 2, seed=4)
    while not game.over:
        game.play(game.moves()[-1])
    (written,) = read_lines(encode(record(game)).decode())
    file.unlink()
    assert replay(written).record.tobytes() == game.record.tobytes()


def test_a_game_file_names_a_board_beside_it_or_a_built_in_one(tmp_path: Path) -> None:
    (tmp_path / "land.json").write_text(json.dumps(small()))
    (tmp_path / "game.json").write_text(json.dumps({"id": "fast", "board": "land.json", "trains": 20}))
    setting = load(tmp_path / "game.json")
    assert (setting.id, setting.numbers["trains"], len(setting.tickets)) == ("fast", 20, 2)
    (tmp_path / "short.json").write_text(json.dumps({"board": "usa", "tickets": ["classic"], "trains": 25}))
    assert load(tmp_path / "short.json").numbers["trains"] == 25
    assert len(Game(tmp_path / "short.json", 2, seed=1).view(0).offer) == 3


@pytest.mark.parametrize("name", known_ids())
def test_a_setting_written_out_is_the_same_game(name: str) -> None:
    setting = load(name)
    again = load(json.loads(json.dumps(setting.as_file())))
    assert again.record.tobytes() == setting.record.tobytes()
    assert [ticket.id for ticket in again.tickets] == [ticket.id for ticket in setting.tickets]


def test_names_with_capitals_and_accents_are_read_as_they_are_written_or_without() -> None:
    data = small()
    text = json.dumps(data).replace('"a-b"', '"Ávila-B"').replace('"id": "a"', '"id": "Ávila"')
    data = json.loads(text.replace('"a": "a"', '"a": "Ávila"').replace('"b": "a"', '"b": "Ávila"'), strict=False)
    game = Game.position(data, hands={0: {"red": 3}})
    assert "claim Ávila-B with 2 red" in moves(game)
    game.clone().play("claim Ávila-B with 2 red")
    game.clone().play("CLAIM ávila-b WITH 2 RED")
    game.play("station ávila")


def test_what_is_loaded_cannot_be_changed_from_outside() -> None:
    data = small()
    setting = load(data)
    data["routes"].clear()
    assert len(load(setting).routes) == 7
    assert len(setting.board["routes"]) == 7
    assert read_board("usa")["id"] == "usa"
