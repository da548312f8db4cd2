"""How quick the service is: many games at once with clients on loopback.

    python benchmarks/server.py                      10, 50, 200 games; a move every two seconds in each
    python benchmarks/server.py --games 1000 --pace 10
    python benchmarks/server.py --bots 20            people's clicks while bots think at so many other tables
    python benchmarks/server.py --reviews 10         and while so many reviews are under way all the time
    python benchmarks/server.py --store postgresql://… --workers 2

Prints, for each number of games: p50 and p99 in ms from a click (a move is sent) to every other screen (the last of the other
clients at the table has it), moves a second, the server's processor time a move, its memory a game; then how long a table takes to
load that nobody has open, how many moves a second one core makes when asked for as many as possible, and how long a server takes from
its start to its first page and until games can be played.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from railhead.server.settings import ENVIRONMENT, Settings, lenient
from railhead.words import PROTOCOL

START = "import sys; from railhead.server.commands import run; from railhead.server.settings import from_environment as f; run(f(), '127.0.0.1', int(sys.argv[1]))"
OPEN = lenient()


def post(url: str, body: Any) -> Any:
    """The answer to a wish."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def seconds_of(process: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(process: int) -> list[int]:
    """The processes that one has begun."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((place / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if parent == process and b"spawn_main" in (place / "cmdline").read_bytes():
                found.append(int(place.name))
        except OSError:
            continue
    return found


class Bench:
    """A server, and the games on it."""

    def __init__(self, store: str, workers: int) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.settings = Settings(store=store, workers=workers, bot_processes=1, limits=OPEN)
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server and wait until it is ready."""
        environment = {**os.environ, ENVIRONMENT: msgspec.json.encode(self.settings).decode()}
        command = [sys.executable, "-c", START, str(self.port)]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, start_new_session=True)
        began = time.monotonic()
        self._wait("/")
        self.page_after = time.monotonic() - began
        self._wait("/ready")
        self.ready_after = time.monotonic() - began

    def _wait(self, path: str) -> None:
        """Wait for an answer."""
        while True:
            try:
                with urllib.request.urlopen(self.url + path, timeout=5):
                    return
            except OSError:
                time.sleep(0.02)

    def stop(self) -> None:
        """End it."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def processes(self) -> list[int]:
        """Those that answer."""
        if self.settings.workers == 1:
            return [self.process.pid]
        return children(self.process.pid)

    def seconds(self) -> float:
        """Processor time used so far."""
        return sum(map(seconds_of, self.processes()))

    def bot_seconds(self) -> float:
        """The same of the processes in which bots think and reviews are made."""
        return sum(seconds_of(child) for process in self.processes() for child in children(process))

    def memory(self) -> int:
        """kB in memory."""
        lines = [
            line for process in self.processes() for line in Path(f"/proc/{process}/status").read_text().splitlines()
        ]
        return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

    def bot_moves(self) -> int:
        """How many times bots have thought so far, at the worker that answers."""
        with urllib.request.urlopen(self.url + "/metrics") as answer:
            lines = answer.read().decode().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("railhead_bot_seconds_count"))

    def table(self, game: str, bots: str = "") -> tuple[str, list[str]]:
        """A table of two people, or of one and three bots of a level."""
        others = [{"kind": "bot", "level": bots}] * 3 if bots else [{"kind": "here", "name": "Ben"}]
        made = self.post("/api/tables", {"game": game, "seats": [{"kind": "me", "name": "Anna"}, *others]})
        return made["table"], [seat["token"] for seat in made["seats"]]

    def post(self, path: str, body: Any) -> Any:
        """The answer to a wish."""
        return post(self.url + path, body)


def any_move(choices: dict[str, Any], lot: random.Random) -> list[int]:
    """The decisions of a legal move, claims now and then."""
    if "claim" in choices and (lot.random() < 0.5 or len(choices) == 1):
        claim = lot.choice(list(choices["claim"].values()))
        return both(claim["decision"], lot.choice(claim["payments"]))
    for word in ("draw", "decline", "tickets"):
        if word in choices:
            return [choices[word]]
    for word in ("keep", "take", "pay"):
        if word in choices:
            return [lot.choice(choices[word])["decision"]]
    bed = lot.choice(list(choices["build"].values()))
    return both(bed["decision"], lot.choice(bed["pieces"]))


def both(place: int | None, way: dict[str, Any]) -> list[int]:
    """The decisions of a place and of how it is paid or built, those that are left to decide."""
    return [decision for decision in (place, way["decision"]) if decision is not None]


async def one_game(
    bench: Bench, table: str, tokens: list[str], pace: float, until: float, found: list[float], game: int
) -> None:
    """Two people at one table, each with a screen of their own; each move is timed until the other screen has it."""
    lot = random.Random(game)
    address = bench.url.replace("http", "ws") + "/api/socket"
    async with (
        connect(address, max_size=None, open_timeout=60) as first,
        connect(address, max_size=None, open_timeout=60) as second,
    ):
        screens = (first, second)
        states: list[dict[str, Any]] = []
        for screen, token in zip(screens, tokens, strict=True):
            await screen.send(
                json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": [token], "after": 0})
            )
        for screen in screens:
            states.append(await latest(screen, 0))
        await asyncio.sleep(lot.random() * pace)
        while time.monotonic() < until and states[0]["phase"] != "over":
            began = time.monotonic()
            mover = states[0]["waiting"][0]
            move = any_move(states[mover]["choices"][str(mover)], lot)
            sent = time.perf_counter()
            message = {"type": "move", "seat": mover, "at": states[mover]["position"], "decisions": move}
            await screens[mover].send(json.dumps(message))
            number = states[mover]["number"] + 1
            states[1 - mover] = await latest(screens[1 - mover], number)
            if states[0]["phase"] != "first-tickets":
                found.append(time.perf_counter() - sent)
            states[mover] = await latest(screens[mover], number)
            await asyncio.sleep(max(0.0, pace * (0.5 + lot.random()) - (time.monotonic() - began)))


async def bots_play(bench: Bench, game: str, level: str) -> None:
    """Tables at which only bots play, one after the other, until cancelled."""
    while True:
        table, tokens = await asyncio.to_thread(bench.table, game, level)
        async with connect(bench.url.replace("http", "ws") + "/api/socket", max_size=None, open_timeout=60) as screen:
            hello = {"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": tokens, "after": 0}
            for message in (hello, {"type": "replace", "seat": 0, "level": level}):
                await screen.send(json.dumps(message))
            while (await latest(screen, 0))["phase"] != "over":
                pass


def planned(game: str, seed: int) -> dict[str, Any]:
    """The record of a game between two planners."""
    from railhead.boards import load
    from railhead.bots import sit
    from railhead.bots.match import play
    from railhead.game.record import record

    setting = load(game)
    played = play(setting, [sit("planner", setting, seat) for seat in range(2)], seed)
    found: dict[str, Any] = msgspec.to_builtins(record(played.replayed(["Anna", "Ben"])))
    return found


def one_after_the_other(url: str, records: list[dict[str, Any]], done: "Synchronized[int]") -> None:
    """Each game is reviewed, and asked about every second as the page does."""
    for kept in records:
        time.sleep(random.random())
        while post(url + "/api/review", kept)["stage"] != "whole":
            time.sleep(1)
        with done.get_lock():
            done.value += 1


def reviews_go_on(url: str, game: str, reviews: int, ready: Event, done: "Synchronized[int]") -> None:
    """So many reviews at once. In a process of its own: whoever reads a review does not hold up the players' browsers either."""
    each = [[planned(game, seed + 1000 * later) for later in range(3)] for seed in range(reviews)]
    ready.set()
    for records in each:
        threading.Thread(target=one_after_the_other, args=(url, records, done)).start()


