"""A program that runs beside us: lines out, lines in, its error stream. Whatever it does, nobody waits for it longer than they want to."""

import shlex
import signal
import subprocess
from contextlib import suppress

from railhead.programs import wires

LAST_WORDS = 0.5  # seconds for a program to end by itself


class Child:
    """A running program. `OSError` or `ValueError` where it cannot be started."""

    def __init__(self, command: str) -> None:
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
        )
        self._wires = wires.WIRES(self.process)
        self.say, self.hear, self.late = self._wires.say, self._wires.hear, self._wires.late

    @property
    def errors(self) -> str:
        """The last of its error stream."""
        return self._wires.errors.text()

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
        self._wires.leave(LAST_WORDS)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._wires.close()
