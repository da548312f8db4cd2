"""The rules of France, one test each, named after them."""

from collections import Counter

import pytest
from builders import (
    MIXED_ROW,
    board,
    cards_but,
    events,
    moves,
    payments,
    places,
    refused,
    score,
    ticket_deck,
    told,
    winners,
    words,
)

from railhead import Game, PositionError
from railhead.boards import load
from railhead.words import COLOURS

BEDS = {route.id for route in load("france").routes if route.colour == "bed"}
DRAWN = {"second_card": True, "row": MIXED_ROW}  # one more card, and then a route is built


def drawing(players: int = 2, **parts: object) -> Game:
    """Seat 0 has drawn its two cards and must build."""
    game = Game.position("france", players, **{**DRAWN, **parts})
    game.play("draw")
    return game


def test_F1_first_tickets_not_kept_are_shuffled_under_the_deck() -> None:
    below, orders = set(), set()
    for seed in range(20):
        game = Game("france", 2, seed)
        first = [game.view(seat).offer for seat in (0, 1)]
        assert [len(offer) for offer in first] == [5, 5]
        assert min(len(move.kept) for move in game.moves()) == 3
        game.play("keep 1 2 3")
        game.play("keep 3 4 5")
        returned = [*first[0][3:], *first[1][:2]]
        assert set(ticket_deck(game)[-4:]) == set(returned)
        assert len(ticket_deck(game)) == 58 - 6
        orders.add(tuple(returned.index(ticket) for ticket in ticket_deck(game)[-4:]))
        below.add(ticket_deck(game)[-1])
    assert len(orders) > 10  # of 24 orders
    # later ones go to the very bottom
    offer = told(game, "tickets")[0]["tickets"]
    game.play("keep 1")
    assert ticket_deck(game)[-3:] == offer[1:]


def test_F2_a_track_bed_cannot_be_claimed_until_built() -> None:
    everything = dict.fromkeys(COLOURS, 12) | {"locomotive": 9}
    game = Game.position("france", row=["locomotive"] * 2 + [None] * 3, hands={0: everything, 1: {"locomotive": 3}})
    assert not places(game, "claim") & BEDS
    assert places(game, "claim") == {route.id for route in game.setting.routes if route.colour != "bed"}
    assert refused(game, "claim amiens-calais").rule == "F2"
    built = Game.position("france", built={"amiens-calais": "red"}, hands={0: {"red": 2, "blue": 2}})
    assert refused(built, "claim amiens-calais with 2 blue").rule == "C14"
    assert told(built, "claim amiens-calais")[0]["cards"] == {"red": 2}


def test_F2_one_space_and_grey_routes_are_built_from_the_start() -> None:
    for route in load("france").routes:
        assert (route.colour == "bed") == (route.length > 1 and route.ferry == 0 and route.id != "avignon-toulouse")


@pytest.mark.parametrize("draws", [["draw", "draw"], ["take 2", "draw"], ["take 1"]])
def test_F3_drawing_cards_is_followed_by_building_one_route(draws: list[str]) -> None:
    """Two cards, or one face-up locomotive (the ruling): a route must be built."""
    game = Game.position("france", row=["locomotive", "red", "blue", "blue", "red"])
    for draw in draws:
        game.play(draw)
    assert (game.phase, game.to_move, words(game)) == ("build", 0, {"build"})
    assert refused(game, "draw").rule == "F3"
    assert places(game, "build") == BEDS
    happened = told(game, "build lyon-rodez green")
    assert happened[0] == {"e": "build", "p": 0, "route": "lyon-rodez", "colour": "green"}
    assert (game.to_move, game.view(1).built) == (1, {"lyon-rodez": "green"})


def test_F3_neither_claiming_nor_tickets_builds() -> None:
    game = Game.position("france", hands={0: {"red": 1}})
    game.play("claim paris-rouen")
    assert game.to_move == 1
    game.play("tickets")
    game.play("keep 1")
    assert (game.to_move, game.phase) == (0, "turn")


def test_F3_the_piece_gives_the_route_its_colour_and_anyone_may_claim_it() -> None:
    game = drawing(hands={1: {"white": 5}})
    game.play("build lyon-rodez white")
    assert payments(game, "claim lyon-rodez") == {"5 white"}


def test_F3_a_piece_fits_a_bed_of_its_length_only() -> None:
    game = drawing(built={f"dijon-paris.{track}": colour for track, colour in ((1, "red"),)})
    assert refused(game, "build lyon-rodez red").rule == "F4"  # the one red piece of five spaces lies elsewhere
    assert refused(game, "build dijon-paris.1 blue").code == "built"
    assert refused(game, "build paris-rouen red").rule == "F2"
    game.play("build avignon-nice red")


