"""`search`: information-set Monte-Carlo search. Each playout deals anew all that the seat cannot know, makes one of the decisions
compared, and lets quick planners play on to the end; rounds of playouts halve the candidates, and end early where none is ahead of
the planner's own choice.

It optimises winning; the margin and the seat's own points count too, since they tell more of each playout than the bare win: the
points the more the more rivals there are, since what stops one of them helps the others as well. The same playout numbers serve every
candidate, so that they meet the same cards, and each playout depends on its number alone: any number of threads gives the same decision.
"""

import math
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.bots.compiling import compiled
from railhead.bots.mind import MIND, MindRecord, new_mind
from railhead.bots.numbers import PLANNER
from railhead.bots.planner import planner
from railhead.bots.planner.choosing import TICKET_TURNS, least_worth, tickets_worth
from railhead.bots.planner.claiming import near_rivals
from railhead.bots.planner.planning import make_plan
from railhead.bots.reasons import CLAIM_EXTRA, DRAW_CARDS, WINS_MOST
from railhead.kernel import random
from railhead.kernel.bits import NO_BITS, bit, has, lowest
from railhead.kernel.declaring import Array, Numbers, Word, Words
from railhead.kernel.records import (
    BUILD_BED,
    CLAIM,
    FIRST_TICKETS,
    GAME,
    KEEP_TICKETS,
    LOCOMOTIVE,
    NONE,
    OVER,
    ROW,
    SCORE,
    SEATS,
    TAKE,
    TAKE_TICKETS,
    TICKET_WORDS,
    TICKETS,
    TURN,
    WORK,
    BoardRecord,
    GameRecord,
    ScoreRecord,
    Trace,
    WorkRecord,
)
from railhead.kernel.routes import claimable
from railhead.kernel.scoring import score
from railhead.kernel.trace import NO_TRACE
from railhead.kernel.turns import advance, after_last_word, any_decision, first_word, legal_word
from railhead.kernel.views import redeal

MOST_CANDIDATES = 24
MOST_CLAIMS = 5
LONG = 1500  # decisions of a playout
DEALS_COMPARED = 3  # of which the one that suits the rivals' routes best is played out
MARGIN_SCALE = 20.0  # points that make a win e times as likely, where a playout's margin is smoothed
WIN_SHARE = 0.2  # of a playout's value against one rival: the bare win
MARGIN_SHARE = 0.4  # and the smoothed margin, which tells more; the rest is the seat's own points, smoothed too
USUAL_POINTS, POINTS_SCALE = 120.0, 40.0  # about what winners make, and how far from there points count less
DOUBT = 2.0  # standard errors by which a decision must beat the planner's own, who thinks longer than those in playouts
QUICK_TRIES = 2  # networks that a planner in a playout chooses its plan from
RIVAL_TRIES = 8  # networks that a rival's first plan is chosen from
SPREAD = np.uint64(0x9E3779B97F4A7C15)


@compiled
def _is_copy(view: GameRecord, decision: int) -> bool:
    """Is it the taking of a card of which an earlier slot shows another?"""
    if decision < TAKE or decision >= TAKE + ROW:
        return False
    for slot in range(decision - TAKE):  # noqa: SIM110
        if view.row[slot] == view.row[decision - TAKE]:
            return True
    return False


@compiled
def _claim_interest(board: BoardRecord, mind: MindRecord, route: int) -> float:
    """How much a claim deserves to be looked at: those planned, then by points and by how much it may be in rivals' way."""
    interest = board.points[board.length[route]] + 3.0 * near_rivals(board, mind, route)
    if has(mind.targets, route):
        interest += 20.0
    return float(interest + 10.0 if has(mind.extras, route) else interest)


