"""Real servers in processes of their own, real PostgreSQL, and clients."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from railhead.server.settings import ENVIRONMENT, Settings, lenient
from railhead.words import PROTOCOL, Code, Refused

FULL = bool(os.environ.get("RAILHEAD_FULL"))  # the long forms of the fault and attack tests
PATIENT = lenient()
WAIT = 600.0  # seconds: long enough for a busy machine on which bots are still compiled; only what fails takes them
START = "import sys; from railhead.server.commands import run; from railhead.server.settings import from_environment as f; run(f(), '127.0.0.1', int(sys.argv[1]))"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server that can be killed and started again at the same place."""

    def __init__(self, settings: Settings, within: tuple[str, ...] = ()) -> None:
        """`within`: a command to start it with, such as one that gives it file systems of its own."""
        self.settings, self.within, self.port = settings, within, free_port()
        self.environment: dict[str, str] = {}  # what it is started with beside
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.log = Path(os.environ.get("PYTEST_LOGS", "/tmp")) / f"railhead-server-{self.port}.log"

    def start(self, ready: bool = True) -> Self:
        environment = {**os.environ, **self.environment, ENVIRONMENT: msgspec.json.encode(self.settings).decode()}
        with open(self.log, "ab") as log:
            told = log.tell()
            self.process = subprocess.Popen(
                [*self.within, sys.executable, "-c", START, str(self.port)],
                env=environment,
                stderr=log,
                stdout=log,
                start_new_session=True,
            )
        self.wait("/ready" if ready else "/health")
        if ready:
            self._wait_for_all(told)
        return self

    def _wait_for_all(self, told: int) -> None:
        """One worker answers that it is ready; the others say so in the log."""
        end = time.monotonic() + 400
        while self.log.read_bytes()[told:].count(b'"rules prepared"') < self.settings.workers:
            assert time.monotonic() < end, "some worker is never ready"
            time.sleep(0.05)

    def wait(self, path: str = "/ready", seconds: float = 400) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(OSError, urllib.error.HTTPError):
                if urllib.request.urlopen(self.url + path, timeout=5).status == 200:
                    return
            if self.process is not None and self.process.poll() is not None:
                raise RuntimeError(f"the server ended: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)
        raise TimeoutError(self.log.read_text()[-2000:])

    def workers(self) -> list[int]:
        """The processes that answer: those with the port open, other than the one that starts them."""
        assert self.process is not None
        if self.settings.workers == 1:
            return [self.process.pid]
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError, IndexError):
                parent = int((place / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if parent == self.process.pid and b"spawn_main" in (place / "cmdline").read_bytes():
                    found.append(int(place.name))
        return found

    def kill(self) -> None:
        """Kill -9, the whole of it, bots and all."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()

    def request(self, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """An HTTP request; the status and the body read as JSON if it is."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
        sent = {"Content-Type": "application/json"} if data is not None else {}
        sent.update({name.replace("_", "-"): value for name, value in headers.items()})
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, data, sent), timeout=WAIT) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text

    def level(self) -> str:
        """The weakest bots there are."""
        return str(self.request("/api/games")[1]["levels"][0])

    def table(
        self, seats: str = "me me", game: str = "usa", address: str = "127.0.0.1", level: str = "", **options: Any
    ) -> tuple[str, list[str]]:
        """A new table, seats as words (me, here, friend, bot); its name and the tokens."""
        plans = [
            {
                "kind": kind,
                **({} if kind in ("friend", "bot") else {"name": f"Player {number}"}),
                **({"level": level or self.level()} if kind == "bot" else {}),
            }
            for number, kind in enumerate(seats.split())
        ]
        status, made = self.request(
            "/api/tables", {"game": game, "seats": plans, "options": options}, X_Forwarded_For=address
        )
        assert status == 201, made
        return made["table"], [seat["token"] for seat in made["seats"]]

    def join(self, table: str, *tokens: str, after: int = 0, address: str = "127.0.0.1") -> "Client":
        """Open a table; with another address, as a proxy would tell it."""
        return Client(self, table, tokens, after, address)


