"""Which places become the cities of a board: where they are looked for, and how they are spread."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage

from railhead.draw.solving.projection import Array, distance, unit_vectors
from railhead.workshop.gazetteer import Town, find_continent, find_country, find_region, packed, towns

KILOMETRES = 111.195  # of a degree along a great circle
USUAL = 30  # cities of a board
FEWEST = 8
FAR = 0.15  # a group so far from all others, in extents of the rest,
FAR_KILOMETRES = 400  # and at least so far, with few people, is left out,
FEW = 0.06  # few being this share of all
LONELY = 0.8  # of the extent of the others: as far away as that, a place takes their room
CROWDED = 0.015  # of the extent: nearer than that two cities cannot be drawn
DENSER = 0.3  # how much nearer to others large cities may be than small ones: a power of their people
BOUNDS = (0.65, 3.0)  # of the distance that a city keeps, by its size


class TooFew(LookupError):  # noqa: N818
    """A place with too few cities for a board."""

    def __init__(self, found: int) -> None:
        super().__init__(
            f"the gazetteer has only {found} places there that are far enough from each other, and a board needs "
            f"{FEWEST}: take in more of the neighbourhood, or write a list (--cities FILE)"
        )
        self.found = found


class Box(NamedTuple):
    """A rectangle in degrees; one whose west is east of its east crosses the date line."""

    south: float
    west: float
    north: float
    east: float


class Circle(NamedTuple):
    """All that is within some kilometres of a point."""

    latitude: float
    longitude: float
    kilometres: float


def numbers(text: str, names: str) -> list[float]:
    """As many numbers as there are names, parted by commas."""
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        found = []
    if len(found) != len(names.split(",")) or not np.isfinite(found).all():
        raise ValueError(f"{text!r} must be {names}, in numbers parted by commas")
    return found


def box_of(text: str) -> Box:
    """A rectangle from `south,west,north,east`."""
    box = Box(*numbers(text, "SOUTH,WEST,NORTH,EAST"))
    if not -90 <= box.south < box.north <= 90:
        raise ValueError(f"{text!r}: the south must lie below the north, both from -90 to 90")
    if not (-180 <= box.west <= 180 and -180 <= box.east <= 180):
        raise ValueError(f"{text!r}: west and east must be from -180 to 180")
    return box


def circle_of(text: str) -> Circle:
    """A circle from `latitude,longitude,kilometres`."""
    circle = Circle(*numbers(text, "LATITUDE,LONGITUDE,KILOMETRES"))
    if not (-90 <= circle.latitude <= 90 and -180 <= circle.longitude <= 180 and 0 < circle.kilometres <= 20_040):
        raise ValueError(f"{text!r}: a point of the globe and up to 20,000 kilometres around it")
    return circle


def in_box(town: Town, box: Box) -> bool:
    """Whether a place lies in a rectangle."""
    across = box.west <= town.longitude <= box.east
    if box.west > box.east:
        across = town.longitude >= box.west or town.longitude <= box.east
    return across and box.south <= town.latitude <= box.north


def degrees(some: Sequence[Town]) -> tuple[Array, Array]:
    """Latitudes and longitudes."""
    at = np.array([(town.latitude, town.longitude) for town in some]).reshape(-1, 2)
    return at[:, 0], at[:, 1]


def looked_for(
    countries: Sequence[str] = (),
    continents: Sequence[str] = (),
    regions: Sequence[str] = (),
    box: Box | None = None,
    circle: Circle | None = None,
) -> list[Town]:
    """The places of all named countries, continents and regions (of the world, where none is named) within box and circle."""
    lands = {find_country(name).name for name in countries}
    codes = {find_continent(name) for name in continents}
    lands |= {country.name for country in packed().countries if country.continent in codes}
    parts = {find_region(name) for name in regions}
    some: list[Town] = list(towns())
    if lands or parts:
        some = [town for town in some if town.country in lands or (town.country, town.region) in parts]
    if box:
        some = [town for town in some if in_box(town, box)]
    if circle and some:
        away = distance(circle.latitude, circle.longitude, *degrees(some)) * KILOMETRES
        some = [town for town, far in zip(some, away, strict=True) if far <= circle.kilometres]
    return some


def country_at(latitude: float, longitude: float) -> str:
    """The country of the place nearest to a point; none far out at sea."""
    away = distance(latitude, longitude, *degrees(towns()))
    nearest = int(away.argmin())
    return towns()[nearest].country if away[nearest] * KILOMETRES < FAR_KILOMETRES else ""


def extent(points: Array) -> float:
    """How far points of the unit sphere reach: twice the largest distance from their middle."""
    return 2 * float(np.linalg.norm(points - points.mean(0), axis=1).max())


def thinned(some: Sequence[Town]) -> list[Town]:
    """The largest place of every small cell: nobody wants two cities nearer than that, and few are quick to choose from."""
    points = unit_vectors(*degrees(some))
    cells = np.floor(points / max(CROWDED * extent(points), 1e-9)).astype(int)
    _, first = np.unique(cells, axis=0, return_index=True)
    return [some[k] for k in sorted(first)]


def without_far_groups(some: list[Town]) -> list[Town]:
    """The places without small groups far away, such as Easter Island or Hawaii, that would shrink all the rest."""
    if len(some) <= USUAL:
        return some
    points = unit_vectors(*degrees(some))
    people = np.array([town.weight + 1.0 for town in some])
    tree = linkage(points, "single")
    for gap in tree[::-1, 2]:  # the widest gaps first
        group = fcluster(tree, 0.999 * gap, "distance")
        weight = np.bincount(group, people)
        if gap < max(FAR * extent(points[group == weight.argmax()]), np.radians(FAR_KILOMETRES / KILOMETRES)):
            break
        keep = (weight > FEW * people.sum())[group]
        if not keep.all() and keep.sum() >= USUAL:
            return without_far_groups([town for town, kept in zip(some, keep, strict=True) if kept])
    return some


def far_away(some: Sequence[Town]) -> int | None:
    """The least of a few places that lie farther from all the others than those reach, so that these have no room; None if there is none."""
    points = unit_vectors(*degrees(some))
    tree = linkage(points, "single")
    group = fcluster(tree, 0.999 * tree[-1, 2], "distance")
    main = group == np.bincount(group).argmax()
    lonely = tree[-1, 2] > LONELY * extent(points[main])
    return int(np.flatnonzero(~main)[-1]) if lonely and not main.all() else None


def kept_apart(points: Array, apart: Array, count: int) -> list[int]:
    """The first `count` points that are as far from all chosen before them as they ask for."""
    nearest = np.full(len(points), np.inf)
    chosen: list[int] = []
    while len(chosen) < count:
        free = nearest >= apart
        free[chosen] = False
        if not free.any():
            break
        chosen.append(int(free.argmax()))
        nearest = np.minimum(nearest, np.linalg.norm(points - points[chosen[-1]], axis=1))
    return chosen


def spread_out(some: Sequence[Town], count: int) -> list[Town]:
    """Places in all parts, the largest of each, more of them where many people live; they come the largest first.

    Every place keeps a distance from larger ones, the smaller it is the more; the distance is as large as `count` places allow.
    """
    some = thinned(some)
    points = unit_vectors(*degrees(some))
    people = np.array([town.weight + 1.0 for town in some])
    usual = people[min(count, len(some)) - 1]
    share = np.clip((usual / people) ** DENSER, *BOUNDS)
    low, high = CROWDED * extent(points), extent(points)
    best = kept_apart(points, low * share, count)
    for _ in range(16):
        middle = (low * high) ** 0.5
        chosen = kept_apart(points, middle * share, count)
        if len(chosen) < count:
            high = middle
        else:
            low, best = middle, chosen
    return [some[k] for k in best]


def chosen_cities(some: Sequence[Town], count: int | None, all_parts: bool = False) -> list[Town]:
    """The cities of a board out of what was looked for, no two of one name; a clear refusal where they are too few."""
    first: dict[str, Town] = {}
    for town in some:  # those that matter more come first
        first.setdefault(town.name, town)
    some = list(first.values())
    if len(some) >= FEWEST:
        near = list(some) if all_parts else without_far_groups(thinned(some))
        found = spread_out(near, count or USUAL)
    else:
        found = list(some)
    if len(found) < FEWEST:
        raise TooFew(len(found))
    return found


def at_random(count: int | None, seed: int) -> list[Town]:
    """A random part of the world: a circle around a random large city."""
    rng = np.random.default_rng(seed)
    large = [town for town in towns() if town.people > 1_000_000]
    while True:
        middle = large[int(rng.integers(len(large)))]
        around = Circle(middle.latitude, middle.longitude, float(rng.uniform(200, 1200)))
        some = looked_for(circle=around)
        if len(thinned(some)) >= 3 * (count or USUAL):
            return chosen_cities(some, count)
