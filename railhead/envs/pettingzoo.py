"""The PettingZoo environment: every game, every number of players, agents in turn (AEC).

>>> from railhead.envs import pettingzoo
>>> env = pettingzoo.env(game="usa", players=3)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_0'
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from railhead.boards import Setting, load
from railhead.envs import batch, pictures, spaces
from railhead.envs.vector import Vector
from railhead.kernel import doors

Observation = dict[str, NDArray[Any]]


class Environment(AECEnv[str, Observation, "int | None"]):  # type: ignore[misc]
    """A game for `players` agents. `reset` takes a seed: the same seed and decisions, the same game as `Game(game, players, seed)`.

    Rewards come at the end: `win`, `rank` or `score`. `key` names the observation and `dtype` is the type of its numbers: RLlib's masked
    networks want "observations" and "float32".

    Libraries try environments out with decisions that no mask allows. So an illegal one is replaced by a legal one by lot, which
    the agent's next `info["illegal"]` tells; with `illegal="raise"` it is a ValueError and changes nothing.
    """

    def __init__(
        self,
        game: "str | Path | Setting" = "usa",
        players: int = 2,
        *,
        reward: str = "win",
        illegal: str = "replace",
        render_mode: str | None = None,
        key: str = "observation",
        dtype: str = "uint8",
    ) -> None:
        super().__init__()
        self.setting = load(game)
        self._replaces = batch.replaces_illegal(illegal)
        self.render_mode = pictures.check_mode(render_mode)
        self.metadata = {
            "name": "railhead_v1",
            "render_modes": pictures.MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._table = Vector(self.setting, 1, players, reward=reward, auto_reset=False)
        self._key, self._dtype = key, dtype
        self._observation_spaces = {
            agent: spaces.observations_and_masks(self.setting, players, key, dtype) for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.decisions(self.setting) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations; the same object at every call."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's decisions; the same object at every call."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a new game."""
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        """The agent whose decision it is, with its mask in the info too."""
        agent = self.agent_selection = self.possible_agents[self._table.seats[0]]
        self.infos[agent]["action_mask"] = self._table.masks[0].copy()

    def observe(self, agent: str) -> Observation:
        """What an agent knows, and which decisions it may make (none if it is not its turn)."""
        table, seat = self._table, self._seat_of[agent]
        if seat == table.seats[0]:
            return {self._key: table.observations[0].astype(self._dtype), "action_mask": table.masks[0].copy()}
        seen = np.empty_like(table.observations[0])
        doors.observe(table.boards, table.records, seat, seen)
        return {self._key: seen.astype(self._dtype, copy=False), "action_mask": np.zeros_like(table.masks[0])}

    def step(self, action: int | None) -> None:
        """The decision of the agent whose turn it is."""
        agent, table = self.agent_selection, self._table
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < table.masks.shape[1]:
            raise ValueError(f"{agent} must decide, and {action} is not legal: the action mask says what is")
        lawful = bool(table.masks[0, action]) or not self._replaces
        _, _, rewards, over = table.step(int(action) if lawful else table.decide_by_lot())
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {} if lawful else {"illegal": True}
        if over[0]:
            for seat, name in enumerate(self.possible_agents):
                self.rewards[name] = float(rewards[0, seat])
                self.terminations[name] = True
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self._select()

    def action_mask(self, agent: str) -> NDArray[np.int8]:
        """Which decisions are legal for an agent now."""
        mask: NDArray[np.int8] = self.observe(agent)["action_mask"]
        return mask

    def state(self) -> NDArray[Any]:
        """All seats' observations in a row: for critics that may see everything."""
        return np.concatenate([self.observe(agent)[self._key] for agent in self.possible_agents])

    def render(self) -> Any:
        """The table as text (`ansi`) or the board as pixels (`rgb_array`)."""
        return pictures.render(self.setting, self._table.records, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


env = raw_env = Environment  # as PettingZoo calls them


def parallel_env(game: "str | Path | Setting" = "usa", players: int = 2, **options: Any) -> Any:
    """The same through PettingZoo's parallel interface: the decisions of agents whose turn it is not are ignored."""
    return turn_based_aec_to_parallel(env(game, players, **options))
