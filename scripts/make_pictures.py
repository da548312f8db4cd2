"""The pictures of the README, taken of real games in Chromium: docs/pictures/table-europe.png and phones.png.

python scripts/make_pictures.py
"""

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))
from conftest import AT_ONCE, CHROMIUM, FLAGS  # type: ignore[attr-defined]  # noqa: E402  (another folder of tests has one of that name)
from players import result  # noqa: E402
from served import Server  # noqa: E402
from tables import keep_seat, middle_of_a_game, new_table  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
DESKTOP, PHONE = (1360, 850), (380, 780)
GAP = 30  # pixels between phones
COLOURS = 256  # of a picture's palette


def seen(
    browser: Any, server: Server, size: tuple[int, int], table: tuple[str, str], look: str, ends: bool = False
) -> Image.Image:
    """What somebody sees at a table, in the light or the dark."""
    options = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": look, "reduced_motion": "reduce"}
    touch = size == PHONE
    context = browser.new_context(**options, has_touch=touch, is_mobile=touch, base_url=server.address)
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    keep_seat(page, *table)
    page.goto(f"/t/{table[0]}")
    page.locator(".sheet svg").first.wait_for()
    if ends:
        result(page)
    page.evaluate("document.activeElement?.blur()")
    page.wait_for_timeout(3000)  # what moves has come to rest
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    context.close()
    return picture


def keep(picture: Image.Image, name: str) -> None:
    picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=COLOURS, dither=Image.Dither.NONE).save(
        PICTURES / name, optimize=True
    )


def main() -> None:
    """Play, look, and keep what was seen."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        keep(seen(browser, server, DESKTOP, middle_of_a_game(server.address, "europe"), "light"), "table-europe.png")
        phones = [
            seen(browser, server, PHONE, new_table(server.address, "europe", 3), "light"),
            seen(browser, server, PHONE, middle_of_a_game(server.address, "france", 3), "dark"),
            seen(browser, server, PHONE, middle_of_a_game(server.address, "europe", 3, trains=-1), "light", ends=True),
        ]
        side_by_side = Image.new("RGB", (3 * PHONE[0] + 2 * GAP, PHONE[1]), "white")
        for place, phone in enumerate(phones):
            side_by_side.paste(phone, (place * (PHONE[0] + GAP), 0))
        keep(side_by_side, "phones.png")
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
