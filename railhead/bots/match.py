"""The one loop that plays a game between bots to its end: compiled bots inside compiled code, the others asked in between."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.deciding import COURSE, CourseRecord, begin, make, play_on
from railhead.bots.mind import MIND, new_minds
from railhead.bots.numbers import RANDOM
from railhead.bots.player import CompiledPlayer, Farewell, Fault, Player, leave
from railhead.game import Game
from railhead.game.events import read_events
from railhead.kernel import doors
from railhead.kernel.records import FIRST_TICKETS, GAME, OVER, SCORE, SEATS, TRACE, WORK, GameRecord
from railhead.kernel.scoring import is_better
from railhead.kernel.trace import new_trace
from railhead.words import Scores

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
    overhead: list[
        float | None
    ]  # microseconds of our processor that asking took, where they can be told from the player's own
    forfeits: list[int]  # how many were not legal, or did not come: others were made in their place
    faults: list[list[Fault]]  # and why

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
    table = Listeners(setting, pair[:1], players)
    begin(boards, pair, len(players), np.uint64(seed), table.traces)
    minds = _minds(players, seed)
    is_compiled = [isinstance(player, CompiledPlayer) for player in players]
    inside = np.array([compiled and not timed for compiled in is_compiled], np.int64)
    clocks = [None if inside[seat] else 0.0 for seat in range(len(players))]
    asking = [0.0 for _ in players]
    faults: list[list[Fault]] = [[] for _ in players]
    # A compiled bot's time is the processor's, so that a busy machine does not count; others may wait for programs or threads.
    tick = [time.thread_time if compiled else time.perf_counter for compiled in is_compiled]
    if timed:  # no clock is to measure the loading of compiled code
        doors.copy(pair, pair[1:])
        doors.veil(pair[1:], 0)
        for player in players:
            if isinstance(player, CompiledPlayer):
                CompiledPlayer(setting, player.bot, 0)(pair[1])
    result = None
    farewells: list[Farewell] = []
    try:
        while True:
            if not play_on(boards, pair, minds, inside, courses, table.traces):
                raise RuntimeError(f"seat {int(game.seat)} breaks the rules or never ends the game of seed {seed}")
            table.tell()
            if game.phase == OVER:
                break
            seat = int(game.seat)
            began, worked = tick[seat](), time.thread_time()
            decision = players[seat](pair[1])
            clocks[seat] = (clocks[seat] or 0.0) + (tick[seat]() - began) * 1e6
            asking[seat] += (time.thread_time() - worked) * 1e6
            if not make(boards, pair, decision, courses, table.traces):
                faults[seat].append(Fault("lie", f"its decision {decision} is not legal"))
                make(boards, pair, first_legal(setting, pair), courses, table.traces)
        scores = np.zeros(SEATS, SCORE)
        doors.score(boards, pair, scores, np.zeros(1, WORK))
        strike_out(scores[: len(players)], [getattr(player, "lost", False) for player in players])
        result = table.result(scores)
    finally:
        farewells += [leave(player, result) for player in players]
    return _match(setting, seed, game, scores[: len(players)], courses[0], clocks, asking, faults, farewells)


def strike_out(scores: NDArray[Any], lost: Sequence[bool]) -> None:
    """Whoever has lost the game by what it forfeited has not won it, however many points it has; the best of the others has (C25)."""
    if not any(lost) or all(lost):
        return
    longest = max(1, int(scores["longest"].max()))
    staying = [one for one, out in zip(scores, lost, strict=True) if not out]
    scores["winner"] = [
        not out and not any(is_better(other, one, longest) for other in staying)
        for one, out in zip(scores, lost, strict=True)
    ]


class Listeners:
    """Those of the players who want to hear what happens, and the trace that tells it; where nobody does, nothing is traced."""

    def __init__(self, setting: Setting, games: NDArray[Any], players: Sequence[Player]) -> None:
        self.hear = {seat: player.hear for seat, player in enumerate(players) if hasattr(player, "hear")}
        self.traces: Any = new_trace() if self.hear else NO_TRACES
        self.setting, self.games = setting, games
        self.game = Game.of_record(setting, games, [f"player {seat + 1}" for seat in range(len(players))])

    def tell(self) -> None:
        """Tell them what happened since the last time."""
        if self.hear and self.traces[0]["used"]:
            events = read_events(self.setting, self.game, self.traces[0])
            self.traces["used"] = 0
            for seat, hear in self.hear.items():
                hear(seat, events, bool(self.games[0]["phase"] == FIRST_TICKETS))

    def result(self, scores: NDArray[Any]) -> Scores | None:
        """How the game ended, for those who want to know."""
        winners = [int(seat) for seat in np.flatnonzero(scores["winner"])]
        return msgspec.structs.replace(self.game.score(), winners=winners) if self.hear else None


def _match(
    setting: Setting,
    seed: int,
    game: GameRecord,
    scores: NDArray[Any],
    course: CourseRecord,
    clocks: list[float | None],
    asking: list[float],
    faults: list[list[Fault]],
    farewells: list[Farewell],
) -> Match:
    """What is told of a game; `course` is what the loop noted on the way."""
    decisions, seats = course.decision[: course.made].tolist(), slice(len(scores))
    own = [farewell.thinking for farewell in farewells]
    return Match(
        setting, seed, game, scores, decisions,
        turns=course.turns[seats].tolist(),
        decided=course.decisions[seats].tolist(),
        microseconds=[whole if part is None else part for whole, part in zip(clocks, own, strict=True)],
        overhead=[None if part is None else ours for ours, part in zip(asking, own, strict=True)],
        forfeits=[len(some) + farewell.forfeits for some, farewell in zip(faults, farewells, strict=True)],
        faults=[[*some, *farewell.faults] for some, farewell in zip(faults, farewells, strict=True)],
    )  # fmt: skip


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
