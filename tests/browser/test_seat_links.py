"""A link that somebody sends gives a seat to whoever wants it, and takes nothing from anybody."""

import json
import urllib.request
from typing import Any

FALSE = "A" * 43


def new_table(server: Any) -> tuple[str, list[str]]:
    """A table at which Anna and Ben play; its name, and the tokens of their seats."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    body = json.dumps({"game": "usa", "seats": seats}).encode()
    asked = urllib.request.Request(f"{server.address}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=90) as answer:
        made = json.load(answer)
    return made["table"], [seat["token"] for seat in made["seats"]]


def held(page: Any, table: str) -> dict[str, str]:
    """The tokens of a table that this browser keeps."""
    kept = json.loads(page.evaluate("localStorage.getItem('railhead.tables') ?? '[]'"))
    return next((dict(mine["tokens"]) for mine in kept if mine["table"] == table), {})


def watching(page: Any) -> None:
    page.get_by_text("You are watching").wait_for()
    assert page.locator("#hand").count() == 0


def test_a_seat_in_a_link_is_asked_for_first(open_page: Any, server: Any) -> None:
    """It was taken at once, by whoever opened the link."""
    table, (_, token) = new_table(server)
    page = open_page(path=f"/t/{table}#1:{token}")
    page.get_by_text("This link gives you the seat of Ben.").wait_for()
    assert page.url == f"{server.address}/t/{table}"  # nobody reads it over a shoulder, or in the history
    watching(page)
    assert held(page, table) == {}
    page.get_by_role("button", name="Sit down").click()
    page.locator("#hand").wait_for()
    assert held(page, table) == {"1": token}
    page.reload()
    page.locator("#hand").wait_for()


def test_whoever_only_wants_to_watch_keeps_nothing(open_page: Any, server: Any) -> None:
    table, (_, token) = new_table(server)
    page = open_page(path=f"/t/{table}#1:{token}")
    page.get_by_role("button", name="Only watch").click()
    watching(page)
    assert held(page, table) == {}


def test_a_false_seat_is_told_and_forgotten(open_page: Any, server: Any) -> None:
    """It was kept, and from then on every visit to the table ended in "Connection lost"."""
    table, _ = new_table(server)
    page = open_page(path=f"/t/{table}#1:{FALSE}")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_text("This link does not belong to a seat of this table.").wait_for()
    watching(page)
    assert held(page, table) == {}
    page.reload()
    watching(page)


def test_a_link_never_overwrites_a_seat_that_is_held(open_page: Any, server: Any) -> None:
    """It did: a link with nonsense in it cost the true seat, for good."""
    table, (token, other) = new_table(server)
    page = open_page(path=f"/t/{table}#0:{token}")
    page.get_by_role("button", name="Sit down").click()
    page.locator("#hand").wait_for()
    for link in (f"#0:{FALSE}", f"#0:{other}"):
        page.goto("/")
        page.goto(f"/t/{table}{link}")
        page.locator("#hand").wait_for()
        assert page.get_by_role("alertdialog").count() == 0
        assert held(page, table) == {"0": token}
    page.goto("/")
    page.goto(f"/t/{table}#1:{FALSE}")  # a false one beside a true one
    page.get_by_role("button", name="Sit down").click()
    page.get_by_text("This link does not belong to a seat of this table.").wait_for()
    page.locator("#hand").wait_for()
    assert held(page, table) == {"0": token}
