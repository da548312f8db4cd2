"""Asking a model for a move. Every call is bounded, every answer is read strictly, and what was asked and answered can be written down."""

import json
import os
import random
import threading
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from railhead.boards import Setting
from railhead.bots import sit
from railhead.bots.player import Farewell, Fault, FaultKind
from railhead.game import Game
from railhead.game.listing import Legal, listed
from railhead.kernel import doors
from railhead.models.telling import parsed, prompt, why_not
from railhead.programs.child import Child
from railhead.programs.outside import Outsider
from railhead.programs.wires import FloodError
from railhead.words import Event, Scores

MOST_BYTES = 1_000_000  # of an answer over the network
MOST_FORFEITS = 3  # then the game is lost
KEY = "RAILHEAD_MODEL_KEY"  # the environment's variable with the key of a model's service


@dataclass
class Asked:
    """A question to a model: the seat's own game, and what happened since the last one."""

    game: Game
    seat: int
    events: list[Event]
    legal: list[str]

    @cached_property
    def prompt(self) -> str:
        """All of it in words."""
        return prompt(self.game, self.seat, self.events)


class Model(Protocol):
    """Answers questions with text, within so many seconds; whatever goes wrong is an exception."""

    def __call__(self, question: Asked, seconds: float) -> str:
        """The answer."""


# ---- models


class Noisy:
    """A bot that stands in for a model: now and then it makes any legal move."""

    def __init__(self, level: str, noise: float, setting: Setting, number: int) -> None:
        self.noise, self.lot = noise, random.Random(number)
        self.bot = sit(level, setting, number)

    def __call__(self, question: Asked, seconds: float) -> str:
        """The bot's move, or any."""
        options, game = listed(question.game), question.game
        first = self.bot(game.record)
        meant = {decisions: move for move, decisions in options.items() if decisions[0] == first}
        if len(meant) > 1:  # the bot says in a second decision how it pays
            paying = game.clone()
            doors.ask(game.setting.array, paying.array, first)
            second = self.bot(paying.record)
            meant = {decisions: move for decisions, move in meant.items() if decisions[1] == second}
        if self.lot.random() < self.noise:
            return json.dumps({"move": self.lot.choice(list(options))})
        return json.dumps({"move": next(iter(meant.values()))})


class Command:
    """A program that is given a line {"number": …, "prompt": …} and answers with a line {"number": …, "text": …}."""

    def __init__(self, command: str) -> None:
        self.child, self.number = Child(command), 0

    def __call__(self, question: Asked, seconds: float) -> str:
        """Its answer."""
        self.child.late()
        self.number += 1
        self.child.say(json.dumps({"number": self.number, "prompt": question.prompt}).encode())
        until = time.monotonic() + seconds
        while (line := self.child.hear(until - time.monotonic())) is not None:
            answer = json.loads(line)
            if answer.get("number", self.number) == self.number:  # others come too late
                return str(answer["text"])
        raise ConnectionError(f"{self.child.ending()}. {self.child.errors[-500:]}")

    def close(self) -> None:
        """The game is over."""
        self.child.close()


