"""The rules of Europe, one test each, named after them."""

from itertools import product
from typing import Any

import pytest
from builders import (
    MIXED_ROW,
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
)

from railhead import Game, PositionError
from railhead.boards import load

LONG = {ticket.id for ticket in load("europe").tickets if ticket.long}


def test_E1_first_tickets_one_long_and_three_regular_keep_two_or_more() -> None:
    game = Game("europe", 5, seed=2)
    long_ones = []
    for seat in range(5):
        offer = game.view(seat).offer
        assert [ticket in LONG for ticket in offer] == [True, False, False, False]
        long_ones.append(offer[0])
    assert len(set(long_ones)) == 5
    assert len(moves(game)) == 6 + 4 + 1  # any two, any three, all four
    assert {"keep 2 3", "keep 1 4"} <= set(moves(game))


def test_E1_what_is_not_kept_is_out_of_the_game() -> None:
    game = Game("europe", 3, seed=2)
    first = [game.view(seat).offer for seat in range(3)]
    for _ in range(3):
        game.play("keep 3 4")
    assert [tickets(game, seat) for seat in range(3)] == [set(offer[2:]) for offer in first]
    left = set(ticket_deck(game))
    assert len(left) == 40 - 9
    assert not left & LONG
    assert not left & {ticket for offer in first for ticket in offer}


def test_E1_later_draws_are_regular_and_return_to_the_bottom() -> None:
    game = Game.position("europe")
    offer = told(game, "tickets")[0]["tickets"]
    assert not set(offer) & LONG
    game.play("keep 1")
    assert ticket_deck(game)[-2:] == offer[1:]
    with pytest.raises(PositionError, match="E1"):
        Game.position("europe", offer={0: ["brest-petrograd"]})


def test_E2_a_locomotive_for_each_symbol_of_a_ferry() -> None:
    game = Game.position("europe", hands={0: {"red": 6, "blue": 2, "locomotive": 3}})
    assert payments(game, "claim palermo-smyrna") == {"4 red 2 locomotive", "3 red 3 locomotive"}
    assert payments(game, "claim amsterdam-london") == {"2 locomotive"}
    assert payments(game, "claim dieppe-london.1") == {"1 red 1 locomotive", "1 blue 1 locomotive", "2 locomotive"}
    assert refused(game, "claim palermo-smyrna with 6 red").rule == "E2"
    poor = Game.position("europe", hands={0: {"red": 6, "locomotive": 1}})
    assert refused(poor, "claim palermo-smyrna").rule == "E2"
    assert "dieppe-london.1" in places(poor, "claim")


def tunnel(deck: dict[str, int], mine: dict[str, int], **parts: Any) -> Game:
    """Seat 0 before the tunnel Zürich to Marseille (2 purple); the deck is known."""
    return Game.position("europe", row=MIXED_ROW, deck=deck, hands={0: mine}, **parts)


def test_E3_each_card_of_the_colour_and_each_locomotive_costs_one_more() -> None:
    for deck, extra in (
        ({"red": 3}, 0),
        ({"purple": 1, "red": 2}, 1),
        ({"purple": 2, "locomotive": 1}, 3),
        ({"locomotive": 2, "red": 1}, 2),
    ):
        game = tunnel(deck, {"purple": 5})
        happened = told(game, "claim marseille-zurich")
        assert happened[0]["e"] == "tunnel"
        assert sorted(happened[0]["turned"]) == sorted(card for card, count in deck.items() for _ in range(count))
        assert happened[0]["extra"] == extra
        if extra:
            assert (game.phase, game.to_move) == ("pay-tunnel", 0)
            happened = told(game, f"pay {extra} purple")
        assert happened[-1]["e"] == "claim"
        assert happened[-1]["cards"] == {"purple": 2 + extra}
        assert hand(game, 0) == ({"purple": 3 - extra} if extra < 3 else {})


def test_E3_the_extra_is_paid_in_the_colour_played_or_locomotives() -> None:
    game = tunnel({"purple": 2, "red": 1}, {"purple": 3, "locomotive": 2, "red": 4})
    game.play("claim marseille-zurich with 2 purple")
    assert set(moves(game)) == {"pay 1 purple 1 locomotive", "pay 2 locomotive", "decline"}
    assert refused(game, "pay 2 red").rule == "E3"
    assert refused(game, "draw").rule == "E3"
    grey = tunnel({"red": 1, "blue": 2}, {"red": 4, "blue": 4})
    grey.play("claim paris-zurich with 3 red")
    assert set(moves(grey)) == {"pay 1 red", "decline"}


