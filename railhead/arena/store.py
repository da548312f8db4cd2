"""Results kept in SQLite, so that a tournament can be broken off, resumed and extended."""

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from railhead.arena.rows import Row
from railhead.boards import Setting
from railhead.bots import find
from railhead.programs.identity import identity
from railhead.programs.protocol import Clock

FIELDS = ", ".join(f'"{name}"' for name in Row._fields)
ADDED = {"overhead": "null", "faults": "'[]'"}  # fields that older stores have not, and what they hold there


def fingerprint() -> str:
    """A hash of the rules' and the bots' sources: results of other bots must not be mixed with these."""
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for folder in ("kernel", "bots"):
        for source in sorted((package / folder).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def run_key(setting: Setting, players: int, bots: list[str], seed: int, clock: Clock | None = None) -> str:
    """What a tournament is: the same key, the same games. A program is its label, its command and what its files hold: built anew, it is another."""
    board = hashlib.sha256(setting.record.tobytes()).hexdigest()[:16]
    key = {"board": board, "game": setting.id, "players": players, "bots": bots, "seed": seed, "code": fingerprint()}
    commands = {name: find(name).command for name in bots}
    if any(commands.values()):
        limits = clock or Clock()
        key["programs"] = {name: identity(command) for name, command in commands.items() if command}
        key["clock"] = [limits.first, limits.move, limits.game]
    return json.dumps(key)


def open_store(path: "str | Path") -> sqlite3.Connection:
    """A store, made if need be."""
    try:
        store = sqlite3.connect(path)
        store.execute("pragma journal_mode=wal")
        store.execute("create table if not exists runs (id integer primary key, key text unique not null)")
        store.execute(
            f'create table if not exists results (run integer not null, {FIELDS}, primary key (run, deal, "table", seating, seat))'
        )
        there = {column[1] for column in store.execute("pragma table_info(results)")}
        for name, value in ADDED.items():
            if name not in there:
                store.execute(f'alter table results add column "{name}" default {value}')
    except sqlite3.DatabaseError as error:
        raise ValueError(f"{path} cannot be used as a store: {error}") from None
    return store


def run_id(store: sqlite3.Connection, key: str) -> int:
    """The number of a tournament in the store."""
    with store:
        store.execute("insert or ignore into runs (key) values (?)", (key,))
    return int(store.execute("select id from runs where key = ?", (key,)).fetchone()[0])


def save(store: sqlite3.Connection, run: int, rows: Iterable[Row]) -> None:
    """Keep the rows of finished deals; all seats of a deal at a table, or none."""
    marks = ", ".join("?" * (len(Row._fields) + 1))
    with store:
        store.executemany(
            f"insert or replace into results (run, {FIELDS}) values ({marks})", [(run, *row) for row in rows]
        )


def stored(store: sqlite3.Connection, run: int) -> list[Row]:
    """All rows of a tournament, in the order of the games."""
    found = store.execute(f'select {FIELDS} from results where run = ? order by deal, "table", seating, seat', (run,))
    return [Row(*fields) for fields in found]
