"""A trained agent at the table: a function from observation and mask to a decision becomes a bot, and learned weights play without PyTorch.

`railhead.learn` writes `weights.npz`; a package of your own makes a bot of it for the arena (docs/environments.md):

    def make(setting, number):
        return chooser(setting, load_policy("runs/usa/weights.npz"))
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.board import Setting
from railhead.envs import batch
from railhead.kernel import doors
from railhead.kernel.layout import GAME
from railhead.kernel.observation import observation_size

Policy = Callable[[NDArray[np.uint8], NDArray[np.int8]], int]
Weights = dict[str, NDArray[np.float32]]


def chooser(setting: Setting, policy: Policy) -> Callable[[Any], int]:
    """A bot: from a seat's view (a veiled GAME record) to a decision, by way of the observation and the mask."""
    room, decisions = np.zeros(1, GAME), int(setting.record.decisions)
    sizes = {players: int(observation_size(setting.record, players)) for players in range(2, 6)}

    def choose(view: Any) -> int:
        room[0] = view
        observation = np.zeros(sizes[int(room["players"][0])], np.uint8)
        mask = np.zeros(decisions, np.int8)
        batch.observe_game(setting.array, room, int(room["seat"][0]), observation)
        doors.legal(setting.array, room, mask)
        return int(policy(observation, mask))

    return choose


@cache
def load_policy(file: str | Path) -> Policy:
    """What a learned network thinks best, from the `weights.npz` that `railhead.learn` writes."""
    with np.load(file) as kept:
        weights: Weights = {name: kept[name].astype(np.float32) for name in kept.files}
    size = weights["first.weight"].shape[1]

    def best(observation: NDArray[np.uint8], mask: NDArray[np.int8]) -> int:
        if len(observation) != size:
            raise ValueError(
                f"{file} was trained on observations of {size} numbers, and this game's have {len(observation)}: another board, or another number of players"
            )
        logits, _ = forward(weights, observation)
        return int(np.where(mask == 0, -np.inf, logits).argmax())

    return best


def forward(weights: Weights, observations: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A logit for every decision and the expected reward: the network of `railhead.learn`, in NumPy."""

    def linear(name: str, given: NDArray[np.float32]) -> NDArray[np.float32]:
        found: NDArray[np.float32] = given @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]
        return found

    def normal(name: str, given: NDArray[np.float32]) -> NDArray[np.float32]:
        spread = np.sqrt(given.var(-1, keepdims=True) + 1e-5)
        found: NDArray[np.float32] = (given - given.mean(-1, keepdims=True)) / spread * weights[f"{name}.weight"]
        return found + weights[f"{name}.bias"]

    hidden = np.maximum(linear("first", observations * weights["scale"]), 0)
    block = 0
    while f"blocks.{block}.0.weight" in weights:
        inner = np.maximum(linear(f"blocks.{block}.1", normal(f"blocks.{block}.0", hidden)), 0)
        hidden = hidden + linear(f"blocks.{block}.3", inner)
        block += 1
    hidden = normal("last", hidden)
    return linear("policy", hidden), linear("value", hidden)[..., 0]
