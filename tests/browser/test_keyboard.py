"""A whole game without a mouse."""

import time
from typing import Any

# waits for the turn, as look.js does, and tells what a player without a mouse would need to know
LOOK = """async ({ before, patience }) => {
  const one = (query) => document.querySelector(query);
  const mark = () => [one('.table')?.dataset.position, one('.ask h2')?.textContent, one('.refused')?.textContent, !!one('.end')].join('|');
  const ready = () => one('.end') || (one('.status.mine') && !one('.table[data-busy]'));
  const until = performance.now() + patience;
  while ((mark() === before || !ready()) && performance.now() < until) await new Promise((done) => setTimeout(done, 10));
  const sizes = [...document.querySelectorAll('[data-route][data-may]')].map((route) => route.querySelectorAll('.slots > g').length);
  return {
    mark: mark(), ready: !!ready(), over: !!one('.end'), status: one('.status')?.textContent,
    tickets: !!one('.ask input'), asked: !!one('.ask'), longest: Math.max(0, ...sizes), draw: !!one('.deck.may'),
    trains: Number.parseInt(one('.facts .unseen')?.textContent ?? '0', 10),
  };
}"""


def tab_to(page: Any, test: str, most: int = 80) -> None:
    """Press Tab until the focused element passes a test in JavaScript."""
    for _ in range(most):
        if page.evaluate(f"() => {{ const at = document.activeElement; return {test} }}"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {test}")


def wait_for_focus(page: Any, test: str) -> None:
    page.wait_for_function(f"() => {{ const at = document.activeElement; return {test} }}")


class Typist:
    """Claims from the board and from the list in turn, answers what is asked, draws when nothing else is worth it."""

    def __init__(self, page: Any) -> None:
        self.page, self.keys = page, page.keyboard
        self.on_board = self.in_list = self.turns = 0
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
            for k in range(2):
                tab_to(self.page, f"at === document.querySelectorAll('.ask input')[{k}]")
                self.keys.press("Space")
            tab_to(self.page, "at.matches('.ask button.primary')")
            self.keys.press("Enter")
        elif seen["asked"]:
            tab_to(self.page, "at.matches('.ask .ways button')")
            self.keys.press("Enter")
        elif seen["longest"] < (3 if seen["trains"] > 12 else 1):
            self.keys.press("d" if seen["draw"] else "1")
        elif self.on_board <= self.in_list:
            # on the board: to the next route within reach, and claim it
            self.keys.press("b")
            wait_for_focus(self.page, "at.matches('[data-route], [data-city]')")
            self.keys.press("PageDown")
            wait_for_focus(self.page, "at.hasAttribute('data-may') || at.matches('.spot.may-touch')")
            if self.page.evaluate("() => document.activeElement.matches('[data-city]')"):
                self.keys.press("PageUp")
                wait_for_focus(self.page, "at.hasAttribute('data-may')")
            self.keys.press("Enter")
            self.on_board += 1
        else:
            # from the list, the longest first
            self.keys.press("l")
            tab_to(self.page, "at.closest('dialog li') && at.tagName === 'BUTTON'")
            self.keys.press("Enter")
            self.in_list += 1


def test_a_whole_game_by_keyboard(open_page: Any) -> None:
    page = open_page()
    keys = page.keyboard
    page.locator("input[name=game]").first.wait_for(state="attached")
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
    assert typist.on_board > 3 and typist.in_list > 3
    skip = "at.tagName === 'BUTTON' && at.textContent.trim() === 'Skip'"
    tab_to(page, f"document.querySelector('.end table') || ({skip})")  # the show may be over sooner
    if page.evaluate(f"() => {{ const at = document.activeElement; return {skip} }}"):
        keys.press("Enter")
    page.get_by_role("table", name="Final scores").wait_for()
