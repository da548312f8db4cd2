"""What is done for maps of people's own, in processes that may be ended: proposing, checking, drawing, trying."""

import hashlib
import json
import logging
import math
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

import msgspec

from railhead.boards import BoardError, BoardFile, Setting, load
from railhead.boards.reading import read
from railhead.server import games
from railhead.server.refusals import Refusal
from railhead.words import Country, MapFrame, MapMeasures, MapProposal, MapTrial, MapWish, Places, Spare

if TYPE_CHECKING:
    from railhead.workshop.gazetteer import Town

NAME = re.compile("map-[0-9a-f]{20}")
MEMORY = 3 << 30  # bytes that a process may fill
TRIAL = 120  # games
JUDGED = 480  # games of planners by which a proposed map is judged
SPARE = 80  # cities that are offered besides,
APART = 22.0  # so far from all others on the sketch
NEAREST = 0.004  # of the extent of a map: nearer to each other no two cities may lie
WIDE = 1000.0  # the longer side of a sketch
MARGIN = 0.16  # around the cities, of their extent
SMALLEST, NARROWEST = 0.005, 0.3  # extent in degrees; the shorter side of the cities, of the longer one
FINE = 2.0  # how far apart the points of a coast are, at least
PICTURE = 2_500_000  # pixels of a picture
ADVICE = "draw it again with fewer or other cities and routes"
WORLD = MapFrame(-180, 150, WIDE / 360, WIDE, 235 / 360 * WIDE)  # from 83 degrees north to 60 degrees south
MISSED = get_args(get_args(MapMeasures.__annotations__["missed"])[0])
UNLIKE = get_args(get_args(MapTrial.__annotations__["unlike"])[0])
Result = TypeVar("Result")
log = logging.getLogger("railhead.server")


def bounded(job: Callable[..., Result], *arguments: Any) -> Result:
    """Do something within bounds of memory; what fails in an unknown way is the map's fault, not the server's."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    try:
        return job(*arguments)
    except Refusal:
        raise
    except Exception as error:
        log.warning("a map failed", extra={"why": type(error).__name__})
        raise Refusal("bad-map", what=f"it cannot be drawn or played ({type(error).__name__}); {ADVICE}") from None


def bad(problems: Iterable[str]) -> Refusal:
    """What is wrong with a map, in words that can be sent."""
    told = "; ".join(list(problems)[:3])
    return Refusal("bad-map", what=told[:600].encode("utf-8", "replace").decode())


# ---- what is kept


def read_map(raw: bytes) -> Setting:
    """The game of a board file that somebody sent, checked."""
    try:
        file = read("the map", raw.decode())
        json.dumps(file, ensure_ascii=False).encode()
        setting = load(file)
    except UnicodeError:
        raise bad(["it is not UTF-8: some characters are halves of others"]) from None
    except BoardError as error:
        raise bad(error.problems) from None
    if any("lat" not in city for city in (*setting.board["cities"], *setting.board.get("zones", []))):
        raise bad(["cities: some have no lat and lon; the map of a server is drawn, so give all of them"])
    return setting


def on_one_spot(cities: list[BoardFile]) -> str:
    """Two cities that lie where no drawing can part them, in words; nothing if there are none."""
    import numpy as np

    from railhead.draw.solving.projection import unit_vectors

    at = unit_vectors(*(np.array([float(city[key]) for city in cities]) for key in ("lat", "lon")))
    apart = np.linalg.norm(at[:, None] - at[None], axis=2)
    near = apart + np.eye(len(cities)) * 4
    a, b = divmod(int(near.argmin()), len(cities))
    if near[a, b] > NEAREST * apart.max():
        return ""
    return f"cities: {cities[a]['id']!r} and {cities[b]['id']!r} lie on one spot; move one of them away, or take it out"


def checked(raw: bytes) -> tuple[str, str, str]:
    """A map's name, its summary and its file, after it was read, laid out and drawn."""
    given = read_map(raw)
    if problem := on_one_spot(given.board["cities"]):
        raise bad([problem])
    file = {key: value for key, value in given.as_file().items() if key != "id"}
    file["game"] = {key: value for key, value in file["game"].items() if key != "id"}
    text = json.dumps(file, sort_keys=True, separators=(",", ":"))
    name = f"map-{hashlib.sha256(text.encode()).hexdigest()[:20]}"
    setting = load({"id": name, **file, "game": {**file["game"], "id": name}})
    source = setting.source
    for made in (games.one_game(source), games.picture(source, False), games.picture(source, True)):
        if re.search(rb"[^a-z]nan[^a-z]|NaN|[Ii]nfinity", made[0]):
            raise bad([f"it cannot be drawn: cities lie too near each other; {ADVICE}"])
    return name, msgspec.json.encode(games.summary(setting)).decode(), source


