"""Why a move is not legal: the rule that forbids it, as a code with values. Sentences are made of them elsewhere."""

import difflib
from typing import TYPE_CHECKING

from railhead.boards import Route
from railhead.game.moves import MoveError
from railhead.kernel import records, routes, tickets
from railhead.kernel.bits import has
from railhead.kernel.records import LOCOMOTIVE, NONE
from railhead.words import COLOURS, KINDS, Move, MoveCode, Phase, Word

if TYPE_CHECKING:
    from railhead.game import Game

# The rule by which each phase waits for something
WAITING: dict[Phase, str] = {
    "first-tickets": "C5", "second-card": "C8", "pay-route": "C14", "pay-tunnel": "E3", "pay-station": "E7",
    "keep-tickets": "C20", "build": "F3", "build-colour": "F3", "turn": "C6",
}  # fmt: skip
WORD_PHASES: dict[Word, tuple[Phase, ...]] = {
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
    legal = game.moves()
    if game.over:
        return MoveError("over", "C23")
    if game.phase not in WORD_PHASES[move.word]:
        return MoveError("not-now", WAITING[game.phase], legal, word=move.word, phase=game.phase)
    code, rule, values = _REASONS[move.word](game, move)
    same_word = [other for other in legal if other.word == move.word]
    return MoveError(code, rule, same_word or legal, game.names, **values)


Values = dict[str, str | int | list[str]]
Reason = tuple[MoveCode, str, Values]


def _draw(game: "Game", move: Move) -> Reason:
    return "no-cards", "C13", {}


def _take(game: "Game", move: Move) -> Reason:
    row = [KINDS[kind] if kind != NONE else None for kind in game.record.row]
    if move.colour and move.colour not in row:
        return "not-in-row", "C8", {"colour": move.colour}
    if move.slot and row[move.slot - 1] is None:
        return "gap", "C13", {"slot": move.slot}
    return "locomotive-second", "C10", {}


def _tickets(game: "Game", move: Move) -> Reason:
    return "no-tickets", "C20", {}


def _keep(game: "Game", move: Move) -> Reason:
    first = game.phase == "first-tickets"
    board = game.setting.record
    minimum = int(tickets.fewest_kept(game.record, board.first_keep if first else board.later_keep))
    offered = int(game.record.offer_count[game.record.seat])
    if any(number > offered for number in move.kept):
        return "not-offered", "C20", {"offered": offered}
    return "keep-more", "C5" if first else "C20", {"minimum": minimum, "offered": offered}


def _near(name: str, names: "list[str]") -> list[str]:
    return difflib.get_close_matches(name.casefold(), names, 3)


def _owner(game: "Game", route: int) -> int | None:
    return next((seat for seat in range(game.players) if has(game.record.owned[seat], route)), None)


def _used(game: "Game", route: int) -> bool:
    """Is a route claimed, or a bed built?"""
    record, board = game.record, game.setting.record
    if _owner(game, route) is not None:
        return True
    built = not has(record.free_beds, route) and routes.colour_now(board, record, route) != records.BED
    return has(board.beds, route) and built


def _closed(game: "Game", number: int, route: Route) -> Reason | None:
    """Why nobody, or not this seat, may ever claim or build the route."""
    record, board, seat = game.record, game.setting.record, int(game.record.seat)
    owner = _owner(game, number)
    if owner is not None:
        return "claimed", "C15", {"route": route.id, "owner": owner}
    if has(record.barred[seat], number):
        return "own-parallel", "C17", {"route": route.id}
    if has(record.open, number):
        return None
    twins = [other for other in range(len(game.setting.routes)) if has(board.parallel[number], other)]
    if any(_used(game, twin) for twin in twins):
        return "closed", "C18", {"route": route.id}
    return "crossed", "F5", {"route": route.id}


def _claim(game: "Game", move: Move) -> Reason:
    record, board, seat = game.record, game.setting.record, int(game.record.seat)
    number = game.setting.route_numbers.get(move.place)
    if number is None:
        near = _near(move.place, [route.id for route in game.setting.routes])
        return "no-route", "", {"route": move.place[:40], "near": near}
    route = game.setting.routes[number]
    closed = _closed(game, number, route)
    if closed:
        return closed
    colour = int(routes.colour_now(board, record, number))
    if colour == records.BED:
        return "not-built", "F2", {"route": route.id}
    trains = int(record.trains[seat])
    if trains < route.length:
        return "trains", "C15", {"route": route.id, "length": route.length, "trains": trains}
    locomotives = int(record.hands[seat, LOCOMOTIVE])
    if locomotives < route.ferry:
        return "ferry", "E2", {"route": route.id, "ferry": route.ferry, "locomotives": locomotives}
    one_colour = colour < len(COLOURS)
    best = int(record.hands[seat, colour]) if one_colour else int(routes.most_of_one_colour(record, seat))
    values: Values = {"route": route.id, "length": route.length, "colour": COLOURS[colour] if one_colour else "grey"}
    if best + locomotives < route.length:
        return "cards", "C14", {**values, "cards": best, "locomotives": locomotives}
    return "payment", "E2" if route.ferry else "C14", values


def _station(game: "Game", move: Move) -> Reason:
    record, board, seat = game.record, game.setting.record, int(game.record.seat)
    if board.stations == 0:
        return "no-stations", "E7", {}
    number = game.setting.city_numbers.get(move.place)
    if number is None:
        return "no-city", "E7", {"city": move.place[:40], "near": _near(move.place, list(game.setting.cities))}
    if record.stations_left[seat] == 0:
        return "stations-used", "E7", {}
    if has(record.station_cities, number):
        return "station-taken", "E7", {"city": move.place}
    return "station-price", "E7", {"price": int(routes.station_price(board, record, seat))}


def _build(game: "Game", move: Move) -> Reason:
    record, board = game.record, game.setting.record
    number = game.setting.route_numbers.get(move.place)
    if number is None:
        beds = [route.id for route in game.setting.routes if route.colour == "bed"]
        return "no-route", "F3", {"route": move.place[:40], "near": _near(move.place, beds)}
    route = game.setting.routes[number]
    if route.colour != "bed":
        return "not-a-bed", "F2", {"route": route.id}
    closed = _closed(game, number, route)
    if closed:
        return closed
    if routes.colour_now(board, record, number) != records.BED:
        return "built", "F3", {"route": route.id}
    if game.phase == "build-colour" and record.route != number:
        return "other-bed", "F3", {"route": game.setting.routes[record.route].id}
    return "no-piece", "F4", {"route": route.id, "length": route.length, "colour": move.colour}


def _pay(game: "Game", move: Move) -> Reason:
    return "due", "E3" if game.phase == "pay-tunnel" else "C14", {"due": int(game.record.due)}


_REASONS = {
    "draw": _draw, "take": _take, "tickets": _tickets, "keep": _keep, "claim": _claim, "station": _station,
    "build": _build, "pay": _pay, "decline": _pay,
}  # fmt: skip
