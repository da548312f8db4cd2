"""Bots think here, in processes of their own with a lower priority, so that they never delay people.

A process is given a game's name and the seat's veiled record: what is hidden from the seat never reaches its bot.
"""

import asyncio
import importlib.util
import multiprocessing
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache

from railhead.game import Game

FALLBACK = "random"


@cache
def levels() -> tuple[str, ...]:
    """The levels there are, from weak to strong."""
    if importlib.util.find_spec("railhead.bots") is None:
        return (FALLBACK,)
    from railhead import bots

    return tuple(getattr(bots, "LEVELS", ())) or (FALLBACK,)


def usual_level() -> str:
    """The level of a bot that takes over when nobody says which."""
    known = levels()
    return "medium" if "medium" in known else known[len(known) // 2]


# ---- in the processes


def _follow_parent(parent: int) -> None:
    """End with the process that started this one, even if that one was killed."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


def _begin(parent: int) -> None:
    threading.Thread(target=_follow_parent, args=(parent,), daemon=True).start()
    with suppress(OSError, AttributeError):
        os.nice(10)


def warm_up() -> float:
    """Play a little, so that everything is compiled and kept on disk; returns the seconds it took."""
    began = time.monotonic()
    for name in ("europe", "france"):
        game = Game(name, players=2, seed=1)
        for step in range(60):
            legal = game.legal()
            game.play(game.moves()[(7 * step) % len(game.moves())]) if step % 3 else game.apply(legal[-1])
            if game.over:
                break
        game.view(0)
        game.view(None)
        game.score()
    return time.monotonic() - began


def _veiled_game(name: str, players: int, record: bytes) -> Game:
    """A game of which only what a seat may know is there."""
    import numpy as np

    from railhead.kernel.layout import GAME

    game = Game(name, players=players, seed=0)
    game.array[:] = np.frombuffer(record, GAME)
    game.seed = None
    return game


def _choose(level: str, game: Game) -> int:
    if levels() != (FALLBACK,):
        from railhead import bots

        return int(bots.choose(level, game))  # type: ignore[attr-defined,unused-ignore]
    import random

    return random.SystemRandom().choice(game.legal())


def think(level: str, name: str, players: int, record: bytes) -> list[int]:
    """A bot's move: one decision, or two where the first asks a second question."""
    game = _veiled_game(name, players, record)
    decisions = [_choose(level, game)]
    if len(game.spelled(decisions[0])) > 1:  # a claim, a station or a bed that can be paid or built in several ways
        game.apply(decisions[0])
        decisions.append(_choose(level, game))
    return decisions


# ---- in the server


class BotPool:
    """The processes in which bots think. A process that dies is replaced."""

    def __init__(self, processes: int) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.pool: ProcessPoolExecutor | None = None

    def _open(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.processes, context, _begin, (os.getpid(),))
        return self.pool

    async def warm_up(self) -> float:
        """Have everything compiled, in a process, so that this one goes on answering."""
        return await asyncio.get_running_loop().run_in_executor(self._open(), warm_up)

    async def think(self, level: str, game: Game, seat: int) -> list[int]:
        """A bot's move for the seat that the game asks."""
        record = game.veiled(seat).tobytes()
        for _ in range(3):
            pool = self._open()
            try:
                job = pool.submit(think, level, game.setting.id, game.players, record)
                return await asyncio.wrap_future(job)
            except BrokenProcessPool:
                if self.pool is pool:
                    self.pool = None
        raise RuntimeError("the bots' processes die again and again")

    def close(self) -> None:
        """End the processes."""
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None
