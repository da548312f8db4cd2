"""Bots think here, in processes of their own with a lower priority, so that they never delay people.

A process is given a game's name, or the file of its map, and the seat's veiled record: what is hidden from the seat never reaches its bot.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from railhead.arena.pool import follow
from railhead.boards.loading import known
from railhead.game import Game
from railhead.kernel import compiled
from railhead.server.turns import Asker, Turns
from railhead.words import LEVELS, Chance, Hint, Level, Move

if TYPE_CHECKING:
    from railhead.value import Choice

FALLBACK = "random"
ADVISER: Level = "expert"
BEFORE_CHANCES = 1.0  # seconds in which a hint is there, or is told without chances by playouts
COMPILING = 600.0  # seconds that a bot may take to be compiled, on a small and busy machine
Result = TypeVar("Result")
log = logging.getLogger("railhead.server")


def usual_level() -> Level:
    """The level of a bot that takes over when nobody says which."""
    return "medium"


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


def _begin(parent: int) -> None:
    follow(parent)
    with suppress(OSError, AttributeError):
        os.nice(10)
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))  # never takes the processor from one that wakes up


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


def _veiled_game(source: str, players: int, record: bytes) -> Game:
    """A game of which only what a seat may know is there."""
    import numpy as np

    from railhead.kernel.records import GAME

    game = Game(known(source), players=players, seed=0)
    game.array[:] = np.frombuffer(record, GAME)
    game.seed = None
    return game


def think(level: str, source: str, players: int, record: bytes) -> list[int]:
    """A bot's move: one decision, or two where the first asks a second question.

    Any process may be asked, and after a restart another one: the bot's lots come from what the seat sees.
    """
    from railhead.bots import PATIENCE, sit
    from railhead.bots.player import leave, lots

    game = _veiled_game(source, players, record)
    seat = game.to_move
    player = sit(level, game.setting, lots(game.veiled(seat)), seconds=PATIENCE)
    try:
        decisions = [player(game.veiled(seat))]
        if len(game.spelled(decisions[0])) > 1:  # a claim, a station or a bed that can be paid or built in several ways
            game.apply(decisions[0])
            decisions.append(player(game.veiled(seat)))
    finally:
        leave(player)
    return decisions


def _unpaid(game: Game, decision: int) -> Move:
    """What is decided: not how it is paid or built, where that is a decision of its own, with chances of its own."""
    from msgspec import structs

    ways = [move for move, _ in game.spelled(decision)]
    return ways[0] if len(ways) == 1 else structs.replace(ways[0], cards={}, colour="")


def _likeliest(game: Game, hint: Hint, choices: "list[Choice]") -> Hint:
    """What is advised, or the choice that a network finds better by more than it may be off: nobody is advised against its word."""
    from msgspec import structs

    from railhead import value

    best = choices[0]
    chance = next(one.chance for one in choices if one.decision == hint.decision)
    if best.chance - chance <= value.of(game).sure:
        return hint
    move = game.spelled(best.decision)[0][0]
    planned = move.place in hint.plan
    return structs.replace(
        hint,
        move=move,
        decision=best.decision,
        why="likeliest",
        values={"value": round(100 * best.chance)},
        plan=hint.plan if planned else [],
        tickets=hint.tickets if planned else [],
    )


def advise(source: str, players: int, record: bytes, patience: float) -> tuple[Hint, list[int], list[Chance]]:
    """What a strong player would do for the seat that is asked: the whole move and why, its decisions, the chances of choices.

    Where only playouts would tell these, and the hint has taken more seconds than that already, there are none: it is not to come late, or never.
    """
    from msgspec import structs

    from railhead import value
    from railhead.bots.hint import advise

    began = time.monotonic()
    game = _veiled_game(source, players, record)
    hint = advise(game, ADVISER)
    in_time = time.monotonic() - began < patience
    choices = value.few(game, hint.decision) if in_time or value.by_network(game) else []
    if value.by_network(game):
        hint = _likeliest(game, hint, choices)
    chances = [Chance(_unpaid(game, one.decision), round(one.chance, 3), round(one.sure, 3)) for one in choices]
    ways = game.spelled(hint.decision)
    move, decisions = ways[0]
    if len(ways) > 1:  # how to pay, or which piece to lay, is a decision of its own
        game.apply(hint.decision)
        second = value.choices(game)[0].decision if hint.why == "likeliest" else advise(game, ADVISER).decision
        move, decisions = next(way for way in ways if way[1] == [hint.decision, second])
    return structs.replace(hint, move=move), decisions, chances


# ---- in the server


class Mind:
    """A process in which a bot thinks, or something else takes long; ended and replaced if it dies or never comes to an end."""

    def __init__(self) -> None:
        self._open()

    def _open(self) -> None:
        self.process = 0
        self.pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _begin, (os.getpid(),))

    async def run(self, seconds: float | None, job: Callable[..., Result], *arguments: Any) -> Result:
        """Have a job done; TimeoutError or BrokenProcessPool if it is not."""
        try:
            self.process = self.process or await asyncio.wrap_future(self.pool.submit(os.getpid))
            return await asyncio.wait_for(asyncio.wrap_future(self.pool.submit(job, *arguments)), seconds)
        except (TimeoutError, BrokenProcessPool):
            self.end()
            raise

    def end(self) -> None:
        """End the process; there will be another when it is needed."""
        self.close()
        self._open()

    def close(self) -> None:
        """End the process, whatever it does."""
        process, self.process = self.process, 0
        if process:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        self.pool.shutdown(wait=False, cancel_futures=True)


class NotWanted(Exception):  # noqa: N818
    """When its turn came, nobody waited for it any more."""


class BotPool:
    """The processes in which bots think, shared fairly."""

    def __init__(self, processes: int, seconds: float = 20) -> None:
        self.minds = [Mind() for _ in range(processes or max(1, (os.cpu_count() or 2) - 1))]
        self.turns = Turns(self.minds)
        self.seconds = seconds
        self.compiled: set[str] = set()  # levels: compiling takes long, thinking does not
        self.plays_out = False  # are playouts compiled, too? Hints do not wait for that
        self.helper = Mind()  # compiles; bots need not wait for all of that

    async def run(
        self,
        asker: Asker,
        seconds: float | None,
        job: Callable[..., Result],
        *arguments: Any,
        patience: float | None = None,
    ) -> Result:
        """Have a job done in a process, when it is this asker's turn; `patience` is for the waiting and the job together."""
        began = time.monotonic()
        async with asyncio.timeout(patience):
            mind = await self.turns.take(asker)
        try:
            if not asker.wanted():
                raise NotWanted
            if patience is not None:
                left = patience - (time.monotonic() - began)
                seconds = left if seconds is None else min(seconds, left)
            return await mind.run(seconds, job, *arguments)
        finally:
            self.turns.give(mind, asker)

    async def warm_up(self) -> float:
        """Have everything compiled, in a process, so that this one goes on answering."""
        return await self.helper.run(None, warm_up)

    async def warm_up_bots(self) -> None:
        """Have the bots compiled, too, the weakest first; they may play before that is done."""
        record = Game("usa", players=2, seed=1).veiled(0).tobytes()
        for level in LEVELS:
            with suppress(TimeoutError, BrokenProcessPool):
                await self.helper.run(COMPILING, think, level, "usa", 2, record)
                self.compiled.add(level)
        with suppress(TimeoutError, BrokenProcessPool):
            record = Game("usa", players=3, seed=1).veiled(0).tobytes()  # where no network answers
            await self.helper.run(COMPILING, advise, "usa", 3, record, COMPILING)
            self.plays_out = True
        self.helper.close()

    async def think(self, level: str, game: Game, seat: int, asker: Asker) -> list[int]:
        """A bot's move for the seat that the game asks. A bot that fails, or thinks for ever, is helped out by a simpler one."""
        record = game.veiled(seat).tobytes()
        for wanted in (level, usual_level(), FALLBACK):
            try:
                seconds = self.seconds if wanted in self.compiled else COMPILING
                return await self.run(asker, seconds, think, wanted, game.setting.source, game.players, record)
            except (TimeoutError, BrokenProcessPool) as error:
                log.error("a bot failed", extra={"level": wanted, "why": type(error).__name__})
        raise RuntimeError("the bots' processes die again and again")

    async def advise(self, game: Game, seat: int, asker: Asker) -> tuple[Hint, list[int], list[Chance]]:
        """A hint for the seat that the game asks; TimeoutError or BrokenProcessPool if none comes."""
        seconds = self.seconds if ADVISER in self.compiled else COMPILING
        record = game.veiled(seat).tobytes()
        return await self.run(
            asker, seconds, advise, game.setting.source, game.players, record, BEFORE_CHANCES * self.plays_out
        )

    def rest(self) -> None:
        """End the processes; there will be others when they are needed."""
        for mind in self.minds:
            if mind.process:
                mind.end()

    def close(self) -> None:
        """End the processes."""
        for mind in (*self.minds, self.helper):
            mind.close()
