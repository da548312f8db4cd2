"""The final scoring in words."""

from typing import TYPE_CHECKING

import numpy as np

from railhead.game.view import members
from railhead.kernel import doors
from railhead.kernel.records import NONE, SCORE, SEATS, WORK
from railhead.words import Score, Scores

if TYPE_CHECKING:
    from railhead.game import Game


def scores_of(game: "Game") -> Scores:
    """The scoring of a game as it stands."""
    found = np.zeros(SEATS, SCORE)
    doors.score(game.setting.array, game.array, found, np.zeros(1, WORK))
    winners = [seat for seat in range(game.players) if found[seat]["winner"]]
    return Scores([_score(game, seat, found[seat]) for seat in range(game.players)], winners)


def _score(game: "Game", seat: int, score: np.void) -> Score:
    tickets, completed = members(game.record.tickets[seat]), set(members(score["completed"]))
    return Score(
        routes=int(score["routes"]),
        tickets=int(score["tickets"]),
        completed=[game.setting.tickets[ticket].id for ticket in tickets if ticket in completed],
        failed=[game.setting.tickets[ticket].id for ticket in tickets if ticket not in completed],
        stations=int(score["stations"]),
        borrowed=[game.setting.routes[route].id for route in score["borrowed"] if route != NONE],
        longest=int(score["longest"]),
        longest_bonus=int(score["longest_bonus"]),
        most_tickets_bonus=int(score["tickets_bonus"]),
        total=int(score["total"]),
    )