@contextmanager
def reviewed(bench: Bench, options: argparse.Namespace) -> "Iterator[Synchronized[int]]":
    """Reviews are under way; tells how many are whole."""
    spawned = multiprocessing.get_context("spawn")
    done, ready = spawned.Value("i", 0), spawned.Event()
    reader = spawned.Process(target=reviews_go_on, args=(bench.url, options.game, options.reviews, ready, done), daemon=True)  # fmt: skip
    reader.start()
    ready.wait()  # its games are made before anything is timed
    try:
        yield done
    finally:
        reader.kill()
        reader.join()


async def among_bots(bench: Bench, options: argparse.Namespace, games: int) -> dict[str, float]:
    """So many games at once, while bots think at other tables and reviews are under way."""
    with urllib.request.urlopen(bench.url + "/api/games") as answer:
        level = options.level or json.load(answer)["levels"][-1]
    others = [asyncio.create_task(bots_play(bench, options.game, level)) for _ in range(options.bots)]
    try:
        began, before, thought = time.monotonic(), bench.bot_moves(), bench.bot_seconds()
        with reviewed(bench, options) as done:
            figures = await many_games(bench, options.game, games, options.pace, options.seconds)
        if options.bots:
            figures["bot_moves_a_second"] = (bench.bot_moves() - before) / (time.monotonic() - began)
        if options.reviews:
            figures["reviews_done"] = done.value
            figures["reviews_busy"] = (bench.bot_seconds() - thought) / (time.monotonic() - began)
        return figures
    finally:
        for other in others:
            other.cancel()
        await asyncio.gather(*others, return_exceptions=True)


