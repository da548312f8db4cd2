"""Nothing is lost: servers and databases die in the middle of many games, disks fill, clocks jump."""

import asyncio
import json
import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from server_running import FULL, PATIENT, WAIT, Client, Postgres, Server, any_move
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from railhead.server import store
from railhead.server.entries import Move
from railhead.server.rooms import load_live
from railhead.server.settings import Settings
from railhead.words import PROTOCOL

GAMES = 50 if FULL else 12
KILLS = 10 if FULL else 2


class Players:
    """Many games at once, each played by one client that comes back whenever it is cut off."""

    def __init__(self, server: Server, games: int) -> None:
        self.server, self.stopping = server, False
        self.tables = [server.table("me here") for _ in range(games)]
        self.answered: list[dict[int, list[int]]] = [
            {} for _ in range(games)
        ]  # number -> move, as the server confirmed them
        self.returns = 0
        self.jobs: list[asyncio.Task[None]] = []

    def total(self) -> int:
        return sum(map(len, self.answered))

    async def play(self, game: int) -> None:
        lot = random.Random(game)
        name, tokens = self.tables[game]
        seen = 0
        while not self.stopping:
            try:
                async with connect(
                    self.server.url.replace("http", "ws") + "/api/socket", max_size=None, open_timeout=WAIT
                ) as socket:
                    await socket.send(
                        json.dumps(
                            {"type": "hello", "protocol": PROTOCOL, "table": name, "tokens": tokens, "after": seen}
                        )
                    )
                    self.returns += 1
                    seen = await self._play_on(socket, game, lot, seen)
            except (OSError, WebSocketException, InvalidHandshake, TimeoutError):
                await asyncio.sleep(0.1 + lot.random() / 5)

    async def _play_on(self, socket: Any, game: int, lot: random.Random, seen: int) -> int:
        state: dict[str, Any] = {}
        asked: tuple[int, list[int]] | None = None
        after = seen
        while not self.stopping:
            message = json.loads(await asyncio.wait_for(socket.recv(), 30))
            if message["type"] == "state":
                assert [entry["number"] for entry in message["story"]] == list(range(after + 1, message["number"] + 1))
                assert message["number"] >= seen
                state = message
            elif message["type"] == "update":
                assert message["number"] == seen + (message["entry"]["kind"] != "prepared")
                state = message
            elif message["type"] == "done" and asked is not None and message["re"] == asked[0]:
                self.answered[game][message["number"]] = asked[1]
                asked = None
            elif message["type"] == "refused":
                assert message["code"] in ("unavailable", "stale"), message
                asked = None
                await asyncio.sleep(0.1)
                after = seen
                await socket.send(json.dumps({"type": "sync", "after": after}))
                continue
            seen = state["number"]
            ready = [int(seat) for seat in state["choices"]]
            if ready and asked is None:
                choices = state["choices"][str(ready[0])]
                asked = (lot.getrandbits(40), any_move(choices, lot, claims=lot.random() < 0.2))
                move = {
                    "type": "move",
                    "id": asked[0],
                    "seat": ready[0],
                    "at": state["position"],
                    "decisions": asked[1],
                }
                await socket.send(json.dumps(move))
            elif state["phase"] == "over":
                await asyncio.sleep(0.2)
        return seen

    async def wait_for(self, more: int) -> None:
        goal, end = self.total() + more, time.monotonic() + WAIT
        while self.total() < goal:
            assert time.monotonic() < end, "the games do not go on"
            for job in self.jobs:
                if job.done():
                    job.result()
            await asyncio.sleep(0.02)

    async def run(self, faults: list[Callable[[], None]], between: int) -> None:
        """Play; let each fault happen after some moves; every game must go on afterwards."""
        jobs = self.jobs = [asyncio.create_task(self.play(game)) for game in range(len(self.tables))]
        loop = asyncio.get_running_loop()
        for fault in faults:
            await self.wait_for(between)
            await loop.run_in_executor(None, fault)
        before = [len(one) for one in self.answered]
        end = time.monotonic() + WAIT
        while any(len(one) == was for one, was in zip(self.answered, before, strict=True)) and time.monotonic() < end:
            await asyncio.sleep(0.05)
        self.stopping = True
        for result in await asyncio.gather(*jobs, return_exceptions=True):
            if isinstance(result, BaseException):
                raise result
        assert all(len(one) > was for one, was in zip(self.answered, before, strict=True)), "some game did not go on"

    def check(self, url: str) -> None:
        """Every answered move is there, none twice, and every table can be replayed."""
        engine = store.open_store(url)
        for (name, _), answered in zip(self.tables, self.answered, strict=True):
            entries = store.read_entries(engine, name)
            assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
            written = {entry.number: entry.body.d for entry in entries if isinstance(entry.body, Move)}
            for number, move in answered.items():
                assert written[number] == move
            live = load_live(engine, name, True)
            assert live is not None and live.number == len(entries)
        engine.dispose()


