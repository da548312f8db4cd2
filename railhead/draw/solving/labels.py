"""Where the names stand: beside their city, clear of slots, cities and each other."""

import json
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railhead.draw import HOME
from railhead.draw.solving.place import Obstacle
from railhead.draw.solving.projection import Array
from railhead.draw.solving.tracks import Slot, corners, overlap

SIZE = 0.47  # of the letters, in slot pitches
LINE = 0.88  # from line to line, in sizes
FACE = "AlegreyaSans-Bold"


class Label(NamedTuple):
    """A name in one or two lines in a box (x0, y0, x1, y1)."""

    lines: tuple[str, ...]
    box: tuple[float, float, float, float]


class Candidate(NamedTuple):
    """A possible label relative to its city, and how little it is liked."""

    lines: tuple[str, ...]
    box: tuple[float, float, float, float]
    dislike: float


@cache
def widths() -> dict[str, dict[str, int]]:
    """How wide the letters of every face are, in thousandths of the size."""
    text = (HOME / "data" / "widths.json").read_text()
    found: dict[str, dict[str, int]] = json.loads(text)
    return found


def text_width(text: str, size: float, face: str = FACE) -> float:
    """How wide a text is, about: letters of other scripts may join closer."""
    table, other = widths()[face], widths()["Noto"]
    return sum(table[c] if c in table else other[c] if c in other else usual_width(c) for c in text) * size / 1000


