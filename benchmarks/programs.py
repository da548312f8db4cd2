"""What a question to a program costs beside the program's own thinking: `python -m benchmarks.programs`.

A program that answers at once plays whole games against `path`: it claims what it can, or with `--draw` gathers cards until it can claim nearly everything. Ours is the processor's time that this process spends on a question: finding the
legal moves, writing the view, handing the line over and reading the answer. It is counted by the processor, so that it holds on a busy machine, too; the
time by the wall clock, with the program's own share and the waiting for a free core, stands beside it.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from railhead.boards import load
from railhead.bots import sit
from railhead.bots.match import play

BOT = """
import sys
while line := sys.stdin.buffer.readline():
    if line.startswith(b'{"t":"move"'):
        start, end = line.index(b'"legal":["') + 10, line.index(b'"],"seconds"')
        legal = line[start:end].split(b'","')
        sys.stdout.buffer.write(b'{"move":"' + legal[int(sys.argv[1])] + b'"}\\n')
        sys.stdout.buffer.flush()
    elif line.startswith(b'{"t":"bye"'):
        break
"""


class Clocked:
    """A player whose questions are timed one by one."""

    def __init__(self, player: Any) -> None:
        self.player, self.ours, self.whole = player, list[float](), list[float]()

    def __call__(self, view: Any) -> int:
        began, clock = time.process_time(), time.perf_counter()
        decision = self.player(view)
        self.ours.append(time.process_time() - began)
        self.whole.append(time.perf_counter() - clock)
        return int(decision)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.player, name)


def measure(game: str, players: int, games: int, place: int) -> tuple[int, float, float]:
    """Questions, and the median of microseconds a question: of this process, and by the wall clock."""
    setting, ours, whole = load(game), list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "bot.py"
        program.write_text(BOT, encoding="utf-8")
        for seed in range(games):
            seat = Clocked(sit(f"cmd:{sys.executable} -S {program} {place}", setting, seed))
            others = [sit("path", setting, seed + other) for other in range(1, players)]
            play(setting, [seat, *others], seed)
            ours += seat.ours[1:]  # the first question greets, too
            whole += seat.whole[1:]
    return len(ours), statistics.median(ours) * 1e6, statistics.median(whole) * 1e6


def main() -> None:
    """Print a line for each game."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--draw", action="store_true")
    chosen = options.parse_args()
    for game in ("usa", "europe", "france"):
        count, ours, whole = measure(game, chosen.players, chosen.games, 0 if chosen.draw else -1)
        print(f"{game:8} {count:6} questions: {ours:6.0f} µs ours, {whole:6.0f} µs by the wall clock")


if __name__ == "__main__":
    main()
