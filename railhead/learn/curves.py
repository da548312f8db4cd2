"""Learning curves as a report: win shares by training step, from the lines that `railhead.learn` writes. `python -m railhead.learn.curves FOLDER`."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

COUNTED = {"minutes", "steps", "games"}
Line = dict[str, float]  # minutes, steps and games; then the share won for every rival


def read(file: Path) -> list[Line]:
    """The lines of a curve, in the order of their steps."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return sorted(lines, key=lambda line: (line["steps"], line["minutes"]))


def points(lines: Sequence[Line]) -> list[dict[str, float | str]]:
    """A row for each rival and evaluation."""
    return [
        {"name": rival, "steps": line["steps"], "share": share}
        for line in lines
        for rival, share in line.items()
        if rival not in COUNTED and share is not None
    ]


def write(folder: Path, title: str) -> bool:
    """`curve.html`, `curve.svg` and `curve.png` beside `curve.jsonl`; nothing where Altair is not installed, as on many machines that learn."""
    try:
        from railhead.reports import page
        from railhead.reports.charts import curves
    except ImportError:
        return False
    rows = points(read(folder / "curve.jsonl"))
    drawn = curves(
        rows, "steps", "share", "decisions played in training", "share of games won", even=0.5, domain=(0, 1)
    )
    told = "Games of the learner against each rival, on the same deals from all seats; the dashed line is half of them."
    figure = page.Figure("curve", "Win shares while learning", told, drawn)
    page.write(page.Report(title, "", [figure]), folder / "curve.html", folder)
    return True


if __name__ == "__main__":
    place = Path(sys.argv[1])
    if not write(place, place.name):
        sys.exit("railhead: a curve is drawn with Altair: pip install 'railhead[study]'")
