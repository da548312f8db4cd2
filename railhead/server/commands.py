"""The commands `serve`, `play`, `backup` and `restore`."""

import socket
import sys
import tempfile
import threading
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railhead.server.opening import reason, store_errors
from railhead.shell import AsJson, answer, plain_errors, say

if TYPE_CHECKING:
    from railhead.server.settings import Settings

Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")]
Store = Annotated[
    str,
    typer.Option(
        help="Where games are kept: sqlite:///FILE or postgresql://USER@HOST/NAME. Default: a file in your data folder."
    ),
]


def _free_port(host: str, wanted: int) -> int:
    """The wanted port if it is free, else any."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, wanted))
        except OSError:
            probe.bind((host, 0))
        return int(probe.getsockname()[1])


def _open_when_there(address: str, host: str, port: int) -> None:
    def wait() -> None:
        for _ in range(200):
            try:
                with socket.create_connection((host, port), 1):
                    break
            except OSError:
                time.sleep(0.05)
        webbrowser.open(address)

    threading.Thread(target=wait, daemon=True).start()


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    store: Store = "",
    workers: Annotated[int, typer.Option(min=1, max=64, help="How many processes answer.")] = 1,
    open_browser: Annotated[bool, typer.Option("--open-browser/--no-open-browser", help="Open the page here.")] = False,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another origin whose pages may connect; may be given several times.")
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(help="A name under which the server is known, beside its addresses; may be given several times."),
    ] = None,
    behind_proxy: Annotated[
        str | None,
        typer.Option(help="Addresses of reverse proxies to believe, with commas.", show_default="127.0.0.1"),
    ] = None,
    bot_processes: Annotated[
        int, typer.Option(min=0, help="Processes in which bots think, for each worker; 0: as cores allow.")
    ] = 0,
    bot_pause: Annotated[
        float, typer.Option(min=0, max=10, help="Seconds before a bot acts where only bots play.")
    ] = 0.8,
) -> None:
    """Serve games to browsers."""
    import msgspec

    from railhead.server.settings import default_store, from_environment

    with plain_errors():
        base = from_environment()
    settings = msgspec.structs.replace(
        base,
        store=store or base.store or default_store(),
        workers=workers,
        origins=(*base.origins, *(origin or ())),
        hosts=(*base.hosts, *(allowed_host or ())),
        proxies=base.proxies if behind_proxy is None else behind_proxy,
        bot_processes=bot_processes or (1 if workers > 1 else 0),
        bot_pause=bot_pause,
    )
    _check_store(settings.store)
    shown = "localhost" if host in ("0.0.0.0", "127.0.0.1", "::") else host
    typer.echo(f"Railhead: http://{shown}:{port}/", err=True)
    if open_browser:
        _open_when_there(f"http://{shown}:{port}/", "127.0.0.1" if host in ("0.0.0.0", "::") else host, port)
    run(settings, host, port)


def run(settings: "Settings", host: str, port: int) -> None:
    """Start the workers, and stay until they are told to stop."""
    import msgspec
    import uvicorn

    from railhead.server.app import set_up_logs
    from railhead.server.connections import PatientHttp, PatientSocket, descriptors
    from railhead.server.settings import to_environment

    descriptors()  # raised here, and with them those of the workers

    with tempfile.TemporaryDirectory(prefix="railhead-") as folder:
        to_environment(msgspec.structs.replace(settings, run_folder=folder) if settings.workers > 1 else settings)
        set_up_logs()
        uvicorn.run(
            "railhead.server.app:application",
            factory=True,
            host=host,
            port=port,
            workers=settings.workers,
            http=PatientHttp,
            ws=PatientSocket,
            loop="auto" if sys.platform == "win32" else "railhead.server.door:FairLoop",
            log_config=None,
            access_log=False,
            lifespan="on",
            proxy_headers=True,
            forwarded_allow_ips=settings.proxies,
            server_header=False,
            date_header=False,
            ws_max_size=65536,
            ws_ping_interval=25,
            ws_ping_timeout=30,
            ws_per_message_deflate=False,
            timeout_keep_alive=15,
            timeout_graceful_shutdown=3,
            timeout_worker_healthcheck=30,  # a busy machine is no reason to kill a worker
            h11_max_incomplete_event_size=32768,
            backlog=4096,
        )


def _check_store(url: str) -> None:
    """Say in a sentence what is wrong with the store, before any worker starts."""
    from railhead.server.store import open_store
    from railhead.server.waiting import is_away

    with store_errors(ValueError, OSError):
        try:
            open_store(url).dispose()
        except Exception as error:
            if not is_away(error):
                raise
            say(f"railhead: the store does not answer, waiting for it: {reason(error)}", err=True)


def play(
    port: Port = 8000,
    store: Store = "",
    open_browser: Annotated[bool, typer.Option("--open-browser/--no-open-browser")] = True,
) -> None:
    """Play in the browser: starts a server here, for this network, and opens the page."""
    serve("0.0.0.0", _free_port("0.0.0.0", port), store, open_browser=open_browser)


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")], store: Store = "", as_json: AsJson = False
) -> None:
    """Write a copy of the store to a file, while games go on."""
    from railhead.server.backup import write_backup

    with store_errors(ValueError):
        tables = write_backup(store, file)
    answer(as_json, {"tables": tables, "file": str(file)}, lambda: say(f"{tables} tables written to {file}"))


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` wrote.")],
    store: Store = "",
    as_json: AsJson = False,
) -> None:
    """Fill an empty store from a backup."""
    from railhead.server.backup import read_backup

    with store_errors():
        tables = read_backup(store, file)
    answer(as_json, {"tables": tables, "file": str(file)}, lambda: say(f"{tables} tables restored from {file}"))
