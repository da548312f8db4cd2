"""Profiles, on both stores: a key in a browser is somebody. Seats come back with it, what was played is kept, all of it can be had and be
forgotten, and nobody else gets any of it.
"""

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from small_map import small_map
from test_days import ANNA_AND_BEN, DAYS
from test_late_news import greeted, new_table, play

from railhead.boards.loading import known
from railhead.draw.svg.themes import themes
from railhead.server import course, mapmaking, maps, minding, people, profiles, rooms, seating, store
from railhead.server.refusals import Refusal
from railhead.server.settings import Settings
from railhead.server.tokens import new_token
from railhead.server.worker import Worker
from railhead.words import Card, HookWay, KeptSeat, NewTable, Options, Played, Policy, SeatPlan


def with_workers(url: str, scene: Callable[..., Awaitable[None]], count: int = 1, policy: Policy = "allowed") -> None:
    settings = Settings(store=url, workers=2, bot_pause=0, bot_processes=1, profiles=policy, reach=("127.0.0.0/8",))

    async def run() -> None:
        made = [course.new_worker(store.open_store(url), settings) for _ in range(count)]
        for worker in made:
            worker.ready = True
        try:
            await scene(*made)
        finally:
            for worker in made:
                await course.stop(worker)

    asyncio.run(run())


async def somebody(worker: Worker, name: str = "Anna") -> str:
    key = new_token()
    await profiles.introduce(worker, key, Card(name))
    return key


def read(sealed: bytes) -> Any:
    return msgspec.json.decode(sealed)


def test_lost_seats_come_back_with_the_key_and_nobody_elses_do(store_url: str) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        key, stranger = await somebody(one), await somebody(one, "Ben")
        person = await profiles.player(one, key)
        wanted = NewTable("usa", [SeatPlan("me", "Anna"), SeatPlan("here", "Cleo"), SeatPlan("friend")], Options())
        made = read(await seating.make_table(one, wanted, person=person))
        name, first = made["table"], made["seats"][0]["token"]
        taken = await seating.take_seat(
            one, await rooms.open_room(one, name), 2, "Ben", await profiles.player(one, stranger)
        )
        await rooms.open_room(other, name)  # another worker knows the table as it was
        (found,) = read(await profiles.seats_back(one, key, []))["seats"]  # not that of whoever plays beside her
        assert (found["table"], found["seat"], found["over"]) == (name, 0, False) and found["token"] != first
        for worker in (one, other):
            for token in (first, found["token"]):  # the browser that was not lost goes on as well
                assert (await greeted(worker, name, token))["you"] == [0]
        assert read(await profiles.seats_back(one, key, [name]))["seats"] == []
        (his,) = read(await profiles.seats_back(one, stranger, []))["seats"]
        assert his["seat"] == 2 and read(taken)["seats"][0]["seat"] == 2
        with pytest.raises(Refusal, match="no-profile"):
            await profiles.seats_back(one, new_token(), [])
        with pytest.raises(Refusal, match="no-profile"):
            await profiles.seats_back(one, person, [])  # what the store knows opens nothing

    with_workers(store_url, scene, 2)


