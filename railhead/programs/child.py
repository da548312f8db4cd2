"""A program that runs beside us: lines out, lines in, its error stream. Whatever it does, nobody waits for it longer than they want to.

Three threads do the waiting, so that it goes the same way on every system: one writes, since a program that does not read lets a pipe fill up;
one reads its lines, one the end of its error stream.
"""

import shlex
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO

LONGEST_LINE = 65_536
MOST_LINES = 200  # that nobody asked for
KEPT_ERRORS = 8_192  # bytes of its error stream, the last ones
LAST_WORDS = 0.5  # seconds for a program to end by itself


class FloodError(Exception):
    """It says more than it was asked."""


class Child:
    """A running program. `OSError` or `ValueError` where it cannot be started."""

    def __init__(self, command: str) -> None:
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        self._out: SimpleQueue[bytes | None] = SimpleQueue()
        self._in: SimpleQueue[bytes | FloodError | None] = SimpleQueue()
        self._errors: deque[bytes] = deque()
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
        stream, size = _open(self.process.stderr), 0
        with suppress(OSError, ValueError):
            while some := stream.read(KEPT_ERRORS):
                self._errors.append(some)
                size += len(some)
                while size - len(self._errors[0]) >= KEPT_ERRORS:
                    size -= len(self._errors.popleft())

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

    @property
    def errors(self) -> str:
        """The last of its error stream."""
        return b"".join(self._errors)[-KEPT_ERRORS:].decode("utf-8", "replace")

    def ending(self) -> str:
        """How it ended, in words."""
        try:
            code = self.process.wait(timeout=LAST_WORDS)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        if code >= 0:
            return f"it ended with exit code {code}"
        with suppress(ValueError):
            return f"it was ended by {signal.Signals(-code).name}"
        return f"it was ended by signal {-code}"

    def close(self) -> None:
        """Let it end, and end it where it does not."""
        self._out.put(None)
        try:
            self.process.wait(timeout=LAST_WORDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for thread in self._threads:  # what the program leaves behind may hold the pipes open: they are not waited for
            thread.join(LAST_WORDS)


def _open(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # all three are pipes
    return stream
