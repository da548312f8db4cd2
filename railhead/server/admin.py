"""The commands of `railhead admin`: what a host does with a server's store, while it runs."""

import re
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from railhead.server.opening import store_errors
from railhead.shell import AsJson, WholeHelp, answer, refuse, say

if TYPE_CHECKING:
    from sqlalchemy import Engine

app = typer.Typer(cls=WholeHelp, help="See to a server: tables, reports, bans, a word to all.", no_args_is_help=True)
Store = Annotated[str, typer.Option(help="Where games are kept, as for `serve`.")]
LINE_MOST = 120  # characters


def _opened(store: str) -> "Engine":
    from railhead.server.settings import default_store, from_environment
    from railhead.server.store import open_existing

    with store_errors(ValueError, OSError):
        return open_existing(store or from_environment().store or default_store())


def _now() -> int:
    return time.time_ns() // 1_000_000


def _when(made: int) -> str:
    return datetime.fromtimestamp(made / 1000, UTC).strftime("%Y-%m-%d %H:%M")


@app.command()
def tables(
    store: Store = "",
    phase: Annotated[str, typer.Option(help="Only these: gathering, playing, over or cancelled.")] = "",
    most: Annotated[int, typer.Option(min=1, help="How many, the latest first.")] = 30,
    as_json: AsJson = False,
) -> None:
    """The latest tables."""
    from railhead.server.store import latest_tables

    found = latest_tables(_opened(store), phase, most)
    told = [{"table": name, "game": game, "phase": state, "created": made} for name, game, state, made in found]
    answer(
        as_json,
        told,
        lambda: say(
            "\n".join(f"{_when(made)}  {state:10}{name:14}{game}" for name, game, state, made in found) or "no tables"
        ),
    )


@app.command()
def clear(
    names: Annotated[list[str] | None, typer.Argument(help="Tables to delete, by their names.")] = None,
    days: Annotated[int, typer.Option(min=0, help="All that nobody has touched for so many days; 0: none.")] = 0,
    phase: Annotated[str, typer.Option(help="Of these only those in this phase.")] = "",
    store: Store = "",
    as_json: AsJson = False,
) -> None:
    """Delete tables with all that happened there; what people have played stays counted."""
    from railhead.server.store import clear_tables, idle_tables, transaction

    if not names and not days:
        refuse("say which tables: by their names, or --days")
    engine = _opened(store)
    wanted = [*(names or ()), *(idle_tables(engine, _now() - days * 86_400_000, phase) if days else ())]
    with transaction(engine) as connection:
        count = clear_tables(connection, wanted)
    answer(as_json, {"cleared": count}, lambda: say(f"{count} tables deleted"))


@app.command()
def reports(store: Store = "", most: Annotated[int, typer.Option(min=1)] = 30, as_json: AsJson = False) -> None:
    """What people told of one another; the profile of whom they told can be banned."""
    from railhead.server.manners import reports as read

    found = read(_opened(store), most)
    answer(
        as_json,
        [vars(one) for one in found],
        lambda: say(
            "\n".join(
                f"{_when(one.made)}  table {one.table}, seat {one.seat + 1} of {one.name!r} (seat {one.accused + 1},"
                f" {f'profile {one.person}' if one.person else 'no profile'}): {one.words}"
                for one in found
            )
            or "no reports"
        ),
    )


@app.command()
def ban(
    who: Annotated[list[str] | None, typer.Argument(help="Addresses, or profiles as `reports` names them.")] = None,
    lift: Annotated[bool, typer.Option("--lift", help="Let them in again.")] = False,
    store: Store = "",
    as_json: AsJson = False,
) -> None:
    """Keep addresses or profiles out, from ten seconds on; without any, tell who is."""
    from railhead.server import manners
    from railhead.server.store import transaction

    engine = _opened(store)
    for one in who or ():
        known = _banned(one)
        with transaction(engine) as connection:
            if not lift:
                manners.ban(connection, known, _now())
            elif not manners.unban(connection, known):
                refuse(f"{one} is not banned")
    found = sorted(manners.bans(engine))
    answer(as_json, found, lambda: say("\n".join(found) or "nobody is banned"))


def _banned(who: str) -> str:
    """An address as limits count it, or a profile; anything else is refused."""
    from ipaddress import ip_address

    from railhead.server.limits import network

    if re.fullmatch("[0-9a-f]{64}", who):
        return who
    try:
        ip_address(who.removesuffix("/64"))
    except ValueError:
        refuse(f"{who!r} is neither an address nor a profile (64 hexadecimal digits)")
    return network(who.removesuffix("/64"))


@app.command()
def announce(
    line: Annotated[str, typer.Argument(help="What all pages show; nothing: no more.")] = "",
    store: Store = "",
    as_json: AsJson = False,
) -> None:
    """Say something to everybody: a line at the top of every page, within a minute or so."""
    from railhead.server import manners
    from railhead.server.store import transaction

    said = " ".join(line.split())
    if len(said) > LINE_MOST or not said.isprintable():
        refuse(f"a line has at most {LINE_MOST} characters, none of them control characters")
    with transaction(_opened(store)) as connection:
        manners.announce(connection, said)
    answer(as_json, {"announced": said}, lambda: say(said or "nothing is announced"))
