"""Random bytes and mutated words into everything that reads: only the documented errors come out, and nothing changes.

python tests/test_fuzz.py 100000      (as many inputs for each kind of reader)
"""

import json
import random
import string
import sys
from typing import Any

import pytest
from msgspec import to_builtins

from railhead import BoardError, Game, MoveError, PositionError, load
from railhead.arena.simulate import played_games
from railhead.boards import game_ids, read_board
from railhead.game.record import RecordError, full_log, read_lines, record, replay, verify
from railhead.words import COLOURS, WORDS

SPICE = [
    "",
    " ",
    "0",
    "-1",
    "99",
    "1e9",
    "null",
    "\0",
    "é",
    "𝟙",
    "²",
    "İ",
    "ﬁ",
    "\ud800",
    "with",
    "and",
    ",",
    "none",
    "locomotives",
]


def odd_text(lot: random.Random) -> str:
    """Characters of every sort."""
    return "".join(
        lot.choice([lot.choice(string.printable), chr(lot.randrange(0x110000))]) for _ in range(lot.randrange(30))
    )


def odd_move(game: Game, texts: list[str], lot: random.Random) -> Any:
    """A move that was legal once, mutated; or words that moves are made of; or noise."""
    way = lot.random()
    if way < 0.1:
        return odd_text(lot)
    if way < 0.13:
        return lot.choice([None, 7, b"draw", ["draw"], 1.5, "x" * 300, "claim " + "a" * 500])
    names = [*(route.id for route in game.setting.routes[:20]), *game.setting.cities[:20], *COLOURS, "locomotive"]
    if way < 0.4:
        vocabulary = [*WORDS, *SPICE, *names, *map(str, range(12))]
        return " ".join(lot.choice(vocabulary) for _ in range(lot.randrange(9)))
    words = lot.choice(texts).split() if texts else ["draw"]
    for _ in range(lot.randint(1, 3)):
        place = lot.randrange(len(words) + 1)
        change = lot.random()
        if change < 0.3:
            words.insert(place, lot.choice([*SPICE, *names, str(lot.randrange(20))]))
        elif place < len(words) and change < 0.5:
            del words[place]
        elif place < len(words) and words[place]:
            letters = list(words[place])
            letters[lot.randrange(len(letters))] = lot.choice(string.printable)
            words[place] = "".join(letters)
    return " ".join(words)


def fuzz_moves(count: int, lot: random.Random) -> int:
    """Feed odd moves to games of every kind in every phase; returns how many were refused."""
    refused = 0
    while count > 0:
        game = Game(lot.choice(game_ids()), lot.randint(2, 5), lot.getrandbits(63))
        while not game.over and count > 0:
            texts = [str(move) for move in game.moves()]
            for _ in range(lot.randrange(4)):
                count -= 1
                before, decisions = game.record.tobytes(), len(game.decisions)
                try:
                    game.play(odd_move(game, texts, lot))
                except MoveError as error:
                    assert game.record.tobytes() == before
                    assert len(game.decisions) == decisions
                    assert str(error)
                    refused += 1
                if game.over:
                    break
            if not game.over:
                game.apply(lot.choice(game.legal()))
    return refused


def mutated(value: Any, lot: random.Random, depth: int = 0) -> Any:
    """A JSON value with one thing in it changed, somewhere."""
    if depth > 0 and (lot.random() < 0.15 or not isinstance(value, dict | list) or not value):
        return lot.choice(
            [
                None,
                True,
                -1,
                0,
                1,
                3,
                200,
                2**70,
                1.5,
                float("nan"),
                "",
                "red",
                "grey",
                "paris",
                odd_text(lot),
                [],
                {},
                [[]],
                {"a": 1},
            ]
        )
    if isinstance(value, dict):
        value = dict(value)
        key = lot.choice(list(value))
        change = lot.random()
        if change < 0.15:
            del value[key]
        elif change < 0.25:
            value[lot.choice(["", "x", "cities", "id", "trains", odd_text(lot)])] = value.pop(key)
        else:
            value[key] = mutated(value[key], lot, depth + 1)
        return value
    value = list(value)
    place = lot.randrange(len(value))
    change = lot.random()
    if change < 0.1:
        del value[place]
    elif change < 0.2:
        value.insert(place, value[lot.randrange(len(value))])
    elif change < 0.3:
        other = lot.randrange(len(value))
        value[place], value[other] = value[other], value[place]
    else:
        value[place] = mutated(value[place], lot, depth + 1)
    return value


