"""Make fonts/* and data/widths.json: the Alegreya family for Latin, Greek and Cyrillic, Noto for every other script of the gazetteer.

All are under the SIL Open Font License 1.1. Alegreya comes from npm, Noto from Debian:

    npm install @fontsource/alegreya @fontsource/alegreya-sans @fontsource/alegreya-sc
    apt-get download fonts-noto-core fonts-noto-cjk
    for file in fonts-noto-*.deb; do dpkg-deb -x "$file" noto; done
    pip install "railhead[data]"
    python scripts/make_fonts.py node_modules/@fontsource noto/usr/share
"""

import gzip
import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = Path(__file__).parent.parent / "railhead"
FONTS = PACKAGE / "draw" / "fonts"
FACES = {
    "AlegreyaSans-Medium": ("alegreya-sans", "500-normal"),
    "AlegreyaSans-Bold": ("alegreya-sans", "700-normal"),
    "Alegreya-MediumItalic": ("alegreya", "500-italic"),
    "AlegreyaSC-Bold": ("alegreya-sc", "700-normal"),
}
SUBSETS = ("latin", "latin-ext", "vietnamese", "greek", "cyrillic", "cyrillic-ext")
COPYRIGHT = (
    "Copyright 2010-2020 Google LLC (Noto Sans); copyright 2014-2021 Adobe (Noto Sans CJK); reduced to some letters\n\n"
)
COMMON = " -–'’.·0123456789"  # letters between words, which every font has
JOINER = "\u200d"  # without it ශ්‍රී, as Sri Lanka begins, falls into its letters


class Script(NamedTuple):
    """The first and last letters of a script, and where Noto has it."""

    first: int
    last: int
    file: str


SCRIPTS = {
    "Armenian": Script(0x0531, 0x058A, "NotoSansArmenian-Bold.ttf"),
    "Hebrew": Script(0x05D0, 0x05F4, "NotoSansHebrew-Bold.ttf"),
    "Arabic": Script(0x0600, 0x06FF, "NotoSansArabic-Bold.ttf"),
    "Thaana": Script(0x0780, 0x07B1, "NotoSansThaana-Bold.ttf"),
    "Devanagari": Script(0x0900, 0x097F, "NotoSansDevanagari-Bold.ttf"),
    "Bengali": Script(0x0980, 0x09FE, "NotoSansBengali-Bold.ttf"),
    "Gurmukhi": Script(0x0A01, 0x0A76, "NotoSansGurmukhi-Bold.ttf"),
    "Gujarati": Script(0x0A81, 0x0AFF, "NotoSansGujarati-Bold.ttf"),
    "Oriya": Script(0x0B01, 0x0B77, "NotoSansOriya-Bold.ttf"),
    "Tamil": Script(0x0B82, 0x0BFA, "NotoSansTamil-Bold.ttf"),
    "Telugu": Script(0x0C00, 0x0C7F, "NotoSansTelugu-Bold.ttf"),
    "Kannada": Script(0x0C80, 0x0CF2, "NotoSansKannada-Bold.ttf"),
    "Malayalam": Script(0x0D00, 0x0D7F, "NotoSansMalayalam-Bold.ttf"),
    "Sinhala": Script(0x0D82, 0x0DF4, "NotoSansSinhala-Bold.ttf"),
    "Thai": Script(0x0E01, 0x0E5B, "NotoSansThai-Bold.ttf"),
    "Lao": Script(0x0E81, 0x0EDF, "NotoSansLao-Bold.ttf"),
    "Myanmar": Script(0x1000, 0x104F, "NotoSansMyanmar-Bold.ttf"),
    "Georgian": Script(0x10A0, 0x10FF, "NotoSansGeorgian-Bold.ttf"),
    "Ethiopic": Script(0x1200, 0x137C, "NotoSansEthiopic-Bold.ttf"),
    "Khmer": Script(0x1780, 0x17F9, "NotoSansKhmer-Bold.ttf"),
}
# Signs have forms by country: the number of the face in Noto's collection, the country's places, and the rows of its
# standard with the signs that are most in use (all syllables of Korean).
SIGNS = {
    "JP": (0, {"Japan"}, "euc_jp", range(16, 48)),
    "KR": (1, {"South Korea", "North Korea"}, "euc_kr", range(16, 41)),
    "SC": (2, {"China"}, "gb2312", range(16, 56)),
    "TC": (3, {"Taiwan", "Hong Kong", "Macao"}, None, range(0)),
}
KANA = "".join(map(chr, [*range(0x3041, 0x3097), *range(0x30A1, 0x30FD)])) + "々〆ヶ"
NAMES_OF_LANDS = {
    "JP": "日本",
    "KR": "대한민국한국조선",
    "SC": "中国",
    "TC": "中國臺灣台灣香港澳門新加坡東亞歐洲亞洲世界",
}


