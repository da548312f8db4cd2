"""What a data set of games says of a table: first tickets, routes by time, seats, winners' habits, tunnels, stations. `railhead findings FOLDER usa-2`.

`railhead findings FOLDER` sets all its tables side by side instead.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from railhead.arena.statistics import mean, wilson
from railhead.boards import Setting, load
from railhead.dataset.reading import read
from railhead.dataset.tables import table_of
from railhead.draw.cache import geometry_of
from railhead.draw.svg.values import Arc, Measure, Valued, value_map
from railhead.game.spelling import kept_places
from railhead.reports.charts import POINTS, Estimate, distributions, estimates, panels
from railhead.reports.names import route_names, ticket_names
from railhead.reports.page import Figure, Report, Table

ENOUGH = 30
MOST_SHOWN = 24
SPREAD = 0.2  # win shares so far from even have the full colour
TIMES = (("early", 0.0, 1 / 3), ("in the middle", 1 / 3, 2 / 3), ("late", 2 / 3, 1.01))
WON = "share of games won"
NEEDED = {
    "decisions": ["number", "seat", "phase", "decision", "action", "place", "trains", "chances"],
    "hidden": ["number", "offered"],
}  # columns, of many


class Told(NamedTuple):
    """A game of the data set: its row, its decisions, and what was hidden at each."""

    game: dict[str, Any]
    decisions: list[dict[str, Any]]
    hidden: list[dict[str, Any]]

    def of(self, action: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The decisions of a kind, each with its place."""
        return ((place, row) for place, row in enumerate(self.decisions) if row["action"] == action)

    def change(self, place: int) -> float | None:
        """How the chance of the seat that decides there has changed when its next turn comes, or at the end; None where chances are not known."""
        row = self.decisions[place]
        seat = row["seat"]
        if not row["chances"]:
            return None
        later = (one for one in self.decisions[place + 1 :] if one["seat"] == seat and one["phase"] == "turn")
        then = next((one["chances"][seat] for one in later), self.game["win"][seat])
        return float(then - row["chances"][seat])

    def first_tickets(self) -> dict[int, list[int]]:
        """The tickets that each seat kept at the start."""
        found = {}
        for row, secret in zip(self.decisions, self.hidden, strict=True):
            if row["phase"] != "first tickets":
                break
            offered = secret["offered"][row["seat"]]
            found[row["seat"]] = [offered[place - 1] for place in kept_places(row["decision"])]
        return found


def games_of(folder: Path, table: str) -> list[Told]:
    """All games at a table."""

    def number(row: dict[str, Any]) -> int:
        return int(row["number"])

    def by_game(part: str) -> dict[int, list[dict[str, Any]]]:
        rows = read(folder, part, table, NEEDED[part]).to_pylist()
        return {key: list(some) for key, some in groupby(rows, number)}

    seen, hidden = by_game("decisions"), by_game("hidden")
    return [Told(row, seen[row["number"]], hidden[row["number"]]) for row in read(folder, "games", table).to_pylist()]


class Shares:
    """Wins by name: how often something went with winning."""

    def __init__(self) -> None:
        self.wins: dict[Any, float] = {}
        self.count: Counter[Any] = Counter()

    def add(self, name: Any, win: float) -> None:
        """It was so in a game that was won, or was not."""
        self.wins[name] = self.wins.get(name, 0.0) + win
        self.count[name] += 1

    def share(self, name: Any) -> float | None:
        """How often it was won; nothing where too little is known."""
        return self.wins[name] / self.count[name] if self.count[name] >= ENOUGH else None

    def known(self, order: Iterable[Any] | None = None) -> list[Any]:
        """What enough is known of, the best first, or in a given order."""
        known = [name for name in (self.count if order is None else order) if self.count[name] >= ENOUGH]
        return known if order is not None else sorted(known, key=lambda name: -self.wins[name] / self.count[name])

    def estimates(self, named: Callable[[Any], str] = str, order: Iterable[Any] | None = None) -> list[Estimate]:
        """All of these, with their intervals."""
        shares = [(name, self.wins[name] / self.count[name], self.count[name]) for name in self.known(order)]
        return [Estimate(named(name), share, *wilson(share, count), count) for name, share, count in shares]


