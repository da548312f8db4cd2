"""The bots: every one plays whole games by the rules, sees its seat's view only, and the stronger ones are stronger."""

import numpy as np
import pytest

from railhead import bots
from railhead.arena.games import Job, play_job
from railhead.boards import load
from railhead.bots import choose
from railhead.bots.deciding import decide
from railhead.bots.hint import advise
from railhead.bots.mind import new_mind
from railhead.bots.numbers import PLANNER
from railhead.bots.planner import planner
from railhead.bots.planner.planning import appraise, make_plan
from railhead.bots.search import Search, worth_of
from railhead.game import Game
from railhead.kernel import views
from railhead.kernel.records import GAME, OVER, SCORE, TICKET_WORDS
from railhead.words import REASONS

GAMES = ("usa", "europe", "france")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 5])
def test_every_bot_plays_by_the_rules_to_the_end(game: str, players: int) -> None:
    setting = load(game)
    for first in range(len(bots.COMPILED)):
        table = tuple(bots.COMPILED[(first + seat) % len(bots.COMPILED)] for seat in range(players))
        for row in play_job(setting, Job(first, 0, table, 5, timed=False)):
            assert row.forfeits == 0


def _mean_win(game: str, bot: str, deals: int) -> float:
    setting = load(game)
    rows = [row for deal in range(deals) for row in play_job(setting, Job(deal, 0, ("planner", bot), 3, timed=False))]
    return float(np.mean([row.win for row in rows if row.bot == "planner"]))


@pytest.mark.parametrize("game", GAMES)
def test_the_planner_beats_random_play(game: str) -> None:
    assert _mean_win(game, "random", 40) >= 0.97


@pytest.mark.parametrize("bot", ["one-step", "long-route", "path", "hungry", "gentle"])
def test_the_planner_is_ahead_of_each_baseline(bot: str) -> None:
    assert np.mean([_mean_win(game, bot, 30) for game in GAMES]) > 0.6


def _positions(game: str, seed: int, count: int) -> list[Game]:
    """Positions from a game between planners, evenly spaced."""
    found, playing, minds = [], Game(game, 2, seed), [new_mind(PLANNER, seat) for seat in range(2)]
    while not playing.over:
        found.append(playing.clone())
        seat = playing.to_move or 0
        playing.apply(int(planner.decide(playing.setting.record, playing.veiled(seat), minds[seat])))
    return found[:: max(1, len(found) // count)]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_cannot_change_a_decision(game: str) -> None:
    """Deal anew all that the seat cannot know: the view, and so the decision, stay the same."""
    for position in _positions(game, 4, 12):
        seat = position.to_move or 0
        other = np.zeros(1, GAME)
        other[0] = position.record
        views.redeal(position.setting.record, other[0], seat, np.uint64(99), np.zeros(TICKET_WORDS, np.uint64))
        views.veil(other[0], seat)
        decisions = {
            int(decide(position.setting.record, view, new_mind(PLANNER, 1)))
            for view in (position.veiled(seat), other[0])
        }
        assert len(decisions) == 1


def test_a_plan_counts_its_tickets_as_completed_one_after_the_other() -> None:
    """Then a ticket more takes less from the chance of those before it: a plan for several is worth more, never less."""
    differences = []
    for position in _positions("europe", 3, 30):
        board, view, mind = position.setting.record, position.veiled(position.to_move), new_mind(PLANNER, 5)
        make_plan(board, view, mind)
        worth = []
        for share in (0.0, 1.0):
            mind.weights.in_order = share
            worth.append(appraise(board, view, mind))
        differences.append(worth[1] - worth[0])
    assert min(differences) >= 0.0 < max(differences)


def test_a_search_decides_the_same_on_any_number_of_threads() -> None:
    for position in _positions("usa", 2, 5):
        view = position.veiled(position.to_move)
        decisions = {Search(position.setting.record, 7, 60, threads=threads)(view) for threads in (1, 2)}
        assert len(decisions) == 1
        assert decisions <= set(position.legal())


def test_a_search_leaves_the_view_as_it_was() -> None:
    position = _positions("europe", 2, 4)[2]
    view = position.veiled(position.to_move)
    before = view.tobytes()
    Search(position.setting.record, 7, 40)(view)
    assert view.tobytes() == before


def _worth(players: int, own: int, rival: int) -> float:
    view, scores = np.zeros(1, GAME)[0], np.zeros(players, SCORE)
    view.players = players
    scores["total"] = rival
    scores["total"][0] = own
    scores["winner"] = scores["total"] == max(own, rival)
    return float(worth_of(view, scores, 0))


def test_a_search_likes_to_win_and_its_own_points_the_more_the_more_rivals_it_has() -> None:
    for players in range(2, 6):
        assert _worth(players, 121, 120) > _worth(players, 120, 120) > _worth(players, 119, 120)
        assert _worth(players, 121, 80) > _worth(players, 121, 120)
    points = [_worth(players, 130, 120) - _worth(players, 110, 100) for players in range(2, 6)]
    assert 0.0 < points[0] < points[1] < points[2] < points[3]


@pytest.mark.parametrize("level", ["child", "easy", "medium", "hard", "expert"])
def test_levels_choose_legal_decisions(level: str) -> None:
    game = Game("france", 3, 8)
    for _ in range(60):
        if game.over:
            break
        game.apply(bots.choose(level, game))


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="planner"):
        bots.find("plannner")
    with pytest.raises(ValueError, match="search"):
        bots.find("search:none")


def test_a_planner_with_fewer_tries_plays_whole_games_and_is_no_other_bot_by_mistake() -> None:
    from railhead.boards import load
    from railhead.bots.match import play

    setting = load("france")
    played = {
        name: play(setting, [bots.sit(name, setting, k) for k in (1, 2)], 5) for name in ("planner:26", "planner:1")
    }
    whole = play(setting, [bots.sit("planner", setting, k) for k in (1, 2)], 5)
    assert played["planner:26"].decisions == whole.decisions, "26 are its own"
    assert played["planner:1"].decisions != whole.decisions
    for wrong in ("planner:0", "planner:x", "planner:1001", "path:3"):
        with pytest.raises(ValueError, match="there is no bot"):
            bots.find(wrong)
    with pytest.raises(ValueError, match="inside compiled code"):
        bots.find_compiled("planner:8")


def test_a_hint_names_a_legal_move_and_a_known_reason() -> None:
    for position in _positions("europe", 6, 8):
        advice = advise(position, "hard")
        assert advice.why in REASONS
        position.clone().play(advice.move)
    with pytest.raises(ValueError, match="over"):
        over = Game("usa", 2, 1)
        over.record.phase = OVER
        advise(over)


@pytest.mark.parametrize("game", GAMES)
def test_the_plan_of_a_hint_serves_the_tickets_that_it_advises_to_keep(game: str) -> None:
    for seed in range(8):
        position = Game(game, 3, seed)
        offer, advice = position.view(position.to_move or 0).offer, advise(position)
        assert {offer[place - 1] for place in advice.move.kept} == set(advice.tickets), seed


def test_turns_are_counted_as_the_kernel_counts_them() -> None:
    rows = play_job(load("usa"), Job(1, 0, ("planner", "planner"), 9, timed=True))
    assert rows[0].turns > 15 and abs(rows[0].turns - rows[1].turns) <= 1


def test_a_search_ends_where_planners_would_try_the_same_tunnel_for_ever() -> None:
    game = Game("europe", players=4, seed=1)  # in some playouts only three cards are left to turn up
    assert choose("search", game) in game.legal()
