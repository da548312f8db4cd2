"""Duplicates and tournaments in real browsers: set up from the home page, joined by the link, played, compared; by keyboard, and readable for all."""

from typing import Any

import pytest
from tables import best, play_at
from test_axe import AXE, serious


def set_up(page: Any, kind: str, name: str) -> str:
    """A duplicate of two tables, a bot at the second seat of both; or a tournament for two at a table."""
    page.get_by_role("link", name="Clubs and tournaments").click()
    page.get_by_role("radio", name=kind).check()
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_label("Players at a table").select_option("2")
    if kind == "Duplicate":
        page.get_by_label("Seat 2").select_option("Bot: Child")
    page.get_by_role("button", name="Set it up").press("Enter")
    page.get_by_role("heading", name=name).wait_for()
    return str(page.url.split("/club/")[1])


def join(page: Any, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").press("Enter")


def leave(page: Any, club: str) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"/club/{club}")
    page.get_by_role("button", name="Leave").click()


def test_a_duplicate_is_joined_by_its_link_played_at_two_tables_and_compared(open_page: Any) -> None:
    host = open_page(path="/")
    club = set_up(host, "Duplicate", "Tuesday club")
    join(host, "Anna")
    host.get_by_text("You play as: Anna").wait_for()
    guest = open_page(path=f"/club/{club}")
    guest.get_by_label("Your place").select_option("Table 2, seat 1")
    join(guest, "Ben")
    for page in (host, guest):  # the last place was taken: both are led to their tables
        page.wait_for_url("**/t/*")
        page.locator(".ask").wait_for()
    assert host.url != guest.url
    offered = [page.locator(".ask").inner_text() for page in (host, guest)]
    assert offered[0] == offered[1]  # the same tickets
    host.goto("/")
    host.get_by_role("link", name="USA").first.wait_for()  # among my games
    leave(host, club)
    guest.goto(f"/club/{club}")
    guest.get_by_text("You see the points when your own game is over.").wait_for()
    leave(guest, club)
    guest.get_by_text("It is over.").wait_for(timeout=30_000)
    assert guest.get_by_text("a bot finished").count() == 2
    guest.get_by_role("link", name="Watch the replay").first.wait_for()


def test_a_duplicate_with_one_table_ended_compares_nothing_yet_and_has_nothing_to_leave(
    open_page: Any, server: Any
) -> None:
    host = open_page(path="/")
    club = set_up(host, "Duplicate", "Tuesday club")
    join(host, "Anna")
    host.get_by_text("You play as: Anna").wait_for()
    guest = open_page("phone", f"/club/{club}")
    join(guest, "Ben")
    host.wait_for_url("**/t/*")
    guest.wait_for_url("**/t/*")
    stranger = open_page(path=f"/club/{club}")
    stranger.get_by_text("Others still play this deal").wait_for()
    who = stranger.get_by_role("region", name="Who plays")
    assert [who.get_by_text(name, exact=True).count() for name in ("Anna", "Ben")] == [1, 1]

    host.locator(".ask").wait_for()
    token = host.evaluate("JSON.parse(localStorage['railhead.tables'])[0].tokens[0]")
    play_at(server.address, host.url.split("/t/")[1], token, lambda state: best(state["choices"]["0"]))
    host.goto(f"/club/{club}")
    host.get_by_text("Tables that have ended: 1 of 2").wait_for()
    host.get_by_role("table", name="Seat 1").get_by_role("cell", name="–").wait_for()
    for heading in ("Standings", "For the host"):  # neither a place nor a panel without anything in it
        assert host.get_by_role("heading", name=heading).count() == 0
    assert host.get_by_role("button", name="Leave").count() == 0
    host.get_by_role("columnheader", name="Difference").first.wait_for()
    guest.goto(f"/club/{club}")
    guest.get_by_role("button", name="Leave").wait_for()  # who still plays can


@pytest.mark.skipif(not AXE.is_file(), reason="npm install in web/ first")
def test_no_serious_problem_with_clubs(open_page: Any) -> None:
    page, problems = open_page("phone", "/", color_scheme="dark"), {}
    club = set_up(page, "Swiss tournament", "Spring cup")
    problems["gathering"] = serious(page)
    join(page, "Anna")
    page.get_by_text("You play as: Anna").wait_for()
    guest = open_page(path=f"/club/{club}")
    join(guest, "Ben")
    page.get_by_text("2 players have joined.").wait_for()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/*")
    page.goto(f"/club/{club}")
    page.get_by_role("heading", name="Round 1").wait_for()
    problems["round"] = serious(page)
    page.goto("/club")
    page.get_by_role("link", name="Spring cup").wait_for()
    problems["new"] = serious(page)
    assert {name: found for name, found in problems.items() if found} == {}
