"""Playing on to the end, where no network was taught: quick planners finish each position, and what they make tells who will win."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.compiling import compiled
from railhead.bots.mind import MIND, MindRecord, new_minds
from railhead.bots.numbers import PLANNER
from railhead.bots.search import QUICK_TRIES, play_out
from railhead.kernel import random
from railhead.kernel.declaring import Array, Numbers, Words
from railhead.kernel.records import GAME, SCORE, SEATS, WORK, BoardRecord, GameRecord, ScoreRecord, Trace, WorkRecord
from railhead.kernel.scoring import score
from railhead.kernel.trace import NO_TRACE

# Points that make a win e times as likely: a playout's margin tells more than its bare win, and quick planners are off by some points.
SCALE = 16.0


@compiled
def _finish(
    boards: Array[BoardRecord],
    games: Array[GameRecord],
    keys: Words,
    quick: Array[MindRecord],
    totals: Any,
    room: Array[GameRecord],
    minds: Array[MindRecord],
    scores: Array[ScoreRecord],
    works: Array[WorkRecord],
    asked: Numbers,
    trace: Trace,
) -> None:
    """The points of every seat, of each game finished with the lots of its key."""
    board, game = boards[0], room[0]
    for number in range(len(games)):
        room[0] = games[number]
        random.seed(game.generator, keys[number])
        for seat in range(game.players):
            minds[seat] = quick[0]
            random.seed(minds[seat].generator, keys[number] + np.uint64(seat + 1))
        play_out(board, game, minds, asked, trace)
        score(board, game, scores, works[0])
        for seat in range(game.players):
            totals[number, seat] = scores[seat].total


def played_out(setting: Setting, games: Any, keys: NDArray[np.uint64]) -> NDArray[np.float64]:
    """The points that each seat has in the end (games × seats). Games with the same key meet the same lots."""
    from railhead.bots.planner import tuned  # no part of the compiled code, so not of what its cache depends on

    quick: NDArray[Any] = new_minds(PLANNER, 0, tuned.SEARCH)
    quick["quick"], quick["weights"]["tries"] = 1, QUICK_TRIES
    totals = np.zeros((len(games), int(games["players"][0])))
    _finish(
        setting.array, games, keys, quick, totals, np.zeros(1, GAME), np.zeros(SEATS, MIND), np.zeros(SEATS, SCORE), np.zeros(1, WORK),
        np.zeros(SEATS, np.int64), NO_TRACE,
    )  # fmt: skip
    return totals


def shares(totals: NDArray[np.float64]) -> NDArray[np.float64]:
    """From points to each seat's share of the win, smoothed; along the last axis they add up to 1."""
    raised = np.exp((totals - totals.max(axis=-1, keepdims=True)) / SCALE)
    found: NDArray[np.float64] = raised / raised.sum(axis=-1, keepdims=True)
    return found


def margins(totals: NDArray[np.float64], seat: int) -> NDArray[np.float64]:
    """How many points a seat is ahead of the best other."""
    others = np.delete(totals, seat, axis=-1).max(axis=-1)
    found: NDArray[np.float64] = totals[..., seat] - others
    return found
