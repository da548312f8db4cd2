"""What a seat hears of a game as it goes on."""

from collections.abc import Iterable

from railhead.game.events import seat_of, seen_by
from railhead.words import Event, Kept


class Hearing:
    """The events that a seat was not told of yet, as it may see them."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._waiting: list[Event] = []
        self._held: list[Event] = []  # what others keep of the first tickets shows when all have chosen (C5)

    def hear(self, events: Iterable[Event], choosing: bool) -> None:
        """Take in what happened; `choosing`: somebody has still to choose first tickets."""
        if not choosing:
            self._waiting += self._held
            self._held = []
        for event in events:
            held = choosing and isinstance(event, Kept) and seat_of(event) != self.seat
            (self._held if held else self._waiting).append(seen_by(event, self.seat))

    def told(self) -> list[Event]:
        """All of it, once."""
        told, self._waiting = self._waiting, []
        return told
