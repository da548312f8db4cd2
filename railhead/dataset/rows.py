"""The rows of a game: what is known of it, what everybody saw at each decision, and what was hidden."""

from typing import Any

import numpy as np

from railhead.boards import Setting
from railhead.bots.deciding import begin
from railhead.bots.match import NO_TRACES, Match
from railhead.bots.neural import learned_at, opinion
from railhead.game.view import members
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
    PAY,
    PAY_ROUTE,
    PAY_STATION,
    PAY_TUNNEL,
    PIECE,
    SECOND_CARD,
    TAKE,
    TAKE_TICKETS,
    TURN,
    GameRecord,
)  # fmt: skip

Rows = dict[str, list[dict[str, Any]]]
PHASES = {
    FIRST_TICKETS: "first tickets", TURN: "turn", SECOND_CARD: "second card", PAY_ROUTE: "payment of a route",
    PAY_TUNNEL: "payment of a tunnel", PAY_STATION: "payment of a station", KEEP_TICKETS: "tickets",
    BUILD_BED: "bed", BUILD_COLOUR: "colour of a bed",
}  # fmt: skip
# the first number of every kind of decision that all boards share, the last first
ACTIONS = ((PAY, "pay"), (PIECE, "piece"), (KEEP, "keep"), (DECLINE, "decline"), (TAKE_TICKETS, "tickets"), (TAKE, "take"), (DRAW, "draw"))  # fmt: skip


def action(setting: Setting, decision: int) -> tuple[str, str]:
    """A decision in a word, and the route or the city it is about."""
    board = setting.record
    if decision < CLAIM:
        return next(name for first, name in ACTIONS if decision >= first), ""
    if decision < board.first_build:
        return "claim", setting.routes[decision - CLAIM].id
    if decision < board.first_station:
        return "build", setting.routes[decision - int(board.first_build)].id
    return "station", str(setting.board["cities"][decision - int(board.first_station)]["id"])


def game_row(match: Match, table: str, number: int, bots: list[str]) -> dict[str, Any]:
    """A game that has ended."""
    scores = match.scores
    return {
        "table": table, "number": number, "seed": match.seed, "bots": bots, "starter": int(match.game.starter),
        "turns": sum(match.turns), "decisions": match.decisions,
        "total": scores["total"].tolist(), "routes": scores["routes"].tolist(), "tickets": scores["tickets"].tolist(),
        "longest": scores["longest"].tolist(), "kept": match.game.ticket_count[: len(bots)].tolist(),
        "completed": scores["completed_count"].tolist(), "win": match.wins,
    }  # fmt: skip


def rows(match: Match, table: str, number: int, bots: list[str], chances: bool) -> Rows:
    """All rows of a game."""
    setting, seats = match.setting, slice(len(bots))
    now, seen, legal = np.zeros(1, GAME), np.zeros(1, GAME), np.zeros(int(match.setting.record.decisions), np.int8)
    game: GameRecord = now[0]
    learned = learned_at(setting, len(bots)) if chances else None
    begin(setting.array, now, len(bots), np.uint64(match.seed), NO_TRACES)
    found: Rows = {"games": [game_row(match, table, number, bots)], "decisions": [], "hidden": []}
    for move, decision in enumerate(match.decisions):
        seat, keys = int(game.seat), {"table": table, "number": number, "move": move}
        choices = doors.legal(setting.array, now, legal)
        said: list[float] = []
        if learned is not None:
            seen[0] = now[0]
            doors.veil(seen, seat)
            said = np.roll(opinion(learned, setting, seen[0]).chances, seat).tolist()
        word, place = action(setting, decision)
        found["decisions"].append(keys | {
            "seat": seat, "phase": PHASES[int(game.phase)], "decision": decision, "action": word, "place": place,
            "legal": int(choices), "last_round": int(game.turns_left), "row": game.row.tolist(), "deck": int(game.deck_count),
            "trains": game.trains[seats].tolist(), "points": game.points[seats].tolist(), "hand_count": game.hand_count[seats].tolist(),
            "ticket_count": game.ticket_count[seats].tolist(), "stations": game.stations_left[seats].tolist(),
            "known": game.known[seats].tolist(), "chances": said,
        })  # fmt: skip
        found["hidden"].append(keys | {
            "hands": game.hands[seats, :KINDS].tolist(),
            "tickets": [members(own) for own in game.tickets[seats]],
            "offered": [game.offer[other, : game.offer_count[other]].tolist() for other in range(len(bots))],
        })  # fmt: skip
        doors.apply(setting.array, now, decision, NO_TRACES)
    return found
