"""Games over days, on both stores: a turn has days of its own, then the reserve goes, then a bot steps in; holidays stop the clock, an
outage takes nobody's time, and tables that nobody has open are looked after. Time is a number that the test turns.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import text
from test_late_news import new_table

from railhead.server import course, minding, moment, rooms, store, table, wishes
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.settings import Settings
from railhead.server.table import DAY, MINUTE
from railhead.server.worker import Worker
from railhead.words import Clock, Options, SeatPlan

ANNA_AND_BEN = (SeatPlan("me", "Anna"), SeatPlan("here", "Ben"))
DAYS = Options(clock=Clock(minutes=24 * 60, turn=2 * 24 * 60, holiday=10))  # two days a turn, one in reserve


class Time:
    """What the server takes for now."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 1_800_000_000_000
        patch.setattr(moment, "now", lambda: self.now)
        patch.setattr(moment, "OUTAGES", [])

    def passes(self, days: float) -> None:
        self.now += int(days * DAY)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def with_worker(url: str, scene: Callable[[Worker], Awaitable[None]]) -> None:
    """A worker that does nothing by itself: the test says when it looks around."""

    async def run() -> None:
        worker = course.new_worker(store.open_store(url), Settings(store=url, bot_pause=0, bot_processes=1))
        worker.ready = True
        try:
            await scene(worker)
        finally:
            await course.stop(worker)

    asyncio.run(run())


async def forget(worker: Worker) -> None:
    """Nobody has any table open: as it is a minute after the last has gone."""
    for room in list(worker.open.values()):
        await asyncio.gather(*room.thinking.values())
        room.used = time.monotonic() - 1000
    rooms.forget_idle(worker)
    assert worker.open == {}


async def act(worker: Worker, name: str, seat: int) -> Room:
    """A person opens the table, makes a move and goes again."""
    room = await rooms.open_room(worker, name)
    game = table.asked(room.live, seat)
    decision = game.legal()[0]
    await rooms.act(worker, room, wishes.move(seat, None, game.spelled(decision)[0][1], "", False))
    return room


async def begin(worker: Worker, options: Options = DAYS) -> tuple[str, int]:
    """A table at which first tickets are chosen; its name, and whose turn it is."""
    name, _ = await new_table(worker, ANNA_AND_BEN, options)
    for seat in (0, 1):
        room = await act(worker, name, seat)
    return name, table.waiting(room.live)[0]


async def looked(worker: Worker, name: str) -> Room:
    """The server looks around, bots have moved, and everything is as the store has it."""
    for _ in range(2):  # a bot's move is a reason to look again
        await minding.look_around(worker)
        await forget(worker)
    room = await rooms.open_room(worker, name)
    await forget(worker)
    return room


def due(worker: Worker, name: str) -> int | None:
    with store.transaction(worker.engine) as connection:
        return connection.execute(text("SELECT due FROM tables WHERE id = :id"), {"id": name}).scalar()


