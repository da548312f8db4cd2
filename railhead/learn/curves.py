"""Learning curves as a report: win shares by training step, from the lines that `railhead.learn` writes. `python -m railhead.learn.curves FOLDER`."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from railhead.boards import load

TEST_SEED = 10**12  # where the deals of evaluations begin; self-play never gets there
WIDE = 1.96  # standard errors of a 95 % interval
TITLE = "Games won while learning by self-play"
COUNTED = {"minutes", "steps", "games"}
Line = dict[str, float]  # minutes, steps and games; then the share won for every rival


def read(file: Path) -> list[Line]:
    """The lines of a curve, in the order of their steps."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return sorted(lines, key=lambda line: (line["steps"], line["minutes"]))


def points(
    lines: Sequence[Line], errors: Mapping[tuple[str, float], float] | None = None
) -> list[dict[str, float | str]]:
    """A row for each rival and evaluation, with its interval where the standard error is known of all."""
    rows = [
        (rival, line, share)
        for line in lines
        for rival, share in line.items()
        if rival not in COUNTED and share is not None
    ]
    found: list[dict[str, float | str]] = [
        {"name": named(rival), "steps": line["steps"], "share": share} for rival, line, share in rows
    ]
    off = [(errors or {}).get((rival, line["minutes"])) for rival, line, _ in rows]
    if None not in off:
        for row, (_, _, share), error in zip(found, rows, off, strict=True):
            row |= {"low": max(0.0, share - WIDE * (error or 0.0)), "high": min(1.0, share + WIDE * (error or 0.0))}
    return found


def told_errors(log: Path) -> dict[tuple[str, float], float]:
    """The standard errors of evaluations, by rival and minutes, from what a run has noted."""
    if not log.is_file():
        return {}
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {
        (f"{line['table']} {line['rival']}", line["minutes"]): line["error"]
        for line in lines
        if line.get("what") == "evaluation" and "error" in line
    }


def _table(rival: str) -> tuple[str, int, str] | None:
    """The game's name, the players and the rival of a curve's key: `usa-2 planner`; None where it is named otherwise."""
    table, _, who = rival.partition(" ")
    game, _, players = table.rpartition("-")
    if not who or not players.isdigit():
        return None
    try:
        return load(game).name, int(players), who
    except (LookupError, ValueError, OSError):
        return None


def named(rival: str) -> str:
    """`USA, 2 players, against planner`."""
    found = _table(rival)
    return f"{found[0]}, {found[1]} players, against {found[2]}" if found else rival


def evens(lines: Sequence[Line]) -> list[float]:
    """The even shares of all tables: 0.5 with two players, 0.25 with four."""
    tables = [_table(rival) for line in lines for rival in line if rival not in COUNTED]
    return sorted({1 / found[1] if found else 0.5 for found in tables})


def write(folder: Path, title: str) -> bool:
    """`curve.html`, `curve.svg` and `curve.png` beside `curve.jsonl`; nothing where Altair is not installed, as on many machines that learn."""
    try:
        from railhead.reports import page
        from railhead.reports.charts import curves
    except ImportError:
        return False
    lines = read(folder / "curve.jsonl")
    rows = points(lines, told_errors(folder / "log.jsonl"))
    drawn = curves(
        rows, "steps", "share", "decisions played in training", "share of games won", even=evens(lines), domain=(0, 1)
    )
    band = " The band is the 95 % interval." if rows and "low" in rows[0] else ""
    told = f"One seat of the learner against the rival in all others, on the same deals from all seats; dashed: an even share.{band}"
    figure = page.Figure("curve", "Win shares while learning", told, drawn)
    seeds = f"Deals of the seeds from {TEST_SEED:,} on"
    page.write(page.Report(title, "", [figure], seeds), folder / "curve.html", folder)
    return True


if __name__ == "__main__":
    place = Path(sys.argv[1])
    if not write(place, TITLE):
        sys.exit("railhead: a curve is drawn with Altair: pip install 'railhead[study]'")
