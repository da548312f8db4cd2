"""A real server and a real Chromium. Skipped where either is missing."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
CHROMIUM = (
    os.environ.get("CHROMIUM")
    or shutil.which("chromium")
    or shutil.which("chromium-browser")
    or shutil.which("google-chrome")
)
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--mute-audio"]
# bots' moves are shown without a pause: what is tested here is what can be done, not how long it is looked at
AT_ONCE = "try { localStorage['railhead.prefs'] ??= JSON.stringify({ speed: 'at-once' }) } catch {}"
SIZES = {"desktop": (1440, 900), "tablet": (820, 1180), "phone": (390, 844), "sideways": (844, 390)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A worker takes a file's tests together, for one browser; each whole game goes to whoever is free."""
    for item in items:
        if item.path.parent == Path(__file__).parent:
            whole = item.path.stem == "test_whole_games"
            item.add_marker(pytest.mark.xdist_group(item.nodeid if whole else item.path.stem))


class Server:
    """`railhead serve` on a port and a store of its own, which can be killed and started again."""

    def __init__(self, folder: Path, pause: float = 0) -> None:
        self.pause = pause  # of bots, in seconds
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.store = f"sqlite:///{folder / 'games.sqlite'}"
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return os.environ.get("RAILHEAD_ADDRESS") or f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        railhead = str(Path(sys.executable).with_name("railhead"))
        command = [railhead, "serve", "--port", str(self.port), "--store", self.store, "--bot-pause", str(self.pause)]
        self.process = subprocess.Popen(
            command, stdout=self.log.open("ab"), stderr=subprocess.STDOUT, start_new_session=True
        )
        for _ in range(1500):  # the first start after a change compiles the rules
            try:
                with urllib.request.urlopen(f"{self.address}/ready", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except OSError:
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.2)
        raise RuntimeError(self.log.read_text()[-2000:])

    def kill(self) -> None:
        """At once, as a power cut would."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)
            self.process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (ROOT / "railhead" / "server" / "static" / "index.html").is_file():
        pytest.skip("the page is not built: npm run build in web/")
    made = Server(tmp_path_factory.mktemp("server"))
    if not os.environ.get("RAILHEAD_ADDRESS"):  # a server that is running already, to try things out
        made.start()
    yield made
    made.kill()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Closed after each file: while Playwright runs, its event loop keeps every other test from `asyncio.run`."""
    playwright = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM:
        pytest.skip("no Chromium here")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Any, server: Server) -> Iterator[Any]:
    """Opens pages in browsers of their own; a script error on any of them fails the test."""
    contexts, problems = [], []

    def make(size: str = "desktop", path: str = "/", **options: Any) -> Any:
        width, height = SIZES[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=size != "desktop",
            is_mobile=size in ("phone", "sideways"),
            reduced_motion="reduce",
            base_url=server.address,
            **options,
        )
        contexts.append(context)
        context.add_init_script(AT_ONCE)
        context.set_default_timeout(90_000)  # a busy machine is slow: only what never comes is wrong
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(path)
        return page

    yield make
    for context in contexts:
        context.close()
    assert problems == []
