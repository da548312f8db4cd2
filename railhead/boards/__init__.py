"""Boards and the games on them: data, and reading, checking, packing and making them."""

from railhead.boards.loading import load
from railhead.boards.reading import board_ids, game_ids, read_board
from railhead.boards.setting import BoardError, Route, Setting, Ticket

__all__ = ["BoardError", "Route", "Setting", "Ticket", "board_ids", "game_ids", "load", "read_board"]
