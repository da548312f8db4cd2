"""People in the store, by the hash of a key that only they have: what they say of themselves, the ways in which they are told, which seats are
theirs, and the outbox: what they are to be told. Plain functions, as in store.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec import structs
from sqlalchemy import Connection, Engine, bindparam, text

from railhead.server.store import PERSON, Reading, tell, transaction
from railhead.words import Card, GameTally, HookWay, MailWay, Played, PushWay

SPARES_MOST = 8  # tokens of a seat beside its first
OLD_SPARES = text(
    "DELETE FROM spares WHERE (table_id, seat, token) IN (SELECT table_id, seat, token FROM (SELECT table_id, seat, token,"
    " row_number() OVER (PARTITION BY table_id, seat ORDER BY made DESC, token) AS place FROM spares WHERE table_id IN :tables)"
    " AS found WHERE place > :most)"
).bindparams(bindparam("tables", expanding=True))
Way = PushWay | HookWay | MailWay
LETTER = "way = :way AND table_id = :table AND seat = :seat AND turn = :turn"
encode = msgspec.json.encode
CARD, WAY = msgspec.json.Decoder(Card), msgspec.json.Decoder(Way)


@dataclass(frozen=True)
class KeptWay:
    """A way in which a person is told: where the page lies for them, and the code by which they prove that it is theirs, until they have."""

    id: str
    person: str
    origin: str
    way: Way
    code: str = ""
    tries: int = 0


@dataclass(frozen=True)
class Letter:
    """Something to be sent."""

    way: KeptWay
    table: str
    seat: int
    turn: int
    tries: int
    body: bytes


@dataclass(frozen=True)
class FoundHead:
    """A seat of somebody, and what there is to know of its table without opening it."""

    table: str
    seat: int
    game: str
    created: int
    phase: str


def read_card(engine: Engine, person: str) -> Card | None:
    """What a person says of themselves; none if nobody has that key."""
    with transaction(engine) as connection:
        found = connection.execute(text("SELECT card FROM persons WHERE id = :id"), {"id": person}).scalar()
    return None if found is None else CARD.decode(found)


def read_person(engine: Engine, key: str) -> tuple[str, Card] | None:
    """Whose a key's hash is, their first one's or another that came in by a passkey, and what they say of themselves."""
    with transaction(engine) as connection:
        row = connection.execute(
            text(
                "SELECT id, card FROM persons WHERE id = COALESCE((SELECT person FROM more_keys WHERE id = :key), :key)"
            ),
            {"key": key},
        ).first()
    return None if row is None else (str(row[0]), CARD.decode(row[1]))


def write_card(connection: Connection, person: str, card: Card, now: int) -> None:
    """Write it."""
    connection.execute(
        text(
            "INSERT INTO persons (id, created, seen, card) VALUES (:id, :now, :now, :card)"
            " ON CONFLICT (id) DO UPDATE SET card = :card, seen = :now"
        ),
        {"id": person, "now": now, "card": encode(card).decode()},
    )


def read_ways(engine: Reading, persons: Iterable[str]) -> list[KeptWay]:
    """The ways in which some people are told, proved or not."""
    found: list[KeptWay] = []
    with transaction(engine) as connection:
        for person in persons:
            rows = connection.execute(
                text("SELECT id, person, origin, body, code, tries FROM ways WHERE person = :person ORDER BY made, id"),
                {"person": person},
            )
            found += [_way(*row) for row in rows]
    return found


def _way(name: str, person: str, origin: str, body: str, code: str, tries: int) -> KeptWay:
    return KeptWay(name, person, origin, WAY.decode(body), code, tries)


def add_way(connection: Connection, way: KeptWay, now: int) -> None:
    """A way more. A browser's own address stands once, whoever has used the browser before: it has the name of what it says."""
    body = encode(way.way).decode()
    if isinstance(way.way, PushWay):
        held = connection.execute(text("SELECT person FROM ways WHERE id = :id"), {"id": way.id}).scalar()
        if held == way.person:  # and nobody is told of a turn again
            return
        drop_way(connection, way.id)
    connection.execute(
        text(
            "INSERT INTO ways (id, person, made, origin, body, code, tries) VALUES (:id, :person, :now, :origin, :body, :code, 0)"
        ),
        {"id": way.id, "person": way.person, "now": now, "origin": way.origin, "body": body, "code": way.code},
    )


