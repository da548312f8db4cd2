"""What the games say: win shares, scores and ratings, with intervals that count deals, not games, as independent."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from railhead.arena.rows import Row, rows_of
from railhead.bots.player import FaultKind

NORMAL_95 = 1.959964
ELO = 400 / math.log(10)
BOOTSTRAPS = 200
FEWEST_DEALS = 8  # of which anything is said about how sure it is
EXAMPLES = 3  # of each kind of fault
SURE = 0.05  # chance of a wrong stop


class Forfeit(Struct, frozen=True):
    """Why a bot forfeited in a game: the move of a question, or all of it."""

    deal: int
    seating: int
    seat: int
    kind: FaultKind
    why: str
    question: int
    answer: str
    errors: str  # the last of the program's error stream


class Forfeits(Struct, frozen=True):
    """What a bot forfeited."""

    moves: int
    games: int  # in which it forfeited anything
    kinds: dict[FaultKind, int]  # how often for which reason
    examples: list[Forfeit]  # the first of each kind, a few


class BotSummary(Struct, frozen=True):
    """What a tournament says of one bot."""

    name: str
    games: int
    win_share: float
    low: float  # the 95 % interval of it
    high: float
    mean_score: float
    winning_score: float | None  # None if it never won
    turns: float
    tickets_kept: float
    tickets_completed: float
    us_per_decision: float | None  # of its own thinking; None where no clock was running
    us_overhead: float | None  # that asking a program took beside it
    forfeits: Forfeits


class Summary(Struct, frozen=True):
    """The arena's answer."""

    games: int
    bots: list[BotSummary]


class Rating(NamedTuple):
    """A bot's strength in Elo points, the mean of all being 0, and its 95 % interval, where there are deals enough for one and it was not always, or never, ahead."""

    name: str
    rating: float
    low: float | None
    high: float | None


def deal_shares(rows: Sequence[Row]) -> NDArray[np.float64]:
    """The mean win share on each deal, of the rows of one bot."""
    _, place = np.unique([row.deal for row in rows], return_inverse=True)
    return np.bincount(place, [row.win for row in rows]) / np.bincount(place)


def interval(shares: NDArray[np.float64], games: int) -> tuple[float, float]:
    """A 95 % interval of a win share: Wilson's, with as many games as the spread between deals says there really are."""
    count, mean = len(shares), float(np.mean(shares))
    spread = float(np.var(shares, ddof=1)) / count if count > 1 else 0.0
    real = mean * (1 - mean) / spread if spread > 0 else float(count)
    return wilson(mean, max(1.0, min(real, float(games))))


