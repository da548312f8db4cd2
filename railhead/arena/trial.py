"""Games over a new board, played by bots or by lot, and what they tell about it."""

from collections import Counter
from collections.abc import Callable
from importlib import import_module
from math import sqrt
from typing import NamedTuple

import numpy as np

from railhead.boards import Setting
from railhead.game import Game

PLAYERS = 4
LEVELS = ("hard", "medium", "easy")  # the bots that are asked to play: the first that there is
BY_LOT = "lot"


class Played(NamedTuple):
    """What is kept of one game."""

    turns: float  # for each player
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    kept: int
    completed: int
    claims: tuple[tuple[str, ...], ...]  # the routes of every seat


class Trial(NamedTuple):
    """Many games over one board."""

    setting: Setting
    by: str  # the level of the bots, or BY_LOT
    games: tuple[Played, ...]


Chooser = Callable[[Game], int]


def by_lot(seed: int) -> Chooser:
    """Any legal decision."""
    lot = np.random.default_rng(seed)
    return lambda game: int(lot.choice(game.legal()))


def by_bots(level: str, setting: Setting, seed: int) -> Chooser:
    """What bots of a level decide, each seeing its seat's view only."""
    from railhead.bots import make_chooser

    seats = [make_chooser(level, setting, PLAYERS * seed + seat) for seat in range(PLAYERS)]
    return lambda game: seats[game.to_move](game.veiled(game.to_move)) if game.to_move is not None else 0


def strongest() -> str:
    """The level of the strongest quick bots there are; BY_LOT where there are none."""
    bots = import_module("railhead.bots")
    return next((level for level in LEVELS if level in getattr(bots, "LEVELS", ())), BY_LOT)


def outcome(game: Game, turns: int) -> Played:
    """What is kept of a finished game."""
    result = game.score()
    scores = result.scores
    return Played(
        turns / game.players,
        tuple(score.total for score in scores),
        tuple(result.winners),
        sum(len(score.completed) + len(score.failed) for score in scores),
        sum(len(score.completed) for score in scores),
        tuple(tuple(seat.routes) for seat in game.view(None).seats),
    )


def play(setting: Setting, by: str, seed: int) -> Played:
    """One game to its end."""
    choose = by_lot(seed) if by == BY_LOT else by_bots(by, setting, seed)
    game = Game(setting, PLAYERS, seed)
    turns = 0
    while not game.over:
        turns += game.phase == "turn"
        game.apply(choose(game))
    return outcome(game, turns)


def trial(setting: Setting, games: int, by: str | None = None) -> Trial:
    """Play games over a board: by bots if there are any, else by lot."""
    by = by or strongest()
    return Trial(setting, by, tuple(play(setting, by, seed) for seed in range(1, games + 1)))


def claim_shares(tried: Trial) -> dict[str, float]:
    """In which share of the games each route was claimed."""
    count = Counter(route for game in tried.games for routes in game.claims for route in routes)
    return {route.id: count[route.id] / len(tried.games) for route in tried.setting.routes}


def winning_shares(tried: Trial) -> dict[str, tuple[float, int]]:
    """How often the owner of each route won, and in how many games it had an owner."""
    owned, won = Counter[str](), Counter[str]()
    for game in tried.games:
        for seat, routes in enumerate(game.claims):
            owned.update(routes)
            if seat in game.winners:
                won.update(routes)
    return {route: (won[route] / count, count) for route, count in owned.items()}


def dominating(tried: Trial, limit: float) -> list[tuple[str, float]]:
    """Routes whose owner wins more often than the limit, and certainly not by chance (four deviations), the worst first."""
    fair = sum(len(game.winners) for game in tried.games) / len(tried.games) / PLAYERS
    found = []
    for route, (share, count) in winning_shares(tried).items():
        if count >= 20 and share > max(limit, fair + 4 * sqrt(fair * (1 - fair) / count)):
            found.append((route, share))
    return sorted(found, key=lambda item: (-item[1], item[0]))


def mean(values: list[float]) -> float:
    """The mean of some numbers."""
    return sum(values) / len(values)


def figures(tried: Trial) -> dict[str, float]:
    """The numbers of a trial."""
    games = tried.games
    totals = [float(total) for game in games for total in game.totals]
    middle = mean(totals)
    margins = [sorted(game.totals)[-1] - sorted(game.totals)[-2] for game in games]
    return {
        "turns": mean([game.turns for game in games]),
        "score": middle,
        "deviation": sqrt(mean([(total - middle) ** 2 for total in totals])),
        "margin": mean([float(margin) for margin in margins]),
        "kept": mean([game.kept / PLAYERS for game in games]),
        "completed": mean([game.completed / PLAYERS for game in games]),
        "first seat": mean([(0 in game.winners) / len(game.winners) for game in games]),
    }
