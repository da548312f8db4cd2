"""Whole games by the accessibility tree alone: roles and names are all that is read, and all that is touched."""

import re
import time
from typing import Any

import pytest

TURN = re.compile("Your turn|Your last turn|second card|lay one track|Choose|tunnel costs|colour of the piece")
CLAIM, BUILD, STATION = (re.compile(f"you can {what}") for what in ("claim it", "build here", "build a station"))


class Listener:
    """Hears what stands there, presses what has a name. Does now and then what it has not done yet."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.done: set[str] = set()
        self.turns = 0

    def named(self, role: str, name: "str | re.Pattern[str]") -> Any:
        return self.page.get_by_role(role, name=name)

    def press(self, what: str, found: Any) -> None:
        """As assistive technology does: go there, and activate it."""
        found.press("Enter")
        self.done.add(what)

    def status(self) -> str:
        return str(self.page.get_by_role("banner").get_by_role("status").inner_text())

    def over(self) -> bool:
        return bool(self.named("dialog", "The final count").count() or self.named("table", "Final scores").count())

    def wait(self) -> bool:
        """Until something is asked; false when the game is over."""
        until = time.monotonic() + 120
        while not self.over():
            if TURN.search(self.status()):
                return True
            assert time.monotonic() < until, self.status()
            self.page.wait_for_timeout(20)
        return False

    def answer(self, asked: Any) -> None:
        """A question: which tickets, how to pay, what about the tunnel, which piece."""
        boxes = asked.get_by_role("checkbox")
        if boxes.count():
            for box in boxes.all()[:3]:
                box.check()
            self.press("keep", asked.get_by_role("button", name=re.compile("^Keep")))
        else:
            what = "tunnel" if asked.get_by_role("list", name="Cards turned up").count() else "pay"
            self.press(what, asked.get_by_role("button").filter(has_not_text=re.compile("^$")).first)

    def act(self) -> None:
        """A turn: something that was not done yet, else the longest route, else cards."""
        players = self.page.get_by_role("complementary").get_by_role("region", name="Players")
        trains = int(re.search(r"(\d+) trains?", players.get_by_role("listitem").first.inner_text())[1])  # type: ignore[index]
        board = self.named("group", "Board")
        beds = board.get_by_role("button", name=BUILD)
        if beds.count():
            return self.press("build", beds.first)
        stations = board.get_by_role("button", name=STATION)
        if self.turns > 20 and "station" not in self.done and stations.count():
            return self.press("station", stations.first)
        tickets = self.named("button", re.compile("^Tickets"))
        if self.turns > 30 and "tickets" not in self.done and tickets.get_attribute("aria-disabled") == "false":
            return self.press("tickets", tickets)
        names = board.get_by_role("button", name=CLAIM).evaluate_all("all => all.map((one) => one.ariaLabel)")
        lengths = {name: int(re.search(r": (\d+) space", name)[1]) for name in names}  # type: ignore[index]
        longest = max(lengths, key=lambda name: lengths[name], default="")
        row = self.named("button", re.compile("^Face-up card")).and_(self.page.locator("[aria-disabled=false]"))
        if longest and lengths[longest] >= (3 if trains > 12 else 1):
            return self.press("claim", board.get_by_role("button", name=longest, exact=True).first)
        if self.turns % 3 == 0 and row.count():
            return self.press("take", row.first)
        deck = self.named("button", re.compile("^Draw"))
        if deck.get_attribute("aria-disabled") == "false":
            return self.press("draw", deck)
        if row.count():
            return self.press("take", row.first)
        return self.press("claim", board.get_by_role("button", name=longest, exact=True).first)

    def play(self) -> None:
        """To the end."""
        while self.wait():
            asked = self.page.get_by_role("dialog")
            before, self.turns = self.heard(), self.turns + 1
            if asked.count():
                self.answer(asked.first)
            else:
                self.act()
            until = time.monotonic() + 60
            while before == self.heard() and not self.over():
                assert time.monotonic() < until, f"nothing happens after {self.turns} turns: {before}"
                self.page.wait_for_timeout(20)

    def heard(self) -> str:
        """What has changed since: the story, the status, what is asked."""
        story = self.page.get_by_role("log", name="Story").inner_text()
        return f"{self.status()} {len(story)} {story[-200:]} {self.page.get_by_role('dialog').count()}"


ALWAYS = {"keep", "claim", "draw", "take", "tickets"}


@pytest.mark.parametrize(
    ("game", "decisions"),
    [("USA", ALWAYS), ("Europe", ALWAYS | {"station", "pay"}), ("France", ALWAYS | {"build", "pay"})],
)
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
