"""What attackers do. Each is bounded in count and time, stays on loopback, and says what it got."""

import json
import os
import random
import socket as sockets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
from server_running import Client, Server
from websockets.exceptions import WebSocketException

ATTACKER = "198.51.100.7"
HERE, ELSEWHERE = (
    "127.0.0.1",
    "127.0.0.66",
)  # where connections come from: what the server takes for its proxy, and what it does not
BROKEN = (OSError, WebSocketException, TimeoutError)


def greedy_tables(server: Server, count: int) -> list[Client]:
    """Tables of the strongest bots where they think longest (no network knows the board), the attacker's own seat given away, each with a socket that looks on."""
    found = []
    for _ in range(count):
        name, tokens = server.table("me bot bot bot", "usa-10th", address=ATTACKER, level="master")
        client = server.join(name, *tokens, address=ATTACKER)
        client.send(type="replace", seat=0, level="master")
        found.append(client)
    return found


def write_on(client: Client, seat: int, times: int) -> Counter[str]:
    """Give one's seat away and take it back, and talk, as often as it is allowed."""
    got: Counter[str] = Counter()
    for _ in range(times):
        for message in (
            {"type": "replace", "seat": seat},
            {"type": "back", "seat": seat},
            {"type": "chat", "seat": seat, "text": "x" * 500},
        ):
            answer = client.ask(**message)
            got[answer["type"] if answer["type"] == "done" else answer["code"]] += 1
    return got


def watchers(server: Server, table: str, count: int, address: str = ATTACKER) -> tuple[list[Client], Counter[str]]:
    """As many that only watch as are let in."""
    inside, got = [], Counter[str]()
    for _ in range(count):
        try:
            client = server.join(table, address=address)
        except BROKEN:
            got["turned away"] += 1
            continue
        if client.heard[-1]["type"] == "refused":
            got[client.heard[-1]["code"]] += 1
            client.close()
        else:
            inside.append(client)
    return inside, got


def knock(server: Server, origin: str = HERE) -> sockets.socket:
    """A connection, and no more."""
    return sockets.create_connection(("127.0.0.1", server.port), 10, (origin, 0))


def silent(server: Server, count: int, lot: random.Random, origin: str = HERE) -> list[sockets.socket]:
    """Connections that say nothing, or half of something."""
    halves = [
        b"",
        b"GET",
        b"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
    ]
    found = []
    for _ in range(count):
        with suppress(OSError):
            one = knock(server, origin)
            one.sendall(lot.choice(halves))
            found.append(one)
    return found


def opened(server: Server, address: str = ATTACKER) -> sockets.socket:
    """A socket by hand, for what no client library sends."""
    one = sockets.create_connection(("127.0.0.1", server.port), 60)
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    head = f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    one.sendall(f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
    told = b""
    while b"\r\n\r\n" not in told:
        part = one.recv(4096)
        assert part, told
        told += part
    assert b" 101 " in told, told
    return one


def frame(kind: int, data: bytes = b"", last: bool = True) -> bytes:
    """A frame of at most 125 bytes, masked with zeros."""
    return bytes([kind | (0x80 if last else 0), 0x80 | len(data)]) + bytes(4) + data


def said(**message: Any) -> bytes:
    """A message as a frame."""
    return frame(1, json.dumps(message).encode())


TINY = {
    "pings": frame(9),
    "fat pings": frame(9, b"x" * 125),
    "pongs": frame(10),
    "fragments": frame(0, last=False),
}
START = {kind: frame(1, last=False) if kind == "fragments" else b"" for kind in TINY}  # what must come before them


def requests(server: Server, path: str, connections: int, each: int, seconds: float) -> int:
    """Requests on several connections, all at once; returns how many are answered within so many seconds."""
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {ATTACKER}\r\n\r\n".encode()
    crowd = [knock(server) for _ in range(connections)]
    for one in crowd:
        one.sendall(head * each)
        one.setblocking(False)
    answered, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.02)
        for one in crowd:
            with suppress(BlockingIOError, ConnectionResetError):
                answered += one.recv(1 << 20).count(b"HTTP/1.1 ")
    for one in crowd:
        one.close()
    return answered


NOT_HTTP = (
    b"\x16\x03\x01\x02\x00\x01\r\n\r\n",  # another protocol
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -3\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
)


def long_record() -> dict[str, Any]:
    """As long a game as may be: nobody claims anything while there are cards."""
    from railhead.game import Game
    from railhead.game.record import record

    game, lot = Game("europe", players=5, seed=3), random.Random(1)
    while not game.over:
        moves = game.moves()
        game.play(lot.choice([move for move in moves if move.word in ("draw", "take")] or moves))
    found: dict[str, Any] = msgspec.to_builtins(record(game))
    return found


RECORD = long_record()

