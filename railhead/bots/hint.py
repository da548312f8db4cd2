"""Hints: what a level would play here and why, as codes and values that any language can put into words."""

from typing import TYPE_CHECKING, Any

from railhead.bots import find
from railhead.bots.match import PLANNER, decide
from railhead.bots.mind import new_mind
from railhead.bots.reasons import REASONS
from railhead.bots.search import Search
from railhead.kernel.bits import has
from railhead.kernel.records import CLAIM

if TYPE_CHECKING:
    from railhead.game import Game

MOST_ALTERNATIVES = 4


def _words(game: "Game", decision: int) -> str:
    return str(game.spelled(decision)[0][0])


def advise(game: "Game", level: str = "hard", number: int = 0) -> dict[str, Any]:
    """`{"move", "decision", "why", "values", "plan", "tickets", "others"}` for the seat whose turn it is."""
    if game.to_move is None:
        raise ValueError("the game is over; there is nothing to decide")
    bot = find(level)
    if bot.number is None and not bot.playouts:
        raise ValueError(f"{level} gives no hints; ask easy, medium, hard or expert")
    view, board = game.veiled(game.to_move), game.setting.record
    others: list[dict[str, Any]] = []
    if bot.playouts:
        search = Search(board, number, bot.playouts)
        decision, mind = search(view), search.mind
        means = sorted(search.means.items(), key=lambda item: -item[1])[:MOST_ALTERNATIVES]
        others = [
            {"move": _words(game, other), "value": round(value, 3)} for other, value in means if other != decision
        ]
    else:
        mind = new_mind(bot.number or 0, number)
        decision = int(decide(board, view, mind))
    planned = bot.playouts or bot.number == PLANNER
    plan = [route.id for n, route in enumerate(game.setting.routes) if planned and has(mind.targets, n)]
    tickets = [ticket.id for n, ticket in enumerate(game.setting.tickets) if planned and has(mind.wanted, n)]
    values = {
        "value": round(float(mind.reason_value), 2),
        "turnsLeft": round(float(mind.turns_left), 1),
        "cardsMissing": int(mind.missing),
    }
    if CLAIM <= decision < board.first_build:
        values["points"] = int(board.points[board.length[decision - CLAIM]])
    return {
        "move": _words(game, decision),
        "decision": decision,
        "why": REASONS[int(mind.reason)],
        "values": values,
        "plan": plan,
        "tickets": tickets,
        "others": others,
    }


SENTENCES = {
    "none": "it is this bot's habit",
    "claim-plan": "the route belongs to the cheapest network for your tickets, and others could take it",
    "claim-extra": "the tickets leave trains over, and this route brings most for its turns",
    "claim-last": "the game is nearly over, and this brings most at once",
    "draw-cards": "the plan still lacks {cardsMissing} cards",
    "draw-tickets": "new tickets are worth {value} points on average with this network",
    "keep-best": "with these tickets the whole plan is worth most ({value} points)",
    "pay-spare": "these cards are needed least elsewhere",
    "place-station": "a station lends the route that the tickets lack",
    "build-for-plan": "the bed belongs to your plan, and you have cards for it",
    "build-harmless": "it serves the rivals least and bars nothing of your plan",
    "wins-most": "it did best in playouts of the game (value {value} of 1)",
}


def in_words(advice: dict[str, Any]) -> str:
    """The advice as an English sentence."""
    lines = [f"{advice['move']}: {SENTENCES[advice['why']].format(**advice['values'])}."]
    if advice["plan"]:
        lines.append(f"Plan: {', '.join(advice['plan'])}.")
    lines += [f"Instead: {other['move']} (value {other['value']})." for other in advice["others"]]
    return "\n".join(lines)
