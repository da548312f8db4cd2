"""Pictures of boards: valid, in every theme, with a position on them."""

import io
import json
import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode
from typer.testing import CliRunner

from railhead.boards import BoardFile, load
from railhead.draw.cache import geometry_of
from railhead.draw.printing import paper, sheets
from railhead.draw.shapes import Geometry
from railhead.draw.svg.board import draw
from railhead.draw.svg.picture import to_png
from railhead.draw.svg.positions import Position, read_position
from railhead.draw.svg.themes import symbols, themes
from railhead.game import Game
from railhead.words import COLOURS
from railhead.workshop.commands import app


def board_and_geometry(game: str) -> tuple[BoardFile, Geometry]:
    board = load(game).board
    return board, geometry_of(board)


@pytest.mark.parametrize("theme", list(themes()))
def test_every_theme_gives_a_valid_picture(theme: str) -> None:
    svg = draw(*board_and_geometry("france"), theme=theme)
    ET.fromstring(svg)
    assert "var(" not in svg


def test_every_theme_has_every_colour() -> None:
    names = {frozenset(theme) for theme in themes().values()}
    assert len(names) == 1
    assert {f"{colour}-mark" for colour in COLOURS} <= next(iter(names))


def test_every_colour_has_its_own_symbol() -> None:
    assert set(symbols().colours) == set(COLOURS)
    assert len(set(symbols().colours.values())) == len(COLOURS)


def test_every_name_is_written() -> None:
    board, geometry = board_and_geometry("europe")
    svg = draw(board, geometry)
    for label in geometry.labels:
        for line in label.lines:
            assert f">{line}</text>" in svg


def test_a_name_far_from_its_city_is_joined_to_it() -> None:
    """Bouaké's found room only beside a route that another city lies nearer to."""
    board, geometry = board_and_geometry("west-africa")
    svg = draw(board, geometry)
    city = next(one for one in geometry.cities if one.id == "bouake")
    x0, y0, x1, y1 = next(label.box for label in geometry.labels if label.id == "bouake")
    lines = re.findall(r'class="leader" d="M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)"', svg)
    assert len(lines) == 1, "all others stand beside their names"
    x, y, to_x, to_y = map(float, lines[0])
    assert math.dist((x, y), (city.x, city.y)) == pytest.approx(city.r, abs=0.1)
    assert x0 - 0.1 <= to_x <= x1 + 0.1 and y0 - 0.1 <= to_y <= y1 + 0.1
    assert "leader" not in draw(*board_and_geometry("canada")).split("</style>")[1]


def test_trains_stations_and_pieces_are_drawn() -> None:
    board, geometry = board_and_geometry("france")
    bed = next(route for route in board["routes"] if route.get("bed") and route["length"] == 3)
    plain = next(route for route in board["routes"] if not route.get("bed") and route["length"] == 1)
    empty = draw(board, geometry)
    assert "wagon-roof" not in re.sub(r"<style>.*?</style>", "", empty, flags=re.S)
    position = Position(
        routes={"anna": [bed["id"]], "bert": [plain["id"]]},
        built={bed["id"]: "red"},
        stations={"anna": ["paris"]},
        colours={"bert": "#123456"},
    )
    svg = re.sub(r"<style>.*?</style>", "", draw(board, geometry, position), flags=re.S)
    assert svg.count("wagon-roof") == 4
    assert svg.count('class="claimed"') == 2
    assert f'<g data-route="{plain["id"]}">' not in svg  # nothing of the slots shows under a train
    assert svg.count("station-edge") == 1
    assert "#123456" in svg


def test_a_score_is_shown_of_a_seat_that_owns_nothing_yet() -> None:
    svg = draw(*board_and_geometry("usa"), Position(scores={"anna": 7}), scoring=True)
    assert svg.count('<circle class="marker"') == 1


def test_png_has_the_width_that_was_asked_for() -> None:
    png = to_png(draw(*board_and_geometry("usa")), 390)
    assert png[:4] == b"\x89PNG"
    assert int.from_bytes(png[16:20], "big") == 390


def test_the_commands_write_svg_png_and_geometry(tmp_path: Path) -> None:
    runner = CliRunner()
    for name in ("board.svg", "board.png"):
        result = runner.invoke(
            app, ["draw", "usa", "-o", str(tmp_path / name), "--legend", "--scoring", "--width", "500"]
        )
        assert result.exit_code == 0, result.output
        assert (tmp_path / name).stat().st_size > 10_000
    result = runner.invoke(app, ["layout", "usa", "--json"])
    assert {"width", "height", "cities", "slots", "labels"} <= set(json.loads(result.output))


def test_sheets_to_print_are_a_pdf(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    result = CliRunner().invoke(app, ["draw", "usa", "-o", str(tmp_path / "usa.pdf"), "--sheets"])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "usa.pdf").read_bytes()[:5] == b"%PDF-"


def colours(page: bytes) -> Any:
    """The pixels of a page."""
    image = pytest.importorskip("PIL.Image")
    return image.open(io.BytesIO(page)).convert("RGB")


