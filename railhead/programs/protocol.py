"""The lines that are exchanged with a program. docs/programs.md describes them; version 1 is still spoken with whoever does not ask for 2."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Raw, Struct, UnsetType

from railhead.boards import Ticket
from railhead.bots.player import Fault
from railhead.words import Event, Score

PROTOCOLS = (1, 2)
MOST_FORFEITS = 3


class Clock(Struct, frozen=True):
    """How long a program may think, in seconds: for its first answer, for each other one, and for all of a game together."""

    first: float = 20.0
    move: float = 5.0
    game: float | None = None

    def __post_init__(self) -> None:
        if not all(0 < seconds <= 86_400 for seconds in (self.first, self.move, self.game or 1)):
            raise ValueError("thinking time is more than 0 seconds, and at most a day")


class Hello(Struct, tag_field="t", tag="hello"):
    """Who plays what, once, before the first question. Whoever answers `ready` with protocol 2 is spoken to in version 2."""

    protocol: int
    seat: int
    players: int
    game: str
    board: Mapping[str, Any]  # the whole board file
    protocols: tuple[int, ...]
    tickets: list[Ticket]  # those of this game
    seed: int  # for the program's own lots: the same one, the same game
    clock: Clock
    forfeits: int  # after so many the game is lost


class Question(Struct, tag_field="t", tag="move"):
    """A decision is asked for. What stands after `seconds` belongs to version 2."""

    view: Raw  # a words.SeatView
    legal: Raw  # a list of texts
    seconds: float
    number: int | UnsetType = UNSET
    left: float | UnsetType | None = UNSET  # of the time for all of the game
    events: list[Event] | UnsetType = UNSET  # since the last question


class Refused(Struct, tag_field="t", tag="refused"):
    """Version 2: an answer was not taken, and why; a legal move was played instead."""

    number: int
    kind: str
    why: str


class Result(Struct, tag_field="t", tag="result"):
    """Version 2: how the game ended, before `bye`."""

    scores: list[Score]
    winners: list[int]
    events: list[Event]
    forfeits: list[Fault]


class Bye(Struct, tag_field="t", tag="bye"):
    """The game is over."""


class Answer(Struct):
    """What a program says: a move, or that it is ready and in which version it wants to be spoken to."""

    t: str = ""
    move: str = ""
    protocol: int = 1
    number: int | None = None  # of the question that it answers
