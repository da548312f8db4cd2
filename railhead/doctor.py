"""`railhead doctor`: what is installed and compiled, what is missing and what for, and how fast it is here."""

import os
import platform
import shutil
import sys
import time
from collections.abc import Iterator
from importlib.metadata import packages_distributions, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from msgspec import Struct

from railhead.shell import AsJson, answer, plain_errors, say

State = Literal["ok", "missing", "slow"]
EXTRAS = {  # what is more than the game needs: a module, the extra that brings it, and what it is for
    "gymnasium": ("envs", "environments for learners"),
    "pettingzoo": ("envs", "environments for several learners"),
    "pyspiel": ("envs", "the game in OpenSpiel"),
    "torch": ("learn", "training networks"),
    "numba_cuda": ("gpu", "games on a GPU"),
    "pyarrow": ("study", "tables of games as Parquet"),
    "altair": ("study", "reports with figures"),
    "vl_convert": ("study", "their pages, and figures as SVG and PNG"),
    "ray": ("ray", "tournaments on a cluster"),
    "typst": ("print", "boards on paper"),
    "psycopg": ("postgres", "a server with PostgreSQL"),
    "mcp": ("mcp", "language models at the table"),
    "textarena": ("textarena", "the game in TextArena"),
    "openenv": ("openenv", "the game in OpenEnv"),
}
PROGRAMS = {"node": "building the page, bots in JavaScript", "cc": "bots in C", "chromium": "tests of the page"}
SECONDS = 0.4  # of measuring
SLOW = 1_000_000  # moves a second below which something is wrong with a machine


class Finding(Struct, frozen=True):
    """One thing that was looked at."""

    what: str
    state: State
    told: str


class Report(Struct, frozen=True):
    """All that was found."""

    railhead: str
    python: str
    system: str
    cores: int
    findings: list[Finding]


def _installed() -> Iterator[Finding]:
    packages = packages_distributions()
    for module, (extra, use) in EXTRAS.items():
        if find_spec(module) is None:
            yield Finding(module, "missing", f"{use}: pip install 'railhead[{extra}]'")
        else:
            found = version(packages[module][0]) if module in packages else "there"
            yield Finding(module, "ok", f"{use}: {found}")


def _programs() -> Iterator[Finding]:
    for name, use in PROGRAMS.items():
        path = shutil.which(name)
        yield Finding(name, "ok" if path else "missing", f"{use}: {path or 'not on the PATH'}")


def _page() -> Finding:
    built = (Path(__file__).parent / "server" / "static" / "index.html").exists()
    told = "built" if built else "not built: `make play` builds it, or `npm run build` in web/"
    return Finding("the page", "ok" if built else "missing", told)


def _compiled() -> Finding:
    from railhead.kernel.compiled import _FOLDER, INTERPRETED

    if INTERPRETED:
        return Finding("the rules", "slow", "interpreted, since NUMBA_DISABLE_JIT is set")
    files = len(list(Path(_FOLDER).rglob("*.nbc")))
    told = f"{files} compiled functions in {_FOLDER}" if files else "not compiled yet: the first game takes a minute"
    return Finding("the rules", "ok" if files else "missing", told)


def _speed() -> Finding:
    from railhead.bench import random_play
    from railhead.boards import load

    began = time.perf_counter()
    load("usa")
    random_play("usa", 4, 0.01)
    loaded = time.perf_counter() - began
    moves = random_play("usa", 4, SECONDS)["moves_per_second"]
    told = f"{moves:,.0f} moves a second on one core (USA, four players, by lot); ready after {loaded:.1f} s"
    return Finding("the speed", "ok" if moves > SLOW else "slow", told)


def examine(measure: bool = True) -> Report:
    """Look at everything."""
    findings = [_compiled(), _page(), *([_speed()] if measure else []), *_installed(), *_programs()]
    return Report(version("railhead"), sys.version.split()[0], platform.platform(), os.cpu_count() or 1, findings)


def doctor(as_json: AsJson = False) -> None:
    """What is installed and compiled, what is missing, and how fast it is here."""
    with plain_errors():
        report = examine()
    answer(as_json, report, lambda: _tell(report))


def _tell(report: Report) -> None:
    say(f"Railhead {report.railhead}, Python {report.python}, {report.cores} cores, {report.system}")
    for finding in report.findings:
        say(f"{finding.state:8}{finding.what}: {finding.told}")
