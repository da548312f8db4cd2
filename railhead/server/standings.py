"""How people stand: in a duplicate by seat, as bridge players compare; in a tournament by what they made of their tables. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from railhead.server.pairing import Pair, meetings


@dataclass(frozen=True)
class Ended:
    """How a table ended, by seats: points, how many did better, and where a bot ended it for somebody. Without points: it was called off."""

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    away: tuple[int, ...] = ()


@dataclass(frozen=True)
class Standing:
    """How somebody stands. In a tournament: points for rounds, the mean of those of the people they met, points made in the games. In a
    duplicate: what they made more than the mean of their seat, which part of the others there they have beaten, points."""

    player: int
    place: int
    score: float
    second: float
    points: int


def shares(values: Sequence[float]) -> list[float]:
    """Which part of the others each has beaten; equals count half. One alone has beaten all there were."""
    others = len(values) - 1
    if not others:
        return [1.0]
    return [(sum(other < one for other in values) + (values.count(one) - 1) / 2) / others for one in values]


def means(tables: Sequence[Ended]) -> list[float]:
    """What was made of each seat, in the mean of the tables that have ended."""
    counted = [table.points for table in tables if table.points]
    return [fmean(points) for points in zip(*counted, strict=True)]


def duplicate(tables: Sequence[tuple[Sequence[int | None], Ended]]) -> list[Standing]:
    """All who have ended a duplicate themselves, compared with those at the same seat; bots and absent people are compared with, not ranked."""
    counted = [(seats, ended) for seats, ended in tables if ended.points]
    middle = means([ended for _, ended in counted])
    beaten = [shares([ended.points[seat] for _, ended in counted]) for seat in range(len(middle))]
    found = [
        (player, ended.points[seat] - middle[seat], beaten[seat][number], ended.points[seat])
        for number, (seats, ended) in enumerate(counted)
        for seat, player in enumerate(seats)
        if player is not None and seat not in ended.away
    ]
    # points made of different cards say nothing of one another: who is equal at both stays equal
    return _placed(found, by_points=False)


def tournament(players: Sequence[int], tables: Sequence[tuple[Sequence[int], Ended | None]]) -> list[Standing]:
    """Those who play, by what they made of their tables: for each the part of the others that they have beaten. A bye counts as all, a game
    that was called off as half. Of equals those stand first who met the better, then those who made more points."""
    score: dict[int, float] = defaultdict(float)
    points: dict[int, int] = defaultdict(int)
    for seats, ended in tables:
        made = [1.0] if len(seats) == 1 else _made(len(seats), ended)
        for player, share in zip(seats, made, strict=False):
            score[player] += share
        for player, count in zip(seats, ended.points if ended else (), strict=False):
            points[player] += count
    met = meetings([seats for seats, ended in tables if ended is not None])
    found = [(player, score[player], _met(player, met, score), points[player]) for player in players]
    return _placed(found, by_points=True)


def _made(seats: int, ended: Ended | None) -> list[float]:
    if ended is None:
        return []
    return shares([-rank for rank in ended.ranks]) if ended.points else [0.5] * seats


def _met(player: int, met: dict[Pair, int], score: dict[int, float]) -> float:
    """The mean score of those whom somebody met."""
    others = [
        score[other] for pair, times in met.items() if player in pair for other in pair - {player} for _ in range(times)
    ]
    return fmean(others) if others else 0.0


def _placed(found: Sequence[tuple[int, float, float, int]], by_points: bool) -> list[Standing]:
    def key(one: tuple[int, float, float, int]) -> tuple[float, float, int]:
        return round(one[1], 6), round(one[2], 6), one[3] if by_points else 0

    order = sorted(found, key=lambda one: (*(-part for part in key(one)), one[0]))
    keys = [key(one) for one in order]
    return [
        Standing(player, keys.index(key(one)) + 1, score, second, points)
        for one in order
        for player, score, second, points in [one]
    ]
