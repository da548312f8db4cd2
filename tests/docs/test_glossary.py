"""docs/glossary.md: every word is one of the house's, and in use where it is said to be at home."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = re.findall(
    r"^\| ([a-z]+) \| ([a-z]+) \| (.+) \|$", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), re.MULTILINE
)[1:]  # the first is the head of the table


def test_the_words_are_in_order_and_each_has_one_line() -> None:
    words = [word for word, _, _ in ROWS]
    assert len(words) > 40
    assert words == sorted(set(words))


@pytest.mark.parametrize(("word", "room"), [(word, room) for word, room, _ in ROWS])
def test_a_word_is_used_in_its_room(word: str, room: str) -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "railhead" / room).rglob("*.py"))
    assert re.search(rf"(?<![a-z]){word}s?(?![a-z])", text, re.IGNORECASE), f"{word} is not a word of railhead/{room}"
