"""What the seat that decides may do, grouped by what a person touches: each choice carries its decision, and cards as objects."""

from typing import TYPE_CHECKING, cast

from railhead.boards import Route
from railhead.game.spelling import kept_places, payment
from railhead.game.view import built_colours
from railhead.kernel.records import CLAIM, DECLINE, DRAW, KEEP, PAY, PIECE, TAKE, TAKE_TICKETS
from railhead.words import COLOURS, Building, Choices, Claiming, Colour, Keeping, Payment, Piece, Placing, Take

if TYPE_CHECKING:
    from railhead.game import Game


def _second(decisions: list[int]) -> int | None:
    """What is decided after the place; nothing where only one way is open."""
    return decisions[1] if len(decisions) > 1 else None


def _payments(game: "Game", decision: int) -> list[Payment]:
    """How a route or station can be paid once it is chosen."""
    return [Payment(_second(decisions), move.cards) for move, decisions in game.spelled(decision)]


def _pieces(game: "Game", decision: int) -> list[Piece]:
    """In which colours a bed can be built once it is chosen."""
    return [Piece(_second(decisions), cast(Colour, move.colour)) for move, decisions in game.spelled(decision)]


def choices(game: "Game") -> Choices:
    """The legal moves of the seat that the game asks.

    Routes alike in length, colour and ferry cost alike, beds of one length take the same pieces, all cities cost the same: each kind
    is worked out once, because spelling out the ways is what takes the time.
    """
    board, setting = game.setting.record, game.setting
    first_build, first_station = int(board["first_build"]), int(board["first_station"])
    built: dict[int, Colour] = built_colours(game.record) if board["has_beds"] else {}
    payments: dict[tuple[object, ...], list[Payment]] = {}
    pieces: dict[int, list[Piece]] = {}
    claim: dict[str, Claiming] = {}
    build: dict[str, Building] = {}
    cities: dict[str, int] = {}
    station: Placing | None = None
    legal = game.legal()
    for decision in legal:
        if decision < CLAIM:
            continue
        if decision < first_build or not (board["has_beds"] or board["stations"]):
            number = decision - CLAIM
            route: Route = setting.routes[number]
            key = (route.length, built.get(number, route.colour), route.ferry)
            if key not in payments:
                payments[key] = _payments(game, decision)
            claim[route.id] = Claiming(decision, payments[key])
        elif decision < first_station:
            route = setting.routes[decision - first_build]
            if route.length not in pieces:
                pieces[route.length] = _pieces(game, decision)
            build[route.id] = Building(decision, pieces[route.length])
        else:
            if station is None:
                station = Placing(cities, _payments(game, decision))
            cities[setting.cities[decision - first_station]] = decision
    colours = [Piece(decision, COLOURS[decision - PIECE]) for decision in legal if PIECE <= decision < PAY]
    if colours:  # the bed is chosen already
        build = {setting.routes[game.record.route].id: Building(None, colours)}
    return Choices(
        draw=DRAW if DRAW in legal else None,
        take=[Take(decision, decision - TAKE + 1) for decision in legal if TAKE <= decision < TAKE_TICKETS],
        tickets=TAKE_TICKETS if TAKE_TICKETS in legal else None,
        keep=[Keeping(decision, kept_places(decision)) for decision in legal if KEEP <= decision < PIECE],
        claim=claim,
        pay=[
            Payment(decision, payment(int(game.record["due"]), decision))
            for decision in legal
            if PAY <= decision < CLAIM
        ],
        decline=DECLINE if DECLINE in legal else None,
        station=station,
        build=build,
    )
