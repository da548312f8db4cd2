"""Reading the data set."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from railhead.dataset.columns import PARTS
from railhead.game import Game

if TYPE_CHECKING:
    import pyarrow


def read(
    folder: "str | Path", part: str = "games", table: str | None = None, columns: list[str] | None = None
) -> "pyarrow.Table":
    """A part (`games`, `decisions` or `hidden`) of all tables, or of one, with all columns or some; `.to_pandas()` or `polars.from_arrow(...)` make frames of it."""
    try:
        from pyarrow import dataset  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise ValueError("reading Parquet needs pyarrow: pip install 'railhead[study]'") from None
    if part not in PARTS:
        raise ValueError(f"there is no part {part!r}; there are {', '.join(PARTS)}")
    files = sorted((Path(folder) / part).glob(f"{table or '*'}-[0-9]*.parquet"))
    if not files:
        raise ValueError(f"no {part} of {table or 'any table'} in {folder}; `railhead dataset {folder}` makes them")
    return dataset.dataset(files).to_table(columns=columns)


def replayed(row: dict[str, Any]) -> Game:
    """A game of the data set, from its row in `games`, played again to its end."""
    game, _, players = row["table"].rpartition("-")
    found = Game(game, players=int(players), seed=int(row["seed"]))
    for decision in row["decisions"]:
        found.apply(int(decision))
    return found
