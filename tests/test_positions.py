"""Positions that begin early: the first choice of tickets (C5), and cards that everybody has seen go into a hand (C7)."""

from typing import Any

import pytest

from railhead import Game, PositionError
from railhead.boards import known_ids


@pytest.mark.parametrize("name", known_ids())
def test_the_first_choice_of_tickets_is_a_lawful_one_in_every_game(name: str) -> None:
    game = Game.position(name, 3, first_tickets={}, seed=5)
    assert (game.phase, game.to_move) == ("first-tickets", 0)
    numbers = game.setting.record
    for seat in range(3):
        view = game.view(seat)
        assert len(view.offer) == numbers.first_long + numbers.first_regular
        assert sum(view.hand.values()) == numbers.first_cards
    offered = [ticket for seat in range(3) for ticket in game.view(seat).offer]
    assert len(set(offered)) == len(offered)
    again = Game.from_line(game.line())
    assert again == game
    while not game.over:  # it plays on to its end
        game.apply(game.legal()[0] if len(game.decisions) % 7 else game.legal()[-1])


def test_what_is_offered_and_chosen_is_what_was_given() -> None:
    offers = {
        0: ["kobenhavn-erzurum", "athina-angora", "budapest-sofia", "zurich-brindisi"],
        1: ["brest-petrograd", "berlin-roma", "essen-kyiv", "zurich-budapest"],
    }
    known = {ticket.id for ticket in Game("europe").setting.tickets}
    given = {seat: [_spelled(name, known) for name in names] for seat, names in offers.items()}
    game = Game.position("europe", 2, first_tickets=given, chosen={0: given[0][:2]}, to_move=1, starter=0)
    assert game.view(1).offer == given[1]
    game.play("keep 1 2")
    assert (game.phase, game.to_move) == ("turn", 0)
    assert sorted(game.view(0).tickets) == sorted(given[0][:2])
    assert sorted(game.view(1).tickets) == sorted(given[1][:2])


def _spelled(name: str, known: set[str]) -> str:
    """A ticket by its two ends, in whichever order the board has them."""
    ends = sorted(name.split("-"))
    return next(ticket for ticket in known if sorted(ticket.split("-")) == ends)


def test_known_cards_are_seen_by_all_and_the_rest_of_a_hand_is_not() -> None:
    game = Game.position("usa", 2, hands={1: {"red": 3, "blue": 1}}, known={1: {"red": 2}})
    rival = game.view(0).seats[1]
    assert (rival.cards, rival.known) == (4, {"red": 2})
    assert Game.from_line(game.line()) == game


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"known": {0: {"red": 1}}}, "its hand has 0 more (C7)"),
        ({"first_tickets": {}, "routes": {0: ["atlanta-miami"]}}, "no routes (C5)"),
        ({"chosen": {0: []}}, "only be given with first_tickets"),
        ({"first_tickets": {}, "to_move": 1, "chosen": {0: []}}, "chooses at least 2"),
        ({"first_tickets": {}, "chosen": {0: []}}, "has not chosen yet"),
        ({"first_tickets": {0: ["boston-miami"]}}, "0 long and 3 other tickets"),
        ({"first_tickets": {}, "starter": 7}, "seats are 0 to 1"),
    ],
)
def test_what_no_game_could_reach_is_refused_with_the_rule(parts: dict[str, Any], why: str) -> None:
    with pytest.raises(PositionError) as error:
        Game.position("usa", 2, **parts)
    assert why in str(error.value)
