"""What could have been: the same position with all that a seat cannot know dealt anew, and what each decision makes of it."""

from typing import Any

import numpy as np

from railhead.boards import Setting
from railhead.bots.compiling import compiled
from railhead.kernel.declaring import Array, Numbers, Words
from railhead.kernel.records import GAME, TICKET_WORDS, BoardRecord, GameRecord, Trace
from railhead.kernel.trace import NO_TRACE
from railhead.kernel.turns import advance
from railhead.kernel.views import redeal


@compiled
def _imagine(
    board: BoardRecord,
    game: GameRecord,
    seat: int,
    keys: Words,
    decisions: Numbers,
    world: Array[GameRecord],
    after: Array[GameRecord],
    pool: Words,
    trace: Trace,
) -> None:
    """The same worlds for every decision, the cards to come included: what differs is then what the decisions do."""
    for deal in range(len(keys)):
        world[0] = game
        redeal(board, world[0], seat, keys[deal], pool)
        for place in range(len(decisions)):
            number = deal * len(decisions) + place
            after[number] = world[0]
            advance(board, after[number], decisions[place], trace)


def imagine(setting: Setting, game: GameRecord, keys: Any, decisions: Any) -> Any:
    """Worlds that fit what the seat to move knows, each of them after each decision: an array of worlds × decisions games."""
    after = np.zeros(len(keys) * len(decisions), GAME)
    _imagine(
        setting.record,
        game,
        int(game.seat),
        np.asarray(keys, np.uint64),
        np.asarray(decisions, np.int64),
        np.zeros(1, GAME),
        after,
        np.zeros(TICKET_WORDS, np.uint64),
        NO_TRACE,
    )
    return after
