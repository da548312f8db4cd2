"""Whole games by clicking, one in each of the four main games, against bots."""

from pathlib import Path
from typing import Any

import pytest
from players import Clicker, result, start


@pytest.mark.parametrize("game", ["usa-10th", "europe", "france"])
def test_a_whole_game_by_clicking(open_page: Any, game: str) -> None:
    page = open_page()
    start(page, game)
    page.locator(".ask").wait_for()
    player = Clicker(page)
    player.play()
    assert {"tickets", "claim"} <= player.seen
    assert ("build" in player.seen) == (game == "france")
    assert ("station" in player.seen) == (game == "europe")
    result(page)
    assert page.locator("tr.won").count() >= 1
    page.get_by_role("link", name="Watch the replay").click()
    page.locator(".controls").wait_for()
    page.keyboard.press("End")
    page.get_by_role("table", name="Final scores").wait_for()
    page.keyboard.press("PageUp")  # to the last claim
    assert "move=" in page.url and page.get_by_role("table", name="Final scores").count() == 0


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
