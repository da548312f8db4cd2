"""Everybody's chance to win as the game goes, by what all can see: for those who watch bots."""

from functools import lru_cache
from typing import Any

import numpy as np

from railhead.boards.loading import known
from railhead.bots.dealing import suited
from railhead.bots.player import lots
from railhead.kernel.records import FIRST_TICKETS, GAME, NONE
from railhead.review.judging import Effort, Judge, judge_for, values

DEALS = 96  # of what a watcher cannot know
ONCE = Effort(playouts=1, most=0, deals=0)  # where no network was taught each deal is played out once


@lru_cache(8)
def _judge(source: str, players: int) -> Judge:
    return judge_for(known(source), players)


def watched(source: str, record: bytes) -> list[float]:
    """The chances of all seats, from the record that a watcher may have."""
    view: Any = np.frombuffer(bytearray(record), GAME)[0]
    players = int(view["players"])
    if view["phase"] == FIRST_TICKETS:
        return [1 / players] * players
    setting = known(source)
    games = suited(setting, view, NONE, lots(view), 0, DEALS)
    found = values(_judge(source, players), setting, games, ONCE).mean(axis=0)
    return [round(float(chance), 3) for chance in found]
