"""The longest trail (C24): right, by trying everything on small networks; and never slow, by a search for the worst network."""

import random
from collections.abc import Sequence

import pytest
from builders import board, score

from benchmarks.trails import nastiest, steps_of
from railhead import Game
from railhead.boards import Route, load

Edge = tuple[str, str, int]
MOST_STEPS = 500_000  # about 25 ms compiled; the worst ever found, in long searches, is 222,067 (France)


def by_trying_everything(edges: Sequence[Edge]) -> int:
    """The longest trail, by walking every trail from every node."""

    def walk(node: str, left: frozenset[int]) -> int:
        best = 0
        for number in left:
            a, b, length = edges[number]
            if node in (a, b):
                best = max(best, length + walk(b if node == a else a, left - {number}))
        return best

    nodes = {node for a, b, _ in edges for node in (a, b)}
    return max((walk(node, frozenset(range(len(edges)))) for node in nodes), default=0)


def test_small_networks_agree_with_trying_everything() -> None:
    """Networks of up to nine routes between up to seven cities: circles, trees, parts, stars."""
    lot = random.Random(24)
    cities = "abcdefg"
    every = [f"{a}-{b}" for a in cities for b in cities if a < b]
    for _ in range(250):
        lengths = {name: lot.randint(1, 6) for name in every}
        small = board([f"{name} {length}" for name, length in lengths.items()], trains=60)
        among = [name for name in every if set(name.split("-")) <= set(cities[: lot.randint(3, 7)])]
        owned = lot.sample(among, min(len(among), lot.randint(1, 9)))
        edges = [(*name.split("-"), lengths[name]) for name in owned]
        game = Game.position(small, routes={0: owned})
        assert score(game, 0).longest == by_trying_everything(edges)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["usa", "europe", "france", "mexico"])
def test_real_boards_agree_with_trying_everything(name: str) -> None:
    """Dense corners of the real boards, zones and ferries included."""
    setting, lot = load(name), random.Random(name)
    for _ in range(40):
        touched, spaces = {lot.choice(setting.cities)}, 0
        owned: dict[frozenset[str], Route] = {}
        while len(owned) < 11:
            routes = [
                r
                for r in setting.routes
                if r.ends & touched and r.ends not in owned and spaces + r.length <= setting.numbers["trains"]
            ]
            if not routes:
                break
            route = lot.choice(routes)
            owned[route.ends] = route
            spaces += route.length
            touched |= route.ends
        edges = [(*sorted(route.ends), route.length) for route in owned.values()]
        numbers = frozenset(setting.route_numbers[route.id] for route in owned.values())
        assert steps_of(setting, numbers)[1] == by_trying_everything(edges)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["usa", "europe", "france", "mexico"])
def test_the_nastiest_network_found_is_searched_in_bounded_steps(name: str) -> None:
    """A seeded climb towards the network that costs the search most; steps are counted, so no clock is asked."""
    steps, owned = nastiest(load(name), tries=1500, seed=5)
    assert 500 < steps < MOST_STEPS
    assert sum(load(name).routes[route].length for route in owned) <= load(name).numbers["trains"]


def test_the_worst_network_ever_found() -> None:
    """Forty trains on France, found by benchmarks/trails.py in 40,000 tries."""
    setting = load("france")
    owned = frozenset(setting.route_numbers[name] for name in WORST.split())
    assert sum(setting.routes[route].length for route in owned) <= 40
    steps, longest = steps_of(setting, owned)
    assert 100_000 < steps < MOST_STEPS
    assert longest == 32


WORST = """
amiens-paris.2 amiens-reims angers-le-mans angers-nantes.2 angers-poitiers angers-rennes angers-tours.2
bourges-orleans bourges-poitiers bourges-tours le-mans-tours metz-nancy.2 metz-reims metz-strasbourg
mulhouse-strasbourg nancy-reims.1 nancy-strasbourg.2 nantes-rennes orleans-paris.3 orleans-tours.2 paris-rouen
poitiers-tours.3 rennes-saint-malo strasbourg-germany.1
"""
