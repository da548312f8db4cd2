"""The socket: one a client and table. Whatever arrives is judged or refused by code; nothing that arrives breaks anything."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from railhead.server import entries, gate, moment, table
from railhead.server.bots import usual_level
from railhead.server.gate import Reader, Sealed
from railhead.server.limits import Bucket
from railhead.server.messages import plain_text, read_message
from railhead.server.refusals import Refusal
from railhead.server.rooms import Room, Rooms, Wish, move_wish
from railhead.server.store import Entry
from railhead.server.table import Live
from railhead.server.tokens import seat_of
from railhead.words import (
    CHAT_MOST,
    LEVELS,
    PROTOCOL,
    Back,
    Chat,
    ClientMessage,
    Fill,
    Hello,
    Identity,
    Level,
    MakeMove,
    Ping,
    Pong,
    Replace,
    Sync,
    Undo,
)

log = logging.getLogger("railhead.server")
PENDING_MOST = 512 * 1024  # bytes waiting for one reader
PATIENCE = 200  # messages refused as too fast before the socket is closed


class Connection:
    """A client's socket. Messages wait in a queue, so that a slow reader delays nobody; one too slow is sent away."""

    def __init__(self, socket: WebSocket, most: int) -> None:
        self.socket = socket
        self.reader: Reader = ()
        self.queue: asyncio.Queue[Sealed | int] = asyncio.Queue()
        self.most, self.pending, self.closing = most, 0, False

    def send(self, message: Sealed) -> None:
        """Send soon."""
        if self.closing:
            return
        self.pending += len(message)
        if self.pending > PENDING_MOST or self.queue.qsize() >= self.most:
            self.close(4509)
            return
        self.queue.put_nowait(message)

    def close(self, code: int) -> None:
        """Close, after what is already waiting; a reader too slow for that is cut off."""
        if not self.closing:
            self.closing = True
            if code == 4509:
                while not self.queue.empty():
                    self.queue.get_nowait()
            self.queue.put_nowait(code)

    async def write(self) -> None:
        """Write what waits, until the socket closes."""
        while True:
            message = await self.queue.get()
            if isinstance(message, int):
                await asyncio.wait_for(self.socket.close(message), 5)
                return
            await self.socket.send_text(message.decode())
            self.pending -= len(message)


