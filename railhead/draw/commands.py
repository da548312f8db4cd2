"""The commands `draw`, `layout` and `new` of `railhead board`."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from railhead.boards import Setting, load
from railhead.boards.gazetteer import Town, at_random, find, in_country
from railhead.boards.new import as_text, new_board
from railhead.draw.cache import geometry_of
from railhead.draw.draw import draw
from railhead.draw.geometry import UNIT, Geometry
from railhead.draw.positions import read_position
from railhead.draw.skeleton import Board
from railhead.draw.themes import themes

app = typer.Typer(no_args_is_help=True, help="Draw boards, lay them out, make new ones.")

Game = Annotated[str, typer.Argument(help="a game or board by name, or the path of its file")]
PICTURE_WIDTH = 1600  # of the pictures of a report, in pixels


@contextmanager
def plain_errors() -> Iterator[None]:
    """Bad input gets a sentence that says what to do, never a traceback."""
    try:
        yield
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        typer.echo(f"railhead: {reason}", err=True)
        raise typer.Exit(2) from None
    except (ValueError, RuntimeError) as error:
        typer.echo(f"railhead: {error}", err=True)
        raise typer.Exit(2) from None


@app.command("layout")
def layout_command(
    game: Game,
    as_json: Annotated[bool, typer.Option("--json", help="write the whole geometry as JSON")] = False,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="a file to write to")] = None,
) -> None:
    """Where everything on a board lies."""
    with plain_errors():
        geometry = geometry_of(dict(load(game).board))
        text = json.dumps(geometry, ensure_ascii=False, separators=(",", ":")) + "\n"
        if output:
            output.write_text(text, encoding="utf-8")
        elif as_json:
            sys.stdout.write(text)
        else:
            count = {name: len(geometry[name]) for name in ("cities", "terminals", "tracks", "slots", "labels")}
            typer.echo(f"{geometry['board']}: {geometry['width']:.0f} x {geometry['height']:.0f}")
            typer.echo(", ".join(f"{number} {name}" for name, number in count.items()))


def check_choices(theme: str, output: Path, sheets: bool) -> None:
    """Refuse what cannot be drawn before any work is done."""
    if theme not in themes():
        raise typer.BadParameter(
            f"there is no theme {theme!r}; choose one of {', '.join(themes())}", param_hint="--theme"
        )
    if output.suffix.lower() not in (".svg", ".png", ".pdf"):
        raise typer.BadParameter("the name must end in .svg, .png or .pdf", param_hint="--output")
    if sheets and output.suffix.lower() != ".pdf":
        raise typer.BadParameter("sheets to print are a PDF: let the name end in .pdf", param_hint="--output")


def printed(setting: Setting, geometry: Geometry, theme: str, pitch: float) -> bytes:
    """The sheets of a game as PDF."""
    from railhead.draw.sheets import board_to_print

    tickets = [{"a": t.a, "b": t.b, "points": t.points, "long": t.long} for t in setting.tickets]
    chosen = "print" if theme == "classic" else theme
    numbers = setting.numbers
    return board_to_print(dict(setting.board), geometry, tickets, numbers["cards"], chosen, pitch, numbers["points"])


def pictured(svg: str, kind: str, width: int, millimetres: float) -> bytes:
    """A drawing as a file of some kind."""
    if kind == ".svg":
        return svg.encode()
    if kind == ".png":
        from railhead.draw.picture import to_png

        return to_png(svg, width)
    from railhead.draw.sheets import to_pdf

    return to_pdf(svg, millimetres)


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
) -> None:
    """Draw a board, empty or with a position on it."""
    check_choices(theme, output, sheets)
    kind = output.suffix.lower()
    with plain_errors():
        setting = load(game)
        board = dict(setting.board)
        state = read_position(position, board) if position else None
        geometry = geometry_of(board)
        if sheets:
            output.write_bytes(printed(setting, geometry, theme, pitch))
            return
        points = setting.numbers["points"] if legend else None
        svg = draw(board, geometry, state, theme, points=points, scoring=scoring, embed_fonts=kind == ".svg")
        output.write_bytes(pictured(svg, kind, width, geometry["width"] / UNIT * pitch))


def towns_of(file: Path) -> list[Town]:
    """Cities from a text file: a line is a name of the gazetteer, `name, country` or `name, latitude, longitude`."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        text = line.split("#")[0].strip()
        if not text:
            continue
        parts = [part.strip() for part in text.rsplit(",", 2)]
        try:
            found.append(Town(parts[0], "", float(parts[1]), float(parts[2]), 0))
        except (ValueError, IndexError):
            found.append(find(text))
    return found


def chosen_towns(cities: Path | None, country: str | None, random: bool, count: int, seed: int) -> list[Town]:
    """The cities of a new board, by whichever way was asked for."""
    try:
        if cities:
            return towns_of(cities)
        if country:
            return in_country(country, count)
        if random:
            return at_random(count, seed)
    except LookupError as error:
        raise ValueError(str(error.args[0])) from None
    raise typer.BadParameter("give --cities FILE, --country NAME or --random")


def write_report(board: Board, file: Path, games: int) -> tuple[str, list[Path]]:
    """The report of a new board and its pictures, beside the board file; what it tells, and what was written."""
    from railhead.arena.trial import trial
    from railhead.boards.report import report
    from railhead.draw.heat import heat_map
    from railhead.draw.picture import to_png

    geometry = geometry_of(board)
    pictures: dict[str, Any] = {".svg": draw(board, geometry, embed_fonts=True).encode()}
    pictures[".png"] = to_png(draw(board, geometry), PICTURE_WIDTH)
    tried = trial(load(board), games) if games else None
    told = report(board, tried)
    shown = f"{told}\n![the board]({file.stem}.png)\n"
    if tried is not None:
        pictures["-claims.png"] = to_png(heat_map(board, geometry, tried.claim_shares()), PICTURE_WIDTH)
        shown += (
            f"\nIn how many of the games each route was claimed, in per cent:\n\n![claims]({file.stem}-claims.png)\n"
        )
    pictures[".md"] = shown.encode()
    written = [file.with_name(file.stem + ending) for ending in pictures]
    for target, content in zip(written, pictures.values(), strict=True):
        target.write_bytes(content)
    return told, written


@app.command("new")
def new_command(
    name: Annotated[str, typer.Argument(help="the name of the board")],
    cities: Annotated[
        Path | None, typer.Option(help="a file of cities: a line is a name, or name, latitude, longitude")
    ] = None,
    country: Annotated[str | None, typer.Option(help="take the largest cities of a country")] = None,
    random: Annotated[bool, typer.Option(help="take a random region of the world")] = False,
    count: Annotated[int, typer.Option(min=8, help="how many cities, for --country and --random")] = 30,
    seed: Annotated[int, typer.Option(min=0, help="another seed gives other colours, tickets and regions")] = 1,
    games: Annotated[int, typer.Option(min=0, help="how many games of bots the report is made of")] = 200,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="the board file to write")] = None,
) -> None:
    """Make a new board: a file to play at once or to edit first, pictures, and a report."""
    with plain_errors():
        board = new_board(name, chosen_towns(cities, country, random, count, seed), seed)
        file = output or Path(f"{board['id']}.json")
        file.write_text(as_text(board), encoding="utf-8")
        typer.echo(f"{file} written: {len(board['cities'])} cities, {len(board['routes'])} tracks", err=True)
        told, written = write_report(board, file, games)
    typer.echo(told)
    typer.echo(f"written: {', '.join(map(str, (file, *written)))}")
    typer.echo(f"Play it: railhead text --game {file}")
