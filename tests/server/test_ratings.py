"""Ratings: as openskill has them, once for each game, for games that all who played wanted rated; and nobody gains by what a bot played for them."""

import random
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from openskill.models import PlackettLuce
from server_running import FULL
from sqlalchemy import text
from test_days import ANNA_AND_BEN, DAYS, Time, clock  # noqa: F401
from test_late_news import new_table, play
from test_profiles import read, somebody, with_workers

from railhead.arena.games import play_deal
from railhead.boards import load
from railhead.server import minding, profiles, ratings, rooms, seating, store, table, wishes
from railhead.server.ratings import Skill, Standing
from railhead.server.refusals import Refusal
from railhead.server.store import open_store, transaction
from railhead.server.worker import Worker
from railhead.words import Clock, KeptSeat, NewTable, Options, SeatPlan

GAMES = 10_000 if FULL else 400
TOGETHER = 100  # games in a transaction
RATED = Options(rated=True, clock=Clock(minutes=24 * 60, turn=24 * 60))


def many_games(count: int, strength: Sequence[float], lots: random.Random) -> list[list[tuple[int, int]]]:
    """Games of two to five of some players: who played, and how many were better. The strong are often before the weak; some tie."""
    found = []
    for _ in range(count):
        seated = lots.sample(range(len(strength)), lots.randint(2, 5))
        points = {player: round(lots.gauss(strength[player], 4)) for player in seated}
        found.append([(player, sum(other > points[player] for other in points.values())) for player in seated])
    return found


def test_ratings_are_those_of_openskill(store_url: str) -> None:
    engine, lots = open_store(store_url), random.Random(21)
    games = many_games(GAMES, range(10), lots)
    model = PlackettLuce()
    skills = {player: model.rating() for player in range(10)}
    for first in range(
        0, GAMES, TOGETHER
    ):  # as a server writes them: rows that one transaction changes ten thousand times grow slow
        with transaction(engine) as connection:
            for number, game in enumerate(games[first : first + TOGETHER], first):
                names = [f"bot:{player}" for player, _ in game]
                standings = [Standing(name, rank) for name, (_, rank) in zip(names, game, strict=True)]
                for _ in range(2):  # a game counts once
                    ratings.write(connection, f"t{number}", number, standings)
                rated = model.rate([[skills[player]] for player, _ in game], ranks=[rank for _, rank in game])
                skills |= {player: new for (player, _), (new,) in zip(game, rated, strict=True)}
    with transaction(engine) as connection:
        rows = connection.execute(text("SELECT player, mu, sigma, played FROM ratings")).all()
    kept = {player: (mu, sigma, played) for player, mu, sigma, played in rows}
    for player, skill in skills.items():
        played = sum(player == one for game in games for one, _ in game)
        assert kept[f"bot:{player}"] == (pytest.approx(skill.mu), pytest.approx(skill.sigma), played)
    order = sorted(skills, key=lambda player: skills[player].mu)
    assert order[0] < order[-1] and {0, 1} & set(order[:3]) and {8, 9} & set(order[-3:])
    found = ratings.best(engine, "", 50)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    mine = ratings.read(engine, "bot:9")
    assert mine is not None and mine.place == 1 + sum(one.score > mine.score for one in found)
    engine.dispose()


def test_equal_bots_end_equal() -> None:
    """Five players who are the same bot: real games of two to five of them, in seats by lot."""
    lots, setting = random.Random(7), load("usa")
    known = {str(player): ratings.newcomer() for player in range(5)}
    for deal in range(GAMES):
        seated = lots.sample(sorted(known), lots.randint(2, 5))
        scores = play_deal(setting, ("easy",) * len(seated), 21, deal).scores
        order = [(bool(one.winner), int(one.total)) for one in scores]
        standings = [
            Standing(who, sum(other > mine for other in order)) for who, mine in zip(seated, order, strict=True)
        ]
        known |= ratings.updated({one: known[one] for one in seated}, standings)
    middle = sum(skill.mu for skill in known.values()) / 5
    print({who: (round(skill.mu, 2), round(skill.sigma, 2), skill.score) for who, skill in known.items()})
    for skill in known.values():
        assert abs(skill.mu - middle) < 3 * skill.sigma < 6


def test_a_level_with_two_seats_is_rated_once_and_who_was_helped_gains_nothing() -> None:
    before = {"bot:hard": Skill(30, 2), "anna": Skill(25, 8)}
    won = [Standing("anna", 0, gains=False), Standing("bot:hard", 1), Standing("bot:hard", 2)]
    assert ratings.updated(before, won)["anna"] == before["anna"]
    lost = [Standing("anna", 2, gains=False), Standing("bot:hard", 0), Standing("bot:hard", 0)]
    after = ratings.updated(before, lost)
    assert after["anna"].mu < 25 and after["bot:hard"].mu > 30


