"""Studying the game: many games between bots, one row a game and one a move (Parquet), and a report with pictures."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from railhead.arena.games import play_deal
from railhead.arena.report import bars, histogram, page, table
from railhead.arena.statistics import mean
from railhead.boards import Setting
from railhead.bots import find
from railhead.bots.deciding import begin
from railhead.bots.match import NO_TRACES, Match
from railhead.game import Game
from railhead.game.view import members
from railhead.kernel import doors
from railhead.kernel.records import GAME, NONE, SEATS, GameRecord

BATCH = 500  # games a row group
MOST_SHOWN = 15


class SeatRow(NamedTuple):
    """One seat of a game that was studied."""

    bot: str
    total: int
    routes: int  # points for them
    tickets: int  # points for them
    longest: int
    kept: int
    completed: int
    win: float  # the share of it
    forfeits: int


class GameRow(NamedTuple):
    """A game that was studied."""

    game: int
    seed: int
    starter: int
    turns: int
    winner: int  # NONE where several have won
    winning_score: int
    seats: tuple[SeatRow, ...]

    def columns(self) -> dict[str, str | int | float]:
        """As a row of a table: the seats' numbers side by side, such as `total_0`."""
        fields: dict[str, str | int | float] = dict(zip(self._fields[:-1], self[:-1], strict=True))
        for number, seat in enumerate(self.seats):
            fields |= {f"{name}_{number}": value for name, value in seat._asdict().items()}
        return fields


class MoveRow(NamedTuple):
    """A decision, and how its seat stood before it."""

    game: int
    move: int
    seat: int
    phase: int
    decision: int
    hand: int
    trains: int
    points: int


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

    def in_words(self) -> str:
        """A fact a line."""
        return "\n".join(f"{name}: {getattr(self, name)}" for name in self.__struct_fields__)


def game_row(match: Match, bots: Sequence[str], number: int, seed: int) -> GameRow:
    """A game as a row."""
    wins, game = match.wins, match.game
    seats = tuple(
        SeatRow(
            bots[seat], int(score.total), int(score.routes), int(score.tickets), int(score.longest),
            int(game.ticket_count[seat]), int(score.completed_count), wins[seat], match.forfeits[seat],
        )
        for seat, score in enumerate(match.scores)
    )  # fmt: skip
    winner = wins.index(1.0) if 1.0 in wins else NONE
    return GameRow(number, seed, int(game.starter), sum(match.turns), winner, max(seat.total for seat in seats), seats)


def move_rows(match: Match, number: int) -> Iterator[MoveRow]:
    """A game's decisions as rows."""
    now = np.zeros(1, GAME)
    game: GameRecord = now[0]
    begin(match.setting.array, now, len(match.scores), np.uint64(match.seed), NO_TRACES)
    for place, decision in enumerate(match.decisions):
        seat = int(game.seat)
        yield MoveRow(
            number, place, seat, int(game.phase), decision,
            int(game.hand_count[seat]), int(game.trains[seat]), int(game.points[seat]),
        )  # fmt: skip
        doors.apply(match.setting.array, now, decision, NO_TRACES)


class _Findings:
    """What the report tells, gathered game by game."""

    def __init__(self, setting: Setting, players: int) -> None:
        self.setting, self.players = setting, players
        self.rows: list[GameRow] = []
        routes, tickets = len(setting.routes), len(setting.tickets)
        self.claims, self.claim_wins = np.zeros(routes), np.zeros(routes)
        self.kept, self.done, self.ticket_wins = np.zeros(tickets), np.zeros(tickets), np.zeros(tickets)

    def add(self, row: GameRow, match: Match) -> None:
        self.rows.append(row)
        for seat, own in enumerate(row.seats):
            routes, tickets = members(match.game.owned[seat]), members(match.game.tickets[seat])
            self.claims[routes] += 1
            self.claim_wins[routes] += own.win
            self.kept[tickets] += 1
            self.ticket_wins[tickets] += own.win
            self.done[members(match.scores[seat].completed)] += 1


def _matches(
    setting: Setting, bots: list[str], games: int, seed: int, findings: _Findings, log: Callable[[Game], object] | None
) -> Iterator[tuple[GameRow, Match]]:
    """The games one after the other; what the report tells is gathered on the way, and logs are written."""
    for number in range(games):
        match = play_deal(setting, tuple(bots), seed, number)
        row = game_row(match, bots, number, seed)
        findings.add(row, match)
        if log is not None:
            log(match.replayed([f"{name} {seat + 1}" for seat, name in enumerate(bots)]))
        yield row, match


def study(
    setting: Setting,
    bots: list[str],
    games: int,
    seed: int,
    out: Path | None,
    log: Callable[[Game], object] | None = None,
) -> StudySummary:
    """Play; write the tables and the report into a folder, and every game to `log`, where they are wanted."""
    for name in bots:
        find(name)
    if not 2 <= len(bots) <= SEATS:
        raise ValueError(f"a game has 2 to {SEATS} players; --bots names one a seat, such as planner,planner")
    findings = _Findings(setting, len(bots))
    matches = _matches(setting, bots, games, seed, findings, log)
    if out is None:
        for _ in matches:
            pass
    else:
        _write(matches, out)
        (out / "report.html").write_text(study_page(findings, bots, seed), encoding="utf-8")
    return _summary(findings, bots)


