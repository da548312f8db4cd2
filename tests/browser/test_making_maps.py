"""A map of one's own, from the home page to the first move; and on a tablet by touch."""

import json
import os
import re
from typing import Any

from hostile_boards import TEXTS, mutated
from players import until
from small_map import small_map
from test_axe import serious

HOSTILE = (
    1000 if os.environ.get("RAILHEAD_FULL") else 8
)  # files of a kind; a server takes twenty maps at once from an address


def proposed(page: Any, typed: str, name: str) -> None:
    """Choose a place, and wait for its cities."""
    page.get_by_label("Country, region or continent").fill(typed)
    page.get_by_label("Cities:").fill("8")
    page.get_by_role("button", name=name, exact=True).click()
    page.locator(".city").nth(7).wait_for()


def test_a_new_user_plays_on_a_map_of_their_own_country(open_page: Any) -> None:
    page = open_page("desktop", "/?lang=en")
    page.get_by_role("link", name="Make a map").click()
    proposed(page, "icela", "Iceland")
    before = page.locator(".joint").count()
    city = page.locator(".city").first
    box = city.locator("circle").nth(1).bounding_box()
    page.mouse.move(box["x"] + 3, box["y"] + 3)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] + 20, steps=3)
    page.mouse.up()
    assert city.locator("circle").nth(1).bounding_box()["x"] > box["x"] + 15
    page.get_by_role("button", name="Undo").click()
    assert abs(city.locator("circle").nth(1).bounding_box()["x"] - box["x"]) < 2
    name = page.get_by_role("tabpanel").get_by_role("textbox").first
    name.fill("Home <b>")
    name.press("Tab")
    assert page.locator(".name", has_text="Home <b>").count() == 1
    page.get_by_role("button", name="Add", exact=True).click()  # by keyboard one adds what is listed
    assert page.locator(".city").count() == 9 and page.locator(".joint").count() == before + 3
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("tab", name="Routes").click()
    row = page.get_by_role("tabpanel").get_by_role("listitem").first
    row.get_by_role("combobox").nth(1).select_option("red")
    row.get_by_role("spinbutton").fill("3")
    page.get_by_role("tab", name="Tickets").click()
    assert page.get_by_role("tabpanel").get_by_role("listitem").count() > 5
    assert serious(page) == []
    page.get_by_role("button", name="Finish the map").click()
    with page.expect_download() as taken:
        page.get_by_role("link", name="SVG").click()
    assert taken.value.suggested_filename == "Iceland.svg"
    page.get_by_role("link", name="Play it").click()
    page.get_by_role("radio", name="Iceland").wait_for()
    assert page.get_by_role("radio", name="Iceland").is_checked()
    page.get_by_role("button", name="Sit down and play").click()
    page.locator(".board").wait_for()
    for ticket in page.get_by_role("checkbox").all()[:2]:
        ticket.check()
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("heading", name="Choose your first tickets").wait_for(state="detached")


def test_a_country_is_found_that_is_called_as_one_of_its_regions(open_page: Any) -> None:
    page = open_page("desktop", "/map?lang=en")
    for typed in ("luxem", "guatem", "san mar"):  # a script's error would end the search, and fail this test
        page.get_by_label("Country, region or continent").fill(typed)
        page.locator(".found button").nth(1).wait_for()
    for typed, name in (("日本", "Japan"), ("deutschl", "Germany")):  # as it is called at home
        page.get_by_label("Country, region or continent").fill(typed)
        page.get_by_role("button", name=name, exact=True).wait_for()
    proposed(page, "luxembourg", "Luxembourg")


def test_with_names_as_they_are_written_there_the_title_is_so_too(open_page: Any) -> None:
    page = open_page("desktop", "/map?lang=en")
    page.get_by_label("Names as they are written there").check()
    proposed(page, "日本", "Japan")
    assert page.get_by_label("Name of the map").input_value() == "日本"
    assert page.locator(".name", has_text="東京").count() == 1
    page.get_by_role("button", name="Finish the map").click()
    page.get_by_role("link", name="Play it").click()
    refused: list[str] = []
    page.on("console", lambda told: refused.append(told.text) if "Content Security Policy" in told.text else None)
    page.get_by_role("button", name="Sit down and play").click()
    page.locator(".board").get_by_text("東京").first.wait_for()
    lent = "[...document.fonts].filter((one) => one.family.includes('Board letters')).map((one) => one.status)"
    assert page.evaluate(lent) == ["loaded"], "whatever letters this computer has"
    assert refused == [], "the drawing says nothing of its looks that the page refuses"


def test_a_map_of_a_list_of_cities(open_page: Any) -> None:
    page = open_page("desktop", "/map?lang=en")
    page.get_by_text("A list of cities").click()
    field = page.get_by_role("textbox", name=re.compile("A city a line"))
    making = page.get_by_role("button", name="Make the map")
    cities = ["Wien", "Graz", "Linz", "Salzburg", "Innsbruck", "Villach", "Klagenfurt"]
    field.fill("\n".join(cities))
    assert making.last.is_disabled(), "seven are too few"
    field.fill("\n".join([*cities, "Nowhere at all"]))
    making.last.click()
    page.get_by_role("alert").filter(has_text="No town called Nowhere at all is known").wait_for()
    field.fill("\n".join([*cities, "Nowhere at all, 47.56, 13.65"]))
    making.last.click()
    page.locator(".name", has_text="Nowhere at all").wait_for()
    assert page.locator(".city").count() == 8


