"""Find better weights for the planner: evolution (CMA-ES) over games against the baselines, every deal from both seats.

    pip install cma
    python -m benchmarks.tune --minutes 15 --games usa europe france --rivals long-route path hungry

Each generation plays new deals, so nothing is learned by heart. At the end it prints the win shares of the old and the new weights on deals
that neither has met, and the new ones in the order of `railhead/bots/weights.py`.
"""

import argparse
import math
import time
from typing import Any

import numpy as np

from railhead.boards import Setting, load
from railhead.bots import COMPILED
from railhead.bots.match import TALLY, begin, play_game
from railhead.bots.mind import MIND, TRIES, new_mind
from railhead.bots.planner.weights import PLANNER_WEIGHTS
from railhead.kernel.records import GAME, SCORE, SEATS, WORK
from railhead.kernel.trace import NO_TRACE

PLANNER = COMPILED.index("planner")
FRESH = 1_000_003  # the seed of deals that no generation plays


def duel(setting: Setting, rival: str, weights: tuple[float, ...], seed: int, seat: int) -> tuple[float, int]:
    """A game from one seat: the share of the win, and the margin."""
    pair, minds = np.zeros(2, GAME), np.zeros(SEATS, MIND)
    tally, scores = np.zeros(SEATS, TALLY), np.zeros(SEATS, SCORE)
    minds[seat] = new_mind(PLANNER, seed, weights)
    minds[1 - seat] = new_mind(COMPILED.index(rival), seed + 1)
    begin(setting.record, pair[0], 2, np.uint64(seed), NO_TRACE)
    if not play_game(setting.record, pair, minds, tally, scores, np.zeros(1, WORK)[0], NO_TRACE):
        raise RuntimeError(f"a decision against the rules: seed {seed} of {setting.id}")
    share = float(scores[seat]["winner"]) / int(scores["winner"][:2].sum())
    return share, int(scores[seat]["total"]) - int(scores[1 - seat]["total"])


def win_shares(
    settings: list[Setting], rivals: list[str], weights: Any, deals: int, seed: int
) -> tuple[float, dict[str, float]]:
    """How good the weights are: half the win, half the margin, smoothed; and the share of wins in each pairing."""
    values, shares = [], {}
    for setting in settings:
        for rival in rivals:
            played = [
                duel(setting, rival, tuple(weights), seed * 100_003 + deal, seat)
                for deal in range(deals)
                for seat in (0, 1)
            ]
            values += [0.5 * share + 0.5 / (1.0 + math.exp(-margin / 20.0)) for share, margin in played]
            shares[f"{setting.id} {rival}"] = float(np.mean([share for share, _ in played]))
    return float(np.mean(values)), shares


def evolve(settings: list[Setting], rivals: list[str], deals: int, minutes: float, width: float) -> Any:
    """The mean of the last generation."""
    import cma  # type: ignore[import-untyped]

    start = np.array(PLANNER_WEIGHTS)
    free = [place for place in range(len(start)) if place != TRIES]
    scale = np.maximum(np.abs(start[free]), 0.3)

    def grown(steps: Any) -> Any:
        weights = start.copy()
        weights[free] += steps * scale
        return weights

    strategy = cma.CMAEvolutionStrategy(np.zeros(len(free)), width, {"popsize": 18, "verbose": -9})
    end, generation = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < end:
        steps = strategy.ask()
        values = [win_shares(settings, rivals, grown(step), deals, generation)[0] for step in steps]
        strategy.tell(steps, [-value for value in values])
        generation += 1
        print(f"generation {generation}: mean {np.mean(values):.3f}, best {max(values):.3f}", flush=True)
    return grown(strategy.mean)


def main() -> None:
    """Read the options, evolve, compare."""
    options = argparse.ArgumentParser(description="Find better weights for the planner.")
    options.add_argument("--minutes", type=float, default=15)
    options.add_argument("--games", nargs="+", default=["usa", "europe", "france"])
    options.add_argument("--rivals", nargs="+", default=["long-route", "path", "hungry"])
    options.add_argument("--deals", type=int, default=10, help="of each pairing in each generation")
    options.add_argument("--width", type=float, default=0.2, help="of the first steps, as a share of each weight")
    chosen = options.parse_args()
    settings = [load(name) for name in chosen.games]
    found = evolve(settings, chosen.rivals, chosen.deals, chosen.minutes, chosen.width)
    for name, weights in (("before", PLANNER_WEIGHTS), ("after", found)):
        value, shares = win_shares(settings, chosen.rivals, weights, 100, FRESH)
        print(f"{name}: {value:.3f}", {pairing: round(share, 2) for pairing, share in shares.items()})
    print([round(float(weight), 2) for weight in found])


if __name__ == "__main__":
    main()
