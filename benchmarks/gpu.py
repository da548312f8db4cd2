"""Random play on a GPU for several launch shapes: `python benchmarks/gpu.py --registers 128`. See docs/gpu.md for what it gave."""

import argparse
import fcntl
import json
import time
from pathlib import Path

from railhead import gpu

BLOCKS = ((64, 8), (64, 16), (128, 6), (128, 8), (128, 10), (128, 12), (128, 16), (256, 4))


def step_rate(game: str, players: int, games: int) -> None:
    """Steps of the environment, decisions drawn by PyTorch, nothing leaving the GPU."""
    import torch

    table = gpu.Vector(game, games, players)
    table.reset(1)
    masks = torch.as_tensor(table.masks, device="cuda")
    spent, steps = 0.0, 200
    for step in range(steps + 20):
        decisions = torch.multinomial(masks.float(), 1).squeeze(1)
        torch.cuda.synchronize()
        begin = time.perf_counter()
        table.step(decisions)
        torch.cuda.synchronize()
        spent += time.perf_counter() - begin if step >= 20 else 0.0
    table.check()
    print(
        json.dumps(
            {"game": game, "players": players, "games": games, "steps_per_second": round(steps * games / spent)}
        ),
        flush=True,
    )


def main() -> None:
    """Print a line for every launch shape: threads a block, blocks a multiprocessor, moves a second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="usa")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=2_000_000)
    parser.add_argument("--registers", type=int, default=gpu.REGISTERS)
    parser.add_argument("--lock", type=Path, default=Path("/tmp/railhead-gpu.lock"), help="one measurement at a time")
    parser.add_argument("--step", action="store_true", help="measure the environment's step instead (needs PyTorch)")
    options = parser.parse_args()
    if options.step:
        for games in (4096, 65_536, 262_144):
            step_rate(options.game, options.players, games)
        return
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
