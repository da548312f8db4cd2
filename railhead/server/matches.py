"""Duplicates and tournaments in the store: what they are, who plays, and the tables of their rounds. Plain functions, as in store.py. Whatever
changes one counts its changes, so that nobody acts upon what is no longer so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, Engine, text

from railhead.server.standings import Ended
from railhead.server.store import PERSON, Entry, Head, Holder, Reading, create, transaction
from railhead.words import ClubPhase, FoundClub, NewClub

encode = msgspec.json.encode
# made here, not when they are needed: threads that make decoders of one type at the same time bring msgspec down
PLAN, SEATS, RESULT = msgspec.json.Decoder(NewClub), msgspec.json.Decoder(list[int | None]), msgspec.json.Decoder(Ended)
FIELDS = "id, created, maker, host, person, name, seed, plan, phase, round, changes"


@dataclass(frozen=True)
class KeptClub:
    """A duplicate or tournament. `host`: the hash of the token of whoever made it. The seed of a duplicate's deal is secret until all is over."""

    id: str
    created: int
    maker: str
    host: str
    person: str
    name: str
    seed: str
    plan: NewClub
    phase: ClubPhase = "gathering"
    round: int = 0
    changes: int = 0


@dataclass(frozen=True)
class Member:
    """Somebody who plays: by the hash of a token, which holds all their seats. `place` is that in a duplicate, counted through all tables."""

    number: int
    name: str
    token: str
    person: str
    place: int | None = None
    gone: bool = False


@dataclass(frozen=True)
class Match:
    """A table of a round; without one: a bye."""

    round: int
    number: int
    table: str
    seats: Sequence[int | None]
    result: Ended | None = None

    @property
    def ended(self) -> bool:
        """Is nobody waited for there?"""
        return self.result is not None or not self.table


@dataclass(frozen=True)
class Whole:
    """All that is known of one."""

    club: KeptClub
    members: list[Member]
    matches: list[Match]


NewMatch = tuple[Match, tuple[Head, Sequence[Entry], Sequence[Holder]] | None]  # and the table that is made for it


# ---- reading


def read(engine: Engine, name: str) -> Whole | None:
    """All of one."""
    with transaction(engine) as connection:
        row = connection.execute(text(f"SELECT {FIELDS} FROM clubs WHERE id = :id"), {"id": name}).first()
        if row is None:
            return None
        members = connection.execute(
            text("SELECT number, name, token, person, place, gone FROM members WHERE club = :id ORDER BY number"),
            {"id": name},
        ).all()
        matches = connection.execute(
            text("SELECT round, number, table_id, seats, result FROM matches WHERE club = :id ORDER BY round, number"),
            {"id": name},
        ).all()
    return Whole(
        KeptClub(**{**row._mapping, "plan": PLAN.decode(row.plan)}),
        [Member(number, name, token, who, place, bool(gone)) for number, name, token, who, place, gone in members],
        [
            Match(round_, number, table, SEATS.decode(seats), RESULT.decode(result) if result else None)
            for round_, number, table, seats, result in matches
        ],
    )


def count(engine: Engine, maker: str, since: int) -> int:
    """How many of one maker are not over, of those made since then."""
    with transaction(engine) as connection:
        found = connection.execute(
            text(
                "SELECT count(*) FROM clubs WHERE maker = :maker AND phase IN ('gathering', 'playing') AND created > :since"
            ),
            {"maker": maker, "since": since},
        )
        return int(found.scalar() or 0)


def of_person(engine: Reading, person: str, most: int) -> list[FoundClub]:
    """Those that a person made or plays in, the latest first."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                f"SELECT id, name, plan, phase FROM clubs WHERE id IN (SELECT id FROM clubs WHERE {PERSON}"
                f" UNION SELECT club FROM members WHERE {PERSON}) ORDER BY created DESC, id LIMIT :most"
            ),
            {"person": person, "most": most},
        ).all()
    plans = [PLAN.decode(plan) for _, _, plan, _ in rows]
    return [
        FoundClub(name, called, plan.kind, plan.game, phase)
        for (name, called, _, phase), plan in zip(rows, plans, strict=True)
    ]


# ---- writing


def make(connection: Connection, club: KeptClub) -> None:
    """A new one."""
    row = {**vars(club), "plan": encode(club.plan).decode()}
    named = ", ".join(f":{field}" for field in FIELDS.split(", "))
    connection.execute(text(f"INSERT INTO clubs ({FIELDS}) VALUES ({named})"), row)


def change(connection: Connection, club: KeptClub, phase: ClubPhase, round_: int) -> bool:
    """Note a change; not if there was another one meanwhile. It comes before all else that is written, so that nobody waits in a circle."""
    changed = connection.execute(
        text(
            "UPDATE clubs SET phase = :phase, round = :round, changes = changes + 1 WHERE id = :id AND changes = :changes"
        ),
        {"id": club.id, "changes": club.changes, "phase": phase, "round": round_},
    )
    return bool(changed.rowcount)


def join(connection: Connection, club: KeptClub, member: Member, done: list[bool]) -> None:
    """Somebody more."""
    if change(connection, club, club.phase, club.round):
        connection.execute(
            text(
                "INSERT INTO members (club, number, name, token, person, place, gone)"
                " VALUES (:club, :number, :name, :token, :person, :place, 0)"
            ),
            {**vars(member), "club": club.id},
        )
        done.append(True)


def leave(connection: Connection, club: KeptClub, number: int, done: list[bool]) -> None:
    """Somebody less: who has played stays on the list."""
    if change(connection, club, club.phase, club.round):
        gathering = club.phase == "gathering"
        doing = "DELETE FROM members" if gathering else "UPDATE members SET gone = 1"
        connection.execute(
            text(f"{doing} WHERE club = :club AND number = :number"), {"club": club.id, "number": number}
        )
        done.append(True)


def cancel(connection: Connection, club: KeptClub, done: list[bool]) -> None:
    """It is given up."""
    if change(connection, club, "cancelled", club.round):
        done.append(True)


def begin_round(connection: Connection, club: KeptClub, matches: Sequence[NewMatch], done: list[bool]) -> None:
    """The next round, with all its tables."""
    if not change(connection, club, "playing", club.round + 1):
        return
    for match, made in matches:
        if made is not None:
            create(connection, *made, "playing")
        connection.execute(
            text(
                "INSERT INTO matches (club, round, number, table_id, seats, result) VALUES (:club, :round, :number, :table, :seats, NULL)"
            ),
            {
                "club": club.id, "round": match.round, "number": match.number, "table": match.table,
                "seats": encode(match.seats).decode(),
            },
        )  # fmt: skip
    done.append(True)


def end_match(connection: Connection, club: str, table: str, result: Ended) -> None:
    """A table has ended, once."""
    connection.execute(text("UPDATE clubs SET changes = changes + 1 WHERE id = :id"), {"id": club})
    connection.execute(
        text("UPDATE matches SET result = :result WHERE club = :club AND table_id = :table AND result IS NULL"),
        {"club": club, "table": table, "result": encode(result).decode()},
    )


def end(connection: Connection, club: KeptClub, now: int, done: list[bool]) -> None:
    """All is over: somebody looks at all its tables, to tell what was dealt there."""
    if change(connection, club, "over", club.round):
        connection.execute(
            text("UPDATE tables SET due = :now WHERE club = :club AND club > ''"), {"now": now, "club": club.id}
        )
        done.append(True)
