"""A new board from a list of cities: routes between neighbours, lengths, colours, ferries, tickets."""

import heapq
import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
from scipy.spatial import Delaunay

from railhead.boards import BoardFile
from railhead.draw.solving.place import GAP, default_gaps, lengths, plan_of, settle, straight
from railhead.draw.solving.projection import Array, fitting_projection, project
from railhead.draw.solving.skeleton import skeleton_of
from railhead.kernel.records import SEATS
from railhead.words import COLOURS
from railhead.workshop.gazetteer import CREDIT, Town, plain
from railhead.workshop.shores import on_land, within
from railhead.workshop.zones import Zone, zones_of

EDGES = 2.05  # routes for each city, parallel ones counted once: as on the known boards
MEAN = 3.0  # spaces of a route, on average: with fewer, names find no room
LONGEST = 6  # on boards with more than 25 cities, a space less with more than 20,
LEAST_LONGEST = 4  # and this with fewer
FEWEST_TRAINS, MOST_TRAINS = 8, 45
TRAINS = 45 / 305  # of a player, for each space of the board: as on the known boards,
CROWDED, MOST_CROWDED = 0.8, 1.9  # and more on those with fewer than 30 cities: few trains make a game of luck
# Trains of four players, for each space of the board: with more nobody places them all, and games do not end.
FULLEST = 1.2
DOUBLES = 0.24  # share of connections with two tracks, at least
TRACKS = 2.45  # tracks for each city: where there are few connections, more of them are double
FERRIES = 0.16  # share of connections that may be ferries, however much water there is
GREY = 0.42  # share of tracks that take any colour
TICKETS = 30
SHORTEST_TICKET, USUAL_TICKET, LONGEST_TICKET = (
    0.3,
    0.38,
    0.55,
)  # the ways that tickets ask for, at most, in trains of a player

ALL_CITIES = 30  # of a board that is not small
STATIONS = {"stations": 3, "stationPoints": 4}  # as on the board Europe (E9)
LONG_TICKETS = {"firstLong": 1, "firstReturn": "out"}  # as on the board Europe (E3)
LONG_TICKET = 0.75  # the ways that long tickets ask for, at most, in trains of a player
LONGEST_DOUBLE = 4  # spaces: two tracks side by side take room

Edge = tuple[int, int]


class Wishes(msgspec.Struct, frozen=True):
    """What people may ask for beside the cities."""

    tunnels: int = 0
    stations: bool = False
    long_tickets: int = 0
    beds: int = 0  # connections on which track is built first (F2)
    zones: int = 0  # neighbouring countries that routes lead into (F8)
    ferries: int | None = None  # at most; as many as the water asks for, if not said
    trains: int = 0  # of a player; as many as fit, if not said
    players: int = 4  # by whom the board is judged


class Recipe(msgspec.Struct, frozen=True):
    """What may be changed of a board without its cities and connections, so that it plays better; as it stands, the usual board."""

    trains: float = 1.0  # of a player, in usual numbers of them
    tickets: float = 1.0  # the ways they ask for, in usual ways
    doubles: float = 1.0  # how many connections have two tracks, in usual numbers of them
    bonus: int = 10  # for the longest path
    keep: int = 2  # tickets, of the first ones
    lot: int = 0  # by which colours and tickets are drawn
    relieved: tuple[Edge, ...] = ()  # connections that get a second track, or lose a space where they have two


class City(msgspec.Struct, frozen=True):
    """A city as a board file has it."""

    id: str
    name: str
    lat: float
    lon: float


class Track(msgspec.Struct, omit_defaults=True):
    """A route as a board file has it."""

    id: str
    a: str
    b: str
    length: int
    colour: str
    ferry: int = 0
    tunnel: bool = False
    bed: bool = False
    terminal: str = ""


class Ticket(msgspec.Struct, frozen=True):
    """A ticket as a board file has it."""

    a: str
    b: str
    points: int


class Draft(NamedTuple):
    """What a board is made from: all that takes long to find."""

    name: str
    cities: list[City]
    countries: list[str]
    edges: list[Edge]
    size: list[int]
    water: list[float]  # the share of every edge
    zones: list[Zone] = []  # noqa: RUF012 (never changed)


