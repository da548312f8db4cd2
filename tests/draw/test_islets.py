"""Cities on open sea are drawn on islands of their own, ports are not."""

import numpy as np
import pytest
from msgspec.structs import replace

from railhead.boards import BoardFile, read_board
from railhead.draw.cache import geometry_of
from railhead.draw.islets import LEAST, STRAIT, in_water, to_coast, with_islets
from railhead.draw.shapes import Geometry, Line
from railhead.draw.svg.page import small_picture


@pytest.fixture(scope="module")
def board() -> BoardFile:
    return read_board("andes")


@pytest.fixture(scope="module")
def geometry(board: BoardFile) -> Geometry:
    return geometry_of(board)


def of_land(geometry: Geometry, land: list[Line]) -> Geometry:
    """The same board with other land."""
    return replace(geometry, geography=replace(geometry.geography, land=land))


def test_an_island_too_small_for_the_map_of_the_earth_is_under_its_city(board: BoardFile, geometry: Geometry) -> None:
    city = next(city for city in geometry.cities if city.id == "san-andres")
    assert not in_water(city.x, city.y, [np.array(line) for line in geometry.geography.land])
    others = of_land(geometry, geometry.geography.land[:-1])
    assert in_water(city.x, city.y, [np.array(line) for line in others.geography.land])
    assert with_islets(others) == geometry  # of every name the same islet
    assert small_picture(board, geometry) != small_picture(board, others)


def test_on_a_board_without_land_every_city_has_an_islet_and_none_touches_another(geometry: Geometry) -> None:
    islets = [np.array(line) for line in with_islets(of_land(geometry, [])).geography.land]
    assert len(islets) == len(geometry.cities)
    for city in geometry.cities:
        assert not in_water(city.x, city.y, islets)
        assert to_coast(city.x, city.y, islets) > city.r
    for k, one in enumerate(islets):
        assert min(to_coast(x, y, islets[:k] + islets[k + 1 :]) for x, y in one) > STRAIT - 0.2


def test_a_port_whose_coast_is_near_has_no_islet(geometry: Geometry) -> None:
    city = geometry.cities[0]
    near = city.x + LEAST * city.r + STRAIT - 1
    shore: Line = [(near, -1e4), (near + 2e4, -1e4), (near + 2e4, 1e4), (near, 1e4)]
    alone = replace(of_land(geometry, [shore]), cities=[city])
    assert with_islets(alone) == alone
