"""The account of a game closes, and a decision is judged by what its seat could know."""

import numpy as np
import pytest

from railhead.arena.simulate import played_games
from railhead.boards import known_ids, load
from railhead.bots import sit
from railhead.bots.match import play
from railhead.game import Game
from railhead.kernel import views
from railhead.kernel.records import CLAIM, GAME, TAKE, TICKET_WORDS
from railhead.review import review, reviews
from railhead.review.account import account, positions
from railhead.review.alike import alike
from railhead.review.figures import _stayed, figures
from railhead.review.judging import Effort, Foreseen, Judged, Second, _weighed, judge_for, judged
from railhead.review.omissions import Open, booked
from railhead.text.messages import language, languages
from railhead.text.reviews import told
from railhead.words import Review

QUICK = Effort(playouts=1, most=2, deals=2)


def closes(found: Review) -> bool:
    """For each seat the sums come to the result, the moments tell the same, and luck adds up to nothing over the table."""
    right = []
    for seat, one in enumerate(found.seats):
        right.append(one.start + one.luck + one.rivals_luck - one.errors + one.rivals_errors - one.result)
        right.append(one.start - one.errors + one.rivals_errors - one.adjusted)
        right.append(sum(moment.luck[seat] for moment in found.moments) - one.luck - one.rivals_luck)
        right.append(sum(moment.cost for moment in found.moments if moment.seat == seat) - one.errors)
    right.append(sum(one.luck + one.rivals_luck for one in found.seats))
    right.append(sum(one.result for one in found.seats) - 1)
    return bool(np.abs(right).max() < 1e-9) and all(moment.cost >= 0 for moment in found.moments)


def judged_by_lot(game: Game, lots: np.random.Generator) -> list[Judged]:
    """Judgements that find another decision better, wherever there is one."""
    found, replay = [], Game(game.setting, game.names, game.seed, game.starter)
    for played in game.decisions:
        legal = replay.legal()
        other = legal[int(lots.integers(len(legal)))]
        decisions = list(dict.fromkeys([other, played]))
        cost = float(lots.exponential(0.02)) * (other != played)
        found.append(Judged(decisions, [0.5 + cost, 0.5][: len(decisions)], [0.0] * len(decisions), cost, 0.0))
        replay.apply(played)
    return found


def planned(name: str, players: int, seed: int = 3) -> Game:
    setting = load(name)
    names = ["Ada", "Ben", "Cy", "Di", "Eve"][:players]
    return play(setting, [sit("planner", setting, seat) for seat in range(players)], seed).replayed(names)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", known_ids())
def test_whatever_was_found_the_account_closes(name: str, players: int) -> None:
    lots = np.random.default_rng(players)
    for game in played_games(load(name), players, 2, 11):
        values = lots.dirichlet(np.ones(players), len(game.decisions) + 1)
        winners = game.score().winners
        values[-1] = [(seat in winners) / len(winners) for seat in range(players)]
        told = account(game, values, judged_by_lot(game, lots))
        assert closes(told)
        assert all(one.errors > 0 for one in told.seats)


@pytest.mark.parametrize(("name", "players"), [("usa", 2), ("mexico", 2), ("france", 3), ("europe", 5)])
def test_a_review_closes_from_its_first_rough_answer(name: str, players: int) -> None:
    game = planned(name, players)
    found = list(reviews(game, glance=QUICK, closer=[]))
    assert len(found) == 2
    assert all(map(closes, found))
    assert [moment.cost for moment in found[0].moments if moment.cost] == []
    assert found[1].seats[0].result in (0.0, 1 / 2, 1 / 3, 1.0)


def test_the_same_game_has_the_same_review() -> None:
    game = planned("usa", 2)
    one = review(game, playouts=True, threads=1)
    assert one == review(game, playouts=True, threads=2)


def test_an_unfinished_game_is_not_reviewed() -> None:
    with pytest.raises(ValueError, match="when it is over"):
        review(Game("usa", 2, 7))


