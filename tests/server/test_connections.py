"""Connections end, and nobody keeps others out by opening many."""

import asyncio
import itertools
import logging
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from server_running import Server, running

from railhead.server.connections import OncePerMinute
from railhead.server.door import FEW, Door, Doorkeeper, FairLoop
from railhead.server.limits import network
from railhead.server.settings import Limits, Settings

SHORT = Limits(header_seconds=1, body_seconds=1, request_seconds=20)
HALF_BODY = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
UNREAD = b"GET /api/games/europe HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little patience."""
    url = f"sqlite:///{tmp_path_factory.mktemp('brief') / 'tables.sqlite'}"
    with running(Settings(store=url, bot_processes=1, limits=SHORT)) as server:
        yield server


def open_to(server: Server, *said: bytes) -> socket.socket:
    one = socket.create_connection(("127.0.0.1", server.port))
    for part in said:
        one.sendall(part)
    return one


def ends(one: socket.socket, seconds: float = 60) -> bytes:
    """What comes until the server ends the connection."""
    one.settimeout(seconds)
    found = b""
    try:
        while part := one.recv(65536):
            found += part
    except ConnectionResetError:
        pass
    return found


@pytest.mark.parametrize(
    "said",
    [b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\n", UNREAD + b"GET / HTTP/1.1\r\n", HALF_BODY],
    ids=["silent", "a letter", "half a header", "half a second header", "half a body"],
)
def test_a_connection_on_which_nothing_more_comes_ends(brief: Server, said: bytes) -> None:
    with open_to(brief, said) as one:
        ends(one)
    assert brief.request("/health")[0] == 200


def test_a_header_that_trickles_ends_too(brief: Server) -> None:
    with open_to(brief, b"GET / HTTP/1.1\r\nHost: x\r\n") as one, pytest.raises(OSError):
        for _ in range(600):
            one.sendall(b"X-More: 1\r\n")
            time.sleep(0.1)


def test_a_thousand_silent_connections_keep_nobody_out(tmp_path: Path) -> None:
    """With as few descriptors as a shell usually gives."""
    limits = Limits(waiting_an_address=10**6)  # even if they came from many addresses
    server = Server(
        Settings(store=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_processes=1, limits=limits),
        ("sh", "-c", 'ulimit -n 256; exec "$@"', "sh"),
    ).start()
    crowd = []
    try:
        name, tokens = server.table("me here")
        with server.join(name, *tokens) as player:
            for _ in range(500):
                crowd.append(open_to(server, b"GET"))
                if len(crowd) % 100 == 0:
                    assert server.request("/api/version")[0] == 200
            with server.join(name) as watcher:
                assert watcher.state["watchers"] == 1
            assert player.ask(type="ping")["type"] == "pong"
        assert server.log.stat().st_size < 20_000
    finally:
        for one in crowd:
            one.close()
        server.stop()


def test_an_address_may_have_so_many_connections_that_wait(tmp_path: Path) -> None:
    limits = Limits(waiting_an_address=10)
    with running(Settings(store=f"sqlite:///{tmp_path / 't'}", bot_processes=1, limits=limits)) as server:
        crowd = [open_to(server, b"GET") for _ in range(11)]
        assert ends(crowd[0], 10) == b""  # the one that waited longest
        crowd[-1].sendall(b" /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert b"200 OK" in ends(crowd[-1])
        for one in crowd:
            one.close()


@contextmanager
def listening() -> Iterator[tuple[FairLoop, tuple[str, int], list[asyncio.Protocol]]]:
    """A loop with a door: the loop, where to knock, and all who came in."""
    loop, made = FairLoop(), list[asyncio.Protocol]()

    class Counted(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            made.append(self)

    server = loop.run_until_complete(loop.create_server(Counted, "127.0.0.1", 0, backlog=200))
    yield loop, server.sockets[0].getsockname(), made
    server.close()
    loop.run_until_complete(asyncio.sleep(0.01))
    loop.close()


def test_new_connections_are_taken_a_few_at_a_time() -> None:
    """As many as came were taken before anybody else had a turn: connecting without end kept every player waiting for seconds."""
    with listening() as (loop, place, made):
        seen = [0]

        def look() -> None:
            seen.append(len(made))
            if seen[-1] < 80:
                loop.call_soon(look)

        crowd = [socket.create_connection(place) for _ in range(80)]
        loop.call_soon(look)
        while len(made) < 80:
            loop.run_until_complete(asyncio.sleep(0.01))
        for one in crowd:
            one.close()
    assert max(after - before for before, after in itertools.pairwise(seen)) <= FEW


def test_whoever_has_gone_again_keeps_nobody_waiting() -> None:
    """A server that was started under a flood of them was never ready: whoever asked gave up behind a thousand that had gone."""
    with listening() as (loop, place, made):
        for _ in range(100):
            socket.create_connection(place).close()
        with socket.create_connection(place):
            loop.call_soon(lambda: loop.call_soon(lambda: loop.call_soon(loop.call_soon, loop.stop)))
            loop.run_forever()  # a round or two
            assert len(made) == 1


def test_an_address_knocks_so_often(tmp_path: Path) -> None:
    """Proxies apart, which stand for many people; a network of them too."""
    limits = Limits(connections_a_second=0.2, connections_at_once=5)
    settings = Settings(store=f"sqlite:///{tmp_path / 't'}", bot_processes=1, limits=limits, proxies="::1,127.0.0.0/28")
    ask = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with running(settings) as server:

        def answered(origin: str) -> int:
            found = 0
            for _ in range(20):
                place, here = ("127.0.0.1", server.port), (origin, 0)
                with suppress(OSError), socket.create_connection(place, 10, here) as one:
                    one.sendall(ask)  # turned away while it connects, while it asks or while it listens
                    found += b"200 OK" in ends(one)
            return found

        assert answered("127.0.0.9") == 20
        assert 5 <= answered("127.0.0.66") < 20
        assert answered("127.0.0.1") == 20


def test_only_a_proxy_that_was_named_is_believed(tmp_path: Path) -> None:
    """Anybody can say that they come from elsewhere."""
    limits = Limits(tables_a_minute=0.001, tables_at_once=2)
    for proxies, believed in (("127.0.0.1", True), ("", False), ("192.0.2.1,10.0.0.0/8", False)):
        settings = Settings(store=f"sqlite:///{tmp_path / 't'}", bot_processes=1, limits=limits, proxies=proxies)
        body = {"game": "usa", "seats": [{"kind": "me", "name": "A"}, {"kind": "friend"}]}
        with running(settings) as server:
            answers = [
                server.request("/api/tables", body, X_Forwarded_For=f"203.0.113.{number}")[0] for number in range(4)
            ]
            assert answers == ([201] * 4 if believed else [201, 201, 429, 429])
            # what a client itself put there stands before what the proxy found
            forged = [
                server.request("/api/tables", body, X_Forwarded_For=f"192.0.2.{number}, 198.51.100.1")[0]
                for number in range(4)
            ]
            assert forged == ([201, 201, 429, 429] if believed else [429] * 4)


def test_the_soft_limit_of_descriptors_is_raised() -> None:
    script = (
        "import resource; from railhead.server.connections import descriptors;"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]; resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard));"
        "print(descriptors() == min(hard, 65536) == resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "True\n"


def test_a_flood_of_complaints_is_one_line() -> None:
    told = OncePerMinute()
    records = [
        logging.LogRecord(
            "asyncio", logging.ERROR, "", 1, "socket.accept() out of system resource\nsocket: <x>", (), None
        )
        for _ in range(1000)
    ]
    passed = [record for record in records if told.filter(record)]
    assert len(passed) == 1 and passed[0].getMessage() == "socket.accept() out of system resource"


@pytest.mark.parametrize(
    ("address", "who"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_who_an_address_is(address: str, who: str) -> None:
    assert network(address) == who


def test_what_is_answered_waits_for_no_acknowledgement() -> None:
    """A listening socket that knows no protocol, as uvicorn makes it, hands over sockets that asyncio leaves as they are."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        with socket.create_connection(listening.getsockname()):
            one, _ = Door(listening, Doorkeeper(Settings())).accept()
            with one:
                assert one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
