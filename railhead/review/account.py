"""The account of a game: where each seat's chance to win went, decision by decision and card by card.

Every moment of the game has one value, each seat's chance to win with all cards seen. It changes from one moment to the next, and the
change has two parts:

- the **cost** of the decision, judged by what its seat could know: the best decision's chance less that of the one played, in the same
  deals of what the seat could not know. It is never below nothing, since the one played is among those compared. What was left undone
  before and still is, is booked once, at its highest (`omissions.py`);
- the **luck**, all the rest: the cards that came, and what the seat could not know.

What a decision costs its seat goes to the others in the shares that their chances have. So for each seat start + luck + rivals' luck − errors +
rivals' errors is its result, exactly.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.game import Game
from railhead.game.record import steps
from railhead.kernel.records import GAME
from railhead.review.eyes import Chances
from railhead.review.judging import ALONE, Judged
from railhead.review.omissions import Open, booked, wish
from railhead.words import Considered, Review, ReviewedMoment, SeatAccount

SHOWN = 3  # of the best decisions


def positions(game: Game) -> Any:
    """The positions of a game: before every decision, and its end."""
    replay = Game(game.setting, game.names, game.seed, game.starter)
    kept = np.zeros(len(game.decisions) + 1, GAME)
    for number, decision in enumerate(game.decisions):
        kept[number] = replay.array[0]
        replay.apply(decision)
    kept[-1] = replay.array[0]
    return kept


def account(game: Game, values: Chances, judgements: Sequence[Judged | None]) -> Review:
    """The review of a finished game, from the value of each of its positions and what was found of each decision, if anything yet."""
    start = np.full(game.players, 1 / game.players)
    flows = _Flows(game.players)
    told = [_chance(0, flows.chance(None, values[0] - start), None, values[0])]
    undone: list[Open] = [{} for _ in range(game.players)]
    replay = Game(game.setting, game.names, game.seed, game.starter)
    for number, (decision, move) in enumerate(zip(game.decisions, _move_numbers(game), strict=True)):
        seat, found = int(replay.record.seat), judgements[number] or ALONE
        told.append(_decision(replay, move, seat, decision, found, values[number], undone[seat]))
        paid = flows.decision(seat, told[-1].cost, values[number])
        luck = flows.chance(seat, values[number + 1] - values[number] - paid)
        told.append(_chance(move, luck, seat, values[number + 1]))
        replay.apply(decision)
    return Review(seats=flows.seats(start, values[-1]), moments=told)


class _Flows:
    """What each seat has gained and lost, by its own doing, its rivals' doing, and luck."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.luck, self.rivals_luck = np.zeros(players), np.zeros(players)
        self.errors, self.rivals_errors = np.zeros(players), np.zeros(players)

    def decision(self, seat: int, cost: float, chances: Chances) -> NDArray[np.float64]:
        """A seat pays the cost, the others get it; returns what it changes for each seat."""
        others = np.where(np.arange(self.players) == seat, 0.0, chances)
        if others.sum() <= 0:
            others = np.where(np.arange(self.players) == seat, 0.0, 1.0)
        changes: NDArray[np.float64] = cost * others / others.sum()
        self.rivals_errors += changes
        self.errors[seat] += cost
        changes[seat] = -cost
        return changes

    def chance(self, seat: int | None, luck: NDArray[np.float64]) -> NDArray[np.float64]:
        """Luck in a seat's move is its own, and to the others their rival's; the deal is everybody's own."""
        own = np.ones(self.players, bool) if seat is None else np.arange(self.players) == seat
        self.luck += np.where(own, luck, 0.0)
        self.rivals_luck += np.where(own, 0.0, luck)
        return luck

    def seats(self, start: Chances, result: Chances) -> list[SeatAccount]:
        """The account of every seat."""
        return [
            SeatAccount(
                start=float(start[seat]),
                luck=float(self.luck[seat]),
                rivals_luck=float(self.rivals_luck[seat]),
                errors=float(self.errors[seat]),
                rivals_errors=float(self.rivals_errors[seat]),
                result=float(result[seat]),
                adjusted=float(start[seat] - self.errors[seat] + self.rivals_errors[seat]),
            )
            for seat in range(self.players)
        ]


def _move_numbers(game: Game) -> Iterator[int]:
    """For every decision the number of the move that it is part of, from 1."""
    done = 0
    for number, (replay, move, _) in enumerate(steps(game)):
        if move is not None:
            for _ in range(done, len(replay.decisions)):
                yield number
            done = len(replay.decisions)


def _considered(game: Game, decision: int, chance: float, margin: float | None) -> Considered:
    return Considered(game.spelled(decision)[0][0], decision, chance, margin)


def _decision(game: Game, move: int, seat: int, played: int, found: Judged, chances: Chances, undone: Open) -> ReviewedMoment:  # fmt: skip
    compared = [_considered(game, *parts) for parts in zip(found.decisions, found.chances, found.margins, strict=True)]
    own = next((one for one in compared if one.decision == played), None)
    done = own or _considered(game, played, float(chances[seat]), None)
    better = [(wish(game.setting, one.move), one.chance - done.chance) for one in compared if one.chance > done.chance]
    cost = booked(undone, wish(game.setting, done.move), better)
    return ReviewedMoment(
        move=move,
        seat=seat,
        kind="decision",
        chances=chances.tolist(),
        played=done,
        best=compared[:SHOWN],
        cost=cost,
        luck=[0.0] * len(chances),
        sure=found.sure,
    )


def _chance(move: int, luck: NDArray[np.float64], seat: int | None, chances: Chances) -> ReviewedMoment:
    return ReviewedMoment(
        move=move, seat=seat, kind="chance", chances=chances.tolist(), played=None, best=[], cost=0.0, luck=luck.tolist(), sure=0.0
    )  # fmt: skip
