"""Every language on every page, narrow and wide: nothing is cut, nothing lies over something else, the picker is at hand."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from players import Clicker, result, start
from test_axe import AXE, serious

from railhead.text.messages import language, languages

HERE = Path(__file__).parent
CUT = (HERE / "cut.js").read_text()
NARROW, WIDE = {"width": 320, "height": 640}, {"width": 1280, "height": 800}
Problems = dict[str, list[str]]


def read_in(page: Any, code: str) -> None:
    """Change the language in place, as the picker does."""
    page.evaluate(
        """(code) => {
            const picker = document.querySelector(".languages select");
            picker.value = code;
            picker.dispatchEvent(new Event("change", { bubbles: true }));
        }""",
        code,
    )
    page.wait_for_function("(locale) => document.documentElement.lang === locale", arg=languages()[code]["locale"])
    page.wait_for_timeout(50)


def walk(page: Any, where: str, axe: bool = True) -> Problems:
    """What does not fit on a page, in all languages, narrow and wide; axe listens in the longest of them."""
    found = {}
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        page.wait_for_timeout(250)
        for code in languages():
            read_in(page, code)
            found[f"{where} in {code}, {size['width']} wide"] = page.evaluate(CUT)
    if axe and AXE.is_file():
        read_in(page, "fi")
        found[f"{where}: axe"] = serious(page)
    page.set_viewport_size(WIDE)
    read_in(page, "en")
    return {name: wrong for name, wrong in found.items() if wrong}


def sheet(page: Any, opener: str, where: str) -> Problems:
    """The same of a sheet that a button opens; the picker of the page stays behind it."""
    page.get_by_role("button", name=opener, exact=True).first.click()
    page.locator("dialog").first.wait_for()
    found = walk(page, where, axe=False)
    page.keyboard.press("Escape")
    return found


def example_client() -> Any:
    spec = importlib.util.spec_from_file_location("example_client", HERE.parents[1] / "docs" / "example_client.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_home_and_an_invitation_fit_in_every_language(open_page: Any) -> None:
    page = open_page()
    page.locator(".picture svg").first.wait_for()
    found = walk(page, "home") | sheet(page, "Settings", "settings")
    page.get_by_label("Seat 2: who").select_option("friend")
    page.get_by_role("button", name="invite").click()
    page.get_by_label("Link to this table").wait_for()
    found |= walk(page, "gathering")
    guest = open_page(path=page.url)
    guest.get_by_role("button", name="Sit here").first.wait_for()
    assert found | walk(guest, "invitation", axe=False) == {}


@pytest.mark.xfail(
    reason="at 320 pixels the line of status and the foot are still too narrow for some languages", strict=False
)
@pytest.mark.parametrize("game", ["europe", "france"])
def test_a_table_fits_in_every_language(open_page: Any, game: str) -> None:
    page = open_page()
    start(page, game, bots=3)
    page.locator(".ask").wait_for()
    found = walk(page, "tickets", axe=False)
    player = Clicker(page)
    player.some(10)
    player.settle()
    found |= walk(page, "table")
    assert found | sheet(page, "How to play", "help") == {}


@pytest.mark.xfail(reason="the page of a replay has no picker yet", strict=False)
def test_the_end_and_a_replay_fit_in_every_language(open_page: Any, server: Any) -> None:
    pytest.importorskip("websockets")
    client = example_client()
    made: list[dict[str, Any]] = []
    post = client.post

    def posted(*request: Any) -> dict[str, Any]:
        made.append(post(*request))
        return made[-1]

    client.post = posted
    client.play(server.address, "usa")
    table = made[0]["table"]
    page = open_page(path=f"/t/{table}")
    result(page)
    found = walk(page, "end")
    page.goto(f"/replay/{table}")
    page.locator(".controls").wait_for()
    assert found | walk(page, "replay") == {}


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
