"""What attackers do. Each is bounded in count and time, stays on loopback, and says what it got."""

import json
import random
import socket as sockets
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from server_running import Client, Server
from websockets.exceptions import WebSocketException

ATTACKER = "198.51.100.7"
Attack = Callable[[Server, str, threading.Event], Counter[str]]  # server, a table to attack, when to stop


def greedy_tables(server: Server, count: int) -> list[Client]:
    """Tables of the strongest bots, the attacker's own seat given away, each with a socket that looks on."""
    found = []
    for _ in range(count):
        name, tokens = server.table("me bot bot bot", address=ATTACKER, level="expert")
        client = server.join(name, *tokens, address=ATTACKER)
        client.send(type="replace", seat=0, level="expert")
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
        except (OSError, WebSocketException, TimeoutError):
            got["turned away"] += 1
            continue
        if client.heard[-1]["type"] == "refused":
            got[client.heard[-1]["code"]] += 1
            client.close()
        else:
            inside.append(client)
    return inside, got


def silent(server: Server, count: int, lot: random.Random) -> list[sockets.socket]:
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
            one = sockets.create_connection(("127.0.0.1", server.port), 10)
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


TINY = {
    "pings": frame(9),
    "unread pings": frame(9, b"x" * 125),
    "pongs": frame(10),
    "fragments": frame(0, last=False),
    "messages": frame(1, b"{}"),
}


def until_cut_off(one: sockets.socket, data: bytes, times: int) -> int:
    """Send, until the server has had enough; returns how often it was sent."""
    one.settimeout(60)
    for sent in range(times):
        try:
            one.sendall(data)
        except OSError:
            return sent
    return times


def requests(server: Server, path: str, connections: int, each: int, seconds: float) -> int:
    """Requests on several connections, all at once; returns how many are answered within so many seconds."""
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {ATTACKER}\r\n\r\n".encode()
    crowd = [sockets.create_connection(("127.0.0.1", server.port), 10) for _ in range(connections)]
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


# ---- without end, for the long form


def flood_of_syncs(server: Server, table: str, stop: threading.Event) -> Counter[str]:
    """Ask for everything, again and again, on many sockets."""
    got: Counter[str] = Counter()
    while not stop.is_set():
        inside, refused = watchers(server, table, 5)
        got += refused
        for client in inside:
            with suppress(OSError, WebSocketException, TimeoutError):
                for number in range(20):
                    client.send(type="sync", id=number, after=0)
                for _ in range(20):
                    answer = client.hear("state", "refused", timeout=30)
                    got[answer.get("code") or answer["type"]] += 1
            with suppress(OSError, WebSocketException):
                client.close()
    return got


def flood_of_tables(server: Server, table: str, stop: threading.Event) -> Counter[str]:
    """New tables, from one household."""
    got: Counter[str] = Counter()
    lot = random.Random(5)
    body = {"game": "usa", "seats": [{"kind": "me", "name": "X"}, {"kind": "friend"}], "options": {"open": True}}
    while not stop.is_set():
        status, _ = server.request("/api/tables", body, X_Forwarded_For=f"2001:db8:7:7::{lot.getrandbits(32):x}")
        got[str(status)] += 1
        time.sleep(0.02)
    return got


def flood_of_silence(server: Server, table: str, stop: threading.Event) -> Counter[str]:
    """Connections that say nothing, a hundred at a time."""
    got: Counter[str] = Counter()
    lot = random.Random(6)
    while not stop.is_set():
        crowd = silent(server, 100, lot)
        got["opened"] += len(crowd)
        stop.wait(1)
        for one in crowd:
            one.close()
    return got


def flood_of_nonsense(server: Server, table: str, stop: threading.Event) -> Counter[str]:
    """Frames that are no messages."""
    got: Counter[str] = Counter()
    lot = random.Random(7)
    while not stop.is_set():
        with suppress(OSError, WebSocketException, TimeoutError):
            client = server.join(table, address="198.51.100.9")
            for _ in range(100):
                client.socket.send(lot.choice([b"\xff", b"[" * 3000, json.dumps({"type": "move", "seat": 9}).encode()]))
                got[client.hear("refused", timeout=30)["code"]] += 1
            client.close()
    return got


FLOODS: tuple[Attack, ...] = (flood_of_syncs, flood_of_tables, flood_of_silence, flood_of_nonsense)
