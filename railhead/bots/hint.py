"""Hints: what a level would play here and why, as codes and values that any language can put into words."""

from typing import TYPE_CHECKING

from railhead.bots import find
from railhead.bots.deciding import decide
from railhead.bots.mind import new_mind
from railhead.bots.numbers import PLANNER, STEADY
from railhead.bots.planner.planning import plan_for
from railhead.bots.player import lots
from railhead.bots.search import Search
from railhead.kernel.bits import add, has
from railhead.kernel.records import (
    CLAIM,
    FIRST_TICKETS,
    KEEP,
    KEEP_TICKETS,
    TAKE_TICKETS,
    TICKET_WORDS,
    BoardRecord,
    GameRecord,
)
from railhead.words import REASONS, Alternative, Hint, Move, Reason

if TYPE_CHECKING:
    from railhead.bots.mind import MindRecord
    from railhead.game import Game

MOST_ALTERNATIVES = 4


def _move(game: "Game", decision: int) -> Move:
    return game.spelled(decision)[0][0]


def _reason(told: Reason, decision: int) -> Reason:
    """A second card is drawn for the reason of the first."""
    return "draw-cards" if told == "none" and decision < TAKE_TICKETS else told


def _plan_with_kept(board: BoardRecord, view: GameRecord, mind: "MindRecord", kept: int) -> None:
    """The plan for the tickets that are kept: what is in a planner's mind after it chose is the plan for its last choice, not for its best."""
    for word in range(TICKET_WORDS):
        mind.wanted[word] = view.tickets[view.seat, word]
    for place in range(int(view.offer_count[view.seat])):
        if kept >> place & 1:
            add(mind.wanted, view.offer[view.seat, place])
    mind.reason_value = plan_for(board, view, mind, int(mind.weights.tries))


def advise(game: "Game", level: str = "expert", number: int = 0) -> Hint:
    """What a level would play for the seat whose turn it is, and why."""
    if game.to_move is None:
        raise ValueError("the game is over; there is nothing to decide")
    bot = find(level)
    if bot.number is None and not bot.playouts:
        raise ValueError(f"{level} gives no hints; ask easy, medium, hard, expert or search")
    view, board = game.veiled(game.to_move), game.setting.record
    others: list[Alternative] = []
    if bot.playouts:
        search = Search(board, lots(view, number), bot.playouts)
        decision, mind = search(view), search.mind
        means = sorted(search.means.items(), key=lambda item: -item[1])[:MOST_ALTERNATIVES]
        others = [Alternative(_move(game, other), round(value, 3)) for other, value in means if other != decision]
    else:
        mind = new_mind(bot.number or 0, lots(view, number))
        decision = int(decide(board, view, mind))
        if bot.number in (PLANNER, STEADY) and view.phase in (FIRST_TICKETS, KEEP_TICKETS):
            _plan_with_kept(board, view, mind, decision - KEEP)
    planned = bot.playouts or bot.number in (PLANNER, STEADY)
    values = {
        "value": round(float(mind.reason_value), 2),
        "turnsLeft": round(float(mind.turns_left), 1),
        "cardsMissing": int(mind.missing),
    }
    if CLAIM <= decision < board.first_build:
        values["points"] = int(board.points[board.length[decision - CLAIM]])
    return Hint(
        move=_move(game, decision),
        decision=decision,
        why=_reason(REASONS[int(mind.reason)], decision),
        values=values,
        plan=[route.id for n, route in enumerate(game.setting.routes) if planned and has(mind.targets, n)],
        tickets=[ticket.id for n, ticket in enumerate(game.setting.tickets) if planned and has(mind.wanted, n)],
        others=others,
    )
