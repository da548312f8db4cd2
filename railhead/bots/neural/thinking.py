"""`ahead`: the network's own choices, compared by looking a turn ahead (`railhead.bots.neural.ahead`) where that wins more: against several rivals.

Against one the network decides alone; where none was taught, `search` stands in.
"""

from typing import Any

import numpy as np

from railhead.boards import Setting
from railhead.bots.neural import advice, adviser_at, chooser, learned_at
from railhead.bots.neural.ahead import Ahead
from railhead.bots.neural.playing import Laid, Reader, think
from railhead.bots.player import Player, lots
from railhead.bots.search import worth_searching
from railhead.kernel.records import NONE, TAKE_TICKETS

STANDS_IN = "search"
MOST_ALONE = 2  # players with whom looking ahead adds nothing (docs/measurements/bots.md)
MOST_CANDIDATES = 5
LEAST_LIKELY = 0.03  # that the network finds a decision which is looked at
DEALS = 24
DOUBT = 1.5  # standard errors by which a decision must beat the network's first choice
POINTS = (
    400.0  # of margin that are worth as much as the win: so that there is something to gain where all is won or lost
)


def compare(laid: Laid, setting: Setting, number: int, adviser: Player | None = None) -> Player:
    """A player who compares the network's first choices. An adviser has the say about tickets."""
    reader, ahead = Reader(setting, laid.table), Ahead(laid, setting)
    table = laid.table

    def choose(view: Any) -> int:
        advised = advice(adviser, view)
        if advised != NONE:
            return advised
        row = reader(view)
        legal = np.flatnonzero(row[table.mask : table.mask + table.decisions])
        if adviser is not None:
            legal = legal[legal != TAKE_TICKETS]
        logits = think(laid, row).logits[legal]
        likely = np.exp(logits - logits.max())
        order = np.argsort(-likely)[:MOST_CANDIDATES]
        candidates = [int(legal[place]) for place in order if likely[place] > LEAST_LIKELY * likely.sum()]
        if len(candidates) < 2 or not worth_searching(view):
            return int(legal[order[0]])
        seat = int(view.seat)
        seen = ahead(view, seat, candidates, lots(view, number), 0, DEALS)
        worth = seen.chances[:, :, seat] + seen.margins / POINTS
        gain = worth - worth[:1]
        sure = gain.mean(1) - DOUBT * gain.std(1) / np.sqrt(DEALS)
        return candidates[int(sure.argmax())] if sure.max() > 0 else candidates[0]

    return choose


def make(setting: Setting, number: int, seconds: float | None = None) -> Player:
    """The bot `ahead`. Weights are read when the first decision needs them."""
    from railhead.bots import sit

    seated: list[Player] = []

    def choose(view: Any) -> int:
        if not seated:
            players = int(view.players)
            learned, adviser = learned_at(setting, players), adviser_at(setting, players, number)
            if learned is None:
                seated.append(sit(STANDS_IN, setting, number, seconds=seconds))
            elif players <= MOST_ALONE:
                seated.append(chooser(learned, setting, adviser))
            else:
                seated.append(compare(learned.at(setting, players), setting, number, adviser))
        return seated[0](view)

    return choose
