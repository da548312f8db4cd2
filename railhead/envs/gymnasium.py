"""Gymnasium: one seat against bots, alone or thousands at once. Importing this registers an id for every game.

>>> import gymnasium
>>> import railhead.envs.gymnasium
>>> env = gymnasium.make("railhead/usa-v1", players=2, opponents=["random"])
>>> observation, info = env.reset(seed=7)
>>> int(info["action_mask"].sum())
4
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from railhead.boards import Setting, game_ids, load
from railhead.envs import batch, pictures, spaces
from railhead.envs.vector import Vector

Info: TypeAlias = dict[str, Any]  # Gymnasium's own type


class SeatEnvironment(gymnasium.Env[Any, Any]):
    """One seat of a game; bots play the others.

    `opponents` names them (one for all, or one each), `reward` is `win`, `rank` or `score` and comes at the end. The mask of
    legal decisions is in `info["action_mask"]` and in `action_masks()`; with `key` the observation is a dict of it and the
    mask; `dtype` is the type of its numbers. Gymnasium's interface lets any decision in, so an illegal one is replaced by a legal one by lot, which
    `info["illegal"]` tells; with `illegal="raise"` it is an error.
    """

    metadata = {"render_modes": pictures.MODES, "render_fps": 1}  # noqa: RUF012 (Gymnasium's own way)

    def __init__(
        self,
        game: "str | Path | Setting" = "usa",
        players: int = 2,
        opponents: "str | Sequence[str]" = "random",
        *,
        seat: int = 0,
        reward: str = "win",
        illegal: str = "replace",
        key: str | None = None,
        dtype: str = "uint8",
        render_mode: str | None = None,
    ) -> None:
        self.setting = load(game)
        self.seat, self.key, self._dtype = seat, key, dtype
        self._replaces = batch.replaces_illegal(illegal)
        self.render_mode = pictures.check_mode(render_mode)
        self._table = Vector(self.setting, 1, players, reward=reward, auto_reset=False, seat=seat, opponents=opponents)
        self.action_space = spaces.decisions(self.setting)
        self.observation_space: Any = (
            spaces.observations(self.setting, players, dtype)
            if key is None
            else spaces.observations_and_masks(self.setting, players, key, dtype)
        )

    def _seen(self) -> Any:
        observation = self._table.observations[0].astype(self._dtype)
        return observation if self.key is None else {self.key: observation, "action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """Which decisions are legal now."""
        masks: NDArray[np.int8] = self._table.masks[0].copy()
        return masks

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Any, Info]:
        """A new game, up to one's first decision."""
        super().reset(seed=seed)
        self._table.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        return self._seen(), {"action_mask": self.action_masks()}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Info]:
        """One's decision, and all that others decide before one is asked again."""
        table = self._table
        decision = int(action)
        lawful = 0 <= decision < table.masks.shape[1] and bool(table.masks[0, decision])
        if not lawful:
            if not self._replaces or not table.masks[0].any():
                raise ValueError(f"decision {decision} is not legal; info['action_mask'] says which are")
            decision = int(self.np_random.choice(np.flatnonzero(table.masks[0])))
        _, _, rewards, over = table.step(decision)
        info: Info = {"action_mask": self.action_masks()}
        if not lawful:
            info["illegal"] = True
        return self._seen(), float(rewards[0, self.seat]), bool(over[0]), False, info

    def render(self) -> Any:
        """The table as text (`ansi`) or the board as pixels (`rgb_array`)."""
        return pictures.render(self.setting, self._table.records, self.render_mode)


class SeatVectorEnvironment(VectorEnv[Any, Any, Any]):
    """One seat of many games, stepped in one call. Arrays are written anew at every step: copy what you want to keep.

    `autoreset_mode` is Gymnasium's: NEXT_STEP (a game that is over starts anew at the next step), SAME_STEP (at once; the last
    position, in which nothing can be decided, is not shown) or DISABLED (`reset` with a mask does it, or a decision of -1; -2
    leaves a game as it is). Illegal decisions are a ValueError. More options as for Vector.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: "str | Path | Setting" = "usa",
        num_envs: int = 1,
        players: int = 2,
        opponents: "str | Sequence[str]" = "random",
        *,
        seat: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.mode}
        self.table = Vector(
            game, num_envs, players, seat=seat, opponents=opponents, auto_reset=self.mode is AutoresetMode.SAME_STEP, **options
        )  # fmt: skip
        self.num_envs, self.seat, self.render_mode = num_envs, seat, render_mode
        self.single_observation_space = spaces.observations(self.table.setting, players)
        self.single_action_space = spaces.decisions(self.table.setting)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._none_truncated = np.zeros(num_envs, np.bool_)

    def _info(self) -> Info:
        return {"action_mask": self.table.masks, "_action_mask": ~self._none_truncated}

    def reset(self, *, seed: Any = None, options: Info | None = None) -> tuple[Any, Info]:
        """Start every game anew; game i plays seed + i, or the i-th of many seeds. `options={"reset_mask": …}` starts only some."""
        which = None if options is None else options.get("reset_mask")
        observations, _ = self.table.reset(seed, which)
        return observations, self._info()

    def step(self, actions: ArrayLike) -> tuple[Any, Any, Any, Any, Info]:
        """One decision in every game."""
        decisions = np.asarray(actions)
        if self.mode is AutoresetMode.NEXT_STEP:
            decisions = np.where(self.table.over, batch.RESTART, decisions)
        observations, _, rewards, over = self.table.step(decisions)
        return observations, rewards[:, self.seat], over, self._none_truncated, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """Which decisions are legal in each game."""
        return self.table.masks


for _game in game_ids():
    gymnasium.register(
        f"railhead/{_game}-v1",
        entry_point="railhead.envs.gymnasium:SeatEnvironment",
        vector_entry_point="railhead.envs.gymnasium:SeatVectorEnvironment",
        kwargs={"game": _game},
        disable_env_checker=True,
    )
