"""From the kernel's trace to events in the words of the full log: codes and values, never sentences."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from railhead.boards import Setting
from railhead.kernel import trace as codes
from railhead.kernel.records import KINDS as KIND_COUNT
from railhead.kernel.records import NONE, ROW, TRACE_ROOM, TUNNEL, Trace
from railhead.words import (
    COLOURS,
    KINDS,
    Built,
    Claimed,
    Deal,
    Declined,
    Drawn,
    Ended,
    Event,
    First,
    Handful,
    Kept,
    Kind,
    LastRound,
    Offered,
    Passed,
    Reset,
    Reshuffled,
    RowFilled,
    StationBuilt,
    Taken,
    Tunnelled,
)

if TYPE_CHECKING:
    from railhead.game import Game


class _Reader:
    """Reads a trace's numbers one after the other."""

    def __init__(self, setting: Setting, trace: Trace) -> None:
        used = int(
            trace["used"]
        )  # by name: as attributes they take five times as long, and a table that is opened reads hundreds
        if used > TRACE_ROOM:
            raise RuntimeError("more happened in one decision than a trace holds; make TRACE_ROOM larger")
        self.setting = setting
        self.numbers: list[int] = trace["numbers"][:used].tolist()
        self.at = 0

    def number(self) -> int:
        self.at += 1
        return self.numbers[self.at - 1]

    def card(self) -> Kind | None:
        kind = self.number()
        return None if kind == NONE else KINDS[kind]

    def places(self, count: int) -> list[Kind | None]:
        return [self.card() for _ in range(count)]

    def cards(self, count: int) -> list[Kind]:
        return [card for card in self.places(count) if card]

    def handful(self) -> Handful:
        counts = [self.number() for _ in range(KIND_COUNT)]
        return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count}

    def tickets(self, count: int) -> list[str]:
        return [self.setting.tickets[self.number()].id for _ in range(count)]

    def route(self, number: int) -> str:
        return self.setting.routes[number].id


# What each code tells: the two numbers behind it are mostly a seat and a count, a route or a card.
_READ: dict[int, Callable[[_Reader, int, int], Event]] = {
    codes.DEAL: lambda reader, seat, count: Deal(seat, reader.cards(count)),
    codes.ROW_FILLED: lambda reader, _, __: RowFilled(reader.places(ROW)),
    codes.RESET: lambda reader, _, __: Reset(reader.cards(ROW), reader.places(ROW)),
    codes.OFFERED: lambda reader, seat, count: Offered(seat, reader.tickets(count)),
    codes.KEPT: lambda reader, seat, count: Kept(seat, reader.tickets(count)),
    codes.FIRST: lambda reader, seat, _: First(seat),
    codes.TAKEN: lambda reader, seat, slot: Taken(seat, slot, KINDS[reader.number()], reader.card()),
    codes.BLIND: lambda reader, seat, kind: Drawn(seat, KINDS[kind]),
    codes.RESHUFFLE: lambda reader, _, __: Reshuffled(reader.handful()),
    codes.CLAIMED: lambda reader, seat, route: Claimed(seat, reader.route(route), reader.handful(), reader.number()),
    codes.TUNNELLED: lambda reader, seat, route: Tunnelled(
        seat, reader.route(route), reader.handful(), reader.cards(TUNNEL), reader.number()
    ),
    codes.DECLINED: lambda reader, seat, route: Declined(seat, reader.route(route)),
    codes.STATION_BUILT: lambda reader, seat, city: StationBuilt(seat, reader.setting.cities[city], reader.handful()),
    codes.BUILT: lambda reader, seat, route: Built(seat, reader.route(route), COLOURS[reader.number()]),
    codes.PASSED: lambda reader, seat, _: Passed(seat),
    codes.LAST: lambda reader, seat, _: LastRound(seat),
}


def read_events(setting: Setting, game: "Game", trace: Trace) -> list[Event]:
    """What a trace tells, as events; the game's final score goes into its `end`."""
    reader = _Reader(setting, trace)
    events: list[Event] = []
    while reader.at < len(reader.numbers):
        code, first, second = reader.number(), reader.number(), reader.number()
        if code in _READ:
            events.append(_READ[code](reader, first, second))
        else:
            final = game.score()
            events.append(Ended(final.scores, final.winners))
    return events


def seat_of(event: Event) -> int | None:
    """Whose event it is, if it is anybody's."""
    seat: int | None = getattr(event, "seat", None)
    return seat


def seen_by(event: Event, seat: int | None) -> Event:
    """An event as a seat may see it: of what others get unseen, only how much (C7, C11)."""
    if not event.hidden or seat_of(event) == seat:
        return event
    secret = getattr(event, event.hidden)
    if isinstance(event, Drawn):
        return Drawn(event.seat)
    return msgspec.structs.replace(event, **{event.hidden: None, "count": len(secret)}) if secret is not None else event
