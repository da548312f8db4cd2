"""The commands of `railhead board`. What they need is imported when they are called: `railhead board list` must not wait for a solver."""

import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from railhead.shell import AsJson, WholeHelp, answer, plain_errors, say
from railhead.shell import width as columns
from railhead.workshop.options import Where, Wished, with_options

app = typer.Typer(
    cls=WholeHelp,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Boards: list them, look at one, check a file of your own, draw, make new ones.",
)

Game = Annotated[str, typer.Argument(help="a game or board by name, or the path of its file")]
KINDS = (".svg", ".png", ".pdf")


# ---- looking at boards


@app.command("list")
def list_command(as_json: AsJson = False) -> None:
    """The games that come with Railhead."""
    from railhead.boards import game_ids, load

    if as_json:
        games = [
            {"id": name, "name": load(name).name, "cities": len(load(name).cities), "routes": len(load(name).routes),
             "tickets": len(load(name).tickets), "trains": load(name).numbers["trains"],
             "stations": load(name).numbers["stations"]}
            for name in game_ids()
        ]  # fmt: skip
        answer(True, games, lambda: None)
        return
    for name in game_ids():
        setting = load(name)
        numbers = setting.numbers
        extras = [f"{numbers['stations']} stations"] if numbers["stations"] else []
        extras += ["track to build"] if any(route.colour == "bed" for route in setting.routes) else []
        say(
            f"{name:15} {setting.name}: {len(setting.cities)} cities, {len(setting.routes)} routes, "
            f"{len(setting.tickets)} tickets, {numbers['trains']} trains{''.join(', ' + extra for extra in extras)}"
        )


@app.command("show")
def show_command(game: Game, as_json: AsJson = False) -> None:
    """All that a game's board holds, in words."""
    from railhead.boards import load

    with plain_errors():
        setting = load(game)
    if as_json:
        typer.echo(json.dumps(setting.as_file(), ensure_ascii=False))
        return
    names = setting.place_names
    typer.echo(f"{setting.name} ({setting.id})")
    for key, value in setting.numbers.items():
        say(f"  {key}: {_listed(value)}")
    typer.echo(f"Routes ({len(setting.routes)}):")
    for route in setting.routes:
        marks = (["tunnel"] if route.tunnel else []) + ([f"ferry {route.ferry}"] if route.ferry else [])
        shown = f"{names[route.a]} - {names[route.b]}"
        wide = (columns() or 100) >= 100  # columns side by side, or a line that may be broken
        words = f"{route.id:36} {shown:40}" if wide else f"{route.id}: {shown},"
        say(f"  {words} {route.length} {route.colour} {' '.join(marks)}".rstrip())
    typer.echo(f"Tickets ({len(setting.tickets)}):")
    for ticket in setting.tickets:
        say(f"  {names[ticket.a]} - {names[ticket.b]}: {ticket.points}{' (long)' if ticket.long else ''}")


