"""What is wrong with a board or game file, all of it at once: where it is and what to do. What is right becomes a Setting."""

import difflib
import heapq
import json
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from railhead.boards.numbers import (
    BOARD_KEYS,
    CANDIDATES,
    DEFAULTS,
    FEWEST,
    FIRST_RETURNS,
    GAME_KEYS,
    LONGEST_CREDIT,
    LONGEST_NAME,
    LONGEST_TITLE,
    MOST,
    MOST_LOCOMOTIVES,
    MOST_PIECES,
)
from railhead.boards.reading import board_of
from railhead.boards.setting import BoardError, BoardFile, Route, Setting, Ticket
from railhead.kernel import records
from railhead.kernel.records import LONGEST
from railhead.words import COLOURS, KINDS

LISTED_MOST = 1000  # entries of any list in a file
GUESSED = 20  # problems up to which it is guessed what was meant
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})  # categories of characters that nobody sees,
JOINERS = "\u200c\u200d"  # but for those with which Persian and Sinhala are written


class _Problems:
    """Collects what is wrong, so that a person mends a file in one go."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add(self, where: str, what: str) -> None:
        self.found.append(f"{where}: {what}")

    def whole(self, where: str, value: Any, low: int, high: int) -> int:
        """A whole number between two bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.add(where, f"is {short(value)}; it must be a whole number from {low} to {high}")
            return low
        return value

    def text(self, where: str, value: Any) -> str:
        if isinstance(value, str) and value.strip():
            return value
        self.add(where, f"is {short(value)}; it must be a text")
        return ""

    def title(self, where: str, value: Any) -> None:
        """What is printed: one short line of letters that can be seen."""
        text = self.text(where, value)
        if len(text) > LONGEST_TITLE:
            self.add(where, f"is {short(text)}; a name has at most {LONGEST_TITLE} letters")
        elif any(unicodedata.category(letter) in UNSEEN and letter not in JOINERS for letter in text):
            self.add(where, f"is {short(text)}; a name is one line, without invisible characters")

    def near(self, value: Any, names: Iterable[str]) -> list[str]:
        """What may have been meant; of a file that is wrong all over nobody wants to know, and finding it takes long."""
        return difflib.get_close_matches(str(value)[:LONGEST_NAME], names, 1) if len(self.found) < GUESSED else []

    def name(self, where: str, value: Any) -> str:
        """An id: what moves and logs call a thing, so without blanks."""
        text = self.text(where, value)
        if len(text) > LONGEST_NAME:
            self.add(where, f"is {short(text)}; an id has at most {LONGEST_NAME} letters")
        elif not all(character.isalnum() or character in "-._" for character in text):
            self.add(where, f"is {short(text)}; an id has letters, digits, '-', '.' and '_' only, such as \"new-york\"")
        return text

    def items(self, where: str, value: Any) -> Iterator[tuple[str, BoardFile]]:
        """The objects of a list."""
        if not isinstance(value, list):
            self.add(where, f"is {short(value)}; it must be a list [ … ]")
            return
        if len(value) > LISTED_MOST:  # what no board could have is not looked through
            self.add(where, f"has {len(value)} entries; at most {LISTED_MOST} are read")
            return
        for number, item in enumerate(value):
            place = f"{where}[{number}]"
            if isinstance(item, dict):
                yield place, item
            else:
                self.add(place, f"is {short(item)}; it must be an object {{ … }}")

    def keys(self, where: str, item: BoardFile, known: set[str]) -> None:
        for key in item:
            if key not in known:
                near = self.near(key, known)
                self.add(
                    where, f"has an unknown key {short(key)}; {f'did you mean {near[0]!r}?' if near else 'take it out'}"
                )

    def known(self, where: str, value: Any, names: Iterable[str], kind: str) -> bool:
        names = list(names)
        if isinstance(value, str) and value in names:
            return True
        near = self.near(value, names)
        self.add(
            where,
            f"names no {kind}: {short(value)}; {f'did you mean {near[0]!r}?' if near else f'add the {kind} or correct the name'}",
        )
        return False


def short(value: Any) -> str:
    if value is None:
        return "missing"
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:37] + "…"


