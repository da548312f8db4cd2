"""The socket: one a client and table. Whatever arrives is judged or refused by code; nothing that arrives breaks anything."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from railhead.server import chat, gate, hints, moment, presence, rooms, table, wishes
from railhead.server.admission import admit
from railhead.server.gate import Reader, Sealed
from railhead.server.limits import Bucket, Buckets, address_of
from railhead.server.messages import identity, plain_text, read_message
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.tokens import seat_of
from railhead.server.wishes import known_level
from railhead.server.worker import Worker
from railhead.words import (
    CHAT_MOST,
    PROTOCOL,
    Agree,
    AskHint,
    Attend,
    Back,
    Cancel,
    Chat,
    ClientMessage,
    Fill,
    GoOn,
    Hello,
    Identity,
    MakeMove,
    Ping,
    PlayAgain,
    Pong,
    Propose,
    Replace,
    Resign,
    Rest,
    Stand,
    Sync,
    Undo,
)

log = logging.getLogger("railhead.server")
PENDING_MOST = 512 * 1024  # bytes waiting for one reader
PATIENCE = 200  # messages refused as too fast before the socket is closed


class Connection:
    """A client's socket. Messages wait in a queue, so that a slow reader delays nobody; one too slow is sent away."""

    def __init__(self, socket: WebSocket, most: int, address: str = "?") -> None:
        self.socket, self.address = socket, address
        self.reader: Reader = ()
        self.looks = True
        self.room: Room | None = None  # where it is, or is about to be
        self.queue: asyncio.Queue[Sealed | int] = asyncio.Queue()
        self.most, self.pending, self.closing = most, 0, False

    def send(self, message: Sealed) -> None:
        """Send soon."""
        if self.closing:
            return
        self.pending += len(message)
        if (self.pending > PENDING_MOST and self.pending > len(message)) or self.queue.qsize() >= self.most:
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

    def __init__(self, worker: Worker, allowed: Callable[[WebSocket], bool]) -> None:
        self.worker, self.allowed = worker, allowed
        self.limits = worker.settings.limits
        self.addresses: Counter[str] = Counter()
        limits = self.limits
        self.hellos = Buckets(limits.hellos_a_second, limits.hellos_at_once)
        self.syncs = Buckets(limits.syncs_a_second, limits.syncs_at_once)
        self.frames = Buckets(limits.frames_a_second, limits.frames_at_once)
        self.writes = Buckets(limits.all_writes_a_second, limits.all_writes_at_once)

    async def endpoint(self, socket: WebSocket) -> None:
        """Serve one socket from beginning to end."""
        address = address_of(socket)
        if not self.allowed(socket):
            self.worker.metrics.count("railhead_refusals_total", code="wrong-origin")
            await socket.close(4403)
            return
        if self.addresses[address] >= self.limits.sockets_an_address or self.addresses.total() >= self.limits.sockets:
            self.worker.metrics.count("railhead_refusals_total", code="too-many-sockets")
            await socket.close(4429)
            return
        self.addresses[address] += 1
        connection = Connection(socket, self.limits.outgoing, address)
        wait = self.hellos.wait(address)
        try:
            await socket.accept()
            if wait:
                self._refuse(connection, Refusal("too-fast", wait=wait), None)
                connection.close(4429)
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
                    self.worker.metrics.count("railhead_faults_total")
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
        try:
            room = None if connection.closing else await self._greet(connection)
            if room is not None:
                await self._listen(connection, room)
        except WebSocketDisconnect:
            return
        finally:
            if connection.room is not None:  # even if it went away in the middle of its greeting
                await presence.leave(self.worker, connection.room, connection)

    async def _listen(self, connection: Connection, room: Room) -> None:
        """Answer what comes, until it goes."""
        bucket, too_fast = Bucket(self.limits.messages_a_second, self.limits.messages_at_once), 0
        while not connection.closing:
            frame = await self._frame(connection, self.limits.silence_seconds)
            wait = bucket.wait() or self.frames.wait(connection.address)
            if not wait:
                await self._answer(connection, room, frame)
                continue
            too_fast += 1
            self._refuse(connection, Refusal("too-fast", wait=wait), identity(frame))
            if too_fast > PATIENCE:
                connection.close(4429)

    async def _greet(self, connection: Connection) -> Room | None:
        """The hello, and its answer; None if there is no way in."""
        re: Identity = None
        try:
            frame = await self._frame(connection, self.limits.hello_seconds)
            re = identity(frame)
            message = read_message(frame)
            if not isinstance(message, Hello):
                raise Refusal("hello-first")
            if message.protocol != PROTOCOL:
                raise Refusal("wrong-version", protocol=PROTOCOL)
            room = await rooms.open_room(self.worker, message.table)
            await self._catch_up(room, message.after)
            seats = _seats(message.tokens, room)
            if None in seats and self.worker.bus.shared:  # it may have come back to its person a moment ago, elsewhere
                await rooms.hold_again(self.worker, room)
                seats = _seats(message.tokens, room)
            if None in seats:
                raise Refusal("wrong-token", place=seats.index(None))
            connection.reader = tuple(sorted({seat for seat in seats if seat is not None}))
            if not connection.reader and table.sealed(room.live):
                raise Refusal("sealed")
            admit(self.worker, room, connection)
            connection.room = room
            await presence.enter(
                self.worker, room, connection, message.after, re, lambda: _seats(message.tokens, room) == seats
            )
        except Refusal as refusal:
            self._refuse(connection, refusal, re)
            connection.close(
                {"unknown-table": 4404, "sealed": 4404, "unavailable": 4503, "too-many-sockets": 4429}.get(
                    refusal.code, 4400
                )
            )
            return None
        for seat in connection.reader:
            if room.live.seats[seat].reason == "wish":
                wish = wishes.back(seat, self.worker.settings.return_clock)
                self.worker.spawn(rooms.act(self.worker, room, wish))
        return room

    async def _catch_up(self, room: Room, seen: int) -> None:
        """A client that comes from another worker may know more than this one does yet."""
        if room.behind or seen > room.live.number:
            await rooms.catch_up(self.worker, room)

    def _refuse(self, connection: Connection, refusal: Refusal, re: Identity) -> None:
        self.worker.metrics.count("railhead_refusals_total", code=refusal.code)
        connection.send(gate.refused(refusal, re))

    async def _answer(self, connection: Connection, room: Room, frame: bytes) -> None:
        re = identity(frame)
        try:
            message = read_message(frame)
            if isinstance(message, Hello):
                raise Refusal("hello-once")
            if isinstance(message, Ping):
                connection.send(gate.plain(Pong(re, moment.now())))
            elif isinstance(message, Sync):
                _slow_down(self.syncs.wait(connection.address))
                await self._catch_up(room, message.after)
                connection.send(
                    gate.state(presence.sight(self.worker, room), connection.reader, message.after, None, re)
                )
            elif isinstance(message, AskHint):
                await hints.ask(self.worker, room, connection, message)
            else:
                number = await _ACTIONS[type(message)](self, connection, room, message)
                connection.send(gate.done(number, re))
        except Refusal as refusal:
            self._refuse(connection, refusal, re)

    # ---- what clients may wish

    def _own(self, connection: Connection, seat: int) -> None:
        if seat not in connection.reader:
            raise Refusal("not-yours", seat=seat)

    def _write(self, connection: Connection, room: Room, seat: int) -> None:
        """Refuse if a seat of this client, or its address at all tables, writes too much that is no move."""
        if not connection.reader:
            raise Refusal("not-yours", seat=seat)
        own = seat if seat in connection.reader else connection.reader[0]
        if own not in room.writes:
            room.writes[own] = Bucket(self.limits.writes_a_second, self.limits.writes_at_once)
        _slow_down(room.writes[own].wait() or self.writes.wait(connection.address))

    async def _move(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, MakeMove)
        began = time.monotonic()
        self._own(connection, message.seat)
        if room.behind:
            await rooms.catch_up(self.worker, room)
        if room.live.seats[message.seat].bot:
            raise Refusal("bot-plays", seat=message.seat)
        table.may_move(room.live, message.seat, message.at)
        decisions, text = table.read_move(room.live, message.seat, message.decisions or message.move or "")
        number = await rooms.act(self.worker, room, wishes.move(message.seat, message.at, decisions, text, False))
        self.worker.metrics.took("railhead_move_seconds", time.monotonic() - began)
        return number

    async def _undo(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Undo)
        self._own(connection, message.seat)
        self._write(connection, room, message.seat)
        return await rooms.act(self.worker, room, wishes.undo(message.seat, message.at))

    async def _chat(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Chat)
        self._own(connection, message.seat)
        self._write(connection, room, message.seat)
        return await chat.say(self.worker, room, message.seat, plain_text(message.text, CHAT_MOST, "bad-text"))

    async def _replace(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Replace)
        seat, level = message.seat, known_level(message.level)
        self._write(connection, room, seat)
        wish = wishes.replace(seat, level, connection.reader, lambda: presence.absent(self.worker, room, seat))
        return await rooms.act(self.worker, room, wish)

    async def _take_back(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Back)
        self._own(connection, message.seat)
        self._write(connection, room, message.seat)
        return await rooms.act(self.worker, room, wishes.back(message.seat, self.worker.settings.return_clock))

    async def _go_on(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, GoOn)
        self._own(connection, message.seat)
        if table.biding(room.live) == message.seat:
            room.wake.set()
        return room.live.number

    async def _resign(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Resign)
        self._own(connection, message.seat)
        self._write(connection, room, message.seat)
        return await rooms.act(self.worker, room, wishes.resign(message.seat))

    async def _propose(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Propose)
        self._own(connection, message.seat)
        self._write(connection, room, message.seat)
        return await rooms.act(self.worker, room, wishes.propose(message.seat, message.what, message.about))

    async def _agree(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Agree)
        self._own(connection, message.seat)
        self._write(connection, room, message.seat)
        return await rooms.act(self.worker, room, wishes.agree(message.seat, message.yes))

    async def _attend(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Attend)
        changed, connection.looks = connection.looks != message.looks, message.looks
        if changed and connection.reader:
            self._write(connection, room, connection.reader[0])  # before others are told: that is written
            await presence.tell(self.worker, room)
        return room.live.number

    async def _rest(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Rest)
        self._own(connection, message.seat)
        self._write(connection, room, message.seat)
        return await rooms.act(self.worker, room, wishes.rest(message.seat, message.days))

    async def _stand(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Stand)
        self._write(connection, room, message.seat)
        return await rooms.act(self.worker, room, wishes.stand(message.seat, connection.reader))

    async def _cancel(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Cancel)
        return await rooms.act(self.worker, room, wishes.cancel(connection.reader))

    async def _play_again(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, PlayAgain)
        self._write(connection, room, 0)
        wish = wishes.play_again(connection.reader, message.same_deal, message.yes, message.now)
        return await rooms.act(self.worker, room, wish)

    async def _fill(self, connection: Connection, room: Room, message: ClientMessage) -> int:
        assert isinstance(message, Fill)
        return await rooms.act(self.worker, room, wishes.fill(known_level(message.level), connection.reader))


def _seats(tokens: list[str], room: Room) -> list[int | None]:
    """The seats that tokens hold."""
    return [seat_of(token, room.live.holders, room.live.spares) for token in tokens]


def _slow_down(wait: int) -> None:
    if wait:
        raise Refusal("too-fast", wait=wait)


_ACTIONS: dict[type, Callable[[Sockets, Connection, Room, ClientMessage], Awaitable[int]]] = {
    MakeMove: Sockets._move,
    Undo: Sockets._undo,
    Chat: Sockets._chat,
    Replace: Sockets._replace,
    Back: Sockets._take_back,
    GoOn: Sockets._go_on,
    Resign: Sockets._resign,
    Propose: Sockets._propose,
    Agree: Sockets._agree,
    Rest: Sockets._rest,
    Attend: Sockets._attend,
    Stand: Sockets._stand,
    Cancel: Sockets._cancel,
    PlayAgain: Sockets._play_again,
    Fill: Sockets._fill,
}
