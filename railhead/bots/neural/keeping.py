"""Weights in a file: a byte each, with a step for every row of a matrix."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Weights = dict[str, NDArray[np.float32]]
About = Mapping[str, Any]  # how weights were made, and what for: plain values

STEP = ".step"  # a matrix's name with this added names what one step of its whole numbers is worth, row by row
STEPS = 127
ABOUT = "about"  # how they were made, and what for: JSON


def keep(file: Path, weights: Weights, about: About) -> None:
    """Write weights; matrices as whole numbers of one byte, each row with a step of its own: a quarter of the size."""
    kept: dict[str, Any] = {ABOUT: np.array(json.dumps(about))}
    for name, part in weights.items():
        kept[name] = part.astype(np.float32)
        if part.ndim >= 2:
            step = np.maximum(np.abs(part).max(axis=-1, keepdims=True), 1e-12) / STEPS
            kept[name], kept[name + STEP] = np.rint(part / step).astype(np.int8), step.astype(np.float32)
    with file.open("wb") as out:
        np.savez_compressed(out, **kept)


def about(file: "str | Path") -> About:
    """What a file of weights says of itself; the weights are not read."""
    with np.load(file) as kept:
        told: About = json.loads(str(kept[ABOUT]))
        return told


def load(file: "str | Path") -> tuple[Weights, About]:
    """Read what `keep` has written."""
    with np.load(file) as kept:
        about = json.loads(str(kept[ABOUT]))
        names = [name for name in kept.files if not name.endswith(STEP) and name != ABOUT]
        return {
            name: kept[name] * kept[name + STEP] if name + STEP in kept.files else kept[name] for name in names
        }, about
