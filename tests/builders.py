"""Small helpers with which a test of a rule reads like the rulebook."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import pytest

from railhead.game import Game
from railhead.game.moves import MoveError
from railhead.game.view import handful, members
from railhead.words import COLOURS, KINDS, Handful, Move, Score

ALL_CARDS: dict[str, int] = {kind: 14 if kind == "locomotive" else 12 for kind in KINDS}  # C1
MIXED_ROW = ["purple", "white", "blue", "yellow", "orange"]  # a row in which nothing special lies
LOCOMOTIVES = "locomotive"
NO_ROUTES_LEFT: dict[int, int] = {0: 0, 1: 0}  # trains of two players who can claim nothing


def cards_but(*placed: Mapping[str, int] | Iterable[str | None]) -> dict[str, int]:
    """All 110 cards but those placed: a hand that holds whatever lies nowhere else."""
    left = Counter(ALL_CARDS)
    for cards in placed:
        left.subtract(Counter(cards if isinstance(cards, Mapping) else [card for card in cards if card]))
    assert min(left.values()) >= 0
    return {kind: count for kind, count in left.items() if count}


def moves(game: Game) -> list[str]:
    """The legal moves as texts."""
    return [str(move) for move in game.moves()]


def words(game: Game) -> set[str]:
    """The kinds of action that are open: `draw`, `take`, `tickets`, `claim`, …"""
    return {text.split()[0] for text in moves(game)}


def places(game: Game, word: str) -> set[str]:
    """What may be claimed, built or given a station now."""
    return {move.place for move in game.moves() if move.word == word}


def payments(game: Game, start: str) -> set[str]:
    """The ways to pay a move that begins so: `claim boston-montreal.1` → {"2 red", "1 red 1 locomotive"}."""
    return {text.removeprefix(f"{start} with ").removeprefix("pay ") for text in moves(game) if text.startswith(start)}


def hand(game: Game, seat: int) -> Handful:
    """A seat's cards."""
    return handful(game.record.hands[seat])


def discards(game: Game) -> Handful:
    """The discards by kind."""
    return handful(game.record.discards)


def row(game: Game) -> list[str | None]:
    """The face-up row, None for a gap."""
    return [KINDS[kind] if kind >= 0 else None for kind in game.record.row]


def routes(game: Game, seat: int) -> set[str]:
    """A seat's routes."""
    return {game.setting.routes[route].id for route in members(game.record.owned[seat])}


def tickets(game: Game, seat: int) -> set[str]:
    """A seat's tickets."""
    return set(game.view(seat).tickets)


def ticket_deck(game: Game) -> list[str]:
    """The ticket deck from the top."""
    record = game.record
    order = [(int(record.deck_top) + depth) % len(record.ticket_deck) for depth in range(int(record.deck_tickets))]
    return [game.setting.tickets[record.ticket_deck[place]].id for place in order]


def score(game: Game, seat: int) -> Score:
    """A seat's final score."""
    return game.score().scores[seat]


def winners(game: Game) -> list[int]:
    """Who wins."""
    return game.score().winners


def refused(game: Game, move: str) -> MoveError:
    """The move is refused and nothing changes; returns the error."""
    before, decisions = game.record.tobytes(), list(game.decisions)
    with pytest.raises(MoveError) as caught:
        game.play(move)
    assert game.record.tobytes() == before
    assert game.decisions == decisions
    return caught.value


def told(game: Game, move: "str | Move") -> list[dict[str, Any]]:
    """Play a move and tell what happened, as in a log."""
    found: list[dict[str, Any]] = msgspec.to_builtins(game.play(move))
    return found


def events(game: Game, *played: str) -> list[str]:
    """Play moves and tell what happened, by kind of event."""
    return [event["e"] for move in played for event in told(game, move)]


def board(
    routes: Iterable[str],
    tickets: Iterable[str] = (),
    long: Iterable[str] = (),
    crossings: Iterable[tuple[str, str]] = (),
    pieces: Iterable[str] = (),
    **numbers: Any,
) -> dict[str, Any]:
    """A small board: routes as `a-b.1 3 red`, `a-c 4 tunnel`, `b-c 2 ferry1`, `c-d 2 bed`; tickets as `a-d 7`; pieces as `red 2`.

    A route whose second place is written in capitals goes into a zone of that name.
    """
    cities: dict[str, dict[str, Any]] = {}
    zones: dict[str, dict[str, Any]] = {}
    made = []
    for text in routes:
        name, length, *marks = text.split()
        a, b = name.split(".")[0].split("-")
        route: dict[str, Any] = {"id": name.lower(), "a": a, "b": b.lower(), "length": int(length), "colour": "grey"}
        cities.setdefault(a, {"id": a, "name": a.title()})
        if b.isupper():
            zone = zones.setdefault(b, {"id": b.lower(), "name": b.title(), "terminals": []})
            route["terminal"] = f"{b.lower()}-{a}"
            if {"id": route["terminal"]} not in zone["terminals"]:
                zone["terminals"].append({"id": route["terminal"]})
        else:
            cities.setdefault(b, {"id": b, "name": b.title()})
        for mark in marks:
            if mark in COLOURS:
                route["colour"] = mark
            elif mark.startswith("ferry"):
                route["ferry"] = int(mark[5:])
            else:
                route[mark] = True
        made.append(route)

    def listed(texts: Iterable[str]) -> list[dict[str, Any]]:
        found = []
        for text in texts:
            name, points = text.split()
            a, b = name.split("-")
            found.append({"a": a, "b": b, "points": int(points)})
        return found

    made_tickets = {"regular": listed(tickets), "long": listed(long)}
    return {
        "id": "small",
        "cities": list(cities.values()),
        "zones": list(zones.values()),
        "routes": made,
        "ticketSets": made_tickets,
        "crossings": [list(pair) for pair in crossings],
        "pieces": [{"colour": text.split()[0], "length": int(text.split()[1]), "count": 1} for text in pieces],
        "game": {"tickets": ["regular"], "longTickets": ["long"] if made_tickets["long"] else [], **numbers},
    }
