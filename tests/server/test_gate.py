"""What the gate says of a position is what the rules say."""

import random
from typing import Any

import pytest

from railhead.game import Game
from railhead.server.gate import legal_moves


def spelled(moves: dict[str, Any]) -> set[str]:
    """The texts that a client would make of the moves it is given."""
    found: set[str] = {word for word in ("draw", "tickets", "decline") if word in moves}
    for word in ("take", "keep", "pay"):
        found |= {f"{word} {rest}" for rest in moves.get(word, [])}
    for route, ways in moves.get("claim", {}).items():
        found |= {f"claim {route} with {cards}" for cards in ways}
    for route, colours in moves.get("build", {}).items():
        found |= {f"build {route} {colour}" for colour in colours}
    station = moves.get("station", {"cities": [], "with": []})
    return found | {f"station {city} with {cards}" for city in station["cities"] for cards in station["with"]}


@pytest.mark.parametrize("name", ["usa", "europe", "france", "usa-mega"])
def test_the_grouped_moves_are_exactly_the_legal_ones(name: str) -> None:
    lot = random.Random(name)
    for number in range(2):
        game = Game(name, players=3 + number, seed=number)
        while not game.over:
            moves = game.moves()
            assert spelled(legal_moves(game)) == {str(move) for move in moves}
            claims = [move for move in moves if move.word == "claim"]
            game.play(lot.choice(claims if claims and lot.random() < 0.3 else moves))
