"""`railhead dataset`."""

from pathlib import Path
from typing import Annotated

import typer

from railhead.shell import AsJson, answer, counted, plain_errors, say

EACH = 1000  # games of a shard


def dataset(
    out: Annotated[Path, typer.Argument(help="The folder; what is there already is not made again.")],
    table: Annotated[
        list[str] | None, typer.Option("--table", "-t", help="GAME-PLAYERS, such as usa-2. Several times; all without.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games at each table.")] = EACH,
    bot: Annotated[str, typer.Option("--bot", "-b", help="Who plays, in all seats.")] = "neural",
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Another seed, other deals.")] = 1,
    shard: Annotated[int, typer.Option(min=1, help="Games of a shard.")] = EACH,
    chances: Annotated[bool, typer.Option(help="Each seat's chance to win before every decision.")] = True,
    device: Annotated[
        str | None,
        typer.Option(
            help="cuda: networks play all games of a shard at once on a GPU; cpu: the same by the processor. Needs railhead[learn]."
        ),
    ] = None,
    rows: Annotated[
        bool,
        typer.Option(
            help="--no-rows: play only, and keep the games as they are (NumPy is enough); the same command without it makes the rows, on any machine."
        ),
    ] = True,
    processes: Annotated[int, typer.Option(min=0, help="How many processes; 0 for one a core.")] = 0,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="On a Ray cluster; `local` starts one on this machine.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play many games of strong players into a data set (Parquet): games, decisions, chances, hidden and seen parts apart."""
    from railhead.arena.run import cores
    from railhead.bots import find
    from railhead.dataset.making import make, shards_of
    from railhead.dataset.tables import all_tables, table_of

    with plain_errors():
        find(bot)
        if device is not None:
            _look_for(device)
        tables = [table_of(name) for name in table] if table else all_tables()
        shards = list(shards_of(tables, games, shard, bot, seed, chances, device))
        count = sum(one.games for one in shards)
        try:
            with counted("games", count, not as_json) as step:
                make(shards, out, processes or cores(), ray, step, rows)
        except ImportError:
            raise ValueError("writing Parquet needs pyarrow: pip install 'railhead[study]'") from None
    told = {"games": count, "shards": len(shards), "folder": str(out)}
    answer(as_json, told, lambda: say(f"{count:,} games in {len(shards)} shards: {out}"))


def _look_for(device: str) -> None:
    """Say at once what is missing where networks are to play on a device."""
    if device not in ("cpu", "cuda"):
        raise ValueError(f"there is no device {device!r}; there are cpu and cuda")
    try:
        import torch
    except ImportError:
        raise ValueError("--device needs PyTorch: pip install 'railhead[learn]'") from None
    if device == "cuda":
        from railhead import gpu

        gpu.need()
        if not torch.cuda.is_available():
            raise ValueError("PyTorch sees no GPU here")


def findings(
    folder: Annotated[Path, typer.Argument(help="A folder that `railhead dataset` has filled.")],
    table: Annotated[
        str | None, typer.Argument(help="GAME-PLAYERS, such as usa-2; without, all tables side by side.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="The page.")] = Path("findings.html"),
    figures: Annotated[Path | None, typer.Option(help="A folder for the figures as SVG and PNG.")] = None,
    as_json: AsJson = False,
) -> None:
    """What a data set says, as a page with pictures: first tickets, routes by time, seats, winners' habits, tunnels, stations."""
    with plain_errors():
        try:
            from railhead.dataset.findings import findings as found
            from railhead.dataset.findings import side_by_side
            from railhead.reports.page import write

            write(found(folder, table) if table else side_by_side(folder), out, figures)
        except ImportError:
            raise ValueError("a report needs Altair and pyarrow: pip install 'railhead[study]'") from None
    answer(as_json, {"page": str(out)}, lambda: say(str(out)))
