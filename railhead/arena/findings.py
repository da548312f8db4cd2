"""What many games have shown, gathered game by game."""

from collections.abc import Sequence

import numpy as np

from railhead.arena.studied import GameRow, MoveRow
from railhead.boards import Setting
from railhead.bots.match import Match
from railhead.game.view import members
from railhead.kernel.records import NONE


class Findings:
    """Gathered game by game."""

    def __init__(self, setting: Setting, bots: list[str]) -> None:
        self.setting, self.bots, self.players = setting, bots, len(bots)
        self.rows: list[GameRow] = []
        routes, tickets = len(setting.routes), len(setting.tickets)
        self.claims, self.claim_wins, self.when = np.zeros(routes), np.zeros(routes), np.zeros(routes)
        self.kept, self.done, self.ticket_wins = np.zeros(tickets), np.zeros(tickets), np.zeros(tickets)

    def add(self, row: GameRow, match: Match, moves: Sequence[MoveRow]) -> None:
        """Take in a game; `moves` tell when routes were claimed."""
        self.rows.append(row)
        for seat, own in enumerate(row.seats):
            routes, tickets = members(match.game.owned[seat]), members(match.game.tickets[seat])
            self.claims[routes] += 1
            self.claim_wins[routes] += own.win
            self.kept[tickets] += 1
            self.ticket_wins[tickets] += own.win
            self.done[members(match.scores[seat].completed)] += 1
        for move in moves:
            if move.route != NONE:
                self.when[move.route] += move.move / len(moves)

    @property
    def even(self) -> float:
        """A seat's share of the wins, if nothing mattered."""
        return 1 / self.players