def drop_way(connection: Connection, way: str) -> None:
    """Nobody is told that way any more."""
    connection.execute(text("DELETE FROM outbox WHERE way = :way"), {"way": way})
    connection.execute(text("DELETE FROM ways WHERE id = :way"), {"way": way})


def prove_way(connection: Connection, way: str) -> None:
    """It is theirs."""
    connection.execute(text("UPDATE ways SET code = '' WHERE id = :way"), {"way": way})


def count_try(connection: Connection, way: str) -> None:
    """A wrong code was given."""
    connection.execute(text("UPDATE ways SET tries = tries + 1 WHERE id = :way"), {"way": way})


def own_seat(connection: Connection, table: str, seat: int, person: str, now: int, notice: str) -> None:
    """A seat is somebody's; its table is looked at, for it may be their turn."""
    connection.execute(
        text("UPDATE seats SET person = :person WHERE table_id = :table AND seat = :seat"),
        {"person": person, "table": table, "seat": seat},
    )
    connection.execute(text("UPDATE tables SET due = :now WHERE id = :table"), {"now": now, "table": table})
    tell(connection, notice)


def seats_of(engine: Reading, person: str) -> list[tuple[str, int]]:
    """The tables and seats of a person, the latest first."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                "SELECT seats.table_id, seats.seat FROM seats JOIN tables ON tables.id = seats.table_id"
                f" WHERE {PERSON} ORDER BY tables.created DESC, seats.seat"
            ),
            {"person": person},
        ).all()
    return [(table, seat) for table, seat in rows]


def add_spares(connection: Connection, found: Sequence[tuple[str, int, str]], now: int, notice: str) -> None:
    """Seats came back, each with a token more: table, seat and the token's hash. Of very many the oldest go."""
    connection.execute(
        text("INSERT INTO spares (table_id, seat, token, made) VALUES (:table, :seat, :token, :now)"),
        [{"table": table, "seat": seat, "token": token, "now": now} for table, seat, token in found],
    )
    connection.execute(OLD_SPARES, {"tables": list({table for table, _, _ in found}), "most": SPARES_MOST})
    tell(connection, notice)