@compiled
def _add_claims(board: BoardRecord, view: GameRecord, mind: MindRecord, candidates: Numbers, count: int) -> int:
    """The most interesting claims."""
    first, last = count, min(count + MOST_CLAIMS, MOST_CANDIDATES)
    for word in range(board.words):
        left = claimable(board, view, view.seat, word)
        while left != NO_BITS:
            decision = CLAIM + 64 * word + lowest(left)
            left &= left - bit(0)
            if decision == candidates[0]:
                continue
            interest = _claim_interest(board, mind, decision - CLAIM)
            place = min(count, last)
            while place > first and _claim_interest(board, mind, candidates[place - 1] - CLAIM) < interest:
                if place < last:
                    candidates[place] = candidates[place - 1]
                place -= 1
            if place < last:
                candidates[place] = decision
                count = min(count + 1, last)
    return count


@compiled
def list_candidates(board: BoardRecord, view: GameRecord, mind: MindRecord, candidates: Numbers) -> int:
    """The decisions worth comparing, the planner's own first; returns how many."""
    candidates[0] = planner.decide(board, view, mind)
    count = 1
    if view.phase == TURN:
        count = _add_claims(board, view, mind, candidates, count)
    dearest = 0.0
    for slot in range(ROW):
        if view.row[slot] != NONE and view.row[slot] != LOCOMOTIVE:
            dearest = max(dearest, mind.worth[view.row[slot]])
    for word in range(first_word(board, view), after_last_word(board, view)):
        left = legal_word(board, view, word)
        while left != NO_BITS and count < MOST_CANDIDATES:
            decision = 64 * word + lowest(left)
            left &= left - bit(0)
            if decision == candidates[0] or (view.phase == TURN and decision >= CLAIM):
                continue  # claims have been looked at; stations: the planner's proposal or none
            if decision >= TAKE and decision < TAKE + ROW:
                kind = view.row[decision - TAKE]
                if _is_copy(view, decision) or (kind != LOCOMOTIVE and mind.worth[kind] < dearest):
                    continue
            candidates[count] = decision
            count += 1
    return count


@compiled
def _smooth(points: float, scale: float) -> float:
    """From 0 to 1, the steeper the smaller the scale; a half where the points are 0."""
    return float(1.0 / (1.0 + math.exp(-points / scale)))


@compiled
def worth_of(view: GameRecord, scores: Array[ScoreRecord], seat: int) -> float:
    """What a finished playout is worth to the seat: the win, how clear it was, and its own points."""
    winners, best = 0, -10_000
    for other in range(view.players):
        winners += scores[other].winner
        if other != seat:
            best = max(best, scores[other].total)
    rivals = view.players - 1
    value = WIN_SHARE / rivals * scores[seat].winner / winners
    value += MARGIN_SHARE / rivals * _smooth(scores[seat].total - best, MARGIN_SCALE)
    own = 1.0 - (WIN_SHARE + MARGIN_SHARE) / rivals
    return float(value + own * _smooth(scores[seat].total - USUAL_POINTS, POINTS_SCALE))


@compiled
def _takes_tickets(board: BoardRecord, game: GameRecord, mind: MindRecord, asked: Numbers) -> bool:
    """Would a planner with more time take tickets instead? Asked anew after each claim only, since little else changes the answer."""
    seat = game.seat
    idle = game.phase == TURN and (mind.reason == CLAIM_EXTRA or mind.reason == DRAW_CARDS)
    if not idle or mind.plan_trains > mind.weights.ticket_trains:
        return False
    standing = TICKETS * game.trains[seat] + game.ticket_count[seat]
    if game.deck_tickets == 0 or mind.turns_left <= TICKET_TURNS or asked[seat] == standing:
        return False
    asked[seat] = standing
    return bool(tickets_worth(board, game, mind) > least_worth(board, game, mind))


@compiled
def play_out(board: BoardRecord, game: GameRecord, minds: Array[MindRecord], asked: Numbers, trace: Trace) -> None:
    """Quick planners, who take tickets as others do, play on to the end; a game in which they wait for each other ends by lot."""
    decisions = 0
    asked[:] = NONE
    while game.phase != OVER:
        mind = minds[game.seat]
        decisions += 1
        if decisions > LONG:
            decision = any_decision(board, game, mind.generator)
        else:
            decision = planner.decide(board, game, mind)
            if _takes_tickets(board, game, mind, asked):
                decision = TAKE_TICKETS
        advance(board, game, decision, trace)


