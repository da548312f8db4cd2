"""Make the fonts of the page, web/src/fonts/*.woff2, from those of the drawings: the letters of all its languages, and no more.

    pip install fonttools brotli
    python scripts/make_page_fonts.py

Letters of other Latin alphabets, which only names of people have, lie apart (`-ext-`) and are fetched where they occur.
"""

import json
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FACES = {
    "AlegreyaSans-Medium": "alegreya-sans-500",
    "AlegreyaSans-Bold": "alegreya-sans-700",
    "Alegreya-MediumItalic": "alegreya-italic-500",
    "AlegreyaSC-Bold": "alegreya-sc-700",
}
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100)]
NAMED = "Alegreya-MediumItalic"  # writes nothing but the names of zones on boards
NAMES = [*map(ord, " '-"), *range(0x41, 0x5B), *range(0x61, 0x7B), *range(0xC0, 0x100)]
OTHERS = "–—‘’‚“”„…−•€ăĂâÂîÎșȘțȚœŒ"  # signs and letters of the languages that no text may have today


def letters() -> set[int]:
    """What the page writes in any language."""
    return {*LATIN, *map(ord, OTHERS + "".join(texts()))}


def texts() -> Iterator[str]:
    """All texts there are."""
    for file in (ROOT / "railhead" / "text").rglob("*/*.json"):
        for text in json.loads(file.read_text(encoding="utf-8")).values():
            yield from [text] if isinstance(text, str) else text.values()


def make() -> None:
    """Write them."""
    from fontTools.subset import Options, Subsetter, save_font
    from fontTools.ttLib import TTFont

    for face, name in FACES.items():
        font = TTFont(ROOT / "railhead" / "draw" / "fonts" / f"{face}.ttf")
        # screens of today need no hints for the pixels, which are a third of a font
        options = Options(flavor="woff2", hinting=False, layout_features=["kern"], name_IDs=[1, 2, 4, 6, 16, 17])
        maker = Subsetter(options)
        maker.populate(unicodes=NAMES if face == NAMED else letters())
        maker.subset(font)
        save_font(font, str(ROOT / "web" / "src" / "fonts" / f"{name}.woff2"), options)


if __name__ == "__main__":
    make()
