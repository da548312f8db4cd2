"""Whole games without a mouse, one on each board, with all decisions that the board has."""

import os
import time
from typing import Any

import pytest
from players import until, with_slots

# waits for the turn, as look.js does, and tells what a player without a mouse would need to know
LOOK = with_slots("""async ({ before, patience }) => {
  const one = (query) => document.querySelector(query);
  const mark = () => [one('.table')?.dataset.position, one('.ask h2')?.textContent, one('.refused')?.textContent, !!one('.end')].join('|');
  const ready = () => one('.end') || (one('.status.mine') && !one('.table[data-busy]'));
  const until = performance.now() + patience;
  while ((mark() === before || !ready()) && performance.now() < until) await new Promise((done) => setTimeout(done, 10));
  const sizes = [...document.querySelectorAll('[data-route][data-may]')].map((route) => slotsOf(route).length);
  return {
    mark: mark(), ready: !!ready(), over: !!one('.end'), status: one('.status')?.textContent,
    tickets: !!one('.ask input'), asked: !!one('.ask'), longest: Math.max(0, ...sizes), draw: !!one('.deck.may'),
    turned: !!one('.ask .turned'), bed: /bed/.test(one('.status')?.textContent ?? ''), more: !!one('.deck.may:last-child'),
    city: !!one('.spot.may-touch'),
    trains: Number.parseInt(one('.facts .unseen')?.textContent ?? '0', 10),
  };
}""")


def tab_to(page: Any, test: str, most: int = 80) -> None:
    """Press Tab until the focused element passes a test in JavaScript."""
    for _ in range(most):
        if page.evaluate(f"() => {{ const at = document.activeElement; return {test} }}"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {test}")


def wait_for_focus(page: Any, test: str) -> None:
    until(page, f"() => {{ const at = document.activeElement; return {test} }}")


class Typist:
    """Claims from the board and from the list in turn, answers what is asked, draws when nothing else is worth it."""

    def __init__(self, page: Any) -> None:
        self.page, self.keys = page, page.keyboard
        self.on_board = self.in_list = self.turns = 0
        self.done: set[str] = set()
        self.mark = ""
        self.over = False

    def once(self) -> None:
        seen = self.page.evaluate(LOOK, {"before": self.mark, "patience": 5000})
        self.over = seen["over"]
        if self.over or not seen["ready"]:
            return
        self.mark = seen["mark"]
        self.turns += 1
        if seen["tickets"]:
            self.keep()
        elif seen["asked"]:
            self.press("tunnel" if seen["turned"] else "pay", "at.matches('.ask .ways button')")
        elif seen["bed"]:
            self.from_board("[data-may]", "build")
        elif self.turns > 25 and "tickets" not in self.done and seen["more"]:
            self.key("tickets", "t")
        elif self.turns > 20 and "station" not in self.done and seen["city"]:
            self.from_board(".spot.may-touch", "station")
        elif seen["longest"] < (3 if seen["trains"] > 12 else 1):
            self.key("draw", "d") if seen["draw"] and self.turns % 3 else self.key("take", "1")
        elif self.on_board <= self.in_list:
            self.from_board("[data-may]", "claim")
            self.on_board += 1
        else:
            # from the list, the longest first
            self.keys.press("l")
            wait_for_focus(self.page, "at.closest('dialog')")
            self.press("claim", "at.closest('dialog li') && at.tagName === 'BUTTON'")
            self.in_list += 1

    def key(self, what: str, key: str) -> None:
        self.keys.press(key)
        self.done.add(what)

    def press(self, what: str, test: str) -> None:
        tab_to(self.page, test)
        self.key(what, "Enter")

    def keep(self) -> None:
        for k in range(3):
            tab_to(self.page, f"at === document.querySelectorAll('.ask input')[{k}]")
            self.keys.press("Space")
        self.press("keep", "at.matches('.ask button.primary')")

    def from_board(self, query: str, what: str) -> None:
        """On the board from one thing that may be touched to the next, until it is one of these; then press it. The board may have changed meanwhile: then one looks anew."""
        self.keys.press("b")
        wait_for_focus(self.page, "at.matches('[data-route], [data-city]')")
        for _ in range(250):
            if self.page.evaluate(f"() => document.activeElement.matches('{query}')"):
                self.key(what, "Enter")
                return
            # cities come after the routes, so they are nearer from behind
            self.keys.press("PageUp" if what == "station" else "PageDown")


ALWAYS = {"keep", "claim", "draw", "take", "tickets"}


GAMES = [("europe", ALWAYS | {"station"})]
if os.environ.get("RAILHEAD_FULL"):
    GAMES += [("usa", ALWAYS), ("france", ALWAYS | {"build"})]


@pytest.mark.parametrize(("game", "decisions"), GAMES)
def test_a_whole_game_by_keyboard(open_page: Any, game: str, decisions: set[str]) -> None:
    page = open_page()
    keys = page.keyboard
    page.locator("input[name=game]").first.wait_for(state="attached")
    tab_to(page, "at.name === 'game'")
    for _ in range(10):
        if page.evaluate("() => document.activeElement.value") == game:
            break
        keys.press("ArrowRight")
    tab_to(page, "at.getAttribute('aria-label') === 'Remove seat 3'")
    keys.press("Enter")
    tab_to(page, "at.tagName === 'BUTTON' && at.textContent.includes('Sit down')")
    keys.press("Enter")
    page.locator(".ask").wait_for()
    typist = Typist(page)
    until = time.monotonic() + 900
    while not typist.over:
        typist.once()
        assert time.monotonic() < until, (typist.turns, page.locator(".status").inner_text())
    assert typist.on_board > 2 and typist.in_list > 2
    assert decisions <= typist.done
    skip = "at.tagName === 'BUTTON' && at.textContent.trim() === 'Skip'"
    tab_to(page, f"document.querySelector('.end table') || ({skip})")  # the show may be over sooner
    if page.evaluate(f"() => {{ const at = document.activeElement; return {skip} }}"):
        keys.press("Enter")
    page.get_by_role("table", name="Final scores").wait_for()


IN_SIGHT = """() => {
  const at = document.activeElement, bar = document.querySelector('.start');
  if (at === document.body || bar.contains(at)) return true;
  const box = (at.closest('label') ?? at).getBoundingClientRect();
  return box.bottom <= bar.getBoundingClientRect().top + 1 || box.height > 300;
}"""


@pytest.mark.parametrize("size", ["desktop", "sideways"])
def test_at_home_nothing_that_has_the_focus_is_behind_the_bar(open_page: Any, size: str) -> None:
    page = open_page(size)
    page.locator(".picture svg").first.wait_for()
    for _ in range(60):
        page.keyboard.press("Tab")
        until(page, IN_SIGHT, seconds=5)
