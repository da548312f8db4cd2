"""Whole games as hashes, one line a decision: what the interpreted and the compiled kernel must agree on.

python tests/hashed_games.py     (NUMBA_DISABLE_JIT=1 for the interpreted kernel)
"""

import hashlib
import random
from collections.abc import Iterator

from railhead import Game
from railhead.kernel.compiled import INTERPRETED

GAMES = [("usa", 2), ("usa-10th", 3), ("europe", 3), ("france", 2)]


def lines(name: str, players: int, seed: int) -> Iterator[str]:
    """The hash of the record after every decision, and the scores."""
    game, lot = Game(name, players, seed), random.Random(seed)
    while True:
        seen = "".join(hashlib.sha256(game.veiled(seat).tobytes()).hexdigest()[:4] for seat in range(players))
        yield f"{name} {players} {len(game.decisions)} {hashlib.sha256(game.record.tobytes()).hexdigest()} {seen}"
        if game.over:
            break
        game.apply(lot.choice(game.legal()))
    for score in game.score().scores:
        yield f"{name} {players} {score}"


def main() -> None:
    """Print every game."""
    print("interpreted" if INTERPRETED else "compiled")
    for number, (name, players) in enumerate(GAMES):
        for line in lines(name, players, number):
            print(line)


if __name__ == "__main__":
    main()
