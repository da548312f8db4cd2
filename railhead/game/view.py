"""What a seat may know, in words: made of a veiled record and nothing else."""

from typing import Any

from railhead.boards import Setting
from railhead.kernel.records import NONE, PAY_TUNNEL, GameRecord
from railhead.words import COLOURS, KINDS, PHASES, Colour, Handful, Kind, Seat, SeatView, UnderWay, View


def handful(counts: Any) -> Handful:
    """Cards by kind as words: `{"red": 3, "locomotive": 1}`. A hand in the record has room beyond its kinds."""
    return {kind: count for kind, count in zip(KINDS, counts[: len(KINDS)].tolist(), strict=True) if count}


def members(words: Any) -> list[int]:
    """The numbers in a kernel's set."""
    return _bits(_whole(words))


def built_colours(game: GameRecord) -> dict[int, Colour]:
    """The colours of the pieces on beds, by route; all can see them."""
    return {route: colour for colour, beds in zip(COLOURS, _each(game["built"]), strict=True) for route in _bits(beds)}


def _each(sets: Any) -> list[int]:
    """The kernel's sets in the rows of a table, as whole numbers; NumPy is asked once for all of them."""
    text, size = sets.tobytes(), sets.strides[0]
    return [int.from_bytes(text[place : place + size], "little") for place in range(0, len(text), size)]


def _whole(words: Any) -> int:
    """A kernel's set as one whole number."""
    return int.from_bytes(words.tobytes(), "little")


def _bits(number: int) -> list[int]:
    """Which bits of a whole number are set."""
    found = []
    while number:
        lowest = number & -number
        found.append(lowest.bit_length() - 1)
        number ^= lowest
    return found


def _card(kind: int) -> Kind | None:
    return None if kind == NONE else KINDS[kind]


def _under_way(setting: Setting, game: GameRecord) -> UnderWay | None:
    if game["route"] == NONE and game["city"] == NONE:
        return None
    return UnderWay(
        route=setting.routes[game["route"]].id if game["route"] != NONE else None,
        city=setting.cities[game["city"]] if game["city"] != NONE else None,
        due=int(game["due"]),
        laid=handful(game["laid"]),
        turned=[KINDS[kind] for kind in game["turned"] if kind != NONE],
        tunnel=bool(game["phase"] == PAY_TUNNEL),
    )


def _seats(setting: Setting, game: GameRecord, names: list[str], owned: list[int]) -> list[Seat]:
    routes, stations = setting.routes, int(setting.record["stations"])
    parts = zip(
        names,
        *(field.tolist() for field in (game["hand_count"], game["ticket_count"], game["offer_count"], game["trains"])),
        *(field.tolist() for field in (game["stations_left"], game["points"], game["stations"])),
        game["known"],
        owned,
        strict=False,  # the record has room for more seats
    )
    return [
        Seat(
            name,
            cards,
            handful(known),
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


def _closed(setting: Setting, game: GameRecord, owned: list[int]) -> list[str]:
    """The routes that nobody owns and nobody can ever claim (C18, F5)."""
    closed = (1 << len(setting.routes)) - 1 & ~_whole(game["open"])
    for words in owned:
        closed &= ~words
    return [setting.routes[route].id for route in _bits(closed)]


def _common(setting: Setting, game: GameRecord, names: list[str], seat: int | None) -> dict[str, Any]:
    """The fields of every view.

    Fields of the record are read by `["name"]` here: NumPy takes seven times as long for `.name`, and a server makes views all day.
    """
    phase = PHASES[int(game["phase"])]
    owned = _each(game["owned"])
    beds = bool(setting.record["has_beds"])
    return {
        "game": setting.id,
        "seat": seat,
        "phase": phase,
        "to_move": int(game["seat"]) if phase != "over" else None,
        "turns_left": int(game["turns_left"]) or None,
        "row": [_card(kind) for kind in game["row"].tolist()],
        "deck": int(game["deck_count"]),
        "discards": handful(game["discards"]),
        "ticket_deck": int(game["deck_tickets"]),
        "under_way": _under_way(setting, game),
        "seats": _seats(setting, game, names, owned),
        "closed": _closed(setting, game, owned[: len(names)]),
        "built": {setting.routes[route].id: colour for route, colour in built_colours(game).items()} if beds else None,
        "pieces": _supply(game) if beds else None,
    }


def _supply(game: GameRecord) -> dict[Colour, dict[str, int]]:
    return {
        colour: {str(length): count for length, count in enumerate(pieces) if count}
        for colour, pieces in zip(COLOURS, game["pieces"].tolist(), strict=False)
    }


def watched(setting: Setting, game: GameRecord, names: list[str]) -> View:
    """A record, veiled for everybody, in words."""
    return View(**_common(setting, game, names, None))


def seen(setting: Setting, game: GameRecord, names: list[str], seat: int) -> SeatView:
    """A record, veiled for a seat, in words. It is made of nothing else, so it cannot tell more than the seat may know."""
    routes, tickets = setting.routes, setting.tickets
    return SeatView(
        **_common(setting, game, names, seat),
        hand=handful(game["hands"][seat]),
        tickets=[tickets[ticket].id for ticket in members(game["tickets"][seat])],
        offer=[tickets[ticket].id for ticket in game["offer"][seat].tolist() if ticket != NONE],
        returned=[tickets[ticket].id for ticket in members(game["returned"][seat])],
        barred=[routes[route].id for route in members(game["barred"][seat])],
    )
