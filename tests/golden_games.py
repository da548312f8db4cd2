"""Golden playthroughs: one game each, with everything that can be observed at every step.

A change of the rules, of chance, of views or of words shows up as a difference in tests/golden/*.txt. When it is meant:

    python tests/golden_games.py
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

from msgspec import to_builtins

from railhead import Game
from railhead.game.events import seen_by
from railhead.game.record import steps
from railhead.text.messages import language
from railhead.text.stories import tell
from railhead.words import View

FOLDER = Path(__file__).parent / "golden"
GAMES = {"usa": (2, 7), "usa-10th": (2, 7), "europe": (3, 8), "france": (2, 9)}  # players and seed
LISTED = 25  # of the legal moves, in full


def _line(value: object) -> str:
    return json.dumps(to_builtins(value), ensure_ascii=False)


def _facts(seen: View) -> dict[str, str]:
    """A view as single facts, each with its name."""
    view = to_builtins(seen)
    facts = {key: _line(value) for key, value in view.items() if key != "seats"}
    for number, seat in enumerate(view["seats"]):
        facts |= {f"seats[{number}].{key}": _line(value) for key, value in seat.items()}
    return facts


def played(name: str) -> Game:
    """The game, by lot but with a liking for claims, stations and tickets, so that much happens."""
    players, seed = GAMES[name]
    game, lot = Game(name, players, seed), random.Random(name)
    while not game.over:
        moves = game.moves()
        eager = [move for move in moves if move.word in ("claim", "pay", "station")]
        if len(eager) > 3 and lot.random() < 0.9:
            moves = eager if lot.random() < 0.95 else moves
        game.play(lot.choice(moves))
    return game


def lines(name: str) -> Iterator[str]:
    """The whole playthrough."""
    whole = played(name)
    shown: dict[int | None, dict[str, str]] = {}
    yield f"# {whole.setting.name}, {whole.players} players, seed {whole.seed}. Written by tests/golden_games.py"
    for number, (game, move, events) in enumerate(steps(whole)):
        yield f"== {number} {move or 'set-up'}"
        for event in events:
            yield f"event {_line(event)}"
            yield from (f"  {text}" for text in tell(language(), game.setting, game.names, event).splitlines())
            for seat in (*range(game.players), None):
                if seen_by(event, seat) != event:
                    yield f"  seen by {seat}: {_line(seen_by(event, seat))}"
        everybody = _facts(game.view(None))
        for seat in (None, *range(game.players)):  # what all may know is written once, under None; what changed only
            facts = _facts(game.view(seat))
            if seat is not None:
                facts = {key: value for key, value in facts.items() if everybody.get(key) != value}
            before = shown.get(seat, {})
            yield from (f"view {seat} {key} {value}" for key, value in facts.items() if before.get(key) != value)
            yield from (f"view {seat} {key} is as for all" for key in before if key not in facts)
            shown[seat] = facts
        moves = [str(legal) for legal in game.moves()]
        yield f"to move {game.to_move}, {game.phase}, {len(moves)} legal: {'; '.join(moves[:LISTED])}"


def text(name: str) -> str:
    """A golden file's contents."""
    return "\n".join(lines(name)) + "\n"


def main() -> None:
    """Write all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
