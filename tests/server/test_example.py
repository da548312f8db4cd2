"""The example client of the documentation plays a game, as the documentation says."""

import importlib.util
import subprocess
import sys
from pathlib import Path

from server_running import WAIT, Server

CLIENT = Path(__file__).resolve().parents[2] / "docs" / "example_client.py"


def test_the_example_client_plays_a_game(server: Server) -> None:
    done = subprocess.run(
        [sys.executable, str(CLIENT), server.url, "europe"], capture_output=True, text=True, timeout=WAIT
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("totals [")


def test_the_example_client_chooses_among_all_kinds_of_moves() -> None:
    spec = importlib.util.spec_from_file_location("example_client", CLIENT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.choose({"build": {"a-b": ["red"]}}) == "build a-b red"
    assert module.choose({"station": {"cities": ["roma"], "with": ["1 red"]}}) == "station roma with 1 red"
    assert module.choose({"keep": ["1 2"]}) == "keep 1 2"
    assert module.choose({"claim": {"a-b": ["2 red"]}, "draw": True}) == "claim a-b with 2 red"
