"""Oneself, in real browsers: a profile is made, its browser is lost, and the game comes back with the words; a notice is shown once."""

import json
from typing import Any

import pytest
from test_axe import AXE, serious


def made(page: Any) -> list[str]:
    """Make a profile; the words to print."""
    page.get_by_role("button", name="Make a profile").click()
    page.get_by_role("button", name="Words to print").click()
    page.locator(".sheet li").first.wait_for()
    return [str(word) for word in page.locator(".sheet li").all_inner_texts()]


def test_a_lost_game_comes_back_to_another_browser_by_words_and_by_link(open_page: Any) -> None:
    first = open_page(path="/me")
    words = made(first)
    assert len(words) == 24
    first.goto("/")
    first.get_by_label("Clock").select_option(label="2 days a turn")
    first.get_by_text("a bot plays until you are back").wait_for()  # announced before
    first.get_by_role("button", name="Sit down and play").click()
    first.locator(".ask").wait_for()
    table = first.url.split("/t/")[1]
    key = first.evaluate("localStorage['railhead.me']")

    other = open_page(path="/me")
    other.get_by_label("Its words").fill("no such words")
    other.get_by_role("button", name="Bring back").click()
    other.get_by_role("alert").get_by_text("There is no such profile").wait_for()
    other.get_by_label("Its words").fill("  ".join(words).upper())
    other.get_by_role("button", name="Bring back").click()
    other.get_by_role("heading", name="Take it along").wait_for()
    other.goto("/")
    other.locator(f"a[href='/t/{table}']").click()
    other.locator(".ask").wait_for()  # it is the same seat, and asks for its tickets
    assert first.evaluate("JSON.parse(localStorage['railhead.tables'])[0].tokens[0]") != other.evaluate(
        "JSON.parse(localStorage['railhead.tables'])[0].tokens[0]"
    )

    third = open_page(path=f"/me#{key}")
    third.get_by_role("button", name="Use it here").wait_for()
    assert (
        "#" not in third.url and third.evaluate("localStorage['railhead.me'] ?? null") is None
    )  # nothing without being asked
    third.get_by_role("button", name="Use it here").click()
    third.get_by_role("heading", name="Take it along").wait_for()
    third.on("dialog", lambda dialog: dialog.accept())
    third.get_by_role("button", name="Delete everything").click()
    third.get_by_role("button", name="Make a profile").wait_for()
    other.goto("/me")
    other.get_by_role("alert").get_by_text("There is no such profile").wait_for()


def test_the_words_are_printed_on_one_page_and_nothing_else_is(open_page: Any) -> None:
    page = open_page(path="/me")
    words = made(page)
    page.emulate_media(media="print")
    shown = page.locator("body").inner_text().split()
    assert [word for word in shown if word.isalpha() and word in words] == words and "Passkeys" not in shown
    assert "127.0.0.1" in " ".join(shown)  # where to type them
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1


@pytest.mark.skipif(not AXE.is_file(), reason="npm install in web/ first")
@pytest.mark.parametrize(("look", "size"), [("light", "desktop"), ("dark", "phone")])
def test_no_serious_problem_about_oneself(open_page: Any, look: str, size: str) -> None:
    page = open_page(size, "/me", color_scheme=look)
    page.get_by_role("button", name="Make a profile").wait_for()
    problems = {"none": serious(page)}
    made(page)
    page.get_by_text("By chat or e-mail").click()
    page.get_by_label("Quiet hours").check()
    page.get_by_label("From").wait_for()
    problems["me"] = serious(page)
    assert {name: found for name, found in problems.items() if found} == {}


def test_a_notice_is_shown_once_however_often_it_comes(open_page: Any, server: Any) -> None:
    page = open_page()
    page.context.grant_permissions(["notifications"], origin=server.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    session, found = page.context.new_cdp_session(page), []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(500)
    shown = {"title": "Your turn: USA", "body": "Ben <b>has</b> moved.", "url": f"{server.address}/t/abc", "tag": "k"}
    for _ in range(2):
        session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": server.address, "registrationId": found[-1]["registrationId"], "data": json.dumps(shown)},
        )
        page.wait_for_timeout(500)
    notices = "navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) => all.map((one) => [one.title, one.body, one.data.path]))"
    assert page.evaluate(notices) == [["Your turn: USA", "Ben <b>has</b> moved.", "/t/abc"]]
