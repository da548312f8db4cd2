"""From SVG to PNG, with the fonts of the package."""

import resvg_py

from railhead.draw import HOME


def to_png(svg: str, width: int) -> bytes:
    """The picture as PNG, `width` pixels wide."""
    files = sorted(str(file) for file in (HOME / "fonts").glob("*.?tf"))
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=files, skip_system_fonts=True))