def heads_of(engine: Engine, person: str, most: int) -> list[FoundHead]:
    """The latest tables of a person."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                "SELECT seats.table_id, seats.seat, tables.game, tables.created, tables.phase FROM seats"
                f" JOIN tables ON tables.id = seats.table_id WHERE {PERSON} AND tables.phase <> 'cancelled'"
                " ORDER BY tables.created DESC, seats.seat LIMIT :most"
            ),
            {"person": person, "most": most},
        ).all()
    return [FoundHead(*row) for row in rows]


# ---- what they have played


def write_results(connection: Connection, results: Sequence[tuple[str, int, Played, Sequence[str]]]) -> None:
    """Note how a game ended for some people, and which routes they had; once, however often it is noted."""
    for person, seat, played, routes in results:
        if not is_known(connection, person):
            continue
        row = {**structs.asdict(played), "own": int(played.own), "person": person, "seat": seat}
        noted = connection.execute(
            text(
                "INSERT INTO results (person, table_id, seat, game, ended, players, place, points, completed, failed, longest, own)"
                " VALUES (:person, :table, :seat, :game, :ended, :players, :place, :points, :completed, :failed, :longest, :own)"
                " ON CONFLICT (person, table_id, seat) DO NOTHING"
            ),
            row,
        )
        if noted.rowcount and played.own:
            _count(connection, row, routes)


def _count(connection: Connection, row: Mapping[str, object], routes: Sequence[str]) -> None:
    """A result more in what a person has played, in numbers."""
    larger = "CASE WHEN tallies.{0} > :{1} THEN tallies.{0} ELSE :{1} END"
    connection.execute(
        text(
            "INSERT INTO tallies (person, game, played, won, points, best, completed, failed, longest, places, players)"
            " VALUES (:person, :game, 1, :won, :points, :points, :completed, :failed, :longest, :place, :players)"
            " ON CONFLICT (person, game) DO UPDATE SET played = tallies.played + 1, won = tallies.won + :won,"
            f" points = tallies.points + :points, best = {larger.format('best', 'points')},"
            " completed = tallies.completed + :completed, failed = tallies.failed + :failed,"
            f" longest = {larger.format('longest', 'longest')},"
            " places = tallies.places + :place, players = tallies.players + :players"
        ),
        {**row, "won": int(row["place"] == 1)},
    )
    for route in routes:
        connection.execute(
            text(
                "INSERT INTO claims (person, game, route, times) VALUES (:person, :game, :route, 1)"
                " ON CONFLICT (person, game, route) DO UPDATE SET times = claims.times + 1"
            ),
            {**row, "route": route},
        )


def is_known(connection: Connection, person: str) -> bool:
    """Does anybody have that key still?"""
    found = connection.execute(text("SELECT 1 FROM persons WHERE id = :person"), {"person": person})
    return found.first() is not None


def read_claims(engine: Engine, person: str, game: str) -> dict[str, int]:
    """How often a person has claimed each route of a game."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text("SELECT route, times FROM claims WHERE person = :person AND game = :game ORDER BY route"),
            {"person": person, "game": game},
        ).all()
    return {str(route): int(times) for route, times in rows}


def all_claims(engine: Reading, person: str) -> dict[str, dict[str, int]]:
    """The same for all games."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text("SELECT game, route, times FROM claims WHERE person = :person ORDER BY game, route"),
            {"person": person},
        ).all()
    found: dict[str, dict[str, int]] = {}
    for game, route, times in rows:
        found.setdefault(game, {})[route] = times
    return found


def read_results(engine: Reading, person: str, most: int) -> list[Played]:
    """The games that a person has finished, the latest first."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                "SELECT table_id, game, ended, players, place, points, completed, failed, longest, own FROM results"
                " WHERE person = :person ORDER BY ended DESC, table_id LIMIT :most"
            ),
            {"person": person, "most": most},
        ).all()
    return [
        Played(table, game, ended, players, place, points, completed, failed, longest, bool(own))
        for table, game, ended, players, place, points, completed, failed, longest, own in rows
    ]


