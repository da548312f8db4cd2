"""Game: what people import. Words in and out, views, clones, scores. No rule lives here; the kernel has them all.

>>> from railhead import Game
>>> game = Game("europe", players=2, seed=7)
>>> game.play("keep 1 2")
[Kept(seat=0, tickets=['erzurum-kobenhavn', 'constantinople-palermo'])]
"""

from collections.abc import Iterable, Sequence
from typing import Any, overload

import numpy as np

from railhead.boards import Setting, Source, load
from railhead.game import seeds
from railhead.game.choices import choices
from railhead.game.events import read_events
from railhead.game.line import read_line, write_line
from railhead.game.meaning import decisions_of
from railhead.game.moves import MoveError, parse
from railhead.game.position import PositionError, set_up
from railhead.game.scores import scores_of
from railhead.game.spelling import Spelled, spelled
from railhead.game.view import seen, watched
from railhead.kernel import doors
from railhead.kernel.declaring import Array
from railhead.kernel.records import GAME, NONE, OVER, SEATS, TRACE, GameRecord
from railhead.kernel.trace import new_trace
from railhead.words import PHASES, Choices, Event, Move, Phase, Scores, SeatView, View

NO_TRACES = np.zeros(1, TRACE)  # switched off


class Game:
    """One game, everything in it, hidden cards too; `view(seat)` is what a seat may know.

    `players` is a number from 2 to 5 or a list of names. `seed` is a number for a game that can be repeated, or nothing for
    one that nobody can predict. `starter` is a seat, or nothing for the lot (C6).
    """

    __slots__ = ("array", "decisions", "names", "record", "seed", "setting", "starter")

    def __init__(
        self,
        game: "Source" = "usa",
        players: "int | Sequence[str]" = 2,
        seed: "int | str | None" = None,
        starter: int | None = None,
    ) -> None:
        self.setting = load(game)
        self.names = _names(players)
        self.seed: int | str | None = seeds.read(seed)
        self.starter = starter
        if starter is not None and (isinstance(starter, bool) or starter not in range(len(self.names))):
            raise ValueError(
                f"starter is {starter!r}; it must be a seat, 0 to {len(self.names) - 1}, or None for the lot"
            )
        self.array = np.zeros(1, GAME)
        self.record: GameRecord = self.array[0]
        self.decisions: list[int] = []
        self.restart(NO_TRACES)

    @classmethod
    def position(cls, game: "Source" = "usa", players: "int | Sequence[str]" = 2, **parts: Any) -> "Game":
        """Any position in one call; everything is optional and the rest is filled in lawfully. See `railhead.game.position`.

        >>> game = Game.position("europe", players=3, routes={0: ["paris-dieppe"]}, hands={0: {"red": 3}}, to_move=0)
        """
        names, array = _names(players), np.zeros(1, GAME)
        array[0].players = len(names)
        self = cls.of_record(load(game), array, names)
        set_up(self.setting, self.record, len(self.names), **parts)
        return self

    def restart(self, trace: Any) -> None:
        """Back to the set-up, from the same seed."""
        if self.seed is None:
            raise ValueError("a game that was set up as a position has no seed to start again from")
        doors.copy(np.zeros(1, GAME), self.array)
        self.decisions.clear()
        seeds.set_generator(self.record.generator, self.seed, 0)
        starter = NONE if self.starter is None else self.starter
        doors.start(self.setting.array, self.array, self.players, starter, trace)

    def clone(self) -> "Game":
        """An independent copy."""
        copy = type(self).__new__(type(self))
        copy.setting, copy.names, copy.seed, copy.starter = self.setting, self.names, self.seed, self.starter
        copy.array = np.empty(1, GAME)
        doors.copy(self.array, copy.array)
        copy.record = copy.array[0]
        copy.decisions = self.decisions.copy()
        return copy

    # ---- where the game stands

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.names)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return bool(self.record["phase"] == OVER)

    @property
    def to_move(self) -> int | None:
        """The seat that decides next; None when the game is over."""
        return None if self.over else int(self.record["seat"])

    @property
    def phase(self) -> Phase:
        """What is to be decided: `turn`, `second-card`, `keep-tickets`, …"""
        return PHASES[int(self.record["phase"])]

    # ---- moves

    def legal(self) -> list[int]:
        """The legal decisions as numbers, for those who work on the kernel's level."""
        mask = np.zeros(self.setting.record["decisions"], np.uint8)
        doors.legal(self.setting.array, self.array, mask)
        found: list[int] = np.flatnonzero(mask).tolist()
        return found

    def apply(self, decision: int) -> None:
        """Make one decision, given as a number; a move of people may be two of them."""
        if isinstance(decision, bool) or not isinstance(decision, int | np.integer):
            raise TypeError(f"a decision is a whole number, not {decision!r}")
        self._apply(int(decision), NO_TRACES)

    def _apply(self, decision: int, trace: Any) -> None:
        generator = self.record["generator"]
        state, stream = generator
        if self.seed is not None:
            seeds.set_generator(generator, self.seed, len(self.decisions) + 1)
        known = 0 <= decision < self.setting.record["decisions"]
        if not known or not doors.apply(self.setting.array, self.array, decision, trace):
            generator[:] = state, stream
            raise MoveError("illegal-decision", legal=self.moves(), decision=decision)
        self.decisions.append(decision)

    def moves(self) -> list[Move]:
        """Every legal move of the seat that decides."""
        return [move for decision in self.legal() for move, _ in self.spelled(decision)]

    def spelled(self, decision: int) -> list[Spelled]:
        """The moves that begin with a legal decision, each with all its decisions."""
        return spelled(self, decision)

    def choices(self) -> Choices:
        """The legal moves of the seat that decides, grouped as a person chooses: by word and place, with cards as objects."""
        return choices(self)

    def decisions_of(self, move: Move) -> list[int]:
        """The decisions that a move consists of; raises MoveError if it is not legal or not clear."""
        return decisions_of(self, move)

    def play(self, move: "Move | str") -> list[Event]:
        """Make a move, given as a Move or in words; returns what happened, as events. Illegal: MoveError, and no change."""
        return self.perform(self.decisions_of(parse(str(move) if isinstance(move, Move) else move)))

    def perform(self, decisions: Iterable[int]) -> list[Event]:
        """Make decisions, given as numbers; returns what happened, as events."""
        trace = new_trace()
        for decision in decisions:
            self._apply(decision, trace)
        return read_events(self.setting, self, trace[0])

    # ---- what people look at

    @overload
    def view(self, seat: int) -> SeatView: ...
    @overload
    def view(self, seat: int | None) -> View: ...
    def view(self, seat: int | None) -> View:
        """All that a seat may know; None for someone who only watches. `msgspec.to_builtins(view)` makes JSON's dictionaries."""
        if seat is None:
            return watched(self.setting, self.veiled(None), self.names)
        if isinstance(seat, bool) or seat not in range(self.players):
            raise ValueError(f"seat is {seat!r}; it must be one of 0 to {self.players - 1}, or None")
        return seen(self.setting, self.veiled(seat), self.names, seat)

    def veiled(self, seat: int | None) -> GameRecord:
        """The same as a record for the kernel: what bots are given."""
        copy: Array[GameRecord] = np.empty(1, GAME)
        doors.copy(self.array, copy)
        doors.veil(copy, NONE if seat is None else seat)
        return copy[0]

    def score(self) -> Scores:
        """The final scoring of the position as it stands, as in a log's `end`."""
        return scores_of(self)

    # ---- games as values

    def line(self) -> str:
        """The position as one line of text, hidden cards too, as FEN is for chess; `Game.from_line` is the way back."""
        return write_line(self.setting, self.record)

    @classmethod
    def from_line(cls, line: str, game: "Source | None" = None, players: "Sequence[str] | None" = None) -> "Game":
        """The game of a line; a board of one's own is given beside it."""
        setting, array = read_line(line, None if game is None else load(game))
        self = cls.of_record(setting, array, players)
        if not self.over and not self.legal():
            raise PositionError("this is no position's line: nothing can be decided in it")
        return self

    @classmethod
    def of_record(cls, setting: Setting, array: Any, players: "Sequence[str] | None" = None) -> "Game":
        """A game around a record (an array of one); it has no seed to begin again from."""
        self = cls.__new__(cls)
        self.setting, self.array, self.record = setting, array, array[0]
        self.names = _names(int(array["players"][0]) if players is None else players)
        self.seed, self.starter, self.decisions = None, None, []
        return self

    def _parts(self) -> tuple[object, ...]:
        return self.setting, self.names, self.seed, self.starter, self.decisions, self.line()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._parts() == other._parts()

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __copy__(self) -> "Game":
        return self.clone()

    def __deepcopy__(self, memo: object) -> "Game":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.setting, self.names, self.seed, self.starter, self.decisions, self.array.tobytes())

    def __str__(self) -> str:
        from railhead.text.facts import picture

        return picture(self)

    def __repr__(self) -> str:
        seed = f", seed={self.seed!r}" if isinstance(self.seed, int) else ""
        return f"<Game {self.setting.id}, {self.players} players{seed}, {len(self.decisions)} decisions, {self.phase}>"


def _names(players: "int | Sequence[str]") -> list[str]:
    """The names of the seats."""
    if isinstance(players, int):
        names = [f"player {seat + 1}" for seat in range(players if players <= SEATS else 0)]
    else:
        names = list(players) if isinstance(players, Iterable) and not isinstance(players, str) else []
    if not 2 <= len(names) <= SEATS or not all(isinstance(name, str) for name in names):
        raise ValueError(f"a game has 2 to {SEATS} players (C2): give their number or a list of their names")
    return names


def _unpickled(
    setting: Setting,
    names: list[str],
    seed: "int | str | None",
    starter: int | None,
    decisions: list[int],
    record: bytes,
) -> Game:
    game = Game.of_record(setting, np.frombuffer(record, GAME).copy(), names)
    game.seed, game.starter, game.decisions = seed, starter, decisions
    return game
