"""A board to print: at real size over A4 pages, with cards and tickets to cut out, as PDF."""

import tempfile
from collections.abc import Mapping, Sequence
from html import escape
from math import ceil
from pathlib import Path
from typing import Any, Literal

from railhead.draw.draw import draw, path
from railhead.draw.geometry import UNIT, Geometry
from railhead.draw.pieces import mark, number, slot_picture, train_picture
from railhead.draw.skeleton import Board, name_of
from railhead.draw.themes import COLOURS, style, symbols
from railhead.draw.tracks import SLOT, WIDTH

PAGE = (210.0, 297.0)  # A4, in millimetres
MARGIN = 9.0
PITCH = 22.0  # millimetres from slot to slot on paper: a train of 20 mm fits
CARD = (44.0, 68.0)
MARK = 5.0  # length of the marks to cut along
STROKE = "stroke: 0.2pt + gray"
FONTS = Path(__file__).parent / "fonts"


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
    data = symbols()["locomotive"] if kind == "locomotive" else None
    middle = (
        f'<g transform="translate({w / 2} {h / 2}) scale(1.25)"><path class="locomotive-mark" fill-rule="evenodd" d="{data}"/></g>'
        if data
        else f'<g transform="translate({w / 2} {h / 2})">{mark(kind, 25)}</g>'
    )
    wagon = f'<g transform="translate({w / 2} {h - 9}) scale(.55)">{train_picture(f"class={chr(34)}{kind}{chr(34)}", 44, 12)}</g>'
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


def ticket_card(
    geometry: Geometry, names: Mapping[str, str], spots: Mapping[str, tuple[float, float]], a: str, b: str, points: int
) -> str:
    """A ticket: a small map with both places marked, their names and the points."""
    w, h = CARD[1], CARD[0]
    scale = min((w - 8) / geometry["width"], (h - 17) / geometry["height"])
    x, y = (w - geometry["width"] * scale) / 2, 10.5
    (ax, ay), (bx, by) = spots[a], spots[b]
    dot = 4.2 / scale / 2.4
    pin = f'fill="#b1352c" stroke="#fff" stroke-width="{number(dot * 0.35)}"'
    line = f"{names[a]} – {names[b]}"
    size = min(4.6, (w - 16) / (0.5 * len(line)))
    return (
        f'<rect class="paper" width="{w}" height="{h}"/><rect class="frame" x="1.8" y="1.8" width="{w - 3.6}" height="{h - 3.6}" rx="2" stroke-width=".4"/>'
        f'<text class="label" x="{number(w / 2)}" y="7.4" font-size="{number(size)}">{escape(line)}</text>'
        f'<g transform="translate({number(x)} {y}) scale({scale:.5f})"><use href="#small-map"/>'
        f'<path d="M{ax} {ay}L{bx} {by}" fill="none" class="route" stroke="#b1352c" stroke-width="{number(dot * 0.5)}" stroke-dasharray="{number(dot * 1.2)} {number(dot * 0.6)}"/>'
        f'<circle cx="{ax}" cy="{ay}" r="{number(dot)}" {pin}/><circle cx="{bx}" cy="{by}" r="{number(dot)}" {pin}/></g>'
        f'<circle class="city-core" cx="{w - 8}" cy="{h - 8}" r="5"/>'
        f'<text class="label" x="{w - 8}" y="{h - 6.2}" font-size="5.6" style="fill:#fff">{points}</text>'
    )


def small_map(geometry: Geometry) -> str:
    """The map of the tickets, defined once a page."""
    width, height = geometry["width"], geometry["height"]
    dots = "".join(f'<circle cx="{c["x"]}" cy="{c["y"]}" r="7" class="tick"/>' for c in geometry["cities"])
    land = path(geometry["geography"]["land"], True)
    return (
        f'<clipPath id="small-window"><rect width="{width}" height="{height}"/></clipPath>'
        f'<g id="small-map"><g clip-path="url(#small-window)"><rect class="shelf" width="{width}" height="{height}" style="fill:#dfe9ea"/>'
        f'<path class="land" d="{land}"/><path class="coast" d="{land}"/></g>{dots}</g>'
    )


def ticket_pages(
    geometry: Geometry, names: Mapping[str, str], tickets: Sequence[Mapping[str, Any]], theme: str
) -> list[str]:
    """All tickets on A4 pages."""
    spots = {c["id"]: (c["x"], c["y"]) for c in geometry["cities"]}
    for label in geometry["labels"]:
        x0, y0, x1, y1 = label["box"]
        spots.setdefault(label["id"], ((x0 + x1) / 2, (y0 + y1) / 2))
    cells = [ticket_card(geometry, names, spots, t["a"], t["b"], t["points"]) for t in tickets]
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


def piece_pages(pieces: Sequence[Mapping[str, Any]], theme: str, pitch: float) -> list[str]:
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


