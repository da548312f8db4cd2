"""Counts of what happens, as Prometheus text."""

import bisect
from collections import Counter
from collections.abc import Callable

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Histogram:
    """How long something takes, in seconds."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect.bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds


class Metrics:
    """Everything that is counted."""

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

    def text(self) -> str:
        """All of it, in Prometheus' text format."""
        lines = []
        for name in sorted({name for name, _ in self.counts}):
            lines.append(f"# TYPE {name} counter")
            lines += [
                f"{name}{{{labels}}} {value}" if labels else f"{name} {value}"
                for (key, labels), value in sorted(self.counts.items())
                if key == name
            ]
        for name, read in sorted(self.gauges.items()):
            lines += [f"# TYPE {name} gauge", f"{name} {read():g}"]
        for name, histogram in sorted(self.histograms.items()):
            lines.append(f"# TYPE {name} histogram")
            running = 0
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), histogram.counts, strict=True):
                running += count
                lines.append(f'{name}_bucket{{le="{bound}"}} {running}')
            lines += [f"{name}_sum {histogram.sum:.6f}", f"{name}_count {running}"]
        return "\n".join(lines) + "\n"
