"""Batches on a CUDA GPU: the very functions of the kernel, called from CUDA kernels, a game a thread.

>>> from railhead import gpu  # doctest: +SKIP
>>> results = gpu.random_games("usa", players=4, games=1_000_000, seed=1)  # doctest: +SKIP

The games are those of the CPU, bit for bit. Device arrays have `__cuda_array_interface__`: PyTorch (`torch.as_tensor`) and CuPy
(`cupy.asarray`) take them without a copy. Without a GPU, `NUMBA_ENABLE_CUDASIM=1` runs the same code in Numba's simulator, slowly.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba import config, cuda
from numpy.typing import NDArray

from railhead.board import Setting, load
from railhead.envs import batch
from railhead.kernel import random
from railhead.kernel.layout import COUNTS, GAME, NONE, PLAYER, SCORE, SEATS, WORK, _record
from railhead.kernel.observation import observation_size, observe
from railhead.kernel.playout import play_out
from railhead.kernel.scoring import score
from railhead.kernel.turns import legal, start

SIMULATED = bool(config.ENABLE_CUDASIM)

# A trace that is switched off and holds nothing. It lives in registers, so that the compiler leaves all tracing out.
QUIET = _record([("on", "i4"), ("used", "i4"), ("numbers", "i2", (4,))])

BLOCK = 128  # threads a block
BLOCKS_A_MULTIPROCESSOR = 8
REGISTERS = 64  # a thread


class NoGPUError(RuntimeError):
    """There is no CUDA GPU here that can be used, and why."""


def available() -> bool:
    """Is there a GPU (or its simulator)?"""
    return SIMULATED or bool(cuda.is_available())


def need() -> None:
    """Say clearly what is missing if there is no GPU."""
    if not available():
        raise NoGPUError(
            "railhead.gpu needs an NVIDIA GPU with its driver, and numba-cuda (pip install 'railhead[gpu]'). "
            "To try the same code without one, set NUMBA_ENABLE_CUDASIM=1 and use a few games: "
            "the simulator is thousands of times slower. On the CPU, railhead.envs.vector is the fast way."
        )


# ---- kernels


def _random_games(
    boards: Any, players: Any, first_seed: Any, count: Any, blank: Any, games: Any, works: Any,
    finished: Any, totals: Any, winners: Any, counts: Any,
) -> None:  # fmt: skip
    """Whole games by lot, set-up and final scoring included: `playout.random_games`, a thread for every so many games.

    A thread's game lies in one piece in global memory: there a cache line holds what the thread needs next, while in local
    memory it would hold the same byte of 32 games that are doing other things.
    """
    board, thread = boards[0], cuda.grid(1)
    lots = cuda.local.array(1, PLAYER)
    scores = cuda.local.array(SEATS, SCORE)
    tallies = cuda.local.array(1, COUNTS)
    traces = cuda.local.array(1, QUIET)
    game, trace, tally = games[thread], traces[0], tallies[0]
    trace.on = 0
    for number in range(thread, count, cuda.gridsize(1)):
        games[thread] = blank[0]
        tally.decisions = 0
        tally.moves = 0
        tally.turns = 0
        tally.unused = 0
        random.seed(game.generator, first_seed + np.uint64(number))
        random.seed(lots[0].generator, ~(first_seed + np.uint64(number)))
        start(board, game, players, NONE, trace)
        play_out(board, game, lots[0], tally, trace)
        score(board, game, scores, works[thread])
        for seat in range(players):
            totals[number, seat] = scores[seat].total
            winners[number, seat] = scores[seat].winner
        counts[number] = tallies[0]
        if number < len(finished):
            finished[number] = games[thread]


def _playouts(boards: Any, positions: Any, times: Any, first_seed: Any, totals: Any, winners: Any) -> None:
    """Every position played on by lot to its end, `times` times each."""
    board = boards[0]
    games = cuda.local.array(1, GAME)
    lots = cuda.local.array(1, PLAYER)
    scores = cuda.local.array(SEATS, SCORE)
    works = cuda.local.array(1, WORK)
    tallies = cuda.local.array(1, COUNTS)
    traces = cuda.local.array(1, QUIET)
    traces[0].on = 0
    for number in range(cuda.grid(1), len(positions) * times, cuda.gridsize(1)):
        place, turn = number // times, number % times
        games[0] = positions[place]
        game = games[0]
        random.seed(game.generator, first_seed + np.uint64(number))
        random.seed(lots[0].generator, ~(first_seed + np.uint64(number)))
        play_out(board, game, lots[0], tallies[0], traces[0])
        score(board, game, scores, works[0])
        for seat in range(game.players):
            totals[place, turn, seat] = scores[seat].total
            winners[place, turn, seat] = scores[seat].winner


def _step(
    boards: Any, players: Any, kind: Any, auto_reset: Any, others_play: Any, games: Any, blank: Any, seeds: Any, stride: Any,
    decisions: Any, own_seats: Any, lots: Any, seats: Any, observations: Any, masks: Any, rewards: Any, over: Any, illegal: Any,
) -> None:  # fmt: skip
    """One decision in every game, a game a thread: `batch.step_games`."""
    scores = cuda.local.array(SEATS, SCORE)
    works = cuda.local.array(1, WORK)
    traces = cuda.local.array(1, QUIET)
    traces[0].on = 0
    for number in range(cuda.grid(1), len(games), cuda.gridsize(1)):
        over[number] = False
        for seat in range(players):
            rewards[number, seat] = 0.0
        if batch.may_step(boards[0], games[number], decisions[number]):
            batch.step_game(
                boards[0], players, kind, auto_reset, others_play, number, games, blank, seeds, stride, decisions, own_seats,
                lots, seats, observations, masks, rewards, over, scores, works[0], traces[0],
            )  # fmt: skip
        else:
            illegal[0] = number


def _observe(boards: Any, games: Any, seats: Any, observations: Any, masks: Any) -> None:
    """What a seat knows and may do in every game."""
    for number in range(cuda.grid(1), len(games), cuda.gridsize(1)):
        observe(boards[0], games[number], seats[number], observations[number])
        legal(boards[0], games[number], masks[number])


_compiled: dict[Any, Any] = {}


def _kernel(body: Any, registers: int = REGISTERS) -> Any:
    """A CUDA kernel, compiled on first use."""
    need()
    if (body, registers) not in _compiled:
        options = {} if SIMULATED else {"max_registers": registers}
        _compiled[body, registers] = cuda.jit(**options)(body)
    return _compiled[body, registers]


def _grid(count: int, block: int = BLOCK, blocks: int = BLOCKS_A_MULTIPROCESSOR) -> tuple[int, int]:
    """Blocks and threads for so many games."""
    if SIMULATED:
        return 1, min(count, 4)
    return min((count + block - 1) // block, cuda.get_current_device().MULTIPROCESSOR_COUNT * blocks), block


# ---- what people call


@dataclass(frozen=True)
class Results:
    """What a batch of games came to; arrays on the host."""

    totals: NDArray[np.int16]  # games × seats
    winners: NDArray[np.int8]  # games × seats: 1 for whoever won or shared the win
    counts: NDArray[Any]  # COUNTS records: decisions, moves and turns of each game
    finished: NDArray[Any]  # the last GAME records of the first `keep` games
    seconds: float  # on the device, compiling and copying not counted


def random_games(
    game: "str | Path | Setting" = "usa",
    players: int = 4,
    games: int = 100_000,
    seed: int = 0,
    *,
    keep: int = 0,
    block: int = BLOCK,
    blocks: int = BLOCKS_A_MULTIPROCESSOR,
    registers: int = REGISTERS,
) -> Results:
    """Whole games by lot, scored: game i has the seed seed + i and is the game that the CPU plays from it."""
    kernel = _kernel(_random_games, registers)
    setting = load(game)
    boards, blank = cuda.to_device(setting.array), cuda.to_device(np.zeros(1, GAME))
    finished = cuda.to_device(np.zeros(max(keep, 1), GAME))
    totals, winners = cuda.device_array((games, players), np.int16), cuda.device_array((games, players), np.int8)
    counts = cuda.device_array(games, COUNTS)
    shape = _grid(games, block, blocks)
    threads = shape[0] * shape[1]
    space, works = cuda.device_array(threads, GAME), cuda.device_array(threads, WORK)
    cuda.synchronize()
    begin = time.perf_counter()
    kernel[shape](boards, players, np.uint64(seed), games, blank, space, works, finished, totals, winners, counts)
    cuda.synchronize()
    spent = time.perf_counter() - begin
    return Results(
        totals.copy_to_host(), winners.copy_to_host(), counts.copy_to_host(), finished.copy_to_host()[:keep], spent
    )


def playouts(
    game: "str | Path | Setting", positions: NDArray[Any], times: int, seed: int = 0
) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Play GAME records on by lot to their ends, `times` times each: totals and winners, positions × times × seats.

    Each playout draws its own future. Hidden cards stay as the records have them: redeal first where a seat must not know them.
    """
    kernel = _kernel(_playouts)
    players = int(positions["players"].max())
    shape = (len(positions), times, players)
    totals, winners = cuda.to_device(np.zeros(shape, np.int16)), cuda.to_device(np.zeros(shape, np.int8))
    kernel[_grid(len(positions) * times)](
        cuda.to_device(load(game).array), cuda.to_device(np.ascontiguousarray(positions)), times, np.uint64(seed), totals, winners
    )  # fmt: skip
    return totals.copy_to_host(), winners.copy_to_host()


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
        self._rules = (
            players,
            batch.reward_kind(reward),
            auto_reset,
            batch.WAIT if seat is None else batch.BY_LOT,
        )

    def reset(self, seed: int = 0) -> tuple[Any, Any]:
        """Start every game anew; game i plays the seeds seed + i, seed + i + games, …"""
        self._seeds.copy_to_device(np.uint64(seed) + np.arange(self.games, dtype=np.uint64))
        self._step(cuda.to_device(np.full(self.games, batch.RESTART, np.int64)))
        return self.observations, self.masks

    def step(self, decisions: Any) -> tuple[Any, Any, Any, Any]:
        """One decision in every game; `decisions` is an int64 array on the device (a PyTorch tensor, say) or on the host."""
        on_device = hasattr(decisions, "__cuda_array_interface__")
        self._step(cuda.as_cuda_array(decisions) if on_device else cuda.to_device(np.asarray(decisions, np.int64)))
        return self.observations, self.masks, self.rewards, self.over

    def _step(self, decisions: Any) -> None:
        _kernel(_step)[_grid(self.games)](
            self._boards, *self._rules, self.records, self._blank, self._seeds, np.uint64(self.games), decisions, self._own,
            self._lots, self.seats, self.observations, self.masks, self.rewards, self.over, self._illegal,
        )  # fmt: skip

    def check(self) -> None:
        """Raise ValueError if a decision since the last check was illegal."""
        number = int(self._illegal.copy_to_host()[0])
        if number != NONE:
            self._illegal.copy_to_device(np.full(1, NONE, np.int64))
            raise ValueError(f"a decision in game {number} was not legal; `masks` says which are")


def observe_batch(game: "str | Path | Setting", records: Any, seats: Any) -> tuple[Any, Any]:
    """Observations (for the given seats) and masks of many GAME records, as device arrays."""
    kernel = _kernel(_observe)
    setting = load(game)
    games = records if hasattr(records, "__cuda_array_interface__") else cuda.to_device(records)
    players = (
        int(records["players"][0]) if isinstance(records, np.ndarray) else int(records[:1].copy_to_host()["players"][0])
    )
    observations = cuda.device_array((len(games), int(observation_size(setting.record, players))), np.uint8)
    masks = cuda.device_array((len(games), int(setting.record.decisions)), np.int8)
    kernel[_grid(len(games))](
        cuda.to_device(setting.array), games, cuda.to_device(np.asarray(seats, np.int64)), observations, masks
    )
    return observations, masks
