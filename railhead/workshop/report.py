"""Whether a new board is well made: checked by the rules of board files, against the known boards, and by playing."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from railhead.arena.statistics import wilson
from railhead.arena.trial import Trial
from railhead.boards import BoardFile, load
from railhead.draw.cache import geometry_of
from railhead.draw.shapes import Geometry
from railhead.draw.svg.board import draw
from railhead.draw.svg.picture import to_png
from railhead.draw.svg.values import Measure, Valued, value_map
from railhead.reports.names import route_names
from railhead.reports.page import Figure, Report, Table, page
from railhead.words import COLOURS

# What bots' games are like on the boards of the package, with room on both sides.
TURNS = (18, 48)  # of each player
SPREAD = 0.55  # the deviation of the scores, in mean scores
MARGIN = 0.4  # by how much the best beats the second, in mean scores
COMPLETED = 0.6  # the share of tickets that are completed
DOMINATES = 0.65  # a route whose owner wins more often; the longest ferry of the known boards has 0.61
UNWANTED = 0.04  # a track claimed in fewer games than this is hardly wanted
ENOUGH = 30  # games in which a route had an owner, to say how often it goes with winning
APART = 0.2  # win shares so far from even have the full colour
WIDTH = 1600  # of the pictures, in pixels
UNWANTED_SHARE = 0.15  # and so many of them are too many; on the known boards up to 0.07 of the tracks


class Facts(NamedTuple):
    """The numbers by which boards are compared; pairs are the fewest and the most."""

    cities: int
    connections: float  # for each city
    tracks: int
    grey: float  # the share of tracks that take any colour
    spaces: int
    length: float  # spaces of a track, on average
    colours: tuple[int, int]  # spaces of a colour
    neighbours: tuple[int, int]  # of a city
    tickets: int
    ends: tuple[int, int]  # tickets of a city
    points: tuple[int, int]  # of a ticket


def facts(board: BoardFile) -> Facts:
    """What a board is like."""
    routes = board["routes"]
    pairs = {frozenset((r["a"], r["b"])) for r in routes}
    coloured = Counter[str]()
    for route in routes:
        coloured[route["colour"]] += route["length"]
    own = {city["id"] for city in board["cities"]}
    degree = Counter(place for pair in pairs for place in pair & own)
    tickets = [ticket for some in board["ticketSets"].values() for ticket in some]
    used = Counter(place for ticket in tickets for place in (ticket["a"], ticket["b"]))
    spaces = sum(r["length"] for r in routes)
    return Facts(
        cities=len(board["cities"]),
        connections=round(len(pairs) / len(board["cities"]), 2),
        tracks=len(routes),
        grey=round(sum(r["colour"] == "grey" for r in routes) / len(routes), 2),
        spaces=spaces,
        length=round(spaces / len(routes), 2),
        colours=(min(coloured[c] for c in COLOURS), max(coloured[c] for c in COLOURS)),
        neighbours=(min(degree.values()), max(degree.values())),
        tickets=len(tickets),
        ends=(min(used[c["id"]] for c in board["cities"]), max(used.values())),
        points=(min(t["points"] for t in tickets), max(t["points"] for t in tickets)),
    )


def rows(found: Facts) -> dict[str, str]:
    """The facts as people read them."""

    def pair(values: tuple[int, int]) -> str:
        return f"{values[0]} to {values[1]}"

    return {
        "cities": str(found.cities),
        "connections for each city": str(found.connections),
        "tracks": str(found.tracks),
        "share of grey tracks": str(found.grey),
        "spaces": str(found.spaces),
        "spaces of a track, on average": str(found.length),
        "fewest and most spaces of a colour": pair(found.colours),
        "fewest and most neighbours of a city": pair(found.neighbours),
        "tickets": str(found.tickets),
        "fewest and most tickets of a city": pair(found.ends),
        "smallest and largest ticket": pair(found.points),
    }


def warnings(board: BoardFile) -> list[str]:
    """What is unlike the known boards in the file itself, in words."""
    found = facts(board)
    few, many = found.colours
    told = []
    if many - few > 8:
        told.append(f"colours are not balanced: {few} to {many} spaces")
    if not 2 <= found.length <= 4:
        told.append("tracks are unusually short or long")
    if found.neighbours[0] < 2:
        told.append("a city has a single neighbour, so one claim cuts it off")
    if found.ends[0] < 1:
        told.append("some cities are on no ticket")
    return told


def results(tried: Trial) -> dict[str, str]:
    """What the games over a board were like."""
    found = tried.figures()
    most = max(tried.claim_shares().items(), key=lambda item: item[1])
    return {
        f"games of {tried.players}": f"{len(tried.games)}, played by "
        + ("lot" if tried.by_lot else f"{tried.by.partition(':')[0]} bots"),
        "turns of each player": f"{found.turns:.1f}",
        "score, mean and deviation": f"{found.score:.0f} ± {found.deviation:.0f}",
        "the best beats the second by": f"{found.margin:.0f} points",
        "tickets completed, of those kept": f"{found.completed:.2f} of {found.kept:.2f}",
        "the route claimed most often": f"{route_names(tried.setting)[most[0]]}, in {most[1]:.0%} of the games",
        "games won by the seat that is first": f"{found.first_seat:.0%}",
    }


def trial_warnings(tried: Trial) -> list[str]:
    """What is unlike the known boards in the games, in words."""
    if tried.by_lot:
        return []
    found, names = tried.figures(), route_names(tried.setting)
    told = []
    if found.turns < TURNS[0] * min(1, tried.setting.numbers["trains"] / 45):  # with fewer trains games are shorter
        told.append(f"games are short ({found.turns:.0f} turns a player): give more trains, or shorten long tracks")
    if found.turns > TURNS[1]:
        told.append(f"games are long ({found.turns:.0f} turns a player): give fewer trains")
    if found.deviation > SPREAD * found.score:
        told.append("scores spread widely: tickets may be worth too much beside the routes")
    if found.margin > MARGIN * found.score:
        told.append("most games are decided early: the best is far ahead of the second")
    if found.completed < COMPLETED * found.kept:
        told.append(f"only {found.completed / found.kept:.0%} of the tickets are completed: add tracks or doubles")
    for route, share in tried.dominating(DOMINATES)[:3]:
        told.append(f"whoever owns {names[route]} wins {share:.0%} of the games: give the tickets there other ways")
    unwanted = [names[route] for route, share in tried.claim_shares().items() if share < UNWANTED]
    if len(unwanted) > UNWANTED_SHARE * len(tried.setting.routes):
        shown = ", ".join(unwanted[:4])
        told.append(
            f"hardly anyone claims {len(unwanted)} of the tracks ({shown}): let tickets end there, or take them out"
        )
    return told


def told(board: BoardFile, tried: Trial | None = None, more: Sequence[str] = ()) -> list[str]:
    """What a maker should know of a board, a sentence each, `more` first; without a trial only the file is judged."""
    load(board)  # says what is wrong with the file, if anything is
    found = [*more, *warnings(board), *(trial_warnings(tried) if tried is not None else [])]
    found = found or ["Nothing is unlike the known boards."]
    if tried is not None and tried.by_lot:
        found.append("These games were played by lot: they show that games end, not how the board plays.")
    return found


def in_words(board: BoardFile, tried: Trial | None = None, more: Sequence[str] = ()) -> str:
    """The report for a terminal."""
    numbers = rows(facts(board)) | (results(tried) if tried is not None else {})
    lines = [board.get("name", board["id"]), ""]
    lines += [f"  {name}: {value}" for name, value in numbers.items()]
    return "\n".join([*lines, "", *(f"- {line}" for line in told(board, tried, more))]) + "\n"


def claims_map(tried: Trial, geometry: Geometry) -> str:
    """In how many of the games each route was claimed, on the board."""
    names = route_names(tried.setting)
    shares = {route: Valued(share, f"{names[route]}: {share:.0%}") for route, share in tried.claim_shares().items()}
    return value_map(tried.setting.board, geometry, Measure("claimed in so many of the games", 0, 1), shares)


def owners_map(tried: Trial, geometry: Geometry) -> str:
    """How often the owner of each route won, on the board."""
    names, even = route_names(tried.setting), 1 / tried.players
    shares = {
        route: Valued(share if count >= ENOUGH else None, f"{names[route]}: {share:.0%} of {count} games")
        for route, (share, count) in tried.winning_shares().items()
    }
    measure = Measure("share of games won by its owner", even - APART, even + APART, apart=True)
    return value_map(tried.setting.board, geometry, measure, shares)


def _charts(tried: Trial) -> list[Figure | Table]:
    """Scores and seats; nothing where Altair is not installed, which making a board does not need."""
    try:
        from railhead.reports.charts import Estimate, distributions, estimates
    except ImportError:
        return []
    count, totals = len(tried.games), [float(total) for game in tried.games for total in game.totals]
    seats = [
        Estimate(f"seat {seat + 1}", share, *wilson(share, count), count)
        for seat, share in enumerate(tried.seat_shares())
    ]
    even = "The dashed line is an even share; who begins is drawn by lot."
    return [
        Figure(
            "scores", "Scores", "The line is the mean.", distributions({"all": totals}, "points at the end", "seats")
        ),
        Figure("seats", "Win share by seat", even, estimates(seats, "share of games won", even=1 / tried.players)),
    ]


def write_report(board: BoardFile, file: Path, tried: Trial | None, more: Sequence[str] = ()) -> tuple[str, list[Path]]:
    """The report of a new board and its pictures, beside the board file; what it tells, and what was written."""
    geometry = geometry_of(board)
    drawn = draw(board, geometry, embed_fonts=True)
    pictures = {".svg": drawn.encode(), ".png": to_png(draw(board, geometry), WIDTH)}
    parts: list[Figure | Table] = [
        Figure("board", "The board", "", drawn),
        Table("The board in numbers", "", ("", ""), list(rows(facts(board)).items())),
    ]
    if tried is not None:
        claims = claims_map(tried, geometry)
        pictures["-claims.png"] = to_png(claims, WIDTH)
        parts += [
            Table("Its games in numbers", "", ("", ""), list(results(tried).items())),
            *_charts(tried),
            Figure("claims", "Where the trains went", "In how many of the games each route was claimed.", claims),
            Figure(
                "owners",
                "Routes whose owners win",
                f"Routes with an owner in fewer than {ENOUGH} games are only outlined.",
                owners_map(tried, geometry),
            ),
        ]
    seeds = f"Games of the seeds {tried.first} to {tried.first + len(tried.games) - 1}" if tried is not None else ""
    foot = ". ".join(filter(None, (seeds, board.get("credit", ""))))
    written = Report(board.get("name", board["id"]), told(board, tried, more), parts, foot)
    pictures[".html"] = page(written).encode()
    files = [file.with_name(file.stem + ending) for ending in pictures]
    for target, content in zip(files, pictures.values(), strict=True):
        target.write_bytes(content)
    return in_words(board, tried, more), files
