"""The bot that was taught by self-play: it plays what it has learned, and says so where it has learned nothing."""

from pathlib import Path

import numpy as np
import pytest

from railhead import Game
from railhead.boards import load
from railhead.bots import choose, names, neural, sit


def test_neural_beats_one_step() -> None:
    assert "neural" in names()
    setting = load("usa")
    won = 0.0
    for seed in range(6):
        game = Game(setting, 2, seed)
        bots = [sit("neural", setting, seed), sit("one-step", setting, seed)]
        while not game.over:
            seat = game.to_move
            assert seat is not None
            game.apply(bots[(seat + seed) % 2](game.veiled(seat)))
        won += seed % 2 in game.score().winners
    assert won >= 5


def test_neural_says_what_it_has_not_learned() -> None:
    for game in (Game("europe", 2, 1), Game("usa", 3, 1)):
        with pytest.raises(ValueError, match="only usa with 2 players; take planner or search"):
            choose("neural", game)


def test_weights_are_kept_in_a_byte_each_and_come_back_nearly_the_same(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    weights = {
        "first.weight": random.normal(size=(7, 5)).astype(np.float32),
        "first.bias": np.arange(7, dtype=np.float32),
    }
    neural.keep(tmp_path / "weights.npz", weights)
    back = neural.load(tmp_path / "weights.npz")
    assert np.abs(back["first.weight"].T - weights["first.weight"]).max() <= np.abs(weights["first.weight"]).max() / 127
    assert np.array_equal(back["first.bias"], weights["first.bias"])
