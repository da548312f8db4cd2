"""From decisions to moves: a move of people is one decision, or a place and then how it is paid."""

from typing import TYPE_CHECKING

from railhead.kernel import doors, records
from railhead.words import COLOURS, Handful, Move

if TYPE_CHECKING:
    from railhead.game import Game

Spelled = tuple[Move, list[int]]  # a move and all its decisions


def payment(due: int, decision: int) -> Handful:
    """The cards of a payment, by its decision, where so many are due."""
    paid = decision - records.PAY
    if paid == records.ONLY_LOCOMOTIVES_PAID:
        return {"locomotive": due}
    colour, locomotives = divmod(paid, records.LONGEST)
    cards: Handful = {COLOURS[colour]: due - locomotives, "locomotive": locomotives}
    return {kind: count for kind, count in cards.items() if count}


def kept_places(decision: int) -> list[int]:
    """The places of the offered tickets that a decision keeps, from 1."""
    return [place + 1 for place in range(records.OFFER) if decision - records.KEEP >> place & 1]


def simple(decision: int, game: "Game | None" = None) -> Move:
    """The move of a decision that stands alone; those for which a game must be looked at come from `PIECE` on."""
    if decision == records.DRAW:
        return Move("draw")
    if decision < records.TAKE_TICKETS:
        return Move("take", slot=decision - records.TAKE + 1)
    if decision == records.TAKE_TICKETS:
        return Move("tickets")
    if decision == records.DECLINE:
        return Move("decline")
    if decision < records.PIECE:
        return Move("keep", kept=tuple(kept_places(decision)))
    assert game is not None
    if decision < records.PAY:
        return Move("build", game.setting.routes[game.record.route].id, colour=COLOURS[decision - records.PIECE])
    return Move("pay", cards=payment(int(game.record["due"]), decision))


def spelled(game: "Game", decision: int) -> list[Spelled]:
    """The moves that begin with a legal decision, each with all its decisions."""
    if decision < records.CLAIM:
        return [(simple(decision, game), [decision])]
    board, routes = game.setting.record, game.setting.routes
    asked = game.clone()
    doors.ask(game.setting.array, asked.array, decision)
    second, due = asked.legal(), int(asked.record["due"])
    if decision < board["first_build"]:
        place = routes[decision - records.CLAIM].id
        moves = [Move("claim", place, cards=payment(due, way)) for way in second]
    elif decision < board["first_station"]:
        place = routes[decision - board["first_build"]].id
        moves = [Move("build", place, colour=COLOURS[way - records.PIECE]) for way in second]
    else:
        place = game.setting.cities[decision - board["first_station"]]
        moves = [Move("station", place, cards=payment(due, way)) for way in second]
    if len(moves) == 1:  # the second decision is skipped where it leaves no choice
        return [(moves[0], [decision])]
    return [(move, [decision, way]) for move, way in zip(moves, second, strict=True)]
