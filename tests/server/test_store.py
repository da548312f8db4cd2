"""The store: two writers and one number, shapes of older and later releases, back-up and restore."""

import gzip
import json
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, inspect, text
from typer.testing import CliRunner

from railhead.server import gate, migrations, passkeys, people, ratings, store, table
from railhead.server.backup import KEYS, read_backup, write_backup
from railhead.server.entries import Move, Sit, Start
from railhead.server.migrations import STEPS, StoreTooNewError, migrate
from railhead.server.passkeys import Bound
from railhead.server.ratings import Standing
from railhead.server.store import Conflict, Entry, Head, Holder
from railhead.server.writer import write_together
from railhead.words import Card, ChatLine, Filled, Options, Played, SeatPlan


def write(engine: Engine, function: Callable[..., None], *arguments: Any) -> None:
    """Write one thing, as the server does."""
    (fault,) = write_together(engine, [lambda connection: function(connection, *arguments)])
    if fault is not None:
        raise fault


def head(name: str = "t1") -> Head:
    return Head(name, 5, "usa", "ab" * 16, False, (SeatPlan("me", "Anna"), SeatPlan("friend")), Options(open=True))


def test_two_writers_cannot_both_write_the_same_number(store_url: str) -> None:
    engine = store.open_store(store_url)
    write(engine, store.create, head(), [], [Holder(0, "h0", True)], "gathering")
    won: list[int] = []

    def race(who: int) -> None:
        for number in range(1, 21):
            try:
                write(engine, store.append, "t1", [Entry(number, who, 0, Move([], f"{who}", 0, False))])
                won.append(number)
            except Conflict:
                continue

    writers = [threading.Thread(target=race, args=(who,)) for who in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(won) == list(range(1, 21))
    assert [entry.number for entry in store.read_entries(engine, "t1")] == list(range(1, 21))


def test_a_conflict_writes_nothing_at_all(store_url: str) -> None:
    engine = store.open_store(store_url)
    write(engine, store.create, head(), [Entry(1, 1, 1, Sit("Ben"))], [Holder(0, "h0", True)], "gathering")
    with pytest.raises(Conflict):
        write(
            engine,
            store.append,
            "t1",
            [Entry(2, 1, 1, Sit("Ben")), Entry(1, 1, None, Start(["Anna", "Ben"]))],
            [Holder(1, "h1", False)],
            "playing",
        )
    with pytest.raises(Conflict):
        write(engine, store.append, "t1", [Entry(2, 1, 1, Sit("Ben"))], [Holder(0, "h9", False)])
    assert [entry.number for entry in store.read_entries(engine, "t1")] == [1]
    assert store.read_holders(engine, "t1") == [Holder(0, "h0", True)]
    assert store.open_tables(engine, 0, 5) == ["t1"]
    assert store.read_head(engine, "t1") == head() and store.read_head(engine, "t2") is None


def test_what_is_written_together_fails_apart(store_url: str) -> None:
    engine = store.open_store(store_url)
    write(engine, store.create, head(), [Entry(1, 1, 1, Sit("Ben"))], [], "gathering")

    def job(number: int) -> Callable[[Any], None]:
        return lambda connection: store.append(connection, "t1", [Entry(number, 1, 0, Move([], "", 0, False))])

    def broken(connection: Any) -> None:
        connection.execute(text("INSERT INTO nowhere VALUES (1)"))

    results = write_together(engine, [job(2), job(1), job(3)])
    assert [type(result).__name__ for result in results] == ["NoneType", "Conflict", "NoneType"]
    results = write_together(engine, [job(4), broken, job(5)])
    assert [type(result).__name__ for result in results] == ["NoneType", "StoreAway", "NoneType"]
    assert [entry.number for entry in store.read_entries(engine, "t1")] == [1, 2, 3, 4, 5]


def test_migrations_start_anywhere_and_are_made_once(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:
        before.setattr(migrations, "STEPS", STEPS[:2])
        store.open_store(store_url).dispose()
    engine = store.open_store(store_url)  # from the shape before
    with engine.connect() as connection:
        assert migrate(connection) == 0
        connection.rollback()
    write(engine, store.create, head(), [], [], "gathering")
    with engine.begin() as connection:
        connection.execute(text(f"INSERT INTO schema_version VALUES ({len(STEPS) + 1})"))
    with pytest.raises(StoreTooNewError, match="later"):
        store.open_store(store_url)


def fill(url: str) -> None:
    engine = store.open_store(url)
    for number in range(20):
        name = f"t{number}"
        entries = [Entry(one + 1, one, one % 2, Move([0], f"draw é {random.random()}", 0, False)) for one in range(30)]
        write(engine, store.create, head(name), entries, [Holder(0, "h", True)], "playing")
        write(engine, store.add_chat, name, ChatLine(1, 2, 0, "Zoë", "<b>'; DROP TABLE chat; --"), "")
    write(engine, people.write_card, "p1", Card("Zoë"), 1)
    for number in range(3):
        played = Played(f"t{number}", "usa", number, 2, 1 + number % 2, 100 + number, 3, 1, 20 + number, number != 1)
        write(engine, people.write_results, [("p1", 0, played, ["a-b"])])
    write(engine, ratings.write, "t1", 5, [Standing("p1", 0), Standing("bot:easy", 1)])
    bound = Bound("k1", "p1", "public", 0)
    write(engine, passkeys.add, bound, "phone", "credential", 5, [])
    write(engine, passkeys.let_in, bound, "another", 1, 6)
    engine.dispose()


def everything(url: str) -> list[object]:
    engine = store.open_store(url)
    names = [f"t{number}" for number in range(20)]
    return [
        (
            store.read_head(engine, n),
            store.read_entries(engine, n),
            store.read_holders(engine, n),
            store.read_chat(engine, n),
        )
        for n in names
    ] + [
        people.read_person(engine, "another"),
        people.read_results(engine, "p1", 10),
        people.read_tallies(engine, "p1"),
        people.read_claims(engine, "p1", "usa"),
        ratings.read(engine, "p1"),
        passkeys.of_person(engine, "p1"),
    ]


def test_all_that_is_kept_is_in_a_backup_but_what_is_made_of_it(store_url: str) -> None:
    made = {"reviews", "tallies", "notices", "challenges", "schema_version"}
    assert set(inspect(store.open_store(store_url)).get_table_names()) == set(KEYS) | made


def test_a_backup_restores_everything_to_either_kind_of_store(store_url: str, tmp_path: Path) -> None:
    other = f"sqlite:///{tmp_path / 'other.sqlite'}"
    fill(store_url)
    assert write_backup(store_url, tmp_path / "backup.gz") == 20
    assert read_backup(other, tmp_path / "backup.gz") == 20
    assert everything(other) == everything(store_url)
    with pytest.raises(ValueError, match="not empty"):
        read_backup(other, tmp_path / "backup.gz")
    assert write_backup(other, tmp_path / "again.gz") == 20
    assert gzip.decompress((tmp_path / "again.gz").read_bytes()) == gzip.decompress(
        (tmp_path / "backup.gz").read_bytes()
    )


def test_a_damaged_backup_restores_nothing(tmp_path: Path) -> None:
    url, new = f"sqlite:///{tmp_path / 'a.sqlite'}", f"sqlite:///{tmp_path / 'b.sqlite'}"
    fill(url)
    write_backup(url, tmp_path / "backup.gz")
    whole = (tmp_path / "backup.gz").read_bytes()
    (tmp_path / "half.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ValueError, match="not a whole backup"):
        read_backup(new, tmp_path / "half.gz")
    assert store.count_tables(store.open_store(new)) == 0
    rows = [{"format": "railhead-backup/1", "schema": 1}, {"in": "chat", "line) SELECT seed FROM tables --": 1}]
    with gzip.open(tmp_path / "sly.gz", "wt") as file:
        file.write("\n".join(map(json.dumps, rows)))
    with pytest.raises(ValueError, match="unknown kind"):
        read_backup(new, tmp_path / "sly.gz")
    (tmp_path / "text").write_text("hello")
    with pytest.raises(ValueError, match="backup"):
        read_backup(new, tmp_path / "text")


def test_a_store_that_cannot_be_opened_is_a_sentence(tmp_path: Path) -> None:
    import typer

    from railhead.server import admin
    from railhead.server.commands import backup, serve

    app = typer.Typer()
    app.command("serve")(serve)
    app.command("backup")(backup)
    app.add_typer(admin.app, name="admin")
    for command in (["serve"], ["admin", "tables"], ["admin", "reports"], ["backup", str(tmp_path / "backup")]):
        for url in ("mysql://x/y", "nonsense", f"sqlite:///{tmp_path}"):
            result = CliRunner().invoke(app, [*command, "--store", url])
            assert result.exit_code == 2, (command, url)
            assert result.output.startswith("railhead: ") and "Traceback" not in result.output
            assert "the store" in result.output and not isinstance(result.exception, ValueError)


def test_entries_of_earlier_releases_can_still_be_read(store_url: str) -> None:
    """A table as the first release wrote it, a level in it that is no more."""
    engine = store.open_store(store_url)
    write(engine, store.create, head(), [], [Holder(0, "h0", True)], "playing")
    rows = [
        ("fill", None, '{"level":"random"}'),
        ("start", None, '{"names":["Anna","random"]}'),
        ("choose", 1, '{"d":[11],"move":"keep 1 2","spent":0,"bot":true}'),
        ("choose", 0, '{"d":[15],"move":"keep 1 2 3","spent":0,"bot":false}'),
        ("replace", 0, '{"level":"medium","reason":"wish"}'),
        ("back", 0, '{"least":60000}'),
        ("rematch", None, '{"table":"t2"}'),
        ("again", None, '{"table":"t3"}'),
    ]
    with engine.begin() as connection:
        for number, (kind, seat, body) in enumerate(rows, 1):
            row = {"number": number, "kind": kind, "seat": seat, "body": body}
            connection.execute(text("INSERT INTO entries VALUES ('t1', :number, 7, :kind, :seat, :body)"), row)
    entries = store.read_entries(engine, "t1")
    assert [entry.kind for entry in entries] == [kind for kind, _, _ in rows]
    live = table.begin(head(), [], True)
    told = [table.fold(live, entry) for entry in entries]
    assert (live.rematch, live.again, live.game is not None and live.game.phase) == ("t2", "t3", "turn")
    assert told[0] == Filled(1, 7, None, "medium") and live.seats[1].bot == "medium"
    assert [gate.STORY.decode(entry) for entry in live.story] == told


def test_of_very_much_chat_the_first_lines_are_forgotten(store_url: str) -> None:
    """Every line was kept for ever: one address could fill the disk by talking."""
    engine, name = store.open_store(store_url), "talk"
    write(engine, store.create, head(name), [], [], "playing")
    with engine.begin() as connection:
        for number in range(1, store.CHAT_KEPT + 21):
            store.add_chat(connection, name, ChatLine(number, 1, 0, "Anna", "x"), "")
    kept = store.read_chat(engine, name, 0, 10**6)
    assert [line.number for line in kept] == list(range(21, store.CHAT_KEPT + 21))
    engine.dispose()
