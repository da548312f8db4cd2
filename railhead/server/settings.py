"""How a server is run: one record, from the environment (`RAILHEAD_SETTINGS`, in JSON) and the command line."""

import os
from pathlib import Path
from typing import Literal

import msgspec

from railhead.words import Policy

ENVIRONMENT = "RAILHEAD_SETTINGS"


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much one client may ask for."""

    frame: int = 4096  # bytes
    body: int = 8192  # bytes
    messages_a_second: float = 10
    messages_at_once: int = 40
    tables_a_minute: float = 10
    tables_at_once: int = 20
    replays_a_second: float = 1
    replays_at_once: int = 10
    reviews_a_minute: float = 6
    reviews_at_once: int = 6
    maps_a_minute: float = 12  # proposed, tried, kept
    maps_at_once: int = 20
    maps_an_address: int = 300  # in the store
    maps_listed_an_address: int = 5
    maps: int = 50_000  # in the store
    clubs_an_address: int = 20  # duplicates and tournaments that are not over
    club_members: int = 60
    map: int = 128 * 1024  # bytes of a board file
    requests_a_second: float = 50  # of one address, as the next five
    requests_at_once: int = 100
    hellos_a_second: float = 10
    hellos_at_once: int = 100
    syncs_a_second: float = 5
    syncs_at_once: int = 40
    frames_a_second: float = 100
    frames_at_once: int = 400
    all_writes_a_second: float = 5  # of all its seats: replace, back, undo, chat
    all_writes_at_once: int = 60
    writes_a_second: float = 1  # of one seat
    writes_at_once: int = 10
    hints_a_second: float = 0.5  # of one seat
    hints_at_once: int = 5
    people_a_minute: float = 10  # new profiles and ways of an address
    people_at_once: int = 30
    ways: int = 6  # in which a person may be told
    seats_a_person: int = 500
    notices_a_minute: float = 6  # to a person
    notices_at_once: int = 60
    codes_a_minute: float = 0.1  # to one address, whoever asks for them
    codes_at_once: int = 5
    record: int = 128 * 1024  # bytes of a game's record to be looked at
    sockets_an_address: int = 200
    watchers_an_address: int = 50
    watchers_a_table: int = 80
    watchers_a_table_and_address: int = 10
    sockets_a_seat: int = 8
    connections: int = 30_000
    connections_a_second: float = 50  # new ones of one address, proxies apart
    connections_at_once: int = 300
    connections_an_address: int = 300
    waiting_an_address: int = 200  # connections on which no request is being answered
    header_seconds: float = 20  # in which a request must come
    request_seconds: float = 120  # in which it must be there whole, and its answer be read
    body_seconds: float = 15
    listed_an_address: int = 5  # open tables in the list
    sockets: int = 20_000
    tables: int = 10_000_000  # in the store
    outgoing: int = 128  # messages waiting for one reader
    hello_seconds: float = 10
    silence_seconds: float = 3600  # the sockets' own pings find those that are gone much sooner


def lenient() -> Limits:
    """Limits on how often and how many that no test or benchmark reaches; sizes and times stay as they are."""
    often = ("_a_second", "_a_minute", "_at_once", "_an_address", "_a_table", "_a_seat", "_and_address")
    return Limits(**{name: 10**6 for name in Limits.__struct_fields__ if name.endswith(often)})


class Mail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mail server through which notices go; none: there are none by e-mail."""

    host: str = ""
    port: int = 587
    user: str = ""
    password: str = ""
    sender: str = ""  # railhead@example.org
    encryption: Literal["starttls", "tls", "none"] = "starttls"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a worker needs to know."""

    store: str = ""
    workers: int = 1
    origins: tuple[str, ...] = ()  # other origins whose pages may connect
    hosts: tuple[str, ...] = ()  # names under which it is known, beside addresses and this machine's own; "*" for any
    proxies: str = (
        "127.0.0.1"  # addresses and networks of proxies whose word about a client's address is believed, with commas
    )
    bot_processes: int = 0  # 0: as the machine has cores to spare
    bot_pause: float = 0.8  # seconds before a bot acts where only bots play; people's pages have a pace of their own
    absence: float = 10  # seconds after which others may give a seat to a bot
    return_clock: int = 60_000  # the least a player has on the clock after coming back, in ms
    idle_seconds: float = 60  # a table that nobody has open is forgotten in memory after this long
    run_folder: str = ""  # where several workers leave their counts for one another
    profiles: Policy = "allowed"  # may people keep profiles, must they, or must they not?
    mail: Mail = Mail()
    contact: str = ""  # mailto:… or https://…: whom push services may write to
    reach: tuple[str, ...] = ()  # networks of its own to which notices may go all the same, such as "127.0.0.0/8"
    limits: Limits = Limits()


def default_store() -> str:
    """A file in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(base) / 'railhead' / 'tables.sqlite'}"


def to_environment(settings: Settings) -> None:
    """Leave the settings for the workers that will be started."""
    os.environ[ENVIRONMENT] = msgspec.json.encode(settings).decode()


def from_environment() -> Settings:
    """The settings that a host, or the starting process, left in the environment."""
    text = os.environ.get(ENVIRONMENT)
    try:
        return msgspec.json.decode(text, type=Settings) if text else Settings()
    except msgspec.DecodeError as error:
        raise ValueError(f"{ENVIRONMENT} is not right: {error}") from None
