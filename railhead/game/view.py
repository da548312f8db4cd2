"""What a seat may know, in words: made of a veiled record and nothing else.

A table says of which fields of the record each part of a view is made, and how. Views are made all day, and a part whose fields have not changed need
not be told anew: `Writer` keeps them as JSON.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
import numpy as np

from railhead.boards import Setting
from railhead.kernel.records import GAME, NONE, PAY_TUNNEL, GameRecord
from railhead.words import COLOURS, KINDS, PHASES, Colour, Handful, Kind, Seat, SeatView, UnderWay, View

_FIELDS: Mapping[str, Any] = GAME.fields or {}
_NOTHING = NONE & 0xFF  # as a byte
_WHOLE = np.dtype((np.void, GAME.itemsize))


# ---- fields of the record, as bytes: asking NumPy for each number takes longer than all else


def _span(name: str) -> slice:
    """Where a field lies."""
    kind, begin = _FIELDS[name][:2]
    return slice(begin, begin + kind.itemsize)


def _row(name: str, seat: int) -> slice:
    """Where a seat's row of a field lies."""
    kind, begin = _FIELDS[name][:2]
    width = kind.itemsize // kind.shape[0]
    return slice(begin + seat * width, begin + (seat + 1) * width)


def as_bytes(record: GameRecord) -> bytes:
    """A whole record; `tobytes` of a record that stands alone takes four times as long."""
    text: bytes = np.frombuffer(record, _WHOLE).item()  # type: ignore[call-overload]
    return text


def _number(field: bytes) -> int:
    return int.from_bytes(field, "little", signed=True)


def _each(field: bytes, count: int) -> list[bytes]:
    """The rows of a table."""
    width = len(field) // count
    return [field[place : place + width] for place in range(0, len(field), width)]


def _handful(counts: bytes) -> Handful:
    """Cards by kind as words: `{"red": 3, "locomotive": 1}`. A hand in the record has room beyond its kinds."""
    return {kind: count for kind, count in zip(KINDS, counts, strict=False) if count} if any(counts) else {}


def handful(counts: Any) -> Handful:
    """The same of a kernel's row of counts."""
    return _handful(counts.tobytes())


def _card(kind: int) -> Kind | None:
    return None if kind == _NOTHING else KINDS[kind]


@lru_cache(maxsize=4096)
def _bits(words: bytes) -> tuple[int, ...]:
    """The numbers in a kernel's set; from one view to the next most sets stay the same."""
    left, found = int.from_bytes(words, "little"), []
    while left:
        lowest = left & -left
        found.append(lowest.bit_length() - 1)
        left ^= lowest
    return tuple(found)


def members(words: Any) -> list[int]:
    """The numbers in a kernel's set."""
    return list(_bits(words.tobytes()))


def built_colours(game: GameRecord) -> dict[int, Colour]:
    """The colours of the pieces on beds, by route; all can see them."""
    return colours_of(as_bytes(game)[_span("built")])


def colours_of(built: bytes) -> dict[int, Colour]:
    """The same of the record's field."""
    beds = zip(COLOURS, _each(built, len(COLOURS)), strict=True)
    return {route: colour for colour, some in beds for route in _bits(some)}


# ---- parts of a view, of fields


def _routes(setting: Setting, words: bytes) -> list[str]:
    routes = setting.routes
    return [routes[route].id for route in _bits(words)]


def _tickets(setting: Setting, words: bytes) -> list[str]:
    return [setting.tickets[ticket].id for ticket in _bits(words)]


def _offer(setting: Setting, offer: bytes) -> list[str]:
    return [setting.tickets[ticket].id for ticket in offer if ticket != _NOTHING]


def _under_way(
    setting: Setting, route: bytes, city: bytes, due: bytes, laid: bytes, turned: bytes, phase: bytes
) -> UnderWay | None:
    claimed, entered = _number(route), _number(city)
    if claimed == NONE and entered == NONE:
        return None
    return UnderWay(
        route=setting.routes[claimed].id if claimed != NONE else None,
        city=setting.cities[entered] if entered != NONE else None,
        due=_number(due),
        laid=_handful(laid),
        turned=[KINDS[kind] for kind in turned if kind != _NOTHING],
        tunnel=_number(phase) == PAY_TUNNEL,
    )