@pytest.mark.parametrize("playouts", [False, True])
def test_a_decision_is_judged_by_what_its_seat_could_know(playouts: bool) -> None:
    game = planned("usa", 2)
    judge = judge_for(game.setting, 2, playouts)
    for number in (0, 30, 61):
        kept = positions(game)[number : number + 1]
        seat = int(kept["seat"][0])
        other = np.zeros(1, GAME)
        other[0] = kept[0]
        views.redeal(game.setting.record, other[0], seat, np.uint64(99), np.zeros(TICKET_WORDS, np.uint64))
        assert other.tobytes() != kept.tobytes()
        first, second = (
            judged(judge, Game.of_record(game.setting, array), game.decisions[number], QUICK, QUICK)
            for array in (kept, other)
        )
        assert first == second


def test_the_one_played_is_never_worse_than_the_best_when_it_is_the_best() -> None:
    game = planned("usa", 2)
    for moment in review(game).moments:
        if moment.kind == "decision" and moment.best:
            assert moment.played is not None
            lead = moment.best[0].chance - moment.played.chance
            assert 0 <= moment.cost <= lead + 1e-9
            assert (lead == 0) <= (moment.cost == 0)
            assert moment.best[0].chance == max(one.chance for one in moment.best)


def seen(lead: float, noise: float, told: float = 0.5, deals: int = 100) -> Foreseen:
    """Two decisions, the second ahead of the first by so much on the mean, with such a standard error."""
    swing = noise * np.sqrt(deals - 1) * np.resize([1.0, -1.0], deals)
    return Foreseen(np.array([np.full(deals, told), told + lead + swing]), np.zeros((2, deals)))


def cost(lead: float, noise: float, usual: float = 0.01, first: int = CLAIM, second: Second | None = None) -> float:
    """What the first of two decisions cost, of which the second was seen so far ahead."""
    return _weighed([first, first + 1], {first: 0.0, first + 1: usual}, first, seen(lead, noise), None, second).cost


def test_an_error_is_what_was_seen_beyond_doubt() -> None:
    assert 0.15 > cost(0.15, 0.01) > cost(0.15, 0.06) > cost(0.15, 0.4) == 0
    assert cost(0.15, 0.06) > cost(0.15, 0.06, usual=0.05)
    assert cost(-0.15, 0.01) == cost(0.0, 0.01) == 0


def test_two_cards_are_seldom_far_apart() -> None:
    assert cost(0.15, 0.03, first=TAKE) < cost(0.15, 0.03) / 2
    assert (
        cost(0.15, 0.0, first=TAKE) == pytest.approx(cost(0.15, 0.0)) == pytest.approx(0.15)
    )  # but beyond doubt is beyond doubt


def test_what_another_opinion_does_not_see_counts_half() -> None:
    alone = cost(0.15, 0.01)
    assert cost(0.15, 0.01, second=lambda: None) == alone  # nobody else can be asked
    assert cost(0.15, 0.01, second=lambda: np.array([0.4, 0.4])) == pytest.approx(alone / 2)
    assert cost(0.15, 0.01, second=lambda: np.array([0.4, 0.1])) == pytest.approx(
        alone / 2
    )  # it accuses nobody of the contrary
    assert cost(0.15, 0.01, second=lambda: np.array([0.4, 0.9])) == pytest.approx(alone)  # nor of more than was seen
    assert alone / 2 < cost(0.15, 0.01, second=lambda: np.array([0.4, 0.45])) < alone


def test_the_network_is_asked_for_a_second_opinion_where_it_was_taught() -> None:
    game = planned("usa", 2)
    before = Game.of_record(game.setting, positions(game)[30:31])
    view, (first, other) = before.veiled(before.to_move or 0), before.legal()[:2]
    told = judge_for(game.setting, 2).second(view, [first, other, first], 6)
    assert told is not None and told[0] == pytest.approx(told[2]) and ((told > 0) & (told < 1)).all()
    assert judge_for(game.setting, 2, playouts=True).second(view, [first, other], 6) is None


