"""A server that is to be besieged."""

import os
import random
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from server_running import Client, Postgres, Server, any_move
from sqlalchemy import text

from railhead.server import store

HONEST = "203.0.113.5"


class Besieged(Server):
    """A server to which worse things happen than visitors."""

    postgres: Postgres | None = None
    suffered = 0

    def suffer(self) -> None:
        """Kill it and start it again; where there are several workers, kill one, or let the database go away for a moment, by turns."""
        self.suffered += 1
        if self.postgres is None:
            self.kill()
            self.start()
        elif self.suffered % 2:
            os.kill(self.workers()[0], signal.SIGKILL)
        else:
            self.postgres.stop("fast")
            time.sleep(1)
            self.postgres.start()

    def kept(self, asked: str, **values: Any) -> Any:
        """What the store says."""
        engine = store.open_store(self.settings.store)
        with store.transaction(engine) as connection:
            found = connection.execute(text(asked), values).scalar()
        engine.dispose()
        return found


def value(server: Server, name: str) -> float:
    """What a scrape says of a name."""
    text = server.request("/metrics")[1].decode()
    return sum(float(found) for found in re.findall(rf"^{name}(?:\{{[^}}]*\}})? (\S+)$", text, re.MULTILINE))


def memory(server: Server) -> int:
    """kB that the workers hold."""
    lines = [line for one in server.workers() for line in Path(f"/proc/{one}/status").read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@contextmanager
def closing(clients: list[Client]) -> Iterator[None]:
    try:
        yield
    finally:
        for client in clients:
            client.close()


def played_out(server: Server) -> tuple[str, list[str]]:
    """A table at which a game was played to the end, both seats by one client, as quickly as it is allowed; its name and the tokens."""
    name, tokens = server.table("me here", address=HONEST)
    lot = random.Random(4)
    with server.join(name, *tokens, address=HONEST) as client:
        while client.state["phase"] != "over":
            seat = client.state["waiting"][0]
            answer = client.move(seat, any_move(client.state["choices"][str(seat)], lot))
            assert answer["type"] == "done" or answer["code"] == "too-fast", answer
            if answer["type"] != "done":
                time.sleep(answer["values"].get("wait", 100) / 1000)
    return name, tokens
