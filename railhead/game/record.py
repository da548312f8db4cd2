"""The full log of a game (everything, checkable without the shuffles) and the compact record (seed and moves), and the way back.

A record is one JSON object on one line:

    {"format": "railhead-record/1", "game": "europe", "players": ["Ada", "Ben"], "seed": "7", "seedHash": "…",
     "starter": null, "moves": ["keep 1 2", …], "result": {"totals": [112, 98], "winners": [0]}}

A game on a board of one's own has the whole board file under "board". `seedHash` is the SHA-256 of the seed's text.
"""

import json
from collections.abc import Iterator
from typing import Any

from railhead.boards import BoardError, Setting, load
from railhead.game import Game, seeds
from railhead.game.events import Event, read_events
from railhead.game.moves import Move, MoveError
from railhead.kernel.trace import new_trace

LOG, RECORD = "railhead-log/1", "railhead-record/1"


class RecordError(ValueError):
    """A record or log that cannot be replayed, and where it goes wrong."""


def _blank(game: Game) -> tuple[Game, list[Event]]:
    """The same game before its first decision, and what happened in the set-up."""
    if game.seed is None:
        raise RecordError("a game that was set up as a position has no seed, so it has no log")
    fresh = Game(game.setting, game.names, game.seed, game.starter)
    trace = new_trace()
    fresh.restart(trace)
    return fresh, read_events(fresh.setting, fresh, trace[0])


def steps(game: Game) -> Iterator[tuple[Game, Move | None, list[Event]]]:
    """Replay a game move by move: the game after the move, the move (None for the set-up), and what happened."""
    replay, events = _blank(game)
    yield replay, None, events
    decisions, at = game.decisions, 0
    while at < len(decisions):
        spelled = replay.spelled(decisions[at])
        fitting = [(move, parts) for move, parts in spelled if decisions[at : at + len(parts)] == parts]
        if not fitting:
            raise RecordError(f"the game stops in the middle of a move, at decision {at + 1}: finish the move first")
        move, parts = fitting[0]
        at += len(parts)
        yield replay, move, replay.play(move)


def full_log(game: Game) -> dict[str, Any]:
    """The full log: every event, hidden cards included."""
    events = [event for _, _, happened in steps(game) for event in happened]
    return {"format": LOG, "game": game.setting.id, "players": game.names, "seed": str(game.seed), "events": events}


def record(game: Game) -> dict[str, Any]:
    """The compact record: seed and moves."""
    if game.seed is None:
        raise RecordError("a game that was set up as a position has no seed, so it has no record")
    data: dict[str, Any] = {
        "format": RECORD,
        "game": game.setting.id,
        "players": game.names,
        "seed": str(game.seed),
        "seedHash": seeds.commitment(game.seed),
        "starter": game.starter,
        "moves": [str(move) for _, move, _ in steps(game) if move],
    }
    if game.over:
        score = game.score()
        data["result"] = {"totals": [one["total"] for one in score["scores"]], "winners": score["winners"]}
    if not game.setting.built_in:
        data["board"] = game.setting.as_file()
    return data


# ---- the way back


