"""Whether a new board is well made: checked by the rules of board files, against the known boards, and by playing."""

from collections import Counter
from typing import Any

from railhead.board import load
from railhead.layout.skeleton import Board
from railhead.layout.themes import COLOURS


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
    """What is unlike the known boards, in words."""
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


def played(board: Board, games: int = 400, players: int = 4) -> dict[str, Any]:
    """What games by lot over a board tell: how long they are, how scores spread, which route everyone takes."""
    from railhead.simulate import statistics

    found = statistics(load(board), players, games, 1)
    route, share = max(found["claims"].items(), key=lambda item: item[1])
    return {
        f"turns of a game of {players} by lot": round(found["turns"], 1),
        "score, mean and deviation": f"{found['score']['mean']:.0f} ± {found['score']['deviation']:.0f}",
        "tickets completed, of those kept": f"{found['tickets']['completed']:.2f} of {found['tickets']['kept']:.2f}",
        "the route claimed most often": f"{route}, in {share:.0%} of the games",
        "share of games won by each seat": ", ".join(f"{share:.0%}" for share in found["winShare"]),
    }


def report(board: Board, play: bool = True) -> str:
    """The report as Markdown; without `play` no games are played."""
    load(board)  # says what is wrong with the file, if anything is
    lines = [f"# {board.get('name', board['id'])}", "", "| | |", "| --- | --- |"]
    for name, value in (facts(board) | (played(board) if play else {})).items():
        shown = " to ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        lines.append(f"| {name} | {shown} |")
    told = warnings(board)
    lines += ["", *(f"- {line}" for line in told)] if told else ["", "Nothing is unlike the known boards."]
    return "\n".join(lines) + "\n"
