"""Make fonts/*.ttf and data/widths.json from the npm packages of the Alegreya family (SIL Open Font License 1.1).

npm install @fontsource/alegreya @fontsource/alegreya-sans @fontsource/alegreya-sc
pip install fonttools brotli
python scripts/make_fonts.py node_modules/@fontsource
"""

import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent.parent / "railhead" / "draw"
FACES = {
    "AlegreyaSans-Medium": ("alegreya-sans", "500-normal"),
    "AlegreyaSans-Bold": ("alegreya-sans", "700-normal"),
    "Alegreya-MediumItalic": ("alegreya", "500-italic"),
    "AlegreyaSC-Bold": ("alegreya-sc", "700-normal"),
}


def make(packages: Path) -> None:
    """Join the Latin parts of every face into one file and note how wide each letter is."""
    from fontTools.merge import Merger
    from fontTools.ttLib import TTFont

    widths = {}
    (HERE / "fonts").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, (family, style) in FACES.items():
            parts = []
            for subset in ("latin", "latin-ext"):
                font = TTFont(packages / family / "files" / f"{family}-{subset}-{style}.woff2")
                font.flavor = None
                for table in {"GSUB", "GDEF", "STAT"} & set(font.keys()):
                    del font[table]
                parts.append(str(Path(folder) / f"{name}-{subset}.ttf"))
                font.save(parts[-1])
            font = Merger().merge(parts)
            font.save(HERE / "fonts" / f"{name}.ttf")
            letters = font.getBestCmap()
            widths[name] = {chr(c): font["hmtx"][g][0] for c, g in sorted(letters.items()) if 32 <= c < 0x0250}
            licence = (packages / family / "LICENSE").read_text()
            (HERE / "fonts" / f"{family}-OFL.txt").write_text(licence)
    text = json.dumps(widths, ensure_ascii=False, separators=(",", ":"))
    (HERE / "data" / "widths.json").write_text(text + "\n")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
