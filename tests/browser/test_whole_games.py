"""Whole games by clicking, one in each of the four main games, against bots."""

from typing import Any

import pytest
from players import Clicker, result, start


@pytest.mark.parametrize("game", ["usa", "usa-10th", "europe", "france"])
def test_a_whole_game_by_clicking(open_page: Any, game: str) -> None:
    page = open_page()
    start(page, game)
    page.locator(".ask").wait_for()
    player = Clicker(page)
    player.play()
    assert {"tickets", "claim"} <= player.seen
    assert ("build" in player.seen) == (game == "france")
    assert ("station" in player.seen) == (game == "europe")
    result(page)
    assert page.locator("tr.won").count() >= 1
    page.get_by_role("link", name="Watch the replay").click()
    page.locator(".controls").wait_for()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert "move=" in page.url