def test_pages_of_the_board_join_edge_to_edge() -> None:
    """A board whose colour tells the place: ten columns and rows of patches, cut into pages, must be whole when joined."""
    pytest.importorskip("typst")
    width, height = 500.0, 400.0
    patches = "".join(
        f'<rect x="{50 * i}" y="{40 * j}" width="50" height="40" fill="rgb({20 * i + 10},{20 * j + 10},99)"/>'
        for i in range(10)
        for j in range(10)
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{patches}</svg>'
    pages = [
        colours(page)
        for page in paper.compiled({"board.svg": svg}, "\n".join(sheets.board_pages(width, height)), "png", 72)
    ]
    size, across, down = sheets.tiles(width, height)
    left, top = (across * size[0] - width) / 2, (down * size[1] - height) / 2
    dot = 72 / 25.4
    for i in range(10):
        for j in range(10):
            x, y = left + 50 * i + 25, top + 40 * j + 20  # the middle of the patch, on the joined sheet
            column, row = int(x // size[0]), int(y // size[1])
            page = pages[row * across + column]
            at = (paper.MARGIN + x - column * size[0], paper.MARGIN + y - row * size[1])
            red, green, blue = page.getpixel((int(at[0] * dot), int(at[1] * dot)))
            assert abs(red - 20 * i - 10) < 4 and abs(green - 20 * j - 10) < 4 and abs(blue - 99) < 4
    for column in range(across - 1):  # the last dots of a page and the first of the next are neighbours on the board
        x = (column + 1) * size[0] - left
        for page, across_it in ((pages[column], paper.MARGIN + size[0] - 1), (pages[column + 1], paper.MARGIN + 1)):
            red, _, _ = page.getpixel((int(across_it * dot), int((paper.MARGIN + size[1] - 5) * dot)))
            assert abs(red - 20 * int(x // 50) - 10) < 4


def test_a_view_of_a_game_is_a_position(tmp_path: Path) -> None:
    board, _ = board_and_geometry("europe")
    game = Game.position("europe", players=2, routes={0: ["brest-paris"]}, stations={1: ["wien"]})
    file = tmp_path / "view.json"
    file.write_bytes(encode(game.view(None)))
    found = read_position(file, board)
    assert list(found.routes.values()) == [["brest-paris"], []]
    assert list(found.stations.values()) == [[], ["wien"]]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[1", "is not JSON"),
        ("[1]", "must be an object"),
        ('{"routes": {"a": ["nowhere"]}}', "no route 'nowhere'"),
        ('{"routes": {"a": "brest-paris"}}', "must be a list"),
        ('{"routes": []}', None),
        ('{"routes": [1]}', "must be an object"),
        ('{"routes": {"a": ["paris-zurich"], "b": ["paris-zurich"]}}', "claimed twice"),
        ('{"stations": {"a": ["atlantis"]}}', "no city 'atlantis'"),
        ('{"built": {"brest-paris": "pink"}}', "no colour 'pink'"),
        ('{"scores": {"a": "many"}}', "whole number"),
        ('{"colours": {"a": 7}}', "must be a text"),
        ('{"trains": {}}', "unknown part"),
    ],
)
def test_a_bad_position_is_explained(tmp_path: Path, text: str, told: str | None) -> None:
    file = tmp_path / "position.json"
    file.write_text(text)
    board = load("europe").board
    if told is None:
        read_position(file, board)
        return
    with pytest.raises(ValueError, match=re.escape(told)):
        read_position(file, board)


def nowhere_board(folder: Path) -> str:
    """A board without coordinates."""
    board = {
        "id": "nowhere",
        "cities": [{"id": "a"}, {"id": "b"}],
        "routes": [{"id": "a-b", "a": "a", "b": "b", "length": 2, "colour": "red"}],
        "ticketSets": {"regular": [{"a": "a", "b": "b", "points": 2}]},
    }
    (folder / "nowhere.json").write_text(json.dumps(board))
    return str(folder / "nowhere.json")


def test_bad_input_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("[")
    lost = str(tmp_path / "no" / "folder" / "x")
    for words, told in (
        (["layout", "atlantis", "--json"], "there is no game of that name"),
        (["layout", "usa", "-o", f"{lost}.json"], "No such file"),
        (["draw", "atlantis"], "there is no game of that name"),
        (["draw", "usa", "-o", f"{lost}.svg"], "No such file"),
        (["draw", "usa", "--position", f"{lost}.json", "-o", str(tmp_path / "x.svg")], "No such file"),
        (["draw", "usa", "--position", str(tmp_path / "bad.json"), "-o", str(tmp_path / "x.svg")], "is not JSON"),
        (["draw", nowhere_board(tmp_path), "-o", str(tmp_path / "x.svg")], '"lat" and "lon"'),
        (["draw", "usa", "--theme", "pink", "-o", str(tmp_path / "x.svg")], "classic"),
        (["draw", "usa", "-o", str(tmp_path / "x.gif")], ".svg, .png or .pdf"),
        (["draw", "usa", "--sheets", "-o", str(tmp_path / "x.svg")], ".pdf"),
        (["draw", "usa", "--width", "0", "-o", str(tmp_path / "x.png")], "--width"),
    ):
        result = CliRunner().invoke(app, words)
        assert result.exit_code == 2, words
        assert told in result.output, (words, result.output)
        assert "Traceback" not in result.output
