"""From SVG to PDF by Typst, with the fonts of the package; and the paper it is printed on."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from railhead.draw import HOME
from railhead.draw.printing.outlines import outlined

PAGE = (210.0, 297.0)  # A4, in millimetres
MARGIN = 9.0


def to_pdf(svg: str, width: float) -> bytes:
    """One picture as a PDF page, `width` millimetres wide."""
    return compile_pages(
        {"board.svg": svg}, f'#set page(width: auto, height: auto, margin: 0mm)\n#image("board.svg", width: {width}mm)'
    )


def compile_pages(files: Mapping[str, str], text: str) -> bytes:
    """A Typst document over some SVG files as PDF."""
    return bytes(compiled(files, text, "pdf"))


def compiled(files: Mapping[str, str], text: str, kind: Literal["pdf", "png"], ppi: float | None = None) -> Any:
    """A Typst document over some SVG files: the PDF, or a PNG of every page."""
    try:
        import typst
    except ImportError as error:  # pragma: no cover
        raise RuntimeError('PDF needs one more package: pip install "railhead[print]"') from error
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / name).write_text(outlined(content), encoding="utf-8")
        main = Path(folder) / "main.typ"
        main.write_text(text, encoding="utf-8")
        return typst.compile(str(main), font_paths=[str(HOME / "fonts")], format=kind, ppi=ppi)
