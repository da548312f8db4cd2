"""Make draw/data/geography.npz from Natural Earth (public domain).

Natural Earth's shape files are taken from the Debian package ``libmagics++-data``; lakes are holes in its land:

    apt-get download libmagics++-data && dpkg-deb -x libmagics++-data_*.deb magics
    python scripts/make_geography.py magics/usr/share/magics
"""

import struct
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, STRtree

from railhead.draw.solving.simplify import STEPS_PER_DEGREE, Line, as_planes, simplified

DATA = Path(__file__).parent.parent / "railhead" / "draw" / "data"
SMALL, SMALLEST = 2.0, 0.02  # degrees across: islands with a board of their own are kept finer, rocks are left out
COARSE, FINE = 0.012, 0.0015  # degrees by which a line may be off
FEDERATIONS = frozenset({"USA", "CAN", "AUS", "BRA", "IND", "MEX", "ARG", "CHN", "ZAF"})  # drawn with their states


def read_shapes(path: Path) -> list[list[Line]]:
    """The parts of every shape of a .shp file; a point is a part of one row."""
    raw = path.read_bytes()
    index = np.frombuffer(path.with_suffix(".shx").read_bytes()[100:], ">i4").reshape(-1, 2)
    shapes: list[list[Line]] = []
    for offset, words in index:
        body = raw[2 * offset + 8 : 2 * offset + 8 + 2 * words]
        kind = struct.unpack("<i", body[:4])[0] % 10
        if kind == 1:
            shapes.append([np.frombuffer(body[4:20], "<f8").reshape(1, 2)])
        elif kind in (3, 5):
            parts, points = struct.unpack("<2i", body[36:44])
            starts = [*struct.unpack(f"<{parts}i", body[44 : 44 + 4 * parts]), points]
            xy = np.frombuffer(body, "<f8", 2 * points, 44 + 4 * parts).reshape(-1, 2)
            shapes.append([xy[a:b] for a, b in pairwise(starts)])
        else:
            shapes.append([])
    return shapes


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a .dbf file, all values as stripped text, field names in lower case."""
    raw = path.read_bytes()
    rows, head, width = struct.unpack("<IHH", raw[4:12])
    fields: list[tuple[str, int]] = []
    at = 32
    while raw[at] != 0x0D:
        fields.append((raw[at : at + 11].split(b"\0")[0].decode().lower(), raw[at + 16]))
        at += 32
    table = []
    for k in range(rows):
        at = head + k * width + 1
        row = {}
        for name, size in fields:
            row[name] = decoded(raw[at : at + size]).strip(" \0")
            at += size
        table.append(row)
    return table


def decoded(raw: bytes) -> str:
    """Text in whichever of the two encodings of Natural Earth's tables it is."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def across(line: Line) -> float:
    """The diagonal of the line's bounding box, in degrees."""
    return float(np.hypot(*(line.max(0) - line.min(0))))


def once(rings: list[Line]) -> list[Line]:
    """The rings without those on another, which would make a lake of it: Natural Earth has small islands twice, and those in lakes."""
    shapes = [Polygon(ring).buffer(0) for ring in rings]
    tree = STRtree(shapes)
    twice = set()
    for k, shape in enumerate(shapes):
        point = shape.representative_point()
        under = [int(j) for j in tree.query(point, "within") if j != k]
        if any((shapes[j].area, j) > (shape.area, k) for j in under):
            twice.add(k)
    return [ring for k, ring in enumerate(rings) if k not in twice]


def packed(lines: list[Line]) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """All points of the lines as rounded differences, and the number of points of each line."""
    rounded = [np.round(line * STEPS_PER_DEGREE).astype(np.int32) for line in lines]
    rounded = [r[np.r_[True, (np.diff(r, axis=0) != 0).any(1)]] for r in rounded]
    rounded = [r for r in rounded if len(r) >= 2]
    deltas = [np.diff(r, axis=0, prepend=np.zeros((1, 2), np.int32)) for r in rounded]
    return as_planes(np.concatenate(deltas).astype(np.int32)), np.array([len(r) for r in rounded], np.int32)


def area(ring: Line) -> float:
    """Square degrees, positive for the outer rings of shape files, negative for holes."""
    x, y = ring.T
    return float((y * np.roll(x, -1) - x * np.roll(y, -1)).sum()) / 2


def rank(row: dict[str, str]) -> float:
    """How unimportant Natural Earth finds a feature: 0 is the most important."""
    text = row.get("scalerank") or "99"
    return 99.0 if "*" in text else float(text)


def make(magics: Path) -> None:
    """Write the data file."""

    def lines(name: str, worst: float = 99, countries: frozenset[str] | None = None) -> list[Line]:
        file = magics / "10m" / name
        shapes = read_shapes(file.with_suffix(".shp"))
        if worst == 99 and countries is None:
            return [part for shape in shapes for part in shape]
        table = read_table(file.with_suffix(".dbf"))
        return [
            part
            for shape, row in zip(shapes, table, strict=True)
            if rank(row) <= worst and (countries is None or row["adm0_a3"] in countries)
            for part in shape
        ]

    rings = lines("ne_10m_land.shp")
    sea = [ring for ring in rings if area(ring) < -20]  # the Caspian Sea
    land = once([ring for ring in rings if area(ring) > 1e-6 and across(ring) >= SMALLEST])
    layers = {
        "land": [simplified(x, FINE if across(x) < SMALL else COARSE) for x in land] + sea,
        "lakes": [simplified(x, COARSE) for x in rings if -20 <= area(x) < 0 and across(x) >= 0.3],
        "borders": [simplified(x, 0.004) for x in lines("ne_10m_admin_0_boundary_lines_land.shp")],
        "provinces": [
            simplified(x, 0.02) for x in lines("ne_10m_admin_1_states_provinces_lines.shp", countries=FEDERATIONS)
        ],
        "rivers": [simplified(x, 0.015) for x in lines("ne_10m_rivers_lake_centerlines.shp", 6) if across(x) >= 0.2],
    }
    arrays: dict[str, NDArray[Any]] = {}
    for name, found in layers.items():
        arrays[name + "_points"], arrays[name + "_sizes"] = packed(found)
        print(name, len(found), "lines,", arrays[name + "_sizes"].sum(), "points")
    DATA.mkdir(exist_ok=True)
    np.savez_compressed(DATA / "geography.npz", allow_pickle=False, **arrays)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