def check(data: BoardFile, source: str, folder: Path | None, built_in: bool = False) -> Setting:
    """Check a board or game file and make a Setting of it, or raise a BoardError that names every problem."""
    problems = _Problems()
    if "cities" in data or "routes" in data:
        board, game = data, data.get("game", {})
        if not isinstance(game, dict):
            raise BoardError(source, [f'"game" is {short(game)}; it must be an object with the numbers of the game'])
        game = {"longTickets": _all_long_sets(board), **game}
    elif "board" in data:
        board, game = board_of(data, source, folder), data
    else:
        raise BoardError(source, ['it has neither "cities" and "routes" (a board) nor "board" (a game on a board)'])
    game = {"tickets": _all_regular_sets(board), **game}
    problems.keys("the board", board, BOARD_KEYS)
    problems.keys("the game", game, GAME_KEYS)
    if game.get("id") is not None:
        problems.name("game.id", game["id"])
    board_id = problems.name("id", board.get("id"))
    for file, where in ((board, "name"), (game, "game.name")):
        if file.get("name") is not None:
            problems.title(where, file["name"])
    if "credit" in board and len(problems.text("credit", board["credit"])) > LONGEST_CREDIT:
        problems.add("credit", f"is {short(board['credit'])}; it has at most {LONGEST_CREDIT} letters")
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


def _all_regular_sets(board: BoardFile) -> list[Any]:
    sets = board.get("ticketSets")
    return [name for name in sets if name != "long"] if isinstance(sets, dict) else []


def _all_long_sets(board: BoardFile) -> list[Any]:
    sets = board.get("ticketSets")
    game = board.get("game")
    wanted = isinstance(game, dict) and bool(game.get("firstLong"))
    return ["long"] if wanted and isinstance(sets, dict) and "long" in sets else []


def _coordinates(item: BoardFile, where: str, problems: _Problems) -> None:
    """Latitude and longitude: needed for drawing, not for playing, so both or neither."""
    if ("lat" in item) != ("lon" in item):
        problems.add(where, "has only one of lat and lon; give both (or neither, and it can be played but not drawn)")
    for key, limit in (("lat", 90), ("lon", 180)):
        value = item.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not -limit <= value <= limit:
            problems.add(f"{where}.{key}", f"is {short(value)}; it must be a number from -{limit} to {limit}")


def _check_places(board: BoardFile, problems: _Problems) -> tuple[list[str], dict[str, list[str]], dict[str, str]]:
    cities: list[str] = []
    terminals: dict[str, list[str]] = {}
    names: dict[str, str] = {}

    def new_id(where: str, item: BoardFile) -> str:
        name = problems.name(f"{where}.id", item.get("id"))
        if name and name in names:
            problems.add(f"{where}.id", f"{name!r} is used twice; every city, zone and terminal needs an id of its own")
        names[name] = str(item.get("name", name))
        _coordinates(item, f"{where} ({name})", problems)
        return name

    for where, item in problems.items("cities", board.get("cities")):
        problems.keys(where, item, {"id", "name", "lat", "lon", "label", "nudge", "big"})
        cities.append(new_id(where, item))
        problems.title(f"{where}.name", item.get("name", item.get("id")))
    if len(cities) < 2:
        problems.add("cities", "there are fewer than two; a board needs cities to join")
    for where, zone in problems.items("zones", board.get("zones", [])):
        problems.keys(where, zone, {"id", "name", "lat", "lon", "terminals", "label", "nudge"})
        name = new_id(where, zone)
        problems.title(f"{where}.name", zone.get("name", zone.get("id")))
        ends = [new_id(place, end) for place, end in problems.items(f"{where}.terminals", zone.get("terminals"))]
        terminals[name] = ends
        if not ends:
            problems.add(
                f"{where}.terminals", "is empty; a zone needs one terminal for each city with a route into it (F8)"
            )
    nodes = len(cities) + sum(map(len, terminals.values()))
    if nodes > records.NODES:
        problems.add("cities", f"{nodes} cities and terminals; at most {records.NODES} fit")
    return cities, terminals, names


