"""A server that was installed, not the one of the sources: started by its own command, visited as a browser does."""

import re
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from server_running import Client, Server, any_move

from railhead.server.settings import Settings

Start = Callable[[int, int], "subprocess.Popen[bytes]"]  # the port, a file for the output


class Installed(Server):
    """A server that a function starts on the port it is given."""

    def __init__(self, begin: Start) -> None:
        super().__init__(Settings())
        self.begin = begin
        self.log = Path(tempfile.mkstemp(prefix="railhead-installed-", suffix=".log")[1])

    def start(self, ready: bool = True) -> "Installed":
        with open(self.log, "ab") as log:
            self.process = self.begin(self.port, log.fileno())
        self.wait("/ready" if ready else "/health")
        return self


@contextmanager
def running(begin: Start) -> Any:
    """An installed server for the length of a block."""
    server = Installed(begin)
    try:
        yield server.start()
    finally:
        server.stop()
        server.log.unlink()


def check_page(server: Server) -> None:
    """The page, all it names, and the rules are there."""
    status, text = server.request("/")
    assert status == 200 and b'<div id="app">' in text
    named = re.findall(r'(?:src|href)="(/[^"]+)"', text.decode())
    assert any(name.endswith(".js") for name in named) and any(name.endswith(".css") for name in named)
    for name in named:
        assert server.request(name)[0] == 200, name
    styles = server.request(next(name for name in named if name.endswith(".css")))[1].decode()
    fonts = re.findall(r"url\((/assets/[^)]+\.woff2)\)", styles)
    assert fonts and all(server.request(font)[0] == 200 for font in fonts)
    status, text = server.request("/rules/usa")  # the same page, which looks where it is
    assert status == 200 and b'<div id="app">' in text


def play_some(server: Server, table: str, tokens: list[str], moves: int, lot: Any) -> int:
    """Make some moves for all seats over the socket; the number of what has happened at the table by then."""
    with server.join(table, *tokens) as client:
        for _ in range(moves):
            _move(client, lot)
        return int(client.state["number"])


def _move(client: Client, lot: Any) -> None:
    client.until(lambda state: state["choices"])
    seat = next(iter(client.state["choices"]))
    answer = client.move(int(seat), any_move(client.state["choices"][seat], lot))
    assert answer["type"] == "done", answer
