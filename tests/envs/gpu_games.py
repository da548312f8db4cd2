"""The GPU's side of test_gpu.py, in a process of its own, since CUDA or its simulator is chosen when Numba starts.

`python gpu_games.py OUT.npz GAMES STEPS game:players …` plays and writes all that can be compared.
"""

import sys
from typing import Any

import numpy as np
from numba import cuda

from railhead import gpu
from railhead.bots.neural.notice import noticed_size

ARRAYS = ("observations", "masks", "rewards", "over", "seats", "records")


def main(out: str, games: int, steps: int, settings: list[str]) -> None:
    """Play the settings and keep every array as bytes."""
    kept: dict[str, Any] = {}
    for setting in settings:
        game, players = setting.split(":")
        results = gpu.random_games(game, int(players), games, 5, keep=games)
        kept |= {f"{setting} {name}": getattr(results, name) for name in ("totals", "winners", "counts", "finished")}
        table = gpu.Vector(game, games, int(players))
        table.reset(3)
        noticed = cuda.to_device(np.zeros((games, int(noticed_size(table.setting.record))), np.uint8))
        for step in range(steps):
            decisions = first_legal(table.masks.copy_to_host(), step)
            table.step(decisions)
            table.notice(noticed)
        table.check()
        kept[f"{setting} noticed"] = noticed.copy_to_host()
        kept |= {f"{setting} stepped {name}": getattr(table, name).copy_to_host() for name in ARRAYS}
        records = table.records.copy_to_host()
        kept[f"{setting} played out"] = gpu.playouts(game, records, 2, 77)[0]
        observations, _ = gpu.observe_batch(game, records, table.seats.copy_to_host())
        kept[f"{setting} observed"] = observations.copy_to_host()
        table.step(np.full(games, 9999))
        try:
            table.check()
        except ValueError:
            kept[f"{setting} refused"] = table.records.copy_to_host()
        print(setting, flush=True)
    flat: dict[str, Any] = {name: np.frombuffer(array.tobytes(), np.uint8) for name, array in kept.items()}
    np.savez(out, **flat)


def first_legal(masks: Any, step: int) -> Any:
    """A legal decision for every game, another one at every step."""
    places = [np.flatnonzero(mask) for mask in masks]
    return np.array([legal[step % len(legal)] for legal in places])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