def test_E3_mixed_payments_are_matched_by_their_colour() -> None:
    game = tunnel({"purple": 1, "blue": 2}, {"purple": 2, "locomotive": 1})
    game.play("claim marseille-zurich with 1 purple 1 locomotive")
    assert set(moves(game)) == {"pay 1 purple", "decline"}


def test_E3_locomotives_alone_are_matched_by_locomotives_alone() -> None:
    game = tunnel({"purple": 3}, {"locomotive": 2, "purple": 3})
    assert events(game, "claim marseille-zurich with 2 locomotive") == ["tunnel", "claim"]
    game = tunnel({"locomotive": 1, "purple": 2}, {"locomotive": 4, "purple": 3})
    game.play("claim marseille-zurich with 2 locomotive")
    assert set(moves(game)) == {"pay 1 locomotive", "decline"}
    game = tunnel({"locomotive": 1, "purple": 2}, {"locomotive": 2, "purple": 3})
    assert events(game, "claim marseille-zurich with 2 locomotive")[:2] == ["tunnel", "decline"]  # none left to add
    assert hand(game, 0) == {"locomotive": 2, "purple": 3}


def test_E3_the_cards_laid_down_are_no_discards_while_the_three_are_turned_up() -> None:
    """One card in the deck, one among the discards: only those two can turn up, not the purple cards laid down."""
    mine, one, other = {"purple": 4}, {"red": 1}, {"blue": 1}
    game = Game.position(
        "europe", row=MIXED_ROW, deck=one, discards=other, hands={0: mine, 1: cards_but(MIXED_ROW, one, other, mine)}
    )
    happened = told(game, "claim marseille-zurich with 2 purple")
    assert [event["e"] for event in happened] == ["reshuffle", "tunnel", "claim"]
    assert happened[0]["cards"] == {"blue": 1}
    assert (happened[1]["turned"], happened[1]["extra"]) == (["red", "blue"], 0)
    assert discards(game) == {"purple": 2, "red": 1, "blue": 1}


def test_E4_declining_gives_the_cards_back_and_ends_the_turn() -> None:
    game = tunnel({"purple": 3}, {"purple": 5})
    game.play("claim marseille-zurich")
    assert hand(game, 0) == {"purple": 3}
    happened = told(game, "decline")
    assert happened[0] == {"e": "decline", "p": 0, "route": "marseille-zurich"}
    assert (hand(game, 0), game.to_move, routes(game, 0)) == ({"purple": 5}, 1, set())
    assert (int(game.record.trains[0]), int(game.record.points[0])) == (45, 0)
    assert game.view(1).seats[0].known == {"purple": 2}  # everybody has seen them


def test_E4_who_cannot_add_has_declined() -> None:
    game = tunnel({"purple": 3}, {"purple": 4, "red": 3})
    assert events(game, "claim marseille-zurich")[:2] == ["tunnel", "decline"]
    assert (hand(game, 0), game.to_move) == ({"purple": 4, "red": 3}, 1)


def test_E5_the_turned_up_cards_become_discards_paid_or_not() -> None:
    turned = {"purple": 1, "red": 2}
    for answer, paid in (("pay 1 purple", 3), ("decline", 0)):
        mine = {"purple": 3}
        game = Game.position(
            "europe", row=MIXED_ROW, discards={}, deck=turned, hands={0: mine, 1: cards_but(MIXED_ROW, turned, mine)}
        )
        game.play("claim marseille-zurich")
        assert discards(game) == {}  # not before the end of the turn
        game.play(answer)
        assert discards(game) == {"purple": 1 + paid, "red": 2}


@pytest.mark.parametrize("left", [0, 1, 2])
def test_E6_with_fewer_than_three_cards_those_few_are_turned_up(left: int) -> None:
    deck, mine = {"purple": left}, {"purple": 6}
    game = Game.position(
        "europe", row=MIXED_ROW, deck=deck, discards={}, hands={0: mine, 1: cards_but(MIXED_ROW, deck, mine)}
    )
    happened = told(game, "claim marseille-zurich")
    assert (happened[0]["turned"], happened[0]["extra"]) == (["purple"] * left, left)
    assert happened[-1]["e"] == ("claim" if left == 0 else "tunnel")


def test_E6_gaps_in_the_row_are_filled_after_the_tunnel() -> None:
    shown, mine = ["red", None, None, None, None], {"purple": 6}
    game = Game.position("europe", row=shown, hands={0: mine, 1: cards_but(shown, mine)})
    assert events(game, "claim marseille-zurich") == ["tunnel", "claim", "reshuffle", "row"]
    assert row(game) == ["red", "purple", "purple", None, None]


