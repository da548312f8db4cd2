"""Boards and games: load a file, say what is wrong with it, and pack it into the kernel's BOARD record.

A board is a JSON file with cities, routes and tickets; a game is a board and some numbers. `load("europe")`, or a path to
your own file: a board file (with an optional `"game"` object of numbers), or a game file that names a board.
"""

import copy
import difflib
import heapq
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from railhead.kernel import layout
from railhead.kernel.layout import BED, BOARD, CLAIM, GREY, LOCOMOTIVE, LONGEST, BoardRecord

COLOURS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
KINDS = (*COLOURS, "locomotive")

# Every number a game may set, with what it is where a file does not say.
DEFAULTS: dict[str, Any] = {
    "trains": 45,
    "stations": 0,
    "stationPoints": 0,
    "firstCards": 4,
    "firstTickets": 3,
    "firstLong": 0,
    "firstKeep": 2,
    "firstReturn": "bottom",
    "laterTickets": 3,
    "laterKeep": 1,
    "longestBonus": 10,
    "mostTicketsBonus": 0,
    "lastTrains": 2,
    "singleTrackPlayers": 3,
    "cards": {**dict.fromkeys(COLOURS, 12), "locomotive": 14},
    "points": {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "7": 18, "8": 21, "9": 27},
}
MOST = {
    "trains": layout.TRAINS, "stations": layout.STATIONS, "stationPoints": 100, "firstCards": 20, "firstTickets": 5,
    "firstLong": 5, "firstKeep": 5, "laterTickets": 5, "laterKeep": 5, "longestBonus": 100, "mostTicketsBonus": 100,
    "lastTrains": 60, "singleTrackPlayers": 5,
}  # fmt: skip
FEWEST = {"trains": 1, "laterTickets": 1, "laterKeep": 1}
FIRST_RETURNS = ("bottom", "out", "shuffled")  # in the order of the kernel's TO_BOTTOM, OUT_OF_GAME, SHUFFLED_UNDER

CANDIDATES = int(layout.WORK["candidates"].shape[1])  # routes into a city that a station may choose among
MOST_PIECES = 20  # of one colour and length
LONGEST_NAME = 60  # of an id, so that every move is a short text
MOST_LOCOMOTIVES = 20  # with many more, a row without three of them could take for ever to turn up (C4)