def test_a_map_may_be_finished_while_bots_still_try_it(open_page: Any) -> None:
    page = open_page("desktop", "/map?lang=en")
    proposed(page, "icela", "Iceland")
    page.get_by_role("button", name="Finish the map").click()
    page.get_by_role("link", name="Play it").wait_for()
    page.wait_for_timeout(3000)  # what was under way has come back, and takes nothing away
    assert page.get_by_role("link", name="Play it").is_visible()


def test_what_is_wrong_with_a_map_is_said_in_the_readers_language_before_it_is_sent(open_page: Any) -> None:
    page = open_page("desktop", "/map?lang=en")
    proposed(page, "icela", "Iceland")
    page.get_by_role("tab", name="Routes").click()
    city = page.get_by_role("tabpanel").get_by_role("listitem").first.locator("strong").inner_text().split(" – ")[0]
    for row in reversed(page.get_by_role("tabpanel").get_by_role("listitem").filter(has_text=city).all()):
        row.get_by_role("button").click()
    page.get_by_text(f"No routes lead to: {city}").or_(page.get_by_text("No routes lead to:")).first.wait_for()
    assert page.get_by_role("button", name="Finish the map").is_disabled()


def test_on_a_tablet_a_touch_adds_and_joins_cities(open_page: Any) -> None:
    page = open_page("tablet", "/map?lang=en")
    proposed(page, "icela", "Iceland")
    page.get_by_label("adds a city").tap()
    page.locator(".spare").first.tap()
    assert page.locator(".city").count() == 9
    page.get_by_label("joins two cities").tap()
    before = page.locator(".joint").count()
    cities = page.locator(".city")
    assert page.locator(".city.on").count() == 0, "the city that was added is not the first of the next two"
    for city in (cities.first, cities.last):
        city.locator("circle").nth(1).tap()
    assert page.locator(".joint").count() >= before
    both = {cities.first.text_content().strip(), cities.last.text_content().strip()}
    row = page.get_by_role("tabpanel").locator("li.on strong")
    assert set(row.inner_text().split(" – ")) == both, "what was joined is asked for its length and colour"
    assert page.locator("svg:has(.city)").bounding_box()["y"] > 0, "the map stays in sight"
    assert page.evaluate("document.documentElement.scrollWidth") <= 820


def test_a_map_is_made_by_keyboard_alone(open_page: Any) -> None:
    page = open_page("desktop", "/map?lang=en")
    keys = page.keyboard

    def go_to(what: Any) -> None:
        """Press Tab until it has the focus."""
        for _ in range(150):
            if what.evaluate("(one) => one === document.activeElement"):
                return
            keys.press("Tab")
        raise AssertionError(f"{what} is not reached by Tab")

    go_to(page.get_by_label("Country, region or continent"))
    keys.type("iceland")
    go_to(page.get_by_label("Cities:"))
    for _ in range(12):
        keys.press("ArrowLeft")
    go_to(page.get_by_role("button", name="Iceland", exact=True))
    keys.press("Enter")
    page.locator(".city").nth(7).wait_for()
    until(page, "document.activeElement.id === 'main'")  # what was pressed is gone
    panel = page.get_by_role("tabpanel")
    go_to(panel.get_by_role("textbox").first)
    keys.type("Home")
    go_to(panel.get_by_label("Latitude"))
    before = page.locator(".city circle").nth(1).get_attribute("cy")
    keys.press("ArrowUp")
    keys.press("Tab")
    assert page.locator(".city circle").nth(1).get_attribute("cy") != before, "a city is moved"
    removing = panel.get_by_role("button", name="Remove")
    go_to(removing.nth(1))
    keys.press("Enter")
    assert page.locator(".city").count() == 7
    assert removing.nth(1).evaluate("(one) => one === document.activeElement"), "the next one"
    keys.press("Control+z")
    assert page.locator(".city").count() == 8
    go_to(page.get_by_role("button", name="Finish the map"))
    keys.press("Enter")
    page.get_by_role("link", name="Play it").wait_for()
    until(page, "document.activeElement.id === 'main'")
    go_to(page.get_by_role("link", name="Play it"))
    keys.press("Enter")
    page.get_by_role("radio", name="Iceland").wait_for()


def test_a_hostile_file_gets_a_sentence_in_the_page_and_the_next_one_is_opened(open_page: Any) -> None:
    page = open_page("desktop", "/map?lang=en")
    page.get_by_label("Country, region or continent").wait_for()
    looping = {**small_map(), "routes": [{**route, "length": -1} for route in small_map()["routes"]]}
    nothing = {**small_map(), "routes": [None]}
    wrong = [json.dumps(one).encode() for one in (looping, nothing)]
    told = 0
    for raw in (*wrong, *TEXTS[:HOSTILE], *mutated(small_map(), HOSTILE, seed=7)):
        file = {"name": "board.json", "mimeType": "application/json", "buffer": raw}
        page.locator("input[type=file]").set_input_files(file)
        page.locator(".problem, .city, .play").first.wait_for()
        page.locator(".waiting", has_text=re.compile("^$")).wait_for(state="attached")
        if page.locator(".problem").count():
            told += 1
            assert len(page.locator(".problem").inner_text()) > 5
        if not page.locator("input[type=file]").count():  # right by chance, and open now
            page.goto("/map?lang=en")
    assert told > HOSTILE
