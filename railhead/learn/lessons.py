"""A bot's own games, written down as decisions alone: from the same seeds they are played again wherever the learner computes."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.envs.rivals import Rivals
from railhead.envs.vector import Vector, _parts
from railhead.kernel.records import NONE
from railhead.learn.files import whole

FIRST_SEED = 10**11  # far from those of self-play and of evaluations


@dataclass(frozen=True)
class Lesson:
    """Decisions of a bot on all seats: steps × games, from the seeds `seed`, `seed` + 1, …"""

    table: str
    seed: int
    decisions: NDArray[np.int16]


class Teacher:
    """A bot on every seat of every game, each shown its own view."""

    def __init__(self, bot: str, vector: Vector, threads: int) -> None:
        self.vector, self.parts = vector, _parts(len(vector), threads)
        self.bots = [Rivals([bot] * vector.players, part.stop - part.start) for part in self.parts]
        self.decisions, self.nobody = np.zeros(len(vector), np.int64), np.full(len(vector), NONE, np.int64)
        self.pool = ThreadPoolExecutor(threads)

    def __call__(self) -> NDArray[np.int64]:
        """A decision for every game."""
        boards, records = self.vector.boards, self.vector.records
        work = [
            self.pool.submit(bots.decide, boards, records[part], self.nobody[part], self.decisions[part])
            for bots, part in zip(self.bots, self.parts, strict=True)
        ]
        for part in work:
            part.result()
        return self.decisions


def make(setting: Setting, players: int, bot: str, games: int, steps: int, number: int, threads: int) -> Lesson:
    """Let a bot play by itself; `number` tells lessons apart."""
    vector = Vector(setting, games, players, threads=threads)
    seed = FIRST_SEED + number * 10**9
    vector.reset(seed)
    teacher, decisions = Teacher(bot, vector, threads), np.zeros((steps, games), np.int16)
    for step in range(steps):
        decisions[step] = teacher()
        vector.step(teacher.decisions)
    return Lesson(f"{setting.id}-{players}", seed, decisions)


def keep(folder: Path, lesson: Lesson, number: int) -> Path:
    """Write a lesson down."""
    file = _file(folder, lesson.table, number)
    whole(file, lambda fresh: _write(fresh, lesson))
    return file


def _write(file: Path, lesson: Lesson) -> None:
    with file.open("wb") as out:
        np.savez_compressed(out, seed=lesson.seed, decisions=lesson.decisions)


def _file(folder: Path, table: str, number: int) -> Path:
    return folder / f"{table}.{number:03d}.npz"


def there(folder: Path, table: str, number: int) -> bool:
    """Whether a lesson has been written."""
    return _file(folder, table, number).exists()


def read(folder: Path, table: str, number: int) -> Lesson:
    """A lesson that was written."""
    with np.load(_file(folder, table, number)) as kept:
        return Lesson(table, int(kept["seed"]), kept["decisions"])