def test_E7_stations_cost_one_two_three_cards_of_one_colour() -> None:
    start = {"red": 3, "blue": 1, "locomotive": 2}
    game = Game.position("europe", hands={0: start})
    assert payments(game, "station paris") == {"1 red", "1 blue", "1 locomotive"}
    assert refused(game, "station paris with 2 red").rule == "E7"
    game = Game.position("europe", hands={0: start}, stations={0: ["roma"]})
    assert payments(game, "station paris") == {"2 red", "1 red 1 locomotive", "1 blue 1 locomotive", "2 locomotive"}
    game = Game.position("europe", hands={0: start}, stations={0: ["roma", "wien"]})
    assert payments(game, "station paris") == {
        "3 red",
        "2 red 1 locomotive",
        "1 red 2 locomotive",
        "1 blue 2 locomotive",
    }
    game.play("station paris with 3 red")
    assert (hand(game, 0), discards(game)["red"]) == ({"blue": 1, "locomotive": 2}, 3)
    assert (game.view(0).seats[0].stations, game.to_move) == (["roma", "wien", "paris"], 1)
    poor = Game.position("europe", hands={0: {"red": 1, "blue": 1}}, stations={0: ["roma"]})
    assert refused(poor, "station paris").rule == "E7"


def test_E7_any_city_without_a_station_and_three_at_most() -> None:
    game = Game.position("europe", stations={1: ["paris"]}, routes={1: ["brest-paris"]}, hands={0: {"red": 1}})
    assert refused(game, "station paris").rule == "E7"
    assert places(game, "station") == set(game.setting.cities) - {"paris"}
    full = Game.position("europe", stations={0: ["paris", "roma", "wien"]}, hands={0: {"red": 6}})
    assert refused(full, "station brest").code == "stations-used"
    with pytest.raises(PositionError, match="E7"):
        Game.position("europe", stations={0: ["paris"], 1: ["paris"]})
    with pytest.raises(PositionError, match="E7"):
        Game.position("europe", stations={0: ["paris", "roma", "wien", "brest"]})


def test_E8_a_station_borrows_one_route_into_its_city_for_tickets() -> None:
    others = ["frankfurt-paris.1", "frankfurt-munchen", "munchen-wien"]
    game = Game.position(
        "europe", routes={0: ["brest-paris"], 1: others[:1]}, stations={0: ["paris"]}, tickets={0: ["paris-wien"]}
    )
    assert score(game, 0).tickets == -8
    game = Game.position(
        "europe",
        routes={0: ["frankfurt-munchen", "munchen-wien"], 1: ["frankfurt-paris.1"]},
        stations={0: ["paris"]},
        tickets={0: ["paris-wien"]},
    )
    assert score(game, 0).completed == ["paris-wien"]
    assert score(game, 0).borrowed == ["frankfurt-paris.1"]
    # into its city, not out of a neighbour's
    game = Game.position(
        "europe",
        routes={0: ["frankfurt-munchen", "munchen-wien"], 1: ["frankfurt-paris.1"]},
        stations={0: ["munchen"]},
        tickets={0: ["paris-wien"]},
    )
    assert (score(game, 0).tickets, score(game, 0).borrowed) == (-8, [])


def test_E8_the_same_route_for_all_tickets() -> None:
    """Three tickets over the hub h by three routes of the other player: one station serves the best of them, not all."""
    star = board(
        ["a-h 1", "h-x 1", "h-y 1", "h-z 1"],
        ["a-x 5", "a-y 6", "a-z 4"],
        stations=3,
        stationPoints=4,
    )
    game = Game.position(
        star, routes={0: ["a-h"], 1: ["h-x", "h-y", "h-z"]}, stations={0: ["h"]}, tickets={0: ["a-x", "a-y", "a-z"]}
    )
    assert score(game, 0).completed == ["a-y"]
    assert score(game, 0).tickets == 6 - 5 - 4
    assert score(game, 0).borrowed == ["h-y"]


def test_E8_the_best_choice_over_all_stations_and_tickets_together() -> None:
    """Greedy at h takes x for 5; but x can only be reached so, and y over k serves two tickets."""
    net = board(
        ["a-h 1", "h-x 1", "h-k 1", "k-y 1", "k-z 1", "x-y 1"],
        ["a-x 5", "a-y 4", "h-y 3", "a-z 1"],
        stations=3,
    )
    theirs = ["h-x", "h-k", "k-y", "k-z", "x-y"]
    held = ["a-x", "a-y", "h-y", "a-z"]
    one = Game.position(net, routes={0: ["a-h"], 1: theirs}, stations={0: ["h"]}, tickets={0: held})
    assert score(one, 0).completed == ["a-x"]
    two = Game.position(net, routes={0: ["a-h"], 1: theirs}, stations={0: ["h", "k"]}, tickets={0: held})
    assert score(two, 0).completed == ["a-y", "h-y"]  # 7 - 6 beats 5 - 8
    assert score(two, 0).borrowed == ["h-k", "k-y"]
    three = Game.position(net, routes={0: ["a-h"], 1: theirs}, stations={0: ["h", "k", "x"]}, tickets={0: held})
    assert score(three, 0).completed == ["a-x", "a-y", "h-y"]
    assert score(three, 0).tickets == 12 - 1


