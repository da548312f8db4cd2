"""axe finds nothing serious on any page, light or dark."""

from pathlib import Path
from typing import Any

import pytest
from players import Clicker, result, start

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def serious(page: Any) -> list[str]:
    page.wait_for_timeout(150)
    page.evaluate(AXE.read_text() + ";undefined")
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:4]
    ]


@pytest.mark.skipif(not AXE.is_file(), reason="npm install in web/ first")
@pytest.mark.parametrize(("look", "game", "size"), [("light", "europe", "desktop"), ("dark", "france", "phone")])
def test_no_serious_problem_on_any_page(open_page: Any, look: str, game: str, size: str) -> None:
    page = open_page(size, color_scheme=look)
    page.locator(".picture svg").first.wait_for()
    problems = {"home": serious(page)}
    page.get_by_role("button", name="Settings").click()
    problems["settings"] = serious(page)
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="How to play").click()
    problems["help"] = serious(page)
    page.get_by_role("button", name="Close").click()
    table = start(page, game)
    page.locator(".ask").wait_for()
    page.locator(".ask input").first.check()
    problems["tickets"] = serious(page)
    player = Clicker(page, touch=size == "phone")
    player.some(8)
    player.settle()
    problems["table"] = serious(page)
    if size == "phone":
        for sheet in ("Tickets", "Players", "Story", "Chat"):
            page.get_by_role("navigation").get_by_role("button", name=sheet).tap()
            problems[sheet] = serious(page)
            page.locator("dialog").get_by_role("button", name="Close").tap()
    page.goto(f"/replay/{table}")
    page.locator(".controls").wait_for()
    problems["replay"] = serious(page)
    page.goto("/t/nosuchtable")
    page.get_by_role("heading", name="There is no such table").wait_for()
    problems["unknown"] = serious(page)
    if size == "phone":
        page.goto("/")
        page.get_by_label("Seat 2: who").select_option("here")
        page.get_by_role("button", name="Sit down and play").tap()
        page.locator(".curtain").wait_for()
        problems["curtain"] = serious(page)
    if size == "desktop":
        page.goto("/")
        page.get_by_label("Seat 2: who").select_option("friend")
        page.get_by_role("button", name="invite").click()
        page.get_by_label("Link to this table").wait_for()
        problems["gathering"] = serious(page)
        guest = open_page(size, page.url, color_scheme=look)
        guest.get_by_role("button", name="Sit here").wait_for()
        problems["invited"] = serious(guest)
    assert {name: found for name, found in problems.items() if found} == {}


@pytest.mark.skipif(not AXE.is_file(), reason="npm install in web/ first")
@pytest.mark.parametrize(("look", "size"), [("light", "desktop"), ("dark", "phone")])
def test_no_serious_problem_where_one_learns(open_page: Any, look: str, size: str) -> None:
    page = open_page(size, "/learn", color_scheme=look)
    page.locator("main li").first.wait_for()
    problems = {"learn": serious(page)}
    page.goto("/learn/first")
    page.locator(".coach .said").wait_for()
    problems["lesson"] = serious(page)
    page.goto("/rules/europe#e8")
    page.locator("#e8.target figure svg").wait_for()
    problems["rules"] = serious(page)
    assert {name: found for name, found in problems.items() if found} == {}


@pytest.mark.skipif(not AXE.is_file(), reason="npm install in web/ first")
def test_no_serious_problem_at_the_end(open_page: Any) -> None:
    page = open_page()
    start(page, "usa-big-cities")
    page.locator(".ask").wait_for()
    Clicker(page, least=2).play()
    during = serious(page)
    result(page)
    assert during + serious(page) == []
