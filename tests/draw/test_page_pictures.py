"""Pictures for the page: everything is in them, and they are light."""

import base64
import gzip
import io
import re
import xml.etree.ElementTree as ET

import pytest
from fontTools.ttLib import TTFont
from msgspec.structs import replace

from railhead.boards import BoardFile, board_ids, load, read_board
from railhead.draw.cache import geometry_of
from railhead.draw.shapes import Geometry
from railhead.draw.svg.ground import path
from railhead.draw.svg.page import map_picture, small_picture
from railhead.server import games

SVG = "{http://www.w3.org/2000/svg}"
FIRST_SCREEN = 150_000  # bytes, compressed
PAGE = 76_000  # of these for the page's own files


@pytest.fixture(scope="module", params=board_ids())
def drawn(request: pytest.FixtureRequest) -> tuple[BoardFile, Geometry]:
    board = load(request.param).board
    return board, geometry_of(board)


def test_every_route_and_place_can_be_found_in_the_map(drawn: tuple[BoardFile, Geometry]) -> None:
    board, geometry = drawn
    groups = {group.get("class"): group for group in ET.fromstring(map_picture(board, geometry))}
    routes = {group.get("data-route"): len(group) for group in groups["slots"]}
    assert routes == {route["id"]: route["length"] for route in board["routes"]}
    places = {group.get("data-place") for group in groups["places"]}
    assert places == {spot.id for spot in (*geometry.cities, *geometry.terminals)}
    names = {text.get("data-place") for text in groups["names"] if "halo" not in str(text.get("class"))}
    assert names == {label.id for label in geometry.labels}
    assert ("pieces" in groups) == any(route.get("bed") for route in board["routes"])


def test_pictures_leave_their_colours_to_the_page(drawn: tuple[BoardFile, Geometry]) -> None:
    for picture in (map_picture(*drawn), small_picture(*drawn)):
        assert not re.search(r"<style|style=|<script|(fill|stroke)=\"(?!url)", picture)


def test_names_in_another_script_come_with_their_letters_and_no_style_of_their_own() -> None:
    board = read_board("egypt")
    picture = map_picture(board, with_title(geometry_of(board), "مصر"))
    (font,) = re.findall(r'<metadata class="letters">([^<]+)</metadata>', picture)
    assert set("مصر") <= set(map(chr, TTFont(io.BytesIO(base64.b64decode(font))).getBestCmap()))
    assert "style=" not in picture, "a page refuses it"
    assert "letters" not in map_picture(board, geometry_of(board))


def with_title(geometry: Geometry, text: str) -> Geometry:
    """The same with another title in its frame."""
    title = geometry.ornaments.title
    assert title is not None
    return replace(geometry, ornaments=replace(geometry.ornaments, title=replace(title, text=text)))


def test_small_pictures_may_stand_side_by_side(drawn: tuple[BoardFile, Geometry]) -> None:
    ids = re.findall(r' id="([^"]*)"', small_picture(*drawn))
    assert ids == [f"small-{drawn[0]['id']}"]


def test_the_first_screen_of_a_table_is_light(drawn: tuple[BoardFile, Geometry]) -> None:
    facts, picture = games.one_game(drawn[0]["id"])[0], games.picture(drawn[0]["id"], False)[0]
    assert PAGE + len(gzip.compress(facts, 9)) + len(gzip.compress(picture, 9)) < FIRST_SCREEN


def test_lines_are_written_from_point_to_point() -> None:
    line = [(10.0, 20.0), (10.5, 19.8), (10.5, 22.0)]
    assert path([line], False) == "M10 20l.5-.2 0 2.2"
    assert path([line], True, 1) == "M10 20l0 0 0 2Z"
