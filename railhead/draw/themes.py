"""The colours, the style sheet and the symbols that every picture of a board shares."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
COLOURS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")


@cache
def themes() -> dict[str, dict[str, str]]:
    """All themes: names of colours and their values."""
    found: dict[str, dict[str, str]] = json.loads((HERE / "themes.json").read_text())
    return found


@cache
def symbols() -> dict[str, Any]:
    """Path data of the symbol of every colour, of the locomotive and of the station."""
    found: dict[str, Any] = json.loads((HERE / "symbols.json").read_text())
    return found


def style(theme: str) -> str:
    """The style sheet with the values of a theme in place of its variables."""
    values = themes()[theme]
    text = (HERE / "board.css").read_text()
    text = re.sub(r"/\*.*?\*/\s*", "", text, flags=re.S)
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda match: values[match.group(1)], text)
