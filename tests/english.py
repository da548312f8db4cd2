"""Which words are English, and nothing but English: none of them is left in another language's pages and lines."""

import re
from collections.abc import Iterable
from functools import cache

from railhead.boards import game_ids, load
from railhead.text.messages import Text, language

CATALOGUES = ("terminal", "lessons", "rulebook", "cities")


def words_in(text: Text) -> set[str]:
    """The words of a text that are longer than two letters, without its values and what is cut short."""
    shown = text if isinstance(text, str) else " ".join(text.values())
    return set(re.findall(r"[^\W\d_]{3,}", re.sub(r"\{\w+\}|\w+…", " ", shown).casefold()))


@cache
def english(code: str) -> frozenset[str]:
    """The words of the English texts that no text of another language has, and that are in no place's name."""
    said, own = (set[str]().union(*map(words_in, language(one, *CATALOGUES).texts.values())) for one in ("en", code))
    places = [name for game in game_ids() for pair in load(game).place_names.items() for name in pair]
    return frozenset(said - own - words_in(" ".join(places)))


def left_in(texts: Iterable[str], code: str, *names: str) -> list[str]:
    """The English words in some texts, each with where it stands; names of people are nobody's words."""
    meant = english(code) - words_in(" ".join(names))
    return [f"{' '.join(sorted(found))}: {text[:120]}" for text in texts if (found := words_in(text) & meant)]
