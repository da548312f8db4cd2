"""What players may agree on during a game, on both stores: to call it off, which then counts for nobody, and to have a bot sit in for
somebody who keeps them waiting. All who play must agree; an offer is gone with the next move, and nobody is pestered with them.
"""

import pytest
from test_clubs import SWISS, all_rooms, joined, made, shown, wish
from test_days import DAYS, Time, act, clock  # noqa: F401
from test_late_news import Screen, greeted, new_table
from test_profiles import read, somebody, with_workers

from railhead.server import gate, minding, profiles, rooms, table, wishes
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.worker import Worker
from railhead.words import Clock, KeptSeat, Offer, Options, SeatPlan

THREE = (SeatPlan("me", "Anna"), SeatPlan("here", "Ben"), SeatPlan("here", "Cleo"))


async def opened(worker: Worker, options: Options | None = None, seats: tuple[SeatPlan, ...] = THREE) -> Room:
    """A table at which first tickets are chosen."""
    worker.changed = lambda room: None
    name, _ = await new_table(worker, seats, options)
    for seat, plan in enumerate(seats):
        if plan.kind != "bot":
            await act(worker, name, seat)
    return await rooms.open_room(worker, name)


async def offer(worker: Worker, room: Room, seat: int, what: Offer = "end", about: int | None = None) -> None:
    await rooms.act(worker, room, wishes.propose(seat, what, about))


async def answer(worker: Worker, room: Room, seat: int, yes: bool = True) -> None:
    await rooms.act(worker, room, wishes.agree(seat, yes))


def test_a_game_is_called_off_when_all_have_agreed_and_counts_for_nobody(store_url: str) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        key = await somebody(one)
        name, tokens = await new_table(one, THREE, Options(clock=Clock(minutes=10), rated=False))
        await profiles.own(one, key, [KeptSeat(name, tokens[0])])
        for seat in range(3):
            await act(one, name, seat)
        room, screen = await rooms.open_room(one, name), Screen(1)
        room.listeners[screen] = None
        await offer(one, room, 0)
        told = screen.heard[-1]
        assert told["entry"]["kind"] == "propose" and told["proposal"] == {
            "seat": 0, "what": "end", "about": None, "agreed": [0], "asked": [1, 2],
        }  # fmt: skip
        await answer(one, room, 1)
        there = await rooms.open_room(other, name)
        await answer(other, there, 2)
        room = await rooms.open_room(one, name)
        for live in (room.live, there.live, rooms.load_live(one.engine, name, True)):
            assert live is not None and live.cancelled and table.phase_of(live) == "cancelled"
            assert table.waiting(live) == [] and table.running(live) is None and not table.is_over(live)
        info = gate.table_info(room.live)
        assert info.phase == "cancelled" and info.seed is None and info.winners is None
        with pytest.raises(Refusal, match="cancelled"):
            await act(one, name, table.asked(room.live, 0).to_move or 0)
        for again in (wishes.resign(0), wishes.rest(0, 1), wishes.propose(0, "end", None)):
            with pytest.raises(Refusal, match="cancelled"):
                again(room.live)
        await minding.look(one, name)
        assert read(await profiles.history(one, key))["games"] == []
        assert read(await profiles.seats_back(one, key, []))["seats"] == []
        assert (await greeted(other, name, tokens[0]))["phase"] == "cancelled"

    with_workers(store_url, scene, 2)


def test_an_offer_is_gone_with_a_no_and_with_the_next_move(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        room = await opened(worker)
        await offer(worker, room, 0)
        with pytest.raises(Refusal, match="no-offer"):  # one at a time
            await offer(worker, room, 1)
        number = room.live.number
        await answer(worker, room, 0)  # whoever offers has agreed
        assert room.live.number == number
        await answer(worker, room, 2, False)
        assert room.live.proposal is None
        with pytest.raises(Refusal, match="no-offer"):
            await answer(worker, room, 1)
        await offer(worker, room, 1)
        await act(worker, room.name, table.waiting(room.live)[0])
        assert room.live.proposal is None
        await offer(worker, room, 1)
        await rooms.act(worker, room, wishes.resign(2))  # who has a say is another: it must be asked again
        assert room.live.proposal is None
        await offer(worker, room, 1)
        await answer(worker, room, 0)  # the one who has left is not asked
        assert room.live.cancelled

    with_workers(store_url, scene)


def test_nobody_is_pestered_and_nobody_escapes_alone(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        room = await opened(worker)
        for _ in range(table.OFFERS):
            await offer(worker, room, 0)
            await answer(worker, room, 1, False)
        with pytest.raises(Refusal, match="no-offer"):
            await offer(worker, room, 0)
        await offer(worker, room, 1)
        alone = await opened(worker, None, (SeatPlan("me", "Anna"), SeatPlan("bot", None, "child")))
        with pytest.raises(Refusal, match="no-offer"):  # one against bots resigns, or goes
            await offer(worker, alone, 0)
        for what, about in (("end", 1), ("bot", None), ("bot", 4), ("bot", 1)):
            with pytest.raises(Refusal, match="no-offer"):
                await offer(worker, room, 2, what, about)  # type: ignore[arg-type]

    with_workers(store_url, scene)


def test_the_others_agree_on_a_bot_for_somebody_who_keeps_them_waiting(store_url: str, clock: Time) -> None:  # noqa: F811
    async def scene(worker: Worker) -> None:
        room = await opened(worker, DAYS)
        late = table.waiting(room.live)[0]
        one, other = (seat for seat in range(3) if seat != late)
        clock.passes(0.9)
        with pytest.raises(Refusal, match="no-offer"):  # not before half of the two days of a turn are gone
            await offer(worker, room, one, "bot", late)
        clock.passes(0.2)
        with pytest.raises(Refusal, match="no-offer"):
            await offer(worker, room, one, "bot", other)  # nobody waits for that one
        await offer(worker, room, one, "bot", late)
        with pytest.raises(Refusal, match="no-offer"):
            await answer(worker, room, late)  # who is spoken of has no say: a move says it all
        await answer(worker, room, other)
        assert (room.live.seats[late].bot, room.live.seats[late].reason) == ("medium", "wish")
        await rooms.act(worker, room, wishes.back(late, 0))
        assert room.live.seats[late].bot is None  # and who comes back plays on
        two = await opened(worker, DAYS, THREE[:2])
        late = table.waiting(two.live)[0]
        clock.passes(1.5)
        with pytest.raises(Refusal, match="no-offer"):  # of two the clock decides: nobody gets rid of a rival alone
            await offer(worker, two, 1 - late, "bot", late)

    with_workers(store_url, scene)


def test_a_game_of_a_tournament_that_was_called_off_counts_half_for_all(store_url: str, clock: Time) -> None:  # noqa: F811
    async def scene(worker: Worker) -> None:
        club, host = await made(worker, SWISS)
        for name in ("Anna", "Ben"):
            await joined(worker, club, name)
        await wish(worker, club, host, "start")
        (room,) = await all_rooms(worker, club)
        await offer(worker, room, 0)
        await answer(worker, room, 1)
        await minding.look_around(worker)
        told = await shown(worker, club, None)
        assert told["round"] == 2 and told["matches"][0]["points"] == []
        assert [line["score"] for line in told["standings"]] == [0.5, 0.5]

    with_workers(store_url, scene)
