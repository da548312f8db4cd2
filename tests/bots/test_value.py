"""Who will win from here: by network where one was taught, by playouts elsewhere; what is hidden from a seat changes nothing of what it is told."""

import numpy as np
import pytest

from railhead import Game, value
from railhead.bots import sit
from railhead.bots.dealing import kinds_of, suited
from railhead.bots.neural import learned_at, opinion
from railhead.bots.neural.ahead import think_of_all
from railhead.bots.neural.playing import Reader
from railhead.kernel.bits import has
from railhead.kernel.records import TICKET_WORDS, TICKETS, WORK
from railhead.kernel.tickets import ring_place
from railhead.kernel.views import redeal


def _later(game: Game, decisions: int) -> Game:
    """Some decisions of planners later."""
    players = [sit("planner", game.setting, seat) for seat in range(game.players)]
    for _ in range(decisions):
        assert game.to_move is not None
        game.apply(players[game.to_move](game.veiled(game.to_move)))
    return game


def _dealt_anew(game: Game, seat: int, number: int) -> Game:
    """Another game that looks the same to a seat."""
    other = game.clone()
    redeal(game.setting.record, other.record, seat, np.uint64(number), np.zeros(TICKET_WORDS, np.uint64))
    return other


@pytest.mark.parametrize(("name", "players", "by"), [("usa", 2, "network"), ("usa", 3, "playouts")])
def test_chances_of_all_seats_add_up(name: str, players: int, by: str) -> None:
    game = _later(Game(name, players, 5), 20)
    for seat in range(players):
        found = value.of(game, seat)
        assert found.by == by and len(found.chances) == players
        assert sum(found.chances) == pytest.approx(1, abs=1e-5)
        assert 0 < found.sure < (0.2 if by == "network" else 0.25)  # playouts claim to be off by OFF_PLAYOUTS at least


@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("usa", 3)])
def test_what_is_hidden_from_a_seat_changes_nothing_of_what_it_is_told(name: str, players: int) -> None:
    game = _later(Game(name, players, 9), 26)
    for seat in range(players):
        told = value.of(game, seat)
        assert all(value.of(_dealt_anew(game, seat, number), seat) == told for number in (1, 2))
    mover = game.to_move
    assert mover is not None
    assert value.choices(_dealt_anew(game, mover, 3)) == value.choices(game)


def test_somebody_who_waits_is_told_of_what_is_advised_and_a_few_others() -> None:
    game = _later(Game("usa", 3, 5), 30)
    advised = game.legal()[-1]
    found = value.few(game, advised)
    assert len(found) == value.FEW < len(game.legal()) and advised in [one.decision for one in found]
    assert all(one.sure >= 1 / value.CHOICE_DEALS["playouts"] for one in found)
    assert value.few(_dealt_anew(game, game.to_move or 0, 3), advised) == found


def test_every_legal_decision_has_its_chance_the_best_first() -> None:
    game = _later(Game("usa", 2, 5), 30)
    found = value.choices(game)
    assert sorted(choice.decision for choice in found) == game.legal()
    chances = [choice.chance for choice in found]
    assert chances == sorted(chances, reverse=True) and 0 <= chances[-1] <= chances[0] <= 1
    assert found[0].chance >= value.of(game).chances[game.to_move or 0] - 0.02


def test_at_the_end_nothing_is_left_to_guess() -> None:
    game = Game("usa", 2, 1)
    while not game.over:
        game.apply(game.legal()[len(game.legal()) // 2])
    found = value.of(game, 1)
    assert found.by == "rules" and found.sure == 0
    assert [seat for seat, chance in enumerate(found.chances) if chance] == game.score().winners
    with pytest.raises(ValueError, match="over"):
        value.choices(game)


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="seat is 2"):
        value.of(Game("usa", 2, 1), 2)


def test_a_network_says_the_same_of_many_positions_at_once() -> None:
    for name, players in (("usa", 2), ("europe", 4)):
        game = _later(Game(name, players, 3), 24)
        learned = learned_at(game.setting, players)
        assert learned is not None
        laid, view = learned.at(game.setting, players), game.veiled(game.to_move)
        alone = opinion(learned, game.setting, view)
        row = Reader(game.setting, laid.table)(view)
        logits, chances, margins = think_of_all(laid, np.stack([row, row]))
        legal = game.legal()
        assert np.allclose(logits[1, legal], alone.logits[legal], atol=1e-3)
        assert np.allclose(chances[0], alone.chances, atol=1e-4) and margins[0] == pytest.approx(alone.margin, abs=1e-2)


def test_looking_ahead_far_enough_is_the_end_and_nearer_a_guess() -> None:
    game = _later(Game("usa", 2, 3), 60)
    look, learned = value._looker(game.setting, 2)
    assert learned is not None and game.to_move is not None
    view, seat, legal = game.veiled(game.to_move), game.to_move, game.legal()[:2]
    end, near = look(view, seat, legal, 7, 0, 6, turns=100), look(view, seat, legal, 7, 0, 6)
    assert set(end.chances.ravel()) <= {0.0, 0.5, 1.0} and ((near.chances > 0) & (near.chances < 1)).all()
    assert (
        np.allclose(end.chances.sum(axis=2), 1)
        and ((end.margins[..., None] > 0) == (end.chances[..., [seat]] == 1)).mean() > 0.9
    )  # equal points are won by tickets
    again = look(view, seat, legal[::-1], 7, 0, 6)
    assert np.allclose(near.chances[::-1], again.chances, atol=1e-5)  # whatever is compared beside it


def _tickets_placed(game: Game, deal: Game) -> list[int]:
    """All tickets in hands, offers and the deck of a deal."""
    record = deal.record
    held = [ticket for seat in range(game.players) for ticket in _held(deal, seat)]
    deck = [int(record.ticket_deck[ring_place(record, depth)]) for depth in range(int(record.deck_tickets))]
    offered = [int(one) for seat in range(game.players) for one in record.offer[seat, : record.offer_count[seat]]]
    return held + deck + offered


def _held(deal: Game, seat: int) -> list[int]:
    return [number for number in range(len(deal.setting.tickets)) if has(deal.record.tickets[seat], number)]


@pytest.mark.parametrize(("name", "players", "decisions"), [("usa", 2, 90), ("europe", 3, 150), ("france", 2, 150)])
def test_rivals_are_dealt_tickets_that_suit_what_they_built_and_nothing_that_is_known_changes(
    name: str, players: int, decisions: int
) -> None:
    game = _later(Game(name, players, 5), decisions)
    seat = game.to_move
    assert seat is not None
    view, rival = game.veiled(seat), (seat + 1) % players
    setting = game.setting
    suits, by_lot = [], []
    kinds, work = np.zeros(TICKETS, np.int64), np.zeros(1, WORK)[0]
    kinds_of(setting.record, game.record, rival, kinds, work)
    deals = suited(setting, view, seat, 7, 0, 40)
    for number in range(40):
        deal = Game.of_record(setting, deals[number : number + 1].copy(), game.names)
        assert deal.veiled(seat).tobytes() == view.tobytes()
        placed = _tickets_placed(game, deal)
        assert len(set(placed)) == len(placed)
        assert len(_held(deal, rival)) == len(_held(game, rival))
        suits.append(kinds[_held(deal, rival)].mean())
        by_lot.append(kinds[_held(_dealt_anew(game, seat, number), rival)].mean())
    assert np.mean(suits) > np.mean(by_lot) + 0.3
    assert (suited(setting, view, seat, 7, 0, 40) == deals).all()  # by its numbers alone
