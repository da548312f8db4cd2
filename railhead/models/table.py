"""A table at which models and bots sit: a game, who plays from outside, and what each of these has heard."""

import secrets
from collections.abc import Sequence

from railhead.bots import PATIENCE, sit
from railhead.bots.player import Player
from railhead.game import Game
from railhead.game.hearing import Hearing
from railhead.game.moves import parse
from railhead.models.telling import seat_game, story
from railhead.words import Event


class NotNowError(ValueError):
    """It is not the seat's turn, or the game is over."""


class Table:
    """A game with some seats played from outside and bots at the others."""

    def __init__(self, game: Game, outside: Sequence[int], level: str) -> None:
        self.game, self.level = game, level
        lots = game.seed if isinstance(game.seed, int) else secrets.randbits(62)
        self.bots: dict[int, Player] = {
            seat: sit(level, game.setting, (lots + seat) % 2**64, seconds=PATIENCE)
            for seat in range(game.players)
            if seat not in outside
        }
        self.hearing = {seat: Hearing(seat) for seat in outside}

    @property
    def waits_for_bot(self) -> bool:
        """Is it a bot's turn?"""
        return self.game.to_move in self.bots

    def seen(self, seat: int) -> Game:
        """The game as a seat knows it."""
        return seat_game(self.game, seat)

    def bot_decides(self) -> None:
        """One decision of the bot whose turn it is."""
        seat = self.game.to_move
        assert seat is not None
        self._perform([self.bots[seat](self.game.veiled(seat))])

    def play_bots(self) -> None:
        """Let bots play until it is the turn of somebody from outside, or the game is over."""
        while self.waits_for_bot:
            self.bot_decides()

    def move(self, seat: int, text: str) -> None:
        """A move of a seat from outside; MoveError or NotNowError, and nothing has happened, where it cannot be made."""
        if self.game.over:
            raise NotNowError("The game is over.")
        if self.game.to_move != seat:
            raise NotNowError("It is not your turn.")
        self._perform(self.game.decisions_of(parse(text)))

    def _perform(self, decisions: Sequence[int]) -> None:
        events = self.game.perform(decisions)
        for hearing in self.hearing.values():
            hearing.hear(events, self.game.phase == "first-tickets")

    def news(self, seat: int) -> list[Event]:
        """What a seat was not told of yet."""
        return self.hearing[seat].told()

    def story(self, seat: int) -> list[str]:
        """The same in sentences."""
        return story(self.game.setting, self.game.names, seat, self.news(seat))
