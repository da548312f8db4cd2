"""Chances that come true: a judge that was too modest or too bold at some stage of its games is set right, by what became of its chances in other games.

The factors are data (`tempers.json`, by judge and table; where a table has none, by how many play), fitted by `python -m benchmarks.review temper`.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting

Floats = NDArray[np.float64]
TEMPERS = Path(__file__).with_name("tempers.json")
STAGES = (
    0.0,
    0.5,
    1.0,
)  # shares of the trains that the seat with the fewest has used; a factor for each, and between them a mean of both
LEAST = 1e-9  # of a chance, where its logarithm is taken


@cache
def tempers(judge: str) -> dict[str, tuple[float, ...]]:
    """The factors of a judge (`network`, `playouts`) by table (GAME-PLAYERS), or by how many play."""
    kept: dict[str, dict[str, list[float]]] = json.loads(TEMPERS.read_text(encoding="utf-8"))
    return {table: tuple(factors) for table, factors in kept.get(judge, {}).items()}


def temper_of(judge: str, setting: Setting, players: int) -> tuple[float, ...]:
    """The factors of a judge at a table; chances stay as they are where nothing was fitted."""
    known = tempers(judge)
    return known.get(f"{setting.id}-{players}") or known.get(str(players)) or (1.0,) * len(STAGES)


def advanced(setting: Setting, games: Any) -> Floats:
    """How far games have come: the share of its trains that the seat with the fewest has used."""
    players = int(games["players"][0])
    found: Floats = 1.0 - games["trains"][:, :players].min(axis=1) / float(setting.record.trains)
    return found


def between(far: Floats) -> Floats:
    """How near each game is to each of the stages (games × stages): shares that add up to 1."""
    return np.stack([np.interp(far, STAGES, row) for row in np.eye(len(STAGES))], axis=1)


def tempered(factors: tuple[float, ...], chances: Floats, far: Floats) -> Floats:
    """Chances (games × seats) made bolder (a factor above 1) or more modest, by how far each game has come; they add up to 1."""
    logs = (between(far) @ np.array(factors))[:, None] * np.log(np.maximum(chances, LEAST))
    raised = np.exp(logs - logs.max(axis=1, keepdims=True))
    found: Floats = raised / raised.sum(axis=1, keepdims=True)
    return found
