"""Making tables, taking seats, playing again."""

import time

from railhead.boards import game_ids
from railhead.server import entries, moment, rooms, store, table
from railhead.server.gate import Sealed, plain
from railhead.server.messages import person_name
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.store import Entry, Head, Holder
from railhead.server.table import Live, SeatState
from railhead.server.tokens import hash_of, new_table_id, new_token, seat_of
from railhead.server.wishes import Wish, known_level
from railhead.server.worker import Worker
from railhead.words import Follower, HeldSeat, NewTable, Seated, SeatPlan


def _checked(plan: SeatPlan) -> SeatPlan:
    """A seat's plan with everything right about it."""
    if plan.kind == "bot":
        name = person_name(plan.name) if plan.name is not None else None
        return SeatPlan("bot", name, known_level(plan.level))
    if plan.kind == "friend":
        return SeatPlan("friend")
    return SeatPlan(plan.kind, person_name(plan.name))


def _names(plans: "list[SeatPlan] | tuple[SeatPlan, ...]") -> list[str]:
    return table.names_of([table.planned(plan) for plan in plans])


async def make_table(worker: Worker, wanted: NewTable) -> Sealed:
    """A new table; the tokens of the seats of whoever made it are shown here and never again."""
    from railhead.game.seeds import new_secret

    if wanted.game not in game_ids():
        raise Refusal("unknown-game")
    if all(plan.kind == "bot" for plan in wanted.seats):
        raise Refusal("bad-seats", least=2, most=5)
    starter = wanted.options.starter
    if starter is not None and starter >= len(wanted.seats):
        raise Refusal("bad-message", at="$.options.starter")
    plans = tuple(_checked(plan) for plan in wanted.seats)
    await _room_for_more(worker)
    tokens = {seat: new_token() for seat, plan in enumerate(plans) if plan.kind in ("me", "here")}
    holders = [Holder(seat, hash_of(token), True) for seat, token in tokens.items()]
    now = moment.now()
    head = Head(new_table_id(), now, wanted.game, new_secret(), False, plans, wanted.options)
    full = all(plan.kind != "friend" for plan in plans)
    begun = [table.start_entry(1, _names(plans), now)] if full else []
    await worker.write(store.create, head, begun, holders, "playing" if full else "gathering")
    worker.metrics.count("railhead_tables_total", game=wanted.game)
    return plain(Seated(head.id, [HeldSeat(seat, token) for seat, token in tokens.items()]))


async def _room_for_more(worker: Worker) -> None:
    """Refuse when the store is as full as it may be; counted once a minute."""
    if time.monotonic() > worker.count_again:
        worker.tables, worker.count_again = await worker.read(store.count_tables), time.monotonic() + 60
    if worker.tables >= worker.settings.limits.tables:
        raise Refusal("too-many-tables")


async def take_seat(worker: Worker, room: Room, seat: int, name: str) -> Sealed:
    """A free seat for somebody with a name; the game begins when it was the last."""
    name, token = person_name(name), new_token()

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
        return Wish(written, [Holder(seat, hash_of(token), host)], "playing" if full else None)

    await rooms.act(worker, room, judge)
    return plain(Seated(room.live.head.id, [HeldSeat(seat, token)]))


async def play_again(worker: Worker, room: Room, token: str, same_deal: bool) -> Sealed:
    """A table with the same seats, held by the same tokens; asked twice, it is the same table."""
    from railhead.game.seeds import new_secret

    def follower(live: Live) -> str | None:
        return live.again if same_deal else live.rematch

    def judge(live: Live) -> Wish:
        if seat_of(token, live.holders) is None:
            raise Refusal("wrong-token")
        if not live.playing:
            raise Refusal("preparing")
        if not table.is_over(live):
            raise Refusal("not-over")
        if follower(live):
            return Wish([])
        now = moment.now()
        plans = tuple(
            SeatPlan("bot", plan.name if plan.kind == "bot" else None, state.level)
            if state.kind == "bot"
            else SeatPlan("me", state.name)
            for plan, state in zip(live.head.plan, live.seats, strict=True)
        )
        seed = live.head.seed if same_deal else new_secret()
        head = Head(new_table_id(), now, live.head.game, seed, same_deal, plans, live.head.options)
        holders = [Holder(seat, token_hash, seat in live.hosts) for seat, token_hash in live.holders.items()]
        body = entries.Again(head.id) if same_deal else entries.Rematch(head.id)
        return Wish(
            [Entry(live.number + 1, now, None, body)],
            follower=(head, [table.start_entry(1, _names(plans), now)], holders),
        )

    await rooms.act(worker, room, judge)
    return plain(Follower(follower(room.live) or ""))
