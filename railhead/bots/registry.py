"""The one registry of bots: from a name to a player.

Built-in bots are compiled; others may come from packages, or be programs. A package adds bots through the entry-point group
`railhead.bots`: each entry is a function `(setting, number) -> player`, and a player is a function from a seat's view (a veiled GAME
record) to a decision. A name `cmd:PROGRAM` is a program; see docs/programs.md. Any of them may be given a label: `mine=cmd:./bot`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from railhead.bots.numbers import COMPILED
from railhead.words import LEVELS as LEVEL_NAMES
from railhead.words import Level

if TYPE_CHECKING:
    from railhead.boards import Setting
    from railhead.bots.player import Player
    from railhead.game import Game
    from railhead.programs.protocol import Clock

LEVELS: dict[Level, str] = dict(
    zip(LEVEL_NAMES, ("playful", "gentle", "path", "steady", "planner", "neural", "ahead"), strict=True)
)
SEARCH_PLAYOUTS = 3000
MOST_TRIES = 1000  # of a planner
# Seconds that people wait for a search; where nobody waits it has all its playouts, the same on any machine.
PATIENCE = 1.5


@dataclass(frozen=True)
class Bot:
    """A bot by name. One of four: compiled (`number` is its place among these), a search of so many playouts, a program
    (`command`), or made by a function; one that is `patient` is told how long people wait."""

    name: str
    number: int | None = None
    playouts: int = 0
    command: str = ""
    make: "Callable[..., Player] | None" = None
    patient: bool = False


@cache
def _plugins() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="railhead.bots")}


def _neural(setting: "Setting", number: int) -> "Player":
    from railhead.bots import neural

    return neural.make(setting, number)


def _ahead(setting: "Setting", number: int, seconds: float | None = None) -> "Player":
    from railhead.bots.neural import thinking

    return thinking.make(setting, number, seconds)


def _planner(tries: int, setting: "Setting", number: int) -> "Player":
    from railhead.bots.planner.tuned import PLANNER
    from railhead.bots.player import CompiledPlayer

    return CompiledPlayer(setting, COMPILED.index("planner"), number, replace(PLANNER, tries=float(tries)))


def names() -> list[str]:
    """All bots there are, levels for people included."""
    return [*COMPILED, "search", "neural", "ahead", *LEVELS, *sorted(_plugins())]


def _labelled(name: str) -> tuple[str, str]:
    """What somebody calls a bot, and its name: `mine=cmd:./bot`."""
    found = re.fullmatch(r"([^=:]{1,40})=(.+)", name, re.DOTALL)
    return (found[1].strip(), found[2]) if found else (name, name)


def label_of(name: str) -> str:
    """What a bot is called where it is told of."""
    return _labelled(name)[0]


def find(name: str) -> Bot:
    """A bot by name. `search:PLAYOUTS` sets how many playouts a decision gets with two players, `planner:TRIES` how many networks
    a planner compares: few are nearly as good, and quick."""
    name = _labelled(name)[1]
    base, _, detail = next((bot for level, bot in LEVELS.items() if level == name), name).partition(":")
    if base in COMPILED and not detail:
        return Bot(name, number=COMPILED.index(base))
    if base == "planner" and detail.isdigit() and 0 < int(detail) <= MOST_TRIES:
        return Bot(name, make=partial(_planner, int(detail)))
    if base == "search" and (not detail or (detail.isdigit() and int(detail) > 0)):
        return Bot(name, playouts=int(detail or SEARCH_PLAYOUTS))
    if base == "neural" and not detail:
        return Bot(name, make=_neural)
    if base == "ahead" and not detail:
        return Bot(name, make=_ahead, patient=True)
    if name in _plugins():
        return Bot(name, make=_plugins()[name].load())
    if base == "cmd" and detail:
        return Bot(name, command=detail)
    raise ValueError(f"there is no bot {name!r}; there are: {', '.join(names())}, and cmd:PROGRAM")


def find_compiled(name: str) -> int:
    """The number of a bot that plays inside compiled code, by its name or level; others are refused."""
    number = find(name).number
    if number is None:
        able = [*COMPILED, *(level for level, bot in LEVELS.items() if bot in COMPILED)]
        raise ValueError(f"{name} cannot play inside compiled code; those that can are {', '.join(able)}")
    return number


def sit(
    name: "str | Bot",
    setting: "Setting",
    number: int = 0,
    threads: int = 1,
    seconds: float | None = None,
    clock: "Clock | None" = None,
) -> "Player":
    """A player for one seat of one game: a function from the seat's view to a decision. Its lots are drawn from `number`.

    It remembers its plans between its turns, so ask the same one to the end of the game, and another one in the next. A search stops after
    some seconds, if they are given: then what it decides depends on the machine. A program thinks by the clock.
    """
    from railhead.bots.player import CompiledPlayer
    from railhead.bots.search import Search

    bot = find(name) if isinstance(name, str) else name
    if bot.make is not None:
        return bot.make(setting, number, seconds) if bot.patient else bot.make(setting, number)
    if bot.command:
        from railhead.programs.program import Program

        return Program(bot.command, setting, number, clock)
    if bot.number is None:
        return Search(setting.record, number, bot.playouts, seconds, threads)
    return CompiledPlayer(setting, bot.number, number)


def choose(name: str, game: "Game", number: int = 0, threads: int = 1, seconds: float | None = None) -> int:
    """One decision for the seat whose turn it is, by somebody who sees that seat's view and remembers nothing. Lots depend on the
    position and on `number`. For whole games, `sit` a player down for each seat."""
    from railhead.bots.player import leave, lots

    if game.to_move is None:
        raise ValueError("the game is over; there is nothing to decide")
    view = game.veiled(game.to_move)
    player = sit(name, game.setting, lots(view, number), threads, seconds)
    try:
        return player(view)
    finally:
        leave(player)