def who(games: Sequence[Told]) -> str:
    """Who played, for those who see a figure alone."""
    return ", ".join(dict.fromkeys(bot for told in games for bot in told.game["bots"]))


def _ends(found: list[Estimate]) -> list[Estimate]:
    half = MOST_SHOWN // 2
    return found if len(found) <= MOST_SHOWN else found[:half] + found[-half:]


def _won_map(setting: Setting, even: float, title: str, shares: Shares, arcs: bool = False) -> str:
    measure = Measure(title, max(0.0, even - SPREAD), even + SPREAD, apart=True)
    names = ticket_names(setting) if arcs else route_names(setting)

    def valued(key: Any, name: str) -> Valued:
        share = shares.share(key)
        told = "too few games" if share is None else f"{measure.in_words(share)} of {shares.count[key]} games"
        return Valued(share, f"{names[name]}: {told}")

    board, geometry = setting.board, geometry_of(setting.board)
    if arcs:
        some = [Arc(one.a, one.b, valued(number, one.id)) for number, one in enumerate(setting.tickets)]
        return value_map(board, geometry, measure, tickets=some)
    return value_map(board, geometry, measure, {one.id: valued(one.id, one.id) for one in setting.routes})


def first_tickets(setting: Setting, games: Sequence[Told], even: float) -> list[Figure | Table]:
    """What each first ticket is worth, and with which it fits."""
    single, pairs = Shares(), Shares()
    for told in games:
        for seat, kept in told.first_tickets().items():
            win = told.game["win"][seat]
            for ticket in kept:
                single.add(ticket, win)
            for pair in combinations(sorted(kept), 2):
                pairs.add(pair, win)
    names = [ticket_names(setting)[ticket.id] for ticket in setting.tickets]
    found, together = single.estimates(lambda one: names[one]), pairs.estimates(lambda two: f"{names[two[0]]} and {names[two[1]]}")  # fmt: skip
    if not found:
        return []
    parts: list[Figure | Table] = [
        Figure("first-tickets-map", "What a first ticket is worth", "The share of games won by those who kept it at the start; an even share has the middle of the scale.", _won_map(setting, even, "share of games won with it as a first ticket", single, arcs=True)),
        Figure("first-tickets", "First tickets, the best and the worst", "The dashed line is an even share.", estimates(_ends(found), WON, even=even)),
    ]  # fmt: skip
    if together:
        alone = dict(zip(single.known(), found, strict=True))  # whoever kept a pair kept both of it
        fits = [
            _fit(one, *(alone[ticket] for ticket in pair)) for one, pair in zip(together, pairs.known(), strict=True)
        ]
        fits.sort(key=lambda one: -one.value)
        parts += [
            Figure("first-pairs", "Pairs of first tickets, the best and the worst", f"Those that were kept together at least {ENOUGH} times.", estimates(_ends(together), WON, even=even)),
            Figure("first-fits", "Which first tickets fit together", "How much more often a pair wins than its two tickets do on the mean: what is good about the pair, and not about each.", estimates(_ends(fits), "percentage points over the mean of the two", POINTS, even=0.0)),
        ]  # fmt: skip
    return parts


def _fit(pair: Estimate, one: Estimate, other: Estimate) -> Estimate:
    """A pair, in percentage points over what its two tickets let one expect. None of the three shares is known exactly: the interval is made
    of theirs (MOVER), and a little too wide, since games of the pair are games of both."""
    low = hypot(pair.value - pair.low, (one.high - one.value) / 2, (other.high - other.value) / 2)
    high = hypot(pair.high - pair.value, (one.value - one.low) / 2, (other.value - other.low) / 2)
    wider = pair._replace(low=pair.value - low, high=pair.value + high)
    return wider.over((one.value + other.value) / 2)


