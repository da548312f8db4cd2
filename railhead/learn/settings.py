"""What a run is: read from a file (TOML or JSON), every word checked."""

import dataclasses
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from railhead.bots import COMPILED
from railhead.kernel.records import SEATS


@dataclass(frozen=True)
class Seating:
    """A table that is played: a game, how many play it, how many games side by side, and its share of the iterations."""

    game: str = "usa"
    players: int = 2
    games: int = 32_768
    share: int = 1


@dataclass(frozen=True)
class NetworkSettings:
    """How large the network is."""

    width: int = 768
    inner: int = 512
    blocks: int = 2
    rival: int = 128


@dataclass(frozen=True)
class Imitation:
    """Deciding as a bot does, before self-play: `millions` of its decisions at each table, each seen `epochs` times."""

    bot: str = "planner"
    millions: float = 16.0
    games: int = 16_384
    steps: int = 256
    epochs: int = 3
    batch: int = 65_536
    rate: tuple[float, float] = (1e-3, 2e-4)


@dataclass(frozen=True)
class SelfPlay:
    """PPO. Pairs are values at the beginning and at the end of the run."""

    minutes: float = 16.0  # over which all falls; a run may come in pieces; 0 for lessons alone
    steps: int = 128  # between two updates: nearly a whole game
    batch: int = 65_536
    epochs: int = 1
    rate: tuple[float, float] = (4e-4, 2e-5)
    entropy: tuple[float, float] = (0.006, 0.0008)
    win: tuple[float, float] = (0.6, 0.75)  # how much of the reward is winning; the rest is the margin
    trace: float = 0.97
    clip: float = 0.2
    past: float = 0.15  # share of games against old selves
    selves: int = 16  # that are kept
    every: int = 10  # iterations between two of them
    company: tuple[str, ...] = ()  # files of weights that are met as well, for ever
    met: float = 0.15  # share of games against each of these
    surer: float = 1.6  # than by its own lot company decides: a bot that it imitates does not decide by lot
    tickets: str = ""  # a file of weights that takes and chooses everybody's tickets: that is imitated, all else goes on by self-play


@dataclass(frozen=True)
class Evaluation:
    """Games against bots and old selves, beside the learning, in a process of its own."""

    seconds: float = 40.0  # between two
    rivals: tuple[str, ...] = ("planner",)
    last_rivals: tuple[str, ...] = ("path", "hungry", "long-route")  # at the end as well
    deals: int = 500  # each played from every seat


@dataclass(frozen=True)
class Settings:
    """A run."""

    seed: int = 1
    begin: str = ""  # a file of weights that a new run begins with
    device: str = "auto"
    compile: bool = True  # by PyTorch, on a GPU
    threads: int = 1  # of the processor, for lessons and evaluations, and for all where there is no GPU
    tables: tuple[Seating, ...] = (Seating(),)
    network: NetworkSettings = field(default_factory=NetworkSettings)
    imitation: Imitation = field(default_factory=Imitation)
    self_play: SelfPlay = field(default_factory=SelfPlay)
    evaluation: Evaluation = field(default_factory=Evaluation)


def _value(where: str, kind: Any, given: Any) -> Any:
    """A value of the kind that is wanted, or a clear error."""
    if dataclasses.is_dataclass(kind):
        return _record(where, kind, given)
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        if not isinstance(given, list | tuple) or (inner[-1] is not Ellipsis and len(given) != len(inner)):
            raise ValueError(
                f"{where} must be a list of {'some' if inner[-1] is Ellipsis else len(inner)}, not {given!r}"
            )
        return tuple(_value(f"{where}[{place}]", inner[0], one) for place, one in enumerate(given))
    if kind is float and isinstance(given, int) and not isinstance(given, bool):
        return float(given)
    if isinstance(kind, UnionType) or not isinstance(given, kind) or (kind is int and isinstance(given, bool)):
        raise ValueError(f"{where} is {given!r}; it must be of the kind {getattr(kind, '__name__', kind)}")
    return given


def _record(where: str, kind: Any, given: Any) -> Any:
    if not isinstance(given, dict):
        raise ValueError(f"{where} must be a group of settings, not {given!r}")
    kinds = get_type_hints(kind)
    unknown = sorted(set(given) - set(kinds))
    if unknown:
        raise ValueError(f"{where} has no setting {', '.join(unknown)}; there are {', '.join(kinds)}")
    return kind(**{name: _value(f"{where}.{name}", kinds[name], value) for name, value in given.items()})


def from_words(words: Mapping[str, object]) -> Settings:
    """Settings from plain values; what is not said stays as it is by default."""
    found: Settings = _record("settings", Settings, words)
    names = [(table.game, table.players) for table in found.tables]
    if not names or len(set(names)) != len(names):
        raise ValueError("settings.tables must name at least one table, and none of them twice")
    for game, players in names:
        if not 2 <= players <= SEATS:
            raise ValueError(f"{game} cannot be played by {players}: there are 2 to {SEATS} players (C2)")
    if found.self_play.past and not found.self_play.selves:
        raise ValueError("settings.self_play: games against the past need old selves (selves)")
    against = found.self_play.past + found.self_play.met * len(found.self_play.company)
    if against > 1:
        raise ValueError(f"settings.self_play: past and company have {against:g} of the games; there is but 1")
    for file in (*found.self_play.company, found.self_play.tickets, found.begin):
        if file and not Path(file).is_file():
            raise ValueError(f"settings name a file of weights that is not there: {file}")
    for bot in (found.imitation.bot, *found.evaluation.rivals, *found.evaluation.last_rivals):
        if bot not in COMPILED:
            raise ValueError(f"{bot!r} cannot be learned from or evaluated against; there are {', '.join(COMPILED)}")
    return found


def read(file: Path) -> Settings:
    """Settings from a TOML or JSON file."""
    text = file.read_text(encoding="utf-8")
    return from_words(json.loads(text) if file.suffix == ".json" else tomllib.loads(text))


def as_words(settings: Settings) -> dict[str, Any]:
    """Plain values again."""
    return dataclasses.asdict(settings)
