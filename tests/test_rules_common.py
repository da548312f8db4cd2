"""The rules common to all games, one test each, in the order of the rules and named after them."""

from collections import Counter
from typing import Any

import pytest
from builders import (
    ALL_CARDS,
    MIXED_ROW,
    NO_ROUTES_LEFT,
    board,
    cards_but,
    discards,
    events,
    hand,
    moves,
    payments,
    places,
    refused,
    routes,
    row,
    score,
    ticket_deck,
    tickets,
    told,
    winners,
    words,
)
from msgspec.structs import replace

from railhead import Game, PositionError
from railhead.game.view import handful

# ---- cards and table


def test_C1_110_cards_12_of_each_colour_14_locomotives() -> None:
    game = Game.position("usa", row=[None] * 5, hands={0: ALL_CARDS})
    assert (int(game.record.deck_count), sum(hand(game, 0).values())) == (0, 110)
    assert hand(game, 0) == ALL_CARDS
    with pytest.raises(PositionError, match="C1"):
        Game.position("usa", hands={0: {"red": 7}, 1: {"red": 6}})


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_C2_two_to_five_players_with_trains_and_no_points(players: int) -> None:
    game = Game("usa", players, seed=1)
    assert [(seat.trains, seat.points) for seat in game.view(0).seats] == [(45, 0)] * players
    assert [seat.trains for seat in Game("france", players, seed=1).view(0).seats] == [40] * players
    for wrong in (1, 6):
        with pytest.raises(ValueError, match="C2"):
            Game("usa", wrong)


@pytest.mark.parametrize(("name", "first_cards"), [("usa", 4), ("usa-10th", 4), ("europe", 4), ("france", 8)])
def test_C3_set_up_first_cards_and_five_face_up(name: str, first_cards: int) -> None:
    game = Game(name, 5, seed=3)
    view = game.view(0)
    assert [seat.cards for seat in view.seats] == [first_cards] * 5
    assert sum(view.hand.values()) == first_cards
    assert None not in view.row
    assert view.deck + sum(view.discards.values()) == 110 - 5 * first_cards - 5


def test_C4_three_face_up_locomotives_are_swept_away() -> None:
    shown, blues = ["locomotive", "locomotive", "red", "red", "red"], {"blue": 5}
    game = Game.position(
        "usa", row=shown, deck={"locomotive": 1}, discards=blues, hands={1: cards_but(shown, {"locomotive": 1}, blues)}
    )
    happened = told(game, "take 3")
    assert [event["e"] for event in happened[:3]] == ["take", "reshuffle", "reset"]
    assert happened[0]["refill"] == "locomotive"
    assert happened[2]["out"] == ["locomotive", "locomotive", "locomotive", "red", "red"]
    assert happened[1]["cards"] == {"blue": 5, "red": 2, "locomotive": 3}  # all five are discards by then
    assert row(game).count("locomotive") < 3


