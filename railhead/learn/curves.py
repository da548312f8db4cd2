"""A learning curve as a picture: win shares by training step, from the lines that `railhead.learn` writes."""

import json
from collections.abc import Sequence
from pathlib import Path

WIDTH, HEIGHT, LEFT, BOTTOM, RIGHT, TOP = 720, 400, 56, 48, 110, 36
COLOURS = (
    "#8a8a8a",
    "#2b7bba",
    "#c8553d",
    "#3a8f5c",
    "#8e5aa8",
)  # told apart by lightness too, and every line is named
COUNTED = {"minutes", "steps", "games"}
Line = dict[str, float]  # minutes, steps and games; then the share won for every rival


def read(file: Path) -> list[Line]:
    """The lines of a curve, in the order of their steps."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return sorted(lines, key=lambda line: (line["steps"], line["minutes"]))


def _amount(steps: float) -> str:
    """A number of steps for people."""
    for unit, name in ((1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        if steps >= unit:
            return f"{steps / unit:g} {name}"
    return f"{steps:g}"


def _apart(heights: Sequence[float], least: float) -> list[float]:
    """The same heights moved so that none is nearer than `least` to the next: for names at the ends of lines."""
    found = [0.0] * len(heights)
    last = -1e9
    for place in sorted(range(len(heights)), key=lambda place: heights[place]):
        last = found[place] = max(heights[place], last + least)
    return found


def draw(lines: Sequence[Line], title: str) -> str:
    """The curve as an SVG: a line for every rival, named at its end; half the games is marked."""
    rivals = [name for name in lines[-1] if name not in COUNTED]
    most = max(line["steps"] for line in lines) or 1
    inner_width, inner_height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def across(steps: float) -> float:
        return LEFT + inner_width * steps / most

    def down(share: float) -> float:
        return TOP + inner_height * (1 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13" fill="#333">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" font-size="15">{title}</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        ink = "#777" if share == 0.5 else "#ddd"
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{down(share):.1f}" y2="{down(share):.1f}" stroke="{ink}"/>'
        )
        parts.append(f'<text x="{LEFT - 8}" y="{down(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    parts.append(f'<text x="{LEFT}" y="{HEIGHT - 24}" text-anchor="middle">0</text>')
    parts.append(
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 24}" text-anchor="middle">{_amount(float(f"{most:.2g}"))}</text>'
    )
    parts.append(
        f'<text x="{LEFT + inner_width / 2}" y="{HEIGHT - 8}" text-anchor="middle">decisions played in training</text>'
    )
    ends = _apart([down(lines[-1][rival]) for rival in rivals], 15)
    for rival, colour, end in zip(rivals, COLOURS, ends, strict=False):
        points = " ".join(
            f"{across(line['steps']):.1f},{down(line[rival]):.1f}" for line in lines if line.get(rival) is not None
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 6}" y="{end + 4:.1f}" fill="{colour}">{rival}</text>')
    return "\n".join([*parts, "</svg>", ""])
