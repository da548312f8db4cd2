"""Games over a new board, played by bots or by lot, and what they tell about it."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from railhead.arena.run import cores
from railhead.arena.statistics import mean
from railhead.boards import Setting
from railhead.bots import sit
from railhead.bots.match import Match, play
from railhead.game.view import members

PLAYERS = 4
BY_BOTS = "expert"  # the strongest that are quick
BY_LOT = "random"


class Played(NamedTuple):
    """What is kept of one game."""

    turns: float  # for each player
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    kept: int
    completed: int
    claims: tuple[tuple[str, ...], ...]  # the routes of every seat


class Figures(NamedTuple):
    """The numbers of a trial."""

    turns: float
    score: float
    deviation: float
    margin: float  # by which the best beats the second
    kept: float
    completed: float
    first_seat: float  # its share of the wins


@dataclass(frozen=True)
class Trial:
    """Many games over one board."""

    setting: Setting
    by: str  # the level of the bots, or BY_LOT
    games: tuple[Played, ...]
    players: int = PLAYERS
    first: int = 1  # the seed of the first game; the next games have the next ones

    @property
    def by_lot(self) -> bool:
        """Was nobody thinking?"""
        return self.by == BY_LOT

    def claim_shares(self) -> dict[str, float]:
        """In which share of the games each route was claimed."""
        count = Counter(route for game in self.games for routes in game.claims for route in routes)
        return {route.id: count[route.id] / len(self.games) for route in self.setting.routes}

    def winning_shares(self) -> dict[str, tuple[float, int]]:
        """How often the owner of each route won, and in how many games it had an owner."""
        owned, won = Counter[str](), Counter[str]()
        for game in self.games:
            for seat, routes in enumerate(game.claims):
                owned.update(routes)
                if seat in game.winners:
                    won.update(routes)
        return {route: (won[route] / count, count) for route, count in owned.items()}

    def dominating(self, limit: float) -> list[tuple[str, float]]:
        """Routes whose owner wins more often than the limit, and certainly not by chance (four deviations), the worst first."""
        fair = sum(len(game.winners) for game in self.games) / len(self.games) / self.players
        found = []
        for route, (share, count) in self.winning_shares().items():
            if count >= 20 and share > max(limit, fair + 4 * sqrt(fair * (1 - fair) / count)):
                found.append((route, share))
        return sorted(found, key=lambda item: (-item[1], item[0]))

    def seat_shares(self) -> list[float]:
        """Each seat's share of the wins."""
        return [mean((seat in game.winners) / len(game.winners) for game in self.games) for seat in range(self.players)]

    def figures(self) -> Figures:
        """The numbers by which it is judged."""
        games = self.games
        middle = mean(total for game in games for total in game.totals)
        margins = [sorted(game.totals)[-1] - sorted(game.totals)[-2] for game in games]
        return Figures(
            turns=mean(game.turns for game in games),
            score=middle,
            deviation=sqrt(mean((total - middle) ** 2 for game in games for total in game.totals)),
            margin=mean(margins),
            kept=mean(game.kept / self.players for game in games),
            completed=mean(game.completed / self.players for game in games),
            first_seat=self.seat_shares()[0],
        )


def outcome(match: Match) -> Played:
    """What is kept of a finished game."""
    seats, routes = range(len(match.scores)), match.setting.routes
    return Played(
        sum(match.turns) / len(seats),
        tuple(int(total) for total in match.scores["total"]),
        tuple(seat for seat in seats if match.scores["winner"][seat]),
        sum(int(match.game.ticket_count[seat]) for seat in seats),
        int(match.scores["completed_count"].sum()),
        tuple(tuple(routes[route].id for route in members(match.game.owned[seat])) for seat in seats),
    )


def trial(
    setting: Setting,
    games: int,
    by: str = BY_BOTS,
    first: int = 1,
    progress: Callable[[int], None] = lambda done: None,
    players: int = PLAYERS,
) -> Trial:
    """Play games over a board, all seats by bots of one kind, on all cores; `first` is the seed of the first one."""

    def one(seed: int) -> Played:
        return outcome(play(setting, [sit(by, setting, players * seed + seat) for seat in range(players)], seed))

    played = []
    with ThreadPoolExecutor(cores()) as pool:  # compiled bots let other threads run
        for game in pool.map(one, range(first, first + games)):
            played.append(game)
            progress(len(played))
    return Trial(setting, by, tuple(played), players, first)
