"""Every decision by its number: what it means, in a few words that no other decision has."""

from railhead.boards import Setting
from railhead.kernel.records import (
    CLAIM,
    DECLINE,
    DRAW,
    KEEP,
    LONGEST,
    OFFER,
    ONLY_LOCOMOTIVES_PAID,
    PAY,
    PIECE,
    ROW,
    TAKE,
    TAKE_TICKETS,
)
from railhead.words import COLOURS


def action_text(setting: Setting, decision: int) -> str:
    """A decision in words: `draw`, `take 3`, `keep 1 3`, `claim denver-omaha`, `pay red and 1 locomotive`, …"""
    board = setting.record
    if decision == DRAW:
        return "draw"
    if decision < TAKE_TICKETS:
        return f"take {decision - TAKE + 1}"
    if decision == TAKE_TICKETS:
        return "tickets"
    if decision == DECLINE:
        return "decline"
    if decision < PIECE:
        return " ".join(["keep", *(str(place + 1) for place in range(OFFER) if (decision - KEEP) >> place & 1)])
    if decision < PAY:
        return f"build in {COLOURS[decision - PIECE]}"
    if decision == PAY + ONLY_LOCOMOTIVES_PAID:
        return "pay locomotives only"
    if decision < PAY + ONLY_LOCOMOTIVES_PAID:
        colour, locomotives = divmod(decision - PAY, LONGEST)
        return f"pay {COLOURS[colour]} and {locomotives} locomotives"
    for first, things, verb in (
        (CLAIM, setting.routes, "claim"),
        (int(board.first_build), setting.routes if board.has_beds else (), "build on"),
    ):
        if 0 <= decision - first < len(things):
            return f"{verb} {things[decision - first].id}"
    city = decision - int(board.first_station)
    if board.stations and 0 <= city < len(setting.cities):
        return f"station {setting.cities[city]}"
    return f"unused {decision}"


def ranges(setting: Setting) -> str:
    """The decisions of a game by kind (Markdown): where each kind begins and ends, and what it counts."""
    board = setting.record
    routes, cities = len(setting.routes), len(setting.cities)
    kinds = [
        (DRAW, 1, "draw", "take a card from the deck"),
        (TAKE, ROW, "take 1 … 5", "take the face-up card of that place of the row"),
        (TAKE_TICKETS, 1, "tickets", "draw tickets"),
        (DECLINE, 1, "decline", "do not pay what a tunnel asks in addition"),
        (KEEP, 2**OFFER, "keep …", f"keep tickets of the offer: {KEEP} + 1 for the first, + 2 for the second, + 4, + 8, + 16"),
        (PIECE, len(COLOURS), "build in …", f"the colour of a track piece: {PIECE} + colour"),
        (PAY, ONLY_LOCOMOTIVES_PAID, "pay …", f"pay with this colour and so many locomotives: {PAY} + {LONGEST} × colour + locomotives"),
        (PAY + ONLY_LOCOMOTIVES_PAID, 1, "pay locomotives only", "pay with nothing but locomotives"),
        (CLAIM, routes, "claim …", "claim a route, in the order of the board file"),
    ]  # fmt: skip
    if board.has_beds:
        kinds.append((int(board.first_build), routes, "build on …", "build on a bed, by the number of its route"))
    if board.stations:
        kinds.append((int(board.first_station), cities, "station …", "build a station in a city, in the order of the board file"))  # fmt: skip
    rows = [f"| {first}–{first + count - 1} | {words} | {meaning} |" if count > 1 else f"| {first} | {words} | {meaning} |" for first, count, words, meaning in kinds]  # fmt: skip
    return "\n".join(["| decision | in words | what it does |", "| --- | --- | --- |", *rows])


def table(setting: Setting) -> str:
    """All decisions of a game, a row each (Markdown)."""
    rows = [f"| {decision} | {action_text(setting, decision)} |" for decision in range(int(setting.record.decisions))]
    return "\n".join(["| decision | meaning |", "| --- | --- |", *rows])
