"""Manners: what people tell the host of one another, whom they keep from their own tables, whom the host keeps out, and the host's word to all.
The store's part is plain functions, as in store.py; the host uses them by `railhead admin`.
"""

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, text

from railhead.server import moment, profiles, rooms
from railhead.server.messages import plain_text
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.store import transaction
from railhead.server.tokens import seat_of
from railhead.server.worker import Worker
from railhead.words import CHAT_MOST, Block, Complaint

REPORTS_MOST = 20  # of one table
BLOCKS_MOST = 500  # of one person


@dataclass(frozen=True)
class Report:
    """What somebody told the host: at which table, of whom, by whose seat."""

    id: str
    made: int
    table: str
    seat: int
    accused: int
    name: str
    person: str  # whose seat the accused has, if they have a profile
    words: str


# ---- in the store


def add_report(connection: Connection, report: Report) -> None:
    """Keep what somebody told; of one table not without end."""
    told = connection.execute(text("SELECT count(*) FROM reports WHERE table_id = :table"), {"table": report.table})
    if (told.scalar() or 0) < REPORTS_MOST:
        connection.execute(
            text(
                "INSERT INTO reports (id, made, table_id, seat, accused, name, person, words)"
                " VALUES (:id, :made, :table, :seat, :accused, :name, :person, :words)"
            ),
            vars(report),
        )


def reports(engine: Engine, most: int) -> list[Report]:
    """What people told, the latest first."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                "SELECT id, made, table_id, seat, accused, name, person, words FROM reports ORDER BY made DESC, id LIMIT :most"
            ),
            {"most": most},
        ).all()
    return [Report(*row) for row in rows]


def block_person(connection: Connection, person: str, other: str) -> None:
    """Somebody is kept from a person's tables."""
    kept = connection.execute(text("SELECT count(*) FROM blocks WHERE person = :person"), {"person": person}).scalar()
    if (kept or 0) < BLOCKS_MOST:
        connection.execute(
            text("INSERT INTO blocks (person, other) VALUES (:person, :other) ON CONFLICT (person, other) DO NOTHING"),
            {"person": person, "other": other},
        )


def blockers(engine: Engine, other: str) -> set[str]:
    """Who wants to have nothing to do with somebody."""
    with transaction(engine) as connection:
        rows = connection.execute(text("SELECT person FROM blocks WHERE other = :other"), {"other": other})
        return {str(person) for (person,) in rows}


def bans(engine: Engine) -> frozenset[str]:
    """The addresses and profiles that the host keeps out."""
    with transaction(engine) as connection:
        return frozenset(str(who) for (who,) in connection.execute(text("SELECT who FROM bans ORDER BY made, who")))


def ban(connection: Connection, who: str, now: int) -> None:
    """Keep somebody out."""
    connection.execute(
        text("INSERT INTO bans (who, made) VALUES (:who, :now) ON CONFLICT (who) DO NOTHING"), {"who": who, "now": now}
    )


def unban(connection: Connection, who: str) -> bool:
    """Let somebody in again; were they kept out?"""
    return bool(connection.execute(text("DELETE FROM bans WHERE who = :who"), {"who": who}).rowcount)


def announce(connection: Connection, line: str) -> None:
    """Say something to all pages; nothing: take it back."""
    connection.execute(
        text(
            "INSERT INTO keys (name, value) VALUES ('announced', :line) ON CONFLICT (name) DO UPDATE SET value = :line"
        ),
        {"line": line},
    )


def announced(engine: Engine) -> str:
    """What the host says to all."""
    with transaction(engine) as connection:
        return str(connection.execute(text("SELECT value FROM keys WHERE name = 'announced'")).scalar() or "")


# ---- what people do


async def look(worker: Worker) -> None:
    """Learn whom the host keeps out, and what the host says; who is at a table and kept out has to go."""
    worker.banned, worker.announced = await worker.read(bans), await worker.read(announced)
    for room in worker.open.values() if worker.banned else ():
        kept_out = {seat for seat, person in room.live.persons.items() if person in worker.banned}
        for listener in list(room.listeners):
            if listener.address in worker.banned or kept_out & set(listener.reader):
                listener.close(4403)


async def report(worker: Worker, room: Room, token: str | None, told: Complaint) -> None:
    """Somebody at a table tells the host of another one there."""
    live = room.live
    seat = seat_of(token, live.holders, live.spares) if token else None
    if seat is None:
        raise Refusal("wrong-token")
    if told.accused >= len(live.seats) or live.seats[told.accused].kind != "person":
        raise Refusal("unknown-seat")
    name, person = live.seats[told.accused].name or "?", live.persons.get(told.accused, "")
    words = plain_text(told.words, CHAT_MOST, "bad-text")
    kept = Report(secrets.token_hex(8), moment.now(), room.name, seat, told.accused, name, person, words)
    await worker.write(add_report, kept)


async def block(worker: Worker, key: str | None, wanted: Block) -> None:
    """A person wants to meet another one no more: known by a seat at a table at which both sit."""
    person, _ = await profiles.known(worker, key)
    room = await rooms.open_room(worker, wanted.table)
    others = room.live.persons
    if person not in others.values():
        raise Refusal("wrong-token")
    if others.get(wanted.seat, person) != person:  # who has no profile cannot be known again
        await worker.write(block_person, person, others[wanted.seat])


async def may_sit(worker: Worker, room: Room, person: str) -> None:
    """Refuse a seat to somebody whom one of those who sit there keeps away. They are told no more than that it is taken."""
    if person and room.live.persons and await worker.read(blockers, person) & set(room.live.persons.values()):
        raise Refusal("seat-taken")