def drawn(source: str, kind: Literal["svg", "png", "pdf"]) -> bytes:
    """A map to take away: a picture, or sheets to print."""
    from railhead.draw.printing.sheets import board_to_print
    from railhead.draw.svg.board import draw
    from railhead.draw.svg.picture import to_png

    setting, geometry = games.laid_out(source)
    assert geometry is not None  # or it would not be kept
    if kind == "pdf":
        return board_to_print(setting, geometry)
    if kind == "png":
        return to_png(draw(setting.board, geometry), int(math.sqrt(PICTURE * geometry.width / geometry.height)))
    return draw(setting.board, geometry, embed_fonts=True).encode()


def tried(raw: bytes) -> bytes:
    """What bots' games over a map are like."""
    from railhead.arena.trial import trial
    from railhead.workshop import report

    setting = read_map(raw)
    found = trial(setting, TRIAL)
    figures = found.figures()
    unlike = {
        "short": figures.turns < report.TURNS[0] * min(1, setting.numbers["trains"] / 45),
        "long": figures.turns > report.TURNS[1],
        "spread": figures.deviation > report.SPREAD * figures.score,
        "margin": figures.margin > report.MARGIN * figures.score,
        "completed": figures.completed < report.COMPLETED * figures.kept,
        "route": bool(found.dominating(report.DOMINATES)),
    }
    told = {name: round(value, 3) for name, value in figures._asdict().items()}
    claims = {route: round(share, 2) for route, share in found.claim_shares().items()}
    return msgspec.json.encode(
        MapTrial(games=TRIAL, **told, claims=claims, unlike=[name for name in UNLIKE if unlike[name]])
    )


# ---- what is proposed


def places() -> tuple[bytes, str]:
    """GET /api/places, and its tag."""
    from railhead.workshop.gazetteer import CONTINENTS, CREDIT, packed

    file = packed()
    regions: list[list[str]] = [[] for _ in file.countries]
    for country, region in file.regions:
        regions[country].append(region)
    found = [
        Country(one.code, one.name, one.continent, sorted(filter(None, own)))
        for one, own in zip(file.countries, regions, strict=True)
    ]
    data = msgspec.json.encode(Places(CREDIT, CONTINENTS, found, WORLD, paths("land", WORLD), paths("borders", WORLD)))
    return data, f'"{hashlib.sha256(data).hexdigest()[:24]}"'


def proposed(wish: MapWish) -> bytes:
    """A map of some places, or of the cities that somebody chose: routes and tickets, what lies around, more cities."""
    from railhead.workshop.gazetteer import Town, find_country

    named = written(wish.lines)
    some, land = searched(wish, {town.country for town in named if town.country})
    cities = [Town(city.name, "", city.lat, city.lon, 0, "", city.name) for city in wish.cities] or named
    board, dropped, measures = made_of(wish, cities or chosen(wish, some), spare=not cities)
    sketch = frame_of([*board["cities"], *ends_of(board)])
    spare = [
        Spare(town.local if wish.local else town.name, town.latitude, town.longitude)
        for town in spare_towns(some, board["cities"], sketch)
    ]
    if some:
        board = {**board, "credit": credit()}
    ground, lakes, borders = (paths(name, sketch) for name in ("land", "lakes", "borders"))
    code = find_country(land).code if land else ""
    return msgspec.json.encode(MapProposal(dict(board), sketch, ground, lakes, borders, spare, code, dropped, measures))


def written(lines: Iterable[str]) -> "list[Town]":
    """The towns of a list that somebody wrote."""
    from railhead.workshop.gazetteer import listed

    found: list[Town] = []
    for line in lines:
        try:
            found += listed([line])
        except LookupError:
            raise Refusal("unknown-town", what=line.encode("utf-8", "replace").decode()) from None
    return list(dict.fromkeys(found))


def searched(wish: MapWish, around: Iterable[str] = ()) -> "tuple[list[Town], str]":
    """The places that a wish names, those of the countries around, and the country that it points at."""
    from railhead.workshop.choosing import Box, Circle, country_at, looked_for

    box = Box(*msgspec.structs.astuple(wish.box)) if wish.box else None
    circle = Circle(*msgspec.structs.astuple(wish.circle)) if wish.circle else None
    land = country_at(wish.at.lat, wish.at.lon) if wish.at else ""
    if wish.at and not land:
        raise Refusal("no-places")
    countries = [*wish.countries, *sorted(around), *([land] if land else [])]
    if not (countries or wish.continents or wish.regions or box or circle):
        return [], ""
    try:
        return looked_for(countries, wish.continents, wish.regions, box, circle), land
    except LookupError as error:
        raise Refusal("unknown-place", what=str(error)[:600].encode("utf-8", "replace").decode()) from None


def chosen(wish: MapWish, some: "list[Town]") -> "list[Town]":
    """The cities of a map, out of what was found."""
    from railhead.workshop.choosing import FEWEST, TooFew, chosen_cities

    if not some:
        raise Refusal("no-places")
    try:
        return chosen_cities(some, wish.count, bool(wish.box or wish.circle))
    except TooFew as error:
        raise Refusal("few-places", n=error.found, need=FEWEST) from None


