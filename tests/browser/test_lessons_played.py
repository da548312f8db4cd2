"""Lessons in the browser, by somebody who does only what the coach says: with the mouse, a finger, keys alone, by ear."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from players import Clicker, result, until, with_slots

from railhead.lessons import LESSONS
from railhead.text.messages import language, languages

TimeoutError = pytest.importorskip("playwright.sync_api").TimeoutError
ASKED = "asked for in the lesson"


def begin(page: Any, name: str) -> None:
    page.goto(f"/learn/{name}")
    page.wait_for_url("**/t/*")
    page.locator(".coach").wait_for()


def my_turn(page: Any) -> None:
    page.locator(".table:not([data-busy]):has(.status.mine)").wait_for()


def step(page: Any) -> int:
    """Which step the coach is at, from 1; 0 after the last."""
    return int(page.locator(".coach").get_attribute("data-step"))


@contextmanager
def soon(page: Any) -> Iterator[None]:
    """What may be there only for a moment is done at once, or not at all."""
    page.set_default_timeout(5_000)
    try:
        with suppress(TimeoutError):
            yield
    finally:
        page.set_default_timeout(90_000)


class Learner:
    """Clicks what is marked, and nothing else."""

    def __init__(self, page: Any, code: str = "en") -> None:
        self.page, self.asked = page, language(code).say("learn.asked")

    def press(self, target: Any) -> None:
        target.click()

    def place(self, target: Any) -> None:
        """The middle slot of a route, or a city."""
        self.page.wait_for_timeout(400)  # the board glides to what is asked
        where = target.evaluate(
            with_slots(
                """(node) => {
                    const slots = node.dataset.route ? slotsOf(node) : [];
                    if (slots.length) return [slots[slots.length >> 1].x, slots[slots.length >> 1].y];
                    const box = node.getBoundingClientRect();
                    return [box.x + box.width / 2, box.y + box.height / 2];
                }"""
            )
        )
        self.point(*where)

    def point(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def read(self) -> None:
        while self.page.locator(".coach .next").count():
            self.press(self.page.locator(".coach .next"))

    def tickets(self) -> Any:
        return self.page.locator("label.asked")

    def cards(self) -> Any:
        return self.page.locator(".card-button.asked")

    def ways(self) -> Any:
        marked = self.page.locator(".ask button.asked")
        return marked if marked.count() else self.page.locator(".ask .ways button, .ask button.primary")

    def do(self) -> None:
        """What is asked now, in as many touches as it takes."""
        page, before = self.page, step(self.page)
        my_turn(page)
        self.read()
        tickets, cards = self.tickets(), self.cards()
        places = page.locator(f"g[aria-label*='{self.asked}']")
        if tickets.count():
            for _ in range(tickets.count()):
                self.press(self.tickets().first)
            self.press(page.locator(".ask button.primary"))
        elif cards.count():
            self.press(cards.first)
        elif places.count() and not page.locator(".ask").count():
            self.place(places.first)
            page.wait_for_timeout(100)
        if step(page) == before and page.locator(".ask").count() and not tickets.count() and self.ways().count():
            with soon(page):  # a single way may have been taken at once
                self.press(self.ways().first)
        until(page, "(before) => document.querySelector('.coach')?.dataset.step !== String(before)", before)

    def finish(self) -> None:
        while step(self.page):
            self.do()


class Finger(Learner):
    """The same with a finger."""

    def press(self, target: Any) -> None:
        target.tap()

    def point(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)


class Typist(Learner):
    """The same with keys alone."""

    def press(self, target: Any) -> None:
        ticket = target.locator("input")
        box = ticket if ticket.count() else target
        box.focus()
        self.page.keyboard.press("Space" if ticket.count() else "Enter")

    def place(self, target: Any) -> None:
        wanted = target.evaluate("(node) => node.dataset.route ?? node.dataset.city")
        self.page.keyboard.press("b")
        for _ in range(200):
            at = self.page.evaluate("() => ({ ...document.activeElement?.dataset })")
            if wanted in (at.get("route"), at.get("city")):
                break
            self.page.keyboard.press("PageDown")
        self.page.keyboard.press("Enter")


class Listener(Typist):
    """Finds everything by what it is and what it is called, as it is read aloud."""

    def tickets(self) -> Any:
        return self.page.get_by_role("checkbox", name=self.asked, checked=False)

    def cards(self) -> Any:
        return self.page.locator(".supply").get_by_role("button", name=self.asked)

    def ways(self) -> Any:
        marked = self.page.locator(".ask").get_by_role("button", name=self.asked)
        return marked if marked.count() else super().ways()

    def press(self, target: Any) -> None:
        if target.get_attribute("type") == "checkbox":
            target.press("Space")
        else:
            target.press("Enter")


INPUTS: dict[str, tuple[type[Learner], str]] = {
    "mouse": (Learner, "desktop"),
    "finger": (Finger, "phone"),
    "keys": (Typist, "desktop"),
    "ear": (Listener, "desktop"),
}
# each kind of input in a language of its own; with RAILHEAD_FULL all of them with the mouse
GUIDED = [("mouse", "da"), ("finger", "it"), ("keys", "sv"), ("ear", "fr")]
if os.environ.get("RAILHEAD_FULL"):
    GUIDED += [("mouse", code) for code in languages() if code != "da"]


@pytest.mark.parametrize(("how", "code"), GUIDED)
def test_doing_what_is_marked_wins_or_loses_the_guided_game(open_page: Any, how: str, code: str) -> None:
    """The coached turns by what is marked; then on one's own, with a hint, to the very end."""
    learner, size = INPUTS[how]
    page, said = open_page(size, locale=code), language(code, "lessons").say
    begin(page, "first")
    learner(page, code).finish()
    page.locator(".coach .said").get_by_text(said("lesson.first.free").split(".")[0]).wait_for()
    page.locator(".coach .where").get_by_text(said("coach.free")).wait_for()
    if how == "mouse":
        my_turn(page)
        page.get_by_role("button", name=said("hint"), exact=True).click()  # help is offered
        page.get_by_role("button", name=said("hint.do")).click()
        Clicker(page).play()
        page.locator(".coach .where").get_by_text(said("coach.done")).wait_for()
        told = page.locator(".coach .said").inner_text()
        assert told in (said("lesson.first.won"), said("lesson.first.lost"))


@pytest.mark.parametrize("name", LESSONS if os.environ.get("RAILHEAD_FULL") else ["europe"])
def test_doing_what_is_marked_finishes_a_lesson(open_page: Any, name: str) -> None:
    page = open_page()
    begin(page, name)
    Learner(page).finish()
    if name == "first":  # it goes on
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
    result(page)
    page.get_by_role("link", name="Watch the replay").wait_for(state="detached")  # it began in the middle of a game


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