async def latest(screen: Any, number: int) -> dict[str, Any]:
    """Read on to the state or update of this number."""
    while True:
        text = await asyncio.wait_for(screen.recv(), 120)
        if '"number":' not in text[:120]:
            continue
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "refused":
            raise RuntimeError(text)
        if message["type"] in ("state", "update") and message["number"] >= number:
            return message


async def many_games(bench: Bench, game: str, games: int, pace: float, seconds: float) -> dict[str, float]:
    """So many games at once."""
    before = bench.memory()
    tables = [await asyncio.to_thread(bench.table, game) for _ in range(games)]
    found: list[float] = []
    warm = min(20.0, 2 + games / 50)
    until = time.monotonic() + warm + seconds
    jobs = [asyncio.create_task(one_game(bench, *table, pace, until, found, n)) for n, table in enumerate(tables)]
    await asyncio.sleep(warm)
    found.clear()
    used, began = bench.seconds(), time.monotonic()
    await asyncio.sleep(seconds - 0.5)
    memory, used, took = bench.memory() - before, bench.seconds() - used, time.monotonic() - began
    timed = sorted(found)
    await asyncio.gather(*jobs)
    return {
        "games": games,
        "moves_a_second": len(timed) / took,
        "p50_ms": 1000 * statistics.median(timed),
        "p99_ms": 1000 * timed[int(len(timed) * 0.99)],
        "cpu_ms_a_move": 1000 * used / len(timed),
        "kb_a_game": memory / games,
        "busy": used / took,
    }


async def cold_load(bench: Bench, tables: list[tuple[str, list[str]]]) -> list[float]:
    """ms from opening a table that is in no memory to its state."""
    found = []
    for table, tokens in tables:
        async with connect(bench.url.replace("http", "ws") + "/api/socket", max_size=None) as screen:
            began = time.perf_counter()
            await screen.send(
                json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": tokens[:1], "after": 0})
            )
            await latest(screen, 0)
            found.append(1000 * (time.perf_counter() - began))
    return found


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="*", default=[10, 50, 200])
    parser.add_argument("--game", default="europe")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds from move to move in one game")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--bots", type=int, default=0, help="tables at which bots think meanwhile")
    parser.add_argument("--reviews", type=int, default=0, help="reviews that are under way meanwhile")
    parser.add_argument("--level", default="", help="of those bots; the strongest if not given")
    parser.add_argument("--store", default="")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.store or f"sqlite:///{folder}/tables.sqlite", options.workers)
        bench.start()
        try:
            for games in options.games:
                tell(asyncio.run(among_bots(bench, options, games)), options.json)
            flat_out = asyncio.run(many_games(bench, options.game, 40, 0.0, min(options.seconds, 10)))
            tables = [bench.table(options.game) for _ in range(20)]
            until = time.monotonic() + 10
            asyncio.run(play_some(bench, tables, until))
            bench.stop()
            bench.start()
            loads = asyncio.run(cold_load(bench, tables))
        finally:
            bench.stop()
    last = {
        "flat_out_moves_a_second": flat_out["moves_a_second"],
        "flat_out_busy": flat_out["busy"],
        "moves_a_second_a_core": flat_out["moves_a_second"] / max(0.01, flat_out["busy"]),
        "cold_load_p50_ms": statistics.median(loads),
        "cold_load_most_ms": max(loads),
        "first_page_s": bench.page_after,
        "ready_s": bench.ready_after,
    }
    tell(last, options.json)


async def play_some(bench: Bench, tables: list[tuple[str, list[str]]], until: float) -> None:
    """Bring tables to the middle of a game."""
    await asyncio.gather(*(one_game(bench, *table, 0.05, until, [], n) for n, table in enumerate(tables)))


def tell(figures: dict[str, float], as_json: bool) -> None:
    """Print one line."""
    text = json.dumps({key: round(value, 2) for key, value in figures.items()})
    print(
        text if as_json else ", ".join(f"{value:,.2f} {key.replace('_', ' ')}" for key, value in figures.items()),
        flush=True,
    )


if __name__ == "__main__":
    main()
