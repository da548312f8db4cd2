"""`ahead`: the network's own choices, compared by letting it play on for some turns (`railhead.bots.neural.ahead`). Where none was taught, `search` stands in."""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.neural import advice, adviser_at, learned_at
from railhead.bots.neural.ahead import TURNS, Ahead
from railhead.bots.neural.playing import Laid, Reader, think
from railhead.bots.player import Player, lots
from railhead.bots.search import worth_searching
from railhead.kernel.records import NONE, TAKE_TICKETS

Leads = dict[int, NDArray[np.float32]]  # of decisions, deal by deal

STANDS_IN = "search"
ROUNDS = ((64, 5), (96, 3), (160, 2))  # deals with two players, and how many decisions meet them: the best ones longest
LEAST_LIKELY = 0.01  # that the network finds a decision which is looked at
DOUBT = 1.0  # standard errors by which a decision must beat the network's first choice
POINTS = (
    400.0  # of margin that are worth as much as the win: so that there is something to gain where all is won or lost
)


def compare(
    laid: Laid, setting: Setting, number: int, adviser: Player | None = None, seconds: float | None = None
) -> Player:
    """A player who compares the network's first choices. An adviser has the say about tickets; after some seconds no further round begins."""
    reader, ahead = Reader(setting, laid.table), Ahead(laid, setting)
    table = laid.table

    def leads(view: Any, candidates: list[int]) -> Leads:
        """By how much others are ahead of the first candidate, in all deals that they met: those that are so to the end, the best first."""
        found: Leads = {one: np.zeros(0, np.float32) for one in candidates[1:]}
        began, first, seat = time.perf_counter(), 0, int(view.seat)
        for done, (deals, most) in enumerate(ROUNDS):
            late = seconds is not None and (time.perf_counter() - began) * (done + 1) > seconds * done > 0
            met = list(found)[: most - 1]
            if late or not met:
                break
            last = first + 2 * deals // table.players  # the more players, the longer each takes
            seen = ahead(view, seat, [candidates[0], *met], lots(view, number), first, last, TURNS)
            worth, first = seen.chances[:, :, seat] + seen.margins / POINTS, last
            joined = [(one, np.append(found[one], more - worth[0])) for one, more in zip(met, worth[1:], strict=True)]
            found = dict(sorted((one for one in joined if one[1].mean() > 0), key=lambda one: -one[1].mean()))
        return found

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
        order = np.argsort(-likely)[: ROUNDS[0][1]]
        candidates = [int(legal[place]) for place in order if likely[place] > LEAST_LIKELY * likely.sum()]
        best, most = int(legal[order[0]]), 0.0
        if len(candidates) > 1 and worth_searching(view):
            for decision, lead in leads(view, candidates).items():
                sure = float(lead.mean() - DOUBT * lead.std() / np.sqrt(len(lead)))
                if sure > most:
                    best, most = decision, sure
        return best

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
            else:
                seated.append(compare(learned.at(setting, players), setting, number, adviser, seconds))
        return seated[0](view)

    return choose