def read_tallies(engine: Reading, person: str) -> list[GameTally]:
    """The same in numbers, by game; where a bot has played for somebody it counts for nobody."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                "SELECT game, played, won, points, best, completed, failed, longest, places, players FROM tallies"
                " WHERE person = :person ORDER BY played DESC, game"
            ),
            {"person": person},
        ).all()
    return [
        GameTally(
            game, played, won, round(points / played, 1), best, completed, failed, longest, round(places / played, 1),
            round(players / played, 1),
        )
        for game, played, won, points, best, completed, failed, longest, places, players in rows
    ]  # fmt: skip


def count_rows(connection: Connection, rows: Literal["blocks", "reports"], person: str) -> int:
    """How many rows of a kind are about a person."""
    found = connection.execute(text(f"SELECT count(*) FROM {rows} WHERE {PERSON}"), {"person": person})
    return int(found.scalar() or 0)


def forget(connection: Connection, person: str) -> None:
    """Nothing of a person stays but the games, which are others' as well: their seats are nobody's."""
    for (way,) in connection.execute(text("SELECT id FROM ways WHERE person = :person"), {"person": person}).all():
        drop_way(connection, way)
    for rows in ("results", "tallies", "claims", "tries", "blocks", "more_keys", "passkeys", "challenges"):
        connection.execute(text(f"DELETE FROM {rows} WHERE person = :person"), {"person": person})
    connection.execute(text("DELETE FROM blocks WHERE other = :person"), {"person": person})
    connection.execute(text("DELETE FROM ratings WHERE player = :person"), {"person": person})
    for rows in ("clubs", "members", "reports", "seats"):
        connection.execute(text(f"UPDATE {rows} SET person = '' WHERE {PERSON}"), {"person": person})
    connection.execute(text("DELETE FROM persons WHERE id = :person"), {"person": person})


# ---- the outbox


def post(connection: Connection, letters: Sequence[Letter], now: int, due: Sequence[int]) -> None:
    """Put letters into the outbox, each once however often it is tried; what was sent for earlier turns is forgotten."""
    for letter, when in zip(letters, due, strict=True):
        key = _named(letter)
        connection.execute(
            text(
                "DELETE FROM outbox WHERE way = :way AND table_id = :table AND seat = :seat AND turn < :turn AND due IS NULL"
            ),
            key,
        )
        if (
            connection.execute(text("SELECT 1 FROM ways WHERE id = :way"), key).first() is None
        ):  # it was dropped meanwhile
            continue
        connection.execute(
            text(
                "INSERT INTO outbox (way, table_id, seat, turn, made, due, tries, body)"
                " VALUES (:way, :table, :seat, :turn, :now, :due, 0, :body)"
                " ON CONFLICT (way, table_id, seat, turn) DO NOTHING"
            ),
            {**key, "now": now, "due": when, "body": letter.body.decode()},
        )


def told(engine: Engine, table: str) -> set[tuple[str, int, int]]:
    """What was put into the outbox of a table's turns: way, seat and turn."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text("SELECT way, seat, turn FROM outbox WHERE table_id = :table"), {"table": table}
        ).all()
    return {(way, seat, turn) for way, seat, turn in rows}


def any_letter(engine: Engine, now: int) -> bool:
    """Is there something to be sent?"""
    with transaction(engine) as connection:
        return (
            connection.execute(text("SELECT 1 FROM outbox WHERE due <= :now LIMIT 1"), {"now": now}).first() is not None
        )


def claim_letters(connection: Connection, now: int, until: int, most: int, found: list[Letter]) -> None:
    """Take letters out to send them, and keep other workers from them until then."""
    lock = " FOR UPDATE SKIP LOCKED" if connection.dialect.name == "postgresql" else ""
    rows = connection.execute(
        text(
            "UPDATE outbox SET due = :until, tries = tries + 1 WHERE (way, table_id, seat, turn) IN"
            f" (SELECT way, table_id, seat, turn FROM outbox WHERE due <= :now ORDER BY due LIMIT :most{lock})"
            " RETURNING way, table_id, seat, turn, tries, body"
        ),
        {"now": now, "until": until, "most": most},
    ).all()
    found.clear()
    for way, table, seat, turn, tries, body in rows:
        row = connection.execute(
            text("SELECT id, person, origin, body, code, tries FROM ways WHERE id = :way"), {"way": way}
        ).one()
        found.append(Letter(_way(*row), table, seat, turn, tries, body.encode()))


def sent(connection: Connection, letter: Letter, due: int | None) -> None:
    """A letter was sent, or is to be tried again; in that whoever comes so late that another has taken it out meanwhile has nothing to say."""
    mine = "" if due is None else " AND tries = :tries"
    connection.execute(
        text(f"UPDATE outbox SET due = :due WHERE {LETTER}{mine}"),
        {**_named(letter), "due": due, "tries": letter.tries},
    )


def put_back(connection: Connection, letter: Letter, due: int) -> None:
    """It was not tried: nobody was to be woken."""
    connection.execute(
        text(f"UPDATE outbox SET due = :due, tries = tries - 1 WHERE {LETTER} AND tries = :tries"),
        {**_named(letter), "due": due, "tries": letter.tries},
    )


def _named(letter: Letter) -> dict[str, str | int]:
    return {"way": letter.way.id, "table": letter.table, "seat": letter.seat, "turn": letter.turn}
