"""The deal of the day and the best, in real browsers: begun with a click by whoever has no profile yet, found again elsewhere, readable for all."""

from typing import Any

import pytest
from test_axe import AXE, serious


def test_the_deal_of_the_day_is_begun_with_a_click_and_found_again_in_another_browser(open_page: Any) -> None:
    first = open_page(path="/")
    first.get_by_role("link", name="Deal of the day").click()
    first.get_by_role("button", name="Play", exact=True).click()
    first.locator(".ask").wait_for()
    table, key = first.url.split("/t/")[1], first.evaluate("localStorage['railhead.me']")
    first.goto("/daily")
    first.get_by_role("button", name="Go on playing").click()
    first.locator(".ask").wait_for()
    assert first.url.endswith(table)

    other = open_page(path=f"/me#{key}")
    other.get_by_role("button", name="Use it here").click()
    other.get_by_role("heading", name="Take it along").wait_for()
    other.evaluate("localStorage.removeItem('railhead.tables')")
    other.goto("/daily")
    other.get_by_role("button", name="Go on playing").click()
    other.locator(".ask").wait_for()
    assert other.url.endswith(table)  # the same try: there is one

    stranger = open_page(path=f"/t/{table}")
    stranger.get_by_text("Others still play this deal").first.wait_for()


@pytest.mark.skipif(not AXE.is_file(), reason="npm install in web/ first")
@pytest.mark.parametrize(("look", "size"), [("light", "desktop"), ("dark", "phone")])
def test_no_serious_problem_with_the_day_and_the_best(open_page: Any, look: str, size: str) -> None:
    page, problems = open_page(size, "/daily", color_scheme=look), {}
    page.get_by_text("Nobody can know it before").click()
    page.get_by_text("SHA-256 of tomorrow").wait_for()
    problems["daily"] = serious(page)
    page.goto("/best")
    page.get_by_text("From rated games").wait_for()
    problems["best"] = serious(page)
    assert {name: found for name, found in problems.items() if found} == {}
