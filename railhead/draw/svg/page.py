"""Pictures for the page in the browser: without colours, which the page's style sheet gives, and in groups to which it adds pieces."""

import re

from msgspec.structs import asdict, replace

from railhead.boards import BoardFile
from railhead.draw.letters import fonts_of, strange_in
from railhead.draw.shapes import Geography, Geometry
from railhead.draw.solving.geometry import UNIT
from railhead.draw.solving.tracks import SLOT
from railhead.draw.svg.board import credit, names, places, slots
from railhead.draw.svg.ground import coarse, ground, path
from railhead.draw.svg.pieces import number, slot_picture
from railhead.draw.svg.themes import style
from railhead.words import COLOURS

STEPS = 5  # of a unit: coarser than on paper by less than lines were simplified, and a third lighter to send
COARSE = 1.2  # how far a line of the small picture may be from the true one, in units: a third of a pixel
THIN = 0.6  # how far a line of the large one may be: what is not sent need not be painted either
FRAME = 20.0  # narrower than on paper: a screen is small


def svg(x: float, y: float, width: float, height: float, body: str) -> str:
    """A picture that is given its colours by the page it is put in."""
    view = " ".join(number(value) for value in (x, y, width, height))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>\n'


def pieces(geometry: Geometry) -> str:
    """A slot of every colour around the origin, of usual length: what is laid on beds."""
    if all(track.kind != "bed" for track in geometry.tracks):
        return ""
    some = (
        f'<g data-colour="{colour}">{slot_picture("plain", colour, False, SLOT * UNIT, geometry.slot.width)}</g>'
        for colour in COLOURS
    )
    return f'<defs class="pieces" data-length="{number(SLOT * UNIT)}">{"".join(some)}</defs>'


def thinned(layers: Geography) -> Geography:
    """The map with only the points that a screen shows."""
    return Geography(**{name: coarse(lines, THIN) for name, lines in asdict(layers).items()})


def lettered(body: str) -> str:
    """A drawing without words on its fonts, which a page refuses, but with those that the page does not have."""
    fonts = fonts_of(body, strange_in(body)).values()
    return re.sub(r' style="font-family:[^"]*"', "", body) + "".join(
        f'<metadata class="letters">{font}</metadata>' for font in fonts
    )


def map_picture(board: BoardFile, geometry: Geometry) -> str:
    """The empty board."""
    geometry = replace(geometry, geography=thinned(geometry.geography))
    body = (
        f'<g class="ground">{ground(geometry, FRAME, steps=STEPS)}</g><g class="slots">{slots(board, geometry, {})}</g>'
        f'<g class="places">{places(geometry)}</g><g class="names">{names(geometry)}{credit(board, geometry)}</g>{pieces(geometry)}'
    )
    return svg(-FRAME, -FRAME, geometry.width + 2 * FRAME, geometry.height + 2 * FRAME, lettered(body))


def small_picture(board: BoardFile, geometry: Geometry) -> str:
    """The board at the size of a thumb: land, slots and cities. Many may stand on one page, each with an id of its own."""
    layers, size = geometry.geography, f'width="{geometry.width}" height="{geometry.height}"'
    land = f"small-{geometry.board}"
    colours = {route["id"]: "bed" if route.get("bed") else route["colour"] for route in board["routes"]}
    width = geometry.slot.width + 2
    parts = [
        f'<defs><path id="{land}" d="{path(coarse(layers.land, COARSE), True, 1)}"/></defs><rect class="water" {size}/>',
        f'<use href="#{land}" class="shelf" stroke-width="18" stroke-opacity=".5"/><use href="#{land}" class="land"/>',
        f'<path class="lake" d="{path(coarse(layers.lakes, COARSE), True, 1)}"/>',
        f'<path class="border" d="{path(coarse(layers.borders, COARSE), False, 1)}"/><use href="#{land}" class="coast"/>',
    ]
    for slot in geometry.slots:
        turn = f"translate({number(slot.x)} {number(slot.y)}) rotate({number(slot.angle)})"
        box = f'x="{number(-slot.length / 2)}" y="{number(-width / 2)}" width="{number(slot.length)}" height="{number(width)}"'
        parts.append(f'<rect class="slot {colours[slot.route]}" {box} rx="3" transform="{turn}"/>')
    for city in geometry.cities:
        parts.append(f'<circle class="city" cx="{number(city.x)}" cy="{number(city.y)}" r="{number(city.r + 1)}"/>')
    return svg(0, 0, geometry.width, geometry.height, "".join(parts))


def preview(board: BoardFile, geometry: Geometry, width: int, height: int, theme: str = "classic") -> str:
    """The small picture with colours of its own, in a window that it fills: what is too much is cut off on both sides."""
    inner = small_picture(board, geometry).replace(
        "<svg ", f'<svg width="{width}" height="{height}" preserveAspectRatio="xMidYMid slice" ', 1
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<style>{style(theme)}</style>{inner}</svg>\n"
    )
