"""What the arena keeps of a game: a row for each seat."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from railhead.bots.player import Fault


class Row(NamedTuple):
    """One seat of one game."""

    deal: int
    table: int
    seating: int
    seat: int
    bot: str
    win: float  # the share of it
    total: int
    best: int  # the highest total of the game
    turns: int
    decisions: int
    microseconds: float | None  # that it thought; None where no clock was running
    kept: int  # tickets
    completed: int
    forfeits: int
    routes: int  # points for them
    longest: int
    overhead: float | None = None  # microseconds that asking it took beside its thinking, for programs
    faults: str = "[]"  # why it forfeited, as JSON

    @property
    def game(self) -> tuple[int, int, int]:
        """The game that the seat belongs to."""
        return self.deal, self.table, self.seating

    @property
    def reasons(self) -> list[Fault]:
        """Why it forfeited."""
        return msgspec.json.decode(self.faults, type=list[Fault])


def rows_of(rows: Iterable[Row], bot: str) -> list[Row]:
    """The rows of one bot."""
    return [row for row in rows if row.bot == bot]
