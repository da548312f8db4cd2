"""A bot's numbers as people read them, on a page and in a terminal."""

from railhead.arena.statistics import BotSummary

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
