"""What a study keeps of a game: a row of its own, and one for each decision."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from railhead.bots.deciding import begin
from railhead.bots.match import NO_TRACES, Match
from railhead.game.view import members
from railhead.kernel import doors
from railhead.kernel.records import GAME, NONE, GameRecord


class SeatRow(NamedTuple):
    """One seat of a game that was studied."""

    bot: str
    total: int
    routes: int  # points for them
    tickets: int  # points for them
    longest: int
    kept: int
    completed: int
    win: float  # the share of it
    forfeits: int


class GameRow(NamedTuple):
    """A game that was studied."""

    game: int
    seed: int
    starter: int
    turns: int
    winner: int  # NONE where several have won
    winning_score: int
    seats: tuple[SeatRow, ...]

    def columns(self) -> dict[str, str | int | float]:
        """As a row of a table: the seats' numbers side by side, such as `total_0`."""
        fields: dict[str, str | int | float] = dict(zip(self._fields[:-1], self[:-1], strict=True))
        for number, seat in enumerate(self.seats):
            fields |= {f"{name}_{number}": value for name, value in seat._asdict().items()}
        return fields


class MoveRow(NamedTuple):
    """A decision, and how its seat stood before it."""

    game: int
    move: int
    seat: int
    phase: int
    decision: int
    hand: int
    trains: int
    points: int
    route: int  # the number of the route that it claimed, or NONE


def game_row(match: Match, bots: Sequence[str], number: int, seed: int) -> GameRow:
    """A game as a row."""
    wins, game = match.wins, match.game
    seats = tuple(
        SeatRow(
            bots[seat], int(score.total), int(score.routes), int(score.tickets), int(score.longest),
            int(game.ticket_count[seat]), int(score.completed_count), wins[seat], match.forfeits[seat],
        )
        for seat, score in enumerate(match.scores)
    )  # fmt: skip
    winner = wins.index(1.0) if 1.0 in wins else NONE
    return GameRow(number, seed, int(game.starter), sum(match.turns), winner, max(seat.total for seat in seats), seats)


def move_rows(match: Match, number: int) -> Iterator[MoveRow]:
    """A game's decisions as rows."""
    now = np.zeros(1, GAME)
    game: GameRecord = now[0]
    begin(match.setting.array, now, len(match.scores), np.uint64(match.seed), NO_TRACES)
    for place, decision in enumerate(match.decisions):
        seat, owned = int(game.seat), game.owned[game.seat].copy()
        before = (int(game.phase), decision, int(game.hand_count[seat]), int(game.trains[seat]), int(game.points[seat]))
        doors.apply(match.setting.array, now, decision, NO_TRACES)
        claimed = members(game.owned[seat] ^ owned)
        yield MoveRow(number, place, seat, *before, claimed[0] if len(claimed) else NONE)
