"""Every legal move as text, with its decisions: what programs and language models choose from. Made for speed, since each question needs it."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from railhead.boards.loading import known
from railhead.game.spelling import payment, simple
from railhead.game.view import colours_of
from railhead.kernel import turns
from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import Array, Numbers
from railhead.kernel.records import CLAIM, GAME, PAY, PIECE, BoardRecord, GameRecord
from railhead.words import COLOURS, Move

if TYPE_CHECKING:
    from railhead.game import Game

Decisions = tuple[int, ...]
_ALIKE = tuple(str(simple(decision)) for decision in range(PIECE))  # the same on every board
_PLACE = b"\0"  # where a place's word and name belong in what is written beforehand; no name has it
_KEPT = 1024  # ways that are kept


class Ways:
    """How a place of some kind can be paid or built: how the texts of these moves end, and what is decided after the place."""

    def __init__(self, due: int, mask: bytes) -> None:
        second: list[int] = np.flatnonzero(np.frombuffer(mask, np.uint8)).tolist()
        self.ends = {
            _end(due, way): (way,) if len(second) > 1 else () for way in second
        }  # one way alone is not decided
        self._anywhere = b'","'.join(_PLACE + b" " + end.encode() for end in self.ends)
        self._written: dict[bytes, bytes] = {}

    def written(self, place: bytes) -> bytes:
        """All moves to a place as JSON has them in a list, less the first and the last quotation mark."""
        found = self._written.get(place)
        if found is None:
            found = self._written[place] = self._anywhere.replace(_PLACE, place)
        return found


class Places(NamedTuple):
    """The decisions of a game that a payment or a piece follows: the word and the place as text, and as JSON writes it; and what is paid alike."""

    texts: dict[int, str]
    written: dict[int, bytes]
    numbers: dict[str, int]
    kinds: dict[int, int]
    numbered: dict[object, int]  # kinds by what they are

    def kind(self, what: object) -> int:
        """A kind's number."""
        return self.numbered.setdefault(what, len(self.numbered))


class Legal(Mapping[str, Decisions]):
    """The texts of all legal moves, in the order of `Game.moves`, each with its decisions. A text is made when somebody asks for it."""

    def __init__(self, alone: dict[str, Decisions], places: Places, chosen: dict[int, Ways]) -> None:
        self._alone, self._places, self._chosen = alone, places, chosen  # what is decided alone comes first

    def __getitem__(self, move: str) -> Decisions:
        if move in self._alone:
            return self._alone[move]
        word, _, rest = move.partition(" ")
        place, _, end = rest.partition(" ")
        decision = self._places.numbers[f"{word} {place}"]
        return decision, *self._chosen[decision].ends[end]

    def __iter__(self) -> Iterator[str]:
        yield from self._alone
        for decision, ways in self._chosen.items():
            for end in ways.ends:
                yield f"{self._places.texts[decision]} {end}"

    def __len__(self) -> int:
        return len(self._alone) + sum(len(ways.ends) for ways in self._chosen.values())

    @property
    def first(self) -> int:
        """The first legal decision."""
        return next(iter(self.values()))[0]

    def as_json(self) -> msgspec.Raw:
        """The list of all texts."""
        written = self._places.written
        parts = [text.encode() for text in self._alone]
        parts += [ways.written(written[decision]) for decision, ways in self._chosen.items()]
        return msgspec.Raw(b'["' + b'","'.join(parts) + b'"]')


def listed(game: "Game") -> Legal:
    """Every legal move.

    Routes alike in length, colour and ferry cost alike, beds of one length take the same pieces, all cities cost the same: how a place can be
    paid is worked out once for each kind.
    """
    decisions = game.legal()
    split = bisect_left(decisions, CLAIM)
    alone: dict[str, Decisions] = {
        _ALIKE[one] if one < PIECE else str(simple(one, game)): (one,) for one in decisions[:split]
    }
    chosen, places = decisions[split:], _places(game.setting.source)
    kinds = _kinds(game, places, chosen)
    asked = dict(zip(kinds, chosen, strict=True))  # one for each kind
    ways = dict(zip(asked, _ways(game, list(asked.values())), strict=True)) if asked else {}
    return Legal(alone, places, {decision: ways[kind] for decision, kind in zip(chosen, kinds, strict=True)})


@lru_cache(maxsize=16)
def _places(source: str) -> Places:
    setting = known(source)
    board = setting.record
    first_build, first_station = int(board["first_build"]), int(board["first_station"])
    places = Places({}, {}, {}, {}, {})

    def add(decision: int, text: str, kind: object) -> None:
        places.texts[decision], places.numbers[text] = text, decision
        places.written[decision] = msgspec.json.encode(text)[1:-1]
        places.kinds[decision] = places.kind(kind)

    for number, route in enumerate(setting.routes):
        add(CLAIM + number, f"claim {route.id}", (route.length, route.colour, route.ferry))
        if board["has_beds"]:
            add(first_build + number, f"build {route.id}", route.length)
    for number, city in enumerate(setting.cities if board["stations"] else ()):
        add(first_station + number, f"station {city}", "station")
    return places


def _kinds(game: "Game", places: Places, decisions: list[int]) -> list[int]:
    """What is paid alike: a bed by the piece that lies on it."""
    beds = game.setting.record["has_beds"]
    kinds = _built_kinds(game.setting.source, game.record["built"].tobytes()) if beds else places.kinds
    return [kinds[decision] for decision in decisions]


@lru_cache(maxsize=64)
def _built_kinds(source: str, built: bytes) -> dict[int, int]:
    """The kinds of all places where these pieces lie; a piece is laid now and then, and asked for at every question."""
    places, routes = _places(source), known(source).routes
    return places.kinds | {
        CLAIM + route: places.kind((routes[route].length, colour, routes[route].ferry))
        for route, colour in colours_of(built).items()
    }


def _ways(game: "Game", decisions: list[int]) -> list[Ways]:
    """How each of some places can be paid or built once it is chosen."""
    size = int(game.setting.record["decisions"])
    masks, due = np.zeros((len(decisions), size), np.uint8), np.zeros(len(decisions), np.int64)
    _ask_all(game.setting.array, game.array, np.array(decisions), np.empty(1, GAME), masks, due)
    text = masks.tobytes()  # how a place is paid or built stands before all places
    return [_kept(cards, text[number * size : number * size + CLAIM]) for number, cards in enumerate(due.tolist())]


_kept = lru_cache(maxsize=_KEPT)(Ways)


@compiled
def _ask_all(
    boards: Array[BoardRecord],
    games: Array[GameRecord],
    decisions: Numbers,
    room: Array[GameRecord],
    masks: Any,
    due: Any,
) -> None:
    """For each of some places: choose it in a copy of the game, and say what may be decided then, and how many cards are due."""
    for number in range(len(decisions)):
        room[0] = games[0]
        turns.ask(boards[0], room[0], decisions[number])
        turns.legal(boards[0], room[0], masks[number])
        due[number] = room[0].due


@cache
def _end(due: int, way: int) -> str:
    """A payment or a piece at the end of a move's text: `with 3 red`, `red`."""
    return COLOURS[way - PIECE] if way < PAY else str(Move("claim", cards=payment(due, way))).removeprefix("claim ")
