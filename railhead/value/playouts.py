"""Looking ahead by playouts, where no network was taught: quick planners play on to the end, from deals of what the seat cannot know."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.compiling import compiled
from railhead.bots.dealing import deal_suited, weights_of
from railhead.bots.mind import MIND, MindRecord, new_minds
from railhead.bots.neural.ahead import Seen, share_win
from railhead.bots.numbers import PLANNER
from railhead.bots.search import QUICK_TRIES, SPREAD, play_out
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


@compiled
def _play(
    boards: Array[BoardRecord],
    views: Array[GameRecord],
    seat: int,
    quick: Array[MindRecord],
    decisions: Numbers,
    key: Word,
    first: int,
    won: Any,
    margins: Any,
    weights: Any,
    pair: Array[GameRecord],
    minds: Array[MindRecord],
    scores: Array[ScoreRecord],
    works: Array[WorkRecord],
    pool: Words,
    asked: Numbers,
    trace: Trace,
) -> None:
    """Every decision in every deal: the shares of the win, and the points that the seat is ahead of the best other."""
    board, game = boards[0], pair[0]
    for deal in range(won.shape[1]):
        number = key + np.uint64(first + deal) * SPREAD
        pair[1] = views[0]
        deal_suited(board, seat, pair[1], number, weights, pool)
        for place in range(len(decisions)):
            pair[0] = pair[1]
            for other in range(game.players):
                minds[other] = quick[0]
                random.seed(minds[other].generator, number)
            if decisions[place] != NONE:
                advance(board, game, decisions[place], trace)
            play_out(board, game, minds, asked, trace)
            score(board, game, scores, works[0])
            margins[place, deal] = share_win(game, seat, scores, won[place, deal])


def quick_minds() -> NDArray[Any]:
    """The mind of everybody in a playout."""
    from railhead.bots.planner import tuned  # no part of the compiled code, so not of what its cache depends on

    quick: NDArray[Any] = new_minds(PLANNER, 0, tuned.SEARCH)
    quick["quick"], quick["weights"]["tries"] = 1, QUICK_TRIES
    return quick


class Playouts:
    """Playouts at one table; asked as a network is (`railhead.bots.neural.ahead`)."""

    def __init__(self, setting: Setting, players: int) -> None:
        self.setting, self.players, self.quick = setting, players, quick_minds()

    def __call__(
        self, view: Any, seat: int, decisions: list[int], key: int, first: int, last: int, turns: int = 1
    ) -> Seen:
        """What comes of each of the decisions (NONE for none) in the deals `first` to `last` - 1, at the end, however many turns that takes."""
        views, deals = np.zeros(1, GAME), last - first
        views[0] = view
        won = np.zeros((len(decisions), deals, self.players), np.float32)
        margins = np.zeros((len(decisions), deals), np.float32)
        _play(
            self.setting.array, views, seat, self.quick, np.array(decisions, np.int64), np.uint64(key & (1 << 64) - 1), first, won, margins,
            weights_of(self.setting, view, seat), np.zeros(2, GAME), np.zeros(SEATS, MIND), np.zeros(SEATS, SCORE), np.zeros(1, WORK), np.zeros(TICKET_WORDS, np.uint64),
            np.zeros(SEATS, np.int64), NO_TRACE,
        )  # fmt: skip
        return Seen(won, margins)
