"""`ahead`: the network's own choices, compared by letting it play on for some turns (`railhead.bots.neural.ahead`). Where none was taught, `search` stands in."""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.neural import advice, adviser_at, learned_at
from railhead.bots.neural.ahead import Ahead
from railhead.bots.neural.playing import Laid, Reader, think
from railhead.bots.player import Player, lots
from railhead.bots.search import worth_searching
from railhead.kernel.records import NONE, TAKE_TICKETS

STANDS_IN = "search"
TURNS = 4  # of its own that a seat looks ahead; one alone tells little (docs/measurements/bots.md)
ROUNDS = ((64, 5), (96, 3), (160, 2))  # deals with two players, and how many decisions meet them: the best ones longest
LEAST_LIKELY = 0.03  # that the network finds a decision which is looked at
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

    def leads(view: Any, candidates: list[int]) -> dict[int, NDArray[np.float32]]:
        """By how much others are ahead of the first candidate, in all deals that they met: those that are so to the end."""
        found: dict[int, NDArray[np.float32]] = {one: np.zeros(0, np.float32) for one in candidates[1:]}
        began, first, seat = time.perf_counter(), 0, int(view.seat)
        for rounds, (deals, most) in enumerate(ROUNDS):
            found = dict(sorted(found.items(), key=lambda one: -one[1].mean() if first else 0.0)[: most - 1])
            if not found or (seconds and (time.perf_counter() - began) * (rounds + 1) > seconds * max(1, rounds)):
                break
            last = first + 2 * deals // table.players  # the more players, the longer each takes
            seen = ahead(view, seat, [candidates[0], *found], lots(view, number), first, last, TURNS)
            worth, first = seen.chances[:, :, seat] + seen.margins / POINTS, last
            joined = {one: np.append(found[one], more - worth[0]) for one, more in zip(found, worth[1:], strict=True)}
            found = {one: lead for one, lead in joined.items() if lead.mean() > 0}
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
