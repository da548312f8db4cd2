"""The picture of a board, empty or with a position on it, as SVG."""

import base64
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from railhead.layout.geometry import Geometry
from railhead.layout.skeleton import Board
from railhead.layout.themes import COLOURS, style, symbols

Position = dict[str, Any]
FRAME = 26.0  # width of the border around the map
STRIP = 64.0  # height of the strip under the map that holds title and legend
FONTS = {
    "Alegreya Sans": [("AlegreyaSans-Bold", 700, "normal"), ("AlegreyaSans-Medium", 500, "normal")],
    "Alegreya": [("Alegreya-MediumItalic", 500, "italic")],
    "Alegreya SC": [("AlegreyaSC-Bold", 700, "normal")],
}


def number(value: float) -> str:
    """A number as short as possible."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def path(lines: Iterable[list[list[float]]], close: bool) -> str:
    """Path data of several lines."""
    parts = []
    for line in lines:
        points = [f"{number(x)} {number(y)}" for x, y in line]
        parts.append("M" + points[0] + "L" + " ".join(points[1:]) + ("Z" if close else ""))
    return "".join(parts)


def sea_and_land(geometry: Geometry) -> str:
    """The map under everything."""
    width, height = geometry["width"], geometry["height"]
    layers = geometry["geography"]
    land = path(layers["land"], True)
    parts = [f'<rect class="water" width="{width}" height="{height}"/>']
    parts.append(f'<path class="graticule" d="{path(layers["graticule"], False)}"/>')
    for size, opacity in ((26, 0.3), (16, 0.35), (8, 0.45)):
        parts.append(f'<use href="#land" class="shelf" stroke-width="{size}" stroke-opacity="{opacity}"/>')
    parts.append('<use href="#land" class="land"/>')
    parts.append('<g clip-path="url(#on-land)">')
    for size, opacity in ((30, 0.25), (16, 0.3), (7, 0.45)):
        parts.append(f'<use href="#land" class="beach" stroke-width="{size}" stroke-opacity="{opacity}"/>')
    parts.append(f'<rect width="{width}" height="{height}" fill="url(#grain)"/>')
    parts.append(f'<path class="river" d="{path(layers["rivers"], False)}"/>')
    parts.append("</g>")
    parts.append(f'<path class="lake" d="{path(layers["lakes"], True)}"/>')
    parts.append(f'<path class="province" d="{path(layers["provinces"], False)}"/>')
    parts.append(f'<path class="border" d="{path(layers["borders"], False)}"/>')
    parts.append('<use href="#land" class="coast"/>')
    shapes = (
        f'<path id="land" d="{land}"/>'
        f'<clipPath id="on-land"><use href="#land" clip-rule="evenodd"/></clipPath>'
        '<pattern id="grain" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(38)">'
        '<path class="grain" d="M0 1H7M0 4.5H7"/></pattern>'
    )
    return f"<defs>{shapes}</defs>" + "".join(parts)


def mark(colour: str, size: float) -> str:
    """The symbol of a colour, of the given size."""
    data = symbols()["locomotive"] if colour == "locomotive" else symbols()["colours"][colour]
    return f'<path class="{colour}-mark" fill-rule="evenodd" transform="scale({number(size / 24)})" d="{data}"/>'


def wave(half: float, y: float) -> str:
    """A wavy line from -half to half at height y."""
    count = 5
    step = 2 * half / count / 2
    arcs = "".join(f"q{number(step / 2)} {number(s)} {number(step)} 0" for _ in range(count) for s in (-2.2, 2.2))
    return f'<path class="ferry" d="M{number(-half)} {number(y)}{arcs}"/>'


def slot_picture(kind: str, colour: str | None, locomotive: bool, length: float, width: float) -> str:
    """One slot around the origin, along the x axis."""
    w, h = length / 2, width / 2
    box = f'x="{number(-w)}" y="{number(-h)}" width="{number(length)}" height="{number(width)}" rx="2.2"'
    if colour is None:
        ties = "".join(f"M{number(-w + length * (k + 0.5) / 9)} {number(-h + 0.8)}v{number(width - 1.6)}" for k in range(9))
        rails = f"M{number(-w)} {number(-h * 0.48)}h{number(length)}M{number(-w)} {number(h * 0.48)}h{number(length)}"
        return f'<rect class="ballast" {box}/><path class="sleeper" d="{ties}"/><path class="rail" d="{rails}"/>'
    parts = [f'<rect class="slot {colour}" {box}/>']
    if kind == "tunnel":
        inner = f'x="{number(-w + 1.3)}" y="{number(-h + 1.3)}" width="{number(length - 2.6)}" height="{number(width - 2.6)}"'
        parts.append(f'<rect class="tunnel" {inner} rx="1"/>')
    elif kind == "ferry":
        parts.append(wave(w - 1.5, -h + 2.2) + wave(w - 1.5, h - 2.2))
    else:
        parts.append(f'<path class="shine" d="M{number(-w + 3)} {number(-h + 1.8)}H{number(w - 3)}"/>')
    if locomotive:
        parts.append(mark("locomotive", width * 0.92))
    elif colour in COLOURS:
        parts.append(mark(colour, width * 0.58))
    return "".join(parts)


def train_picture(fill: str, length: float, width: float) -> str:
    """A wagon around the origin, along the x axis; `fill` is an attribute that gives its colour."""
    w, h = length / 2 - 0.6, width / 2 + 1.4
    box = f'x="{number(-w)}" y="{number(-h)}" width="{number(2 * w)}" height="{number(2 * h)}" rx="3.4"'
    shadow = f'<rect class="shadow" x="{number(-w + 1)}" y="{number(-h + 2)}" width="{number(2 * w)}" height="{number(2 * h)}" rx="3.4"/>'
    panes = "".join(
        f'<rect class="train-window" x="{number(-w + 2 * w * (k + 0.5) / 4 - 2.6)}" y="-2" width="5.2" height="4" rx="1"/>'
        for k in range(4)
    )
    roof = f'<path class="train-roof" d="M{number(-w + 2)} {number(h - 4)}H{number(w - 2)}V{number(h - 1)}H{number(-w + 2)}Z"/>'
    shine = f'<path class="shine" d="M{number(-w + 4)} {number(-h + 2)}H{number(w - 4)}"/>'
    return f'{shadow}<rect {fill} {box}/>{roof}{shine}{panes}<rect class="train-edge" {box}/>'


def seat_fill(seat: str, position: Position) -> str:
    """The attribute that gives the colour of a seat."""
    colours = position.get("colours") or {}
    if seat in colours:
        value = str(colours[seat])
        return f'class="{value}"' if value in COLOURS else f'fill="{escape(value)}"'
    seats = sorted({*position.get("routes", {}), *position.get("stations", {}), *colours})
    return f'class="seat-{seats.index(seat) % 5 + 1}"'


def slots_and_trains(board: Board, geometry: Geometry, position: Position) -> str:
    """All slots; trains on those that belong to a seat; built pieces on beds."""
    routes = {route["id"]: route for route in board["routes"]}
    kinds = {track["route"]: track["kind"] for track in geometry["tracks"]}
    built = position.get("built") or {}
    owner = {str(route): seat for seat, some in (position.get("routes") or {}).items() for route in some}
    width = geometry["slot"]["width"]
    under, over = [], []
    for slot in sorted(geometry["slots"], key=lambda slot: kinds[slot["route"]] != "bed"):
        route = routes[slot["route"]]
        kind = kinds[route["id"]]
        colour = built.get(route["id"]) if kind == "bed" else route["colour"]
        turned = f'<g transform="translate({number(slot["x"])} {number(slot["y"])}) rotate({number(slot["angle"])})">'
        picture = slot_picture(kind, colour, slot["locomotive"], slot["length"], width)
        under.append(f'{turned}{picture}</g>')
        if route["id"] in owner:
            fill = seat_fill(owner[route["id"]], position)
            over.append(f'{turned}{train_picture(fill, slot["length"], width)}</g>')
    return f'<g class="slots">{"".join(under)}</g><g class="trains">{"".join(over)}</g>'


def places(geometry: Geometry, position: Position) -> str:
    """Cities, terminals and stations."""
    parts = []
    for terminal in geometry["terminals"]:
        x, y, r = number(terminal["x"]), number(terminal["y"]), terminal["r"]
        parts.append(f'<circle class="terminal" cx="{x}" cy="{y}" r="{number(r - 0.8)}"/>')
        parts.append(f'<circle class="terminal-core" cx="{x}" cy="{y}" r="{number(r * 0.35)}"/>')
    stations = {str(city): seat for seat, some in (position.get("stations") or {}).items() for city in some}
    for city in geometry["cities"]:
        x, y, r = number(city["x"]), number(city["y"]), city["r"]
        parts.append(f'<circle class="shadow" cx="{number(city["x"] + 0.8)}" cy="{number(city["y"] + 1.6)}" r="{number(r)}"/>')
        parts.append(f'<circle class="city" cx="{x}" cy="{y}" r="{number(r - 1.2)}"/>')
        parts.append(f'<circle class="city-core" cx="{x}" cy="{y}" r="{number(r * 0.42)}"/>')
        if city["id"] in stations:
            fill = seat_fill(stations[city["id"]], position).replace('class="', 'class="station-edge ')
            scale = number(r * 2.3 / 24)
            data = symbols()["station"]
            parts.append(f'<path {fill} stroke="#000" transform="translate({x} {y}) scale({scale})" d="{data}"/>')
    return "".join(parts)


def names(geometry: Geometry) -> str:
    """The labels of cities and zones, on a halo."""
    halos, texts = [], []
    for label in geometry["labels"]:
        x0, y0, x1, y1 = label["box"]
        size, lines = label["size"], label["lines"]
        kind = "zone" if label["kind"] == "zone" else "label"
        spacing = f' letter-spacing="{number(size * 0.08)}"' if kind == "zone" else ""
        middle = (y0 + y1) / 2 - (len(lines) - 1) * size * 0.44
        for k, line in enumerate(lines):
            place = f'x="{number((x0 + x1) / 2)}" y="{number(middle + size * 0.29 + k * size * 0.88)}" font-size="{number(size)}"{spacing}'
            halos.append(f'<text class="{kind} halo" {place}>{escape(line)}</text>')
            texts.append(f'<text class="{kind}" {place}>{escape(line)}</text>')
    return "".join(halos + texts)


def neatline(width: float, height: float) -> str:
    """The border of the map: two rules with a scale of black and white pieces between them."""
    parts = [f'<path class="paper" fill-rule="evenodd" d="M{-FRAME} {-FRAME}h{number(width + 2 * FRAME)}v{number(height + 2 * FRAME)}h{number(-width - 2 * FRAME)}ZM0 0v{number(height)}h{number(width)}v{number(-height)}Z"/>']
    for horizontal, size in ((True, width), (False, height)):
        count = 2 * round(size / 80) + 1
        step = size / count
        for k in range(0, count, 2):
            for at in (-8.0, (height if horizontal else width) + 4):
                x, y, w, h = (k * step, at, step, 4.0) if horizontal else (at, k * step, 4.0, step)
                parts.append(f'<rect class="tick" x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"/>')
    for away, thick in ((0.0, 1.6), (4.0, 0.6), (8.0, 0.6), (14.0, 2.6)):
        parts.append(
            f'<rect class="frame" x="{-away}" y="{-away}" width="{number(width + 2 * away)}" height="{number(height + 2 * away)}" stroke-width="{thick}"/>'
        )
    return "".join(parts)


def title_of(board: Board) -> str:
    """The name of a board."""
    return str(board.get("name") or board["id"].replace("-", " ").title())


def font_faces() -> str:
    """The fonts themselves, for pictures that travel alone."""
    folder = Path(__file__).parent / "fonts"
    rules = []
    for family, faces in FONTS.items():
        for name, weight, slant in faces:
            data = base64.b64encode((folder / f"{name}.ttf").read_bytes()).decode()
            source = f"url(data:font/ttf;base64,{data})"
            rules.append(f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{slant};src:{source}}}")
    return "".join(rules)


def draw(
    board: Board,
    geometry: Geometry,
    position: Position | None = None,
    theme: str = "classic",
    *,
    frame: bool = True,
    embed_fonts: bool = False,
) -> str:
    """The SVG of a board."""
    position = position or {}
    width, height = geometry["width"], geometry["height"]
    body = [
        f'<clipPath id="window"><rect width="{width}" height="{height}"/></clipPath>',
        '<g clip-path="url(#window)">',
        sea_and_land(geometry),
        "</g>",
        slots_and_trains(board, geometry, position),
        places(geometry, position),
        names(geometry),
    ]
    x, y, w, h = 0.0, 0.0, width, height
    if frame:
        x, y, w, h = -FRAME, -FRAME, width + 2 * FRAME, height + 2 * FRAME
        body.append(neatline(width, height))
    view = " ".join(number(value) for value in (x, y, w, h))
    sheet = (font_faces() if embed_fonts else "") + style(theme)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{number(w)}" height="{number(h)}">'
        f"<title>{escape(title_of(board))}</title><style>{sheet}</style>{''.join(body)}</svg>\n"
    )
