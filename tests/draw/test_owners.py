"""Whose is it? On pictures of games, owners are told from each other and claimed routes from free ones, by all eyes.

Measured as a glance does: the mean colour of a slot, and of the space between two slots, where a free route has a gap and a claimed
one goes on. CIEDE2000 of 12 is a difference that nobody has to look for.
"""

import io
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import copysign, cos, radians, sin
from typing import Any

import numpy as np
import pytest
from eyes import VISIONS, Values, ciede2000, lab, linear, seen

from railhead.boards import BoardFile, load
from railhead.draw.cache import geometry_of
from railhead.draw.shapes import Geometry, Slot
from railhead.draw.svg.board import draw, slots_by_route
from railhead.draw.svg.picture import to_png
from railhead.draw.svg.positions import EMPTY, Position
from railhead.words import COLOURS

image = pytest.importorskip("PIL.Image")

LEAST = 12.0
FRAME = 26.0  # around the map, in the picture
SEATS = [str(seat) for seat in range(5)]
SIZES = {
    "desktop": 850,
    "phone": 380,
}  # pixels across: in a window of 1366x768, and on a phone that shows the whole board
THEMES = {
    "usa": ["classic", "dark"],
    "europe": ["classic", "dark", "colour-blind", "print"],
    "france": ["classic", "dark"],
}


def middle_of_a_game(board: BoardFile) -> Position:
    """Three of five routes claimed, by all seats in turn; none of those that cross others."""
    crossing = {route for pair in board.get("crossings", []) for route in pair}
    some = [route["id"] for k, route in enumerate(board["routes"]) if k % 5 < 3 and route["id"] not in crossing]
    return Position(
        routes={seat: some[number :: len(SEATS)] for number, seat in enumerate(SEATS)},
        built={route: COLOURS[k % len(COLOURS)] for k, route in enumerate(some)},
    )


class Picture:
    """A picture as light, asked in the units of the board."""

    def __init__(self, drawn: Any, width: int, board_width: float) -> None:
        size = (width, round(width * drawn.height / drawn.width))
        self.light = linear(np.asarray(drawn.resize(size, image.Resampling.BOX)))
        self.scale = width / board_width

    def mean(self, slot: Slot, along: float, length: float, width: float) -> Values:
        """The mean light of a box on a slot, `along` it from its middle."""
        angle = radians(slot.angle)
        u = along + np.linspace(-length / 2, length / 2, 25)[:, None]
        v = np.linspace(-width / 2, width / 2, 13)[None, :]
        x = (slot.x + u * cos(angle) - v * sin(angle) + FRAME) * self.scale
        y = (slot.y + u * sin(angle) + v * cos(angle) + FRAME) * self.scale
        found: Values = self.light[y.astype(int), x.astype(int)].mean((0, 1))
        return found


def gaps(slots: Sequence[Slot]) -> list[tuple[Slot, float]]:
    """The spaces between slots: a slot, and how far along it the middle of the space is."""
    found = []
    for a, b in pairwise(slots):
        ahead = (b.x - a.x) * cos(radians(a.angle)) + (b.y - a.y) * sin(radians(a.angle))
        found.append((a, (ahead + copysign(a.length - b.length, ahead)) / 2))
    return found


def rendered(board: BoardFile, geometry: Geometry, position: Position, theme: str) -> Any:
    """The picture, large enough to be made smaller."""
    return image.open(io.BytesIO(to_png(draw(board, geometry, position, theme), max(SIZES.values())))).convert("RGB")


@pytest.mark.parametrize(("game", "theme"), [(game, theme) for game, some in THEMES.items() for theme in some])
def test_owners_are_told_apart_and_from_free_routes(game: str, theme: str) -> None:
    board = load(game).board
    geometry = geometry_of(board)
    position = middle_of_a_game(board)
    routes, width = slots_by_route(geometry), geometry.slot.width
    owned = {seat: [slot for route in some for slot in routes[route]] for seat, some in position.routes.items()}
    spaces = [space for some in position.routes.values() for route in some for space in gaps(routes[route])]
    drawn = [rendered(board, geometry, some, theme) for some in (position, EMPTY)]
    for size in SIZES.values():
        claimed, free = (Picture(one, size, geometry.width + 2 * FRAME) for one in drawn)
        light = {
            seat: np.mean([claimed.mean(slot, 0, slot.length, width) for slot in some], 0)
            for seat, some in owned.items()
        }
        here, there = (np.array([one.mean(slot, at, 3, width) for slot, at in spaces]) for one in (claimed, free))
        for vision in VISIONS:
            eye = {seat: lab(seen(colour, vision)) for seat, colour in light.items()}
            apart = {(a, b): float(ciede2000(eye[a], eye[b])) for a, b in combinations(SEATS, 2)}
            assert min(apart.values()) >= LEAST, (size, vision, apart)
            jump = ciede2000(lab(seen(here, vision)), lab(seen(there, vision)))
            assert jump.min() >= LEAST, (size, vision, np.sort(jump)[:8])
