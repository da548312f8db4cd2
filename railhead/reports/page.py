"""A report as one page that needs nothing else, and its figures as files for papers."""

import html
import platform
import re
import shlex
import struct
import sys
import zlib
from collections.abc import Sequence
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Union

import msgspec

from railhead.draw.svg.picture import to_png
from railhead.draw.svg.values import GROUND
from railhead.reports.look import STYLE, in_the_dark, settings

if TYPE_CHECKING:
    from railhead.reports.charts import Chart

PIXELS = 1600  # the width of a map as PNG
LONGEST_NUMBER, LONGEST_PHRASE = 20, 40  # letters of a cell; longer ones are sentences
SHARPER = 3  # how many pixels for one of a figure's
SHARED = "window.vegaEmbed = vegaEmbed;"


class Figure(NamedTuple):
    """A picture in a report: a chart, or a map (SVG)."""

    file: str  # its name, should it be a file
    title: str
    text: str  # what is seen there
    picture: Union["Chart", str]


class Table(NamedTuple):
    """Numbers in a report; the first column holds names."""

    title: str
    text: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class Report(NamedTuple):
    """What a page tells."""

    title: str
    text: str | Sequence[str]  # a sentence or some, or a list
    parts: Sequence[Figure | Table]
    seeds: str = ""  # which games they were


def made_by(seeds: str) -> str:
    """The foot of a report: how to make it again."""
    command = shlex.join([*_program(), *sys.argv[1:]])
    parts = ("railhead", "numpy", "numba", "altair")
    versions = ", ".join(f"{name} {found}" for name in parts if (found := _version(name)))
    lots = f" {seeds.rstrip('.')}." if seeds else ""
    return f"Made by {command}.{lots} {versions}, Python {platform.python_version()}."


def _program() -> list[str]:
    """What was called: the command, or a module of ours."""
    module = getattr(sys.modules["__main__"], "__spec__", None)
    if module is None or module.name == "railhead.__main__" or not module.name.startswith(("railhead.", "benchmarks.")):
        return ["railhead"]
    return ["python", "-m", module.name.removesuffix(".__main__")]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _cell(text: str) -> str:
    """A number, which stands in one line, or words, which may take several."""
    kind = "" if len(text) <= LONGEST_NUMBER else ' class="phrase"' if len(text) <= LONGEST_PHRASE else ' class="words"'
    return f"<td{kind}>{html.escape(text)}</td>"


def _table(part: Table) -> str:
    head = "".join(f'<th scope="col">{html.escape(title)}</th>' for title in part.heads)
    body = "".join("<tr>" + "".join(_cell(cell) for cell in row) + "</tr>" for row in part.rows)
    return f'<div class="tables"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _told(text: str | Sequence[str]) -> str:
    if isinstance(text, str):
        return f"<p>{html.escape(text)}</p>" if text else ""
    return f"<ul>{''.join(f'<li>{html.escape(line)}</li>' for line in text)}</ul>"


def _part(part: Figure | Table) -> str:
    head = f"<section><h2>{html.escape(part.title)}</h2>{_told(part.text)}"
    if isinstance(part, Table):
        return f"{head}{_table(part)}</section>"
    if isinstance(part.picture, str):
        return f'{head}<figure class="map">{part.picture}</figure></section>'
    return f'{head}<figure><div class="chart" role="img" aria-label="{html.escape(part.text or part.title)}"></div></figure></section>'


def _grounds_once(text: str) -> str:
    """The ground of a board is long: the first map on a page has it, the others use it."""
    seen: set[str] = set()

    def use(found: re.Match[str]) -> str:
        name = found.group(1)
        again = name in seen
        seen.add(name)
        return f'<use href="#{name}"/>' if again else found.group(0)

    return re.sub(rf'<g id="({GROUND}[^"]+)">.*?</g><!--ground-->', use, text, flags=re.DOTALL)


def page(report: Report) -> str:
    """The page, with all it needs inside it."""
    charts = [part.picture for part in report.parts if isinstance(part, Figure) and not isinstance(part.picture, str)]
    facts = {"FIGURES": [chart.to_dict() for chart in charts], "LIGHT": settings("light"), "DARK": settings("dark")}
    data = "".join(f"const {name} = {_quoted(value)};" for name, value in facts.items())
    script = f"<script>{_library()}</script><script>{data}\n{_shown()}</script>" if charts else ""
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(report.title)}</title><style>{STYLE}</style><h1>{html.escape(report.title)}</h1>"
        f"{_told(report.text)}{_grounds_once(''.join(_part(part) for part in report.parts))}{in_the_dark()}"
        f"<footer><p>{html.escape(made_by(report.seeds))}</p></footer>{script}</html>\n"
    )


def _library() -> str:
    """Vega, as a script that holds all of it."""
    import vl_convert

    return vl_convert.javascript_bundle(SHARED).replace("</script", "<\\/script")


def _shown() -> str:
    """What draws the figures when the page is opened."""
    return (resources.files("railhead") / "reports" / "shown.js").read_text(encoding="utf-8")


def _quoted(value: object) -> str:
    return msgspec.json.encode(value).decode().replace("</", "<\\/")


def write(report: Report, file: Path, figures: Path | None = None) -> None:
    """The page, and each figure as SVG and PNG in a folder where that is wanted."""
    file.write_text(page(report), encoding="utf-8")
    if figures is not None:
        figures.mkdir(parents=True, exist_ok=True)
        for part in report.parts:
            if isinstance(part, Figure):
                drawn, pixels = as_files(part.picture)
                said = " ".join(filter(None, (f"{report.title}. {part.title}.", part.text, made_by(report.seeds))))
                (figures / f"{part.file}.svg").write_text(_with_words(drawn, said), encoding="utf-8")
                (figures / f"{part.file}.png").write_bytes(_with_text(pixels, said))


def _with_words(drawn: str, said: str) -> str:
    """A picture that itself says what it shows and how it was made, wherever it is taken."""
    return re.sub(r"<svg[^>]*>", lambda found: f"{found.group(0)}<desc>{html.escape(said)}</desc>", drawn, count=1)


def _with_text(pixels: bytes, said: str) -> bytes:
    """The same for PNG: a chunk of text after the header, which is 33 bytes long."""
    chunk = b"iTXtDescription\0\0\0\0\0" + said.encode()
    return pixels[:33] + struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) + pixels[33:]


def as_files(picture: "Chart | str") -> tuple[str, bytes]:
    """A figure as SVG and as PNG, light, for paper."""
    if isinstance(picture, str):
        return picture, to_png(picture, PIXELS)
    import vl_convert

    chart, light = picture.to_dict(), settings("light")
    return vl_convert.vegalite_to_svg(chart, config=light), vl_convert.vegalite_to_png(
        chart, config=light, scale=SHARPER
    )
