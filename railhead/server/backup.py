"""Back-up and restore: all rows as JSON lines, compressed, the same from and to SQLite and PostgreSQL."""

import gzip
import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from railhead.server.migrations import STEPS, TALLIED
from railhead.server.settings import default_store
from railhead.server.store import open_existing, open_store

FORMAT = "railhead-backup/1"
LINE_MOST = 4 * 1024 * 1024  # characters; a row has a few hundred
KEYS = {
    "keys": "name",
    "persons": "id",
    "ways": "id",
    "maps": "id",
    "tables": "id",
    "clubs": "id",
    "members": "club, number",
    "matches": "club, round, number",
    "seats": "table_id, seat",
    "entries": "table_id, number",
    "chat": "table_id, number",
    "spares": "table_id, seat, token",
    "results": "person, table_id, seat",
    "ratings": "player",
    "rated": "table_id",
    "claims": "person, game, route",
    "dailies": "day",
    "tries": "day, person",
    "rivals": "day, level",
    "reports": "id",
    "bans": "who",
    "blocks": "person, other",
    "passkeys": "id",
    "more_keys": "id",
    "outages": "began",
    "outbox": "way, table_id, seat, turn",
}


def _rows(connection: Connection) -> Iterator[dict[str, Any]]:
    for name, key in KEYS.items():
        found = connection.execution_options(yield_per=1000).execute(text(f"SELECT * FROM {name} ORDER BY {key}"))
        for row in found.mappings():
            yield {"in": name, **row}


def write_backup(url: str, file: Path) -> int:
    """Write everything as of one moment; returns how many tables. A half-written file never has the wanted name."""
    engine = open_existing(url or default_store())
    part, tables = file.with_name(file.name + ".part"), 0
    part.unlink(missing_ok=True)
    opened = os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb")  # it holds live seeds
    with engine.connect() as connection, opened, gzip.open(opened, "wt", encoding="utf-8") as target:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        target.write(json.dumps({"format": FORMAT, "schema": len(STEPS)}) + "\n")
        for row in _rows(connection):
            tables += row["in"] == "tables"
            target.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")
    engine.dispose()
    part.replace(file)
    return tables


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as source:
            while line := source.readline(LINE_MOST + 1):
                row = json.loads(line) if len(line) <= LINE_MOST else None
                if not isinstance(row, dict):
                    raise ValueError("a line is no row, or far too long")
                yield row
    except (EOFError, zlib.error, ValueError, RecursionError, gzip.BadGzipFile) as error:
        raise ValueError(f"{file} is not a whole backup: {str(error)[:200]}") from None


def read_backup(url: str, file: Path) -> int:
    """Fill an empty store; all or nothing. Returns how many tables."""
    lines = _lines(file)
    head = next(lines, {})
    schema = head.get("schema")
    if head.get("format") != FORMAT or not isinstance(schema, int) or not 1 <= schema <= len(STEPS):
        raise ValueError(f"{file} is no backup that this release can read")
    engine, tables = open_store(url or default_store()), 0
    try:
        with engine.begin() as connection:
            if connection.execute(text("SELECT count(*) FROM tables")).scalar():
                raise ValueError("the store is not empty; restore into a new one")
            connection.execute(text("DELETE FROM keys"))
            for row in lines:
                tables += _restore(connection, file, row)
            connection.execute(text(TALLIED))
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0][:200]
        raise ValueError(f"{file} holds rows that do not fit: {reason}") from None
    finally:
        engine.dispose()
    return tables


def _restore(connection: Connection, file: Path, row: dict[str, Any]) -> bool:
    """Write one row; was it a table?"""
    name = row.pop("in", None)
    known = name in KEYS and row and all(column.isidentifier() for column in row)
    if not known or not all(isinstance(value, str | int | float | None) for value in row.values()):
        raise ValueError(f"{file} holds rows of an unknown kind: {str(name)[:40]!r}")
    columns, values = ", ".join(row), ", ".join(f":{column}" for column in row)
    connection.execute(text(f"INSERT INTO {name} ({columns}) VALUES ({values})"), row)
    return bool(name == "tables")
