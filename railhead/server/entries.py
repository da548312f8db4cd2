"""What is written about a table, one body for each kind of entry. `kind` and these fields are the store's format: what stands there stays
readable for ever, so a field may be added with a default, never renamed.
"""

from typing import ClassVar, Literal

import msgspec
from msgspec import Struct


class Body(Struct, frozen=True):
    """What an entry says beside its number, time and seat."""

    kind: ClassVar[str]


class Sit(Body, frozen=True):
    """A person took a free seat."""

    kind = "sit"
    name: str


class Stand(Body, frozen=True):
    """A person left a seat before the game."""

    kind = "stand"
    name: str


class Cancel(Body, frozen=True):
    """The table was given up before the game."""

    kind = "cancel"


class Fill(Body, frozen=True):
    """Bots took the free seats."""

    kind = "fill"
    level: str


class Start(Body, frozen=True):
    """The game begins, with everybody's name."""

    kind = "start"
    names: list[str]


class Move(Body, frozen=True):
    """A move: its decisions, its text for people who look into the store, the ms it took."""

    kind = "move"
    d: list[int]
    move: str
    spent: int
    bot: bool


class Choose(Move, frozen=True):
    """First tickets, which wait until all have chosen."""

    kind = "choose"


class Undo(Body, frozen=True):
    """The move of that number was taken back, after so many ms."""

    kind = "undo"
    undoes: int
    spent: int = 0


class Replace(Body, frozen=True):
    """A bot takes over, after the person has thought for so many ms."""

    kind = "replace"
    level: str
    reason: Literal["wish", "own", "clock", "resign"]
    spent: int = 0


class Back(Body, frozen=True):
    """The person plays again, with at least so many ms on the clock, after a bot had the turn for so many."""

    kind = "back"
    least: int
    spent: int = 0


class Rest(Body, frozen=True):
    """A player's clock stands still until then, after so many ms of thinking; or goes on, where that is no later than the entry."""

    kind = "holiday"
    until: int
    spent: int = 0


class Answer(Body, frozen=True):
    """A seat wants to play again, or does not."""

    kind = "answer"
    same_deal: bool
    yes: bool


class Propose(Body, frozen=True):
    """A seat offers to call the game off, or to have a bot sit in for another seat."""

    kind = "propose"
    what: Literal["end", "bot"]
    about: int | None = None


class Agree(Body, frozen=True):
    """A seat agrees to what was offered, or does not."""

    kind = "agree"
    yes: bool


class CallOff(Body, frozen=True):
    """All agreed to end the game now: it counts for nobody."""

    kind = "call-off"


class Disclose(Body, frozen=True):
    """All tables of the duplicate have ended: what was dealt may be known."""

    kind = "disclose"


class Rematch(Body, frozen=True):
    """The table that follows, with a new deal, and whose seats it has: all, where none are named."""

    kind = "rematch"
    table: str
    seats: list[int] | None = None


class Again(Body, frozen=True):
    """The table that follows, with the same deal."""

    kind = "again"
    table: str
    seats: list[int] | None = None


_DECODERS: dict[str, msgspec.json.Decoder[Body]] = {
    body.kind: msgspec.json.Decoder(body)
    for body in (
        Sit,
        Stand,
        Cancel,
        Fill,
        Start,
        Move,
        Choose,
        Undo,
        Replace,
        Back,
        Rest,
        Answer,
        Propose,
        Agree,
        CallOff,
        Disclose,
        Rematch,
        Again,
    )
}


def read_body(kind: str, text: "str | bytes") -> Body:
    """A body as it was written."""
    return _DECODERS[kind].decode(text)
