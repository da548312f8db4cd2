"""The report about many games: what they were like, and values of routes and tickets on the drawing of the board."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from railhead.arena.findings import Findings
from railhead.arena.statistics import mean, wilson
from railhead.draw.cache import geometry_of
from railhead.draw.svg.values import Arc, Measure, Valued, value_map
from railhead.reports.charts import Estimate, distributions, estimates
from railhead.reports.names import route_names, ticket_names
from railhead.reports.page import Figure, Report, Table, write

Numbers = NDArray[np.float64]
ENOUGH = 30  # games in which something happened, to say how it goes with winning
MOST_SHOWN = 12
SPREAD = 0.2  # win shares so far from even have the full colour


def _share(part: Numbers, whole: Numbers) -> list[float | None]:
    """Shares, where there is enough of the whole."""
    return [float(a / b) if b >= ENOUGH else None for a, b in zip(part, whole, strict=True)]


def write_report(findings: Findings, seed: int, out: Path) -> None:
    """Write `report.html` and its figures into a folder."""
    setting, games = findings.setting, len(findings.rows)
    told = f"{games:,} games of {', '.join(findings.bots)}, one in each seat. Intervals are 95 %."
    parts = [*_figures(findings), *_maps(findings), *_tickets(findings)]
    write(
        Report(f"Study: {setting.name}", told, parts, f"Seed {seed}, deals 0 to {games - 1}"),
        out / "report.html",
        out / "figures",
    )


def _figures(findings: Findings) -> list[Figure | Table]:
    rows, seats = findings.rows, range(findings.players)
    seated = {f"seat {seat + 1}: {findings.bots[seat]}": seat for seat in seats}

    def won(name: str, wins: Sequence[float]) -> Estimate:
        return Estimate(name, mean(wins), *wilson(mean(wins), len(wins)), len(wins))

    by_done: dict[int, list[float]] = {}
    for row in rows:
        for own in row.seats:
            by_done.setdefault(own.completed, []).append(own.win)
    by_seat = [won(name, [row.seats[seat].win for row in rows]) for name, seat in seated.items()]
    by_seat.append(won("whoever began", [row.seats[row.starter].win for row in rows]))
    shares = "share of games won"
    completed = [won(f"{count} completed", wins) for count, wins in sorted(by_done.items()) if len(wins) >= ENOUGH]
    found: list[Figure | Table] = [
        Figure("scores", "Scores", "Points at the end of each seat; the line is the mean.",
               distributions({name: [row.seats[seat].total for row in rows] for name, seat in seated.items()}, "points at the end")),
        Figure("turns", "How long games last", "Turns of a player; the line is the mean.",
               distributions({"all": [row.turns / findings.players for row in rows]}, "turns of a player")),
        Figure("seats", "Win share by seat", "The dashed line is an even share. Who begins is drawn by lot.",
               estimates(by_seat, shares, even=findings.even)),
    ]  # fmt: skip
    if completed:
        words = "What winning goes with; not what brings it about."
        chart = estimates(completed, shares, even=findings.even)
        found.append(Figure("completed", "Win share by tickets completed", words, chart))
    return found


def _maps(findings: Findings) -> list[Figure]:
    """Values of routes on the drawing of the board."""
    setting, games = findings.setting, len(findings.rows)
    board, geometry, names = setting.board, geometry_of(setting.board), route_names(findings.setting)
    ids = [route.id for route in setting.routes]
    even, claims = findings.even, findings.claims
    claimed = claims / max(1, games)

    def drawn(measure: Measure, values: Sequence[float | None]) -> str:
        found = {
            name: Valued(value, f"{names[name]}: {'too few games' if value is None else measure.in_words(value)}, claimed in {share:.0%} of the games")
            for name, value, share in zip(ids, values, claimed, strict=True)
        }  # fmt: skip
        return value_map(board, geometry, measure, found)

    maps = {
        "claims": ("Where the trains went", Measure("claimed in so many of the games", 0, max(0.01, float(claimed.max()))), list(claimed)),
        "owners": ("Routes whose owners win", Measure("share of games that the owner won", max(0.0, even - SPREAD), even + SPREAD, apart=True), _share(findings.claim_wins, claims)),
        "when": ("When routes are taken", Measure("how far the game had gone when it was claimed", 0, 1), _share(findings.when, claims)),
    }  # fmt: skip
    few = f"Routes that were claimed in fewer than {ENOUGH} games are only outlined."
    return [
        Figure(file, title, "" if file == "claims" else few, drawn(measure, values))
        for file, (title, measure, values) in maps.items()
        if any(value is not None for value in values)
    ]


def _tickets(findings: Findings) -> list[Figure | Table]:
    """What tickets are worth: on the board, in order, and in numbers."""
    setting, even, kept = findings.setting, findings.even, findings.kept
    names = ticket_names(setting)
    worth = _share(findings.ticket_wins, kept)
    known = sorted((n for n in range(len(worth)) if worth[n] is not None), key=lambda n: -(worth[n] or 0.0))
    if not known:
        return []
    measure = Measure("share of games that its holder won", max(0.0, even - SPREAD), even + SPREAD, apart=True)
    found = [
        Estimate(names[setting.tickets[n].id], worth[n] or 0.0, *wilson(worth[n] or 0.0, float(kept[n])), int(kept[n]))
        for n in known
    ]
    shown = found if len(found) <= 2 * MOST_SHOWN else found[:MOST_SHOWN] + found[-MOST_SHOWN:]
    arcs = [
        Arc(ticket.a, ticket.b, Valued(value, f"{names[ticket.id]}: {'too few games' if value is None else measure.in_words(value)}"))
        for ticket, value in zip(setting.tickets, worth, strict=True)
    ]  # fmt: skip
    games = len(findings.rows)
    table = [
        [names[setting.tickets[n].id], f"{kept[n] / games:.3f}", f"{findings.done[n] / kept[n]:.0%}", f"{one.value:.1%}", f"{one.low:.1%} to {one.high:.1%}"]
        for n, one in zip(known, found, strict=True)
    ]  # fmt: skip
    kept_text = f"Tickets that were kept at least {ENOUGH} times; what goes with winning, not what brings it about."
    return [
        Figure("tickets-map", "Tickets on the board", kept_text, value_map(setting.board, geometry_of(setting.board), measure, tickets=arcs)),
        Figure("tickets", "The tickets whose holders win most and least", "The dashed line is an even share.", estimates(shown, "share of games won", even=even)),
        Table("All tickets", "", ("ticket", "kept a game", "completed", "holder won", "95 %"), table),
    ]  # fmt: skip