@compiled
def _suits(board: BoardRecord, game: GameRecord, seat: int) -> int:
    """How many ends of the rivals' tickets lie where they have routes: a deal with many is likelier."""
    ends = 0
    for other in range(game.players):
        if other == seat:
            continue
        for word in range(TICKET_WORDS):
            left = game.tickets[other, word]
            while left != NO_BITS:
                ticket = 64 * word + lowest(left)
                left &= left - bit(0)
                for node in (board.from_first[ticket], board.to_first[ticket]):
                    for place in range(board.words):
                        if (board.at_city[node, place] & game.owned[other, place]) != NO_BITS:
                            ends += 1
                            break
    return ends


@compiled
def deal_likely(
    board: BoardRecord, view: GameRecord, seat: int, games: Array[GameRecord], key: Word, pool: Words
) -> None:
    """Deal anew what a seat cannot know, a few times; the likeliest deal is left in `games[1]`."""
    best = -1
    for attempt in range(DEALS_COMPARED):
        games[0] = view
        redeal(board, games[0], seat, key + np.uint64(attempt), pool)
        suits = _suits(board, games[0], seat)
        if suits > best:
            best = suits
            games[1] = games[0]


@compiled
def _plan_rivals(board: BoardRecord, game: GameRecord, mind: MindRecord, key: Word, planned: Array[MindRecord]) -> None:
    """The minds with which all candidates' playouts of a deal begin: rivals plan once, a little longer than in the playouts."""
    seat = game.seat
    for other in range(game.players):
        planned[other] = mind
        random.seed(planned[other].generator, key)
        if other != seat:
            planned[other].kept_seat = NONE
            planned[other].weights.tries = RIVAL_TRIES
            game.seat = other
            make_plan(board, game, planned[other])
            planned[other].weights.tries = mind.weights.tries
    game.seat = seat


@compiled
def run_playouts(
    board: BoardRecord,
    view: GameRecord,
    mind: MindRecord,
    candidates: Numbers,
    alive: Numbers,
    values: NDArray[np.float64],
    first: int,
    last: int,
    key: Word,
    games: Array[GameRecord],
    minds: Array[MindRecord],
    planned: Array[MindRecord],
    scores: Array[ScoreRecord],
    work: WorkRecord,
    pool: Words,
    asked: Numbers,
    trace: Trace,
) -> None:
    """The playouts numbered first to last - 1 of every candidate alive, their values into `values`."""
    seat = view.seat
    game = games[0]
    for number in range(first, last):
        deal_likely(board, view, seat, games, key + np.uint64(number) * SPREAD, pool)
        _plan_rivals(board, games[1], mind, key + np.uint64(number), planned)
        for place in range(len(alive)):
            if not alive[place]:
                continue
            games[0] = games[1]
            for other in range(view.players):
                minds[other] = planned[other]
            advance(board, game, candidates[place], trace)
            play_out(board, game, minds, asked, trace)
            score(board, game, scores, work)
            values[place, number] = worth_of(view, scores, seat)


def _room() -> tuple[Any, ...]:
    """What one thread needs to work in."""
    return (
        np.zeros(2, GAME),
        np.zeros(SEATS, MIND),
        np.zeros(SEATS, MIND),
        np.zeros(SEATS, SCORE),
        np.zeros(1, WORK)[0],
        np.zeros(TICKET_WORDS, np.uint64),
        np.zeros(SEATS, np.int64),
        NO_TRACE,
    )


def _surely_best(values: NDArray[np.float64], alive: NDArray[np.int64]) -> int:
    """The candidate that beats the planner's own choice, which is the first, by most; a lead must stand out from chance."""
    best, lead = 0, 0.0
    for place in range(1, len(alive)):
        if alive[place]:
            gain = values[place] - values[0]
            sure = float(gain.mean() - DOUBT * gain.std() / math.sqrt(len(gain)))
            if sure > lead:
                best, lead = place, sure
    return best


