"""How long another language takes, from the choice to the painted text: `python benchmarks/switching.py http://localhost:8000/ …`."""

import shutil
import sys
from typing import Any

from playwright.sync_api import sync_playwright

SWITCH = """async () => {
  const picker = document.querySelector(".languages select"), took = [];
  for (const { value, lang } of [...picker.options].slice(1)) {
    const begun = performance.now();
    picker.value = value;
    picker.dispatchEvent(new Event("change", { bubbles: true }));
    while (document.documentElement.lang !== lang) await new Promise((done) => setTimeout(done));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    took.push(Math.round(performance.now() - begun));
    await new Promise((done) => setTimeout(done, 300));
  }
  return took.sort((a, b) => a - b);
}"""


def measure(browser: Any, address: str, slower: int) -> list[int]:
    """Milliseconds for every language, on a page whose processor is so many times slower."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(address)
    page.locator(".languages select").first.wait_for(state="attached")
    page.wait_for_timeout(3000)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    took: list[int] = page.evaluate(SWITCH)
    page.close()
    return took


if __name__ == "__main__":
    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for address in sys.argv[1:]:
            for slower in (1, 4):
                took = measure(chromium, address, slower)
                print(f"{address}, {slower}x slower: median {took[len(took) // 2]} ms, longest {took[-1]} ms")
        chromium.close()
