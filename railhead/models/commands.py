"""The commands `mcp` and `bench-llm`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import typer

from railhead.shell import AsJson, answer, plain_errors, progress, refuse, say, table

if TYPE_CHECKING:
    from railhead.models.rating import ModelRating


def mcp(
    transport: Annotated[
        str, typer.Option(help="stdio, or streamable-http: over the network, for clients that speak it.")
    ] = "stdio",
    host: Annotated[str, typer.Option(help="With streamable-http: the address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="With streamable-http: the port.")] = 8765,
    log: Annotated[Path | None, typer.Option(help="Write every call and its answer to this file, a line each.")] = None,
) -> None:
    """Let language models play: a server of the Model Context Protocol."""
    try:
        from railhead.models.server import Tables, server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("mcp", "mcp_types", "anyio"):
            raise
        refuse("this needs the MCP library: pip install 'railhead[mcp]'")
        return
    if transport not in ("stdio", "streamable-http"):
        refuse(f"there is no transport {transport!r}; there are stdio and streamable-http")
    with plain_errors():
        served = server(Tables(log))
        if transport == "stdio":
            served.run("stdio")
        else:
            kind: Literal["streamable-http"] = "streamable-http"
            say(f"Railhead: http://{host}:{port}/mcp", err=True)
            served.run(kind, host=host, port=port)


def bench_llm(
    model: Annotated[
        str,
        typer.Option(
            help="http://HOST:PORT/v1#NAME (a service that speaks chat completions; its key in RAILHEAD_MODEL_KEY), "
            "cmd:PROGRAM, or noisy:LEVEL:SHARE, a bot that stands in for a model."
        ),
    ],
    games: Annotated[int, typer.Option(min=2, max=1000, help="At most so many games.")] = 60,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=10**9, help="Another seed, other deals.")] = 1,
    seconds: Annotated[float, typer.Option(min=0.1, max=3600, help="How long an answer may take.")] = 60.0,
    tokens: Annotated[int, typer.Option(min=16, max=200_000, help="How long an answer may be, in tokens.")] = 4096,
    luck: Annotated[bool, typer.Option(help="Take the luck of the cards out of the results.")] = True,
    log: Annotated[Path | None, typer.Option(help="Write every question and answer to this file, a line each.")] = None,
    as_json: AsJson = False,
) -> None:
    """Find a model's rating on the ladder of levels: games of USA with two players, to within 100 points."""
    from railhead.models.asking import maker
    from railhead.models.rating import rate

    with plain_errors(), _lines_of(log) as note, progress("games", not as_json) as done:
        found = rate(model, maker(model, tokens), games, seed, seconds, note, done, luck)
    answer(as_json, found, lambda: _tell(found))


@contextmanager
def _lines_of(file: Path | None) -> Iterator[Callable[[dict[str, Any]], None] | None]:
    """What writes lines of JSON to a file."""
    if file is None:
        yield None
        return
    with file.open("w", encoding="utf-8") as target:

        def write(line: dict[str, Any]) -> None:
            target.write(msgspec.json.encode(line).decode() + "\n")
            target.flush()

        yield write


def _tell(found: "ModelRating") -> None:
    say(f"{found.model}: {found.rating:+.0f} ({found.low:+.0f} to {found.high:+.0f}) after {found.games} games")
    rows = [[rung.level, f"{rung.rating:+.0f}", str(rung.games), f"{rung.won:g}"] for rung in found.rungs]
    typer.echo(table(("against", "rating", "games", "won"), rows))
    if found.luck_taken_out:
        say("The luck of the cards is taken out of the results.")
    say(f"{found.questions} questions, {found.seconds_per_question:.2f} s each.")
    if found.forfeits:
        kinds = ", ".join(f"{kind} {count}" for kind, count in found.forfeits.items())
        say(f"Forfeited moves: {kinds}; {found.lost_by_forfeit} games were lost by them.")
