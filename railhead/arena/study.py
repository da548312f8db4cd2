"""Studying the game: many games between bots, their rows as tables (Parquet), and a report."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from msgspec import Struct

from railhead.arena.findings import Findings
from railhead.arena.games import play_deal
from railhead.arena.statistics import mean
from railhead.arena.studied import GameRow, MoveRow, game_row, move_rows
from railhead.boards import Setting
from railhead.bots import find, label_of
from railhead.bots.match import Match
from railhead.game import Game
from railhead.kernel.records import SEATS
from railhead.shell import table

BATCH = 500  # games a row group
Studied = tuple[GameRow, Match]


class StudySummary(Struct, frozen=True):
    """What a study says in short."""

    game: str
    games: int
    bots: list[str]
    mean_score: float
    winning_score: float
    turns: float  # of a player
    win_share: list[float]  # of each seat
    starter_win_share: float
    forfeits: list[int]  # decisions of each seat that were not legal

    def in_words(self, name: str, columns: int | None = None) -> str:
        """What all did, then each seat in a table; `name` is the game's."""
        seats = [
            [f"{seat + 1}", bot, f"{share:.1%}", str(lost)]
            for seat, (bot, share, lost) in enumerate(zip(self.bots, self.win_share, self.forfeits, strict=True))
        ]
        return "\n".join(
            [
                f"{self.games:,} games of {name} with {len(self.bots)} players",
                f"score      mean {self.mean_score:.1f}; the best of a game {self.winning_score:.1f}",
                f"length     {self.turns:.1f} turns of a player",
                f"who began  won {self.starter_win_share:.1%}",
                "",
                table(("seat", "bot", "win share", "moves forfeited"), seats, columns),
            ]
        )


def _played(
    setting: Setting, bots: list[str], games: int, seed: int, log: Callable[[Game], object] | None
) -> Iterator[Studied]:
    """The games one after the other; logs are written on the way."""
    for number in range(games):
        match = play_deal(setting, tuple(bots), seed, number)
        labels = [label_of(name) for name in bots]
        if log is not None:
            log(match.replayed([f"{name} {seat + 1}" for seat, name in enumerate(labels)]))
        yield game_row(match, labels, number, seed), match


def study(
    setting: Setting,
    bots: list[str],
    games: int,
    seed: int,
    out: Path | None,
    log: Callable[[Game], object] | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> StudySummary:
    """Play; write the tables and the report into a folder, and every game to `log`, where they are wanted."""
    for name in bots:
        find(name)
    if not 2 <= len(bots) <= SEATS:
        raise ValueError(f"a game has 2 to {SEATS} players; name a bot for each seat, such as --bots planner,planner")
    labels = [label_of(name) for name in bots]
    findings = Findings(setting, labels)
    matches = _played(setting, bots, games, seed, log)
    if out is None:
        for row, match in matches:
            findings.add(row, match, ())
            progress(1)
    else:
        _write(matches, out, findings, progress)
        _report(findings, seed, out)
    return _summary(findings)


def _report(findings: Findings, seed: int, out: Path) -> None:
    try:
        from railhead.arena.study_report import write_report
    except ImportError:
        raise ValueError("the tables are written; the report needs Altair: pip install 'railhead[study]'") from None
    write_report(findings, seed, out)


def _write(matches: Iterator[Studied], out: Path, findings: Findings, progress: Callable[[int], None]) -> None:
    """The tables, a row group at a time; what the report tells is gathered on the way."""
    try:
        import pyarrow as arrow  # type: ignore[import-untyped, unused-ignore]
        from pyarrow import parquet  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise ValueError("writing Parquet needs pyarrow: pip install 'railhead[study]'") from None
    out.mkdir(parents=True, exist_ok=True)
    game_writer = move_writer = None
    try:
        while batch := list(islice(matches, BATCH)):
            moves: list[MoveRow] = []
            for row, match in batch:
                own = list(move_rows(match, row.game))
                findings.add(row, match, own)
                moves += own
                progress(1)
            columns = np.array(moves, np.int32).reshape(-1, len(MoveRow._fields))
            game_table = arrow.Table.from_pylist([row.columns() for row, _ in batch])
            move_table = arrow.table({name: columns[:, place] for place, name in enumerate(MoveRow._fields)})
            game_writer = game_writer or parquet.ParquetWriter(out / "games.parquet", game_table.schema)
            move_writer = move_writer or parquet.ParquetWriter(out / "moves.parquet", move_table.schema)
            game_writer.write_table(game_table)
            move_writer.write_table(move_table)
    finally:
        for writer in (game_writer, move_writer):
            if writer is not None:
                writer.close()


def _summary(findings: Findings) -> StudySummary:
    rows, players = findings.rows, findings.players
    return StudySummary(
        game=findings.setting.id,
        games=len(rows),
        bots=findings.bots,
        mean_score=mean(seat.total for row in rows for seat in row.seats),
        winning_score=mean(row.winning_score for row in rows),
        turns=mean(row.turns for row in rows) / players,
        win_share=[mean(row.seats[seat].win for row in rows) for seat in range(players)],
        starter_win_share=mean(row.seats[row.starter].win for row in rows),
        forfeits=[sum(row.seats[seat].forfeits for row in rows) for seat in range(players)],
    )
