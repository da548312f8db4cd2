"""`neural`: a network that `railhead.learn` taught, playing in NumPy. And how a network of your own becomes a bot:

    def make(setting, number):
        return chooser(setting, load_policy("runs/usa/weights.npz"))

docs/environments.md shows it at a table, docs/learning.md how the one that ships was taught.
"""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.kernel import doors
from railhead.kernel.compiled import compiled
from railhead.kernel.observation import observation_size
from railhead.kernel.records import GAME

Policy = Callable[[NDArray[np.uint8], NDArray[np.int8]], int]
Weights = dict[str, NDArray[np.float32]]

LEARNED = Path(__file__).with_name("learned")  # GAME-PLAYERS.npz
STEP = ".step"  # the matrix's name with this added names what one step of its whole numbers is worth, row by row
STEPS = 127


def learned(setting: Setting) -> dict[int, Callable[[Any], int]]:
    """What there is for a game: a chooser for each number of players that has been learned."""
    files = {int(file.stem.rpartition("-")[2]): file for file in LEARNED.glob(f"{setting.id}-?.npz")}
    return {players: chooser(setting, partial(_best, file)) for players, file in files.items()}


def _best(file: Path, observation: NDArray[np.uint8], mask: NDArray[np.int8]) -> int:
    """Read the weights when the first decision needs them, not before."""
    return load_policy(file)(observation, mask)


def make(setting: Setting, _number: int) -> Callable[[Any], int]:
    """The bot `neural`, for the games and numbers of players that it has learned."""
    seats = learned(setting)

    def choose(view: Any) -> int:
        if int(view.players) not in seats:
            known = ", ".join(
                sorted(f"{file.stem[:-2]} with {file.stem[-1]} players" for file in LEARNED.glob("*.npz"))
            )
            raise ValueError(
                f"neural has not learned {setting.id} with {int(view.players)} players, only {known}; take planner or search"
            )
        return seats[int(view.players)](view)

    return choose


def chooser(setting: Setting, policy: Policy) -> Callable[[Any], int]:
    """A bot: from a seat's view (a veiled GAME record) to a decision, by way of the observation and the mask."""
    room, decisions = np.zeros(1, GAME), int(setting.record.decisions)
    sizes = {players: int(observation_size(setting.record, players)) for players in range(2, 6)}

    def choose(view: Any) -> int:
        room[0] = view
        observation = np.zeros(sizes[int(room["players"][0])], np.uint8)
        mask = np.zeros(decisions, np.int8)
        doors.observe(setting.array, room, int(room["seat"][0]), observation)
        doors.legal(setting.array, room, mask)
        return int(policy(observation, mask))

    return choose


@cache
def load_policy(file: str | Path) -> Policy:
    """What a learned network thinks best, from the `weights.npz` that `railhead.learn` writes."""
    weights = load(file)
    size = len(weights["first.weight"])

    def best(observation: NDArray[np.uint8], mask: NDArray[np.int8]) -> int:
        if len(observation) != size:
            raise ValueError(
                f"{file} was trained on observations of {size} numbers, and this game's have {len(observation)}: another board, or another number of players"
            )
        logits, _ = forward(weights, observation)
        return int(np.where(mask == 0, -np.inf, logits).argmax())

    return best


def keep(file: Path, weights: Weights) -> None:
    """Write weights; matrices as whole numbers of one byte, each row with a step of its own: a quarter of the size."""
    kept: dict[str, Any] = {}
    for name, part in weights.items():
        kept[name] = part
        if part.ndim == 2:
            step = np.maximum(np.abs(part).max(axis=1, keepdims=True), 1e-12) / STEPS
            kept[name], kept[name + STEP] = np.rint(part / step).astype(np.int8), step
    with file.open("wb") as out:
        np.savez_compressed(out, **kept)


def load(file: str | Path) -> Weights:
    """Read what `keep` has written; matrices by columns, as `linear` wants them."""
    weights: Weights = {}
    with np.load(file) as kept:
        for name in kept.files:
            if not name.endswith(STEP):
                part = kept[name] * kept[name + STEP] if name + STEP in kept.files else kept[name]
                weights[name] = np.ascontiguousarray(part.T, np.float32)
    return weights


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


def forward(weights: Weights, observation: NDArray[np.uint8]) -> tuple[NDArray[np.float32], float]:
    """A logit for every decision and the expected reward: the network of `railhead.learn`."""

    def layer(name: str, given: NDArray[np.float32]) -> NDArray[np.float32]:
        found: NDArray[np.float32] = linear(given, weights[f"{name}.weight"], weights[f"{name}.bias"])
        return found

    def normal(name: str, given: NDArray[np.float32]) -> NDArray[np.float32]:
        spread = np.sqrt(given.var() + np.float32(1e-5))
        found: NDArray[np.float32] = (given - given.mean()) / spread * weights[f"{name}.weight"] + weights[
            f"{name}.bias"
        ]
        return found

    hidden = np.maximum(layer("first", observation * weights["scale"]), 0)
    block = 0
    while f"blocks.{block}.0.weight" in weights:
        inner = np.maximum(layer(f"blocks.{block}.1", normal(f"blocks.{block}.0", hidden)), 0)
        hidden = hidden + layer(f"blocks.{block}.3", inner)
        block += 1
    hidden = normal("last", hidden)
    return layer("policy", hidden), float(layer("value", hidden)[0])
