"""How smooth the page is on a slow phone: a processor slowed four times, a screen of 390x844, tables of five.

    python benchmarks/page.py                      panning and a whole game on each board
    python benchmarks/page.py --games usa --slow 6 --touches 60
    python benchmarks/page.py --trace panning.json      and what the browser did while panning, for its developer tools
    python benchmarks/page.py --processor          touches alone, as processor time of the page's main thread times the slowing

Prints, for each board: frames a second while a finger drags the zoomed map deep in a game, and the longest frame; then, for each kind of
touch of a game, p50 and p95 in ms from the touch to the next paint (as browsers measure it: Event Timing), and from the touch
to the paint of what came of it, the server's answer included. Needs Chromium, the page built (`npm run build` in web/) and a quiet machine:
where others work, `--processor` says what the page itself takes, from a finger's coming down to the handing over of the next picture.
On a rented machine the landlord may take the processor away for a while; the system counts that ("steal"). The line `left` tells of the touches
during which nothing was taken, and how many they were.
"""

import argparse
import base64
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterator
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
TASK = 3000  # microseconds before a touch is told of, in which the browser looks for what lies under the finger
PATIENCE = 900  # seconds for a game
PANNING = "devtools.timeline,v8.execute,blink,cc,viz"
WORK = "devtools.timeline,disabled-by-default-devtools.timeline"
FRAMES = """() => {
  window.frames_ = [];
  const tick = (now) => { frames_.push(now); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""


class Landlord:
    """When the machine below took the processor away: looked at every 20 ms, from Linux' own count."""

    def __init__(self) -> None:
        self.looked: list[tuple[float, int]] = []
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        count = Path("/proc/stat")
        while count.exists():
            self.looked.append((1000 * time.time(), int(count.read_text().split(maxsplit=9)[8])))
            time.sleep(0.02)

    def left_alone(self, began: float, ended: float) -> bool:
        """Whether nothing was taken between two times (ms since 1970), and a little before."""
        first = max(0, bisect(self.looked, (began - 100, 0)) - 1)
        last = min(len(self.looked) - 1, bisect(self.looked, (ended + 40, 0)))
        return bool(self.looked) and self.looked[first][1] == self.looked[last][1]


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


def traced(tools: Any, categories: str) -> Callable[[Any], bytes]:
    """Write down what the browser does until the returned function is called."""
    tools.send("Tracing.start", {"categories": categories, "transferMode": "ReturnAsStream"})
    done: list[str] = []
    tools.on("Tracing.tracingComplete", lambda event: done.append(event["stream"]))

    def finish(page: Any) -> bytes:
        tools.send("Tracing.end")
        while not done:
            page.wait_for_timeout(50)
        found = b""
        while True:
            piece = tools.send("IO.read", {"handle": done[0]})
            found += base64.b64decode(piece["data"]) if piece.get("base64Encoded") else piece["data"].encode()
            if piece["eof"]:
                return found

    return finish


def processor_times(trace: bytes) -> list[float]:
    """For each touch in a trace, the main thread's processor time in ms until the picture after it was handed over."""

    def kind(event: dict[str, Any]) -> str:
        return str(event["args"]["data"]["type"]) if event["name"] == "EventDispatch" else str(event["name"])

    timed = [event for event in json.loads(trace)["traceEvents"] if event["ph"] == "X" and "tdur" in event]
    main = next((event["pid"], event["tid"]) for event in timed if kind(event) == "pointerdown")
    timed = sorted((event for event in timed if (event["pid"], event["tid"]) == main), key=lambda event: event["ts"])
    found, ended = [], 0.0
    for down in (event for event in timed if kind(event) == "pointerdown"):
        click = next((event for event in timed if kind(event) == "click" and event["ts"] > down["ts"]), None)
        until = [event for event in timed if kind(event) == "Commit" and click and event["ts"] > click["ts"]]
        if not until:
            continue
        # tasks hold all the rest; what was dispatched before its task was written down counts by itself
        spent, covered = 0.0, ended
        for event in timed:
            if down["ts"] - TASK <= event["ts"] <= until[0]["ts"] and event["ts"] >= covered:
                spent += event["tdur"] / 1000
                covered = event["ts"] + event["dur"]
        ended = covered
        found.append(spent)
    return found


