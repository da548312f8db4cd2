"""From a move, as people write it, to the decisions it consists of."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from railhead.game.explain import explain
from railhead.game.moves import MoveError
from railhead.game.spelling import Spelled
from railhead.kernel.records import CLAIM, PAY, PIECE
from railhead.words import KINDS, Move

if TYPE_CHECKING:
    from railhead.game import Game

NOWHERE = -10_000  # no decision has such a number


def decisions_of(game: "Game", move: Move) -> list[int]:
    """The decisions that a move consists of; raises MoveError if it is not legal or not clear."""
    move = _with_known_name(game, move)
    fitting = [(legal, decisions) for legal, decisions in _candidates(game, move) if _fits(move, legal, game)]
    if len(fitting) == 1 or (fitting and move.word == "take"):  # cards of one colour are alike
        return fitting[0][1]
    if fitting:
        rule = "F3" if move.word == "build" else "C14"
        raise MoveError("ambiguous", rule, [legal for legal, _ in fitting], move=str(move), ways=len(fitting))
    raise explain(game, move)


def _with_known_name(game: "Game", move: Move) -> Move:
    """The move with its route or city spelled as on the board, whatever its capitals."""
    names = game.setting.city_numbers if move.word == "station" else game.setting.route_numbers
    if not move.place or move.place in names:
        return move
    wanted = move.place.casefold()
    alike = [name for name in names if name.casefold() == wanted]
    if not alike and move.word != "station":  # from the other end
        alike = [route.id for route in game.setting.routes if route.other_way.casefold() == wanted]
    return replace(move, place=alike[0]) if len(alike) == 1 else move


def _candidates(game: "Game", move: Move) -> list[Spelled]:
    """The legal moves of the same word, without spelling out all the others."""
    board, setting = game.setting.record, game.setting
    if move.word == "claim":
        wanted = {CLAIM + setting.route_numbers.get(move.place, NOWHERE)}
    elif move.word == "station":
        wanted = {int(board.first_station) + setting.city_numbers.get(move.place, NOWHERE)}
    elif move.word == "build":
        wanted = {int(board.first_build) + setting.route_numbers.get(move.place, NOWHERE), *range(PIECE, PAY)}
    else:
        wanted = set(range(CLAIM))
    found = [pair for decision in game.legal() if decision in wanted for pair in game.spelled(decision)]
    return [(legal, decisions) for legal, decisions in found if legal.word == move.word]


def _fits(move: Move, legal: Move, game: "Game") -> bool:
    """Is this legal move what the given one means? Cards may be given in part."""
    if move.word == "take" and move.colour:
        return KINDS[int(game.record.row[legal.slot - 1])] == move.colour
    if (move.place, move.slot, move.kept) != (legal.place, legal.slot, legal.kept):
        return False
    if move.colour and move.colour != legal.colour:
        return False
    paid = legal.cards
    given = all(paid.get(kind, 0) == count if count else kind in paid for kind, count in move.cards.items())
    return given and sum(move.cards.values()) <= sum(paid.values())
