"""Back-up and restore: all rows as JSON lines, compressed, the same from and to SQLite and PostgreSQL."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from railhead.server.migrations import STEPS
from railhead.server.settings import default_store
from railhead.server.store import open_store

FORMAT = "railhead-backup/1"
KEYS = {"tables": "id", "seats": "table_id, seat", "entries": "table_id, number", "chat": "table_id, number"}


def _rows(connection: Connection) -> Iterator[dict[str, Any]]:
    for name, key in KEYS.items():
        found = connection.execution_options(yield_per=1000).execute(text(f"SELECT * FROM {name} ORDER BY {key}"))
        for row in found.mappings():
            yield {"in": name, **row}


def write_backup(url: str, file: Path) -> int:
    """Write everything as of one moment; returns how many tables. A half-written file never has the wanted name."""
    engine = open_store(url or default_store())
    part, tables = file.with_name(file.name + ".part"), 0
    with engine.connect() as connection, gzip.open(part, "wt", encoding="utf-8") as target:
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
            for line in source:
                yield json.loads(line)
    except (EOFError, gzip.BadGzipFile, ValueError) as error:
        raise ValueError(f"{file} is not a whole backup: {error}") from None


def read_backup(url: str, file: Path) -> int:
    """Fill an empty store; all or nothing. Returns how many tables."""
    lines = _lines(file)
    head = next(lines, {})
    if head.get("format") != FORMAT or head.get("schema", 99) > len(STEPS):
        raise ValueError(f"{file} is no backup that this release can read")
    engine, tables = open_store(url or default_store()), 0
    with engine.begin() as connection:
        if connection.execute(text("SELECT count(*) FROM tables")).scalar():
            raise ValueError("the store is not empty; restore into a new one")
        for row in lines:
            name = row.pop("in")
            if name not in KEYS or not all(column.isidentifier() for column in row):
                raise ValueError(f"{file} holds rows of an unknown kind: {name!r}")
            tables += name == "tables"
            columns = ", ".join(row)
            values = ", ".join(f":{column}" for column in row)
            connection.execute(text(f"INSERT INTO {name} ({columns}) VALUES ({values})"), row)
    engine.dispose()
    return tables
