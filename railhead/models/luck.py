"""Luck taken out of a result: how much better or worse the cards came than they might have.

Wherever chance has answered a decision, the value of the position that came (the one by which reviews judge: `railhead.review`) is set against
the mean value of positions that other lots would have brought after the same decision. What came is one of these by lot, so the difference has the
mean nothing, whoever plays and however wrong the value is; the better the value, the more of the result it explains. What a player or its rival
decides is not touched.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.match import NO_TRACES
from railhead.bots.neural import learned_at
from railhead.game import Game
from railhead.kernel import doors, random
from railhead.kernel.records import GAME
from railhead.review.account import positions
from railhead.review.eyes import Chances, weighings
from railhead.review.judging import Effort, judge_for, values

OTHERS = 6  # lots beside the one that came
EFFORT = Effort(playouts=0, most=0, deals=0)  # a network is asked, nothing is played
FIRST_LOT = 1 << 48  # where these lots begin; no deal of a game is made from such numbers


def known(setting: Setting, players: int) -> bool:
    """Is there a network that says what positions of this table are worth?"""
    return learned_at(setting, players) is not None and f"{setting.id}-{players}" in weighings()


def luck(game: Game) -> Chances:
    """What luck has given each seat of a finished game, in shares of the win, from the deal to the last card."""
    setting, places = game.setting, positions(game)
    places["generator"] = 0  # what will come is no part of a position
    came, others = [places[:1]], [_deals(game)]
    for number, decision in enumerate(game.decisions):
        might = _might_come(setting, places[number], decision, number)
        if any(one.tobytes() != places[number + 1].tobytes() for one in might):  # else chance had no part in it
            came.append(places[number + 1 : number + 2])
            others.append(might)
    judge = judge_for(setting, game.players)
    worth = values(judge, setting, np.concatenate(came + others), EFFORT)
    mean = worth[len(came) :].reshape(len(came), OTHERS, -1).mean(axis=1)
    found: Chances = (worth[: len(came)] - mean).sum(axis=0)
    return found


def _deals(game: Game) -> NDArray[Any]:
    """Other deals."""
    found = np.zeros(OTHERS, GAME)
    for lot in range(OTHERS):
        found[lot] = Game(game.setting, game.names, FIRST_LOT + lot, game.starter).array[0]
    found["generator"] = 0
    return found


def _might_come(setting: Setting, before: Any, decision: int, number: int) -> NDArray[Any]:
    """Positions after a decision, by other lots."""
    found = np.zeros(OTHERS, GAME)
    for lot in range(OTHERS):
        found[lot] = before
        random.seed(found["generator"][lot], np.uint64(FIRST_LOT + (number + 1) * OTHERS + lot))
        doors.apply(setting.array, found[lot : lot + 1], decision, NO_TRACES)
    found["generator"] = 0
    return found
