"""How fast a machine is, as a report: what `railhead bench` measured."""

import os
import platform
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from railhead.boards import load
from railhead.reports.charts import bars
from railhead.reports.page import Figure, Report, Table

Measured = Mapping[str, Mapping[str, float]]
TABLE = re.compile(r"(?P<what>.*?-?)(?P<game>usa-mega|[a-z]+)-(?P<players>\d)p")
NAMES = {
    "reference": "Reference loop: numbers by lot",
    "copy-apply": "Copying a game and deciding, from Python",
    "pettingzoo-step": "PettingZoo",
    "vector-4096-": "4,096 games at once, ",
    "gymnasium-4096-": "Gymnasium, 4,096 games, ",
    "openspiel-": "OpenSpiel, ",
    "gpu-": "GPU, ",
}


def named(figure: str) -> str:
    """What a figure is of, as people say it: `USA, 4 players`."""
    if threads := re.fullmatch(r"search-threads-(\d+)", figure):
        return f"Search, {threads[1]} threads" if threads[1] != "1" else "Search, one thread"
    if found := TABLE.fullmatch(figure):
        what = NAMES.get(found["what"], found["what"])
        return f"{what}{load(found['game']).name}, {found['players']} players"
    return NAMES.get(figure, figure)


def _rates(found: Measured, unit: str) -> list[tuple[str, float]]:
    return [(named(name), figures[unit]) for name, figures in found.items() if unit in figures]


def _units(found: Measured) -> Iterable[str]:
    """What was counted by the second, in the order in which it was."""
    return dict.fromkeys(unit for figures in found.values() for unit in figures if unit.endswith("_per_second"))


def speed_report(found: Measured, goals: Mapping[str, float]) -> Report:
    """A panel for each thing that was counted, and all numbers beside what is to hold."""
    parts: list[Figure | Table] = []
    for unit in _units(found):
        what = unit.replace("_per_second", "").replace("_", " ")
        title = f"{what.capitalize()} a second"
        told = "The best of several runs, by the processor's time of one core."
        parts.append(Figure(f"speed-{what.replace(' ', '-')}", title, told, bars(_rates(found, unit), title, ",.3~s")))
    rows = [
        [named(name), f"{value:,.0f}", unit.replace("_", " "), f"{goals[name]:,.0f}" if name in goals else ""]
        for name, figures in found.items()
        for unit, value in list(figures.items())[:1]
    ]
    parts.append(Table("Numbers", "", ("figure", "measured", "of what", "to hold"), rows))
    return Report("How fast it is", f"Measured on {processor()}, {platform.system()}.", parts)


def processor() -> str:
    """The processor by the name that it goes by, where the system tells it, and how many cores of it there are."""
    file = Path("/proc/cpuinfo")
    told = re.search(r"model name\s*:\s*(.+)", file.read_text(encoding="utf-8")) if file.is_file() else None
    name = told[1] if told else platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores"
