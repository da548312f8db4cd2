"""A whole game with a finger on a screen the size of a phone."""

from typing import Any

from players import Clicker, start


def test_a_whole_game_by_touch(open_page: Any) -> None:
    page = open_page("phone")
    start(page, "europe")
    page.locator(".ask").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    player = Clicker(page, touch=True)
    player.play()
    assert {"tickets", "claim", "payment"} <= player.seen
    page.get_by_role("button", name="Skip").tap()
    page.get_by_role("table", name="Final scores").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
