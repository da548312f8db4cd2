"""Boards of places chosen by lot, made without help, and what planners' games over them are like.

python scripts/measure_maps.py --countries 60 --boxes 20 --file measured.jsonl

writes a line for each place into the file, and goes on where it was ended; then the table in Markdown.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from railhead.arena.trial import trial
from railhead.boards import load
from railhead.draw.cache import geometry_of
from railhead.workshop.choosing import Box, chosen_cities, looked_for
from railhead.workshop.gazetteer import Town, packed, towns
from railhead.workshop.new import MOST_TRAINS
from railhead.workshop.tuning import CHECKED, PLANNERS, measured, missed, tuned_board

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "draw"))
import layout_measure

FIRST = 1_000_001  # the seed of the first game by which a board is judged: none of those by which it was made
HEAD = (
    "| place | cities | left out | trains | turns, as with 45 trains | tickets completed | margin | seats off even "
    "| best route's owner | layout's faults | out of bounds | seconds | processor seconds |"
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


def measured_place(name: str, some: list[Town], games: int, judged: int) -> dict[str, Any]:
    """A board made by so many games and judged by others."""
    began, worked = time.monotonic(), time.process_time()
    best = tuned_board(name, some, games=games)
    geometry = geometry_of(best.board)
    seconds, processor = time.monotonic() - began, time.process_time() - worked
    faults = layout_measure.problems(dict(best.board), json.loads(msgspec.json.encode(geometry)))
    found = measured(trial(load(best.board), judged, PLANNERS, FIRST))
    return {
        "name": name, "cities": len(best.board["cities"]), "dropped": best.dropped, **found._asdict(),
        "faults": faults, "missed": [goal.told(found) for goal in missed(found, certain=False)],
        "seconds": round(seconds), "processor": round(processor),
    }  # fmt: skip


def row(one: dict[str, Any]) -> str:
    """A place as a line of the table."""
    off = max(abs(share - 1 / len(one["seats"])) for share in one["seats"])
    cells = [
        one["name"], one["cities"], ", ".join(one["dropped"]) or "none", one["trains"],
        f"{one['turns'] * MOST_TRAINS / one['trains']:.1f}", f"{one['completed']:.0%}", f"{one['margin']:.1%}",
        f"{off:.3f}", f"{one['owner']:.0%}", "; ".join(one["faults"]) or "none", "; ".join(one["missed"]) or "nothing",
        one["seconds"], one["processor"],
    ]  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Measure what is not yet in the file, and write the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--countries", type=int, default=60)
    asked.add_argument("--boxes", type=int, default=20)
    asked.add_argument("--games", type=int, default=CHECKED, help="by which a board is made")
    asked.add_argument("--judged", type=int, default=4000, help="other games, by which it is judged")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--file", type=Path, default=Path("measured.jsonl"))
    given = asked.parse_args()
    known = [json.loads(line) for line in given.file.read_text().splitlines()] if given.file.exists() else []
    for name, some in places(given.countries, given.boxes, given.seed):
        if name not in {one["name"] for one in known}:
            known.append(measured_place(name, some, given.games, given.judged))
            with given.file.open("a") as file:
                file.write(json.dumps(known[-1], ensure_ascii=False) + "\n")
    print(HEAD, "|" + " --- |" * (HEAD.count("|") - 1), *map(row, known), sep="\n")


if __name__ == "__main__":
    main()