def routes_by_time(setting: Setting, games: Sequence[Told], even: float) -> list[Figure | Table]:
    """The value of every route, by when it was claimed."""
    shares = {name: Shares() for name, _, _ in TIMES}
    for told in games:
        for place, row in told.of("claim"):
            when = place / len(told.decisions)
            name = next(name for name, first, last in TIMES if first <= when < last)
            shares[name].add(row["place"], told.game["win"][row["seat"]])
    return [
        Figure(
            f"routes-{name.split()[-1]}", f"Routes claimed {name}", f"The share of games won by who claimed a route in that third of the game; outlined where that was fewer than {ENOUGH} times.",
            _won_map(setting, even, f"share of games won by who claimed it {name}", shares[name]),
        )
        for name, _, _ in TIMES
        if shares[name].known()
    ]  # fmt: skip


def seats(setting: Setting, games: Sequence[Told], even: float) -> list[Figure | Table]:
    """What it is worth to begin."""
    players, shares = round(1 / even), Shares()
    for told in games:
        for seat, win in enumerate(told.game["win"]):
            shares.add((seat - told.game["starter"]) % players, win)
    found = shares.estimates(lambda turn: f"moves {_ORDINALS[turn]}", range(players))
    if not found:
        return []
    order = estimates(found, WON, even=even)
    return [Figure("order", "What it is worth to begin", "Win shares by the order of the first turn.", order)]


_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def habits(setting: Setting, games: Sequence[Told], even: float) -> list[Figure | Table]:
    """What winners do differently: means of winners less those of the others, in deviations of all."""
    found: dict[str, list[float]] = {}
    wins: list[float] = []
    for told in games:
        for seat, win in enumerate(told.game["win"]):
            wins.append(win)
            for name, value in _habits(setting, told, seat).items():
                found.setdefault(name, []).append(value)
    won = np.array(wins)
    rows, parts = [], []
    for name, values in found.items():
        numbers = np.array(values, float)
        own, others = numbers[won > 0], numbers[won == 0]
        spread = float(numbers.std())
        if spread == 0 or not len(own) or not len(others):
            continue
        apart = float(own.mean() - others.mean()) / spread
        error = 1.96 * float(np.sqrt(1 / len(own) + 1 / len(others)))
        parts.append(Estimate(name, apart, apart - error, apart + error, len(numbers)))
        rows.append([name, f"{own.mean():.2f}", f"{others.mean():.2f}"])
    parts.sort(key=lambda one: -one.value)
    return [
        Figure("winners", "What winners do differently", "Winners' mean less the others', in standard deviations. What goes with winning, not what brings it about.", estimates(parts, "standard deviations more than the others", "+.1f", even=0.0, counted="seats")),
        Table("Winners and others", "Means.", ("", "winners", "others"), rows),
    ]  # fmt: skip


def _habits(setting: Setting, told: Told, seat: int) -> dict[str, float]:
    own = [row for row in told.decisions if row["seat"] == seat]
    count = Counter(row["action"] for row in own)
    lengths = [setting.routes[setting.route_numbers[row["place"]]].length for row in own if row["action"] == "claim"]
    first = next((place for place, row in enumerate(own) if row["action"] == "claim"), len(own))
    return {
        "routes claimed": count["claim"],
        "spaces of a claimed route": mean(lengths) if lengths else 0.0,
        "routes of five spaces and more": sum(length >= 5 for length in lengths),
        "cards drawn from the deck": count["draw"],
        "face-up cards taken": count["take"],
        "times new tickets were drawn": count["tickets"],
        "tickets kept at the start": len(told.first_tickets().get(seat, [])),
        "decisions before the first claim": first,
        "tickets completed": told.game["completed"][seat],
        "tickets that failed": told.game["kept"][seat] - told.game["completed"][seat],
        "the longest path": told.game["longest"][seat],
    }


