"""Services that take notices, of the test's own: one to which messages are posted, and one for e-mail. They fail when they are told to."""

import json
import socket
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def listens(one: socket.socket) -> bool:
    """Is whoever sends still there to hear the answer? On a busy machine they may have given it up, and will come again."""
    try:
        return one.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


class Taker:
    """Takes what is posted; `answers` says with which status, one after the other, 200 when there are no more. At paths that are `gone` there is
    nobody; while it `hangs` it does not answer, nor take anything; one that is
    `slow` says only later that it has taken something, one that is `mute` never the rest of its answer."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.raw: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []
        self.always: int | None = None
        self.hangs, self.slow, self.mute, self.gone = False, False, False, set[str]()
        self.asked = 0
        self.lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                hangs = outer.hangs
                with outer.lock:
                    outer.asked += 1
                while outer.hangs:
                    time.sleep(0.05)
                with outer.lock:
                    status = 503 if hangs or not listens(self.connection) else outer.status(self.path)
                    if status < 300:
                        outer.raw.append((self.path, dict(self.headers), body))
                        if self.headers.get("content-type") == "application/json":
                            outer.taken.append(json.loads(body))
                while outer.slow:
                    time.sleep(0.05)
                self.send_response(status)
                if status in (301, 302, 307):
                    self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "5" if outer.mute else "0")
                self.end_headers()
                while outer.mute:
                    time.sleep(0.05)

            def log_message(self, *arguments: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            request_queue_size = 128

        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"

    def status(self, path: str) -> int:
        """With which it answers."""
        if path in self.gone:
            return 410
        return self.always or (self.answers.pop(0) if self.answers else 200)

    @property
    def keys(self) -> list[str]:
        """The notices that were taken, by the key that each has."""
        return [headers["Idempotency-Key"] for _, headers, _ in self.raw]


class Post:
    """A mail server."""

    def __init__(self) -> None:
        self.letters: list[str] = []
        self.refuse: int | None = None
        self.farewell = "221 bye"
        outer = self

        class Handler(socketserver.StreamRequestHandler):
            def say(self, line: str) -> None:
                self.wfile.write(line.encode() + b"\r\n")

            def handle(self) -> None:
                self.say("220 here")
                while line := self.rfile.readline().decode().strip():
                    word = line.split()[0].upper()
                    if word == "DATA":
                        self.say("354 go on")
                        lines = []
                        while (part := self.rfile.readline().decode()) != ".\r\n":
                            lines.append(part)
                        if not listens(self.connection):
                            return
                        outer.letters.append("".join(lines))
                    if word == "RCPT" and outer.refuse:
                        self.say(f"{outer.refuse} no")
                    else:
                        self.say(outer.farewell if word == "QUIT" else "250 well")
                    if word == "QUIT":
                        return

        class Server(socketserver.ThreadingTCPServer):
            request_queue_size = 128

        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = int(self.server.server_address[1])


@contextmanager
def serving(one: "Taker | Post") -> Iterator[Any]:
    thread = threading.Thread(target=one.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield one
    finally:
        one.server.shutdown()
        one.server.server_close()
