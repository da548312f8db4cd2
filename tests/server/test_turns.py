"""Whose bot thinks next: nobody waits behind all that one address wants."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from test_late_news import Screen, deaf_workers, new_table

from railhead.server import pacing, presence, rooms
from railhead.server.turns import HALF_LIFE, Asker, Turns
from railhead.words import SeatPlan

GREEDY = [Asker(f"greedy {number}", "greedy") for number in range(20)]
HONEST = Asker("honest", "honest")


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def scene(script: Callable[[Turns[str], Time, list[str]], Coroutine[Any, Any, None]], minds: int = 1) -> list[str]:
    """Let a script ask for minds; the tables in the order in which they got one."""
    got: list[str] = []

    async def run() -> None:
        clock = Time()
        await script(Turns([f"mind {number}" for number in range(minds)], clock), clock, got)

    asyncio.run(run())
    return got


async def ask(turns: Turns[str], clock: Time, got: list[str], asker: Asker, seconds: float = 1.5) -> None:
    mind = await turns.take(asker)
    got.append(asker.table)
    clock.at += seconds
    await asyncio.sleep(0.01)  # others ask meanwhile
    turns.give(mind, asker)


def test_an_address_with_twenty_tables_delays_another_by_one_turn() -> None:
    async def script(turns: Turns[str], clock: Time, got: list[str]) -> None:
        flood = [asyncio.ensure_future(ask(turns, clock, got, asker)) for asker in GREEDY]
        await asyncio.sleep(0)
        honest = [asyncio.ensure_future(ask(turns, clock, got, HONEST, 0.01)) for _ in range(3)]
        await asyncio.gather(*flood, *honest)

    assert scene(script)[1:4] == ["honest"] * 3  # after the one that was thinking already


def test_one_address_shares_among_its_own_tables() -> None:
    async def script(turns: Turns[str], clock: Time, got: list[str]) -> None:
        first = [asyncio.ensure_future(ask(turns, clock, got, GREEDY[0])) for _ in range(5)]
        await asyncio.sleep(0)
        await asyncio.gather(*first, ask(turns, clock, got, GREEDY[1]))

    assert scene(script)[:3] == ["greedy 0", "greedy 1", "greedy 0"]


def test_tables_with_people_come_before_those_of_bots_alone() -> None:
    async def script(turns: Turns[str], clock: Time, got: list[str]) -> None:
        turns.addresses.add("busy", 60)
        jobs = [Asker("now", "x"), Asker("bots", "idle", people=False), Asker("people", "busy")]
        await asyncio.gather(*(ask(turns, clock, got, one) for one in jobs))

    assert scene(script) == ["now", "people", "bots"]


def test_no_address_gets_all_minds() -> None:
    async def script(turns: Turns[str], clock: Time, got: list[str]) -> None:
        flood = [asyncio.ensure_future(turns.take(asker)) for asker in GREEDY]
        await asyncio.sleep(0)
        assert sum(one.done() for one in flood) == 2 and len(turns.free) == 1
        assert await asyncio.wait_for(turns.take(HONEST), 5)
        for one in flood:
            one.cancel()

    scene(script, minds=3)


def test_whoever_gives_up_waiting_takes_nothing_along() -> None:
    async def script(turns: Turns[str], clock: Time, got: list[str]) -> None:
        mind = await turns.take(HONEST)
        gone = asyncio.ensure_future(turns.take(GREEDY[0]))
        late = asyncio.ensure_future(turns.take(GREEDY[1]))
        await asyncio.sleep(0)
        gone.cancel()
        turns.give(mind, HONEST)
        late.cancel()  # in the moment in which it was handed one
        await asyncio.gather(gone, late, return_exceptions=True)
        assert turns.free == [mind] and not turns.waiting and not turns.thinking and not turns.began

    scene(script)


def test_what_was_used_is_forgotten_by_halves() -> None:
    async def script(turns: Turns[str], clock: Time, got: list[str]) -> None:
        turns.addresses.add("a", 8)
        clock.at += 2 * HALF_LIFE
        assert abs(turns.addresses.lately("a") - 2) < 1e-9 and turns.addresses.lately("b") == 0

    scene(script)


def test_bots_rest_where_nobody_looks_and_wake_when_somebody_comes(tmp_path: Path) -> None:
    async def play() -> None:
        with deaf_workers(tmp_path, 1) as (worker,):
            name, _ = await new_table(worker, (SeatPlan("me", "Anna"), SeatPlan("bot", None, "easy")))
            room = await rooms.open_room(worker, name)
            pacing.schedule(worker, room)
            assert not room.thinking
            watcher = Screen()
            await presence.enter(worker, room, watcher, 0, None, lambda: True)
            assert list(room.thinking) == [1]
            assert not pacing.asker(worker, room).people  # whoever only watches does not play
            player = Screen(0)
            await presence.enter(worker, room, player, 0, None, lambda: True)
            assert pacing.asker(worker, room).people
            thinking = list(room.thinking.values())
            await presence.leave(worker, room, player)
            await presence.leave(worker, room, watcher)
            await asyncio.wait_for(asyncio.gather(*thinking, return_exceptions=True), 300)
            await asyncio.sleep(0)
            assert not room.thinking

    asyncio.run(play())
