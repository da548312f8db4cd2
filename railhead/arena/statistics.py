"""What the games say: win shares, scores and ratings, with intervals that count deals, not games, as independent."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from railhead.arena.games import FIELDS, Row

NORMAL_95 = 1.959964
ELO = 400 / math.log(10)
BOOTSTRAPS = 200
SURE = 0.05  # chance of a wrong stop


def columns(rows: Sequence[Row]) -> dict[str, Any]:
    """The rows as one array a field."""
    return {name: np.array([row[place] for row in rows]) for place, name in enumerate(FIELDS)}


def deal_shares(rows: Sequence[Row], name: str) -> Any:
    """A bot's mean win share on each deal."""
    table = columns([row for row in rows if row[FIELDS.index("bot")] == name])
    _, place = np.unique(table["deal"], return_inverse=True)
    return np.bincount(place, table["win"]) / np.bincount(place)


def interval(shares: Any, games: int) -> tuple[float, float]:
    """A 95 % interval of a win share: Wilson's, with as many games as the spread between deals says there really are."""
    count, mean = len(shares), float(np.mean(shares))
    spread = float(np.var(shares, ddof=1)) / count if count > 1 else 0.0
    real = mean * (1 - mean) / spread if spread > 0 else float(count)
    real = max(1.0, min(real, float(games)))
    square = NORMAL_95**2
    middle = (mean + square / (2 * real)) / (1 + square / real)
    half = NORMAL_95 * math.sqrt(mean * (1 - mean) / real + square / (4 * real * real)) / (1 + square / real)
    return max(0.0, middle - half), min(1.0, middle + half)


def summary(rows: Sequence[Row], bots: Sequence[str]) -> dict[str, Any]:
    """The arena's answer: one object with a line for each bot."""
    games = len({row[:3] for row in rows})
    return {"games": games, "bots": [_bot_summary(rows, name) for name in dict.fromkeys(bots)]}


def _bot_summary(rows: Sequence[Row], name: str) -> dict[str, Any]:
    own = [row for row in rows if row[FIELDS.index("bot")] == name]
    table = columns(own)
    games = len({row[:3] for row in own})
    low, high = interval(deal_shares(rows, name), games)
    timed = [(row[10], row[9]) for row in own if row[10] is not None]
    won = table["total"][table["win"] > 0]
    return {
        "name": name,
        "games": games,
        "win_share": float(table["win"].mean()),
        "low": low,
        "high": high,
        "mean_score": float(table["total"].mean()),
        "winning_score": float(won.mean()) if len(won) else None,
        "turns": float(table["turns"].mean()),
        "tickets_kept": float(table["kept"].mean()),
        "tickets_completed": float(table["completed"].mean()),
        "us_per_decision": sum(clock for clock, _ in timed) / sum(count for _, count in timed) if timed else None,
    }


# ---- ratings


def beaten(rows: Sequence[Row], bots: Sequence[str]) -> Any:
    """How often each bot finished ahead of each other, deal by deal: an array (deal, ahead, behind)."""
    names = list(dict.fromkeys(bots))
    deals = {deal: place for place, deal in enumerate(sorted({row[0] for row in rows}))}
    counts = np.zeros((len(deals), len(names), len(names)))
    games: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        games.setdefault(row[:3], []).append(row)
    for game in games.values():
        for one in game:
            for other in game:
                if one[4] != other[4]:
                    ahead = (
                        0.5
                        if one[6] == other[6] and one[5] == other[5]
                        else float((one[5], one[6]) > (other[5], other[6]))
                    )
                    counts[deals[one[0]], names.index(one[4]), names.index(other[4])] += ahead
    return counts


def strengths(counts: Any) -> Any:
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


def ratings(rows: Sequence[Row], bots: Sequence[str], seed: int = 1) -> list[tuple[str, float, float, float]]:
    """Name, rating and its 95 % interval by resampling deals."""
    names = list(dict.fromkeys(bots))
    if len(names) < 2:
        return [(name, 0.0, 0.0, 0.0) for name in names]
    counts = beaten(rows, bots)
    generator = np.random.default_rng(seed)
    drawn = [strengths(counts[generator.integers(0, len(counts), len(counts))].sum(axis=0)) for _ in range(BOOTSTRAPS)]
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    middle = strengths(counts.sum(axis=0))
    return [(name, float(middle[n]), float(low[n]), float(high[n])) for n, name in enumerate(names)]


# ---- stopping early


def decided(differences: Any) -> bool:
    """Is it sure that the mean difference is not 0, however often one has looked before? (H. Robbins' mixture boundary)"""
    count = len(differences)
    if count < 8:
        return False
    spread = float(np.var(differences, ddof=1)) + 0.25 / count
    mixture = 20.0
    bound = math.sqrt(spread * (count + mixture) * math.log((count + mixture) / (mixture * SURE**2)))
    return abs(float(np.sum(differences))) > bound


def all_decided(rows: Sequence[Row], bots: Sequence[str]) -> bool:
    """Is the best bot surely ahead of each of the others?"""
    names = list(dict.fromkeys(bots))
    if len(names) < 2:
        return False
    net = beaten(rows, bots)
    net = net - net.transpose(0, 2, 1)
    best = int(np.argmax(net.sum(axis=(0, 2))))
    return all(decided(net[:, best, other]) for other in range(len(names)) if other != best)
