"""What a lesson is, and where it lies."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from railhead.game import Game
from railhead.words import Colour, Handful, Kind, Level

LESSONS = ("first", "cards", "claiming", "tickets", "count", "europe", "france")  # as they are offered
LEARNER = 0  # the seat of whoever learns; rivals have the others
DATA = Path(__file__).parent / "data"


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of `Game.position`, as they are written there."""

    hands: dict[int, Handful] = {}
    row: list[Kind | None] = []
    deck: Handful | None = None
    routes: dict[int, list[str]] = {}
    stations: dict[int, list[str]] = {}
    tickets: dict[int, list[str]] = {}
    built: dict[str, Colour] = {}
    trains: dict[int, int] = {}
    seed: int = 0


class Wrong(Struct, frozen=True, forbid_unknown_fields=True):
    """What is said when another move is tried; without `when`, of any other."""

    say: str
    when: list[str] = []


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One move of the learner: what is told before it, which moves count, what is said of others.

    A move is written as in a record, as far as it matters: `claim denver-omaha` however it is paid, `take` any card of the row.
    """

    say: list[str]
    ask: list[str]
    wrong: list[Wrong] = []
    mark: list[str] = []  # routes, cities and tickets to be shown beside what is asked


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson. After its steps the game goes on freely; `free` ones are over only when the game is."""

    game: str
    players: int
    minutes: int
    steps: list[Step]
    end: str  # said after the last step
    position: Position | None = None
    seed: int | None = None  # of a deal, where there is no position
    rivals: dict[
        int, list[str]
    ] = {}  # their moves, one after the other; then, or where one is not possible, they play freely
    level: Level = "easy"
    free: bool = False
    last: str = ""  # said in the last round, and after the end
    won: str = ""
    lost: str = ""

    def __post_init__(self) -> None:
        if (self.position is None) == (self.seed is None):
            raise ValueError("a lesson has either a position or a seed")

    def begin(self, names: "list[str] | None" = None) -> Game:
        """The game as the lesson finds it."""
        players: Any = names or self.players
        if self.position is None:
            return Game(self.game, players, self.seed, LEARNER)
        parts = {name: part for name, part in structs.asdict(self.position).items() if part not in ({}, [], None)}
        return Game.position(self.game, players, **parts)

    def texts(self) -> list[str]:
        """The keys of all that is said in it."""
        said = [key for step in self.steps for key in (*step.say, *(wrong.say for wrong in step.wrong))]
        return [*said, *(key for key in (self.end, self.last, self.won, self.lost) if key)]


@cache
def find(name: str) -> Lesson | None:
    """A lesson by its name."""
    if name not in LESSONS:
        return None
    return msgspec.json.decode((DATA / f"{name}.json").read_bytes(), type=Lesson)
