"""The account of a game: where each seat's chance to win went, decision by decision and card by card.

Every moment of the game has one value, each seat's chance to win with all cards seen. It changes from one moment to the next, and the
change has two parts:

- the **cost** of the decision, judged by what its seat could know: in worlds dealt anew from its knowledge, the mean value after the
  best decision less the mean value after the one played. The best is what a strong player would do, or what is surely better;
- the **luck**, all the rest: the cards that came, and what the seat could not know.

What a decision costs its seat goes to the others in the shares that their chances have. So for each seat start + luck + rivals' luck − errors +
rivals' errors is its result, exactly.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.game import Game
from railhead.kernel.records import GAME
from railhead.review.eyes import Chances
from railhead.review.judging import Judge, judge_for
from railhead.review.thinking import order
from railhead.review.worlds import imagine
from railhead.words import Considered, Move, Review, ReviewedMoment, SeatAccount

WORLDS = 16  # dealt anew for every decision
MOST_COMPARED = 12  # decisions of one moment
SHOWN = 3  # of the best decisions
DOUBT = 3.0  # standard errors by which a decision must beat the strong player's own

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Judged:
    """A decision, judged by what its seat could know: of each decision compared its chance to win; what the played one cost."""

    decisions: list[int]
    chances: NDArray[np.float64]
    best: int  # its place among them
    cost: float  # the best one's chance less that of the one played
    doubt: float  # standard error of the best one's lead over the one played


def moments(game: Game) -> Any:
    """The positions of a game: before every decision, and its end."""
    replay = Game(game.setting, game.names, game.seed, game.starter)
    kept = np.zeros(len(game.decisions) + 1, GAME)
    for number, decision in enumerate(game.decisions):
        kept[number] = replay.array[0]
        replay.apply(decision)
    kept[-1] = replay.array[0]
    return kept


def judged(game: Game, played: int, judge: Judge, key: int) -> Judged:
    """Judge the decision of the seat to move. Nothing that the seat cannot know has any part in it."""
    decisions = order(game)[:MOST_COMPARED]
    if played not in decisions:
        decisions[-1] = played
    if len(decisions) == 1:
        return Judged(decisions, np.full(1, np.nan), 0, 0.0, 0.0)
    seat = int(game.record.seat)
    keys = np.arange(WORLDS, dtype=np.uint64) + np.uint64(key * WORLDS)
    values = judge.after(imagine(game.setting, game.record, keys, decisions), seat)[:, seat].reshape(WORLDS, len(decisions))
    means, own = values.mean(axis=0), decisions.index(played)
    best = _surely_best(values)
    if means[own] >= means[best]:
        best = own
    lead = values[:, best] - values[:, own]
    return Judged(decisions, means, best, float(lead.mean()), _doubt(lead))


def _doubt(lead: NDArray[np.float64]) -> float:
    """The standard error of a mean."""
    return float(lead.std(ddof=1) / np.sqrt(len(lead)))


def _surely_best(values: NDArray[np.float64]) -> int:
    """The strong player's own choice, which is the first, or one that surely beats it: the best of many guesses would flatter itself."""
    leads = [values[:, place] - values[:, 0] for place in range(values.shape[1])]
    sure = [lead.mean() - DOUBT * _doubt(lead) for lead in leads]
    return int(np.argmax(sure))


def account(game: Game, playouts: int = 0, progress: Progress | None = None) -> Review:
    """The review of a finished game; by a network where one was learned, or by playouts."""
    if not game.over:
        raise ValueError("a game is reviewed when it is over")
    judge = judge_for(game.setting, game.players, playouts)
    values = judge.of(moments(game))
    start = np.full(game.players, 1 / game.players)
    flows = _Flows(game.players)
    told = [_chance(0, flows.chance(None, values[0] - start), None, values[0])]
    replay = Game(game.setting, game.names, game.seed, game.starter)
    for number, (decision, move) in enumerate(zip(game.decisions, _move_numbers(game), strict=True)):
        seat = int(replay.record.seat)
        found = judged(replay, decision, judge, number + 1)
        told.append(_decision(replay, move, seat, decision, found, values[number]))
        replay.apply(decision)
        paid = flows.decision(seat, found.cost, values[number])
        luck = flows.chance(seat, values[number + 1] - values[number] - paid)
        told.append(_chance(move, luck, seat, values[number + 1]))
        if progress:
            progress(number + 1, len(game.decisions))
    return Review(seats=flows.seats(start, values[-1]), moments=told)


class _Flows:
    """What each seat has gained and lost, by its own doing, its rivals' doing, and luck."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.luck, self.rivals_luck = np.zeros(players), np.zeros(players)
        self.errors, self.rivals_errors = np.zeros(players), np.zeros(players)

    def decision(self, seat: int, cost: float, chances: Chances) -> NDArray[np.float64]:
        """A seat pays the cost, the others get it; returns what it changes for each seat."""
        others = chances.copy()
        others[seat] = 0.0
        shares = others / others.sum() if others.sum() > 0 else np.where(np.arange(self.players) == seat, 0.0, 1.0)
        changes: NDArray[np.float64] = cost * shares / shares.sum()
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
    from railhead.game.record import steps

    done = 0
    for number, (replay, move, _) in enumerate(steps(game)):
        if move is not None:
            for _ in range(done, len(replay.decisions)):
                yield number
            done = len(replay.decisions)


def _move(game: Game, decision: int) -> Move:
    return game.spelled(decision)[0][0]


def _decision(game: Game, move: int, seat: int, played: int, found: Judged, chances: Chances) -> ReviewedMoment:
    ranked = sorted(range(len(found.decisions)), key=lambda place: (place != found.best, -found.chances[place]))
    considered = [
        Considered(_move(game, found.decisions[place]), found.decisions[place], float(found.chances[place]))
        for place in ranked
    ]
    own = next(one for one in considered if one.decision == played)
    forced = len(considered) == 1
    return ReviewedMoment(
        move=move,
        seat=seat,
        kind="decision",
        chances=chances.tolist(),
        played=Considered(own.move, played, float(chances[seat])) if forced else own,
        best=[] if forced else considered[:SHOWN],
        cost=found.cost,
        luck=[],
        sure=found.doubt,
    )


def _chance(move: int, luck: NDArray[np.float64], seat: int | None, chances: Chances) -> ReviewedMoment:
    return ReviewedMoment(
        move=move, seat=seat, kind="chance", chances=chances.tolist(), played=None, best=[], cost=0.0, luck=luck.tolist(), sure=0.0
    )
