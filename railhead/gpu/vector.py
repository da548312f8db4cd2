"""The vector environment with every array on the GPU."""

from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from railhead.boards import Setting, load
from railhead.envs import batch
from railhead.gpu.device import grid, kernel, need
from railhead.gpu.notice import Noticing
from railhead.gpu.silence import silence
from railhead.kernel.observation import observation_size, observe
from railhead.kernel.records import GAME, NONE, PLAYER, SCORE, SEATS, WORK
from railhead.kernel.turns import legal


def _step(
    boards: Any, players: Any, kind: Any, auto_reset: Any, others_play: Any, games: Any, blank: Any, seeds: Any, stride: Any,
    decisions: Any, own_seats: Any, lots: Any, seats: Any, observations: Any, masks: Any, rewards: Any, over: Any, illegal: Any,
) -> None:  # fmt: skip
    """One decision in every game, a game a thread: `batch.step_games`."""
    scores = cuda.local.array(SEATS, SCORE)
    works = cuda.local.array(1, WORK)
    trace = silence()
    for number in range(cuda.grid(1), len(games), cuda.gridsize(1)):
        over[number] = False
        for seat in range(players):
            rewards[number, seat] = 0.0
        if batch.may_step(boards[0], games[number], decisions[number]):
            batch.step_game(
                boards[0], players, kind, auto_reset, others_play, number, games, blank, seeds, stride, decisions, own_seats,
                lots, seats, observations, masks, rewards, over, scores, works[0], trace,
            )  # fmt: skip
        else:
            illegal[0] = number


def _observe(boards: Any, games: Any, seats: Any, observations: Any, masks: Any) -> None:
    """What a seat knows and may do in every game."""
    for number in range(cuda.grid(1), len(games), cuda.gridsize(1)):
        observe(boards[0], games[number], seats[number], observations[number])
        legal(boards[0], games[number], masks[number])


class Vector:
    """`railhead.envs.vector.Vector` with everything on the GPU: decisions in, observations, masks, rewards and over out, as device arrays.

    The arrays are written anew at every step. Illegal decisions leave their game as it is; `check` tells of the last one.
    """

    def __init__(
        self,
        game: "str | Path | Setting" = "usa",
        games: int = 65_536,
        players: int = 2,
        *,
        reward: str = "win",
        auto_reset: bool = True,
        seat: int | None = None,
    ) -> None:
        need()
        self.setting = load(game)
        board = self.setting.record
        self.games, self.players = games, players
        self.observations = cuda.to_device(np.zeros((games, int(observation_size(board, players))), np.uint8))
        self.masks = cuda.to_device(np.zeros((games, int(board.decisions)), np.int8))
        self.rewards = cuda.to_device(np.zeros((games, players), np.float32))
        self.over = cuda.to_device(np.zeros(games, np.bool_))
        self.seats = cuda.to_device(np.zeros(games, np.int64))
        self.records = cuda.to_device(np.zeros(games, GAME))
        self._illegal = cuda.to_device(np.full(1, NONE, np.int64))
        self._seeds = cuda.to_device(np.zeros(games, np.uint64))
        self._boards, self._blank = cuda.to_device(self.setting.array), cuda.to_device(np.zeros(1, GAME))
        self._lots = cuda.to_device(np.zeros(games, PLAYER))
        self._own = cuda.to_device(np.full(games, NONE if seat is None else seat, np.int64))
        self._noticing: Noticing | None = None
        self.stream: Any = 0  # on which all is launched (railhead.gpu.device.stream)
        self._rules = (
            players,
            batch.reward_kind(reward),
            auto_reset,
            batch.WAIT if seat is None else batch.BY_LOT,
        )

    def reset(self, seed: int = 0) -> tuple[Any, Any]:
        """Start every game anew; game i plays the seeds seed + i, seed + i + games, …"""
        return self.reset_to(np.uint64(seed) + np.arange(self.games, dtype=np.uint64))

    def reset_to(self, seeds: NDArray[np.uint64]) -> tuple[Any, Any]:
        """Start every game anew from a seed of its own; each goes on with every `games`-th seed after it."""
        self._seeds.copy_to_device(seeds)
        self._step(cuda.to_device(np.full(self.games, batch.RESTART, np.int64)))
        return self.observations, self.masks

    def step(self, decisions: Any) -> tuple[Any, Any, Any, Any]:
        """One decision in every game; `decisions` is an int64 array on the device (a PyTorch tensor, say) or on the host."""
        if not hasattr(decisions, "__cuda_array_interface__"):
            decisions = cuda.to_device(np.asarray(decisions, np.int64))
        elif not isinstance(decisions, type(self.over)):
            decisions = cuda.as_cuda_array(decisions)  # which waits for whoever writes it
        self._step(decisions)
        return self.observations, self.masks, self.rewards, self.over

    def _step(self, decisions: Any) -> None:
        kernel(_step)[*grid(self.games), self.stream](
            self._boards, *self._rules, self.records, self._blank, self._seeds, np.uint64(self.games), decisions, self._own,
            self._lots, self.seats, self.observations, self.masks, self.rewards, self.over, self._illegal,
        )  # fmt: skip

    def notice(self, noticed: Any) -> None:
        """Write what a network is told beside the observation (railhead.bots.neural.notice), for the seats that decide."""
        if self._noticing is None:
            self._noticing = Noticing(self.setting, self.games, self.players)
        self._noticing(self._boards, self.records, self.seats, noticed, self.stream)

    def check(self) -> None:
        """Raise ValueError if a decision since the last check was illegal."""
        number = int(self._illegal.copy_to_host()[0])
        if number != NONE:
            self._illegal.copy_to_device(np.full(1, NONE, np.int64))
            raise ValueError(f"a decision in game {number} was not legal; `masks` says which are")


def observe_batch(game: "str | Path | Setting", records: Any, seats: Any) -> tuple[Any, Any]:
    """Observations (for the given seats) and masks of many GAME records, as device arrays."""
    need()
    setting = load(game)
    games = records if hasattr(records, "__cuda_array_interface__") else cuda.to_device(records)
    players = (
        int(records["players"][0]) if isinstance(records, np.ndarray) else int(records[:1].copy_to_host()["players"][0])
    )
    observations = cuda.device_array((len(games), int(observation_size(setting.record, players))), np.uint8)
    masks = cuda.device_array((len(games), int(setting.record.decisions)), np.int8)
    kernel(_observe)[grid(len(games))](
        cuda.to_device(setting.array), games, cuda.to_device(np.asarray(seats, np.int64)), observations, masks
    )
    return observations, masks
