"""Gymnasium: its own checker, unchanged; one seat against bots, alone and many at once."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import railhead.envs.gymnasium as environments
from railhead.boards import game_ids


@pytest.mark.parametrize("game", ["usa", "europe"])
@pytest.mark.parametrize(("key", "dtype"), [(None, "uint8"), ("observations", "float32")])
def test_check_env(game: str, key: str | None, dtype: str) -> None:
    env = gymnasium.make(f"railhead/{game}-v1", players=3, key=key, dtype=dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=game != "usa")


def test_every_game_has_an_id() -> None:
    ids = {name for name in gymnasium.registry if name.startswith("railhead/")}
    assert ids == {f"railhead/{game}-v1" for game in game_ids()}


def play(env: Any, seed: int) -> tuple[float, list[bytes]]:
    """A game by lot: the reward at its end, and all that was seen."""
    observation, info = env.reset(seed=seed)
    lot = np.random.default_rng(seed)
    seen = [observation.tobytes()]
    while True:
        assert np.array_equal(info["action_mask"], env.unwrapped.action_masks())
        observation, reward, over, truncated, info = env.step(lot.choice(np.flatnonzero(info["action_mask"])))
        seen.append(observation.tobytes())
        assert not truncated
        if over:
            return reward, seen
        assert reward == 0


@pytest.mark.parametrize("opponents", ["random", ["one-step", "planner"]])
def test_games_are_whole_and_repeatable(opponents: Any) -> None:
    env = gymnasium.make("railhead/usa-v1", players=3, opponents=opponents)
    first, second, other = play(env, 5), play(env, 5), play(env, 6)
    assert first == second
    assert first != other
    assert first[0] in (-1.0, 0.5, 2.0)


def test_a_better_opponent_wins_against_the_lot() -> None:
    env = gymnasium.make("railhead/usa-v1", players=2, opponents=["planner"])
    assert sum(play(env, seed)[0] for seed in range(5)) == -5


def test_illegal_decisions_are_replaced_or_refused() -> None:
    env = environments.SeatEnvironment("usa")
    env.reset(seed=1)
    *_, info = env.step(0)
    assert info["illegal"]
    *_, info = env.step(int(info["action_mask"].argmax()))
    assert "illegal" not in info
    strict = environments.SeatEnvironment("usa", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        strict.step(0)


@pytest.mark.parametrize(
    "wrong", [{"opponents": ["random", "random"]}, {"opponents": "nobody"}, {"seat": 2}, {"players": 6}]
)
def test_what_cannot_be_is_said(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"needed|no bot|must be|has 2 to 5"):
        environments.SeatEnvironment("usa", **{"players": 2, **wrong})


@pytest.mark.parametrize("name", ["turn", "none", "over", "long", "game", "nobody"])
def test_what_is_no_bot_is_no_opponent(name: str) -> None:
    with pytest.raises(ValueError, match=f"there is no bot '{name}'"):
        environments.SeatEnvironment("usa", opponents=[name])


@pytest.mark.parametrize("name", ["search", "search:50", "master", "neural", "cmd:python3 bot.py"])
def test_a_bot_that_is_not_compiled_is_refused_and_others_are_named(name: str) -> None:
    with pytest.raises(
        ValueError,
        match=r"cannot play inside compiled code; those that can are .*planner.*child, easy, medium, hard, expert",
    ):
        environments.SeatEnvironment("usa", opponents=[name])


def test_levels_are_opponents_too() -> None:
    seen = []
    for name in ("expert", "planner"):
        env = environments.SeatEnvironment("usa", opponents=name)
        observation, info = env.reset(seed=3)
        for _ in range(20):
            observation, _, _, _, info = env.step(int(info["action_mask"].argmax()))
        seen.append(observation.tobytes())
    assert seen[0] == seen[1]


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("opponents", ["random", "long-route"])
def test_the_vector_plays_the_same_games_as_single_environments(mode: str, opponents: str) -> None:
    games = 3
    many = gymnasium.make_vec(
        "railhead/usa-v1", games, vectorization_mode="vector_entry_point", opponents=opponents, autoreset_mode=mode
    )
    assert many.metadata["autoreset_mode"].value == mode
    observations, info = many.reset(seed=40)
    single = [environments.SeatEnvironment("usa", opponents=opponents) for _ in range(games)]
    if opponents != "random":  # a bot's own lots are drawn for the whole table, so only the first step can be compared
        assert observations.shape[0] == games
    lots = [np.random.default_rng(number) for number in range(games)]
    seen = [env.reset(seed=40 + number)[0] for number, env in enumerate(single)]
    assert np.array_equal(observations, seen) or opponents != "random"
    finished = 0
    running = [True] * games
    for _ in range(400):
        masks = info["action_mask"]
        decisions = [
            int(lot.choice(np.flatnonzero(mask))) if mask.any() else 0 for lot, mask in zip(lots, masks, strict=True)
        ]
        observations, rewards, over, _, info = many.step(decisions)
        assert many.observation_space.contains(observations)
        for number in range(games):
            if opponents == "random" and running[number]:
                alone, reward, ended, _, _ = single[number].step(decisions[number])
                assert ended == over[number]
                assert reward == rewards[number]
                if mode == "NextStep" or not ended:
                    assert np.array_equal(alone, observations[number])
                running[number] = not ended
        finished += int(over.sum())
    assert finished >= games


def test_a_vector_that_does_not_begin_anew_by_itself() -> None:
    many = environments.SeatVectorEnvironment("usa", 3, autoreset_mode="Disabled")
    _, info = many.reset(seed=[4, 5, 6])
    over = np.zeros(3, bool)
    lot = np.random.default_rng(1)
    while not over.any():
        decisions = [int(lot.choice(np.flatnonzero(mask))) for mask in info["action_mask"]]
        _, _, over, _, info = many.step(decisions)
    assert not info["action_mask"][over].any()
    over = over.copy()  # the arrays are written anew in place
    kept = many.table.records[~over].copy()
    many.reset(options={"reset_mask": over})
    assert many.table.records[~over].tobytes() == kept.tobytes()
    assert many.action_masks().any(axis=1).all()


def test_gymnasiums_own_wrappers_take_the_vector() -> None:
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    many = RecordEpisodeStatistics(environments.SeatVectorEnvironment("usa", 4, autoreset_mode="SameStep"))
    _, info = many.reset(seed=1)
    lot = np.random.default_rng(1)
    while not many.episode_count:
        decisions = [int(lot.choice(np.flatnonzero(mask))) for mask in info["action_mask"]]
        *_, info = many.step(np.array(decisions))
    assert many.return_queue[0] in (-1, 0, 1)
