"""A data set played on a machine that need not have Arrow: `python -m benchmarks.played FOLDER --device cuda --games 160000`.

The same games as `railhead dataset FOLDER --no-rows --no-chances …`, for machines where the command's own libraries are missing: networks play on the device where they
were taught, planners on the cores beside it. Tells how fast each table went; `FOLDER/played` can be taken elsewhere, where `railhead dataset FOLDER` makes the rows.
"""

import argparse
import time
from pathlib import Path

from railhead.arena.run import cores
from railhead.boards import load
from railhead.bots.neural import learned_at
from railhead.dataset.making import NETWORK, Shard, make, shards_of
from railhead.dataset.tables import all_tables


def told(shards: list[Shard], out: Path) -> None:
    """How fast the games of a table came, by the times of its files, the first (which compiles) left out; and what a game takes."""
    files = [shard.played(out).stat() for shard in shards]
    games, spent = sum(shard.games for shard in shards), files[-1].st_mtime - files[0].st_mtime
    pace = f"{sum(shard.games for shard in shards[1:]) / spent:,.0f} games/s" if spent > 0 else "in one"
    print(
        f"{shards[0].table:16} {games:,} games, {pace}, {sum(file.st_size for file in files) / games:.0f} bytes a game"
    )


def main() -> None:
    """All tables: planners' on the cores, meanwhile those of networks on the device, one after the other."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--device", choices=("cpu", "cuda"), default="cuda")
    options.add_argument("--games", type=int, default=160_000, help="at each table where a network was taught")
    options.add_argument("--planned", type=int, default=1_600, help="at each other table; 0 for none")
    options.add_argument("--shard", type=int, default=10_000, help="games of a network's shard")
    options.add_argument("--each", type=int, default=100, help="games of a planner's shard")
    options.add_argument("--table", action="append", help="of networks; several times, all without")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--processes", type=int, default=max(1, cores() - 2))
    chosen = options.parse_args()
    taught = [(game, players) for game, players in all_tables() if learned_at(load(game), players) is not None]
    others = [table for table in all_tables() if table not in taught]
    networks = [
        list(shards_of([table], chosen.games, chosen.shard, NETWORK, chosen.seed, False, chosen.device))
        for table in taught
        if not chosen.table or "-".join(map(str, table)) in chosen.table
    ]
    planners = list(shards_of(others, chosen.planned, chosen.each, NETWORK, chosen.seed, False))
    shards, began, done = [*planners, *(shard for some in networks for shard in some)], time.perf_counter(), 0

    def count(games: int) -> None:
        nonlocal done
        done += games
        print(f"{time.perf_counter() - began:6.1f} s  {done:9,} games", flush=True)

    make(shards, chosen.folder, chosen.processes, progress=count, rows=False)
    spent = time.perf_counter() - began
    for some in networks:
        told(some, chosen.folder)
    print(
        f"{done:,} games at {len({shard.table for shard in shards})} tables in {spent:.0f} s: {done / spent:,.0f} games/s"
    )


if __name__ == "__main__":
    main()
