"""A board to print: at real size over A4 pages, with cards and tickets to cut out, as PDF."""

from math import ceil

from railhead.boards import Setting
from railhead.draw.printing.cards import card_pages, piece_pages, ticket_pages
from railhead.draw.printing.paper import MARGIN, PAGE, compile_pages
from railhead.draw.shapes import Geometry
from railhead.draw.solving.geometry import UNIT
from railhead.draw.svg.board import draw

PITCH = 22.0  # millimetres from slot to slot on paper: a train of 20 mm fits
MARK = 5.0  # length of the marks to cut along
STROKE = "stroke: 0.2pt + gray"


def tiles(width: float, height: float) -> tuple[tuple[float, float], int, int]:
    """The printable size of a page, upright or across whichever needs fewer, and how many across and down."""
    choices = []
    for w, h in (PAGE, PAGE[::-1]):
        size = (w - 2 * MARGIN, h - 2 * MARGIN)
        choices.append((ceil(width / size[0]) * ceil(height / size[1]), size))
    _, size = min(choices)
    return size, ceil(width / size[0]), ceil(height / size[1])


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


def board_to_print(setting: Setting, geometry: Geometry, theme: str = "print", pitch: float = PITCH) -> bytes:
    """A PDF of A4 pages: the board at real size, then tickets, then cards, then pieces of track where the game has them."""
    board, numbers = setting.board, setting.numbers
    svg = draw(board, geometry, theme=theme, points=numbers["points"], scoring=True)
    head = svg[: svg.index(">")]
    _, _, w, h = (float(v) for v in head.split('viewBox="')[1].split('"')[0].split())
    pages = board_pages(w * pitch / UNIT, h * pitch / UNIT)
    more = ticket_pages(setting, geometry, theme) + card_pages(numbers["cards"], theme)
    more += piece_pages(board.get("pieces", []), theme, pitch)
    pages.append('#set page(paper: "a4", margin: 0mm, flipped: false)')
    pages += [f'#image("sheet-{k}.svg", width: 210mm)' for k in range(len(more))]
    files = {"board.svg": svg, **{f"sheet-{k}.svg": page for k, page in enumerate(more)}}
    return compile_pages(files, "\n".join(pages))
