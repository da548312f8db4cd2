"""A position as text and as a picture, for `render`. Only what lies open on the table is shown, unless a seat is named."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.words import View

WIDTH = 1000
MODES = ["ansi", "rgb_array"]


def view_of(setting: Setting, records: Any, seat: int | None) -> View:
    """What a seat (or a spectator) may know of the first of these records, in words."""
    from railhead.game import Game

    return Game.of_record(setting, records[:1]).view(seat)


def as_text(setting: Setting, records: Any, seat: int | None = None) -> str:
    """The table, a fact a line."""
    from railhead.text.facts import view_text

    return view_text(setting, view_of(setting, records, seat))


def as_picture(setting: Setting, records: Any) -> NDArray[np.uint8]:
    """The board with trains and stations on it, as pixels (height, width, 3)."""
    try:
        from PIL import Image
    except ImportError as error:
        raise ImportError("a picture needs Pillow: pip install 'railhead[envs]'") from error
    import io

    from railhead.draw.cache import geometry_of
    from railhead.draw.svg.board import draw
    from railhead.draw.svg.picture import to_png
    from railhead.draw.svg.positions import Position

    view = view_of(setting, records, None)
    position = Position(
        routes={str(seat): some.routes for seat, some in enumerate(view.seats)},
        stations={str(seat): some.stations for seat, some in enumerate(view.seats)},
        built=view.built or {},
    )
    png = to_png(draw(setting.board, geometry_of(setting.board), position), WIDTH)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def render(setting: Setting, records: Any, mode: str | None) -> Any:
    """What an environment's `render` returns in its mode."""
    if mode == "ansi":
        return as_text(setting, records)
    if mode == "rgb_array":
        return as_picture(setting, records)
    return None


def check_mode(mode: str | None) -> str | None:
    """The mode, if there is such a one."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"{mode!r} is no render mode; there are {', '.join(MODES)}")
    return mode
