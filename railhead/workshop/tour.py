"""The world tour: boards of our own on all continents, made from a list. `railhead board tour` makes them again."""

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from railhead.workshop.choosing import box_of, chosen_cities, circle_of, looked_for
from railhead.workshop.gazetteer import Town
from railhead.workshop.new import NO_WISHES, Wishes, slug
from railhead.workshop.tuning import CHECKED, Measures, Progress, Tuned, tuned_board

BOARDS = Path(__file__).parent.parent / "boards" / "tour"


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


def row(stop: Stop, found: Tuned) -> dict[str, Any]:
    """The figures of a board, as the page of the tour tells them."""
    measures: Measures = found.measures
    return {"id": stop.id, "name": stop.name, "cities": len(found.board["cities"]), **measures._asdict()}
