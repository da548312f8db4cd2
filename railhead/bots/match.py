"""Whole games between bots, compiled from the first card to the final scoring. Each bot is given its seat's view only."""

from typing import Any

from railhead.bots.baselines import gentle, hungry, long_route, lot, one_step, path
from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.bots.planner import planner
from railhead.kernel.random import seed
from railhead.kernel.records import NONE, OVER, TURN, BoardRecord, GameRecord, Trace, _record
from railhead.kernel.scoring import score
from railhead.kernel.turns import advance, any_decision, is_legal, start
from railhead.kernel.views import veil

RANDOM, ONE_STEP, LONG_ROUTE, PATH, HUNGRY, PLANNER, GENTLE = range(7)

LONG = 4000  # decisions after which a game goes on by lot: bots that wait for each other would never end it

# What a game leaves behind for each seat.
TALLY = _record([("turns", "i4"), ("decisions", "i4")])


@compiled
def decide(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """The decision of the bot whose mind this is."""
    bot = mind.bot
    if bot == PLANNER:
        return planner.decide(board, view, mind)
    if bot == RANDOM:
        return lot.decide(board, view, mind)
    if bot == ONE_STEP:
        return one_step.decide(board, view, mind)
    if bot == LONG_ROUTE:
        return long_route.decide(board, view, mind)
    if bot == PATH:
        return path.decide(board, view, mind)
    if bot == HUNGRY:
        return hungry.decide(board, view, mind)
    return gentle.decide(board, view, mind)


@compiled
def decide_at(board: Any, view: Any, mind: Any) -> int:
    """The same for arrays of one record each, which Python can hand over quickly."""
    return decide(board[0], view[0], mind[0])


@compiled
def begin(board: BoardRecord, game: GameRecord, players: int, number: Any, trace: Trace) -> None:
    """Deal a game from a seed into a blank record."""
    seed(game.generator, number)
    start(board, game, players, NONE, trace)


@compiled
def play_game(board: BoardRecord, pair: Any, minds: Any, tally: Any, scores: Any, work: Any, trace: Trace) -> bool:
    """Play a game to its end and score it. `pair` holds the game and room for a view. False if a bot broke the rules."""
    game, view = pair[0], pair[1]
    decisions = 0
    while game.phase != OVER:
        seat = game.seat
        pair[1] = game
        veil(view, seat)
        decisions += 1
        if decisions > LONG:
            decision = any_decision(board, view, minds[seat].generator)
        else:
            decision = decide(board, view, minds[seat])
        tally[seat].decisions += 1
        tally[seat].turns += game.phase == TURN
        if not is_legal(board, game, decision):
            return False
        advance(board, game, decision, trace)
    score(board, game, scores, work)
    return True
