"""A game in plain English: cards, tickets, routes, what a seat sees."""

from typing import TYPE_CHECKING

from railhead.boards import Setting
from railhead.kernel import routes
from railhead.kernel.records import BED, GameRecord
from railhead.words import COLOURS, Handful, SeatView, View

if TYPE_CHECKING:
    from railhead.game import Game


def cards_text(cards: Handful) -> str:
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


def view_text(setting: Setting, view: View) -> str:
    """What a seat sees, a fact a line, for terminals and screen readers."""
    row = ", ".join(f"{number} {card or 'empty'}" for number, card in enumerate(view.row, 1))
    lines = [
        f"Face up: {row}.",
        f"Deck {view.deck} cards, discards {sum(view.discards.values())}, tickets to draw {view.ticket_deck}.",
    ]
    for number, seat in enumerate(view.seats):
        stations = f", {seat.stations_left} stations left" if setting.record.stations else ""
        mark = "You" if number == view.seat else seat.name
        lines.append(
            f"{mark}: {seat.points} points on the board, {seat.trains} trains, {seat.cards} cards, {seat.tickets} tickets{stations}."
        )
        if seat.routes:
            lines.append(f"  routes: {', '.join(seat.routes)}.")
        if seat.stations:
            lines.append(f"  stations: {', '.join(place_name(setting, city) for city in seat.stations)}.")
    if isinstance(view, SeatView):
        lines.append(f"Your hand: {cards_text(view.hand)}.")
        for number, ticket in enumerate(view.tickets, 1):
            lines.append(f"Your ticket {number}: {ticket_text(setting, ticket)}.")
    if view.built:
        lines.append(f"Built: {', '.join(f'{route} {colour}' for route, colour in view.built.items())}.")
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
        lines.append(f"{name} holds {cards_text(view.hand)}; tickets: {', '.join(view.tickets) or 'none'}.")
        if view.offer:
            lines.append(f"  offered: {', '.join(view.offer)}.")
    return "\n".join(lines)
