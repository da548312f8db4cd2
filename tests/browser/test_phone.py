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


def test_a_ticket_that_is_touched_is_shown_whole(open_page: Any) -> None:
    page = open_page("phone")
    start(page, "europe")
    page.locator(".ask").wait_for()
    player = Clicker(page, touch=True)
    player.some(4)
    player.settle()
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").tap()
    page.get_by_role("navigation").get_by_role("button", name="Tickets").tap()
    page.get_by_role("dialog").get_by_role("button", name="Ticket 1").tap()
    ends = page.locator(".badge.bright")
    assert ends.count() == 2
    board = page.locator(".board").bounding_box()
    for end in ends.all():
        box = end.bounding_box()
        assert board["x"] <= box["x"] and box["x"] + box["width"] <= board["x"] + board["width"]
        assert board["y"] <= box["y"] and box["y"] + box["height"] <= board["y"] + board["height"]
