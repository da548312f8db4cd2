"""Places of the world by name, country and region: from GeoNames (CC BY 4.0), packed by scripts/make_gazetteer.py."""

import difflib
import gzip
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

CREDIT = "Places: GeoNames.org, CC BY 4.0"  # what the licence asks for, wherever the places are shown
STEPS = 1000  # of a degree, in the file
CONTINENTS = {
    "AF": "Africa",
    "AN": "Antarctica",
    "AS": "Asia",
    "EU": "Europe",
    "NA": "North America",
    "OC": "Oceania",
    "SA": "South America",
}
OTHER_NAMES = {  # what people call a country and GeoNames does not
    "usa": "US",
    "uk": "GB",
    "great britain": "GB",
    "britain": "GB",
    "england": "GB",
    "holland": "NL",
    "czech republic": "CZ",
    "turkiye": "TR",
    "burma": "MM",
    "swaziland": "SZ",
    "macedonia": "MK",
    "korea": "KR",
    "congo": "CD",
    "cote d'ivoire": "CI",
}


class Country(NamedTuple):
    """A country: its codes, its name in English, the code of its continent."""

    code: str
    code3: str
    name: str
    continent: str


class Town(NamedTuple):
    """A populated place; `local` is its name in its own language and script, `known` how many names it has, up to nine."""

    name: str
    country: str
    latitude: float
    longitude: float
    people: int
    region: str = ""
    local: str = ""
    known: int = 9

    @property
    def weight(self) -> int:
        """Its people, but not more than fit the number of its names: GeoNames tells parts of towns as large as the towns."""
        return min(self.people, 10_000 << self.known)


class Packed(msgspec.Struct):
    """The file: countries, regions (row of a country, name) and columns of places."""

    countries: list[Country]
    regions: list[tuple[int, str]]
    region: list[int]
    latitude: list[int]
    longitude: list[int]
    people: list[int]
    known: list[int]
    name: list[str]
    local: list[str]


@cache
def packed() -> Packed:
    """The file as it is."""
    raw = gzip.decompress((Path(__file__).parent / "data" / "gazetteer.json.gz").read_bytes())
    return msgspec.json.decode(raw, type=Packed)


@cache
def countries() -> tuple[Country, ...]:
    """All countries."""
    return tuple(packed().countries)


@cache
def towns() -> tuple[Town, ...]:
    """All places, the largest first."""
    file = packed()
    columns = (file.name, file.region, file.latitude, file.longitude, file.people, file.local, file.known)
    every = []
    for name, region, latitude, longitude, people, local, known in zip(*columns, strict=True):
        country, region_name = file.regions[region]
        at = latitude / STEPS, longitude / STEPS
        every.append(Town(name, file.countries[country].name, *at, people, region_name, local or name, known))
    return tuple(sorted(every, key=lambda town: (-town.weight, -town.people, town.name)))


def plain(text: str) -> str:
    """Letters without accents, in lower case."""
    folded = unicodedata.normalize("NFKD", text.casefold().replace("ø", "o").replace("ł", "l").replace("ß", "ss"))
    return unicodedata.normalize("NFC", "".join(letter for letter in folded if not unicodedata.combining(letter)))


@cache
def names() -> dict[str, list[Town]]:
    """The places by their names without accents, the largest first."""
    found: dict[str, list[Town]] = {}
    for town in towns():
        for name in {plain(town.name), plain(town.local)}:
            found.setdefault(name, []).append(town)
    return found


def did_you_mean(wanted: str, known: Iterable[str]) -> str:
    """The end of a sentence that says what is called nearly so: first what has the name in it, as Bosnia and Herzegovina has Bosnia."""
    folded = {plain(name): name for name in known if name}
    within = [name for name in folded if len(wanted) > 2 and f" {plain(wanted)}" in f" {name}"]
    near = (within or difflib.get_close_matches(plain(wanted), folded, 3))[:3]
    return f"; did you mean {' or '.join(folded[name] for name in near)}?" if near else ""


def find(name: str) -> Town:
    """The largest place of that name; `Brest, France` names the country or the region too. `Wien` stays Wien.

    Where none is called just so, the largest whose name begins so: Klagenfurt is Klagenfurt am Wörthersee.
    """
    wanted, _, behind = (plain(part.strip()) for part in name.partition(","))
    longer = (town for called, some in names().items() if wanted and called.startswith(f"{wanted} ") for town in some)
    for some in (names().get(wanted, ()), sorted(longer, key=lambda town: -town.weight)):
        for town in some:
            if behind in plain(town.country) or behind in plain(town.region):
                return town if plain(town.name).startswith(wanted) else town._replace(name=town.local)
    raise LookupError(
        f"no place is called {name!r} in the gazetteer: give its latitude and longitude (Name, 48.85, 2.35)"
    )


def find_country(name: str) -> Country:
    """A country by its name in English or one of its codes (NL, NLD)."""
    wanted = plain(name.strip()).removeprefix("the ")
    wanted = plain(OTHER_NAMES.get(wanted, wanted))
    for country in countries():
        if wanted in (plain(country.name).removeprefix("the "), country.code.lower(), country.code3.lower()):
            return country
    near = did_you_mean(name, (country.name for country in countries()))
    raise LookupError(
        f"the gazetteer knows no country {name!r}{near or '; give its name in English or its code, as NL'}"
    )


def find_continent(name: str) -> str:
    """The code of a continent by its name or its code."""
    for code, known in CONTINENTS.items():
        if plain(name.strip()) in (plain(known), code.lower()):
            return code
    raise LookupError(f"there is no continent {name!r}; there are {', '.join(CONTINENTS.values())}")


def find_region(name: str) -> tuple[str, str]:
    """A region as (country, region): `Bavaria`, or `Bavaria, Germany` where the name alone is not clear."""
    wanted, _, behind = (plain(part.strip()) for part in name.partition(","))
    country = find_country(behind).name if behind else None
    file = packed()
    every = [(file.countries[k].name, region) for k, region in file.regions]
    found = [pair for pair in every if plain(pair[1]) == wanted and country in (None, pair[0])]
    if len(found) == 1:
        return found[0]
    if found:
        shown = " or ".join(f'"{region}, {land}"' for land, region in found)
        raise LookupError(f"there are {len(found)} regions called {name!r}: say {shown}")
    near = did_you_mean(wanted, (region for land, region in every if country in (None, land)))
    raise LookupError(f"the gazetteer knows no region {name!r}{near}")


def on_a_line(text: str) -> Town:
    """A town as a line of a list has it: a name of the gazetteer, `name, country` or `name, latitude, longitude`."""
    parts = [part.strip() for part in text.rsplit(",", 2)]
    try:
        name, latitude, longitude = parts[0], float(parts[1]), float(parts[2])
    except (ValueError, IndexError):
        return find(text)
    if not (name and -90 <= latitude <= 90 and -180 <= longitude <= 180):
        raise LookupError(f"{text!r}: a name, a latitude from -90 to 90 and a longitude from -180 to 180")
    return Town(name, "", latitude, longitude, 0, local=name)


def listed(lines: Iterable[str]) -> list[Town]:
    """The towns of a list, each once; what is behind `#` is not read."""
    texts = (line.split("#")[0].strip() for line in lines)
    return list(dict.fromkeys(on_a_line(text) for text in texts if text))


def from_file(file: Path) -> list[Town]:
    """Towns from a text file."""
    return listed(file.read_text(encoding="utf-8").splitlines())
