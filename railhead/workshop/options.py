"""The options that several commands of `railhead board` have: where the cities are, and what a board is to have besides."""

import functools
import inspect
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from railhead.shell import plain_errors

if TYPE_CHECKING:
    from railhead.workshop.gazetteer import Town
    from railhead.workshop.new import Wishes


@dataclass(frozen=True)
class Where:
    """Where the cities of a new board are looked for."""

    cities: Annotated[
        Path | None, typer.Option("--cities", help="a file of cities: a line is a name, or name, latitude, longitude")
    ] = None
    country: Annotated[
        list[str] | None, typer.Option("--country", help="a country, by name or code; may be repeated")
    ] = None
    continent: Annotated[list[str] | None, typer.Option("--continent", help="a continent; may be repeated")] = None
    region: Annotated[
        list[str] | None,
        typer.Option("--region", help="a state or province: Bavaria, or 'Bavaria, Germany'; may be repeated"),
    ] = None
    box: Annotated[str | None, typer.Option(help="only what lies in SOUTH,WEST,NORTH,EAST, in degrees")] = None
    circle: Annotated[str | None, typer.Option(help="only what lies within LATITUDE,LONGITUDE,KILOMETRES")] = None
    random: Annotated[bool, typer.Option("--random", help="take a random part of the world")] = False
    count: Annotated[
        int | None, typer.Option(min=8, max=80, help="how many cities; 30, or as many as the place has, if not said")
    ] = None
    far_parts: Annotated[bool, typer.Option("--far-parts", help="keep far islands, which are left out otherwise")] = (
        False
    )
    seed: Annotated[int, typer.Option(min=0, help="another seed gives other colours, tickets and random places")] = 1

    def towns(self) -> "list[Town]":
        """The cities that the options ask for."""
        from railhead.workshop.choosing import at_random, box_of, chosen_cities, circle_of, looked_for
        from railhead.workshop.gazetteer import from_file

        places = bool(self.country or self.continent or self.region or self.box or self.circle)
        if bool(self.cities) + places + self.random != 1:
            raise typer.BadParameter(
                "say where: --country, --continent, --region, --box or --circle (together, if you like), or --cities FILE, "
                "or --random"
            )
        with plain_errors():
            if self.cities:
                return from_file(self.cities)
            if self.random:
                return at_random(self.count, self.seed)
            within = box_of(self.box) if self.box else None, circle_of(self.circle) if self.circle else None
            some = looked_for(self.country or (), self.continent or (), self.region or (), *within)
            return chosen_cities(some, self.count, self.far_parts or bool(self.box or self.circle))


@dataclass(frozen=True)
class Wished:
    """What a new board is to have, beside its cities."""

    tunnels: Annotated[int, typer.Option(min=0, max=40, help="so many tunnels, under straits and borders first")] = 0
    ferries: Annotated[
        int | None, typer.Option(min=0, max=40, help="so many ferries at most; where there is water, if not said")
    ] = None
    stations: Annotated[bool, typer.Option("--stations", help="every player has three stations")] = False
    long_tickets: Annotated[
        int, typer.Option(min=0, max=20, help="so many long tickets, five at least, of which everybody is dealt one")
    ] = 0
    beds: Annotated[int, typer.Option(min=0, max=60, help="so many routes on which track is built first")] = 0
    zones: Annotated[int, typer.Option(min=0, max=8, help="so many neighbouring countries that routes lead into")] = 0
    trains: Annotated[int, typer.Option(min=0, max=60, help="of each player; as many as fit, if not said")] = 0
    players: Annotated[int, typer.Option(min=2, max=5, help="how many the planners' games are played by")] = 4

    def wishes(self) -> "Wishes":
        """The same for the maker."""
        from railhead.workshop.new import Wishes

        return Wishes(**asdict(self))


def with_options(*groups: type[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command with all options of these groups, each of which it is given as one argument, by the group's name in lower case."""
    names = {group.__name__.lower(): group for group in groups}

    def parameter(name: str, default: Any, kind: Any) -> inspect.Parameter:
        return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)

    def with_groups(command: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**given: Any) -> None:
            told = {
                name: group(**{field.name: given.pop(field.name) for field in fields(group)})
                for name, group in names.items()
            }
            command(**told, **given)

        kinds = get_type_hints(command, include_extras=True)
        options = [
            parameter(one.name, one.default, kinds[one.name])
            for one in inspect.signature(command).parameters.values()
            if one.name not in names
        ]
        for group in groups:
            kinds = get_type_hints(group, include_extras=True)
            options += [parameter(field.name, field.default, kinds[field.name]) for field in fields(group)]
        run.__dict__.pop("__wrapped__")  # typer reads what stands below, and not the command's own
        run.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in options}
        return run

    return with_groups
