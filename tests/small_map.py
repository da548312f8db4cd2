"""A small map of one's own: few trains, so that its games are short."""

from typing import Any

TOWNS = {
    "Basel": (47.558, 7.573), "Bern": (46.948, 7.447), "Chur": (46.85, 9.53), "Geneva": (46.202, 6.146), "Lausanne": (46.516, 6.633),
    "Lugano": (46.01, 8.96), "Sion": (46.229, 7.359), "Zurich": (47.367, 8.55),
}  # fmt: skip


def small_map(name: str = "Switzerland", seed: int = 1) -> dict[str, Any]:
    """The board file."""
    from railhead.workshop.gazetteer import Town
    from railhead.workshop.new import new_board

    towns = [Town(town, "", *at, 0, "", town) for town, at in TOWNS.items()]
    return dict(new_board(name, towns, seed))
