"""A game in words: the view of a seat as JSON, and a game as plain text."""

from typing import TYPE_CHECKING, Any

import numpy as np

from railhead.board import COLOURS, KINDS, Setting
from railhead.kernel import routes
from railhead.kernel.layout import BED, NONE, PAY_TUNNEL, GameRecord

if TYPE_CHECKING:
    from railhead.game import Game


def _handful(counts: Any) -> dict[str, int]:
    return {kind: int(count) for kind, count in zip(KINDS, counts, strict=True) if count}


def _members(words: Any) -> list[int]:
    bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), bitorder="little")
    return [int(number) for number in np.flatnonzero(bits)]


def _card(kind: int) -> str | None:
    return None if kind == NONE else KINDS[kind]


def _decision_under_way(setting: Setting, game: GameRecord) -> dict[str, Any] | None:
    """The claim, station or bed that waits for its second decision; all of it lies open on the table."""
    if game.route == NONE and game.city == NONE:
        return None
    return {
        "route": setting.routes[game.route].id if game.route != NONE else None,
        "city": setting.cities[game.city] if game.city != NONE else None,
        "due": int(game.due),
        "laid": _handful(game.laid),
        "turned": [KINDS[kind] for kind in game.turned if kind != NONE],
        "tunnel": bool(game.phase == PAY_TUNNEL),
    }


def describe(setting: Setting, game: GameRecord, names: list[str], seat: int | None) -> dict[str, Any]:
    """A veiled record in words. It is made of nothing else, so it cannot tell more than the seat may know."""
    from railhead.game import PHASES

    board = setting.record
    players = range(int(game.players))
    view: dict[str, Any] = {
        "game": setting.id,
        "seat": seat,
        "phase": PHASES[int(game.phase)],
        "toMove": int(game.seat) if PHASES[int(game.phase)] != "over" else None,
        "turnsLeft": int(game.turns_left) or None,
        "row": [_card(int(kind)) for kind in game.row],
        "deck": int(game.deck_count),
        "discards": _handful(game.discards),
        "ticketDeck": int(game.deck_tickets),
        "underWay": _decision_under_way(setting, game),
        "seats": [
            {
                "name": names[other],
                "cards": int(game.hand_count[other]),
                "known": _handful(game.known[other]),
                "tickets": int(game.ticket_count[other]),
                "offered": int(game.offer_count[other]),
                "trains": int(game.trains[other]),
                "stationsLeft": int(game.stations_left[other]),
                "points": int(game.points[other]),
                "routes": [setting.routes[route].id for route in _members(game.owned[other])],
                "stations": [setting.cities[city] for city in game.stations[other] if city != NONE][
                    : int(board.stations)
                ],
            }
            for other in players
        ],
        "closed": _closed(setting, game),
    }
    if board.has_beds:
        view["built"] = {
            setting.routes[route].id: COLOURS[colour]
            for colour in range(len(COLOURS))
            for route in _members(game.built[colour])
        }
        view["pieces"] = {
            colour: {str(length): int(count) for length, count in enumerate(game.pieces[number]) if count}
            for number, colour in enumerate(COLOURS)
        }
    if seat is not None:
        view["hand"] = _handful(game.hands[seat])
        view["tickets"] = [setting.tickets[ticket].id for ticket in _members(game.tickets[seat])]
        view["offer"] = [setting.tickets[ticket].id for ticket in game.offer[seat] if ticket != NONE]
        view["returned"] = [setting.tickets[ticket].id for ticket in _members(game.returned[seat])]
        view["barred"] = [setting.routes[route].id for route in _members(game.barred[seat])]
    return view


def _closed(setting: Setting, game: GameRecord) -> list[str]:
    """The routes that nobody owns and nobody can ever claim (C18, F5)."""
    taken = set(_members(game.open))
    for seat in range(int(game.players)):
        taken.update(_members(game.owned[seat]))
    return [route.id for number, route in enumerate(setting.routes) if number not in taken]


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
