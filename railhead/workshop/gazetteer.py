"""Places of the world by name: Natural Earth's populated places."""

import gzip
import json
import unicodedata
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from railhead.draw.solving.projection import distance


class Town(NamedTuple):
    """A populated place."""

    name: str
    country: str
    latitude: float
    longitude: float
    people: int


@cache
def towns() -> tuple[Town, ...]:
    """All places, the largest first."""
    text = gzip.decompress((Path(__file__).parent / "data" / "gazetteer.json.gz").read_bytes())
    return tuple(Town(*row) for row in json.loads(text))


def plain(text: str) -> str:
    """Letters without accents, in lower case."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("ø", "o").replace("ł", "l").replace("ß", "ss"))
    return "".join(letter for letter in folded if not unicodedata.combining(letter))


def find(name: str, country: str | None = None) -> Town:
    """The largest place of that name; `Brest, France` names the country too."""
    wanted, _, behind = name.partition(",")
    land = plain((country or behind).strip())
    for town in towns():
        if plain(town.name) == plain(wanted.strip()) and land in plain(town.country):
            return town
    raise LookupError(
        f"no place is called {name!r} in the gazetteer: give its latitude and longitude (Name, 48.85, 2.35)"
    )


def in_country(country: str, count: int) -> list[Town]:
    """The largest places of a country that are not suburbs of each other."""
    wanted = plain(country)
    some = [town for town in towns() if plain(town.country) == wanted]
    if len(some) < 2:
        raise LookupError(f"the gazetteer knows no country {country!r}")
    return spread_out(some, count)


def spread_out(some: list[Town], count: int) -> list[Town]:
    """The first `count` towns that keep a distance from each other; the distance shrinks until they are enough."""
    apart = 5.0
    while True:
        chosen: list[Town] = []
        for town in some:
            at = np.array([(t.latitude, t.longitude) for t in chosen]).reshape(-1, 2)
            if not len(at) or distance(town.latitude, town.longitude, at[:, 0], at[:, 1]).min() > apart:
                chosen.append(town)
            if len(chosen) == count:
                return chosen
        if apart < 0.05:
            return chosen
        apart *= 0.85


def at_random(count: int, seed: int) -> list[Town]:
    """A random region of the world: towns around a random large one."""
    rng = np.random.default_rng(seed)
    large = [town for town in towns() if town.people > 1_000_000]
    middle = large[int(rng.integers(len(large)))]
    at = np.array([(t.latitude, t.longitude) for t in towns()])
    away = distance(middle.latitude, middle.longitude, at[:, 0], at[:, 1])
    nearest = sorted(np.argsort(away, kind="stable")[: 6 * count])
    return spread_out([towns()[k] for k in nearest], count)


def from_file(file: Path) -> list[Town]:
    """Towns from a text file: a line is a name of the gazetteer, `name, country` or `name, latitude, longitude`."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        text = line.split("#")[0].strip()
        if not text:
            continue
        parts = [part.strip() for part in text.rsplit(",", 2)]
        try:
            found.append(Town(parts[0], "", float(parts[1]), float(parts[2]), 0))
        except (ValueError, IndexError):
            found.append(find(text))
    return found