def test_F3_ruling_building_is_skipped_only_when_no_piece_fits_a_free_bed() -> None:
    """Two beds and one piece; once it lies there, drawing ends the turn at once."""
    small = board(["a-b 2 bed", "b-c 2 bed", "c-d 1"], ["a-c 3"], pieces=["red 2"])
    game = Game.position(small, row=MIXED_ROW)
    game.play("draw")
    game.play("draw")
    assert game.phase == "build"
    assert sorted(moves(game)) == ["build a-b red", "build b-c red"]
    game.play("build a-b")
    assert game.to_move == 1
    assert events(game, "draw", "draw") == ["blind", "blind"]
    assert (game.to_move, game.phase) == (0, "turn")


def test_F3_it_follows_a_draw_that_ended_after_one_card() -> None:
    shown = ["red", "locomotive", None, None, None]
    game = Game.position("france", row=shown, hands={1: cards_but(shown)})
    game.play("take red")
    assert (game.phase, game.to_move) == ("build", 0)


def test_F4_the_64_pieces_and_their_return_to_the_supply() -> None:
    game = Game.position("france", built={"lyon-rodez": "red"}, hands={0: {"red": 5}})
    supply = game.view(0).pieces or {}
    assert supply["blue"] == {"2": 3, "3": 3, "4": 1, "5": 1}
    assert supply["red"] == {"2": 3, "3": 3, "4": 1}
    assert sum(count for pieces in supply.values() for count in pieces.values()) == 63
    game.play("claim lyon-rodez")
    assert (game.view(0).pieces or {})["red"] == {"2": 3, "3": 3, "4": 1, "5": 1}
    assert game.view(0).built == {}
    with pytest.raises(PositionError, match="F4"):
        Game.position("france", built={"lyon-rodez": "red", "dijon-paris.1": "red"})
    with pytest.raises(PositionError, match="F4"):
        Game.position("france", built={"lyon-rodez": "red"}, routes={0: ["lyon-rodez"]})


def test_F5_a_bed_that_crosses_a_built_route_can_never_be_built() -> None:
    game = drawing(built={"angers-rennes": "red"}, hands={0: {"red": 2}})
    assert refused(game, "build le-mans-lorient blue").rule == "F5"
    assert "le-mans-lorient" in game.view(0).closed
    # not even once the piece has gone back
    game = Game.position("france", built={"angers-rennes": "red"}, hands={0: {"red": 2}})
    game.play("claim angers-rennes")
    game.play("draw")
    game.play("draw")
    assert refused(game, "build le-mans-lorient blue").rule == "F5"
    # but what crosses that one in turn is free
    assert "nantes-rennes" in places(game, "build")


def test_F5_ruling_avignon_toulouse_claimed_first_bars_the_bed() -> None:
    game = Game.position("france", hands={0: {"red": 6}})
    game.play("claim avignon-toulouse")
    game.play("draw")
    game.play("draw")
    assert refused(game, "build montpellier-rodez").rule == "F5"


def test_F5_ruling_the_bed_built_first_bars_avignon_toulouse() -> None:
    game = drawing(hands={0: {"red": 6}, 1: {"red": 6}})
    assert "montpellier-rodez" in places(game, "build")  # unclaimed, the grey route bars nothing
    game.play("build montpellier-rodez blue")
    assert refused(game, "claim avignon-toulouse").rule == "F5"
    claimed = Game.position("france", routes={1: ["montpellier-rodez"]}, hands={0: {"red": 6}})
    assert refused(claimed, "claim avignon-toulouse").rule == "F5"
    with pytest.raises(PositionError, match="F5"):
        Game.position("france", routes={1: ["montpellier-rodez"], 0: ["avignon-toulouse"]})


@pytest.mark.parametrize(("players", "single"), [(2, True), (3, True), (4, False), (5, False)])
def test_F6_with_two_or_three_players_one_track_of_a_double_can_be_built(players: int, single: bool) -> None:
    game = drawing(players, built={"dijon-paris.1": "red"}, hands={1: {"red": 5}})
    others = {"dijon-paris.2", "dijon-paris.3"}
    assert bool(others & places(game, "build")) is not single
    if single:
        assert refused(game, "build dijon-paris.2 blue").rule == "C18"
        return
    game.play("build dijon-paris.2 blue")
    game.play("claim dijon-paris.1")  # seat 1 may not own a second track, but may build it
    assert game.view(2).closed == []
    again = drawing(players, built={"dijon-paris.1": "red"}, routes={0: ["dijon-paris.2"]})
    assert "dijon-paris.3" in places(again, "build")
    owner = Game.position(
        "france", players, built={"dijon-paris.1": "red"}, routes={0: ["dijon-paris.2"]}, hands={0: {"red": 5}}
    )
    assert refused(owner, "claim dijon-paris.1").rule == "C17"