def _closed(setting: Setting, free: bytes, *owned: bytes) -> list[str]:
    """The routes that nobody owns and nobody can ever claim (C18, F5)."""
    closed = (1 << len(setting.routes)) - 1
    for words in (free, *owned):
        closed &= ~int.from_bytes(words, "little")
    return _routes(setting, closed.to_bytes(len(free), "little"))


def _supply(setting: Setting, pieces: bytes) -> dict[Colour, dict[str, int]]:
    return {
        colour: {str(length): count for length, count in enumerate(some) if count}
        for colour, some in zip(COLOURS, _each(pieces, len(COLOURS)), strict=True)
    }


def _built(setting: Setting, built: bytes) -> dict[str, Colour]:
    return {setting.routes[route].id: colour for route, colour in colours_of(built).items()}


def _stations(setting: Setting, stations: bytes) -> list[str]:
    return [setting.cities[city] for city in stations if city != _NOTHING][: int(setting.record["stations"])]


def _seat(name: str) -> Callable[..., Seat]:
    """A seat by its name."""

    def told(
        setting: Setting, cards: bytes, known: bytes, kept: bytes, offered: bytes, trains: bytes, left: bytes,
        points: bytes, owned: bytes, stations: bytes,
    ) -> Seat:  # fmt: skip
        return Seat(
            name, cards[0], _handful(known), kept[0], offered[0], trains[0], left[0], _number(points),
            _routes(setting, owned), _stations(setting, stations),
        )  # fmt: skip

    return told


_OF_SEATS = ("hand_count", "known", "ticket_count", "offer_count", "trains", "stations_left", "points", "owned", "stations")  # fmt: skip


class _Part(NamedTuple):
    """How a part of a view is made: by what, of which fields of the record."""

    make: Callable[..., Any]
    spans: tuple[slice, ...]

    def told(self, setting: Setting, text: bytes) -> Any:
        """The part itself."""
        return self.make(setting, *[text[span] for span in self.spans])


def _part(make: Callable[..., Any], *spans: slice) -> _Part:
    return _Part(make, spans)


def _number_of(name: str) -> _Part:
    return _part(lambda _, field: _number(field), _span(name))


def _everybodys(has_beds: bool, players: int) -> dict[str, _Part]:
    """What all may know, but for the seats."""
    parts = {
        "phase": _part(lambda _, phase: PHASES[phase[0]], _span("phase")),
        "to_move": _part(
            lambda _, phase, seat: seat[0] if PHASES[phase[0]] != "over" else None, _span("phase"), _span("seat")
        ),
        "turns_left": _part(lambda _, left: left[0] or None, _span("turns_left")),
        "row": _part(lambda _, row: [_card(kind) for kind in row], _span("row")),
        "deck": _number_of("deck_count"),
        "discards": _part(lambda _, discards: _handful(discards), _span("discards")),
        "ticket_deck": _number_of("deck_tickets"),
        "under_way": _part(_under_way, *map(_span, ("route", "city", "due", "laid", "turned", "phase"))),
        "closed": _part(_closed, _span("open"), *(_row("owned", seat) for seat in range(players))),
    }
    beds = {"built": _part(_built, _span("built")), "pieces": _part(_supply, _span("pieces"))}
    return parts | beds if has_beds else parts


def _own(seat: int) -> dict[str, _Part]:
    """What only a seat itself may know."""
    return {
        "hand": _part(lambda _, hand: _handful(hand), _row("hands", seat)),
        "tickets": _part(_tickets, _row("tickets", seat)),
        "offer": _part(_offer, _row("offer", seat)),
        "returned": _part(_tickets, _row("returned", seat)),
        "barred": _part(_routes, _row("barred", seat)),
    }


@lru_cache(maxsize=256)
def _parts(has_beds: bool, names: tuple[str, ...], seat: int | None) -> tuple[dict[str, _Part], list[_Part]]:
    """How a view is made: its parts, and its seats."""
    parts = _everybodys(has_beds, len(names)) | ({} if seat is None else _own(seat))
    seats = [_part(_seat(name), *(_row(field, number) for field in _OF_SEATS)) for number, name in enumerate(names)]
    return parts, seats


