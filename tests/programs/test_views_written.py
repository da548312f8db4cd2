"""A view that is written from parts that were kept says the same as one made anew."""

import msgspec
import pytest

from railhead import Game
from railhead.bots import sit
from railhead.game.view import Writer, seen


@pytest.mark.parametrize("game", ["usa", "europe", "france"])
@pytest.mark.parametrize("players", [2, 5])
def test_what_is_kept_is_what_would_be_made_anew(game: str, players: int) -> None:
    """Every seat at every decision of a game."""
    table = Game(game, players=players, seed=5)
    bots = [sit("path", table.setting, seat) for seat in range(players)]
    writers = [Writer(table.setting, table.names, seat) for seat in range(players)]
    while (deciding := table.to_move) is not None:
        for seat, written in enumerate(writers):
            record = table.veiled(seat)
            assert written(record) == msgspec.json.encode(seen(table.setting, record, table.names, seat))
        table.apply(bots[deciding](table.veiled(deciding)))