def wilson(mean: float, games: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, of so many games that do not depend on each other."""
    square = NORMAL_95**2
    middle = (mean + square / (2 * games)) / (1 + square / games)
    half = NORMAL_95 * math.sqrt(mean * (1 - mean) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def summary(rows: Sequence[Row], bots: Sequence[str]) -> Summary:
    """What all games say, with a line for each bot."""
    games = len({row.game for row in rows})
    return Summary(games, [_bot_summary(name, rows_of(rows, name)) for name in dict.fromkeys(bots)])


def _bot_summary(name: str, rows: Sequence[Row]) -> BotSummary:
    games = len({row.game for row in rows})
    low, high = interval(deal_shares(rows), games)
    timed = [(row.microseconds, row.decisions) for row in rows if row.microseconds is not None]
    asked = [row.overhead / row.decisions for row in rows if row.overhead is not None and row.decisions]
    won = [row.total for row in rows if row.win > 0]
    return BotSummary(
        name=name,
        games=games,
        win_share=mean(row.win for row in rows),
        low=low,
        high=high,
        mean_score=mean(row.total for row in rows),
        winning_score=mean(won) if won else None,
        turns=mean(row.turns for row in rows),
        tickets_kept=mean(row.kept for row in rows),
        tickets_completed=mean(row.completed for row in rows),
        us_per_decision=sum(clock for clock, _ in timed) / sum(count for _, count in timed) if timed else None,
        us_overhead=median(asked) if asked else None,  # a process's first game loads compiled code
        forfeits=forfeits(rows),
    )


def forfeits(rows: Iterable[Row]) -> Forfeits:
    """What the bot of these rows forfeited, and why."""
    wrong = [row for row in rows if row.forfeits]
    kinds = Counter[FaultKind]()
    examples: list[Forfeit] = []
    for row in wrong:
        for fault in row.reasons:
            kinds[fault.kind] += 1
            if kinds[fault.kind] <= EXAMPLES:
                examples.append(
                    Forfeit(row.deal, row.seating, row.seat, fault.kind, fault.why, fault.question, fault.answer, fault.errors)
                )  # fmt: skip
    return Forfeits(sum(row.forfeits for row in wrong), len(wrong), dict(kinds), examples)


def mean(numbers: Iterable[float]) -> float:
    """The mean of some numbers."""
    return float(np.mean(list(numbers)))


# ---- who finishes ahead of whom


class Standings:
    """How often each bot finished ahead of each other, deal by deal; rows are added as they come, and read once."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.places = {name: place for place, name in enumerate(dict.fromkeys(bots))}
        self.deals: dict[int, NDArray[np.float64]] = {}

    def add(self, rows: Iterable[Row]) -> None:
        """Take in the rows of whole games."""
        games: dict[tuple[int, int, int], list[Row]] = {}
        for row in rows:
            games.setdefault(row.game, []).append(row)
        for game in games.values():
            size = len(self.places)
            counts = self.deals.setdefault(game[0].deal, np.zeros((size, size)))
            for one in game:
                for other in game:
                    if one.bot != other.bot:
                        counts[self.places[one.bot], self.places[other.bot]] += _ahead(one, other)

    def counts(self) -> NDArray[np.float64]:
        """An array (deal, ahead, behind)."""
        return np.array([self.deals[deal] for deal in sorted(self.deals)])

    def all_decided(self) -> bool:
        """Is the best bot surely ahead of each of the others?"""
        if len(self.places) < 2:
            return False
        counts = self.counts()
        net = counts - counts.transpose(0, 2, 1)
        best = int(np.argmax(net.sum(axis=(0, 2))))
        return all(decided(net[:, best, other]) for other in self.places.values() if other != best)


def _ahead(one: Row, other: Row) -> float:
    if (one.win, one.total) == (other.win, other.total):
        return 0.5
    return float((one.win, one.total) > (other.win, other.total))


# ---- ratings


def strengths(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Bradley-Terry ratings in Elo points, mean 0, with half a game of draw between each pair so that none is infinite."""
    size = len(counts)
    counts = counts + 0.25 * (1 - np.eye(size))
    games = counts + counts.T
    strength = np.ones(size)
    for _ in range(2000):
        new = counts.sum(axis=1) / (games / (strength[:, None] + strength[None, :])).sum(axis=1)
        new /= np.exp(np.log(new).mean())
        if np.abs(np.log(new / strength)).max() < 1e-9:
            break
        strength = new
    return ELO * np.log(strength)


def ratings(rows: Sequence[Row], bots: Sequence[str], seed: int = 1) -> list[Rating]:
    """Ratings, their intervals by resampling deals."""
    standings = Standings(bots)
    names = list(standings.places)
    if len(names) < 2:
        return [Rating(name, 0.0, 0.0, 0.0) for name in names]
    standings.add(rows)
    counts = standings.counts()
    generator = np.random.default_rng(seed)
    ahead = counts.sum(axis=0)
    middle = strengths(ahead)
    # the same few deals drawn again and again are always alike, and would look like certainty
    if len(counts) < FEWEST_DEALS:
        return [Rating(name, float(middle[n]), None, None) for n, name in enumerate(names)]
    drawn = [strengths(counts[generator.integers(0, len(counts), len(counts))].sum(axis=0)) for _ in range(BOOTSTRAPS)]
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    open_ended = (ahead.sum(axis=1) == 0) | (ahead.sum(axis=0) == 0)  # ahead of all, or of none: nothing says how far
    return [
        Rating(name, float(middle[n]), *((None, None) if open_ended[n] else (float(low[n]), float(high[n]))))
        for n, name in enumerate(names)
    ]


# ---- stopping early


def decided(differences: NDArray[np.float64]) -> bool:
    """Is it sure that the mean difference is not 0, however often one has looked before? (H. Robbins' mixture boundary)"""
    count = len(differences)
    if count < FEWEST_DEALS:
        return False
    spread = float(np.var(differences, ddof=1)) + 0.25 / count
    mixture = 20.0
    bound = math.sqrt(spread * (count + mixture) * math.log((count + mixture) / (mixture * SURE**2)))
    return abs(float(np.sum(differences))) > bound
