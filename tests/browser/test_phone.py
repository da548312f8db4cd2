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


def test_some_turns_with_the_phone_held_sideways(open_page: Any) -> None:
    page = open_page("sideways")
    start(page, "europe", bots=4)
    page.locator(".ask").wait_for()
    player = Clicker(page, touch=True, least=2)
    while "payment" not in player.seen:  # whoever draws long enough can claim something
        player.some(6)
        assert player.turns < 150
    player.settle()
    assert {"tickets", "keep", "claim"} <= player.seen
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
