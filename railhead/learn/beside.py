"""The process beside a learner: it writes lessons, then evaluates every network that the learner hands over. `python -m railhead.learn.beside FOLDER`."""

import argparse
import json
import os
import time
from pathlib import Path

import torch

from railhead.boards import load
from railhead.learn import curves, lessons
from railhead.learn.evaluation import Best, Seats, best_of
from railhead.learn.files import tell
from railhead.learn.settings import Settings, from_words
from railhead.learn.state import open_table, restore

LAST = "-last"  # in a file's name: no more is to come


def lesson_count(settings: Settings) -> int:
    """How many files of lessons each table gets."""
    taught = settings.imitation
    return max(1, round(taught.millions * 1e6 / (taught.games * taught.steps))) if taught.millions else 0


def write_lessons(settings: Settings, folder: Path, log: Path, threads: int) -> None:
    """Those that are not there yet, table by table in turn."""
    taught = settings.imitation
    folder.mkdir(exist_ok=True)
    for number in range(lesson_count(settings)):
        for seating in settings.tables:
            name = f"{seating.game}-{seating.players}"
            if not lessons.there(folder, name, number):
                begin = time.perf_counter()
                lesson = lessons.make(
                    load(seating.game), seating.players, taught.bot, taught.games, taught.steps, number, threads
                )
                lessons.keep(folder, lesson, number)
                tell(log, what="lesson", table=name, number=number, seconds=time.perf_counter() - begin)


class Evaluator:
    """Plays every network against the same rivals on the same deals."""

    def __init__(self, settings: Settings, folder: Path, device: torch.device, threads: int) -> None:
        self.settings, self.folder, self.device, self.threads = settings, folder, device, threads
        self.tables = {
            f"{seat.game}-{seat.players}": open_table(f"{seat.game}-{seat.players}", device) for seat in settings.tables
        }
        self.seats: dict[str, Seats] = {}
        self.past: dict[str, list[tuple[float, Best]]] = {name: [] for name in self.tables}

    def at(self, name: str) -> Seats:
        """Room at a table, made when it is first needed."""
        if name not in self.seats:
            self.seats[name] = Seats(self.tables[name], self.settings.evaluation.deals, self.threads)
        return self.seats[name]

    def evaluate(self, file: Path, last: bool) -> curves.Line:
        """A line of the curve: shares won at each table."""
        network, progress, _ = restore(file, self.device)
        line: curves.Line = {
            "minutes": round(progress.seconds / 60, 2),
            "steps": progress.decisions,
            "games": progress.games,
        }
        asked = self.settings.evaluation
        log = self.folder / "log.jsonl"
        for name, table in self.tables.items():
            best, seats = best_of(network, table), self.at(name)
            for rival in (*asked.rivals, *(asked.last_rivals if last else ())):
                result = seats.play(best, rival)
                line[f"{name} {rival}"] = round(result.win, 4)
                tell(
                    log,
                    what="evaluation",
                    table=name,
                    rival=rival,
                    minutes=line["minutes"],
                    steps=line["steps"],
                    **result.words(),
                )
            if last:
                self._look_back(name, best, log, line["minutes"])
            elif not self.past[name] or progress.seconds >= 1.8 * self.past[name][-1][0] + 30:
                self.past[name].append((progress.seconds, best))
        return line

    def _look_back(self, name: str, best: Best, log: Path, minutes: float) -> None:
        """Against old selves, and how true its chances are in games against itself."""
        for seconds, old in self.past[name]:
            result = self.at(name).play(best, old)
            tell(
                log,
                what="evaluation",
                table=name,
                rival=f"self at {seconds / 60:.1f} min",
                minutes=minutes,
                **result.words(),
            )
        result = self.at(name).play(best, None, calibrate=True)
        tell(log, what="calibration", table=name, rival="itself", minutes=minutes, **result.words())


def watch(settings: Settings, folder: Path, device: torch.device, threads: int, parent: int) -> None:
    """Lessons first; then evaluate what comes, only the newest where several wait, until the last."""
    log, queue = folder / "log.jsonl", folder / "queue"
    write_lessons(settings, folder / "lessons", log, threads)
    evaluator = Evaluator(settings, folder, device, threads)
    while True:
        waiting = sorted(queue.glob("[0-9]*.pt"))
        for file in waiting[:-1]:
            file.unlink()
        if waiting:
            last = waiting[-1].stem.endswith(LAST)
            _add(folder, evaluator.evaluate(waiting[-1], last), last)
            waiting[-1].unlink()
            if last:
                return
        elif os.getppid() != parent:
            return
        else:
            time.sleep(0.3)


def _add(folder: Path, line: curves.Line, last: bool) -> None:
    """Add a point to the curve; it is drawn at the end (`railhead.learn.curves` draws it sooner)."""
    with (folder / "curve.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    if last:
        curves.write(folder, curves.TITLE)


def main(arguments: list[str] | None = None) -> None:
    """Beside a learner, whose folder is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(arguments)
    settings = from_words(json.loads((options.folder / "settings.json").read_text(encoding="utf-8")))
    torch.set_num_threads(options.threads)
    watch(settings, options.folder, torch.device(options.device), options.threads, os.getppid())


if __name__ == "__main__":
    main()
