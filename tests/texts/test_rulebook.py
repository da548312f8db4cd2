"""Every refusal names a rule, and every rule stands in the rules of every language, where the link leads."""

import re
from pathlib import Path

import pytest

import railhead
from railhead.text.messages import language, languages
from railhead.text.rules import rules

HOME = Path(railhead.__file__).parent


def named() -> set[str]:
    """The rules that refusals name, as they stand in the code."""
    sources = [*(HOME / "game").glob("*.py"), *(HOME / "server").glob("*.py")]
    return {rule for file in sources for rule in re.findall(r'"([CEF]\d{1,2})"', file.read_text(encoding="utf-8"))}


def test_refusals_name_rules_that_there_are() -> None:
    assert len(named()) > 15
    assert named() <= set(rules())


@pytest.mark.parametrize("code", languages())
def test_every_rule_is_told_in_every_language(code: str) -> None:
    book = language(code, "rulebook")
    for rule in rules():
        assert book.say(f"rules.{rule}.title") and book.say(f"rules.{rule}"), rule
    cited = set(re.findall(r"\b[CEF]\d{1,2}\b", " ".join(str(text) for text in book.texts.values())))
    assert cited <= set(rules())