def tunnels(setting: Setting, games: Sequence[Told], even: float) -> list[Figure | Table]:
    """How often a tunnel costs more, how often that is paid, and how often it was worth it."""
    ends: dict[str, list[float]] = {FREE: [], PAID: [], LEFT: []}
    every, tried = list[float](), 0
    for told in games:
        for place, row in told.of("claim"):
            change = told.change(place)
            if not setting.routes[setting.route_numbers[row["place"]]].tunnel:
                every += [] if change is None else [change]
                continue
            tried += 1
            name = _tunnel_end(told, place)
            ends[name].append(float("nan") if change is None else change)
    if tried < ENOUGH:
        return []
    shares = [
        Estimate(name, len(some) / tried, *wilson(len(some) / tried, tried), tried) for name, some in ends.items()
    ]
    parts: list[Figure | Table] = [
        Figure("tunnels", "What becomes of a tunnel", f"Of {tried:,} tunnels that {who(games)} began.", estimates(shares, "share of tunnels begun", within=(0, 1), counted="tunnels"))
    ]  # fmt: skip
    if every:
        known = {"all tunnels": [one for some in ends.values() for one in some], **ends, "other routes": every}
        changes = [_mean_of(name, [100 * one for one in some]) for name, some in known.items() if len(some) >= ENOUGH]
        up = [change > 0 for some in ends.values() for change in some]
        parts.append(
            Figure(
                "tunnels-worth", "What a tunnel is worth",
                f"How the chance to win changes from before a claim of {who(games)} to their next turn, as the table's network sees it. It rose after {np.mean(up):.0%} of the tunnels.",
                estimates(changes, "change of the chance to win, percentage points", POINTS, even=0.0, counted="claims"),
            )
        )  # fmt: skip
    return parts


FREE, PAID, LEFT = "costs nothing more", "costs more, and is paid", "costs more, and is given up"


def _tunnel_end(told: Told, place: int) -> str:
    """What became of a tunnel: was more paid, and do the seat's trains lie there when the next turn comes?"""
    began = told.decisions[place]
    seat = began["seat"]
    paid = False
    for row in told.decisions[place + 1 :]:
        if row["phase"] in ("turn", "second card"):
            return (PAID if paid else FREE) if row["trains"][seat] < began["trains"][seat] else LEFT
        paid |= row["seat"] == seat and row["phase"] == "payment of a tunnel" and row["action"] == "pay"
    return PAID if paid else FREE  # the last turn of a game


def _mean_of(name: str, values: Sequence[float], of: Sequence[Hashable] | None = None) -> Estimate:
    """A mean with its interval. Where values are `of` the same seat of the same game they are alike, and count as one."""
    some = np.array(values)
    keys = range(len(some)) if of is None else of
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    sums, count = np.bincount([numbers[key] for key in keys], some - some.mean()), len(numbers)
    error = 1.96 * float(np.sqrt(count / (count - 1) * (sums**2).sum())) / len(some)
    return Estimate(name, float(some.mean()), float(some.mean()) - error, float(some.mean()) + error, len(some))


def stations(setting: Setting, games: Sequence[Told], even: float) -> list[Figure | Table]:
    """What a station is worth."""
    shares = Shares()
    before, after, changes = list[float](), list[float](), list[float]()
    builders: list[tuple[int, int]] = []
    for told in games:
        built = Counter(row["seat"] for _, row in told.of("station"))
        for seat, win in enumerate(told.game["win"]):
            shares.add(built[seat], win)
        for place, row in told.of("station"):
            change = told.change(place)
            if change is not None:
                before.append(row["chances"][row["seat"]])
                after.append(told.game["win"][row["seat"]])
                changes.append(change)
                builders.append((told.game["number"], row["seat"]))
    found = shares.estimates(lambda count: f"{count} built", sorted(shares.count))
    if len(found) < 2:
        return []
    parts: list[Figure | Table] = [
        Figure(
            "stations",
            "Stations",
            f"Win shares of {who(games)} by how many stations they built.",
            estimates(found, WON, even=even, counted="seats"),
        )
    ]
    if len(before) >= ENOUGH:
        worth = [
            _mean_of("chance before a station is built", before, builders),
            _mean_of(
                "chance at the builder's next turn", [a + b for a, b in zip(before, changes, strict=True)], builders
            ),
            _mean_of("share of games won", after, builders),
        ]
        text = f"{len(before):,} stations of {who(games)}, each with its builder's chance to win as the table's network sees it: who builds one is mostly behind already."
        chart = estimates(worth, "chance to win", even=even, counted="stations")
        parts.append(Figure("stations-worth", "What a station is worth", text, chart))
    return parts


CHAPTERS = (first_tickets, routes_by_time, seats, habits, tunnels, stations)


# ---- all tables side by side