USUAL = Recipe()
NO_WISHES = Wishes()


def slug(name: str) -> str:
    """A name as an id, in whichever script."""
    return re.sub(r"[\W_]+", "-", plain(name)).strip("-") or "city"


def cities_of(towns: Sequence[Town], local: bool = False) -> list[City]:
    """The cities of a board file, by their names in Latin letters or by the local ones; ids are unique."""
    found: list[City] = []
    taken: set[str] = set()
    for town in towns:
        name = slug(town.name)
        k = 2
        while name in taken:
            name = f"{slug(town.name)}-{k}"
            k += 1
        taken.add(name)
        found.append(City(name, town.local if local else town.name, town.latitude, town.longitude))
    return found


def on_the_plane(cities: Sequence[City]) -> Array:
    """The cities in a projection that fits them."""
    latitudes, longitudes = (
        np.array(values) for values in zip(*((city.lat, city.lon) for city in cities), strict=True)
    )
    return project(fitting_projection(latitudes, longitudes), latitudes, longitudes)


def neighbours(points: Array) -> list[Edge]:
    """The edges of a planar net with about `EDGES` edges for each point, the most natural ones of the triangulation."""
    triangles = Delaunay(points, qhull_options="QJ Qbb").simplices
    edges = sorted({(int(min(p)), int(max(p))) for t in triangles for p in ((t[0], t[1]), (t[1], t[2]), (t[2], t[0]))})
    way = {e: float(np.linalg.norm(points[e[0]] - points[e[1]])) for e in edges}
    usual = float(np.median(list(way.values())))

    def badness(edge: Edge) -> float:
        a, b = edge
        middle = (points[a] + points[b]) / 2
        rest = np.delete(points, edge, 0)
        room = float(np.linalg.norm(rest - middle, axis=1).min()) / (way[edge] / 2)  # below 1: a city lies between
        narrow = 0.0
        for end, other in ((a, b), (b, a)):
            here = points[other] - points[end]
            for p, q in kept:
                if end in (p, q) and {p, q} != {a, b}:
                    there = points[q if p == end else p] - points[end]
                    turn = abs(np.arctan2(here[0] * there[1] - here[1] * there[0], float(here @ there)))
                    narrow = max(narrow, 1 - turn / 0.7)
        crowd = float(max(degree[a], degree[b])) - 5
        return way[edge] / usual + 2 * max(0.0, 1 - room) + 2 * max(0.0, narrow) + 0.4 * max(0.0, crowd)

    kept = set(edges)
    while True:
        degree = np.bincount(np.array(list(kept)).ravel(), minlength=len(points))
        free = [e for e in kept if degree[e[0]] > 2 and degree[e[1]] > 2 and connected(kept - {e}, len(points))]
        if not free:
            break
        worst = max(sorted(free), key=badness)
        if len(kept) <= EDGES * len(points) and badness(worst) < 2.2:
            break
        kept.remove(worst)
        if len(kept) <= 1.6 * len(points):
            break
    return sorted(kept)


