"""Whole games by the accessibility tree alone: roles and names are all that is read, and all that is touched."""

import json
import os
import re
import time
from typing import Any

import pytest

TimeoutError = pytest.importorskip("playwright.sync_api").TimeoutError
TURN = re.compile(
    "- status: .*(Your turn|Your last turn|second card|lay one track|Choose|tunnel costs|colour of the piece)"
)
OVER = re.compile('dialog "The final count"|table "Final scores"')
CLAIM, BUILD, STATION = (f"you can {what}" for what in ("claim it", "build here", "build a station"))


def buttons(tree: str) -> list[str]:
    """The names of the buttons in a tree that can be pressed, in their order."""
    lines = (line.strip().removeprefix("- ").removesuffix(":") for line in tree.splitlines())
    plain = (line[1:-1].replace("''", "'") if line.startswith("'") else line for line in lines)
    return [
        json.loads(line.removeprefix("button ")) for line in plain if line.startswith('button "') and line.endswith('"')
    ]


class Listener:
    """Hears what stands in the tree, presses what has a name. Does now and then what it has not done yet."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.tree = ""
        self.done: set[str] = set()
        self.turns = self.missed = 0

    def press(self, what: str, found: Any, *first: Any) -> None:
        """As assistive technology does: go there, and activate it; first check some boxes."""
        try:
            for box in first:
                box.check(timeout=5_000)
            found.press("Enter", timeout=5_000)
        except TimeoutError:  # a question that was just answered was still heard: listen again
            self.tree, self.missed = "", self.missed + 1
            assert self.missed < 20
        else:
            self.done.add(what)

    def press_named(self, what: str, name: str) -> None:
        self.press(what, self.page.get_by_role("button", name=name, exact=True).first)

    def wait(self) -> bool:
        """Until something else is heard, and something is asked; false when the game is over."""
        before, until = self.tree, time.monotonic() + 120
        while True:
            self.tree = self.page.locator("body").aria_snapshot()
            if OVER.search(self.tree):
                return False
            if self.tree != before and TURN.search(self.tree):
                return True
            assert time.monotonic() < until, self.tree
            self.page.wait_for_timeout(20)

    def answer(self, asked: Any) -> None:
        """A question: which tickets, how to pay, what about the tunnel, which piece."""
        boxes = asked.get_by_role("checkbox")
        if boxes.count():
            self.press("keep", asked.get_by_role("button", name=re.compile("^Keep")), *boxes.all()[:3])
        else:
            what = "tunnel" if asked.get_by_role("list", name="Cards turned up").count() else "pay"
            self.press(what, asked.get_by_role("button").filter(has_not_text=re.compile("^$")).first)

    def act(self) -> None:
        """A turn: something that was not done yet, else the longest route, else cards."""
        trains = int(re.search(r"\byou\b.* (\d+) trains?", self.tree)[1])  # type: ignore[index]
        names = buttons(self.tree)
        first = {
            what: next((name for name in names if sign in name), "")
            for what, sign in {"build": BUILD, "station": STATION, "take": "Face-up card"}.items()
        }
        draw, tickets = (next((name for name in names if name.startswith(word)), "") for word in ("Draw", "Tickets"))
        lengths = {name: int(re.search(r": (\d+) space", name)[1]) for name in names if CLAIM in name}  # type: ignore[index]
        longest = max(lengths, key=lambda name: lengths[name], default="")
        if first["build"]:
            self.press_named("build", first["build"])
        elif self.turns > 20 and "station" not in self.done and first["station"]:
            self.press_named("station", first["station"])
        elif self.turns > 30 and "tickets" not in self.done and tickets:
            self.press_named("tickets", tickets)
        elif longest and lengths[longest] >= (3 if trains > 12 else 1):
            self.press_named("claim", longest)
        elif first["take"] and (self.turns % 3 == 0 or not draw):
            self.press_named("take", first["take"])
        elif draw:
            self.press_named("draw", draw)
        else:
            self.press_named("claim", longest)

    def play(self) -> None:
        """To the end."""
        while self.wait():
            self.turns += 1
            asked = self.page.get_by_role("dialog")
            if 'dialog "' in self.tree:
                self.answer(asked.first)
            else:
                self.act()


ALWAYS = {"keep", "claim", "draw", "take", "tickets"}


GAMES = [("USA", ALWAYS)]
if os.environ.get("RAILHEAD_FULL"):
    GAMES += [("Europe", ALWAYS | {"station", "pay"}), ("France", ALWAYS | {"build", "pay"})]


@pytest.mark.parametrize(("game", "decisions"), GAMES)
def test_a_whole_game_by_roles_and_names(open_page: Any, game: str, decisions: set[str]) -> None:
    page = open_page()
    page.get_by_role("radio", name=re.compile(f"^{game}")).first.check(force=True)
    page.get_by_role("button", name="Remove seat 3").press("Enter")
    page.get_by_role("combobox", name="Seat 2: level").select_option("easy")
    page.get_by_role("button", name="Sit down and play").press("Enter")
    page.get_by_role("dialog", name="Choose your first tickets").wait_for()
    player = Listener(page)
    player.play()
    assert decisions <= player.done
    skip = page.get_by_role("button", name="Skip")
    if skip.count():
        skip.press("Enter")
    scores = page.get_by_role("table", name="Final scores")
    scores.wait_for()
    assert scores.get_by_role("rowheader", name=re.compile("winner")).count() >= 1