def _write(matches: Iterator[tuple[GameRow, Match]], out: Path) -> None:
    """The tables, a row group at a time."""
    try:
        import pyarrow as arrow  # type: ignore[import-untyped, unused-ignore]
        from pyarrow import parquet  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise ValueError("writing Parquet needs pyarrow: pip install 'railhead[study]'") from None
    out.mkdir(parents=True, exist_ok=True)
    game_writer = move_writer = None
    try:
        while batch := list(islice(matches, BATCH)):
            moves = [move for row, match in batch for move in move_rows(match, row.game)]
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


def _summary(findings: _Findings, bots: list[str]) -> StudySummary:
    rows, players = findings.rows, findings.players
    return StudySummary(
        game=findings.setting.id,
        games=len(rows),
        bots=bots,
        mean_score=mean(seat.total for row in rows for seat in row.seats),
        winning_score=mean(row.winning_score for row in rows),
        turns=mean(row.turns for row in rows) / players,
        win_share=[mean(row.seats[seat].win for row in rows) for seat in range(players)],
        starter_win_share=mean(row.seats[row.starter].win for row in rows),
        forfeits=[sum(row.seats[seat].forfeits for row in rows) for seat in range(players)],
    )


def heat_map(setting: Setting, share: NDArray[np.float64]) -> str:
    """The board as lines between the cities' true places, the thicker and redder the more often claimed."""
    places = {
        city["id"]: (city["lon"], city["lat"]) for city in setting.board["cities"] if "lon" in city and "lat" in city
    }
    drawn = [
        (places[route.a], places[route.b], share[number], route.id)
        for number, route in enumerate(setting.routes)
        if route.a in places and route.b in places
    ]
    if not drawn:
        return ""
    longitudes, latitudes = zip(*places.values(), strict=True)
    width, stretch = 760, float(np.cos(np.radians(np.mean(latitudes))))
    scale = (width - 40) / ((max(longitudes) - min(longitudes)) * stretch or 1)
    height = (max(latitudes) - min(latitudes)) * scale + 40
    top = max(float(np.max(share)), 1e-9)

    def at(place: tuple[float, float]) -> tuple[float, float]:
        return 20 + (place[0] - min(longitudes)) * stretch * scale, height - 20 - (place[1] - min(latitudes)) * scale

    parts = [f'<svg viewBox="0 0 {width} {height:.0f}" role="img">']
    for a, b, value, name in sorted(drawn, key=lambda item: item[2]):
        (x1, y1), (x2, y2) = at(a), at(b)
        heat = float(value) / top
        parts.append(
            f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}" stroke-linecap="round" stroke-width="{2 + 8 * heat:.1f}" '
            f'stroke="rgb({70 + 160 * heat:.0f},{110 - 60 * heat:.0f},{150 - 110 * heat:.0f})"><title>{name}: {value:.3f}</title></line>'
        )
    parts += [f'<circle cx="{at(place)[0]:.0f}" cy="{at(place)[1]:.0f}" r="3"/>' for place in places.values()]
    return "".join(parts) + "</svg>"


def study_page(findings: _Findings, bots: list[str], seed: int) -> str:
    """The report: distributions, what winning goes with, and where the trains went."""
    setting, rows, players = findings.setting, findings.rows, findings.players
    games = len(rows)
    seats = range(players)
    done = np.array([[row.seats[seat].completed for seat in seats] for row in rows])
    win = np.array([[row.seats[seat].win for seat in seats] for row in rows])
    by_done = [
        (f"{count} completed", float(win[done == count].mean()), 0.0, 0.0)
        for count in range(int(done.max()) + 1)
        if (done == count).sum() >= 10
    ]
    by_seat = [(f"seat {seat + 1}: {bots[seat]}", float(win[:, seat].mean()), 0.0, 0.0) for seat in seats]
    often = findings.claims >= max(5, 0.02 * games)
    worth = np.where(often, findings.claim_wins / np.maximum(findings.claims, 1), -1)
    best_routes = [
        [setting.routes[n].id, f"{findings.claims[n] / games:.3f}", f"{worth[n]:.3f}"]
        for n in np.argsort(-worth)[:MOST_SHOWN]
        if worth[n] >= 0
    ]
    held = findings.kept >= max(5, 0.01 * games)
    ticket_worth = np.where(held, findings.ticket_wins / np.maximum(findings.kept, 1), -1)
    best_tickets = [
        [
            setting.tickets[n].id,
            f"{findings.kept[n] / games:.3f}",
            f"{findings.done[n] / findings.kept[n]:.3f}",
            f"{ticket_worth[n]:.3f}",
        ]
        for n in np.argsort(-ticket_worth)[:MOST_SHOWN]
        if ticket_worth[n] >= 0
    ]
    body = (
        f"<p>{games} games of {', '.join(bots)}; seed {seed}.</p>"
        + "<h2>Scores</h2>" + histogram([(f"{seat + 1}: {bots[seat]}", [row.seats[seat].total for row in rows]) for seat in seats])
        + "<h2>Turns of a game</h2>" + histogram([("all seats", [row.turns for row in rows])])
        + "<h2>Win share by seat</h2>" + bars(by_seat, 0.0, 1.0, ".3f")
        + "<h2>Win share by tickets completed</h2>" + bars(by_done, 0.0, 1.0, ".3f")
        + "<h2>Where the trains went</h2>" + heat_map(setting, findings.claims / max(1, games))
        + "<h2>Routes whose owners win most</h2>" + table(("route", "claimed a game", "owner's win share"), best_routes)
        + "<h2>Tickets whose holders win most</h2>" + table(("ticket", "kept a game", "completed", "holder's win share"), best_tickets)
    )  # fmt: skip
    return page(f"Study: {setting.name}", body)
