"""Bots: one registry, from a name to a player. Built-in bots are compiled; others may come from packages, or be programs.

A package adds bots through the entry-point group `railhead.bots`: each entry is a function `(setting, number) -> chooser`, and a chooser
is a function from a seat's view (a veiled GAME record) to a decision. A name `cmd:PROGRAM` is a program; see docs/bots.md.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from railhead.boards import Setting
    from railhead.game import Game

Chooser = Callable[[Any], int]
COMPILED = (
    "random",
    "one-step",
    "long-route",
    "path",
    "hungry",
    "planner",
    "gentle",
)  # in the order of railhead.bots.match
LEVELS = {"easy": "gentle", "medium": "path", "hard": "planner", "expert": "search"}
SEARCH_PLAYOUTS = 3000
# Seconds that people wait for a search; where nobody waits it has all its playouts, the same on any machine.
PATIENCE = 1.5


@dataclass(frozen=True)
class Bot:
    """A bot by name; `number` is its place among the compiled ones, or None; `playouts` those of a search."""

    name: str
    number: int | None
    playouts: int = 0
    make: Callable[["Setting", int], Chooser] | None = None


@cache
def _plugins() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group="railhead.bots")}


def _neural(setting: "Setting", number: int) -> Chooser:
    from railhead.bots import neural

    return neural.make(setting, number)


def names() -> list[str]:
    """All bots there are, levels for people included."""
    return [*COMPILED, "search", "neural", *LEVELS, *sorted(_plugins())]


def find(name: str) -> Bot:
    """A bot by name. `search:PLAYOUTS` sets how many playouts a decision gets with two players."""
    base, _, detail = LEVELS.get(name, name).partition(":")
    if base in COMPILED and not detail:
        return Bot(name, COMPILED.index(base))
    if base == "search" and (not detail or (detail.isdigit() and int(detail) > 0)):
        return Bot(name, None, int(detail or SEARCH_PLAYOUTS))
    if name == "neural":
        return Bot(name, None, make=_neural)
    if name in _plugins():
        return Bot(name, None, make=_plugins()[name].load())
    if base == "cmd" and detail:
        return Bot(name, None)
    raise ValueError(f"there is no bot {name!r}; there are: {', '.join(names())}, and cmd:PROGRAM")


def make_chooser(
    bot: "Bot | str", setting: "Setting", number: int = 0, threads: int = 1, seconds: float | None = None
) -> Chooser:
    """A player for one game: a function from a seat's view to a decision. Its lots are drawn from `number`.

    A search stops after some seconds, if they are given: then what it decides depends on the machine."""
    import numpy as np

    from railhead.bots import match, mind, search
    from railhead.kernel.records import GAME

    bot = find(bot) if isinstance(bot, str) else bot
    if bot.make is not None:
        return bot.make(setting, number)
    if bot.name.startswith("cmd:"):
        from railhead.bots.outside import Program

        return Program(bot.name[4:], setting)
    if bot.playouts:
        return search.Search(setting.record, number, bot.playouts, seconds, threads)
    own = mind.new_minds(bot.number or 0, number)
    room = np.zeros(1, GAME)

    def decide(view: Any) -> int:
        room[0] = view
        return int(match.decide_at(setting.array, room, own))

    return decide


def choose(name: str, game: "Game", number: int = 0, threads: int = 1, seconds: float | None = None) -> int:
    """What a bot decides for the seat whose turn it is, seeing that seat's view only."""
    if game.to_move is None:
        raise ValueError("the game is over; there is nothing to decide")
    return make_chooser(name, game.setting, number, threads, seconds)(game.veiled(game.to_move))


__all__ = ["COMPILED", "LEVELS", "PATIENCE", "Bot", "Chooser", "choose", "find", "make_chooser", "names"]
