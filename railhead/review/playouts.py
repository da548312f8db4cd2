"""Who will win from here, by playing on: quick planners finish each position a few times, all cards as they lie."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.compiling import compiled
from railhead.bots.mind import MIND, MindRecord, new_minds
from railhead.bots.numbers import PLANNER
from railhead.bots.planner import tuned
from railhead.bots.search import QUICK_TRIES, play_out
from railhead.kernel import random
from railhead.kernel.declaring import Array, Numbers, Word
from railhead.kernel.records import GAME, SCORE, SEATS, WORK, BoardRecord, GameRecord, ScoreRecord, Trace, WorkRecord
from railhead.kernel.scoring import score
from railhead.kernel.trace import NO_TRACE

FIRST_KEY = np.uint64(0x5EED << 32)


@compiled
def _finish(
    board: BoardRecord,
    games: Array[GameRecord],
    playouts: int,
    key: Word,
    quick: Array[MindRecord],
    shares: NDArray[np.float64],
    room: Array[GameRecord],
    minds: Array[MindRecord],
    scores: Array[ScoreRecord],
    work: WorkRecord,
    asked: Numbers,
    trace: Trace,
) -> None:
    for number in range(len(games)):
        players = int(games[number].players)
        for playout in range(playouts):
            room[0] = games[number]
            random.seed(room[0].generator, key + np.uint64(playout))
            for seat in range(players):
                minds[seat] = quick[0]
                random.seed(minds[seat].generator, key + np.uint64(playout * SEATS + seat))
            play_out(board, room[0], minds, asked, trace)
            score(board, room[0], scores, work)
            winners = 0
            for seat in range(players):
                winners += scores[seat].winner
            for seat in range(players):
                shares[number, seat] += scores[seat].winner / winners / playouts


def played_out(setting: Setting, games: Any, playouts: int) -> NDArray[np.float64]:
    """The share of playouts that each seat wins. The same lots serve every position, so that what differs is the position."""
    players = int(games["players"][0])
    quick = new_minds(PLANNER, 0, tuned.SEARCH)
    quick["quick"] = 1
    quick["weights"]["tries"] = QUICK_TRIES
    shares = np.zeros((len(games), players))
    _finish(
        setting.record, games, playouts, FIRST_KEY, quick, shares, np.zeros(1, GAME), np.zeros(SEATS, MIND),
        np.zeros(SEATS, SCORE), np.zeros(1, WORK)[0], np.zeros(SEATS, np.int64), NO_TRACE,
    )  # fmt: skip
    return shares