def test_a_turn_has_its_own_days_then_the_reserve_goes_then_a_bot_steps_in(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        name, player = await begin(worker)
        room = await looked(worker, name)
        assert due(worker, name) == clock.now + 3 * DAY  # noted when it will be out, and nothing is kept in memory
        clock.passes(2.5)
        room = await act(worker, name, player)  # the first of two cards
        assert room.live.left == [DAY // 2 if seat == player else DAY for seat in (0, 1)]
        await act(worker, name, player)  # the second: the turn's own days are not given twice
        room = await looked(worker, name)
        other = 1 - player
        assert table.waiting(room.live) == [other] and due(worker, name) == clock.now + 3 * DAY
        clock.passes(2.9)
        assert (await looked(worker, name)).live.seats[other].bot is None
        clock.passes(0.2)
        live = (await looked(worker, name)).live
        assert live.seats[other].reason == "clock" and table.waiting(live) == [
            player
        ]  # the bot has moved, though nobody looked
        assert due(worker, name) == clock.now + DAY * 5 // 2
        room = await rooms.open_room(worker, name)
        await rooms.act(worker, room, wishes.back(other, 60_000))
        assert room.live.seats[other].bot is None

    with_worker(store_url, scene)


def test_whoever_never_chooses_first_tickets_holds_up_nobody_for_ever(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        name, _ = await new_table(worker, ANNA_AND_BEN, DAYS)
        await looked(worker, name)
        clock.passes(2)
        await act(worker, name, 1)
        assert (await looked(worker, name)).live.seats[0].bot is None
        clock.passes(1.1)
        live = (await looked(worker, name)).live
        assert live.seats[0].reason == "clock" and live.game is not None and live.game.phase == "turn"

    with_worker(store_url, scene)


def test_a_holiday_stops_the_clock_and_what_is_not_used_is_kept(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        name, player = await begin(worker)
        room = await rooms.open_room(worker, name)
        clock.passes(1)
        for days, most in ((11, 10), (0, 10)):  # more than there are, and the end of none
            with pytest.raises(Refusal, match="no-holiday") as refused:
                await rooms.act(worker, room, wishes.rest(player, days))
            assert refused.value.values == {"days": most}
        await rooms.act(worker, room, wishes.rest(player, 9))
        clock.passes(8)
        live = (await looked(worker, name)).live
        assert (
            live.seats[player].bot is None and due(worker, name) == clock.now + 3 * DAY
        )  # one more, and two that were left
        room = await rooms.open_room(worker, name)
        await rooms.act(worker, room, wishes.rest(player, 0))
        assert room.live.seats[player].rest == 2 * DAY
        clock.passes(2.1)
        assert (await looked(worker, name)).live.seats[player].reason == "clock"

    with_worker(store_url, scene)


def test_nobody_wins_time_by_holidays_that_end_at_once(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        name, _ = await new_table(worker, ANNA_AND_BEN, DAYS)
        room = await rooms.open_room(worker, name)
        await act(worker, name, 1)
        for _ in range(2):  # first tickets are to be chosen within three days
            clock.passes(1.6)
            for days in (1, 0):
                await rooms.act(worker, room, wishes.rest(0, days))
        live = (await looked(worker, name)).live
        assert live.seats[0].reason == "clock" and live.seats[0].rest == 10 * DAY

    with_worker(store_url, scene)


def test_a_holiday_before_first_tickets_stops_the_clock(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        name, _ = await new_table(worker, ANNA_AND_BEN, DAYS)
        room = await rooms.open_room(worker, name)
        await act(worker, name, 1)
        clock.passes(1)
        await rooms.act(worker, room, wishes.rest(0, 5))
        clock.passes(6.9)
        assert (await looked(worker, name)).live.seats[0].bot is None
        clock.passes(0.2)
        assert (await looked(worker, name)).live.seats[0].reason == "clock"

    with_worker(store_url, scene)


def test_a_seat_takes_so_many_holidays(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        name, _ = await begin(worker)
        room = await rooms.open_room(worker, name)
        for _ in range(table.HOLIDAYS):
            for days in (1, 0):
                await rooms.act(worker, room, wishes.rest(0, days))
        with pytest.raises(Refusal, match="no-holiday"):
            await rooms.act(worker, room, wishes.rest(0, 1))
        await rooms.act(worker, room, wishes.rest(1, 1))

    with_worker(store_url, scene)


def test_a_long_outage_takes_nobodys_time_and_a_short_one_gives_none(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        await minding.beat(worker)
        name, player = await begin(worker)
        await looked(worker, name)
        clock.now += 5 * MINUTE
        await minding.beat(worker)
        assert moment.OUTAGES == []
        clock.passes(30)  # nobody ran the server
        await minding.beat(worker)
        assert [(clock.now - 30 * DAY, clock.now)] == moment.OUTAGES
        assert (await looked(worker, name)).live.seats[player].bot is None
        clock.passes(2.99)
        assert (await looked(worker, name)).live.seats[player].bot is None
        clock.passes(0.02)
        assert (await looked(worker, name)).live.seats[player].reason == "clock"

    with_worker(store_url, scene)


def test_nobody_gives_an_absent_players_seat_away_over_days(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        name, player = await begin(worker)
        room = await rooms.open_room(worker, name)
        with pytest.raises(Refusal, match="present"):
            await rooms.act(worker, room, wishes.replace(player, "easy", (1 - player,), lambda: True))

    with_worker(store_url, scene)


def test_bots_do_not_play_on_where_every_person_is_gone(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        name, player = await begin(worker)
        clock.passes(4)
        await looked(worker, name)
        clock.passes(4)
        live = (await looked(worker, name)).live
        assert all(seat.reason == "clock" for seat in live.seats) and not table.is_over(live)
        assert due(worker, name) is None  # it sleeps until somebody comes back
        room = await rooms.open_room(worker, name)
        number = room.live.number
        clock.passes(30)
        assert (await looked(worker, name)).live.number == number and player in (0, 1)

    with_worker(store_url, scene)


def test_a_table_that_a_dying_worker_had_claimed_is_looked_at_by_another(store_url: str, clock: Time) -> None:
    async def scene(worker: Worker) -> None:
        name, player = await begin(worker)
        await looked(worker, name)
        clock.passes(4)
        claimed: list[str] = []
        until = clock.now + minding.LEASE
        await worker.write(store.claim_due, clock.now, until, 20, claimed)
        assert claimed == [name]
        assert (await looked(worker, name)).live.seats[player].bot is None  # another has it
        clock.now = until
        live = (await looked(worker, name)).live
        assert live.seats[player].reason == "clock"
        await worker.write(store.looked_at, name, until, 1)  # the first comes back to life: too late
        assert due(worker, name) != 1

    with_worker(store_url, scene)
