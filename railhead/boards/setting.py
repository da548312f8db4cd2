"""A game on its board, as people call its parts: routes, tickets, places, numbers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from railhead.boards.packing import pack
from railhead.kernel.declaring import Array
from railhead.kernel.records import BoardRecord

BoardFile = Mapping[str, Any]  # JSON of a board, a game or an entry in one, as it was read: not checked yet


class BoardError(ValueError):
    """A board or game file that cannot be played, with every problem found: where it is and what to do."""

    def __init__(self, source: str, problems: list[str]) -> None:
        self.source, self.problems = source, problems
        lines = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(f"{source} cannot be played:\n{lines}")


@dataclass(frozen=True)
class Route:
    """A route between two nodes; a node is a city, or the end of a route into a zone."""

    id: str
    a: str
    b: str
    length: int
    colour: str  # "grey" for any colour, "bed" where a piece gives the colour
    ferry: int = 0
    tunnel: bool = False
    terminal: str | None = None

    @property
    def other_way(self) -> str:
        """Its id as somebody would write it who starts at the other end: `dijon-paris.2` for `paris-dijon.2`."""
        track = self.id.removeprefix(f"{self.a}-{self.b}")
        return f"{self.b}-{self.a}{track}" if track != self.id else self.id

    @property
    def ends(self) -> frozenset[str]:
        """The two nodes it joins: routes with equal ends are parallel (C17)."""
        return frozenset((self.a, self.terminal or self.b))


@dataclass(frozen=True)
class Ticket:
    """Two places to join, and what that is worth."""

    id: str
    a: str
    b: str
    points: int
    long: bool = False


@dataclass(frozen=True)
class Setting:
    """A game on its board, checked: names for people, and the record for the kernel."""

    id: str
    name: str
    board: BoardFile
    numbers: BoardFile
    cities: tuple[str, ...]
    nodes: tuple[str, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    place_names: Mapping[str, str] = field(repr=False)
    built_in: bool = True

    @cached_property
    def array(self) -> Array[BoardRecord]:
        """The kernel's BOARD record as an array of one, for the kernel's doors."""
        return pack(self)

    @property
    def record(self) -> BoardRecord:
        """The kernel's BOARD record."""
        return self.array[0]

    @cached_property
    def route_numbers(self) -> dict[str, int]:
        """A route's number by its id."""
        return {route.id: number for number, route in enumerate(self.routes)}

    @cached_property
    def city_numbers(self) -> dict[str, int]:
        """A city's number by its id."""
        return {city: number for number, city in enumerate(self.cities)}

    @cached_property
    def ticket_numbers(self) -> dict[str, int]:
        """A ticket's number by its id; by its plain `a-b` too where only one is called so here."""
        numbers = {ticket.id: number for number, ticket in enumerate(self.tickets)}
        plain = [f"{ticket.a}-{ticket.b}" for ticket in self.tickets]
        for number, name in enumerate(plain):
            if plain.count(name) == 1:
                numbers.setdefault(name, number)
                numbers.setdefault(f"{name}:{self.tickets[number].points}", number)
        return numbers

    def as_file(self) -> BoardFile:
        """The setting as one self-contained file, for records of games on boards that do not come with Railhead."""
        game = {**self.numbers, "id": self.id, "name": self.name}
        return {**self.board, "game": game}

    @cached_property
    def source(self) -> str:
        """What another process knows it by (`loading.known`): its name, or the whole file where it does not come with Railhead."""
        return self.id if self.built_in else json.dumps(self.as_file(), ensure_ascii=False)
