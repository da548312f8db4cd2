"""Chat: lines kept with a table, apart from the game, with numbers of their own."""

import asyncio
from collections.abc import Sequence

from railhead.server import gate, moment, store
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.store import Conflict
from railhead.server.worker import Worker
from railhead.words import ChatLine

TRIES = 20  # other workers write lines, too


async def say(worker: Worker, room: Room, seat: int, text: str) -> int:
    """A seat says something; returns the line's number. It is said, even if whoever said it goes away meanwhile."""
    return await asyncio.shield(worker.spawn(_say(worker, room, seat, text)))


async def _say(worker: Worker, room: Room, seat: int, text: str) -> int:
    name = room.live.seats[seat].name or "?"
    for _ in range(TRIES):
        async with room.lock:
            line = ChatLine(room.chat_number + 1, moment.now(), seat, name, text)
            try:
                await worker.write(store.add_chat, room.name, line, worker.bus.notice("chat", room.name))
                tell(room, [line])
                return line.number
            except Conflict:
                pass
        await catch_up(worker, room)
    raise Refusal("unavailable")


def tell(room: Room, lines: Sequence[ChatLine]) -> None:
    """Tell all who have the table open here."""
    for line in lines:
        room.chat_number = line.number
        room.send(gate.chat(line))


async def catch_up(worker: Worker, room: Room) -> None:
    """Another worker wrote lines: read and tell them."""
    async with room.lock:
        tell(room, await worker.read(store.read_chat, room.name, room.chat_number))
