"""Manners, on both stores: what people tell the host, whom they keep from their tables, whom the host keeps out, and the host's tools."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from server_running import Server
from test_cli import run
from test_late_news import new_table
from test_profiles import read, somebody, with_workers
from websockets.exceptions import ConnectionClosed, InvalidStatus

from railhead.server import manners, profiles, rooms, seating, store
from railhead.server.limits import network
from railhead.server.refusals import Refusal
from railhead.server.worker import Worker
from railhead.words import Block, Card, Complaint, NewTable, Options, SeatPlan

TWO = (SeatPlan("me", "Anna"), SeatPlan("here", "Ben"))


def test_the_host_is_told_by_those_who_sit_there_and_by_nobody_else(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        name, tokens = await new_table(worker, TWO)
        room = await rooms.open_room(worker, name)
        for token, told in (
            (None, Complaint(1, "rude")),
            ("x" * 43, Complaint(1, "rude")),
            (tokens[0], Complaint(4, "rude")),
        ):
            with pytest.raises(Refusal, match=r"wrong-token|unknown-seat"):
                await manners.report(worker, room, token, told)
        with pytest.raises(Refusal, match="bad-text"):
            await manners.report(worker, room, tokens[0], Complaint(1, "\x07"))
        for _ in range(manners.REPORTS_MOST + 2):
            await manners.report(worker, room, tokens[0], Complaint(1, "He swears."))
        found = manners.reports(worker.engine, 100)
        assert len(found) == manners.REPORTS_MOST
        assert (found[0].name, found[0].accused, found[0].words, found[0].person) == ("Ben", 1, "He swears.", "")

    with_workers(store_url, scene)


def test_whom_somebody_has_blocked_gets_no_seat_where_they_sit(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        anna, ben = await somebody(worker), await somebody(worker, "Ben")
        people = [await profiles.player(worker, key) for key in (anna, ben)]
        wanted = NewTable("usa", [SeatPlan("me", "Anna"), SeatPlan("friend"), SeatPlan("friend")], Options())
        rooms_of, tokens = [], []
        for _ in range(2):
            made = read(await seating.make_table(worker, wanted, person=people[0]))
            rooms_of.append(await rooms.open_room(worker, made["table"]))
            tokens.append(made["seats"][0]["token"])
        first, second = rooms_of
        await manners.may_sit(worker, first, people[1])
        await seating.take_seat(worker, first, 1, "Ben", people[1])
        with pytest.raises(Refusal, match="wrong-token"):  # a stranger to the table
            await manners.block(worker, await somebody(worker, "Cleo"), Block(first.name, 1))
        await manners.block(worker, anna, Block(first.name, 1))
        with pytest.raises(Refusal, match="seat-taken"):
            await manners.may_sit(worker, second, people[1])
        await manners.may_sit(worker, second, "")
        await manners.report(worker, first, tokens[0], Complaint(1, "He swears."))
        assert read(await profiles.everything(worker, anna))["blocked"] == 1
        assert read(await profiles.everything(worker, ben))["reported"] == 1
        await profiles.forget(worker, anna)
        assert manners.blockers(worker.engine, people[1]) == set()

    with_workers(store_url, scene)


def test_a_banned_profile_gets_neither_seat_nor_page(store_url: str) -> None:
    async def scene(worker: Worker) -> None:
        key = await somebody(worker)
        person = await profiles.player(worker, key)
        with store.transaction(worker.engine) as connection:
            manners.ban(connection, person, 5)
            manners.announce(connection, "Tea at five.")
        await manners.look(worker)
        assert worker.announced == "Tea at five."
        for asked in (profiles.player, profiles.me, profiles.history):
            with pytest.raises(Refusal, match="banned"):
                await asked(worker, key)
        with pytest.raises(Refusal, match="banned"):
            await profiles.introduce(worker, key, Card("Anna again"))
        with store.transaction(worker.engine) as connection:
            assert manners.unban(connection, person) and not manners.unban(connection, person)
        await manners.look(worker)
        assert await profiles.player(worker, key) == person

    with_workers(store_url, scene)


def test_a_banned_address_gets_nothing_and_has_to_leave_its_table(server: Server) -> None:
    """Its whole household, with IPv6; all others play on."""
    mine, neighbour, others = "2001:db8:99::1", "2001:db8:99::2", ("2001:db8:9a::1", "192.0.2.99")
    name, tokens = server.table("me here", address=mine)
    engine = store.open_store(server.settings.store)
    with server.join(name, *tokens, address=mine) as inside, server.join(name, address=others[1]) as watcher:
        with store.transaction(engine) as connection:
            manners.ban(connection, network(mine), 5)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                inside.hear("pong", "presence", timeout=60)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4403
        for address in (mine, neighbour):
            for path, body in (("/", None), ("/api/tables", None), ("/api/me", {"name": "Anna"})):
                status, told = server.request(path, body, X_Forwarded_For=address)
                assert (status, told["code"]) == (403, "banned")
            with pytest.raises(InvalidStatus):
                server.join(name, *tokens, address=address)
        for address in others:
            assert server.request("/api/tables", X_Forwarded_For=address)[0] == 200
        assert watcher.ask(type="ping")["type"] == "pong"
    with store.transaction(engine) as connection:
        assert manners.unban(connection, network(mine))
    for _ in range(600):
        if server.request("/api/tables", X_Forwarded_For=mine)[0] == 200:
            break
        time.sleep(0.1)
    else:
        raise AssertionError("it is never let in again")
    engine.dispose()


@pytest.mark.parametrize("command", [("admin", "tables"), ("admin", "ban", "192.0.2.7"), ("backup", "games.gz")])
def test_a_store_that_is_not_there_is_not_made_by_looking_after_it(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = run(*command, "--store", f"sqlite:///{tmp_path / 'mistyped.sqlite'}")
    assert done.exit_code != 0 and "there is none in" in " ".join(done.output.split())
    assert list(tmp_path.iterdir()) == []


def admin(folder: Path, *arguments: str) -> Any:
    done = run("admin", *arguments, "--store", f"sqlite:///{folder / 'tables.sqlite'}", "--json")
    return json.loads(done.stdout) if done.exit_code == 0 else (done.exit_code, done.output)


def test_a_host_sees_clears_bans_and_announces_in_the_terminal(tmp_path: Path) -> None:
    names: list[str] = []

    async def scene(worker: Worker) -> None:
        for _ in range(3):
            name, tokens = await new_table(worker, TWO)
            names.append(name)
        await manners.report(worker, await rooms.open_room(worker, name), tokens[0], Complaint(1, "He swears."))

    with_workers(f"sqlite:///{tmp_path / 'tables.sqlite'}", scene)
    assert {one["table"] for one in admin(tmp_path, "tables")} == set(names)
    assert admin(tmp_path, "tables", "--phase", "over") == []
    assert [one["words"] for one in admin(tmp_path, "reports")] == ["He swears."]
    assert admin(tmp_path, "clear")[0] == 2 and admin(tmp_path, "clear", "--days", "1") == {"cleared": 0}
    assert admin(tmp_path, "clear", names[0], "nosuchtable") == {"cleared": 1}
    assert len(admin(tmp_path, "tables")) == 2
    assert admin(tmp_path, "ban", "192.0.2.7", "2001:db8::1", "ab" * 32) == sorted(
        ["192.0.2.7", "2001:db8::/64", "ab" * 32]
    )
    assert admin(tmp_path, "ban", "--lift", "2001:db8::/64") == sorted(["192.0.2.7", "ab" * 32])
    assert admin(tmp_path, "ban", "--lift", "192.0.2.8")[0] == 2 and admin(tmp_path, "ban", "Ben")[0] == 2
    assert admin(tmp_path, "announce", " Tea  at five. ") == {"announced": "Tea at five."}
    assert admin(tmp_path, "announce", "x" * 121)[0] == 2
    assert admin(tmp_path, "announce") == {"announced": ""}
    told = run("admin", "reports", "--store", f"sqlite:///{tmp_path / 'tables.sqlite'}").output
    assert "'Ben'" in told and "He swears." in told