def test_C4_sweeping_repeats_until_it_no_longer_holds_and_in_the_set_up_too() -> None:
    """By far the most rows of 40 % locomotives hold three: in a hundred set-ups many are swept, some of them twice."""
    rich = board(["a-b 1"], ["a-b 1"], cards={"red": 30, "locomotive": 20}, firstCards=0)
    most_sweeps = 0
    for seed in range(100):
        game = Game(rich, 2, seed)
        swept = sum(discards(game).values())
        most_sweeps = max(most_sweeps, swept // 5)
        assert row(game).count("locomotive") < 3
        assert swept + int(game.record.deck_count) + 5 == 50
    assert most_sweeps >= 2


def test_C4_ruling_a_row_that_could_never_be_mended_stays() -> None:
    """With two cards of colour left outside the hands a third locomotive stays; with three it is swept away."""
    shown, deck = ["locomotive", "locomotive", "red", "red", "blue"], {"locomotive": 1}
    for discarded, sweeps in (({}, False), ({"blue": 1}, True)):
        others = cards_but(shown, deck, discarded)
        game = Game.position("usa", row=shown, deck=deck, discards=discarded, hands={1: others})
        assert ("reset" in events(game, "take 5")) is sweeps  # the blue card goes into the hand, two red ones stay
        assert (row(game).count("locomotive") == 3) is not sweeps


def test_C4_no_position_has_three_locomotives_that_could_be_swept() -> None:
    with pytest.raises(PositionError, match="C4"):
        Game.position("usa", row=["locomotive", "locomotive", "locomotive", "red", "red"])


def test_C5_first_tickets_are_chosen_in_secret_before_the_first_turn() -> None:
    game = Game("usa", 3, seed=5)
    assert {game.phase, words(game).pop()} == {"first-tickets", "keep"}
    before = [game.view(seat) for seat in (1, 2)]
    game.play("keep 1 2")
    for seat in (1, 2):  # that a choice was made shows, what it was does not: nobody's tickets have moved yet
        after = game.view(seat)
        assert after == replace(before[seat - 1], to_move=after.to_move)
    game.play("keep 1 2 3")
    phases = [game.phase]
    game.play("keep 2 3")
    assert [*phases, game.phase] == ["first-tickets", "turn"]
    assert [seat.tickets for seat in game.view(0).seats] == [2, 3, 2]


@pytest.mark.parametrize(
    ("name", "offered", "minimum"),
    [("usa", 3, 2), ("usa-10th", 3, 2), ("usa-mega", 5, 3), ("usa-big-cities", 4, 2), ("usa-1910", 3, 2)],
)
def test_C5_first_tickets_how_many_and_how_many_to_keep(name: str, offered: int, minimum: int) -> None:
    game = Game(name, 2, seed=1)
    assert len(game.view(0).offer) == offered
    sizes = Counter(len(move.kept) for move in game.moves())
    assert min(sizes) == minimum
    assert sizes[offered] == 1
    assert refused(game, "keep " + " ".join(map(str, range(1, minimum)))).rule == "C5"


def test_C5_first_tickets_not_kept_go_under_the_deck() -> None:
    game = Game("usa", 2, seed=5)
    first = [game.view(seat).offer for seat in (0, 1)]
    game.play("keep 1 3")
    game.play("keep 2 3")
    assert ticket_deck(game)[-2:] == [first[0][1], first[1][0]]
    assert len(ticket_deck(game)) == 30 - 4


def test_C6_the_starting_player_is_drawn_by_lot_then_clockwise() -> None:
    starters: Counter[int | None] = Counter()
    for seed in range(300):
        game = Game("usa", 3, seed)
        while game.phase == "first-tickets":
            game.play("keep 1 2")
        starters[game.to_move] += 1
    assert set(starters) == {0, 1, 2}
    assert min(starters.values()) > 60
    game = Game("usa", 3, seed=1, starter=2)
    order: list[int | None] = []
    while len(order) < 6:
        game.play("keep 1 2" if game.phase == "first-tickets" else "draw")
        if game.phase == "turn" and (not order or order[-1] != game.to_move):
            order.append(game.to_move)
    assert order == [2, 0, 1, 2, 0, 1]


def test_C6_ruling_a_player_without_an_action_passes() -> None:
    """Seat 1 has neither trains nor cards to draw; seat 0's last card buys a route, and its own discard gives cards again."""
    every_ticket = [ticket.id for ticket in Game("usa", 2, seed=0).setting.tickets]
    stuck: dict[str, Any] = {
        "row": [None] * 5,
        "hands": {1: cards_but({"red": 2}), 0: {"red": 2}},
        "tickets": {1: every_ticket},
    }
    game = Game.position("usa", trains={0: 3, 1: 0}, to_move=0, **stuck)
    assert words(game) == {"claim"}
    happened = told(game, "claim boston-new-york.1")
    assert [event["e"] for event in happened] == ["claim", "reshuffle", "row", "last"]
    game = Game.position("usa", trains={0: 3, 1: 0}, to_move=1, **stuck)  # seat 1 passes at once
    assert game.to_move == 0


def test_C6_ruling_nobody_who_can_act_may_pass_not_even_if_tickets_are_all_that_is_left() -> None:
    game = Game.position("usa", row=[None] * 5, hands={1: ALL_CARDS}, to_move=0)
    assert moves(game) == ["tickets"]
    assert refused(game, "draw").rule == "C13"
    assert refused(game, "pay 1 red").code == "not-now"


def test_C6_ruling_when_all_have_passed_in_a_row_the_game_ends_and_is_scored() -> None:
    every_ticket = [ticket.id for ticket in Game("usa", 2, seed=0).setting.tickets]
    nothing: dict[str, Any] = {"row": [None] * 5, "hands": {1: ALL_CARDS}, "trains": NO_ROUTES_LEFT}
    game = Game.position("usa", tickets={0: every_ticket}, **nothing)
    assert game.over
    assert score(game, 0).total == -349
    # one ticket is left to draw: it is taken, both pass, and it ends
    game = Game.position("usa", tickets={0: every_ticket[1:]}, **nothing)
    happened = told(game, "tickets") + told(game, "keep 1")
    assert [event["e"] for event in happened] == ["offer", "keep", "last", "pass", "pass", "end"]
    assert game.over
    assert moves(game) == []
    assert refused(game, "draw").code == "over"


def test_C7_no_limit_on_hands_and_what_is_secret() -> None:
    game = Game.position("usa", hands={0: {"red": 12, "blue": 12, "locomotive": 14}}, tickets={0: ["boston-miami"]})
    game.play("draw")
    game.play("draw")
    seen = game.view(1)
    assert seen.seats[0].cards == 40
    assert (seen.seats[0].tickets, seen.seats[0].trains, seen.seats[0].stations_left) == (1, 45, 0)
    assert (seen.hand, seen.tickets) == ({}, [])
    assert "boston-miami" not in str(seen)
    assert game.view(None).seats == seen.seats


# ---- drawing cards


def test_C8_two_cards_each_face_up_or_unseen() -> None:
    for first, second in (("take 1", "take 2"), ("take 5", "draw"), ("draw", "take 4"), ("draw", "draw")):
        game = Game.position("usa", row=MIXED_ROW, deck={"red": 12})
        game.play(first)
        assert (game.to_move, game.phase) == (0, "second-card")
        assert refused(game, "tickets").rule == "C8"
        game.play(second)
        assert (game.to_move, game.phase) == (1, "turn")
        assert sum(hand(game, 0).values()) == 2


def test_C9_a_face_up_card_is_replaced_at_once() -> None:
    game = Game.position("usa", row=MIXED_ROW, deck={"red": 1, "green": 0})
    game.play("take 2")
    assert row(game) == ["purple", "red", "blue", "yellow", "orange"]
    game.play("take 2")
    assert hand(game, 0) == {"white": 1, "red": 1}


def test_C10_face_up_locomotive_only_first() -> None:
    game = Game.position("usa", row=["locomotive", "red", "red", "blue", "blue"], deck={"red": 5})
    game.play("take 1")
    assert (game.to_move, hand(game, 0)) == (1, {"locomotive": 1})
    game = Game.position("usa", row=["locomotive", "red", "red", "blue", "blue"], deck={"red": 5})
    game.play("draw")
    assert refused(game, "take 1").rule == "C10"
    assert refused(game, "take locomotive").rule == "C10"
    assert moves(game) == ["draw", "take 2", "take 3", "take 4", "take 5"]


def test_C10_not_even_one_just_turned_up_as_the_replacement() -> None:
    game = Game.position("usa", row=MIXED_ROW, deck={"locomotive": 1})
    game.play("take 3")
    assert row(game)[2] == "locomotive"
    assert refused(game, "take 3").code == "locomotive-second"


def test_C11_an_unseen_locomotive_is_one_card_like_any_other_and_secret() -> None:
    for first, second in (("draw", "draw"), ("draw", "take 1"), ("take 1", "draw")):
        game = Game.position("usa", row=MIXED_ROW, deck={"locomotive": 3})
        game.play(first)
        assert game.phase == "second-card"
        if first == "draw":
            assert game.view(1).seats[0].known == {}
        game.play(second)
        assert sum(hand(game, 0).values()) == 2
        assert "locomotive" not in game.view(1).seats[0].known


def test_C12_the_discards_become_the_deck_when_the_next_card_is_needed() -> None:
    game = Game.position("usa", row=MIXED_ROW, deck={"red": 2})
    assert events(game, "draw", "draw") == ["blind", "blind"]  # the deck is empty, and nothing is shuffled yet
    assert (int(game.record.deck_count), int(game.record.discard_count)) == (0, 103)
    happened = told(game, "draw")
    assert [event["e"] for event in happened] == ["reshuffle", "blind"]
    assert sum(happened[0]["cards"].values()) == 103
    assert discards(game) == {}


def test_C13_with_deck_and_discards_empty_the_row_has_gaps() -> None:
    game = Game.position("usa", row=MIXED_ROW, hands={1: cards_but(MIXED_ROW)})
    assert refused(game, "draw").rule == "C13"
    happened = told(game, "take 2")
    assert happened[0]["refill"] is None
    assert row(game) == ["purple", None, "blue", "yellow", "orange"]
    assert refused(game, "take 2").rule == "C13"
    game.play("take 1")
    assert (row(game), game.to_move) == ([None, None, "blue", "yellow", "orange"], 1)


def test_C13_ruling_gaps_are_filled_when_there_are_cards_again() -> None:
    shown = [None, None, "blue", "yellow", "orange"]
    game = Game.position("usa", row=shown, hands={0: cards_but(shown)})
    happened = told(game, "claim boston-new-york.1 with 2 red")
    assert [event["e"] for event in happened] == ["claim", "reshuffle", "row"]
    assert row(game) == ["red", "red", "blue", "yellow", "orange"]
    happened = told(Game.position("usa", row=shown, hands={0: cards_but(shown)}), "claim portland-seattle.1 with 1 red")
    assert happened[-1]["cards"] == ["red", None, "blue", "yellow", "orange"]
    with pytest.raises(PositionError, match="C13"):
        Game.position("usa", row=shown)


def test_C13_ruling_no_second_card_ends_the_action_after_one() -> None:
    shown = ["red", "locomotive", None, None, None]
    game = Game.position("usa", row=shown, hands={1: cards_but(shown)})
    game.play("take red")
    assert (game.to_move, row(game)) == (1, [None, "locomotive", None, None, None])
    with pytest.raises(PositionError, match="C13"):
        Game.position(
            "usa", row=[None, "locomotive", None, None, None], hands={1: cards_but(["locomotive"])}, second_card=True
        )


# ---- claiming a route


def test_C14_a_route_costs_its_length_in_its_colour() -> None:
    game = Game.position("usa", hands={0: {"red": 3, "yellow": 1}})
    assert "boston-new-york.1" in places(game, "claim")
    assert refused(game, "claim boston-new-york.2").rule == "C14"
    assert refused(game, "claim dallas-el-paso").rule == "C14"


def test_C14_a_grey_route_costs_any_one_colour() -> None:
    game = Game.position("usa", hands={0: {"red": 2, "blue": 2, "green": 1}})
    assert payments(game, "claim boston-montreal.1") == {"2 red", "2 blue"}
    assert refused(game, "claim boston-montreal.1 with 1 red 1 blue").rule == "C14"
    assert refused(game, "claim boston-montreal.1").code == "ambiguous"


def test_C14_locomotives_stand_for_any_colour_in_any_number() -> None:
    game = Game.position("usa", hands={0: {"red": 3, "locomotive": 3}})
    assert payments(game, "claim chicago-duluth") == {
        "3 red",
        "2 red 1 locomotive",
        "1 red 2 locomotive",
        "3 locomotive",
    }
    game.play("claim chicago-duluth with 1 red 2 locomotives")
    assert hand(game, 0) == {"red": 2, "locomotive": 1}
    alone = Game.position("usa", hands={0: {"locomotive": 3}})
    assert payments(alone, "claim boston-new-york.2") == {"2 locomotive"}


def test_C15_cards_to_the_discards_trains_on_the_route() -> None:
    game = Game.position("usa", hands={0: {"red": 3, "locomotive": 2}}, discards={})
    game.play("claim dallas-el-paso with 3 red 1 locomotive")
    assert discards(game) == {"red": 3, "locomotive": 1}
    assert (routes(game, 0), int(game.record.trains[0])) == ({"dallas-el-paso"}, 41)


def test_C15_not_with_too_few_trains_one_a_turn_and_theirs_alone() -> None:
    game = Game.position("usa", 4, trains={0: 3}, hands={0: {"red": 6}, 1: {"red": 6}})
    assert refused(game, "claim dallas-el-paso").rule == "C15"
    game.play("claim chicago-duluth")
    assert game.to_move == 1
    assert refused(game, "claim chicago-duluth").rule == "C15"
    with pytest.raises(PositionError, match="C15"):
        Game.position("usa", routes={0: ["chicago-duluth"], 1: ["chicago-duluth"]})


def test_C15_connected_or_not() -> None:
    game = Game.position("usa", routes={0: ["seattle-vancouver.1"]}, hands={0: {"blue": 5}})
    game.play("claim atlanta-miami")
    assert routes(game, 0) == {"seattle-vancouver.1", "atlanta-miami"}


@pytest.mark.parametrize(
    ("route", "points"),
    [
        ("dallas-houston.1", 1),
        ("boston-montreal.1", 2),
        ("chicago-duluth", 4),
        ("dallas-el-paso", 7),
        ("helena-omaha", 10),
        ("miami-new-orleans", 15),
    ],
)
def test_C16_points_at_once(route: str, points: int) -> None:
    game = Game.position("usa", hands={0: {"red": 6}})
    assert told(game, f"claim {route}")[0]["points"] == points
    assert game.view(1).seats[0].points == points


def test_C16_eight_spaces_score_21() -> None:
    game = Game.position("europe", deck={"blue": 3}, hands={0: {"red": 8}})
    assert told(game, "claim petrograd-stockholm")[1]["points"] == 21


def test_C17_no_player_owns_two_parallel_routes() -> None:
    game = Game.position("usa", 4, routes={0: ["boston-new-york.1"]}, hands={0: {"yellow": 2}, 1: {"yellow": 2}})
    assert refused(game, "claim boston-new-york.2").rule == "C17"
    game = Game.position("usa", 4, routes={0: ["boston-new-york.1"]}, hands={1: {"yellow": 2}}, to_move=1)
    game.play("claim boston-new-york.2")
    with pytest.raises(PositionError, match="C17"):
        Game.position("usa", 5, routes={0: ["boston-new-york.1", "boston-new-york.2"]})


@pytest.mark.parametrize(("players", "closes"), [(2, True), (3, True), (4, False), (5, False)])
def test_C18_with_two_or_three_players_one_of_the_parallel_routes_closes_the_others(players: int, closes: bool) -> None:
    game = Game.position("usa", players, hands={0: {"red": 2}, 1: {"yellow": 2}})
    game.play("claim boston-new-york.1")
    assert ("boston-new-york.2" in game.view(1).closed) is closes
    if closes:
        assert refused(game, "claim boston-new-york.2").rule == "C18"
        with pytest.raises(PositionError, match="C18"):
            Game.position("usa", players, routes={0: ["boston-new-york.1"], 1: ["boston-new-york.2"]})
    else:
        game.play("claim boston-new-york.2")


def test_C19_side_by_side_between_different_cities_is_not_parallel() -> None:
    """Kansas City to Saint Louis and Kansas City to Omaha share a city; both can be claimed by one player of two."""
    game = Game.position("usa", routes={0: ["kansas-city-saint-louis.1"]}, hands={0: {"red": 1}})
    game.play("claim kansas-city-omaha.1")
    assert game.view(0).closed == ["kansas-city-omaha.2", "kansas-city-saint-louis.2"]


# ---- tickets


def test_C20_take_three_keep_at_least_one_the_rest_to_the_bottom() -> None:
    game = Game.position("usa")
    offer = told(game, "tickets")[0]["tickets"]
    assert (len(offer), game.to_move) == (3, 0)
    assert sorted(moves(game)) == sorted(
        ["keep 1", "keep 2", "keep 3", "keep 1 2", "keep 1 3", "keep 2 3", "keep 1 2 3"]
    )
    assert refused(game, "keep none").rule == "C20"
    assert refused(game, "draw").rule == "C20"
    assert refused(game, "keep 4").code == "not-offered"
    game.play("keep 2")
    assert (tickets(game, 0), game.to_move) == ({offer[1]}, 1)
    assert ticket_deck(game)[-2:] == [offer[0], offer[2]]


@pytest.mark.parametrize(
    ("name", "count"), [("usa", 3), ("usa-mega", 4), ("usa-big-cities", 4), ("europe", 3), ("france", 4)]
)
def test_C20_how_many_are_drawn(name: str, count: int) -> None:
    assert len(told(Game.position(name), "tickets")[0]["tickets"]) == count


@pytest.mark.parametrize("left", [1, 2])
def test_C20_fewer_if_the_deck_holds_fewer(left: int) -> None:
    every_ticket = [ticket.id for ticket in Game("usa", 2, seed=0).setting.tickets]
    game = Game.position("usa", tickets={1: every_ticket[left:]})
    assert set(told(game, "tickets")[0]["tickets"]) == set(every_ticket[:left])
    game.play("keep 1")
    assert len(ticket_deck(game)) == left - 1


def test_C20_where_fewer_than_the_minimum_are_offered_all_are_kept() -> None:
    """A deck of four first tickets for two players who must each keep two of three: the second is offered one."""
    game = Game(board(["a-b 1", "b-c 1"], ["a-b 1", "a-c 2", "b-c 3", "b-a 4"]), 2, seed=1)
    game.play("keep 1 2")
    assert moves(game) == ["keep 1"]


def test_C20_not_with_an_empty_ticket_deck() -> None:
    every_ticket = [ticket.id for ticket in Game("usa", 2, seed=0).setting.tickets]
    game = Game.position("usa", tickets={1: every_ticket})
    assert "tickets" not in words(game)
    assert refused(game, "tickets").rule == "C20"


def test_C20_what_was_put_under_comes_back_in_order() -> None:
    every_ticket = [ticket.id for ticket in Game("usa", 2, seed=0).setting.tickets]
    game = Game.position("usa", tickets={1: every_ticket[3:]})
    offer = told(game, "tickets")[0]["tickets"]
    game.play("keep 2")
    assert told(game, "tickets")[0]["tickets"] == [offer[0], offer[2]]


def test_C21_a_kept_ticket_is_kept_to_the_end() -> None:
    game = Game.position("usa", offer={0: ["boston-miami", "denver-el-paso"]})
    game.play("keep 1")
    assert tickets(game, 0) == {"boston-miami"}
    assert "boston-miami" not in ticket_deck(game)
    assert score(game, 0).failed == ["boston-miami"]


def test_C22_a_joined_ticket_adds_its_points_another_takes_them_away() -> None:
    chain = ["denver-santa-fe", "el-paso-santa-fe"]
    held = ["denver-el-paso", "new-york-seattle"]
    game = Game.position("usa", routes={0: chain}, tickets={0: held, 1: []})
    assert score(game, 0).completed == ["denver-el-paso"]
    assert score(game, 0).failed == ["new-york-seattle:22"]  # the anniversary set has one worth 20
    assert score(game, 0).tickets == 4 - 22
    assert score(game, 0).total == 2 + 2 + 4 - 22 + 10


def test_C22_only_by_ones_own_routes() -> None:
    game = Game.position(
        "usa", routes={0: ["denver-santa-fe"], 1: ["el-paso-santa-fe"]}, tickets={0: ["denver-el-paso"]}
    )
    assert score(game, 0).tickets == -4


def test_C22_a_total_may_be_negative() -> None:
    game = Game.position("usa", tickets={1: ["new-york-seattle", "los-angeles-miami"]})
    assert score(game, 1).total == -42


# ---- the end


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("trigger", [0, 1])
@pytest.mark.parametrize(("trains", "ends"), [(4, True), (5, False), (3, True), (2, True)])
def test_C23_two_trains_or_fewer_everyone_has_exactly_one_more_turn(
    players: int, trigger: int, trains: int, ends: bool
) -> None:
    game = Game.position("usa", players, trains={trigger: trains}, hands={trigger: {"red": 2}}, to_move=trigger)
    happened = told(game, "claim boston-new-york.1")
    assert ("last" in [event["e"] for event in happened]) is ends
    if not ends:
        assert game.view(0).turns_left is None
        return
    order: list[int | None] = []
    while not game.over:
        order.append(game.to_move)
        happened = told(game, "draw") + told(game, "draw")
    assert order == [(trigger + turn) % players for turn in range(1, players + 1)]
    assert happened[-1]["e"] == "end"


def test_C23_a_second_player_who_runs_low_does_not_prolong_the_last_round() -> None:
    game = Game.position("usa", trains={0: 3, 1: 3}, hands={0: {"red": 2}, 1: {"yellow": 2, "locomotive": 1}})
    assert events(game, "claim boston-new-york.1") == ["claim", "last"]
    assert events(game, "claim denver-salt-lake-city.2 with 2 yellow 1 locomotive") == ["claim"]  # 0 trains, no `last`
    assert game.to_move == 0
    assert events(game, "draw", "draw")[-1] == "end"


def test_C23_a_pass_is_a_turn_of_the_last_round() -> None:
    every_ticket = [ticket.id for ticket in Game("usa", 2, seed=0).setting.tickets]
    game = Game.position(
        "usa", row=[None] * 5, hands={0: {"red": 2}, 1: cards_but({"red": 2})}, trains={0: 4, 1: 0}, tickets={1: every_ticket},
        turns_left=2, to_move=1,
    )  # fmt: skip
    assert (game.to_move, game.view(0).turns_left) == (0, 1)


def test_C24_longest_path_passes_a_city_twice_but_no_route() -> None:
    """A lying eight through Denver with a tail: all of it is one trail."""
    eight = [
        "denver-santa-fe", "el-paso-santa-fe", "el-paso-oklahoma-city", "denver-oklahoma-city",
        "denver-omaha", "kansas-city-omaha.1", "denver-kansas-city.1",
    ]  # fmt: skip
    game = Game.position("usa", routes={0: eight})
    assert score(game, 0).longest == 2 + 2 + 5 + 4 + 4 + 1 + 4
    game = Game.position("usa", routes={0: [*eight, "denver-phoenix"]})
    assert score(game, 0).longest == 22 + 5


def test_C24_branches_do_not_count_twice() -> None:
    star = ["denver-santa-fe", "denver-oklahoma-city", "denver-phoenix", "denver-helena"]
    assert score(Game.position("usa", routes={0: star}), 0).longest == 5 + 4


def test_C24_all_who_tie_get_the_bonus_and_nobody_without_a_route() -> None:
    game = Game.position("usa", 3, routes={0: ["boston-montreal.1"], 2: ["dallas-little-rock"]})
    assert [score(game, seat).longest_bonus for seat in range(3)] == [10, 0, 10]
    empty = Game.position("usa", 2)
    assert [score(empty, seat).longest_bonus for seat in range(2)] == [0, 0]
    assert [score(empty, seat).longest for seat in range(2)] == [0, 0]


def test_C24_the_longest_part_counts_not_the_sum_of_parts() -> None:
    apart = ["boston-montreal.1", "seattle-vancouver.1", "calgary-winnipeg"]
    assert score(Game.position("usa", routes={0: apart}), 0).longest == 6


def test_C25_the_highest_total_wins() -> None:
    game = Game.position("usa", 3, routes={0: ["boston-montreal.1"], 1: ["calgary-winnipeg"], 2: ["chicago-duluth"]})
    assert winners(game) == [1]


def test_C25_ties_most_completed_tickets() -> None:
    """15 + 10 without a ticket against 4 + 10 and tickets of 4 and 7: equal, and the tickets decide."""
    small = board(["a-b 6", "c-d 3", "e-f 3", "b-c 1", "d-e 1"], ["c-d 5", "e-f 2", "a-f 9"], longestBonus=0)
    game = Game.position(small, routes={0: ["a-b"], 1: ["c-d", "e-f"]}, tickets={1: ["c-d", "e-f"]})
    assert [score(game, seat).total for seat in (0, 1)] == [15, 15]
    assert winners(game) == [1]


def test_C25_ties_then_having_the_longest_path_then_sharing() -> None:
    small = board(["a-b 4", "c-d 3", "d-e 3", "b-c 1"], longestBonus=0, points={"1": 1, "3": 2, "4": 4})
    game = Game.position(small, routes={0: ["a-b"], 1: ["c-d", "d-e"]})
    assert [(score(game, seat).total, score(game, seat).longest) for seat in (0, 1)] == [(4, 4), (4, 6)]
    assert winners(game) == [1]
    small = board(["a-b 4", "c-d 4", "b-c 1"])
    game = Game.position(small, 3, routes={0: ["a-b"], 2: ["c-d"]})
    assert winners(game) == [0, 2]
    assert winners(Game.position("usa", 4)) == [0, 1, 2, 3]


def test_the_builder_counts_cards_as_the_kernel_does() -> None:
    """The tests' own tool: what is left nowhere else makes 110 with what was placed."""
    left = cards_but({"red": 3}, MIXED_ROW)
    assert sum(left.values()) == 110 - 3 - 5
    assert handful(Game.position("usa", hands={0: left}).record.hands[0]) == left