def read_lines(text: str) -> list[dict[str, Any]]:
    """The records or logs in a file, one JSON object a line."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"line {number} is not JSON: {error}") from None
        if not isinstance(value, dict) or value.get("format") not in (LOG, RECORD):
            raise RecordError(f"line {number} is neither a record nor a log: its format must be {RECORD!r} or {LOG!r}")
        found.append(value)
    if not found:
        raise RecordError("there is no record or log in it")
    return found


def _setting_of(data: dict[str, Any], setting: "Setting | None") -> Setting:
    if setting is not None:
        return setting
    game = data.get("board", data.get("game"))
    if not isinstance(game, str | dict):
        raise RecordError('"game" must name a game')
    try:
        return load(game)
    except BoardError as error:
        raise RecordError(f"its game cannot be loaded: {error}. For a board of your own, name its file") from None


def _begin(data: dict[str, Any], setting: "Setting | None") -> Game:
    names, seed, starter = data.get("players"), data.get("seed"), data.get("starter")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise RecordError('"players" must be a list of names')
    if not isinstance(seed, str | int):
        raise RecordError('"seed" must be there: without it nothing can be replayed')
    if starter is not None and not isinstance(starter, int):
        raise RecordError('"starter" must be a seat or null')
    try:
        return Game(_setting_of(data, setting), names, seed, starter)
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(str(error)) from None


def replay(data: dict[str, Any], at: int | None = None, setting: "Setting | None" = None) -> Game:
    """The game of a record or log, whole or after its first `at` moves."""
    game = _begin(data, setting)
    if data.get("format") == LOG:
        moves: Iterator[str] = _moves_of_log(data, game)
    else:
        texts = data.get("moves")
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise RecordError('"moves" must be a list of texts')
        moves = iter(texts)
    for number, text in enumerate(moves, 1):
        if at is not None and number > at:
            break
        try:
            game.play(text)
        except MoveError as error:
            raise RecordError(f"move {number}, {text[:60]!r}: {error}") from None
    return game


def _cards_text(cards: dict[str, int]) -> str:
    return " ".join(f"{count} {kind}" for kind, count in cards.items())


def _moves_of_log(data: dict[str, Any], game: Game) -> Iterator[str]:
    """The moves that the events of a log tell of; the game is played along."""
    events = data.get("events")
    if not isinstance(events, list):
        raise RecordError('"events" must be a list')
    laid: dict[str, int] = {}
    for number, event in enumerate(events):
        try:
            kind = event["e"]
            if kind == "take":
                yield f"take {event['slot'] + 1}"
            elif kind == "blind":
                yield "draw"
            elif kind == "offer" and game.phase == "turn":
                yield "tickets"
            elif kind == "keep":
                offer = game.view(event["p"])["offer"]
                kept = [offer.index(ticket) + 1 for ticket in event["tickets"]]
                yield f"keep {' '.join(map(str, kept)) or 'none'}"
            elif kind == "tunnel":
                laid = event["cards"]
                yield f"claim {event['route']} with {_cards_text(laid)}"
            elif kind == "claim" and game.phase == "pay-tunnel":
                more = {name: count - laid.get(name, 0) for name, count in event["cards"].items()}
                yield f"pay {_cards_text({name: count for name, count in more.items() if count})}"
            elif kind == "claim" and game.phase == "turn" and not laid:
                yield f"claim {event['route']} with {_cards_text(event['cards'])}"
            elif kind == "decline" and game.phase == "pay-tunnel":
                yield "decline"
            elif kind == "station":
                yield f"station {event['city']} with {_cards_text(event['cards'])}"
            elif kind == "build":
                yield f"build {event['route']} {event['colour']}"
            if kind in ("claim", "decline"):
                laid = {}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, RecordError | MoveError):
                raise
            raise RecordError(f"event {number} cannot be read: {type(error).__name__} {error}") from None


def verify(data: dict[str, Any], setting: "Setting | None" = None) -> list[str]:
    """Replay a record or log and compare all it claims; returns what is wrong, nothing if all is right."""
    game = replay(data, setting=setting)
    problems = []
    seed = seeds.read(data["seed"])
    if "seedHash" in data and data["seedHash"] != seeds.commitment(seed):
        problems.append(
            f"seedHash is {str(data['seedHash'])[:80]!r}, but the seed's SHA-256 is {seeds.commitment(seed)}"
        )
    if data.get("format") == LOG:
        mine = full_log(game)["events"]
        for number, (theirs, ours) in enumerate(zip(data["events"], mine, strict=False)):
            if theirs != ours:
                return [
                    *problems,
                    f"event {number} is {json.dumps(theirs)[:200]}, but the replay gives {json.dumps(ours)[:200]}",
                ]
        if len(data["events"]) != len(mine):
            problems.append(f"there are {len(data['events'])} events, and the replay gives {len(mine)}")
    elif "result" in data:
        score = game.score()
        result = {"totals": [one["total"] for one in score["scores"]], "winners": score["winners"]}
        if not game.over:
            problems.append("it has a result, but the moves do not reach the end of the game")
        elif data["result"] != result:
            problems.append(
                f"the result is {json.dumps(data['result'])[:200]}, but the replay gives {json.dumps(result)}"
            )
    return problems
