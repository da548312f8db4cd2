"""A whole game without a mouse."""

import time
from typing import Any


def tab_to(page: Any, test: str, most: int = 60) -> None:
    """Press Tab until the focused element passes a test in JavaScript."""
    for _ in range(most):
        if page.evaluate(f"() => {{ const at = document.activeElement; return {test} }}"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {test}")


def test_a_whole_game_by_keyboard(open_page: Any) -> None:
    page = open_page()
    keys = page.keyboard
    page.locator("input[name=game]").first.wait_for(state="attached")
    tab_to(page, "at.getAttribute('aria-label') === 'Remove seat 3'")
    keys.press("Enter")
    tab_to(page, "at.tagName === 'BUTTON' && at.textContent.includes('Sit down')")
    keys.press("Enter")
    page.locator(".ask").wait_for()
    until = time.monotonic() + 600
    on_board = in_list = 0
    while not page.locator(".end").count():
        assert time.monotonic() < until, (on_board, in_list, page.locator(".status").inner_text())
        if not page.locator(".status.mine").count() or page.locator(".table[data-busy]").count():
            page.wait_for_timeout(40)
            continue
        before = page.locator(".table").get_attribute("data-position")
        if page.locator(".ask input[type=checkbox]").count():
            for k in range(2):
                tab_to(page, f"at === document.querySelectorAll('.ask input')[{k}]")
                keys.press("Space")
            tab_to(page, "at.matches('.ask button.primary')")
            keys.press("Enter")
        elif page.locator(".ask").count():
            tab_to(page, "at.matches('.ask .ways button')")
            keys.press("Enter")
        else:
            sizes = page.evaluate(
                "() => [...document.querySelectorAll('[data-route][data-may]')].map(g => g.querySelectorAll('.slots > g').length)"
            )
            trains = page.evaluate("() => Number(document.querySelector('.facts .unseen').textContent.split(' ')[0])")
            if not sizes or (max(sizes) < 3 and trains > 12):
                keys.press("d") if page.locator(".deck.may").count() else keys.press("1")
            elif on_board <= in_list:
                # on the board: to the next route within reach, and claim it
                keys.press("b")
                keys.press("PageDown")
                page.wait_for_timeout(30)
                assert page.evaluate("() => document.activeElement.hasAttribute('data-may')")
                keys.press("Enter")
                on_board += 1
            else:
                # from the list, the longest first
                keys.press("l")
                tab_to(page, "at.closest('dialog li') && at.tagName === 'BUTTON'")
                keys.press("Enter")
                in_list += 1
        for _ in range(50):
            if (
                page.locator(".table").get_attribute("data-position") != before
                or page.locator(".ask, .end, .refused").count()
            ):
                break
            page.wait_for_timeout(20)
    assert on_board > 3 and in_list > 3
    tab_to(page, "at.tagName === 'BUTTON' && at.textContent.trim() === 'Skip'")
    keys.press("Enter")
    page.get_by_role("table").wait_for()
