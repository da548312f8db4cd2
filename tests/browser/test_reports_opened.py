"""Reports in a browser: in the dark the maps are dark, and on a phone no figure has to be pushed sideways."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("altair")

from railhead.boards import load
from railhead.draw.cache import geometry_of
from railhead.draw.svg.values import Measure, Valued, value_map
from railhead.reports.charts import Estimate, bars, curves, distributions, estimates, grid, panels
from railhead.reports.page import Figure, Report, Table, page

NAMES = ("Brest – Petrograd (20) and Frankfurt – Smolensk (13)", "Cádiz – Stockholm (21) and Erzurum – København (21)")
LONGER = [
    Estimate("Erzurum – København (21) and Constantinople – Amsterdam (17)", 0.4, 0.3, 0.5, 9)
]  # ends in dots on a phone
CHARTS = {
    "longer": estimates(LONGER, "share of games won"),
    "estimates": estimates([Estimate(name, 0.4, 0.3, 0.5, 9) for name in NAMES], "share of games won, less the mean of the two", even=0.25),
    "bars": bars([(name, 5.0) for name in NAMES], "moves a second", ",.3~s", goal=4),
    "panels": panels({f"USA: {n} players": [Estimate(f"{turn + 1}", 0.1, 0.0, 0.2, 9) for turn in range(n)] for n in (2, 3, 4, 5)}, "turn order", "points over even"),
    "distributions": distributions({name: [80, 90, 130] for name in NAMES}, "points at the end"),
    "curves": curves([{"name": name, "at": n, "share": n / 4} for name in NAMES for n in range(4)], "at", "share", "decisions played in training", "share won"),
    "grid": grid([{"bot": one, "of": other, "share": 0.4} for one in ("planner", "hungry") for other in ("planner", "hungry")], "of", "bot", "share", ("of", "bot", "share"), 0.5),
}  # fmt: skip


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    setting = load("france")
    routes = {route.id: Valued(0.3, route.id) for route in setting.routes}
    shown = value_map(setting.board, geometry_of(setting.board), Measure("share of games", 0, 1), routes)
    parts = [Figure(f"map-{number}", "A map", "", shown) for number in (1, 2)]
    charts = [Figure(name, name, "", chart) for name, chart in CHARTS.items()]
    facts = Table(
        "Facts",
        "",
        ("", ""),
        [
            ("the route claimed most often", "Gmunden – Wolfsberg, in 84% of the games"),
            ("games of 4", "200, played by planner bots"),
        ],
    )
    file = tmp_path_factory.mktemp("reports") / "report.html"
    file.write_text(page(Report("A report", "", [*parts, facts, *charts])), encoding="utf-8")
    return file


def opened(chromium: Any, report: Path, width: int, sight: str) -> tuple[Any, list[str]]:
    problems: list[str] = []
    seen = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=sight, offline=True).new_page()
    seen.on("pageerror", lambda error: problems.append(str(error)))
    seen.goto(report.as_uri())
    seen.wait_for_function(f"document.querySelectorAll('.chart svg.marks').length === {len(CHARTS)}", timeout=20_000)
    return seen, problems


@pytest.mark.parametrize("width", [360, 390, 768, 1366])
def test_nothing_has_to_be_pushed_sideways(chromium: Any, report: Path, width: int) -> None:
    seen, problems = opened(chromium, report, width, "light")
    too_wide = (
        "[...document.querySelectorAll('figure, .tables')].filter(one => one.scrollWidth > one.clientWidth).length"
    )
    assert seen.evaluate(too_wide) == 0
    assert seen.evaluate("document.documentElement.scrollWidth <= innerWidth")
    words = seen.evaluate("[...document.querySelectorAll('.chart text')].map(one => one.textContent).join(' ')")
    assert (
        width < 390 or all(name in words for name in NAMES)
    ) and not problems  # where there is no room at all they end in dots
    seen.context.close()


def test_no_bar_hides_its_name_and_nothing_lies_under_the_menu(chromium: Any, report: Path) -> None:
    """On a phone names stand over their lines, and the bars were as high as these; the menu lay on the highest points."""
    seen, problems = opened(chromium, report, 390, "light")
    hidden = """() => [...document.querySelectorAll('.chart')].filter(chart => {
        const box = one => one.getBoundingClientRect();
        const bars = [...chart.querySelectorAll('.mark-rect:not(.role-legend-gradient) path')].map(box).filter(one => one.height < 30);
        const names = [...chart.querySelectorAll('.role-axis-label text')].filter(one => one.textContent.length > 30).map(box);
        const menu = box(chart.querySelector('summary'));
        const drawn = box(chart.querySelector('svg.marks'));
        const over = (a, b) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
        return names.some(name => bars.some(bar => over(name, bar))) || over(menu, drawn);
    }).length"""
    assert seen.evaluate(hidden) == 0 and not problems
    seen.context.close()


@pytest.mark.parametrize("number", [0, 1])
def test_a_map_is_as_dark_as_its_page(chromium: Any, report: Path, number: int) -> None:
    lit = []
    for sight in ("light", "dark"):
        seen, problems = opened(chromium, report, 1366, sight)
        picture = seen.locator(".map svg").nth(number).screenshot()
        lit.append(brightness(picture))
        assert not problems
        seen.context.close()
    assert lit[0] > 200 and lit[1] < 70


def brightness(picture: bytes) -> float:
    """The mean of all points, 0 to 255."""
    import io

    from PIL import Image, ImageStat

    return float(ImageStat.Stat(Image.open(io.BytesIO(picture)).convert("L")).mean[0])
