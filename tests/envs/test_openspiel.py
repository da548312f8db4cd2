"""OpenSpiel: its own tests, unchanged, and what they do not look at."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.observation import make_observation

import railhead.envs.openspiel
from railhead import Game
from railhead.boards import load
from railhead.envs.actions import action_text


@pytest.mark.parametrize("players", [2, 3, 5])
def test_random_sim(players: int) -> None:
    game = pyspiel.load_game("python_railhead", {"game": "usa", "players": players})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["europe", "france"])
def test_random_sim_of_other_games(name: str) -> None:
    game = pyspiel.load_game("python_railhead", {"game": name, "players": 2})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


class TestPartialTree(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """All of OpenSpiel's checks on part of a tree."""

    game_name = "python_railhead"
    game = pyspiel.load_game("python_railhead", {"game": "usa", "players": 2, "deals": 50})


def play(state: Any, seed: int) -> list[int]:
    """A game by lot; all actions, the deal included."""
    lot = np.random.default_rng(seed)
    while not state.is_terminal():
        state.apply_action(seed if state.is_chance_node() else int(lot.choice(state.legal_actions())))
    return list(state.history())


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_a_history_is_the_same_game(name: str) -> None:
    state = pyspiel.load_game("python_railhead", {"game": name, "players": 3}).new_initial_state()
    seed, *decisions = play(state, 12)
    twin = Game(name, 3, seed)
    for decision in decisions:
        twin.apply(decision)
    assert twin.over
    winners = twin.score().winners
    assert [number for number, gain in enumerate(state.returns()) if gain > 0] == winners
    assert sum(state.returns()) == 0


@pytest.mark.parametrize("name", ["usa", "europe", "france"])
def test_action_strings_are_unique(name: str) -> None:
    setting = load(name)
    texts = [action_text(setting, decision) for decision in range(int(setting.record.decisions))]
    assert len(set(texts)) == len(texts)


def test_resampling_keeps_what_the_player_knows_and_changes_what_it_does_not() -> None:
    state = pyspiel.load_game("python_railhead", {"game": "usa", "players": 3}).new_initial_state()
    lot = np.random.default_rng(4)
    state.apply_action(9)
    for _ in range(40):
        state.apply_action(int(lot.choice(state.legal_actions())))
    changed = 0
    for player in range(3):
        other = state.resample_from_infostate(player, lot.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        changed += sum(other.observation_tensor(seat) != state.observation_tensor(seat) for seat in range(3))
    assert changed > 0


def test_public_observations_are_the_same_for_all_and_private_ones_are_not() -> None:
    game = pyspiel.load_game("python_railhead", {"game": "usa", "players": 2})
    state = game.new_initial_state()
    state.apply_action(3)
    public = make_observation(game, pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE))  # fmt: skip
    private = make_observation(game, pyspiel.IIGObservationType(public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER))  # fmt: skip
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert private.string_from(state, 0) != private.string_from(state, 1)
    public.set_from(state, 0)
    assert "hand" not in public.dict
    private.set_from(state, 1)
    assert set(private.dict) == railhead.envs.openspiel.PRIVATE


def test_information_states_differ_when_the_past_differs() -> None:
    game = pyspiel.load_game("python_railhead", {"game": "usa", "players": 2})
    seen = set()
    for action in (0, 1):
        state = game.new_initial_state()
        state.apply_action(3)
        state.apply_action(state.legal_actions()[action])
        state.apply_action(state.legal_actions()[0])
        seen.add(state.information_state_string(0))
    assert len(seen) == 2
