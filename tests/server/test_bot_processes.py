"""Bots in their processes: one that dies or thinks for ever stops neither its game nor the other bots."""

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import pytest
from server_running import WAIT

from railhead.game import Game
from railhead.server import bots
from railhead.server.bots import BotPool, usual_level
from railhead.server.turns import Asker
from railhead.words import LEVELS

right_think = bots.think
ASKER = Asker("table", "address")


def stuck_think(level: str, *arguments: Any) -> list[int]:
    """The strongest bot thinks for ever."""
    if level == LEVELS[-1]:
        time.sleep(10**6)
    return right_think(level, *arguments)


def dying_think(level: str, *arguments: Any) -> list[int]:
    """The strongest bot takes its process with it."""
    if level == LEVELS[-1]:
        os._exit(1)
    return right_think(level, *arguments)


def alive(process: int) -> bool:
    status = Path(f"/proc/{process}/stat")
    return status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] != "Z"


@pytest.mark.parametrize("think", [stuck_think, dying_think])
def test_a_bot_that_never_answers_is_helped_out_by_a_simpler_one(monkeypatch: pytest.MonkeyPatch, think: Any) -> None:
    monkeypatch.setattr(bots, "think", think)

    async def scene() -> None:
        pool = BotPool(1, seconds=5)
        try:
            pool.compiled.add(LEVELS[-1])
            game = Game("usa", players=2, seed=1)
            stuck = await pool.run(ASKER, None, os.getpid)
            decisions = await asyncio.wait_for(pool.think(LEVELS[-1], game, 0, ASKER), WAIT)
            assert decisions[0] in game.legal()
            assert await pool.run(ASKER, None, os.getpid) != stuck and not alive(stuck)
            assert (await pool.think(usual_level(), game, 0, ASKER))[0] in game.legal()
        finally:
            pool.close()

    asyncio.run(scene())


def test_all_levels_think_and_their_processes_end_with_the_pool() -> None:
    async def scene() -> None:
        pool = BotPool(2)
        game = Game("usa", players=3, seed=1)
        found = await asyncio.gather(*(pool.think(level, game, 0, Asker(level, level)) for level in LEVELS))
        assert all(decisions[0] in game.legal() for decisions in found)
        processes = [mind.process for mind in pool.minds]
        assert all(processes) and len(set(processes)) == 2
        pool.close()
        assert not any(mind.process for mind in pool.minds)  # nobody else of that number is ended later
        end = time.monotonic() + WAIT
        while any(map(alive, processes)):
            assert time.monotonic() < end
            await asyncio.sleep(0.05)

    asyncio.run(scene())
