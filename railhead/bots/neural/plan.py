"""A table (a game, and how many play it) as a network sees it: what each byte of a row means, and what never changes about the board.

A row is what a seat sees at a decision: the observation, what is noticed beside it, and the mask of legal decisions. Every byte belongs
to something the board has many of (a route, a ticket, a city: a plane has a byte for each), to a rival, or to the table. So the
same weights serve every board: see `laying`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.neural.notice import NEAR, noticed_size
from railhead.envs.fields import fields, highest
from railhead.kernel.observation import DUE_COLOURS, PHASES, SEAT_NUMBERS
from railhead.kernel.records import BED, CLAIM, COLOURS, KINDS, LONGEST, OFFER, ROW, SEATS

Floats = NDArray[np.float32]

ROUTE_PLANES = (
    "own", "open", "decided", "total", "near", "short", "claimable",
    *(f"built_{colour}" for colour in range(COLOURS)), "free_bed", "buildable",
)  # fmt: skip
TICKET_PLANES = ("held", "joined", "returned", "distance", *(f"offer_{slot}" for slot in range(OFFER)))
CITY_PLANES = ("own_station", "decided_city", "city_buildable")
POINTED = ("total", "near", "short")  # the planes that a claim's logit reads directly
PER_SEAT = SEAT_NUMBERS + KINDS
# Numbers of the table, in order: (name, how many); those that a game lacks are left out of its rows.
TABLE_NUMBERS = (
    ("phase", PHASES), ("counts", 4), ("row", ROW * KINDS), ("cards", 3 * KINDS), ("due", 2 + DUE_COLOURS), ("laid", 2 * KINDS),
    ("decider", 1), ("seat", PER_SEAT), ("pieces", COLOURS * LONGEST), ("offer_joined", OFFER), ("chosen", OFFER),
)  # fmt: skip
TABLE_SIZE = sum(size for _, size in TABLE_NUMBERS)
HANDFUL = 20.0  # counts are told as shares of at most so many
ALIGN = 16  # rows begin where a GPU reads best

ROUTE_FACTS, NODE_FACTS, TICKET_FACTS, GAME_FACTS = COLOURS + 8, 4, 4, 12


@dataclass(frozen=True)
class Piece:
    """A run of bytes in a row: rows of a plane or of the table's numbers, or nothing the network reads."""

    kind: str  # table, route, ticket, city or blank
    number: int  # of the plane, or of the first of the table's numbers
    size: int
    scale: float


@dataclass(frozen=True)
class Plan:
    """All that laying a network for one table needs. Arrays are NumPy's; `laying` is given them as the library wants them."""

    board: str
    game: str
    players: int
    pieces: tuple[Piece, ...]
    observation: int
    noticed: int
    decisions: int
    first_build: int  # 0 where nothing is built
    first_station: int  # 0 where there are no stations
    counts: dict[str, int]  # routes, tickets, cities
    rivals: tuple[tuple[tuple[int, int], ...], ...]  # for each rival where its runs of bytes begin and end
    rival_scale: Floats
    pointed: tuple[tuple[int, float], ...]  # where the planes begin that logits read, and their scale
    facts: dict[str, Floats]

    @property
    def mask(self) -> int:
        """Where the mask begins."""
        return self.observation + self.noticed

    @property
    def size(self) -> int:
        """Bytes of a row."""
        used = self.mask + self.decisions
        return used + -used % ALIGN


def _share(highest: int) -> float:
    return 1.0 / min(float(highest), HANDFUL)


def _table_start(name: str) -> int:
    names = [key for key, _ in TABLE_NUMBERS]
    return sum(size for _, size in TABLE_NUMBERS[: names.index(name)])


