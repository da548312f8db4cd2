"""A disk that is really full: a clear refusal, nothing half written, and on with the game when there is room again."""

import errno
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from server_running import PATIENT, WAIT, Client, Server, any_move
from test_store import write

from railhead.server import store
from railhead.server.entries import Move
from railhead.server.rooms import load_live
from railhead.server.settings import Settings
from railhead.words import Options

MOUNT = ("unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"')


def may_mount(folder: Path) -> bool:
    """May we give a process a small file system of its own?"""
    return (
        bool(shutil.which("unshare"))
        and not subprocess.run([*MOUNT, str(folder), "true"], capture_output=True).returncode
    )


def fill(folder: Path) -> Path:
    """Write a file that leaves no room for anything else."""
    ballast = folder / "ballast"
    with open(ballast, "wb", buffering=0) as file:
        for size in (65536, 512, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError as error:
                assert error.errno == errno.ENOSPC
    return ballast


def until_refused(client: Client) -> None:
    """Chat and play until the store takes no more; what fits into room that it has already still may."""
    for _ in range(2000):
        answers = [client.ask(type="chat", seat=0, text="x" * 500), move(client)]
        if all(answer["type"] == "refused" for answer in answers):
            assert [answer["code"] for answer in answers] == ["unavailable", "unavailable"]
            return
    raise AssertionError("the disk is never full")


def move(client: Client) -> dict[str, Any]:
    """Any move of whoever is to move, never one that ends the game soon."""
    seat, moves = next(iter(client.state["choices"].items()))
    return client.move(int(seat), any_move(moves, random.Random(1), claims=False))


def survive(server: Server, folder: Path, copies: Path, full: Callable[[], Callable[[], None]]) -> None:
    """Play; fill the disk; free it again."""
    name, tokens = server.table("me here")
    bots, theirs = server.table("me bot")
    with server.join(name, *tokens) as client, server.join(bots, *theirs) as other:
        for _ in range(10):
            assert move(client)["type"] == "done"
        free = full()
        until_refused(client)
        number, views = client.state["number"], client.state["views"]
        assert client.ask(type="ping")["type"] == "pong"
        assert server.request("/health")[0] == 200
        assert server.request(f"/api/tables/{name}")[0] == 200  # what is there can be read
        assert server.request("/api/tables", {"game": "usa", "seats": [{"kind": "me", "name": "A"}] * 5})[0] in (
            201,
            503,
        )
        assert client.ask(type="sync", after=0)["number"] == number and client.state["views"] == views
        free()
        end = time.monotonic() + WAIT
        while move(client)["type"] != "done":
            assert time.monotonic() < end, "it does not recover"
        assert client.state["number"] == number + 1
        for _ in range(5):  # the game with a bot goes on, too: nobody has to wake it
            other.until(lambda state: "0" in state["choices"])
            assert move(other)["type"] == "done"
        other.until(lambda state: "0" in state["choices"])  # so that nothing is written while the files are copied
        last = client.state["number"]
        for file in ("tables.sqlite", "tables.sqlite-wal"):
            shutil.copyfile(folder / file, copies / file)
    check(copies / "tables.sqlite", name, last)
    assert b"railhead_faults_total" not in server.request("/metrics")[1]


def check(file: Path, name: str, last: int) -> None:
    """All that was answered is there, and the file is whole."""
    engine = store.open_store(f"sqlite:///{file}")
    assert [entry.number for entry in store.read_entries(engine, name)] == list(range(1, last + 1))
    live = load_live(engine, name, True)
    assert live is not None and live.number == last
    engine.dispose()
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_full_file_system_refuses_moves_and_recovers_by_itself(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    if not may_mount(folder):
        pytest.skip("this user may not mount a small file system; the test below limits the size of files instead")
    settings = Settings(store=f"sqlite:///{folder / 'tables.sqlite'}", bot_pause=0, bot_processes=1, limits=PATIENT)
    server = Server(settings, (*MOUNT, str(folder))).start()
    try:
        assert server.process is not None
        inside = Path(f"/proc/{server.process.pid}/root") / folder.relative_to("/")  # as the server sees it

        def full() -> Callable[[], None]:
            return fill(inside).unlink

        survive(server, inside, tmp_path, full)
    finally:
        server.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process can be set on Linux only")
def test_files_that_may_not_grow_refuse_moves_and_recover_by_themselves(tmp_path: Path) -> None:
    settings = Settings(store=f"sqlite:///{tmp_path / 'tables.sqlite'}", bot_pause=0, bot_processes=1, limits=PATIENT)
    server = Server(settings).start()
    try:
        assert server.process is not None
        process = server.process.pid

        def full() -> Callable[[], None]:
            before = resource.prlimit(process, resource.RLIMIT_FSIZE)
            size = (tmp_path / "tables.sqlite-wal").stat().st_size
            resource.prlimit(process, resource.RLIMIT_FSIZE, (size, before[1]))
            return lambda: (resource.prlimit(process, resource.RLIMIT_FSIZE, before), None)[1]

        (tmp_path / "copies").mkdir()
        survive(server, tmp_path, tmp_path / "copies", full)
    finally:
        server.stop()


def test_writing_fails_cleanly_when_no_page_is_left(tmp_path: Path) -> None:
    engine = store.open_store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    head = store.Head("t", 1, "usa", "ab" * 16, False, (), Options())
    write(engine, store.create, head, [], [], "gathering")
    with engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    engine.pool.dispose()

    from sqlalchemy import event

    @event.listens_for(engine, "connect")
    def small(connection: Any, record: Any) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    written = 0
    with pytest.raises(store.StoreAway):
        for number in range(1, 1000):
            write(engine, store.append, "t", [store.Entry(number, 1, 0, Move([], "x" * 500, 0, False))])
            written = number
    event.remove(engine, "connect", small)
    engine.pool.dispose()
    assert [entry.number for entry in store.read_entries(engine, "t")] == list(range(1, written + 1))
    write(engine, store.append, "t", [store.Entry(written + 1, 1, 0, Move([], "", 0, False))])
    with sqlite3.connect(tmp_path / "tables.sqlite") as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
