"""Game: what people import. Words in and out, views, clones, scores. No rule lives here; the kernel has them all.

>>> from railhead import Game
>>> game = Game("europe", players=2, seed=7)
>>> game.play("keep 1 2")
[{'e': 'keep', 'p': 0, 'tickets': ['edinburgh-athina', 'brindisi-zurich']}]
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from railhead.boards import BoardError, Setting, load
from railhead.game import seeds
from railhead.game.events import Event, read_events
from railhead.game.explain import explain
from railhead.game.moves import Cards, Move, MoveError
from railhead.game.position import set_up
from railhead.game.view import describe
from railhead.game.view import handful as handful
from railhead.game.view import members as members
from railhead.kernel import doors
from railhead.kernel.records import (
    BUILD_BED,
    BUILD_COLOUR,
    CLAIM,
    DECLINE,
    DRAW,
    FIRST_TICKETS,
    GAME,
    KEEP,
    KEEP_TICKETS,
    LONGEST,
    NONE,
    ONLY_LOCOMOTIVES_PAID,
    OVER,
    PAY,
    PAY_ROUTE,
    PAY_STATION,
    PAY_TUNNEL,
    PIECE,
    SCORE,
    SEATS,
    SECOND_CARD,
    TAKE,
    TAKE_TICKETS,
    TRACE,
    TURN,
    WORK,
    GameRecord,
)
from railhead.kernel.trace import new_trace
from railhead.words import COLOURS, KINDS

PHASES = {
    FIRST_TICKETS: "first-tickets",
    TURN: "turn",
    SECOND_CARD: "second-card",
    PAY_ROUTE: "pay-route",
    PAY_TUNNEL: "pay-tunnel",
    PAY_STATION: "pay-station",
    KEEP_TICKETS: "keep-tickets",
    BUILD_BED: "build",
    BUILD_COLOUR: "build-colour",
    OVER: "over",
}


NO_TRACES = np.zeros(1, TRACE)  # switched off


class Game:
    """One game, everything in it, hidden cards too; `view(seat)` is what a seat may know.

    `players` is a number from 2 to 5 or a list of names. `seed` is a number for a game that can be repeated, or nothing for
    one that nobody can predict. `starter` is a seat, or nothing for the lot (C6).
    """

    __slots__ = ("array", "decisions", "names", "record", "seed", "setting", "starter")

    def __init__(
        self,
        game: "str | Path | Mapping[str, Any] | Setting" = "usa",
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
    def position(
        cls, game: "str | Path | Mapping[str, Any] | Setting" = "usa", players: "int | Sequence[str]" = 2, **parts: Any
    ) -> "Game":
        """Any position in one call; everything is optional and the rest is filled in lawfully. See `railhead.game.position`.

        >>> game = Game.position("europe", players=3, routes={0: ["paris-dieppe"]}, hands={0: {"red": 3}}, to_move=0)
        """
        self = cls.__new__(cls)
        self.setting, self.names = load(game), _names(players)
        self.seed, self.starter, self.decisions = None, None, []
        self.array = np.zeros(1, GAME)
        self.record = self.array[0]
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
    def phase(self) -> str:
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
            raise MoveError("illegal-decision", "", f"Decision {decision} is not legal now", self._legal_texts())
        self.decisions.append(decision)

    def moves(self) -> list[Move]:
        """Every legal move of the seat that decides."""
        return [move for decision in self.legal() for move, _ in self.spelled(decision)]

    def _legal_texts(self) -> list[str]:
        return [str(move) for move in self.moves()]

    def _payment(self, decision: int) -> Cards:
        """The cards of a payment, by its decision, in the phase where it is due."""
        due, payment = int(self.record["due"]), decision - PAY
        if payment == ONLY_LOCOMOTIVES_PAID:
            return (("locomotive", due),)
        colour, locomotives = divmod(payment, LONGEST)
        cards = ((COLOURS[colour], due - locomotives), ("locomotive", locomotives))
        return tuple((kind, count) for kind, count in cards if count)

    def spelled(self, decision: int) -> list[tuple[Move, list[int]]]:
        """The moves that begin with a legal decision, each with all its decisions."""
        board, routes = self.setting.record, self.setting.routes
        if decision == DRAW:
            return [(Move("draw"), [decision])]
        if decision < TAKE_TICKETS:
            return [(Move("take", slot=decision - TAKE + 1), [decision])]
        if decision == TAKE_TICKETS:
            return [(Move("tickets"), [decision])]
        if decision == DECLINE:
            return [(Move("decline"), [decision])]
        if decision < PIECE:
            mask = decision - KEEP
            return [(Move("keep", kept=tuple(place + 1 for place in range(5) if mask >> place & 1)), [decision])]
        if decision < PAY:
            return [(Move("build", routes[self.record.route].id, colour=COLOURS[decision - PIECE]), [decision])]
        if decision < CLAIM:
            return [(Move("pay", cards=self._payment(decision)), [decision])]
        asked = self.clone()
        doors.ask(self.setting.array, asked.array, decision)
        second = asked.legal()
        if decision < board["first_build"]:
            place = routes[decision - CLAIM].id
            found = [(Move("claim", place, cards=asked._payment(way)), [decision, way]) for way in second]
        elif decision < board["first_station"]:
            place = routes[decision - board["first_build"]].id
            found = [(Move("build", place, colour=COLOURS[way - PIECE]), [decision, way]) for way in second]
        else:
            place = self.setting.cities[decision - board["first_station"]]
            found = [(Move("station", place, cards=asked._payment(way)), [decision, way]) for way in second]
        # the second decision is skipped where it leaves no choice
        return [(move, decisions[:1]) for move, decisions in found] if len(found) == 1 else found

    def decisions_of(self, move: Move) -> list[int]:
        """The decisions that a move consists of; raises MoveError if it is not legal or not clear."""
        move = self._with_known_name(move)
        fitting = [(legal, decisions) for legal, decisions in self._candidates(move) if _fits(move, legal, self)]
        if len(fitting) == 1:
            return fitting[0][1]
        if len(fitting) > 1 and move.word == "take":
            return fitting[0][1]  # cards of one colour are alike
        if fitting:
            texts = [str(legal) for legal, _ in fitting]
            if move.word == "build":
                raise MoveError("ambiguous", "F3", f"`{move}` could be built in {len(texts)} colours; say which", texts)
            raise MoveError("ambiguous", "C14", f"`{move}` could be paid in {len(texts)} ways; say which cards", texts)
        raise explain(self, move)

    def _with_known_name(self, move: Move) -> Move:
        """The move with its route or city spelled as on the board, whatever its capitals."""
        names = self.setting.city_numbers if move.word == "station" else self.setting.route_numbers
        if not move.place or move.place in names:
            return move
        wanted = move.place.casefold()
        alike = [name for name in names if name.casefold() == wanted]
        if not alike and move.word != "station":  # from the other end
            alike = [route.id for route in self.setting.routes if route.other_way.casefold() == wanted]
        return replace(move, place=alike[0]) if len(alike) == 1 else move

    def _candidates(self, move: Move) -> list[tuple[Move, list[int]]]:
        """The legal moves of the same word, without spelling out all the others."""
        board, setting = self.setting.record, self.setting
        legal = self.legal()
        if move.word == "claim":
            wanted = {CLAIM + setting.route_numbers.get(move.place, -1 - CLAIM)}
        elif move.word == "station":
            wanted = {int(board.first_station) + setting.city_numbers.get(move.place, -10_000)}
        elif move.word == "build":
            wanted = {int(board.first_build) + setting.route_numbers.get(move.place, -10_000), *range(PIECE, PAY)}
        else:
            wanted = set(range(CLAIM))
        found = [pair for decision in legal if decision in wanted for pair in self.spelled(decision)]
        return [(spelled, decisions) for spelled, decisions in found if spelled.word == move.word]

    def play(self, move: "Move | str") -> list[Event]:
        """Make a move, given as a Move or in words; returns what happened, as events. Illegal: MoveError, and no change."""
        return self.perform(self.decisions_of(Move.parse(str(move) if isinstance(move, Move) else move)))

    def perform(self, decisions: Iterable[int]) -> list[Event]:
        """Make decisions, given as numbers; returns what happened, as events."""
        trace = new_trace()
        for decision in decisions:
            self._apply(decision, trace)
        return read_events(self.setting, self, trace[0])

    # ---- what people look at

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat may know, in words and numbers (JSON); None for someone who only watches."""
        if seat is not None and (isinstance(seat, bool) or seat not in range(self.players)):
            raise ValueError(f"seat is {seat!r}; it must be one of 0 to {self.players - 1}, or None")
        return describe(self.setting, self.veiled(seat), self.names, seat)

    def veiled(self, seat: int | None) -> GameRecord:
        """The same as a record for the kernel: what bots are given."""
        copy = np.empty(1, GAME)
        doors.copy(self.array, copy)
        doors.veil(copy, NONE if seat is None else seat)
        return copy[0]

    def score(self) -> dict[str, Any]:
        """The final scoring of the position as it stands: `{"scores": […], "winners": […]}`, as in a log's `end`."""
        scores = np.zeros(SEATS, SCORE)
        doors.score(self.setting.array, self.array, scores, np.zeros(1, WORK))
        return {
            "scores": [self._score_words(seat, scores[seat]) for seat in range(self.players)],
            "winners": [seat for seat in range(self.players) if scores[seat].winner],
        }

    def _score_words(self, seat: int, score: Any) -> dict[str, Any]:
        tickets = members(self.record.tickets[seat])
        completed = set(members(score.completed))
        return {
            "routes": int(score.routes),
            "tickets": int(score.tickets),
            "completed": [self.setting.tickets[ticket].id for ticket in tickets if ticket in completed],
            "failed": [self.setting.tickets[ticket].id for ticket in tickets if ticket not in completed],
            "stations": int(score.stations),
            "borrowed": [self.setting.routes[route].id for route in score.borrowed if route != NONE],
            "longest": int(score.longest),
            "longestBonus": int(score.longest_bonus),
            "mostTicketsBonus": int(score.tickets_bonus),
            "total": int(score.total),
        }

    def __str__(self) -> str:
        from railhead.text.english import picture

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


def _fits(move: Move, legal: Move, game: Game) -> bool:
    """Is this legal move what the given one means? Cards may be given in part."""
    if move.word == "take" and move.colour:
        return KINDS[game.record.row[legal.slot - 1]] == move.colour
    if (move.place, move.slot, move.kept) != (legal.place, legal.slot, legal.kept):
        return False
    if move.colour and move.colour != legal.colour:
        return False
    paid = dict(legal.cards)
    given = all(paid.get(kind, 0) == count if count else kind in paid for kind, count in move.cards)
    return given and sum(count for _, count in move.cards) <= sum(paid.values())


__all__ = ["BoardError", "Game", "Move", "MoveError", "handful", "members"]
