"""Studying the game: many games between bots, one row a game and one a move (Parquet), and a report with pictures."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from railhead.arena.games import game_number, mind_number
from railhead.arena.report import bars, histogram, page, table
from railhead.boards import Setting
from railhead.bots import find, make_chooser
from railhead.bots.match import begin
from railhead.game.game import NO_TRACES
from railhead.kernel import doors, scoring
from railhead.kernel.records import GAME, OVER, SCORE, SEATS, TURN, WORK
from railhead.kernel.trace import NO_TRACE

BATCH = 500  # games a row group
MOST_SHOWN = 15
GAME_FIELDS = ("game", "seed", "starter", "turns", "winner", "winning_score")
SEAT_FIELDS = ("bot", "total", "routes", "tickets", "longest", "kept", "completed", "win")
MOVE_FIELDS = ("game", "move", "seat", "phase", "decision", "hand", "trains", "points")


def _members(words: Any, count: int) -> list[int]:
    bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), bitorder="little")
    return [int(number) for number in np.flatnonzero(bits[:count])]


def play_one(
    setting: Setting, bots: list[str], number: int, seed: int
) -> tuple[dict[str, Any], list[tuple[int, ...]], Any, Any]:
    """A game as a row, its decisions as rows, the final record and the scores."""
    board, players = setting.record, len(bots)
    games, view = np.zeros(1, GAME), np.zeros(1, GAME)
    game = games[0]
    begin(board, game, players, game_number(seed, number), NO_TRACE)
    choosers = [make_chooser(name, setting, mind_number(seed, number, 0, seat)) for seat, name in enumerate(bots)]
    moves: list[tuple[int, ...]] = []
    taken = 0
    while game.phase != OVER:
        seat = int(game.seat)
        doors.copy(games, view)
        doors.veil(view, seat)
        decision = choosers[seat](view[0])
        taken += int(game.phase) == TURN
        moves.append(
            (
                number,
                len(moves),
                seat,
                int(game.phase),
                decision,
                int(game.hand_count[seat]),
                int(game.trains[seat]),
                int(game.points[seat]),
            )
        )
        if not doors.apply(setting.array, games, decision, NO_TRACES):
            raise ValueError(f"{bots[seat]} decided against the rules in game {number}")
    scores = np.zeros(SEATS, SCORE)
    scoring.score(board, game, scores, np.zeros(1, WORK)[0])
    winners = [seat for seat in range(players) if scores[seat]["winner"]]
    row: dict[str, Any] = {
        "game": number, "seed": seed, "starter": int(game.starter), "turns": taken,
        "winner": winners[0] if len(winners) == 1 else -1, "winning_score": int(scores["total"][:players].max()),
    }  # fmt: skip
    for seat in range(players):
        score = scores[seat]
        values = (
            bots[seat], int(score["total"]), int(score["routes"]), int(score["tickets"]), int(score["longest"]),
            int(game.ticket_count[seat]), int(score["completed_count"]), float(score["winner"]) / len(winners),
        )  # fmt: skip
        row.update({f"{name}_{seat}": value for name, value in zip(SEAT_FIELDS, values, strict=True)})
    return row, moves, games[0].copy(), scores


class _Findings:
    """What the report tells, gathered game by game."""

    def __init__(self, setting: Setting, players: int) -> None:
        self.setting, self.players = setting, players
        self.rows: list[dict[str, Any]] = []
        routes, tickets = len(setting.routes), len(setting.tickets)
        self.claims, self.claim_wins = np.zeros(routes), np.zeros(routes)
        self.kept, self.done, self.ticket_wins = np.zeros(tickets), np.zeros(tickets), np.zeros(tickets)

    def add(self, row: dict[str, Any], game: Any, scores: Any) -> None:
        self.rows.append(row)
        for seat in range(self.players):
            win = row[f"win_{seat}"]
            for route in _members(game.owned[seat], len(self.claims)):
                self.claims[route] += 1
                self.claim_wins[route] += win
            for ticket in _members(game.tickets[seat], len(self.kept)):
                self.kept[ticket] += 1
                self.ticket_wins[ticket] += win
            for ticket in _members(scores[seat]["completed"], len(self.done)):
                self.done[ticket] += 1


def _batches(
    setting: Setting, bots: list[str], games: int, seed: int, findings: _Findings
) -> Iterator[tuple[list[Any], list[Any]]]:
    for first in range(0, games, BATCH):
        rows, moves = [], []
        for number in range(first, min(first + BATCH, games)):
            row, made, game, scores = play_one(setting, bots, number, seed)
            rows.append(row)
            moves += made
            findings.add(row, game, scores)
        yield rows, moves


def study(setting: Setting, bots: list[str], games: int, seed: int, out: Path | None, as_json: bool = False) -> None:
    """Play, write the tables and the report into a folder, and print a summary."""
    import typer

    for name in bots:
        find(name)
    if not 2 <= len(bots) <= SEATS:
        raise ValueError(f"a game has 2 to {SEATS} players; --bots names one a seat, such as planner,planner")
    findings = _Findings(setting, len(bots))
    if out is None:
        for _ in _batches(setting, bots, games, seed, findings):
            pass
    else:
        _write(setting, bots, games, seed, out, findings)
    summary = _summary(findings, bots)
    typer.echo(json.dumps(summary) if as_json else "\n".join(f"{key}: {value}" for key, value in summary.items()))


def _write(setting: Setting, bots: list[str], games: int, seed: int, out: Path, findings: _Findings) -> None:
    try:
        import pyarrow as arrow  # type: ignore[import-untyped, unused-ignore]
        from pyarrow import parquet  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise ValueError("writing Parquet needs pyarrow: pip install 'railhead[study]'") from None
    out.mkdir(parents=True, exist_ok=True)
    game_writer = move_writer = None
    try:
        for rows, moves in _batches(setting, bots, games, seed, findings):
            game_table = arrow.Table.from_pylist(rows)
            columns = np.array(moves, np.int32).reshape(-1, len(MOVE_FIELDS))
            move_table = arrow.table({name: columns[:, place] for place, name in enumerate(MOVE_FIELDS)})
            game_writer = game_writer or parquet.ParquetWriter(out / "games.parquet", game_table.schema)
            move_writer = move_writer or parquet.ParquetWriter(out / "moves.parquet", move_table.schema)
            game_writer.write_table(game_table)
            move_writer.write_table(move_table)
    finally:
        for writer in (game_writer, move_writer):
            if writer is not None:
                writer.close()
    (out / "report.html").write_text(study_page(findings, bots, seed), encoding="utf-8")


def _summary(findings: _Findings, bots: list[str]) -> dict[str, Any]:
    rows, players = findings.rows, findings.players
    totals = [row[f"total_{seat}"] for row in rows for seat in range(players)]
    return {
        "game": findings.setting.id,
        "games": len(rows),
        "bots": bots,
        "mean_score": float(np.mean(totals)),
        "winning_score": float(np.mean([row["winning_score"] for row in rows])),
        "turns": float(np.mean([row["turns"] for row in rows])) / players,
        "win_share": [float(np.mean([row[f"win_{seat}"] for row in rows])) for seat in range(players)],
        "starter_win_share": float(np.mean([row[f"win_{row['starter']}"] for row in rows])),
    }


def heat_map(setting: Setting, share: Any) -> str:
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
    done = np.array([[row[f"completed_{seat}"] for seat in seats] for row in rows])
    win = np.array([[row[f"win_{seat}"] for seat in seats] for row in rows])
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
        + "<h2>Scores</h2>" + histogram([(f"{seat + 1}: {bots[seat]}", [row[f"total_{seat}"] for row in rows]) for seat in seats])
        + "<h2>Turns of a game</h2>" + histogram([("all seats", [row["turns"] for row in rows])])
        + "<h2>Win share by seat</h2>" + bars(by_seat, 0.0, 1.0, ".3f")
        + "<h2>Win share by tickets completed</h2>" + bars(by_done, 0.0, 1.0, ".3f")
        + "<h2>Where the trains went</h2>" + heat_map(setting, findings.claims / max(1, games))
        + "<h2>Routes whose owners win most</h2>" + table(("route", "claimed a game", "owner's win share"), best_routes)
        + "<h2>Tickets whose holders win most</h2>" + table(("ticket", "kept a game", "completed", "holder's win share"), best_tickets)
    )  # fmt: skip
    return page(f"Study: {setting.name}", body)
