"""Making the data set: shards of a thousand games, each the same wherever and whenever it is made; what is there is not made again."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from railhead.arena.games import play_deal
from railhead.arena.run import each_done
from railhead.boards import load
from railhead.dataset.columns import PARTS, schema
from railhead.dataset.rows import Rows, rows

LAST = "games"  # is written when all else of a shard is there


class Shard(NamedTuple):
    """Some games at one table."""

    game: str
    players: int
    number: int
    first: int
    games: int
    bot: str
    seed: int
    chances: bool

    @property
    def table(self) -> str:
        """The game and the number of players."""
        return f"{self.game}-{self.players}"

    def file(self, out: Path, part: str) -> Path:
        """Where a part of it is kept."""
        return out / part / f"{self.table}-{self.number:05d}.parquet"


def shards_of(
    tables: list[tuple[str, int]], games: int, each: int, bot: str, seed: int, chances: bool
) -> Iterator[Shard]:
    """All shards; `games` at each table."""
    for game, players in tables:
        for number, first in enumerate(range(0, games, each)):
            yield Shard(game, players, number, first, min(each, games - first), bot, seed, chances)


def make_shard(shard: Shard, out: Path) -> None:
    """Play a shard's games and write its parts, whole or not at all."""
    import pyarrow as arrow  # type: ignore[import-untyped, unused-ignore]
    from pyarrow import parquet  # type: ignore[import-untyped, unused-ignore]

    setting, bots = load(shard.game), [shard.bot] * shard.players
    found: Rows = {part: [] for part in PARTS}
    for number in range(shard.first, shard.first + shard.games):
        match = play_deal(setting, tuple(bots), shard.seed, number)
        for part, some in rows(match, shard.table, number, bots, shard.chances).items():
            found[part] += some
    for part in sorted(PARTS, key=lambda name: name == LAST):
        file = shard.file(out, part)
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(f".{os.getpid()}.part")
        parquet.write_table(arrow.Table.from_pylist(found[part], schema(part)), unfinished, compression="zstd")
        unfinished.replace(file)


def make(
    shards: list[Shard],
    out: Path,
    processes: int = 1,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> None:
    """Make what is not there yet, here, on many processes, or on a Ray cluster (`local` for one on this machine)."""
    waiting = [shard for shard in shards if not shard.file(out, LAST).is_file()]
    progress(sum(shard.games for shard in shards) - sum(shard.games for shard in waiting))
    for shard in each_done(partial(make_shard, out=out.resolve()), waiting, processes, ray):
        progress(shard.games)
