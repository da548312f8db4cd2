"""A board that can be drawn well: where its drawing is crowded, the least city of that spot is left out, or one far away that takes all the room."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from railhead.boards import BoardFile
from railhead.draw.cache import keep, kept
from railhead.draw.faults import faults
from railhead.draw.solving.geometry import layout
from railhead.workshop.choosing import FEWEST, far_away
from railhead.workshop.gazetteer import Town
from railhead.workshop.new import LONGEST, Draft, asked_for, drafted

# Of the layout, before a city is left out rather than the board drawn larger still.
ATTEMPTS = ((1.0, 2.2), (1.22, 2.2))
MOST = 6  # cities that may be left out
# Cities of a part that may be left out because no route reaches it: with more of them it is a part of the board.
ALONE = 2
TOO_LONG = 2 * LONGEST  # spaces that a connection asks for: no route is as long, so all others would have to be shorter


class Choice(NamedTuple):
    """The cities of a board, those that were left out, and what is drafted of them."""

    towns: tuple[Town, ...]
    dropped: tuple[Town, ...]
    draft: Draft


def crowded(board: BoardFile) -> set[str]:
    """The cities where the drawing of a board is at fault; none if it is as it should be."""
    geometry = kept(board)
    if geometry is None:
        geometry = layout(board, ATTEMPTS)
        if not faults(board, geometry):
            keep(board, geometry)
    return {city for fault in faults(board, geometry) for city in fault.cities}


def stranded(draft: Draft) -> int | None:
    """The least city of a small part that only connections far too long join to the rest; None if there is none."""
    short = asked_for(draft.cities, draft.edges) <= TOO_LONG
    ends = np.array(draft.edges)[short]
    count = len(draft.cities)
    joined = csr_array((np.ones(len(ends)), ends.T), shape=(count, count))
    _, part = connected_components(joined, directed=False)
    size = np.bincount(part)
    others = np.flatnonzero((part != size.argmax()) & (size[part] <= ALONE))
    return int(others[-1]) if len(others) else None


def roomy(
    name: str,
    towns: Sequence[Town],
    local: bool,
    zones: int,
    board_of: Callable[[Draft], BoardFile],
    progress: Callable[[str], None] = lambda line: None,
    most: int = MOST,
) -> Choice:
    """The cities without those that crowd the drawing, up to `most` of them; where no more can be spared, as near as it came."""
    choice = Choice(tuple(towns), (), drafted(name, towns, local, zones))
    while len(choice.towns) > FEWEST and len(choice.dropped) < most:
        spots = crowded(board_of(choice.draft))
        at_fault = [k for k, city in enumerate(choice.draft.cities) if city.id in spots]
        if not at_fault:
            break
        candidates = far_away(choice.towns), stranded(choice.draft), at_fault[-1]  # the largest come first
        out = next(city for city in candidates if city is not None)
        progress(f"crowded: {choice.draft.cities[out].name} is left out")
        rest = choice.towns[:out] + choice.towns[out + 1 :]
        choice = Choice(rest, (*choice.dropped, choice.towns[out]), drafted(name, rest, local, zones))
    return choice