def test_F7_ferries_as_in_europe_and_neither_tunnels_nor_stations() -> None:
    game = Game.position("france", hands={0: {"red": 6, "locomotive": 1}})
    assert payments(game, "claim nice-corsica") == {"1 red 1 locomotive"}
    assert refused(game, "claim nice-corsica with 2 red").rule == "E2"
    assert refused(game, "station paris").code == "no-stations"
    assert not any(route.tunnel for route in game.setting.routes)


def test_F8_a_zone_is_reached_by_any_one_of_its_routes() -> None:
    for route in ("metz-germany.1", "strasbourg-germany.1", "mulhouse-germany"):
        city = route.split("-")[0]
        chain = {
            "metz": ["metz-reims", "amiens-reims", "amiens-calais"],
            "strasbourg": ["metz-strasbourg", "metz-reims", "amiens-reims", "amiens-calais"],
            "mulhouse": ["mulhouse-strasbourg", "metz-strasbourg", "metz-reims", "amiens-reims", "amiens-calais"],
        }[city]
        game = Game.position("france", routes={0: [route, *chain]}, tickets={0: ["calais-germany"]})
        assert score(game, 0).completed == ["calais-germany"]


def test_F8_a_zone_joins_nothing() -> None:
    """Two routes into Spain do not connect Pau with Perpignan; so neither the ticket nor the path goes through."""
    west, east = ["nantes-rennes"], ["perpignan-spain"]
    game = Game.position(
        "france",
        routes={0: ["pau-spain", "bordeaux-pau", *east], 1: west},
        tickets={0: ["italy-spain"]},
    )
    assert score(game, 0).longest == 2 + 3
    through = Game.position(
        "france",
        routes={0: ["metz-germany.1", "mulhouse-germany", "lyon-switzerland.1"]},
        tickets={0: ["lyon-mulhouse"]},
    )
    assert score(through, 0).failed == ["lyon-mulhouse"]


def test_F8_two_routes_that_meet_on_the_printed_board_have_ends_of_their_own() -> None:
    game = Game.position("france", routes={0: ["strasbourg-germany.1", "mulhouse-germany"]})
    assert score(game, 0).longest == 2
    joined = Game.position("france", routes={0: ["strasbourg-germany.1", "mulhouse-germany", "mulhouse-strasbourg"]})
    assert score(joined, 0).longest == 1 + 2 + 1


def test_F8_a_ticket_between_two_zones_by_a_chain_from_any_to_any() -> None:
    chain = ["nice-italy.1", "marseille-nice.1", "marseille-montpellier.1", "montpellier-perpignan", "perpignan-spain"]
    game = Game.position("france", routes={0: chain}, tickets={0: ["italy-spain"]})
    assert score(game, 0).completed == ["italy-spain"]
    assert score(game, 0).longest == 3 + 2 + 3 + 2 + 2
    broken = Game.position("france", routes={0: [*chain[:-1], "pau-spain"]}, tickets={0: ["italy-spain"]})
    assert score(broken, 0).tickets == -12


def test_F9_most_tickets_all_who_tie() -> None:
    done = {0: ["orleans-paris.1", "paris-reims.1"], 1: ["dijon-lyon.1", "grenoble-lyon"]}
    game = Game.position(
        "france", 3, routes=done, tickets={0: ["orleans-reims"], 1: ["dijon-grenoble"], 2: ["paris-strasbourg"]}
    )
    assert [score(game, seat).most_tickets_bonus for seat in range(3)] == [15, 15, 0]
    # their number decides, not their points
    game = Game.position(
        "france",
        routes={
            0: ["orleans-paris.1", "paris-reims.1", "grenoble-lyon", "dijon-lyon.1"],
            1: ["marseille-nice.1", "marseille-corsica"],
        },
        tickets={0: ["orleans-reims", "dijon-grenoble"], 1: ["corsica-toulouse"]},
    )
    assert [score(game, seat).most_tickets_bonus for seat in range(2)] == [15, 0]
    assert winners(game) == [0]


def test_france_trains_cards_and_tickets_of_the_table() -> None:
    game = Game("france", 2, seed=4)
    assert Counter(seat.trains for seat in game.view(0).seats) == {40: 2}
    assert sum(game.view(0).hand.values()) == 8
