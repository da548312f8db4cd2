"""Networks and playouts agree about who will win within what both claim."""

import numpy as np
import pytest

from railhead import value
from railhead.boards import load
from railhead.bots import sit
from railhead.bots.match import play
from railhead.bots.player import lots
from railhead.game import Game
from railhead.kernel.records import NONE
from railhead.value import OFF_PLAYOUTS
from railhead.value.playouts import Playouts

DEALS = 40


@pytest.mark.parametrize("name", ["usa", "europe", "france"])
def test_networks_and_playouts_agree_within_what_both_claim(name: str) -> None:
    setting = load(name)
    playouts, apart = Playouts(setting, 2), []
    for seed in range(8):
        match = play(setting, [sit("planner", setting, seed + seat) for seat in range(2)], 5_000_003 + seed)
        game = Game(setting, players=2, seed=5_000_003 + seed)
        for number, decision in enumerate(match.decisions):
            if number % 30 == 10:
                told, seat = value.of(game), game.to_move
                assert told.by == "network" and seat is not None
                view = game.veiled(seat)
                seen = playouts(view, seat, [NONE], lots(view), 0, DEALS).chances[0, :, seat]
                claimed = np.hypot(np.hypot(told.sure, OFF_PLAYOUTS), seen.std() / np.sqrt(DEALS))
                apart.append(abs(told.chances[seat] - seen.mean()) / claimed)
            game.apply(decision)
    assert len(apart) > 20
    assert np.mean(np.array(apart) < 2) >= 0.85 and np.mean(np.array(apart) < 1) >= 0.5


def test_playouts_claim_no_more_than_they_know() -> None:
    assert value.of(Game("usa-10th", players=2, seed=3)).sure >= OFF_PLAYOUTS
