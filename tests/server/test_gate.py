"""What the gate says of a position is what the rules say."""

import random

import msgspec
import pytest
from server_running import every_move

from railhead.game import Game
from railhead.server import table
from railhead.server.refusals import Refusal


@pytest.mark.parametrize("name", ["usa", "europe", "france", "usa-mega"])
def test_the_choices_are_exactly_the_legal_moves(name: str) -> None:
    lot = random.Random(name)
    for number in range(2):
        game = Game(name, players=3 + number, seed=number)
        while not game.over:
            moves = [move for decision in game.legal() for move in game.spelled(decision)]
            offered = list(every_move(msgspec.to_builtins(game.choices())))
            assert sorted(offered) == sorted((move.word, decisions) for move, decisions in moves)
            claims = [move for move, _ in moves if move.word == "claim"]
            game.play(lot.choice(claims if claims and lot.random() < 0.3 else [move for move, _ in moves]))


@pytest.mark.parametrize("name", ["usa", "europe", "france"])
def test_decisions_are_a_whole_move_or_none(name: str) -> None:
    """Half a move, a move and a half, or another phase's decision: refused, whatever the numbers are."""
    lot = random.Random(name)
    game = Game(name, players=2, seed=3)
    for _ in range(120):
        whole = [decisions for decision in game.legal() for _, decisions in game.spelled(decision)]
        known = range(-1, int(game.setting.record["decisions"]) + 1)
        tried = [[first] for first in known] + [[lot.choice(known), lot.choice(known)] for _ in range(50)]
        tried += [[*decisions, decisions[0]] for decisions in whole]
        for decisions in tried:
            if decisions in whole:
                assert table.spell(game, decisions)
            else:
                with pytest.raises(Refusal, match="illegal-decision"):
                    table.spell(game, decisions)
        if game.over:
            break
        game.perform(lot.choice(whole))
