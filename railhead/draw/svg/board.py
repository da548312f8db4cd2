"""The picture of a board, empty or with a position on it, as SVG."""

import math
from collections.abc import Container, Mapping
from html import escape

from railhead.boards import BoardFile
from railhead.draw.letters import embedded, is_cursive, styled
from railhead.draw.shapes import Geometry, Slot
from railhead.draw.solving.labels import text_width
from railhead.draw.solving.ornaments import title_of
from railhead.draw.svg.furniture import LEGEND, SCORE, legend, score_track
from railhead.draw.svg.ground import FRAME, ground, names_on
from railhead.draw.svg.pieces import line_along, links_of, number, owner_of, ribbon, slot_picture, wagon_picture
from railhead.draw.svg.positions import EMPTY, Position, owners
from railhead.draw.svg.themes import style, symbols, themes

FAR = 28.0  # from the edge of a city to its name: farther than that a line joins them


def placed(slot: Slot, picture: str) -> str:
    """A picture that was drawn around the origin, on its slot."""
    turn = f"translate({number(slot.x)} {number(slot.y)}) rotate({number(slot.angle)})"
    return f'<g transform="{turn}">{picture}</g>'


def slots_by_route(geometry: Geometry) -> dict[str, list[Slot]]:
    """The slots of every route, in order."""
    found: dict[str, list[Slot]] = {}
    for slot in geometry.slots:
        found.setdefault(slot.route, []).append(slot)
    return found


def slots(board: BoardFile, geometry: Geometry, built: Mapping[str, str], claimed: Container[str] = ()) -> str:
    """The slots of every route that is not claimed, beds under all others."""
    routes = {route["id"]: route for route in board["routes"]}
    kinds = {track.route: track.kind for track in geometry.tracks}
    parts = []
    for route, some in sorted(slots_by_route(geometry).items(), key=lambda item: kinds[item[0]] != "bed"):
        if route in claimed:
            continue
        colour = built.get(route) if kinds[route] == "bed" else routes[route]["colour"]
        pictures = (
            placed(slot, slot_picture(kinds[route], colour, slot.locomotive, slot.length, geometry.slot.width))
            for slot in some
        )
        parts.append(f'<g data-route="{escape(route)}">{"".join(pictures)}</g>')
    return "".join(parts)


def trains(geometry: Geometry, position: Position, theme: Mapping[str, str]) -> str:
    """All claimed routes: ribbons through to their cities, with wagons on them."""
    owner, some = owners(position.routes), slots_by_route(geometry)
    parts = []
    for track in geometry.tracks:
        if track.route not in owner:
            continue
        seat, colour = owner_of(owner[track.route], position, theme)
        wagons = "".join(placed(slot, wagon_picture(slot.length, seat)) for slot in some[track.route])
        lines = ribbon(line_along(some[track.route]), links_of(track))
        parts.append(f'<g class="claimed" stroke="{colour}">{lines}{wagons}</g>')
    return "".join(parts)


def places(geometry: Geometry) -> str:
    """Terminals and cities."""
    parts = []
    for spot in geometry.terminals:
        x, y = number(spot.x), number(spot.y)
        parts.append(
            f'<g data-place="{escape(spot.id)}"><circle class="terminal" cx="{x}" cy="{y}" r="{number(spot.r - 0.8)}"/>'
            f'<circle class="terminal-core" cx="{x}" cy="{y}" r="{number(spot.r * 0.35)}"/></g>'
        )
    for city in geometry.cities:
        x, y = number(city.x), number(city.y)
        parts.append(
            f'<g data-place="{escape(city.id)}">'
            f'<circle class="shadow" cx="{number(city.x + 0.8)}" cy="{number(city.y + 1.6)}" r="{number(city.r)}"/>'
            f'<circle class="city" cx="{x}" cy="{y}" r="{number(city.r - 1.2)}"/>'
            f'<circle class="city-core" cx="{x}" cy="{y}" r="{number(city.r * 0.42)}"/></g>'
        )
    return "".join(parts)


def stations(geometry: Geometry, position: Position, theme: Mapping[str, str]) -> str:
    """The stations on their cities."""
    owner = owners(position.stations)
    parts = []
    for city in geometry.cities:
        if city.id in owner:
            colour = owner_of(owner[city.id], position, theme)[1]
            place = f"translate({number(city.x)} {number(city.y)}) scale({number(city.r * 2.3 / 24)})"
            parts.append(f'<path class="station-edge" fill="{colour}" transform="{place}" d="{symbols().station}"/>')
    return "".join(parts)


