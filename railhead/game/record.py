"""The full log of a game (everything, checkable without the shuffles) and the compact record (seed and moves), and the way back.

A record is one JSON object on one line:

    {"format": "railhead-record/1", "game": "europe", "players": ["Ada", "Ben"], "seed": "7", "seedHash": "…",
     "starter": null, "moves": ["keep 1 2", …], "result": {"totals": [112, 98], "winners": [0]}}

A game on a board of one's own has the whole board file under "board". `seedHash` is the SHA-256 of the seed's text.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from railhead.boards import BoardError, Setting, game_ids, load
from railhead.game import proof, seeds
from railhead.game.events import read_events
from railhead.game.game import Game
from railhead.game.moves import MoveError
from railhead.kernel.trace import new_trace
from railhead.words import (
    Built,
    Claimed,
    Declined,
    Drawn,
    Event,
    Handful,
    Kept,
    Log,
    Move,
    Offered,
    Record,
    Result,
    StationBuilt,
    Taken,
    Tunnelled,
)

LINE_MOST = 16 * 1024 * 1024  # characters
DECODER: msgspec.json.Decoder[Record | Log] = msgspec.json.Decoder(Record | Log)


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
        yield replay, move, replay.perform(parts)


def full_log(game: Game) -> Log:
    """The full log: every event, hidden cards included."""
    events = [event for _, _, happened in steps(game) for event in happened]
    return Log(game=game.setting.id, players=game.names, seed=str(game.seed), starter=game.starter, events=events)


def result_of(game: Game) -> Result:
    """How a finished game ended."""
    score = game.score()
    return Result([one.total for one in score.scores], score.winners)


def record(game: Game) -> Record:
    """The compact record: seed and moves."""
    if game.seed is None:
        raise RecordError("a game that was set up as a position has no seed, so it has no record")
    return Record(
        game=game.setting.id,
        players=game.names,
        seed=str(game.seed),
        seed_hash=seeds.commitment(game.seed),
        starter=game.starter,
        moves=[str(move) for _, move, _ in steps(game) if move],
        result=result_of(game) if game.over else None,
        board=None if game.setting.built_in else dict(game.setting.as_file()),
    )


# ---- the way back


def read_lines(text: str) -> list[Record | Log]:
    """The records or logs in a text, one JSON object a line."""
    return _read(text.splitlines())


def read_file(file: Path) -> list[Record | Log]:
    """The records or logs in a file, one JSON object a line; of a file that may be anything no line is read without end."""
    with file.open(encoding="utf-8") as lines:
        return _read(iter(lambda: lines.readline(LINE_MOST + 1), ""))


def _read(lines: Iterable[str]) -> list[Record | Log]:
    found: list[Record | Log] = []
    for number, line in enumerate(lines, 1):
        if len(line) > LINE_MOST:
            raise RecordError(f"line {number} is longer than any record or log")
        if line.strip():
            try:
                found.append(DECODER.decode(line))
            except msgspec.ValidationError as error:
                raise RecordError(f"line {number} is neither a record nor a log: {error}") from None
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                raise RecordError(f"line {number} is not JSON: {error}") from None
    if not found:
        raise RecordError("there is no record or log in it")
    return found


def _begin(data: Record | Log, setting: Setting | None) -> Game:
    try:
        board = data.board if isinstance(data, Record) else None
        if setting is None and board is None and data.game not in game_ids():  # never a file: it may be anything
            raise RecordError(
                f"{data.game[:60]!r} is no built-in game. For a board of your own, give its file or link with --game"
            )
        return Game(setting or load(data.game if board is None else board), data.players, data.seed, data.starter)
    except RecordError:
        raise
    except BoardError as error:
        raise RecordError(
            f"its game cannot be loaded: {error}. For a board of your own, give its file or link with --game"
        ) from None
    except ValueError as error:
        raise RecordError(str(error)) from None


def replay(data: Record | Log, at: int | None = None, setting: Setting | None = None) -> Game:
    """The game of a record or log, whole or after its first `at` moves."""
    game = _begin(data, setting)
    moves: Iterator[Move | str] = iter(data.moves) if isinstance(data, Record) else _moves_of_log(data, game)
    for number, move in enumerate(moves, 1):
        if at is not None and number > at:
            break
        try:
            game.play(move)
        except MoveError as error:
            raise RecordError(f"move {number}, {str(move)[:60]!r}: {error}") from None
    return game


def _moves_of_log(data: Log, game: Game) -> Iterator[Move]:
    """The moves that the events of a log tell of; the game is played along."""
    laid: Handful | None = None  # for the tunnel that is tried
    for number, event in enumerate(data.events):
        move = _move_of(event, game, laid, number)
        if move is not None:
            yield move
        if isinstance(event, Tunnelled):
            laid = event.cards
        elif isinstance(event, Claimed | Declined):
            laid = None


def _move_of(event: Event, game: Game, laid: Handful | None, number: int) -> Move | None:
    """The move that an event tells of, if it tells of one; a tunnel that is claimed at last was laid down before."""
    match event:
        case Taken():
            return Move("take", slot=event.slot + 1)
        case Drawn():
            return Move("draw")
        case Offered() if game.phase == "turn":
            return Move("tickets")
        case Kept():
            offer, kept = game.view(event.seat).offer if event.seat in range(game.players) else [], event.tickets or []
            if not set(kept) <= set(offer):
                raise RecordError(f"event {number} keeps tickets that were not offered")
            return Move("keep", kept=tuple(sorted(offer.index(ticket) + 1 for ticket in kept)))
        case Tunnelled():
            return Move("claim", event.route, cards=event.cards)
        case Claimed() if laid is not None and game.phase == "pay-tunnel":
            more = {kind: count - laid.get(kind, 0) for kind, count in event.cards.items()}
            return Move("pay", cards={kind: count for kind, count in more.items() if count > 0})
        case Claimed() if laid is None and game.phase == "turn":
            return Move("claim", event.route, cards=event.cards)
        case Declined() if game.phase == "pay-tunnel":
            return Move("decline")
        case StationBuilt():
            return Move("station", event.city, cards=event.cards)
        case Built():
            return Move("build", event.route, colour=event.colour)
    return None


def verify(data: Record | Log, setting: Setting | None = None) -> list[str]:
    """Replay a record or log and compare all it claims; returns what is wrong, nothing if all is right."""
    game = replay(data, setting=setting)
    if isinstance(data, Log):
        return _compare_events(data.events, full_log(game).events)
    problems = []
    if proof.proof_of(data) == "changed":
        problems.append("its signature does not fit what stands in it: it was changed")
    commitment = seeds.commitment(seeds.read(data.seed))
    if data.seed_hash is not None and data.seed_hash != commitment:
        problems.append(f"seedHash is {data.seed_hash[:80]!r}, but the seed's SHA-256 is {commitment}")
    if data.result is not None:
        if not game.over:
            problems.append("it has a result, but the moves do not reach the end of the game")
        elif data.result != result_of(game):
            problems.append(f"the result is {data.result}, but the replay gives {result_of(game)}")
    return problems


def _compare_events(theirs: list[Event], ours: list[Event]) -> list[str]:
    for number, (their, our) in enumerate(zip(theirs, ours, strict=False)):
        if their != our:
            return [f"event {number} is {str(their)[:200]}, but the replay gives {str(our)[:200]}"]
    return [] if len(theirs) == len(ours) else [f"there are {len(theirs)} events, and the replay gives {len(ours)}"]
