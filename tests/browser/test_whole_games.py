"""Whole games by clicking, against bots, in other languages than English: not one English word is left on any page."""

import os
from pathlib import Path
from typing import Any

import pytest
from english import left_in
from players import Clicker, result, start

from railhead.text.messages import language, languages

HEARD = (Path(__file__).parent / "heard.js").read_text()
# the others are played by keyboard, by touch and by ear; with RAILHEAD_FULL all of them in all languages
GAMES = [("france", "nl")]
if os.environ.get("RAILHEAD_FULL"):
    GAMES = [(game, code) for game in ("usa-10th", "europe", "france") for code in languages() if code != "en"]


def look_around(page: Any, game: str, code: str) -> None:
    """What is behind buttons and keys: sheets, a hint."""
    say = language(code).say
    for key in ("?", "l", "i"):
        page.keyboard.press(key)
        page.locator("dialog, .ask").first.wait_for()
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    for name in ("help", "leave"):
        page.get_by_role("button", name=say(name), exact=True).first.click()
        page.locator("dialog").first.wait_for()
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    page.get_by_role("tab", name=say("chat")).click()
    page.get_by_role("tab", name=say("story")).click()


@pytest.mark.parametrize(("game", "code"), GAMES)
def test_a_whole_game_by_clicking_without_a_word_of_english(open_page: Any, game: str, code: str) -> None:
    page, say = open_page(path="/replay", locale=code), language(code).say
    page.add_init_script(HEARD)
    page.goto("/")
    heard: list[str] = []

    def listen() -> None:
        heard.extend(page.evaluate("[...said]"))

    start(page, game, code=code)
    page.locator(".ask").wait_for()
    player = Clicker(page)
    player.some(12)
    player.settle()
    look_around(page, game, code)
    player.play()
    assert {"tickets", "claim"} <= player.seen
    assert ("build" in player.seen) == (game == "france")
    assert ("station" in player.seen) == (game == "europe")
    result(page, code=code)
    assert page.locator("tr.won").count() >= 1
    page.get_by_role("link", name=say("end.replay")).click()
    page.locator(".controls").wait_for()
    page.keyboard.press("End")
    page.get_by_role("table", name=say("end.table")).wait_for()
    page.keyboard.press("PageUp")  # to the last claim
    assert "move=" in page.url and page.get_by_role("table", name=say("end.table")).count() == 0
    listen()
    for path in ("/learn", f"/rules/{game}", "/replay", "/t/nosuchtable"):
        page.goto(path)
        page.locator("main h1").wait_for()
        listen()
    printed = language("en").say(f"game.{game}")  # the drawing's own title, until it is put into the reader's words
    assert left_in(heard, code, "Anna", "Railhead", "USA", printed) == []


def test_the_result_is_a_picture_and_the_record_can_be_opened_again(open_page: Any, tmp_path: Path) -> None:
    page = open_page()
    start(page, "usa", level="medium")
    page.locator(".ask").wait_for()
    player = Clicker(page, least=2)
    player.play()
    assert {"tickets", "claim"} <= player.seen
    result(page)
    page.get_by_role("button", name="Picture of the result").click()
    with page.expect_download() as picture:
        page.get_by_role("link", name="Save the picture").click()
    picture.value.save_as(tmp_path / "result.png")
    assert (tmp_path / "result.png").read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Close", exact=True).click()
    with page.expect_download() as record:
        page.get_by_role("link", name="Keep the record").click()
    record.value.save_as(tmp_path / "record.json")
    (tmp_path / "other.json").write_text("{}")
    totals = page.locator("td.total").all_inner_texts()

    page.goto("/replay")
    file = page.get_by_label("Choose a file")
    file.set_input_files(tmp_path / "result.png")
    page.get_by_role("alert").get_by_text("no record").wait_for()
    file.set_input_files(tmp_path / "other.json")
    page.get_by_role("alert").get_by_text("no record").wait_for()
    file.set_input_files(tmp_path / "record.json")
    page.locator(".controls").wait_for()
    page.keyboard.press("End")
    page.get_by_role("table", name="Final scores").wait_for()
    assert page.locator("td.total").all_inner_texts() == totals


def test_a_hint_is_told_shown_and_done(open_page: Any) -> None:
    page = open_page()
    start(page, "europe")
    page.locator(".ask").wait_for()
    for _ in range(4):
        page.locator(".table:not([data-busy]):has(.status.mine)").wait_for()
        position = page.locator(".table").get_attribute("data-position")
        page.keyboard.press("i")
        page.get_by_role("dialog", name="A strong player would").wait_for()
        page.get_by_role("button", name="Do it").press("Enter")
        page.locator(f".table:not([data-position='{position}'])").wait_for()
    assert page.locator(".badge").count() >= 4
