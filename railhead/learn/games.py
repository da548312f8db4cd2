"""Games side by side where the learner computes: on the GPU with no copy to the host, or on the processor's threads."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import torch
from torch import Tensor

from railhead.bots.neural.notice import ROOM, notice_games
from railhead.envs.batch import seed_number
from railhead.envs.vector import Vector, _parts
from railhead.learn.network import Table


class OnProcessor:
    """Games on the processor; `rows` writes what the deciding seats see."""

    def __init__(self, table: Table, games: int, *, auto_reset: bool = True, threads: int = 1) -> None:
        self.table = table
        self.vector = Vector(
            table.setting, games, table.plan.players, reward="score", auto_reset=auto_reset, threads=threads
        )
        vector = self.vector
        self.observations, self.masks = torch.from_numpy(vector.observations), torch.from_numpy(vector.masks)
        self.rewards, self.over, self.seats = (
            torch.from_numpy(part) for part in (vector.rewards, vector.over, vector.seats)
        )
        noticed = np.zeros((games, table.plan.noticed), np.uint8)
        self.noticed = torch.from_numpy(noticed)
        self._work = [
            (vector.records[here], vector.seats[here], noticed[here], np.zeros(1, ROOM))
            for here in _parts(games, threads)
        ]
        self._pool = ThreadPoolExecutor(threads)

    def reset(self, seeds: Any) -> None:
        """Start every game anew, from a seed each."""
        self.vector.reset([int(seed) for seed in seeds])

    def step(self, decisions: Tensor) -> None:
        """One decision in every game."""
        self.vector.step(decisions.numpy())

    def write(self, rows: Tensor) -> None:
        """Write what the deciding seats see: observation, what is noticed, mask."""
        work = [self._pool.submit(notice_games, self.vector.boards, *part) for part in self._work]
        for part in work:
            part.result()
        _assemble(self, rows)

    def check(self) -> None:
        """Nothing to tell: an illegal decision has raised its error at once."""


class OnGPU:
    """The same on a GPU: nothing leaves it."""

    def __init__(self, table: Table, games: int, *, auto_reset: bool = True) -> None:
        from numba import cuda

        from railhead import gpu
        from railhead.gpu.device import stream

        self.table, self._stream = table, stream
        self.vector = vector = gpu.Vector(
            table.setting, games, table.plan.players, reward="score", auto_reset=auto_reset
        )
        device = table.device
        self.observations, self.masks, self.rewards, self.over, self.seats = (
            torch.as_tensor(part, device=device)
            for part in (vector.observations, vector.masks, vector.rewards, vector.over, vector.seats)
        )
        self.noticed = torch.zeros((games, table.plan.noticed), dtype=torch.uint8, device=device)
        self._noticed = cuda.as_cuda_array(self.noticed)
        self._decisions = torch.zeros(games, dtype=torch.int64, device=device)
        self._given = cuda.as_cuda_array(self._decisions)

    def reset(self, seeds: Any) -> None:
        """Start every game anew, from a seed each."""
        self.vector.reset_to(np.asarray(seeds, np.uint64))

    def _follow(self) -> None:
        """Launch where PyTorch launches now: it may be recording."""
        self.vector.stream = self._stream(torch.cuda.current_stream().cuda_stream)

    def step(self, decisions: Tensor) -> None:
        """One decision in every game."""
        self._follow()
        self._decisions.copy_(decisions)
        self.vector.step(self._given)

    def write(self, rows: Tensor) -> None:
        """Write what the deciding seats see: observation, what is noticed, mask."""
        self._follow()
        self.vector.notice(self._noticed)
        _assemble(self, rows)

    def check(self) -> None:
        """Raise ValueError if a decision since the last check was illegal."""
        self.vector.check()


Games = OnProcessor | OnGPU


def _assemble(games: Games, rows: Tensor) -> None:
    plan = games.table.plan
    rows[:, : plan.observation].copy_(games.observations)
    rows[:, plan.observation : plan.mask].copy_(games.noticed)
    rows[:, plan.mask : plan.mask + plan.decisions].copy_(games.masks)


def make_games(table: Table, games: int, *, auto_reset: bool = True, threads: int = 1) -> Games:
    """Games for a table, where it computes."""
    if table.device.type == "cuda":
        return OnGPU(table, games, auto_reset=auto_reset)
    return OnProcessor(table, games, auto_reset=auto_reset, threads=threads)


def deals(first: int, games: int) -> Any:
    """Seeds one after the other."""
    return seed_number(first) + np.arange(games, dtype=np.uint64)
