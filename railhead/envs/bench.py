"""How fast the environments are: `railhead bench` shows these rows after the kernel's own. What is not installed is left out.

Decisions are drawn by lot, and new games begun whenever one ends. A second is one of the core's time, as in railhead/bench.py; on
the GPU it is one of the clock's.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from time import perf_counter, thread_time
from typing import Any

import numpy as np

from railhead.envs.vector import Vector

GAMES = 4096
ROUNDS = 50
Row = tuple[str, dict[str, float]]


def pettingzoo_steps(steps: int = 5000) -> float:
    """Steps a second through `last` (observation and mask), a choice among the legal decisions, and `step`."""
    from railhead.envs import pettingzoo

    env = pettingzoo.env("usa", 4)
    env.reset(seed=1)
    lots = np.random.default_rng(1).random(steps).tolist()
    begin = thread_time()
    for lot in lots:
        observation, _, over, _, _ = env.last()
        if over:
            env.reset()
            continue
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[int(lot * len(legal))]))
    return steps / (thread_time() - begin)


def _stepped(table: Vector, step: Any, rounds: int) -> float:
    """Steps a second of many games: only the calls of `step` count, which write observations, masks and rewards."""
    spent = 0.0
    for _ in range(rounds):
        decisions = table.decide_by_lot().copy()
        begin = thread_time()
        step(decisions)
        spent += thread_time() - begin
    return rounds * len(table) / spent


def vector_steps(game: str, players: int, games: int = GAMES) -> float:
    """One decision in each of many games, of whoever's turn it is."""
    table = Vector(game, games, players)
    table.reset(1)
    return _stepped(table, table.step, ROUNDS)


def gymnasium_steps(players: int, games: int = GAMES) -> float:
    """One's own decision in each of many games, and those of the others (by lot) up to one's next."""
    from railhead.envs.gymnasium import SeatVectorEnvironment

    env = SeatVectorEnvironment("usa", games, players, autoreset_mode="SameStep")
    env.reset(seed=1)
    return _stepped(env.table, env.step, ROUNDS)


def openspiel_games(games: int = 2) -> float:
    """Whole games a second through OpenSpiel's own interface, in Python."""
    import pyspiel

    import railhead.envs.openspiel  # noqa: F401 (registers the game)

    game = pyspiel.load_game("python_railhead", {"game": "usa", "players": 2})
    lot = np.random.default_rng(1)
    begin = thread_time()
    for number in range(games):
        state = game.new_initial_state()
        state.apply_action(number)
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(lot.integers(len(legal)))])
    return games / (thread_time() - begin)


def gpu_games(seconds: float) -> dict[str, float]:
    """Whole games by lot on the GPU, four players, set-up and final scoring included."""
    from railhead import gpu

    gpu.random_games("usa", 4, 1000, 1)  # compiles
    best, until, seed = {"moves_per_second": 0.0}, perf_counter() + seconds, 1
    while perf_counter() < until or not best["moves_per_second"]:
        played = gpu.random_games("usa", 4, 2_000_000, seed)
        seed += 1
        rate = float(played.counts["moves"].sum()) / played.seconds
        if rate > best["moves_per_second"]:
            best = {"moves_per_second": rate, "games_per_second": len(played.counts) / played.seconds}
    return best


def rows(seconds: float) -> Iterator[Row]:
    """Every figure by name, as it is measured; the best of several runs, which other programs disturbed least."""
    from railhead.bench import best_rate

    def row(name: str, unit: str, measure: Any, *given: Any) -> Row:
        measure(*given)  # compiles
        return name, {unit: best_rate(lambda: measure(*given), seconds)}

    if find_spec("pettingzoo"):
        yield row("pettingzoo-step", "steps_per_second", pettingzoo_steps)
    for game, players in (("usa", 2), ("usa", 4), ("europe", 4), ("france", 4)):
        yield row(f"vector-{GAMES}-{game}-{players}p", "steps_per_second", vector_steps, game, players)
    if find_spec("gymnasium"):
        yield row(f"gymnasium-{GAMES}-usa-2p", "steps_per_second", gymnasium_steps, 2)
    if find_spec("pyspiel"):
        yield row("openspiel-usa-2p", "games_per_second", openspiel_games)
    from railhead import gpu

    if gpu.available() and not gpu.SIMULATED:
        yield "gpu-usa-4p", gpu_games(seconds)
    else:
        yield "gpu-usa-4p: no CUDA here, not measured", {}
