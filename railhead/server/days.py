"""Days, as the deals of days go by them: in UTC, written 2026-11-16. A deal can be begun on its day; it closes a day later."""

from datetime import UTC, date, datetime, timedelta

DAY = 86_400_000  # ms


def day_of(now: int) -> str:
    """The day that it is."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def after(day: str, count: int = 1) -> str:
    """So many days later."""
    return (date.fromisoformat(day) + timedelta(count)).isoformat()


def begins(day: str) -> int:
    """When a day begins."""
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() * 1000)


def closes(day: str) -> int:
    """Until when a try at the day's deal counts; then its seed is told."""
    return begins(day) + 2 * DAY


def closed(day: str, now: int) -> bool:
    """Is it that late?"""
    return now >= closes(day)