def test_a_rated_game_has_profiles_a_clock_and_no_help(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        person = await profiles.player(worker, await somebody(worker))
        anna_and_a_bot = [SeatPlan("me", "Anna"), SeatPlan("bot", None, "easy")]
        for seats, options, who in (
            (anna_and_a_bot, RATED, ""),
            (anna_and_a_bot, Options(rated=True), person),
            (list(ANNA_AND_BEN), RATED, person),
        ):
            with pytest.raises(Refusal, match=r"no-profile|bad-message"):
                await seating.make_table(worker, NewTable("usa", seats, options), person=who)
        wanted = NewTable("usa", [SeatPlan("me", "Anna"), SeatPlan("friend")], RATED)
        name = read(await seating.make_table(worker, wanted, person=person))["table"]
        room = await rooms.open_room(worker, name)
        assert (room.live.head.options.undo, room.live.head.options.hints) == (False, False)
        with pytest.raises(Refusal, match="no-profile"):
            await seating.take_seat(worker, room, 1, "Ben")
        ben = await somebody(worker, "Ben")
        await seating.take_seat(worker, room, 1, "Ben", await profiles.player(worker, ben))
        await play(worker, room)
        for _ in range(2):
            await minding.look(worker, name)
        assert room.live.game is not None
        told = read(await profiles.best(worker, ben))["players"]
        winner = "Anna" if room.live.game.score().winners == [0] else "Ben"
        assert [(one["name"], one["place"], one["you"], one["played"]) for one in told] == [
            (one, place, one == "Ben", 1)
            for place, one in enumerate(sorted(("Anna", "Ben"), key=lambda one: one != winner), 1)
        ]
        mine = read(await profiles.history(worker, ben))["rating"]
        assert mine["played"] == 1 and mine["score"] == next(one["score"] for one in told if one["you"])
        again = wishes._following(room.live, {0, 1}, True, 5)[0]
        assert not again.options.rated and wishes._following(room.live, {0, 1}, False, 5)[0].options.rated
        assert person not in msgspec.json.encode(told).decode()
        await profiles.forget(worker, ben)
        assert [one["name"] for one in read(await profiles.best(worker, None))["players"]] == ["Anna"]

    with_workers(store_url, scene)


def test_who_goes_away_from_a_rated_game_has_lost_it(store_url: str, clock: Time) -> None:  # noqa: F811
    async def scene(worker: Worker) -> None:
        key = await somebody(worker)
        wanted = NewTable("usa", [SeatPlan("me", "Anna"), SeatPlan("bot", None, "child")], RATED)
        made = read(await seating.make_table(worker, wanted, person=await profiles.player(worker, key)))
        room = await rooms.open_room(worker, made["table"])
        clock.passes(3)
        await minding.look_around(worker)  # nobody has the table open: her time is out, and the bots play on
        assert room.live.seats[0].away is not None
        for _ in range(400):
            if table.is_over(room.live):
                break
            for task in list(room.thinking.values()):
                await task
            worker.changed(room)
        assert table.is_over(room.live)
        await minding.look(worker, made["table"])
        (standing, _) = ratings.standings(room.live)
        assert (standing.rank, standing.gains) == (1, False)
        rating = await worker.read(ratings.read, standing.player)
        assert rating is not None and rating.score < ratings.NEWCOMER + 40

    with_workers(store_url, scene)


def test_other_games_are_not_rated(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        key = await somebody(worker)
        name, tokens = await new_table(worker, ANNA_AND_BEN, DAYS)
        await profiles.own(worker, key, [KeptSeat(name, tokens[0])])
        room = await rooms.open_room(worker, name)
        await play(worker, room)
        await minding.look(worker, name)
        assert read(await profiles.history(worker, key))["rating"] is None
        with store.transaction(worker.engine) as connection:
            assert connection.execute(text("SELECT count(*) FROM ratings")).scalar() == 0

    with_workers(store_url, scene)


def test_places_far_behind_are_counted_for_all_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = store.open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    monkeypatch.setattr(ratings, "COUNTED", 5)
    with store.transaction(engine) as connection:
        for number in range(20):  # two of each score
            row = {"player": f"p{number}", "score": 1000 - number // 2}
            connection.execute(text("INSERT INTO ratings VALUES (:player, 25, 8, 1, :score)"), row)
    places = [ratings.read(engine, f"p{number}") for number in range(20)]
    assert [one.place for one in places if one] == [number // 2 * 2 + 1 for number in range(20)]
    with store.transaction(engine) as connection:
        connection.execute(text("UPDATE ratings SET score = 2000 WHERE player = 'p19'"))
    best, last = ratings.read(engine, "p19"), ratings.read(engine, "p18")
    assert best and last and (best.place, last.place) == (1, 19)  # of the last it is as it was
    ratings.LADDERS.clear()
    last = ratings.read(engine, "p18")
    assert last and last.place == 20
    engine.dispose()
