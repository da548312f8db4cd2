"""The text form of moves: `take 3`, `claim paris-dijon.2 with 4 yellow 1 locomotive`, …, and what is said of those that cannot be made.

| words | meaning |
| --- | --- |
| `draw` · `take 3` | the unseen top of the deck · the third face-up card (1 to 5; `take red` where only one card is red) |
| `tickets` · `keep 1 3` | draw tickets · keep the first and the third of those offered |
| `claim ROUTE with CARDS` | claim a route; CARDS (`4 yellow 1 locomotive`) as far as they are needed to tell payments apart |
| `pay CARDS` · `decline` | pay what a tunnel costs more · give the tunnel up |
| `station CITY with CARDS` | build a station |
| `build ROUTE COLOUR` | lay a track piece on a bed |
"""

import re
from collections.abc import Sequence
from typing import cast

from railhead.words import COLOURS, KINDS, WORDS, Colour, Handful, Move, MoveCode, Values


class MoveError(ValueError):
    """A move that cannot be made: why (a code, the rule, values), and what could be done instead. Nothing has changed.

    `str(error)` says it in English; whoever speaks another language makes a sentence of code and values.
    """

    def __init__(
        self,
        code: MoveCode,
        rule: str = "",
        legal: Sequence[Move] = (),
        names: Sequence[str] = (),
        **values: "str | int | list[str]",
    ) -> None:
        super().__init__(code)
        self.code, self.rule, self.legal, self.names = code, rule, list(legal), list(names)
        self.values: Values = values

    def __str__(self) -> str:
        from railhead.text.refusals import sentence

        return sentence(self)

    def __reduce__(self) -> "tuple[object, ...]":
        return _rebuilt, (self.code, self.rule, self.legal, self.names, dict(self.values))


def _rebuilt(
    code: MoveCode, rule: str, legal: list[Move], names: list[str], values: "dict[str, str | int | list[str]]"
) -> MoveError:
    return MoveError(code, rule, legal, names, **values)


def parse(text: str) -> Move:
    """Read a move's text; raises MoveError where it is none.

    >>> parse("claim paris-dijon.2 with 4 yellow 1 locomotive").cards
    {'yellow': 4, 'locomotive': 1}
    """
    if not isinstance(text, str) or len(text) > 200:
        raise MoveError("not-a-move")
    written = text.split()  # a board's own names keep their capitals, all else is read without them
    words = [word.lower() for word in written]
    if not words or words[0] not in WORDS:
        raise MoveError("unknown-word", word=text[:40])
    word, rest = words[0], words[1:]
    if word in ("draw", "tickets", "decline"):
        if rest:
            raise MoveError("too-many-words", word=word, rest=" ".join(rest)[:40])
        return Move(word)
    if word == "take":
        return _take(rest)
    if word == "keep":
        return Move(word, kept=_numbers([] if rest == ["none"] else rest))
    if word == "pay":
        return Move(word, cards=_cards(rest))
    if not rest:
        raise MoveError("which", word=word)
    if word == "build":
        colour = rest[1] if len(rest) > 1 else ""
        if len(rest) > 2 or (colour and colour not in COLOURS):
            raise MoveError("which-colour", "F3")
        return Move(word, place=written[1], colour=cast(Colour, colour))
    if len(rest) > 1 and rest[1] != "with":
        raise MoveError("with", word=rest[0])
    return Move(word, place=written[1], cards=_cards(rest[2:]))


def _take(rest: list[str]) -> Move:
    if len(rest) == 1 and rest[0] in KINDS:
        return Move("take", colour=rest[0])
    if len(rest) == 1 and re.fullmatch("[1-5]", rest[0]):
        return Move("take", slot=int(rest[0]))
    raise MoveError("which-card", "C8")


def _numbers(words: list[str]) -> tuple[int, ...]:
    if not all(re.fullmatch("[1-9]", word) for word in words) or len(set(words)) != len(words):
        raise MoveError("which-tickets")
    return tuple(sorted(int(word) for word in words))


def _cards(words: list[str]) -> Handful:
    """`4 yellow 1 locomotive`, `yellow`, `4 yellow and 1 locomotive`."""
    counts: dict[str, int] = {}
    number = ""
    for word in words:
        word = word.strip(",")
        if word in ("and", ""):
            continue
        kind = word[:-1] if word == "locomotives" else word
        if re.fullmatch("[0-9]{1,2}", word) and not number:
            number = word
        elif kind in KINDS and kind not in counts and number != "0":
            counts[kind] = int(number or 0)
            number = ""
        elif kind in KINDS and number == "0":
            number = ""
        else:
            raise MoveError("not-cards", "C14", word=word[:20])
    if number:
        raise MoveError("not-cards", "C14", word=number)
    return {kind: counts[kind] for kind in KINDS if kind in counts}