def made_of(wish: MapWish, towns: "list[Town]", spare: bool) -> tuple[BoardFile, list[str], MapMeasures | None]:
    """The board of some cities as far as it was asked for, the cities that were left out, and what its games are like."""
    from railhead.workshop.choosing import FEWEST
    from railhead.workshop.mending import MOST, roomy
    from railhead.workshop.new import Wishes, made, new_board
    from railhead.workshop.tuning import missed, tuned_board

    if len(towns) < FEWEST:
        raise Refusal("few-places", n=len(towns), need=FEWEST)
    wishes = Wishes(**msgspec.structs.asdict(wish.extras))
    most = MOST if spare else 0
    if wish.stage == "sketch":
        return new_board(wish.name, towns, wish.seed, wish.local, wishes), [], None
    if wish.stage == "room":
        board_of = partial(made, seed=wish.seed, wishes=wishes)
        choice = roomy(wish.name, towns, wish.local, wishes.zones, board_of, most=most)
        return board_of(choice.draft), [town.name for town in choice.dropped], None
    best = tuned_board(wish.name, towns, wish.seed, wish.local, wishes, JUDGED, spare=most)
    found, names = best.measures, [goal.name for goal in missed(best.measures)]
    told = MapMeasures(
        games=found.games,
        turns=round(found.turns, 2),
        completed=round(found.completed, 3),
        margin=round(found.margin, 3),
        seats=[round(share, 3) for share in found.seats],
        missed=[name for name in MISSED if name in names],
    )
    return best.board, list(best.dropped), told


def ends_of(board: BoardFile) -> list[BoardFile]:
    """Where the routes into zones end."""
    return [end for zone in board.get("zones", []) for end in zone["terminals"]]


def credit() -> str:
    """To whom the knowledge of places is owed."""
    from railhead.workshop.gazetteer import CREDIT

    return CREDIT


def mercator(latitude: float) -> float:
    """How far up a latitude is drawn, in degrees."""
    return math.degrees(math.asinh(math.tan(math.radians(max(-85.0, min(85.0, latitude))))))


def frame_of(cities: list[BoardFile]) -> MapFrame:
    """A sketch's frame around cities; those beyond the date line count on."""
    around = sorted(city["lon"] for city in cities)
    gaps = [(after - before, after) for before, after in pairwise(around)]
    gap, west = max([*gaps, (around[0] + 360 - around[-1], around[0])])
    ups = [mercator(city["lat"]) for city in cities]
    wide, tall = 360 - gap, max(ups) - min(ups)
    extent = max(wide, tall, SMALLEST)
    room = MARGIN * extent
    # a row of cities has them in its middle; a town of a single country fills its sketch as a continent does
    beside, above = ((max(0.0, NARROWEST * extent - span)) / 2 + room for span in (wide, tall))
    width, height = wide + 2 * beside, tall + 2 * above
    scale = WIDE / max(width, height)
    return MapFrame(west - beside, max(ups) + above, scale, width * scale, height * scale)


def place(frame: MapFrame, latitude: float, longitude: float) -> tuple[float, float]:
    """Where a point of the globe lies in a frame."""
    return (longitude - frame.west) % 360 * frame.scale, (frame.top - mercator(latitude)) * frame.scale


def spare_towns(some: "list[Town]", cities: list[BoardFile], frame: MapFrame) -> "list[Town]":
    """The largest places inside a frame that are no cities yet, none too near to another to be touched."""
    taken = [place(frame, city["lat"], city["lon"]) for city in cities]
    found: list[Town] = []
    for town in some:
        x, y = place(frame, town.latitude, town.longitude)
        inside = 0 < x < frame.width and 0 < y < frame.height
        if inside and all((x - other) ** 2 + (y - far) ** 2 > APART**2 for other, far in taken):
            found.append(town)
            taken.append((x, y))
        if len(found) == SPARE:
            break
    return found


def paths(name: str, frame: MapFrame) -> str:
    """A layer of the earth inside a frame, as the path of an SVG."""
    import numpy as np

    from railhead.draw.solving.geography import AREAS, Span, cut_to_span, joined, layer

    def latitude(y: float) -> float:
        return math.degrees(math.atan(math.sinh(math.radians(frame.top - y / frame.scale))))

    span = Span(0, frame.width / frame.scale, latitude(frame.height), latitude(0))
    closed, written = name in AREAS, []
    for line in layer(name) if closed else joined(layer(name)):  # a border is kept in many short pieces
        for piece in cut_to_span(line, frame.west, span, closed):
            up = np.degrees(np.arcsinh(np.tan(np.radians(np.clip(piece[:, 1], -85, 85)))))
            points = np.stack([piece[:, 0] * frame.scale, (frame.top - up) * frame.scale], -1)
            cells = np.round(points / FINE)
            points = points[np.r_[True, (np.diff(cells, axis=0) != 0).any(1)]]
            large = np.ptp(points, axis=0).max() > 2 * FINE
            if len(points) > (2 if closed else 1) and large:
                written.append("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + ("Z" if closed else ""))
    return "".join(written)
