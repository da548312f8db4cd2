"""Making the data set: shards of a thousand games, each the same wherever and whenever it is made; what is there is not made again."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import msgspec

from railhead.arena.games import game_number, play_deal
from railhead.arena.run import each_done
from railhead.boards import Setting, load
from railhead.bots.neural import learned_at
from railhead.dataset.columns import PARTS
from railhead.dataset.rows import Course, tables

NETWORK = "neural"
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
    device: str | None = None  # where networks play many games at once; None: one after the other, by NumPy

    @property
    def table(self) -> str:
        """The game and the number of players."""
        return f"{self.game}-{self.players}"

    def file(self, out: Path, part: str) -> Path:
        """Where a part of it is kept."""
        return out / part / f"{self.table}-{self.number:05d}.parquet"


def shards_of(
    tables: list[tuple[str, int]], games: int, each: int, bot: str, seed: int, chances: bool, device: str | None = None
) -> Iterator[Shard]:
    """All shards; `games` at each table."""
    for game, players in tables:
        for number, first in enumerate(range(0, games, each)):
            yield Shard(game, players, number, first, min(each, games - first), bot, seed, chances, device)


def play(setting: Setting, shard: Shard) -> list[Course]:
    """A shard's games: at once where a network plays and a device is named, else one after the other."""
    numbers = range(shard.first, shard.first + shard.games)
    learned = learned_at(setting, shard.players) if shard.bot == NETWORK else None
    if shard.device is not None and learned is not None:
        from railhead.dataset import batch

        seeds = [game_number(shard.seed, number) for number in numbers]
        found: list[Course] = batch.play(learned, shard.table, numbers, seeds, shard.device)
        return found
    matches = (play_deal(setting, (shard.bot,) * shard.players, shard.seed, number) for number in numbers)
    return [Course(number, match.seed, match.decisions) for number, match in zip(numbers, matches, strict=True)]


def make_shard(shard: Shard, out: Path) -> None:
    """Play a shard's games and write its parts, whole or not at all."""
    from pyarrow import parquet  # type: ignore[import-untyped, unused-ignore]

    setting, bots = load(shard.game), [shard.bot] * shard.players
    found = tables(setting, shard.table, bots, play(setting, shard), shard.chances)
    made_by = {"railhead": version("railhead"), "shard": msgspec.json.encode(shard)}
    for part in sorted(PARTS, key=lambda name: name == LAST):
        file = shard.file(out, part)
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(f".{os.getpid()}.part")
        parquet.write_table(found[part].replace_schema_metadata(made_by), unfinished, compression="zstd")
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
