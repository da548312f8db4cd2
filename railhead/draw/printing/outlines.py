"""Words in Noto's scripts as outlines: Typst's reader of SVG lets the vowel signs of Indian scripts fall onto their neighbours."""

import re
from functools import cache
from html import unescape
from typing import Any

from railhead.draw import HOME
from railhead.draw.letters import noto
from railhead.draw.svg.pieces import number

TEXT = re.compile(r"<text ([^>]*) style=\"font-family:'(Noto [^']+)',sans-serif\">([^<]*)</text>")
CENTRED = ("label", "zone")  # classes whose texts stand around their point


@cache
def shaper(family: str) -> Any:
    """The font of a family, for joining letters."""
    try:
        import uharfbuzz
    except ImportError as error:  # pragma: no cover
        raise RuntimeError('PDF in this script needs one more package: pip install "railhead[print]"') from error
    file = next(face.file for face in noto() if face.family == family)
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(HOME / "fonts" / file))))


def outline(
    text: str, family: str, x: float, y: float, size: float, spacing: float, share: float, width: float = 0.0
) -> str | None:
    """Path data of a text of which some share lies left of its point, of a width if one is given; None where the font lacks a letter."""
    import uharfbuzz
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.pens.transformPen import TransformPen

    font, buffer = shaper(family), uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    if any(info.codepoint == 0 for info in buffer.glyph_infos):
        return None
    scale = size / font.face.upem
    natural = sum(at.x_advance * scale + spacing for at in buffer.glyph_positions)
    wide = width / natural if width and natural else 1.0
    x -= share * natural * wide
    pen = SVGPathPen(None, number)
    for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        place = (wide * scale, 0, 0, -scale, x + wide * at.x_offset * scale, y - at.y_offset * scale)
        font.draw_glyph_with_pen(info.codepoint, TransformPen(pen, place))
        x += wide * (at.x_advance * scale + spacing)
    return str(pen.getCommands())


def outlined(svg: str) -> str:
    """A picture with the words of Noto's scripts as outlines, in the same classes."""

    def drawn(match: re.Match[str]) -> str:
        head, family, text = match.groups()
        said = dict(re.findall(r'([a-zA-Z-]+)="([^"]*)"', head))
        centred = said.get("text-anchor") == "middle" or said.get("class", "").startswith(CENTRED)
        x, y, size, spacing = (float(said.get(key, 0)) for key in ("x", "y", "font-size", "letter-spacing"))
        width = float(said.get("textLength", 0))
        data = outline(unescape(text), family, x, y, size, spacing, 0.5 if centred else 0.0, width)
        return match.group() if data is None else f'<path class="{said.get("class", "")}" d="{data}"/>'

    return TEXT.sub(drawn, svg)
