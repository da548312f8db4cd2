"""What a seat may know, in words: made of a veiled record and nothing else."""

from typing import TYPE_CHECKING, Any

from railhead.boards import Setting
from railhead.kernel.records import NONE, PAY_TUNNEL, GameRecord
from railhead.words import COLOURS, KINDS

if TYPE_CHECKING:
    pass


def handful(counts: Any) -> dict[str, int]:
    """Cards by kind as words: `{"red": 3, "locomotive": 1}`. A hand in the record has room beyond its kinds."""
    return {kind: count for kind, count in zip(KINDS, counts[: len(KINDS)].tolist(), strict=True) if count}


def members(words: Any) -> list[int]:
    """The numbers in a kernel's set."""
    return _bits(_whole(words))


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


def _card(kind: int) -> str | None:
    return None if kind == NONE else KINDS[kind]


def _decision_under_way(setting: Setting, game: GameRecord) -> dict[str, Any] | None:
    """The claim, station or bed that waits for its second decision; all of it lies open on the table."""
    if game["route"] == NONE and game["city"] == NONE:
        return None
    return {
        "route": setting.routes[game["route"]].id if game["route"] != NONE else None,
        "city": setting.cities[game["city"]] if game["city"] != NONE else None,
        "due": int(game["due"]),
        "laid": handful(game["laid"]),
        "turned": [KINDS[kind] for kind in game["turned"] if kind != NONE],
        "tunnel": bool(game["phase"] == PAY_TUNNEL),
    }


def describe(setting: Setting, game: GameRecord, names: list[str], seat: int | None) -> dict[str, Any]:
    """A veiled record in words. It is made of nothing else, so it cannot tell more than the seat may know.

    Fields are read by `["name"]` here: NumPy takes seven times as long for `.name`, and a server makes views all day.
    """
    from railhead.game.game import PHASES

    board, routes, tickets = setting.record, setting.routes, setting.tickets
    phase, stations = PHASES[int(game["phase"])], int(board["stations"])
    owned = [_whole(words) for words in game["owned"]]
    seats = zip(
        names,
        *(field.tolist() for field in (game["hand_count"], game["ticket_count"], game["offer_count"], game["trains"])),
        *(field.tolist() for field in (game["stations_left"], game["points"], game["stations"])),
        game["known"],
        owned,
        strict=False,  # the record has room for more seats
    )
    view: dict[str, Any] = {
        "game": setting.id,
        "seat": seat,
        "phase": phase,
        "toMove": int(game["seat"]) if phase != "over" else None,
        "turnsLeft": int(game["turns_left"]) or None,
        "row": [_card(kind) for kind in game["row"].tolist()],
        "deck": int(game["deck_count"]),
        "discards": handful(game["discards"]),
        "ticketDeck": int(game["deck_tickets"]),
        "underWay": _decision_under_way(setting, game),
        "seats": [
            {
                "name": name,
                "cards": cards,
                "known": handful(known),
                "tickets": kept,
                "offered": offered,
                "trains": trains,
                "stationsLeft": left,
                "points": points,
                "routes": [routes[route].id for route in _bits(own)],
                "stations": [setting.cities[city] for city in built if city != NONE][:stations],
            }
            for name, cards, kept, offered, trains, left, points, built, known, own in seats
        ],
        "closed": _closed(setting, game, owned[: len(names)]),
    }
    if board["has_beds"]:
        view["built"] = {
            routes[route].id: COLOURS[colour]
            for colour in range(len(COLOURS))
            for route in members(game["built"][colour])
        }
        view["pieces"] = {
            colour: {str(length): count for length, count in enumerate(pieces) if count}
            for colour, pieces in zip(COLOURS, game["pieces"].tolist(), strict=False)
        }
    if seat is not None:
        view["hand"] = handful(game["hands"][seat])
        view["tickets"] = [tickets[ticket].id for ticket in members(game["tickets"][seat])]
        view["offer"] = [tickets[ticket].id for ticket in game["offer"][seat].tolist() if ticket != NONE]
        view["returned"] = [tickets[ticket].id for ticket in members(game["returned"][seat])]
        view["barred"] = [routes[route].id for route in members(game["barred"][seat])]
    return view


def _closed(setting: Setting, game: GameRecord, owned: list[int]) -> list[str]:
    """The routes that nobody owns and nobody can ever claim (C18, F5)."""
    closed = (1 << len(setting.routes)) - 1 & ~_whole(game["open"])
    for words in owned:
        closed &= ~words
    return [setting.routes[route].id for route in _bits(closed)]
