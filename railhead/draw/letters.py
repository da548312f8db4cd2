"""Which font has which letters: Alegreya for Latin, Greek and Cyrillic, Noto for all other scripts; and fonts with only the letters needed."""

import base64
import io
import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from html import unescape
from typing import Any, NamedTuple

from railhead.draw import HOME


class Face(NamedTuple):
    """A file of letters and how style sheets call it."""

    file: str
    family: str
    weight: int = 700
    slant: str = "normal"


ALEGREYA = (
    Face("AlegreyaSans-Bold.ttf", "Alegreya Sans"),
    Face("AlegreyaSans-Medium.ttf", "Alegreya Sans", 500),
    Face("Alegreya-MediumItalic.ttf", "Alegreya", 500, "italic"),
    Face("AlegreyaSC-Bold.ttf", "Alegreya SC"),
)
JOINED = frozenset(
    {"Arabic", "Devanagari", "Bengali", "Gurmukhi"}
)  # letters that touch: a space between them tears words
STACKING = 9  # the combining class of the signs that put the next letter below the one before


@cache
def noto() -> tuple[Face, ...]:
    """The fonts of single scripts, then those of Japanese, Korean and Chinese signs."""
    files = sorted(file.name for file in (HOME / "fonts").glob("NotoSans*"))
    names = [re.sub(r"NotoSans(CJK)?(.*)-Bold\..*", r"Noto Sans \1 \2", file).replace("  ", " ") for file in files]
    faces = [Face(file, name) for file, name in zip(files, names, strict=True)]
    return tuple(sorted(faces, key=lambda face: ("CJK" in face.family, face.family)))


def opened(file: str) -> Any:
    """A font of the package."""
    from fontTools.ttLib import TTFont

    return TTFont(HOME / "fonts" / file, recalcTimestamp=False)


@cache
def letters_in(file: str) -> frozenset[str]:
    """All letters of a font."""
    return frozenset(map(chr, opened(file).getBestCmap()))


@cache
def usual() -> frozenset[str]:
    """What Alegreya has."""
    return frozenset[str].intersection(*(letters_in(face.file) for face in ALEGREYA))


def needs_font(letter: str) -> bool:
    """Whether a letter is drawn at all."""
    return unicodedata.category(letter) not in ("Cf", "Cc", "Zs")


def missing(text: str) -> list[str]:
    """The letters that no font of the package has."""
    strange = {letter for letter in text if needs_font(letter)} - usual()
    return sorted(strange.difference(*(letters_in(face.file) for face in noto()))) if strange else []


@cache
def face_for(text: str, among: str = "") -> Face | None:
    """The font of Noto that has the most of a text's letters; None where Alegreya has all. `among` are its neighbours on a board:
    they tell in which country's forms signs are drawn."""
    strange = {letter for letter in text if needs_font(letter)} - usual()
    if not strange:
        return None
    around = {letter for letter in among if needs_font(letter)}

    def fits(face: Face) -> tuple[int, int]:
        letters = letters_in(face.file)
        return len(strange & letters), len(around & letters)

    best = max(noto(), key=fits)
    return best if strange & letters_in(best.file) else None


def styled(text: str, among: str = "") -> str:
    """The attribute that gives a text its font, where the style sheet's does not have the letters."""
    face = face_for(text, among)
    return f" style=\"font-family:'{face.family}',sans-serif\"" if face else ""


def may_be_spaced(text: str) -> bool:
    """Whether the letters of a text stand alone."""
    face = face_for(text)
    return face is None or face.family.removeprefix("Noto Sans ") not in JOINED


def is_cursive(text: str) -> bool:
    """Whether letters are drawn in other widths by their neighbours, so that nobody knows the text's before it is drawn."""
    face = face_for(text)
    return face is not None and face.family == "Noto Sans Arabic"


def reach(text: str) -> tuple[float, float]:
    """How high above its line a text in a font of Noto goes, and how deep below it, in sizes; nothing is asked of Alegreya's, which keep to it."""
    face = face_for(text)
    if face is None:
        return 0.0, 0.0
    from fontTools.pens.boundsPen import BoundsPen

    font = opened(face.file)
    named, glyphs, scale = font.getBestCmap(), font.getGlyphSet(), font["head"].unitsPerEm
    high, deep = 0.0, 0.0
    for letter in set(text) & letters_in(face.file):
        pen = BoundsPen(glyphs)
        glyphs[named[ord(letter)]].draw(pen)
        if pen.bounds:
            high, deep = max(high, pen.bounds[3] / scale), max(deep, -pen.bounds[1] / scale)
    if any(unicodedata.combining(letter) == STACKING for letter in text):
        deep = -font["head"].yMin / scale
    return high, deep


def with_only(face: Face, letters: Iterable[str]) -> bytes:
    """A font with only some letters, as WOFF, and what they are made of: vowels around a letter (ො) are drawn in their parts."""
    from fontTools.subset import Options, Subsetter

    font, text = opened(face.file), "".join(letters)
    maker = Subsetter(Options(hinting=False, notdef_outline=True))
    maker.populate(text=text + unicodedata.normalize("NFD", text))
    maker.subset(font)
    font.flavor = "woff"
    out = io.BytesIO()
    font.save(out, reorderTables=False)
    return out.getvalue()


def fonts_of(body: str, faces: Iterable[Face]) -> dict[Face, str]:
    """Fonts with the letters of a drawing's texts and no others, in base 64."""
    letters = sorted(set(unescape("".join(re.findall(r">([^<>]+)</text>", body)))))
    return {face: base64.b64encode(with_only(face, letters)).decode() for face in faces}


def strange_in(body: str) -> list[Face]:
    """The fonts of Noto that a drawing asks for."""
    return [face for face in noto() if f"'{face.family}'" in body]


def embedded(body: str) -> str:
    """Rules with the fonts themselves, for pictures that travel alone."""
    rules = []
    for face, data in fonts_of(body, [*ALEGREYA, *strange_in(body)]).items():
        look = f"font-family:'{face.family}';font-weight:{face.weight};font-style:{face.slant}"
        rules.append(f"@font-face{{{look};src:url(data:font/woff;base64,{data})}}")
    return "".join(rules)
