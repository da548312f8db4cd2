"""Lessons in the browser, by somebody who does only what the coach says: with the mouse, with a finger, with keys alone."""

import re
from typing import Any

import pytest

ASKED = "asked for in the lesson"


def begin(page: Any, name: str) -> None:
    page.goto(f"/learn/{name}")
    page.wait_for_url("**/t/*")
    page.locator(".coach").wait_for()


def my_turn(page: Any) -> None:
    page.locator(".table:not([data-busy]):has(.status.mine)").wait_for()


def step(page: Any) -> int:
    """Which step the coach is at, from 1; 0 after the last."""
    found = re.match(r"Step (\d+)", page.locator(".coach .where > span").first.inner_text())
    return int(found[1]) if found else 0


class Learner:
    """Touches what is marked, and nothing else."""

    def __init__(self, page: Any, touch: bool = False) -> None:
        self.page, self.touch = page, touch

    def press(self, target: Any) -> None:
        target.tap() if self.touch else target.click()

    def on_board(self, target: Any) -> None:
        """The middle slot of a route, or a city."""
        place = target.evaluate(
            """(node) => {
                const parts = node.dataset.route ? [...node.querySelectorAll(".slots > *")] : [node];
                const box = parts[parts.length >> 1].getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }"""
        )
        (self.page.touchscreen.tap if self.touch else self.page.mouse.click)(*place)

    def read(self) -> None:
        while self.page.locator(".coach .next").count():
            self.press(self.page.locator(".coach .next"))

    def do(self) -> None:
        """What is asked now, in as many touches as it takes."""
        page, before = self.page, step(self.page)
        my_turn(page)
        self.read()
        tickets, cards = page.locator("label.asked"), page.locator(".card-button.asked")
        places = page.locator(f"g[aria-label*='{ASKED}']")
        if tickets.count():
            while tickets.count():
                self.press(tickets.first)
            self.press(page.locator(".ask button.primary"))
        elif cards.count():
            self.press(cards.first)
        elif places.count() and not page.locator(".ask").count():
            page.wait_for_timeout(400)  # the board glides to what is asked
            self.on_board(places.first)
            page.wait_for_timeout(100)
        if step(page) == before and page.locator(".ask").count():
            marked, ways = page.locator(".ask button.asked"), page.locator(".ask .ways button, .ask button.primary")
            if (marked.count() or ways.count()) and not tickets.count():
                self.press((marked if marked.count() else ways).first)
        page.wait_for_function(
            """(before) => !document.querySelector(".coach .where > span")?.textContent.startsWith(`Step ${before} `)""",
            arg=before,
        )

    def finish(self) -> None:
        while step(self.page):
            self.do()


@pytest.mark.parametrize(("name", "size"), [("first", "desktop"), ("europe", "desktop"), ("claiming", "phone")])
def test_doing_what_is_marked_finishes(open_page: Any, name: str, size: str) -> None:
    page = open_page(size)
    begin(page, name)
    Learner(page, size == "phone").finish()
    if name == "first":
        page.get_by_text("Now you play on your own.").wait_for()
        assert page.get_by_text("You play on your own").count()
        return
    page.get_by_text("Lesson done").wait_for()
    page.goto("/learn")
    page.get_by_role("listitem").filter(has_text="done").wait_for()  # the progress is kept
    page.goto("/")
    assert not page.get_by_text("My games").count()  # a lesson is no game


def test_a_wrong_try_gets_its_word_and_the_step_can_be_read_again(open_page: Any) -> None:
    page = open_page()
    begin(page, "cards")
    my_turn(page)
    said = page.locator(".coach .said")
    page.get_by_role("button", name="Face-up card 4: locomotive").click()
    said.get_by_text("a locomotive is your whole turn").wait_for()
    assert not page.locator(".refused").count()
    page.get_by_role("button", name="Read again").click()
    said.get_by_text("A turn can be two cards").wait_for()
    page.get_by_role("button", name="Go on").click()
    said.get_by_text("Take the red card").wait_for()


def test_by_keys_alone_with_the_coach_read_aloud(open_page: Any) -> None:
    page = open_page()
    begin(page, "tickets")
    live = page.locator(".coach [aria-live=polite]")
    my_turn(page)
    page.get_by_role("button", name="Go on").focus()
    page.keyboard.press("Enter")
    live.get_by_text("claim El Paso – Santa Fe").wait_for()
    page.keyboard.press("b")  # to the board
    page.locator(f"[data-route='el-paso-santa-fe'][aria-label*='{ASKED}']").wait_for()
    for _ in range(40):
        if page.evaluate("document.activeElement?.dataset?.route") == "el-paso-santa-fe":
            break
        page.keyboard.press("PageDown")
    page.keyboard.press("Enter")
    live.get_by_text("Your ticket is done.").wait_for()
    my_turn(page)
    page.keyboard.press("t")
    for _ in range(3):  # drawing tickets may ask once
        page.wait_for_timeout(300)
        if page.locator(".ask input").count():
            break
        page.keyboard.press("Enter")
    live.get_by_text("You must keep at least one").wait_for()
    page.locator(".ask input").first.focus()
    page.keyboard.press("Space")
    page.locator(".ask button.primary").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Lesson done").wait_for()


def test_the_coach_can_be_hidden_and_left(open_page: Any) -> None:
    page = open_page("phone")
    begin(page, "cards")
    page.get_by_role("button", name="Hide the coach").tap()
    page.get_by_role("button", name="Show the coach").tap()
    page.get_by_role("button", name="Leave the lesson").tap()
    page.wait_for_url("**/learn")
    page.get_by_role("button", name="Go on: Cards and locomotives").wait_for()  # where it was left


def test_lessons_are_offered_and_the_offer_can_be_declined(open_page: Any) -> None:
    page = open_page()
    offer = page.get_by_role("complementary", name="Learn to play")
    offer.get_by_role("button", name="Not now").click()
    assert not offer.count()
    page.reload()
    page.get_by_role("link", name="Learn to play").first.wait_for()
    assert not offer.count()


def test_the_end_is_counted_and_explained(open_page: Any) -> None:
    page = open_page()
    begin(page, "count")
    Learner(page).finish()
    page.get_by_text("You win with 23 to 20!").wait_for()
    assert page.get_by_role("button", name="Once more").is_visible()


def test_a_refusal_leads_to_its_very_rule(open_page: Any) -> None:
    page = open_page()
    begin(page, "cards")
    my_turn(page)
    Learner(page).do()
    my_turn(page)
    page.get_by_role("button", name="Face-up card 4: locomotive").click(
        force=True
    )  # as a second card it is never to be had
    link = page.locator(".refused a")
    assert link.get_attribute("href") == "/rules/usa#c10"
    page.goto("/rules/usa#c10")
    page.locator("#c10.target").wait_for()
    assert page.evaluate("document.querySelector('#c10').getBoundingClientRect().top") < 300


@pytest.mark.parametrize(("game", "drawings"), [("usa", 2), ("europe", 5), ("france", 3), ("usa-mega", 2)])
def test_every_game_has_its_page_of_rules_with_drawings(open_page: Any, game: str, drawings: int) -> None:
    page = open_page("phone", f"/rules/{game}")
    page.locator("article").first.wait_for()
    assert page.locator("article").count() == 45
    assert page.get_by_role("img").count() == drawings
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
