"""Who meets whom in the rounds of a tournament, and who sits where. Pure: players are numbers, and what was before is counted.

Pairs are found by a matching of least cost (networkx), so that what can be avoided is: second byes first, then second meetings, then unlike
scores. Larger tables are cut from the order of the standings and bettered by exchanges.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

Pair = frozenset[int]
TIMES_BYE, TIMES_MET = 10**15, 10**9  # costs: one of these outweighs all that come after it
UNIT = 24  # parts of a point: shares at tables of up to five are whole numbers of them
BYE = -1  # whom one meets who meets nobody
STARTS = 8  # orders from which larger tables are bettered


def sizes(players: int, size: int) -> list[int]:
    """How many sit at each table: no more than `size`, and as evenly as can be; nobody alone where more than two may sit."""
    tables = -(-players // size)
    least, more = divmod(players, tables)
    return [least + 1] * more + [least] * (tables - more)


def meetings(tables: Sequence[Sequence[int]]) -> Counter[Pair]:
    """How often any two have met."""
    return Counter(frozenset(pair) for table in tables for pair in itertools.combinations(table, 2))


def byes(tables: Sequence[Sequence[int]]) -> Counter[int]:
    """How often anybody had nobody to meet."""
    return Counter(table[0] for table in tables if len(table) == 1)


def swiss(
    players: Sequence[int], scores: Mapping[int, float], before: Sequence[Sequence[int]], size: int
) -> list[list[int]]:
    """The tables of the next round: like scores meet, nobody meets anybody again who need not. `players` are in the order of the standings;
    one who has a bye is at a table alone."""
    worth = {player: round(scores.get(player, 0) * UNIT) for player in players}
    met = meetings(before)

    def cost(one: int, other: int) -> int:
        return TIMES_MET * met[frozenset((one, other))] ** 2 + (worth[one] - worth[other]) ** 2

    if size > 2:
        return _grouped(players, size, {frozenset(pair): cost(*pair) for pair in itertools.combinations(players, 2)})
    had = byes(before)
    return _matched(players, cost, {player: TIMES_BYE * had[player] ** 2 + worth[player] for player in players})


def everybody(players: Sequence[int], before: Sequence[Sequence[int]], size: int, number: int) -> list[list[int]]:
    """The tables of a round, counted from 0, in which all are to meet all. Pairs go round in a circle, as they do at any club; at larger
    tables those meet who have met least."""
    if size > 2:
        met = meetings(before)
        every = map(frozenset, itertools.combinations(players, 2))
        costs = {pair: TIMES_MET * bool(met[pair]) + met[pair] ** 2 for pair in every}  # who has not met comes first
        return _grouped(players, size, costs)
    circle = [*players, BYE] if len(players) % 2 else list(players)
    first, rest = circle[0], circle[1:]
    turn = number % len(rest)
    round_ = [first, *rest[turn:], *rest[:turn]]
    pairs = zip(round_[: len(round_) // 2], reversed(round_[len(round_) // 2 :]), strict=True)
    return [[player for player in pair if player != BYE] for pair in pairs]


def all_met(players: Sequence[int], before: Sequence[Sequence[int]]) -> bool:
    """Has everybody met everybody?"""
    met = meetings(before)
    return all(met[frozenset(pair)] for pair in itertools.combinations(players, 2))


def seated(table: Sequence[int], before: Sequence[Sequence[int]]) -> list[int]:
    """The order of seats in which everybody sits as seldom as can be where they have sat; the first seat begins."""
    sat = Counter((player, seat) for other in before for seat, player in enumerate(other) if len(other) > 1)
    orders = itertools.permutations(table)
    return list(min(orders, key=lambda order: sum(sat[player, seat] ** 2 for seat, player in enumerate(order))))


# ---- finding them


def _matched(players: Sequence[int], cost: Callable[[int, int], int], bye: Mapping[int, int]) -> list[list[int]]:
    """Pairs of least cost."""
    import networkx

    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, other, -cost(one, other)) for one, other in itertools.combinations(players, 2))
    if len(players) % 2:
        graph.add_weighted_edges_from((player, BYE, -bye[player]) for player in players)
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    place = {player: number for number, player in enumerate(players)}
    found = [sorted((player for player in pair if player != BYE), key=place.__getitem__) for pair in pairs]
    return sorted(found, key=lambda table: (len(table) == 1, place[table[0]]))


def _grouped(players: Sequence[int], size: int, costs: Mapping[Pair, int]) -> list[list[int]]:
    """Tables of little cost: cut from the order, then two at a time change places as long as that is better; from some orders by lot as well."""
    best: tuple[int, list[list[int]]] | None = None
    lot = random.Random(len(players) * 31 + sum(costs.values()) % 1_000_003)
    order = list(players)
    for _ in range(STARTS):
        tables = _bettered(_cut(order, size), costs)
        total = sum(_cost(table, costs) for table in tables)
        if best is None or total < best[0]:
            best = total, tables
        order = lot.sample(list(players), len(players))
    assert best is not None
    place = {player: number for number, player in enumerate(players)}
    return sorted((sorted(table, key=place.__getitem__) for table in best[1]), key=lambda table: place[table[0]])


def _cut(order: Sequence[int], size: int) -> list[list[int]]:
    rest = iter(order)
    return [list(itertools.islice(rest, count)) for count in sizes(len(order), size)]


def _cost(table: Sequence[int], costs: Mapping[Pair, int]) -> int:
    return sum(costs[frozenset(pair)] for pair in itertools.combinations(table, 2))


def _bettered(tables: list[list[int]], costs: Mapping[Pair, int]) -> list[list[int]]:
    def to(player: int, table: Sequence[int], without: int) -> int:
        return sum(costs[frozenset((player, other))] for other in table if other not in (player, without))

    better = True
    while better:
        better = False
        for one, other in itertools.combinations(tables, 2):
            for here, there in itertools.product(range(len(one)), range(len(other))):
                a, b = one[here], other[there]
                if to(a, other, b) + to(b, one, a) < to(a, one, a) + to(b, other, b):
                    one[here], other[there] = b, a
                    better = True
    return tables
