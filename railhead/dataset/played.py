"""Games as they were played, before their rows are made: a file a shard, for which NumPy is enough. A machine that plays fast and has no Arrow keeps
these; any other makes the data set of them."""

import os
from pathlib import Path

import numpy as np

from railhead.dataset.rows import Course

PLAYED = "played"


def keep(file: Path, courses: list[Course], shard: bytes, network: str) -> None:
    """Write games, whole or not at all: which they are, and the network that played them, if one did."""
    chances = [course.chances for course in courses if course.chances is not None]
    parts = {
        "made_by": np.frombuffer(shard, np.uint8),
        "network": np.frombuffer(network.encode(), np.uint8),
        "number": np.array([course.number for course in courses], np.int32),
        "seed": np.array([course.seed for course in courses], np.uint64),
        "length": np.array([len(course.decisions) for course in courses], np.int16),
        "decision": np.concatenate([np.array(course.decisions, np.int16) for course in courses]),
    }
    if len(chances) == len(courses):
        parts["chances"] = np.concatenate(chances)
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(f".{os.getpid()}.part")
    with unfinished.open("wb") as into:
        # chances take long to compress and hardly get smaller; decisions become a third
        (np.savez if "chances" in parts else np.savez_compressed)(into, **parts)  # type: ignore[arg-type]
    unfinished.replace(file)


def kept(file: Path) -> tuple[list[Course], bytes, str]:
    """The games of a file, which they are, and the network that played them; empty where the file does not say."""
    with np.load(file) as parts:
        ends = np.cumsum(parts["length"], dtype=np.int64)[:-1]
        decisions = np.split(parts["decision"], ends)
        chances = np.split(parts["chances"], ends) if "chances" in parts else [None] * len(decisions)
        courses = [
            Course(int(number), int(seed), made.tolist(), told)
            for number, seed, made, told in zip(parts["number"], parts["seed"], decisions, chances, strict=True)
        ]
        network = parts["network"].tobytes().decode() if "network" in parts else ""
        return courses, parts["made_by"].tobytes(), network
