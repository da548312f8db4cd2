"""A server of the tests' own, as people start it."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path


class Server:
    """`railhead serve` on a port and a store of its own, which can be killed and started again."""

    def __init__(self, folder: Path, pause: float = 0) -> None:
        self.pause = pause  # of bots, in seconds
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.store = f"sqlite:///{folder / 'games.sqlite'}"
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return os.environ.get("RAILHEAD_ADDRESS") or f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        railhead = str(Path(sys.executable).with_name("railhead"))
        command = [railhead, "serve", "--port", str(self.port), "--store", self.store, "--bot-pause", str(self.pause)]
        self.process = subprocess.Popen(
            command, stdout=self.log.open("ab"), stderr=subprocess.STDOUT, start_new_session=True
        )
        for _ in range(1500):  # the first start after a change compiles the rules
            try:
                with urllib.request.urlopen(f"{self.address}/ready", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.2)
        raise RuntimeError(self.log.read_text()[-2000:])

    def kill(self) -> None:
        """At once, as a power cut would."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)
            self.process = None
