"""Games of the arena: one deal at a table, played in every seating. The same numbers make the same games, wherever they run."""

import hashlib
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from railhead.arena.tables import seatings
from railhead.boards import Setting
from railhead.bots import Bot, find, make_chooser
from railhead.bots.match import TALLY, begin, play_game
from railhead.bots.mind import MIND, new_mind
from railhead.game.game import NO_TRACES
from railhead.kernel import doors, scoring
from railhead.kernel.records import GAME, OVER, SCORE, SEATS, TURN, WORK
from railhead.kernel.trace import NO_TRACE

FIELDS = (
    "deal", "table", "seating", "seat", "bot", "win", "total", "best", "turns", "decisions", "microseconds",
    "kept", "completed", "forfeits", "routes", "longest",
)  # fmt: skip
Row = tuple[Any, ...]  # one seat of one game, in the order of FIELDS


@dataclass(frozen=True)
class Job:
    """One deal at one table."""

    deal: int
    table: int
    bots: tuple[str, ...]
    seed: int
    timed: bool  # play decision by decision with a clock, though the bots are compiled


def game_number(seed: int, deal: int) -> Any:
    """The number a deal is made from."""
    return np.uint64(((seed & 0xFFFFFFFF) << 32 | deal) & 0xFFFFFFFFFFFFFFFF)


def mind_number(seed: int, deal: int, seating: int, seat: int) -> int:
    """The number a bot's own lots are drawn from."""
    text = f"{seed}/{deal}/{seating}/{seat}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def play_job(setting: Setting, job: Job) -> list[Row]:
    """All seatings of a deal."""
    rows: list[Row] = []
    for number, names in enumerate(seatings(job.bots)):
        bots = [find(name) for name in names]
        if all(bot.number is not None for bot in bots) and not job.timed:
            rows += _play_compiled(setting, job, number, bots)
        else:
            rows += _play_step_by_step(setting, job, number, bots)
    return rows


def _rows(
    job: Job, seating: int, bots: list[Bot], game: Any, scores: Any, tally: Any, clocks: Any, forfeits: Any
) -> list[Row]:
    players = len(bots)
    winners = int(scores["winner"][:players].sum())
    best = int(scores["total"][:players].max())
    return [
        (
            job.deal, job.table, seating, seat, bots[seat].name,
            float(scores[seat]["winner"]) / winners, int(scores[seat]["total"]), best,
            int(tally[seat]["turns"]), int(tally[seat]["decisions"]), clocks[seat],
            int(game.ticket_count[seat]), int(scores[seat]["completed_count"]), forfeits[seat],
            int(scores[seat]["routes"]), int(scores[seat]["longest"]),
        )
        for seat in range(players)
    ]  # fmt: skip


def _play_compiled(setting: Setting, job: Job, seating: int, bots: list[Bot]) -> list[Row]:
    """A game between compiled bots, in one call."""
    pair, minds, tally, scores = (
        np.zeros(2, GAME),
        np.zeros(SEATS, MIND),
        np.zeros(SEATS, TALLY),
        np.zeros(SEATS, SCORE),
    )
    for seat, bot in enumerate(bots):
        minds[seat] = new_mind(bot.number or 0, mind_number(job.seed, job.deal, seating, seat))
    begin(setting.record, pair[0], len(bots), game_number(job.seed, job.deal), NO_TRACE)
    if not play_game(setting.record, pair, minds, tally, scores, np.zeros(1, WORK)[0], NO_TRACE):
        raise RuntimeError(
            f"{bots[int(pair[0].seat)].name} decided against the rules: deal {job.deal} of seed {job.seed}"
        )
    return _rows(job, seating, bots, pair[0], scores, tally, [None] * len(bots), [0] * len(bots))


def _play_step_by_step(setting: Setting, job: Job, seating: int, bots: list[Bot]) -> list[Row]:
    """A game decision by decision: for bots that are not compiled, and to time those that are."""
    board, tally, scores = setting.record, np.zeros(SEATS, TALLY), np.zeros(SEATS, SCORE)
    games, view = np.zeros(1, GAME), np.zeros(1, GAME)
    game = games[0]
    begin(board, game, len(bots), game_number(job.seed, job.deal), NO_TRACE)
    choosers = [
        make_chooser(bot, setting, mind_number(job.seed, job.deal, seating, seat)) for seat, bot in enumerate(bots)
    ]
    clocks, forfeits = [0.0] * len(bots), [0] * len(bots)
    doors.copy(games, view)
    doors.veil(view, 0)
    for bot in bots:  # so that no clock measures the loading of compiled code
        if bot.number is not None:
            make_chooser(bot, setting)(view[0])
    # A compiled bot's time is the processor's, so that a busy machine does not count; others may wait for programs or threads.
    tick = [time.perf_counter if bot.number is None else time.thread_time for bot in bots]
    try:
        while game.phase != OVER:
            seat = int(game.seat)
            doors.copy(games, view)
            doors.veil(view, seat)
            began = tick[seat]()
            decision = choosers[seat](view[0])
            clocks[seat] += (tick[seat]() - began) * 1e6
            tally[seat]["decisions"] += 1
            tally[seat]["turns"] += int(game.phase) == TURN
            if not doors.apply(setting.array, games, decision, NO_TRACES):
                forfeits[seat] += 1
                doors.apply(setting.array, games, default_decision(setting, games), NO_TRACES)
    finally:
        for seat, chooser in enumerate(choosers):
            close = getattr(chooser, "close", None)
            if close is not None:
                forfeits[seat] += int(close())
    scoring.score(board, game, scores, np.zeros(1, WORK)[0])
    return _rows(job, seating, bots, game, scores, tally, clocks, forfeits)


def default_decision(setting: Setting, games: Any) -> int:
    """What is played for a bot that forfeits a move: the first legal decision."""
    mask = np.zeros(int(setting.record.decisions), np.uint8)
    doors.legal(setting.array, games, mask)
    return int(np.flatnonzero(mask)[0])
