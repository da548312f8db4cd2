"""Bots think here, in processes of their own with a lower priority, so that they never delay people.

A process is given a game's name and the seat's veiled record: what is hidden from the seat never reaches its bot.
"""

import asyncio
import multiprocessing
import os
import random
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache
from pathlib import Path

from railhead.game import Game
from railhead.kernel import compiled

FALLBACK = "random"


@cache
def levels() -> tuple[str, ...]:
    """The levels there are, from weak to strong."""
    from railhead import bots

    return tuple(getattr(bots, "LEVELS", ())) or (FALLBACK,)


def usual_level() -> str:
    """The level of a bot that takes over when nobody says which."""
    known = levels()
    return "medium" if "medium" in known else known[len(known) // 2]


def _mark() -> Path:
    """A file that is there when the rules of this release have been compiled on this machine."""
    return Path(compiled._FOLDER) / "served"


def compiled_before() -> bool:
    """Is all compiled code on disk?"""
    return compiled.INTERPRETED or _mark().exists()


def note_compiled() -> None:
    """All compiled code is on disk."""
    with suppress(OSError):
        _mark().touch()


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
        for _ in range(8):
            moves = game.moves()
            game.play(moves[len(moves) // 2])
        game.clone().apply(game.legal()[0])
        game.view(0)
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
    number = random.SystemRandom().getrandbits(31)
    if levels() == (FALLBACK,):
        return game.legal()[number % len(game.legal())]
    from railhead.bots import make_chooser

    assert game.to_move is not None
    return int(make_chooser(level, game.setting, number)(game.veiled(game.to_move)))


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

    async def warm_up_bots(self) -> None:
        """Have the bots compiled, too."""
        record = Game("usa", players=2, seed=1).veiled(0).tobytes()
        for level in levels():
            with suppress(BrokenProcessPool):
                await asyncio.get_running_loop().run_in_executor(self._open(), think, level, "usa", 2, record)

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
