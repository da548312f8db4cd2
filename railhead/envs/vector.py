"""Thousands of games side by side: one call steps them all, and writes into arrays that you may give and keep.

>>> from railhead.envs.vector import Vector
>>> table = Vector("usa", games=4, players=2)
>>> observations, masks = table.reset(seed=1)
>>> observations, masks, rewards, over = table.step(masks.argmax(axis=1))
>>> table.seats.tolist()
[1, 1, 1, 1]
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railhead.boards import Setting, load
from railhead.envs import batch
from railhead.kernel import random
from railhead.kernel.observation import observation_size
from railhead.kernel.records import GAME, NONE, PLAYER, SCORE, SEATS, TRACE, WORK

_TRACES = np.zeros(1, TRACE)  # switched off
Step = tuple[NDArray[np.uint8], NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_]]


class Vector:
    """Games side by side. The arrays are written anew at every step, in place: copy what you want to keep.

    `observations` and `masks` are of the seat that decides next, which `seats` names; `rewards` has a column a seat. With
    `auto_reset` a game that ends begins anew at once: `over` and `rewards` tell of the end, the observation of the beginning.
    Game i plays the seeds seed + i, seed + i + games, …: `Game(game, players, seed)` is the same game. `seat` gives one seat's
    decisions to you and the others' to bots, the `opponents`: one name for all, or one each. Arrays that you give (in shared or pinned memory, say) are used as they are.
    """

    def __init__(
        self,
        game: "str | Path | Setting" = "usa",
        games: int = 4096,
        players: int = 2,
        *,
        reward: str = "win",
        auto_reset: bool = True,
        seat: int | None = None,
        opponents: "str | Sequence[str]" = "random",
        threads: int = 1,
        observations: NDArray[np.uint8] | None = None,
        masks: NDArray[np.int8] | None = None,
        rewards: NDArray[np.float32] | None = None,
        over: NDArray[np.bool_] | None = None,
    ) -> None:
        self.setting = load(game)
        self.players, self.seat, self.auto_reset = players, seat, auto_reset
        self.reward = batch.reward_kind(reward)
        if not 2 <= players <= SEATS:
            raise ValueError(f"players is {players!r}; a game has 2 to {SEATS} (C2)")
        if seat is not None and seat not in range(players):
            raise ValueError(f"seat is {seat!r}; it must be one of 0 to {players - 1}, or None for all")
        board = self.setting.record
        size, decisions = int(observation_size(board, players)), int(board.decisions)
        self.observations: NDArray[np.uint8] = _array("observations", observations, (games, size), np.uint8)
        self.masks: NDArray[np.int8] = _array("masks", masks, (games, decisions), np.int8)
        self.rewards: NDArray[np.float32] = _array("rewards", rewards, (games, players), np.float32)
        self.over: NDArray[np.bool_] = _array("over", over, (games,), np.bool_)
        self.seats = np.zeros(games, np.int64)
        self.boards = self.setting.array
        self.records = np.zeros(games, GAME)
        self.seeds = np.arange(games, dtype=np.uint64)
        self._own = np.full(games, NONE if seat is None else seat, np.int64)
        self._lots = np.zeros(games, PLAYER)
        self._lot = np.zeros(1, PLAYER)
        self._decisions = np.full(games, batch.RESTART, np.int64)
        self._rivals = None if seat is None else _rivals(opponents, seat, players, games)
        self._parts = [self._part(here) for here in _parts(games, threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def __len__(self) -> int:
        return len(self.records)

    def reset(
        self, seed: "int | Sequence[int] | None" = None, which: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        """Start every game anew, from one seed or from one each; or only those that `which` marks."""
        if which is None or seed is not None:
            self._seed(seed, slice(None) if which is None else which)
        self._decisions[:] = batch.RESTART if which is None else np.where(which, batch.RESTART, batch.PASS)
        self._play()
        return self.observations, self.masks

    def _seed(self, seed: "int | Sequence[int] | None", which: Any) -> None:
        if seed is None or isinstance(seed, int | np.integer):
            first = batch.seed_number(seed)
            seeds = first + np.arange(len(self), dtype=np.uint64)
        else:
            seeds = np.array([batch.seed_number(one) for one in seed])
            if len(seeds) != len(self):
                raise ValueError(f"there are {len(seeds)} seeds and {len(self)} games; give one seed, or one a game")
            first = seeds[0]
        self.seeds[which] = seeds[which]
        if isinstance(which, slice):
            random.seed(self._lot[0].generator, ~first)
            if self._rivals:
                self._rivals.seed(int(first))

    def step(self, decisions: ArrayLike) -> Step:
        """One decision in every game (-1 starts that game anew). If one of them is illegal: ValueError, and nothing changes."""
        self._decisions[:] = decisions
        self._play()
        return self.observations, self.masks, self.rewards, self.over

    def decide_by_lot(self) -> NDArray[np.int64]:
        """A legal decision by lot for every game."""
        batch.decide_by_lot(self.boards, self.records, self._lot, self._decisions)
        return self._decisions

    def _play(self) -> None:
        self.rewards.fill(0)
        self.over.fill(False)
        self._step()
        while self._rivals and self._rivals.decide(self.boards, self.records, self._own, self._decisions):
            self._step()

    def _step(self) -> None:
        if self._pool is None:
            illegal = batch.step_games(*self._parts[0])
        else:
            illegal = batch.first_illegal(self.boards, self.records, self._decisions)
            if illegal == NONE:
                list(self._pool.map(lambda part: batch.step_games(*part), self._parts))
        if illegal != NONE:
            raise ValueError(
                f"decision {self._decisions[illegal]} is not legal in game {illegal}; `masks` says which are"
            )

    def _others_play(self) -> int:
        return batch.WAIT if self.seat is None or self._rivals else batch.BY_LOT

    def _part(self, here: slice) -> tuple[Any, ...]:
        """What the compiled step is given for some of the games."""
        return (
            self.boards, self.players, self.reward, self.auto_reset, self._others_play(),
            self.records[here], np.zeros(1, GAME), self.seeds[here], np.uint64(len(self)),
            self._decisions[here], self._own[here], self._lots[here],
            self.seats[here], self.observations[here], self.masks[here], self.rewards[here], self.over[here],
            np.zeros(SEATS, SCORE), np.zeros(1, WORK), _TRACES,
        )  # fmt: skip


def _rivals(opponents: "str | Sequence[str]", seat: int, players: int, games: int) -> Any:
    """Who plays the other seats; None where all play by lot, which the step does by itself."""
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) == 1:
        names *= players - 1
    if len(names) != players - 1:
        raise ValueError(f"{len(names)} opponents are named, and {players - 1} are needed: one for all, or one each")
    if all(name == "random" for name in names):
        return None
    from railhead.envs.rivals import Rivals

    return Rivals([*names[:seat], "random", *names[seat:]], games)


def _parts(games: int, threads: int) -> Sequence[slice]:
    """The games of each thread."""
    if games < 1 or threads < 1:
        raise ValueError(f"there are {games} games and {threads} threads; at least one of each is needed")
    bounds = [games * part // threads for part in range(threads + 1)]
    return [slice(low, high) for low, high in pairwise(bounds)]


def _array(name: str, given: Any, shape: tuple[int, ...], kind: Any) -> Any:
    """The caller's array if it fits, or a new one."""
    if given is None:
        return np.zeros(shape, kind)
    if not isinstance(given, np.ndarray) or given.shape != shape or given.dtype != kind or not given.flags.c_contiguous:
        raise ValueError(f"{name} must be a C-contiguous array of shape {shape} and type {np.dtype(kind)}")
    if not given.flags.writeable:
        raise ValueError(f"{name} cannot be written to")
    return given