def fitted(text: str, size: float) -> str:
    """The attributes that keep a text to the width that its place was found for, where letters join in other widths than alone."""
    if not is_cursive(text):
        return ""
    return f' textLength="{number(text_width(text, size))}" lengthAdjust="spacingAndGlyphs"'


def leaders(geometry: Geometry) -> str:
    """A thin line from every city whose name found room only some way off: it may stand nearer to another city."""
    at = {city.id: city for city in geometry.cities}
    lines = []
    for label in geometry.labels:
        if label.kind != "city":
            continue
        city, (x0, y0, x1, y1) = at[label.id], label.box
        x, y = min(max(city.x, x0), x1) - city.x, min(max(city.y, y0), y1) - city.y
        way = math.hypot(x, y)
        if way - city.r > FAR:
            d = f"M{number(city.x + x / way * city.r)} {number(city.y + y / way * city.r)}L{number(city.x + x)} {number(city.y + y)}"
            lines.append(f'<path class="leader-halo" d="{d}"/><path class="leader" d="{d}"/>')
    return "".join(lines)


def names(geometry: Geometry) -> str:
    """The labels of cities and zones, on a halo."""
    halos, texts, among = [], [], names_on(geometry)
    for label in geometry.labels:
        x0, y0, x1, y1 = label.box
        size = label.size
        kind = "zone" if label.kind == "zone" else "label"
        spacing = f' letter-spacing="{number(size * 0.08)}"' if kind == "zone" else ""
        font = styled(" ".join(label.lines), among)
        middle = (y0 + y1) / 2 - (len(label.lines) - 1) * size * 0.44
        for k, line in enumerate(label.lines):
            at = (
                f'x="{number((x0 + x1) / 2)}" y="{number(middle + size * 0.29 + k * size * 0.88)}" '
                f'font-size="{number(size)}"{spacing}{fitted(line, size)}{font}'
            )
            halos.append(f'<text class="{kind} halo" {at}>{escape(line)}</text>')
            texts.append(f'<text class="{kind}" data-place="{escape(label.id)}" {at}>{escape(line)}</text>')
    return leaders(geometry) + "".join(halos + texts)


def credit(board: BoardFile, geometry: Geometry) -> str:
    """To whom the places of a board are owed, small on the lower edge of the map."""
    if not board.get("credit"):
        return ""
    at = f'x="{number(geometry.width - 8)}" y="{number(geometry.height - 6)}"'
    return f'<text class="small" text-anchor="end" opacity=".7" {at} font-size="8">{escape(board["credit"])}</text>'


def draw(
    board: BoardFile,
    geometry: Geometry,
    position: Position = EMPTY,
    theme: str = "classic",
    *,
    points: Mapping[str, int] | None = None,
    scoring: bool = False,
    embed_fonts: bool = False,
) -> str:
    """The SVG of a board; with `points` for each length a legend is added, with `scoring` a score track."""
    x, y, w, h = -FRAME, -FRAME, geometry.width + 2 * FRAME, geometry.height + 2 * FRAME
    colours = themes()[theme]
    body = [
        ground(geometry, FRAME),
        slots(board, geometry, position.built, owners(position.routes)),
        trains(geometry, position, colours),
        places(geometry),
        stations(geometry, position, colours),
        names(geometry),
        credit(board, geometry),
    ]
    if points:
        body.append(f'<rect class="paper" x="{number(x)}" y="{number(y + h)}" width="{number(w)}" height="{LEGEND}"/>')
        body.append(legend(board, x, y + h, w, points, geometry.slot.width))
        h += LEGEND
    if scoring:
        x, y, w, h = x - SCORE, y - SCORE, w + 2 * SCORE, h + 2 * SCORE
        body.append(score_track(x, y, w, h, position, colours))
    view = " ".join(number(value) for value in (x, y, w, h))
    sheet = (embedded("".join(body)) if embed_fonts else "") + style(theme)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{number(w)}" height="{number(h)}">'
        f"<title>{escape(title_of(board))}</title><style>{sheet}</style>{''.join(body)}</svg>\n"
    )
