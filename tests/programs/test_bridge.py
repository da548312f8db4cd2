"""The bridge to another engine's bot: its code stays as it is, in both versions of the protocol and on boards that it does not know."""

import sys
from pathlib import Path

import pytest

from railhead.arena.games import Job, play_job
from railhead.boards import load

BRIDGE = Path(__file__).parents[2] / "docs" / "templates" / "bridge.py"
ENGINE = """
from enum import Enum

Colour = Enum("Colour", "RED BLUE GREEN YELLOW BLACK ORANGE WHITE PINK GRAY WILD")


class Finisher:
    def __init__(self, game_state):
        self.game_state = game_state

    def choose_action(self):
        state = self.game_state
        print("thinking about turn", state.current_player.turn)
        actions = state.get_legal_actions()
        claims = [one for one in actions if one[0] == "claim_route"]
        for ticket, done in state.check_all_destinations(state.current_player):
            way = [] if done else state.fw.get_path(ticket.city1, ticket.city2)
            legs = {frozenset(leg) for leg in zip(way, way[1:])}
            for claim in claims:
                if frozenset(claim[1:3]) in legs:
                    return claim
        if claims and state.current_player.turn > 20:
            return max(claims, key=lambda one: state.get_route_length(one[1], one[2]))
        tickets = [one for one in actions if one[0] == "draw_destination_tickets"]
        if tickets and len(tickets) == len(actions):
            return min(tickets, key=lambda one: sum(one[1:]))
        cards = [one for one in actions if one[0] == "draw_two_train_cards"]
        return next((one for one in cards if one[2] is Colour.WILD), (cards or actions)[-1])
"""


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(("game", "players"), [("usa", 2), ("europe", 3), ("france", 2)])
def test_a_bot_of_another_engine_plays_whole_games_and_forfeits_nothing(
    version: int, game: str, players: int, tmp_path: Path
) -> None:
    (tmp_path / "engine.py").write_text(ENGINE, encoding="utf-8")
    command = f"{sys.executable} {BRIDGE} {tmp_path / 'engine.py'}:Finisher {version}"
    rows = play_job(load(game), Job(3, 0, (f"theirs=cmd:{command}", *["random"] * (players - 1)), 1, timed=False))
    theirs = [row for row in rows if row.bot == "theirs"]
    assert [row.reasons for row in theirs] == [[]] * players
    assert sum(row.win for row in theirs) >= players - 1
    assert game == "france" or sum(row.completed for row in theirs) > 0  # it knows of no beds
