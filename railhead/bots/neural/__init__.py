"""`neural`: a network that `railhead.learn` taught, playing in NumPy. A network of your own becomes a bot the same way:

    def make(setting, number):
        return chooser(load_network("runs/usa/weights.npz"), setting)

docs/environments.md shows it at a table, docs/learning.md how the one that ships was taught.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.neural import keeping
from railhead.bots.neural.playing import Laid, Opinion, Reader, lay_for, think
from railhead.bots.player import Player
from railhead.kernel import doors
from railhead.kernel.observation import observation_size
from railhead.kernel.records import FIRST_TICKETS, GAME, KEEP_TICKETS, NONE, TAKE_TICKETS

Policy = Callable[[NDArray[np.uint8], NDArray[np.int8]], int]

LEARNED = Path(__file__).with_name("learned")  # a file for each network that ships
STANDS_IN = "planner"  # where nothing was learned
# Tables where a network taught at another one plays better than who would stand in. The chances that it tells there are no good.
CARRIED_OVER = {f"{game}-{players}": f"{game}-4" for game in ("usa", "europe", "france") for players in (3, 5)}
# Tables where a network that played itself came to fear tickets, and wins more with those of another bot (docs/measurements/learning.md).
TICKETS_BY = {"france-2": "planner"}


@dataclass(frozen=True)
class Learned:
    """Weights, the tables (GAME-PLAYERS) they were learned at, and how they were made."""

    weights: keeping.Weights
    tables: frozenset[str]
    about: keeping.About
    laid: dict[str, Laid] = field(default_factory=dict)

    @property
    def fingerprint(self) -> str:
        """A short name for these very weights: what was played or drawn with others is not the same."""
        digest = hashlib.sha256()
        for name in sorted(self.weights):
            digest.update(name.encode() + np.ascontiguousarray(self.weights[name]).tobytes())
        return digest.hexdigest()[:12]

    def at(self, setting: Setting, players: int) -> Laid:
        """The network for a table, whether it was learned there or not; made once for a board that comes with Railhead."""
        name = f"{setting.id}-{players}"
        if name not in self.laid or not setting.built_in:
            self.laid[name] = lay_for(self.weights, int(self.about["blocks"]), setting, players)
        return self.laid[name]


@cache
def load_network(file: "str | Path") -> Learned:
    """Read weights that `railhead.learn` has written (`weights.npz`)."""
    weights, about = keeping.load(file)
    return Learned(weights, frozenset(about["tables"]), about)


@cache
def shipped() -> dict[str, Path]:
    """The tables (GAME-PLAYERS) at which a network that ships was taught, each with its file."""
    return {table: file for file in sorted(LEARNED.glob("*.npz")) for table in keeping.about(file)["tables"]}


def learned_at(setting: Setting, players: int) -> Learned | None:
    """The network that was taught at a table, and whose chances hold there; None where nothing was learned."""
    return _kept_for(setting, f"{setting.id}-{players}")


def playing_at(setting: Setting, players: int) -> Learned | None:
    """The network that decides at a table: the one taught there, or one that plays it well though it never met it."""
    table = f"{setting.id}-{players}"
    return _kept_for(setting, CARRIED_OVER.get(table, table))


def _kept_for(setting: Setting, table: str) -> Learned | None:
    file = shipped().get(table) if setting.built_in else None
    return None if file is None else load_network(file)


def opinion(learned: Learned, setting: Setting, view: Any, seat: int | None = None) -> Opinion:
    """What a network thinks of a position as a seat sees it: decisions, chances to win, margin."""
    laid = learned.at(setting, int(view.players))
    return think(laid, Reader(setting, laid.table)(view, seat))


def adviser_at(setting: Setting, players: int, number: int) -> Player | None:
    """Who chooses the tickets of a network that ships; None where it does so itself."""
    from railhead.bots import sit

    name = TICKETS_BY.get(f"{setting.id}-{players}") if setting.built_in else None
    return None if name is None else sit(name, setting, number)


def advice(adviser: Player | None, view: Any) -> int:
    """The adviser's decision where it is about tickets: which to keep, and whether to take more. NONE where it is not."""
    if adviser is None:
        return NONE
    decision = adviser(view)
    return decision if view.phase in (FIRST_TICKETS, KEEP_TICKETS) or decision == TAKE_TICKETS else NONE


def chooser(learned: Learned, setting: Setting, adviser: Player | None = None) -> Player:
    """A bot: from a seat's view (a veiled GAME record) to the decision that the network thinks best. An adviser has the say about tickets."""
    readers: dict[int, tuple[Laid, Reader]] = {}

    def choose(view: Any) -> int:
        advised = advice(adviser, view)
        if advised != NONE:
            return advised
        players = int(view.players)
        if players not in readers:
            laid = learned.at(setting, players)
            readers[players] = (laid, Reader(setting, laid.table))
        laid, reader = readers[players]
        row, table = reader(view), laid.table
        mask = row[table.mask : table.mask + table.decisions].copy()
        if adviser is not None:
            mask[TAKE_TICKETS] = 0
        return int(np.where(mask == 0, -np.inf, think(laid, row).logits).argmax())

    return choose


def make(setting: Setting, number: int) -> Player:
    """The bot `neural`; at tables where none was taught, the planner decides. Weights are read when the first decision needs them."""
    from railhead.bots import sit

    seated: list[Player] = []

    def choose(view: Any) -> int:
        if not seated:
            players = int(view.players)
            learned, adviser = playing_at(setting, players), adviser_at(setting, players, number)
            seated.append(sit(STANDS_IN, setting, number) if learned is None else chooser(learned, setting, adviser))
        return seated[0](view)

    return choose


def policy_chooser(setting: Setting, policy: Policy) -> Player:
    """A bot from any function of an observation and a mask to a decision: a policy that another library has learned."""
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