def _observed(setting: Setting, players: int) -> tuple[list[Piece], list[list[tuple[int, int]]]]:
    """The pieces of the observation, and each rival's runs of bytes."""
    pieces: list[Piece] = []
    rivals: list[list[tuple[int, int]]] = [[] for _ in range(players - 1)]
    routes, tickets, cities = len(setting.routes), len(setting.tickets), len(setting.cities)

    def rival(step: int, start: int, size: int) -> None:
        rivals[step - 1].append((start, start + size))
        pieces.append(Piece("blank", 0, size, 0.0))

    table = {name: 0 for name, _ in TABLE_NUMBERS}

    def tell(group: str, size: int, highest: int) -> None:
        pieces.append(Piece("table", _table_start(group) + table[group], size, _share(highest)))
        table[group] += size

    groups = {
        "phase": "phase", "turns_left": "counts", "deck_count": "counts", "discard_count": "counts", "ticket_deck": "counts",
        "row": "row", "discards": "cards", "unseen": "cards", "hand": "cards", "due": "due", "due_ferry": "due", "due_colour": "due",
        "laid": "laid", "turned": "laid", "pieces": "pieces", "offer_joined": "offer_joined", "chosen": "chosen",
    }  # fmt: skip
    planes = {"open": ("route", "open"), "route": ("route", "decided"), "free_beds": ("route", "free_bed"),
              "city": ("city", "decided_city"), "tickets": ("ticket", "held"), "joined": ("ticket", "joined"), "returned": ("ticket", "returned")}  # fmt: skip
    numbers = {"route": ROUTE_PLANES, "ticket": TICKET_PLANES, "city": CITY_PLANES}
    sizes = {"route": routes, "ticket": tickets, "city": cities}
    for name, field in fields(setting, players).items():
        seat = name.rpartition("_")[2]
        if name in groups:
            tell(groups[name], field.size, field.highest)
        elif name in planes:
            kind, plane = planes[name]
            pieces.append(Piece(kind, numbers[kind].index(plane), field.size, 1.0))
        elif name == "decider":
            tell("decider", 1, 1)
            for step in range(1, players):
                rival(step, field.start + step, 1)
        elif name in ("owned", "stations"):
            kind, plane, size = ("route", "own", routes) if name == "owned" else ("city", "own_station", cities)
            pieces.append(Piece(kind, numbers[kind].index(plane), size, 1.0))
            for step in range(1, players):
                rival(step, field.start + step * size, size)
        elif name in ("built", "offer"):
            kind, plane = ("route", "built_0") if name == "built" else ("ticket", "offer_0")
            for place in range(field.shape[0]):
                pieces.append(Piece(kind, numbers[kind].index(plane) + place, sizes[kind], 1.0))
        elif seat == "0":
            tell("seat", field.size, field.highest)
        elif name.startswith("hand_count_"):
            rival(int(seat), field.start, PER_SEAT)
        elif not seat.isdigit():
            raise ValueError(f"the observation's {name} is new: say in railhead.bots.neural.plan what it belongs to")
    return pieces, rivals


def _masked(setting: Setting) -> list[Piece]:
    """The pieces of the mask: what may be claimed or built is worth knowing, the rest only forbids."""
    record = setting.record
    routes, cities = int(record.routes), int(record.cities)
    pieces = [Piece("blank", 0, CLAIM, 0.0), Piece("route", ROUTE_PLANES.index("claimable"), routes, 1.0)]
    place = CLAIM + routes
    if record.has_beds:
        pieces += [
            Piece("blank", 0, int(record.first_build) - place, 0.0),
            Piece("route", ROUTE_PLANES.index("buildable"), routes, 1.0),
        ]
        place = int(record.first_build) + routes
    if record.stations:
        pieces += [
            Piece("blank", 0, int(record.first_station) - place, 0.0),
            Piece("city", CITY_PLANES.index("city_buildable"), cities, 1.0),
        ]
    return pieces


