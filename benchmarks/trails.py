"""The nastiest networks for the longest trail: search for them on every board, and time the scoring of the worst.

    python -m benchmarks.trails [--tries 20000] [--seed 1]

What is searched for is the number of positions the trail search looks at (`work.steps`), which is the same on every machine.
"""

import argparse
import random
import time

import numpy as np

from railhead.boards import Setting, board_ids, load
from railhead.kernel import doors
from railhead.kernel.records import GAME, SCORE, SEATS, WORK


def steps_of(setting: Setting, owned: frozenset[int]) -> tuple[int, int]:
    """What the longest trail of these routes costs in steps, and how long it is."""
    game, scores, work = np.zeros(1, GAME), np.zeros(SEATS, SCORE), np.zeros(1, WORK)
    game[0].players = 2
    for route in owned:
        game[0].owned[0, route >> 6] |= np.uint64(1 << (route & 63))
    doors.score(setting.array, game, scores, work)
    return int(work[0].steps), int(scores[0].longest)


def _filled(setting: Setting, owned: set[int], lot: random.Random) -> frozenset[int]:
    """Routes added by lot for as long as trains are left, no two of them parallel (C15, C17); mostly where there are some already."""
    routes = setting.routes
    left = int(setting.record.trains) - sum(routes[route].length for route in owned)
    taken = {routes[route].ends for route in owned}
    touched = {node for ends in taken for node in ends}
    order = list(range(len(routes)))
    lot.shuffle(order)
    order.sort(key=lambda route: not (touched & routes[route].ends))
    for route in order:
        if routes[route].length <= left and routes[route].ends not in taken:
            owned.add(route)
            taken.add(routes[route].ends)
            left -= routes[route].length
    return frozenset(owned)


def nastiest(setting: Setting, tries: int, seed: int) -> tuple[int, frozenset[int]]:
    """Climb towards the network that costs the most steps; start again when nothing better was found for long."""
    lot = random.Random(seed)
    best, best_owned = 0, frozenset[int]()
    here, owned, stale = -1, frozenset[int](), 0
    for _ in range(tries):
        if stale > 400:
            here, owned, stale = -1, frozenset[int](), 0
        fewer = set(owned)
        for _ in range(lot.randint(1, 4)):
            if fewer:
                fewer.remove(lot.choice(sorted(fewer)))
        candidate = _filled(setting, fewer, lot)
        steps, _ = steps_of(setting, candidate)
        if steps >= here:
            stale = 0 if steps > here else stale + 1
            here, owned = steps, candidate
        else:
            stale += 1
        if here > best:
            best, best_owned = here, owned
    return best, best_owned


def main() -> None:
    """Search and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in board_ids():
        setting = load(name)
        steps, owned = nastiest(setting, arguments.tries, arguments.seed)
        spent = []
        for _ in range(5):
            begin = time.perf_counter()
            _, longest = steps_of(setting, owned)
            spent.append(time.perf_counter() - begin)
        routes = ", ".join(sorted(setting.routes[route].id for route in owned))
        print(
            f"{name}: {steps} steps, {1000 * min(spent):.2f} ms (at most 50), longest {longest}: {routes}", flush=True
        )


if __name__ == "__main__":
    main()
