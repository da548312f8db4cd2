"""Pictures of boards: valid, in every theme, with a position on them."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from railhead.board import load
from railhead.layout.cache import geometry_of
from railhead.layout.commands import app
from railhead.layout.draw import draw
from railhead.layout.picture import to_png
from railhead.layout.themes import COLOURS, symbols, themes

Json = dict[str, Any]


def board_and_geometry(game: str) -> tuple[Json, Json]:
    board = dict(load(game).board)
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
    assert set(symbols()["colours"]) == set(COLOURS)
    assert len(set(symbols()["colours"].values())) == len(COLOURS)


def test_every_name_is_written() -> None:
    board, geometry = board_and_geometry("europe")
    svg = draw(board, geometry)
    for city in geometry["labels"]:
        for line in city["lines"]:
            assert f">{line}</text>" in svg


def test_trains_stations_and_pieces_are_drawn() -> None:
    board, geometry = board_and_geometry("france")
    bed = next(route for route in board["routes"] if route.get("bed") and route["length"] == 3)
    plain = next(route for route in board["routes"] if not route.get("bed") and route["length"] == 1)
    empty = draw(board, geometry)
    assert "train-edge" not in re.sub(r"<style>.*?</style>", "", empty, flags=re.S)
    position = {
        "routes": {"anna": [bed["id"]], "bert": [plain["id"]]},
        "built": {bed["id"]: "red"},
        "stations": {"anna": ["paris"]},
        "colours": {"bert": "#123456"},
    }
    svg = re.sub(r"<style>.*?</style>", "", draw(board, geometry, position), flags=re.S)
    assert svg.count("train-edge") == 4
    assert svg.count("station-edge") == 1
    assert "#123456" in svg


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
    assert result.output.startswith('{"board":"usa"')


def test_sheets_to_print_are_a_pdf(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    result = CliRunner().invoke(app, ["draw", "usa", "-o", str(tmp_path / "usa.pdf"), "--sheets"])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "usa.pdf").read_bytes()[:5] == b"%PDF-"


def test_a_wrong_theme_is_explained(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["draw", "usa", "--theme", "pink", "-o", str(tmp_path / "x.svg")])
    assert result.exit_code != 0
    assert "classic" in result.output
