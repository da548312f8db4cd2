"""Making tables, taking seats."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec import structs
from sqlalchemy import Connection

from railhead import lessons
from railhead.server import maps, moment, rooms, store, table, wishes
from railhead.server.gate import Sealed, plain
from railhead.server.messages import person_name
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.store import Entry, Head, Holder
from railhead.server.tokens import hash_of, mark_of, new_table_id, new_token
from railhead.server.wishes import known_level
from railhead.server.worker import Worker
from railhead.words import HeldSeat, NewTable, Options, PlayOn, Seated, SeatPlan


def _checked(plan: SeatPlan) -> SeatPlan:
    """A seat's plan with everything right about it."""
    if plan.kind == "bot":
        name = person_name(plan.name) if plan.name is not None else None
        return SeatPlan("bot", name, known_level(plan.level))
    if plan.kind == "friend":
        return SeatPlan("friend")
    return SeatPlan(plan.kind, person_name(plan.name))


async def make_table(worker: Worker, wanted: NewTable, address: str = "?", person: str = "") -> Sealed:
    """A new table; the tokens of the seats of whoever made it are shown here and never again."""
    from railhead.game.seeds import new_secret

    await maps.source(worker, wanted.game, "unknown-game")
    starter = wanted.options.starter
    if starter is not None and starter >= len(wanted.seats):
        raise Refusal("bad-message", at="$.options.starter")
    clock = wanted.options.clock
    if clock is not None and not clock.minutes and not clock.turn:
        raise Refusal("bad-message", at="$.options.clock")
    plans = tuple(_checked(plan) for plan in wanted.seats)
    options = _fair(wanted, person) if wanted.options.rated else wanted.options
    head = Head(new_table_id(), moment.now(), wanted.game, new_secret(), False, plans, options, mark(worker, address))
    return await set_up(worker, head, person)


def _fair(wanted: NewTable, person: str) -> Options:
    """The options of a game that is rated: everybody has a profile and a seat alone, a clock runs, nothing is taken back or whispered."""
    if not person:
        raise Refusal("no-profile")
    if wanted.options.clock is None:
        raise Refusal("bad-message", at="$.options.clock")
    if sum(plan.kind in ("me", "here") for plan in wanted.seats) != 1:
        raise Refusal("bad-message", at="$.seats")
    return structs.replace(wanted.options, undo=False, hints=False)


async def begin_lesson(worker: Worker, name: str, person: str, address: str = "?") -> Sealed:
    """A table for one lesson: whoever learns, and the rivals that the lesson has."""
    from railhead.game.seeds import new_secret

    lesson = lessons.find(name)
    if lesson is None:
        raise Refusal("unknown-path")
    rivals = [SeatPlan("bot", None, lesson.level)] * (lesson.players - 1)
    plans = (SeatPlan("me", person_name(person)), *rivals)
    seed = new_secret() if lesson.seed is None else str(lesson.seed)
    options = Options(starter=lessons.LEARNER)
    head = Head(
        new_table_id(), moment.now(), lesson.game, seed, False, plans, options, mark(worker, address), lesson=name
    )
    return await set_up(worker, head)


async def play_on(worker: Worker, room: Room, wanted: PlayOn, address: str = "?") -> Sealed:
    """What if: a table at which a finished game goes on from before one of its moves, one person against bots. The same cards lie in the deck."""
    live = room.live
    if not table.is_over(live):
        raise Refusal("not-over")
    if table.sealed(live):
        raise Refusal("sealed")
    if live.game is None or live.game.seed is None or live.head.lesson:
        raise Refusal("lesson" if live.head.lesson else "preparing")
    if wanted.seat >= len(live.seats):
        raise Refusal("unknown-seat")
    name, level, now = person_name(wanted.name), known_level(wanted.level), moment.now()
    plans = tuple(
        SeatPlan("me", name) if seat == wanted.seat else SeatPlan("bot", None, level) for seat in range(len(live.seats))
    )
    options = Options(starter=live.head.options.starter)
    head = Head(new_table_id(), now, live.head.game, live.head.seed, True, plans, options, mark(worker, address))
    made = await worker.in_thread(table.first_moves, live.game.clone(), wanted.move - 1, now)
    return await set_up(worker, head, made=made)


def mark(worker: Worker, address: str) -> str:
    """What is kept of whoever makes a table."""
    return mark_of(address, worker.marking)


async def set_up(
    worker: Worker,
    head: Head,
    person: str = "",
    made: Sequence[Entry] = (),
    write: Callable[[Connection, Head, Sequence[Entry], Sequence[Holder], str], None] | None = None,
) -> Sealed:
    """Write a new table; the game begins at once where nobody is waited for, with moves that are made already. Of its seats whose person is
    known, that is noted. `write` has more to write with it, of that person."""
    await room_for_more(worker)
    plans = head.plan
    tokens = {seat: new_token() for seat, plan in enumerate(plans) if plan.kind in ("me", "here")}
    holders = [
        Holder(seat, hash_of(token), True, person if plans[seat].kind == "me" else "") for seat, token in tokens.items()
    ]
    full = all(plan.kind != "friend" for plan in plans)
    begun = (
        [table.start_entry(1, table.names_of([table.planned(plan) for plan in plans]), head.created)] if full else []
    )
    if write is not None:
        await worker.write(write, head, [*begun, *made], holders, person)
    else:
        await worker.write(store.create, head, [*begun, *made], holders, "playing" if full else "gathering")
    worker.metrics.count("railhead_tables_total", game=maps.counted(head.game))
    return plain(Seated(head.id, [HeldSeat(seat, token) for seat, token in tokens.items()]))


async def room_for_more(worker: Worker) -> None:
    """Refuse when the store is as full as it may be; counted once a minute, while nobody waits for it."""
    if time.monotonic() > worker.count_again:
        worker.count_again = time.monotonic() + 60
        worker.spawn(_count(worker))
    if worker.tables >= worker.settings.limits.tables:
        raise Refusal("too-many-tables")


async def _count(worker: Worker) -> None:
    with suppress(Refusal):
        worker.tables = await worker.read(store.count_tables)


async def take_seat(worker: Worker, room: Room, seat: int, name: str, person: str = "") -> Sealed:
    """A free seat for somebody with a name; the game begins when it was the last."""
    if room.live.head.options.rated and not person:
        raise Refusal("no-profile")
    name, token = person_name(name), new_token()
    await rooms.act(worker, room, wishes.sit(seat, name, hash_of(token), person))
    return plain(Seated(room.name, [HeldSeat(seat, token)]))
