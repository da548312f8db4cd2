"""What compiled bots decide, and whole games between them in one call. Each is given its seat's view only."""

from railhead.bots.baselines import hungry, long_route, lot, one_step, path
from railhead.bots.compiling import compiled
from railhead.bots.manners import on_a_whim
from railhead.bots.mind import MindRecord
from railhead.bots.numbers import HUNGRY, LONG_ROUTE, ONE_STEP, PLANNER, RANDOM, STEADY
from railhead.bots.planner import planner
from railhead.kernel.declaring import Array, Numbers, Record, Row, Word, field, packed
from railhead.kernel.random import seed
from railhead.kernel.records import NONE, OVER, SEATS, TURN, BoardRecord, GameRecord, Trace
from railhead.kernel.turns import advance, any_decision, is_legal, start
from railhead.kernel.views import veil

LONG = 4000  # decisions after which a game goes on by lot: bots that wait for each other would never end it
MOST_DECISIONS = 2 * LONG


class CourseRecord(Record):
    """What has been decided in a game so far."""

    made: int = field("i4")
    turns: Row[int] = field("i4", SEATS)
    decisions: Row[int] = field("i4", SEATS)  # how many, seat by seat
    decision: Row[int] = field("i2", MOST_DECISIONS)  # all of them


COURSE = packed(CourseRecord)


@compiled
def decide(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """The decision of the bot whose mind this is."""
    bot = mind.bot
    whim = on_a_whim(board, view, mind)
    if whim != NONE:
        return whim
    if bot in (PLANNER, STEADY):
        return planner.decide(board, view, mind)
    if bot == RANDOM:
        return lot.decide(board, view, mind)
    if bot == ONE_STEP:
        return one_step.decide(board, view, mind)
    if bot == LONG_ROUTE:
        return long_route.decide(board, view, mind)
    if bot == HUNGRY:
        return hungry.decide(board, view, mind)
    return path.decide(board, view, mind)


@compiled
def decide_at(board: Array[BoardRecord], view: Array[GameRecord], mind: Array[MindRecord]) -> int:
    """The same for arrays of one record each, which Python can hand over quickly."""
    return decide(board[0], view[0], mind[0])


@compiled
def begin(
    boards: Array[BoardRecord], games: Array[GameRecord], players: int, number: Word, traces: Array[Trace]
) -> None:
    """Deal a game from a seed into a blank record."""
    seed(games[0].generator, number)
    start(boards[0], games[0], players, NONE, traces[0])


@compiled
def _make(board: BoardRecord, game: GameRecord, decision: int, course: CourseRecord, trace: Trace) -> bool:
    """Note a decision and make it; False, and nothing happens, if it is not legal."""
    if not is_legal(board, game, decision):
        return False
    course.turns[game.seat] += game.phase == TURN
    course.decisions[game.seat] += 1
    course.decision[course.made] = decision
    course.made += 1
    advance(board, game, decision, trace)
    return True


@compiled
def make(
    boards: Array[BoardRecord],
    pair: Array[GameRecord],
    decision: int,
    courses: Array[CourseRecord],
    traces: Array[Trace],
) -> bool:
    """The same from Python, for a decision that was made outside; `pair` holds the game and a view."""
    return _make(boards[0], pair[0], decision, courses[0], traces[0])


@compiled
def play_on(
    boards: Array[BoardRecord],
    pair: Array[GameRecord],
    minds: Array[MindRecord],
    inside: Numbers,
    courses: Array[CourseRecord],
    traces: Array[Trace],
) -> bool:
    """Play on to the end of the game, or until a seat must decide that is not marked in `inside`: then `pair[1]` is its view.

    `pair` holds the game and room for a view. False if a bot breaks the rules, or the game never ends.
    """
    board, course, trace = boards[0], courses[0], traces[0]
    game, view = pair[0], pair[1]
    while game.phase != OVER:
        seat = game.seat
        pair[1] = game
        veil(view, seat)
        if course.made >= MOST_DECISIONS:
            return False
        if course.made >= LONG:
            decision = any_decision(board, view, minds[seat].generator)
        elif inside[seat]:
            decision = decide(board, view, minds[seat])
        else:
            return True
        if not _make(board, game, decision, course, trace):
            return False
    return True
