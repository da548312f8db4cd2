"""People at the screen: they see what the page shows and touch what can be touched."""

import time
from typing import Any


def start(page: Any, game: str, bots: int = 1, name: str = "Anna", **seats: str) -> str:
    """From the home page to a table with bots; returns the table."""
    page.locator(f"input[name=game][value={game}]").wait_for(state="attached")
    page.locator(f"input[name=game][value={game}]").check(force=True)
    while page.locator(".seats li").count() > bots + 1:
        page.locator(".seats li").last.get_by_role("button").click()
    page.get_by_label("Seat 1: name").fill(name)
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url("**/t/*")
    return str(page.url).rsplit("/", 1)[1]


class Clicker:
    """Plays with the mouse or a finger: claims the longest route within reach, else draws."""

    def __init__(self, page: Any, touch: bool = False, least: int = 3) -> None:
        self.page, self.touch, self.least = page, touch, least
        self.seen: set[str] = set()
        self.turns = 0

    def press(self, locator: Any) -> None:
        locator.tap() if self.touch else locator.click()

    def over(self) -> bool:
        return bool(self.page.locator(".end").count())

    def step(self) -> bool:
        """Do one thing if it is our turn; False if there was nothing to do."""
        page = self.page
        if not page.locator(".status.mine").count() or page.locator(".table[data-busy]").count():
            return False
        ask = page.locator(".ask")
        if ask.count():
            self.answer(ask)
        elif "bed" in page.locator(".status").inner_text():
            self.seen.add("build")
            self.touch_route(page.locator("[data-route][data-may]").first)
        else:
            self.act()
        self.turns += 1
        return True

    def answer(self, ask: Any) -> None:
        boxes = ask.locator("input[type=checkbox]")
        if boxes.count():
            self.seen.add("tickets")
            for k in range(min(boxes.count(), 3)):
                boxes.nth(k).check()
            self.press(ask.locator("button.primary"))
        elif ask.locator(".turned").count():
            self.seen.add("tunnel")
            self.press(ask.locator(".ways button").first)
        else:
            self.seen.add("payment")
            self.press(ask.locator(".ways button").first)

    def act(self) -> None:
        page = self.page
        sizes = page.evaluate(
            "() => [...document.querySelectorAll('[data-route][data-may]')].map(g => [g.dataset.route, g.querySelectorAll('.slots > g').length])"
        )
        trains = page.evaluate(
            "() => Number(document.querySelector('.facts .unseen')?.textContent?.split(' ')[0] ?? 40)"
        )
        worth = [pair for pair in sizes if pair[1] >= (self.least if trains > 12 else 1)]
        if worth:
            route = max(worth, key=lambda pair: pair[1])[0]
            self.seen.add("claim")
            self.touch_route(page.locator(f'[data-route="{route}"]'))
        elif page.locator(".deck.may").first.count():
            self.press(page.locator(".deck.may").first)
        elif page.locator(".row .may").count():
            self.press(page.locator(".row .may").first)
        else:
            self.touch_route(page.locator("[data-route][data-may]").first)

    def touch_route(self, route: Any) -> None:
        box = route.locator(".slots > g").first.bounding_box()
        frame = self.page.locator(".board").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if not (
            frame["x"] < x < frame["x"] + frame["width"] - 60 and frame["y"] < y < frame["y"] + frame["height"] - 10
        ):
            self.press(self.page.get_by_role("button", name="Whole board"))
            self.page.wait_for_timeout(60)
            box = route.locator(".slots > g").first.bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.touchscreen.tap(x, y) if self.touch else self.page.mouse.click(x, y)

    def play(self, seconds: float = 600) -> None:
        """To the end."""
        until = time.monotonic() + seconds
        while not self.over():
            self.once()
            assert time.monotonic() < until, (
                f"not over after {self.turns} turns: {self.page.locator('.status').inner_text()}"
            )

    def once(self) -> bool:
        """Act if asked to, and wait until the page has heard of it; else wait a moment."""
        before = self.mark()
        if not self.step():
            self.page.wait_for_timeout(40)
            return False
        for _ in range(100):
            if self.mark() != before:
                break
            self.page.wait_for_timeout(20)
        return True

    def mark(self) -> str:
        """Changes whenever something has happened."""
        return str(
            self.page.evaluate(
                """() => [document.querySelector('.table')?.dataset.position, document.querySelector('.table')?.dataset.busy,
                document.querySelector('.ask h2')?.textContent, document.querySelector('.refused')?.textContent, !!document.querySelector('.end')].join('|')"""
            )
        )