class Service:
    """A model behind an address that speaks as OpenAI's chat completions do: most servers of models, local ones too."""

    def __init__(self, address: str, name: str, tokens: int) -> None:
        self.address, self.name, self.tokens = address.rstrip("/"), name, tokens

    def __call__(self, question: Asked, seconds: float) -> str:
        """The text of its first choice."""
        body = {
            "model": self.name,
            "messages": [{"role": "user", "content": question.prompt}],
            "max_tokens": self.tokens,
        }
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY):
            headers["Authorization"] = f"Bearer {key}"
        request = urllib.request.Request(f"{self.address}/chat/completions", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            found = json.loads(answer.read(MOST_BYTES))
        return str(found["choices"][0]["message"]["content"])


Maker = Callable[[Setting, int], Model]


def maker(name: str, tokens: int = 4096) -> Maker:
    """What makes a model for a game: `noisy:LEVEL:SHARE`, `cmd:PROGRAM`, or an address and `#` and the model's name."""
    kind, _, rest = name.partition(":")
    if kind == "noisy":
        level, _, share = rest.partition(":")
        try:
            noise = float(share or 0)
        except ValueError:
            noise = -1.0
        if not 0 <= noise <= 1:
            raise ValueError(f"{name!r}: the share of moves by lot is a number from 0 to 1, such as noisy:hard:0.2")
        return lambda setting, number: Noisy(level, noise, setting, number)
    if kind == "cmd" and rest:
        return lambda setting, number: Command(rest)
    if kind in ("http", "https") and "#" in rest:
        address, _, model = name.rpartition("#")
        return lambda setting, number: Service(address, model, tokens)
    raise ValueError(f"there is no model {name!r}: noisy:LEVEL:SHARE, cmd:PROGRAM, or http://HOST:PORT/v1#NAME")


# ---- at the table


class ModelPlayer(Outsider):
    """A model at a seat. An answer that cannot be taken forfeits the move: nobody guesses what was meant, and the model is not asked again."""

    def __init__(
        self, model: Model, setting: Setting, seconds: float, note: Callable[[dict[str, Any]], None] | None = None
    ) -> None:
        super().__init__(setting)
        self.model, self.seconds, self.note = model, seconds, note
        self.faults: list[Fault] = []
        self.asked, self.thinking = 0, 0.0

    @property
    def lost(self) -> bool:
        """Has it forfeited so much that the game is lost?"""
        return len(self.faults) >= MOST_FORFEITS

    def answer(self, game: Game, seat: int, options: Legal) -> str | None:
        """The model's move; None where it forfeits."""
        return None if self.lost else self._ask(Asked(game, seat, self.told(), list(options)))

    def _ask(self, question: Asked) -> str | None:
        self.asked += 1
        began = time.perf_counter()
        answer, why = "", ""
        move: str | None = None
        kind: FaultKind | None = None
        try:
            answer = bounded(lambda: self.model(question, self.seconds), self.seconds)
            found = parsed(answer, question.legal)
            move = found.legal_action
            if found.raw_action is None:
                kind, why = "nonsense", "its answer names no move"
            elif move is None:
                kind, why = (
                    "lie",
                    why_not(question.game, found.raw_action) or "its move is not written as it was listed",
                )
        except TimeoutError:
            kind, why = "hang", "it did not answer in time"
        except FloodError:
            kind, why = "flood", "its answer is too long"
        except Exception as error:  # whatever a service may do: the game goes on
            kind, why = "crash", f"{type(error).__name__}: {error}"[:500]
        self.thinking += time.perf_counter() - began
        if kind is not None:
            self._fault(kind, why, answer)
        if self.note is not None:
            told = {"question": self.asked, "seat": question.seat, "prompt": question.prompt, "answer": answer}
            self.note({**told, "seconds": round(time.perf_counter() - began, 3), "move": move, "why": why})
        return move

    def _fault(self, kind: FaultKind, why: str, answer: str) -> None:
        self.faults.append(Fault(kind, why, self.asked, answer[-200:]))

    def close(self, result: Scores | None = None) -> Farewell:
        """The game is over."""
        close = getattr(self.model, "close", None)
        if close is not None:
            close()
        return Farewell(len(self.faults), tuple(self.faults), self.thinking * 1e6)


def bounded(work: Callable[[], str], seconds: float) -> str:
    """What some work gives, or TimeoutError; it is not waited for any longer, whatever it does."""
    done: SimpleQueue[str | Exception] = SimpleQueue()

    def run() -> None:
        try:
            done.put(work())
        except Exception as error:
            done.put(error)

    threading.Thread(target=run, daemon=True).start()
    try:
        found = done.get(timeout=seconds + 0.5)
    except Empty:
        raise TimeoutError from None
    if isinstance(found, Exception):
        raise found
    return found
