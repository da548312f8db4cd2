"""How smooth the page is on a slow phone: a processor slowed four times, a screen of 390x844, tables of five.

    python benchmarks/page.py                      panning and a whole game on each board
    python benchmarks/page.py --games usa --slow 6 --touches 60
    python benchmarks/page.py --trace panning.json      and what the browser did while panning, for its developer tools

Prints, for each board: frames a second while a finger drags the zoomed map deep in a game, and the longest frame; then, for each kind of
touch of a game, p50 and p95 in ms from the touch to the next paint (as browsers measure it: Event Timing), and from the touch
to the paint of what came of it, the server's answer included. Needs Chromium, the page built (`npm run build` in web/) and a quiet machine.
"""

import argparse
import base64
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
from conftest import AT_ONCE, CHROMIUM, SIZES
from players import Clicker
from served import Server
from tables import keep_seat, middle_of_a_game, new_table

FLAGS = ["--headless", "--no-sandbox", "--hide-scrollbars", "--mute-audio"]
WATCH = """() => {
  window.touches = [];
  let last = null;
  addEventListener('pointerdown', (event) => {
    last = { began: event.timeStamp, painted: 0, answered: 0 };
    touches.push(last);
  }, true);
  new PerformanceObserver((list) => {
    for (const { startTime, duration, interactionId } of list.getEntries()) {
      if (!interactionId) continue;
      const touch = touches.findLast(({ began }) => began <= startTime + 1);
      if (touch) touch.painted = Math.max(touch.painted, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 });
  const shown = () => [document.querySelector('.table')?.dataset.position, document.querySelector('.ask h2')?.textContent,
    document.querySelectorAll('.ask input:checked').length, !!document.querySelector('.end')].join();
  let before = shown();
  const look = () => {
    const now = shown();
    if (now !== before && last && !last.answered) last.answered = performance.now() - last.began;
    before = now;
    requestAnimationFrame(look);
  };
  look();
}"""
FRAMES = """() => {
  window.frames_ = [];
  const tick = (now) => { frames_.push(now); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""


def percentile(values: list[float], share: float) -> float:
    """The value that so large a share does not pass."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


@contextmanager
def phone(browser: Any, server: Server, table: str, token: str, slow: float) -> Iterator[tuple[Any, Any]]:
    """A slow phone at a table: the page, and the door to the browser's tools."""
    width, height = SIZES["phone"]
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, base_url=server.address
    )
    context.add_init_script(AT_ONCE)
    context.set_default_timeout(120_000)
    page = context.new_page()
    keep_seat(page, table, token)
    page.goto(f"/t/{table}")
    page.locator(".sheet svg").first.wait_for()
    page.wait_for_timeout(1500)
    tools = context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    yield page, tools
    context.close()


def pan(page: Any, tools: Any, seconds: float = 3) -> tuple[float, float]:
    """Frames a second while a finger drags the map, zoomed in, to and fro; and the longest frame in ms."""
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").tap()
        page.wait_for_timeout(500)
    stage = page.locator(".stage").bounding_box()
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    page.evaluate(FRAMES)

    def finger(kind: str, *points: dict[str, float]) -> None:
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    finger("touchStart", {"x": x, "y": y})
    first = page.evaluate("frames_.length")
    began = time.monotonic()
    while (passed := time.monotonic() - began) < seconds:
        swing = abs(passed % 1 - 0.5) * 4 - 1  # from 1 to -1 and back, once a second
        finger("touchMove", {"x": x + 120 * swing, "y": y + 60 * swing})
        time.sleep(0.008)
    frames = page.evaluate(f"frames_.slice({first})")
    finger("touchEnd")
    gaps = [after - before for before, after in pairwise(frames)]
    return 1000 * len(gaps) / sum(gaps), max(gaps)


def traced(tools: Any, path: Path) -> Any:
    """Write down what the browser does until the returned function is called."""
    tools.send(
        "Tracing.start", {"categories": "devtools.timeline,v8.execute,blink,cc,viz", "transferMode": "ReturnAsStream"}
    )
    done: list[str] = []
    tools.on("Tracing.tracingComplete", lambda event: done.append(event["stream"]))

    def finish(page: Any) -> None:
        tools.send("Tracing.end")
        while not done:
            page.wait_for_timeout(50)
        with path.open("wb") as file:
            while not (piece := tools.send("IO.read", {"handle": done[0]}))["eof"] or piece["data"]:
                data = piece["data"]
                file.write(base64.b64decode(data) if piece.get("base64Encoded") else data.encode())
                if piece["eof"]:
                    return

    return finish


def touch(page: Any, touches: int) -> dict[str, list[dict[str, float]]]:
    """Play with a finger; for each kind of touch, how long everything took."""
    page.evaluate(WATCH)
    player = Clicker(page, touch=True)
    kinds: list[str] = []
    began = time.monotonic()
    while not player.over and len(kinds) < touches and time.monotonic() - began < 900:
        seen = player.seen
        player.seen = set()
        if player.once():
            kinds.append(next(iter(player.seen)))
            page.wait_for_timeout(400)  # nobody looks while it is painted
        player.seen |= seen
    timed = page.evaluate("touches")
    found = defaultdict(list)
    for kind, one in zip(kinds, timed, strict=True):
        found[kind].append(one)
    return dict(found)


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", nargs="+", default=["usa", "europe", "france"])
    reader.add_argument("--slow", type=float, default=4, help="how many times slower the processor is")
    reader.add_argument("--touches", type=int, default=1000, help="at most so many in a game")
    reader.add_argument("--trace", type=Path, help="a file for what the browser does while panning")
    given = reader.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, slowed {given.slow:g} times, {SIZES['phone'][0]}x{SIZES['phone'][1]}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in given.games:
            with phone(browser, server, *middle_of_a_game(server.address, game, trains=20), given.slow) as (
                page,
                tools,
            ):
                finish = traced(tools, given.trace) if given.trace else None
                rate, longest = pan(page, tools)
                if finish:
                    finish(page)
                ribbons = page.locator(".claims > *").count()
            print(f"{game:8} panning {rate:5.1f} frames/s, longest {longest:3.0f} ms, {ribbons} ribbons", flush=True)
            with phone(browser, server, *new_table(server.address, game), given.slow) as (page, _):
                kinds = touch(page, given.touches)
            kinds["all"] = [one for of in kinds.values() for one in of]
            for kind, of in kinds.items():
                painted = [one["painted"] or 16 for one in of]  # what took less is not reported
                answered = [one["answered"] for one in of if one["answered"]]
                print(
                    f"{game:8} {kind:8} {len(of):4}  painted p50 {statistics.median(painted):4.0f} p95 {percentile(painted, 0.95):4.0f}"
                    f"   answered p50 {percentile(answered, 0.5):5.0f} p95 {percentile(answered, 0.95):5.0f}",
                    flush=True,
                )
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
