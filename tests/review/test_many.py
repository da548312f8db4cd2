"""Reviews of many games: a folder of records in, tables out; what is there is not made again."""

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from railhead.boards import load
from railhead.bots import sit
from railhead.bots.match import play
from railhead.cli import app
from railhead.game.record import record
from railhead.review.many import PARTS, batches

parquet = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    setting = load("usa")
    games = [
        play(setting, [sit("planner", setting, seat) for seat in range(2)], seed).replayed("AB") for seed in (1, 2)
    ]
    (tmp_path / "records").mkdir()
    lines = b"".join(msgspec.json.encode(record(game)) + b"\n" for game in games)
    (tmp_path / "records" / "some.jsonl").write_bytes(lines)
    return tmp_path / "records"


def test_a_folder_of_records_becomes_tables_that_close(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "tables"
    told = CliRunner().invoke(app, ["review", str(folder), "--out", str(out), "--processes", "1"])
    assert told.exit_code == 0, told.output
    seats = parquet.read_table(out / "seats").to_pylist()
    assert [(one["number"], one["seat"]) for one in seats] == [(1, 0), (1, 1), (2, 0), (2, 1)]
    for one in seats:
        sums = one["start"] + one["luck"] + one["rivals_luck"] - one["errors"] + one["rivals_errors"]
        assert abs(sums - one["result"]) < 1e-9
    moments = parquet.read_table(out / "moments").to_pylist()
    for one in seats:
        own = (row["cost"] for row in moments if row["number"] == one["number"] and row["seat"] == one["seat"])
        assert abs(sum(own) - one["errors"]) < 1e-9
    written = [batches(folder)[0].file(out, part) for part in PARTS]
    before = [file.stat().st_mtime_ns for file in written]
    assert CliRunner().invoke(app, ["review", str(folder), "--out", str(out)]).exit_code == 0
    assert [file.stat().st_mtime_ns for file in written] == before


def test_what_cannot_be_reviewed_is_refused(folder: Path, tmp_path: Path) -> None:
    assert "--out" in CliRunner().invoke(app, ["review", str(folder)]).output
    (tmp_path / "empty").mkdir()
    refused = CliRunner().invoke(app, ["review", str(tmp_path / "empty"), "--out", str(tmp_path / "out")])
    assert refused.exit_code == 2 and "no records" in refused.output
    (folder / "some.json").write_bytes((folder / "some.jsonl").read_bytes())
    with pytest.raises(ValueError, match="mixed up"):
        batches(folder)
