"""The picture of a board, empty or with a position on it, as SVG."""

import base64
from collections.abc import Iterable, Mapping
from html import escape
from pathlib import Path
from typing import Any

from railhead.draw.furniture import LEGEND, SCORE, legend, score_track
from railhead.draw.geometry import Geometry
from railhead.draw.ornaments import SPACING, title_of
from railhead.draw.pieces import number, seat_fill, slot_picture, train_picture
from railhead.draw.skeleton import Board
from railhead.draw.themes import style, symbols

Position = dict[str, Any]
FRAME = 26.0  # width of the border around the map
FONTS = {
    "Alegreya Sans": [("AlegreyaSans-Bold", 700, "normal"), ("AlegreyaSans-Medium", 500, "normal")],
    "Alegreya": [("Alegreya-MediumItalic", 500, "italic")],
    "Alegreya SC": [("AlegreyaSC-Bold", 700, "normal")],
}


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


def links(geometry: Geometry) -> str:
    """The thin lines from every city to the first slots of its tracks."""
    parts = []
    for track in geometry["tracks"]:
        kind = " over-water" if track["kind"] == "ferry" else ""
        data = "".join(
            f"M{number(x)} {number(y)}Q{number(cx)} {number(cy)} {number(u)} {number(v)}"
            for (x, y), (cx, cy), (u, v) in track["links"]
        )
        parts.append(f'<path class="link{kind}" d="{data}"/>')
    return f'<g class="links">{"".join(parts)}</g>'


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
        under.append(f"{turned}{picture}</g>")
        if route["id"] in owner:
            fill = seat_fill(owner[route["id"]], position)
            over.append(f"{turned}{train_picture(fill, slot['length'], width)}</g>")
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
        parts.append(
            f'<circle class="shadow" cx="{number(city["x"] + 0.8)}" cy="{number(city["y"] + 1.6)}" r="{number(r)}"/>'
        )
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
    parts = [
        f'<path class="paper" fill-rule="evenodd" d="M{-FRAME} {-FRAME}h{number(width + 2 * FRAME)}v{number(height + 2 * FRAME)}h{number(-width - 2 * FRAME)}ZM0 0v{number(height)}h{number(width)}v{number(-height)}Z"/>'
    ]
    for horizontal, size in ((True, width), (False, height)):
        count = 2 * round(size / 80) + 1
        step = size / count
        for k in range(0, count, 2):
            for at in (-8.0, (height if horizontal else width) + 4):
                x, y, w, h = (k * step, at, step, 4.0) if horizontal else (at, k * step, 4.0, step)
                parts.append(
                    f'<rect class="tick" x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"/>'
                )
    for away, thick in ((0.0, 1.6), (4.0, 0.6), (8.0, 0.6), (14.0, 2.6)):
        parts.append(
            f'<rect class="frame" x="{-away}" y="{-away}" width="{number(width + 2 * away)}" height="{number(height + 2 * away)}" stroke-width="{thick}"/>'
        )
    return "".join(parts)


def cartouche(geometry: Geometry) -> str:
    """The title in its frame."""
    title = geometry["ornaments"].get("title")
    if title is None:
        return ""
    x0, y0, x1, y1 = title["box"]
    size, middle = title["size"], (x0 + x1) / 2
    w, h, notch = x1 - x0, y1 - y0, size * 0.32

    def plaque(inset: float, cut: float) -> str:
        a, b, c, d = x0 + inset, y0 + inset, x1 - inset, y1 - inset
        arc = f"A{number(cut)} {number(cut)} 0 0 0"
        return (
            f"M{number(a + cut)} {number(b)}H{number(c - cut)}{arc} {number(c)} {number(b + cut)}V{number(d - cut)}"
            f"{arc} {number(c - cut)} {number(d)}H{number(a + cut)}{arc} {number(a)} {number(d - cut)}V{number(b + cut)}"
            f"{arc} {number(a + cut)} {number(b)}Z"
        )

    line = y0 + h * 0.73
    reach, gap = w * 0.3, size * 0.62
    rules = f"M{number(middle - reach)} {number(line)}H{number(middle - gap)}M{number(middle + gap)} {number(line)}H{number(middle + reach)}"
    scale = number(size * 0.62 / 24)
    return (
        f'<path class="shadow" transform="translate(2 3)" d="{plaque(0, notch)}"/>'
        f'<path class="paper" d="{plaque(0, notch)}"/><path class="frame" stroke-width="2" d="{plaque(0, notch)}"/>'
        f'<path class="frame" stroke-width=".8" d="{plaque(size * 0.11, notch)}"/>'
        f'<text class="title" text-anchor="middle" x="{number(middle + size * SPACING / 2)}" y="{number(y0 + h * 0.54)}" '
        f'font-size="{number(size)}" letter-spacing="{number(size * SPACING)}">{escape(title["text"])}</text>'
        f'<path class="frame" stroke-width="1" d="{rules}"/>'
        f'<path class="tick" fill-rule="evenodd" transform="translate({number(middle)} {number(line)}) scale({scale})" '
        f'd="{symbols()["locomotive"]}"/>'
    )


