"""Why a move is not legal: the rule that forbids it, as a code with values and an English sentence."""

import difflib
from typing import TYPE_CHECKING

from railhead.boards import Route
from railhead.game.moves import Move, MoveError
from railhead.kernel import records, routes, tickets
from railhead.kernel.bits import has
from railhead.kernel.records import LOCOMOTIVE, NONE
from railhead.words import COLOURS, KINDS

if TYPE_CHECKING:
    from railhead.game import Game

# What each phase waits for: (rule, sentence)
WAITING = {
    "first-tickets": ("C5", "First choose tickets with `keep`"),
    "second-card": ("C8", "The second card of this turn is to be drawn: `draw` or `take`"),
    "pay-route": ("C14", "The chosen route is to be paid for: `pay`"),
    "pay-tunnel": ("E3", "The tunnel costs more: `pay` or `decline`"),
    "pay-station": ("E7", "The chosen station is to be paid for: `pay`"),
    "keep-tickets": ("C20", "First choose among the tickets drawn with `keep`"),
    "build": ("F3", "Drawing cards is followed by building one bed: `build`"),
    "build-colour": ("F3", "Choose the colour of the piece: `build`"),
    "turn": ("C6", "A new turn begins: draw cards, draw tickets, claim a route or build a station"),
}
WORD_PHASES = {
    "draw": ("turn", "second-card"),
    "take": ("turn", "second-card"),
    "tickets": ("turn",),
    "keep": ("first-tickets", "keep-tickets"),
    "claim": ("turn",),
    "station": ("turn",),
    "build": ("build", "build-colour"),
    "pay": ("pay-route", "pay-tunnel", "pay-station"),
    "decline": ("pay-tunnel",),
}


def explain(game: "Game", move: Move) -> MoveError:
    """The error for a move that is not legal in this game."""
    legal = [str(other) for other in game.moves()]
    if game.over:
        return MoveError("over", "C23", "The game is over")
    if game.phase not in WORD_PHASES[move.word]:
        rule, sentence = WAITING[game.phase]
        return MoveError("not-now", rule, f"`{move.word}` is not possible now. {sentence}", legal, phase=game.phase)
    same_word = [text for text in legal if text.split()[0] == move.word]
    code, rule, sentence, values = _REASONS[move.word](game, move)
    return MoveError(code, rule, sentence, same_word or legal, **values)


Reason = tuple[str, str, str, dict[str, object]]


def _draw(game: "Game", move: Move) -> Reason:
    return "no-cards", "C13", "Deck and discards are both empty", {}


def _take(game: "Game", move: Move) -> Reason:
    row = [KINDS[kind] if kind != NONE else None for kind in game.record.row]
    if move.colour and move.colour not in row:
        return "not-in-row", "C8", f"No face-up card is {move.colour}", {"colour": move.colour}
    if move.slot and row[move.slot - 1] is None:
        return "gap", "C13", f"There is no card at {move.slot}", {"slot": move.slot}
    return "locomotive-second", "C10", "A face-up locomotive can only be the first card, and then the only one", {}


def _tickets(game: "Game", move: Move) -> Reason:
    return "no-tickets", "C20", "There is no ticket left to draw", {}


def _keep(game: "Game", move: Move) -> Reason:
    first = game.phase == "first-tickets"
    board = game.setting.record
    minimum = int(tickets.fewest_kept(game.record, board.first_keep if first else board.later_keep))
    offered = int(game.record.offer_count[game.record.seat])
    if any(number > offered for number in move.kept):
        return "not-offered", "C20", f"There are {offered} tickets to choose from", {"offered": offered}
    return (
        "keep-more",
        "C5" if first else "C20",
        f"At least {minimum} of the {offered} must be kept",
        {"minimum": minimum, "offered": offered},
    )


def _near(name: str, names: "list[str]") -> str:
    near = difflib.get_close_matches(name.casefold(), names, 3)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _owner(game: "Game", route: int) -> int | None:
    return next((seat for seat in range(game.players) if has(game.record.owned[seat], route)), None)


def _closed(game: "Game", number: int, route: Route) -> Reason | None:
    """Why nobody, or not this seat, may ever claim or build the route."""
    record, board, seat = game.record, game.setting.record, int(game.record.seat)
    owner = _owner(game, number)
    if owner is not None:
        return "claimed", "C15", f"{route.id} belongs to {game.names[owner]}", {"route": route.id, "owner": owner}
    if has(record.barred[seat], number):
        return "own-parallel", "C17", "No player ever owns two parallel routes", {"route": route.id}
    if not has(record.open, number):
        twins = [other for other in range(len(game.setting.routes)) if has(board.parallel[number], other)]
        if any(
            _owner(game, twin) is not None
            or (
                not has(record.free_beds, twin)
                and has(board.beds, twin)
                and routes.colour_now(board, record, twin) != records.BED
            )
            for twin in twins
        ):
            return (
                "closed",
                "C18",
                f"With so few players only one of the parallel routes can be used: {route.id} is closed",
                {"route": route.id},
            )
        return (
            "crossed",
            "F5",
            f"{route.id} crosses a route that is built or claimed, and is closed for good",
            {"route": route.id},
        )
    return None