def touch(page: Any, player: Clicker, touches: int, until: float) -> list[str]:
    """Play with a finger; the kinds of touches."""
    kinds: list[str] = []
    while not player.over and len(kinds) < touches and time.monotonic() < until:
        seen = player.seen
        player.seen = set()
        if player.once():
            kinds.append(next(iter(player.seen)))
            page.wait_for_timeout(400)  # nobody looks while it is painted
        player.seen |= seen
    return kinds


def painted(page: Any, touches: int, landlord: Landlord) -> dict[str, list[dict[str, float]]]:
    """For each kind of touch of a game, how long everything took."""
    page.evaluate(WATCH)
    kinds = touch(page, Clicker(page, touch=True), touches, time.monotonic() + PATIENCE)
    found = defaultdict(list)
    for kind, one in zip(kinds, page.evaluate("touches"), strict=True):
        found[kind].append(one)
    every = [one for of in found.values() for one in of]
    origin = page.evaluate("performance.timeOrigin")
    page.wait_for_timeout(100)  # until the landlord was looked at again
    left = [one for one in every if landlord.left_alone(origin + one["began"], origin + one["began"] + one["painted"])]
    return {**found, "all": every, "left": left}


def worked(page: Any, tools: Any, touches: int, slow: float) -> dict[str, list[float]]:
    """For each kind of touch of a game, the main thread's processor time in ms, times the slowing; written down a few touches at a time."""
    player, until = Clicker(page, touch=True), time.monotonic() + PATIENCE
    found, all_of_them = defaultdict(list), 0
    while not player.over and all_of_them < touches and time.monotonic() < until:
        finish = traced(tools, WORK)
        kinds = touch(page, player, min(25, touches - all_of_them), until)
        all_of_them += len(kinds)
        for kind, one in zip(kinds, processor_times(finish(page)), strict=False):
            found[kind].append(slow * one)
    return {**found, "all": [one for of in found.values() for one in of]}


def main() -> None:
    """Measure and print."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", nargs="+", default=["usa", "europe", "france"])
    reader.add_argument("--slow", type=float, default=4, help="how many times slower the processor is")
    reader.add_argument("--touches", type=int, default=1000, help="at most so many in a game")
    reader.add_argument("--trace", type=Path, help="a file for what the browser does while panning")
    reader.add_argument(
        "--processor", action="store_true", help="processor time instead of time: where others work, too"
    )
    given = reader.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, slowed {given.slow:g} times, {SIZES['phone'][0]}x{SIZES['phone'][1]}")
    landlord = Landlord()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for game in given.games:
            if given.processor:
                with phone(browser, server, *new_table(server.address, game), 1) as (page, tools):
                    for kind, spent in worked(page, tools, given.touches, given.slow).items():
                        print(
                            f"{game:8} {kind:8} {len(spent):4}  processor p50 {statistics.median(spent):4.0f} p95 {percentile(spent, 0.95):4.0f}",
                            flush=True,
                        )
                continue
            middle = middle_of_a_game(server.address, game, trains=20)
            with phone(browser, server, *middle, given.slow) as (page, tools):
                finish = traced(tools, PANNING) if given.trace else None
                rate, longest = pan(page, tools)
                if finish:
                    given.trace.write_bytes(finish(page))
                ribbons = page.locator(".claims > *").count()
            print(f"{game:8} panning {rate:5.1f} frames/s, longest {longest:3.0f} ms, {ribbons} ribbons", flush=True)
            with phone(browser, server, *new_table(server.address, game), given.slow) as (page, _):
                for kind, of in painted(page, given.touches, landlord).items():
                    shown = [one["painted"] or 16 for one in of]  # what took less is not reported
                    answered = [one["answered"] for one in of if one["answered"]]
                    print(
                        f"{game:8} {kind:8} {len(of):4}  painted p50 {percentile(shown, 0.5):4.0f} p95 {percentile(shown, 0.95):4.0f}"
                        f"   answered p50 {percentile(answered, 0.5):5.0f} p95 {percentile(answered, 0.95):5.0f}",
                        flush=True,
                    )
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
