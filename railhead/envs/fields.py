"""The names of an observation's numbers: where each part begins, its shape, its highest value and what it means."""

from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.kernel.observation import DUE_COLOURS, HIGHEST, PHASES, offer_slots
from railhead.kernel.records import COLOURS, KINDS, LONGEST, ROW, TUNNEL


@dataclass(frozen=True)
class Field:
    """A part of the observation."""

    name: str
    start: int
    shape: tuple[int, ...]
    highest: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    def of(self, observation: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """This part of an observation (or of many), in its shape."""
        part = observation[..., self.start : self.start + self.size]
        return part.reshape(*observation.shape[:-1], *self.shape)


def _table(players: int, cards: int) -> list[tuple[str, tuple[int, ...], int, str]]:
    return [
        ("phase", (PHASES,), 1, "one-hot: first tickets, turn, second card, pay route, pay tunnel, pay station, keep tickets, build bed, build colour, over"),
        ("turns_left", (1,), players, "turns left of the last round; 0 before it"),
        ("deck_count", (1,), cards, "cards in the deck"),
        ("discard_count", (1,), cards, "cards in the discards"),
        ("ticket_deck", (1,), 127, "tickets in the ticket deck"),
        ("row", (ROW, KINDS), 1, "each face-up card, one-hot by kind; a gap is all 0"),
        ("discards", (KINDS,), cards, "discards by kind"),
        ("unseen", (KINDS,), cards, "cards by kind that are in the deck or hidden in other hands"),
        ("hand", (KINDS,), cards, "own cards by kind"),
        ("due", (1,), LONGEST, "cards that must be paid now; 0 if none"),
        ("due_ferry", (1,), LONGEST, "locomotives that must be among them"),
        ("due_colour", (DUE_COLOURS,), 1, "one-hot: their colour, any one colour, or locomotives only"),
        ("laid", (KINDS,), LONGEST, "cards laid down for a tunnel that is not decided yet, by kind"),
        ("turned", (KINDS,), TUNNEL, "cards turned up for it, by kind"),
        ("decider", (players,), 1, "one-hot: whose decision it is, counted clockwise from oneself; all 0 when the game is over"),
    ]  # fmt: skip


def _seats(setting: Setting, players: int, cards: int) -> list[tuple[str, tuple[int, ...], int, str]]:
    numbers = setting.record
    whose = ["own", *(f"of the seat {step} clockwise" for step in range(1, players))]
    parts: list[tuple[str, tuple[int, ...], int, str]] = []
    for step, who in enumerate(whose):
        parts += [
            (f"hand_count_{step}", (1,), cards, f"cards in hand, {who}"),
            (f"trains_{step}", (1,), int(numbers.trains), f"trains left, {who}"),
            (f"stations_left_{step}", (1,), max(1, int(numbers.stations)), f"stations left, {who}"),
            (f"points_{step}", (1,), HIGHEST, f"points for routes so far, {who} (255 stands for more)"),
            (f"ticket_count_{step}", (1,), 127, f"tickets kept, {who}"),
            (f"offer_count_{step}", (1,), 5, f"tickets on offer, {who}"),
            (f"known_{step}", (KINDS,), cards, f"cards that everybody saw go into the hand and not leave it, by kind, {who}"),
        ]  # fmt: skip
    return parts


def _board(setting: Setting, players: int) -> list[tuple[str, tuple[int, ...], int, str]]:
    numbers = setting.record
    routes, cities, tickets = len(setting.routes), len(setting.cities), len(setting.tickets)
    slots = int(offer_slots(numbers))
    parts = [
        ("owned", (players, routes), 1, "routes by owner, counted clockwise from oneself"),
        ("open", (routes,), 1, "routes that one could still claim one day"),
        ("route", (routes,), 1, "the route that is being paid for or built"),
    ]
    if numbers.has_beds:
        parts += [
            ("built", (COLOURS, routes), 1, "beds with a piece of this colour on them, not claimed yet"),
            ("free_beds", (routes,), 1, "beds that may still be built"),
            ("pieces", (COLOURS, LONGEST), 120, "pieces in the supply by colour and length (1 to 9)"),
        ]
    if numbers.stations:
        parts += [
            ("stations", (players, cities), 1, "cities with a station, by owner, counted clockwise from oneself"),
            ("city", (cities,), 1, "the city whose station is being paid for"),
        ]
    return [
        *parts,
        ("tickets", (tickets,), 1, "own tickets"),
        ("joined", (tickets,), 1, "own tickets that own routes complete already"),
        ("returned", (tickets,), 1, "tickets one put back and knows to lie there still"),
        (
            "offer",
            (slots, tickets),
            1,
            "tickets on offer, one-hot, in the order in which a `keep` decision counts them",
        ),
        ("offer_joined", (slots,), 1, "which of them own routes complete already"),
        ("chosen", (slots,), 1, "first tickets: which of them one has chosen while others are still choosing"),
    ]


def _fields(setting: Setting, players: int) -> tuple[Field, ...]:
    cards = int(setting.record.cards.sum())
    found: list[Field] = []
    start = 0
    for name, shape, highest, meaning in [
        *_table(players, cards),
        *_seats(setting, players, cards),
        *_board(setting, players),
    ]:
        found.append(Field(name, start, shape, highest, meaning))
        start += found[-1].size
    return tuple(found)


def fields(setting: Setting, players: int) -> dict[str, Field]:
    """Every part of the observation by name, in order."""
    return {field.name: field for field in _fields(setting, players)}


def highest(setting: Setting, players: int) -> NDArray[np.uint8]:
    """The highest value of every number of the observation."""
    return np.concatenate([np.full(field.size, field.highest, np.uint8) for field in _fields(setting, players)])


def table(setting: Setting, players: int) -> str:
    """All fields as a table for people (Markdown)."""
    rows = [
        f"| `{field.name}` | {field.start} | {' × '.join(map(str, field.shape))} | {field.highest} | {field.meaning} |"
        for field in _fields(setting, players)
    ]
    return "\n".join(["| name | from | numbers | highest | meaning |", "| --- | --- | --- | --- | --- |", *rows])
