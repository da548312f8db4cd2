"""Who will win from here, all cards seen, by a learned network: each seat is asked what it thinks of its own hand, and the answers are weighed.

The network judges a position as the seat on the move sees it. So every seat is asked as if it were its turn; `Weighing` then says
how much a seat's hope counts and how much being on the move is worth. Its numbers are fitted to games of the network against itself, and
of planners (`python -m benchmarks.review fit`).
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.bots.neural.ahead import Ahead
from railhead.kernel.records import FIRST_TICKETS, TURN
from railhead.value.tempering import between

Chances = NDArray[np.float64]
DOUBT = 1e-3  # no chance is nearer to 0 or 1 than this before the end
WEIGHINGS = Path(__file__).with_name("weighings.json")


@dataclass(frozen=True)
class Weighing:
    """How hopes become chances: a factor, and what a seat gets for being first, second … to move, while first tickets are chosen, on a turn, amid one;
    early, in the middle and late."""

    hope: float
    tempo: NDArray[np.float64]  # stages × how far the game has come × seats, clockwise from the one that decides


@cache
def weighings() -> dict[str, Weighing]:
    """The fitted weighings by table (GAME-PLAYERS)."""
    kept = json.loads(WEIGHINGS.read_text(encoding="utf-8"))
    return {table: Weighing(one["hope"], np.array(one["tempo"])) for table, one in kept.items()}


def stages(games: Any) -> NDArray[np.int64]:
    """First tickets, the beginning of a turn, or the midst of one."""
    phases = games["phase"]
    found: NDArray[np.int64] = np.where(phases == FIRST_TICKETS, 0, np.where(phases == TURN, 1, 2))
    return found


def hopes(ahead: Ahead, games: Any) -> Chances:
    """What each seat of each game thinks of its own chance, from what it may know; for games that are not over."""
    players = ahead.laid.table.players
    asked = np.repeat(games, players)
    seats = np.tile(np.arange(players), len(games))
    waiting = (asked["seat"] != seats) & (asked["phase"] != FIRST_TICKETS)
    asked["seat"] = seats
    asked["phase"][waiting] = TURN
    chances: Chances = ahead.think(asked, np.arange(len(asked)))[1][:, 0].astype(np.float64)
    return chances.reshape(len(games), players)


def weigh(weighing: Weighing, hoped: Chances, games: Any, far: Chances) -> Chances:
    """From what each seat hopes to chances that add up to 1; for games that are not over, each with how far it has come."""
    players = hoped.shape[1]
    sure = np.clip(hoped, DOUBT, 1 - DOUBT)
    steps = (np.arange(players)[None, :] - games["seat"].astype(int)[:, None]) % players
    tempo = np.einsum("gk,gks->gs", between(far), weighing.tempo[stages(games)])
    scores = weighing.hope * np.log(sure / (1 - sure)) + np.take_along_axis(tempo, steps, axis=1)
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Chances = shares / shares.sum(axis=1, keepdims=True)
    return found
