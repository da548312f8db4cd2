"""Boards and the games on them: data, and reading, checking and packing them."""

from railhead.boards.loading import Source, load
from railhead.boards.reading import board_ids, game_ids, known_ids, read_board, tour_ids
from railhead.boards.setting import BoardError, BoardFile, Route, Setting, Ticket

__all__ = [
    "BoardError",
    "BoardFile",
    "Route",
    "Setting",
    "Source",
    "Ticket",
    "board_ids",
    "game_ids",
    "known_ids",
    "load",
    "read_board",
    "tour_ids",
]
