"""Every language on every page, narrow and wide: nothing is cut or left in English, nothing lies over something else."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from english import left_in
from players import result
from test_axe import AXE, serious

from railhead.text.messages import language, languages

pytest.importorskip("websockets")
from tables import keep_seat, middle_of_a_game

# what stands on a table is the deal's: another one has other texts, and takes a minute to walk
BY_LOT = pytest.mark.skipif(not os.environ.get("RAILHEAD_FULL"), reason="another deal each time: RAILHEAD_FULL=1")
HERE = Path(__file__).parent
CUT = (HERE / "cut.js").read_text()
WALK = (HERE / "walk.js").read_text().replace("CUT", CUT.removeprefix("// ").partition("\n")[2])
# the longest of them always
LONGEST = ("de", "fi", "fr", "ro")
LOCALES = {
    code: about["locale"]
    for code, about in languages().items()
    if os.environ.get("RAILHEAD_FULL") or code in ("en", *LONGEST)
}
HEARD = list(LOCALES) if os.environ.get("RAILHEAD_FULL") else ["fi"]  # by axe
NAMES = (
    "Maximilian",
    "Player",
    "Railhead",
    "USA",
)  # of people, the house, and a board whose name is too short for a longer one
NARROW, WIDE = {"width": 320, "height": 640}, {"width": 1280, "height": 800}
Problems = dict[str, list[str]]


def read_in(page: Any, code: str) -> None:
    """Change the language in place, as the picker does."""
    page.evaluate(WALK, {code: languages()[code]["locale"]})


def walk(page: Any, where: str, sizes: Iterable[dict[str, int]] = (WIDE, NARROW)) -> Problems:
    """What does not fit on a page, and what is left in English, in all languages, narrow and wide."""
    found = {}
    for size in sizes:
        page.set_viewport_size(size)
        page.wait_for_timeout(250)
        for code, seen in page.evaluate(WALK, LOCALES).items():
            left = left_in(seen["said"], code, *NAMES) if code != "en" else []
            found[f"{where} in {code}, {size['width']} wide"] = seen["cut"] + left
    read_in(page, "en")
    return {name: wrong for name, wrong in found.items() if wrong}


def hear(page: Any, where: str) -> Problems:
    """What axe has against a page."""
    found = {}
    for code in HEARD if AXE.is_file() else []:
        read_in(page, code)
        found[f"{where} in {code}, by ear"] = serious(page)
    read_in(page, "en")
    return {name: wrong for name, wrong in found.items() if wrong}


def sheet(
    page: Any, opened: Callable[[], None], where: str, sizes: Iterable[dict[str, int]] = (WIDE, NARROW)
) -> Problems:
    """What does not fit on a sheet once it is opened; the picker of the page stays behind it."""
    opened()
    page.locator("dialog").first.wait_for()
    found = walk(page, where, sizes)
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    return found


def press(page: Any, name: str) -> Callable[[], None]:
    button = page.get_by_role("button", name=name, exact=True).first
    return lambda: button.click()


def seated(open_page: Any, server: Any, game: str, trains: int, players: int = 3) -> Any:
    """At a table in the middle of a game."""
    page = open_page()
    table, token = middle_of_a_game(server.address, game, players, trains)
    keep_seat(page, table, token)
    page.goto(f"/t/{table}")
    page.locator(".table:has(.status.mine)").wait_for()
    return page


def test_home_and_an_invitation_fit_in_every_language(open_page: Any) -> None:
    page = open_page()
    page.locator(".picture svg").first.wait_for()
    found = walk(page, "home") | hear(page, "home")
    found |= sheet(page, press(page, "Settings"), "settings") | sheet(page, press(page, "How to play"), "help")
    page.get_by_label("Seat 2: who").select_option("friend")
    page.get_by_role("button", name="invite").click()
    page.get_by_label("Link to this table").wait_for()
    found |= walk(page, "gathering") | hear(page, "gathering")
    guest = open_page(path=page.url)
    guest.get_by_role("button", name="Sit here").first.wait_for()
    assert found | walk(guest, "invitation") == {}


@BY_LOT
@pytest.mark.parametrize("game", ["usa", "europe", "france"])
def test_a_table_fits_in_every_language(open_page: Any, server: Any, game: str) -> None:
    page = seated(open_page, server, game, trains=20, players=5 if game == "usa" else 3)
    found = walk(page, "table") | hear(page, "table")
    page.set_viewport_size(NARROW)
    found |= sheet(page, press(page, "How to play"), "help", [NARROW])
    assert not page.locator(".languages select").is_visible()
    press(page, "Settings")()  # on a phone the picker is there: one touch away
    page.locator("dialog .languages select").wait_for()
    page.keyboard.press("Escape")
    for opener in page.locator(".foot button").all():
        found |= sheet(page, opener.click, opener.inner_text().strip(), [NARROW])
    page.keyboard.press("t")
    page.locator(".ask").wait_for()
    found |= walk(page, "drawing tickets", [NARROW])
    page.locator(".ask button.primary").click()
    page.locator(".ask input").first.wait_for()
    assert found | walk(page, "choosing tickets") == {}


def test_leaving_and_a_hint_fit_in_every_language(open_page: Any, server: Any) -> None:
    page = seated(open_page, server, "usa", trains=40, players=2)
    found = sheet(page, press(page, "Leave the game …"), "leaving")
    press(page, "Hint")()
    page.get_by_role("dialog", name="A strong player would").wait_for()
    found |= walk(page, "hint")
    page.get_by_role("button", name="Do it").click()
    assert found == {}


@BY_LOT
def test_the_end_and_a_replay_fit_in_every_language(open_page: Any, server: Any) -> None:
    table, _ = middle_of_a_game(server.address, "usa", players=3, trains=-1)  # to the end
    page = open_page(path=f"/t/{table}")
    result(page)
    found = walk(page, "end") | hear(page, "end")
    page.goto(f"/replay/{table}")
    page.locator(".controls").wait_for()
    found |= walk(page, "replay") | hear(page, "replay")
    page.goto("/replay")
    page.locator(".zone").wait_for()
    assert found | walk(page, "a record") == {}


def test_lessons_and_rules_fit_in_every_language(open_page: Any) -> None:
    page = open_page(path="/learn")
    page.locator("main li").first.wait_for()
    found = walk(page, "lessons") | hear(page, "lessons")
    page.goto("/learn/first")
    page.locator(".coach .said").wait_for()
    found |= walk(page, "lesson") | hear(page, "lesson")
    for game in ("europe", "france"):
        page.goto(f"/rules/{game}")
        page.locator("article").first.wait_for()
        found |= walk(page, f"rules of {game}")
    assert found | hear(page, "rules") == {}


@pytest.mark.parametrize("code", ["pseudo", "pseudo-rtl"])
def test_a_language_that_does_not_exist_fits_as_well(open_page: Any, code: str) -> None:
    """40 % longer than English, and from right to left: what another language would do to the page."""
    page = open_page(path=f"/?lang={code}")
    page.locator(".picture svg").first.wait_for()
    assert page.evaluate("document.documentElement.dir") == ("rtl" if code == "pseudo-rtl" else "ltr")
    found = {}
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        page.wait_for_timeout(250)
        found[f"home, {size['width']} wide"] = page.evaluate(CUT)
    page.locator("button.go").click()
    page.locator(".ask").wait_for()
    for size in (NARROW, WIDE):
        page.set_viewport_size(size)
        page.wait_for_timeout(250)
        found[f"table, {size['width']} wide"] = page.evaluate(CUT)
    assert {where: wrong for where, wrong in found.items() if wrong} == {}
    assert "[" in page.locator(".status").inner_text()  # it is marked


def test_the_browser_the_link_and_the_reader_say_which_language(open_page: Any) -> None:
    page = open_page(locale="nn-NO")
    page.get_by_role("heading", name=language("nb").say("home.pick")).wait_for()
    assert page.evaluate("document.documentElement.lang") == "nb"
    page.goto("/?lang=ro")  # a link may carry one
    page.get_by_role("heading", name=language("ro").say("home.pick")).wait_for()
    read_in(page, "sv")  # the reader's own choice stays
    page.goto("/")
    page.get_by_role("heading", name=language("sv").say("home.pick")).wait_for()
    page.goto("/?lang=klingon")  # what there is not is no wish
    page.get_by_role("heading", name=language("sv").say("home.pick")).wait_for()


def test_two_at_a_table_read_their_own(open_page: Any) -> None:
    host = open_page(locale="fi")
    host.locator(".picture svg").first.wait_for()
    host.locator(".seats li").nth(1).locator("select").first.select_option("friend")
    host.locator("button.go").click()
    host.locator("#link").first.wait_for()
    guest = open_page(path=host.url, locale="es")
    guest.get_by_role("button", name=language("es").say("gathering.sit")).first.click()
    for page, code in ((host, "fi"), (guest, "es")):
        page.locator(".ask h2").wait_for()
        assert page.locator(".ask h2").inner_text().casefold() == language(code).say("choice.first").casefold()