def _claim(game: "Game", move: Move) -> Reason:
    record, board, seat = game.record, game.setting.record, int(game.record.seat)
    number = game.setting.route_numbers.get(move.place)
    if number is None:
        names = [route.id for route in game.setting.routes]
        return (
            "no-route",
            "",
            f"There is no route {move.place[:40]!r}{_near(move.place, names)}",
            {"route": move.place[:40]},
        )
    route = game.setting.routes[number]
    closed = _closed(game, number, route)
    if closed:
        return closed
    colour = int(routes.colour_now(board, record, number))
    if colour == records.BED:
        return "not-built", "F2", f"{route.id} is a bed and cannot be claimed before it is built", {"route": route.id}
    trains = int(record.trains[seat])
    if trains < route.length:
        return (
            "trains",
            "C15",
            f"{route.id} takes {route.length} trains, and {trains} are left",
            {"route": route.id, "length": route.length, "trains": trains},
        )
    locomotives = int(record.hands[seat, LOCOMOTIVE])
    if locomotives < route.ferry:
        return (
            "ferry",
            "E2",
            f"The ferry {route.id} takes {route.ferry} locomotive cards, and the hand has {locomotives}",
            {"route": route.id, "ferry": route.ferry, "locomotives": locomotives},
        )
    name = COLOURS[colour] if colour < len(COLOURS) else "one colour"
    best = int(record.hands[seat, colour]) if colour < len(COLOURS) else int(routes.most_of_one_colour(record, seat))
    if best + locomotives < route.length:
        return (
            "cards",
            "C14",
            f"{route.id} costs {route.length} cards of {name}; the hand has {best} and {locomotives} locomotives",
            {"route": route.id, "length": route.length, "colour": name, "cards": best, "locomotives": locomotives},
        )
    return (
        "payment",
        "E2" if route.ferry else "C14",
        f"{route.id} cannot be paid with those cards: {route.length} of {name}, locomotives standing for any",
        {"route": route.id, "length": route.length, "colour": name},
    )


def _station(game: "Game", move: Move) -> Reason:
    record, board, seat = game.record, game.setting.record, int(game.record.seat)
    if board.stations == 0:
        return "no-stations", "E7", "There are no stations in this game", {}
    number = game.setting.city_numbers.get(move.place)
    if number is None:
        return (
            "no-city",
            "E7",
            f"There is no city {move.place[:40]!r}{_near(move.place, list(game.setting.cities))}",
            {"city": move.place[:40]},
        )
    if record.stations_left[seat] == 0:
        return "stations-used", "E7", "All stations are built", {}
    if has(record.station_cities, number):
        return "station-taken", "E7", f"{move.place} has a station already", {"city": move.place}
    price = int(routes.station_price(board, record, seat))
    return (
        "station-price",
        "E7",
        f"This station costs {price} cards of one colour, locomotives standing for any",
        {"price": price},
    )


def _build(game: "Game", move: Move) -> Reason:
    record, board = game.record, game.setting.record
    number = game.setting.route_numbers.get(move.place)
    if number is None:
        names = [route.id for route in game.setting.routes if route.colour == "bed"]
        return (
            "no-route",
            "F3",
            f"There is no route {move.place[:40]!r}{_near(move.place, names)}",
            {"route": move.place[:40]},
        )
    route = game.setting.routes[number]
    if route.colour != "bed":
        return "not-a-bed", "F2", f"{route.id} is built from the start", {"route": route.id}
    closed = _closed(game, number, route)
    if closed:
        return closed
    if routes.colour_now(board, record, number) != records.BED:
        return "built", "F3", f"{route.id} is built already", {"route": route.id}
    if game.phase == "build-colour" and record.route != number:
        chosen = game.setting.routes[record.route].id
        return "other-bed", "F3", f"The bed {chosen} is being built", {"route": chosen}
    values: dict[str, object] = {"route": route.id, "length": route.length, "colour": move.colour}
    return "no-piece", "F4", f"No {move.colour or 'fitting'} piece of length {route.length} is in the supply", values


def _pay(game: "Game", move: Move) -> Reason:
    due = int(game.record.due)
    rule = "E3" if game.phase == "pay-tunnel" else "C14"
    return "payment", rule, f"{due} cards are due, of the colour played or locomotives, out of the hand", {"due": due}


_REASONS = {
    "draw": _draw, "take": _take, "tickets": _tickets, "keep": _keep, "claim": _claim, "station": _station,
    "build": _build, "pay": _pay, "decline": _pay,
}  # fmt: skip