def tiles(width: float, height: float) -> tuple[tuple[float, float], int, int]:
    """The printable size of a page, upright or across whichever needs fewer, and how many across and down."""
    choices = []
    for w, h in (PAGE, PAGE[::-1]):
        size = (w - 2 * MARGIN, h - 2 * MARGIN)
        choices.append((ceil(width / size[0]) * ceil(height / size[1]), size))
    _, size = min(choices)
    return size, ceil(width / size[0]), ceil(height / size[1])


def to_pdf(svg: str, width: float) -> bytes:
    """One picture as a PDF page, `width` millimetres wide."""
    return compile_pages(
        {"board.svg": svg}, f'#set page(width: auto, height: auto, margin: 0mm)\n#image("board.svg", width: {width}mm)'
    )


def compile_pages(files: Mapping[str, str], text: str) -> bytes:
    """A Typst document over some SVG files as PDF."""
    return bytes(compiled(files, text, "pdf"))


def compiled(files: Mapping[str, str], text: str, kind: Literal["pdf", "png"], ppi: float | None = None) -> Any:
    """A Typst document over some SVG files: the PDF, or a PNG of every page."""
    try:
        import typst
    except ImportError as error:  # pragma: no cover
        raise RuntimeError('PDF needs one more package: pip install "railhead[print]"') from error
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / name).write_text(content, encoding="utf-8")
        main = Path(folder) / "main.typ"
        main.write_text(text, encoding="utf-8")
        return typst.compile(str(main), font_paths=[str(FONTS)], format=kind, ppi=ppi)


def cut_marks(size: tuple[float, float]) -> str:
    """Fine lines in the margin that carry on the edges of the printed part."""
    lines = []
    for x in (MARGIN, MARGIN + size[0]):
        for y in (MARGIN - MARK - 1, MARGIN + size[1] + 1):
            lines.append(f"#place(top + left, dx: {x}mm, dy: {y}mm, line(length: {MARK}mm, angle: 90deg, {STROKE}))")
    for y in (MARGIN, MARGIN + size[1]):
        for x in (MARGIN - MARK - 1, MARGIN + size[0] + 1):
            lines.append(f"#place(top + left, dx: {x}mm, dy: {y}mm, line(length: {MARK}mm, {STROKE}))")
    return "\n".join(lines)


def board_pages(width: float, height: float) -> list[str]:
    """The board of the given size in millimetres, cut into pages that join edge to edge, each with its place in a corner."""
    size, across, down = tiles(width, height)
    flipped = "true" if size[0] > size[1] else "false"
    pages = [
        f'#set page(paper: "a4", margin: 0mm, flipped: {flipped})',
        '#set text(font: "Alegreya Sans", size: 7pt, fill: gray)',
    ]
    left, top = (across * size[0] - width) / 2, (down * size[1] - height) / 2
    for row in range(down):
        for column in range(across):
            x, y = left - column * size[0], top - row * size[1]
            pages.append(
                f"#place(top + left, dx: {MARGIN}mm, dy: {MARGIN}mm, block(width: {size[0]}mm, height: {size[1]}mm, clip: true, "
                f'place(top + left, dx: {x:.4f}mm, dy: {y:.4f}mm, image("board.svg", width: {width:.4f}mm, height: {height:.4f}mm))))\n'
                f"{cut_marks(size)}\n"
                f"#place(bottom + center, dy: -3mm)[{chr(65 + row)}{column + 1}]\n#pagebreak()"
            )
    return pages


def board_to_print(
    board: Board,
    geometry: Geometry,
    tickets: Sequence[Mapping[str, Any]],
    cards: Mapping[str, int],
    theme: str = "print",
    pitch: float = PITCH,
    points: Mapping[str, int] | None = None,
) -> bytes:
    """A PDF of A4 pages: the board at real size, then tickets, then cards, then pieces of track where the game has them."""
    svg = draw(board, geometry, None, theme, points=points, scoring=True)
    head = svg[: svg.index(">")]
    _, _, w, h = (float(v) for v in head.split('viewBox="')[1].split('"')[0].split())
    pages = board_pages(w * pitch / UNIT, h * pitch / UNIT)
    names = {c["id"]: name_of(c) for c in [*board["cities"], *board.get("zones", [])]}
    more = ticket_pages(geometry, names, tickets, theme) + card_pages(cards, theme)
    more += piece_pages(board.get("pieces", []), theme, pitch)
    pages.append('#set page(paper: "a4", margin: 0mm, flipped: false)')
    pages += [f'#image("sheet-{k}.svg", width: 210mm)' for k in range(len(more))]
    files = {"board.svg": svg, **{f"sheet-{k}.svg": page for k, page in enumerate(more)}}
    return compile_pages(files, "\n".join(pages))


__all__ = ["board_to_print", "card_pages", "ticket_pages", "to_pdf"]
