"""Who will win from here, by a learned network: each seat is asked what it thinks of its own hand, and the answers are weighed.

The network judges a position as the seat on the move sees it. So every seat is asked as if it were its turn; `Weighing` then says
how much a seat's hope counts and how much being on the move is worth, in each phase. Its numbers are fitted to finished games
(`python -m railhead.review.fitting`).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.compiling import compiled
from railhead.bots.neural.notice import ROOM, notice
from railhead.bots.neural.playing import Laid, think_many
from railhead.kernel.declaring import Array, Numbers
from railhead.kernel.observation import observe
from railhead.kernel.records import FIRST_TICKETS, GAME, OVER, TURN, BoardRecord, GameRecord, Trace
from railhead.kernel.trace import NO_TRACE
from railhead.kernel.turns import advance, legal
from railhead.kernel.views import veil

Chances = NDArray[np.float64]
MOST_ROWS = 4096  # read and judged at a time
LONGEST_ROUND = 40  # decisions until a seat's next turn; more than five players can need
DOUBT = 1e-4  # no chance is nearer to 0 or 1 than this before the end


@dataclass(frozen=True)
class Weighing:
    """How hopes become chances: a factor, and for each phase what a seat gets for being first, second … to move."""

    hope: float
    tempo: NDArray[np.float64]  # phases × seats, clockwise from the one that decides


@compiled
def _read_seat(
    board: BoardRecord, view: GameRecord, seat: int, row: Any, observation: int, noticed: int, room: Any
) -> None:
    mask = observation + noticed
    observe(board, view, seat, row[:observation])
    notice(board, view, seat, row[observation:mask], room[0])
    legal(board, view, row[mask : mask + board.decisions])


@compiled
def _read_all(
    board: BoardRecord,
    games: Array[GameRecord],
    rows: Any,
    observation: int,
    noticed: int,
    copy: Array[GameRecord],
    room: Any,
) -> None:
    """A row for every seat of every game, as that seat would see it on its turn."""
    view = copy[0]
    for number in range(len(games)):
        players = int(games[number].players)
        for seat in range(players):
            copy[0] = games[number]
            veil(view, seat)
            if seat != view.seat:
                view.seat = seat
                view.phase = FIRST_TICKETS if view.phase == FIRST_TICKETS else TURN
            _read_seat(board, view, seat, rows[number * players + seat], observation, noticed, room)


@compiled
def _read_movers(
    board: BoardRecord,
    games: Array[GameRecord],
    which: Numbers,
    rows: Any,
    observation: int,
    noticed: int,
    copy: Array[GameRecord],
    room: Any,
) -> None:
    """A row for the seat that decides, in some of the games."""
    view = copy[0]
    for place in range(len(which)):
        copy[0] = games[which[place]]
        veil(view, view.seat)
        _read_seat(board, view, view.seat, rows[place], observation, noticed, room)


@compiled
def _advance(board: BoardRecord, games: Array[GameRecord], which: Numbers, decisions: Numbers, trace: Trace) -> None:
    for place in range(len(which)):
        advance(board, games[which[place]], decisions[place], trace)


def hopes(setting: Setting, laid: Laid, games: Any) -> Chances:
    """What each seat of each game thinks of its own chance."""
    table = laid.table
    players, found = table.players, []
    copy, room = np.zeros(1, GAME), np.zeros(1, ROOM)
    step = max(1, MOST_ROWS // players)
    for first in range(0, len(games), step):
        part = games[first : first + step]
        rows = np.zeros((len(part) * players, table.size), np.uint8)
        _read_all(setting.record, part, rows, table.observation, table.noticed, copy, room)
        found.append(think_many(laid, rows)[1].reshape(len(part), players))
    return np.concatenate(found).astype(np.float64) if found else np.zeros((0, players))


def play_on(setting: Setting, laid: Laid, games: Any, seat: int) -> None:
    """Let the network decide for everybody until the seat's next turn begins, or the game ends."""
    table, copy, room = laid.table, np.zeros(1, GAME), np.zeros(1, ROOM)
    for _ in range(LONGEST_ROUND):
        going = (games["phase"] != OVER) & ((games["phase"] != TURN) | (games["seat"] != seat))
        which = np.flatnonzero(going)
        if not len(which):
            return
        for part in np.array_split(which, -(-len(which) // MOST_ROWS)):
            rows = np.zeros((len(part), table.size), np.uint8)
            _read_movers(setting.record, games, part, rows, table.observation, table.noticed, copy, room)
            logits, _ = think_many(laid, rows)
            mask = rows[:, table.mask : table.mask + table.decisions]
            _advance(setting.record, games, part, np.where(mask == 0, -np.inf, logits).argmax(axis=1), NO_TRACE)


def weigh(weighing: Weighing, hoped: Chances, games: Any) -> Chances:
    """From what each seat hopes to chances that add up to 1; for games that are not over."""
    players = hoped.shape[1]
    sure = np.clip(hoped, DOUBT, 1 - DOUBT)
    steps = (np.arange(players)[None, :] - games["seat"].astype(int)[:, None]) % players
    phases = np.minimum(games["phase"].astype(int), OVER - 1)
    scores = weighing.hope * np.log(sure / (1 - sure)) + weighing.tempo[phases[:, None], steps]
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    found: Chances = shares / shares.sum(axis=1, keepdims=True)
    return found
