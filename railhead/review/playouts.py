"""Playing on to the end: quick planners finish each position, and what they make tells who will win.

Where decisions are told apart, everybody first plans as carefully as in a real game: the rivals before the decision, once for all that are compared, and
the seat that decides after it. A plan made in haste, or one that some decision does not belong to, would tell of the plan and not of the decision.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.compiling import compiled
from railhead.bots.dealing import deal_suited, weights_of
from railhead.bots.mind import MIND, MindRecord
from railhead.bots.planner.planning import make_plan
from railhead.bots.player import lots
from railhead.bots.search import SPREAD, play_out
from railhead.kernel import random
from railhead.kernel.declaring import Array, Numbers, Word, Words
from railhead.kernel.records import (
    GAME,
    NONE,
    SCORE,
    SEATS,
    TICKET_WORDS,
    WORK,
    BoardRecord,
    GameRecord,
    ScoreRecord,
    Trace,
    WorkRecord,
)
from railhead.kernel.scoring import score
from railhead.kernel.trace import NO_TRACE
from railhead.kernel.turns import advance
from railhead.value.playouts import quick_minds

# Points that make a win e times as likely: a playout's margin tells more than its bare win, and quick planners are off by some points.
SCALE = 16.0
TRIES = 26.0  # networks that a careful plan is chosen from, as many as a planner's


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
    totals = np.zeros((len(games), int(games["players"][0])))
    _finish(
        setting.array, games, keys, quick_minds(), totals, np.zeros(1, GAME), np.zeros(SEATS, MIND), np.zeros(SEATS, SCORE), np.zeros(1, WORK),
        np.zeros(SEATS, np.int64), NO_TRACE,
    )  # fmt: skip
    return totals


@compiled
def _plan(board: BoardRecord, game: GameRecord, seat: int, tries: float, mind: MindRecord) -> None:
    """A seat plans anew, with care, as if it were its turn."""
    mover, hasty = game.seat, mind.weights.tries
    game.seat, mind.quick, mind.kept_seat, mind.weights.tries = seat, 0, NONE, tries
    make_plan(board, game, mind)
    game.seat, mind.quick, mind.weights.tries = mover, 1, hasty


@compiled
def _compare(
    boards: Array[BoardRecord],
    views: Array[GameRecord],
    quick: Array[MindRecord],
    tries: float,
    decisions: Numbers,
    key: Word,
    first: int,
    totals: Any,
    weights: Any,
    pair: Array[GameRecord],
    planned: Array[MindRecord],
    minds: Array[MindRecord],
    scores: Array[ScoreRecord],
    works: Array[WorkRecord],
    pool: Words,
    asked: Numbers,
    trace: Trace,
) -> None:
    """The points of every seat after every decision in every deal. The same deals, lots and rivals' plans serve every decision."""
    board, game, seat, players = boards[0], pair[0], views[0].seat, views[0].players
    for deal in range(totals.shape[1]):
        number = key + np.uint64(first + deal) * SPREAD
        pair[1] = views[0]
        deal_suited(board, seat, pair[1], number, weights, pool)
        for other in range(players):
            planned[other] = quick[0]
            random.seed(planned[other].generator, number + np.uint64(other))
            if other != seat:
                _plan(board, pair[1], other, tries, planned[other])
        for place in range(len(decisions)):
            pair[0] = pair[1]
            for other in range(players):
                minds[other] = planned[other]
            advance(board, game, decisions[place], trace)
            _plan(board, game, seat, tries, minds[seat])
            play_out(board, game, minds, asked, trace)
            score(board, game, scores, works[0])
            for other in range(players):
                totals[place, deal, other] = scores[other].total


def compared(setting: Setting, view: Any, decisions: list[int], first: int, last: int) -> NDArray[np.float64]:
    """The points that each seat has in the end (decisions × deals × seats), in the deals `first` to `last` - 1 of what the seat that decides cannot know."""
    views = np.zeros(1, GAME)
    views[0] = view
    quick, totals = quick_minds(), np.zeros((len(decisions), last - first, int(view.players)))
    _compare(
        setting.array, views, quick, TRIES, np.array(decisions, np.int64), np.uint64(lots(view)), first, totals, weights_of(setting, view, int(view.seat)),
        np.zeros(2, GAME), np.zeros(SEATS, MIND), np.zeros(SEATS, MIND), np.zeros(SEATS, SCORE), np.zeros(1, WORK), np.zeros(TICKET_WORDS, np.uint64),
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
