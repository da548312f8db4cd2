"""A page about a tournament: tables and plots, all in one file, drawn as SVG here."""

import html
from collections.abc import Sequence

import numpy as np

from railhead.arena.rows import Row, rows_of
from railhead.arena.statistics import BotSummary, mean, ratings, summary
from railhead.boards import Setting

INKS = ("#2f6690", "#c8553d", "#588157", "#8f6593", "#b08d2e", "#4a4e69", "#2a9d8f", "#e07a5f")
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}"
    "table{border-collapse:collapse}td,th{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #ddd}"
    "td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}text{font:13px system-ui,sans-serif}"
)


def bars(entries: Sequence[tuple[str, float, float, float]], low: float, high: float, form: str) -> str:
    """Horizontal bars with intervals: name, value, low end, high end."""
    width, left, step = 640, 150, 30
    scale = (width - left - 80) / ((high - low) or 1)

    def x(value: float) -> float:
        return left + (min(max(value, low), high) - low) * scale

    parts = [f'<svg viewBox="0 0 {width} {step * len(entries) + 10}" role="img">']
    for number, (name, value, first, last) in enumerate(entries):
        y = step * number + 8
        start, end = sorted((x(max(low, 0.0)), x(value)))
        parts.append(
            f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{html.escape(name[:20])}</text>'
            f'<rect x="{start:.1f}" y="{y}" width="{max(1.0, end - start):.1f}" height="18" fill="{INKS[number % len(INKS)]}"/>'
            f'<line x1="{x(first):.1f}" x2="{x(last):.1f}" y1="{y + 9}" y2="{y + 9}" stroke="#111" stroke-width="2"/>'
            f'<text x="{width - 70}" y="{y + 14}">{format(value, form)}</text>'
        )
    return "".join(parts) + "</svg>"


def histogram(groups: Sequence[tuple[str, Sequence[float]]], bins: int = 24) -> str:
    """Distributions over one another as outlines."""
    everything = np.concatenate([np.asarray(values, float) for _, values in groups])
    edges = np.linspace(everything.min(), everything.max() + 1e-9, bins + 1)
    counts = [np.histogram(values, edges)[0] / max(1, len(values)) for _, values in groups]
    top = max(float(count.max()) for count in counts) or 1.0
    width, height = 640, 200
    parts = [f'<svg viewBox="0 0 {width} {height + 40}" role="img">']
    for number, ((name, _), count) in enumerate(zip(groups, counts, strict=True)):
        points = " ".join(
            f"{20 + (place + 0.5) * (width - 40) / bins:.1f},{height - share / top * (height - 30):.1f}"
            for place, share in enumerate(count)
        )
        ink = INKS[number % len(INKS)]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2.5"/>')
        parts.append(
            f'<text x="{width - 20}" y="{20 + 18 * number}" text-anchor="end" fill="{ink}">{html.escape(name)}</text>'
        )
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        value = edges[0] + share * (edges[-1] - edges[0])
        parts.append(
            f'<text x="{20 + share * (width - 40):.0f}" y="{height + 20}" text-anchor="middle">{value:.0f}</text>'
        )
    return "".join(parts) + "</svg>"


def table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A plain table."""
    head = "".join(f"<th>{html.escape(title)}</th>" for title in titles)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def page(title: str, body: str) -> str:
    """A whole page, nothing outside it."""
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(title)}</title><style>{STYLE}</style><h1>{html.escape(title)}</h1>{body}</html>\n"
    )


NUMBERS = (
    "bot", "games", "win share", "95 %", "score", "when winning", "turns", "tickets", "µs a decision",
)  # fmt: skip


def numbers_of(bot: BotSummary) -> list[str]:
    """A bot's numbers as people read them, under the titles NUMBERS."""
    return [
        bot.name, str(bot.games), f"{bot.win_share:.3f}", f"{bot.low:.3f} to {bot.high:.3f}", f"{bot.mean_score:.1f}",
        "–" if bot.winning_score is None else f"{bot.winning_score:.1f}", f"{bot.turns:.1f}",
        f"{bot.tickets_completed:.2f} of {bot.tickets_kept:.2f}",
        "–" if bot.us_per_decision is None else f"{bot.us_per_decision:.0f}",
    ]  # fmt: skip


def _win_share(rows: Sequence[Row], seat: int) -> str:
    wins = [row.win for row in rows if row.seat == seat]
    return f"{mean(wins):.3f}" if wins else "–"


def arena_page(setting: Setting, players: int, seed: int, rows: Sequence[Row], bots: Sequence[str]) -> str:
    """The page about a tournament."""
    result, rated = summary(rows, bots), ratings(rows, bots)
    shares = [(bot.name, bot.win_share, bot.low, bot.high) for bot in result.bots]
    reach = max(50.0, *(max(abs(bot.low), abs(bot.high)) for bot in rated))
    by_bot = [(bot.name, rows_of(rows, bot.name)) for bot in result.bots]
    seats = [[name, *(_win_share(own, seat) for seat in range(players))] for name, own in by_bot]
    body = (
        f"<p>{result.games} games, {players} players, seed {seed}; each deal was played in all seatings, and the intervals "
        "(95 %) count deals, not games.</p>"
        + table(NUMBERS, [numbers_of(bot) for bot in result.bots])
        + "<h2>Win share</h2>" + bars(shares, 0.0, 1.0, ".3f")
        + "<h2>Rating (Bradley-Terry, Elo points)</h2>" + bars(rated, -reach, reach, "+.0f")
        + "<h2>Scores</h2>" + histogram([(name, [row.total for row in own]) for name, own in by_bot])
        + "<h2>Turns a player</h2>" + histogram([(name, [row.turns for row in own]) for name, own in by_bot], 16)
        + "<h2>Win share by seat</h2>" + table(("bot", *(f"seat {seat + 1}" for seat in range(players))), seats)
    )  # fmt: skip
    return page(f"Arena: {setting.name}", body)
