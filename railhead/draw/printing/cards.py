"""What is cut out of paper: train cards, tickets, pieces of track."""

from collections.abc import Mapping, Sequence
from html import escape

from railhead.boards import BoardFile, Setting, Ticket
from railhead.draw.letters import styled
from railhead.draw.printing.paper import MARGIN, PAGE
from railhead.draw.shapes import Geometry, Point
from railhead.draw.solving.geometry import UNIT
from railhead.draw.solving.labels import text_width
from railhead.draw.solving.tracks import SLOT, WIDTH
from railhead.draw.svg.ground import path
from railhead.draw.svg.pieces import mark, number, slot_picture, wagon_picture
from railhead.draw.svg.themes import style, symbols
from railhead.words import COLOURS

CARD = (44.0, 68.0)


def sheet(cells: Sequence[str], size: tuple[float, float], theme: str, defs: str = "") -> list[str]:
    """Pictures of one size (in millimetres) on as many A4 pages as they need, with lines to cut along."""
    columns, rows = int((PAGE[0] - 2 * MARGIN) // size[0]), int((PAGE[1] - 2 * MARGIN) // size[1])
    left, top = (PAGE[0] - columns * size[0]) / 2, (PAGE[1] - rows * size[1]) / 2
    pages = []
    for first in range(0, len(cells), columns * rows):
        parts = []
        for k, cell in enumerate(cells[first : first + columns * rows]):
            x, y = left + k % columns * size[0], top + k // columns * size[1]
            parts.append(f'<g transform="translate({number(x)} {number(y)})">{cell}')
            parts.append(
                f'<rect width="{size[0]}" height="{size[1]}" fill="none" stroke="#999" stroke-width=".15" stroke-dasharray="1.5 1"/></g>'
            )
        pages.append(page_of(parts, theme, defs))
    return pages


def page_of(parts: Sequence[str], theme: str, defs: str = "") -> str:
    """One A4 page, in millimetres."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE[0]} {PAGE[1]}" width="{PAGE[0] * 4}" height="{PAGE[1] * 4}">'
        f"<style>{style(theme)}</style><defs>{defs}</defs>{''.join(parts)}</svg>"
    )


def card(kind: str) -> str:
    """A train card: its colour, its symbol large and in two corners, and a wagon or the locomotive."""
    w, h = CARD
    data = symbols().locomotive if kind == "locomotive" else None
    middle = (
        f'<g transform="translate({w / 2} {h / 2}) scale(1.25)"><path class="locomotive-mark" fill-rule="evenodd" d="{data}"/></g>'
        if data
        else f'<g transform="translate({w / 2} {h / 2})">{mark(kind, 25)}</g>'
    )
    body = f'<rect class="{kind} station-edge" x="-22" y="-7" width="44" height="14" rx="3.4"/>{wagon_picture(44)}'
    wagon = f'<g transform="translate({w / 2} {h - 9}) scale(.55)">{body}</g>'
    bands = ""
    if kind == "locomotive":
        step = (h - 12) / len(COLOURS)
        bands = "".join(
            f'<rect class="{colour}" x="2.3" y="{number(6 + k * step)}" width="{w - 4.6}" height="{number(step)}"/>'
            for k, colour in enumerate(COLOURS)
        )
        bands += f'<circle class="paper" cx="{w / 2}" cy="{h / 2}" r="18.5"/>'
        wagon = ""
    corners = "".join(f'<g transform="translate({x} {y})">{mark(kind, 5.5)}</g>' for x, y in ((7, 7.5), (w - 7, 7.5)))
    return (
        f'<rect class="paper" width="{w}" height="{h}"/><rect class="{kind}" x="2" y="2" width="{w - 4}" height="{h - 4}" rx="3" stroke="#000" stroke-width=".3"/>{bands}'
        f'<circle cx="{w / 2}" cy="{h / 2}" r="17.5" fill="#fff" fill-opacity=".16"/><circle class="frame" cx="{w / 2}" cy="{h / 2}" r="16.4" stroke-width=".25"/>'
        f"{middle}{corners}{wagon}"
    )


def two_names(first: str, second: str, among: str, middle: float, room: float) -> str:
    """Both names of a ticket on one line, each in the font of its script."""
    parts = [first, "  –  ", second]
    size = min(4.6, room / text_width("".join(parts), 1.0))
    at = middle - text_width("".join(parts), size) / 2
    texts = []
    for part in parts:
        wide = text_width(part, size)
        place = f'x="{number(at + wide / 2)}" y="7.4" font-size="{number(size)}"'
        texts.append(f'<text class="label" {place}{styled(part, among)}>{escape(part.strip())}</text>')
        at += wide
    return "".join(texts)


def ticket_card(geometry: Geometry, names: Mapping[str, str], spots: Mapping[str, Point], ticket: Ticket) -> str:
    """A ticket: a small map with both places marked, their names and the points."""
    w, h = CARD[1], CARD[0]
    scale = min((w - 8) / geometry.width, (h - 17) / geometry.height)
    x, y = (w - geometry.width * scale) / 2, 10.5
    (ax, ay), (bx, by) = spots[ticket.a], spots[ticket.b]
    dot = 4.2 / scale / 2.4
    pin = f'fill="#b1352c" stroke="#fff" stroke-width="{number(dot * 0.35)}"'
    line = two_names(names[ticket.a], names[ticket.b], " ".join(names.values()), w / 2, w - 16)
    return (
        f'<rect class="paper" width="{w}" height="{h}"/><rect class="frame" x="1.8" y="1.8" width="{w - 3.6}" height="{h - 3.6}" rx="2" stroke-width=".4"/>'
        f"{line}"
        f'<g transform="translate({number(x)} {y}) scale({scale:.5f})"><use href="#small-map"/>'
        f'<path d="M{ax} {ay}L{bx} {by}" fill="none" class="route" stroke="#b1352c" stroke-width="{number(dot * 0.5)}" stroke-dasharray="{number(dot * 1.2)} {number(dot * 0.6)}"/>'
        f'<circle cx="{ax}" cy="{ay}" r="{number(dot)}" {pin}/><circle cx="{bx}" cy="{by}" r="{number(dot)}" {pin}/></g>'
        f'<circle class="city-core" cx="{w - 8}" cy="{h - 8}" r="5"/>'
        f'<text class="label" x="{w - 8}" y="{h - 6.2}" font-size="5.6" style="fill:#fff">{ticket.points}</text>'
    )


def small_map(geometry: Geometry) -> str:
    """The map of the tickets, defined once a page."""
    width, height = geometry.width, geometry.height
    dots = "".join(f'<circle cx="{city.x}" cy="{city.y}" r="7" class="tick"/>' for city in geometry.cities)
    land = path(geometry.geography.land, True)
    return (
        f'<clipPath id="small-window"><rect width="{width}" height="{height}"/></clipPath>'
        f'<g id="small-map"><g clip-path="url(#small-window)"><rect class="shelf" width="{width}" height="{height}" style="fill:#dfe9ea"/>'
        f'<path class="land" d="{land}"/><path class="coast" d="{land}"/></g>{dots}</g>'
    )


def ticket_pages(setting: Setting, geometry: Geometry, theme: str) -> list[str]:
    """All tickets on A4 pages."""
    spots = {city.id: (city.x, city.y) for city in geometry.cities}
    for label in geometry.labels:
        x0, y0, x1, y1 = label.box
        spots.setdefault(label.id, ((x0 + x1) / 2, (y0 + y1) / 2))
    cells = [ticket_card(geometry, setting.place_names, spots, ticket) for ticket in setting.tickets]
    return sheet(cells, (CARD[1], CARD[0]), theme, small_map(geometry))


def card_pages(cards: Mapping[str, int], theme: str) -> list[str]:
    """All train cards on A4 pages."""
    return sheet([card(kind) for kind, count in cards.items() for _ in range(count)], CARD, theme)


def piece(colour: str, length: int, pitch: float) -> str:
    """A piece of track to lay on a bed: its spaces in a row."""
    scale = pitch / UNIT
    width, height = length * pitch, (WIDTH + 0.06) * pitch
    spaces = "".join(
        f'<g transform="translate({number((k + 0.5) * UNIT)} {number(height / scale / 2)})">'
        f"{slot_picture('plain', colour, False, SLOT * UNIT, WIDTH * UNIT)}</g>"
        for k in range(length)
    )
    return (
        f'<g transform="scale({scale:.5f})">{spaces}</g>'
        f'<rect width="{number(width)}" height="{number(height)}" fill="none" stroke="#999" stroke-width=".15" stroke-dasharray="1.5 1"/>'
    )


def piece_pages(pieces: Sequence[BoardFile], theme: str, pitch: float) -> list[str]:
    """All pieces of track on A4 pages, the longest first."""
    every = [(p["length"], p["colour"]) for p in pieces for _ in range(p["count"])]
    step = (WIDTH + 0.06) * pitch + 3
    pages: list[list[str]] = []
    x, y = PAGE[0], PAGE[1]
    for length, colour in sorted(every, key=lambda item: -item[0]):
        if x + length * pitch > PAGE[0] - MARGIN:
            x, y = MARGIN, y + step
        if y + step > PAGE[1] - MARGIN:
            y = MARGIN
            pages.append([])
        pages[-1].append(f'<g transform="translate({number(x)} {number(y)})">{piece(colour, length, pitch)}</g>')
        x += length * pitch + 3
    return [page_of(parts, theme) for parts in pages]