def _told(setting: Setting, record: GameRecord, names: Sequence[str], seat: int | None) -> dict[str, Any]:
    parts, seats = _parts(bool(setting.record["has_beds"]), tuple(names), seat)
    text = as_bytes(record)
    told = {name: part.told(setting, text) for name, part in parts.items()}
    all_seats = [part.told(setting, text) for part in seats]
    return told | {"game": setting.id, "seat": seat, "seats": all_seats}


def watched(setting: Setting, record: GameRecord, names: Sequence[str]) -> View:
    """A record, veiled for everybody, in words."""
    return View(**_told(setting, record, names, None))


def seen(setting: Setting, record: GameRecord, names: Sequence[str], seat: int) -> SeatView:
    """A record, veiled for a seat, in words. It is made of nothing else, so it cannot tell more than the seat may know."""
    return SeatView(**_told(setting, record, names, seat))


# ---- the same as JSON


_encode = msgspec.json.Encoder().encode


class _Kept:
    """A part as JSON, behind its key, for every content that it had so far."""

    __slots__ = ("_fields", "_found", "_key", "_part", "_setting")

    def __init__(self, setting: Setting, key: bytes, part: _Part) -> None:
        self._setting, self._key, self._part, self._found = setting, key, part, dict[Any, bytes]()
        self._fields: Callable[[bytes], Any] = itemgetter(*part.spans)

    def __call__(self, text: bytes) -> bytes:
        fields = self._fields(text)
        found = self._found.get(fields)
        if found is None:
            found = self._found[fields] = self._key + _encode(self._part.told(self._setting, text))
        return found


class _Written(dict[bytes, bytes]):
    """What fields tell, as JSON; each content is told once."""

    def __init__(self, make: Callable[[bytes], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, field: bytes) -> bytes:
        found = self[field] = _encode(self._make(field))
        return found


class _KeptSeat(_Kept):
    """A seat as JSON. It changes at nearly every move, but not in all that is told of it: numbers are put in, and lists are kept by themselves."""

    __slots__ = ("_cities", "_form", "_known", "_routes")

    def __init__(self, setting: Setting, key: bytes, part: _Part, name: str) -> None:
        super().__init__(setting, key, part)
        self._known = _Written(_handful)
        self._routes = _Written(lambda owned: _routes(setting, owned))
        self._cities = _Written(lambda stations: _stations(setting, stations))
        keys = [
            b"%s:%s" % (_encode(field.encode_name), b"%d" if field.type is int else b"%s")
            for field in msgspec.structs.fields(Seat)[1:]
        ]
        begin = key + _encode({"name": name})[:-1]
        self._form = b",".join([begin.replace(b"%", b"%%"), *keys]) + b"}"

    def __call__(self, text: bytes) -> bytes:
        fields = self._fields(text)
        found = self._found.get(fields)
        if found is None:
            cards, known, kept, offered, trains, left, points, owned, stations = fields
            found = self._found[fields] = self._form % (
                cards[0], self._known[known], kept[0], offered[0], trains[0], left[0], _number(points),
                self._routes[owned], self._cities[stations],
            )  # fmt: skip
        return found


class Writer:
    """What a seat sees in the course of one game, as JSON: the same as `seen` encoded, in half the time."""

    def __init__(self, setting: Setting, names: Sequence[str], seat: int) -> None:
        parts, seats = _parts(bool(setting.record["has_beds"]), tuple(names), seat)
        fixed = {"game": setting.id, "seat": seat}
        fields = msgspec.structs.fields(SeatView)
        keys = {field.name: b"," + _encode(field.encode_name) + b":" for field in fields if field.name not in fixed}
        at = list(keys).index("seats")
        kept = [_Kept(setting, key, parts[name]) if name in parts else None for name, key in keys.items()]
        between = [keys["seats"] + b"[", *[b","] * (len(seats) - 1)]
        self._begin = _encode(fixed)[:-1]
        self._before = [part for part in kept[:at] if part]
        self._seats = [
            _KeptSeat(setting, key, part, name) for key, part, name in zip(between, seats, names, strict=True)
        ]
        self._after = [part for part in kept[at:] if part]

    def __call__(self, record: GameRecord) -> bytes:
        """A record that is veiled for the seat."""
        text = as_bytes(record)
        before, seats, after = ([kept(text) for kept in some] for some in (self._before, self._seats, self._after))
        return b"".join([self._begin, *before, *seats, b"]", *after, b"}"])
