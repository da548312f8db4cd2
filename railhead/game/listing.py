"""Every legal move as text, with its decisions: what programs and language models choose from. Made for speed, since each question needs it."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from railhead.game.spelling import payment, simple
from railhead.game.view import built_colours
from railhead.kernel import doors
from railhead.kernel.records import CLAIM, GAME, PAY, PIECE
from railhead.words import COLOURS, Move

if TYPE_CHECKING:
    from railhead.game import Game

Ways = list[tuple[str, tuple[int, ...]]]  # how the text of a move ends, and what is decided after its place
_ALIKE = tuple(str(simple(decision)) for decision in range(PIECE))  # the same on every board


def listed(game: "Game") -> dict[str, tuple[int, ...]]:
    """The text of every legal move, in the order of `Game.moves`, and its decisions.

    Routes alike in length, colour and ferry cost alike, beds of one length take the same pieces, all cities cost the same: how a place can be
    paid is worked out once for each kind.
    """
    board, setting = game.setting.record, game.setting
    first_build, first_station = int(board["first_build"]), int(board["first_station"])
    built = built_colours(game.record) if board["has_beds"] else {}
    known: dict[object, Ways] = {}
    room = _Asked(game)
    found: dict[str, tuple[int, ...]] = {}
    for decision in game.legal():
        if decision < PIECE:
            found[_ALIKE[decision]] = (decision,)
            continue
        if decision < CLAIM:
            found[str(simple(decision, game))] = (decision,)
            continue
        key: object
        if decision < first_build:
            route = setting.routes[decision - CLAIM]
            word, place = "claim", route.id
            key = (route.length, built.get(decision - CLAIM, route.colour), route.ferry)
        elif decision < first_station:
            route = setting.routes[decision - first_build]
            word, place, key = "build", route.id, route.length
        else:
            word, place, key = "station", setting.cities[decision - first_station], None
        if key not in known:
            known[key] = room.ways(decision)
        for way, second in known[key]:
            found[f"{word} {place} {way}"] = (decision, *second)
    return found


class _Asked:
    """Room for asking how a place can be paid."""

    def __init__(self, game: "Game") -> None:
        self.game, self.board = game.array, game.setting.array
        self.asked = np.empty(1, GAME)
        self.due = self.asked["due"]
        self.mask = np.empty(game.setting.record["decisions"], np.uint8)
        self.second = self.mask[:CLAIM]  # how a place is paid or built stands before all places

    def ways(self, decision: int) -> Ways:
        """How a place can be paid or built once it is chosen; where only one way is open it is not decided."""
        doors.copy(self.game, self.asked)
        doors.ask(self.board, self.asked, decision)
        doors.legal(self.board, self.asked, self.mask)
        second = self.second.nonzero()[0].tolist()
        due = int(self.due[0])
        if len(second) == 1:
            return [(_end(due, second[0]), ())]
        return [(_end(due, way), (way,)) for way in second]


@cache
def _end(due: int, way: int) -> str:
    """A payment or a piece at the end of a move's text: `with 3 red`, `red`."""
    return COLOURS[way - PIECE] if way < PAY else str(Move("claim", cards=payment(due, way))).removeprefix("claim ")
