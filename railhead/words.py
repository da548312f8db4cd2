"""A game in words: the view of a seat as JSON, and a game as plain text."""

from typing import TYPE_CHECKING, Any

from railhead.board import COLOURS, KINDS, Setting
from railhead.kernel import routes
from railhead.kernel.layout import BED, NONE, PAY_TUNNEL, GameRecord

if TYPE_CHECKING:
    from railhead.game import Game


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
    from railhead.game import PHASES

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


# ---- plain text


def cards_text(cards: dict[str, int]) -> str:
    """`4 yellow, 1 locomotive`."""
    return ", ".join(f"{count} {kind}" for kind, count in cards.items()) or "none"


def place_name(setting: Setting, place: str) -> str:
    """A city's or zone's name."""
    return setting.place_names.get(place, place)


def ticket_text(setting: Setting, name: str) -> str:
    """`Edinburgh to Athína, 21 points`."""
    ticket = setting.tickets[setting.ticket_numbers[name]]
    return f"{place_name(setting, ticket.a)} to {place_name(setting, ticket.b)}, {ticket.points} point{'' if ticket.points == 1 else 's'}"


def route_text(setting: Setting, game: GameRecord, name: str) -> str:
    """`paris-dijon.2, 3 red`, with what is special about it."""
    number = setting.route_numbers[name]
    route = setting.routes[number]
    colour = int(routes.colour_now(setting.record, game, number))
    shown = "bed" if colour == BED else COLOURS[colour] if colour < len(COLOURS) else "any colour"
    extras = (["tunnel"] if route.tunnel else []) + ([f"ferry with {route.ferry}"] if route.ferry else [])
    return ", ".join([f"{name}: {route.length} of {shown}", *extras])


def view_text(setting: Setting, view: dict[str, Any]) -> str:
    """What a seat sees, a fact a line, for terminals and screen readers."""
    row = ", ".join(f"{number} {card or 'empty'}" for number, card in enumerate(view["row"], 1))
    lines = [
        f"Face up: {row}.",
        f"Deck {view['deck']} cards, discards {sum(view['discards'].values())}, tickets to draw {view['ticketDeck']}.",
    ]
    for number, seat in enumerate(view["seats"]):
        stations = f", {seat['stationsLeft']} stations left" if setting.record.stations else ""
        mark = "You" if number == view["seat"] else seat["name"]
        lines.append(
            f"{mark}: {seat['points']} points on the board, {seat['trains']} trains, {seat['cards']} cards, {seat['tickets']} tickets{stations}."
        )
        if seat["routes"]:
            lines.append(f"  routes: {', '.join(seat['routes'])}.")
        if seat["stations"]:
            lines.append(f"  stations: {', '.join(place_name(setting, city) for city in seat['stations'])}.")
    if view["seat"] is not None:
        lines.append(f"Your hand: {cards_text(view['hand'])}.")
        for number, ticket in enumerate(view["tickets"], 1):
            lines.append(f"Your ticket {number}: {ticket_text(setting, ticket)}.")
    if view.get("built"):
        lines.append(f"Built: {', '.join(f'{route} {colour}' for route, colour in view['built'].items())}.")
    return "\n".join(lines)


def picture(game: "Game") -> str:
    """The whole game as text, hidden cards too."""
    lines = [
        f"{game.setting.name}, {game.players} players, {game.phase}"
        + (f", {game.names[game.to_move]} to decide" if game.to_move is not None else "")
    ]
    lines.append(view_text(game.setting, game.view(None)))
    for seat, name in enumerate(game.names):
        view = game.view(seat)
        lines.append(f"{name} holds {cards_text(view['hand'])}; tickets: {', '.join(view['tickets']) or 'none'}.")
        if view["offer"]:
            lines.append(f"  offered: {', '.join(view['offer'])}.")
    return "\n".join(lines)
