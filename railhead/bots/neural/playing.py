"""A laid network in NumPy: one decision at a time, most of what it is given being nothing."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.neural.keeping import Weights
from railhead.bots.neural.laying import Tools, lay
from railhead.bots.neural.notice import ROOM, notice_games
from railhead.bots.neural.plan import POINTED, Plan, plan
from railhead.kernel import doors
from railhead.kernel.compiled import compiled
from railhead.kernel.records import CLAIM, GAME

NUMPY = Tools(np.concatenate, lambda part: np.maximum(part, 0), lambda shape: np.zeros(shape, np.float32))


@dataclass(frozen=True)
class Laid:
    """A network for one table."""

    table: Plan
    blocks: int
    layers: Weights  # matrices by columns: what is given to them comes first


@dataclass(frozen=True)
class Opinion:
    """What a network thinks: a logit for every decision, the chance to win of each seat (from the one that looks, clockwise), the margin in points."""

    logits: NDArray[np.float32]
    chances: NDArray[np.float32]
    margin: float


def lay_for(weights: Weights, blocks: int, setting: Setting, players: int) -> Laid:
    """Make the layers for a table."""
    table = plan(setting, players)
    laid = lay(weights, table, {**table.facts, "rival_scale": table.rival_scale}, NUMPY)
    rest = {name: part for name, part in weights.items() if name not in laid}
    layers = {**rest, **laid}
    for name in (
        "logits",
        "point",
        "value",
        *(f"{kind}_{block}" for kind in ("wide", "narrow") for block in range(blocks)),
    ):
        layers[name] = layers[name].T
    return Laid(table, blocks, {name: np.ascontiguousarray(part, np.float32) for name, part in layers.items()})


@compiled
def linear(given: Any, columns: Any, bias: Any) -> Any:
    """A layer: what is given times a matrix, column by column, since most of what is given is nothing.

    One thread does it: a library's threads would wait for each other where several games are played at once.
    """
    found = bias.copy()
    for place in range(len(given)):
        share = given[place]
        if share != 0.0:
            column = columns[place]
            for row in range(len(found)):
                found[row] += share * column[row]
    return found


def _even(given: NDArray[np.float32], scale: NDArray[np.float32], shift: NDArray[np.float32]) -> NDArray[np.float32]:
    spread = np.sqrt(given.var() + np.float32(1e-5))
    found: NDArray[np.float32] = (given - given.mean()) / spread * scale + shift
    return found


def think(laid: Laid, row: NDArray[np.uint8]) -> Opinion:
    """What the network says of a row: `railhead.learn.network.look`, for one."""
    table, layers = laid.table, laid.layers
    given = row.astype(np.float32)
    rivals = [
        np.maximum(
            linear(
                np.concatenate([given[start:stop] for start, stop in runs]), layers["rival"], layers["rival_step"][step]
            ),
            0,
        )
        for step, runs in enumerate(table.rivals)
    ]
    hidden = linear(given, layers["first"], layers["bias"])
    hidden = np.maximum(linear(np.sum(rivals, axis=0, dtype=np.float32), layers["rival_join"], hidden), 0)
    for block in range(laid.blocks):
        even = _even(hidden, layers[f"scale_{block}"], layers[f"shift_{block}"])
        inner = np.maximum(linear(even, layers[f"wide_{block}"], layers[f"wide_bias_{block}"]), 0)
        hidden = linear(inner, layers[f"narrow_{block}"], hidden + layers[f"narrow_bias_{block}"])
    hidden = _even(hidden, layers["last_scale"], layers["last_shift"])
    logits = linear(hidden, layers["logits"], layers["logits_bias"])
    asked = linear(hidden, layers["point"], layers["point_bias"])
    routes = table.counts["routes"]
    for number, start in enumerate((CLAIM, table.first_build)):
        if start:
            for place, (begin, scale) in enumerate(table.pointed):
                logits[start : start + routes] += (
                    asked[number * len(POINTED) + place] * scale * given[begin : begin + routes]
                )
    win, lead = linear(hidden, layers["value"], layers["value_bias"])
    own = 1 / (1 + np.exp(-win))
    others = np.ones(1, np.float32)
    if table.players > 2:
        asked_of = hidden @ layers["rival_chance_hidden"]
        of_rivals = np.array(
            [np.maximum(asked_of + rival @ layers["rival_chance_own"], 0) @ layers["rival_chance"] for rival in rivals]
        )
        others = np.exp(of_rivals - of_rivals.max())
    chances = np.concatenate([[own], (1 - own) * others / others.sum()]).astype(np.float32)
    return Opinion(logits, chances, float(lead) * MARGIN)


MARGIN = 60.0  # points that count as 1 while learning (railhead.learn.rollouts)


class Reader:
    """From a seat's view (a veiled GAME record) to a row."""

    def __init__(self, setting: Setting, table: Plan) -> None:
        self.setting, self.table = setting, table
        self.game, self.room, self.seats = np.zeros(1, GAME), np.zeros(1, ROOM), np.zeros(1, np.int64)
        self.row = np.zeros((1, table.size), np.uint8)

    def __call__(self, view: Any, seat: int | None = None) -> NDArray[np.uint8]:
        """The row of the seat that decides, or of another; to be used before the next is read."""
        self.game[0] = view
        self.seats[0] = self.game["seat"][0] if seat is None else seat
        table, row = self.table, self.row
        doors.observe(self.setting.array, self.game, int(self.seats[0]), row[0, : table.observation])
        notice_games(self.setting.array, self.game, self.seats, row[:, table.observation : table.mask], self.room)
        mask = row[0, table.mask : table.mask + table.decisions].view(np.int8)
        mask[:] = 0
        if self.seats[0] == self.game["seat"][0]:
            doors.legal(self.setting.array, self.game, mask)
        read: NDArray[np.uint8] = row[0]
        return read
