"""Thinking time: it really runs out, a bot really plays on, and no clock that is wrong takes anybody's time."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server_running import PATIENT, WAIT, Client, Server, running
from test_late_news import Screen, deaf_workers, new_table
from test_store import write

from railhead.game.record import verify
from railhead.server import course, moment, pacing, presence, rooms, store, table
from railhead.server.room import Room
from railhead.server.settings import Settings
from railhead.words import Clock, Options, Record, SeatPlan

BACK = 400  # ms that a player has after coming back


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with quick bots, which gives little time to those who come back."""
    url = f"sqlite:///{tmp_path_factory.mktemp('clocks') / 'tables.sqlite'}"
    with running(Settings(store=url, bot_pause=0, bot_processes=1, return_clock=BACK, limits=PATIENT)) as server:
        yield server


def think_long(url: str, name: str, spent: int) -> int:
    """Write a table's first moves into its store, before any server opens it: one in which a player thought for long. The player."""
    engine = store.open_store(url)
    live = rooms.load_live(engine, name, True)
    assert live is not None

    def happen(seat: int, decision: int, spent: int) -> None:
        entry = table.move_entry(
            live, seat, [decision], table.spell(table.asked(live, seat), [decision]), False, moment.now()
        )
        entry = replace(entry, body=msgspec.structs.replace(entry.body, spent=spent))
        write(engine, store.append, name, [entry])
        table.fold(live, entry)

    for seat in range(len(live.seats)):
        happen(seat, table.asked(live, seat).legal()[-1], 0)
    (player,) = table.waiting(live)
    happen(player, table.asked(live, player).legal()[0], spent)  # the first of two cards
    engine.dispose()
    return player


def told(client: Client, kind: str, seat: int) -> list[dict[str, Any]]:
    """What a client was told of a seat, in a state's story or in updates: a busy machine may be late with either."""
    entries = [entry for heard in client.heard for entry in heard.get("story") or [heard.get("entry") or {"kind": ""}]]
    return [entry for entry in entries if entry["kind"] == kind and entry["seat"] == seat]


def replaced(client: Client, seat: int, times: int = 1) -> dict[str, Any]:
    """Wait until a bot takes a seat, for the first time or again; the entry that says so."""
    client.until(lambda state: len(told(client, "replace", seat)) == times)
    return told(client, "replace", seat)[-1]


def test_a_clock_runs_out_a_bot_plays_on_and_the_player_comes_back(brisk: Server) -> None:
    name, tokens = brisk.table("me here", clock={"minutes": 1, "increment": 0})
    player = think_long(brisk.settings.store, name, 58_000)
    with brisk.join(name, *tokens) as client:
        assert client.state["clock"]["left"][player] <= 2000 and client.state["clock"]["left"][1 - player] <= 60_000
        assert replaced(client, player)["reason"] == "clock"
        assert client.state["table"]["seats"][player]["away"] is True and client.state["clock"]["left"][player] == 0
        assert client.move(player, "draw")["code"] == "bot-plays"
        client.until(lambda state: state["toMove"] == 1 - player)
        assert told(client, "move", player)[-1]["bot"] is True and client.state["clock"]["running"] == 1 - player
        assert client.ask(type="back", seat=player)["type"] == "done"
        assert client.state["clock"]["left"][player] == BACK and client.state["table"]["seats"][player]["away"] is False
        for _ in range(2):
            assert client.move(1 - player, "draw")["type"] == "done"
        assert replaced(client, player, 2)["reason"] == "clock"  # it runs out again, in a turn of its own


def test_a_game_in_which_everybodys_time_runs_out_is_played_to_its_end(brisk: Server) -> None:
    name, tokens = brisk.table("me here", clock={"minutes": 1, "increment": 0})
    player = think_long(brisk.settings.store, name, 60_000)
    with brisk.join(name, *tokens) as client:
        replaced(client, player)
        assert client.ask(type="replace", seat=1 - player)["type"] == "done"  # a bot for oneself
        assert client.ask(type="back", seat=1 - player)["type"] == "done"  # with what is left: it does not become more
        assert client.state["clock"]["left"][1 - player] <= 60_000
        assert client.ask(type="replace", seat=1 - player)["type"] == "done"
        client.until(lambda state: state["phase"] == "over")
    status, record = brisk.request(f"/api/tables/{name}/record")
    assert status == 200 and verify(msgspec.convert(record, Record)) == []


