"""Games over days in real browsers: the next game is offered after a move, a holiday stops the clock, an offer to call the game off is
answered; each of it read by axe, on large screens in the light and on phones in the dark.
"""

from typing import Any

import pytest
from test_axe import AXE, serious

LOOKS = [("light", "desktop"), ("dark", "phone")]


def over_days(page: Any, game: str, rival: str) -> str:
    """From the home page to a table over days with a friend or a bot; its name."""
    page.goto("/")
    page.locator(f"input[name=game][value={game}]").check(force=True)
    while page.locator(".seats li").count() > 2:
        page.locator(".seats li").last.get_by_role("button").click()
    page.get_by_label("Seat 2: who").select_option(rival)
    page.get_by_label("Clock").select_option(label="2 days a turn")
    page.get_by_role("button", name="invite" if rival == "friend" else "Sit down and play").click()
    page.wait_for_url("**/t/*")
    return str(page.url.split("/t/")[1])


def wishes(page: Any, size: str) -> None:
    """What can be done beside moves."""
    if size == "phone":
        page.get_by_role("button", name="Players", exact=True).click()
    page.get_by_role("button", name="Leave the game").click()


@pytest.mark.skipif(not AXE.is_file(), reason="npm install in web/ first")
@pytest.mark.parametrize(("look", "size"), LOOKS)
def test_after_a_move_the_next_game_is_offered_and_a_holiday_stops_the_clock(
    open_page: Any, look: str, size: str
) -> None:
    page, problems = open_page(size, color_scheme=look), {}
    other = over_days(page, "europe", "bot")
    page.locator(".ask").wait_for()
    over_days(page, "usa", "friend")
    guest = open_page(path=page.url)
    guest.get_by_role("button", name="Sit here").click()
    for ticket in range(2):
        page.locator(".ask label input").nth(ticket).check()
    page.locator(".ask button.primary").click()  # the guest has yet to choose
    page.get_by_role("link", name="Your turn in another game: Europe").wait_for()
    problems["next"] = serious(page)
    page.get_by_role("link", name="Your turn in another game: Europe").click()
    page.wait_for_url(f"**/t/{other}")
    page.locator(".ask").wait_for()

    wishes(page, size)
    page.get_by_label("Days").fill("3")
    problems["leave"] = serious(page)
    page.get_by_role("button", name="Go on holiday").click()
    page.get_by_text("on holiday", exact=True).first.wait_for()
    page.reload()
    wishes(page, size)
    page.get_by_text("You are on holiday until").wait_for()
    page.get_by_role("button", name="End the holiday").click()
    page.get_by_text("on holiday", exact=True).first.wait_for(state="detached")
    assert {name: found for name, found in problems.items() if found} == {}


@pytest.mark.skipif(not AXE.is_file(), reason="npm install in web/ first")
@pytest.mark.parametrize(("look", "size"), LOOKS)
def test_a_game_is_called_off_when_the_other_agrees(open_page: Any, look: str, size: str) -> None:
    host = open_page("desktop")
    over_days(host, "usa", "friend")
    guest = open_page(size, host.url, color_scheme=look)
    guest.get_by_role("button", name="Sit here").click()
    guest.locator(".ask").wait_for()
    host.locator(".ask").wait_for()
    wishes(host, "desktop")
    host.get_by_role("button", name="Offer to call the game off").click()
    host.get_by_text("Still to agree").wait_for()
    guest.get_by_role("button", name="Agree", exact=True).wait_for()
    assert serious(guest) == []
    host.goto("/")
    guest.get_by_role("button", name="Agree", exact=True).click()
    guest.get_by_text("called off").first.wait_for()
    assert serious(guest) == []
    host.reload()
    host.get_by_role("link", name="The game was called off").click()  # at home, until it was seen
    host.get_by_role("heading", name="The game was called off").wait_for()
    host.goto("/")
    host.get_by_role("heading", name="Choose a journey").wait_for()
    assert host.get_by_role("heading", name="Continue").count() == 0
