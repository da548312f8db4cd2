"""Whole games on the GPU: dealt, played by lot in pools, scored, by three kernels one after the other.

A warp of 32 threads runs one instruction at a time for all of them, so 32 games that do different things take as long as all
those things together. Each block therefore owns a pool of games, and sorts it before every decision by
what the decision does: then the 32 games of a warp do the same.
"""

import functools
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from railhead.boards import Setting, load
from railhead.gpu.device import SIMULATED, grid, kernel, launch, multiprocessors, need, shared_memory
from railhead.gpu.near import near_board, near_game
from railhead.gpu.silence import silence
from railhead.gpu.split import copy_fields, split
from railhead.kernel import random
from railhead.kernel.bits import NO_BITS
from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import in_lines
from railhead.kernel.playout import clear_counts, count_decision
from railhead.kernel.records import (
    CLAIM,
    COUNTS,
    GAME,
    NONE,
    OVER,
    PAY,
    PIECE,
    PLAYER,
    SCORE,
    SEATS,
    TAKE_TICKETS,
    TURN,
    WORK,
)
from railhead.kernel.scoring import score
from railhead.kernel.turns import advance, any_decision, start

BATCH = 1 << 21  # games in the GPU's memory at a time: 3 GB

# The paths, those that take longest first
ROUTE, PAYMENT, BUILD, COLOUR, KEEP_TICKETS, TICKETS, SECOND_CARD, FIRST_CARD, FRESH = range(9)
PATHS = 9
TWICE = 2 * PATHS
WORD = np.dtype(np.uint64)
WORDS = GAME.itemsize // WORD.itemsize
WARP = 32

# Counts of one game while it is played: small, since shared memory is.
TALLY = in_lines([("decisions", "u2"), ("moves", "u2"), ("turns", "u2"), ("unused", "u2")], 8)
# Bytes of shared memory for each game in a pool, besides its near fields
A_PLACE = PLAYER.itemsize + TALLY.itemsize + 11
RESERVE = 256  # bytes for what a block has once


@dataclass(frozen=True)
class Shape:
    """How games are spread over the GPU; docs/gpu.md says what was tried."""

    # a block, of which each multiprocessor has one; fewer where its shared memory holds fewer games
    threads: int = 4 if SIMULATED else 768
    registers: int = 80  # a thread


SHAPE = Shape()


# ---- kernels


@compiled
def _path(board: Any, phase: int, decision: int) -> int:
    """Which way a decision goes through the rules: a number below PATHS, equal for decisions that run the same code."""
    if decision < TAKE_TICKETS:
        return FIRST_CARD if phase == TURN else SECOND_CARD
    if decision < PIECE:
        return TICKETS if decision == TAKE_TICKETS else KEEP_TICKETS
    if decision < CLAIM:
        return COLOUR if decision < PAY else PAYMENT
    return ROUTE if decision < board.first_build else BUILD


@compiled
def _copy_game(source: Any, first: int, target: Any, place: int) -> None:
    """A game from one array of words to another: Numba would copy the record byte by byte."""
    for word in range(WORDS):
        target[WORDS * place + word] = source[WORDS * first + word]


def _deal(boards: Any, players: Any, first_seed: Any, games: Any) -> None:
    """Set up a game from every seed. Here all threads do the same, so local memory, where 32 games lie side by side, is quickest."""
    tables = cuda.local.array(1, GAME)
    trace = silence()
    table, words = tables.view(np.uint64), games.view(np.uint64)
    for number in range(cuda.grid(1), len(games), cuda.gridsize(1)):
        for word in range(WORDS):
            table[word] = NO_BITS
        random.seed(tables[0].generator, first_seed + np.uint64(number))
        start(boards[0], tables[0], players, NONE, trace)
        _copy_game(table, 0, words, number)


