"""The review of a finished game: its curve, its decisions on the board, questions, and what if."""

from typing import Any

from served import Server
from tables import finished_game
from test_axe import serious


def test_a_finished_game_is_reviewed_asked_again_and_played_on(open_page: Any, server: Server) -> None:
    table = finished_game(server.address, "usa")
    page = open_page("desktop", f"/review/{table}")
    slider = page.get_by_role("slider", name="Chance to win over the game")
    slider.wait_for(timeout=120_000)
    assert slider.get_attribute("aria-valuetext").startswith("Move 1 of ")
    page.get_by_role("heading", name="The costliest decisions").wait_for(timeout=300_000)
    assert serious(page) == []
    page.locator("aside ol button").first.click()
    assert "Better: " in page.locator(".moment").inner_text()
    here = page.url
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    assert page.url != here and "Move 2 of" not in here
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("What would you do here?").wait_for()
    page.locator(".options button").first.click()
    assert "%" in page.locator(".moment [role=status]").inner_text()
    page.get_by_role("button", name="Back to the review").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/t/*")
    page.locator(".board").wait_for()
    assert table not in page.url
