"""The three pipes to a program that runs beside us. `Polled` watches them in the thread that asks, which takes a third of the time; `Threaded` has
a thread wait at each, since not every system can watch pipes."""

import os
import select
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO

LONGEST_LINE = 65_536
MOST_LINES = 200  # that nobody asked for
KEPT_ERRORS = 8_192  # bytes of its error stream, the last ones
A_MOMENT = 0.05  # seconds


class FloodError(Exception):
    """It says more than it was asked."""


class Tail:
    """The end of an error stream."""

    def __init__(self) -> None:
        self._parts: deque[bytes] = deque()
        self._size = 0

    def add(self, some: bytes) -> None:
        """More of it."""
        self._parts.append(some)
        self._size += len(some)
        while self._size - len(self._parts[0]) >= KEPT_ERRORS:
            self._size -= len(self._parts.popleft())

    def text(self) -> str:
        """What is kept, in words."""
        return b"".join(self._parts)[-KEPT_ERRORS:].decode("utf-8", "replace")


class Polled:
    """One thread looks at all pipes whenever it is asked something."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process, self.errors = process, Tail()
        self._in, self._out, self._err = (_open(pipe) for pipe in (process.stdin, process.stdout, process.stderr))
        self._waiting, self._lines, self._rest, self._ended = b"", deque[bytes](), b"", False
        self._read = {self._out.fileno(): self._take, self._err.fileno(): self._take_errors}
        self._poll = select.poll()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe.fileno(), False)
        for number in self._read:
            self._poll.register(number, select.POLLIN)

    def say(self, line: bytes) -> None:
        """Send a line; what the program does not read yet is sent when the pipes are looked at again."""
        self._waiting += line + b"\n"
        self._write()

    def hear(self, seconds: float) -> bytes | None:
        """Its next line, None where it has ended; TimeoutError, FloodError."""
        until = time.monotonic() + seconds
        while not self._lines:
            if self._ended:
                self.leave(A_MOMENT)  # why it has ended may be on its way
                return None
            if not self._look(max(0.0, until - time.monotonic())) and time.monotonic() >= until:
                raise TimeoutError
        return self._lines.popleft()

    def late(self) -> list[bytes]:
        """Lines that have come without a question; FloodError where they are too many."""
        while self._look(0.0):
            pass
        found = [*self._lines]
        self._lines.clear()
        return found

    def leave(self, seconds: float) -> None:
        """Send what waits, and no more; hear what it has still to say, at most for so long."""
        until = time.monotonic() + seconds
        while self._read and time.monotonic() < until:
            if not self._waiting and not self._in.closed:
                self._in.close()
            gone = self.process.poll() is not None
            with suppress(FloodError):
                if not self._look(0.0 if gone else A_MOMENT) and gone:
                    break

    def close(self) -> None:
        """No more is heard."""
        for pipe in (self._in, self._out, self._err):
            with suppress(OSError):
                pipe.close()

    def _look(self, seconds: float) -> bool:
        """Wait at most so long until something can be read or written, and do that; was there anything?"""
        if self._waiting:
            self._poll.register(self._in.fileno(), select.POLLOUT)
        found = self._poll.poll(seconds * 1000)
        if self._waiting:
            self._poll.unregister(self._in.fileno())
        for number, _ in found:
            if number not in self._read:
                self._write()
                continue
            some = os.read(number, LONGEST_LINE)
            if not some:
                self._poll.unregister(number)
            self._read[number](some)
            if not some:
                del self._read[number]
        return bool(found)

    def _write(self) -> None:
        try:
            while self._waiting:
                self._waiting = self._waiting[os.write(self._in.fileno(), self._waiting) :]
        except BlockingIOError:
            pass
        except (OSError, ValueError):  # it reads no more
            self._waiting = b""

    def _take(self, some: bytes) -> None:
        *lines, self._rest = (self._rest + some).split(b"\n")
        self._lines += lines
        if not some:
            self._ended = True
            self._lines += [self._rest] if self._rest else []
        elif len(self._rest) > LONGEST_LINE or len(self._lines) > MOST_LINES:
            raise FloodError

    def _take_errors(self, some: bytes) -> None:
        self.errors.add(some)


class Threaded:
    """Three threads do the waiting: one writes, one reads its lines, one its error stream."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process, self.errors = process, Tail()
        self._out: SimpleQueue[bytes | None] = SimpleQueue()
        self._in: SimpleQueue[bytes | FloodError | None] = SimpleQueue()
        self._threads = [self._started(work) for work in (self._write, self._read, self._read_errors)]

    def _started(self, work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        return thread

    def _write(self) -> None:
        stream = _open(self.process.stdin)
        with suppress(OSError, ValueError):
            while (line := self._out.get()) is not None:
                while line:
                    line = line[stream.write(line) :]
        with suppress(OSError):
            stream.close()

    def _read(self) -> None:
        stream, rest = _open(self.process.stdout), b""
        with suppress(OSError, ValueError):
            while some := stream.read(LONGEST_LINE):
                *lines, rest = (rest + some).split(b"\n")
                for line in lines:
                    self._in.put(line)
                if len(rest) > LONGEST_LINE or self._in.qsize() > MOST_LINES:
                    self._in.put(FloodError())
                    return
        if rest:
            self._in.put(rest)
        self._in.put(None)

    def _read_errors(self) -> None:
        stream = _open(self.process.stderr)
        with suppress(OSError, ValueError):
            while some := stream.read(KEPT_ERRORS):
                self.errors.add(some)

    def say(self, line: bytes) -> None:
        """Send a line; it is written as soon as the program reads."""
        self._out.put(line + b"\n")

    def hear(self, seconds: float) -> bytes | None:
        """Its next line, None where it has ended; TimeoutError, FloodError."""
        try:
            line = self._in.get(timeout=max(0.0, seconds))
        except Empty:
            raise TimeoutError from None
        if isinstance(line, FloodError):
            raise line
        return line

    def late(self) -> list[bytes]:
        """Lines that have come without a question; FloodError where they are too many. That it has ended is told by the next `hear`."""
        found: list[bytes] = []
        while not self._in.empty():
            line = self._in.get()
            if isinstance(line, FloodError):
                raise line
            if line is None:
                self._in.put(None)
                break
            found.append(line)
            if len(found) > MOST_LINES:
                raise FloodError
        return found

    def leave(self, seconds: float) -> None:
        """Send what waits, and no more."""
        self._out.put(None)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=seconds)

    def close(self) -> None:
        """What the program leaves behind may hold the pipes open: it is not waited for long."""
        for thread in self._threads:
            thread.join(A_MOMENT * 10)


WIRES: type[Polled] | type[Threaded] = Polled if hasattr(select, "poll") else Threaded


def _open(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # all three are pipes
    return stream