def _facts(setting: Setting, players: int) -> dict[str, Floats]:
    """What never changes: of nodes, routes, tickets and the game; and which routes meet at which nodes."""
    record = setting.record
    routes, nodes, tickets = int(record.routes), int(record.nodes), int(record.tickets)
    a, b, length = (np.array(part[:routes], int) for part in (record.a, record.b, record.length))
    meets = np.zeros((nodes, routes), np.float32)
    meets[a, np.arange(routes)] = meets[b, np.arange(routes)] = 0.5
    colours = np.array(record.colour[:routes], int)
    of_routes = np.zeros((routes, ROUTE_FACTS), np.float32)
    of_routes[np.arange(routes), np.minimum(colours, BED)] = 1.0
    of_routes[:, BED + 1] = length / 6
    of_routes[:, BED + 2] = np.array(record.points, float)[length] / 15
    of_routes[:, BED + 3] = np.array(record.ferry[:routes], float) / 2
    of_routes[:, BED + 4] = np.array(record.tunnel[:routes], float)
    of_routes[:, BED + 5] = [any(int(word) for word in record.parallel[route]) for route in range(routes)]
    of_routes[:, BED + 6] = [any(int(word) for word in record.crossing[route]) for route in range(routes)]
    ends = np.zeros((tickets, nodes), np.float32)
    value = np.array(record.value[:tickets], float)
    for ticket in range(tickets):
        for first, count in ((record.from_first, record.from_count), (record.to_first, record.to_count)):
            ends[ticket, int(first[ticket]) : int(first[ticket]) + int(count[ticket])] += 1 / int(count[ticket])
    of_nodes = np.zeros((nodes, NODE_FACTS), np.float32)
    of_nodes[:, 0] = (meets > 0).sum(1) / 8
    of_nodes[:, 1] = ends.sum(0) / 4
    of_nodes[:, 2] = (value[:, None] * ends).sum(0) / 40
    of_nodes[:, 3] = np.arange(nodes) >= int(record.cities)
    of_tickets = np.stack([value / 10, value > 15, np.arange(tickets) < int(record.long_tickets), np.ones(tickets)], 1)
    of_game = np.array([[
        record.trains / 45, record.stations / 3, record.has_beds, record.longest_bonus / 10, record.tickets_bonus / 15,
        record.later_tickets / 3, record.first_keep / 3, record.single_track_players >= players, *(players == count for count in range(2, SEATS + 1)),
    ]])  # fmt: skip
    return {
        "routes": of_routes, "nodes": of_nodes, "tickets": of_tickets.astype(np.float32), "game": of_game.astype(np.float32),
        "meets": meets, "ends": ends,
    }  # fmt: skip


def plan(setting: Setting, players: int) -> Plan:
    """The plan of a table."""
    record = setting.record
    routes, tickets, cities = int(record.routes), int(record.tickets), int(record.cities)
    pieces, rivals = _observed(setting, players)
    observation = sum(piece.size for piece in pieces)
    noticed = [
        Piece("ticket", TICKET_PLANES.index("distance"), tickets, _share(255)),
        Piece("route", ROUTE_PLANES.index("total"), routes, 1 / 15),
        Piece("route", ROUTE_PLANES.index("near"), routes, 1 / NEAR),
        Piece("route", ROUTE_PLANES.index("short"), routes, 1 / 6),
    ]
    pieces += [*noticed, *_masked(setting)]
    decisions = int(record.decisions)
    used = sum(piece.size for piece in pieces)
    if used - observation - int(noticed_size(record)) != decisions:
        raise ValueError(f"the rows of {setting.id} do not add up")
    pieces.append(Piece("blank", 0, -used % ALIGN, 0.0))
    runs = [*rivals[0]]  # alike for every rival
    limits = np.minimum(highest(setting, players).astype(np.float32), HANDFUL)
    first = observation + tickets
    return Plan(
        board=str(setting.board["id"]), game=setting.id, players=players, pieces=tuple(pieces),
        observation=observation, noticed=int(noticed_size(record)), decisions=decisions,
        first_build=int(record.first_build) if record.has_beds else 0, first_station=int(record.first_station) if record.stations else 0,
        counts={"routes": routes, "tickets": tickets, "cities": cities},
        rivals=tuple(tuple(part) for part in rivals),
        rival_scale=(1 / np.concatenate([limits[start:stop] for start, stop in runs])).astype(np.float32),
        pointed=((first, 1 / 15), (first + routes, 1 / NEAR), (first + 2 * routes, 1 / 6)),
        facts=_facts(setting, players),
    )  # fmt: skip
