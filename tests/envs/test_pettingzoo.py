"""PettingZoo: its own tests, unchanged, and what they do not look at."""

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test

from railhead import Game
from railhead.envs import pettingzoo
from railhead.envs.batch import REWARDS


@pytest.mark.parametrize(("game", "players"), [("usa", 2), ("usa", 5), ("europe", 3), ("france", 4)])
def test_api(game: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message=".*(mask|reward|space|state).*")
        warnings.filterwarnings("ignore", message="Observation (is not a NumPy array|space for each agent)")
        api_test(pettingzoo.env(game, players), num_cycles=200)


@pytest.mark.parametrize("players", [2, 3])
def test_seed(players: int) -> None:
    seed_test(lambda: pettingzoo.env("europe", players), num_cycles=200)


@pytest.mark.parametrize("game", ["usa", "france"])
def test_parallel_api(game: str) -> None:
    parallel_api_test(pettingzoo.parallel_env(game, 3), num_cycles=200)


def test_performance_benchmark_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10_000_000))
    monkeypatch.setattr("time.time", lambda: next(clock) / 50)  # its five seconds pass in 250 looks at the clock
    performance_benchmark(pettingzoo.env("usa", 3))
    assert "turns per second" in capsys.readouterr().out


def play(env: Any, seed: int) -> Game:
    """A game by lot through the environment, and the same decisions in a Game."""
    env.reset(seed=seed)
    twin = Game(env.setting, len(env.possible_agents), seed)
    lot = np.random.default_rng(seed)
    for agent in env.agent_iter():
        observation, _, terminated, _, info = env.last()
        if terminated:
            env.step(None)
            continue
        assert agent == f"player_{twin.to_move}"
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        assert legal == twin.legal()
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        decision = int(lot.choice(legal))
        twin.apply(decision)
        env.step(decision)
    return twin


@pytest.mark.parametrize("game", ["usa", "europe", "france"])
def test_the_same_seed_is_the_same_game(game: str) -> None:
    env = pettingzoo.env(game, 3)
    twin = play(env, 17)
    assert twin.over
    assert env._table.records[0].tobytes() == twin.record.tobytes()


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("players", [2, 4])
def test_rewards_say_who_won(reward: str, players: int) -> None:
    env = pettingzoo.env("usa", players, reward=reward)
    for seed in range(5):
        collected = dict.fromkeys(env.possible_agents, 0.0)
        env.reset(seed=seed)
        lot = np.random.default_rng(seed)
        twin = Game("usa", players, seed)
        for agent in env.agent_iter():
            observation, given, terminated, _, _ = env.last()
            collected[agent] += given
            decision = None if terminated else int(lot.choice(np.flatnonzero(observation["action_mask"])))
            if decision is not None:
                twin.apply(decision)
            env.step(decision)
        result = twin.score()
        totals = [score.total for score in result.scores]
        winners = result.winners
        for seat, agent in enumerate(env.possible_agents):
            if reward == "win":
                expected = (players - len(winners)) / len(winners) if seat in winners else -1.0
            elif reward == "score":
                expected = totals[seat] - (sum(totals) - totals[seat]) / (players - 1)
            else:
                assert len(set(totals)) == players, "choose seeds without ties"
                expected = 1 - 2 * sorted(totals, reverse=True).index(totals[seat]) / (players - 1)
            assert collected[agent] == pytest.approx(expected)


def test_illegal_decisions_are_refused_and_change_nothing() -> None:
    env = pettingzoo.env("usa", 2, illegal="raise")
    env.reset(seed=1)
    before = env._table.records.tobytes()
    for decision in (0, 500, -1, None):
        with pytest.raises(ValueError, match="legal"):
            env.step(decision)
    assert env._table.records.tobytes() == before


def test_illegal_decisions_are_replaced_where_libraries_try_them() -> None:
    env, twin = pettingzoo.env("usa", 2), pettingzoo.env("usa", 2)
    for one in (env, twin):
        one.reset(seed=1)
        one.step(0)
        assert "illegal" not in one.infos["player_1"]
        one.step(int(one.observe("player_1")["action_mask"].argmax()))
        while one.agent_selection != "player_0":
            one.step(int(one.observe("player_1")["action_mask"].argmax()))
        assert one.infos["player_0"]["illegal"]
    assert env._table.records.tobytes() == twin._table.records.tobytes()
    for nonsense in (500, -1, None):
        with pytest.raises(ValueError, match="legal"):
            env.step(nonsense)
    with pytest.raises(ValueError, match="must be one of"):
        pettingzoo.env(illegal="allow")


def test_observations_are_not_overwritten_by_later_steps() -> None:
    env = pettingzoo.env("usa", 2)
    env.reset(seed=1)
    kept = env.observe("player_0")
    copy = {name: values.copy() for name, values in kept.items()}
    env.step(int(kept["action_mask"].argmax()))
    assert all(np.array_equal(kept[name], copy[name]) for name in kept)


def test_render_as_text_and_as_picture() -> None:
    env = pettingzoo.env("europe", 2, render_mode="ansi")
    env.reset(seed=1)
    assert "Face up:" in env.render()
    assert "Your hand" not in env.render()
    pytest.importorskip("PIL", reason="needs Pillow")
    shown = pettingzoo.env("europe", 2, render_mode="rgb_array")
    shown.reset(seed=1)
    pixels = shown.render()
    assert pixels.dtype == np.uint8
    assert pixels.shape[2] == 3
    assert pixels.std() > 10
    with pytest.raises(ValueError, match="no render mode"):
        pettingzoo.env(render_mode="hologram")