class Client:
    """A client of one table: keeps the latest state, checks that no number is missing."""

    def __init__(
        self, server: Server, table: str, tokens: tuple[str, ...], after: int = 0, address: str = "127.0.0.1"
    ) -> None:
        self.context = connect(
            server.url.replace("http", "ws") + "/api/socket",
            max_size=None,
            open_timeout=WAIT,
            close_timeout=0.2,  # it may have left much unread
            additional_headers={"X-Forwarded-For": address},
        )
        self.socket: ClientConnection = self.context.__enter__()
        self.state: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.count = 0
        with suppress(ConnectionClosed):  # whoever comes too often is told so, and sent away, before the hello
            self.send(type="hello", protocol=PROTOCOL, table=table, tokens=list(tokens), after=after)
        self.hear("state", "refused")

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, timeout: float = WAIT) -> dict[str, Any]:
        raw = self.socket.recv(timeout)
        assert isinstance(raw, str)
        self.raw.append(raw)
        message: dict[str, Any] = json.loads(raw)
        self.heard.append(message)
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "update":
            if message["entry"]["kind"] != "prepared":
                assert message["number"] == self.state["number"] + 1, "a number is missing"
            self.state = message
        elif message["type"] == "presence":
            self.state.update(present=message["present"], watchers=message["watchers"])
        return message

    def hear(self, *kinds: str, timeout: float = WAIT) -> dict[str, Any]:
        """Read on until a message of one of these kinds."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            message = self.receive(max(0.01, end - time.monotonic()))
            if message["type"] in kinds:
                return message
        raise TimeoutError(kinds)

    def ask(self, **message: Any) -> dict[str, Any]:
        """Send, and read on to the answer."""
        self.count += 1
        self.send(id=self.count, **message)
        while True:
            answer = self.hear("done", "refused", "state", "pong", "advice")
            if answer.get("re") == self.count:
                return answer

    def until(self, condition: Any, timeout: float = WAIT) -> dict[str, Any]:
        """Read on until the state is so."""
        end = time.monotonic() + timeout
        while not condition(self.state):
            self.receive(max(0.01, end - time.monotonic()))
        return self.state

    def move(self, seat: int, wanted: "str | list[int]") -> dict[str, Any]:
        """Make a move, given as a person writes it or by its decisions."""
        how = {"move": wanted} if isinstance(wanted, str) else {"decisions": wanted}
        return self.ask(type="move", seat=seat, at=self.state["position"], **how)

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def refused(code: Code, **values: Any) -> Any:
    """What a client reads when something is refused by HTTP."""
    return msgspec.to_builtins(Refused(code, "", values))


def every_move(choices: dict[str, Any]) -> Iterator[tuple[str, list[int]]]:
    """The moves that a seat may choose among: a word and the decisions to send."""
    for word in ("draw", "tickets", "decline"):
        if word in choices:
            yield word, [choices[word]]
    for word in ("take", "keep", "pay"):
        yield from ((word, [one["decision"]]) for one in choices.get(word, []))
    places = [("claim", one["decision"], one["payments"]) for one in choices.get("claim", {}).values()]
    places += [("build", one["decision"], one["pieces"]) for one in choices.get("build", {}).values()]
    station = choices.get("station", {"cities": {}, "payments": []})
    places += [("station", decision, station["payments"]) for decision in station["cities"].values()]
    for word, first, ways in places:
        for way in ways:
            yield word, [decision for decision in (first, way["decision"]) if decision is not None]


def any_move(choices: dict[str, Any], lot: random.Random, claims: bool = True) -> list[int]:
    """A legal move by lot, claims first so that games come to an end."""
    moves = list(every_move(choices))
    wanted = [move for word, move in moves if word == "claim"] if claims else []
    quiet = [move for word, move in moves if word not in ("claim", "station", "tickets")]
    return lot.choice(wanted or quiet or [move for _, move in moves])


def play_out(client: Client, seats: list[int], lot: random.Random, most: int = 2000) -> None:
    """Play the seats of a client, which are all that people have, to the end."""
    for _ in range(most):
        client.until(lambda state: state["phase"] == "over" or any(str(seat) in state["choices"] for seat in seats))
        if client.state["phase"] == "over":
            return
        seat = next(seat for seat in seats if str(seat) in client.state["choices"])
        answer = client.move(seat, any_move(client.state["choices"][str(seat)], lot))
        assert answer["type"] == "done", answer
    raise AssertionError("the game does not end")


# ---- PostgreSQL


def postgres_programs() -> Path | None:
    """Where PostgreSQL's programs are."""
    found = shutil.which("initdb")
    places = [Path(found).parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


class Postgres:
    """A PostgreSQL server of our own, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        programs = postgres_programs()
        assert programs is not None
        self.programs, self.data, self.port = programs, folder / "data", free_port()
        self.prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        if self.prefix:
            shutil.chown(folder, "postgres", "postgres")
        self.run("initdb", "-D", str(self.data), "-U", "railhead", "-A", "trust", "--no-sync")
        with open(self.data / "postgresql.conf", "a") as file:
            file.write(
                f"\nport = {self.port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nshared_buffers = 32MB\n"
            )
        self.start()
        self.url = f"postgresql://railhead@127.0.0.1:{self.port}/postgres"

    def run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [*self.prefix, str(self.programs / program), *arguments],
            check=True,
            capture_output=True,
            cwd="/",
            timeout=WAIT,
        )

    def start(self) -> None:
        self.run("pg_ctl", "-D", str(self.data), "-w", "-l", str(self.data / "log"), "start")

    def kill(self) -> None:
        """Kill -9, the whole of it."""
        os.killpg(int((self.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def stop(self, mode: str = "fast") -> None:
        self.run("pg_ctl", "-D", str(self.data), "-w", "-m", mode, "stop")

    def fresh(self) -> str:
        """The address of a new, empty database."""
        import psycopg

        name = f"t{random.SystemRandom().getrandbits(48):x}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url.rsplit("/", 1)[0] + "/" + name


@contextmanager
def running(settings: Settings) -> Iterator[Server]:
    """A server for the length of a block."""
    server = Server(settings).start()
    try:
        yield server
    finally:
        server.stop()
