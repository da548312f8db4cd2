"""How fast a device plays games of the data set, and whether they are the same ones: `python -m benchmarks.dataset --device cuda`.

Plays the first shard of each table twice and compares the two bit by bit, then a few games on the processor as well: another kind of device adds in
another order, so these agree in most games, not in all. Nothing is written, so Arrow is not needed; `--write FOLDER` times a shard with its files.
"""

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from railhead.boards import load
from railhead.dataset.making import NETWORK, Shard, make_shard, play
from railhead.dataset.rows import Course
from railhead.dataset.tables import table_of


def first_shard(table: str, games: int, seed: int, device: str) -> Shard:
    """The first shard of a table."""
    game, players = table_of(table)
    return Shard(game, players, 0, 0, games, NETWORK, seed, True, device)


def timed(shard: Shard) -> tuple[list[Course], float]:
    """A shard's games, and the seconds they took."""
    began = time.perf_counter()
    return play(load(shard.game), shard), time.perf_counter() - began


def alike(some: Sequence[Course], others: Sequence[Course]) -> int:
    """How many games are the same to the last bit, chances included."""
    return sum(
        one.seed == other.seed and one.decisions == other.decisions and _bytes(one) == _bytes(other)
        for one, other in zip(some, others, strict=True)
    )


def _bytes(course: Course) -> bytes:
    return b"" if course.chances is None else course.chances.tobytes()


def same_play(some: Sequence[Course], others: Sequence[Course]) -> tuple[int, float]:
    """In how many games all decisions are the same, and how far chances are apart at most in these."""
    pairs = [(one, other) for one, other in zip(some, others, strict=True) if one.decisions == other.decisions]
    apart = [
        float(np.abs(one.chances - other.chances).max())
        for one, other in pairs
        if one.chances is not None and other.chances is not None
    ]
    return len(pairs), max(apart, default=0.0)


def measure(shard: Shard) -> list[Course]:
    """Play a shard twice and print how that went."""
    first, cold = timed(shard)  # compiles
    again, warm = timed(shard)
    decisions = sum(len(course.decisions) for course in again)
    print(
        f"{shard.table:10} {shard.device}: {shard.games} games in {warm:.2f} s ({cold:.1f} s the first time): {shard.games / warm:,.0f} games/s,"
        f" {decisions / warm:,.0f} decisions/s; the same twice: {alike(first, again)} of {shard.games}",
        flush=True,
    )
    return again


def written(shard: Shard, folder: Path) -> None:
    """Make a shard's files and print how long that took."""
    began = time.perf_counter()
    make_shard(shard, folder)
    spent = time.perf_counter() - began
    print(f"{shard.table:10} {shard.games} games played and written in {spent:.1f} s", flush=True)


def main() -> None:
    """Every table of those asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--device", choices=("cpu", "cuda"), default="cuda")
    options.add_argument("--table", action="append", help="GAME-PLAYERS; several times")
    options.add_argument("--games", type=int, default=10_000, help="of a shard")
    options.add_argument("--few", type=int, default=64, help="games that are played on the processor, too; 0 for none")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--write", type=Path, help="a folder: time a shard with its Parquet files, too")
    chosen = options.parse_args()
    names = chosen.table or ["usa-2", "europe-4", "france-2"]
    few = [first_shard(table, chosen.few, chosen.seed, "cpu") for table in names if chosen.few]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as beside:  # compiles for a minute of its own
        there = [beside.submit(timed, shard) for shard in few]
        for table in names:
            shard = first_shard(table, chosen.games, chosen.seed, chosen.device)
            measure(shard)
            if chosen.write is not None:
                written(shard, chosen.write)
        for shard, waiting in zip(few, there, strict=True):
            here, (courses, spent) = play(load(shard.game), shard._replace(device=chosen.device)), waiting.result()
            count, apart = same_play(here, courses)
            print(
                f"{shard.table:10} cpu: {shard.games} games in {spent:.1f} s; the same decisions as on {chosen.device} in {count}, chances at most {apart:.1e} apart",
                flush=True,
            )


if __name__ == "__main__":
    main()
