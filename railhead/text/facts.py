"""A game in words: cards, tickets, routes, what a seat sees."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from railhead.boards import Setting
from railhead.kernel import routes
from railhead.kernel.records import BED, GameRecord
from railhead.text.messages import Language, language
from railhead.words import COLOURS, KINDS, Handful, Kind, SeatView, View

if TYPE_CHECKING:
    from railhead.game import Game


def game_name(spoken: Language, setting: Setting) -> str:
    """A game's name."""
    return spoken.maybe(f"game.{setting.id}", setting.name)


def cards_text(spoken: Language, cards: Handful) -> str:
    """`4 yellow and 1 locomotive`."""
    held = [spoken.say(f"cards.{kind}", n=cards[kind]) for kind in KINDS if cards.get(kind)]
    return spoken.listed(held) or spoken.say("see.none")


def kinds_text(spoken: Language, kinds: Sequence[Kind]) -> str:
    """Cards one by one, each by its name."""
    return spoken.listed([spoken.say(f"card.{kind}") for kind in kinds])


def place_name(spoken: Language, setting: Setting, place: str) -> str:
    """A city's name as it is printed on the board, or a zone's in the reader's language."""
    return spoken.maybe(f"zone.{place}", setting.place_names.get(place, place))


def ends_text(spoken: Language, setting: Setting, a: str, b: str) -> str:
    """`Paris to Dijon`."""
    return spoken.say("route.name", a=place_name(spoken, setting, a), b=place_name(spoken, setting, b))


def ticket_text(spoken: Language, setting: Setting, name: str) -> str:
    """`Edinburgh to Athína, 21 points`."""
    ticket = setting.tickets[setting.ticket_numbers[name]]
    return f"{ends_text(spoken, setting, ticket.a, ticket.b)}, {spoken.say('points', n=ticket.points)}"


def tickets_text(spoken: Language, setting: Setting, names: Sequence[str]) -> str:
    """Some of them."""
    return "; ".join(ticket_text(spoken, setting, name) for name in names) or spoken.say("see.none")


def route_text(spoken: Language, setting: Setting, game: GameRecord, name: str) -> str:
    """`paris-dijon.2: 3 spaces, red`, with what is special about it."""
    number = setting.route_numbers[name]
    route = setting.routes[number]
    colour = int(routes.colour_now(setting.record, game, number))
    shown = "bed" if colour == BED else COLOURS[colour] if colour < len(COLOURS) else "grey"
    facts = [spoken.say("route.spaces", n=route.length), spoken.say(f"colour.{shown}")]
    facts += [spoken.say("route.tunnel")] if route.tunnel else []
    facts += [spoken.say("route.ferry", n=route.ferry)] if route.ferry else []
    return f"{name}: {', '.join(facts)}"


def row_text(spoken: Language, row: Sequence[Kind | None]) -> str:
    """The face-up cards by their places."""
    places = enumerate(row, 1)
    cards = [
        f"{place} {spoken.say(f'card.{card}')}" if card else spoken.say("see.gap", n=place) for place, card in places
    ]
    return spoken.say("see.row", row=", ".join(cards))


def view_text(setting: Setting, view: View, spoken: Language | None = None) -> str:
    """What a seat sees, a fact a line, for terminals and screen readers."""
    spoken = spoken or language()
    discards = sum(view.discards.values())
    piles = spoken.say("see.piles", deck=view.deck, discards=discards, tickets=view.ticket_deck)
    lines = [row_text(spoken, view.row), piles]
    for number, seat in enumerate(view.seats):
        facts = [spoken.say("points", n=seat.points), spoken.say("player.trains", n=seat.trains)]
        facts += [spoken.say("player.cards", n=seat.cards), spoken.say("player.tickets", n=seat.tickets)]
        facts += [spoken.say("player.stations", n=seat.stations_left)] if setting.record.stations else []
        name = spoken.say("see.you") if number == view.seat else seat.name
        lines.append(f"{name}: {', '.join(facts)}.")
        if seat.routes:
            lines.append("  " + spoken.say("see.routes", routes=", ".join(seat.routes)))
        if seat.stations:
            cities = ", ".join(place_name(spoken, setting, city) for city in seat.stations)
            lines.append("  " + spoken.say("see.stations", cities=cities))
    if isinstance(view, SeatView):
        lines.append(spoken.say("see.hand", cards=cards_text(spoken, view.hand)))
        for number, ticket in enumerate(view.tickets, 1):
            lines.append(spoken.say("see.ticket", n=number, ticket=ticket_text(spoken, setting, ticket)))
    if view.built:
        built = [f"{route} {spoken.say(f'colour.{colour}')}" for route, colour in view.built.items()]
        lines.append(spoken.say("see.built", routes=", ".join(built)))
    return "\n".join(lines)


def picture(game: "Game", spoken: Language | None = None) -> str:
    """The whole game as text, hidden cards too."""
    spoken = spoken or language()
    decides = game.to_move
    turn = spoken.say("see.turn", name=game.names[decides]) if decides is not None else spoken.say("story.end", n=0)
    lines = [spoken.say("see.game", game=game_name(spoken, game.setting), n=game.players, turn=turn)]
    lines.append(view_text(game.setting, game.view(None), spoken))
    for seat, name in enumerate(game.names):
        view = game.view(seat)
        lines.append(spoken.say("see.cards", name=name, cards=cards_text(spoken, view.hand)))
        for key, tickets in (("see.tickets", view.tickets), ("see.offer", view.offer)):
            if tickets:
                lines.append(spoken.say(key, name=name, tickets=tickets_text(spoken, game.setting, tickets)))
    return "\n".join(lines)
