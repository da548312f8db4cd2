"""Free places on the map for what makes a map a map: the title and the compass."""

import numpy as np

from railhead.boards.setting import BoardFile
from railhead.draw.letters import may_be_spaced
from railhead.draw.shapes import Compass, Ornaments, Title
from railhead.draw.solving.labels import text_width
from railhead.draw.solving.projection import Array, project, rounded
from railhead.draw.solving.skeleton import Skeleton

STEP = 0.25  # of the grid on which free places are looked for, in slot pitches
TITLE_FACE = "AlegreyaSC-Bold"
SPACING = 0.12  # between the letters of a title, in sizes


def title_of(board: BoardFile) -> str:
    """The name of a board."""
    name = str(board.get("name") or board["id"].replace("-", " ").title())
    return name.upper() if len(name) <= 3 else name


def title_width(title: str, size: float) -> float:
    """How wide a title is, its spacing included."""
    return text_width(title, size, TITLE_FACE) + spacing(title) * size * (len(title) - 1)


def spacing(title: str) -> float:
    """The space between the letters of a title, in sizes: none where they join."""
    return SPACING if may_be_spaced(title) else 0.0


def taken_grid(width: float, height: float, boxes: Array) -> Array:
    """Sums of taken cells from the corner, for boxes (x0, y0, x1, y1) in slot pitches."""
    columns, rows = int(width / STEP), int(height / STEP)
    grid = np.zeros((rows + 1, columns + 1))
    for x0, y0, x1, y1 in boxes:
        a, b = max(int(x0 / STEP), 0), max(int(y0 / STEP), 0)
        grid[b + 1 : int(y1 / STEP) + 2, a + 1 : int(x1 / STEP) + 2] = 1
    return np.asarray(grid.cumsum(0).cumsum(1))


def free_spot(sums: Array, width: float, height: float) -> tuple[float, float] | None:
    """The corner of a free box of the given size, with the most room around it; None where nothing is free."""
    w, h = int(np.ceil(width / STEP)), int(np.ceil(height / STEP))
    best: tuple[float, float] | None = None
    for room in range(12):
        ww, hh = w + 2 * room, h + 2 * room
        if ww >= sums.shape[1] or hh >= sums.shape[0]:
            break
        inside = sums[hh:, ww:] - sums[:-hh, ww:] - sums[hh:, :-ww] + sums[:-hh, :-ww]
        rows, columns = np.nonzero(inside == 0)
        if not len(rows):
            break
        edge = np.minimum(rows, inside.shape[0] - 1 - rows) + np.minimum(columns, inside.shape[1] - 1 - columns)
        k = int(edge.argmin())
        best = (float(columns[k] + room) * STEP, float(rows[k] + room) * STEP)
    return best


def north(skeleton: Skeleton, final: Array, at: Array) -> float:
    """Degrees by which north is turned to the right at a point of the layout."""
    places = np.array([(place.latitude, place.longitude) for place in skeleton.places])
    middle = skeleton.projection.longitude
    places[:, 1] = (places[:, 1] - middle + 180) % 360 - 180
    ones = np.column_stack([final, np.ones(len(final))])
    fit, *_ = np.linalg.lstsq(ones, places, rcond=None)
    latitude, longitude = np.r_[at, 1.0] @ fit
    ends = project(skeleton.projection, np.array([latitude - 1, latitude + 1]), np.full(2, longitude + middle))
    way = ends[1] - ends[0]
    return float(np.degrees(np.arctan2(way[0], -way[1])))


def ornaments(
    board: BoardFile, skeleton: Skeleton, final: Array, corner: Array, size: Array, boxes: Array, unit: float
) -> Ornaments:
    """Where title and compass go, in units of the drawing; what finds no place is left out. `boxes` are taken."""
    width, height = float(size[0]), float(size[1])
    edges = [
        (0.0, 0.0, width, 0.1),
        (0.0, 0.0, 0.1, height),
        (0.0, height - 0.4, width, height),
        (width - 0.4, 0.0, width, height),
    ]
    taken = np.concatenate([boxes, np.array(edges)])
    title: Title | None = None
    compass: Compass | None = None
    text = title_of(board)
    for letters in (1.5, 1.35, 1.2, 1.05, 0.9, 0.75, 0.6):
        w, h = title_width(text, letters) + 1.7 * letters, 2.5 * letters
        spot = free_spot(taken_grid(width, height, taken), w, h)
        if spot is not None:
            box = (spot[0], spot[1], spot[0] + w, spot[1] + h)
            x0, y0, x1, y1 = (rounded(value * unit) for value in box)
            title = Title(text, (x0, y0, x1, y1), rounded(letters * unit))
            taken = np.concatenate([taken, [box]])
            break
    for radius in (1.7, 1.5, 1.3, 1.1, 0.9):
        spot = free_spot(taken_grid(width, height, taken), 2.3 * radius, 2.3 * radius)
        if spot is not None:
            x, y = spot[0] + 1.15 * radius, spot[1] + 1.15 * radius
            turn = north(skeleton, final, np.array([x, y]) + corner)
            compass = Compass(rounded(x * unit), rounded(y * unit), rounded(radius * unit), round(turn, 1))
            break
    return Ornaments(title, compass)
