"""Whole games by lot, compiled from the first card to the final scoring: for statistics, benchmarks and searches."""

from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import Array, Word
from railhead.kernel.random import seed
from railhead.kernel.records import (
    BUILD_COLOUR,
    NONE,
    OVER,
    PAY_ROUTE,
    PAY_STATION,
    TURN,
    BoardRecord,
    CountsRecord,
    GameRecord,
    PlayerRecord,
    ScoreRecord,
    Trace,
    WorkRecord,
)
from railhead.kernel.scoring import score
from railhead.kernel.turns import advance, any_decision, start


@compiled
def clear_counts(counts: CountsRecord) -> None:
    """Nothing is decided yet."""
    counts.decisions = 0
    counts.moves = 0
    counts.turns = 0
    counts.unused = 0


@compiled
def count_decision(counts: CountsRecord, phase: int) -> None:
    """One decision more; `counts` has the moves of people (a claim and its payment are one) and turns too."""
    counts.decisions += 1
    counts.moves += phase != PAY_ROUTE and phase != PAY_STATION and phase != BUILD_COLOUR
    counts.turns += phase == TURN


@compiled
def play_out(board: BoardRecord, game: GameRecord, player: PlayerRecord, counts: CountsRecord, trace: Trace) -> None:
    """Play on by lot to the end, counting."""
    while game.phase != OVER:
        count_decision(counts, game.phase)
        advance(board, game, any_decision(board, game, player.generator), trace)


@compiled
def random_games(
    board: BoardRecord,
    players: int,
    first_seed: Word,
    games: Array[GameRecord],
    scores: Array[Array[ScoreRecord]],
    counts: Array[CountsRecord],
    player: PlayerRecord,
    work: WorkRecord,
    trace: Trace,
) -> None:
    """Play len(games) games from the seeds first_seed, first_seed + 1, …: final records and scores, one row a game."""
    for number in range(len(games)):
        game = games[number]
        seed(game.generator, first_seed + number)
        seed(player.generator, ~(first_seed + number))  # the players' lots are not the game's
        start(board, game, players, NONE, trace)
        play_out(board, game, player, counts[number], trace)
        score(board, game, scores[number], work)
