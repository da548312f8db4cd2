"""The tables of the data set: a game and a number of players."""

from railhead.boards import known_ids, load
from railhead.kernel.records import SEATS


def all_tables() -> list[tuple[str, int]]:
    """Every game on the known boards, with two players up to five."""
    return [(game, players) for game in known_ids() for players in range(2, SEATS + 1)]


def table_of(name: str) -> tuple[str, int]:
    """`usa-2`, read."""
    game, _, players = name.rpartition("-")
    if not players.isdigit() or not 2 <= int(players) <= SEATS:
        raise ValueError(f"{name!r} is no table; say the game and the players, such as usa-2")
    return load(game).id, int(players)
