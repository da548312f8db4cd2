"""The terminal in every language: what it prints can be typed, and a whole game is told without a word of English."""

import os
import random
from functools import cache
from itertools import product
from pathlib import Path

import msgspec
import pytest
from english import left_in
from typer.testing import CliRunner

from railhead import Game
from railhead.bots.hint import advise
from railhead.cli import app
from railhead.game.moves import MoveError
from railhead.game.record import record, steps
from railhead.text.commands import spelled, understood, words_of
from railhead.text.facts import picture
from railhead.text.hints import in_words
from railhead.text.messages import language, languages
from railhead.text.refusals import sentence
from railhead.text.stories import tell
from railhead.text.terminal import Terminal, play

BOARDS = ["usa", "europe", "france"]
OTHERS = [code for code in languages() if code != "en"]


@cache
def played(name: str) -> Game:
    """A whole game, by lot but with a liking for claims, so that much happens."""
    game, lot = Game(name, ["Ada", "Bo"], 5), random.Random(5)
    while not game.over:
        moves = game.moves()
        eager = [move for move in moves if move.word in ("claim", "station", "pay", "build")]
        game.play(lot.choice(eager if eager and lot.random() < 0.8 else moves))
    return game


@pytest.mark.parametrize("code", languages())
def test_every_word_that_is_typed_is_another(code: str) -> None:
    said = [word.casefold() for word in words_of(language(code)).values()]
    assert len(set(said)) == len(said)
    assert all(len(word.split()) == 1 for word in said)


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("name", BOARDS)
def test_what_is_printed_can_be_typed(name: str, code: str) -> None:
    spoken, lot = language(code), random.Random(1)
    for game, _, _ in list(steps(played(name)))[::9]:
        for move in lot.sample(game.moves(), min(8, len(game.moves()))):
            assert understood(spoken, spelled(spoken, move)) == str(move).replace(" and ", " ")
            assert understood(spoken, str(move)) == str(move)  # English is understood everywhere


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", BOARDS)
def test_a_whole_game_is_told_without_a_word_of_english(name: str, code: str) -> None:
    spoken, game = language(code), played(name)
    lines = [picture(game, spoken)]
    for now, _, events in steps(game):
        lines += [tell(spoken, now.setting, now.names, event, 0) for event in events]
    fresh = Game(name, ["Ada", "Bo"], 5)
    for text in (
        "xyzzy",
        "claim",
        "claim nowhere",
        "take 9",
        "build x y",
        "station rome with 3 shoes",
        "draw 3",
        "keep 1 1",
        "pay 2 red",
    ):
        with pytest.raises(MoveError) as found:
            fresh.play(text)
        lines.append(sentence(found.value, spoken))
    typed = ("xyzzy", "nowhere", "rome", "shoes", "with", "keep")  # the words of whoever typed them are said back
    assert left_in(lines, code, *game.names, *typed) == []


@pytest.mark.parametrize(
    ("name", "code"),
    list(product(BOARDS, OTHERS) if os.environ.get("RAILHEAD_FULL") else zip(BOARDS, OTHERS, strict=False)),
)
def test_a_whole_game_is_played_without_a_word_of_english(name: str, code: str, tmp_path: Path) -> None:
    """At the prompt: every question there is, wrong tries, a hint; then the record is read."""
    spoken, lot, lines = language(code), random.Random(3), list[str]()
    said, game = words_of(spoken), Game(name, ["Ada", "Bo"], 7)
    questions = [said[word] for word in ("help", "look", "moves", "mine")]
    typed = [*questions, f"{said['routes']} paris", "C18", "9"]
    wrong = [said[word] for word in ("claim", "take", "station", "build", "pay", "moves")]

    def answer(prompt: str) -> str:
        lines.append(prompt)
        if typed:
            return typed.pop()
        if lot.random() < 0.2:
            return lot.choice(wrong)
        if game.phase == "turn" and lot.random() < 0.05:
            lines.append(in_words(spoken, advise(game)))
        moves = game.moves()
        eager = [move for move in moves if move.word in ("claim", "station", "pay", "build")]
        return spelled(spoken, lot.choice(eager or moves))

    play(game, [0], lambda now: lot.choice(now.legal()), Terminal(spoken, answer, lines.append))
    assert game.over
    kept = tmp_path / "game.json"
    kept.write_bytes(msgspec.json.encode(record(game)))
    for options in ([], ["--at", "40"]):
        told = CliRunner().invoke(app, ["replay", str(kept), "--language", code, *options])
        assert told.exit_code == 0
        lines += [
            line
            for line in told.output.splitlines()
            if not line.startswith(f"{spoken.say('terminal.position', line='')}".strip())
        ]
    assert left_in(lines, code, *game.names) == []
