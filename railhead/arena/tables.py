"""Who sits where: the tables of a round robin, and every seating of each."""

from itertools import combinations, permutations

MOST_SEATINGS = 24


def tables(bots: list[str], players: int) -> list[tuple[str, ...]]:
    """Who plays whom: every choice of bots for the seats. With fewer bots than seats the last one fills the rest."""
    if len(bots) < players:
        return [(*bots, *[bots[-1]] * (players - len(bots)))]
    return list(combinations(bots, players))


def seatings(table: tuple[str, ...]) -> list[tuple[str, ...]]:
    """All distinct ways to seat a table; where there are too many, every bot once in every seat."""
    ways = sorted(set(permutations(table))) if len(set(table)) < 5 else []
    if 0 < len(ways) <= MOST_SEATINGS:
        return ways
    return [table[shift:] + table[:shift] for shift in range(len(table))]
