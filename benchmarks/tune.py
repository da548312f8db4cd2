"""Find better weights for the planner: evolution (CMA-ES) over games against the baselines, every deal from both seats.

    pip install cma
    python -m benchmarks.tune --minutes 15 --games usa europe france --rivals long-route path hungry

Each generation plays new deals, so nothing is learned by heart. At the end it prints the win shares of the old and the new weights on deals
that neither has met, and the new ones as `railhead/bots/planner/tuned.py` has them.
"""

import argparse
import math
import time
from dataclasses import asdict, fields, replace

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting, load
from railhead.bots import sit
from railhead.bots.match import play
from railhead.bots.numbers import PLANNER
from railhead.bots.planner import tuned
from railhead.bots.planner.weights import Weights
from railhead.bots.player import CompiledPlayer

FREE = [weight.name for weight in fields(Weights) if weight.name != "tries"]  # more tries are better, and slower
FRESH = 1_000_003  # the seed of deals that no generation plays


def duel(setting: Setting, rival: str, weights: Weights, seed: int, seat: int) -> tuple[float, int]:
    """A game from one seat: the share of the win, and the margin."""
    players = [CompiledPlayer(setting, PLANNER, seed, weights), sit(rival, setting, seed + 1)]
    match = play(setting, players[:: 1 - 2 * seat], seed)
    totals = match.scores["total"].tolist()
    return match.wins[seat], totals[seat] - totals[1 - seat]


def win_shares(
    settings: list[Setting], rivals: list[str], weights: Weights, deals: int, seed: int
) -> tuple[float, dict[str, float]]:
    """How good the weights are: half the win, half the margin, smoothed; and the share of wins in each pairing."""
    values, shares = [], {}
    for setting in settings:
        for rival in rivals:
            played = [
                duel(setting, rival, weights, seed * 100_003 + deal, seat) for deal in range(deals) for seat in (0, 1)
            ]
            values += [0.5 * share + 0.5 / (1.0 + math.exp(-margin / 20.0)) for share, margin in played]
            shares[f"{setting.id} {rival}"] = float(np.mean([share for share, _ in played]))
    return float(np.mean(values)), shares


def evolve(settings: list[Setting], rivals: list[str], deals: int, minutes: float, width: float) -> Weights:
    """The mean of the last generation."""
    import cma  # type: ignore[import-untyped]

    start = np.array([getattr(tuned.PLANNER, name) for name in FREE])
    scale = np.maximum(np.abs(start), 0.3)

    def grown(steps: NDArray[np.float64]) -> Weights:
        return replace(tuned.PLANNER, **dict(zip(FREE, (start + steps * scale).tolist(), strict=True)))

    strategy = cma.CMAEvolutionStrategy(np.zeros(len(FREE)), width, {"popsize": 18, "verbose": -9})
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
    for name, weights in (("before", tuned.PLANNER), ("after", found)):
        value, shares = win_shares(settings, chosen.rivals, weights, 100, FRESH)
        print(f"{name}: {value:.3f}", {pairing: round(share, 2) for pairing, share in shares.items()})
    print(Weights(**{name: round(weight, 2) for name, weight in asdict(found).items()}))


if __name__ == "__main__":
    main()
