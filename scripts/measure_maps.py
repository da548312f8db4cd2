"""Boards of places chosen by lot, made without help, and what planners' games over them are like.

python scripts/measure_maps.py --countries 12 --boxes 4      writes a table in Markdown, a line for each place
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np

from railhead.draw.cache import geometry_of
from railhead.workshop.choosing import Box, chosen_cities, looked_for
from railhead.workshop.gazetteer import Town, packed, towns
from railhead.workshop.new import MOST_TRAINS
from railhead.workshop.tuning import tuned_board

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "draw"))
import layout_measure

HEAD = (
    "| place | cities | trains | turns, as with 45 trains | tickets completed | margin | seats off even | best route's owner "
    "| layout's faults | not reached | processor seconds |"
)


def boxes(rng: np.random.Generator) -> Iterator[Box]:
    """Rectangles around random towns, two to twelve degrees high and up to twice as wide."""
    while True:
        town = towns()[int(rng.integers(len(towns())))]
        high = float(rng.uniform(2, 12))
        wide = high * float(rng.uniform(1, 2))
        south, west = town.latitude - high / 2, town.longitude - wide / 2
        if south > -60 and south + high < 72 and west > -180 and west + wide < 180:
            yield Box(south, west, south + high, west + wide)


def places(countries: int, rectangles: int, seed: int) -> Iterator[tuple[str, list[Town]]]:
    """Countries and rectangles by lot, and the cities chosen there; places with fewer than eight towns are drawn again."""
    rng = np.random.default_rng(seed)
    names = [country.name for country in packed().countries]
    some = ((names[int(k)], looked_for([names[int(k)]])) for k in rng.permutation(len(names)))
    boxed = ((", ".join(f"{edge:.1f}" for edge in box), looked_for(box=box)) for box in boxes(rng))
    for source, wanted in ((some, countries), (boxed, rectangles)):
        found = 0
        for name, there in source:
            if found == wanted:
                break
            try:
                yield name, chosen_cities(there, None)
                found += 1
            except LookupError:
                continue


def line(name: str, some: list[Town], games: int) -> str:
    """A board made and measured."""
    began = time.process_time()
    made = tuned_board(name, some, games=games)
    geometry = geometry_of(made.board)
    seconds = time.process_time() - began
    faults = layout_measure.problems(dict(made.board), json.loads(msgspec.json.encode(geometry)))
    found = made.measures
    off = max(abs(share - 1 / len(found.seats)) for share in found.seats)
    cells = [
        name, len(some), found.trains, f"{found.turns * MOST_TRAINS / found.trains:.1f}", f"{found.completed:.0%}",
        f"{found.margin:.1%}", f"{off:.3f}", f"{found.owner:.0%}", "; ".join(map(str, faults)) or "none",
        "; ".join(made.told) or "nothing", f"{seconds:.0f}",
    ]  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Write the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--countries", type=int, default=12)
    asked.add_argument("--boxes", type=int, default=4)
    asked.add_argument("--games", type=int, default=1600)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    print(HEAD, "|" + " --- |" * (HEAD.count("|") - 1), sep="\n", flush=True)
    for name, some in places(given.countries, given.boxes, given.seed):
        print(line(name, some, given.games), flush=True)


if __name__ == "__main__":
    main()
