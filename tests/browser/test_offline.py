"""Without a network the page opens and says so; when it is back, the game goes on."""

from typing import Any

from players import Clicker, start, until


def test_the_page_opens_without_a_network_and_plays_on_when_it_is_back(open_page: Any) -> None:
    page = open_page()
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    page.locator(".picture svg").first.wait_for()
    page.reload()  # from now on the worker answers
    table = start(page, "usa")
    player = Clicker(page)
    player.settle()
    page.context.set_offline(True)
    page.get_by_text("You are offline").wait_for()
    page.goto("/")
    page.get_by_role("heading", level=1).wait_for()
    page.get_by_text("You are offline").wait_for()
    page.locator(".games input").first.wait_for(state="attached")  # what was known is known
    page.goto(f"/t/{table}")
    page.get_by_text("Loading").wait_for()
    page.context.set_offline(False)
    page.locator(".status.mine").wait_for()
    player.mark = ""
    player.some(2)


def test_what_is_said_above_a_table_cuts_nothing_and_a_touch_is_answered(open_page: Any) -> None:
    for size in ("desktop", "phone"):
        page = open_page(size)
        start(page, "usa")
        Clicker(page, touch=size == "phone").settle()
        page.context.set_offline(True)
        page.get_by_text("You are offline").wait_for()
        page.get_by_text("Connection lost").wait_for()  # at once, not when nothing was heard for long
        low = "() => Math.max(...[...document.querySelectorAll('.table > *')].map((one) => one.getBoundingClientRect().bottom))"
        until(page, f"({low})() <= innerHeight + 1")
        page.locator(".deck").first.click()
        page.locator(".refused").get_by_text("does not answer").wait_for()
        page.context.set_offline(False)
        page.locator(".status.mine").get_by_text("Your turn").wait_for()