def test_a_chance_is_what_the_seat_could_hope_for_and_not_what_a_few_deals_say() -> None:
    for played in (1, 2):
        assert _weighed([1, 2], {1: 0.0, 2: 0.0}, played, seen(-0.2, 0.01, told=0.9), hope=0.4).chances[0] == 0.4
    game, judge = Game("usa", players=2, seed=5), judge_for(load("usa"), 2)
    found = [judge.hope(game.veiled(seat)) for seat in (0, 0)]
    assert found[0] is not None and 0 < found[0] < 1 and found[0] == found[1]


def test_two_cards_of_a_kind_are_one_decision() -> None:
    game = planned("usa", 2)
    replay = Game(game.setting, game.names, game.seed, game.starter)
    judge, twice = judge_for(game.setting, 2), 0
    for played in game.decisions[:40]:
        found = judged(judge, replay, played, QUICK)
        kinds = [alike(replay, decision) for decision in found.decisions]
        assert len(set(kinds)) == len(kinds)
        assert not kinds or played in found.decisions
        row = replay.view(None).row
        twice += len(set(row)) < len(row) and any(kind[0] == "take" for kind in kinds if isinstance(kind, tuple))
        replay.apply(played)
    assert twice > 0


def test_a_swing_that_is_gone_a_move_later_turned_nothing() -> None:
    steady, swing = [0.5] * 6 + [0.8] * 6, [0.5] * 6 + [0.9] + [0.5] * 5
    assert _stayed(steady, 6) == pytest.approx(0.3) and _stayed([1 - one for one in steady], 6) == pytest.approx(0.3)
    assert _stayed(swing, 6) <= 0 and _stayed(swing, 7) <= 0
    assert _stayed([0.5, 0.9], 1) == pytest.approx(0.4)  # the end stays


def test_a_review_is_told_in_every_language() -> None:
    game = planned("france", 2)
    *_, found = reviews(game, glance=QUICK, closer=[])
    shown = figures(game, found)
    assert len(shown.costliest) <= 5
    assert sum(one.luck for one in shown.seats) == pytest.approx(0)
    for code in languages():
        lines = list(told(language(code, "terminal", "review"), game, found, shown))
        assert not [line for line in lines if "{" in line]
        assert any("Ada" in line for line in lines)


WEST, EAST = ("claim", "calgary", "vancouver"), ("claim", "boston", "montreal")


def test_an_omission_is_booked_once_at_its_highest_as_long_as_it_stands_open() -> None:
    undone: Open = {}
    assert booked(undone, None, [(WEST, 0.05)]) == 0.05
    assert booked(undone, None, [(WEST, 0.04)]) == 0
    assert booked(undone, None, [(WEST, 0.07)]) == pytest.approx(0.02)
    assert booked(undone, None, [(WEST, 0.07), (EAST, 0.06)]) == 0.06  # something else, not asked before
    assert booked(undone, None, [(None, 0.03)]) == booked(undone, None, [(None, 0.03)]) == 0.03  # cards soon gone
    assert booked(undone, WEST, [(EAST, 0.05)]) == 0
    assert WEST not in undone
    assert booked(undone, EAST, [(EAST, 0.01)]) == 0.01  # the same claim, paid badly


def test_a_claim_put_off_is_one_error_in_the_account() -> None:
    game = planned("usa", 2)
    games, found, seen = positions(game), [], 0
    values = np.full((len(games), 2), 0.5)
    values[-1] = [seat in game.score().winners for seat in range(2)]
    claims = Game.of_record(game.setting, games[20:21])
    wanted = next(one for one in claims.legal() if claims.spelled(one)[0][0].word == "claim")
    seat = claims.to_move
    for number, played in enumerate(game.decisions):
        before = Game.of_record(game.setting, games[number : number + 1])
        lead = 0.1 if number >= 20 and before.to_move == seat and wanted in before.legal() and wanted != played else 0.0
        seen += lead > 0
        found.append(Judged([wanted, played], [0.5 + lead, 0.5], [0.0, 0.0], lead, 0.01) if lead else None)
    assert seen > 1
    told = account(game, values, found)
    assert closes(told)
    assert told.seats[seat or 0].errors == pytest.approx(0.1)
