"""Rooms in one process: who is host, who is there, what is left when somebody goes."""

import asyncio
import json
import os
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from test_late_news import deaf_workers, greeted, new_table

from railhead.server import gate, presence, rooms, store, wishes
from railhead.server.entries import Back, Replace
from railhead.server.refusals import Refusal
from railhead.server.seating import take_seat
from railhead.server.sockets import Connection, Sockets
from railhead.server.store import Entry, StoreAway
from railhead.server.table import Live
from railhead.server.worker import REST, SLOW_MOST, Worker
from railhead.words import PROTOCOL, ChatLine, SeatPlan


def test_the_first_to_sit_down_at_a_table_of_friends_is_its_host_at_once(tmp_path: Path) -> None:
    async def scene() -> None:
        with deaf_workers(tmp_path, 1) as (worker,):
            name, tokens = await new_table(worker, (SeatPlan("friend"),) * 3)
            room = await rooms.open_room(worker, name)
            assert tokens == [] and room.live.hosts == set()
            await take_seat(worker, room, 1, "Ben")
            await take_seat(worker, room, 0, "Anna")
            assert room.live.hosts == {1}
            again = rooms.load_live(worker.engine, name, True)
            assert isinstance(again, Live) and again.hosts == {1}
            await rooms.act(worker, room, wishes.fill("easy", (1,)))
            assert room.live.started

    asyncio.run(scene())


class Leaving:
    """A client's socket that says hello, then nothing, and notes how it was closed."""

    def __init__(self, hello: dict[str, Any]) -> None:
        self.frames = [hello]

    async def receive(self) -> dict[str, str]:
        if not self.frames:
            await asyncio.sleep(3600)
        return {"type": "websocket.receive", "text": json.dumps(self.frames.pop())}


def test_whoever_goes_in_the_middle_of_the_greeting_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        with deaf_workers(tmp_path, 1) as (worker,):
            name, (token,) = await new_table(worker)
            room = await rooms.open_room(worker, name)
            tell, entered = presence.tell, asyncio.Event()

            async def slow(worker: Worker, room: Any) -> None:
                if not entered.is_set():
                    entered.set()
                    await asyncio.sleep(3600)
                await tell(worker, room)

            monkeypatch.setattr(presence, "tell", slow)
            hello = {"type": "hello", "protocol": PROTOCOL, "table": name, "tokens": [token], "after": 0}
            connection = Connection(Leaving(hello), 128)  # type: ignore[arg-type]
            reading = asyncio.ensure_future(Sockets(worker, lambda socket: True)._read(connection))
            await asyncio.wait_for(entered.wait(), 60)
            assert presence.company(worker, room).present[0]
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            assert not room.listeners and not presence.company(worker, room).present[0]
            state = await greeted(worker, name, token)
            assert msgspec.json.encode(state) and state["you"] == [0]

    asyncio.run(scene())


def test_a_table_with_a_very_long_story_can_be_opened(tmp_path: Path) -> None:
    """Stores of earlier releases may hold such: a seat could be given away and taken back without end."""

    async def scene() -> None:
        with deaf_workers(tmp_path, 1) as (worker,):
            name, (token, _) = await new_table(worker, (SeatPlan("me", "Anna"), SeatPlan("here", "Ben")))
            entries = [
                Entry(number, number, 0, Replace("medium", "own") if number % 2 == 0 else Back(0))
                for number in range(2, 6202)
            ]
            await worker.write(store.append, name, entries)
            for line in range(1, 101):
                await worker.write(store.add_chat, name, ChatLine(line, 1, 0, "Anna", "\U0001f682" * 500), "")
            state = await greeted(worker, name, token)
            assert state["type"] == "state" and state["more"] and len(state["chat"]) == 100
            room, found = await rooms.open_room(worker, name), [entry["number"] for entry in state["story"]]
            while state["more"]:
                sealed = gate.state(presence.sight(worker, room), (0,), found[-1], None, None)
                assert len(sealed) < 2 * gate.PART_MOST
                state = msgspec.json.decode(sealed)
                found += [entry["number"] for entry in state["story"]]
            assert found == list(range(1, 6202))

    asyncio.run(scene())


def test_whoever_asks_for_long_things_keeps_nobody_from_the_store(tmp_path: Path) -> None:
    """Replays, records and studies shared their threads with the store: ten of them, and whoever opened a table waited."""

    async def scene() -> None:
        with deaf_workers(tmp_path, 1) as (worker,):
            asked = [asyncio.ensure_future(worker.at_leisure(time.sleep, 0.001)) for _ in range(SLOW_MOST)]
            await asyncio.sleep(0)
            await worker.read(store.check)
            with pytest.raises(Refusal, match="too-fast"):  # nor does what waits grow without end
                await worker.at_leisure(time.sleep, 0)
            await asyncio.gather(*asked)
            assert worker.waiting == 0


def test_what_takes_long_has_a_process_of_its_own(tmp_path: Path) -> None:
    """In a thread it kept everybody waiting: a thousandth of a second at every call of the event loop. It ends when nobody needs it."""

    async def scene() -> None:
        with deaf_workers(tmp_path, 1) as (worker,):
            process = await worker.at_leisure(os.getpid)
            assert process != os.getpid() and worker.slow.process == process
            with pytest.raises(Refusal, match="unavailable"):
                await worker.at_leisure(os._exit, 1)
            assert await worker.at_leisure(os.getpid) != process
            worker.slow_used -= 2 * REST
            worker.rest()
            assert worker.slow.process == 0

    asyncio.run(scene())


def test_what_never_changes_is_made_once_however_many_ask(tmp_path: Path) -> None:
    """Boards and their pictures: each that was asked for at once was drawn at once, by the threads that ask the store."""
    made = list[str]()

    def draw(name: str) -> tuple[bytes, str]:
        made.append(name)
        time.sleep(0.05)
        return name.encode(), f'"{name}"'

    async def scene() -> None:
        with deaf_workers(tmp_path, 1) as (worker,):
            found = await asyncio.gather(*(worker.made_once(draw, name) for name in "abab" * 10))
            assert made == ["a", "b"] and {one[0] for one in found} == {b"a", b"b"}

    asyncio.run(scene())


def test_a_store_that_is_away_is_one_line_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever asked while it was away wrote a line each time."""

    def away(*arguments: Any) -> None:
        raise StoreAway("gone")

    async def scene() -> None:
        with deaf_workers(tmp_path, 1) as (worker,):
            for _ in range(50):
                with pytest.raises(Refusal, match="unavailable"):
                    await worker.read(away)

    asyncio.run(scene())
    assert [record.message for record in caplog.records].count("store away") == 1
