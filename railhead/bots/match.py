"""The one loop that plays a game between bots to its end: compiled bots inside compiled code, the others asked in between."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.deciding import COURSE, CourseRecord, begin, make, play_on
from railhead.bots.mind import MIND, new_minds
from railhead.bots.numbers import RANDOM
from railhead.bots.player import CompiledPlayer, Player, leave
from railhead.game import Game
from railhead.kernel import doors
from railhead.kernel.records import GAME, OVER, SCORE, SEATS, TRACE, WORK, GameRecord

NO_TRACES = np.zeros(1, TRACE)  # switched off


@dataclass(frozen=True)
class Match:
    """A game that was played to its end; lists have an entry for each seat."""

    setting: Setting
    seed: int
    game: GameRecord  # as it ended
    scores: NDArray[Any]  # SCORE records
    decisions: list[int]  # all of them, in order
    turns: list[int]
    decided: list[int]  # how many decisions a seat made
    microseconds: list[float | None]  # that they took, where a clock was running
    forfeits: list[int]  # how many were not legal: others were made in their place

    @property
    def wins(self) -> list[float]:
        """The shares of the win: 1, or less where several have won (C25)."""
        winners = [float(won) for won in self.scores["winner"]]
        return [won / sum(winners) for won in winners]

    def replayed(self, names: Sequence[str]) -> Game:
        """The same game with all its words, for logs and stories."""
        game = Game(self.setting, list(names), self.seed)
        for decision in self.decisions:
            game.apply(decision)
        return game


def play(setting: Setting, players: Sequence[Player], seed: int, timed: bool = False) -> Match:
    """Play the game of a seed to its end; players leave it. `timed` asks compiled bots with a clock, too: the same game, slower."""
    boards, pair, courses = setting.array, np.zeros(2, GAME), np.zeros(1, COURSE)
    game: GameRecord = pair[0]
    begin(boards, pair, len(players), np.uint64(seed), NO_TRACES)
    minds = _minds(players, seed)
    is_compiled = [isinstance(player, CompiledPlayer) for player in players]
    inside = np.array([compiled and not timed for compiled in is_compiled], np.int64)
    clocks = [None if inside[seat] else 0.0 for seat in range(len(players))]
    forfeits = [0] * len(players)
    # A compiled bot's time is the processor's, so that a busy machine does not count; others may wait for programs or threads.
    tick = [time.thread_time if compiled else time.perf_counter for compiled in is_compiled]
    if timed:  # no clock is to measure the loading of compiled code
        doors.copy(pair, pair[1:])
        doors.veil(pair[1:], 0)
        for player in players:
            if isinstance(player, CompiledPlayer):
                CompiledPlayer(setting, player.bot, 0)(pair[1])
    try:
        while True:
            if not play_on(boards, pair, minds, inside, courses, NO_TRACES):
                raise RuntimeError(f"seat {int(game.seat)} breaks the rules or never ends the game of seed {seed}")
            if game.phase == OVER:
                break
            seat = int(game.seat)
            began = tick[seat]()
            decision = players[seat](pair[1])
            clocks[seat] = (clocks[seat] or 0.0) + (tick[seat]() - began) * 1e6
            if not make(boards, pair, decision, courses, NO_TRACES):
                forfeits[seat] += 1
                make(boards, pair, first_legal(setting, pair), courses, NO_TRACES)
    finally:
        for seat, player in enumerate(players):
            forfeits[seat] += leave(player)
    scores = np.zeros(SEATS, SCORE)
    doors.score(boards, pair, scores, np.zeros(1, WORK))
    return _match(setting, seed, game, scores[: len(players)], courses[0], clocks, forfeits)


def _match(
    setting: Setting,
    seed: int,
    game: GameRecord,
    scores: NDArray[Any],
    course: CourseRecord,
    clocks: list[float | None],
    forfeits: list[int],
) -> Match:
    """What is told of a game; `course` is what the loop noted on the way."""
    decisions, seats = course.decision[: course.made].tolist(), slice(len(scores))
    turns, decided = course.turns[seats].tolist(), course.decisions[seats].tolist()
    return Match(setting, seed, game, scores, decisions, turns, decided, clocks, forfeits)


def _minds(players: Sequence[Player], seed: int) -> NDArray[Any]:
    """The minds of compiled players, who think on in this array; for the others lots, should the game never end."""
    minds = np.zeros(SEATS, MIND)
    for seat, player in enumerate(players):
        if isinstance(player, CompiledPlayer):
            minds[seat] = player.minds[0]
            player.minds = minds[seat : seat + 1]
        else:
            minds[seat] = new_minds(RANDOM, seed ^ seat)[0]
    return minds


def first_legal(setting: Setting, games: NDArray[Any]) -> int:
    """What is played for a bot that forfeits a move: the first legal decision."""
    mask = np.zeros(int(setting.record.decisions), np.uint8)
    doors.legal(setting.array, games, mask)
    return int(np.flatnonzero(mask)[0])
