"""Every language on every page, narrow and wide: nothing is cut, nothing lies over something else, nothing is left in English."""

import json
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from players import Clicker, start
from test_axe import AXE, serious

from railhead.text.messages import language, languages

CUT = (Path(__file__).parent / "cut.js").read_text()
CODES = [*languages(), "pseudo"]
NARROW, WIDE = {"width": 320, "height": 640}, {"width": 1280, "height": 800}


def read_in(page: Any, code: str) -> None:
    """Change the language where one is, as the picker does; the pseudo-language comes by a link."""
    if code == "pseudo":
        page.evaluate("sessionStorage.setItem('railhead.language', 'pseudo')")
        page.reload()
    else:
        page.locator(".languages select").first.select_option(code, force=True)
        page.wait_for_function(f"document.documentElement.lang.startsWith('{languages()[code]['locale']}')")
    page.wait_for_timeout(60)


def walk(page: Any, ready: str, before: Callable[[], None] = lambda: None) -> dict[str, list[str]]:
    """What does not fit on a page, in all languages, narrow and wide."""
    found = {}
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        for code in CODES:
            before()
            read_in(page, code)
            page.locator(ready).first.wait_for()
            found[f"{code} at {size['width']}"] = page.evaluate(CUT)
    page.evaluate("sessionStorage.clear()")
    return {where: wrong for where, wrong in found.items() if wrong}
