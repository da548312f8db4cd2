"""Whoever watches bots is told everybody's chances by what all can see, and nothing else has any part in it."""

import numpy as np
import pytest

from railhead.bots import sit
from railhead.bots.dealing import suited
from railhead.game import Game
from railhead.kernel import views
from railhead.kernel.bits import has
from railhead.kernel.records import NONE, TICKET_WORDS
from railhead.kernel.tickets import ring_place
from railhead.review.watching import watched


def _after(name: str, players: int, decisions: int) -> Game:
    game = Game(name, players, 5)
    bots = [sit("easy", game.setting, seat) for seat in range(players)]
    for _ in range(decisions):
        assert game.to_move is not None
        game.apply(bots[game.to_move](game.veiled(game.to_move)))
    return game


@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("europe", 5)])
def test_what_nobody_shows_changes_nothing_of_what_watchers_are_told(name: str, players: int) -> None:
    game = _after(name, players, 30 * players)
    told = watched(name, game.veiled(None).tobytes())
    assert sum(told) == pytest.approx(1, abs=0.01) and all(0 <= chance <= 1 for chance in told)
    other = game.clone()
    views.redeal(game.setting.record, other.record, 0, np.uint64(9), np.zeros(TICKET_WORDS, np.uint64))
    assert other.array.tobytes() != game.array.tobytes()
    assert watched(name, other.veiled(None).tobytes()) == told


@pytest.mark.parametrize(("name", "players"), [("usa", 5), ("europe", 5), ("france", 3)])
def test_deals_for_a_watcher_fit_what_all_can_see(name: str, players: int) -> None:
    game = _after(name, players, 25 * players)
    view = game.veiled(None)
    for deal in suited(game.setting, view, NONE, 3, 0, 20):
        dealt = Game.of_record(game.setting, np.array([deal]), game.names)
        assert dealt.veiled(None).tobytes() == view.tobytes()
        record = dealt.record
        placed = [int(record.ticket_deck[ring_place(record, depth)]) for depth in range(int(record.deck_tickets))]
        for seat in range(players):
            held = [number for number in range(len(game.setting.tickets)) if has(record.tickets[seat], number)]
            assert len(held) == record.ticket_count[seat]
            placed += held
        assert len(set(placed)) == len(placed)


def test_while_first_tickets_are_chosen_all_have_the_same_chance() -> None:
    assert watched("usa", Game("usa", 4, 1).veiled(None).tobytes()) == [0.25] * 4
