"""The deals of days in the store: on which board, who has tried them, and what bots made of them. Plain functions, as in store.py."""

from collections.abc import Sequence

from sqlalchemy import Connection, Engine, text

from railhead.server.store import Entry, Head, Holder, Reading, create, transaction
from railhead.words import DayRival, DayStanding, DayTry, Played

FIELDS = "day, table_id, ended, points, place, completed, failed"


def settle(connection: Connection, day: str, game: str) -> None:
    """Say on which board a day's deal is; the first word counts."""
    connection.execute(
        text("INSERT INTO dailies (day, game) VALUES (:day, :game) ON CONFLICT (day) DO NOTHING"),
        {"day": day, "game": game},
    )


def game_of(engine: Engine, day: str) -> str | None:
    """On which board a day's deal is, if anybody has asked for it."""
    with transaction(engine) as connection:
        return connection.execute(text("SELECT game FROM dailies WHERE day = :day"), {"day": day}).scalar()


def before(engine: Engine, day: str, most: int) -> list[tuple[str, str]]:
    """The days before one, the latest first, and their boards."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text("SELECT day, game FROM dailies WHERE day < :day ORDER BY day DESC LIMIT :most"),
            {"day": day, "most": most},
        ).all()
    return [(found, game) for found, game in rows]


def begin(connection: Connection, head: Head, entries: Sequence[Entry], holders: Sequence[Holder], person: str) -> None:
    """A person's one try, with its table; a conflict if there is one already."""
    create(connection, head, entries, holders, "playing")
    connection.execute(
        text("INSERT INTO tries (day, person, table_id) VALUES (:day, :person, :table)"),
        {"day": head.daily, "person": person, "table": head.id},
    )


def end(connection: Connection, day: str, person: str, played: Played, counts: bool) -> None:
    """A try has ended, once; it may not count."""
    row = {"day": day, "person": person, "table": played.table, "ended": played.ended, "place": None, "points": None}
    row |= {"completed": None, "failed": None}
    if counts:
        row |= {name: getattr(played, name) for name in ("points", "place", "completed", "failed")}
    connection.execute(
        text(
            "UPDATE tries SET ended = :ended, points = :points, place = :place, completed = :completed, failed = :failed"
            " WHERE day = :day AND person = :person AND table_id = :table AND ended IS NULL"
        ),
        row,
    )


def tries_of(engine: Reading, person: str, most: int) -> list[DayTry]:
    """The tries of a person, the latest first."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(f"SELECT {FIELDS} FROM tries WHERE person = :person ORDER BY day DESC LIMIT :most"),
            {"person": person, "most": most},
        ).all()
    return [DayTry(*row) for row in rows]


def try_of(engine: Engine, day: str, person: str) -> DayTry | None:
    """A person's try at the deal of a day."""
    with transaction(engine) as connection:
        row = connection.execute(
            text(f"SELECT {FIELDS} FROM tries WHERE day = :day AND person = :person"), {"day": day, "person": person}
        ).first()
    return None if row is None else DayTry(*row)


def standing(engine: Engine, day: str, points: int | None) -> DayStanding:
    """How so many points stand among the tries of a day; one's own is among them."""
    with transaction(engine) as connection:
        row = connection.execute(
            text(
                "SELECT count(*), sum(CASE WHEN points < :points THEN 1 ELSE 0 END), sum(CASE WHEN points = :points THEN 1 ELSE 0 END)"
                " FROM tries WHERE day = :day AND points IS NOT NULL"
            ),
            {"day": day, "points": -1000 if points is None else points},
        ).one()
    players, worse, equal = (int(part or 0) for part in row)
    if points is None or players < 2:
        return DayStanding(players, None)
    return DayStanding(players, (worse + (equal - 1) / 2) / (players - 1))


def rivals(engine: Engine, day: str) -> list[DayRival]:
    """What bots made of the deal of a day."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text("SELECT level, points FROM rivals WHERE day = :day ORDER BY points DESC, level"), {"day": day}
        ).all()
    return [DayRival(*row) for row in rows]


def add_rival(connection: Connection, day: str, rival: DayRival) -> None:
    """Note it; it is the same whoever finds out."""
    connection.execute(
        text(
            "INSERT INTO rivals (day, level, points) VALUES (:day, :level, :points) ON CONFLICT (day, level) DO NOTHING"
        ),
        {"day": day, "level": rival.level, "points": rival.points},
    )
