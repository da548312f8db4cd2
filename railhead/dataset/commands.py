"""`railhead dataset`."""

from pathlib import Path
from typing import Annotated

import typer

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
    processes: Annotated[int, typer.Option(min=0, help="How many processes; 0 for one a core.")] = 0,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="On a Ray cluster; `local` starts one on this machine.")
    ] = None,
) -> None:
    """Play many games of strong players into a data set (Parquet): games, decisions, chances, hidden and seen parts apart."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from railhead.arena.commands import _cores
    from railhead.bots import find
    from railhead.dataset.making import make, shards_of
    from railhead.dataset.tables import all_tables, table_of

    try:
        find(bot)
        tables = [table_of(name) for name in table] if table else all_tables()
        shards = list(shards_of(tables, games, shard, bot, seed, chances))
        columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("games", total=sum(one.games for one in shards))
            make(shards, out, processes or _cores(), ray, lambda done: bar.update(task, advance=done))
    except ImportError:
        typer.echo("railhead: writing Parquet needs pyarrow: pip install 'railhead[study]'", err=True)
        raise typer.Exit(2) from None
    except (ValueError, OSError) as error:
        typer.echo(f"railhead: {error}", err=True)
        raise typer.Exit(2) from None
    typer.echo(f"{sum(one.games for one in shards):,} games in {len(shards)} shards: {out}")


def findings(
    folder: Annotated[Path, typer.Argument(help="A folder that `railhead dataset` has filled.")],
    table: Annotated[str, typer.Argument(help="GAME-PLAYERS, such as usa-2.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The page.")] = Path("findings.html"),
    figures: Annotated[Path | None, typer.Option(help="A folder for the figures as SVG and PNG.")] = None,
) -> None:
    """What a data set says, as a page with pictures: first tickets, routes by time, seats, winners' habits, tunnels, stations."""
    try:
        from railhead.dataset.findings import findings as found
        from railhead.reports.page import write

        write(found(folder, table), out, figures)
    except ImportError:
        typer.echo("railhead: a report needs Altair and pyarrow: pip install 'railhead[study]'", err=True)
        raise typer.Exit(2) from None
    except (ValueError, OSError) as error:
        typer.echo(f"railhead: {error}", err=True)
        raise typer.Exit(2) from None
    typer.echo(str(out))