# ---- without end, each in a process of its own


def flood_of_syncs(server: Server, table: str) -> None:
    """Ask for everything, again and again, on many sockets."""
    inside, _ = watchers(server, table, 5)
    for client in inside:
        with suppress(*BROKEN):
            for number in range(20):
                client.send(type="sync", id=number, after=0)
            for _ in range(20):
                client.hear("state", "refused", timeout=30)
        with suppress(*BROKEN):
            client.close()


def flood_of_tables(server: Server, table: str) -> None:
    """New tables, from one household."""
    body = {"game": "usa", "seats": [{"kind": "me", "name": "X"}, {"kind": "friend"}], "options": {"open": True}}
    server.request("/api/tables", body, X_Forwarded_For=f"2001:db8:7:7::{random.getrandbits(32):x}")
    time.sleep(0.02)


def flood_of_silence(server: Server, table: str) -> None:
    """Connections that say nothing, a hundred at a time."""
    crowd = silent(server, 100, random.Random(), random.choice((HERE, ELSEWHERE)))
    time.sleep(1)
    for one in crowd:
        one.close()


def flood_of_connections(server: Server, table: str) -> None:
    """Connections that go as they come."""
    for _ in range(100):
        knock(server, random.choice((HERE, ELSEWHERE))).close()
    time.sleep(0.05)


def flood_of_requests(server: Server, table: str) -> None:
    """Whatever can be asked for, on many connections."""
    paths = ("/", "/api/games/usa", "/api/tables", f"/api/tables/{table}", f"/api/tables/{table}/replay", "/metrics")
    requests(server, random.choice(paths), 30, 10, 2)


def flood_of_nonsense(server: Server, table: str) -> None:
    """Frames that are no messages."""
    with server.join(table, address="198.51.100.9") as client:
        for _ in range(100):
            client.socket.send(random.choice([b"\xff", b"[" * 3000, json.dumps({"type": "move", "seat": 9}).encode()]))
            client.hear("refused", timeout=30)


def flood_of_frames(server: Server, table: str) -> None:
    """Frames that are not even that."""
    with opened(server, "198.51.100.10") as one:
        kind = random.choice([*TINY, "messages"])
        one.sendall(START.get(kind, b"") + TINY.get(kind, frame(1, b"{}")) * 100_000)


def flood_of_comings(server: Server, table: str) -> None:
    """Open the table, and go again."""
    server.join(table, address="198.51.100.11").close()


def flood_of_replays(server: Server, table: str) -> None:
    """Games to be replayed that nobody played to the end, and pictures."""
    server.request("/api/replay", RECORD, X_Forwarded_For="198.51.100.12")
    path = random.choice((f"/api/tables/{table}/board.svg", "/api/games/usa/preview.png", "/api/study?position=usa"))
    server.request(path, X_Forwarded_For="198.51.100.12")


def flood_of_strangers(server: Server, table: str) -> None:
    """Profiles, passkeys, clubs, the day and the best, with keys that nobody has and some that somebody has just made up."""
    key, address = f"{random.getrandbits(200):043x}"[:43], f"198.51.100.{random.randrange(13, 16)}"
    mark = {"X_Forwarded_For": address, "Origin": server.url, "Authorization": f"Bearer {key}"}
    club = {"kind": "duplicate", "name": "x" * 40, "game": "usa", "seats": [None, None], "clock": {"minutes": 10}}
    path, body = random.choice(
        (
            ("/api/passkeys/challenge", {"purpose": random.choice(("bind", "enter"))}),
            ("/api/passkeys", {"id": "AA", "client_data": "e30", "authenticator_data": "AA", "signature": "AA"}),
            ("/api/me", {"name": "X"}),
            ("/api/clubs", club),
            ("/api/me/games", None),
            ("/api/best", None),
            ("/api/daily", None),
        )
    )
    server.request(path, body, **mark)


Flood = Callable[[Server, str], None]  # what an attacker does over and over: to a server, and a table there
FLOODS: tuple[Flood, ...] = (
    flood_of_syncs,
    flood_of_tables,
    flood_of_silence,
    flood_of_connections,
    flood_of_requests,
    flood_of_nonsense,
    flood_of_frames,
    flood_of_comings,
    flood_of_replays,
    flood_of_strangers,
)


def flood(one: Flood, server: Server, table: str, begin: Any, stop: Any, times: Any) -> None:
    """Do it over and over, from the word to begin to the word to stop, whatever the server makes of it; count how often it is done."""
    if hasattr(
        os, "sched_setscheduler"
    ):  # on one machine with those who are to be measured, who may have precedence (chrt)
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(10)
    begin.wait()
    while not stop.is_set():
        try:
            one(server, table)
            times.value += 1
        except (*BROKEN, AssertionError):
            time.sleep(0.1)
