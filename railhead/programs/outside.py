"""What players from outside have in common, programs and models: they are told events and asked for whole moves, which may be two decisions."""

from collections.abc import Sequence

import numpy as np

from railhead.boards import Setting
from railhead.game import Game
from railhead.game.hearing import Hearing
from railhead.game.listing import Legal, listed
from railhead.game.view import as_bytes
from railhead.kernel.records import GAME, GameRecord
from railhead.words import Event


def as_game(setting: Setting, view: GameRecord, names: Sequence[str] | None = None) -> Game:
    """A veiled record as a Game: for its words; nothing hidden is in it."""
    return Game.of_record(setting, np.frombuffer(bytearray(as_bytes(view)), GAME), names)


class Outsider:
    """A player that answers with the text of a move; where it has none to give, the first legal decision is played for it."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._hearing: Hearing | None = None
        self._names: list[str] | None = None  # once a view has told how many they are
        self._rest: list[int] = []  # of a move that consists of two decisions

    def hear(self, seat: int, events: list[Event], choosing: bool) -> None:
        """What happened in the game."""
        if self._hearing is None:
            self._hearing = Hearing(seat)
        self._hearing.hear(events, choosing)

    def told(self) -> list[Event]:
        """What happened since it was last told."""
        return [] if self._hearing is None else self._hearing.told()

    def answer(self, game: Game, seat: int, options: Legal) -> str | None:
        """One of the options, or None where the move is forfeited."""
        raise NotImplementedError

    def __call__(self, view: GameRecord) -> int:
        """What it decides: the rest of its last move, or what it answers now."""
        game = as_game(self.setting, view, self._names)
        self._names = game.names
        if self._rest:
            following, self._rest = self._rest[0], self._rest[1:]
            if following in game.legal():
                return following
        options = listed(game)
        move = self.answer(game, int(view["seat"]), options)
        if move is None:
            return options.first
        first, *self._rest = options[move]
        return first
