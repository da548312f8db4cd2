"""Lessons in the terminal, by somebody who types what they are told to."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from railhead.game import Game
from railhead.lessons import LESSONS
from railhead.text.learning import learn
from railhead.text.messages import language
from railhead.text.terminal import Terminal

TYPE = "Type: "


class Learner:
    """Types what the last line asked for; where nothing is asked, or before, what it was given."""

    def __init__(self, *typed: str) -> None:
        self.typed, self.heard, self.asked = list(typed), list[str](), 0

    def say(self, text: str) -> None:
        self.heard += text.splitlines()

    def ask(self, prompt: str) -> str:
        self.asked += 1
        assert self.asked < 1000, self.heard[-20:]
        if self.typed:
            return self.typed.pop(0)
        wanted = [line for line in self.heard if line.startswith(TYPE)]
        if prompt.startswith("Type a number") or not wanted:
            raise EOFError
        return wanted[-1].removeprefix(TYPE)

    def learn(self) -> list[str]:
        def first(game: Game) -> int:
            return game.legal()[0]

        learn(
            Terminal(language("en", "terminal", "lessons"), self.ask, self.say),
            lambda game, level: first,
            lambda game: "a hint",
        )
        return self.heard


@pytest.mark.parametrize("name", [name for name in LESSONS if name != "first"])
def test_typing_what_is_asked_ends_a_lesson(name: str) -> None:
    heard = Learner(name).learn()
    assert heard.count("Learn to play") == 2  # at the beginning, and after the end
    assert language("en", "lessons").say(f"lesson.{name}.end") in heard


def test_after_its_steps_the_first_game_goes_on_freely() -> None:
    def typed() -> Iterator[str]:
        yield from ("1", "keep 1 2", "take yellow", "take black", "take locomotive")
        yield from ("claim los-angeles-san-francisco.2", "claim los-angeles-phoenix", "take purple", "draw")
        yield from ("hint", "draw", "draw", "quit")

    heard = Learner(*typed()).learn()
    assert language("en", "lessons").say("lesson.first.free") in heard
    assert "a hint" in heard and heard[-1] == "You leave the table."


def test_another_move_gets_its_word_and_a_wrong_one_its_rule_which_can_be_read() -> None:
    heard = Learner("cards", "take locomotive", "claim atlanta-miami", "c14").learn()
    assert language("en", "lessons").say("lesson.cards.first.locomotive") in heard
    assert any("(C14)" in line for line in heard)
    assert any(line.startswith("C14 The price") for line in heard)


def test_nonsense_chooses_no_lesson_and_one_may_leave() -> None:
    assert Learner("99", "nonsense", "quit").learn()[-1].startswith("7. ")


def test_by_the_command_line() -> None:
    typed = "3\nclaim denver-salt-lake-city.1 with 3 red\nquit\n"
    command = [sys.executable, "-m", "railhead.cli", "text", "--learn", "--language", "en"]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=600, check=True)
    assert "You claim Denver" in done.stdout and "together they are a double route" in done.stdout
    assert done.stdout.rstrip().endswith("You leave the table.")
