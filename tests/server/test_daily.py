"""The deal of the day, on both stores: the same for everybody, byte for byte; one try that counts; nothing tells what is to come, and when the
day is closed everybody can verify it.
"""

import hashlib
from typing import Any

import pytest
from test_days import Time, clock  # noqa: F401
from test_late_news import greeted, play
from test_profiles import read, somebody, with_workers

from railhead.game import Game
from railhead.server import daily, days, gate, minding, profiles, reviews, rooms, seating, table, tries, wishes
from railhead.server.bots import think
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.worker import Worker
from railhead.words import DayRival, NewTry, Played, PlayOn


async def begin(worker: Worker, key: str, day: str | None = None) -> Room:
    made = read(await daily.begin(worker, key, NewTry("Anna", day), "192.0.2.1"))
    return await rooms.open_room(worker, made["table"])


async def today(worker: Worker, key: str | None) -> dict[str, Any]:
    return dict(read(await daily.overview(worker, key))["today"])


async def bots_move(worker: Worker, room: Room) -> None:
    """Have the bots do what they do, wherever they think."""
    while not table.is_over(room.live):
        seat = next((one for one in table.waiting(room.live) if room.live.seats[one].bot), None)
        if seat is None:
            return
        decisions = think(
            daily.LEVEL, room.live.head.game, daily.SEATS, table.asked(room.live, seat).veiled(seat).tobytes()
        )
        await rooms.act(worker, room, wishes.move(seat, None, decisions, "", True))


async def play_as(worker: Worker, room: Room, most: int = 1000) -> None:
    """A person who always does the same, against the bots."""
    for _ in range(most):
        await bots_move(worker, room)
        if table.is_over(room.live):
            return
        game = table.asked(room.live, daily.PLAYER)
        decision = max(game.legal())
        await rooms.act(worker, room, wishes.move(daily.PLAYER, None, game.spelled(decision)[0][1], "", False))


def test_everybody_meets_the_same_cards_tickets_and_bots(store_url: str, clock: Time) -> None:  # noqa: F811
    async def scene(one: Worker, other: Worker) -> None:
        rooms_of = [await begin(worker, await somebody(worker)) for worker in (one, other)]
        for worker, room in zip((one, other), rooms_of, strict=True):
            await play_as(worker, room, 12)
        first, second = (room.live.game for room in rooms_of)
        assert first is not None and second is not None and first.line() == second.line()
        assert first.array.tobytes() == second.array.tobytes() and first.decisions == second.decisions
        assert len({room.name for room in rooms_of}) == 2

    with_workers(store_url, scene, 2)


def test_one_try_counts_and_is_found_again_from_any_window(store_url: str, clock: Time) -> None:  # noqa: F811
    async def scene(worker: Worker) -> None:
        key, rival, lazy = [await somebody(worker, name) for name in ("Anna", "Ben", "Cleo")]
        with pytest.raises(Refusal, match="no-profile"):
            await daily.begin(worker, None, NewTry("Anna"), "?")
        room = await begin(worker, key)
        made = read(await daily.begin(worker, key, NewTry("Anna"), "?"))
        assert made["table"] == room.name
        assert (await greeted(worker, room.name, made["seats"][0]["token"]))["you"] == [daily.PLAYER]
        told = await today(worker, key)
        assert told["own"]["ended"] is None and told["standing"] is None and told["rivals"] == []
        await play(worker, await begin(worker, lazy), 0)
        await play_as(worker, room)
        day, scores = told["day"], room.live.game.score() if room.live.game else None
        await worker.write(tries.add_rival, day, DayRival("child", 12))  # what follows is not to wait for bots
        for _ in range(2):
            await minding.look(worker, room.name)
        told = await today(worker, key)
        assert scores is not None and told["own"]["points"] == scores.scores[daily.PLAYER].total
        assert told["standing"] == {"players": 1, "beats": None} and told["rivals"] == [
            {"level": "child", "points": 12}
        ]
        assert told["seed"] is None and (await today(worker, None))["own"] is None
        beaten = await begin(worker, rival)
        played = Played(beaten.name, told["game"], clock.now, 3, 3, told["own"]["points"] - 1, 0, 3, 4, True)
        await worker.write(tries.end, day, await profiles.player(worker, rival), played, True)
        assert (await today(worker, key))["standing"] == {"players": 2, "beats": 1.0}
        assert (await today(worker, rival))["standing"] == {"players": 2, "beats": 0.0}

    with_workers(store_url, scene)


