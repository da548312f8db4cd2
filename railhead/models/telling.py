"""What a language model is told of a game, and how its answers are read: strictly, and nobody guesses what it may have meant."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from railhead.boards import Setting
from railhead.game import Game
from railhead.game.listing import listed
from railhead.game.moves import MoveError, parse
from railhead.programs.outside import as_game
from railhead.text.facts import ends_text, place_name, ticket_text, view_text
from railhead.text.messages import language
from railhead.text.refusals import reason
from railhead.text.stories import tell
from railhead.words import Event, SeatView

MOST_ANSWER = 20_000  # signs of an answer that are read, the last ones
ASKED = {
    "first-tickets": "Choose which of the tickets offered to you to keep.",
    "keep-tickets": "Choose which of the tickets offered to you to keep.",
    "turn": "It is your turn: draw cards, draw tickets, claim a route, or build a station where the game has them.",
    "second-card": "Take your second card.",
    "pay-tunnel": "The tunnel costs more: pay, or decline.",
    "build": "Choose a bed to build, and a colour.",
    "build-colour": "Choose the colour of the bed.",
}
ANSWER = 'End your answer with one JSON object that names your move exactly as it is listed, such as {"move": "draw"}.'
PROMPT = """You play a game of railways: {name}, {players} players. You sit at seat {seat} of 0 to {last}.
Collect cards, claim routes with them, and join the two places of each of your tickets by your own routes. A ticket that is joined at the
end scores its points, one that is not loses them. A route scores by its length: {points}. The game ends a round after somebody has {trains} trains or fewer left.

The board's routes, each as id: spaces, colour (grey: any one colour).
{board}

What happened since you were last asked:
{events}

What you see:
{view}

{asked}
Legal moves:
{legal}

{answer}"""


def seat_game(game: Game, seat: int) -> Game:
    """A game as a seat knows it: made of its veiled record, so that nothing said of it tells more."""
    return as_game(game.setting, game.veiled(seat), game.names)


def board_text(setting: Setting) -> str:
    """The board's routes, one a line."""
    lines = []
    for route in setting.routes:
        facts = [f"{route.length} spaces", route.colour]
        facts += ["tunnel"] if route.tunnel else []
        facts += [f"ferry of {route.ferry}"] if route.ferry else []
        lines.append(f"{route.id}: {', '.join(facts)} ({ends_text(language(), setting, route.a, route.b)})")
    return "\n".join(lines)


def tickets_in_play(setting: Setting) -> str:
    """All tickets of the game, one a line."""
    return "\n".join(f"{ticket.id}: {ticket_text(language(), setting, ticket.id)}" for ticket in setting.tickets)


def situation(setting: Setting, view: SeatView) -> str:
    """What a seat sees, with what is offered to it and what is under way."""
    spoken = language()
    lines = [view_text(setting, view, spoken)]
    lines += [f"Offered {place}: {ticket_text(spoken, setting, ticket)}" for place, ticket in enumerate(view.offer, 1)]
    if view.turns_left:
        lines.append(f"The last round: {view.turns_left} turns are left.")
    if view.under_way is not None:
        under = view.under_way
        place = under.route or place_name(spoken, setting, under.city or "")
        lines.append(f"Under way: {place}, {under.due} cards are due; laid {under.laid}, turned over {under.turned}.")
    if view.closed:
        lines.append(f"Closed: {', '.join(view.closed)}.")
    return "\n".join(lines)


def story(setting: Setting, names: list[str], seat: int, events: Iterable[Event]) -> list[str]:
    """Events that a seat may see, in sentences."""
    told = (tell(language(), setting, names, event, seat) for event in events)
    return [line for one in told for line in one.splitlines() if line]


def asked(view: SeatView) -> str:
    """What is to be decided."""
    return ASKED.get(view.phase, "Choose how to pay.")


def prompt(game: Game, seat: int, events: Iterable[Event] = ()) -> str:
    """The whole question to a model that remembers nothing; `game` is the seat's own (see `seat_game`)."""
    setting, view = game.setting, game.view(seat)
    points = ", ".join(f"{length} spaces {count}" for length, count in setting.numbers["points"].items())
    return PROMPT.format(
        name=setting.name,
        players=game.players,
        seat=seat,
        last=game.players - 1,
        points=points,
        trains=setting.numbers["lastTrains"],
        board=board_text(setting),
        events="\n".join(story(setting, game.names, seat, events)) or "nothing yet",
        view=situation(setting, view),
        asked=asked(view),
        legal="\n".join(listed(game)),
        answer=ANSWER,
    )


# ---- answers


class Parsed(NamedTuple):
    """An answer: the legal move it names, if it does; and what it named."""

    legal_action: str | None = None
    raw_action: str | None = None
    submission: Any = None
    thoughts: str | None = None


def parsed(answer: str, legal: Sequence[str]) -> Parsed:
    """The move that an answer names in its last JSON object. Capitals and blanks do not matter, all else does: what stands in the prose is
    no choice, and a move that is nearly right is wrong."""
    named = _last_move(answer[-MOST_ANSWER:])
    if named is None:
        return Parsed(thoughts=answer)
    plain = " ".join(named.lower().split())
    return Parsed(next((move for move in legal if move.lower() == plain), None), named, None, answer)


def _last_move(text: str) -> str | None:
    """The `move` of the last JSON object that has one; objects within others do not count."""
    decoder, at, named = json.JSONDecoder(), -1, None
    while (at := text.find("{", at + 1)) >= 0:
        try:
            found, end = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            continue
        at = end - 1
        if isinstance(found.get("move"), str):
            named = found["move"].strip() or None
    return named


def why_not(game: Game, text: str) -> str | None:
    """Why a move cannot be made, with the rule that forbids it; None where it can."""
    try:
        game.decisions_of(parse(text))
    except MoveError as error:
        rule = f" ({error.rule})" if error.rule else ""
        return reason(language(), error) + rule
    return None
