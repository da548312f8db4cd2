"""The rows of games: what is known of each, what everybody saw at each decision, and what was hidden. Made column by column, many decisions at once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.deciding import begin
from railhead.bots.match import NO_TRACES
from railhead.bots.neural import learned_at
from railhead.bots.neural.ahead import Ahead
from railhead.dataset.columns import PARTS, schema
from railhead.kernel import doors
from railhead.kernel.records import (
    BUILD_BED,
    BUILD_COLOUR,
    CLAIM,
    DECLINE,
    DRAW,
    FIRST_TICKETS,
    GAME,
    KEEP,
    KEEP_TICKETS,
    KINDS,
    OFFER,
    PAY,
    PAY_ROUTE,
    PAY_STATION,
    PAY_TUNNEL,
    PIECE,
    SCORE,
    SEATS,
    SECOND_CARD,
    TAKE,
    TAKE_TICKETS,
    TURN,
    WORK,
)  # fmt: skip

if TYPE_CHECKING:
    import pyarrow

PHASES = {
    FIRST_TICKETS: "first tickets", TURN: "turn", SECOND_CARD: "second card", PAY_ROUTE: "payment of a route",
    PAY_TUNNEL: "payment of a tunnel", PAY_STATION: "payment of a station", KEEP_TICKETS: "tickets",
    BUILD_BED: "bed", BUILD_COLOUR: "colour of a bed",
}  # fmt: skip
# the first number of every kind of decision that all boards share, the last first
ACTIONS = ((PAY, "pay"), (PIECE, "piece"), (KEEP, "keep"), (DECLINE, "decline"), (TAKE_TICKETS, "tickets"), (TAKE, "take"), (DRAW, "draw"))  # fmt: skip
AT_ONCE = 50  # games whose positions are held in memory


class Course(NamedTuple):
    """A game that was played: its number at the table, its seed, its decisions; each seat's chances before each of them, where they are known."""

    number: int
    seed: int
    decisions: list[int]
    chances: NDArray[np.float32] | None = None


class Replayed(NamedTuple):
    """A game played again: the positions before its decisions, how many decisions were legal, how it ended."""

    positions: NDArray[Any]
    legal: NDArray[np.int16]
    end: Any
    scores: NDArray[Any]


def action(setting: Setting, decision: int) -> tuple[str, str]:
    """A decision in a word, and the route or the city it is about."""
    board = setting.record
    if decision < CLAIM:
        return next((name for first, name in ACTIONS if decision >= first), ""), ""
    if decision < board.first_build:
        return "claim", setting.routes[decision - CLAIM].id
    if decision < board.first_station:
        return "build", setting.routes[decision - int(board.first_build)].id
    return "station", str(setting.board["cities"][decision - int(board.first_station)]["id"])


def replay(setting: Setting, players: int, course: Course) -> Replayed:
    """Play a game again."""
    count = len(course.decisions)
    now, positions, legal = np.zeros(1, GAME), np.zeros(count, GAME), np.zeros(count, np.int16)
    mask = np.zeros(int(setting.record.decisions), np.int8)
    begin(setting.array, now, players, np.uint64(course.seed), NO_TRACES)
    for move, decision in enumerate(course.decisions):
        doors.copy(now, positions[move : move + 1])
        legal[move] = doors.legal(setting.array, now, mask)
        if not doors.apply(setting.array, now, decision, NO_TRACES):
            raise ValueError(f"decision {move} of the game of seed {course.seed} is not legal")
    scores = np.zeros(SEATS, SCORE)
    doors.score(setting.array, now, scores, np.zeros(1, WORK))
    return Replayed(positions, legal, now[0], scores[:players])


def game_row(table: str, bots: list[str], course: Course, game: Replayed) -> dict[str, Any]:
    """A game that has ended."""
    scores, end = game.scores, game.end
    winners = scores["winner"].astype(float)
    return {
        "table": table, "number": course.number, "seed": course.seed, "bots": bots, "starter": int(end.starter),
        "turns": int((game.positions["phase"] == TURN).sum()), "decisions": course.decisions,
        "total": scores["total"].tolist(), "routes": scores["routes"].tolist(), "tickets": scores["tickets"].tolist(),
        "longest": scores["longest"].tolist(), "kept": end.ticket_count[: len(bots)].tolist(),
        "completed": scores["completed_count"].tolist(), "win": (winners / winners.sum()).tolist(),
    }  # fmt: skip


def tables(
    setting: Setting, table: str, bots: list[str], courses: Sequence[Course], chances: bool
) -> "dict[str, pyarrow.Table]":
    """All rows of some games, part by part."""
    import pyarrow as arrow  # type: ignore[import-untyped, unused-ignore]

    found: dict[str, list[Any]] = {part: [] for part in PARTS}
    for first in range(0, len(courses), AT_ONCE):
        some = courses[first : first + AT_ONCE]
        games = [replay(setting, len(bots), course) for course in some]
        rows = [game_row(table, bots, course, game) for course, game in zip(some, games, strict=True)]
        found["games"].append(arrow.Table.from_pylist(rows, schema("games")))
        for part, columns in _columns(setting, table, len(bots), some, games, chances).items():
            kinds = schema(part)
            arrays = [columns[field.name].cast(field.type) for field in kinds]
            found[part].append(arrow.Table.from_arrays(arrays, schema=kinds))
    return {part: arrow.concat_tables(some).combine_chunks() for part, some in found.items()}


