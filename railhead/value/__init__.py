"""Who will win from here: the one place that answers. Hints, reviews and bots ask it.

A network answers where one was taught, playouts elsewhere. Both know what the seat that asks may know, and nothing else.

>>> from railhead import Game, value
>>> game = Game("usa", players=2, seed=7)
>>> sum(value.of(game, seat=0).chances) > 0.999
True
>>> len(value.choices(game)) == len(game.legal())
True
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting, load
from railhead.bots.neural import Learned, learned_at, opinion
from railhead.bots.neural.ahead import TURNS, Ahead, Seen
from railhead.bots.player import lots
from railhead.kernel.records import NONE
from railhead.value.playouts import Playouts

if TYPE_CHECKING:
    from railhead.game import Game

By = Literal["network", "playouts", "rules"]

DEALS: dict[By, int] = {"network": 16, "playouts": 160}  # that a position's worth is looked at in
# Expected error of a network's chances in 200 deals against itself, the worst of early, middle and late (docs/learning.md).
OFF = {"usa-2": 0.056, "europe-2": 0.038, "europe-4": 0.048, "france-2": 0.057}
# How far playouts were from networks beyond their lots, in 240 positions of planners' games on three boards (docs/measurements/review.md).
OFF_PLAYOUTS = 0.2
OFF_ELSEWHERE = 0.06  # of a network of one's own, about which nothing is known
CHOICE_DEALS: dict[By, int] = {"network": 8, "playouts": 40}  # and each choice's
FEW = 5  # choices that somebody who waits is told of
GLIMPSE = 2  # deals in which playouts look for them among all


@dataclass(frozen=True)
class Value:
    """What a position is worth, as far as the seat that asks can know."""

    chances: tuple[float, ...]  # of every seat to win, seat by seat
    margin: float  # points that the seat that asks will be ahead of the best other
    sure: float  # how far its chance may be off: measured in a network's games against itself; of playouts, against networks
    by: By


@dataclass(frozen=True)
class Choice:
    """What a legal decision is worth to the seat that makes it."""

    decision: int
    chance: float
    margin: float
    sure: float  # one standard error of the chance, against the other choices


class _Looker(Protocol):
    """Looks at what comes of decisions in deals of what a seat cannot know."""

    def __call__(
        self, view: Any, seat: int, decisions: list[int], key: int, first: int, last: int, turns: int = 1
    ) -> Seen: ...


@cache
def _built_in(game: str, players: int) -> tuple[_Looker, Learned | None]:
    return _new_looker(load(game), players)


def _new_looker(setting: Setting, players: int) -> tuple[_Looker, Learned | None]:
    learned = learned_at(setting, players)
    if learned is None:
        return Playouts(setting, players), None
    return Ahead(learned.at(setting, players), setting), learned


def _looker(setting: Setting, players: int) -> tuple[_Looker, Learned | None]:
    """Who looks ahead at a table, and the network that was taught there."""
    return _built_in(setting.id, players) if setting.built_in else _new_looker(setting, players)


def _ended(game: "Game", seat: int) -> Value:
    """The end: there is nothing left to guess."""
    scores = game.score()
    winners, totals = scores.winners, [one.total for one in scores.scores]
    chances = tuple(float(other in winners) / len(winners) for other in range(game.players))
    return Value(chances, float(totals[seat] - max(total for other, total in enumerate(totals) if other != seat)), 0.0, "rules")  # fmt: skip


def of(game: "Game", seat: int | None = None) -> Value:
    """What a position is worth to a seat (the one that moves, where none is named), from what that seat may know."""
    to_move = game.to_move
    seat = (0 if to_move is None else to_move) if seat is None else seat
    if isinstance(seat, bool) or seat not in range(game.players):
        raise ValueError(f"seat is {seat!r}; it must be one of 0 to {game.players - 1}")
    if to_move is None:
        return _ended(game, seat)
    view = game.veiled(seat)
    look, learned = _looker(game.setting, game.players)
    if learned is not None and seat == to_move:
        said = opinion(learned, game.setting, view)
        return Value(_seated(said.chances, seat), said.margin, _off(learned), "network")
    by: By = "playouts" if learned is None else "network"
    seen = look(view, seat, [NONE], lots(view), 0, DEALS[by])
    own = seen.chances[0, :, seat]
    error = float(own.std() / np.sqrt(len(own)))
    chances = tuple(float(chance) for chance in seen.chances[0].mean(0))
    off = OFF_PLAYOUTS if learned is None else _off(learned)
    return Value(chances, float(seen.margins[0].mean()), float(np.hypot(error, off)), by)


def by_network(game: "Game") -> bool:
    """Was a network taught at this table? Then answers come within a second, and choices are told apart; playouts take longer and are coarse."""
    return learned_at(game.setting, game.players) is not None


def choices(game: "Game") -> list[Choice]:
    """What each legal decision is worth to the seat that moves, the best first; from what that seat may know."""
    seat = game.to_move
    if seat is None:
        raise ValueError("the game is over; there is nothing to decide")
    return _weighed(game, game.legal(), 0)


def few(game: "Game", advised: int) -> list[Choice]:
    """The same for somebody who waits: where only playouts answer, of the decision that is advised and the few that look best beside it."""
    seat = game.to_move
    legal = game.legal()
    look, learned = _looker(game.setting, game.players)
    if seat is None or learned is not None:
        return choices(game)
    view = game.veiled(seat)
    # points tell more than wins in so few deals; those that are told of meet others, so that no luck in these is counted again
    margins = look(view, seat, legal, lots(view), 0, GLIMPSE).margins.mean(1)
    ahead = dict(zip(legal, margins, strict=True))
    best = sorted(legal, key=lambda decision: (decision != advised, -ahead[decision]))
    unseen = 1 / CHOICE_DEALS["playouts"]  # what came of no deal may come of the next
    return [replace(one, sure=max(one.sure, unseen)) for one in _weighed(game, best[:FEW], GLIMPSE)]


def _weighed(game: "Game", legal: list[int], first: int) -> list[Choice]:
    """What decisions are worth to the seat that moves, in deals from the first on."""
    seat = game.to_move
    assert seat is not None
    view = game.veiled(seat)
    look, learned = _looker(game.setting, game.players)
    deals = CHOICE_DEALS["playouts" if learned is None else "network"]
    seen = look(view, seat, legal, lots(view), first, first + deals, TURNS)
    chances = seen.chances[:, :, seat]
    beside = chances - chances.mean(0)  # all choices meet the same deals: what these bring to all of them is luck
    errors = beside.std(1) / np.sqrt(deals)
    worth, points = chances.mean(1), seen.margins.mean(1)
    if learned is not None:
        # What the network would do must come to what it says of the position as it is.
        said = opinion(learned, game.setting, view)
        likely = _likely(said.logits[legal])
        worth = np.clip(worth + said.chances[0] - likely @ worth, 0.0, 1.0)
        points = points + said.margin - likely @ points
    found = [
        Choice(decision, float(chance), float(margin), float(error))
        for decision, chance, margin, error in zip(legal, worth, points, errors, strict=True)
    ]
    return sorted(found, key=lambda choice: -choice.chance)


def _likely(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    shares: NDArray[np.float32] = np.exp(logits - logits.max())
    shares /= shares.sum()
    return shares


def _seated(chances: NDArray[np.float32], seat: int) -> tuple[float, ...]:
    """Chances told clockwise from a seat, seat by seat."""
    return tuple(float(chance) for chance in np.roll(chances, seat))


def _off(learned: Learned) -> float:
    """How far a network's chances were off in games against itself, at the worst of three stages."""
    return max(OFF.get(table, OFF_ELSEWHERE) for table in learned.tables)
