"""What is typed in a terminal, in the reader's language: `nutzen paris-dijon.2 mit 4 gelbe` for `claim paris-dijon.2 with 4 yellow`."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache

from railhead.text.messages import Language
from railhead.words import KINDS, WORDS, Kind, Move

QUESTIONS = ("look", "moves", "routes", "mine", "help", "quit")
JOINING = ("with", "none")
ENGLISH = {"tickets?": "mine", "?": "help", "": "help", "exit": "quit"} | {word: word for word in (*WORDS, *QUESTIONS)}


def words_of(language: Language) -> Mapping[str, str]:
    """What is typed, by what it means."""
    return {word: language.say(f"word.{word}") for word in (*WORDS, *QUESTIONS, *JOINING)}


def forms(language: Language) -> str:
    """All moves in short."""
    return language.say("terminal.forms", **words_of(language))


def spelled(language: Language, move: Move) -> str:
    """A move as it is typed."""
    said = words_of(language)
    cards = [_cards(language, kind, count) for kind, count in move.cards.items()]
    joined = [said["with"]] if cards and move.word in ("claim", "station") else []
    none = [said["none"]] if move.word == "keep" and not move.kept else []
    colour = [language.say(f"card.{move.colour}")] if move.colour else []
    slot = [str(move.slot)] if move.slot else []
    parts = [said[move.word], move.place, *slot, *colour, *map(str, move.kept), *joined, *cards, *none]
    return " ".join(part for part in parts if part)


def _cards(language: Language, kind: Kind, count: int) -> str:
    return language.say(f"cards.{kind}", n=count) if count else language.say(f"card.{kind}")


def understood(language: Language, line: str) -> str:
    """A line in the words that the rules know; English ones are understood as well."""
    first, *rest = line.split() or [""]
    starts, inside = _readings(language)
    return " ".join([starts.get(_plain(first), first), *(inside.get(_plain(word.strip(",")), word) for word in rest)])


@cache
def _readings(language: Language) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """What the first word of a line may be, and what the others."""
    said = words_of(language)
    starts = ENGLISH | {_plain(said[word]): word for word in (*WORDS, *QUESTIONS)}
    inside = {_plain(said[word]): word for word in JOINING} | {_plain(language.habits["and"]): "and"}
    for kind in KINDS:
        counted = language.texts[f"cards.{kind}"]
        written = [counted] if isinstance(counted, str) else list(counted.values())
        for text in (language.say(f"card.{kind}"), *written):
            inside[_plain(re.split(r"\s", text)[-1])] = kind
    return starts, inside


def _plain(word: str) -> str:
    """A word without capitals and accents, as it is typed in a hurry."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(sign))
