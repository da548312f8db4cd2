"""The bots decide what they always did. When a bot is meant to play otherwise, write its hashes anew: python tests/bots/test_same_decisions.py"""

import hashlib
import platform

import pytest

from railhead.arena.games import play_deal
from railhead.boards import load
from railhead.kernel.compiled import INTERPRETED

DEALS = 10
SEARCHED = 2  # deals with a search

# A hash of the last records of some games, which hold all that was decided, chance included
HASHES = {
    "usa planner path": "c7eb6e23c9a26e39",
    "usa hungry long-route": "d6f74f4b4f68ce2c",
    "usa gentle one-step": "24ba7db69b48d92b",
    "usa random planner planner": "5978e62de40bfa39",
    "usa planner gentle hungry path": "7a5761892c665a3d",
    "usa one-step planner long-route random hungry": "3ce94c7afe7b54ea",
    "europe planner path": "503f27ae3661231d",
    "europe hungry long-route": "af6c864de238e7e9",
    "europe gentle one-step": "6c2523aafd3ee4c6",
    "europe random planner planner": "8de2b98b4d18215b",
    "europe planner gentle hungry path": "8bb6ff17f356e2ea",
    "europe one-step planner long-route random hungry": "f696e54b955cc49a",
    "france planner path": "bac7ac839c99833b",
    "france hungry long-route": "b70b4946939059d5",
    "france gentle one-step": "e7df5a23421acaa7",
    "france random planner planner": "643e5caaf55478db",
    "france planner gentle hungry path": "77919b9503c49f01",
    "france one-step planner long-route random hungry": "8df687cd67087fe9",
    "usa search:40 planner": "138c64ef511ef12e",
    "europe search:40 planner": "346ebd9c8ab806e2",
    "france search:40 planner": "cf106c5cf7a1d3e0",
}


def played(game: str, *bots: str) -> str:
    """Some games between these bots, as a hash."""
    digest = hashlib.sha256()
    for deal in range(SEARCHED if "search:40" in bots else DEALS):
        digest.update(play_deal(load(game), bots, 1, deal).game.tobytes())
    return digest.hexdigest()[:16]


@pytest.mark.skipif(INTERPRETED, reason="takes hours where nothing is compiled")
@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="elsewhere exp() may differ in its last bit")
@pytest.mark.parametrize("table", HASHES)
def test_the_same_games_as_ever(table: str) -> None:
    assert played(*table.split()) == HASHES[table]


if __name__ == "__main__":
    for name in HASHES:
        print(f'    "{name}": "{played(*name.split())}",')
