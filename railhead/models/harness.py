"""The game as Kaggle's game arena wants it: three functions, for legal moves, the prompt and reading the answer.

An observation is what `observation` makes, or what OpenSpiel's `railhead` game gives there (`legalActions`, `legalActionStrings`,
`observationString`, `playerId`). Reading is strict and nothing is rescued: an answer counts by the move in its last JSON object, or not at all.
`Parsed` has the fields of the arena's `ParseResult`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from railhead.game import Game
from railhead.game.listing import listed
from railhead.models.telling import ANSWER, Parsed, parsed, prompt, seat_game
from railhead.words import Event

SHOWN = 500  # signs of an answer that is shown to the model again
GENERAL = """Let's play Railhead, a game of railways. You are player {player}. What you see:
{state}

Moves you have played so far: {history}
Legal moves:
{legal}

{answer}"""


def observation(game: Game, seat: int, events: Sequence[Event] = ()) -> dict[str, Any]:
    """What a seat is shown when it has to move; actions are numbered as they are listed."""
    own = seat_game(game, seat)
    mine = own.to_move == seat
    moves = list(listed(own)) if mine else []
    return {
        "playerId": seat,
        "currentPlayer": own.to_move,
        "isTerminal": own.over,
        "legalActions": list(range(len(moves))),
        "legalActionStrings": moves,
        "observationString": "",
        "prompt": prompt(own, seat, events) if mine else "",
    }


def get_legal_moves(observation: Mapping[str, Any]) -> dict[int, str]:
    """The legal moves by their numbers."""
    return dict(zip(observation.get("legalActions") or (), observation.get("legalActionStrings") or (), strict=True))


def generate_prompt(
    observation: Mapping[str, Any],
    move_history: list[str],
    previous_response: str | None = None,
    previous_action: str | None = None,
) -> str:
    """The question; asked again, it says what was wrong with the answer before."""
    question = observation.get("prompt") or GENERAL.format(
        player=observation.get("playerId", 0),
        state=observation.get("observationString", ""),
        history=", ".join(move_history) or "none",
        legal="\n".join(get_legal_moves(observation).values()),
        answer=ANSWER,
    )
    if previous_action is not None:
        return f"{question}\n\nYou named {previous_action!r}, which is none of the legal moves. {ANSWER}"
    if previous_response is not None:
        return f"{question}\n\nYour answer before named no move: …{previous_response[-SHOWN:]}\n{ANSWER}"
    return str(question)


def parse_response(
    response: str, legal_action_strings: Sequence[str] | None, *, observation: Mapping[str, Any] | None = None
) -> Parsed:
    """The move that an answer names."""
    return parsed(response, legal_action_strings or ())


make_prompt = generate_prompt  # as the arena's protocol of a harness calls it
