"""People at the screen: they see what the page shows and touch what can be touched."""

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from railhead.text.messages import language

Error = pytest.importorskip("playwright.sync_api").Error

SLOTS = (Path(__file__).parent / "slots.js").read_text()


def with_slots(script: str) -> str:
    """A script for the page that may ask `slotsOf` a route."""
    return f"(given) => {{ const slotsOf = {SLOTS}; return ({script})(given); }}"


LOOK = with_slots((Path(__file__).parent / "look.js").read_text())
PATIENCE = 5_000  # milliseconds until a touch without an effect is tried again: a page may be slow, a finger may miss


def until(page: Any, script: str, given: object = None, seconds: float = 90) -> None:
    """Wait until a script of the page says yes. Playwright's own waiting asks again by `eval`, which our pages forbid."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(Error):  # the page may be on its way to another one
            if page.evaluate(script, given):
                return
        page.wait_for_timeout(50)
    raise AssertionError(f"never came: {script}")


def start(page: Any, game: str, bots: int = 1, name: str = "Anna", level: str = "easy", code: str = "en") -> str:
    """From the home page, in a language, to a table with bots; returns the table."""
    say = language(code).say
    page.locator(f"input[name=game][value={game}]").wait_for(state="attached")
    page.locator(f"input[name=game][value={game}]").check(force=True)
    while page.locator(".seats li").count() > bots + 1:
        page.locator(".seats li").last.get_by_role("button").click()
    while page.locator(".seats li").count() < bots + 1:
        page.get_by_role("button", name=say("home.add")).click()
    for seat in range(bots):
        page.get_by_label(say("home.level", n=seat + 2)).select_option(level)
    page.get_by_label(say("home.name", n=1)).fill(name)
    page.get_by_role("button", name=say("home.sit")).click()
    page.wait_for_url("**/t/*")
    return str(page.url).rsplit("/", 1)[1]


def share_a_screen(page: Any) -> None:
    """From the home page to a table for Anna and Ben, both at this screen."""
    page.locator(".seats li").last.get_by_role("button").click()
    page.get_by_label("Seat 1: name").fill("Anna")
    page.get_by_label("Seat 2: who").select_option("here")
    page.get_by_label("Seat 2: name").fill("Ben")
    page.get_by_role("button", name="Sit down and play").click()


def hand_over(page: Any) -> None:
    """Let a bot play on: the quickest way to the end of a game."""
    page.locator(".ask").wait_for()
    sheet = page.get_by_role("button", name="Players", exact=True)  # where the players do not stand beside the board
    if sheet.count():
        sheet.click()
    page.get_by_role("button", name="Leave the game").click()
    page.get_by_role("button", name="Let a bot play for now").click()
    page.get_by_role("button", name="Let a bot play for now").wait_for(state="detached")
    while page.locator("dialog[open]").count():
        page.keyboard.press("Escape")


def result(page: Any, touch: bool = False, code: str = "en") -> None:
    """Skip the show at the end, unless it is over sooner, and see the result."""
    say = language(code).say
    skip = page.get_by_role("button", name=say("show.skip"))
    with suppress(Error):
        skip.tap(timeout=5_000) if touch else skip.click(timeout=5_000)
    page.get_by_role("table", name=say("end.table")).wait_for()


class Clicker:
    """Plays with the mouse or a finger: claims the longest route within reach, else draws; now and then something else."""

    def __init__(self, page: Any, touch: bool = False, least: int = 3) -> None:
        self.page, self.touch, self.least = page, touch, least
        self.seen: set[str] = set()  # the kinds of things done
        self.turns = 0
        self.over = False
        self.status = ""
        self.mark = ""
        self.vain = 0
        self.touched = 0.0

    def wish(self) -> str:
        """What to do for a change."""
        if self.turns > 25 and "station" not in self.seen:
            return "station"
        if self.turns > 40 and "more" not in self.seen:
            return "tickets"
        return "row" if self.turns % 3 == 0 else ""

    def once(self, patience: int = PATIENCE) -> bool:
        """Wait until the last touch has done something and it is our turn, then touch the next thing."""
        seen = self.page.evaluate(
            LOOK,
            {
                "before": self.mark,
                "patience": patience,
                "attempt": self.vain,
                "least": self.least,
                "wish": self.wish(),
            },
        )
        self.over, self.status, plan = seen["over"], seen["status"], seen["plan"]
        if plan is None:
            return False
        if seen["mark"] == self.mark:
            if time.monotonic() - self.touched < PATIENCE / 1000:
                return False  # it may still come
            self.vain += 1
            assert self.vain < 20, f"touching has no effect: {plan}, {seen}"
        else:
            self.vain = 0
            self.turns += 1
        self.mark = seen["mark"]
        self.seen.add(plan["what"])
        touch = self.page.touchscreen.tap if self.touch else self.page.mouse.click
        touch(plan["x"], plan["y"])
        self.touched = time.monotonic()
        return True

    def some(self, turns: int, seconds: float = 300) -> None:
        """So many touches, or to the end."""
        goal, until = self.turns + turns, time.monotonic() + seconds
        while not self.over and self.turns < goal:
            self.once()
            assert time.monotonic() < until, f"stuck after {self.turns} touches: {self.status}"

    def play(self, seconds: float = 900) -> None:
        """To the end."""
        self.some(10_000, seconds)
        assert self.over

    def settle(self) -> None:
        """Wait for our turn, answering what is asked, until nothing is asked of us but a turn."""
        for _ in range(20):
            self.page.locator(".table:not([data-busy]):has(.status.mine)").wait_for()
            if not self.page.locator(".ask").count():
                return
            self.once()
        raise AssertionError(f"no turn comes: {self.status}")
