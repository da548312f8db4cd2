"""Players who last for a game: they remember their plans, draw new lots at every decision, and dawdle where dawdling is their way."""

import numpy as np

from railhead.boards import load
from railhead.bots import LEVELS, choose, find, sit
from railhead.bots.match import play
from railhead.bots.player import CompiledPlayer
from railhead.bots.reasons import WINS_MOST
from railhead.cli import _bots
from railhead.game import Game
from railhead.kernel.records import DRAW
from railhead.server.bots import think
from railhead.words import LEVELS as LEVEL_NAMES
from railhead.words import REASONS

TURNS = 60


def _turns(bots: tuple[str, ...], seed: int) -> list[Game]:
    """All positions of a game in which a turn begins."""
    setting = load("europe")
    match = play(setting, [sit(name, setting, seat) for seat, name in enumerate(bots)], seed)
    game, found = Game(setting, len(bots), seed), []
    for decision in match.decisions:
        if game.phase == "turn" and DRAW in game.legal():
            found.append(game.clone())
        game.apply(decision)
    return found


def test_players_who_last_play_the_game_that_a_match_plays() -> None:
    setting, bots = load("usa"), ("hard", "easy", "medium")
    match = play(setting, [sit(name, setting, seat) for seat, name in enumerate(bots)], 5)
    players = [sit(name, setting, seat) for seat, name in enumerate(bots)]
    game = Game(setting, len(bots), 5)
    while not game.over:
        game.apply(players[int(game.record.seat)](game.veiled(game.to_move)))
    assert game.decisions == match.decisions


def test_a_planner_remembers_its_plan_between_its_turns() -> None:
    game = Game("usa", 2, 5)
    players = [sit("hard", game.setting, seat) for seat in range(2)]
    for _ in range(12):
        game.apply(players[int(game.record.seat)](game.veiled(game.to_move)))
    for seat, player in enumerate(players):
        assert isinstance(player, CompiledPlayer)
        assert player.minds["kept_seat"][0] == seat and player.minds["kept_plan"].any()


def test_the_easy_level_dawdles_wherever_it_is_asked() -> None:
    """Three turns in ten it just draws, though it could follow its tickets: not never, and not always."""
    positions = _turns(("medium", "medium"), 3)
    assert len(positions) >= TURNS
    asked = {
        "choose": lambda game: choose("easy", game),
        "the server": lambda game: think("easy", "europe", 2, game.veiled(game.to_move).tobytes())[0],
        "the terminal": _bots("easy", Game("europe", 2, 3)),
    }
    for where, decide in asked.items():
        others = [game for game in positions if choose("medium", game) != DRAW]
        dawdled = np.mean([decide(game) == DRAW for game in others])
        assert 0.1 < dawdled < 0.6, where


def test_one_decision_is_the_same_however_often_it_is_asked_for() -> None:
    for game in _turns(("hard", "easy"), 4)[::9]:
        record = game.veiled(game.to_move).tobytes()
        for level in ("easy", "hard"):
            assert len({choose(level, game) for _ in range(3)}) == 1
            assert think(level, "europe", 2, record) == think(level, "europe", 2, record)


def test_other_numbers_draw_other_lots() -> None:
    game = _turns(("medium", "medium"), 3)[0]
    assert len({choose("random", game, number) for number in range(20)}) > 3


def test_levels_and_reasons_stand_in_one_place() -> None:
    assert tuple(LEVELS) == LEVEL_NAMES
    assert all(find(bot) for bot in LEVELS.values())
    assert REASONS[WINS_MOST] == "wins-most" and REASONS[WINS_MOST + 1 :] == ("likeliest",)


def test_bots_play_on_where_others_hold_all_cards_and_tickets() -> None:
    """Others who only ever take: in the end a station may be the one thing left to do."""
    setting = load("europe")
    for name in ("planner", "path", "hungry", "long-route", "one-step"):
        player, game = sit(name, setting, 59), Game(setting, 3, 59)
        while (seat := game.to_move) is not None:
            game.apply(player(game.veiled(0)) if seat == 0 else game.legal()[0])
        assert game.over