def _check_routes(
    board: BoardFile, cities: list[str], terminals: dict[str, list[str]], problems: _Problems
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
                problems.add(f"{where}.{key}", f"is {short(item[key])}; it must be true or false")
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
    if len(routes) > records.ROUTES:
        problems.add("routes", f"there are {len(routes)}; at most {records.ROUTES} fit")
    for number, route in enumerate(routes):
        for other in routes[:number]:
            if route.ends == other.ends and route.length != other.length:
                problems.add(
                    f"routes ({route.id})",
                    f"is parallel to {other.id} but has another length; parallel routes are equally long",
                )
    return routes


def _check_crossings(board: BoardFile, routes: list[Route], problems: _Problems) -> None:
    names = [route.id for route in routes]
    crossings = board.get("crossings", [])
    if not isinstance(crossings, list):
        problems.add("crossings", f"is {short(crossings)}; it must be a list of pairs of route ids")
        return
    for number, pair in enumerate(crossings):
        where = f"crossings[{number}]"
        if not isinstance(pair, list) or len(pair) != 2:
            problems.add(where, f"is {short(pair)}; it must be a pair of route ids")
        elif all(problems.known(where, name, names, "route") for name in pair) and pair[0] == pair[1]:
            problems.add(where, f"{pair[0]!r} cannot cross itself")


def _check_stations(routes: list[Route], numbers: BoardFile, problems: _Problems) -> None:
    """At the end every route into a station's city is tried (E8)."""
    if not numbers["stations"]:
        return
    for city, count in Counter(node for route in routes for node in route.ends).items():
        if count > CANDIDATES:
            problems.add(
                f"cities ({city})", f"has {count} routes; with stations at most {CANDIDATES} may lead into one"
            )


def _check_pieces(board: BoardFile, routes: list[Route], problems: _Problems) -> None:
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


def _check_numbers(game: BoardFile, routes: list[Route], problems: _Problems) -> BoardFile:
    numbers = {key: game.get(key, value) for key, value in DEFAULTS.items()}
    for key, most in MOST.items():
        numbers[key] = problems.whole(key, numbers[key], FEWEST.get(key, 0), most)
    if numbers["firstReturn"] not in FIRST_RETURNS:
        problems.add("firstReturn", f"is {short(numbers['firstReturn'])}; it must be one of {', '.join(FIRST_RETURNS)}")
        numbers["firstReturn"] = "bottom"
    offered = numbers["firstTickets"] + numbers["firstLong"]
    if offered > records.OFFER:
        problems.add("firstTickets", f"{offered} tickets are offered first; at most {records.OFFER} can be")
    for table, keys in (("cards", KINDS), ("points", DEFAULTS["points"])):
        if not isinstance(numbers[table], dict):
            problems.add(table, f"is {short(numbers[table])}; it must be an object")
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


def _chosen(sets: BoardFile, choice: Any, where: str, problems: _Problems) -> list[tuple[str, BoardFile]]:
    """The tickets that a game takes from the board: a set's name, or {"set": name, "where": {key: value}}."""
    wanted = choice if isinstance(choice, dict) else {"set": choice}
    if not problems.known(f"{where}.set", wanted.get("set"), sets, "ticket set"):
        return []
    conditions = wanted.get("where", {})
    if not isinstance(conditions, dict):
        problems.add(f"{where}.where", f'is {short(conditions)}; it must be an object such as {{"bigCity": true}}')
        return []
    items = problems.items(f"ticketSets.{wanted['set']}", sets[wanted["set"]])
    return [(place, item) for place, item in items if all(item.get(key) == value for key, value in conditions.items())]


def _check_tickets(
    board: BoardFile, game: BoardFile, places: set[str], first_long: int, problems: _Problems
) -> list[Ticket]:
    sets = board.get("ticketSets", {})
    if not isinstance(sets, dict):
        problems.add("ticketSets", f"is {short(sets)}; it must be an object: set name to list of tickets")
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
            problems.add(key, f"is {short(choices)}; it must be a list of ticket sets")
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
    if len(found) > records.TICKETS:
        problems.add("tickets", f"there are {len(found)}; at most {records.TICKETS} fit")
    long_ones = sum(ticket.long for ticket in found)
    if long_ones > 63:
        problems.add("longTickets", "there are more than 63")
    if long_ones < records.SEATS * first_long:
        problems.add(
            "firstLong",
            f"{records.SEATS} players need {records.SEATS * first_long} long tickets, and there are {long_ones}",
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
    numbers: BoardFile,
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
