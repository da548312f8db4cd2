"""Thousands of games in one compiled call: the step behind every environment here. One game is a batch of one.

Boards, traces and room to work in arrive as arrays of one: handing over a lone record costs ten microseconds, an array much less.
"""

from typing import TypeAlias

import numpy as np

from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import Array, Numbers, Word, Words
from railhead.kernel.observation import observe
from railhead.kernel.random import seed
from railhead.kernel.records import (
    NONE,
    OVER,
    BoardRecord,
    GameRecord,
    PlayerRecord,
    ScoreRecord,
    Trace,
    WorkRecord,
)
from railhead.kernel.scoring import is_better, score
from railhead.kernel.turns import advance, any_decision, is_legal, legal, start

Rewards: TypeAlias = Array[float]  # one a seat

# In place of a decision: start this game anew, or leave it as it is.
RESTART, PASS = -1, -2

WIN, RANK, SCORE = range(3)
REWARDS = {"win": WIN, "rank": RANK, "score": SCORE}

ILLEGAL = ("replace", "raise")

# What happens to the other seats where only one seat's decisions are given.
WAIT, BY_LOT = range(2)


@compiled
def reward_seats(game: GameRecord, scores: Array[ScoreRecord], kind: int, rewards: Rewards) -> None:
    """What the end of a game is worth to each seat; it always adds up to nothing.

    WIN: those who have not won pay 1 each, and the winners share it. RANK: from 1 for the first to -1 for the last, equals
    alike. SCORE: one's own total less the mean of the others'.
    """
    players = game.players
    winners, total, longest = 0, 0, 1
    for seat in range(players):
        winners += scores[seat].winner
        total += scores[seat].total
        longest = max(longest, scores[seat].longest)
    for seat in range(players):
        mine = scores[seat]
        if kind == WIN:
            rewards[seat] = (players - winners) / winners if mine.winner else -1.0
        elif kind == SCORE:
            rewards[seat] = mine.total - (total - mine.total) / (players - 1)
        else:
            place = 0
            for other in range(players):
                place += is_better(mine, scores[other], longest)
                place -= is_better(scores[other], mine, longest)
            rewards[seat] = place / (players - 1)


@compiled
def may_step(board: BoardRecord, game: GameRecord, decision: int) -> bool:
    """Is this a legal decision, or one of the words in its place?"""
    return (decision >= 0 and is_legal(board, game, decision)) or decision in (RESTART, PASS)


@compiled
def _first_illegal(board: BoardRecord, games: Array[GameRecord], decisions: Numbers) -> int:
    """The number of the first game whose decision is not legal, or NONE."""
    for number in range(len(games)):
        if not may_step(board, games[number], decisions[number]):
            return number
    return NONE


@compiled
def first_illegal(boards: Array[BoardRecord], games: Array[GameRecord], decisions: Numbers) -> int:
    """The number of the first game whose decision is not legal, or NONE."""
    return _first_illegal(boards[0], games, decisions)


@compiled
def step_game(
    board: BoardRecord,
    players: int,
    kind: int,
    auto_reset: bool,
    others_play: int,
    number: int,
    games: Array[GameRecord],
    blank: Array[GameRecord],
    seeds: Words,
    stride: Word,
    decisions: Numbers,
    own_seats: Numbers,
    lots: Array[PlayerRecord],
    seats: Numbers,
    observations: Array[Numbers],
    masks: Array[Numbers],
    rewards: Array[Rewards],
    over: Array[bool],
    scores: Array[ScoreRecord],
    work: WorkRecord,
    trace: Trace,
) -> None:
    """One decision, known to be legal, in one game; see `step_games`."""
    decision = decisions[number]
    if decision == PASS:
        return
    game = games[number]
    own = own_seats[number]
    while True:
        if decision == RESTART:
            games[number] = blank[0]
            seed(game.generator, seeds[number])
            seed(lots[number].generator, ~seeds[number])
            seeds[number] += stride
            start(board, game, players, NONE, trace)
        else:
            advance(board, game, decision, trace)
        if game.phase == OVER:
            score(board, game, scores, work)
            reward_seats(game, scores, kind, rewards[number])
            over[number] = True
            if not auto_reset:
                break
            decision = RESTART
        elif others_play == WAIT or game.seat == own:
            break
        else:
            decision = any_decision(board, game, lots[number].generator)
    seats[number] = game.seat
    if own == NONE or own == game.seat or game.phase == OVER:
        legal(board, game, masks[number])
        observe(board, game, game.seat if own == NONE else own, observations[number])


@compiled
def step_games(
    boards: Array[BoardRecord],
    players: int,
    kind: int,
    auto_reset: bool,
    others_play: int,
    games: Array[GameRecord],
    blank: Array[GameRecord],
    seeds: Words,
    stride: Word,
    decisions: Numbers,
    own_seats: Numbers,
    lots: Array[PlayerRecord],
    seats: Numbers,
    observations: Array[Numbers],
    masks: Array[Numbers],
    rewards: Array[Rewards],
    over: Array[bool],
    scores: Array[ScoreRecord],
    works: Array[WorkRecord],
    traces: Array[Trace],
) -> int:
    """One decision in every game. Returns NONE, or the number of the first game whose decision is illegal: then nothing happens.

    `own_seats` names the seat whose observations are wanted, or NONE for the seat that decides. Other seats then play by lot
    (BY_LOT), or the game stops at them too (WAIT). `rewards` and `over` are added to, never cleared.
    """
    board, work, trace = boards[0], works[0], traces[0]
    illegal = _first_illegal(board, games, decisions)
    if illegal != NONE:
        return illegal
    for number in range(len(games)):
        step_game(
            board, players, kind, auto_reset, others_play, number, games, blank, seeds, stride, decisions, own_seats, lots,
            seats, observations, masks, rewards, over, scores, work, trace,
        )  # fmt: skip
    return NONE


@compiled
def decide_by_lot(
    boards: Array[BoardRecord], games: Array[GameRecord], players: Array[PlayerRecord], decisions: Numbers
) -> None:
    """A legal decision by lot for every game; RESTART for one that is over."""
    board, player = boards[0], players[0]
    for number in range(len(games)):
        game = games[number]
        decisions[number] = RESTART if game.phase == OVER else any_decision(board, game, player.generator)


def reward_kind(name: str) -> int:
    """The number of a reward, by its name."""
    if name not in REWARDS:
        raise ValueError(f"{name!r} is no reward; there are {', '.join(REWARDS)}")
    return REWARDS[name]


def replaces_illegal(word: str) -> bool:
    """Whether an illegal decision is replaced by a legal one (`replace`), or refused (`raise`)."""
    if word not in ILLEGAL:
        raise ValueError(f"illegal is {word!r}; it must be one of {', '.join(ILLEGAL)}")
    return word == "replace"


def seed_number(seed: "int | None") -> np.uint64:
    """A seed as the kernel takes it; None draws one."""
    if seed is None:
        return np.uint64(np.random.default_rng().integers(2**63))
    if not 0 <= seed < 2**64:
        raise ValueError(f"{seed!r} is no seed: use a whole number from 0 to 2^64 - 1")
    return np.uint64(seed)
