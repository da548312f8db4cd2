"""The pictures of the README, taken of real games in Chromium: docs/pictures/table-europe.png and phones.png.

python scripts/make_pictures.py
"""

import io
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))
from conftest import AT_ONCE, CHROMIUM, FLAGS  # type: ignore[attr-defined]  # noqa: E402  (another folder of tests has one of that name)
from players import result  # noqa: E402
from served import Server  # noqa: E402
from tables import keep_seat, new_table  # noqa: E402
from websockets.sync.client import connect  # noqa: E402

from railhead.words import PROTOCOL  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
DESKTOP, PHONE = (1360, 850), (380, 780)
GAP = 30  # pixels between phones
TRAINS, CARDS = 22, 6  # at most, and at least: a moment with much on the board and something to choose
COLOURS = 256  # of a picture's palette


def played(address: str, game: str, players: int, to_the_end: bool = False) -> tuple[str, str]:
    """A table where a person has played as a strong player would, to a moment worth a picture: its name, and the token of the seat."""
    while True:
        table, token = new_table(address, game, players)
        with connect(f"{address.replace('http', 'ws')}/api/socket", max_size=None) as socket:
            hello = {"type": "hello", "protocol": PROTOCOL, "table": table, "tokens": [token], "after": 0}
            socket.send(json.dumps(hello))
            state, asked = None, -1
            while state is None or state["phase"] != "over":
                message = json.loads(socket.recv(120))
                if message["type"] in ("state", "update"):
                    state = message
                elif message["type"] == "refused":  # too fast, or somebody else was faster: asked again
                    time.sleep(message["values"].get("wait", 100) / 1000)
                    asked = -1
                if state is None or 0 not in state["waiting"]:
                    continue
                common = {"seat": 0, "at": state["position"], "id": state["position"]}
                if message["type"] == "advice" and message["at"] == state["position"]:
                    socket.send(json.dumps({"type": "move", "decisions": message["decisions"], **common}))
                elif asked != state["position"]:
                    view = state["views"]["0"]
                    few = state["phase"] == "turn" and view["seats"][0]["trains"] <= TRAINS
                    if few and sum(view["hand"].values()) >= CARDS and not to_the_end:
                        return table, token
                    asked = state["position"]
                    socket.send(json.dumps({"type": "hint", **common}))
        if to_the_end:
            return table, token


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
        keep(seen(browser, server, DESKTOP, played(server.address, "europe", 5), "light"), "table-europe.png")
        phones = [
            seen(browser, server, PHONE, new_table(server.address, "europe", 3), "light"),
            seen(browser, server, PHONE, played(server.address, "france", 3), "dark"),
            seen(browser, server, PHONE, played(server.address, "europe", 3, to_the_end=True), "light", ends=True),
        ]
        side_by_side = Image.new("RGB", (3 * PHONE[0] + 2 * GAP, PHONE[1]), "white")
        for place, phone in enumerate(phones):
            side_by_side.paste(phone, (place * (PHONE[0] + GAP), 0))
        keep(side_by_side, "phones.png")
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