def _listed(value: object) -> str:
    """A number, or several of them in a line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {one}" for key, one in value.items())
    return ", ".join(map(str, value)) or "none" if isinstance(value, list | tuple) else str(value)


@app.command("check")
def check_command(file: Annotated[str, typer.Argument(help="a board or game file")], as_json: AsJson = False) -> None:
    """Say what is wrong with a board file, and what to do about it."""
    from railhead.boards import BoardError, load

    with plain_errors():
        try:
            setting = load(file)
        except BoardError as error:
            if not as_json:
                raise
            answer(True, {"fine": False, "problems": error.problems}, lambda: None)
            raise typer.Exit(2) from None
    counts = {"cities": len(setting.cities), "routes": len(setting.routes), "tickets": len(setting.tickets)}
    answer(
        as_json,
        {"fine": True, "problems": [], **counts},
        lambda: say(
            f"{file} is fine: {', '.join(f'{count} {what}' for what, count in counts.items())}. "
            f"Play it: railhead text --game {file}"
        ),
    )


# ---- drawing


@app.command("layout")
def layout_command(
    game: Game,
    as_json: AsJson = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="a file to write to")] = None,
) -> None:
    """Where everything on a board lies."""
    import msgspec

    from railhead.boards import load
    from railhead.draw.cache import geometry_of

    with plain_errors():
        geometry = geometry_of(load(game).board)
        text = msgspec.json.encode(geometry).decode() + "\n"
        if output:
            output.write_text(text, encoding="utf-8")
        elif as_json:
            sys.stdout.write(text)
        else:
            typer.echo(f"{geometry.board}: {geometry.width:.0f} x {geometry.height:.0f}")
            typer.echo(
                f"{len(geometry.cities)} cities, {len(geometry.terminals)} terminals, {len(geometry.tracks)} tracks, "
                f"{len(geometry.slots)} slots, {len(geometry.labels)} labels"
            )


def check_choices(theme: str, output: Path, sheets: bool) -> None:
    """Refuse what cannot be drawn before any work is done."""
    from railhead.draw.svg.themes import themes

    if theme not in themes():
        raise typer.BadParameter(
            f"there is no theme {theme!r}; choose one of {', '.join(themes())}", param_hint="--theme"
        )
    if output.suffix.lower() not in KINDS:
        raise typer.BadParameter("the name must end in .svg, .png or .pdf", param_hint="--output")
    if sheets and output.suffix.lower() != ".pdf":
        raise typer.BadParameter("sheets to print are a PDF: let the name end in .pdf", param_hint="--output")


@app.command("draw")
def draw_command(
    game: Game,
    output: Annotated[Path, typer.Option("--output", "-o", help="board.svg, board.png or board.pdf")] = Path(
        "board.svg"
    ),
    position: Annotated[
        Path | None, typer.Option(help="a JSON file with routes, stations, built pieces, scores; or a game's view")
    ] = None,
    theme: Annotated[str, typer.Option(help="classic, dark, colour-blind or print")] = "classic",
    width: Annotated[int, typer.Option(min=50, max=20000, help="of a PNG, in pixels")] = 2000,
    legend: Annotated[bool, typer.Option(help="add a legend without words")] = False,
    scoring: Annotated[bool, typer.Option(help="add the score track")] = False,
    sheets: Annotated[
        bool, typer.Option(help="a PDF of A4 pages at real size, with tickets and cards to cut out")
    ] = False,
    pitch: Annotated[float, typer.Option(min=5, max=60, help="millimetres from slot to slot on paper")] = 22.0,
    as_json: AsJson = False,
) -> None:
    """Draw a board, empty or with a position on it."""
    from railhead.boards import load
    from railhead.draw.cache import geometry_of
    from railhead.draw.printing.paper import to_pdf
    from railhead.draw.printing.sheets import board_to_print
    from railhead.draw.svg.board import draw
    from railhead.draw.svg.picture import to_png
    from railhead.draw.svg.positions import EMPTY, read_position

    check_choices(theme, output, sheets)
    kind = output.suffix.lower()
    with plain_errors():
        setting = load(game)
        state = read_position(position, setting.board) if position else EMPTY
        geometry = geometry_of(setting.board)
        if sheets:
            output.write_bytes(board_to_print(setting, geometry, "print" if theme == "classic" else theme, pitch))
        else:
            points = setting.numbers["points"] if legend else None
            svg = draw(
                setting.board, geometry, state, theme, points=points, scoring=scoring, embed_fonts=kind == ".svg"
            )
            if kind == ".svg":
                output.write_text(svg, encoding="utf-8")
            elif kind == ".png":
                output.write_bytes(to_png(svg, width))
            else:
                output.write_bytes(to_pdf(svg, geometry.width / geometry.slot.pitch * pitch))
    if as_json:
        answer(True, {"file": str(output)}, lambda: None)


# ---- making new ones


@app.command("places")
@with_options(Where)
def places_command(where: Where, as_json: AsJson = False) -> None:
    """The cities that a new board would have, as a list to edit and to give to `new --cities`."""
    from railhead.workshop.gazetteer import CREDIT

    towns = where.towns()
    if as_json:
        answer(True, {"credit": CREDIT, "cities": towns}, lambda: None)
        return
    typer.echo(f"# {CREDIT}")
    for town in towns:
        other = f", {town.local}" if town.local != town.name else ""
        typer.echo(f"{town.name}, {town.latitude:.3f}, {town.longitude:.3f}  # {town.region}{other}, {town.people:,}")


@app.command("new")
@with_options(Where, Wished)
def new_command(
    name: Annotated[str, typer.Argument(help="the name of the board")],
    where: Where,
    wished: Wished,
    names: Annotated[str, typer.Option(help="latin, or local: as on the signposts there, in any script")] = "latin",
    games: Annotated[
        int,
        typer.Option(min=0, help="how many planners' games judge the board; with 0 it is not tried and not changed"),
    ] = 1600,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="the board file to write")] = None,
    as_json: AsJson = False,
) -> None:
    """Make a new board that plays well: a file to play at once or to edit first, pictures, and a report."""
    from railhead.draw.letters import missing
    from railhead.workshop.mending import MOST
    from railhead.workshop.new import as_text, new_board, ungranted
    from railhead.workshop.report import write_report
    from railhead.workshop.tuning import tuned_board

    if names not in ("latin", "local"):
        raise typer.BadParameter("names are latin or local", param_hint="--names")
    towns = where.towns()
    with plain_errors():
        asked = name, towns, where.seed, names == "local", wished.wishes()
        spare = 0 if where.cities else MOST  # who gives a list wants all of it
        best = tuned_board(*asked, games, partial(typer.echo, err=True), spare) if games else None
        board = best.board if best else new_board(*asked)
        absent = missing("".join([name, *(city["name"] for city in board["cities"])]))
        if absent:
            say(f"no font of Railhead has these letters, they will be empty boxes: {' '.join(absent)}", err=True)
        file = output or Path(f"{board['id']}.json")
        file.write_text(as_text(board), encoding="utf-8")
        typer.echo(f"{file} written: {len(board['cities'])} cities, {len(board['routes'])} tracks", err=True)
        more = [*(best.told if best else []), *ungranted(board, wished.wishes())]
        told, written = write_report(board, file, best.games if best else None, more)
    if as_json:
        answer(True, {"file": str(file), "written": [str(one) for one in written]}, lambda: None)
        return
    say(told)
    say(f"written: {', '.join(map(str, (file, *written)))}")
    say(f"Play it: railhead text --game {file}")


@app.command("tour")
def tour_command(
    names: Annotated[list[str] | None, typer.Argument(help="only these boards, by their ids")] = None,
    games: Annotated[int, typer.Option(min=1, help="how many planners' games judge a board")] = 1600,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="a folder; the package, if not said")] = None,
    measure: Annotated[
        bool, typer.Option("--measure", help="make nothing, only play the boards of the package anew for the figures")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Make the boards of the world tour anew from their list, each with its figures."""
    from railhead.workshop.tour import make_tour

    with plain_errors():
        for line in make_tour(names or [], games, output, measure):
            answer(as_json, {"told": line}, partial(say, line))
