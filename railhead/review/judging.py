"""One question for the whole review: how likely is each seat to win, in each of these positions? All cards are seen.

A network answers where one was learned, playouts elsewhere. A finished game is its result: 1, 0 or a share of a tie.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from railhead.boards import Setting
from railhead.bots.neural import load_network
from railhead.kernel import doors
from railhead.kernel.records import OVER, SCORE, SEATS, WORK
from railhead.review.eyes import Chances, Weighing, hopes, play_on, weigh
from railhead.review.playouts import played_out

WEIGHINGS = Path(__file__).with_name("weighings.json")


@cache
def weighings() -> dict[str, Weighing]:
    """The fitted weighings by table (GAME-PLAYERS)."""
    kept = json.loads(WEIGHINGS.read_text(encoding="utf-8"))
    return {table: Weighing(one["hope"], np.array(one["tempo"])) for table, one in kept.items()}


def results(setting: Setting, games: Any) -> Chances:
    """Who won, of games that are over; winners of a tie share it."""
    players = int(games["players"][0]) if len(games) else 0
    scores, work = np.zeros(SEATS, SCORE), np.zeros(1, WORK)
    found = np.zeros((len(games), players))
    for number in range(len(games)):
        doors.score(setting.array, games[number : number + 1], scores, work)
        won = scores["winner"][:players].astype(float)
        found[number] = won / won.sum()
    return found


@dataclass(frozen=True)
class Judge:
    """Who will win: `of` a position as it stands, and `after` decisions of a seat, when its next turn has come."""

    of: Callable[[Any], Chances]  # from an array of games to (games × seats)
    after: Callable[[Any, int], Chances]


def judge_for(setting: Setting, players: int, playouts: int = 0) -> Judge:
    """The judge of a table: a network, or so many playouts of each position, if they are asked for or nothing was learned here."""
    weighing = None if playouts else weighings().get(f"{setting.id}-{players}")

    def going_on(games: Any) -> Chances:
        if weighing is None:
            return played_out(setting, games, playouts or PLAYOUTS)
        return weigh(weighing, hopes(setting, load_network().at(setting, players), games), games)

    def of(games: Any) -> Chances:
        over = games["phase"] == OVER
        found = np.zeros((len(games), players))
        if over.any():
            found[over] = results(setting, games[over])
        if not over.all():
            found[~over] = going_on(np.ascontiguousarray(games[~over]))
        return found

    def after(games: Any, seat: int) -> Chances:
        if weighing is not None:  # a turn begun and a turn ended are hard to compare: judge at the same point of the next
            play_on(setting, load_network().at(setting, players), games, seat)
        return of(games)

    return Judge(of, after)


PLAYOUTS = 12
