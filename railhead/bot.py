"""For bots in Python that play as programs: `railhead.bot.play(function)`. It needs nothing else of Railhead, so it starts at once.

    from railhead.bot import play

    def decide(question):
        return question.legal[0]

    play(decide)

What the function prints goes to the error stream, which the arena shows when the bot fails; standard output belongs to the protocol
(docs/programs.md). An exception ends the bot, and the arena tells of it.
"""

import json
import random
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from typing import IO, Any

PROTOCOL = 2


@dataclass(frozen=True)
class Hello:
    """The game that is played: who sits where, the board, the tickets in play, a seed, the time there is."""

    seat: int
    players: int
    game: str
    board: dict[str, Any]  # the board file: cities, routes, …
    tickets: list[dict[str, Any]]  # id, a, b, points, long
    seed: int
    clock: dict[str, float | None]  # seconds: first, move, game
    lots: random.Random = field(compare=False)  # seeded: a bot that draws its lots here plays the same game again

    @property
    def routes(self) -> dict[str, dict[str, Any]]:
        """The routes of the board by their ids."""
        return {route["id"]: route for route in self.board["routes"]}

    @property
    def points(self) -> dict[str, int]:
        """What each ticket is worth."""
        return {ticket["id"]: ticket["points"] for ticket in self.tickets}


@dataclass(frozen=True)
class Question:
    """A decision that is asked for: the answer is one of the texts in `legal`."""

    hello: Hello
    number: int  # from 1
    view: dict[str, Any]  # what the seat knows
    legal: list[str]
    events: list[dict[str, Any]]  # since the last question, as the seat may see them
    seconds: float  # for this answer
    left: float | None  # for all of the game, where that is counted


def play(
    decide: Callable[[Question], str],
    ended: Callable[[dict[str, Any]], None] = lambda result: None,
    refused: Callable[[dict[str, Any]], None] = lambda refusal: None,
    lines: IO[str] | None = None,
    out: IO[str] | None = None,
) -> None:
    """Play a game: `decide` answers every question, `ended` is told the result, `refused` why an answer was not taken."""
    out = out or sys.stdout
    hello: Hello | None = None
    with redirect_stdout(sys.stderr):
        for line in lines or sys.stdin:
            message = json.loads(line)
            match message["t"]:
                case "hello":
                    hello = Hello(
                        message["seat"], message["players"], message["game"], message["board"], message["tickets"],
                        message["seed"], message["clock"], random.Random(message["seed"]),
                    )  # fmt: skip
                    _say(out, {"t": "ready", "protocol": PROTOCOL})
                case "move":
                    if hello is None:
                        raise ValueError("a question came before hello")
                    question = Question(
                        hello, message["number"], message["view"], message["legal"], message["events"],
                        message["seconds"], message["left"],
                    )  # fmt: skip
                    _say(out, {"move": decide(question), "number": question.number})
                case "refused":
                    refused(message)
                case "result":
                    ended(message)
                case "bye":
                    return


def _say(out: IO[str], message: dict[str, object]) -> None:
    print(json.dumps(message), file=out, flush=True)
