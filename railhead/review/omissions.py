"""What was left undone and can still be done is one omission, however many turns it stands open.

A player who draws where claiming a route was better, and draws again, is asked the same question twice, and the judge who was sure or wrong
the first time is so the second time for the same reasons. So an omission is booked once, at its highest: on a later turn only what it costs
more than before counts. It ends when its seat makes the move, or nobody can any more.
"""

from collections.abc import Iterable

from railhead.boards import Setting
from railhead.words import Move

LASTING = ("claim", "station", "build", "tickets")  # what can wait for a later turn; a card in the row is soon gone
Wish = tuple[str, str, str]  # what somebody might do: the word, and between which cities, or where
Open = dict[Wish, float]  # a seat's omissions, each with what it has cost at its highest


def wish(setting: Setting, move: Move) -> Wish | None:
    """What a move is for, whichever of two parallel routes it takes and however it is paid; nothing if it cannot wait."""
    if move.word not in LASTING:
        return None
    if move.word in ("claim", "build"):
        route = setting.routes[setting.route_numbers[move.place]]
        return move.word, route.a, route.b
    return move.word, move.place, ""


def booked(standing: Open, played: Wish | None, better: Iterable[tuple[Wish | None, float]]) -> float:
    """What a decision costs beyond what was booked before, by how much better each other decision was; notes what is open now."""
    if played is not None:
        standing.pop(played, None)
    cost = 0.0
    for one, lead in better:
        cost = max(cost, lead - (standing.get(one, 0.0) if one is not None else 0.0))
        if one is not None and one != played:
            standing[one] = max(standing.get(one, 0.0), lead)
    return cost
