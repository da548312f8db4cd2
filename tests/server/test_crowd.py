"""Very many people and games: whatever a page asks for is found by an index, never by walking through all that is kept."""

import re
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import event
from test_clubs import SWISS, joined, made, shown, wish
from test_late_news import new_table, play
from test_profiles import read, somebody, with_workers

from railhead.server import clubs, daily, manners, minding, profiles, rooms, seating, store
from railhead.server.store import open_tables
from railhead.server.worker import Worker
from railhead.words import Block, Card, Complaint, KeptSeat, NewTable, Options, PushWay, SeatPlan

FEW = ("bans", "keys", "outages", "dailies", "notices", "challenges", "found")  # there are never many of these
TWO = (SeatPlan("me", "Anna"), SeatPlan("here", "Ben"))


def walked(file: Path, asked: dict[str, Any]) -> list[str]:
    """The statements that walk through a whole table, by SQLite's own word."""
    found = []
    with sqlite3.connect(file) as connection:
        for statement, values in asked.items():
            if statement.startswith(("SELECT", "UPDATE", "DELETE")):
                for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values):
                    scanned = re.fullmatch(r"SCAN (\w+)", step)
                    if scanned and scanned[1] not in FEW:
                        found.append(f"{step}: {statement}")
    connection.close()
    return found


def test_nothing_that_pages_ask_for_walks_through_all_that_is_kept(tmp_path: Path) -> None:
    file, asked = tmp_path / "tables.sqlite", dict[str, Any]()

    async def scene(worker: Worker) -> None:
        @event.listens_for(worker.engine, "before_cursor_execute")
        def note(connection: Any, cursor: Any, statement: str, values: Any, context: Any, many: bool) -> None:
            asked[statement] = values[0] if many else values

        key, ben = await somebody(worker), await somebody(worker, "Ben")
        people = [await profiles.player(worker, one) for one in (key, ben)]
        name, tokens = await new_table(worker, TWO)
        await profiles.own(worker, key, [KeptSeat(name, tokens[0])])
        await profiles.own(worker, ben, [KeptSeat(name, tokens[1])])
        room = await rooms.open_room(worker, name)
        await manners.report(worker, room, tokens[0], Complaint(1, "He swears."))
        await manners.block(worker, key, Block(name, 1))
        await manners.may_sit(worker, room, people[0])
        await play(worker, room)
        await minding.look_around(worker)
        await profiles.introduce(worker, key, Card("Anna"))
        push = PushWay("https://127.0.0.1/push", "x" * 87, "y" * 22)
        for one in (key, key, ben):
            await profiles.add_way(worker, one, push, "https://trains.example")
        assert len(read(await profiles.me(worker, ben))["ways"]) == 1  # the browser is Ben's now
        assert read(await profiles.me(worker, key))["ways"] == []
        for answer in (profiles.me, profiles.history, profiles.everything, profiles.best, daily.overview, clubs.mine):
            await answer(worker, key)
        await profiles.seats_back(worker, key, [])
        await worker.read(open_tables, 0, 5)
        club, host = await made(worker, SWISS, key)
        for who in ("Cleo", "Dan"):
            await joined(worker, club, who)
        await wish(worker, club, host, "start")
        await shown(worker, club, key)
        wanted = NewTable("usa", [SeatPlan("me", "Anna"), SeatPlan("friend")], Options(open=True))
        await seating.make_table(worker, wanted, person=people[0])
        with store.transaction(worker.engine) as connection:
            store.clear_tables(connection, [name])
        await profiles.forget(worker, key)

    with_workers(f"sqlite:///{file}", scene)
    assert len(asked) > 60
    assert walked(file, asked) == []
