"""From the kernel's trace to events in the words of the full log: codes and values, never sentences."""

from typing import TYPE_CHECKING, Any

from railhead.boards import Setting
from railhead.kernel import trace as codes
from railhead.kernel.records import KINDS as KIND_COUNT
from railhead.kernel.records import NONE, ROW, TRACE_ROOM, TUNNEL, Trace
from railhead.words import COLOURS, KINDS

if TYPE_CHECKING:
    from railhead.game import Game

Event = dict[str, Any]


class _Reader:
    """Reads a trace's numbers one after the other."""

    def __init__(self, setting: Setting, trace: Trace) -> None:
        if trace.used > TRACE_ROOM:
            raise RuntimeError("more happened in one decision than a trace holds; make TRACE_ROOM larger")
        self.setting = setting
        self.numbers = [int(number) for number in trace.numbers[: trace.used]]
        self.at = 0

    def number(self) -> int:
        self.at += 1
        return self.numbers[self.at - 1]

    def card(self) -> str | None:
        kind = self.number()
        return None if kind == NONE else KINDS[kind]

    def cards(self, count: int) -> list[str | None]:
        return [self.card() for _ in range(count)]

    def handful(self) -> dict[str, int]:
        counts = [self.number() for _ in range(KIND_COUNT)]
        return {kind: count for kind, count in zip(KINDS, counts, strict=True) if count}

    def tickets(self, count: int) -> list[str]:
        return [self.setting.tickets[self.number()].id for _ in range(count)]

    def route(self, number: int) -> str:
        return self.setting.routes[number].id


def _read_one(reader: _Reader, game: "Game") -> Event:
    code, first, second = reader.number(), reader.number(), reader.number()
    seat = {"p": first}
    if code == codes.DEAL:
        return {"e": "deal", **seat, "cards": reader.cards(second)}
    if code == codes.ROW_FILLED:
        return {"e": "row", "cards": reader.cards(ROW)}
    if code == codes.RESET:
        return {"e": "reset", "out": [card for card in reader.cards(ROW) if card], "cards": reader.cards(ROW)}
    if code == codes.OFFERED:
        return {"e": "offer", **seat, "tickets": reader.tickets(second)}
    if code == codes.KEPT:
        return {"e": "keep", **seat, "tickets": reader.tickets(second)}
    if code == codes.FIRST:
        return {"e": "first", **seat}
    if code == codes.TAKEN:
        return {"e": "take", **seat, "slot": second, "card": reader.card(), "refill": reader.card()}
    if code == codes.BLIND:
        return {"e": "blind", **seat, "card": KINDS[second]}
    if code == codes.RESHUFFLE:
        return {"e": "reshuffle", "cards": reader.handful()}
    if code == codes.CLAIMED:
        return {
            "e": "claim",
            **seat,
            "route": reader.route(second),
            "cards": reader.handful(),
            "points": reader.number(),
        }
    if code == codes.TUNNELLED:
        laid, turned, extra = reader.handful(), reader.cards(TUNNEL), reader.number()
        shown = [card for card in turned if card]
        return {"e": "tunnel", **seat, "route": reader.route(second), "cards": laid, "turned": shown, "extra": extra}
    if code == codes.DECLINED:
        return {"e": "decline", **seat, "route": reader.route(second)}
    if code == codes.STATION_BUILT:
        return {"e": "station", **seat, "city": reader.setting.cities[second], "cards": reader.handful()}
    if code == codes.BUILT:
        return {"e": "build", **seat, "route": reader.route(second), "colour": COLOURS[reader.number()]}
    if code == codes.PASSED:
        return {"e": "pass", **seat}
    if code == codes.LAST:
        return {"e": "last", **seat}
    return {"e": "end", **game.score()}


def read_events(setting: Setting, game: "Game", trace: Trace) -> list[Event]:
    """What a trace tells, as events; the game's final score goes into its `end`."""
    reader = _Reader(setting, trace)
    events = []
    while reader.at < len(reader.numbers):
        events.append(_read_one(reader, game))
    return events


HIDDEN_FROM_OTHERS = {"deal": "cards", "offer": "tickets", "keep": "tickets", "blind": "card"}


def seen_by(event: Event, seat: int | None) -> Event:
    """An event as a seat may see it: of what others get unseen, only how much (C7, C11)."""
    key = HIDDEN_FROM_OTHERS.get(event["e"])
    if key is None or event["p"] == seat:
        return event
    shown = {name: value for name, value in event.items() if name != key}
    if isinstance(event[key], list):
        shown["count"] = len(event[key])
    return shown
