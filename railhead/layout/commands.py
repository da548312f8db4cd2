"""The commands `draw`, `layout` and `new` of `railhead board`."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from railhead.board import load
from railhead.layout.cache import geometry_of
from railhead.layout.draw import draw
from railhead.layout.gazetteer import Town, at_random, find, in_country
from railhead.layout.new import as_text, new_board
from railhead.layout.report import report
from railhead.layout.themes import themes

app = typer.Typer(no_args_is_help=True, help="Draw boards, lay them out, make new ones.")

Game = Annotated[str, typer.Argument(help="a game or board by name, or the path of its file")]


@app.command("layout")
def layout_command(
    game: Game,
    as_json: Annotated[bool, typer.Option("--json", help="write the whole geometry as JSON")] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="a file to write to")] = None,
) -> None:
    """Where everything on a board lies."""
    geometry = geometry_of(dict(load(game).board))
    if as_json or output:
        text = json.dumps(geometry, ensure_ascii=False, separators=(",", ":")) + "\n"
        if output:
            output.write_text(text)
        else:
            sys.stdout.write(text)
        return
    count = {name: len(geometry[name]) for name in ("cities", "terminals", "tracks", "slots", "labels")}
    typer.echo(f"{geometry['board']}: {geometry['width']:.0f} x {geometry['height']:.0f}")
    typer.echo(", ".join(f"{number} {name}" for name, number in count.items()))


@app.command("draw")
def draw_command(
    game: Game,
    output: Annotated[Path, typer.Option("--output", "-o", help="board.svg, board.png or board.pdf")] = Path(
        "board.svg"
    ),
    position: Annotated[
        Path | None, typer.Option(help="a JSON file with routes, stations, built pieces, scores")
    ] = None,
    theme: Annotated[str, typer.Option(help="classic, dark, colour-blind or print")] = "classic",
    width: Annotated[int, typer.Option(help="of a PNG, in pixels")] = 2000,
    legend: Annotated[bool, typer.Option(help="add a legend without words")] = False,
    scoring: Annotated[bool, typer.Option(help="add the score track")] = False,
    sheets: Annotated[
        bool, typer.Option(help="a PDF of A4 pages at real size, with tickets and cards to cut out")
    ] = False,
    pitch: Annotated[float, typer.Option(help="millimetres from slot to slot on paper")] = 22.0,
) -> None:
    """Draw a board, empty or with a position on it."""
    if theme not in themes():
        raise typer.BadParameter(
            f"there is no theme {theme!r}; choose one of {', '.join(themes())}", param_hint="--theme"
        )
    kind = output.suffix.lower()
    if kind not in (".svg", ".png", ".pdf"):
        raise typer.BadParameter("the name must end in .svg, .png or .pdf", param_hint="--output")
    setting = load(game)
    board, geometry = dict(setting.board), geometry_of(dict(setting.board))
    points: dict[str, int] = setting.numbers["points"]
    state: dict[str, Any] | None = json.loads(position.read_text()) if position else None
    if kind == ".pdf" and sheets:
        from railhead.layout.sheets import board_to_print

        tickets = [{"a": t.a, "b": t.b, "points": t.points} for t in setting.tickets]
        chosen = "print" if theme == "classic" else theme
        output.write_bytes(board_to_print(board, geometry, tickets, setting.numbers["cards"], chosen, pitch, points))
        return
    svg = draw(
        board, geometry, state, theme, points=points if legend else None, scoring=scoring, embed_fonts=kind == ".svg"
    )
    if kind == ".svg":
        output.write_text(svg)
    elif kind == ".png":
        from railhead.layout.picture import to_png

        output.write_bytes(to_png(svg, width))
    else:
        from railhead.layout.sheets import to_pdf

        output.write_bytes(to_pdf(svg, geometry["width"] / 40 * pitch))


def towns_of(file: Path) -> list[Town]:
    """Cities from a text file: a line is a name of the gazetteer, `name, country` or `name, latitude, longitude`."""
    found = []
    for line in file.read_text().splitlines():
        text = line.split("#")[0].strip()
        if not text:
            continue
        parts = [part.strip() for part in text.rsplit(",", 2)]
        try:
            found.append(Town(parts[0], "", float(parts[1]), float(parts[2]), 0))
        except (ValueError, IndexError):
            found.append(find(text))
    return found


@app.command("new")
def new_command(
    name: Annotated[str, typer.Argument(help="the name of the board")],
    cities: Annotated[
        Path | None, typer.Option(help="a file of cities: a line is a name, or name, latitude, longitude")
    ] = None,
    country: Annotated[str | None, typer.Option(help="take the largest cities of a country")] = None,
    random: Annotated[bool, typer.Option(help="take a random region of the world")] = False,
    count: Annotated[int, typer.Option(help="how many cities, for --country and --random")] = 30,
    seed: Annotated[int, typer.Option(help="another seed gives other colours, tickets and regions")] = 1,
    play: Annotated[bool, typer.Option(help="play some hundred games by lot for the report")] = True,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="the board file to write")] = None,
) -> None:
    """Make a new board: a file to play at once or to edit first, a picture, and a report."""
    try:
        if cities:
            towns = towns_of(cities)
        elif country:
            towns = in_country(country, count)
        elif random:
            towns = at_random(count, seed)
        else:
            raise typer.BadParameter("give --cities FILE, --country NAME or --random")
    except LookupError as error:
        raise typer.BadParameter(str(error)) from None
    board = new_board(name, towns, seed)
    file = output or Path(f"{board['id']}.json")
    file.write_text(as_text(board))
    told = report(board, play)
    geometry = geometry_of(board)
    picture = file.with_suffix(".svg")
    picture.write_text(draw(board, geometry, embed_fonts=True))
    file.with_suffix(".md").write_text(f"{told}\n![the board]({picture.name})\n")
    typer.echo(told)
    typer.echo(f"{file}, {picture} and {file.with_suffix('.md')} written")
