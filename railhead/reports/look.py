"""The one look of all reports: inks told apart by all eyes, in light and in dark, for the page and for paper."""

from typing import Any

from railhead.draw.svg.themes import style
from railhead.draw.svg.values import VALUES

FONT = "Liberation Sans, Arial, Helvetica, sans-serif"  # as wide wherever a figure is opened
# Okabe and Ito's colours, told apart by colour-blind eyes, a little darker where they would be pale on paper
INKS = ("#0072b2", "#d55e00", "#009e73", "#b8608f", "#b07d00", "#3f96c4", "#555555", "#8a4fff")
PAPER = {"light": "#ffffff", "dark": "#15191e"}
_WORDS = {"light": "#222222", "dark": "#e6e6e6"}
_QUIET = {"light": "#dddddd", "dark": "#3a424b"}

STYLE = """
:root{color-scheme:light dark;--words:#222;--paper:#fff;--line:#ddd;--quiet:#666}
@media (prefers-color-scheme:dark){:root{--words:#e6e6e6;--paper:#15191e;--line:#3a424b;--quiet:#a7b0ba}}
body{font:17px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:var(--words);background:var(--paper)}
h1{line-height:1.2}h2{margin-top:2.5rem}figure{margin:1rem 0;overflow-x:auto}figcaption,footer{color:var(--quiet)}
footer{margin-top:3rem;border-top:1px solid var(--line);font-size:.85rem;overflow-wrap:anywhere}
.tables{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{padding:.2rem .6rem;text-align:right;vertical-align:bottom;border-bottom:1px solid var(--line)}td{white-space:nowrap}td.phrase{white-space:normal}td.words{white-space:normal;text-align:left;min-width:min(16rem,50vw)}
td:first-child,th:first-child{text-align:left;white-space:normal;min-width:8rem}.map svg{width:100%;height:auto;display:block}
.chart.vega-embed.has-actions{padding:2rem 0 0}
"""


def in_the_dark() -> str:
    """Maps in a dark page: the board's dark colours, and values whose pale and dark change places while their hues stay.

    It comes after the maps, whose own styles it replaces: a part that several share by `<use>` knows nothing of what is around it.
    """
    turned = f".{VALUES}{{filter:invert(1) hue-rotate(180deg)}}"
    return f"<style>@media (prefers-color-scheme:dark){{{style('dark')}{turned}}}</style>"


def settings(sight: str) -> dict[str, Any]:
    """How Vega draws in a `light` or a `dark` page."""
    words, quiet = _WORDS[sight], _QUIET[sight]
    axis = {"labelColor": words, "titleColor": words, "domainColor": words, "tickColor": words, "gridColor": quiet}
    text = {"labelFontSize": 13, "titleFontSize": 14, "titleFontWeight": "normal"}
    return {
        "background": PAPER[sight],
        "font": FONT,
        "view": {"stroke": None},
        "axis": axis | text | {"gridOpacity": 0.7},
        "legend": {"labelColor": words, "titleColor": words} | text,
        "header": {"labelColor": words, "titleColor": words, "labelFontWeight": "bold"} | text,
        "title": {"color": words, "fontSize": 16},
        "text": {"color": words, "fontSize": 13},
        "rule": {"color": words},
        "range": {"category": list(INKS)},
    }
