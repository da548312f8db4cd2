"""Duplicates and tournaments, on both stores: one deal at all tables, compared seat by seat, and told to nobody who still plays it; rounds
that are paired, played, counted and follow one another, though workers die between any two steps.
"""

import hashlib
from typing import Any

import pytest
from test_days import Time, clock  # noqa: F401
from test_late_news import greeted, play
from test_profiles import read, somebody, with_workers

from railhead.game import Game
from railhead.server import clubs, gate, matches, minding, profiles, rooms, seating, store, table, wishes
from railhead.server.gate import Company
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.worker import Worker
from railhead.words import Clock, ClubWish, JoinClub, NewClub, PlayOn

LIVE, SLOW = Clock(minutes=10, increment=5), Clock(minutes=24 * 60, turn=2 * 24 * 60)
DUPLICATE = NewClub("duplicate", "Tuesdays", "usa", [None, None], LIVE, tables=2, fill="child")
SWISS = NewClub("swiss", "Spring Cup", "usa", [None, None], SLOW, rounds=2)
Asked = dict[str, Any]


async def made(worker: Worker, wanted: NewClub, key: str | None = None) -> tuple[str, str]:
    person = await profiles.player(worker, key)
    found = read(await clubs.make(worker, wanted, "192.0.2.1", person))
    return found["club"], found["token"]


async def joined(worker: Worker, club: str, name: str, key: str | None = None, **wanted: Any) -> str:
    person = await profiles.player(worker, key)
    return str(read(await clubs.join(worker, club, JoinClub(name, **wanted), person))["token"])


async def shown(worker: Worker, club: str, token: str | None) -> Asked:
    return dict(read(await clubs.show(worker, club, token)))


async def wish(worker: Worker, club: str, token: str | None, wanted: str, member: int | None = None) -> Asked:
    return dict(read(await clubs.act(worker, club, ClubWish(wanted, member), token)))  # type: ignore[arg-type]


async def all_rooms(worker: Worker, club: str, round_: int = 1) -> list[Room]:
    worker.changed = lambda room: None  # bots move when the test says so
    whole = matches.read(worker.engine, club)
    assert whole is not None
    return [
        await rooms.open_room(worker, match.table) for match in whole.matches if match.round == round_ and match.table
    ]


async def play_out(worker: Worker, room: Room) -> None:
    """Play a game to its end, for people and bots alike, and have it minded."""
    await play_all(worker, room)
    await minding.look(worker, room.name)


async def play_all(worker: Worker, room: Room) -> None:
    while not table.is_over(room.live):
        for seat in table.waiting(room.live):
            game, bot = table.asked(room.live, seat), room.live.seats[seat].bot is not None
            await rooms.act(worker, room, wishes.move(seat, None, game.spelled(max(game.legal()))[0][1], "", bot))


# ---- duplicates


def test_every_table_of_a_duplicate_has_the_same_deal_byte_for_byte(store_url: str) -> None:
    async def scene(one: Worker, other: Worker) -> None:
        club, host = await made(one, DUPLICATE)
        tokens = [await joined(one, club, "Anna", token=host), await joined(other, club, "Ben", table=1, seat=1)]
        tokens += [await joined(one, club, name) for name in ("Cleo", "Dan")]  # the last place: it begins
        assert tokens[0] == host
        told = await shown(other, club, tokens[2])
        assert told["phase"] == "playing" and told["you"] == 2 and not told["host"]
        assert [(m["name"], m["table"], m["seat"]) for m in told["members"]] == [
            ("Anna", 0, 0), ("Ben", 1, 1), ("Cleo", 1, 0), ("Dan", 0, 1),
        ]  # fmt: skip
        first, second = await all_rooms(one, club)
        games = [room.live.game for room in (first, second)]
        assert games[0] is not None and games[1] is not None and games[0].array.tobytes() == games[1].array.tobytes()
        for room in (first, second):
            await play(one, room, 12)
        assert games[0].array.tobytes() == games[1].array.tobytes() and games[0].decisions == games[1].decisions
        assert (await greeted(other, first.name, tokens[3]))["you"] == [1]

    with_workers(store_url, scene, 2)


