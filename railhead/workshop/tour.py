"""The world tour: boards of our own on all continents, made from a list. `railhead board tour` makes them again."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from railhead.arena.trial import trial
from railhead.boards import BoardFile, load
from railhead.draw.cache import geometry_of
from railhead.workshop.choosing import box_of, chosen_cities, circle_of, looked_for
from railhead.workshop.gazetteer import Town
from railhead.workshop.new import NO_WISHES, Wishes, as_text, slug
from railhead.workshop.tuning import CHECKED, PLANNERS, Measures, Progress, Tuned, measured, missed, tuned_board

BOARDS = Path(__file__).parent.parent / "boards" / "tour"
DATA = Path(__file__).parent / "data"
FIGURES = "tour-figures.json"


class Places(msgspec.Struct, frozen=True):
    """Where the cities of a board are looked for."""

    countries: tuple[str, ...] = ()
    continents: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    box: str = ""
    circle: str = ""


class Stop(msgspec.Struct, frozen=True):
    """A board of the tour as the list has it."""

    name: str
    places: Places
    wishes: Wishes = NO_WISHES
    count: int | None = None
    seed: int = 1

    @property
    def id(self) -> str:
        """The board's id, and its game's."""
        return slug(self.name)


@cache
def stops() -> list[Stop]:
    """The list."""
    text = (resources.files("railhead") / "workshop" / "data" / "tour.json").read_bytes()
    return msgspec.json.decode(text, type=list[Stop])


def towns_of(stop: Stop) -> list[Town]:
    """The cities of a board."""
    places = stop.places
    within = box_of(places.box) if places.box else None, circle_of(places.circle) if places.circle else None
    some = looked_for(places.countries, places.continents, places.regions, *within)
    return chosen_cities(some, stop.count, bool(places.box or places.circle))


def made_stop(stop: Stop, games: int = CHECKED, progress: Progress = lambda line: None) -> Tuned:
    """A board of the tour, made anew."""
    return tuned_board(stop.name, towns_of(stop), stop.seed, wishes=stop.wishes, games=games, progress=progress)


def figures(board: BoardFile, found: Measures) -> dict[str, Any]:
    """The figures of a board, as the page of the tour tells them."""
    return {"name": board["name"], "cities": len(board["cities"]), **found._asdict()}


def kept_figures(folder: Path) -> dict[str, Any]:
    """What was measured of the boards before."""
    file = folder / FIGURES
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def make_tour(names: Sequence[str], games: int, output: Path | None = None, measure: bool = False) -> Iterator[str]:
    """Make boards of the tour or only measure them; what became of each is told as it goes.

    If none is named, all are made, or all measured of which there are no figures of so many games: it goes on where it was ended.
    """
    wanted = [stop for stop in stops() if not names or stop.id in names]
    unknown = set(names) - {stop.id for stop in wanted}
    if unknown:
        raise LookupError(f"the tour has no {', '.join(sorted(unknown))}; it has {', '.join(s.id for s in stops())}")
    folder, notes = output or BOARDS, output or DATA
    folder.mkdir(parents=True, exist_ok=True)
    for stop in wanted:
        file = folder / f"{stop.id}.json"
        if measure and not names and kept_figures(notes).get(stop.id, {}).get("games") == games:
            continue
        if measure:
            board = load(file).board
            found = measured(trial(load(file), games, PLANNERS))
            told = [goal.told(found) for goal in missed(found)]
        else:
            best = made_stop(stop, games)
            board, found, told = best.board, best.measures, best.told
            file.write_text(as_text(board), encoding="utf-8")
            geometry_of(board)  # which is found by `python -m railhead.draw.cache`
        known = kept_figures(notes) | {stop.id: figures(board, found)}
        lines = ",\n".join(
            f" {json.dumps(k)}: {json.dumps(one, ensure_ascii=False)}" for k, one in sorted(known.items())
        )
        (notes / FIGURES).write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
        yield f"{stop.name}: {'; '.join(told) or 'as it should be'}"