def test_E8_agrees_with_trying_everything() -> None:
    """Random networks of three players with three stations each, against all joint choices, one by one."""
    import random

    setting = load("europe")
    lot = random.Random(8)
    for _ in range(60):
        free = [route.id for route in setting.routes if not route.id.endswith(".2")]
        lot.shuffle(free)
        owned = {seat: [free.pop() for _ in range(9)] for seat in range(3)}
        cities = lot.sample(setting.cities, 3)
        held = lot.sample([ticket.id for ticket in setting.tickets if not ticket.long], 7)
        game = Game.position("europe", 3, routes=owned, stations={0: cities}, tickets={0: held}, trains={})
        ends = {route.id: (route.a, route.b) for route in setting.routes}
        choices = [[None, *(r for seat in (1, 2) for r in owned[seat] if city in ends[r])] for city in cities]
        best = -999
        for chosen in product(*choices):
            groups = {city: city for city in setting.cities}

            def first(city: str, groups: dict[str, str] = groups) -> str:
                while groups[city] != city:
                    city = groups[city]
                return city

            for route in [*owned[0], *filter(None, chosen)]:
                groups[first(ends[route][0])] = first(ends[route][1])
            worth = {ticket.id: ticket for ticket in setting.tickets}
            best = max(
                best,
                sum(worth[t].points if first(worth[t].a) == first(worth[t].b) else -worth[t].points for t in held),
            )
        assert score(game, 0).tickets == best


def test_E8_ruling_two_players_may_borrow_the_same_route() -> None:
    line = board(["a-b 1", "b-c 1", "c-d 1"], ["a-c 3", "b-d 4"], stations=1)
    game = Game.position(
        line,
        3,
        routes={0: ["a-b"], 1: ["c-d"], 2: ["b-c"]},
        stations={0: ["b"], 1: ["c"]},
        tickets={0: ["a-c"], 1: ["b-d"]},
    )
    assert [score(game, seat).borrowed for seat in (0, 1)] == [["b-c"], ["b-c"]]
    assert [score(game, seat).tickets for seat in (0, 1)] == [3, 4]


def test_E9_a_station_in_supply_is_worth_four_points() -> None:
    game = Game.position("europe", 3, stations={1: ["roma"], 2: ["paris", "wien", "brest"]})
    assert [score(game, seat).stations for seat in range(3)] == [12, 8, 0]


def test_E10_stations_and_borrowed_routes_do_not_count_for_the_longest_path() -> None:
    game = Game.position(
        "europe",
        routes={0: ["brest-paris", "frankfurt-munchen"], 1: ["frankfurt-paris.1", "berlin-wien"]},
        stations={0: ["paris", "frankfurt"]},
        tickets={0: ["brest-venezia"]},
    )
    assert (score(game, 0).longest, score(game, 0).longest_bonus) == (3, 10)
    assert (score(game, 1).longest, score(game, 1).longest_bonus) == (3, 10)


def test_E11_ties_most_tickets_then_fewest_stations_then_the_longest_path() -> None:
    """Equal totals: with stations worth nothing, who used fewer wins; only then the longest path counts."""
    line = board(
        ["a-b 4", "c-d 3", "d-e 3", "b-c 1", "e-f 2"],
        ["a-b 1", "d-e 1"],
        stations=3,
        stationPoints=0,
        longestBonus=0,
        points={"1": 1, "2": 2, "3": 2, "4": 4},
    )
    mine, theirs = ["a-b"], ["c-d", "d-e"]
    game = Game.position(line, routes={0: mine, 1: theirs}, stations={1: ["f"]})
    assert [score(game, seat).total for seat in (0, 1)] == [4, 4]
    assert score(game, 1).longest > score(game, 0).longest
    assert winners(game) == [0]
    game = Game.position(line, routes={0: mine, 1: theirs}, stations={0: ["e"], 1: ["f"]})
    assert winners(game) == [1]
    # most tickets come before both: 4 + 1 with one ticket and two stations, against 5 without
    game = Game.position(line, routes={0: mine, 1: [*theirs, "b-c"]}, tickets={0: ["a-b"]}, stations={0: ["e", "d"]})
    assert [score(game, seat).total for seat in (0, 1)] == [5, 5]
    assert winners(game) == [0]
    shared = Game.position(line, 3, stations={2: ["a"]})
    assert winners(shared) == [0, 1]
