"""What somebody may want to happen at a table: each wish is judged on the table as it stands, and gives the entries to be written,
or a refusal. Nothing here waits, writes or sends.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_entry
from typing import Literal

from msgspec import structs
from sqlalchemy import Connection

from railhead.game.seeds import new_secret
from railhead.server import entries, moment, store, table
from railhead.server.bots import usual_level
from railhead.server.gate import Reader
from railhead.server.refusals import Refusal
from railhead.server.store import Entry, Head, Holder
from railhead.server.table import Live, SeatState
from railhead.server.tokens import new_table_id
from railhead.words import LEVELS, Level, Offer, SeatPlan


@dataclass
class Wish:
    """What is to be written, all or nothing; no entries: nothing needs to be."""

    entries: list[Entry]
    holders: Sequence[Holder] = ()
    freed: Sequence[int] = ()  # seats that nobody holds any more
    phase: str | None = None
    winners: Sequence[int] | None = None  # of the game that is over with it
    follower: tuple[Head, Sequence[Entry], Sequence[Holder]] | None = None  # a table to be made with it


Judge = Callable[[Live], Wish]
PATIENCE = 5000  # ms to wait for the game to go on


def write(connection: Connection, name: str, wish: Wish, notice: str, due: int | None = None) -> None:
    """Write all of it or nothing."""
    if wish.follower:
        store.create(connection, *wish.follower, "playing")
    store.append(connection, name, wish.entries, wish.holders, wish.phase, notice, wish.freed, due, wish.winners)


def known_level(level: str | None) -> Level:
    """A level that bots have."""
    if level is None:
        return usual_level()
    if level not in LEVELS:
        raise Refusal("unknown-level")
    return level


def sit(seat: int, name: str, token_hash: str, person: str = "") -> Judge:
    """A free seat for somebody with a name; the game begins when it was the last."""

    def judge(live: Live) -> Wish:
        if seat >= len(live.seats):
            raise Refusal("unknown-seat")
        if live.cancelled:
            raise Refusal("cancelled")
        if live.seats[seat].kind != "free":
            raise Refusal("seat-taken", seat=seat)
        now = moment.now()
        seats = [SeatState("person", name) if number == seat else other for number, other in enumerate(live.seats)]
        written = [Entry(live.number + 1, now, seat, entries.Sit(name))]
        full = all(other.kind != "free" for other in seats)
        if full:
            written.append(table.start_entry(live.number + 2, table.names_of(seats), now))
        host = not live.holders  # where nobody made the table for themselves, the first to sit down is the host
        return Wish(written, [Holder(seat, token_hash, host, person)], phase="playing" if full else None)

    return judge


def stand(seat: int, reader: Reader) -> Judge:
    """A seat left before the game: by whoever sits there, or as whoever made the table wishes; who made it cancels it instead."""

    def judge(live: Live) -> Wish:
        _gathers(live)
        if seat >= len(live.seats) or live.seats[seat].kind != "person":
            raise Refusal("unknown-seat")
        if seat in live.hosts:
            raise Refusal("not-guest")
        if seat not in reader and not live.hosts.intersection(reader):
            raise Refusal("not-host")
        if live.stands >= table.STANDS:
            raise Refusal("too-fast", wait=PATIENCE)
        body = entries.Stand(live.seats[seat].name or "?")
        return Wish([Entry(live.number + 1, moment.now(), seat, body)], freed=[seat])

    return judge


def cancel(reader: Reader) -> Judge:
    """A table given up before the game, by whoever made it."""

    def judge(live: Live) -> Wish:
        _gathers(live)
        if not live.hosts.intersection(reader):
            raise Refusal("not-host")
        return Wish([Entry(live.number + 1, moment.now(), None, entries.Cancel())], phase="cancelled")

    return judge


def _gathers(live: Live) -> None:
    if live.started or live.cancelled:
        raise Refusal("started" if live.started else "cancelled")


def _goes(live: Live) -> None:
    if not table.goes(live):
        raise Refusal("not-started" if not live.started else "cancelled" if live.cancelled else "over")


def propose(seat: int, what: Offer, about: int | None) -> Judge:
    """Offer to call the game off, or to have a bot sit in for somebody who keeps a game over days waiting. There must be another one to
    agree: nobody escapes a game, or gets rid of a rival, alone."""

    def judge(live: Live) -> Wish:
        _goes(live)
        if live.seats[seat].bot is not None:
            raise Refusal("bot-plays", seat=seat)
        asked = table.asked_to_agree(live, about)
        fits = about is None if what == "end" else about is not None and _awaited(live, about)
        if not fits or len(asked) < 2 or seat not in asked or live.head.lesson or live.proposal is not None:
            raise Refusal("no-offer")
        if live.offers.get(seat, 0) >= table.OFFERS:
            raise Refusal("no-offer")
        return Wish([Entry(live.number + 1, moment.now(), seat, entries.Propose(what, about))])

    return judge


def _awaited(live: Live, seat: int) -> bool:
    """Whether others may agree on a bot for somebody; where a game is rated only the clock decides."""
    return seat < len(live.seats) and not live.head.options.rated and table.keeps_waiting(live, seat, moment.now())


def agree(seat: int, yes: bool) -> Judge:
    """Agree to what is offered, or not. It happens when all have agreed who play themselves."""

    def judge(live: Live) -> Wish:
        _goes(live)
        offer = live.proposal
        if offer is None or seat not in table.asked_to_agree(live, offer.about):
            raise Refusal("no-offer")
        if yes and seat in offer.agreed:
            return Wish([])
        now = moment.now()
        written = [Entry(live.number + 1, now, seat, entries.Agree(yes))]
        if not yes or {*offer.agreed, seat} < {*table.asked_to_agree(live, offer.about)}:
            return Wish(written)
        if offer.about is None:
            written.append(Entry(live.number + 2, now, None, entries.CallOff()))
            return Wish(written, phase="cancelled")
        replaced = _replaced(live, offer.about, usual_level(), "wish")
        return Wish([*written, replace_entry(replaced, number=live.number + 2)])

    return judge


def play_again(reader: Reader, same_deal: bool, yes: bool, at_once: bool) -> Judge:
    """Whether the seats of a client want another game. When all people have answered, or `at_once`, a table is made with those who do,
    held by the same tokens; asked for when it is there, it is the same table."""

    def judge(live: Live) -> Wish:
        if not reader:
            raise Refusal("wrong-token")
        if not live.playing:
            raise Refusal("preparing")
        if not table.is_over(live):
            raise Refusal("not-over")
        if same_deal and live.head.lesson:
            raise Refusal("lesson")
        if same_deal and table.sealed(live):
            raise Refusal("sealed")
        if table.follower(live, same_deal):
            return Wish([])
        now, said = moment.now(), table.answers(live, same_deal)
        written: list[Entry] = []
        for seat in reader:
            if said.get(seat) != yes:
                if len(live.ballots.get(same_deal, {}).get(seat, [])) >= table.ANSWERS:
                    raise Refusal("answered")
                written.append(Entry(live.number + len(written) + 1, now, seat, entries.Answer(same_deal, yes)))
                said[seat] = yes
        asked = [seat for seat, state in enumerate(live.seats) if state.kind == "person" and state.reason != "resign"]
        everybody = all(seat in said for seat in asked)
        if not any(said.values()) or not (everybody or (at_once and yes)):
            return Wish(written)
        head, start, holders, kept = _following(live, {seat for seat, wants in said.items() if wants}, same_deal, now)
        body = (entries.Again if same_deal else entries.Rematch)(head.id, kept)
        written.append(Entry(live.number + len(written) + 1, now, None, body))
        return Wish(written, follower=(head, [start], holders))

    return judge


def _following(live: Live, agreed: set[int], same_deal: bool, now: int) -> tuple[Head, Entry, list[Holder], list[int]]:
    """The table for those who agreed and the bots. Where it takes all seats to deal the same, or two to play at all, bots sit for the others."""
    kept = [seat for seat, state in enumerate(live.seats) if state.kind == "bot" or seat in agreed]
    if same_deal or len(kept) < 2:
        kept = list(range(len(live.seats)))
    plans = tuple(_planned_again(live, seat, seat in agreed) for seat in kept)
    starter = live.head.options.starter
    options = structs.replace(live.head.options, starter=kept.index(starter) if starter in kept else None)
    if same_deal:  # who knows the cards plays for nothing
        options = structs.replace(options, rated=False)
    seed = live.head.seed if same_deal else new_secret()
    head = Head(
        new_table_id(),
        now,
        live.head.game,
        seed,
        same_deal,
        plans,
        options,
        live.head.maker,
        board=live.head.board,
        title=live.head.title,
    )
    start = table.start_entry(1, table.names_of([table.planned(plan) for plan in plans]), now)
    holders = [
        Holder(place, live.holders[seat], seat in live.hosts, live.persons.get(seat, ""))
        for place, seat in enumerate(kept)
        if seat in agreed
    ]
    return head, start, holders, kept


def _planned_again(live: Live, seat: int, agreed: bool) -> SeatPlan:
    plan, state = live.head.plan[seat], live.seats[seat]
    if agreed:
        return SeatPlan("me", state.name)
    return SeatPlan("bot", plan.name if plan.kind == "bot" else None, state.level or usual_level())


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
        return Wish([entry], phase="over", winners=after.score().winners) if after.over else Wish([entry])

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
        _goes(live)
        if live.seats[seat].bot:
            raise Refusal("bot-plays", seat=seat)
        own = seat in reader
        if not own and (table.over_days(live) or not absent()):  # over days nobody is there: the clock decides
            raise Refusal("present", seat=seat)
        return Wish([_replaced(live, seat, level, "own" if own else "wish")])

    return judge


def resign(seat: int) -> Judge:
    """A person who leaves the game for good: a bot plays on."""

    def judge(live: Live) -> Wish:
        _goes(live)
        if live.seats[seat].reason == "resign":
            raise Refusal("resigned")
        return Wish([_replaced(live, seat, usual_level(), "resign")])

    return judge


def time_out(live: Live) -> Wish:
    """Bots in place of the people whose time has run out, if it has."""
    now = moment.now()
    late = [seat for seat in table.on_the_clock(live) if table.left_to(live, seat, now) <= 0 and not _rests(live, seat)]
    written = [_replaced(live, seat, usual_level(), "clock") for seat in late]
    return Wish([replace_entry(entry, number=live.number + place) for place, entry in enumerate(written, 1)])


def disclose(live: Live) -> Wish:
    """All tables of the duplicate have ended: what was dealt here may be known."""
    if not table.sealed(live):
        return Wish([])
    return Wish([Entry(live.number + 1, moment.now(), None, entries.Disclose())])


def _rests(live: Live, seat: int) -> bool:
    return live.seats[seat].holiday > moment.now()


def rest(seat: int, days: int) -> Judge:
    """A holiday of some days, in which the seat's clock stands still; none: it goes on. Another wish for days counts from now."""

    def judge(live: Live) -> Wish:
        _goes(live)
        state, now = live.seats[seat], moment.now()
        wanted, had = days * table.DAY, max(0, state.holiday - now)
        if wanted > state.rest + had or (not days and not had):
            raise Refusal("no-holiday", days=(state.rest + had) // table.DAY)
        if days and state.holidays >= table.HOLIDAYS:
            raise Refusal("no-holiday", days=0)
        return Wish([Entry(live.number + 1, now, seat, entries.Rest(now + wanted, table.spent_by(live, seat, now)))])

    return judge


def _replaced(live: Live, seat: int, level: Level, reason: Literal["wish", "own", "clock", "resign"]) -> Entry:
    now = moment.now()
    spent = table.spent(live, now) if table.running(live) == seat else 0
    return Entry(live.number + 1, now, seat, entries.Replace(level, reason, spent))


def back(seat: int, most: int) -> Judge:
    """A person in place of the bot that played for them. Whose time had run out gets some again, at `most` so many ms and each time half,
    when the bot has made the move for which there was none: nobody wins time by it."""

    def judge(live: Live) -> Wish:
        state = live.seats[seat]
        if state.away is None or live.cancelled:
            raise Refusal("not-away", seat=seat)
        if state.reason == "resign":
            raise Refusal("resigned")
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
        if live.cancelled:
            raise Refusal("cancelled")
        if all(seat.kind != "free" for seat in live.seats):
            raise Refusal("seat-taken")
        now = moment.now()
        seats = [table.SeatState("bot", None, level) if seat.kind == "free" else seat for seat in live.seats]
        entry = Entry(live.number + 1, now, None, entries.Fill(level))
        return Wish([entry, table.start_entry(live.number + 2, table.names_of(seats), now)], phase="playing")

    return judge
