"""What somebody may want to happen at a table: each wish is judged on the table as it stands, and gives the entries to be written,
or a refusal. Nothing here waits, writes or sends.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection

from railhead.game.seeds import new_secret
from railhead.server import entries, moment, store, table
from railhead.server.bots import usual_level
from railhead.server.gate import Reader
from railhead.server.refusals import Refusal
from railhead.server.store import Entry, Head, Holder
from railhead.server.table import Live, SeatState
from railhead.server.tokens import new_table_id, seat_of
from railhead.words import LEVELS, Level, SeatPlan


@dataclass
class Wish:
    """What is to be written, all or nothing; no entries: nothing needs to be."""

    entries: list[Entry]
    holders: Sequence[Holder] = ()
    phase: str | None = None
    follower: tuple[Head, Sequence[Entry], Sequence[Holder]] | None = None  # a table to be made with it


Judge = Callable[[Live], Wish]
PATIENCE = 5000  # ms to wait for the game to go on


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


def sit(seat: int, name: str, token_hash: str) -> Judge:
    """A free seat for somebody with a name; the game begins when it was the last."""

    def judge(live: Live) -> Wish:
        if seat >= len(live.seats):
            raise Refusal("unknown-seat")
        if live.seats[seat].kind != "free":
            raise Refusal("seat-taken", seat=seat)
        now = moment.now()
        seats = [SeatState("person", name) if number == seat else other for number, other in enumerate(live.seats)]
        written = [Entry(live.number + 1, now, seat, entries.Sit(name))]
        full = all(other.kind != "free" for other in seats)
        if full:
            written.append(table.start_entry(live.number + 2, table.names_of(seats), now))
        host = not live.holders  # where nobody made the table for themselves, the first to sit down is the host
        return Wish(written, [Holder(seat, token_hash, host)], "playing" if full else None)

    return judge


def play_again(token: str, same_deal: bool) -> Judge:
    """A table with the same seats, held by the same tokens; asked twice, it is the same table."""

    def judge(live: Live) -> Wish:
        if seat_of(token, live.holders) is None:
            raise Refusal("wrong-token")
        if not live.playing:
            raise Refusal("preparing")
        if not table.is_over(live):
            raise Refusal("not-over")
        if same_deal and live.head.lesson:
            raise Refusal("lesson")
        if table.follower(live, same_deal):
            return Wish([])
        now = moment.now()
        plans = tuple(
            SeatPlan("bot", plan.name if plan.kind == "bot" else None, state.level)
            if state.kind == "bot"
            else SeatPlan("me", state.name)
            for plan, state in zip(live.head.plan, live.seats, strict=True)
        )
        seed = live.head.seed if same_deal else new_secret()
        head = Head(new_table_id(), now, live.head.game, seed, same_deal, plans, live.head.options, live.head.maker)
        holders = [Holder(seat, token_hash, seat in live.hosts) for seat, token_hash in live.holders.items()]
        start = table.start_entry(1, table.names_of([table.planned(plan) for plan in plans]), now)
        body = entries.Again(head.id) if same_deal else entries.Rematch(head.id)
        return Wish([Entry(live.number + 1, now, None, body)], follower=(head, [start], holders))

    return judge


def move(seat: int, at: int | None, decisions: list[int], text: str, bot: bool) -> Judge:
    """A move, if the table is still as it was when the move was made."""

    def judge(live: Live) -> Wish:
        if (live.seats[seat].bot is not None) != bot:
            raise Refusal("stale", position=live.position) if bot else Refusal("bot-plays", seat=seat)
        table.may_move(live, seat, at)
        after = table.tried(live, seat, decisions)
        written = text or table.spell(table.asked(live, seat), decisions)
        if not bot:
            table.may_learn(live, seat, written)
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
        now = moment.now()
        body = entries.Undo(live.last.number, live.last.waited + table.spent(live, now))
        return Wish([Entry(live.number + 1, now, seat, body)])

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
    now = moment.now()
    spent = table.spent(live, now) if table.running(live) == seat else 0
    return Entry(live.number + 1, now, seat, entries.Replace(level, reason, spent))


def back(seat: int, most: int) -> Judge:
    """A person in place of the bot that played for them. Whose time had run out gets some again, at `most` so many ms and each time half,
    when the bot has made the move for which there was none: nobody wins time by it."""

    def judge(live: Live) -> Wish:
        state = live.seats[seat]
        if state.away is None:
            raise Refusal("not-away", seat=seat)
        if state.owed and not table.is_over(live):
            raise Refusal("bot-plays", seat=seat)
        if state.backs >= table.BACKS:
            raise Refusal("too-fast", wait=PATIENCE)
        least = most >> (state.outs - 1) if state.reason == "clock" else 0
        now = moment.now()
        return Wish([Entry(live.number + 1, now, seat, entries.Back(least, table.spent(live, now)))])

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
