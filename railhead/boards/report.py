"""Whether a new board is well made: checked by the rules of board files, against the known boards, and by playing."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from railhead.boards import load
from railhead.draw.skeleton import Board
from railhead.draw.themes import COLOURS

if TYPE_CHECKING:
    from railhead.arena.trial import Trial

# What bots' games are like on the boards of the package, with room on both sides.
TURNS = (18, 48)  # of each player
SPREAD = 0.55  # the deviation of the scores, in mean scores
MARGIN = 0.4  # by how much the best beats the second, in mean scores
COMPLETED = 0.6  # the share of tickets that are completed
DOMINATES = 0.65  # a route whose owner wins more often; the longest ferry of the known boards has 0.61
UNWANTED = 0.04  # a track claimed in fewer games than this is hardly wanted
UNWANTED_SHARE = 0.15  # and so many of them are too many; on the known boards up to 0.07 of the tracks


def facts(board: Board) -> dict[str, Any]:
    """The numbers by which boards are compared."""
    routes = board["routes"]
    pairs = {frozenset((r["a"], r["b"])) for r in routes}
    coloured = Counter[str]()
    for route in routes:
        coloured[route["colour"]] += route["length"]
    degree = Counter(place for pair in pairs for place in pair)
    tickets = [ticket for some in board["ticketSets"].values() for ticket in some]
    used = Counter(place for ticket in tickets for place in (ticket["a"], ticket["b"]))
    return {
        "cities": len(board["cities"]),
        "connections for each city": round(len(pairs) / len(board["cities"]), 2),
        "tracks": len(routes),
        "share of grey tracks": round(sum(r["colour"] == "grey" for r in routes) / len(routes), 2),
        "spaces": sum(r["length"] for r in routes),
        "spaces of a track, on average": round(sum(r["length"] for r in routes) / len(routes), 2),
        "fewest and most spaces of a colour": (min(coloured[c] for c in COLOURS), max(coloured[c] for c in COLOURS)),
        "fewest and most neighbours of a city": (min(degree.values()), max(degree.values())),
        "tickets": len(tickets),
        "fewest and most tickets of a city": (min(used[c["id"]] for c in board["cities"]), max(used.values())),
        "smallest and largest ticket": (min(t["points"] for t in tickets), max(t["points"] for t in tickets)),
    }


def warnings(board: Board) -> list[str]:
    """What is unlike the known boards in the file itself, in words."""
    found = facts(board)
    few, many = found["fewest and most spaces of a colour"]
    told = []
    if many - few > 8:
        told.append(f"colours are not balanced: {few} to {many} spaces")
    if not 2 <= found["spaces of a track, on average"] <= 4:
        told.append("tracks are unusually short or long")
    if found["fewest and most neighbours of a city"][0] < 2:
        told.append("a city has a single neighbour, so one claim cuts it off")
    if found["fewest and most tickets of a city"][0] < 1:
        told.append("some cities are on no ticket")
    return told


def results(tried: "Trial") -> dict[str, str]:
    """What the games over a board were like."""
    found = tried.figures()
    most = max(tried.claim_shares().items(), key=lambda item: item[1])
    return {
        f"games of {tried.players}": f"{len(tried.games)}, played by "
        + ("lot" if tried.by_lot else f"{tried.by} bots"),
        "turns of each player": f"{found.turns:.1f}",
        "score, mean and deviation": f"{found.score:.0f} ± {found.deviation:.0f}",
        "the best beats the second by": f"{found.margin:.0f} points",
        "tickets completed, of those kept": f"{found.completed:.2f} of {found.kept:.2f}",
        "the route claimed most often": f"{most[0]}, in {most[1]:.0%} of the games",
        "games won by the seat that is first": f"{found.first_seat:.0%}",
    }


def trial_warnings(tried: "Trial") -> list[str]:
    """What is unlike the known boards in the games, in words."""
    if tried.by_lot:
        return []
    found = tried.figures()
    told = []
    if found.turns < TURNS[0]:
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
        told.append(f"whoever owns {route} wins {share:.0%} of the games: give the tickets there other ways")
    unwanted = [route for route, share in tried.claim_shares().items() if share < UNWANTED]
    if len(unwanted) > UNWANTED_SHARE * len(tried.setting.routes):
        shown = ", ".join(unwanted[:4])
        told.append(
            f"hardly anyone claims {len(unwanted)} of the tracks ({shown}): let tickets end there, or take them out"
        )
    return told


def table(rows: dict[str, Any]) -> list[str]:
    """Rows as Markdown."""
    lines = ["| | |", "| --- | --- |"]
    for name, value in rows.items():
        shown = " to ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        lines.append(f"| {name} | {shown} |")
    return lines


def report(board: Board, tried: "Trial | None" = None) -> str:
    """The report as Markdown; without a trial only the file is judged."""
    load(board)  # says what is wrong with the file, if anything is
    lines = [f"# {board.get('name', board['id'])}", "", *table(facts(board)), ""]
    if tried is not None:
        lines += [*table(results(tried)), ""]
        if tried.by_lot:
            lines += ["These games were played by lot: they show that games end, not how the board plays.", ""]
    told = warnings(board) + (trial_warnings(tried) if tried is not None else [])
    lines += [f"- {line}" for line in told] if told else ["Nothing is unlike the known boards."]
    return "\n".join(lines) + "\n"
