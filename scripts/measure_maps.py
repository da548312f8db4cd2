"""Boards of places chosen by lot, made without help, and what planners' games over them are like.

python scripts/measure_maps.py --countries 60 --boxes 20 --file measured.jsonl

writes a line for each place into the file, and goes on where it was ended; then the table in Markdown. Places that were judged by
fewer games than are asked for are judged by more of them, without being made anew: first `--judged 400`, then 4000.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import islice
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
from railhead.workshop.tuning import CHECKED, OFTEN, PLANNERS, Measures, measured, missed, nothing, tuned_board

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "draw"))
import layout_measure

FIRST = 1_000_001  # the seed of the first game by which a board is judged: none of those by which it was made
HEAD = (
    "| place | cities | left out | trains | games | turns, as with 45 trains | tickets completed | margin | seats off even "
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
    """Countries and rectangles by lot, by turns, and the cities chosen there; places with fewer than eight towns are drawn again."""
    rng = np.random.default_rng(seed)
    names = [country.name for country in packed().countries]
    order = rng.permutation(len(names))
    some = ((names[int(k)], looked_for([names[int(k)]])) for k in order)
    boxed = ((", ".join(f"{edge:.1f}" for edge in box), looked_for(box=box)) for box in boxes(rng))
    drawn = [islice(with_cities(some), countries), islice(with_cities(boxed), rectangles)]
    each = max(1, countries // max(rectangles, 1))  # countries for one rectangle
    while batch := [*islice(drawn[0], each), *islice(drawn[1], 1)]:
        yield from batch


def with_cities(source: Iterable[tuple[str, list[Town]]]) -> Iterator[tuple[str, list[Town]]]:
    """The places that have enough towns, with those chosen."""
    for name, there in source:
        try:
            yield name, chosen_cities(there, None)
        except LookupError:
            continue


def made_place(name: str, some: list[Town], games: int) -> dict[str, Any]:
    """A board made by so many games, and what is wrong with its drawing."""
    began, worked = time.monotonic(), time.process_time()
    best = tuned_board(name, some, games=games)
    geometry = geometry_of(best.board)
    seconds, processor = time.monotonic() - began, time.process_time() - worked
    faults = layout_measure.problems(dict(best.board), json.loads(msgspec.json.encode(geometry)))
    return {
        "name": name, "cities": len(best.board["cities"]), "dropped": best.dropped, "made_by": games, "games": 0, "faults": faults,
        "seconds": round(seconds), "processor": round(processor), "board": best.board, "recipe": msgspec.to_builtins(best.recipe),
    }  # fmt: skip


def judged_place(one: dict[str, Any], games: int, by: str) -> dict[str, Any]:
    """A place judged by more games, none of them those by which its board was made."""
    before = one["games"]
    tried = trial(load(one["board"]), games - before, by, FIRST + before)
    found = measured(tried)
    routes = {route: [round(share * owned), owned] for route, (share, owned) in tried.winning_shares().items()}
    if before:
        old = Measures(**{key: one[key] for key in Measures._fields})
        share = before / games
        found = found._replace(
            **{
                key: share * getattr(old, key) + (1 - share) * getattr(found, key)
                for key in ("turns", "score", "completed", "margin")
            },
            seats=tuple(share * a + (1 - share) * b for a, b in zip(old.seats, found.seats, strict=True)),
        )
        for route, counts in one["routes"].items():
            routes[route] = [a + b for a, b in zip(counts, routes.get(route, (0, 0)), strict=True)]
    won = {route: wins / owned for route, (wins, owned) in routes.items() if owned >= OFTEN * games}
    best = max(won, key=lambda route: won[route])
    found = found._replace(games=games, route=best, owner=won[best])
    return one | found._asdict() | {"routes": routes, "missed": [goal.told(found) for goal in missed(found, nothing)]}


def row(one: dict[str, Any]) -> str:
    """A place as a line of the table."""
    off = max(abs(share - 1 / len(one["seats"])) for share in one["seats"])
    cells = [
        one["name"], one["cities"], ", ".join(one["dropped"]) or "none", one["trains"], one["games"],
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
    asked.add_argument("--by", default=PLANNERS, help="the bots that play them")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--table", action="store_true", help="nothing is measured, only the table of the file written")
    asked.add_argument("--file", type=Path, default=Path("measured.jsonl"))
    given = asked.parse_args()
    lines = given.file.read_text().splitlines() if given.file.exists() else []
    known: dict[str, dict[str, Any]] = {
        one["name"]: one for one in map(json.loads, lines)
    }  # the last line of a place counts
    for name, some in () if given.table else places(given.countries, given.boxes, given.seed):
        one = known.get(name) or made_place(name, some, given.games)
        if one["games"] < given.judged:
            known[name] = json.loads(json.dumps(judged_place(one, given.judged, given.by)))
            with given.file.open("a") as file:
                file.write(json.dumps(known[name], ensure_ascii=False) + "\n")
            print(row(known[name]), file=sys.stderr, flush=True)
    print(HEAD, "|" + " --- |" * (HEAD.count("|") - 1), *map(row, known.values()), sep="\n")


if __name__ == "__main__":
    main()