def _copy(positions: Any, times: Any, first: Any, first_seed: Any, games: Any) -> None:
    """Set up every position `times` times, each with a future of its own; the first game is number `first` of them all."""
    source, target = positions.view(np.uint64), games.view(np.uint64)
    for number in range(cuda.grid(1), len(games), cuda.gridsize(1)):
        _copy_game(source, (first + number) // times, target, number)
        random.seed(games[number].generator, first_seed + np.uint64(number))


@compiled
def _write_counts(counts: Any, tally: Any) -> None:
    counts.decisions = tally.decisions
    counts.moves = tally.moves
    counts.turns = tally.turns
    counts.unused = 0


@functools.cache
def _play(pool: int, game_kind: Any, board_kind: Any) -> Any:
    """The kernel that plays games by lot to their ends, in pools of this size: a thread for each game."""
    board_words, lot_words = board_kind.itemsize // WORD.itemsize, pool * PLAYER.itemsize // WORD.itemsize

    def play(
        boards: Any, board_source: Any, first_seed: Any, games: Any, counts: Any, share: Any, next_game: Any
    ) -> None:
        thread = cuda.threadIdx.x
        near_games = cuda.shared.array(0, WORD).view(game_kind)  # as many as the launch gives room for
        near_words = cuda.shared.array(board_words, WORD)
        lots = cuda.shared.array(lot_words, WORD).view(PLAYER)
        tallies = cuda.shared.array(pool, WORD).view(TALLY)
        numbers = cuda.shared.array(pool, np.int32)
        decisions = cuda.shared.array(pool, np.int16)
        paths = cuda.shared.array(pool, np.int8)
        ranks = cuda.shared.array(pool, np.int16)  # among those on the same path
        order = cuda.shared.array(pool, np.int16)
        waiting = cuda.shared.array(TWICE, np.int32)  # how many on each path: for this decision, and for the next
        for word in range(thread, board_words, pool):
            near_words[word] = board_source[word]
        for path in range(thread, TWICE, pool):
            waiting[path] = 0
        cuda.syncthreads()
        board, trace = split(near_words.view(board_kind)[0], boards[0]), silence()
        numbers[thread] = cuda.blockIdx.x * share + thread
        paths[thread] = FRESH if thread < share and numbers[thread] < len(games) else NONE
        if paths[thread] != NONE:
            ranks[thread] = cuda.atomic.add(waiting, FRESH, 1)
        now = 0
        while True:
            cuda.syncthreads()
            total, first = 0, 0
            for path in range(PATHS):
                if path == paths[thread]:
                    first = total
                total += waiting[now + path]
            if total == 0:
                return
            if paths[thread] != NONE:
                order[first + ranks[thread]] = thread
            cuda.syncthreads()
            for path in range(thread, PATHS, pool):
                waiting[now + path] = 0
            now = PATHS - now
            if thread < total:
                place = order[thread]
                number = numbers[place]
                game = split(near_games[place], games[number])
                if paths[place] == FRESH:
                    copy_fields(near_games[place], games[number])
                    random.seed(lots[place].generator, ~(first_seed + np.uint64(number)))
                    clear_counts(tallies[place])
                else:
                    count_decision(tallies[place], game.phase)
                    advance(board, game, decisions[place], trace)
                if game.phase == OVER:
                    copy_fields(games[number], near_games[place])
                    _write_counts(counts[number], tallies[place])
                    numbers[place] = cuda.atomic.add(next_game, 0, 1)
                    paths[place] = FRESH if numbers[place] < len(games) else NONE
                else:
                    decisions[place] = any_decision(board, game, lots[place].generator)
                    paths[place] = _path(board, game.phase, decisions[place])
                if paths[place] != NONE:
                    ranks[place] = cuda.atomic.add(waiting, now + paths[place], 1)

    return play


def _score(boards: Any, games: Any, totals: Any, winners: Any) -> None:
    """The final scoring of every game."""
    scores = cuda.local.array(SEATS, SCORE)
    works = cuda.local.array(1, WORK)
    for number in range(cuda.grid(1), len(games), cuda.gridsize(1)):
        score(boards[0], games[number], scores, works[0])
        for seat in range(totals.shape[1]):
            plays = seat < games[number].players
            totals[number, seat] = scores[seat].total if plays else 0
            winners[number, seat] = scores[seat].winner if plays else 0


# ---- what people call


@dataclass(frozen=True)
class Results:
    """What a batch of games came to; arrays on the host."""

    totals: NDArray[np.int16]  # games × seats
    winners: NDArray[np.int8]  # games × seats: 1 for whoever won or shared the win
    counts: NDArray[Any]  # COUNTS records: decisions, moves and turns of each game
    finished: NDArray[Any]  # the last GAME records of the first `keep` games
    # on the device, compiling and copying not counted
    dealing_seconds: float
    playing_seconds: float
    scoring_seconds: float

    @property
    def seconds(self) -> float:
        """All of them."""
        return self.dealing_seconds + self.playing_seconds + self.scoring_seconds


def _play_all(setting: Setting, players: int, games: int, seed: int, keep: int, shape: Shape, set_up: Any) -> Results:
    """Play games in batches; `set_up(first, seed, records)` launches the kernel that puts a batch on the table."""
    if games < 1:
        raise ValueError("there must be at least one game to play")
    boards = cuda.to_device(setting.array)
    board_near, game_kind = near_board(setting), near_game(setting, players)
    near_words = cuda.to_device(board_near.view(WORD))
    pool = (shared_memory() - board_near.nbytes - RESERVE) // (game_kind.itemsize + A_PLACE)
    pool = min(shape.threads, max(WARP, pool // WARP * WARP))
    play = kernel(_play(pool, game_kind, board_near.dtype), shape.registers)
    room = min(games, BATCH)
    records, counts = cuda.device_array(room, GAME), cuda.device_array(room, COUNTS)
    totals, winners = cuda.device_array((room, players), np.int16), cuda.device_array((room, players), np.int8)
    blocks = min(-(-room // pool), multiprocessors())
    next_game = cuda.device_array(1, np.int32)
    played: list[tuple[Any, ...]] = []
    spent = np.zeros(3)
    for first in range(0, games, room):
        count = min(room, games - first)
        share = min(pool, -(-count // blocks))
        batch = [array[:count] for array in (records, counts, totals, winners)]
        next_game.copy_to_device(np.full(1, blocks * share, np.int32))
        first_seed = np.uint64(seed + first)
        times = [_now()]
        set_up(first, first_seed, batch[0])
        times.append(_now())
        launch(
            play, blocks, pool, pool * game_kind.itemsize,
            boards, near_words, first_seed, *batch[:2], share, next_game,
        )  # fmt: skip
        times.append(_now())
        kernel(_score)[grid(count)](boards, batch[0], *batch[2:])
        times.append(_now())
        spent += np.diff(times)
        played.append((*(array.copy_to_host() for array in batch[1:]), batch[0][: max(0, keep - first)].copy_to_host()))
    counted, scored, won, finished = (np.concatenate(arrays) for arrays in zip(*played, strict=True))
    return Results(scored, won, counted, finished, *map(float, spent))


def _now() -> float:
    cuda.synchronize()
    return time.perf_counter()


def random_games(
    game: "str | Path | Setting" = "usa",
    players: int = 4,
    games: int = 100_000,
    seed: int = 0,
    *,
    keep: int = 0,
    shape: Shape = SHAPE,
) -> Results:
    """Whole games by lot, scored: game i has the seed seed + i and is the game that the CPU plays from it."""
    need()
    setting = load(game)
    boards = cuda.to_device(setting.array)

    def deal(_first: int, first_seed: Any, records: Any) -> None:
        kernel(_deal)[grid(len(records))](boards, players, first_seed, records)

    return _play_all(setting, players, games, seed, keep, shape, deal)


def playouts(
    game: "str | Path | Setting", positions: NDArray[Any], times: int, seed: int = 0
) -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Play GAME records on by lot to their ends, `times` times each: totals and winners, positions × times × seats.

    Each playout draws its own future. Hidden cards stay as the records have them: redeal first where a seat must not know them.
    """
    need()
    players = int(positions["players"].max())
    on_device = cuda.to_device(np.ascontiguousarray(positions))

    def copy(first: int, first_seed: Any, records: Any) -> None:
        kernel(_copy)[grid(len(records))](on_device, times, first, first_seed, records)

    played = _play_all(load(game), players, len(positions) * times, seed, 0, SHAPE, copy)
    shape = (len(positions), times, players)
    return played.totals.reshape(shape), played.winners.reshape(shape)
