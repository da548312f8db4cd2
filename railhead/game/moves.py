"""Moves as values with a short text form that parses back: `take 3`, `claim paris-dijon.2 with 4 yellow 1 locomotive`, …

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
from dataclasses import dataclass, field

from railhead.words import COLOURS, KINDS

Cards = tuple[tuple[str, int], ...]  # colour and count, in the order of KINDS; a count of 0: so many as are needed

WORDS = ("draw", "take", "tickets", "keep", "claim", "pay", "decline", "station", "build")
FORMS = "draw · take 1…5 · tickets · keep 1 2… · claim ROUTE with CARDS · pay CARDS · decline · station CITY with CARDS · build ROUTE COLOUR"


class MoveError(ValueError):
    """A move that cannot be made: why (a code, values, the rule), and what could be done instead. Nothing has changed."""

    def __init__(self, code: str, rule: str, text: str, legal: "list[str] | None" = None, **values: object) -> None:
        self.code, self.rule, self.legal, self.values = code, rule, legal or [], values
        self.reason = text
        instead = ""
        if self.legal:
            shown = "; ".join(self.legal[:8]) + (f"; … ({len(self.legal)} in all)" if len(self.legal) > 8 else "")
            instead = f" Legal now: {shown}"
        end = f" ({rule})." if rule else "" if text.endswith("?") else "."
        super().__init__(f"{text}{end}{instead}")


@dataclass(frozen=True)
class Move:
    """One move. `str(move)` is its text, `Move.parse(text)` the way back."""

    word: str
    place: str = ""  # a route or a city
    slot: int = 0  # of the row, from 1
    colour: str = ""  # of a card taken by its colour, or of a track piece
    cards: Cards = field(default=())
    kept: tuple[int, ...] = ()  # places in the offer, from 1

    def __str__(self) -> str:
        parts = [self.word, self.place, str(self.slot or ""), self.colour, *map(str, self.kept)]
        if self.cards and self.word in ("claim", "station"):
            parts.append("with")
        parts += [f"{count} {kind}" if count else kind for kind, count in self.cards]
        if self.word == "keep" and not self.kept:
            parts.append("none")
        return " ".join(part for part in parts if part)

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Read a move's text; raises MoveError where it is none."""
        if not isinstance(text, str) or len(text) > 200:
            raise MoveError("not-a-move", "", f"A move is a short text: {FORMS}")
        written = text.split()  # a board's own names keep their capitals, all else is read without them
        words = [word.lower() for word in written]
        if not words or words[0] not in WORDS:
            raise MoveError(
                "unknown-word", "", f"No move begins like {text[:40]!r}. Moves are: {FORMS}", word=text[:40]
            )
        word, rest = words[0], words[1:]
        if word in ("draw", "tickets", "decline"):
            if rest:
                raise MoveError("too-many-words", "", f"`{word}` stands alone, without {' '.join(rest)[:40]!r}")
            return cls(word)
        if word == "take":
            return _parse_take(rest)
        if word == "keep":
            return cls(word, kept=_numbers([] if rest == ["none"] else rest))
        if word == "pay":
            return cls(word, cards=_cards(rest))
        if not rest:
            raise MoveError("which", "", f"`{word}` needs a {'city' if word == 'station' else 'route'}: {FORMS}")
        if word == "build":
            colour = rest[1] if len(rest) > 1 else ""
            if len(rest) > 2 or (colour and colour not in COLOURS):
                raise MoveError("which-colour", "F3", f"`build ROUTE COLOUR` names one of {', '.join(COLOURS)}")
            return cls(word, place=written[1], colour=colour)
        if len(rest) > 1 and rest[1] != "with":
            raise MoveError(
                "with", "", f"After {rest[0]!r} comes `with` and the cards, such as `with 2 red 1 locomotive`"
            )
        return cls(word, place=written[1], cards=_cards(rest[2:]))


def _parse_take(rest: list[str]) -> Move:
    if len(rest) == 1 and rest[0] in KINDS:
        return Move("take", colour=rest[0])
    if len(rest) == 1 and re.fullmatch("[1-5]", rest[0]):
        return Move("take", slot=int(rest[0]))
    raise MoveError("which-card", "C8", "`take` needs the number of a face-up card, 1 to 5, or its colour")


def _numbers(words: list[str]) -> tuple[int, ...]:
    if not all(re.fullmatch("[1-9]", word) for word in words) or len(set(words)) != len(words):
        raise MoveError("which-tickets", "", "`keep` needs the numbers of the tickets, such as `keep 1 3`")
    return tuple(sorted(int(word) for word in words))


def _cards(words: list[str]) -> Cards:
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
            raise MoveError(
                "not-cards", "C14", f"{word[:20]!r} is no card here; cards are written `2 red 1 locomotive`"
            )
    if number:
        raise MoveError("not-cards", "C14", f"{number} of what? Cards are written `2 red 1 locomotive`")
    return tuple((kind, counts[kind]) for kind in KINDS if kind in counts)