def alegreya(packages: Path) -> dict[str, dict[str, int]]:
    """Join the parts of every face into one file; how wide each letter is."""
    from fontTools.merge import Merger
    from fontTools.ttLib import TTFont

    widths = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (family, style) in FACES.items():
            parts = []
            for subset in SUBSETS:
                font = TTFont(packages / family / "files" / f"{family}-{subset}-{style}.woff2")
                font.flavor = None
                for table in {"GSUB", "GDEF", "STAT"} & set(font.keys()):
                    del font[table]
                parts.append(str(Path(folder) / f"{name}-{subset}.ttf"))
                font.save(parts[-1])
            font = Merger().merge(parts)
            font.save(FONTS / f"{name}.ttf")
            widths[name] = widths_in(font)
            licence = (packages / family / "LICENSE").read_text()
            (FONTS / f"{family}-OFL.txt").write_text(licence)
    return widths


def widths_in(font: Any) -> dict[str, int]:
    """How wide the letters of a font are, in thousandths of the size."""
    scale = 1000 / font["head"].unitsPerEm
    return {chr(c): round(font["hmtx"][g][0] * scale) for c, g in sorted(font.getBestCmap().items()) if c >= 32}


def reduced(source: Path, letters: Iterable[str], number: int = -1) -> Any:
    """A font with only these letters and what joins them; signs (of a collection, by number) stand alone."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options(hinting=False, notdef_outline=True, name_IDs=[1, 2, 4, 6, 16, 17])
    options.drop_tables += ["vhea", "vmtx", "VORG"]
    if number >= 0:
        options.layout_features = []
    font = TTFont(source, fontNumber=number)
    maker = Subsetter(options)
    maker.populate(text="".join(letters) + COMMON)
    maker.subset(font)
    return font


def joined_share(file: Path, widths: dict[str, int], names: list[str]) -> float:
    """How wide names in a script are beside the sum of their letters: those that join take less."""
    import uharfbuzz

    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(file)))
    font, alone, together = uharfbuzz.Font(face), 0.0, 0.0
    for name in names:
        if all(c in widths for c in name):
            together += shaped_width(font, name)
            alone += sum(widths[c] for c in name)
    return together / alone if alone else 1.0


def shaped_width(font: Any, text: str) -> float:
    """How wide a text is when its letters have joined, in thousandths of the size."""
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    return float(sum(position.x_advance for position in buffer.glyph_positions)) * 1000 / float(font.face.upem)


def local_names() -> dict[str, list[str]]:
    """All local names, by country."""
    file = json.loads(gzip.decompress((PACKAGE / "workshop" / "data" / "gazetteer.json.gz").read_bytes()))
    found: dict[str, list[str]] = {}
    for region, name in zip(file["region"], file["local"], strict=True):
        if name:
            found.setdefault(file["countries"][file["regions"][region][0]][2], []).append(name)
    return found


def row_of(encoding: str, row: int) -> str:
    """The signs in a row of a standard."""
    return bytes(byte for cell in range(1, 95) for byte in (0xA0 + row, 0xA0 + cell)).decode(encoding, "ignore")


def noto(share: Path) -> dict[str, int]:
    """Reduce every font of Noto that is needed; how wide each letter is, but for signs, which are as wide as high."""
    widths: dict[str, int] = {}
    places = local_names()
    names = [name for some in places.values() for name in some]
    for script in SCRIPTS.values():
        block = [*map(chr, range(script.first, script.last + 1)), *(JOINER if script is SCRIPTS["Sinhala"] else "")]
        font = reduced(share / "fonts/truetype/noto" / script.file, block)
        font.save(FONTS / script.file)
        own = {c: w for c, w in widths_in(font).items() if script.first <= ord(c) <= script.last}
        closer = joined_share(FONTS / script.file, own, names)
        print(script.file, round(closer, 2))
        widths |= {c: round(closer * w) for c, w in own.items()}
    for code, (number, lands, encoding, rows) in SIGNS.items():
        letters = set(NAMES_OF_LANDS[code]).union(*(name for land in lands for name in places[land])) | set(
            KANA if code == "JP" else ""
        )
        letters = {c for c in letters if ord(c) > 0x2E7F}
        letters |= {c for row in rows for c in row_of(str(encoding), row)}
        font = reduced(share / "fonts/opentype/noto/NotoSansCJK-Bold.ttc", letters, number)
        font.save(FONTS / f"NotoSansCJK{code}-Bold.otf")
    licence = (FONTS / "alegreya-OFL.txt").read_text()
    (FONTS / "noto-OFL.txt").write_text(COPYRIGHT + licence[licence.index("This Font Software") :])
    return widths


def make(packages: Path, share: Path) -> None:
    """Write the fonts and the widths of their letters."""
    FONTS.mkdir(exist_ok=True)
    widths = {**alegreya(packages), "Noto": noto(share)}
    text = json.dumps(widths, ensure_ascii=False, separators=(",", ":"))
    (PACKAGE / "draw" / "data" / "widths.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path(sys.argv[2]))
