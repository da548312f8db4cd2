"""Many games by lot: the numbers a person wants to know of a game, and logs of every step."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.match import play
from railhead.game import Game
from railhead.kernel import doors, playout, random
from railhead.kernel.records import COUNTS, GAME, PLAYER, SCORE, SEATS, WORK, GameRecord
from railhead.kernel.trace import NO_TRACE

BATCH = 1000


def batches(
    setting: Setting, players: int, games: int, seed: int
) -> Iterator[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
    """Final records, scores and counts of games by lot, a batch at a time."""
    if not 0 <= seed <= 2**64 - games:
        raise ValueError(f"the seeds {seed} to {seed + games - 1} are not all between 0 and 2^64 - 1")
    player, work = np.zeros(1, PLAYER)[0], np.zeros(1, WORK)[0]
    for first in range(0, games, BATCH):
        count = min(BATCH, games - first)
        finished, scores, counts = np.zeros(count, GAME), np.zeros((count, SEATS), SCORE), np.zeros(count, COUNTS)
        playout.random_games(
            setting.record, players, np.uint64(seed + first), finished, scores, counts, player, work, NO_TRACE
        )
        yield finished, scores, counts


class ScoreFigures(Struct, frozen=True):
    """Final scores."""

    mean: float
    deviation: float
    lowest: int
    highest: int
    winning: float  # the best of a game


class TicketFigures(Struct, frozen=True):
    """Tickets of a player."""

    kept: float
    completed: float


class Statistics(Struct, frozen=True, rename="camel"):
    """What many games were like."""

    game: str
    players: int
    games: int
    seed: int
    score: ScoreFigures
    turns: float  # of a game
    moves: float
    tickets: TicketFigures
    win_share: list[float]  # of each seat
    claims: dict[str, float]  # in which share of the games a route was claimed, those most often claimed first


def statistics(
    setting: Setting, players: int, games: int, seed: int, progress: Callable[[int], None] = lambda _: None
) -> Statistics:
    """Scores, lengths, tickets and claims over many games by lot."""
    parts = []
    wins, claims = np.zeros(players), np.zeros(len(setting.routes))
    for finished, scores, counts in batches(setting, players, games, seed):
        scored = scores[:, :players]
        kept, completed = finished["ticket_count"][:, :players], scored["completed_count"]
        parts.append((scored["total"], counts["turns"], counts["moves"], kept, completed))
        wins += (scored["winner"] / scored["winner"].sum(axis=1, keepdims=True)).sum(axis=0)
        owned = np.ascontiguousarray(finished["owned"][:, :players]).view(np.uint8)
        bits = np.unpackbits(owned, axis=2, bitorder="little")
        claims += bits[:, :, : len(setting.routes)].sum(axis=(0, 1))
        progress(len(finished))
    totals, turns, moves, kept, completed = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Statistics(
        game=setting.id,
        players=players,
        games=games,
        seed=seed,
        score=ScoreFigures(
            mean=float(totals.mean()),
            deviation=float(totals.std()),
            lowest=int(totals.min()),
            highest=int(totals.max()),
            winning=float(totals.max(axis=1).mean()),
        ),
        turns=float(turns.mean()),
        moves=float(moves.mean()),
        tickets=TicketFigures(kept=float(kept.mean()), completed=float(completed.mean())),
        win_share=[float(share) for share in wins / games],
        claims={setting.routes[n].id: float(claims[n] / games) for n in np.argsort(-claims, kind="stable")},
    )


def played_games(setting: Setting, players: int, games: int, seed: int) -> Iterator[Game]:
    """The same games one by one as Game objects, for logs."""
    names = [f"random {seat + 1}" for seat in range(players)]
    lots, room = np.zeros(1, PLAYER), np.zeros(1, GAME)

    def any_legal(view: GameRecord) -> int:
        room[0] = view
        return int(doors.any_decision(setting.array, room, lots))

    for number in range(seed, seed + games):
        random.seed(lots[0].generator, ~np.uint64(number))
        yield play(setting, [any_legal] * players, number).replayed(names)
