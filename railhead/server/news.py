"""What the other workers say: hints to look into the store, and who is connected where."""

import time
from contextlib import suppress

from railhead.server import chat, presence, rooms, store
from railhead.server.bus import Notice
from railhead.server.refusals import Refusal
from railhead.server.worker import Worker


def hear(worker: Worker, notice: Notice) -> None:
    """Another worker says something."""
    worker.heard[notice.teller] = time.monotonic()
    if notice.kind == "presence":
        presence.hear(worker, notice)
    elif notice.kind == "who":
        worker.spawn(presence.answer(worker))
    for room in [worker.open[name] for name in notice.table.split(",") if name in worker.open]:
        if notice.kind == "entries":
            rooms.fall_behind(worker, room)
        elif notice.kind == "holders":
            worker.spawn(rooms.hold_again(worker, room))
        elif notice.kind == "chat":
            worker.spawn(chat.catch_up(worker, room))


def lost(worker: Worker) -> None:
    """Something may have been missed: look into the store for every open room, and ask who is there."""
    for room in worker.open.values():
        rooms.fall_behind(worker, room)
        worker.spawn(chat.catch_up(worker, room))
    worker.spawn(presence.ask(worker))


async def tell_alive(worker: Worker) -> None:
    """Say that this worker lives."""
    notice = worker.bus.notice("alive", "")
    if notice:
        with suppress(Refusal):
            await worker.write(store.tell, notice)