BOARD_KEYS = {"id", "name", "about", "cities", "zones", "routes", "ticketSets", "pieces", "crossings", "game", "layout"}
GAME_KEYS = {"id", "name", "about", "board", "tickets", "longTickets", *DEFAULTS}


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
    board: Mapping[str, Any]
    numbers: Mapping[str, Any]
    cities: tuple[str, ...]
    nodes: tuple[str, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    place_names: Mapping[str, str] = field(repr=False)
    built_in: bool = True

    @cached_property
    def array(self) -> Any:
        """The kernel's BOARD record as an array of one, for the kernel's doors."""
        return _pack(self)

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

    def as_file(self) -> dict[str, Any]:
        """The setting as one self-contained file, for records of games on boards that do not come with Railhead."""
        game = {**self.numbers, "id": self.id, "name": self.name}
        return {**self.board, "game": game}


# ---- finding and reading files


def _folder() -> Any:
    return resources.files("railhead") / "boards"


def board_ids() -> list[str]:
    """The boards that come with Railhead."""
    return sorted(item.name[:-5] for item in _folder().iterdir() if item.name.endswith(".json"))


@cache
def game_ids() -> tuple[str, ...]:
    """The games that come with Railhead, the plain ones first."""
    names = [item.name[:-5] for item in (_folder() / "games").iterdir() if item.name.endswith(".json")]
    boards = board_ids()
    return tuple(sorted(names, key=lambda name: (name not in boards, name)))


def _read(source: str, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BoardError(source, [f"it is not JSON: {error}; check the file with any JSON editor"]) from None
    if not isinstance(value, dict):
        raise BoardError(source, [f"it is a JSON {type(value).__name__}; a board or a game is an object {{…}}"])
    return value


def read_board(board: str) -> dict[str, Any]:
    """A built-in board's file as it is, by id."""
    return _read(board, (_folder() / f"{board}.json").read_text(encoding="utf-8"))


def _read_path(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        known = ", ".join(game_ids())
        raise BoardError(
            str(path), [f"it cannot be read ({reason}); name a file, or one of the games {known}"]
        ) from None
    return _read(str(path), text)


def load(game: "str | Path | Mapping[str, Any] | Setting") -> Setting:
    """A game by id (`"europe"`), from a file (`"my-board.json"`), or from the file's contents."""
    if isinstance(game, Setting):
        return game
    if isinstance(game, Mapping):
        return _check_given(game)
    if not isinstance(game, str | Path):
        raise BoardError(_short(game), ["a game is named by a text or a path, or given as a board file's contents"])
    if isinstance(game, str) and game in game_ids():
        return _built_in(game)
    if isinstance(game, str) and "\0" in game:
        raise BoardError("the name", ["it has a NUL character in it; name a game or a file"])
    if isinstance(game, str) and not game.endswith(".json") and "/" not in game:
        near = difflib.get_close_matches(game, game_ids(), 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(game_ids())}"
        raise BoardError(repr(game), [f"there is no game of that name; {hint} A file's name ends in .json"])
    path = Path(game)
    try:
        return check(_read_path(path), str(path), path.parent)
    except RecursionError:
        raise BoardError(str(path), ["it is nested too deeply to be a board"]) from None


def _check_given(game: Mapping[str, Any]) -> Setting:
    source = _short(game.get("id", "the given board")).strip('"')
    try:
        return check(copy.deepcopy(dict(game)), source, None)
    except RecursionError:
        raise BoardError(source, ["it is nested too deeply to be a board"]) from None


@cache
def _built_in(game: str) -> Setting:
    text = (_folder() / "games" / f"{game}.json").read_text(encoding="utf-8")
    return check(_read(game, text), game, None, built_in=True)


def _board_of(data: dict[str, Any], source: str, folder: Path | None) -> dict[str, Any]:
    """The board that a game file names: built in, a file beside it, or written inside it."""
    board = data["board"]
    if isinstance(board, dict):
        return board
    if isinstance(board, str) and board in board_ids():
        return read_board(board)
    if isinstance(board, str) and folder is not None and board.endswith(".json"):
        return _read_path(folder / board)
    raise BoardError(
        source, [f'"board" is {board!r}; it names one of {", ".join(board_ids())}, or a board file beside this one']
    )


# ---- checking


class _Problems:
    """Collects what is wrong, so that a person mends a file in one go."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, where: str, what: str) -> None:
        self.found.append(f"{where}: {what}")

    def whole(self, where: str, value: Any, low: int, high: int) -> int:
        """A whole number between two bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.add(where, f"is {_short(value)}; it must be a whole number from {low} to {high}")
            return low
        return value

    def text(self, where: str, value: Any) -> str:
        if isinstance(value, str) and value.strip():
            return value
        self.add(where, f"is {_short(value)}; it must be a text")
        return ""

    def name(self, where: str, value: Any) -> str:
        """An id: what moves and logs call a thing, so without blanks."""
        text = self.text(where, value)
        if len(text) > LONGEST_NAME:
            self.add(where, f"is {_short(text)}; an id has at most {LONGEST_NAME} letters")
        elif not all(character.isalnum() or character in "-._" for character in text):
            self.add(
                where, f"is {_short(text)}; an id has letters, digits, '-', '.' and '_' only, such as \"new-york\""
            )
        return text

    def items(self, where: str, value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
        """The objects of a list."""
        if not isinstance(value, list):
            self.add(where, f"is {_short(value)}; it must be a list [ … ]")
            return
        for number, item in enumerate(value):
            place = f"{where}[{number}]"
            if isinstance(item, dict):
                yield place, item
            else:
                self.add(place, f"is {_short(item)}; it must be an object {{ … }}")

    def keys(self, where: str, item: dict[str, Any], known: set[str]) -> None:
        for key in item:
            if key not in known:
                near = difflib.get_close_matches(key, known, 1)
                self.add(
                    where, f"has an unknown key {key!r}; {f'did you mean {near[0]!r}?' if near else 'take it out'}"
                )

    def known(self, where: str, value: Any, names: Iterable[str], kind: str) -> bool:
        names = list(names)
        if isinstance(value, str) and value in names:
            return True
        near = difflib.get_close_matches(str(value), names, 1)
        self.add(
            where,
            f"names no {kind}: {_short(value)}; {f'did you mean {near[0]!r}?' if near else f'add the {kind} or correct the name'}",
        )
        return False


def _short(value: Any) -> str:
    if value is None:
        return "missing"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:37] + "…"


def check(data: dict[str, Any], source: str, folder: Path | None, built_in: bool = False) -> Setting:
    """Check a board or game file and make a Setting of it, or raise a BoardError that names every problem."""
    problems = _Problems()
    if "cities" in data or "routes" in data:
        board, game = data, data.get("game", {})
        if not isinstance(game, dict):
            raise BoardError(source, [f'"game" is {_short(game)}; it must be an object with the numbers of the game'])
        game = {"longTickets": _all_long_sets(board), **game}
    elif "board" in data:
        board, game = _board_of(data, source, folder), data
    else:
        raise BoardError(source, ['it has neither "cities" and "routes" (a board) nor "board" (a game on a board)'])
    game = {"tickets": _all_regular_sets(board), **game}
    problems.keys("the board", board, BOARD_KEYS)
    problems.keys("the game", game, GAME_KEYS)
    if game.get("id") is not None:
        problems.name("game.id", game["id"])
    board_id = problems.name("id", board.get("id"))
    cities, terminals, names = _check_places(board, problems)
    routes = _check_routes(board, cities, terminals, problems)
    _check_crossings(board, routes, problems)
    numbers = _check_numbers(game, routes, problems)
    _check_pieces(board, routes, problems)
    tickets = _check_tickets(board, game, set(cities) | set(terminals), numbers["firstLong"], problems)
    _check_stations(routes, numbers, problems)
    if problems.found:
        raise BoardError(source, problems.found)
    _check_reach(cities, terminals, routes, tickets, numbers, problems)
    if problems.found:
        raise BoardError(source, problems.found)
    return Setting(
        id=str(game.get("id") or board_id),
        name=str(game.get("name") or board.get("name") or game.get("id") or board_id),
        board=board,
        numbers={**numbers, "tickets": game["tickets"], "longTickets": game.get("longTickets", [])},
        cities=tuple(cities),
        nodes=(*cities, *(terminal for zone in terminals.values() for terminal in zone)),
        routes=tuple(routes),
        tickets=tuple(tickets),
        place_names=names,
        built_in=built_in,
    )


def _all_regular_sets(board: dict[str, Any]) -> list[Any]:
    sets = board.get("ticketSets")
    return [name for name in sets if name != "long"] if isinstance(sets, dict) else []


def _all_long_sets(board: dict[str, Any]) -> list[Any]:
    sets = board.get("ticketSets")
    game = board.get("game")
    wanted = isinstance(game, dict) and bool(game.get("firstLong"))
    return ["long"] if wanted and isinstance(sets, dict) and "long" in sets else []


def _coordinates(item: dict[str, Any], where: str, problems: _Problems) -> None:
    """Latitude and longitude: needed for drawing, not for playing, so both or neither."""
    if ("lat" in item) != ("lon" in item):
        problems.add(where, "has only one of lat and lon; give both (or neither, and it can be played but not drawn)")
    for key, limit in (("lat", 90), ("lon", 180)):
        value = item.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not -limit <= value <= limit:
            problems.add(f"{where}.{key}", f"is {_short(value)}; it must be a number from -{limit} to {limit}")


def _check_places(board: dict[str, Any], problems: _Problems) -> tuple[list[str], dict[str, list[str]], dict[str, str]]:
    cities: list[str] = []
    terminals: dict[str, list[str]] = {}
    names: dict[str, str] = {}

    def new_id(where: str, item: dict[str, Any]) -> str:
        name = problems.name(f"{where}.id", item.get("id"))
        if name and name in names:
            problems.add(f"{where}.id", f"{name!r} is used twice; every city, zone and terminal needs an id of its own")
        names[name] = str(item.get("name", name))
        _coordinates(item, f"{where} ({name})", problems)
        return name

    for where, item in problems.items("cities", board.get("cities")):
        problems.keys(where, item, {"id", "name", "lat", "lon", "label", "nudge", "big"})
        cities.append(new_id(where, item))
        problems.text(f"{where}.name", item.get("name", item.get("id")))
    if len(cities) < 2:
        problems.add("cities", "there are fewer than two; a board needs cities to join")
    for where, zone in problems.items("zones", board.get("zones", [])):
        problems.keys(where, zone, {"id", "name", "lat", "lon", "terminals", "label", "nudge"})
        name = new_id(where, zone)
        problems.text(f"{where}.name", zone.get("name", zone.get("id")))
        ends = [new_id(place, end) for place, end in problems.items(f"{where}.terminals", zone.get("terminals"))]
        terminals[name] = ends
        if not ends:
            problems.add(
                f"{where}.terminals", "is empty; a zone needs one terminal for each city with a route into it (F8)"
            )
    nodes = len(cities) + sum(map(len, terminals.values()))
    if nodes > layout.NODES:
        problems.add("cities", f"{nodes} cities and terminals; at most {layout.NODES} fit")
    return cities, terminals, names


def _check_routes(
    board: dict[str, Any], cities: list[str], terminals: dict[str, list[str]], problems: _Problems
) -> list[Route]:
    routes: list[Route] = []
    seen: set[str] = set()
    owner: dict[str, str] = {}
    for where, item in problems.items("routes", board.get("routes")):
        known = {"id", "a", "b", "length", "colour", "ferry", "tunnel", "bed", "terminal", "curve", "nudge"}
        problems.keys(where, item, known)
        name = problems.name(f"{where}.id", item.get("id"))
        where = f"{where} ({name})"
        if name in seen:
            problems.add(f"{where}.id", "is used twice; parallel routes are told apart as a-b.1, a-b.2")
        seen.add(name)
        a, b = item.get("a"), item.get("b")
        fine = problems.known(f"{where}.a", a, cities, "city")
        fine &= problems.known(f"{where}.b", b, [*cities, *terminals], "city or zone")
        if fine and a == b:
            problems.add(where, f"joins {a!r} with itself; name two cities")
        terminal = item.get("terminal")
        if fine and b in terminals:
            if problems.known(
                f"{where}.terminal", terminal, terminals[str(b)], f"terminal of {b!r}"
            ) and owner.setdefault(str(terminal), str(a)) != str(a):
                problems.add(
                    f"{where}.terminal",
                    f"{terminal!r} is also the end of a route from {owner[str(terminal)]!r}; every city's routes into a zone end in a terminal of their own (F8)",
                )
        elif terminal is not None and fine:
            problems.add(f"{where}.terminal", "is given, but b is a city; only routes into a zone have a terminal")
        length = problems.whole(f"{where}.length", item.get("length"), 1, LONGEST)
        colour, bed = item.get("colour"), item.get("bed", False)
        problems.known(f"{where}.colour", colour, (*COLOURS, "grey"), "colour")
        for key in ("bed", "tunnel"):
            if not isinstance(item.get(key, False), bool):
                problems.add(f"{where}.{key}", f"is {_short(item[key])}; it must be true or false")
        if bed is True and colour != "grey":
            problems.add(where, 'is a bed, so its colour must be "grey": the piece built on it gives the colour (F2)')
        ferry = problems.whole(f"{where}.ferry", item.get("ferry", 0), 0, length)
        routes.append(
            Route(
                name,
                str(a),
                str(b),
                length,
                "bed" if bed is True else str(colour),
                ferry,
                item.get("tunnel") is True,
                terminal if isinstance(terminal, str) else None,
            )
        )
    if len(routes) > layout.ROUTES:
        problems.add("routes", f"there are {len(routes)}; at most {layout.ROUTES} fit")
    for number, route in enumerate(routes):
        for other in routes[:number]:
            if route.ends == other.ends and route.length != other.length:
                problems.add(
                    f"routes ({route.id})",
                    f"is parallel to {other.id} but has another length; parallel routes are equally long",
                )
    return routes


def _check_crossings(board: dict[str, Any], routes: list[Route], problems: _Problems) -> None:
    names = [route.id for route in routes]
    crossings = board.get("crossings", [])
    if not isinstance(crossings, list):
        problems.add("crossings", f"is {_short(crossings)}; it must be a list of pairs of route ids")
        return
    for number, pair in enumerate(crossings):
        where = f"crossings[{number}]"
        if not isinstance(pair, list) or len(pair) != 2:
            problems.add(where, f"is {_short(pair)}; it must be a pair of route ids")
        elif all(problems.known(where, name, names, "route") for name in pair) and pair[0] == pair[1]:
            problems.add(where, f"{pair[0]!r} cannot cross itself")


def _check_stations(routes: list[Route], numbers: dict[str, Any], problems: _Problems) -> None:
    """At the end every route into a station's city is tried (E8)."""
    if not numbers["stations"]:
        return
    for city, count in Counter(node for route in routes for node in route.ends).items():
        if count > CANDIDATES:
            problems.add(
                f"cities ({city})", f"has {count} routes; with stations at most {CANDIDATES} may lead into one"
            )


def _check_pieces(board: dict[str, Any], routes: list[Route], problems: _Problems) -> None:
    lengths = set()
    counts: Counter[tuple[str, int]] = Counter()
    for where, item in problems.items("pieces", board.get("pieces", [])):
        problems.keys(where, item, {"colour", "length", "count"})
        problems.known(f"{where}.colour", item.get("colour"), COLOURS, "colour")
        length = problems.whole(f"{where}.length", item.get("length"), 1, LONGEST)
        count = problems.whole(f"{where}.count", item.get("count"), 0, MOST_PIECES)
        if count:
            lengths.add(length)
        counts[str(item.get("colour")), length] += count
        if counts[str(item.get("colour")), length] > MOST_PIECES >= count:
            problems.add(where, f"makes more than {MOST_PIECES} pieces of one colour and length")
    for route in routes:
        if route.colour == "bed" and route.length not in lengths:
            problems.add(
                f"routes ({route.id})", f"is a bed of {route.length} spaces, and no piece is so long; add one to pieces"
            )


def _check_numbers(game: dict[str, Any], routes: list[Route], problems: _Problems) -> dict[str, Any]:
    numbers = {key: game.get(key, value) for key, value in DEFAULTS.items()}
    for key, most in MOST.items():
        numbers[key] = problems.whole(key, numbers[key], FEWEST.get(key, 0), most)
    if numbers["firstReturn"] not in FIRST_RETURNS:
        problems.add(
            "firstReturn", f"is {_short(numbers['firstReturn'])}; it must be one of {', '.join(FIRST_RETURNS)}"
        )
        numbers["firstReturn"] = "bottom"
    offered = numbers["firstTickets"] + numbers["firstLong"]
    if offered > layout.OFFER:
        problems.add("firstTickets", f"{offered} tickets are offered first; at most {layout.OFFER} can be")
    for table, keys in (("cards", KINDS), ("points", DEFAULTS["points"])):
        if not isinstance(numbers[table], dict):
            problems.add(table, f"is {_short(numbers[table])}; it must be an object")
            numbers[table] = DEFAULTS[table]
        problems.keys(table, numbers[table], set(keys))
        numbers[table] = {key: problems.whole(f"{table}.{key}", value, 0, 100) for key, value in numbers[table].items()}
    total = sum(numbers["cards"].values())
    if not 10 <= total <= 120:
        problems.add("cards", f"there are {total} in all; between 10 and 120 are needed")
    if numbers["cards"].get("locomotive", 0) > MOST_LOCOMOTIVES:
        problems.add(
            "cards.locomotive",
            f"is {numbers['cards']['locomotive']}; at most {MOST_LOCOMOTIVES} can be played with (C4)",
        )
    if 5 * numbers["firstCards"] + 5 > total:
        problems.add(
            "firstCards", f"five players and the row need {5 * numbers['firstCards'] + 5} cards, and there are {total}"
        )
    for length in sorted({route.length for route in routes}):
        if str(length) not in numbers["points"]:
            problems.add("points", f'says nothing for a route of {length} spaces; add "{length}"')
    return numbers


def _chosen(sets: dict[str, Any], choice: Any, where: str, problems: _Problems) -> list[tuple[str, dict[str, Any]]]:
    """The tickets that a game takes from the board: a set's name, or {"set": name, "where": {key: value}}."""
    wanted = choice if isinstance(choice, dict) else {"set": choice}
    if not problems.known(f"{where}.set", wanted.get("set"), sets, "ticket set"):
        return []
    conditions = wanted.get("where", {})
    if not isinstance(conditions, dict):
        problems.add(f"{where}.where", f'is {_short(conditions)}; it must be an object such as {{"bigCity": true}}')
        return []
    items = problems.items(f"ticketSets.{wanted['set']}", sets[wanted["set"]])
    return [(place, item) for place, item in items if all(item.get(key) == value for key, value in conditions.items())]


def _check_tickets(
    board: dict[str, Any], game: dict[str, Any], places: set[str], first_long: int, problems: _Problems
) -> list[Ticket]:
    sets = board.get("ticketSets", {})
    if not isinstance(sets, dict):
        problems.add("ticketSets", f"is {_short(sets)}; it must be an object: set name to list of tickets")
        return []
    points_of: dict[
        tuple[Any, Any], set[Any]
    ] = {}  # over the whole file: a ticket is called the same in every game on it
    for name, tickets in sets.items():
        for _, item in _Problems().items(name, tickets):
            if all(isinstance(item.get(key), str | int) for key in ("a", "b", "points")):
                points_of.setdefault((item["a"], item["b"]), set()).add(item["points"])
    found: list[Ticket] = []
    for key in ("longTickets", "tickets"):
        choices = game.get(key, [])
        if not isinstance(choices, list):
            problems.add(key, f"is {_short(choices)}; it must be a list of ticket sets")
            continue
        for number, choice in enumerate(choices):
            for where, item in _chosen(sets, choice, f"{key}[{number}]", problems):
                problems.keys(where, item, {"a", "b", "points", "set", "bigCity"})
                a, b = item.get("a"), item.get("b")
                fine = problems.known(f"{where}.a", a, places, "city or zone")
                fine &= problems.known(f"{where}.b", b, places, "city or zone")
                if fine and a == b:
                    problems.add(where, f"joins {a!r} with itself; name two places")
                points = problems.whole(f"{where}.points", item.get("points"), 1, 100)
                name = f"{a}-{b}" if not fine or len(points_of.get((a, b), ())) <= 1 else f"{a}-{b}:{points}"
                if any(ticket.id == name for ticket in found):
                    problems.add(where, f"the ticket {name} is there twice; take one out")
                found.append(Ticket(name, str(a), str(b), points, key == "longTickets"))
    if len(found) > layout.TICKETS:
        problems.add("tickets", f"there are {len(found)}; at most {layout.TICKETS} fit")
    long_ones = sum(ticket.long for ticket in found)
    if long_ones > 63:
        problems.add("longTickets", "there are more than 63")
    if long_ones < layout.SEATS * first_long:
        problems.add(
            "firstLong",
            f"{layout.SEATS} players need {layout.SEATS * first_long} long tickets, and there are {long_ones}",
        )
    return found


def _distances(start: Iterable[str], neighbours: dict[str, list[tuple[str, int]]]) -> dict[str, int]:
    """The fewest spaces from any of the nodes to every other."""
    best = dict.fromkeys(start, 0)
    queue = [(0, node) for node in best]
    while queue:
        spaces, node = heapq.heappop(queue)
        for other, length in neighbours.get(node, []):
            if spaces + length < best.get(other, 10_000):
                best[other] = spaces + length
                heapq.heappush(queue, (best[other], other))
    return best


def _check_reach(
    cities: list[str],
    terminals: dict[str, list[str]],
    routes: list[Route],
    tickets: list[Ticket],
    numbers: dict[str, Any],
    problems: _Problems,
) -> None:
    """Every city can be reached from every other, and every ticket be completed with the trains there are."""
    neighbours: dict[str, list[tuple[str, int]]] = {}
    for route in routes:
        a, b = route.ends
        neighbours.setdefault(a, []).append((b, route.length))
        neighbours.setdefault(b, []).append((a, route.length))
    reached = _distances([cities[0]], neighbours)
    for city in cities:
        if city not in reached:
            problems.add(f"cities ({city})", f"cannot be reached from {cities[0]!r}; add a route to it")
    for zone, ends in terminals.items():
        for end in ends:
            if end not in neighbours:
                problems.add(f"zones ({zone})", f"no route ends in terminal {end!r}; add one or take the terminal out")
    for ticket in tickets:
        spaces = _distances(terminals.get(ticket.a, [ticket.a]), neighbours)
        nearest = min(spaces.get(node, 10_000) for node in terminals.get(ticket.b, [ticket.b]))
        if nearest > numbers["trains"]:
            problem = (
                f"needs {nearest} trains and a player has {numbers['trains']}"
                if nearest < 10_000
                else "joins places that no routes join"
            )
            problems.add(f"tickets ({ticket.id})", f"nobody could ever complete it: it {problem}")


# ---- packing


def _set_of(members: Iterable[int], words: Any) -> None:
    for member in members:
        words[member >> 6] |= np.uint64(1 << (member & 63))


def _pack(setting: Setting) -> Any:
    """Write a setting into a BOARD record, an array of one."""
    array = np.zeros(1, BOARD)
    record: Any = array[0]
    numbers = setting.numbers
    routes, tickets = setting.routes, setting.tickets
    node_number = {node: number for number, node in enumerate(setting.nodes)}
    record.cities, record.nodes = len(setting.cities), len(setting.nodes)
    record.routes, record.tickets = len(routes), len(tickets)
    record.words = (len(routes) + 63) >> 6
    record.long_tickets = sum(ticket.long for ticket in tickets)
    record.has_beds = any(route.colour == "bed" for route in routes)
    record.first_build = CLAIM + 64 * record.words
    record.first_station = record.first_build + (64 * record.words if record.has_beds else 0)
    if numbers["stations"]:
        record.decisions = record.first_station + record.cities
    else:
        record.decisions = (record.first_build if record.has_beds else CLAIM) + record.routes
    for key, name in (
        ("trains", "trains"), ("stations", "stations"), ("stationPoints", "station_points"), ("firstCards", "first_cards"),
        ("firstLong", "first_long"), ("firstTickets", "first_regular"), ("firstKeep", "first_keep"),
        ("laterTickets", "later_tickets"), ("laterKeep", "later_keep"), ("lastTrains", "last_trains"),
        ("singleTrackPlayers", "single_track_players"), ("longestBonus", "longest_bonus"), ("mostTicketsBonus", "tickets_bonus"),
    ):  # fmt: skip
        record[name] = numbers[key]
    record.first_return = FIRST_RETURNS.index(numbers["firstReturn"])
    for kind, name in enumerate(KINDS):
        record.cards[kind] = numbers["cards"].get(name, 0)
    for length, points in numbers["points"].items():
        record.points[int(length)] = points
    for piece in setting.board.get("pieces", []):
        record.pieces[COLOURS.index(piece["colour"]), piece["length"]] += piece["count"]
    colour_number = {**{colour: number for number, colour in enumerate(COLOURS)}, "grey": GREY, "bed": BED}
    by_id = setting.route_numbers
    for number, route in enumerate(routes):
        record.a[number] = node_number[route.a]
        record.b[number] = node_number[route.terminal or route.b]
        record.length[number] = route.length
        record.colour[number] = colour_number[route.colour]
        record.ferry[number] = route.ferry
        record.tunnel[number] = route.tunnel
        _set_of(
            (other for other, twin in enumerate(routes) if twin.ends == route.ends and other != number),
            record.parallel[number],
        )
        _set_of([number], record.at_city[record.a[number]])
        _set_of([number], record.at_city[record.b[number]])
    for first, second in setting.board.get("crossings", []):
        one, two = by_id[first], by_id[second]
        if "bed" in (routes[one].colour, routes[two].colour):  # F5 is about beds; other crossings are only drawn
            _set_of([two], record.crossing[one])
            _set_of([one], record.crossing[two])
    _set_of(range(len(routes)), record.every)
    _set_of((number for number, route in enumerate(routes) if route.colour == "bed"), record.beds)
    for spaces in range(LONGEST + 1):
        _set_of((number for number, route in enumerate(routes) if route.length <= spaces), record.within[spaces])
        _set_of((number for number, route in enumerate(routes) if route.ferry <= spaces), record.ferries[spaces])
        for colour in range(LOCOMOTIVE + 1):
            fitting = (
                n for n, route in enumerate(routes) if colour_number[route.colour] == colour and route.length <= spaces
            )
            _set_of(fitting, record.affordable[colour, spaces])
    zones = {zone["id"]: [end["id"] for end in zone["terminals"]] for zone in setting.board.get("zones", [])}
    for number, ticket in enumerate(tickets):
        for place, first, count in (
            (ticket.a, record.from_first, record.from_count),
            (ticket.b, record.to_first, record.to_count),
        ):
            ends = zones.get(place, [place])
            first[number], count[number] = node_number[ends[0]], len(ends)
        record.value[number] = ticket.points
    return array
