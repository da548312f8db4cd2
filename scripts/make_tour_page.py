"""The page of the world tour, docs/tour.md, and its pictures, from the boards of the package and their figures.

python scripts/make_tour_page.py
"""

import io
from pathlib import Path

from PIL import Image

from railhead.boards import read_board, tour_ids
from railhead.draw.cache import geometry_of
from railhead.draw.svg.board import draw
from railhead.draw.svg.picture import to_png
from railhead.workshop.new import MOST_TRAINS, Wishes
from railhead.workshop.tour import DATA, Stop, kept_figures, stops

DOCS = Path(__file__).parents[1] / "docs"
PICTURES = DOCS / "pictures" / "tour"
WIDTH, HEIGHT, QUALITY = 420, 440, 85  # of a picture, in pixels at most; a palette would turn routes brown and grey
HEAD = """# The world tour

<!-- Written by `python scripts/make_tour_page.py`: change the list railhead/workshop/data/tour.json instead. -->

Boards of our own on all continents, made by `railhead board tour` from a list of places, and changed by it until planners' games over them
are as they should be. Each is a game by its name: `railhead text --game silk-road`, or "World tour" on the home page.

`railhead board tour --measure --games 10000` plays them all anew for the figures below; `railhead board tour` makes the boards
anew, `python -m railhead.draw.cache` keeps their layouts, and this page is then written again.

| | |
| --- | --- |
"""


def small(board: str) -> bytes:
    """A small picture of a board."""
    file = read_board(board)
    geometry = geometry_of(file)
    width = round(min(WIDTH, HEIGHT * geometry.width / geometry.height))
    drawn = Image.open(io.BytesIO(to_png(draw(file, geometry), 2 * width))).convert("RGB")
    shrunk = drawn.resize((width, round(drawn.height * width / drawn.width)), Image.Resampling.LANCZOS)
    target = io.BytesIO()
    shrunk.save(target, "WEBP", quality=QUALITY, method=6)
    return target.getvalue()


def extras(wishes: Wishes) -> str:
    """What a board has beside routes and tickets."""
    some = [f"{wishes.tunnels} tunnels"] if wishes.tunnels else []
    some += ["stations"] if wishes.stations else []
    some += [f"{wishes.long_tickets} long tickets"] if wishes.long_tickets else []
    return f", {', '.join(some)}" if some else ""


def cell(stop: Stop) -> str:
    """A picture and its figures."""
    found = kept_figures(DATA)[stop.id]
    off = max(abs(share - 1 / len(found["seats"])) for share in found["seats"])
    words = (
        f"**{stop.name}** `{stop.id}`: {found['cities']} cities, {found['trains']} trains{extras(stop.wishes)}. In {found['games']:,} "
        f"planners' games of four: {found['turns']:.0f} turns ({found['turns'] * MOST_TRAINS / found['trains']:.0f} in proportion to 45 trains), "
        f"{found['score']:.0f} points, {found['completed']:.0%} of the tickets, the best {found['margin']:.0%} ahead, seats within {off:.3f} "
        f"of even, no route's owner wins more than {found['owner']:.0%}."
    )
    return f"![{stop.name}](pictures/tour/{stop.id}.webp)<br>{words}"


def main() -> None:
    """Write page and pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    cells = []
    for stop in stops():
        if stop.id in tour_ids():
            (PICTURES / f"{stop.id}.webp").write_bytes(small(stop.id))
            cells.append(cell(stop))
    rows = [" | ".join(cells[k : k + 2]) for k in range(0, len(cells), 2)]
    (DOCS / "tour.md").write_text(HEAD + "\n".join(f"| {row} |" for row in rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
