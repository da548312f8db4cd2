"""The terminal in every language: what it prints can be typed, and a whole game is told without a word of English."""

import random
import re
from functools import cache

import pytest

from railhead import Game
from railhead.game.moves import MoveError
from railhead.game.record import steps
from railhead.text.commands import spelled, understood, words_of
from railhead.text.facts import picture
from railhead.text.messages import Text, language, languages
from railhead.text.refusals import sentence
from railhead.text.stories import tell

BOARDS = ["usa", "europe", "france"]


@cache
def played(name: str) -> Game:
    """A whole game, by lot but with a liking for claims, so that much happens."""
    game, lot = Game(name, ["Ada", "Bo"], 5), random.Random(5)
    while not game.over:
        moves = game.moves()
        eager = [move for move in moves if move.word in ("claim", "station", "pay", "build")]
        game.play(lot.choice(eager if eager and lot.random() < 0.8 else moves))
    return game


def words_in(text: Text) -> set[str]:
    shown = text if isinstance(text, str) else " ".join(text.values())
    return set(re.findall(r"[^\W\d_]{3,}", re.sub(r"\{\w+\}", " ", shown).casefold()))


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


@pytest.mark.parametrize("code", [code for code in languages() if code != "en"])
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
    own = set[str]().union(*(words_in(text) for text in spoken.texts.values()))
    english = set[str]().union(*(words_in(text) for text in language().texts.values())) - own
    names = {
        part for place in (*game.setting.place_names, *game.setting.place_names.values()) for part in words_in(place)
    }
    typed = {"xyzzy", "nowhere", "rome", "shoes", "with", "keep"}  # the words of whoever typed them are said back
    assert words_in("\n".join(lines)) & (english - names - typed) == set()