def test_a_server_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = Server(Settings(store=url, bot_processes=1, limits=PATIENT)).start()

    def kill() -> None:
        server.kill()
        server.start(ready=False)

    try:
        players = Players(server, GAMES)
        asyncio.run(players.run([kill] * KILLS, GAMES * 4))
    finally:
        server.kill()
    players.check(url)
    assert players.returns >= GAMES * KILLS


def test_workers_and_database_die_and_nothing_is_lost(postgres: Postgres) -> None:
    url = postgres.fresh()
    server = Server(Settings(store=url, workers=2, bot_processes=1, limits=PATIENT)).start()

    def kill_one() -> None:
        os.kill(server.workers()[0], signal.SIGKILL)

    def kill_both() -> None:
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)

    def restart_database() -> None:
        postgres.stop("immediate")
        postgres.start()

    try:
        players = Players(server, GAMES)
        asyncio.run(players.run([kill_one, kill_both, restart_database] * (3 if FULL else 1), GAMES * 4))
    finally:
        server.kill()
    players.check(url)


def test_a_store_that_cannot_be_written_refuses_moves_and_recovers_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    server = Server(Settings(store=f"sqlite:///{file}", bot_processes=1, limits=PATIENT)).start()
    try:
        name, tokens = server.table("me here")
        with server.join(name, *tokens) as client:
            with sqlite3.connect(file, isolation_level=None) as blocker:  # a store that cannot be written to
                blocker.execute("BEGIN EXCLUSIVE")
                number = client.state["number"]
                assert client.move(0, "keep 1 2")["code"] == "unavailable"
                assert client.ask(type="ping")["type"] == "pong"
                assert server.request("/health")[0] == 200
                blocker.execute("ROLLBACK")
            assert client.state["number"] == number
            assert client.move(0, "keep 1 2")["type"] == "done"
    finally:
        server.stop()


def until_done(client: Client, seat: int, move: str) -> None:
    """Try a move until it is made; in between it is refused by code, and nothing else happens to the client."""
    end = time.monotonic() + WAIT
    while (answer := client.move(seat, move))["type"] != "done":
        assert answer["code"] == "unavailable" and time.monotonic() < end
        time.sleep(0.1)


def test_two_machines_lose_their_database_and_find_it_again(postgres: Postgres) -> None:
    import psycopg

    url = postgres.fresh()
    servers = [Server(Settings(store=url, bot_pause=0, bot_processes=1, limits=PATIENT)).start() for _ in range(2)]
    try:
        name, tokens = servers[0].table("me here")
        with servers[0].join(name, *tokens) as client, servers[1].join(name) as watcher:
            with psycopg.connect(postgres.url, autocommit=True) as admin:  # connections are cut, those that listen too
                cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = %s"
                counted = admin.execute(cut, [url.rsplit("/", 1)[1]]).fetchone()
                assert counted is not None and counted[0] >= 4
            until_done(client, 0, "keep 1 2")
            watcher.until(lambda state: state["number"] == client.state["number"])
            postgres.stop("fast")
            try:
                assert client.move(1, "keep 1 2")["code"] == "unavailable"
                assert client.ask(type="ping")["type"] == "pong" and watcher.ask(type="ping")["type"] == "pong"
                assert [server.request(path)[0] for server in servers for path in ("/health", "/ready")] == [
                    200,
                    503,
                ] * 2
                assert servers[0].request(f"/api/tables/{name}")[1]["code"] == "unavailable"
            finally:
                postgres.start()
            until_done(client, 1, "keep 1 2")
            watcher.until(lambda state: state["number"] == client.state["number"] and state["present"] == [True, True])
            with servers[1].join(name) as late:
                late.until(lambda state: state["present"] == [True, True] and state["watchers"] == 2)
        for server in servers:
            server.wait("/ready")
            assert b"railhead_faults_total" not in server.request("/metrics")[1]
    finally:
        for server in servers:
            server.stop()
