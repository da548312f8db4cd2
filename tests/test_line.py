"""A position's line: it parses back to the same game, and what is none is refused in a sentence."""

import copy
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railhead import Game, PositionError
from railhead.boards import known_ids

GAMES = known_ids()


def reached(name: str, players: int, seed: int, decisions: int) -> Game:
    """A game by lot after so many decisions, or its end."""
    game, lot = Game(name, players, seed), random.Random(seed)
    for _ in range(decisions):
        if game.over:
            break
        game.apply(lot.choice(game.legal()))
    return game


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.integers(2, 5), st.integers(0, 10_000), st.integers(0, 900))
def test_a_line_is_the_whole_position(name: str, players: int, seed: int, decisions: int) -> None:
    game = reached(name, players, seed, decisions)
    again = Game.from_line(game.line())
    assert again.line() == game.line()
    assert [again.view(seat) for seat in (None, *range(players))] == [
        game.view(seat) for seat in (None, *range(players))
    ]
    lot = random.Random(seed + 1)
    for _ in range(120):  # both go on alike, chance included
        assert again.legal() == game.legal()
        if game.over:
            assert again.score() == game.score()
            break
        decision = lot.choice(game.legal())
        assert again.perform([decision]) == game.perform([decision])


def test_games_are_values() -> None:
    game = reached("europe", 3, 5, 60)
    twins = [game.clone(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    for twin in twins:
        assert twin == game and twin is not game
        twin.apply(twin.legal()[0])
        assert twin != game
    assert Game.position("usa", 2) == Game.from_line(Game.position("usa", 2).line())
    assert game != "europe"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "it begins with game/players"),
        ("usa/2", "it begins with game/players"),
        ("usa/7 turn:0", "it begins with game/players"),
        ("usa/2 turn:3", "seats are 0 to 1"),
        ("usa/2 dance:0", "there is no phase 'dance'"),
        ("/etc/passwd turn:0", "it begins with game/players"),
        ("board.json/2 turn:0", "there is no game 'board.json'"),
        ("usa/2 turn:0 starter=0 deck=12p", "C1"),
        ("usa/2 turn:0 starter=0 deck=999999p", "cards are written"),
        ("usa/2 turn:0 colour=red", "not understood"),
        ("usa/2 turn:0 hand2=1r", "seats are 0 to 1"),
        ("usa/2 turn:0 routes0=a,b", "there is no route 'a'"),
        ("x" * 30_000, "at most"),
    ],
)
def test_what_is_no_line_is_refused(line: str, said: str) -> None:
    with pytest.raises(PositionError) as refused:
        Game.from_line(line)
    assert said in str(refused.value)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_spoiled_line_is_refused_or_a_position(data: st.DataObject) -> None:
    line = reached("europe", 3, data.draw(st.integers(0, 50)), data.draw(st.integers(0, 200))).line()
    at = data.draw(st.integers(0, len(line) - 1))
    spoiled = line[:at] + data.draw(st.sampled_from([*"prl0.,=|:~ ", ""])) + line[at + 1 :]
    try:
        game = Game.from_line(spoiled)
    except PositionError:
        return
    if not game.over:
        game.perform([game.legal()[0]])