def connected(edges: set[Edge], count: int) -> bool:
    """Whether every point can be reached from every other."""
    near: dict[int, list[int]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    seen, stack = {0}, [0]
    while stack:
        for other in near.get(stack.pop(), []):
            if other not in seen:
                seen.add(other)
                stack.append(other)
    return len(seen) == count


def asked_for(cities: Sequence[City], edges: Sequence[Edge]) -> Array:
    """The spaces that every edge asks for by its way on the true map, if the mean of all is as usual."""
    plane = on_the_plane(cities)
    ends = np.array(edges)
    way = np.linalg.norm(plane[ends[:, 0]] - plane[ends[:, 1]], axis=1)
    return np.asarray((MEAN + 2 * GAP) * way / way.mean() - 2 * GAP)


def measured(cities: list[City], edges: list[Edge]) -> list[int]:
    """The length of every edge: what fits between its cities once they have made room for each other."""
    longest = int(np.clip(-(-len(cities) // 5), LEAST_LONGEST, LONGEST))
    found = np.clip(np.round(asked_for(cities, edges)), 1, longest).astype(int)
    for _ in range(3):
        tracks = [Track(str(k), cities[a].id, cities[b].id, int(found[k]), "grey") for k, (a, b) in enumerate(edges)]
        skeleton = skeleton_of(msgspec.to_builtins({"id": "new", "cities": cities, "routes": tracks}), GAP)
        plan = plan_of(skeleton, default_gaps(skeleton), 30.0)
        unknowns = settle(plan, np.concatenate([skeleton.true, straight(skeleton, skeleton.true)]), 4)
        room = lengths(plan.ends, unknowns) - plan.gaps.sum(1)
        found = np.clip(np.floor(room + 0.25), 1, longest).astype(int)
    return [int(length) for length in found]


def water_between(a: City, b: City) -> float:
    """Which share of the way between two cities is water, of the sea or of a lake."""
    turn = (b.lon - a.lon + 180) % 360 - 180
    share = np.linspace(0.15, 0.85, 9)
    way = [(a.lat + s * (b.lat - a.lat), (a.lon + s * turn + 180) % 360 - 180) for s in share]
    return sum(within("lakes", *at) or not on_land(*at) for at in way) / len(way)


def ferries_of(water: list[float], wanted: int | None = None) -> set[int]:
    """The edges that become ferries: those mostly over water, but no more than are wanted, or people can pay with locomotives."""
    wettest = sorted(range(len(water)), key=lambda k: (-water[k], k))
    most = round(FERRIES * len(water)) if wanted is None else wanted
    return {k for k in wettest[:most] if water[k] > 0.5}


def beds_of(draft: Draft, taken: set[int], wanted: int, rng: np.random.Generator) -> set[int]:
    """The edges on which track is built first: any by lot that are nothing else."""
    some = [k for k in range(len(draft.edges)) if k not in taken]
    return {some[int(k)] for k in rng.permutation(len(some))[:wanted]}


def pieces_of(tracks: Sequence[Track]) -> list[dict[str, Any]]:
    """The pieces of track for the beds: of every colour as many of a length, and in all some more than half of the beds."""
    beds = Counter(track.length for track in tracks if track.bed)
    return [
        {"colour": colour, "length": length, "count": max(1, -(-6 * count // (10 * len(COLOURS))))}
        for colour in COLOURS
        for length, count in sorted(beds.items())
    ]


def tunnels_of(draft: Draft, ferries: set[int], wanted: int) -> set[int]:
    """The edges that become tunnels: under straits and arms of the sea, then under borders, then the longest. No heights are at hand."""

    def rank(k: int) -> tuple[float, bool, int, int]:
        a, b = draft.edges[k]
        return -draft.water[k], draft.countries[a] == draft.countries[b], -draft.size[k], k

    return set(sorted(set(range(len(draft.edges))) - ferries, key=rank)[:wanted])


def shortest(count: int, edges: list[Edge], size: list[int]) -> Array:
    """The spaces on the shortest way between any two cities."""
    near: dict[int, list[tuple[int, int]]] = {k: [] for k in range(count)}
    for (a, b), length in zip(edges, size, strict=True):
        near[a].append((b, length))
        near[b].append((a, length))
    found = np.full((count, count), np.inf)
    for start in range(count):
        queue = [(0, start)]
        while queue:
            way, here = heapq.heappop(queue)
            if way >= found[start, here]:
                continue
            found[start, here] = way
            for other, length in near[here]:
                heapq.heappush(queue, (way + length, other))
    return found


def busiest(count: int, edges: list[Edge], size: list[int], ways: Array) -> list[int]:
    """The edges in order of how many shortest ways use them, the busiest first."""
    use = []
    for (a, b), length in zip(edges, size, strict=True):
        on = np.minimum(ways[:, [a]] + length + ways[[b], :], ways[:, [b]] + length + ways[[a], :]) == ways
        use.append(int(on.sum()))
    return sorted(range(len(edges)), key=lambda k: (-use[k], k))


def coloured(tracks: list[Track], rng: np.random.Generator) -> None:
    """Give every track a colour: spaces of each colour balanced, twins and neighbours different."""
    plain_tracks = [track for track in tracks if not track.ferry and not track.bed]
    grey = round(GREY * len(tracks)) - (len(tracks) - len(plain_tracks))
    short_first = sorted(plain_tracks, key=lambda track: track.length + 1.5 * rng.random())
    rest = sorted(short_first[max(grey, 0) :], key=lambda track: -track.length)
    spaces = dict.fromkeys(COLOURS, 0)
    for track in rest:
        near = {t.colour for t in tracks if {t.a, t.b} & {track.a, track.b}}
        twins = {t.colour for t in tracks if {t.a, t.b} == {track.a, track.b}}
        allowed = [c for c in COLOURS if c not in near] or [c for c in COLOURS if c not in twins]
        colour = min(allowed, key=lambda c: (spaces[c], COLOURS.index(c)))
        if spaces[colour] > min(spaces.values()) + 6:
            colour = min((c for c in COLOURS if c not in twins), key=lambda c: (spaces[c], COLOURS.index(c)))
        track.colour = colour
        spaces[colour] += track.length


def tickets_of(
    cities: list[City], ways: Array, trains: int, rng: np.random.Generator, reach: float = 1.0
) -> list[Ticket]:
    """Tickets between cities that are some way apart, every city about equally often, points by the shortest way."""
    n = len(cities)
    low, usual = reach * min(4.5, SHORTEST_TICKET * trains), reach * min(8.5, USUAL_TICKET * trains)
    top = max(min(22.0 * reach, float(ways.max()), reach * LONGEST_TICKET * trains), usual + 0.5)
    pairs = [(a, b) for a in range(n) for b in range(a + 1, n) if int(low) <= ways[a, b] <= top + 2]
    wanted = min(TICKETS, len(pairs))
    used = np.zeros(n)
    chosen: list[Edge] = []
    aims = np.sort(rng.triangular(low, usual, top, wanted))
    for aim in aims[::-1]:
        worth = [abs(ways[a, b] - aim) + 2.5 * (used[a] + used[b]) + rng.random() for a, b in pairs]
        a, b = pairs.pop(int(np.argmin(worth)))
        used[[a, b]] += 1
        chosen.append((a, b))
    return [Ticket(cities[a].id, cities[b].id, int(ways[a, b])) for a, b in sorted(chosen)]


def long_tickets_of(
    cities: list[City], ways: Array, trains: int, wanted: int, regular: Sequence[Ticket]
) -> list[Ticket]:
    """The longest ways that a player still has trains for and no regular ticket asks for, their cities different where that can be."""
    n = len(cities)
    taken = {frozenset((ticket.a, ticket.b)) for ticket in regular}
    pairs = [
        (a, b)
        for a in range(n)
        for b in range(a + 1, n)
        if ways[a, b] <= LONG_TICKET * trains and frozenset((cities[a].id, cities[b].id)) not in taken
    ]
    used = np.zeros(n)
    chosen: list[Edge] = []
    for _ in range(min(wanted, len(pairs))):
        a, b = pairs.pop(int(np.argmax([ways[a, b] - 4 * (used[a] + used[b]) for a, b in pairs])))
        used[[a, b]] += 1
        chosen.append((a, b))
    return [Ticket(cities[a].id, cities[b].id, int(ways[a, b])) for a, b in sorted(chosen)]


def drafted(name: str, towns: Sequence[Town], local: bool = False, zones: int = 0) -> Draft:
    """Cities, connections and their lengths, and neighbours: what does not depend on any lot or other wish."""
    if len(towns) < 8:
        raise ValueError("a board needs at least eight cities")
    cities = cities_of(towns, local)
    edges = neighbours(on_the_plane(cities))
    water = [water_between(cities[a], cities[b]) for a, b in edges]
    countries = [town.country for town in towns]
    at = np.array([(city.lat, city.lon) for city in cities])
    beside = zones_of(at[:, 0], at[:, 1], countries, edges, zones)
    return Draft(name, cities, countries, edges, measured(cities, edges), water, beside)


def doubles_of(draft: Draft, size: list[int], ways: Array, ferries: set[int], recipe: Recipe) -> set[int]:
    """The edges with two tracks: those that are to be relieved, and where most shortest ways pass."""
    count = len(draft.edges)
    found = {k for k, edge in enumerate(draft.edges) if edge in recipe.relieved and k not in ferries}
    wanted = recipe.doubles * max(DOUBLES * count, TRACKS * len(draft.cities) - count) + len(found)
    for k in busiest(len(draft.cities), draft.edges, size, ways):
        if len(found) < wanted and size[k] <= LONGEST_DOUBLE and k not in ferries:
            found.add(k)
    return found


def tracks_of(
    draft: Draft, size: list[int], doubles: set[int], ferries: set[int], tunnels: set[int], beds: set[int]
) -> list[Track]:
    """The tracks of every edge and into every zone, still without colours."""
    tracks: list[Track] = []
    for k, (a, b) in enumerate(draft.edges):
        first, second = sorted((draft.cities[a].id, draft.cities[b].id))
        for number in (".1", ".2") if k in doubles else ("",):
            ends = f"{first}-{second}{number}", first, second
            ferry = locomotives(size[k]) if k in ferries else 0
            tracks.append(Track(*ends, size[k], "grey", ferry, k in tunnels, k in beds))
    for zone, places in zip(draft.zones, zone_files(draft), strict=True):
        for way, end in zip(zone.ways, places["terminals"], strict=True):
            city = draft.cities[way.city]
            wet = water_between(city, City("", "", way.latitude, way.longitude)) > 0.5
            ferry = locomotives(way.spaces) if wet else 0
            name = f"{city.id}-{places['id']}"
            tracks.append(Track(name, city.id, places["id"], way.spaces, "grey", ferry, terminal=end["id"]))
    return tracks


def locomotives(spaces: int) -> int:
    """How many a ferry asks for."""
    return 2 if spaces >= 5 else 1


def zone_files(draft: Draft) -> list[dict[str, Any]]:
    """The zones as a board file has them: in the middle of their terminals, which are numbered."""
    taken, found = {city.id for city in draft.cities}, []
    for zone in draft.zones:
        name = slug(zone.name) if slug(zone.name) not in taken else f"{slug(zone.name)}-land"
        ends = [{"id": f"{name}-{k}", "lat": way.latitude, "lon": way.longitude} for k, way in enumerate(zone.ways, 1)]
        turn = [(way.longitude - zone.ways[0].longitude + 180) % 360 - 180 for way in zone.ways]
        middle = (zone.ways[0].longitude + sum(turn) / len(turn) + 180) % 360 - 180
        at = {"lat": round(sum(way.latitude for way in zone.ways) / len(ends), 3), "lon": round(middle, 3)}
        found.append({"id": name, "name": zone.name, **at, "terminals": ends})
    return found


def ways_and_zones(draft: Draft, ways: Array) -> Array:
    """The spaces between any two cities, with the zones as further places: nobody travels through one (F8)."""
    into = np.array(
        [np.min([ways[way.city] + way.spaces for way in zone.ways], axis=0) for zone in draft.zones]
    ).reshape(len(draft.zones), len(ways))
    both = np.array(
        [[min(row[way.city] + way.spaces for way in zone.ways) for zone in draft.zones] for row in into]
    ).reshape(len(into), len(into))
    np.fill_diagonal(both, 0)
    return np.block([[ways, into.T], [into, both]])


def made(draft: Draft, seed: int = 1, recipe: Recipe = USUAL, wishes: Wishes = NO_WISHES) -> BoardFile:
    """The board file of a draft, by a recipe and some wishes."""
    rng = np.random.default_rng([seed, recipe.lot] if recipe.lot else seed)
    cities, edges = draft.cities, draft.edges
    size = [max(1, s - recipe.relieved.count(edge)) for s, edge in zip(draft.size, edges, strict=True)]
    ways = shortest(len(cities), edges, size)
    ferries = ferries_of(draft.water, wishes.ferries)
    doubles = doubles_of(draft, size, ways, ferries, recipe)
    tunnels = tunnels_of(draft, ferries, wishes.tunnels)
    beds = beds_of(draft, ferries | tunnels, wishes.beds, rng) if wishes.beds else set[int]()
    tracks = tracks_of(draft, size, doubles, ferries, tunnels, beds)
    coloured(tracks, rng)
    spaces = sum(track.length for track in tracks)
    usual = int(np.clip(round(spaces * TRAINS), FEWEST_TRAINS, MOST_TRAINS))
    crowd = float(np.clip((ALL_CITIES / len(cities)) ** CROWDED, 1, MOST_CROWDED))
    most = int(np.clip(FULLEST * spaces / 4, FEWEST_TRAINS, MOST_TRAINS))
    trains = wishes.trains or int(np.clip(round(recipe.trains * crowd * usual), FEWEST_TRAINS, most))
    zones = zone_files(draft)
    ends = [*cities, *(City(zone["id"], zone["name"], zone["lat"], zone["lon"]) for zone in zones)]
    reach = ways_and_zones(draft, ways)
    tickets = {"regular": tickets_of(ends, reach, min(usual, trains), rng, recipe.tickets)}
    long = long_tickets_of(ends, reach, trains, max(wishes.long_tickets, SEATS), tickets["regular"])
    dealt = bool(wishes.long_tickets) and len(long) >= SEATS  # or not everybody would get one
    numbers: dict[str, Any] = {
        "trains": trains,
        **({"longestBonus": recipe.bonus} if recipe.bonus != USUAL.bonus else {}),
        **({"firstKeep": recipe.keep} if recipe.keep != USUAL.keep else {}),
        **(STATIONS if wishes.stations else {}),
        **(LONG_TICKETS if dealt else {}),
    }
    file: BoardFile = msgspec.to_builtins(
        {
            "id": slug(draft.name),
            "name": draft.name,
            "cities": sorted(cities, key=lambda city: city.id),
            **({"zones": zones} if zones else {}),
            "routes": sorted(tracks, key=lambda track: track.id),
            **({"pieces": pieces_of(tracks)} if beds else {}),
            "ticketSets": {**tickets, **({"long": long} if dealt else {})},
            "game": numbers,
            **({"credit": CREDIT} if any(draft.countries) or zones else {}),
        }
    )
    return file


def new_board(
    name: str, towns: Sequence[Town], seed: int = 1, local: bool = False, wishes: Wishes = NO_WISHES
) -> BoardFile:
    """A board file, ready to be played and laid out; with `local` names in the cities' own languages and scripts."""
    return made(drafted(name, towns, local, wishes.zones), seed, USUAL, wishes)


def ungranted(board: BoardFile, wishes: Wishes) -> list[str]:
    """What was wished for and could not be had, a sentence each."""
    ends = {(route["a"], route["b"]): route for route in board["routes"]}.values()
    found = {
        "neighbouring countries": (len(board.get("zones", [])), wishes.zones),
        "tunnels": (sum(bool(route.get("tunnel")) for route in ends), wishes.tunnels),
        "connections to build track on": (sum(bool(route.get("bed")) for route in ends), wishes.beds),
        "long tickets": (len(board["ticketSets"].get("long", [])), wishes.long_tickets),
    }
    return [
        f"of {wanted} {what} only {count} could be had" for what, (count, wanted) in found.items() if count < wanted
    ]


def as_text(board: BoardFile) -> str:
    """A board file as people edit it: one city, route or ticket a line."""

    def lines(items: Sequence[Any], indent: str) -> str:
        return ",\n".join(indent + json.dumps(item, ensure_ascii=False) for item in items)

    parts = []
    for key, value in board.items():
        if isinstance(value, list):
            parts.append(f'  "{key}": [\n{lines(value, "    ")}\n  ]')
        elif key == "ticketSets":
            sets = ",\n".join(f'    "{name}": [\n{lines(some, "      ")}\n    ]' for name, some in value.items())
            parts.append(f'  "{key}": {{\n{sets}\n  }}')
        else:
            parts.append(f'  "{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"
