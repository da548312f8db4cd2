"""Decisions that are the same in all but their number."""

from railhead.game import Game


def alike(game: Game, decision: int) -> object:
    """What a decision is: the same for two cards of a kind in the row, and for routes between the same cities at the same price."""
    moves = [move for move, _ in game.spelled(decision)]
    first = moves[0]
    if first.word == "take" and first.slot:
        return "take", int(game.record.row[first.slot - 1])
    if first.word == "claim":
        route = game.setting.routes[game.setting.route_numbers[first.place]]
        return "claim", route.a, route.b, frozenset(str(move.cards) for move in moves)
    return decision


def distinct(game: Game, decisions: list[int]) -> list[int]:
    """The first of those that are alike."""
    found: dict[object, int] = {}
    for decision in decisions:
        found.setdefault(alike(game, decision), decision)
    return list(found.values())
