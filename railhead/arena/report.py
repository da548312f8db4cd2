"""The report about a tournament."""

from collections.abc import Sequence
from itertools import permutations

from railhead.arena.numbers import NUMBERS, numbers_of
from railhead.arena.rows import Row, rows_of
from railhead.arena.statistics import BotSummary, Standings, deal_shares, interval, mean, ratings, summary
from railhead.boards import Setting
from railhead.reports.charts import Estimate, distributions, estimates, grid, panels
from railhead.reports.page import Figure, Report, Table
from railhead.shell import printable


def _by_seat(rows: Sequence[Row], bots: Sequence[str], players: int) -> dict[str, list[Estimate]]:
    """Each bot's win share in each seat."""
    found: dict[str, list[Estimate]] = {}
    for name in bots:
        for seat in range(players):
            if own := [row for row in rows if row.bot == name and row.seat == seat]:
                games = len({row.game for row in own})
                low, high = interval(deal_shares(own), games)
                share = Estimate(f"{seat + 1}", mean(row.win for row in own), low, high, games)
                found.setdefault(name, []).append(share)
    return found


def _ahead(rows: Sequence[Row], bots: Sequence[str]) -> list[dict[str, str | float]]:
    """How often each bot finished ahead of each other that it met, with an interval that counts deals."""
    standings = Standings(bots)
    standings.add(rows)
    counts = standings.counts()
    found: list[dict[str, str | float]] = []
    for (one, a), (other, b) in permutations(standings.places.items(), 2):
        ahead, both = counts[:, a, b], counts[:, a, b] + counts[:, b, a]
        if met := both.sum():
            low, high = interval(ahead[both > 0] / both[both > 0], int(met))
            found.append({"bot": one, "of": other, "share": float(ahead.sum() / met), "low": low, "high": high})
    return found


def _margins(rows: Sequence[Row], bots: Sequence[str]) -> dict[str, list[float]]:
    """By how much each was ahead of the best of the others, game by game."""
    games: dict[tuple[int, int, int], list[Row]] = {}
    for row in rows:
        games.setdefault(row.game, []).append(row)
    found: dict[str, list[float]] = {name: [] for name in bots}
    for game in games.values():
        for row in game:
            found[row.bot].append(row.total - max(other.total for other in game if other.seat != row.seat))
    return found


def _forfeits(bots: Sequence[BotSummary]) -> list[Figure | Table]:
    """What programs forfeited, by reason, each with an example and the last words of its error stream."""
    rows: list[Sequence[str]] = []
    for bot in bots:
        for kind, count in bot.forfeits.kinds.items():
            one = next((one for one in bot.forfeits.examples if one.kind == kind), None)
            where = "" if one is None else f"deal {one.deal}, seat {one.seat + 1}: {one.why.rstrip('.')}."
            said = "" if one is None else one.answer or (one.errors.splitlines() or [""])[-1]
            rows.append((bot.name, kind, f"{count}", f"{bot.forfeits.games}", where, printable(said)))
    heads = ("bot", "reason", "times", "games", "an example", "what it said last")
    told = "Where an answer could not be taken a legal move was played instead; a game is lost after three of these, or at once where a program ends, floods or cannot be started."
    return [Table("Forfeited", told, heads, rows)] if rows else []


def arena_report(setting: Setting, players: int, seed: int, rows: Sequence[Row], bots: Sequence[str]) -> Report:
    """What a tournament has shown."""
    result = summary(rows, bots)
    names = [bot.name for bot in result.bots]
    own = {name: rows_of(rows, name) for name in names}
    shares = [Estimate(bot.name, bot.win_share, bot.low, bot.high, bot.games) for bot in result.bots]
    rated = [
        Estimate(name, rating, low, high, len(own[name]))
        for name, rating, low, high in ratings(rows, bots)
        if low is not None and high is not None
    ]
    margins = _margins(rows, names)
    parts: list[Figure | Table] = [
        Table("In numbers", "", NUMBERS, [numbers_of(bot) for bot in result.bots]),
        *_forfeits(result.bots),
        Figure("win-share", "Win share", "The dashed line is an even share.", estimates(shares, "share of games won", even=1 / players)),
    ]  # fmt: skip
    if len(names) > 1:
        words = "Bradley-Terry strengths in Elo points; the mean of all bots is 0."
        if missing := [name for name in names if name not in {one.name for one in rated}]:
            words += f" Without an interval, and not shown: {', '.join(missing)} (always or never ahead)."
        if rated:
            parts.append(Figure("rating", "Rating", words, estimates(rated, "Elo points", "+.0f", even=0.0)))
        parts += [
            Figure(
                "ahead", "Who finishes ahead of whom", "Of the games in which both sat at the table.",
                grid(_ahead(rows, bots), "of", "bot", "share", ("finishes ahead of", "bot", "share of games"), 0.5),
            ),
        ]  # fmt: skip
    parts += [
        Figure("scores", "Scores", "The line is the mean.", distributions({name: [row.total for row in some] for name, some in own.items()}, "points at the end")),
        Figure("margins", "Ahead or behind at the end", "Points more than the best of the others had, or fewer.", distributions(margins, "points ahead")),
        Figure("turns", "Turns a player", "The line is the mean.", distributions({name: [row.turns for row in some] for name, some in own.items()}, "turns of a player")),
        Figure("seats", "Win share by seat", "With 95 % intervals; the dashed line is an even share. Seat 1 is not always first to move: the starter is drawn by lot.", panels(_by_seat(rows, names, players), "seat", "share of games won", even=1 / players)),
    ]  # fmt: skip
    told = (
        f"{result.games:,} games of {players}; every deal was played in all seatings, so that luck falls on all sides alike. "
        "Intervals (95 %) count deals, not games."
    )
    return Report(f"Arena: {setting.name}", told, parts, f"Seed {seed}")
