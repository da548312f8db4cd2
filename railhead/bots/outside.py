"""Bots in any language: a program that reads and writes JSON lines. docs/bots.md describes the protocol.

A program that crashes, hangs or answers nonsense forfeits the move, and a legal one is played for it; after three it forfeits the game:
it is asked no more.
"""

import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from railhead.boards import Setting
from railhead.game import Game
from railhead.game.view import seen
from railhead.kernel.records import GAME, GameRecord
from railhead.words import SeatView

PROTOCOL = 1
MOVE_SECONDS = 5.0
HELLO_SECONDS = 20.0
MOST_FORFEITS = 3
LONGEST_LINE = 65_536


class Hello(Struct, tag_field="t", tag="hello"):
    """Who plays what, once, before the first question."""

    protocol: int
    seat: int
    players: int
    game: str
    board: Mapping[str, Any]  # the whole board file


class Question(Struct, tag_field="t", tag="move"):
    """A decision is asked for."""

    view: SeatView
    legal: list[str]
    seconds: float


class Bye(Struct, tag_field="t", tag="bye"):
    """The game is over."""


class Answer(Struct):
    """What a program says: a move, or that it is ready."""

    t: str = ""
    move: str = ""


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

    def _send(self, message: Hello | Question | Bye) -> None:
        if self.process is None or self.process.stdin is None:
            return
        try:
            self.process.stdin.write(msgspec.json.encode(message).decode() + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            self._forfeit_game("it has ended")

    def _hear(self, seconds: float) -> Answer:
        """The next line, or nothing if it does not come in time or is no answer."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            return Answer()
        if line is None:
            self._forfeit_game("it has ended")
            return Answer()
        try:
            return msgspec.json.decode(line, type=Answer)
        except msgspec.DecodeError:
            return Answer()

    def _ask(self, game: Game, seat: int) -> str:
        """Ask for a move; an answer to an earlier question that came late is passed over."""
        legal = [str(move) for move in game.moves()]
        while not self.lines.empty():
            if self.lines.get_nowait() is None:
                self._forfeit_game("it has ended")
        if not self.greeted:
            self._send(Hello(PROTOCOL, seat, game.players, self.setting.id, self.setting.as_file()))
        self._send(Question(seen(self.setting, game.record, game.names, seat), legal, self.seconds))
        deadline = time.monotonic() + (self.seconds if self.greeted else HELLO_SECONDS)
        self.greeted = True
        while self.forfeits < MOST_FORFEITS:
            answer = self._hear(max(0.0, deadline - time.monotonic()))
            if answer.t != "ready":
                return answer.move
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
        self._send(Bye())
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
