"""Of positions given 70 %, about 70 % are won; `python -m benchmarks.review calibration` measures it on thousands."""

import numpy as np
import pytest

from benchmarks.review import TOLD, calibration_error, factors, self_play
from railhead.boards import load
from railhead.review.eyes import weighings
from railhead.review.judging import judge_for, values
from railhead.value.tempering import STAGES, between, temper_of, tempered, tempers


def test_chances_of_the_networks_own_games_come_true() -> None:
    played = self_play(load("usa"), 2, 40, 77, 20)
    told = values(judge_for(load("usa"), 2), load("usa"), played.games, TOLD)
    assert np.allclose(told.sum(axis=1), 1)
    assert calibration_error(told, played.won) < 0.15  # forty games tell no more
    assert ((told - played.won) ** 2).sum(axis=1).mean() < 0.48  # an even guess is off by a half


def test_every_network_that_ships_has_its_weighing() -> None:
    from railhead.bots.neural import shipped

    assert set(weighings()) == set(shipped())
    for table, one in weighings().items():
        assert one.tempo.shape == (3, len(STAGES), int(table.rpartition("-")[2]))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_tempered_chances_add_up_and_keep_their_order(players: int) -> None:
    lots = np.random.default_rng(players)
    told, far = lots.dirichlet(np.ones(players), 200), lots.random(200)
    assert np.allclose(tempered((1.0,) * len(STAGES), told, far), told)
    bolder = tempered((1.5, 1.3, 1.1), told, far)
    assert np.allclose(bolder.sum(axis=1), 1) and (bolder.argsort(axis=1) == told.argsort(axis=1)).all()
    assert (bolder.max(axis=1) >= told.max(axis=1)).all()
    assert np.allclose(between(far).sum(axis=1), 1)


def test_a_judge_who_is_too_modest_is_set_right_by_who_won() -> None:
    lots = np.random.default_rng(4)
    true, far = lots.dirichlet(np.ones(2), 20_000), lots.random(20_000)
    won = np.eye(2)[(lots.random(20_000) > true[:, 0]).astype(int)]
    modest = tempered((0.5,) * len(STAGES), true, far)
    found = factors(modest, far, won)
    assert found == pytest.approx([2.0] * len(STAGES), abs=0.2)
    assert calibration_error(tempered(tuple(found), modest, far), won) < 0.02 < calibration_error(modest, won)


def test_every_table_has_factors_for_all_stages() -> None:
    for judge in ("network", "playouts"):
        assert all(len(one) == len(STAGES) and min(one) > 0 for one in tempers(judge).values())
    assert temper_of("nobody", load("usa"), 2) == (1.0,) * len(STAGES)


def test_the_error_of_a_calibration_is_what_its_name_says() -> None:
    told = np.array([[0.7, 0.3]] * 10)
    right = np.array([[1.0, 0.0]] * 7 + [[0.0, 1.0]] * 3)
    assert calibration_error(told, right) < 1e-9
    assert abs(calibration_error(told, np.array([[1.0, 0.0]] * 10)) - 0.3) < 1e-9
