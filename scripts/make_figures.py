"""Draw the figures of docs/pictures from the numbers in docs/measurements: `python scripts/make_figures.py`."""

import json
from pathlib import Path

import altair as alt

from railhead.learn.curves import points, read
from railhead.reports.charts import Chart, bars, curves
from railhead.reports.page import as_files

DOCS = Path(__file__).parents[1] / "docs"
PICTURES, MEASURED = DOCS / "pictures", DOCS / "measurements"
RUNS = ("usa-2", "europe-2", "france-2")  # of one table each, the longest


def learning() -> Chart:
    """Win shares against the planner while networks of one table each learn."""
    rows = [
        row | {"name": str(row["name"]).removesuffix(" planner")}
        for run in RUNS
        for row in points(read(MEASURED / "curves" / f"{run}.jsonl"))
        if str(row["name"]).endswith(" planner")
    ]
    return curves(
        rows, "steps", "share", "decisions played in training", "share of games won against planner", even=0.5, domain=(0, 1)
    )  # fmt: skip


def gpu() -> Chart:
    """Million moves a second on an H200, version after version."""
    return bars(json.loads((MEASURED / "gpu.json").read_text()), "million moves a second", ",.0f", goal=2000)


FIGURES = {"learning-h200": learning, "gpu-h200": gpu}


def main() -> None:
    """Draw all of them."""
    alt.data_transformers.disable_max_rows()
    for name, drawn in FIGURES.items():
        (PICTURES / f"{name}.svg").write_text(as_files(drawn())[0], encoding="utf-8")
        print(PICTURES / f"{name}.svg")


if __name__ == "__main__":
    main()
