"""A map of the routes by how often they were claimed: what a report shows of the games over a board."""

from collections import Counter
from collections.abc import Mapping
from html import escape

from railhead.boards import BoardFile
from railhead.draw.shapes import Geometry
from railhead.draw.solving.ornaments import title_of
from railhead.draw.svg.board import credit, names, placed, places
from railhead.draw.svg.ground import FRAME, ground
from railhead.draw.svg.pieces import number
from railhead.draw.svg.themes import style

THEME = "print"
RAMP = ((254, 246, 219), (247, 179, 94), (196, 60, 57), (74, 15, 64))  # from never to always; dark enough in grey
SCALE = 44.0  # height of the scale under the map


def warmth(share: float) -> str:
    """The colour of a share between 0 and 1."""
    at = min(max(share, 0.0), 1.0) * (len(RAMP) - 1)
    step = min(int(at), len(RAMP) - 2)
    mixed = (round(a + (b - a) * (at - step)) for a, b in zip(RAMP[step], RAMP[step + 1], strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def ink(share: float) -> str:
    """The colour of letters on a share's colour."""
    return "#fff" if share > 0.55 else "#000"


def warm_slots(geometry: Geometry, shares: Mapping[str, float]) -> str:
    """Every slot in the colour of its route's share; the share in per cent on the middle one."""
    width = geometry.slot.width
    count = Counter(slot.route for slot in geometry.slots)
    parts = []
    for slot in geometry.slots:
        share, half = shares.get(slot.route, 0.0), slot.length / 2
        box = f'x="{number(-half)}" y="{number(-width / 2)}" width="{number(2 * half)}" height="{number(width)}" rx="2"'
        told = ""
        if slot.index == (count[slot.route] - 1) // 2:
            told = f'<text class="small" text-anchor="middle" y="3.4" font-size="10" style="fill:{ink(share)}">{100 * share:.0f}</text>'
        parts.append(placed(slot, f'<rect class="slot" fill="{warmth(share)}" {box}/>{told}'))
    return "".join(parts)


def scale(x: float, y: float, width: float) -> str:
    """The colours from 0 to 100 per cent."""
    steps, each = 20, 16.0
    left = x + (width - steps * each) / 2
    parts = [
        f'<rect x="{number(left + k * each)}" y="{number(y + 4)}" width="{each}" height="12" fill="{warmth((k + 0.5) / steps)}"/>'
        for k in range(steps)
    ]
    for share in (0, 50, 100):
        at = left + steps * each * share / 100
        parts.append(
            f'<text class="small" text-anchor="middle" x="{number(at)}" y="{number(y + 32)}" font-size="14">{share} %</text>'
        )
    return "".join(parts)


def heat_map(board: BoardFile, geometry: Geometry, shares: Mapping[str, float]) -> str:
    """The picture as SVG; `shares` tells for each route in which share of the games it was claimed."""
    w, h = geometry.width + 2 * FRAME, geometry.height + 2 * FRAME + SCALE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-FRAME} {-FRAME} {number(w)} {number(h)}" '
        f'width="{number(w)}" height="{number(h)}"><title>{escape(title_of(board))}</title><style>{style(THEME)}</style>'
        f'<rect class="paper" x="{-FRAME}" y="{-FRAME}" width="{number(w)}" height="{number(h)}"/>'
        f"{ground(geometry, FRAME, ornaments=False)}{warm_slots(geometry, shares)}"
        f"{places(geometry)}{names(geometry)}{credit(board, geometry)}{scale(-FRAME, geometry.height + FRAME, w)}</svg>\n"
    )
