"""Reports: figures whose axes have names, values on the drawing of the board, pages that need nothing else."""

import json
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("altair")

from railhead.arena.findings import Findings
from railhead.arena.games import play_deal
from railhead.arena.report import arena_report
from railhead.arena.run import tournament
from railhead.arena.studied import game_row, move_rows
from railhead.arena.study import study
from railhead.boards import load
from railhead.draw.cache import geometry_of
from railhead.draw.svg.values import Arc, Measure, Valued, value_map
from railhead.kernel.records import NONE
from railhead.reports.charts import Estimate, bars, curves, distributions, estimates, grid, panels
from railhead.reports.names import route_names, ticket_names
from railhead.reports.page import Figure, Report, Table, as_files, page, write
from railhead.reports.speed import speed_report

LUCK = [Estimate("planner", 0.6, 0.5, 0.7, 100), Estimate("path", 0.4, 0.3, 0.5, 100)]
CHARTS = {
    "estimates": estimates(LUCK, "share of games won", even=0.5),
    "distributions": distributions({"planner": [90, 100, 130], "path": [80, 81]}, "points at the end"),
    "curves": curves(
        [{"name": "path", "steps": n, "share": n / 4} for n in range(4)], "steps", "share", "decisions", "share won"
    ),
    "panels": panels({"USA: 2 players": LUCK, "USA: 3 players": LUCK}, "turn order", "share of games won", even=0.5),
    "bars": bars([("planner", 5.0), ("path", 80.0)], "moves a second", ",.0f", goal=60),
    "grid": grid([{"bot": "path", "seat": "1", "share": 0.4}], "seat", "bot", "share", ("seat", "bot", "share"), 0.5),
}


def axes(spec: Any) -> list[Any]:
    """The titles of all axes of a chart that have one, or should."""
    found = []
    for key, value in spec.items() if isinstance(spec, dict) else enumerate(spec) if isinstance(spec, list) else ():
        if key in ("x", "y") and isinstance(value, dict):
            found.append(value.get("title", "no title"))
        found += axes(value)
    return found


def test_a_whole_number_is_the_middle_of_its_bar_and_no_bar_reaches_the_top() -> None:
    """Beside the bar of 38 and 39 a mean of 38.5 would seem to be the least of all."""
    drawn = distributions({"path": [38, 39, 39, 40]}, "turns").to_dict()
    rows = next(iter(drawn["datasets"].values())) if "datasets" in drawn else drawn["data"]["values"]
    assert [(row["from"], row["to"], row["share"]) for row in rows if row["share"]] == [
        (37.5, 38.5, 0.25),
        (38.5, 39.5, 0.5),
        (39.5, 40.5, 0.25),
    ]
    (up,) = {layer["encoding"]["y"]["scale"]["domain"][1] for layer in drawn["layer"] if "y" in layer["encoding"]}
    assert up > 0.5


@pytest.mark.parametrize("kind", CHARTS)
def test_every_axis_has_a_name_and_the_figure_is_drawn(kind: str) -> None:
    titles = axes({key: value for key, value in CHARTS[kind].to_dict().items() if key != "datasets"})
    assert [title for title in titles if title and title != "no title"]
    drawn, pixels = as_files(CHARTS[kind])
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert pixels[:4] == b"\x89PNG"


def test_what_was_measured_of_speed_has_a_panel_for_each_thing_that_was_counted() -> None:
    found = {
        "usa-4p": {"moves_per_second": 8e6, "games_per_second": 1e4, "ratio_to_reference": 0.02},
        "copy-apply": {"steps_per_second": 3e5},
    }
    report = speed_report(found, {"usa-4p": 8_000_000})
    assert [part.title for part in report.parts] == ["Moves a second", "Games a second", "Steps a second", "Numbers"]
    assert "8,000,000" in page(report)


def test_a_page_needs_nothing_else_and_is_light_and_dark() -> None:
    parts: list[Figure | Table] = [
        Figure("luck", "Luck <b>", "What is seen", CHARTS["estimates"]),
        Table("T", "", ("a",), [["</script>"]]),
    ]
    text = page(Report("A & B", "Told", parts, "Seed 1"))
    assert len(text) < 2_000_000
    assert not re.search(r'(?:src|href)="(?:https?:)?//', text)  # nothing is fetched
    assert "Luck &lt;b&gt;" in text and "&lt;/script&gt;" in text and "A &amp; B" in text
    assert "prefers-color-scheme:dark" in text and "Seed 1" in text and "railhead 0" in text


def test_values_stand_on_the_drawing_of_the_board() -> None:
    setting = load("europe")
    names = route_names(setting)
    measure = Measure("share of games that the owner won", 0.3, 0.7, apart=True)
    routes = {route.id: Valued(0.62, names[route.id]) for route in setting.routes[:5]}
    routes |= {setting.routes[5].id: Valued(None, "too few games")}
    tickets = [Arc(ticket.a, ticket.b, Valued(0.4, ticket.id)) for ticket in setting.tickets]
    drawn = value_map(setting.board, geometry_of(setting.board), measure, routes, tickets)
    ElementTree.fromstring(drawn)
    assert drawn.count(">62</text>") == 5
    assert all(f"<title>{names[route.id]}</title>" in drawn for route in setting.routes[:5])
    assert measure.title in drawn


