"""How strong a model is: its rating on the ladder of our levels, in as few games as it takes.

Each deal is played from both seats against the rung that is nearest to what is known so far, where a game tells most. What is known is a
distribution over ratings: a broad guess before the first game, and Elo's chances to win after that. It is enough when the 95 % interval
is no wider than 100 points to either side.

Where a network says what positions are worth, the luck of the cards is taken out of each result (`railhead.models.luck`): the mean stays, results
vary a little less.
"""

import json
import math
from collections.abc import Callable
from importlib import resources
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from railhead.boards import Setting, load
from railhead.bots import sit
from railhead.bots.match import play
from railhead.bots.player import FaultKind, Player
from railhead.models.asking import Maker, ModelPlayer, maker
from railhead.models.luck import known, luck

MOST_GAMES = 60
RUNG_SECONDS = 60.0  # for a rung's own moves, which take milliseconds
WIDE = 100.0  # points to either side of the rating
GUESS, SPREAD = 100.0, 450.0  # before the first game
RATINGS = np.arange(-2000.0, 2001.0, 5.0)
ELO = math.log(10) / 400
COUNTED = (
    0.3  # of the luck: what leaves least variation (docs/measurements/bots.md); the mean is right whatever stands here
)


class Rung(Struct, frozen=True):
    """Games against one rung of the ladder."""

    level: str
    rating: float
    games: int
    won: float


class ModelRating(Struct, frozen=True, rename="camel"):
    """What the games say of a model."""

    model: str
    rating: float
    low: float  # the 95 % interval
    high: float
    games: int
    rungs: list[Rung]
    questions: int
    forfeits: dict[FaultKind, int]  # moves, by reason
    lost_by_forfeit: int  # games
    seconds_per_question: float
    luck_taken_out: bool


def ladder() -> dict[str, float]:
    """The rungs and their ratings, as measured."""
    text = (resources.files("railhead") / "models" / "ladder.json").read_text(encoding="utf-8")
    return {level: float(rating) for level, rating in json.loads(text)["ratings"].items()}


def _rival(rung: str, setting: Setting, number: int) -> Player:
    """Who plays a rung: a bot, or below the lowest level one that makes a share of its moves by lot (`noisy:child:0.15`)."""
    if rung.startswith("noisy:"):
        return ModelPlayer(maker(rung)(setting, number), setting, RUNG_SECONDS)
    return sit(rung, setting, number)


class Belief:
    """What is known of a rating: how likely each is."""

    def __init__(self) -> None:
        self.log = -0.5 * ((RATINGS - GUESS) / SPREAD) ** 2

    def learn(self, rival: float, won: float) -> None:
        """A game against somebody of a known rating; `won` is the share of the win."""
        ahead = ELO * (RATINGS - rival)
        self.log += won * -np.logaddexp(0, -ahead) + (1 - won) * -np.logaddexp(0, ahead)

    @property
    def weights(self) -> NDArray[np.float64]:
        """How likely each of RATINGS is."""
        weights: NDArray[np.float64] = np.exp(self.log - self.log.max())
        weights /= weights.sum()
        return weights

    @property
    def rating(self) -> float:
        """The mean."""
        return float((self.weights * RATINGS).sum())

    @property
    def interval(self) -> tuple[float, float]:
        """The middle 95 %."""
        low, high = np.interp([0.025, 0.975], np.cumsum(self.weights), RATINGS)
        return float(low), float(high)

    @property
    def enough(self) -> bool:
        """Is the interval narrow enough?"""
        low, high = self.interval
        return high - low <= 2 * WIDE


def rate(
    name: str,
    make: Maker,
    games: int = MOST_GAMES,
    seed: int = 1,
    seconds: float = 60.0,
    note: Callable[[dict[str, Any]], None] | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
    without_luck: bool = True,
) -> ModelRating:
    """Play until the rating is known well enough, at most so many games."""
    setting, rungs = load("usa"), ladder()
    without_luck = without_luck and known(setting, 2)
    belief = Belief()
    results: dict[str, list[float]] = {level: [] for level in rungs}
    faults: dict[FaultKind, int] = {}
    questions, thinking, lost, played = 0, 0.0, 0, 0
    while played < games and not belief.enough:
        level = min(rungs, key=lambda rung: abs(rungs[rung] - belief.rating))
        number = seed * 10_000 + played // 2
        for seat in (0, 1)[: games - played]:  # each deal from both seats: the luck of the cards falls on both sides
            about = {"game": played + 1, "seed": number, "rival": level}
            player = ModelPlayer(make(setting, number + seat), setting, seconds, _with(about, note))
            seats = [_rival(level, setting, number), _rival(level, setting, number)]
            seats[seat] = player
            match = play(setting, seats, number)
            if _silent(player):
                why = player.faults[-1].why
                raise ValueError(
                    f"{name} answered none of its questions in game {played + 1}, so it cannot be rated: {why}"
                )
            won = match.wins[seat]
            by_luck = float(luck(match.replayed(["", ""]))[seat]) if without_luck and not player.lost else 0.0
            belief.learn(rungs[level], won - COUNTED * by_luck)
            results[level].append(won)
            for fault in player.faults:
                faults[fault.kind] = faults.get(fault.kind, 0) + 1
            questions, thinking, lost, played = (
                questions + player.asked, thinking + player.thinking, lost + player.lost, played + 1
            )  # fmt: skip
            if note is not None:
                note({**about, "seat": seat, "won": won, "luck": by_luck, "totals": match.scores["total"].tolist()})
            progress(played, games)
    low, high = belief.interval
    return ModelRating(
        name, round(belief.rating, 1), round(low, 1), round(high, 1), played,
        [Rung(level, rungs[level], len(won), sum(won)) for level, won in results.items() if won],
        questions, faults, lost, thinking / max(1, questions), without_luck,
    )  # fmt: skip


def _silent(player: ModelPlayer) -> bool:
    """Has it said nothing at all in a game? Then it is not there, and its defeat tells nothing of how it plays."""
    return 0 < player.asked == sum(fault.kind in ("crash", "hang") for fault in player.faults)


def _with(
    about: dict[str, Any], note: Callable[[dict[str, Any]], None] | None
) -> Callable[[dict[str, Any]], None] | None:
    """Lines of a log that say of which game they are."""
    return None if note is None else lambda line: note({**about, **line})
