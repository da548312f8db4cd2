"""A whole game with a finger on a screen the size of a phone."""

from typing import Any

from players import Clicker, result, start


def test_a_whole_game_by_touch(open_page: Any) -> None:
    page = open_page("phone")
    start(page, "europe")
    page.locator(".ask").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    player = Clicker(page, touch=True)
    player.play()
    assert {"tickets", "claim", "payment"} <= player.seen
    result(page, touch=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
