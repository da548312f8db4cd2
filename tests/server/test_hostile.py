"""Hostile messages while games run: no leak, no crash, no fault, the games go on, memory stays flat."""

import asyncio
import json
import random
import socket as sockets
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server_running import FULL, PATIENT, WAIT, Server, any_move, running
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from railhead.server.gate import Sealed
from railhead.server.messages import DECODER, read_message
from railhead.server.refusals import Refusal
from railhead.server.settings import Limits, Settings
from railhead.server.sockets import Connection
from railhead.words import PROTOCOL

MESSAGES = 50_000 if FULL else 4_000
KNOWN = {"update", "state", "presence", "refused", "done", "pong", "chat"}


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for attacks."""
    store = f"sqlite:///{tmp_path_factory.mktemp('hard') / 'tables.sqlite'}"
    with running(Settings(store=store, bot_pause=0, bot_processes=1, absence=3600, limits=PATIENT)) as found:
        yield found


def memory(server: Server) -> int:
    """kB that the server holds."""
    assert server.process is not None
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def bad_frames(lot: random.Random, table: str) -> Iterator[str | bytes]:
    """Messages that no client of ours would send."""
    kinds = ["hello", "move", "undo", "chat", "replace", "back", "fill", "sync", "ping", "", "admin", None, 7]
    values: list[Any] = [
        None,
        -1,
        0,
        1,
        4,
        5,
        2**31,
        2**63,
        1e308,
        "",
        "0",
        "x" * 3000,
        [],
        {},
        [[[]]],
        True,
        "\u202e\x00",
        "é" * 300,
    ]
    texts = [
        "draw",
        "take 9",
        "claim",
        "claim x with 99 red",
        "keep 1 2 3 4 5",
        "build a b",
        "with",
        "pay 1 gold",
        "'; DROP TABLE entries; --",
    ]
    numbers: list[list[int]] = [[0], [99999], [-1], [3, 3], [3, 3, 3], [], [40, 20], [2**31]]
    while True:
        shape = lot.randrange(8)
        if shape == 0:
            yield lot.randbytes(lot.randrange(1, 200))
        elif shape == 1:
            yield "[" * lot.randrange(1, 3000)
        elif shape == 2:
            yield '{"type":"move",' + '"a":{' * lot.randrange(1, 500)
        elif shape == 3:
            yield json.dumps(
                {
                    "type": "move",
                    "id": lot.choice(values),
                    "seat": lot.randrange(5),
                    "at": lot.randrange(40),
                    **lot.choice(
                        [
                            {"move": lot.choice(texts)},
                            {"move": {"word": "take", "place": lot.choice(texts), "slot": lot.choice(values)}},
                            {"decisions": lot.choice(numbers)},
                        ]
                    ),
                }
            )
        elif shape == 4:
            yield json.dumps(
                {
                    "type": "hello",
                    "protocol": PROTOCOL,
                    "table": table,
                    "tokens": ["A" * 43] * lot.randrange(4),
                    "after": 0,
                }
            )
        elif shape == 5:
            yield json.dumps(
                {
                    "type": lot.choice(["chat", "undo", "back", "replace"]),
                    "seat": lot.randrange(5),
                    "text": lot.choice(texts),
                    "at": 1,
                }
            )
        elif shape == 6:
            yield json.dumps(
                {
                    "type": lot.choice(kinds),
                    "seat": lot.choice(values),
                    "at": lot.choice(values),
                    lot.choice(["move", "decisions"]): lot.choice(values),
                    "id": lot.choice(values),
                }
            )
        else:
            whole = json.dumps({"type": "move", "seat": 0, "at": 3, "move": "draw", "id": 1})
            yield whole[: lot.randrange(len(whole))] + lot.choice(
                ["", "}", "\ud800".encode("utf-8", "replace").decode(), "🚂", "0"]
            )


def attack(
    server: Server, table: str, token: str | None, count: int, lot: random.Random, secrets: list[str], codes: set[str]
) -> None:
    """Send hostile messages, read every answer, look for secrets in it."""
    frames = bad_frames(lot, table)
    hello = json.dumps(
        {"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": [token] if token else [], "after": 0}
    )
    sent = 0
    while sent < count:
        try:
            with connect(server.url.replace("http", "ws") + "/api/socket", max_size=None, open_timeout=WAIT) as socket:
                socket.send(hello)
                for _ in range(min(500, count - sent)):
                    socket.send(next(frames))
                    sent += 1
                    answered = False
                    while not answered:
                        text = socket.recv(WAIT)
                        message = json.loads(text)
                        assert message["type"] in KNOWN
                        assert not any(secret in text for secret in secrets), "a secret went out"
                        answered = message["type"] in ("refused", "done", "pong", "state") and not (
                            message["type"] == "state" and message["re"] is None and sent % 500 == 1
                        )
                        if message["type"] == "refused":
                            codes.add(message["code"])
        except ConnectionClosed:
            continue


def test_hostile_messages_change_nothing_for_those_who_play(hard: Server) -> None:
    games = [hard.table("me here") for _ in range(4)]
    victim = games[0][0]
    secrets = [token for _, held in games for token in held]
    codes: set[str] = set()
    failures: list[BaseException] = []
    stop = threading.Event()
    moved = [0] * len(games)

    def play(number: int) -> None:
        lot = random.Random(number)
        try:
            name, held = games[number]
            while not stop.is_set():
                with hard.join(name, *held) as client:
                    while not stop.is_set() and client.state["phase"] != "over":
                        seat = client.state["waiting"][0]
                        answer = client.move(seat, any_move(client.state["choices"][str(seat)], lot))
                        assert answer["type"] == "done", answer
                        moved[number] += 1
                if not stop.is_set():
                    games[number] = name, held = hard.table("me here")
        except BaseException as error:
            failures.append(error)

    def hostile(number: int) -> None:
        try:
            attack(hard, victim, None, MESSAGES // 4, random.Random(100 + number), secrets, codes)
        except BaseException as error:
            failures.append(error)

    attack(hard, victim, None, 500, random.Random(1), secrets, codes)  # so that what is kept once is kept already
    before = memory(hard)
    players = [threading.Thread(target=play, args=(number,)) for number in range(len(games))]
    hostiles = [threading.Thread(target=hostile, args=(number,)) for number in range(4)]
    for thread in players + hostiles:
        thread.start()
    for thread in hostiles:
        thread.join()
    stop.set()
    for thread in players:
        thread.join()
    assert not failures, failures
    assert all(moved), "some game stood still"
    assert {"bad-json", "bad-message", "hello-once", "not-yours"} <= codes
    assert memory(hard) < before + 40_000
    text = hard.request("/metrics")[1].decode()
    assert "railhead_faults_total" not in text, hard.log.read_text()[-3000:]
    assert hard.request("/ready")[0] == 200


def test_a_seat_of_ones_own_gives_no_power_over_others(hard: Server) -> None:
    name, tokens = hard.table("me here")
    with hard.join(name, tokens[0]) as mine:
        for message in (
            {"type": "move", "seat": 1, "at": mine.state["position"], "move": "keep 1 2"},
            {"type": "undo", "seat": 1, "at": mine.state["position"]},
            {"type": "chat", "seat": 1, "text": "hi"},
            {"type": "back", "seat": 1},
        ):
            assert mine.ask(**message)["code"] == "not-yours"
        assert mine.ask(type="replace", seat=1)["code"] == "present"  # until they are away for long
        assert mine.ask(type="replace", seat=4)["code"] == "unknown-seat"
    other, _ = hard.table("me here")
    with hard.join(other, tokens[0]) as wrong:
        assert wrong.heard[-1]["code"] == "wrong-token"
        with pytest.raises(ConnectionClosed) as closed:
            wrong.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4400


def test_large_frames_and_silence_and_half_open_sockets(tmp_path: Path) -> None:
    limits = Limits(
        hello_seconds=4,
        sockets_an_address=12,
        watchers_a_table_and_address=100,
        messages_a_second=5,
        messages_at_once=10,
    )
    with running(Settings(store=f"sqlite:///{tmp_path / 's'}", bot_processes=1, limits=limits)) as server:
        url = server.url.replace("http", "ws") + "/api/socket"
        name, tokens = server.table("me here")
        with server.join(name, *tokens) as client:
            client.socket.send(json.dumps({"type": "chat", "seat": 0, "text": "x" * 5000}))
            assert client.hear("refused")["code"] == "too-large"
            assert close_code(client.socket) == 4413
        with connect(url) as silent:
            assert close_code(silent) == 4408
        with connect(url) as rude:
            rude.send(json.dumps({"type": "ping"}))
            assert json.loads(rude.recv(WAIT))["code"] == "hello-first"
            assert close_code(rude) == 4400
        with connect(url) as old:
            old.send(json.dumps({"type": "hello", "protocol": 99, "table": name}))
            assert json.loads(old.recv(WAIT))["code"] == "wrong-version"
        with connect(url) as lost:
            lost.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": "nowhere"}))
            assert json.loads(lost.recv(WAIT))["code"] == "unknown-table"
            assert close_code(lost) == 4404
        with server.join(name, *tokens) as deaf, pytest.raises(ConnectionClosed):
            for _ in range(400):
                deaf.send(type="ping")
            while True:
                deaf.receive()
        with server.join(name, *tokens) as fast:
            codes = set()
            with pytest.raises(ConnectionClosed):
                # one by one: what a server has not read when it closes takes along what it said last
                for _ in range(400):
                    fast.send(type="ping")
                    codes.add(fast.receive().get("code"))
            assert "too-fast" in codes and close_code(fast.socket) == 4429
        half_open = [sockets.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
        for raw in half_open:
            raw.sendall(b"GET /api/socket HTTP/1.1\r\nHost: x\r\n")
        crowd = []
        with pytest.raises((InvalidStatus, WebSocketException, OSError)):
            for _ in range(20):
                crowd.append(server.join(name))
        for client in crowd:
            client.close()
        for raw in half_open:
            raw.close()
        with pytest.raises(InvalidStatus), connect(url, origin=Origin("https://evil.example")):
            pass
        assert server.request("/ready")[0] == 200


def close_code(socket: Any) -> int:
    """How the server closed a socket."""
    try:
        while True:
            socket.recv(WAIT)
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return int(closed.rcvd.code)


class Stuck:
    """A socket whose reader never reads."""

    def __init__(self) -> None:
        self.closed: list[int] = []

    async def send_text(self, text: str) -> None:
        await asyncio.sleep(3600)

    async def close(self, code: int) -> None:
        self.closed.append(code)


@pytest.mark.parametrize(("size", "most"), [(100, 130), (60_000, 10)])
def test_a_reader_that_is_too_slow_is_sent_away_and_holds_little(size: int, most: int) -> None:
    async def run() -> None:
        socket = Stuck()
        connection = Connection(socket, 128)  # type: ignore[arg-type]
        writer = asyncio.ensure_future(connection.write())
        await asyncio.sleep(0)
        sent = 0
        while not connection.closing and sent < 1000:
            connection.send(Sealed(b"x" * size))  # never waits
            sent += 1
        assert connection.closing and sent <= most
        assert connection.queue.qsize() == 1  # what waited is let go
        writer.cancel()
        await connection.write()
        assert socket.closed == [4509]

    asyncio.run(run())


def test_every_frame_is_a_message_or_a_refusal() -> None:
    """In one process and fast: whatever arrives, reading it never fails in another way."""
    lot = random.Random(11)
    frames = bad_frames(lot, "t")
    refused = 0
    for _ in range(50_000):
        try:
            message = read_message(next(frames))
            assert type(message).__name__ and DECODER is not None
        except Refusal as refusal:
            assert refusal.code in ("bad-json", "bad-message")
            refused += 1
    assert refused > 25_000


@pytest.mark.parametrize(
    ("message", "code", "re"),
    [
        ({"type": "move", "id": 7, "seat": 9}, "bad-message", 7),
        ({"type": "dance", "id": "seven"}, "bad-message", "seven"),
        ({"id": 7}, "bad-message", 7),
        ({"type": "ping", "id": [7]}, "bad-message", None),
        ([7], "bad-message", None),
    ],
)
def test_what_is_no_message_is_answered_with_its_number(server: Server, message: Any, code: str, re: Any) -> None:
    """It was answered with none, and whoever sent it waited for ever."""
    name, tokens = server.table("me here")
    with server.join(name, *tokens) as client:
        client.socket.send(json.dumps(message))
        answer = client.hear("refused")
        assert (answer["code"], answer["re"]) == (code, re)
