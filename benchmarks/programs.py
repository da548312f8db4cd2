"""What a question to a program costs beside the program's own thinking: `python -m benchmarks.programs`.

A program that answers at once plays whole games against `path`: it claims what it can, or with `--draw` gathers cards until it can claim nearly everything. Ours is the processor's time that this process spends on a question: finding the
legal moves, writing the view, handing the line over and reading the answer. It is counted by the processor, so that it holds on a busy machine, too; the
time by the wall clock, with the program's own share and the waiting for a free core, stands beside it. On a busy machine every question finds the
processor's caches cold; the lowest tenth says what it costs where they are not.
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
    elif line.startswith(b'{"t":"hello"') and sys.argv[2] == "2":
        sys.stdout.buffer.write(b'{"t":"ready","protocol":2}\\n')
    elif line.startswith(b'{"t":"bye"'):
        break
"""


class Clocked:
    """A player whose questions are timed one by one."""

    def __init__(self, player: Any) -> None:
        self.player, self.ours, self.whole, self.heard = player, list[float](), list[float](), 0.0

    def hear(self, *told: Any) -> None:
        """What happened is made ready for the next question."""
        began = time.process_time()
        self.player.hear(*told)
        self.heard += time.process_time() - began

    def __call__(self, view: Any) -> int:
        began, clock = time.process_time(), time.perf_counter()
        decision = self.player(view)
        self.ours.append(self.heard + time.process_time() - began)
        self.heard = 0.0
        self.whole.append(time.perf_counter() - clock)
        return int(decision)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.player, name)


def measure(game: str, players: int, games: int, place: int, protocol: int) -> tuple[int, float, float, float]:
    """Questions, and the microseconds a question: the median and the lowest tenth of this process, the median by the wall clock."""
    setting, ours, whole = load(game), list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "bot.py"
        program.write_text(BOT, encoding="utf-8")
        for seed in range(games):
            seat = Clocked(sit(f"cmd:{sys.executable} -S {program} {place} {protocol}", setting, seed))
            others = [sit("path", setting, seed + other) for other in range(1, players)]
            play(setting, [seat, *others], seed)
            ours += seat.ours[1:]  # the first question greets, too
            whole += seat.whole[1:]
    lowest = statistics.quantiles(ours, n=10)[0]
    return len(ours), statistics.median(ours) * 1e6, lowest * 1e6, statistics.median(whole) * 1e6


def main() -> None:
    """Print a line for each game."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--draw", action="store_true")
    options.add_argument("--protocol", type=int, choices=(1, 2), default=2)
    chosen = options.parse_args()
    for game in ("usa", "europe", "france"):
        count, ours, lowest, whole = measure(
            game, chosen.players, chosen.games, 0 if chosen.draw else -1, chosen.protocol
        )
        print(
            f"{game:8} {count:6} questions: {ours:6.0f} µs ours ({lowest:.0f} µs in the lowest tenth), {whole:6.0f} µs by the wall clock"
        )


if __name__ == "__main__":
    main()