async def taken_over(room: Room, seat: int) -> None:
    """Wait until a bot plays for a seat."""
    end = time.monotonic() + WAIT
    while not room.live.seats[seat].bot:
        assert time.monotonic() < end, "no bot takes over"
        await asyncio.sleep(0.01)


def test_a_clock_that_ran_out_while_nobody_looked_is_out_when_they_come_back(tmp_path: Path) -> None:
    async def scene() -> None:
        with deaf_workers(tmp_path, 1) as (one,):
            seats, options = (SeatPlan("me", "Anna"), SeatPlan("here", "Ben")), Options(clock=Clock(1, 0))
            name, _ = await new_table(one, seats, options=options)
            player = think_long(one.settings.store, name, 60_000)
            room, screen = await rooms.open_room(one, name), Screen()
            await presence.enter(one, room, screen, 0, None, lambda: True)
            await taken_over(room, player)
            assert room.live.seats[player].reason == "clock"
            await course.stop(one)

    asyncio.run(scene())


def test_another_worker_minds_the_clock_when_the_one_that_did_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pacing, "TAKE_OVER", 0.2)

    async def scene() -> None:
        with deaf_workers(tmp_path) as (one, other):
            seats, options = (SeatPlan("me", "Anna"), SeatPlan("here", "Ben")), Options(clock=Clock(1, 0))
            name, _ = await new_table(one, seats, options=options)
            there = await rooms.open_room(other, name)
            player = think_long(one.settings.store, name, 59_900)
            await rooms.catch_up(other, there)  # written by one, which is never heard of again
            assert not there.mine and not there.live.seats[player].bot
            await taken_over(there, player)
            await course.stop(other)

    asyncio.run(scene())


def test_a_clock_that_jumps_takes_nobodys_time(monkeypatch: pytest.MonkeyPatch) -> None:
    before = moment.now()
    passed = time.monotonic()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    monkeypatch.setattr(time, "time_ns", lambda: 10**30)
    assert 0 <= moment.now() - before <= 1000 * (time.monotonic() - passed) + 1
    head = store.Head("t", 1, "usa", "ab" * 16, False, (), Options(clock=Clock(1, 0)))
    live = table.begin(head, [], True)
    live.since = moment.now() + 3_600_000  # written by a machine whose clock is an hour ahead
    assert table.spent(live, moment.now()) == 0
    live.since = moment.STARTED - 3_600_000  # the server was down for an hour
    assert table.spent(live, moment.now()) <= moment.now() - moment.STARTED


@pytest.mark.parametrize("wrong", [-3_600_000, 3_600_000])
def test_another_machine_whose_clock_is_wrong_takes_nobodys_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: int
) -> None:
    async def scene() -> None:
        with deaf_workers(tmp_path) as (one, other):
            seats, options = (SeatPlan("me", "Anna"), SeatPlan("here", "Ben")), Options(clock=Clock(5, 0))
            name, _ = await new_table(one, seats, options=options)
            there, began, right = await rooms.open_room(other, name), time.monotonic(), moment.now
            monkeypatch.setattr(moment, "STARTED", moment.STARTED - 7_200_000)  # both have run for long
            with monkeypatch.context() as patched:
                patched.setattr(moment, "now", lambda: right() + wrong)
                think_long(one.settings.store, name, 1000)
            await rooms.catch_up(other, there)
            seat = table.running(there.live)
            used = table.spent(there.live, right())
            assert seat is not None and there.live.left[seat] == 299_000
            assert 0 <= used <= 1000 * (time.monotonic() - began) + 1
            if wrong > 0:  # after a restart with a clock that is right again
                again = rooms.load_live(other.engine, name, True)
                assert again is not None and again.since <= right()
            await course.stop(other)
            await course.stop(one)

    asyncio.run(scene())
