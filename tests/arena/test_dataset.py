"""The data set: bit-exact by seed, resumable, hidden and seen apart, read by what people read such files with."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

arrow = pytest.importorskip("pyarrow")

from railhead.cli import app  # noqa: E402
from railhead.dataset import read, replayed  # noqa: E402
from railhead.dataset.columns import HIDDEN, PARTS, document  # noqa: E402
from railhead.dataset.making import Shard, make, shards_of  # noqa: E402

DOCS = Path(__file__).parents[2] / "docs" / "dataset.md"
FEW = list(shards_of([("europe", 2), ("france", 3)], 3, 2, "path", 7, chances=False))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("games")
    make(FEW, out)
    return out


def test_every_game_is_played_again_from_its_row(folder: Path) -> None:
    rows = read(folder).to_pylist()
    assert [(row["table"], row["number"]) for row in rows] == [("europe-2", n) for n in range(3)] + [
        ("france-3", n) for n in range(3)
    ]
    for row in rows:
        game = replayed(row)
        assert game.over and [score.total for score in game.score().scores] == row["total"]
        assert sum(row["win"]) == pytest.approx(1)


def test_seen_and_hidden_rows_are_the_same_decisions(folder: Path) -> None:
    seen, hidden = read(folder, "decisions"), read(folder, "hidden")
    keys = ["table", "number", "move"]
    assert seen.select(keys).equals(hidden.select(keys))
    assert seen.num_rows == sum(len(row["decisions"]) for row in read(folder).to_pylist())
    assert set(HIDDEN) & set(seen.column_names) == set(keys)  # nothing hidden among what is seen
    for shown, secret in zip(seen.to_pylist(), hidden.to_pylist(), strict=True):
        assert [sum(hand) for hand in secret["hands"]] == shown["hand_count"]
        assert all(
            known <= own
            for a, b in zip(shown["known"], secret["hands"], strict=True)
            for known, own in zip(a, b, strict=True)
        )
        assert shown["legal"] >= 1 and (shown["action"] in ("claim", "build", "station")) == bool(shown["place"])


def test_a_shard_is_the_same_bytes_again_and_what_is_there_is_left_alone(folder: Path, tmp_path: Path) -> None:
    make(FEW[:1], tmp_path)
    for part in PARTS:
        assert FEW[0].file(tmp_path, part).read_bytes() == FEW[0].file(folder, part).read_bytes()
    FEW[0].file(tmp_path, "decisions").write_bytes(b"kept")
    make(FEW[:1], tmp_path)
    assert FEW[0].file(tmp_path, "decisions").read_bytes() == b"kept"
    FEW[0].file(tmp_path, "games").unlink()  # a shard that was broken off is made again
    make(FEW[:1], tmp_path)
    assert FEW[0].file(tmp_path, "decisions").read_bytes() != b"kept"


def test_where_a_network_was_taught_the_chances_are_there(tmp_path: Path) -> None:
    make([Shard("usa", 2, 0, 0, 1, "path", 1, chances=True)], tmp_path)
    for row in read(tmp_path, "decisions").to_pylist():
        assert len(row["chances"]) == 2 and sum(row["chances"]) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("library", ["pandas", "polars", "datasets"])
def test_other_libraries_read_it(folder: Path, library: str, tmp_path: Path) -> None:
    module = pytest.importorskip(library)
    files = str(folder / "games" / "*.parquet")
    if library == "datasets":
        assert len(module.load_dataset("parquet", data_files=files, split="train", cache_dir=str(tmp_path))) == 6
    elif library == "polars":
        assert module.read_parquet(files)["total"].list.len().to_list() == [2] * 3 + [3] * 3
    else:
        assert len(module.read_parquet(folder / "games")) == 6


def test_what_a_killed_run_leaves_behind_is_in_nobody_s_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers of a whole folder took an unfinished file for one of its own."""
    pandas, parquet = pytest.importorskip("pandas"), pytest.importorskip("pyarrow.parquet")
    make(FEW[:1], tmp_path)

    def killed(table: object, file: Path, **how: object) -> None:
        file.write_bytes(b"half a fi")
        raise KeyboardInterrupt

    with monkeypatch.context() as broken, pytest.raises(KeyboardInterrupt):
        broken.setattr(parquet, "write_table", killed)
        make(FEW[:2], tmp_path)
    assert len(list((tmp_path / "decisions").iterdir())) == 2
    assert len(pandas.read_parquet(tmp_path / "decisions")) == read(tmp_path, "decisions").num_rows
    make(FEW[:2], tmp_path)
    assert read(tmp_path).num_rows == FEW[0].games + FEW[1].games


