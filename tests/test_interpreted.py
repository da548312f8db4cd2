"""The interpreted kernel (for a debugger and for reading) and the compiled one play the same games, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

from hashed_games import GAMES, lines

SCRIPT = Path(__file__).parent / "hashed_games.py"


def test_interpreted_and_compiled_agree_at_every_decision() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    found = subprocess.run([sys.executable, SCRIPT], env=environment, capture_output=True, text=True, check=False)
    assert found.stderr == ""
    first, *interpreted = found.stdout.splitlines()
    assert first == "interpreted"
    compiled = [line for number, (name, players) in enumerate(GAMES) for line in lines(name, players, number)]
    assert len(compiled) > 600
    for mine, theirs in zip(compiled, interpreted, strict=True):
        assert mine == theirs


def test_interpreted_scoring_does_not_overflow_small_numbers() -> None:
    """Tickets of 100 points times 256: more than sixteen bits hold."""
    script = (
        "from builders import board, score\n"
        "from railhead import Game\n"
        "names = 'abcdefgh'\n"
        "small = board(['a-b 1', 'b-c 1', 'c-d 1', 'd-e 1', 'e-f 1', 'f-g 1', 'g-h 1', 'a-h 1'],"
        " [f'a-{x} 100' for x in 'bcdefgh'], stations=3)\n"
        "held = [f'a-{x}' for x in 'bcdefgh']\n"
        "game = Game.position(small, routes={0: ['a-b'], 1: ['b-c', 'c-d', 'd-e']}, stations={0: ['b']}, tickets={0: held})\n"
        "print(score(game, 0).tickets, score(game, 0).borrowed)\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(SCRIPT.parent)}
    found = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert found.stdout == "-300 ['b-c']\n", found.stderr
