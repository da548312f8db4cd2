"""What clients send, as types: msgspec refuses all that does not fit, with the place where it does not."""

import unicodedata
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from railhead.server.refusals import Refusal

PROTOCOL = 1
NAME_MOST, CHAT_MOST = 24, 500

Seat = Annotated[int, Meta(ge=0, le=4)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
Level = Annotated[str, Meta(min_length=1, max_length=32)]
Text = Annotated[str, Meta(max_length=2000)]
Identity = Annotated[str, Meta(max_length=64)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None


# ---- HTTP


class Clock(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Thinking time: minutes a player, and seconds added after each turn."""

    minutes: Annotated[int, Meta(ge=1, le=600)]
    increment: Annotated[int, Meta(ge=0, le=300)] = 0


class Options(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How a table is played."""

    open: bool = False
    undo: bool = True
    starter: Seat | None = None
    clock: Clock | None = None


class SeatPlan(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Who is to sit somewhere."""

    kind: Literal["me", "here", "friend", "bot"]
    name: Text | None = None
    level: Level | None = None


class NewTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/tables."""

    game: Annotated[str, Meta(min_length=1, max_length=64)]
    seats: Annotated[list[SeatPlan], Meta(min_length=2, max_length=5)]
    options: Options = Options()


class TakeSeat(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/tables/{table}/seats/{seat}."""

    name: Text


class Rematch(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """POST /api/tables/{table}/rematch."""

    sameDeal: bool = False  # noqa: N815  (JSON names)


# ---- the socket


class Hello(msgspec.Struct, tag_field="type", tag="hello", frozen=True):
    """The first message of a socket."""

    protocol: int
    table: TableId
    tokens: Annotated[list[Token], Meta(max_length=5)] = []
    after: Number = 0
    id: Identity = None


class MakeMove(msgspec.Struct, tag_field="type", tag="move", frozen=True):
    """A move of a seat, at a position."""

    seat: Seat
    at: Number
    move: Text
    id: Identity = None


class Undo(msgspec.Struct, tag_field="type", tag="undo", frozen=True):
    """Take the last move back."""

    seat: Seat
    at: Number
    id: Identity = None


class Chat(msgspec.Struct, tag_field="type", tag="chat", frozen=True):
    """A line of chat."""

    seat: Seat
    text: Text
    id: Identity = None


class Replace(msgspec.Struct, tag_field="type", tag="replace", frozen=True):
    """Let a bot play on for a seat."""

    seat: Seat
    level: Level | None = None
    id: Identity = None


class Back(msgspec.Struct, tag_field="type", tag="back", frozen=True):
    """Take a seat back from its bot."""

    seat: Seat
    id: Identity = None


class Fill(msgspec.Struct, tag_field="type", tag="fill", frozen=True):
    """Let bots take all free seats."""

    level: Level | None = None
    id: Identity = None


class Sync(msgspec.Struct, tag_field="type", tag="sync", frozen=True):
    """Send everything again."""

    after: Number = 0
    id: Identity = None


class Ping(msgspec.Struct, tag_field="type", tag="ping", frozen=True):
    """Are you there?"""

    id: Identity = None


Message = Hello | MakeMove | Undo | Chat | Replace | Back | Fill | Sync | Ping
DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def read_message(frame: "str | bytes") -> Message:
    """A frame as a message, or a refusal."""
    try:
        return DECODER.decode(frame)
    except msgspec.ValidationError as error:
        raise Refusal("bad-message", at=place_of(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal("bad-json") from None


def place_of(error: msgspec.ValidationError) -> str:
    """Where a message does not fit: `$.seats[0].name`."""
    text = str(error)
    return text.rsplit(" - at `", 1)[1].rstrip("`")[:80] if " - at `" in text else "$"


def plain_text(text: str, most: int, code: str) -> str:
    """A person's text, tidied: no control or direction characters, not empty, not too long."""
    tidy = unicodedata.normalize("NFC", text).strip()
    if (
        not tidy
        or len(tidy) > most
        or any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for sign in tidy if sign != "\u200d")
    ):
        raise Refusal(code, most=most)
    return tidy


def person_name(text: "str | None") -> str:
    """The name of somebody at the table."""
    return plain_text(text or "", NAME_MOST, "bad-name")