def test_a_seat_has_so_many_tokens_and_whoever_leaves_it_has_none(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        key = await somebody(worker)
        name, _ = await new_table(worker, (SeatPlan("me", "Ben"), SeatPlan("friend"), SeatPlan("friend")))
        room = await rooms.open_room(worker, name)
        await seating.take_seat(worker, room, 1, "Anna", await profiles.player(worker, key))
        tokens = [read(await profiles.seats_back(worker, key, []))["seats"][0]["token"] for _ in range(12)]
        opened = [(await greeted(worker, name, token))["type"] == "state" for token in tokens]
        assert sum(opened) == people.SPARES_MOST
        from railhead.server import wishes

        await rooms.act(worker, room, wishes.stand(1, (1,)))
        assert (await greeted(worker, name, tokens[-1]))["code"] == "wrong-token"
        assert read(await profiles.seats_back(worker, key, []))["seats"] == []
        again = rooms.load_live(worker.engine, name, True)
        assert again is not None and again.spares == {} == room.live.spares

    with_workers(store_url, scene)


def test_seats_taken_before_there_was_a_profile_come_to_it_by_their_tokens(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        key = await somebody(worker)
        name, tokens = await new_table(worker, ANNA_AND_BEN, DAYS)
        await profiles.own(worker, key, [KeptSeat(name, "x" * 43), KeptSeat("nosuchtable", tokens[0])])
        assert read(await profiles.seats_back(worker, key, []))["seats"] == []
        await profiles.own(worker, key, [KeptSeat(name, tokens[0])])
        assert [seat["seat"] for seat in read(await profiles.seats_back(worker, key, []))["seats"]] == [0]

    with_workers(store_url, scene)


def test_what_was_played_is_counted_once_can_be_had_and_is_forgotten(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        key = await somebody(worker)
        name, tokens = await new_table(worker, ANNA_AND_BEN, DAYS)
        await profiles.own(worker, key, [KeptSeat(name, tokens[1])])
        room = await rooms.open_room(worker, name)
        await play(worker, room)
        for _ in range(2):
            await minding.look(worker, name)
        assert room.live.game is not None
        score, winners = room.live.game.score().scores[1], room.live.game.score().winners
        told = read(await profiles.history(worker, key))
        (game,), (tally,) = told["games"], told["tallies"]
        assert (game["points"], game["place"]) == (score.total, 1 if 1 in winners else 2) and game["own"] is True
        assert (tally["played"], tally["best"], tally["completed"]) == (1, score.total, len(score.completed))
        await profiles.add_way(worker, key, HookWay("http://127.0.0.1:9/x"), "https://trains.example")
        everything = read(await profiles.everything(worker, key))
        assert everything["card"]["name"] == "Anna" and everything["ways"][0]["url"] == "http://127.0.0.1:9/x"
        assert everything["seats"] == [{"table": name, "seat": 1}] and len(everything["games"]) == 1
        assert everything["tallies"] == [tally] and (everything["blocked"], everything["reported"]) == (0, 0)
        await profiles.forget(worker, key)
        with pytest.raises(Refusal, match="no-profile"):
            await profiles.me(worker, key)
        with store.transaction(worker.engine) as connection:
            for rows in ("persons", "ways", "outbox", "results"):
                assert connection.exec_driver_sql(f"SELECT count(*) FROM {rows}").scalar() == 0
            assert connection.exec_driver_sql("SELECT count(*) FROM seats WHERE person > ''").scalar() == 0
        assert (await greeted(worker, name, tokens[1]))["you"] == [1]  # the game is others' as well

    with_workers(store_url, scene)


def test_the_routes_one_has_claimed_stand_on_any_board_in_the_look_of_the_page(tmp_path: Any) -> None:
    async def scene(worker: Worker) -> None:
        key = await somebody(worker)
        person = await profiles.player(worker, key)
        name, summary, body = mapmaking.checked(json.dumps(small_map()).encode())
        await worker.write(store.keep_map, name, 0, "", False, summary, body)
        for game in ("usa", name):
            source = await maps.source(worker, game)
            routes = [route.id for route in known(source).routes[:3]]
            for number in range(7):
                played = Played(f"{game}{number}"[-12:], game, 0, 2, 1, 90, 3, 0, 20, True)
                await worker.write(people.write_results, [(person, 0, played, routes)])
            for look in ("classic", "dark"):
                drawn = gzip.decompress(await profiles.routes(worker, key, game, source, look)).decode()
                assert drawn.count(">7</text>") == 3 + 1  # and the end of the scale
                assert "@font-face" in drawn, "an image has none of the page's fonts"
                assert f".paper {{ fill: {themes()[look]['paper']}; }}" in drawn
            with pytest.raises(Refusal, match="bad-message"):
                await profiles.routes(worker, key, game, source, "../dark")

    with_workers(f"sqlite:///{tmp_path / 'tables.sqlite'}", scene)


def test_a_host_may_require_profiles_or_forbid_them(store_url: str) -> None:
    wanted = NewTable("usa", [SeatPlan("me", "Anna"), SeatPlan("friend")], Options())

    async def required(worker: Worker) -> None:
        for key in (None, "short", new_token()):
            with pytest.raises(Refusal, match="no-profile"):
                await profiles.player(worker, key)
        assert await profiles.player(worker, await somebody(worker))

    async def forbidden(worker: Worker) -> None:
        assert await profiles.player(worker, new_token()) == ""
        await seating.make_table(worker, wanted)
        with pytest.raises(Refusal, match="no-profile"):
            await somebody(worker)

    with_workers(store_url, required, policy="required")
    with_workers(store_url, forbidden, policy="forbidden")
