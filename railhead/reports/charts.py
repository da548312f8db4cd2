"""Figures of the kinds that reports need, as Vega-Altair charts: every axis has a name, every estimate its interval."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import altair as alt
import numpy as np

from railhead.reports.look import INKS

Chart = alt.Chart | alt.LayerChart | alt.FacetChart
WIDTH = 620
STEP = 28  # the height of a line
BAR = 18  # of a bar on it: on a phone its name stands above it
CELL = 76  # the width of a grid's
LETTER = 7.5  # the width of most
LONGEST_NAME = 420  # of a line
LONG_NAME = 20  # letters of a curve's name, of which more stand below the figure
HEADROOM = 1.08  # above the highest bar, so that nobody takes it for one that is cut off
SHARE = ".0%"
POINTS = "+.0f"  # percentage points: what shares are apart by
INSIDE = 0.25  # a bar this long, of the longest, has room for its number
AMOUNT = "replace(replace(replace(format(datum.value, '~s'), 'G', ' billion'), 'M', ' million'), 'k', ' thousand')"


class Estimate(NamedTuple):
    """A number that was measured, with its 95 % interval."""

    name: str
    value: float
    low: float
    high: float
    games: int = 0

    def over(self, even: float) -> "Estimate":
        """The same as percentage points over a share."""
        value, low, high = (100 * (share - even) for share in (self.value, self.low, self.high))
        return self._replace(value=value, low=low, high=high)


def _data(rows: Iterable[Mapping[str, Any]]) -> alt.InlineData:
    return alt.InlineData(values=[dict(row) for row in rows])


def estimates(
    found: Sequence[Estimate],
    what: str,
    form: str = SHARE,
    even: float | None = None,
    within: Sequence[float] | None = None,
    counted: str = "games",
) -> Chart:
    """Numbers one under the other, each a point in its interval; `even` is where all would be if nothing mattered. `counted` is what
    there were so many of."""
    data = _data(one._asdict() for one in found)
    ends = [one.low for one in found] + [one.high for one in found] + ([] if even is None else [even])
    scale = alt.Scale(domain=list(within) if within else [min(ends), max(ends)], nice=not within, zero=False)
    line = alt.Y("name:N", title=None, sort=None, axis=alt.Axis(labelLimit=LONGEST_NAME, grid=False))
    across = alt.X(
        "value:Q",
        title=f"{what} (95 % interval)",
        scale=scale,
        axis=alt.Axis(format=form, tickCount=8, labelFlush=False, labelOverlap="greedy"),
    )
    hover = [
        alt.Tooltip("name:N", title="of"),
        *(alt.Tooltip(f"{name}:Q", title=title, format=finer(form)) for name, title in _ENDS.items()),
        *([alt.Tooltip("games:Q", title=counted, format=",")] if any(one.games for one in found) else []),
    ]
    base = alt.Chart(data, width=WIDTH - 200, height=alt.Step(STEP))
    parts: list[Any] = [
        base.mark_rule(strokeWidth=3, color=INKS[0]).encode(y=line, x=alt.X("low:Q", title=""), x2="high:Q")
    ]
    parts.append(
        base.mark_point(filled=True, size=90, opacity=1, color=INKS[0]).encode(y=line, x=across, tooltip=hover)
    )
    if even is not None:
        parts.insert(0, alt.Chart(_data([{"even": even}])).mark_rule(strokeDash=[4, 4]).encode(x="even:Q"))
    return alt.layer(*parts)


_ENDS = {"value": "measured", "low": "at least", "high": "at most"}


def bars(found: Sequence[tuple[str, float]], what: str, form: str, goal: float | None = None) -> Chart:
    """Amounts one under the other, in their order, each with its number; the dashed line is the goal, and says so."""
    longest = max(value for _, value in found)
    data = _data({"name": name, "value": value, "room": value >= INSIDE * longest} for name, value in found)
    base = alt.Chart(data, width=WIDTH - 200, height=alt.Step(STEP))
    y = alt.Y("name:N", title=None, sort=None, axis=alt.Axis(labelLimit=LONGEST_NAME, grid=False))
    x = alt.X("value:Q", title=what, axis=alt.Axis(format=form, tickCount=6, labelOverlap="greedy"))
    number = alt.Text("value:Q", format=form)
    parts: list[Any] = [
        base.mark_bar(color=INKS[0], height=BAR).encode(y=y, x=x),
        base.transform_filter("datum.room")
        .mark_text(align="right", dx=-5, color="white")
        .encode(y=y, x=x, text=number),
        base.transform_filter("!datum.room").mark_text(align="left", dx=5).encode(y=y, x=x, text=number),
    ]
    if goal is not None:
        line = alt.Chart(_data([{"goal": goal}])).transform_calculate(says=f"'goal: ' + format(datum.goal, '{form}')")
        parts.append(line.mark_rule(strokeDash=[4, 4]).encode(x="goal:Q"))
        over = line.mark_text(baseline="bottom", dy=-4)
        parts.append(over.encode(x="goal:Q", y=alt.value(0), text="says:N"))
    return alt.layer(*parts)


def finer(form: str) -> str:
    """A format with a digit more, for those who look closely."""
    return {".0%": ".1%", "+.0f": "+.1f", "+.1f": "+.2f"}.get(form, form)


def distributions(groups: Mapping[str, Sequence[float]], what: str, unit: str = "games", most_bins: int = 40) -> Chart:
    """How often which value came, one panel over the other on one scale; the rule is the mean."""
    everything = np.concatenate([np.asarray(values, float) for values in groups.values()])
    step = _step((everything.max() - everything.min()) / most_bins)
    edges = np.arange(np.floor(everything.min() / step), np.floor(everything.max() / step) + 2) * step
    if step == 1 and not (everything % 1).any():
        edges -= 0.5  # a whole number is the middle of its bar: beside it the mean would seem too low
    rows = [
        {
            "group": name,
            "from": float(edge),
            "to": float(edge + step),
            "share": count / len(values),
            "mean": float(np.mean(values)),
        }
        for name, values in groups.items()
        for edge, count in zip(edges, np.histogram(values, edges)[0].tolist(), strict=False)
    ]
    top = max(row["share"] for row in rows)
    hover = [
        alt.Tooltip("from:Q", title="from"), alt.Tooltip("to:Q", title="to below"),
        alt.Tooltip("share:Q", title=f"share of {unit}", format=".1%"), alt.Tooltip("mean:Q", title="mean", format=".1f"),
    ]  # fmt: skip
    base = alt.Chart(width=WIDTH, height=110 if len(groups) > 1 else 180)
    bars = base.mark_bar(binSpacing=0, color=INKS[0], opacity=0.85).encode(
        x=alt.X("from:Q", title=what, bin="binned", scale=alt.Scale(zero=False, nice=False), axis=alt.Axis(labelFlush=False, labelOverlap="greedy", tickMinStep=1)), x2="to:Q",
        y=alt.Y("share:Q", title=f"share of {unit}", axis=alt.Axis(format=".0%", tickCount=3), scale=alt.Scale(domain=[0, HEADROOM * top])),
        tooltip=hover,
    )  # fmt: skip
    mean = base.mark_rule(strokeWidth=2, color=INKS[1]).encode(x="mean(mean):Q")
    layers: Any = alt.layer(bars, mean, data=_data(rows))
    if len(groups) == 1:
        return layers  # type: ignore[no-any-return]
    faceted: Chart = layers.facet(
        row=alt.Row(
            "group:N",
            title=None,
            sort=list(groups),
            header=alt.Header(labelAngle=0, labelAlign="left", labelAnchor="start", labelOrient="top"),
        )
    )
    return faceted


def _step(rough: float) -> float:
    """The next round number: 1, 2 or 5 times a power of ten, at least 1."""
    if rough <= 1:
        return 1.0
    power = 10.0 ** np.floor(np.log10(rough))
    return float(next(power * digit for digit in (1, 2, 5, 10) if power * digit >= rough))


def curves(
    rows: Sequence[Mapping[str, Any]], across: str, up: str, across_title: str, up_title: str, form: str = SHARE,
    even: "float | Sequence[float] | None" = None, domain: Sequence[float] | None = None,
) -> Chart:  # fmt: skip
    """Lines over time, one for each `name`, in a band `low` to `high` where the rows have one; dashed where all would be if nothing mattered."""
    scale = alt.Scale(domain=list(domain)) if domain else alt.Scale(zero=False)
    base = alt.Chart(_data(rows), width=WIDTH, height=320)
    x = alt.X(f"{across}:Q", title=across_title, axis=alt.Axis(labelExpr=AMOUNT, tickCount=7))
    y = alt.Y(f"{up}:Q", title=up_title, axis=alt.Axis(format=form), scale=scale)
    long = max((len(str(row["name"])) for row in rows), default=0) > LONG_NAME
    below: dict[str, Any] = {"orient": "bottom", "columns": 1} if long else {}
    key = alt.Legend(labelLimit=0, symbolOpacity=1, **below)
    ink = alt.Color("name:N", title=None, sort=None, legend=key)
    hover = [
        alt.Tooltip("name:N", title="of"),
        alt.Tooltip(f"{across}:Q", title=across_title, format=",.4~s"),
        alt.Tooltip(f"{up}:Q", title=up_title, format=finer(form)),
    ]
    parts: list[Any] = []
    if rows and "low" in rows[0]:
        parts.append(base.mark_area(opacity=0.2).encode(x=x, y=alt.Y("low:Q", title=""), y2="high:Q", color=ink))
    parts.append(base.mark_line(strokeWidth=2.5, point=len(rows) < 200).encode(x=x, y=y, color=ink, tooltip=hover))
    if even is not None:
        shares = [even] if isinstance(even, int | float) else even
        dashes = _data({"even": share} for share in shares)
        parts.append(alt.Chart(dashes).mark_rule(strokeDash=[4, 4]).encode(y="even:Q"))
    return alt.layer(*parts)


def grid(
    rows: Sequence[Mapping[str, Any]],
    across: str,
    down: str,
    value: str,
    titles: tuple[str, str, str],
    even: float,
    form: str = SHARE,
) -> Chart:
    """Numbers in a grid, coloured by how far they are from `even`: whom a bot beats, in which seat it wins."""
    far = max([abs(row[value] - even) for row in rows] + [1e-3])
    least = max(0.0, even - far) if form == SHARE else even - far
    lines = list(dict.fromkeys(row[down] for row in rows))
    order = (
        lines if {row[across] for row in rows} <= set(lines) else None
    )  # the same things both ways: in the same order
    base = alt.Chart(_data(rows), width=alt.Step(CELL), height=alt.Step(38))
    long = any(len(str(row[across])) * LETTER > CELL for row in rows)
    slant: dict[str, Any] = {"labelAngle": -40, "labelLimit": 200} if long else {"labelAngle": 0}
    x = alt.X(f"{across}:N", title=titles[0], axis=alt.Axis(orient="top", **slant), sort=order)
    y = alt.Y(f"{down}:N", title=titles[1], axis=alt.Axis(labelLimit=260), sort=None)
    ink = alt.Color(
        f"{value}:Q", title=titles[2], legend=alt.Legend(format=form),
        scale=alt.Scale(domain=[least, even, even + far], range=[INKS[1], "#f2f2f2", INKS[0]]),
    )  # fmt: skip
    hover = [
        alt.Tooltip(f"{down}:N", title=titles[1]),
        alt.Tooltip(f"{across}:N", title=titles[0]),
        alt.Tooltip(f"{value}:Q", title=titles[2], format=finer(form)),
        *(alt.Tooltip(f"{end}:Q", title=_ENDS[end], format=finer(form)) for end in ("low", "high") if end in rows[0]),
    ]
    dark = alt.condition(f"abs(datum['{value}'] - {even}) > {0.6 * far}", alt.value("white"), alt.value("black"))
    return alt.layer(
        base.mark_rect().encode(x=x, y=y, color=ink, tooltip=hover),
        base.mark_text().encode(x=x, y=y, text=alt.Text(f"{value}:Q", format=form), color=dark, tooltip=hover),
    )


PANEL = (120, 110)  # pixels
ABREAST = 4  # panels


def panels(
    groups: Mapping[str, Sequence[Estimate]], across: str, up: str, form: str = SHARE, even: float = 0.0
) -> Chart:
    """The same few numbers of each of many, in small panels on one scale: points in their intervals; dashed is where all would be if nothing
    mattered. What follows a colon in a panel's name goes into its second line."""
    rows = [one._asdict() | {"group": group, "even": even} for group, some in groups.items() for one in some]
    base = alt.Chart(width=PANEL[0], height=PANEL[1])
    x = alt.X("name:N", title=across, sort=None, axis=alt.Axis(labelAngle=0, grid=False))
    y = alt.Y("value:Q", title=up, axis=alt.Axis(format=form, tickCount=4))
    hover = [
        alt.Tooltip("group:N", title="of"),
        alt.Tooltip("name:N", title=across),
        *(alt.Tooltip(f"{name}:Q", title=title, format=finer(form)) for name, title in _ENDS.items()),
        alt.Tooltip("games:Q", title="games", format=","),
    ]
    layers: Any = alt.layer(
        base.mark_rule(strokeDash=[4, 4]).encode(y="mean(even):Q"),
        base.mark_rule(strokeWidth=2.5, color=INKS[0]).encode(x=x, y=alt.Y("low:Q", title=""), y2="high:Q"),
        base.mark_point(filled=True, size=55, opacity=1, color=INKS[0]).encode(x=x, y=y, tooltip=hover),
        data=_data(rows),
    )
    head = alt.Header(labelAnchor="start", labelAlign="left", labelExpr="split(datum.value, ': ')")
    shown: Chart = layers.facet(facet=alt.Facet("group:N", title=None, sort=list(groups), header=head), columns=ABREAST)
    return shown
