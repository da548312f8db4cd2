"""A real server and a real Chromium. Skipped where either is missing."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from served import Server

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