def side_by_side(folder: Path) -> Report:
    """The report about all tables of a data set."""
    rows = read(folder).to_pylist()
    games: dict[str, list[dict[str, Any]]] = {}
    for row in sorted(rows, key=lambda row: (load(table_of(row["table"])[0]).name, row["table"], row["number"])):
        game, players = table_of(row["table"])
        games.setdefault(f"{load(game).name}: {players} players", []).append(row)
    begun = {name: _by_order(some) for name, some in games.items()}
    known = {name: [one.over(1 / len(found)) for one in found] for name, found in begun.items() if found}
    scores = {name: [total for row in some for total in row["total"]] for name, some in games.items()}
    turns = {name: [row["turns"] / len(row["bots"]) for row in some] for name, some in games.items()}
    parts: list[Figure | Table] = []
    if known:
        told = "Share of games won by the order of the first turn, in percentage points over an even share, with 95 % intervals."
        parts.append(
            Figure(
                "tables-order",
                "What it is worth to begin",
                told,
                panels(known, "turn order", "points over even", POINTS),
            )
        )
    parts += [
        Figure("tables-scores", "Scores", "The line is the mean.", distributions(scores, "points at the end", "seats")),
        Figure("tables-turns", "How long games last", "The line is the mean.", distributions(turns, "turns of a player")),
        Table("In numbers", "Means; who begins with its 95 % interval.", ("table", "games", "bots", "score", "best of a game", "turns", "tickets", "who begins wins"), [_numbers(name, some, begun[name]) for name, some in games.items()]),
    ]  # fmt: skip
    networks = sorted({network_of(folder, table) for table in {row["table"] for row in rows}} - {""})
    bots = ", ".join(dict.fromkeys(bot for row in rows for bot in row["bots"]))
    told = f"{len(rows):,} games at {len(games)} tables ({bots})."
    return Report(
        "Findings: all tables", told, parts, _lots(rows) + (f"; networks {', '.join(networks)}" if networks else "")
    )


def network_of(folder: Path, table: str) -> str:
    """The network that played, or told the chances, where one did."""
    return str((read(folder, "games", table, ["number"]).schema.metadata or {}).get(b"network", b"").decode())


def _lots(games: Iterable[Mapping[str, Any]]) -> str:
    """The seeds of the data set that games are of."""
    return f"Seed {', '.join(sorted({str(row['seed'] >> 32) for row in games}))}"


def _by_order(games: Sequence[dict[str, Any]]) -> list[Estimate]:
    """Win shares by the order of the first turn, from `1` on; none of too few games."""
    shares, players = Shares(), len(games[0]["win"])
    for row in games:
        for seat, win in enumerate(row["win"]):
            shares.add((seat - row["starter"]) % players, win)
    return shares.estimates(lambda turn: f"{turn + 1}", range(players))


def _numbers(name: str, games: Sequence[dict[str, Any]], begun: Sequence[Estimate]) -> list[str]:
    tickets = [mean(count for row in games for count in row[part]) for part in ("completed", "kept")]
    return [
        name.replace(":", ","),
        f"{len(games):,}",
        ", ".join(dict.fromkeys(bot for row in games for bot in row["bots"])),
        f"{mean(total for row in games for total in row['total']):.1f}",
        f"{mean(max(row['total']) for row in games):.1f}",
        f"{mean(row['turns'] / len(row['bots']) for row in games):.1f}",
        f"{tickets[0]:.2f} of {tickets[1]:.2f}",
        f"{begun[0].value:.1%}, {begun[0].low:.1%} to {begun[0].high:.1%}" if begun else "–",
    ]


def findings(folder: Path, table: str) -> Report:
    """The report about a table of a data set."""
    games = games_of(folder, table)
    name, _, players = table.rpartition("-")
    setting, even = load(name), 1 / int(players)
    parts = [part for chapter in CHAPTERS for part in chapter(setting, games, even)]
    told = f"{len(games):,} games of {players} players ({who(games)}). Intervals are 95 %, each by itself: one in twenty is off, and the best and the worst of many are often flattered."
    numbers = f"games {games[0].game['number']} to {games[-1].game['number']}"
    network = network_of(folder, table)
    lots = f"{_lots(one.game for one in games)}, {numbers}" + (f"; network {network}" if network else "")
    return Report(f"Findings: {setting.name}, {players} players", told, parts, lots)