def compass(geometry: Geometry) -> str:
    """A compass rose that points north."""
    rose = geometry["ornaments"].get("compass")
    if rose is None:
        return ""
    r = rose["r"]
    light: list[str] = []
    dark: list[str] = []
    for long, angles in ((0.62, (45, 135, 225, 315)), (1.0, (0, 90, 180, 270))):
        for angle in angles:
            tip = r * 0.86 * long
            side = r * 0.13 * (1.25 if long == 1.0 else 1.0)
            for sign, into in ((1, dark), (-1, light)):
                into.append(
                    f'<path transform="rotate({angle})" d="M0 0L{number(sign * side)} {number(-side)}L0 {number(-tip)}Z"/>'
                )
    ticks = "".join(
        f'<path transform="rotate({a})" d="M0 {number(-r * 0.7)}v{number(-r * 0.05)}"/>' for a in range(0, 360, 15)
    )
    return (
        f'<g transform="translate({number(rose["x"])} {number(rose["y"])}) rotate({number(rose["north"])})" class="compass">'
        f'<circle class="frame" r="{number(r * 0.75)}" stroke-width=".8"/><circle class="frame" r="{number(r * 0.7)}" stroke-width=".5"/>'
        f'<g class="frame" stroke-width=".8">{ticks}</g><g class="rose-light">{"".join(light)}</g><g class="rose-dark">{"".join(dark)}</g>'
        f'<circle class="rose-light" r="{number(r * 0.07)}"/>'
        f'<text class="title" text-anchor="middle" y="{number(-r * 0.92)}" font-size="{number(r * 0.34)}">N</text></g>'
    )


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
    ornaments: bool = True,
    points: Mapping[str, int] | None = None,
    scoring: bool = False,
    embed_fonts: bool = False,
) -> str:
    """The SVG of a board; with `points` for each length a legend is added, with `scoring` a score track."""
    position = position or {}
    width, height = geometry["width"], geometry["height"]
    body = [
        f'<clipPath id="window"><rect width="{width}" height="{height}"/></clipPath>',
        '<g clip-path="url(#window)">',
        sea_and_land(geometry),
        compass(geometry) if ornaments else "",
        "</g>",
        cartouche(geometry) if ornaments else "",
        links(geometry),
        slots_and_trains(board, geometry, position),
        places(geometry, position),
        names(geometry),
    ]
    x, y, w, h = 0.0, 0.0, width, height
    if frame:
        x, y, w, h = -FRAME, -FRAME, width + 2 * FRAME, height + 2 * FRAME
        body.append(neatline(width, height))
    if points:
        body.append(f'<rect class="paper" x="{number(x)}" y="{number(y + h)}" width="{number(w)}" height="{LEGEND}"/>')
        body.append(legend(board, x, y + h, w, points, geometry["slot"]["width"]))
        h += LEGEND
    if scoring:
        x, y, w, h = x - SCORE, y - SCORE, w + 2 * SCORE, h + 2 * SCORE
        body.append(score_track(x, y, w, h, position))
    view = " ".join(number(value) for value in (x, y, w, h))
    sheet = (font_faces() if embed_fonts else "") + style(theme)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{number(w)}" height="{number(h)}">'
        f"<title>{escape(title_of(board))}</title><style>{sheet}</style>{''.join(body)}</svg>\n"
    )
