"""Counts of what happens, as Prometheus text.

Several workers behind one port answer a scrape by turns, so each leaves its counts in the server's run folder, and whichever is asked
tells the sum of all, those of workers that have ended included: a count never falls while the server lives. What is so at a moment is
told of each worker that lives, under its number.
"""

import bisect
import os
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
PUBLISH = 1.0  # seconds from one leaving of counts to the next
SUFFIX = ".metrics"


class Histogram(msgspec.Struct):
    """How long something takes, in seconds."""

    counts: list[int] = msgspec.field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    sum: float = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect.bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds


class Figures(msgspec.Struct):
    """One worker's counts as of a moment."""

    worker: int  # its process
    counts: list[tuple[str, str, int]]  # name, label text, value
    histograms: dict[str, Histogram]
    gauges: dict[str, float]


class Metrics:
    """Everything that a worker counts."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()  # (name, label text)
        self.histograms = {
            "railhead_move_seconds": Histogram(),
            "railhead_bot_seconds": Histogram(),
            "railhead_load_seconds": Histogram(),
        }
        self.gauges: dict[str, Callable[[], float]] = {}

    def count(self, name: str, **labels: str) -> None:
        """One more."""
        self.counts[(name, ",".join(f'{key}="{value}"' for key, value in labels.items()))] += 1

    def took(self, name: str, seconds: float) -> None:
        """One that took so long."""
        self.histograms[name].add(seconds)

    def figures(self) -> Figures:
        """All of it, as it stands."""
        counts = [(name, labels, value) for (name, labels), value in self.counts.items()]
        return Figures(os.getpid(), counts, self.histograms, {name: read() for name, read in self.gauges.items()})


# ---- several workers


def publish(folder: str, worker: str, metrics: Metrics) -> None:
    """Leave a worker's counts where the others find them; whoever reads finds a whole file."""
    file = Path(folder) / f"{worker}{SUFFIX}"
    part = file.with_suffix(".part")
    with suppress(OSError):  # a full disk costs figures, not games
        part.write_bytes(msgspec.json.encode(metrics.figures()))
        part.replace(file)


def gather(folder: str, worker: str, metrics: Metrics) -> list[Figures]:
    """The counts of all workers of this server: one's own as they are, the others' as they left them."""
    found = [metrics.figures()]
    for file in sorted(Path(folder).glob(f"*{SUFFIX}")) if folder else ():
        if file.stem != worker:
            with suppress(OSError, msgspec.DecodeError):
                found.append(msgspec.json.decode(file.read_bytes(), type=Figures))
    return found


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


# ---- as text


def text(figures: list[Figures]) -> str:
    """All of it, in Prometheus' text format."""
    living = sorted((one for one in figures if _lives(one.worker)), key=lambda one: one.worker)
    lines = [*_counts(figures), "# TYPE railhead_workers gauge", f"railhead_workers {len(living)}"]
    for name in sorted({name for one in living for name in one.gauges}):
        lines.append(f"# TYPE {name} gauge")
        lines += [f'{name}{{worker="{one.worker}"}} {one.gauges[name]:g}' for one in living if name in one.gauges]
    return "\n".join([*lines, *_histograms(figures)]) + "\n"


def _counts(figures: list[Figures]) -> Iterable[str]:
    total: Counter[tuple[str, str]] = Counter()
    for one in figures:
        total.update({(name, labels): value for name, labels, value in one.counts})
    told = ""
    for (name, labels), value in sorted(total.items()):
        if name != told:
            told = name
            yield f"# TYPE {name} counter"
        yield f"{name}{{{labels}}} {value}" if labels else f"{name} {value}"


def _histograms(figures: list[Figures]) -> Iterable[str]:
    for name in sorted(figures[0].histograms):
        parts = [one.histograms[name] for one in figures if name in one.histograms]
        counts = [sum(column) for column in zip(*(part.counts for part in parts), strict=True)]
        yield f"# TYPE {name} histogram"
        running = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), counts, strict=True):
            running += count
            yield f'{name}_bucket{{le="{bound}"}} {running}'
        yield from (f"{name}_sum {sum(part.sum for part in parts):.6f}", f"{name}_count {running}")
