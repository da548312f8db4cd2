"""How a server is run: one record, from the command line or the environment."""

import os
from pathlib import Path

import msgspec

ENVIRONMENT = "RAILHEAD_SERVER"


class Limits(msgspec.Struct, frozen=True):
    """How much one client may ask for."""

    frame: int = 4096  # bytes
    body: int = 8192  # bytes
    messages_a_second: float = 10
    messages_at_once: int = 40
    tables_a_minute: float = 10
    tables_at_once: int = 20
    replays_a_second: float = 1
    replays_at_once: int = 10
    sockets_an_address: int = 200
    sockets_a_table: int = 100
    sockets: int = 20_000
    tables: int = 1_000_000  # in the store
    outgoing: int = 128  # messages waiting for one reader
    hello_seconds: float = 10
    silence_seconds: float = 3600  # the sockets' own pings find those that are gone much sooner


class Settings(msgspec.Struct, frozen=True):
    """Everything a worker needs to know."""

    store: str = ""
    workers: int = 1
    origins: tuple[str, ...] = ()  # other origins whose pages may connect
    bot_processes: int = 0  # 0: as the machine has cores to spare
    bot_pause: float = 0.8  # seconds before a bot acts, so that people can follow and take a move back
    absence: float = 10  # seconds after which others may give a seat to a bot
    return_clock: int = 60_000  # the least a player has on the clock after coming back, in ms
    idle_seconds: float = 60  # a table that nobody has open is forgotten in memory after this long
    limits: Limits = Limits()


def default_store() -> str:
    """A file in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(base) / 'railhead' / 'tables.sqlite'}"


def to_environment(settings: Settings) -> None:
    """Leave the settings for the workers that will be started."""
    os.environ[ENVIRONMENT] = msgspec.json.encode(settings).decode()


def from_environment() -> Settings:
    """The settings that the starting process left."""
    text = os.environ.get(ENVIRONMENT)
    return msgspec.json.decode(text, type=Settings) if text else Settings(store=default_store())