def test_a_ticket_s_value_stands_on_its_arc_and_on_nothing_else_that_is_to_be_read() -> None:
    setting = load("europe")
    geometry = geometry_of(setting.board)
    measure = Measure("share of games that its holder won", 0.05, 0.45, apart=True)
    tickets = [Arc(one.a, one.b, Valued(0.01 * number, one.id)) for number, one in enumerate(setting.tickets)]
    drawn = value_map(setting.board, geometry, measure, tickets=tickets)
    spots = [
        (float(x), float(y)) for x, y in re.findall(r'<g transform="translate\(([-\d.]+) ([-\d.]+)\)"><title>', drawn)
    ]
    assert 0.9 * len(tickets) < len(spots) <= len(tickets)
    assert not [
        label.id for x, y in spots for label in geometry.labels if label.box[0] < x < label.box[2] and label.box[1] < y < label.box[3]
    ]  # fmt: skip
    assert all(abs(a[0] - b[0]) >= 18 or abs(a[1] - b[1]) >= 13 for a in spots for b in spots if a is not b)
    assert ">5 % or less<" in drawn and ">45 % or more<" in drawn  # further out all have one colour


def test_a_figure_says_itself_what_it_shows_and_how_it_was_made(tmp_path: Path) -> None:
    """Where it is taken to a paper, the foot of its page stays behind."""
    picture = Figure("luck", "Luck", "Of planners.", CHARTS["estimates"])
    write(Report("A & B", "Told", [picture], "Seed 7"), tmp_path / "page.html", tmp_path)
    words = ElementTree.parse(tmp_path / "luck.svg").find("{http://www.w3.org/2000/svg}desc")
    assert words is not None and words.text is not None
    assert words.text.startswith("A & B. Luck. Of planners. Made by ") and "Seed 7. railhead " in words.text
    image = pytest.importorskip("PIL.Image").open(tmp_path / "luck.png")
    image.load()
    assert image.info["Description"] == words.text


def test_routes_and_tickets_have_the_names_that_people_know() -> None:
    setting = load("usa")
    names = route_names(setting)
    assert names["atlanta-nashville"] == "Atlanta – Nashville"
    assert len(set(names.values())) == len(names)
    assert ticket_names(setting)["los-angeles-new-york:21"] == "Los Angeles – New York (21)"


def test_a_map_that_is_shown_twice_has_its_ground_once() -> None:
    setting = load("usa")
    drawn = value_map(setting.board, geometry_of(setting.board), Measure("m", 0, 1))
    text = page(Report("Two", "", [Figure("one", "One", "", drawn), Figure("two", "Two", "", drawn)]))
    assert text.count('id="ground-usa"') == 1 and text.count('href="#ground-usa"') == 1
    assert len(text) < 1.6 * len(drawn)


def test_every_claim_of_a_game_is_a_row_that_names_its_route() -> None:
    setting = load("france")
    match = play_deal(setting, ("path", "hungry"), 3, 0)
    rows = list(move_rows(match, 0))
    claimed = [row.route for row in rows if row.route != NONE]
    assert len(rows) == len(match.decisions)
    owned = [route for seat in range(2) for route in route_set(match, seat)]
    assert sorted(claimed) == sorted(owned)


def route_set(match: Any, seat: int) -> list[int]:
    from railhead.game.view import members

    return members(match.game.owned[seat])


def test_when_routes_were_claimed_is_a_share_of_the_game() -> None:
    setting = load("usa")
    findings = Findings(setting, ["path", "random"])
    for deal in range(3):
        match = play_deal(setting, ("path", "random"), 5, deal)
        findings.add(game_row(match, findings.bots, deal, 5), match, list(move_rows(match, deal)))
    claimed = findings.claims > 0
    when = findings.when[claimed] / findings.claims[claimed]
    assert ((when > 0) & (when < 1)).all()


def test_a_study_writes_tables_a_page_and_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr("railhead.arena.study_report.ENOUGH", 1)
    steps: list[int] = []
    told = study(load("usa"), ["path", "path"], 4, 1, tmp_path, progress=steps.append)
    assert told.games == 4 and sum(steps) == 4
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert len(text) < 2_000_000 and "Where the trains went" in text and "Seed 1" in text
    assert {"scores.svg", "scores.png", "claims.svg", "when.png"} <= {
        file.name for file in (tmp_path / "figures").iterdir()
    }
    assert json.loads(re.search(r"const FIGURES = (\[.*?\]);const LIGHT", text, re.DOTALL)[1])  # type: ignore[index]


def test_what_programs_forfeited_is_told_apart_in_the_report(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text("import sys\nprint('help me', file=sys.stderr)\nsys.exit(3)\n", encoding="utf-8")
    bots = [f"ends=cmd:{sys.executable} {program}", "gone=cmd:/no/such/program", "path"]
    setting = load("usa")
    rows = tournament(setting, 2, bots, 1, 1, 1)
    shown = arena_report(setting, 2, 1, rows, ["ends", "gone", "path"])
    table = next(part for part in shown.parts if part.title == "Forfeited")
    assert isinstance(table, Table)
    assert [(row[0], row[1]) for row in table.rows] == [("ends", "crash"), ("gone", "start")]
    assert "exit code 3" in table.rows[0][4] and table.rows[0][5] == "help me"
    calm = arena_report(setting, 2, 1, tournament(setting, 2, ["path", "random"], 1, 1, 1), ["path", "random"])
    assert "Forfeited" not in [part.title for part in calm.parts]
