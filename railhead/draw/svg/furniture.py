"""What may stand around the map: a legend without words, and the track on which scores are counted."""

from collections.abc import Mapping

from railhead.boards import BoardFile
from railhead.draw.svg.pieces import number, owner_of, slot_picture
from railhead.draw.svg.positions import Position
from railhead.words import COLOURS

LEGEND = 58.0  # height of the legend
SCORE = 30.0  # width of the score track
FIELDS = 100


def legend(board: BoardFile, x: float, y: float, width: float, points: Mapping[str, int], slot_width: float) -> str:
    """Colours with their symbols, the kinds of routes of this board, and the points for each length."""
    kinds = [colour for colour in COLOURS if any(r["colour"] == colour or r.get("bed") for r in board["routes"])]
    chips = [slot_picture("plain", colour, False, 34, slot_width) for colour in kinds]
    chips.append(slot_picture("plain", "grey", False, 34, slot_width))
    if any(route.get("ferry") for route in board["routes"]):
        chips.append(slot_picture("ferry", "grey", True, 34, slot_width))
    if any(route.get("tunnel") for route in board["routes"]):
        chips.append(slot_picture("tunnel", "grey", False, 34, slot_width))
    if any(route.get("bed") for route in board["routes"]):
        chips.append(slot_picture("bed", None, False, 34, slot_width))
    longest = max(route["length"] for route in board["routes"])
    rows = [(int(length), worth) for length, worth in points.items() if int(length) <= longest]
    need = 46 * len(chips) + sum(20 + 9 * length + 26 for length, _ in rows)
    scale = min(1.0, (width - 40) / need)
    parts, at = [], 26.0
    for chip in chips:
        parts.append(f'<g transform="translate({number(at)} 0)">{chip}</g>')
        at += 46
    at += 6
    for length, worth in rows:
        for k in range(length):
            parts.append(f'<rect class="tick" x="{number(at + 9 * k - 14)}" y="-4" width="7" height="8" rx="1.5"/>')
        at += 9 * length
        parts.append(f'<text class="small" x="{number(at - 9)}" y="5.4" font-size="17">{worth}</text>')
        at += 40
    left = x + (width - (at - 30) * scale) / 2
    return f'<g transform="translate({number(left)} {number(y + LEGEND / 2 - 6)}) scale({number(scale)})">{"".join(parts)}</g>'


def field_places(x: float, y: float, width: float, height: float) -> list[tuple[float, float, float, float]]:
    """The fields of the score track clockwise from the upper left corner, as x, y, width, height."""
    across = round(FIELDS / 2 * (width - SCORE) / (width + height - 2 * SCORE))
    down = FIELDS // 2 - across
    w, h = (width - SCORE) / across, (height - SCORE) / down
    top = [(x + k * w, y, w, SCORE) for k in range(across)]
    right = [(x + width - SCORE, y + k * h, SCORE, h) for k in range(down)]
    bottom = [(x + width - (k + 1) * w, y + height - SCORE, w, SCORE) for k in range(across)]
    left = [(x, y + height - (k + 1) * h, SCORE, h) for k in range(down)]
    return top + right + bottom + left


def score_track(x: float, y: float, width: float, height: float, position: Position, theme: Mapping[str, str]) -> str:
    """The score track around a rectangle, with a marker for every seat whose score the position tells."""
    parts = []
    places = field_places(x, y, width, height)
    for k, (a, b, w, h) in enumerate(places):
        five = " five" if k % 5 == 0 else ""
        parts.append(
            f'<rect class="score{five}" x="{number(a)}" y="{number(b)}" width="{number(w)}" height="{number(h)}"/>'
        )
        size = 13 if k % 5 else 15
        parts.append(
            f'<text class="small" text-anchor="middle" x="{number(a + w / 2)}" y="{number(b + h / 2 + size * 0.33)}" font-size="{size}">{k}</text>'
        )
    on_field: dict[int, list[str]] = {}
    for seat, score in sorted(position.scores.items()):
        on_field.setdefault(score % FIELDS, []).append(seat)
    for field, seats in on_field.items():
        a, b, w, h = places[field]
        for k, seat in enumerate(seats):
            shift = 4.5 * (k - (len(seats) - 1) / 2)
            parts.append(
                f'<circle class="marker" fill="{owner_of(seat, position, theme)[1]}" r="7.5" '
                f'cx="{number(a + w / 2 + shift)}" cy="{number(b + h / 2 + shift)}"/>'
            )
    return "".join(parts)
