"""What stands on a board, for drawing: read from a file, checked against the board."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from railhead.boards import BoardFile
from railhead.words import COLOURS


class Position(Struct, frozen=True):
    """Who owns what: seats, by any name, to their routes, stations, scores and colours; beds to the colour built on them."""

    routes: dict[str, list[str]] = {}
    stations: dict[str, list[str]] = {}
    built: Mapping[str, str] = {}
    scores: dict[str, int] = {}
    colours: dict[str, str] = {}

    @property
    def seats(self) -> list[str]:
        """Everybody who is named, in order."""
        return sorted({*self.routes, *self.stations, *self.scores, *self.colours})


EMPTY = Position()
PARTS = Position.__struct_fields__


def owners(owned: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The seat of each thing that a seat owns."""
    return {thing: seat for seat, some in owned.items() for thing in some}


def from_view(view: BoardFile) -> BoardFile:
    """The position in the view of a game: seats by number and name."""
    names = [f"{number} {seat.get('name', '')}".strip() for number, seat in enumerate(view["seats"], 1)]
    parts = {
        part: {name: seat[key] for name, seat in zip(names, view["seats"], strict=True) if key in seat}
        for part, key in (("routes", "routes"), ("stations", "stations"), ("scores", "points"))
    }
    return {**parts, "built": view.get("built")}


def unknown(given: Iterable[Any], known: Iterable[str]) -> list[str]:
    """Which of the given names are not known."""
    names = set(known)
    return sorted({str(name) for name in given if str(name) not in names})


def problems(board: BoardFile, position: BoardFile) -> list[str]:
    """What is wrong with a position, in words."""
    told = [f'it has an unknown part "{key}"; there are {", ".join(PARTS)}' for key in unknown(position, PARTS)]
    told += [f'"{key}" must be an object' for key in PARTS if not isinstance(position.get(key) or {}, Mapping)]
    if told:
        return told
    for key in ("routes", "stations"):
        told += [
            f'"{key}" of {seat} must be a list'
            for seat, some in (position.get(key) or {}).items()
            if not isinstance(some, list)
        ]
    if told:
        return told
    claimed = [route for some in (position.get("routes") or {}).values() for route in some]
    places = [city for some in (position.get("stations") or {}).values() for city in some]
    built = position.get("built") or {}
    routes, cities = [route["id"] for route in board["routes"]], [city["id"] for city in board["cities"]]
    told += [f"there is no route {name!r} on this board" for name in unknown([*claimed, *built], routes)]
    told += [f"there is no city {name!r} on this board" for name in unknown(places, cities)]
    told += [f"there is no colour {name!r} for a piece of track" for name in unknown(built.values(), COLOURS)]
    told += [f"the route {name!r} is claimed twice" for name in sorted({n for n in claimed if claimed.count(n) > 1})]
    for seat, score in (position.get("scores") or {}).items():
        if isinstance(score, bool) or not isinstance(score, int):
            told.append(f"the score of {seat} must be a whole number")
    for seat, colour in (position.get("colours") or {}).items():
        if not isinstance(colour, str):
            told.append(f"the colour of {seat} must be a text")
    return told


def read_position(file: Path, board: BoardFile) -> Position:
    """The position in a file: as the documentation tells, or the view of a game."""
    try:
        found: Any = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{file} is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise ValueError(f'{file} is no position: it must be an object such as {{"routes": {{"anna": [...]}}}}')
    position = from_view(found) if isinstance(found.get("seats"), list) else found
    told = problems(board, position)
    if told:
        raise ValueError(f"{file} does not fit this board:\n" + "\n".join(f"  - {line}" for line in told))
    return convert({key: value for key, value in position.items() if value}, Position)
