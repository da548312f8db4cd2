"""Reviews of many games into Parquet: a row for each seat of each game, and one for each of their moments."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from railhead.arena.run import each_done
from railhead.game import Game
from railhead.game.record import read_file, replay
from railhead.review.figures import figures
from railhead.review.reviewing import review
from railhead.words import Considered, Review

EACH = 20  # games that are reviewed and written at once
PARTS = ("moments", "seats")  # the last one is there when a batch is whole
RECORDS = (".json", ".jsonl")
Rows = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class Batch:
    """Some games of a file, from one number (the first is 1) on."""

    source: Path
    first: int
    games: int
    playouts: bool = False

    def file(self, out: Path, part: str) -> Path:
        """Where a part of it is written."""
        return out / part / f"{self.source.stem}-{self.first:05}.parquet"


def batches(folder: Path, playouts: bool = False) -> list[Batch]:
    """All games of all records in a folder."""
    files = sorted(file for file in folder.iterdir() if file.suffix in RECORDS)
    if not files:
        raise ValueError(f"{folder} holds no records: their files end in {' or '.join(RECORDS)}")
    if len({file.stem for file in files}) < len(files):
        raise ValueError(f"two files in {folder} differ in nothing but their ending: their reviews would be mixed up")
    found = []
    for file in files:
        count = len(read_file(file))
        found += [Batch(file, first + 1, min(EACH, count - first), playouts) for first in range(0, count, EACH)]
    return found


def review_all(
    some: list[Batch],
    out: Path,
    processes: int = 1,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> None:
    """Review what is not there yet, here, on many processes, or on a Ray cluster (`local` for one on this machine)."""
    waiting = [batch for batch in some if not batch.file(out, PARTS[-1]).is_file()]
    progress(sum(batch.games for batch in some) - sum(batch.games for batch in waiting))
    for batch in each_done(partial(review_batch, out=out.resolve()), waiting, processes, ray):
        progress(batch.games)


def review_batch(batch: Batch, out: Path) -> None:
    """Review the games of a batch and write its parts, whole or not at all."""
    import pyarrow as arrow  # type: ignore[import-untyped, unused-ignore]
    from pyarrow import parquet  # type: ignore[import-untyped, unused-ignore]

    found: Rows = {part: [] for part in PARTS}
    games = read_file(batch.source)[batch.first - 1 : batch.first - 1 + batch.games]
    for number, data in enumerate(games, batch.first):
        played = replay(data)
        reviewed = review(played, batch.playouts, threads=1)
        found["seats"] += seats(batch.source.name, number, played, reviewed)
        found["moments"] += moments(batch.source.name, number, played, reviewed)
    for part in PARTS:
        file = batch.file(out, part)
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(f".{os.getpid()}.part")
        parquet.write_table(arrow.Table.from_pylist(found[part]), unfinished, compression="zstd")
        unfinished.replace(file)


def seats(source: str, number: int, game: Game, found: Review) -> Iterator[dict[str, Any]]:
    """A row for each seat: its account, and how sure it is."""
    told = figures(game, found)
    for seat, account in enumerate(found.seats):
        yield {
            "file": source, "number": number, "game": game.setting.id, "players": game.players, "seat": seat, "name": game.names[seat],
            "start": account.start, "luck": account.luck, "rivals_luck": account.rivals_luck, "errors": account.errors,
            "rivals_errors": account.rivals_errors, "result": account.result, "adjusted": account.adjusted, "sure": told.seats[seat].sure,
        }  # fmt: skip


def moments(source: str, number: int, game: Game, found: Review) -> Iterator[dict[str, Any]]:
    """A row for each decision and each act of chance."""
    for one in found.moments:
        best = one.best[0] if one.best else None
        yield {
            "file": source, "number": number, "game": game.setting.id, "players": game.players, "move": one.move,
            "seat": -1 if one.seat is None else one.seat, "kind": one.kind, "chances": one.chances, "luck": one.luck,
            "cost": one.cost, "sure": one.sure, **_decided("played", one.played), **_decided("best", best),
        }  # fmt: skip


def _decided(name: str, one: Considered | None) -> dict[str, Any]:
    """A decision in two columns: in words, and its chance."""
    return {name: str(one.move) if one else "", f"{name}_chance": one.chance if one else float("nan")}