def test_nobody_who_still_plays_learns_how_it_went_elsewhere(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        club, host = await made(worker, DUPLICATE)
        anna, ben = await joined(worker, club, "Anna"), await joined(worker, club, "Ben")
        promise = (await shown(worker, club, None))["commitment"]
        await wish(worker, club, host, "start")  # bots take the two places that are free
        first, second = await all_rooms(worker, club)
        seed = first.live.head.seed
        assert [state.kind for state in first.live.seats] == ["person", "bot"]
        assert hashlib.sha256(seed.encode()).hexdigest() == promise == gate.table_info(first.live).commitment
        await play_out(worker, first)
        for token in (ben, None):
            told = await shown(worker, club, token)
            assert [one["ended"] for one in told["matches"]] == [True, False]
            assert all(one["points"] is None for one in told["matches"])
            assert told["standings"] == told["means"] == [] and told["seed"] is None
            assert [one["table"] for one in told["matches"]] == [None, second.name if token else None]
        for token in (anna, host):
            told = await shown(worker, club, token)
            assert told["matches"][0]["points"] and told["matches"][1]["points"] is None and told["seed"] is None
        assert gate.table_info(first.live).seed is None
        assert (await greeted(worker, first.name))["code"] == (await greeted(worker, second.name))["code"] == "sealed"
        assert (await greeted(worker, second.name, anna))["code"] == "wrong-token"  # nor where one does not sit
        with pytest.raises(Refusal, match="sealed"):
            await seating.play_on(worker, first, PlayOn(10, 0, "Anna"))
        with pytest.raises(Refusal, match="sealed"):
            wishes.play_again((0,), True, True, True)(first.live)
        with pytest.raises(Refusal, match="started"):
            await wish(worker, club, host, "cancel")
        await play_out(worker, second)
        told = await shown(worker, club, None)
        assert told["phase"] == "over" and told["seed"] == seed
        points = [one["points"] for one in told["matches"]]
        assert told["means"] == [(points[0][seat] + points[1][seat]) / 2 for seat in (0, 1)]
        assert {line["member"]: line["score"] for line in told["standings"]} == {
            0: points[0][0] - told["means"][0],
            1: points[1][0] - told["means"][0],
        }
        while store.any_due(worker.engine, 2**60) and table.sealed(first.live):
            await minding.look_around(worker)
        for room in (first, second):
            assert gate.table_info(room.live).seed == seed and not table.sealed(room.live)
            assert (await greeted(worker, room.name))["type"] == "state"
        assert Game("usa", ["a", "b"], seed).line() == Game("usa", ["x", "y"], told["seed"]).line()

    with_workers(store_url, scene)


def test_the_same_bot_sits_at_the_same_seat_everywhere(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        wanted = NewClub("duplicate", "Bots", "usa", [None, "hard", None], LIVE, tables=3, fill="easy")
        club, host = await made(worker, wanted)
        with pytest.raises(Refusal, match="unknown-seat"):
            await joined(worker, club, "Anna", table=0, seat=1)
        await joined(worker, club, "Anna", table=2, seat=2)
        with pytest.raises(Refusal, match="seat-taken"):
            await joined(worker, club, "Ben", table=2, seat=2)
        await wish(worker, club, host, "start")
        levels = [[state.level for state in room.live.seats] for room in await all_rooms(worker, club)]
        assert levels == [["easy", "hard", None], ["easy", "hard", "easy"]]  # one with bots alone, to compare with

    with_workers(store_url, scene)


# ---- tournaments


def test_a_swiss_of_three_over_days_counts_byes_and_ends(store_url: str, clock: Time) -> None:  # noqa: F811
    async def scene(one: Worker, other: Worker) -> None:
        key = await somebody(one)
        club, host = await made(one, SWISS, key)
        tokens = [
            await joined(one, club, "Anna", key, token=host),
            await joined(other, club, "Ben"),
            await joined(one, club, "Ben"),
        ]
        assert [member["name"] for member in (await shown(one, club, None))["members"]] == ["Anna", "Ben", "Ben 2"]
        with pytest.raises(Refusal, match="not-host"):
            await wish(one, club, tokens[1], "start")
        told = await wish(one, club, host, "start")
        assert told["round"] == 1 and sorted(len(match["seats"]) for match in told["matches"]) == [1, 2]
        with pytest.raises(Refusal, match="started"):
            await joined(other, club, "Dora")
        (room,) = await all_rooms(one, club)
        assert room.live.head.options.starter == 0 and not room.live.head.same_deal
        await play_out(one, room)
        told = await shown(other, club, key)
        assert told["round"] == 2 and told["you"] == 0 and told["host"]  # by the profile, from any device
        assert told["standings"][0]["score"] == 1.0 and len(told["matches"]) == 4
        alone = [match["seats"][0] for match in told["matches"] if len(match["seats"]) == 1]
        assert len(set(alone)) == 2
        for _ in range(2):  # however often it is noted
            await minding.look(other, room.name)
        (room,) = await all_rooms(other, club, 2)
        await play_out(other, room)
        told = await shown(one, club, None)
        assert told["phase"] == "over" and told["round"] == 2
        assert sum(line["score"] for line in told["standings"]) == 4.0
        found = read(await clubs.mine(one, key))["clubs"]
        assert [(one_["club"], one_["phase"]) for one_ in found] == [(club, "over")]
        assert read(await profiles.everything(one, key))["clubs"] == found
        await profiles.forget(one, key)
        whole = matches.read(one.engine, club)
        assert whole is not None and whole.club.person == "" and {member.person for member in whole.members} == {""}

    with_workers(store_url, scene, 2)


def test_a_worker_that_dies_between_two_steps_leaves_the_round_to_another(store_url: str, clock: Time) -> None:  # noqa: F811
    """Its table is due again when its lease is out; whoever looks at it does what was left undone, once."""

    async def scene(one: Worker, other: Worker) -> None:
        club, host = await made(one, SWISS)
        for name in ("Anna", "Ben"):
            await joined(one, club, name)
        await wish(one, club, host, "start")
        (room,) = await all_rooms(one, club)
        await play_all(one, room)
        await one.write(matches.end_match, club, room.name, clubs.result_of(room.live))  # and there it dies
        claimed: list[str] = []
        await one.write(store.claim_due, clock.now, clock.now + minding.LEASE, 20, claimed)
        assert room.name in claimed and (await shown(other, club, None))["round"] == 1
        clock.passes(1)
        await minding.look_around(other)
        assert (await shown(other, club, None))["round"] == 2
        await minding.look(one, room.name)
        assert len(await all_rooms(other, club, 2)) == 1

    with_workers(store_url, scene, 2)


def test_a_round_waits_for_the_word_and_who_leaves_is_paired_no_more(store_url: str, clock: Time) -> None:  # noqa: F811
    async def scene(worker: Worker) -> None:
        wanted = NewClub("all", "League", "usa", [None, None], SLOW, waits=True)
        club, host = await made(worker, wanted)
        tokens = [await joined(worker, club, name) for name in ("Anna", "Ben", "Cleo", "Dan")]
        await wish(worker, club, host, "start")
        assert (await shown(worker, club, None))["rounds"] == 3
        first, second = await all_rooms(worker, club)
        await play_out(worker, first)
        with pytest.raises(Refusal, match="not-host"):
            await wish(worker, club, tokens[0], "leave", 2)
        whole = matches.read(worker.engine, club)
        assert whole is not None
        loser = next(member for member in whole.matches[1].seats if member is not None)
        await wish(worker, club, tokens[loser], "leave")  # in the middle of a game: a bot plays on
        seat = list(whole.matches[1].seats).index(loser)
        assert second.live.seats[seat].reason == "resign"
        await play_out(worker, second)
        told = await shown(worker, club, host)
        assert told["ready"] and told["round"] == 1
        result = next(match for match in told["matches"] if match["table"] == second.name)
        assert result["away"] == [seat] and told["standings"][-1]["score"] == 0.0
        told = await wish(worker, club, host, "start")
        assert told["round"] == 2 and sorted(len(match["seats"]) for match in told["matches"][2:]) == [1, 2]
        assert loser not in [member for match in told["matches"][2:] for member in match["seats"]]
        told = await wish(worker, club, host, "cancel")
        assert told["phase"] == "cancelled"

    with_workers(store_url, scene)


def test_a_table_that_nobody_comes_to_ends_by_the_clock(store_url: str, clock: Time) -> None:  # noqa: F811
    """A live round must not wait for ever: time goes by from the first tickets on, and a bot sits in."""

    async def scene(worker: Worker) -> None:
        club, host = await made(worker, NewClub("swiss", "Evening", "usa", [None, None], LIVE, rounds=1))
        for name in ("Anna", "Ben"):
            await joined(worker, club, name)
        await wish(worker, club, host, "start")
        (room,) = await all_rooms(worker, club)
        assert await minding.look(worker, room.name) == clock.now + 10 * 60_000
        clock.now += 11 * 60_000
        await rooms.act(worker, room, wishes.time_out)
        assert [state.reason for state in room.live.seats] == ["clock", "clock"] and table.goes_on(room.live)

    with_workers(store_url, scene)


def test_rude_wishes_are_refused(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        for wanted, code in (
            (NewClub("swiss", "\u202e", "usa", [None, None], LIVE), "bad-name"),
            (NewClub("swiss", "x" * 41, "usa", [None, None], LIVE), "bad-name"),
            (NewClub("swiss", "Cup", "nowhere", [None, None], LIVE), "unknown-game"),
            (NewClub("swiss", "Cup", "usa", [None, "hard"], LIVE), "few-members"),
            (NewClub("duplicate", "Cup", "usa", ["hard", "hard"], LIVE), "few-members"),
            (NewClub("duplicate", "Cup", "usa", [None, "genius"], LIVE), "unknown-level"),
            (NewClub("duplicate", "Cup", "usa", [None, None], Clock(minutes=0)), "bad-message"),
        ):
            with pytest.raises(Refusal, match=code):
                await made(worker, wanted)
        club, host = await made(worker, SWISS)
        for asked in ("start", "cancel", "leave"):
            for token in (None, "x" * 43):
                with pytest.raises(Refusal, match=r"not-host|unknown-seat"):
                    await wish(worker, club, token, asked)
        with pytest.raises(Refusal, match="few-members"):
            await wish(worker, club, host, "start")  # nobody is there
        with pytest.raises(Refusal, match="unknown-club"):
            await shown(worker, "../etc", None)
        anna = await joined(worker, club, "Anna", token=host)
        with pytest.raises(Refusal, match="answered"):
            await joined(worker, club, "Anna", token=host)
        await wish(worker, club, anna, "leave")
        assert (await shown(worker, club, None))["members"] == []
        for number in range(worker.settings.limits.club_members):
            await joined(worker, club, f"Guest {number}")
        with pytest.raises(Refusal, match="club-full"):
            await joined(worker, club, "One more")
        for _ in range(worker.settings.limits.clubs_an_address - 1):
            await made(worker, DUPLICATE)
        with pytest.raises(Refusal, match="too-many-clubs"):
            await made(worker, DUPLICATE)

    with_workers(store_url, scene)


def test_a_table_that_a_host_cleared_away_holds_nobody_up(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        club, host = await made(worker, NewClub("swiss", "Cup", "usa", [None, None], LIVE, rounds=1))
        for name in ("Anna", "Ben"):
            await joined(worker, club, name)
        await wish(worker, club, host, "start")
        (room,) = await all_rooms(worker, club)
        del worker.open[room.name]
        with store.transaction(worker.engine) as connection:
            store.clear_tables(connection, [room.name])
        told = await wish(worker, club, host, "start")
        assert told["phase"] == "over" and told["matches"][0]["points"] == []
        assert [line["score"] for line in told["standings"]] == [0.5, 0.5]

    with_workers(store_url, scene)


def test_what_all_may_know_of_a_table_names_its_club(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        club, _ = await made(worker, DUPLICATE)
        for name in ("Anna", "Ben", "Cleo", "Dan"):
            await joined(worker, club, name)
        room = (await all_rooms(worker, club))[0]
        assert read(gate.info(room.live, Company([True, True], 0)))["club"] == club

    with_workers(store_url, scene)