def _halve(means: NDArray[np.float64], alive: NDArray[np.int64]) -> None:
    """Leave the better half of the candidates beside the first, and of these only such as are ahead of it."""
    order = sorted((place for place in range(1, len(alive)) if alive[place]), key=lambda place: -means[place])
    half = max(1, len(order) // 2)
    for rank, place in enumerate(order):
        alive[place] = rank < half and means[place] > means[0]


def worth_searching(view: GameRecord) -> bool:
    """Decisions that are searched; payments and colours of pieces follow the planner."""
    return int(view.phase) in (TURN, FIRST_TICKETS, KEEP_TICKETS, BUILD_BED)


class Search:
    """A searching mind: how many playouts (with two players) or seconds a decision may take, and on how many threads."""

    def __init__(
        self, board: BoardRecord, number: int, playouts: int, seconds: float | None = None, threads: int = 1
    ) -> None:
        from railhead.bots.planner import tuned  # no part of the compiled code, so not of what its cache depends on

        self.board, self.mind = board, new_mind(PLANNER, number, tuned.SEARCH)
        self.playouts, self.seconds, self.threads = playouts, seconds, threads
        self.quick = np.zeros(1, MIND)
        self.rooms = [_room() for _ in range(threads)]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.done = 0
        self.spent = 0.0
        self.candidates = np.zeros(MOST_CANDIDATES, np.int64)
        self.means: dict[int, float] = {}

    def _round(
        self,
        view: GameRecord,
        count: int,
        alive: NDArray[np.int64],
        values: NDArray[np.float64],
        first: int,
        last: int,
        key: Word,
    ) -> None:
        """One round of playouts, shared out among the threads by number."""
        cuts = np.linspace(first, last, self.threads + 1).astype(int)
        jobs = [
            (self.board, view, self.quick[0], self.candidates[:count], alive, values, int(low), int(high), key, *room)
            for low, high, room in zip(cuts[:-1], cuts[1:], self.rooms, strict=True)
        ]
        if self.pool is None:
            run_playouts(*jobs[0])
        else:
            list(self.pool.map(lambda job: run_playouts(*job), jobs))
        self.done += int(alive.sum()) * (last - first)

    def __call__(self, view: GameRecord) -> int:
        """The decision that wins most playouts."""
        began = time.perf_counter()
        if not worth_searching(view):
            return int(planner.decide(self.board, view, self.mind))
        count = int(list_candidates(self.board, view, self.mind, self.candidates))
        if count == 1:
            return int(self.candidates[0])
        key = np.uint64(int(random.next_bits(self.mind.generator)) << 32)
        self._prepare()
        alive = np.ones(count, np.int64)
        rounds = max(1, math.ceil(math.log2(count)))
        playouts = max(1, 2 * self.playouts // int(view.players))  # the more players, the longer each takes
        values, means = np.zeros((count, playouts)), np.zeros(count)
        first = 0
        for number in range(rounds):
            share = max(1, playouts // (rounds * int(alive.sum())))
            last = min(first + share, values.shape[1])
            self._round(view, count, alive, values, first, last, key)
            first = last
            means[alive > 0] = values[alive > 0, :first].mean(axis=1)
            if number + 1 < rounds:
                _halve(means, alive)
            if alive.sum() == 1:
                break
            if self.seconds is not None and (time.perf_counter() - began) * (number + 2) / (number + 1) > self.seconds:
                break
        best = _surely_best(values[:, :first], alive)
        self.means = {int(self.candidates[place]): float(means[place]) for place in range(count)}
        self.mind.reason, self.mind.reason_value = WINS_MOST, means[best]
        self.spent += time.perf_counter() - began
        return int(self.candidates[best])

    def _prepare(self) -> None:
        """The mind of the planners in the playouts: quick, and for the seat itself with the plan just made."""
        self.quick[0] = self.mind
        self.quick["quick"] = 1
        self.quick["weights"]["tries"] = QUICK_TRIES
