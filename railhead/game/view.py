"""What a seat may know, in words: made of a veiled record and nothing else."""

from functools import lru_cache
from typing import Any

import numpy as np

from railhead.boards import Setting
from railhead.kernel.records import GAME, NONE, PAY_TUNNEL, GameRecord
from railhead.words import COLOURS, KINDS, PHASES, Colour, Handful, Kind, Seat, SeatView, UnderWay, View


def _fields(game: GameRecord) -> Any:
    """A record as an array of one, by whose `["name"][0]` NumPy finds a field in a fifth of the time: a server makes views all day."""
    return np.frombuffer(game.tobytes(), GAME)


def handful(counts: Any) -> Handful:
    """Cards by kind as words: `{"red": 3, "locomotive": 1}`. A hand in the record has room beyond its kinds."""
    return _handful(counts.tolist())


def _handful(counts: list[int]) -> Handful:
    return {kind: count for kind, count in zip(KINDS, counts, strict=False) if count} if any(counts) else {}


def members(words: Any) -> list[int]:
    """The numbers in a kernel's set."""
    return list(_bits(_whole(words)))


def built_colours(game: GameRecord) -> dict[int, Colour]:
    """The colours of the pieces on beds, by route; all can see them."""
    return _colours(game["built"])


def _colours(built: Any) -> dict[int, Colour]:
    return {route: colour for colour, beds in zip(COLOURS, _each(built), strict=True) for route in _bits(beds)}


def _each(sets: Any) -> list[int]:
    """The kernel's sets in the rows of a table, as whole numbers; NumPy is asked once for all of them."""
    text, size = sets.tobytes(), sets.strides[0]
    return [int.from_bytes(text[place : place + size], "little") for place in range(0, len(text), size)]


def _whole(words: Any) -> int:
    """A kernel's set as one whole number."""
    return int.from_bytes(words.tobytes(), "little")


@lru_cache(maxsize=4096)
def _bits(number: int) -> tuple[int, ...]:
    """Which bits of a whole number are set; from one view to the next most sets stay the same."""
    found = []
    while number:
        lowest = number & -number
        found.append(lowest.bit_length() - 1)
        number ^= lowest
    return tuple(found)


def _card(kind: int) -> Kind | None:
    return None if kind == NONE else KINDS[kind]


def _under_way(setting: Setting, game: Any) -> UnderWay | None:
    if game["route"][0] == NONE and game["city"][0] == NONE:
        return None
    return UnderWay(
        route=setting.routes[game["route"][0]].id if game["route"][0] != NONE else None,
        city=setting.cities[game["city"][0]] if game["city"][0] != NONE else None,
        due=int(game["due"][0]),
        laid=handful(game["laid"][0]),
        turned=[KINDS[kind] for kind in game["turned"][0] if kind != NONE],
        tunnel=bool(game["phase"][0] == PAY_TUNNEL),
    )


def _seats(setting: Setting, game: Any, names: list[str], owned: list[int]) -> list[Seat]:
    routes, stations = setting.routes, int(setting.record["stations"])
    parts = zip(
        names,
        *(
            field.tolist()
            for field in (game["hand_count"][0], game["ticket_count"][0], game["offer_count"][0], game["trains"][0])
        ),
        *(field.tolist() for field in (game["stations_left"][0], game["points"][0], game["stations"][0])),
        game["known"][0].tolist(),
        owned,
        strict=False,  # the record has room for more seats
    )
    return [
        Seat(
            name,
            cards,
            _handful(known),
            kept,
            offered,
            trains,
            left,
            points,
            [routes[route].id for route in _bits(own)],
            [setting.cities[city] for city in built if city != NONE][:stations],
        )
        for name, cards, kept, offered, trains, left, points, built, known, own in parts
    ]


def _closed(setting: Setting, game: Any, owned: list[int]) -> list[str]:
    """The routes that nobody owns and nobody can ever claim (C18, F5)."""
    closed = (1 << len(setting.routes)) - 1 & ~_whole(game["open"][0])
    for words in owned:
        closed &= ~words
    return [setting.routes[route].id for route in _bits(closed)]


def _common(setting: Setting, game: Any, names: list[str], seat: int | None) -> dict[str, Any]:
    """The fields of every view."""
    phase = PHASES[int(game["phase"][0])]
    owned = _each(game["owned"][0])
    beds = bool(setting.record["has_beds"])
    return {
        "game": setting.id,
        "seat": seat,
        "phase": phase,
        "to_move": int(game["seat"][0]) if phase != "over" else None,
        "turns_left": int(game["turns_left"][0]) or None,
        "row": [_card(kind) for kind in game["row"][0].tolist()],
        "deck": int(game["deck_count"][0]),
        "discards": handful(game["discards"][0]),
        "ticket_deck": int(game["deck_tickets"][0]),
        "under_way": _under_way(setting, game),
        "seats": _seats(setting, game, names, owned),
        "closed": _closed(setting, game, owned[: len(names)]),
        "built": {setting.routes[route].id: colour for route, colour in _colours(game["built"][0]).items()}
        if beds
        else None,
        "pieces": _supply(game) if beds else None,
    }


def _supply(game: Any) -> dict[Colour, dict[str, int]]:
    return {
        colour: {str(length): count for length, count in enumerate(pieces) if count}
        for colour, pieces in zip(COLOURS, game["pieces"][0].tolist(), strict=False)
    }


def watched(setting: Setting, record: GameRecord, names: list[str]) -> View:
    """A record, veiled for everybody, in words."""
    return View(**_common(setting, _fields(record), names, None))


def seen(setting: Setting, record: GameRecord, names: list[str], seat: int) -> SeatView:
    """A record, veiled for a seat, in words. It is made of nothing else, so it cannot tell more than the seat may know."""
    game = _fields(record)
    routes, tickets = setting.routes, setting.tickets
    return SeatView(
        **_common(setting, game, names, seat),
        hand=handful(game["hands"][0][seat]),
        tickets=[tickets[ticket].id for ticket in members(game["tickets"][0][seat])],
        offer=[tickets[ticket].id for ticket in game["offer"][0][seat].tolist() if ticket != NONE],
        returned=[tickets[ticket].id for ticket in members(game["returned"][0][seat])],
        barred=[routes[route].id for route in members(game["barred"][0][seat])],
    )
