"""Tables at which nothing is played any more are told from the store: the same as from a room, without one."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import event, text
from test_late_news import Screen, new_table, play
from test_offers import answer, offer, opened
from test_profiles import read, with_workers

from railhead.server import gate, moment, news, presence, rooms, store, wishes
from railhead.server.bus import Notice
from railhead.server.room import Room
from railhead.server.worker import Worker
from railhead.words import SeatPlan

PLAYERS = (SeatPlan("me", "Anna"), SeatPlan("here", "Ben"))


def from_room(worker: Worker, room: Room) -> dict[str, Any]:
    return dict(read(gate.info(room.live, presence.company(worker, room))))


async def told(worker: Worker, name: str) -> dict[str, Any]:
    """How a table stands, told without a room."""
    worker.open.clear()
    ((live, company),) = await rooms.standing(worker, [name])
    assert name not in worker.open and live.game is None
    return dict(read(gate.info(live, company)))


def test_a_finished_table_is_told_without_its_game(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        worker.changed = lambda room: None
        name, _ = await new_table(worker, PLAYERS)
        room = await rooms.open_room(worker, name)
        await play(worker, room, 3)
        await rooms.act(worker, room, wishes.replace(1, "easy", (1,), lambda: False))
        await rooms.act(worker, room, wishes.back(1, 5))
        await play(worker, room)
        seen = from_room(worker, room)
        assert seen["phase"] == "over" and seen["winners"] and seen["seed"]
        assert await told(worker, name) == seen
        room = await rooms.open_room(worker, name)
        await rooms.act(worker, room, wishes.play_again((0,), False, True, False))
        await rooms.act(worker, room, wishes.play_again((1,), True, True, True))
        seen = from_room(worker, room)
        assert seen["ballots"] and seen["again"]
        asked: list[str] = []
        event.listen(worker.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
        assert await told(worker, name) == seen
        assert len(asked) <= 5 and not any(one.startswith(("INSERT", "UPDATE")) for one in asked)

    with_workers(store_url, scene)


def test_a_table_that_was_called_off_or_cancelled_is_told_without_its_game(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        room = await opened(worker)
        await offer(worker, room, 0)
        for seat in (1, 2):
            await answer(worker, room, seat)
        waits, _ = await new_table(worker)
        given_up = await rooms.open_room(worker, waits)
        await rooms.act(worker, given_up, wishes.cancel((0,)))
        for one in (room, given_up):
            seen = from_room(worker, one)
            assert seen["phase"] == "cancelled" and seen["winners"] is None
            assert await told(worker, one.name) == seen

    with_workers(store_url, scene)


def test_a_table_of_an_earlier_release_is_told_by_playing_its_game_again(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        name, _ = await new_table(worker, PLAYERS)
        room = await rooms.open_room(worker, name)
        await play(worker, room)
        seen = from_room(worker, room)
        with worker.engine.begin() as connection:
            connection.execute(text("UPDATE tables SET winners = NULL"))
        worker.open.clear()
        ((live, company),) = await rooms.standing(worker, [name])
        assert read(gate.info(live, company)) == seen

    with_workers(store_url, scene)


def test_of_some_tables_those_are_told_that_there_are(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        ended, _ = await new_table(worker, PLAYERS)
        await play(worker, await rooms.open_room(worker, ended))
        goes_on, _ = await new_table(worker, PLAYERS)
        worker.open.clear()
        found = await rooms.standing(worker, [goes_on, "none", "no name", ended, ended])
        assert [live.head.id for live, _ in found] == [goes_on, ended]
        assert list(worker.open) == [goes_on]

    with_workers(store_url, scene)


def test_who_looks_at_a_table_elsewhere_is_known_before_it_is_opened_here(store_url: str) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        name, _ = await new_table(one, PLAYERS)
        room = await rooms.open_room(one, name)
        room.listeners.update({Screen(1): None, Screen(): None})
        for worker in (one, other):  # the other begins to listen when all this has been told already
            worker.bus.start(partial(news.hear, worker), partial(news.lost, worker))
        await _until(lambda: name in other.elsewhere)
        ((live, company),) = await rooms.standing(other, [name])
        assert (company.present, company.watchers) == ([False, True], 1)
        assert presence.looking(other, other.open[name]) == {1}
        room.listeners.clear()
        await presence.tell(one, room)
        await _until(lambda: presence.company_at(other, live).watchers == 0)
        assert presence.company_at(other, live).present == [False, False]

    with_workers(store_url, scene, 2)


async def _until(seen: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not seen():
            await asyncio.sleep(0.01)


def test_who_is_elsewhere_is_not_kept_in_mind_for_ever(tmp_path: Path) -> None:
    async def scene(worker: Worker) -> None:
        now = time.monotonic()
        for table, teller, seats, ago in (
            ("here", "lives", [0], 0), ("left", "lives", [], 2 * presence.FORGET), ("dead", "died", [0], 2 * presence.FORGET),
        ):  # fmt: skip
            news.hear(worker, Notice("presence", table, teller, seats, 0, 2))
            worker.elsewhere[table][teller] = replace(worker.elsewhere[table][teller], heard=now - ago)
        worker.heard["died"] = now - 2 * presence.FORGET
        news.hear(worker, Notice("presence", "here", "lives", [], 0, 1))  # an older word that was overtaken
        presence.forget_gone(worker)
        assert list(worker.elsewhere) == ["here"] and worker.elsewhere["here"]["lives"].seats == {0}

    with_workers(f"sqlite:///{tmp_path / 's'}", scene)


def test_what_reads_before_it_writes_waits_for_another_worker(tmp_path: Path) -> None:
    """SQLite lets nobody write who has read what another changed meanwhile: whoever writes says so first."""

    async def scene(one: Worker, other: Worker) -> None:
        async def count(worker: Worker) -> None:
            for _ in range(50):
                await worker.write(store.beat, moment.now() + 1, 10**12, [])

        await asyncio.gather(count(one), count(other))

    with_workers(f"sqlite:///{tmp_path / 's'}", scene, 2)


def test_nobody_is_passed_over_by_who_writes_without_end(tmp_path: Path) -> None:
    """Of two workers that write to one file each has its turn: nobody waits until the other has nothing to write any more."""

    async def scene(greedy: Worker, modest: Worker) -> None:
        async def write(worker: Worker, times: int) -> float:
            for _ in range(times):
                await worker.write(store.beat, moment.now() + 1, 10**12, [])
            return time.monotonic()

        first, last = await asyncio.gather(write(modest, 20), write(greedy, 400))
        assert first < last

    with_workers(f"sqlite:///{tmp_path / 's'}", scene, 2)
