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
from railhead.bots.neural import Learned, learned_at
from railhead.dataset.columns import PARTS
from railhead.dataset.played import PLAYED, keep, kept
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

    def played(self, out: Path) -> Path:
        """Where its games are kept until their rows are made."""
        return out / PLAYED / f"{self.table}-{self.number:05d}.npz"


def shards_of(
    tables: list[tuple[str, int]], games: int, each: int, bot: str, seed: int, chances: bool, device: str | None = None
) -> Iterator[Shard]:
    """All shards; `games` at each table."""
    for game, players in tables:
        for number, first in enumerate(range(0, games, each)):
            yield Shard(game, players, number, first, min(each, games - first), bot, seed, chances, device)


def _network(shard: Shard) -> Learned | None:
    """Who plays, where a network was taught and is asked for."""
    return learned_at(load(shard.game), shard.players) if shard.bot == NETWORK else None


def play(setting: Setting, shard: Shard) -> list[Course]:
    """A shard's games: at once where a network plays and a device is named, else one after the other."""
    numbers = range(shard.first, shard.first + shard.games)
    learned = _network(shard)
    if shard.device is not None and learned is not None:
        from railhead.dataset import batch

        seeds = [game_number(shard.seed, number) for number in numbers]
        found: list[Course] = batch.play(learned, shard.table, numbers, seeds, shard.device, shard.chances)
        return found
    matches = (play_deal(setting, (shard.bot,) * shard.players, shard.seed, number) for number in numbers)
    return [Course(number, match.seed, match.decisions) for number, match in zip(numbers, matches, strict=True)]


def play_shard(shard: Shard, out: Path) -> None:
    """Play a shard's games and keep them as they are; their rows can be made later, on another machine."""
    if not shard.played(out).is_file():
        learned = _network(shard)
        network = learned.fingerprint if learned is not None else ""
        keep(shard.played(out), play(load(shard.game), shard), msgspec.json.encode(shard), network)


def _courses(shard: Shard, out: Path) -> tuple[list[Course], dict[str, str | bytes]]:
    """A shard's games, those that were played before or new ones, and what they were made with."""
    setting = load(shard.game)
    if shard.played(out).is_file():
        courses, said, network = kept(shard.played(out))
        before = msgspec.json.decode(said, type=Shard)
        if before._replace(device=shard.device, chances=shard.chances) != shard:
            raise ValueError(f"{shard.played(out)} holds other games than those asked for: {said.decode()}")
        shard = shard._replace(device=before.device)
    else:
        courses, learned = play(setting, shard), _network(shard)
        network = learned.fingerprint if learned is not None else ""
    judge = learned_at(setting, shard.players) if shard.chances and shard.bot != NETWORK else None
    network = judge.fingerprint if judge is not None else network  # who tells the chances, where no network played
    made_by: dict[str, str | bytes] = {"railhead": version("railhead"), "shard": msgspec.json.encode(shard)}
    return courses, made_by | ({"network": network} if network else {})


def make_shard(shard: Shard, out: Path) -> None:
    """Write a shard's parts, each whole or not at all. Its games are played unless they were already."""
    from pyarrow import parquet  # type: ignore[import-untyped, unused-ignore]

    setting, bots = load(shard.game), [shard.bot] * shard.players
    courses, made_by = _courses(shard, out)
    found = tables(setting, shard.table, bots, courses, shard.chances)
    for part in sorted(PARTS, key=lambda name: name == LAST):
        file = shard.file(out, part)
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_name(
            f".{file.stem}.{os.getpid()}.part"
        )  # readers of a whole folder pass over hidden files
        parquet.write_table(found[part].replace_schema_metadata(made_by), unfinished, compression="zstd")
        unfinished.replace(file)
    shard.played(out).unlink(missing_ok=True)


def _is_there(shard: Shard, out: Path) -> bool:
    """Was it made already? Whatever else lies in its place is said, and not taken for it."""
    file = shard.file(out, LAST)
    if not file.is_file():
        return False
    try:
        from pyarrow import parquet  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return True  # a machine without Arrow plays what is missing, and can look into nothing
    said = (parquet.read_schema(file).metadata or {}).get(b"shard", b"")
    if not said or msgspec.json.decode(said, type=Shard)._replace(device=shard.device) != shard:
        raise ValueError(f"{file} holds other games than those asked for: {said.decode()}; name another folder")
    return True


def make(
    shards: list[Shard],
    out: Path,
    processes: int = 1,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
    rows: bool = True,
) -> None:
    """Make what is not there yet, here, on many processes, or on a Ray cluster (`local` for one on this machine). Without `rows` games are played and kept as they are."""
    out = out.resolve()
    waiting = [shard for shard in shards if not _is_there(shard, out)]
    progress(sum(shard.games for shard in shards) - sum(shard.games for shard in waiting))
    work = partial(make_shard if rows else play_shard, out=out)
    for shard in each_done(work, _on_the_gpu(waiting, out), min(processes, len(waiting)), ray):
        progress(shard.games)


def _on_the_gpu(shards: list[Shard], out: Path) -> Iterator[Shard]:
    """Shards as they are ready for the other processes: those that are played on the GPU come last, each when it was played.

    One process alone uses the GPU; meanwhile the others make rows of what it has played.
    """
    there = [shard for shard in shards if shard.device == "cuda" and _network(shard) is not None]
    yield from (shard for shard in shards if shard not in there)
    for shard in there:
        play_shard(shard, out)
        yield shard
