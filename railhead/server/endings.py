"""Tables at which nothing is played any more: how they stand is told from the store, without playing their games again."""

import msgspec
from sqlalchemy import BindParameter, Engine, bindparam, text

from railhead.server import table
from railhead.server.entries import read_body
from railhead.server.store import Entry, Holder, head_of, transaction
from railhead.server.table import Live

GAME = ("choose", "move", "undo")  # kinds of entries that are the game itself
NAMES: BindParameter[str] = bindparam("names", expanding=True)
HEADS = text(
    "SELECT tables.*, maps.summary FROM tables LEFT JOIN maps ON maps.id = game"
    " WHERE tables.id IN :names AND (phase = 'cancelled' OR (phase = 'over' AND winners IS NOT NULL))"
).bindparams(NAMES)
HOSTS = text("SELECT table_id, seat, token FROM seats WHERE table_id IN :names AND host = 1").bindparams(NAMES)
BESIDE = text(
    "SELECT table_id, number, time, kind, seat, body FROM entries WHERE table_id IN :names AND kind NOT IN :game"
    " ORDER BY table_id, number"
).bindparams(NAMES, bindparam("game", GAME, expanding=True))
WINNERS = msgspec.json.Decoder(list[int])


def read(engine: Engine, names: list[str]) -> dict[str, Live]:
    """Those of some tables that have ended and say who has won, by name; the others are left out."""
    with transaction(engine) as connection:
        rows = {row["id"]: row for row in connection.execute(HEADS, {"names": names}).mappings()}
        if not rows:
            return {}
        hosts = connection.execute(HOSTS, {"names": list(rows)}).all()
        beside = connection.execute(BESIDE, {"names": list(rows)}).all()
    found = {}
    for name, row in rows.items():
        holders = [Holder(seat, token, True) for of, seat, token in hosts if of == name]
        happened = [
            Entry(number, when, seat, read_body(kind, body))
            for of, number, when, kind, seat, body in beside
            if of == name
        ]
        winners = WINNERS.decode(row["winners"]) if row["winners"] else None
        found[name] = table.ended(head_of(row), holders, happened, winners)
    return found