def test_the_command_says_what_it_made_and_what_is_wrong(tmp_path: Path) -> None:
    words = ["dataset", str(tmp_path), "--games", "1", "--bot", "random", "--processes", "1"]
    made = CliRunner().invoke(app, [*words, "--table", "usa-2"])
    assert made.exit_code == 0 and "1 games in 1 shards" in made.output
    for wrong in ("usa-9", "usa", "atlantis-2"):
        refused = CliRunner().invoke(app, [*words, "--table", wrong])
        assert refused.exit_code == 2 and "Traceback" not in refused.output


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="railhead dataset"):
        read(tmp_path)


def test_every_column_is_documented() -> None:
    assert document() in DOCS.read_text(encoding="utf-8")


def test_findings_are_told_of_a_table(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("altair")
    page, figures = tmp_path / "page.html", tmp_path / "figures"
    assert CliRunner().invoke(app, ["findings", str(folder), "europe-2", "-o", str(page)]).exit_code == 0
    assert "What it is worth to begin" not in page.read_text(encoding="utf-8")  # by so few games
    monkeypatch.setattr("railhead.dataset.findings.ENOUGH", 1)
    told = CliRunner().invoke(app, ["findings", str(folder), "europe-2", "-o", str(page), "--figures", str(figures)])
    assert told.exit_code == 0, told.output
    assert "What winners do differently" in page.read_text(encoding="utf-8")
    assert {"winners.svg", "order.svg", "routes-late.png"} <= {file.name for file in figures.iterdir()}
    refused = CliRunner().invoke(app, ["findings", str(folder), "usa-2"])
    assert refused.exit_code == 2 and "railhead dataset" in refused.output


def test_without_a_table_all_are_set_side_by_side(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("altair")
    monkeypatch.setattr("railhead.dataset.findings.ENOUGH", 1)
    page, figures = tmp_path / "page.html", tmp_path / "figures"
    told = CliRunner().invoke(app, ["findings", str(folder), "-o", str(page), "--figures", str(figures)])
    assert told.exit_code == 0, told.output
    text = page.read_text(encoding="utf-8")
    assert "6 games at 2 tables" in text and "Europe: 2 players" in text and "France, 3 players" in text
    assert {"tables-order.svg", "tables-scores.png"} <= {file.name for file in figures.iterdir()}


def test_a_pair_of_tickets_is_known_no_better_than_its_tickets() -> None:
    pytest.importorskip("altair")
    from railhead.dataset.findings import _fit
    from railhead.reports.charts import Estimate

    sure, unsure = Estimate("a", 0.3, 0.3, 0.3, 9), Estimate("b", 0.1, 0.0, 0.3, 9)
    fit = _fit(Estimate("pair", 0.5, 0.4, 0.6, 9), sure, unsure)
    assert fit.games == 9 and fit.value == pytest.approx(30)
    assert fit.low == pytest.approx(30 - (10**2 + 10**2) ** 0.5)
    assert fit.high == pytest.approx(30 + (10**2 + 5**2) ** 0.5)


def test_what_one_seat_of_one_game_did_twice_counts_as_one() -> None:
    pytest.importorskip("altair")
    from railhead.dataset.findings import _mean_of

    once = _mean_of("won", [0.0, 1.0, 1.0, 0.0])
    twice = _mean_of("won", [0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0], [(game, 0) for game in range(4) for _ in "ab"])
    assert [twice.low, twice.high] == pytest.approx([once.low, once.high])


def test_a_network_plays_a_shard_at_once_by_pytorch_and_the_same_again(tmp_path: Path) -> None:
    """On the processor; a GPU runs the same lines (`--device cuda`)."""
    pytest.importorskip("torch")
    shard = Shard("usa", 2, 0, 3, 2, "neural", 5, chances=True, device="cpu")
    make([shard], tmp_path / "once")
    make([shard], tmp_path / "again")
    make([shard._replace(device=None)], tmp_path / "numpy")
    for part in PARTS:
        assert shard.file(tmp_path / "once", part).read_bytes() == shard.file(tmp_path / "again", part).read_bytes()
    games = read(tmp_path / "once").to_pylist()
    assert [(row["number"], replayed(row).over) for row in games] == [(3, True), (4, True)]
    assert read(tmp_path / "numpy").to_pylist() == games  # where no two decisions seem alike to it
    told, known = (read(tmp_path / way, "decisions") for way in ("once", "numpy"))
    assert told.drop(["chances"]).equals(known.drop(["chances"]))
    pairs = zip(told["chances"].to_pylist(), known["chances"].to_pylist(), strict=True)
    assert all(a == pytest.approx(b, abs=1e-3) for a, b in pairs)
    assert b"neural" in (told.schema.metadata or {}).get(b"shard", b"")


@pytest.mark.parametrize("chances", [True, False])
def test_played_on_one_machine_and_written_on_another_it_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chances: bool
) -> None:
    """The first machine has no Arrow, the second names no device: the files are those of one that did all of it."""
    pytest.importorskip("torch")
    by_network = Shard("usa", 2, 0, 0, 2, "neural", 5, chances=chances, device="cpu")
    shards = [by_network, FEW[0]]
    with monkeypatch.context() as bare:
        bare.setitem(sys.modules, "pyarrow", None)
        make(shards, tmp_path / "two", rows=False)
    assert all(shard.played(tmp_path / "two").is_file() for shard in shards) and not (tmp_path / "two/games").exists()
    as_played = by_network.played(tmp_path / "two").read_bytes()
    make(shards, tmp_path / "two", rows=False)  # what is there is not played again
    assert by_network.played(tmp_path / "two").read_bytes() == as_played
    make([shard._replace(device=None) for shard in shards], tmp_path / "two")
    make(shards, tmp_path / "one")
    for shard in shards:
        assert not shard.played(tmp_path / "two").exists()
        for part in PARTS:
            assert shard.file(tmp_path / "two", part).read_bytes() == shard.file(tmp_path / "one", part).read_bytes()


def test_games_played_for_another_data_set_are_not_taken_for_this_one(tmp_path: Path) -> None:
    make(FEW[:1], tmp_path, rows=False)
    with pytest.raises(ValueError, match="other games"):
        make([FEW[0]._replace(seed=8)], tmp_path)


@pytest.mark.parametrize("other", [{"seed": 8}, {"bot": "random"}, {"games": 1}, {"chances": True}])
def test_a_folder_with_other_games_is_not_taken_for_the_one_that_is_asked_for(
    folder: Path, other: dict[str, object]
) -> None:
    """`--seed 2` in the folder of seed 1 said that it had made its games, and had made none."""
    with pytest.raises(ValueError, match="other games"):
        make([FEW[0]._replace(**other)], folder)  # type: ignore[arg-type]
    make([FEW[0]._replace(device="cpu")], folder)  # the same games, wherever networks play: rows may be made elsewhere


def test_many_processes_make_the_same_as_one(folder: Path, tmp_path: Path) -> None:
    make(FEW, tmp_path, processes=2)
    for shard in FEW:
        for part in PARTS:
            assert shard.file(tmp_path, part).read_bytes() == shard.file(folder, part).read_bytes()


def test_a_device_that_is_not_there_is_told(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    for device, word in (("abacus", "there are cpu and cuda"), ("cuda", "GPU")):
        told = CliRunner().invoke(
            app, ["dataset", str(tmp_path), "--games", "1", "--table", "usa-2", "--device", device]
        )
        assert told.exit_code == 2 and word in told.output