def fuzz_boards(count: int, lot: random.Random) -> int:
    """Mutated board files; what is accepted must play to the end. Returns how many were refused."""
    sources = [load(name).as_file() for name in ("usa", "europe", "france")] + [read_board("mexico")]
    sources.append({"board": "usa", "tickets": [{"set": "anniversary", "where": {"set": "1910"}}], "trains": 45})
    refused = 0
    for number in range(count):
        data = lot.choice(sources)
        for _ in range(lot.randint(1, 3)):
            data = mutated(data, lot)
        try:
            setting = load(data)
        except BoardError as error:
            refused += 1
            assert error.problems
            assert str(error)
            continue
        if number % 20 == 0:
            game = Game(setting, lot.randint(2, 5), number)
            for _ in range(3000):
                if game.over:
                    break
                game.apply(lot.choice(game.legal()))
            assert game.over
            assert game.score().winners
    return refused


def fuzz_records(count: int, lot: random.Random) -> int:
    """Mutated records and logs, as values and as text. Returns how many were refused or found wrong."""
    sources: list[dict[str, Any]] = []
    for name in ("usa", "europe", "france"):
        game = next(played_games(load(name), 2, 1, 3))
        short = replay(record(game), at=25)
        sources += [to_builtins(record(short)), to_builtins(full_log(short))]
    sources += [to_builtins(record(game)), {**to_builtins(record(short)), "board": load("france").as_file()}]
    refused = 0
    for _ in range(count):
        data = lot.choice(sources)
        try:
            if lot.random() < 0.7:
                text = list(json.dumps(mutated(data, lot)))
            else:
                text = list(json.dumps(data))
                for _ in range(lot.randint(1, 4)):
                    text[lot.randrange(len(text))] = lot.choice(string.printable)
            for line in read_lines("".join(text)):
                refused += bool(verify(line))
        except RecordError as error:
            refused += 1
            assert str(error)
    return refused


def fuzz_positions(count: int, lot: random.Random) -> int:
    """Odd positions: refused, or played on to the end. Returns how many were refused."""
    sources: list[tuple[str, dict[str, Any]]] = [
        ("usa", {"routes": {0: ["boston-montreal.1"]}, "hands": {0: {"red": 3}}, "row": ["red", None, "blue", "red", "red"]}),
        ("europe", {"stations": {0: ["paris"]}, "tickets": {1: ["berlin-roma"]}, "offer": {0: ["paris-wien"]}, "to_move": 0}),
        ("france", {"built": {"lyon-rodez": "red"}, "trains": {0: 3}, "turns_left": 2, "second_card": True, "deck": {"red": 3}}),
        ("usa", {"discards": {"red": 3}, "seed": 4, "to_move": 1, "hands": {1: {"locomotive": 14}}}),
    ]  # fmt: skip
    refused = 0
    for number in range(count):
        name, parts = lot.choice(sources)
        parts = mutated(parts, lot)
        known = {key: value for key, value in parts.items() if key in POSITION_PARTS}
        try:
            game = Game.position(name, lot.randint(2, 5), **known)
        except PositionError as error:
            refused += 1
            assert str(error)
            continue
        if number % 10 == 0:
            for _ in range(3000):
                if game.over:
                    break
                game.apply(lot.choice(game.legal()))
            assert game.over
    return refused


POSITION_PARTS = {
    "routes", "stations", "tickets", "hands", "row", "deck", "discards", "built", "trains", "offer", "to_move",
    "second_card", "turns_left", "seed",
}  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_odd_moves(seed: int) -> None:
    assert fuzz_moves(700, random.Random(seed)) > 400


def test_odd_boards() -> None:
    assert fuzz_boards(500, random.Random(1)) > 100


def test_odd_records() -> None:
    assert fuzz_records(300, random.Random(1)) > 100


def test_odd_positions() -> None:
    assert fuzz_positions(500, random.Random(1)) > 100


@pytest.mark.parametrize("wrong", [0, 1, 6, -3, True, None, 2.5, "ada", ["a"], ["a", 7], list("abcdef"), {}])
def test_odd_players(wrong: Any) -> None:
    with pytest.raises(ValueError, match="2 to 5 players"):
        Game("usa", wrong)


@pytest.mark.parametrize("wrong", [-1, 2**64, True, 1.5, "x", "ff", "0x10", "١٢", b"1", "f" * 129])
def test_odd_seeds(wrong: Any) -> None:
    with pytest.raises(ValueError, match="no seed"):
        Game("usa", 2, seed=wrong)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    chosen = sys.argv[2:] or ["moves", "boards", "records", "positions"]
    for reader in chosen:
        print(
            reader, wanted, "of which refused:", globals()[f"fuzz_{reader}"](wanted, random.Random(wanted)), flush=True
        )
