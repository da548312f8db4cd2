"""Of positions given 70 %, about 70 % are won; `python -m benchmarks.review calibration` measures it on thousands."""

import numpy as np

from benchmarks.review import TOLD, calibration_error, self_play
from railhead.boards import load
from railhead.review.eyes import weighings
from railhead.review.judging import judge_for


def test_chances_of_the_networks_own_games_come_true() -> None:
    played = self_play(load("usa"), 2, 40, 77, 20)
    told = judge_for(load("usa"), 2).going_on(played.games, TOLD)
    assert np.allclose(told.sum(axis=1), 1)
    assert calibration_error(told, played.won) < 0.15  # forty games tell no more
    assert ((told - played.won) ** 2).sum(axis=1).mean() < 0.48  # an even guess is off by a half


def test_every_network_that_ships_has_its_weighing() -> None:
    from railhead.bots.neural import shipped

    assert set(weighings()) == set(shipped())


def test_the_error_of_a_calibration_is_what_its_name_says() -> None:
    told = np.array([[0.7, 0.3]] * 10)
    right = np.array([[1.0, 0.0]] * 7 + [[0.0, 1.0]] * 3)
    assert calibration_error(told, right) < 1e-9
    assert abs(calibration_error(told, np.array([[1.0, 0.0]] * 10)) - 0.3) < 1e-9