def _columns(
    setting: Setting, table: str, players: int, courses: Sequence[Course], games: Sequence[Replayed], chances: bool
) -> dict[str, dict[str, Any]]:
    """The columns of decisions and of what was hidden."""
    import pyarrow as arrow  # type: ignore[import-untyped, unused-ignore]

    positions = np.concatenate([game.positions for game in games])
    decisions = np.concatenate([np.array(course.decisions, np.int16) for course in courses])
    lengths = [len(course.decisions) for course in courses]
    phases, phase = np.unique(positions["phase"], return_inverse=True)
    used, place = np.unique(decisions, return_inverse=True)
    words = [action(setting, int(decision)) for decision in used]
    keys = {
        "table": arrow.array([table] * len(positions)),
        "number": arrow.array(np.repeat([course.number for course in courses], lengths)),
        "move": arrow.array(np.concatenate([np.arange(length) for length in lengths])),
    }
    seen = keys | {
        "seat": arrow.array(positions["seat"]),
        "phase": arrow.array([PHASES[int(one)] for one in phases]).take(arrow.array(phase.ravel())),
        "decision": arrow.array(decisions),
        "action": arrow.array([word for word, _ in words]).take(arrow.array(place.ravel())),
        "place": arrow.array([name for _, name in words]).take(arrow.array(place.ravel())),
        "legal": arrow.array(np.concatenate([game.legal for game in games])),
        "last_round": arrow.array(positions["turns_left"]),
        "row": _listed(positions["row"]),
        "deck": arrow.array(positions["deck_count"]),
        "trains": _listed(positions["trains"][:, :players]),
        "points": _listed(positions["points"][:, :players]),
        "hand_count": _listed(positions["hand_count"][:, :players]),
        "ticket_count": _listed(positions["ticket_count"][:, :players]),
        "stations": _listed(positions["stations_left"][:, :players]),
        "known": _listed(positions["known"][:, :players]),
        "chances": _listed(_chances(setting, players, courses, positions, chances)),
    }
    sets = positions["tickets"][:, :players]
    held = np.unpackbits(np.ascontiguousarray(sets).view(np.uint8), axis=-1, bitorder="little").astype(bool)
    offered = np.arange(OFFER) < positions["offer_count"][:, :players, None]
    hidden = keys | {
        "hands": _listed(positions["hands"][:, :players, :KINDS]),
        "tickets": _chosen(held, np.broadcast_to(np.arange(held.shape[-1]), held.shape)),
        "offered": _chosen(offered, positions["offer"][:, :players]),
    }
    return {"decisions": seen, "hidden": hidden}


def _chances(
    setting: Setting, players: int, courses: Sequence[Course], positions: NDArray[Any], wanted: bool
) -> NDArray[np.float32]:
    """Each seat's chance as far as the seat that decides can know: as told by who played, or by the network of the table; of no seat where there is none."""
    learned = learned_at(setting, players) if wanted else None
    if learned is None:
        return np.zeros((len(positions), 0), np.float32)
    if all(course.chances is not None for course in courses):
        return np.concatenate([course.chances for course in courses if course.chances is not None])
    own = Ahead(learned.at(setting, players), setting).think(positions, np.arange(len(positions)))[1]
    return by_seat(own, positions["seat"])


def by_seat(own: NDArray[np.float32], seats: NDArray[Any]) -> NDArray[np.float32]:
    """Chances counted from the seat that decides, clockwise, as those of the seats."""
    places = (np.arange(own.shape[1]) - seats.astype(int)[:, None]) % own.shape[1]
    return np.take_along_axis(own, places, axis=1)


def _listed(values: NDArray[Any]) -> Any:
    """Arrow's lists (of lists …) of an array of two or more dimensions."""
    import pyarrow as arrow  # type: ignore[import-untyped, unused-ignore]

    found = arrow.array(np.ascontiguousarray(values).ravel())
    for depth in range(values.ndim - 1, 0, -1):
        count, size = int(np.prod(values.shape[:depth])), values.shape[depth]
        found = arrow.ListArray.from_arrays(np.arange(count + 1, dtype=np.int32) * size, found)
    return found


def _chosen(marked: NDArray[np.bool_], values: NDArray[Any]) -> Any:
    """The values that are marked, as lists of lists."""
    import pyarrow as arrow  # type: ignore[import-untyped, unused-ignore]

    ends = np.concatenate([[0], np.cumsum(marked.sum(axis=2).ravel())]).astype(np.int32)
    inner = arrow.ListArray.from_arrays(ends, arrow.array(values[marked]))
    return arrow.ListArray.from_arrays(np.arange(len(marked) + 1, dtype=np.int32) * marked.shape[1], inner)