def usual_width(letter: str) -> int:
    """How wide a letter is of which only the kind is known: signs are as wide as high."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1000
    return 0 if unicodedata.combining(letter) else 600


def splits(name: str) -> list[tuple[str, ...]]:
    """The name in one line and, where it can be broken, in two."""
    found: list[tuple[str, ...]] = [(name,)]
    for k, letter in enumerate(name):
        if letter in " -" and 3 <= k < len(name) - 3:
            found.append((name[: k + 1].strip(), name[k + 1 :]))
    return found


@lru_cache(1024)  # asked anew in every round
def candidates(name: str, radius: float) -> list[Candidate]:
    """Boxes all around a city, at several distances, in order of liking."""
    found = []
    for lines in splits(name):
        width = max(text_width(line, SIZE) for line in lines) + 0.08
        height = SIZE * (0.84 + LINE * (len(lines) - 1))
        for far in (0.05, 0.14, 0.3, 0.5, 0.8, 1.2):
            reach = radius + far
            dislike = (0.5 if len(lines) > 1 else 0.0) + 4 * (far - 0.05)
            spots = []
            for slide in (0.0, -0.25, 0.25, -0.5, 0.5):
                y = slide * (height + 0.4)
                spots.append((reach + width / 2, y, 0.8 * abs(slide)))
                spots.append((-reach - width / 2, y, 0.1 + 0.8 * abs(slide)))
            for slide in (0.0, -0.12, 0.12, -0.25, 0.25, -0.37, 0.37, -0.5, 0.5):
                x = slide * (width + 0.4)
                spots.append((x, -reach - height / 2, 0.2 + 0.7 * abs(slide)))
                spots.append((x, reach + height / 2, 0.25 + 0.7 * abs(slide)))
            for x, y, d in spots:
                box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
                found.append(Candidate(lines, box, dislike + d))
    return sorted(found, key=lambda candidate: candidate.dislike)


def as_corners(boxes: Array) -> Array:
    """Boxes (k, 4) as quadrilaterals (k, 4, 2)."""
    x0, y0, x1, y1 = boxes.T
    return np.stack([np.stack(p, -1) for p in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))], 1)


def boxes_touch(first: Array, second: Array, margin: float) -> NDArray[np.bool_]:
    """Which of the boxes (i, 4) come nearer than `margin` to which of the boxes (j, 4)."""
    a, b = first[:, None], second[None]
    apart = (
        (a[..., 2] + margin <= b[..., 0])
        | (b[..., 2] + margin <= a[..., 0])
        | (a[..., 3] + margin <= b[..., 1])
        | (b[..., 3] + margin <= a[..., 1])
    )
    return np.asarray(~apart)


def boxes_on_slots(boxes: Array, tight: Array, roomy: Array) -> tuple[Array, Array]:
    """How many of the slots (quadrilaterals) each box touches, and how many of the same slots with more room around them."""
    i, j = np.nonzero(boxes_touch(boxes, np.concatenate([roomy.min(1), roomy.max(1)], 1), 0.0))
    shapes, found = as_corners(boxes), []
    for slots in (roomy, tight):  # what does not touch the larger ones does not touch the smaller ones
        hit = overlap(shapes[i], slots[j])
        i, j = i[hit], j[hit]
        found.append(np.bincount(i, minlength=len(boxes)).astype(float))
    return found[1], found[0]


def boxes_on_discs(boxes: Array, middles: Array, radii: Array) -> Array:
    """How many of the discs each box touches."""
    x = np.clip(middles[None, :, 0], boxes[:, None, 0], boxes[:, None, 2]) - middles[None, :, 0]
    y = np.clip(middles[None, :, 1], boxes[:, None, 1], boxes[:, None, 3]) - middles[None, :, 1]
    return np.asarray((np.hypot(x, y) < radii[None]).sum(1).astype(float))


def place_labels(
    names: list[str], middles: Array, radii: Array, slots: list[Slot], others: Array, other_radii: Array
) -> tuple[list[Label], float, float]:
    """The best label found for every city, how many are still in conflict, and how little they are liked."""
    tight, roomy = corners(slots, 0.03), corners(slots, 0.09)
    all_middles = np.concatenate([middles, others])
    all_radii = np.concatenate([radii, other_radii])
    options: list[list[Candidate]] = []
    boxes: list[Array] = []
    costs: list[Array] = []
    for k, name in enumerate(names):
        some = candidates(name, float(radii[k]))
        box = np.array([c.box for c in some]) + np.tile(middles[k], 2)
        dislike = np.array([c.dislike for c in some])
        touched, near = boxes_on_slots(box, tight, roomy)
        bad = 100 * touched + 2 * near
        bad += 200 * boxes_on_discs(box, np.delete(all_middles, k, 0), np.delete(all_radii, k) + 0.05)
        bad += 0.6 * boxes_on_discs(box, np.delete(all_middles, k, 0), np.delete(all_radii, k) + 0.25)
        options.append(some)
        boxes.append(box)
        costs.append(dislike + bad)
    chosen = [int(cost.argmin()) for cost in costs]
    for _ in range(30):
        changed = False
        now = np.array([boxes[k][c] for k, c in enumerate(chosen)])
        for k in range(len(names)):
            rest = np.delete(now, k, 0)
            value = (
                costs[k]
                + 100 * boxes_touch(boxes[k], rest, 0.06).sum(1)
                + 0.5 * boxes_touch(boxes[k], rest, 0.2).sum(1)
            )
            best = int(value.argmin())
            if value[best] < value[chosen[k]]:
                chosen[k] = best
                now[k] = boxes[k][best]
                changed = True
        if not changed:
            break
    now = np.array([boxes[k][c] for k, c in enumerate(chosen)])
    left = sum(float(costs[k][c] >= 100) for k, c in enumerate(chosen))
    left += float(np.triu(boxes_touch(now, now, 0.04), 1).sum())
    labels = [
        Label(options[k][c].lines, (float(now[k, 0]), float(now[k, 1]), float(now[k, 2]), float(now[k, 3])))
        for k, c in enumerate(chosen)
    ]
    return labels, left, sum(options[k][c].dislike for k, c in enumerate(chosen))


def drawn_near(label: Label, middle: Array, radius: float) -> tuple[float, float, float, float]:
    """The box of a label moved to its city as near as the nearest candidate stands."""
    x0, y0, x1, y1 = label.box
    x, y = float(middle[0]), float(middle[1])
    reach = radius + 0.05
    if x0 >= x + reach or x1 <= x - reach:
        move = x + reach - x0 if x0 >= x + reach else x - reach - x1
        return x0 + move, y0, x1 + move, y1
    move = y + reach - y0 if y0 >= y + reach else y - reach - y1 if y1 <= y - reach else 0.0
    return x0, y0 + move, x1, y1 + move


def obstacles_of(labels: list[Label], middles: Array, radii: Array) -> tuple[Obstacle, ...]:
    """The labels as rows of discs that move with their city."""
    found = []
    for k, label in enumerate(labels):
        x0, y0, x1, y1 = drawn_near(label, middles[k], float(radii[k]))
        radius = (y1 - y0) / 2
        count = max(2, round((x1 - x0 - 2 * radius) / 0.25) + 1) if x1 - x0 > 2 * radius else 1
        for x in np.linspace(x0 + radius, x1 - radius, count) if count > 1 else [(x0 + x1) / 2]:
            found.append(Obstacle(k, float(x - middles[k, 0]), float((y0 + y1) / 2 - middles[k, 1]), radius))
    return tuple(found)
