"""What came with games over days, read by axe in light and dark, on large screens and small: passkeys, a link that brings a profile, what can be
done about somebody who bothers, what one has played, the end of a deal of the day, and the best with somebody among them.
"""

from typing import Any

import pytest
from players import result
from tables import best, play_at
from test_axe import AXE, serious
from test_passkeys_used import Keeper

from railhead.boards import load
from railhead.draw.svg.themes import themes
from railhead.server import people, ratings, store
from railhead.server.ratings import Standing
from railhead.server.tokens import hash_of
from railhead.words import Card, Played

LOOKS = [("light", "desktop"), ("dark", "phone")]
# what is wider than the room it has: one would have to push it aside to read it
WIDE = "[...document.querySelectorAll('main *')].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1).map((one) => one.outerHTML.slice(0, 80))"
pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="npm install in web/ first")


@pytest.mark.parametrize(("look", "size"), LOOKS)
def test_no_serious_problem_with_passkeys_and_links_that_bring_a_profile(
    open_page: Any, server: Any, look: str, size: str
) -> None:
    page, problems = open_page(size, server.address.replace("127.0.0.1", "localhost") + "/me", color_scheme=look), {}
    Keeper(page)
    page.get_by_role("button", name="Make a profile").click()
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_label("Name of this passkey").scroll_into_view_if_needed()
    problems["passkeys"] = serious(page)
    key = page.evaluate("localStorage['railhead.me']")
    given = open_page(size, f"/me#{key}", color_scheme=look)
    given.get_by_text("Only if you made the link yourself").wait_for()
    problems["given"] = serious(given)
    assert {name: found for name, found in problems.items() if found} == {}


@pytest.mark.parametrize(("look", "size"), LOOKS)
def test_no_serious_problem_with_what_can_be_done_about_somebody(open_page: Any, look: str, size: str) -> None:
    page = open_page(size, "/me", color_scheme=look)
    page.get_by_role("button", name="Make a profile").click()
    page.get_by_role("heading", name="Take it along").wait_for()
    page.goto("/")
    while page.locator(".seats li").count() > 2:
        page.locator(".seats li").last.get_by_role("button").click()
    page.get_by_label("Seat 2: who").select_option("friend")
    page.get_by_role("button", name="invite").click()
    page.wait_for_url("**/t/*")
    guest = open_page(path=page.url)
    guest.get_by_role("button", name="Sit here").click()
    page.locator(".ask").wait_for()
    page.get_by_role("tab" if size == "desktop" else "button", name="Chat").first.click()
    page.get_by_text("If somebody bothers you").click()
    page.get_by_role("button", name="Report to the host").click()
    page.get_by_label("What happened?").scroll_into_view_if_needed()
    assert serious(page) == []


@pytest.mark.parametrize(("look", "size"), LOOKS)
def test_what_one_has_played_fits_and_its_map_looks_as_the_page_does(
    open_page: Any, server: Any, look: str, size: str
) -> None:
    page = open_page(size, "/me", color_scheme=look)
    page.get_by_role("button", name="Make a profile").click()
    page.get_by_role("heading", name="Take it along").wait_for()
    person = hash_of(page.evaluate("localStorage['railhead.me']"))
    engine = store.open_store(server.store)
    with store.transaction(engine) as connection:
        for number, game in enumerate(("usa", "europe", "france", "usa")):
            routes = [route.id for route in load(game).routes[:: number + 2]]
            played = Played(f"played{number}", game, 0, 3, 2, 1000, 12, 3, 45, True)
            people.write_results(connection, [(person, 0, played, routes)])
    engine.dispose()
    if size == "phone":
        page.set_viewport_size({"width": 320, "height": 640})
    page.reload()
    page.get_by_text("Average place").first.wait_for()
    page.get_by_label("Your routes on the board").select_option("europe")
    picture = page.get_by_role("img", name="Your routes on the board: Europe")
    picture.wait_for()
    assert page.evaluate(WIDE) == []
    paper = themes()["dark" if look == "dark" else "classic"]["paper"]
    assert f"fill: {paper}" in page.evaluate("(one) => decodeURIComponent(one.src)", picture.element_handle())
    assert serious(page) == []


@pytest.mark.parametrize(("look", "size"), LOOKS)
def test_no_serious_problem_at_the_end_of_a_deal_of_the_day_and_with_the_best(
    open_page: Any, server: Any, look: str, size: str
) -> None:
    page, problems = open_page(size, "/daily", color_scheme=look), {}
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".ask").wait_for()
    table = page.url.split("/t/")[1]
    token, key = page.evaluate(
        "[JSON.parse(localStorage['railhead.tables'])[0].tokens[0], localStorage['railhead.me']]"
    )
    page.goto("/daily")
    play_at(server.address, table, token, lambda state: best(state["choices"]["0"]))
    for _ in range(60):  # it is noted a moment later
        page.goto("/daily")
        page.get_by_text("Nobody can know it before").wait_for()
        if page.get_by_role("button", name="Share", exact=True).count():
            break
        page.wait_for_timeout(500)
    page.get_by_role("button", name="Share", exact=True).wait_for()
    problems["daily"] = serious(page)
    page.goto(f"/t/{table}")
    result(page)
    problems["end"] = serious(page)
    engine = store.open_store(server.store)
    with store.transaction(engine) as connection:
        people.write_card(connection, hash_of(key), Card("Anna"), 0)
        game = [Standing(hash_of(key), 0), Standing("bot:hard", 1), Standing("bot:child", 2)]
        ratings.write(connection, f"best{size}", 0, game)
    engine.dispose()
    page.goto("/best")
    page.get_by_role("row").nth(2).wait_for()
    problems["best"] = serious(page)
    assert {name: found for name, found in problems.items() if found} == {}
