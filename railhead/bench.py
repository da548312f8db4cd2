"""How fast it is on this machine, each figure with its ratio to a fixed reference loop measured in the same run.

A second is a second of one core's time: while other programs have the core, the clock stands still.
"""

import os
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np

from railhead.arena.simulate import batches
from railhead.boards import load
from railhead.game import Game
from railhead.game.game import NO_TRACES
from railhead.kernel import doors
from railhead.kernel.compiled import compiled
from railhead.kernel.random import below
from railhead.kernel.records import DRAW, GAME

SETTINGS = (("usa", 4), ("europe", 4), ("france", 4), ("usa", 2), ("usa-mega", 5))
GOALS = {
    "usa-4p": 8_000_000,
    "europe-4p": 4_000_000,
    "france-4p": 4_000_000,
    "copy-apply": 200_000,
    "pettingzoo-step": 50_000,
    "vector-4096-usa-2p": 1_000_000,
    "gymnasium-4096-usa-2p": 1_000_000,
    "gpu-usa-4p": 2_000_000_000,
}  # moves or steps a second


@compiled
def reference_loop(generator: Any, count: int) -> int:
    """Draw numbers by lot and add them up: the same work on every machine and in every release."""
    total = 0
    for _ in range(count):
        total += below(generator, 6)
    return total


def _best(work: Callable[[], float], seconds: float) -> float:
    """The best rate of several runs: the one that other programs disturbed least."""
    best, until = 0.0, time.perf_counter() + seconds
    while time.perf_counter() < until or best == 0.0:
        begin = time.thread_time()
        amount = work()
        best = max(best, amount / (time.thread_time() - begin))
    return best


def best_rate(rate: Callable[[], float], seconds: float) -> float:
    """The best of a rate that is measured again and again."""
    best, until = rate(), time.perf_counter() + seconds
    while time.perf_counter() < until:
        best = max(best, rate())
    return best


def reference_rate(seconds: float = 0.5) -> float:
    """Reference draws a second."""
    generator = np.array([1, 3], np.uint64)
    reference_loop(generator, 1)
    return _best(lambda: 1_000_000 if reference_loop(generator, 1_000_000) else 0, seconds)


def random_play(game: str, players: int, seconds: float) -> dict[str, float]:
    """Whole games by lot, set-up and final scoring included, on one core."""
    setting = load(game)
    best: dict[str, float] = {"moves_per_second": 0.0}
    until, seed = time.perf_counter() + seconds, 0
    while time.perf_counter() < until or not best["moves_per_second"]:
        begin = time.thread_time()
        _, _, counts = next(batches(setting, players, 1000, seed))
        spent = time.thread_time() - begin
        seed += 1000
        moves = float(counts["moves"].sum()) / spent
        if moves > best["moves_per_second"]:
            decisions = float(counts["decisions"].sum()) / spent
            best = {
                "moves_per_second": moves,
                "games_per_second": len(counts) / spent,
                "decisions_per_second": decisions,
            }
    return best


def copy_and_apply(seconds: float) -> dict[str, float]:
    """Copy a game and make one decision in it, from Python."""
    setting, game = load("usa"), Game("usa", 4, 1)
    while game.phase != "turn":
        game.apply(game.legal()[0])

    def work() -> float:
        copy = np.empty(1, GAME)
        for _ in range(10_000):
            doors.copy(game.array, copy)
            doors.apply(setting.array, copy, DRAW, NO_TRACES)
        return 10_000

    return {"steps_per_second": _best(work, seconds)}


def search_playouts(threads: int, seconds: float) -> dict[str, float]:
    """Playouts of the search from the first turn of a game, on so many threads."""
    from railhead.bots import sit
    from railhead.bots.search import Search

    game = Game("usa", 2, 1)
    while game.phase != "turn":
        game.apply(game.legal()[0])
    search = sit("search", game.setting, threads=threads)
    assert isinstance(search, Search) and game.to_move is not None
    view = game.veiled(game.to_move)
    search(view)  # compiles
    search.done, search.spent = 0, 0.0
    while search.spent < seconds:
        search(view)
    return {"playouts_per_second": search.done / search.spent}


def run(seconds: float = 3.0) -> Iterator[tuple[str, dict[str, float]]]:
    """Every figure as it is measured."""
    reference = reference_rate()
    yield "reference", {"draws_per_second": reference}
    for game, players in SETTINGS:
        next(batches(load(game), players, 1, 0))
        figures = random_play(game, players, seconds)
        yield f"{game}-{players}p", {**figures, "ratio_to_reference": figures["moves_per_second"] / reference}
    figures = copy_and_apply(seconds / 2)
    yield "copy-apply", {**figures, "ratio_to_reference": figures["steps_per_second"] / reference}
    for threads in (1, 2, 4, 8):
        if threads <= (os.cpu_count() or 1):
            yield f"search-threads-{threads}", search_playouts(threads, seconds / 2)
    for name, measured in _plugged_in(seconds):
        ratios = {"ratio_to_reference": next(iter(measured.values())) / reference} if measured else {}
        yield name, {**measured, **ratios}


def _plugged_in(seconds: float) -> Iterator[tuple[str, dict[str, float]]]:
    """Figures of the parts that are installed: environments, GPU."""
    try:
        rows = import_module("railhead.envs.bench").rows
    except ImportError:
        return
    yield from rows(seconds)