class Sockets:
    """The endpoint of the sockets of a worker."""

    def __init__(self, rooms: Rooms, allowed: Callable[[WebSocket], bool]) -> None:
        self.rooms, self.allowed = rooms, allowed
        self.limits = rooms.settings.limits
        self.addresses: Counter[str] = Counter()

    async def endpoint(self, socket: WebSocket) -> None:
        """Serve one socket from beginning to end."""
        address = socket.client.host if socket.client else "?"
        if not self.allowed(socket):
            self.rooms.metrics.count("railhead_refusals_total", code="wrong-origin")
            await socket.close(4403)
            return
        if self.addresses[address] >= self.limits.sockets_an_address or self.addresses.total() >= self.limits.sockets:
            self.rooms.metrics.count("railhead_refusals_total", code="too-many-sockets")
            await socket.close(4429)
            return
        self.addresses[address] += 1
        connection = Connection(socket, self.limits.outgoing)
        try:
            await socket.accept()
            await self._serve(connection)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass  # it is gone
        finally:
            self.addresses[address] -= 1
            if not self.addresses[address]:
                del self.addresses[address]

    async def _serve(self, connection: Connection) -> None:
        writer = asyncio.ensure_future(connection.write())
        reader = asyncio.ensure_future(self._read(connection))
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
            if connection.closing and not writer.done():
                await asyncio.wait((writer,), timeout=5)  # what is said last may still go out
        finally:
            for task in (writer, reader):
                task.cancel()
            results = await asyncio.gather(writer, reader, return_exceptions=True)
            for result in results:
                if isinstance(result, Exception) and not isinstance(
                    result, WebSocketDisconnect | RuntimeError | OSError | TimeoutError
                ):
                    self.rooms.metrics.count("railhead_faults_total")
                    log.error("socket failed", exc_info=result)
            if connection.socket.application_state == WebSocketState.CONNECTED:
                with suppress(RuntimeError, OSError, TimeoutError):
                    await asyncio.wait_for(connection.socket.close(1000), 2)

    async def _frame(self, connection: Connection, seconds: float) -> bytes:
        """The next frame, not too large and not too late."""
        try:
            event = await asyncio.wait_for(connection.socket.receive(), seconds)
        except TimeoutError:
            connection.close(4408)
            raise WebSocketDisconnect from None
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text = event.get("text")
        frame: bytes = text.encode("utf-8", "surrogatepass") if text is not None else event.get("bytes") or b""
        if len(frame) > self.limits.frame:
            connection.send(gate.refused(Refusal("too-large", most=self.limits.frame)))
            connection.close(4413)
            raise WebSocketDisconnect
        return frame

    async def _read(self, connection: Connection) -> None:
        room = await self._greet(connection)
        if room is None:
            return
        bucket, too_fast = Bucket(self.limits.messages_a_second, self.limits.messages_at_once), 0
        try:
            while not connection.closing:
                frame = await self._frame(connection, self.limits.silence_seconds)
                wait = bucket.wait()
                if wait:
                    too_fast += 1
                    self._refuse(connection, Refusal("too-fast", wait=wait), None)
                    if too_fast > PATIENCE:
                        connection.close(4429)
                        return
                    continue
                await self._answer(connection, room, frame)
        except WebSocketDisconnect:
            return
        finally:
            await self.rooms.leave(room, connection)

    async def _greet(self, connection: Connection) -> Room | None:
        """The hello, and its answer; None if there is no way in."""
        re: Identity = None
        try:
            message = read_message(await self._frame(connection, self.limits.hello_seconds))
            re = message.id
            if not isinstance(message, Hello):
                raise Refusal("hello-first")
            if message.protocol != PROTOCOL:
                raise Refusal("wrong-version", protocol=PROTOCOL)
            room = await self.rooms.room(message.table)
            await self._catch_up(room, message.after)
            seats = [seat_of(token, room.live.holders) for token in message.tokens]
            if None in seats:
                raise Refusal("wrong-token")
            if len(room.listeners) >= self.limits.sockets_a_table:
                raise Refusal("too-many-sockets")
            connection.reader = tuple(sorted({seat for seat in seats if seat is not None}))
            await self.rooms.enter(room, connection, message.after, re)
        except Refusal as refusal:
            self._refuse(connection, refusal, re)
            connection.close(
                {"unknown-table": 4404, "unavailable": 4503, "too-many-sockets": 4429}.get(refusal.code, 4400)
            )
            return None
        for seat in connection.reader:
            if room.live.seats[seat].reason == "wish":
                self.rooms.spawn(self.rooms.act(room, self._back(seat)))
        return room

    async def _catch_up(self, room: Room, seen: int) -> None:
        """A client that comes from another worker may know more than this one does yet."""
        if room.behind or seen > room.live.number:
            await self.rooms.catch_up(room)

    def _refuse(self, connection: Connection, refusal: Refusal, re: Identity) -> None:
        self.rooms.metrics.count("railhead_refusals_total", code=refusal.code)
        connection.send(gate.refused(refusal, re))

    async def _answer(self, connection: Connection, room: Room, frame: bytes) -> None:
        re: Identity = None
        try:
            message = read_message(frame)
            re = message.id
            if isinstance(message, Hello):
                raise Refusal("hello-once")
            if isinstance(message, Ping):
                connection.send(gate.plain(Pong(re, moment.now())))
            elif isinstance(message, Sync):
                await self._catch_up(room, message.after)
                connection.send(gate.state(self.rooms.sight(room), connection.reader, message.after, None, re))
            else:
                number = await _ACTIONS[type(message)](self, connection, room, message)
                connection.send(gate.done(number, re))
        except Refusal as refusal:
            self._refuse(connection, refusal, re)

    # ---- what clients may wish

    def _own(self, connection: Connection, seat: int) -> None:
        if seat not in connection.reader:
            raise Refusal("not-yours", seat=seat)

    async def _move(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, MakeMove)
        began = time.monotonic()
        self._own(connection, message.seat)
        if room.behind:
            await self.rooms.catch_up(room)
        if room.live.seats[message.seat].bot:
            raise Refusal("bot-plays", seat=message.seat)
        table.may_move(room.live, message.seat, message.at)
        decisions, text = table.read_move(room.live, message.seat, message.decisions or message.move or "")
        number = await self.rooms.act(room, move_wish(message.seat, message.at, decisions, text, False))
        self.rooms.metrics.took("railhead_move_seconds", time.monotonic() - began)
        return number

    async def _undo(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Undo)
        self._own(connection, message.seat)

        def wish(live: Live) -> Wish:
            if live.position != message.at:
                raise Refusal("stale", position=live.position)
            if table.undo_seat(live) != message.seat or live.last is None:
                raise Refusal("no-undo")
            return Wish([Entry(live.number + 1, moment.now(), message.seat, entries.Undo(live.last.number))])

        return await self.rooms.act(room, wish)

    async def _chat(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Chat)
        self._own(connection, message.seat)
        return await self.rooms.chat(room, message.seat, plain_text(message.text, CHAT_MOST, "bad-text"))

    async def _replace(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Replace)
        seat, level = message.seat, known_level(message.level)
        if not connection.reader:
            raise Refusal("not-yours", seat=seat)

        def wish(live: Live) -> Wish:
            if seat >= len(live.seats) or live.seats[seat].kind != "person":
                raise Refusal("unknown-seat")
            if not live.started or table.is_over(live):
                raise Refusal("over" if live.started else "not-started")
            if live.seats[seat].bot:
                raise Refusal("bot-plays", seat=seat)
            own = seat in connection.reader
            if not own and not self.rooms.absent(room, seat):
                raise Refusal("present", seat=seat)
            body = entries.Replace(level, "own" if own else "wish")
            return Wish([Entry(live.number + 1, moment.now(), seat, body)])

        return await self.rooms.act(room, wish)

    def _back(self, seat: int) -> Callable[[Live], Wish]:
        def wish(live: Live) -> Wish:
            if live.seats[seat].away is None:
                raise Refusal("not-away", seat=seat)
            return Wish([Entry(live.number + 1, moment.now(), seat, entries.Back(self.rooms.settings.return_clock))])

        return wish

    async def _take_back(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Back)
        self._own(connection, message.seat)
        return await self.rooms.act(room, self._back(message.seat))

    async def _fill(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Fill)
        level = known_level(message.level)

        def wish(live: Live) -> Wish:
            if not set(connection.reader) & live.hosts:
                raise Refusal("not-host")
            free = [seat for seat in live.seats if seat.kind == "free"]
            if not free:
                raise Refusal("seat-taken")
            now = moment.now()
            seats = [table.SeatState("bot", None, level) if seat.kind == "free" else seat for seat in live.seats]
            fill = Entry(live.number + 1, now, None, entries.Fill(level))
            return Wish([fill, table.start_entry(live.number + 2, table.names_of(seats), now)], phase="playing")

        return await self.rooms.act(room, wish)


def known_level(level: str | None) -> Level:
    """A level that bots have."""
    if level is None:
        return usual_level()
    if level not in LEVELS:
        raise Refusal("unknown-level")
    return level


_ACTIONS: dict[type, Callable[[Sockets, Connection, Room, ClientMessage], Awaitable[int]]] = {
    MakeMove: Sockets._move,
    Undo: Sockets._undo,
    Chat: Sockets._chat,
    Replace: Sockets._replace,
    Back: Sockets._take_back,
    Fill: Sockets._fill,
}
