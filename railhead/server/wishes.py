"""What somebody may want to happen at a table: each wish is judged on the table as it stands, and gives the entries to be written,
or a refusal. Nothing here waits, writes or sends.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection

from railhead.server import entries, moment, store, table
from railhead.server.bots import usual_level
from railhead.server.gate import Reader
from railhead.server.refusals import Refusal
from railhead.server.store import Entry, Head, Holder
from railhead.server.table import Live
from railhead.words import LEVELS, Level


@dataclass
class Wish:
    """What is to be written, all or nothing; no entries: nothing needs to be."""

    entries: list[Entry]
    holders: Sequence[Holder] = ()
    phase: str | None = None
    follower: tuple[Head, Sequence[Entry], Sequence[Holder]] | None = None  # a table to be made with it


Judge = Callable[[Live], Wish]


def write(connection: Connection, name: str, wish: Wish, notice: str) -> None:
    """Write all of it or nothing."""
    if wish.follower:
        store.create(connection, *wish.follower, "playing")
    store.append(connection, name, wish.entries, wish.holders, wish.phase, notice)


def known_level(level: str | None) -> Level:
    """A level that bots have."""
    if level is None:
        return usual_level()
    if level not in LEVELS:
        raise Refusal("unknown-level")
    return level


def move(seat: int, at: int | None, decisions: list[int], text: str, bot: bool) -> Judge:
    """A move, if the table is still as it was when the move was made."""

    def judge(live: Live) -> Wish:
        if (live.seats[seat].bot is not None) != bot:
            raise Refusal("stale", position=live.position) if bot else Refusal("bot-plays", seat=seat)
        table.may_move(live, seat, at)
        after = table.tried(live, seat, decisions)
        written = text or table.spell(table.asked(live, seat), decisions)
        entry = table.move_entry(live, seat, decisions, written, bot, moment.now())
        return Wish([entry], phase="over" if after.over else None)

    return judge


def undo(seat: int, at: int) -> Judge:
    """The last move taken back, by whoever made it."""

    def judge(live: Live) -> Wish:
        if live.position != at:
            raise Refusal("stale", position=live.position)
        if table.undo_seat(live) != seat or live.last is None:
            raise Refusal("no-undo")
        return Wish([Entry(live.number + 1, moment.now(), seat, entries.Undo(live.last.number))])

    return judge


def replace(seat: int, level: Level, reader: Reader, absent: Callable[[], bool]) -> Judge:
    """A bot in place of a person: of oneself, or of somebody who is away."""

    def judge(live: Live) -> Wish:
        if seat >= len(live.seats) or live.seats[seat].kind != "person":
            raise Refusal("unknown-seat")
        if not live.started or table.is_over(live):
            raise Refusal("over" if live.started else "not-started")
        if live.seats[seat].bot:
            raise Refusal("bot-plays", seat=seat)
        own = seat in reader
        if not own and not absent():
            raise Refusal("present", seat=seat)
        return Wish([_replaced(live, seat, level, "own" if own else "wish")])

    return judge


def time_out(live: Live) -> Wish:
    """A bot in place of a person whose time has run out, if it has."""
    seat = table.running(live)
    if seat is None or table.spent(live, moment.now()) < live.left[seat]:
        return Wish([])
    return Wish([_replaced(live, seat, usual_level(), "clock")])


def _replaced(live: Live, seat: int, level: Level, reason: Literal["wish", "own", "clock"]) -> Entry:
    return Entry(live.number + 1, moment.now(), seat, entries.Replace(level, reason))


def back(seat: int, least: int) -> Judge:
    """A person in place of the bot that played for them, with at least so many ms on the clock."""

    def judge(live: Live) -> Wish:
        if live.seats[seat].away is None:
            raise Refusal("not-away", seat=seat)
        return Wish([Entry(live.number + 1, moment.now(), seat, entries.Back(least))])

    return judge


def fill(level: Level, reader: Reader) -> Judge:
    """Bots on all free seats, so that the game begins; by whoever made the table."""

    def judge(live: Live) -> Wish:
        if not set(reader) & live.hosts:
            raise Refusal("not-host")
        if all(seat.kind != "free" for seat in live.seats):
            raise Refusal("seat-taken")
        now = moment.now()
        seats = [table.SeatState("bot", None, level) if seat.kind == "free" else seat for seat in live.seats]
        entry = Entry(live.number + 1, now, None, entries.Fill(level))
        return Wish([entry, table.start_entry(live.number + 2, table.names_of(seats), now)], phase="playing")

    return judge
