"""The numbers a game may set: what they are where a file does not say, and their bounds."""

from collections.abc import Mapping
from typing import Any

from railhead.kernel import records
from railhead.words import COLOURS

# Every number a game may set, with what it is where a file does not say.
DEFAULTS: Mapping[str, Any] = {
    "trains": 45,
    "stations": 0,
    "stationPoints": 0,
    "firstCards": 4,
    "firstTickets": 3,
    "firstLong": 0,
    "firstKeep": 2,
    "firstReturn": "bottom",
    "laterTickets": 3,
    "laterKeep": 1,
    "longestBonus": 10,
    "mostTicketsBonus": 0,
    "lastTrains": 2,
    "singleTrackPlayers": 3,
    "cards": {**dict.fromkeys(COLOURS, 12), "locomotive": 14},
    "points": {"1": 1, "2": 2, "3": 4, "4": 7, "5": 10, "6": 15, "7": 18, "8": 21, "9": 27},
}
MOST = {
    "trains": records.TRAINS, "stations": records.STATIONS, "stationPoints": 100, "firstCards": 20, "firstTickets": 5,
    "firstLong": 5, "firstKeep": 5, "laterTickets": 5, "laterKeep": 5, "longestBonus": 100, "mostTicketsBonus": 100,
    "lastTrains": 60, "singleTrackPlayers": 5,
}  # fmt: skip
FEWEST = {"trains": 1, "laterTickets": 1, "laterKeep": 1}
FIRST_RETURNS = ("bottom", "out", "shuffled")  # in the order of the kernel's TO_BOTTOM, OUT_OF_GAME, SHUFFLED_UNDER

CANDIDATES = int(records.WORK["candidates"].shape[1])  # routes into a city that a station may choose among
MOST_PIECES = 20  # of one colour and length
LONGEST_NAME = 60  # of an id, so that every move is a short text
MOST_LOCOMOTIVES = 20  # with many more, a row without three of them could take for ever to turn up (C4)

BOARD_KEYS = {
    "id", "name", "about", "credit", "cities", "zones", "routes", "ticketSets", "pieces", "crossings", "game", "layout",
}  # fmt: skip
LONGEST_TITLE = 60  # letters of the name of a board or a place
LONGEST_CREDIT = 120  # letters to say to whom a board is owed: one line on its edge
GAME_KEYS = {"id", "name", "about", "board", "tickets", "longTickets", *DEFAULTS}
