"""The example client of the documentation plays a game, as the documentation says."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import msgspec
from server_running import WAIT, Server

from railhead.words import Building, Choices, Claiming, Keeping, Payment, Piece, Placing

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

    def chosen(**parts: object) -> object:
        return module.choose(msgspec.to_builtins(Choices(**parts)))  # type: ignore[arg-type]

    assert chosen(build={"a-b": Building(80, [Piece(20, "red")])}) == [80, 20]
    assert chosen(build={"a-b": Building(None, [Piece(20, "red")])}) == [20]
    assert chosen(station=Placing({"roma": 90}, [Payment(None, {"red": 1})])) == [90]
    assert chosen(keep=[Keeping(12, [1, 2])]) == [12]
    assert chosen(claim={"a-b": Claiming(50, [Payment(30, {"red": 2})])}, draw=0) == [50, 30]
    assert chosen(decline=7) == [7]
