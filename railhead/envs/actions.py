"""Every decision by its number: what it means, in a few words that no other decision has."""

from railhead.board import COLOURS, Setting
from railhead.kernel.layout import (
    CLAIM,
    DECLINE,
    DRAW,
    KEEP,
    LONGEST,
    OFFER,
    ONLY_LOCOMOTIVES_PAID,
    PAY,
    PIECE,
    TAKE,
    TAKE_TICKETS,
)


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


def table(setting: Setting) -> str:
    """All decisions of a game, a row each (Markdown)."""
    rows = [f"| {decision} | {action_text(setting, decision)} |" for decision in range(int(setting.record.decisions))]
    return "\n".join(["| decision | meaning |", "| --- | --- |", *rows])