def test_nothing_tells_what_is_to_come_and_afterwards_all_can_be_verified(store_url: str, clock: Time) -> None:  # noqa: F811
    async def scene(worker: Worker) -> None:
        key = await somebody(worker)
        told = read(await daily.overview(worker, key))
        promise, day = told["tomorrow"], told["today"]["day"]
        clock.passes(1)
        told = await today(worker, key)
        assert told["commitment"] == promise and told["day"] == days.after(day)
        room = await begin(worker, key)
        await worker.write(tries.add_rival, told["day"], DayRival("child", 12))
        await play_as(worker, room)
        seed = room.live.head.seed
        assert table.is_over(room.live) and gate.table_info(room.live).seed is None
        assert gate.table_info(room.live).commitment == promise
        with pytest.raises(Refusal, match="sealed"):
            await seating.play_on(worker, room, PlayOn(10, 0, "Anna"))
        with pytest.raises(Refusal, match="sealed"):
            await reviews.review(worker, room, "?", None)
        with pytest.raises(Refusal, match="sealed"):
            wishes.play_again((0,), True, True, True)(room.live)
        assert (await greeted(worker, room.name))["code"] == "sealed"  # to look on is to be told
        await minding.look(worker, room.name)
        for who in (key, None):
            assert seed not in (await daily.overview(worker, who)).decode()
        clock.passes(1)
        with pytest.raises(Refusal, match="sealed"):  # others may still be playing
            await begin(worker, key, told["day"])
        clock.passes(1)
        found = read(await daily.one_day(worker, told["day"], key))
        assert found["seed"] == seed and hashlib.sha256(seed.encode()).hexdigest() == promise
        assert gate.table_info(room.live).seed == seed
        names = [seat.name or "" for seat in room.live.seats]
        assert Game(found["game"], names, found["seed"]).line() == Game(found["game"], ["a", "b", "c"], seed).line()
        practice = await begin(worker, key, told["day"])
        assert practice.name != room.name and practice.live.head.seed == seed
        for unknown in ("2031-01-01", "1999-12-31"):
            with pytest.raises(Refusal, match="unknown-path"):
                await begin(worker, key, unknown)
        before = read(await daily.overview(worker, key))["before"]
        assert [one["day"] for one in before] == [told["day"], day] and before[0]["own"]["points"] is not None

    with_workers(store_url, scene)


def test_a_try_with_a_bots_help_or_after_the_close_does_not_count(store_url: str, clock: Time) -> None:  # noqa: F811
    async def scene(worker: Worker) -> None:
        helped, late = await somebody(worker), await somebody(worker, "Ben")
        day = days.day_of(clock.now)
        await today(worker, None)
        await worker.write(tries.add_rival, day, DayRival("child", 12))
        room, other = await begin(worker, helped), await begin(worker, late)
        await play_as(worker, room, 3)
        await bots_move(worker, room)
        await rooms.act(worker, room, wishes.replace(0, "easy", (0,), lambda: True))
        seat = daily.PLAYER
        decisions = think("easy", room.live.head.game, 3, table.asked(room.live, seat).veiled(seat).tobytes())
        await rooms.act(worker, room, wishes.move(seat, None, decisions, "", True))
        await rooms.act(worker, room, wishes.back(0, 0))
        await play_as(worker, room)
        clock.passes(3)
        await play_as(worker, other)
        for one in (room, other):
            await minding.look(worker, one.name)
        found = read(await daily.one_day(worker, day, helped))
        assert found["own"]["ended"] is not None and found["own"]["points"] is None
        assert found["standing"] == {"players": 0, "beats": None}

    with_workers(store_url, scene)


def test_bots_try_the_same_seat_and_do_the_same_on_any_machine() -> None:
    seed = daily.seed_of("ab" * 32, "2026-11-16")
    assert seed != daily.seed_of("ab" * 32, "2026-11-17") != daily.seed_of("cd" * 32, "2026-11-17")
    assert daily.tried_by("easy", "usa", seed) == daily.tried_by("easy", "usa", seed)
    turns = daily.boards()
    assert len({Game(game, players=2, seed=1).setting.board["id"] for game in turns}) == len(turns) >= 4
