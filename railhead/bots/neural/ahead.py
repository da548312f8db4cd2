"""Looking ahead with a network: deal what a seat cannot know, make a decision, and let the network play for all seats until the seat has had some turns more.

There the network says how likely the seat is to win; a game that ends on the way says it itself. Many deals and decisions go side by side,
since a network answers many questions at once far more quickly than one after the other.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.compiling import compiled
from railhead.bots.dealing import suited
from railhead.bots.neural.notice import ROOM, notice
from railhead.bots.neural.plan import POINTED
from railhead.bots.neural.playing import MARGIN, Laid
from railhead.kernel.declaring import Array, Numbers
from railhead.kernel.observation import observe
from railhead.kernel.records import (
    CLAIM,
    NONE,
    OVER,
    SCORE,
    SEATS,
    TURN,
    WORK,
    BoardRecord,
    GameRecord,
    ScoreRecord,
    Trace,
    WorkRecord,
)
from railhead.kernel.scoring import score
from railhead.kernel.trace import NO_TRACE
from railhead.kernel.turns import advance, legal

TURNS = 4  # of its own that a seat plays on where decisions are compared; one alone tells little (docs/measurements/bots.md)
LONG = 200  # steps a turn after which a game counts as it stands

Floats = NDArray[np.float32]


@compiled
def _read(boards: Array[BoardRecord], games: Array[GameRecord], which: Numbers, rows: Any, observed: int, noticed: int, decisions: int, rooms: Any) -> None:  # fmt: skip
    """What the deciding seats of some games see: a row each."""
    board = boards[0]
    for place in range(len(which)):
        game, row = games[which[place]], rows[place]
        observe(board, game, game.seat, row[:observed])
        notice(board, game, game.seat, row[observed : observed + noticed], rooms[0])
        mask = row[observed + noticed : observed + noticed + decisions]
        mask[:] = 0
        legal(board, game, mask)


@compiled
def _step(boards: Array[BoardRecord], games: Array[GameRecord], which: Numbers, decisions: Numbers, trace: Trace) -> None:  # fmt: skip
    """A decision in each of some games; NONE for none."""
    for place in range(len(which)):
        if decisions[place] != NONE:
            advance(boards[0], games[which[place]], decisions[place], trace)


@compiled
def share_win(game: GameRecord, seat: int, scores: Array[ScoreRecord], won: Any) -> int:
    """The shares of the win of all seats in a game that is scored; returns the points that one is ahead of the best other."""
    winners, best = 0, -10_000
    for other in range(game.players):
        winners += scores[other].winner
        if other != seat:
            best = max(best, scores[other].total)
    for other in range(game.players):
        won[other] = scores[other].winner / winners
    return int(scores[seat].total - best)


@compiled
def _count(boards: Array[BoardRecord], games: Array[GameRecord], which: Numbers, seat: int, won: Any, margins: Any, scores: Array[ScoreRecord], works: Array[WorkRecord]) -> None:  # fmt: skip
    """The shares of the win of all seats, and the points that one is ahead of the best other, in games that have ended."""
    for place in range(len(which)):
        game = games[which[place]]
        score(boards[0], game, scores, works[0])
        margins[which[place]] = share_win(game, seat, scores, won[which[place]])


@cache
def _libraries() -> Any:
    from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

    return ThreadpoolController()


def _even(given: Floats, scale: Floats, shift: Floats) -> Floats:
    middle = given - given.mean(1, keepdims=True)
    found: Floats = middle / np.sqrt((middle * middle).mean(1, keepdims=True) + np.float32(1e-5)) * scale + shift
    return found


def think_of_all(laid: Laid, rows: NDArray[np.uint8]) -> tuple[Floats, Floats, Floats]:
    """`playing.think` for many rows at once: logits (illegal decisions out of reach), chances of the seats clockwise from the one that looks, margins."""
    table, layers = laid.table, laid.layers
    given = rows.astype(np.float32)
    # One thread does it: a library's threads would wait for each other where several bots think at once.
    with _libraries().limit(limits=1):
        rivals = [
            np.maximum(
                np.concatenate([given[:, start:stop] for start, stop in runs], 1) @ layers["rival"]
                + layers["rival_step"][step],
                0,
            )
            for step, runs in enumerate(table.rivals)
        ]
        hidden = given @ layers["first"] + layers["bias"]
        hidden = np.maximum(hidden + np.sum(rivals, axis=0, dtype=np.float32) @ layers["rival_join"], 0)
        for block in range(laid.blocks):
            even = _even(hidden, layers[f"scale_{block}"], layers[f"shift_{block}"])
            inner = np.maximum(even @ layers[f"wide_{block}"] + layers[f"wide_bias_{block}"], 0)
            hidden = hidden + inner @ layers[f"narrow_{block}"] + layers[f"narrow_bias_{block}"]
        hidden = _even(hidden, layers["last_scale"], layers["last_shift"])
        logits = hidden @ layers["logits"] + layers["logits_bias"]
        asked = hidden @ layers["point"] + layers["point_bias"]
        values = hidden @ layers["value"] + layers["value_bias"]
        routes = table.counts["routes"]
        for number, start in enumerate((CLAIM, table.first_build)):
            if start:
                for place, (begin, scale) in enumerate(table.pointed):
                    share = asked[:, number * len(POINTED) + place, None] * np.float32(scale)
                    logits[:, start : start + routes] += share * given[:, begin : begin + routes]
        others = np.ones((len(rows), 1), np.float32)
        if table.players > 2:
            asked_of = hidden @ layers["rival_chance_hidden"]
            own_of = [np.maximum(asked_of + rival @ layers["rival_chance_own"], 0) for rival in rivals]
            of_rivals = np.stack([part @ layers["rival_chance"] for part in own_of], 1)
            others = np.exp(of_rivals - of_rivals.max(1, keepdims=True))
    own = 1 / (1 + np.exp(-values[:, :1]))
    chances = np.concatenate([own, (1 - own) * others / others.sum(1, keepdims=True)], 1)
    logits[rows[:, table.mask : table.mask + table.decisions] == 0] = -np.inf
    return logits, chances, values[:, 1] * np.float32(MARGIN)


@dataclass(frozen=True)
class Seen:
    """What looking ahead has seen: decisions × deals, of each seat its chance to win, and the margin of the seat that asks."""

    chances: Floats  # decisions × deals × seats
    margins: Floats  # decisions × deals


class Ahead:
    """A network that looks ahead at one table."""

    def __init__(self, laid: Laid, setting: Setting) -> None:
        self.laid, self.setting = laid, setting
        self.room, self.work, self.scores = np.zeros(1, ROOM), np.zeros(1, WORK), np.zeros(SEATS, SCORE)

    def think(self, games: NDArray[Any], which: NDArray[np.int64]) -> tuple[Floats, Floats, Floats]:
        """What the network says of some games, as their deciding seats see them."""
        table = self.laid.table
        rows = np.zeros((len(which), table.size), np.uint8)
        _read(self.setting.array, games, which, rows, table.observation, table.noticed, table.decisions, self.room)
        return think_of_all(self.laid, rows)

    def __call__(
        self, view: Any, seat: int, decisions: list[int], key: int, first: int, last: int, turns: int = 1
    ) -> Seen:
        """Make each of the decisions (NONE for none) in the deals `first` to `last` - 1 of what the seat cannot know, play on to the seat's
        so manieth turn from there, and look.

        The same deals and the same cards serve every decision: what is found depends on the view, the key and the numbers of the deals alone."""
        boards, players = self.setting.array, self.laid.table.players
        games = np.repeat(suited(self.setting, view, seat, key, first, last), len(decisions))
        _step(boards, games, np.arange(len(games)), np.tile(np.array(decisions, np.int64), last - first), NO_TRACE)
        going = everyone = np.arange(len(games))
        left = np.full(len(games), turns)
        for _ in range(LONG * turns):
            going = going[games["phase"][going] != OVER]
            left[going] -= (games["phase"][going] == TURN) & (games["seat"][going] == seat)
            going = going[left[going] > 0]
            if not len(going):
                break
            _step(boards, games, going, self.think(games, going)[0].argmax(1), NO_TRACE)
        chances, margins = np.zeros((len(games), players), np.float32), np.zeros(len(games), np.float32)
        over = games["phase"] == OVER
        _count(boards, games, everyone[over], seat, chances, margins, self.scores, self.work)
        which = everyone[~over]
        if len(which):
            _, told, margins[which] = self.think(games, which)
            whose = (games["seat"][which][:, None] + np.arange(players)) % players
            chances[which[:, None], whose] = told
        shape = last - first, len(decisions)
        return Seen(chances.reshape(*shape, players).transpose(1, 0, 2), margins.reshape(shape).transpose())
