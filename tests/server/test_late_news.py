"""Two workers of which neither ever hears of the other's doings: whoever goes from one to the other is still served right."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from railhead.server import chat, course, news, presence, rooms, store, table, wishes
from railhead.server.bus import NOTICE, Notice
from railhead.server.gate import Sealed
from railhead.server.room import Room
from railhead.server.seating import make_table, take_seat
from railhead.server.settings import Settings
from railhead.server.sockets import Connection, Sockets
from railhead.server.store import Entry, StoreAway
from railhead.server.table import Live
from railhead.server.worker import Worker
from railhead.words import PROTOCOL, ChatLine, NewTable, Options, SeatPlan

NAMES = (SeatPlan("me", "Anna"), SeatPlan("friend"))


class Screen:
    """A listener that keeps what it is sent."""

    def __init__(self, *reader: int) -> None:
        self.reader, self.address, self.looks, self.heard = reader, "?", True, list[dict[str, Any]]()

    def send(self, message: Sealed) -> None:
        self.heard.append(json.loads(message))

    def close(self, code: int) -> None:
        self.heard.append({"type": "closed", "code": code})

    def numbers(self) -> list[int]:
        return [message["number"] for message in self.heard if message["type"] == "update"]


class Wire:
    """A socket on which one frame comes in."""

    def __init__(self, frame: dict[str, Any]) -> None:
        self.frame = frame

    async def receive(self) -> dict[str, str]:
        return {"type": "websocket.receive", "text": json.dumps(self.frame)}


@contextmanager
def deaf_workers(folder: Path, count: int = 2) -> Iterator[list[Worker]]:
    """Workers with one store, whose buses were never started."""
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    settings = Settings(store=url, workers=2, bot_pause=0)
    made = [course.new_worker(store.open_store(url), settings) for _ in range(count)]
    for worker in made:
        worker.ready = True
    try:
        yield made
    finally:
        for worker in made:
            worker.pool.close()
            worker.slow.close()
            worker.writer.close()
            worker.readers.shutdown()
            worker.engine.dispose()


def with_workers(folder: Path, scene: Callable[[Worker, Worker], Awaitable[None]]) -> None:
    with deaf_workers(folder) as (one, other):
        asyncio.run(scene(one, other))  # type: ignore[arg-type]


async def new_table(
    worker: Worker, seats: tuple[SeatPlan, ...] = NAMES, options: Options | None = None
) -> tuple[str, list[str]]:
    made = msgspec.json.decode(await make_table(worker, NewTable("usa", list(seats), options or Options())))
    return made["table"], [seat["token"] for seat in made["seats"]]


async def greeted(worker: Worker, name: str, *tokens: str) -> dict[str, Any]:
    """What a client hears first that says hello to this worker."""
    hello = {"type": "hello", "protocol": PROTOCOL, "table": name, "tokens": tokens, "after": 0}
    connection = Connection(Wire(hello), 128)  # type: ignore[arg-type]
    await Sockets(worker, lambda socket: True)._greet(connection)
    message = connection.queue.get_nowait()
    assert not isinstance(message, int)
    return dict(msgspec.json.decode(message))


async def play(worker: Worker, room: Room, most: int = 1000) -> None:
    """Play on, to the end if it comes soon enough."""
    for _ in range(most):
        live = room.live
        if table.is_over(live):
            return
        seat = table.waiting(live)[0]
        game = table.asked(live, seat)
        decision = max(game.legal())  # claims before cards, so that the end comes
        await rooms.act(worker, room, wishes.move(seat, None, game.spelled(decision)[0][1], "", False))


def test_a_seat_taken_at_one_worker_is_held_at_the_other_at_once(tmp_path: Path) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        name, _ = await new_table(one)
        await rooms.open_room(other, name)
        taken = msgspec.json.decode(await take_seat(one, await rooms.open_room(one, name), 1, "Ben"))
        state = await greeted(other, name, taken["seats"][0]["token"])
        assert state["type"] == "state" and state["you"] == [1] and state["phase"] == "first-tickets"
        assert (await greeted(other, name, "x" * 43))["code"] == "wrong-token"

    with_workers(tmp_path, scene)


def test_a_game_that_ended_at_one_worker_is_over_at_the_other_at_once(tmp_path: Path) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        name, _ = await new_table(one, (SeatPlan("me", "Anna"), SeatPlan("here", "Ben")))
        await rooms.open_room(other, name)
        room = await rooms.open_room(one, name)
        await play(one, room)
        assert table.is_over(room.live)
        there = await rooms.open_room(other, name)
        assert table.is_over(there.live) and there.live.number == room.live.number
        await rooms.act(other, there, wishes.play_again((0,), False, True, True))
        here = await rooms.open_room(one, name)
        await rooms.act(one, here, wishes.play_again((1,), False, True, True))
        assert here.live.rematch is not None and here.live.rematch == there.live.rematch

    with_workers(tmp_path, scene)


def test_what_is_written_while_a_table_is_loaded_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        name, _ = await new_table(one)
        loop, room = asyncio.get_running_loop(), await rooms.open_room(one, name)
        load = rooms.load_live

        def slow(*arguments: Any) -> Live | None:
            live = load(*arguments)
            asyncio.run_coroutine_threadsafe(take_seat(one, room, 1, "Ben"), loop).result(60)
            return live

        monkeypatch.setattr(rooms, "load_live", slow)
        there = await rooms.open_room(other, name, latest=False)
        assert there.live.number == room.live.number == 2

    with_workers(tmp_path, scene)


def test_a_move_happens_to_the_end_though_its_player_is_gone(tmp_path: Path) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        name, _ = await new_table(one)
        room, screen = await rooms.open_room(one, name), Screen()
        await presence.enter(one, room, screen, 0, None, lambda: True)
        await take_seat(one, room, 1, "Ben")
        keep = wishes.move(
            0, None, table.asked(room.live, 0).spelled(table.asked(room.live, 0).legal()[0])[0][1], "", False
        )
        player = asyncio.ensure_future(rooms.act(one, room, keep))
        while not room.lock.locked():
            await asyncio.sleep(0)
        player.cancel()
        line = asyncio.ensure_future(chat.say(one, room, 0, "bye"))
        await asyncio.sleep(0)
        line.cancel()
        await asyncio.gather(*one.tasks, return_exceptions=True)
        assert player.cancelled() and line.cancelled()
        written = store.read_entries(one.engine, name)
        assert [entry.number for entry in written] == [1, 2, 3] == screen.numbers()
        assert room.live.number == 3 and [m["text"] for m in screen.heard if m["type"] == "chat"] == ["bye"]

    with_workers(tmp_path, scene)


def test_news_that_cannot_be_read_is_read_when_the_store_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        name, _ = await new_table(one)
        room, screen, read = await rooms.open_room(other, name), Screen(), store.read_entries
        await presence.enter(other, room, screen, 0, None, lambda: True)
        failures = 2

        def away(*arguments: Any) -> list[Entry]:
            nonlocal failures
            if failures:
                failures -= 1
                raise StoreAway("gone")
            return read(*arguments)

        await take_seat(one, await rooms.open_room(one, name), 1, "Ben")
        monkeypatch.setattr(store, "read_entries", away)
        news.hear(other, Notice("entries", name, "one"))
        assert room.keeping_up is not None
        await asyncio.wait_for(room.keeping_up, 60)
        assert failures == 0 and screen.numbers() == [1, 2] and not room.behind

    with_workers(tmp_path, scene)


def test_news_heard_while_reading_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        name, _ = await new_table(one)
        loop, room, here, read = (
            asyncio.get_running_loop(),
            await rooms.open_room(other, name),
            await rooms.open_room(one, name),
            store.read_entries,
        )
        first = True

        def slow(*arguments: Any) -> list[Entry]:
            nonlocal first
            found = read(*arguments)
            if first and arguments[0] is other.engine:
                first = False
                asyncio.run_coroutine_threadsafe(take_seat(one, here, 1, "Ben"), loop).result(60)
                loop.call_soon_threadsafe(news.hear, other, Notice("entries", name, "one"))
            return found

        monkeypatch.setattr(store, "read_entries", slow)
        news.hear(other, Notice("entries", name, "one"))
        assert room.keeping_up is not None
        await asyncio.wait_for(room.keeping_up, 60)
        assert room.live.number == 2

    with_workers(tmp_path, scene)


def test_of_two_words_about_who_is_there_the_later_one_counts(tmp_path: Path) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        name, _ = await new_table(one)
        room, screen = await rooms.open_room(other, name), Screen()
        await presence.enter(other, room, screen, 0, None, lambda: True)
        news.hear(other, Notice("presence", name, "one", [0], 3, word=8))
        news.hear(other, Notice("presence", name, "one", word=7))  # overtaken
        assert screen.heard[-1] == {"type": "presence", "present": [True, False], "watchers": 4}
        news.hear(other, Notice("presence", name, "one", word=9))
        assert screen.heard[-1] == {"type": "presence", "present": [False, False], "watchers": 1}

    with_workers(tmp_path, scene)


def test_a_worker_that_missed_something_asks_who_is_there_and_is_told(tmp_path: Path) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        name, _ = await new_table(one)
        here, there, screen = await rooms.open_room(one, name), await rooms.open_room(other, name), Screen()
        await presence.enter(one, here, Screen(0), 0, None, lambda: True)
        await presence.enter(other, there, screen, 0, None, lambda: True)
        assert screen.heard[0]["present"] == [False, False]

        async def pass_on(teller: Worker, hearer: Worker) -> None:
            await asyncio.gather(*teller.tasks)
            for _, body in store.read_notices(teller.engine, 0):
                notice = NOTICE.decode(body)
                if notice.teller == teller.name and notice.word > heard.get(teller, 0):
                    heard[teller] = notice.word
                    news.hear(hearer, notice)

        heard = {worker: next(worker.words) for worker in (one, other)}  # all until now is missed
        news.lost(other)
        await pass_on(other, one)
        await pass_on(one, other)
        assert screen.heard[-1] == {"type": "presence", "present": [True, False], "watchers": 1}

    with_workers(tmp_path, scene)


def test_a_line_of_chat_written_while_somebody_enters_is_heard_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        name, _ = await new_table(one)
        room, screen, late, read = await rooms.open_room(one, name), Screen(), Screen(), store.read_chat
        await presence.enter(one, room, screen, 0, None, lambda: True)
        loop = asyncio.get_running_loop()

        def slow(*arguments: Any) -> list[ChatLine]:
            found = read(*arguments)
            monkeypatch.setattr(store, "read_chat", read)
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result(60)
            return found

        monkeypatch.setattr(store, "read_chat", slow)
        entering = asyncio.ensure_future(presence.enter(one, room, late, 0, None, lambda: True))
        await asyncio.sleep(0)
        await chat.say(one, room, 0, "hello")
        await entering
        lines = [[message.get("text") for message in one.heard if message["type"] == "chat"] for one in (screen, late)]
        assert lines[0] == ["hello"]
        assert [line["text"] for line in late.heard[0]["chat"]] + lines[1] == ["hello"]

    with_workers(tmp_path, scene)


def test_a_table_and_the_one_that_follows_are_written_both_or_neither(tmp_path: Path) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        name, _ = await new_table(one, (SeatPlan("me", "Anna"), SeatPlan("here", "Ben")))
        room = await rooms.open_room(one, name)
        await play(one, room)
        there = await rooms.open_room(other, name)
        await asyncio.gather(
            rooms.act(one, room, wishes.play_again((0,), False, True, True)),
            rooms.act(other, there, wishes.play_again((1,), False, True, True)),
        )
        assert room.live.rematch is not None and room.live.rematch == there.live.rematch
        assert store.count_tables(one.engine) == 2

    with_workers(tmp_path, scene)


def test_rules_that_become_ready_use_up_no_number_though_others_played_on(tmp_path: Path) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        other.ready = False
        name, _ = await new_table(one)
        there, screen = await rooms.open_room(other, name), Screen()
        await presence.enter(other, there, screen, 0, None, lambda: True)
        await take_seat(one, await rooms.open_room(one, name), 1, "Ben")
        await course.prepared(other)
        assert screen.heard[-1]["entry"]["kind"] == "prepared" and screen.heard[-1]["number"] == 0
        news.hear(other, Notice("entries", name, "one"))
        assert there.keeping_up is not None
        await asyncio.wait_for(there.keeping_up, 60)
        assert screen.numbers() == [0, 1, 2] and there.live.game is not None

    with_workers(tmp_path, scene)
