"""Draw the figures of docs/pictures from the numbers in docs/measurements: `python scripts/make_figures.py`.

With folders that `railhead findings --figures` has filled, those of docs/measurements/findings.md are taken over instead, maps as small pictures:
`python scripts/make_figures.py planners judged networks tables`.
"""

import argparse
import json
from pathlib import Path

import altair as alt

from railhead.arena.statistics import wilson
from railhead.reports.charts import Chart, bars, curves
from railhead.reports.page import as_files

DOCS = Path(__file__).parents[1] / "docs"
PICTURES, MEASURED = DOCS / "pictures", DOCS / "measurements"
AGAINST = ", against planner"
RUNS = {
    "usa-2": 1000,
    "europe-2": 800,
    "france-2": 800,
}  # of one table each, the longest, with the games of an evaluation


def learning() -> Chart:
    """Win shares against the planner while networks of one table each learn."""
    from railhead.learn.curves import points, read  # needs PyTorch, and the other figures do not

    rows = [
        row | {"name": str(row["name"]).removesuffix(AGAINST)} | dict(zip(("low", "high"), wilson(float(row["share"]), games), strict=True))
        for run, games in RUNS.items()
        for row in points(read(MEASURED / "curves" / f"{run}.jsonl"))
        if str(row["name"]).endswith(AGAINST)
    ]  # fmt: skip
    return curves(
        rows, "steps", "share", "decisions played in training", "share of games won against planner (95 % interval)", even=0.5, domain=(0, 1)
    )  # fmt: skip


def gpu() -> Chart:
    """Million moves a second on an H200, version after version."""
    return bars(json.loads((MEASURED / "gpu.json").read_text()), "million moves a second", ",.0f", goal=2000)


FIGURES = {"learning-h200": learning, "gpu-h200": gpu}


# the figures of findings.md, by the folder they are taken from
MAPS = (("first-tickets-map", "routes-early", "routes-middle", "routes-late"), (), (), ())
CHARTS = (
    ("first-fits", "order", "winners", "stations"), ("stations-worth",), ("tunnels", "tunnels-worth"), ("tables-order",),
)  # fmt: skip
WIDE, INKS = 1200, 256  # pixels and colours of a map


def take_over(folders: list[Path]) -> None:
    """Figures of findings for the documents."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    for folder, maps, charts in zip(folders, MAPS, CHARTS, strict=True):
        for name in maps:
            drawn = Image.open(folder / f"{name}.png")
            picture, said = drawn.convert("RGB"), PngInfo()
            small = picture.resize((WIDE, round(picture.height * WIDE / picture.width)))
            said.add_itxt("Description", str(drawn.info["Description"]))
            small.quantize(INKS, Image.Quantize.MAXCOVERAGE).save(
                PICTURES / f"findings-{name}.png", optimize=True, pnginfo=said
            )
        for name in charts:
            (PICTURES / f"findings-{name}.svg").write_text(
                (folder / f"{name}.svg").read_text(encoding="utf-8"), "utf-8"
            )


def main() -> None:
    """Draw all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("findings", nargs="*", type=Path)
    if folders := parser.parse_args().findings:
        take_over(folders)
        return
    alt.data_transformers.disable_max_rows()
    for name, drawn in FIGURES.items():
        (PICTURES / f"{name}.svg").write_text(as_files(drawn())[0], encoding="utf-8")
        print(PICTURES / f"{name}.svg")


if __name__ == "__main__":
    main()
