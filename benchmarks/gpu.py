"""Random play on a GPU for several launch shapes: `python benchmarks/gpu.py --registers 128`. See docs/gpu.md for what it gave."""

import argparse
import fcntl
import json
from pathlib import Path

from railhead import gpu

BLOCKS = ((64, 4), (64, 8), (64, 12), (128, 2), (128, 4), (128, 6), (256, 2), (256, 3))


def main() -> None:
    """Print a line for every launch shape: threads a block, blocks a multiprocessor, moves a second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="usa")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=2_000_000)
    parser.add_argument("--registers", type=int, default=gpu.REGISTERS)
    parser.add_argument("--lock", type=Path, default=Path("/tmp/railhead-gpu.lock"), help="one measurement at a time")
    options = parser.parse_args()
    gpu.random_games(options.game, options.players, 1000, 1, registers=options.registers)  # compiles
    with options.lock.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for block, blocks in BLOCKS:
            runs = [
                gpu.random_games(options.game, options.players, options.games, seed, block=block, blocks=blocks, registers=options.registers)
                for seed in (1, 2, 3)
            ]  # fmt: skip
            best = min(runs, key=lambda run: run.seconds)
            print(
                json.dumps(
                    {
                        "game": options.game, "players": options.players, "registers": options.registers,
                        "block": block, "blocks": blocks,
                        "moves_per_second": round(float(best.counts["moves"].sum()) / best.seconds),
                        "decisions_per_second": round(float(best.counts["decisions"].sum()) / best.seconds),
                        "games_per_second": round(options.games / best.seconds),
                    }
                ),
                flush=True,
            )  # fmt: skip


if __name__ == "__main__":
    main()
