"""Many games by lot: the numbers a person wants to know of a game, and logs of every step."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from railhead.boards import Setting
from railhead.game import Game
from railhead.kernel import doors, playout, random
from railhead.kernel.records import COUNTS, GAME, PLAYER, SCORE, SEATS, WORK
from railhead.kernel.trace import NO_TRACE

BATCH = 1000


def batches(setting: Setting, players: int, games: int, seed: int) -> Iterator[tuple[Any, Any, Any]]:
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


def statistics(
    setting: Setting, players: int, games: int, seed: int, progress: Callable[[int], None] = lambda _: None
) -> dict[str, Any]:
    """Scores, lengths, tickets and claims over many games by lot."""
    totals, tickets, completed, wins, turns_taken, moves, claims = (
        [],
        [],
        [],
        np.zeros(players),
        [],
        [],
        np.zeros(len(setting.routes)),
    )
    for finished, scores, counts in batches(setting, players, games, seed):
        scored = scores[:, :players]
        totals.append(scored["total"])
        completed.append(scored["completed_count"])
        tickets.append(finished["ticket_count"][:, :players])
        wins += (scored["winner"] / scored["winner"].sum(axis=1, keepdims=True)).sum(axis=0)
        turns_taken.append(counts["turns"])
        moves.append(counts["moves"])
        for seat in range(players):
            bits = np.unpackbits(
                np.ascontiguousarray(finished["owned"][:, seat]).view(np.uint8), axis=1, bitorder="little"
            )
            claims += bits[:, : len(setting.routes)].sum(axis=0)
        progress(len(finished))
    all_totals = np.concatenate(totals)
    ordered = np.argsort(-claims, kind="stable")
    return {
        "game": setting.id,
        "players": players,
        "games": games,
        "seed": seed,
        "score": {
            "mean": float(all_totals.mean()),
            "deviation": float(all_totals.std()),
            "lowest": int(all_totals.min()),
            "highest": int(all_totals.max()),
            "winning": float(all_totals.max(axis=1).mean()),
        },
        "turns": float(np.concatenate(turns_taken).mean()),
        "moves": float(np.concatenate(moves).mean()),
        "tickets": {
            "kept": float(np.concatenate(tickets).mean()),
            "completed": float(np.concatenate(completed).mean()),
        },
        "winShare": [float(share) for share in wins / games],
        "claims": {setting.routes[route].id: float(claims[route] / games) for route in ordered},
    }


def played_games(setting: Setting, players: int, games: int, seed: int) -> Iterator[Game]:
    """The same games one by one as Game objects, for logs."""
    player = np.zeros(1, PLAYER)
    for number in range(seed, seed + games):
        game = Game(setting, [f"random {seat + 1}" for seat in range(players)], number)
        random.seed(player[0].generator, ~np.uint64(number))
        while not game.over:
            game.apply(int(doors.any_decision(setting.array, game.array, player)))
        yield game
