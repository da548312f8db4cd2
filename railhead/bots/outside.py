"""Bots in any language: a program that reads and writes JSON lines. docs/bots.md describes the protocol.

A program that crashes, hangs or answers nonsense forfeits the move, and a legal one is played for it; after three it forfeits the game:
it is asked no more.
"""

import json
import queue
import shlex
import subprocess
import threading
import time
from contextlib import suppress
from typing import Any

import numpy as np
from msgspec.json import encode

from railhead.boards import Setting
from railhead.game import Game
from railhead.game.view import seen
from railhead.kernel.records import GAME, GameRecord

PROTOCOL = 1
MOVE_SECONDS = 5.0
HELLO_SECONDS = 20.0
MOST_FORFEITS = 3
LONGEST_LINE = 65_536


def as_game(setting: Setting, view: GameRecord) -> Game:
    """A veiled record as a Game: for its words; nothing hidden is in it."""
    array = np.zeros(1, GAME)
    array[0] = view
    return Game.of_record(setting, array)


class Program:
    """A program at the table."""

    def __init__(self, command: str, setting: Setting, seconds: float = MOVE_SECONDS) -> None:
        self.setting, self.seconds = setting, seconds
        self.forfeits = 0
        self.waiting: list[int] = []  # the rest of a move that consists of two decisions
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.process: subprocess.Popen[str] | None = None
        self.greeted = False
        self.why = ""
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                encoding="utf-8", errors="replace",
            )  # fmt: skip
            threading.Thread(target=self._listen, daemon=True).start()
        except (OSError, ValueError) as error:
            self._forfeit_game(f"it could not be started: {error}")

    def _listen(self) -> None:
        assert self.process is not None and self.process.stdout is not None
        while line := self.process.stdout.readline(LONGEST_LINE):
            self.lines.put(line)
        self.lines.put(None)

    def _forfeit_game(self, why: str) -> None:
        self.forfeits, self.why = max(self.forfeits, MOST_FORFEITS), why

    def _send(self, message: dict[str, Any]) -> None:
        if self.process is None or self.process.stdin is None:
            return
        try:
            self.process.stdin.write(encode(message).decode() + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            self._forfeit_game("it has ended")

    def _hear(self, seconds: float) -> dict[str, Any]:
        """The next line, or nothing if it does not come in time or is no object."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            return {}
        if line is None:
            self._forfeit_game("it has ended")
            return {}
        try:
            answer = json.loads(line)
        except ValueError:
            return {}
        return answer if isinstance(answer, dict) else {}

    def _ask(self, game: Game, seat: int) -> str:
        """Ask for a move; an answer to an earlier question that came late is passed over."""
        legal = [str(move) for move in game.moves()]
        while not self.lines.empty():
            if self.lines.get_nowait() is None:
                self._forfeit_game("it has ended")
        if not self.greeted:
            players = int(game.record.players)
            board = self.setting.as_file()
            self._send(
                {
                    "t": "hello",
                    "protocol": PROTOCOL,
                    "seat": seat,
                    "players": players,
                    "game": self.setting.id,
                    "board": board,
                }
            )
        self._send(
            {
                "t": "move",
                "view": seen(self.setting, game.record, game.names, seat),
                "legal": legal,
                "seconds": self.seconds,
            }
        )
        deadline = time.monotonic() + (self.seconds if self.greeted else HELLO_SECONDS)
        self.greeted = True
        while self.forfeits < MOST_FORFEITS:
            answer = self._hear(max(0.0, deadline - time.monotonic()))
            if answer.get("t") == "ready":
                continue
            return str(answer.get("move", ""))
        return ""

    def __call__(self, view: GameRecord) -> int:
        """The program's decision; a default one where it forfeits."""
        game = as_game(self.setting, view)
        if self.waiting and self.waiting[0] in game.legal():
            return self.waiting.pop(0)
        self.waiting = []
        if self.forfeits < MOST_FORFEITS:
            text = " ".join(self._ask(game, int(view.seat)).lower().split())
            for decision in game.legal() if text else []:
                for move, decisions in game.spelled(decision):
                    if str(move).lower() == text:
                        self.waiting = list(decisions[1:])
                        return decisions[0]
            self.forfeits = min(self.forfeits + 1, MOST_FORFEITS)
        return game.legal()[0]

    def close(self) -> int:
        """Say goodbye; returns how many moves were forfeited."""
        self._send({"t": "bye"})
        if self.process is not None:
            try:
                self.process.wait(timeout=0.5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            for stream in (self.process.stdin, self.process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()
        return self.forfeits
