"""The colours, the style sheet and the symbols that every picture of a board shares."""

import re
from functools import cache

import msgspec

from railhead.draw import HOME
from railhead.words import Symbols

SYMBOLS = msgspec.json.Decoder(Symbols)  # made here: threads that make one at the same time bring msgspec down


@cache
def themes() -> dict[str, dict[str, str]]:
    """All themes: names of colours and their values."""
    return msgspec.json.decode((HOME / "themes.json").read_bytes(), type=dict[str, dict[str, str]])


@cache
def symbols() -> Symbols:
    """The symbols, as they are drawn in a box of 24 units around the origin."""
    return SYMBOLS.decode((HOME / "symbols.json").read_bytes())


@cache
def forms() -> dict[str, str]:
    """Path data of what is on a card, by colour or `locomotive`."""
    return {**{str(colour): data for colour, data in symbols().colours.items()}, "locomotive": symbols().locomotive}


def style(theme: str) -> str:
    """The style sheet with the values of a theme in place of its variables."""
    values = themes()[theme]
    text = (HOME / "board.css").read_text()
    text = re.sub(r"/\*.*?\*/\s*", "", text, flags=re.S)
    return re.sub(r"var\(--([a-z0-9-]+)\)", lambda match: values[match.group(1)], text)
