"""Results kept in SQLite, so that a tournament can be broken off, resumed and extended."""

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from railhead.arena.rows import Row
from railhead.boards import Setting

FIELDS = ", ".join(f'"{name}"' for name in Row._fields)


def fingerprint() -> str:
    """A hash of the rules' and the bots' sources: results of other bots must not be mixed with these."""
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for folder in ("kernel", "bots"):
        for source in sorted((package / folder).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def run_key(setting: Setting, players: int, bots: list[str], seed: int) -> str:
    """What a tournament is: the same key, the same games."""
    board = hashlib.sha256(setting.record.tobytes()).hexdigest()[:16]
    return json.dumps(
        {"board": board, "game": setting.id, "players": players, "bots": bots, "seed": seed, "code": fingerprint()}
    )


def open_store(path: "str | Path") -> sqlite3.Connection:
    """A store, made if need be."""
    try:
        store = sqlite3.connect(path)
        store.execute("pragma journal_mode=wal")
        store.execute("create table if not exists runs (id integer primary key, key text unique not null)")
        store.execute(
            f'create table if not exists results (run integer not null, {FIELDS}, primary key (run, deal, "table", seating, seat))'
        )
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
        store.executemany(f"insert or replace into results values ({marks})", [(run, *row) for row in rows])


def stored(store: sqlite3.Connection, run: int) -> list[Row]:
    """All rows of a tournament, in the order of the games."""
    found = store.execute(f'select {FIELDS} from results where run = ? order by deal, "table", seating, seat', (run,))
    return [Row(*fields) for fields in found]
