"""Small things that were wrong once: odd headers, names that look like others, files that others could read."""

import gzip
import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from server_running import Postgres, Server, free_port, refused, running
from test_store import fill
from typer.testing import CliRunner

from railhead.boards import BoardError, load
from railhead.cli import app
from railhead.server import store
from railhead.server.app import KnownHosts
from railhead.server.backup import read_backup, write_backup
from railhead.server.messages import person_name
from railhead.server.refusals import Refusal
from railhead.server.settings import Limits, Settings
from railhead.server.table import SeatState, names_of


def test_an_origin_that_is_no_address_is_a_wrong_one(server: Server) -> None:
    for origin in ("http://[", "http://[::1", "null", "http://evil.example", "//"):
        status, told = server.request("/api/tables", {}, Origin=origin)
        assert status == 403 and told["code"] == "wrong-origin"


def test_what_cannot_be_a_table_is_none_on_either_store(store_url: str) -> None:
    with running(Settings(store=store_url, bot_processes=1)) as server:
        for name in ("%00", "a%00b", "..", "A" * 12, "x" * 40, "%F0%9F%9A%82", "a'b"):
            assert server.request(f"/api/tables/{name}")[0] == 404, name
        with pytest.raises(Exception, match="4404"), server.join("a\0b") as client:
            client.receive()
        text = server.request("/metrics")[1].decode()
        assert "faults_total" not in text


def test_no_redirect_leads_to_a_foreign_host(server: Server) -> None:
    for path in ("/api/tables/", "/api/games/"):
        status, _ = server.request(path)
        assert status == 404
    assert server.request("/api/version", Host="evil.example")[0] == 421
    assert server.request("/api/version", Host="evil.example:8000")[0] == 421
    assert server.request("/api/version", Host=f"localhost:{server.port}")[0] == 200
    assert server.request("/health", Host="anything")[0] == 200


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.7", True),
        ("play.example.org", True),
        ("PLAY.example.org.:443", True),
        ("railhead.localhost", True),
        ("play.example.org.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
        ("[", False),
    ],
)
def test_a_server_goes_by_its_own_names(host: str, known: bool) -> None:
    names = frozenset({"localhost", "play.example.org"})
    assert KnownHosts(None, names).knows(host) is known  # type: ignore[arg-type]
    assert KnownHosts(None, frozenset("*")).knows(host)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800", "\u200d", "a\u3164b", "\u2800\u2800", "\u0301", " \u200d ", "a\u200eb"]
)
def test_names_that_nobody_sees_are_no_names(name: str) -> None:
    with pytest.raises(Refusal, match="bad-name"):
        person_name(name)


def test_joiners_stay_where_they_make_a_picture_and_nowhere_else() -> None:
    assert person_name("An\u200dna") == "Anna"
    family = "\U0001f469\u200d\U0001f467"
    assert person_name(family) == family


def test_names_that_look_alike_are_told_apart() -> None:
    alike = [SeatState("person", name) for name in ("Anna", "Аnna", "ANNA", "Ánna", "Ben")]
    assert names_of(alike) == ["Anna", "Аnna 2", "ANNA 3", "Ánna 4", "Ben"]


