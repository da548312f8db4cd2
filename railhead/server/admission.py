"""Who may have a table open: those who hold its seats always, watchers as long as there is room for them."""

from railhead.server import presence
from railhead.server.refusals import Refusal
from railhead.server.room import Listener, Room
from railhead.server.worker import Worker

CROWDED_OUT = 4429


def admit(worker: Worker, room: Room, listener: Listener) -> None:
    """Refuse a watcher too many; make room for a player by sending the oldest screen of the same seat away."""
    limits = worker.settings.limits
    if listener.reader:
        for seat in listener.reader:
            screens = [other for other in room.listeners if seat in other.reader]
            for other in screens[: max(0, len(screens) + 1 - limits.sockets_a_seat)]:
                other.close(CROWDED_OUT)
        return
    watching = [other for other in room.listeners if not other.reader and other.address == listener.address]
    if (
        presence.company(worker, room).watchers >= limits.watchers_a_table
        or len(watching) >= limits.watchers_a_table_and_address
        or worker.watchers[listener.address] >= limits.watchers_an_address
    ):
        raise Refusal("too-many-sockets")