def test_nobody_else_may_read_a_store_or_a_backup(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        url = f"sqlite:///{tmp_path / 'new' / 'tables.sqlite'}"
        fill(url)
        write_backup(url, tmp_path / "backup.gz")
    finally:
        os.umask(old)
    files = [*(tmp_path / "new").iterdir(), tmp_path / "backup.gz"]
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


HEAD = {"format": "railhead-backup/1", "schema": 2}
ROW = {"in": "tables", "id": "t", "created": 1, "game": "usa", "seed": "7", "same_deal": 0, "plan": "[]", "options": "{}", "listed": 0, "phase": "over"}  # fmt: skip
ROWS: dict[str, list[object]] = {
    "a row of no table": [{"id": "t"}],
    "a row of nothing": [{"in": "tables"}],
    "an unknown table": [{"in": "sqlite_master", "id": "t"}],
    "a column that is none": [{**ROW, "more": 1}],
    "a column too few": [{"in": "tables", "id": "t"}],
    "a list as a value": [{**ROW, "plan": []}],
    "the same row twice": [ROW, ROW],
    "a row whose table is missing": [
        {"in": "chat", "table_id": "x", "number": 1, "time": 1, "seat": 0, "name": "", "line": ""}
    ],
    "a list as a row": [[1]],
}
MALFORMED: dict[str, bytes] = {
    "empty": b"",
    "text": b"hello",
    "no gzip at all": b"\x1f\x8b\x08",
    "torn": gzip.compress(json.dumps(HEAD).encode() * 100)[:40],
    "broken inside": gzip.compress(os.urandom(2000))[:-200] + os.urandom(200),
    "not JSON": gzip.compress(b"{"),
    "not UTF-8": gzip.compress(b"\xff\xfe"),
    "a list": gzip.compress(b"[]"),
    "a number": gzip.compress(b"7"),
    "deep": gzip.compress(b"[" * 100_000),
    "another format": gzip.compress(b'{"format": "x", "schema": 1}'),
    "a later schema": gzip.compress(b'{"format": "railhead-backup/1", "schema": 99}'),
    "a schema of text": gzip.compress(b'{"format": "railhead-backup/1", "schema": "1"}'),
    **{name: gzip.compress("\n".join(map(json.dumps, [HEAD, *rows])).encode()) for name, rows in ROWS.items()},
    "a bomb": gzip.compress(json.dumps(HEAD).encode() + b"\n" + b" " * 300_000_000),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_backup_is_a_sentence(tmp_path: Path, name: str) -> None:
    file, url = tmp_path / "bad.gz", f"sqlite:///{tmp_path / 'tables.sqlite'}"
    file.write_bytes(MALFORMED[name])
    result = CliRunner().invoke(app, ["restore", str(file), "--store", url])
    assert result.exit_code == 2 and result.output.startswith("railhead: ") and len(result.output) < 600
    assert store.count_tables(store.open_store(url)) == 0


def test_a_backup_brings_the_servers_own_secrets_along(tmp_path: Path) -> None:
    one, two = (f"sqlite:///{tmp_path / name}" for name in ("one", "two"))
    fill(one)
    secret = store.own_secret(store.open_store(one), "marking")
    assert len(secret) == 64 and store.own_secret(store.open_store(one), "marking") == secret
    write_backup(one, tmp_path / "backup.gz")
    read_backup(two, tmp_path / "backup.gz")
    assert store.own_secret(store.open_store(two), "marking") == secret


def test_the_list_of_open_tables_is_not_filled_by_one_address(store_url: str) -> None:
    limits = Limits(tables_at_once=100)
    with running(Settings(store=store_url, bot_processes=1, limits=limits)) as server:
        honest, _ = server.table("me friend", open=True)
        body = {"game": "usa", "seats": [{"kind": "me", "name": "X"}, {"kind": "friend"}], "options": {"open": True}}
        for number in range(60):
            address = f"2001:db8:0:1::{number:x}"  # one household
            assert server.request("/api/tables", body, X_Forwarded_For=address)[0] == 201
        listed = [one["table"] for one in server.request("/api/tables")[1]["tables"]]
        assert honest in listed and len(listed) == 1 + limits.listed_an_address


def test_limits_count_a_household_once(store_url: str) -> None:
    with running(Settings(store=store_url, bot_processes=1)) as server:
        body = {"game": "usa", "seats": [{"kind": "me", "name": "X"}, {"kind": "friend"}]}
        answers = [
            server.request("/api/tables", body, X_Forwarded_For=f"2001:db8:0:1::{number:x}")[0] for number in range(60)
        ]
        assert answers.count(429) >= 30


@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_waits_for_a_store_that_is_away(postgres: Postgres, workers: int) -> None:
    """It died with a traceback; later it waited, but answered nobody, so that whatever looked after it took it for dead."""
    url, port, place = postgres.fresh(), free_port(), free_port()
    store = url.replace(f":{postgres.port}/", f":{port}/")
    server = Server(Settings(store=store, bot_processes=1))
    server.port, server.url = place, f"http://127.0.0.1:{place}"
    command = ["serve", "--port", str(place), "--store", store, "--workers", str(workers)]
    with open(server.log, "ab") as log:
        server.process = subprocess.Popen([sys.executable, "-m", "railhead.cli", *command], stderr=log, start_new_session=True)  # fmt: skip
    try:
        server.wait("/health", 120)
        assert server.request("/ready") == (503, refused("unavailable"))
        assert server.request("/api/version")[0] == 503 and server.request("/api/socket")[0] == 503
        told = server.log.read_text()
        assert "the store does not answer, waiting for it" in told and "waiting for the store" in told
        link = subprocess.Popen([sys.executable, "-c", PASS_ON, str(port), str(postgres.port)])  # it is there now
        try:
            server.wait("/ready")
            server.table("me here")
            assert "Traceback" not in server.log.read_text()
        finally:
            link.kill()
    finally:
        server.kill()


def test_a_server_that_waits_for_its_store_can_be_stopped() -> None:
    server = Server(Settings(store=f"postgresql://railhead@127.0.0.1:{free_port()}/none", bot_processes=1))
    server.start(ready=False)
    server.stop()
    assert server.process is not None and server.process.returncode == -signal.SIGTERM
    assert "Traceback" not in server.log.read_text()


PASS_ON = """
import asyncio, sys
async def pipe(reader, writer):
    while data := await reader.read(65536):
        writer.write(data); await writer.drain()
    writer.close()
async def link(reader, writer):
    there = await asyncio.open_connection("127.0.0.1", int(sys.argv[2]))
    await asyncio.gather(pipe(reader, there[1]), pipe(there[0], writer), return_exceptions=True)
async def main():
    await (await asyncio.start_server(link, "127.0.0.1", int(sys.argv[1]))).serve_forever()
asyncio.run(main())
"""


def test_a_store_of_the_arena_that_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello " * 100)
    for file in (tmp_path / "text", tmp_path):
        told = CliRunner().invoke(
            app, ["arena", "--bot", "random", "--bot", "random", "--deals", "1", "--store", str(file)]
        )
        assert told.exit_code == 2 and "cannot be used as a store" in told.output


def test_a_board_of_far_too_many_routes_is_refused_at_once() -> None:
    routes = [{"id": f"r{number}", "from": "a", "to": "b", "length": 1, "colour": "red"} for number in range(100_000)]
    board = {"id": "huge", "cities": [{"id": "a"}, {"id": "b"}], "routes": routes}
    with pytest.raises(BoardError, match="100000 entries"):
        load(board)
