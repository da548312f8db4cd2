"""Rounds of a tournament by rule and property: everybody plays once a round, nobody meets anybody again who need not, byes and seats go round."""

from collections import Counter
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railhead.server.pairing import all_met, byes, everybody, meetings, seated, sizes, swiss
from railhead.server.standings import Ended, duplicate, means, shares, tournament

Rounds = list[list[list[int]]]


def played(players: list[int], size: int, rounds: int, lot: "st.DataObject | None" = None) -> Rounds:
    """A Swiss in which the lower number wins, or whoever the lot says."""
    found: Rounds = []
    results: list[tuple[list[int], Ended | None]] = []
    for _ in range(rounds):
        before = [table for round_ in found for table in round_]
        lines = tournament(players, results)
        tables = [
            seated(table, before)
            for table in swiss([one.player for one in lines], {one.player: one.score for one in lines}, before, size)
        ]
        for table in tables:
            order = lot.draw(st.permutations(table)) if lot else sorted(table)
            points = tuple(-order.index(player) for player in table)
            results.append((table, Ended(points, tuple(order.index(player) for player in table))))
        found.append(tables)
    return found


@given(st.data(), st.integers(3, 21), st.integers(2, 5), st.integers(1, 4))
@settings(max_examples=30, deadline=None)
def test_everybody_plays_once_a_round_and_byes_go_round(lot: st.DataObject, count: int, size: int, rounds: int) -> None:
    players = list(range(100, 100 + count))
    found = played(players, size, rounds, lot)
    for tables in found:
        assert sorted(chain.from_iterable(tables)) == players
        assert sorted(map(len, tables)) == sorted(sizes(count, size))
        assert sum(len(table) == 1 for table in tables) == (count % 2 if size == 2 else 0)
    had = byes([table for tables in found for table in tables])
    counts = [had[player] for player in players]
    assert max(counts) - min(counts) <= 1


@given(st.data(), st.integers(2, 10), st.integers(1, 6))
@settings(max_examples=30, deadline=None)
def test_pairs_meet_again_only_where_nobody_else_is_left(lot: st.DataObject, half: int, rounds: int) -> None:
    players = list(range(2 * half))
    found = played(players, 2, min(rounds, half), lot)  # so many rounds can always be played without meeting again
    met = meetings([table for tables in found for table in tables])
    assert max(met.values()) == 1


@pytest.mark.parametrize(
    ("count", "size", "rounds"), [(9, 3, 3), (20, 4, 3), (16, 4, 3), (25, 5, 3), (18, 3, 5), (30, 5, 3)]
)
def test_at_larger_tables_nobody_meets_again_in_the_first_rounds(count: int, size: int, rounds: int) -> None:
    found = played(list(range(count)), size, rounds)
    again = [pair for pair, times in meetings([table for tables in found for table in tables]).items() if times > 1]
    assert not again


def test_like_scores_meet() -> None:
    scores = {player: float(3 - player // 4) for player in range(12)}
    for size in (2, 4):
        for table in swiss(list(range(12)), scores, [], size):
            assert len({scores[player] for player in table}) == 1


@given(st.integers(2, 17))
def test_all_against_all_in_pairs_takes_no_round_too_many(count: int) -> None:
    players = list(range(count))
    rounds = count - 1 + count % 2
    found = [everybody(players, [], 2, number) for number in range(rounds)]
    met = meetings([table for tables in found for table in tables])
    assert set(met.values()) == {1} and len(met) == count * (count - 1) // 2
    assert all(sorted(chain.from_iterable(tables)) == players for tables in found)
    assert set(byes([table for tables in found for table in tables]).values()) == ({1} if count % 2 else set())


@pytest.mark.parametrize(("count", "size"), [(5, 4), (7, 3), (9, 3), (10, 5), (16, 4), (13, 4)])
def test_all_against_all_at_larger_tables_comes_to_an_end(count: int, size: int) -> None:
    players = list(range(count))
    before: list[list[int]] = []
    least = -(-(count - 1) // (size - 1))
    while not all_met(players, before):
        before += everybody(players, before, size, 0)
        assert len(before) <= 3 * least * len(sizes(count, size)), "too many rounds"


@given(st.lists(st.permutations(range(4)), min_size=1, max_size=4))
def test_seats_go_round(orders: list[list[int]]) -> None:
    before: list[list[int]] = []
    for order in orders:
        before.append(seated(order, before))
    sat = Counter((player, seat) for table in before for seat, player in enumerate(table))
    assert max(sat.values()) == 1  # four games, four seats


def test_shares_are_parts_of_the_others_beaten() -> None:
    assert shares([30, 10, 20]) == [1.0, 0.0, 0.5] and shares([7, 7]) == [0.5, 0.5] and shares([3]) == [1.0]


def test_a_tournament_counts_those_beaten_then_those_met_then_points() -> None:
    tables: list[tuple[list[int], Ended | None]] = [
        ([1, 2], Ended((90, 80), (0, 1))),
        ([3, 4], Ended((70, 60), (0, 1))),
        ([5], None),  # a bye is all there was to win
        ([1, 3], Ended((), ())),  # called off: half each
        ([2, 4], None),  # goes on
    ]
    lines = tournament([1, 2, 3, 4, 5], tables)
    assert [(one.player, one.score, one.points) for one in lines] == [
        (1, 1.5, 90), (3, 1.5, 70), (5, 1.0, 0), (2, 0.0, 80), (4, 0.0, 60),
    ]  # fmt: skip
    assert [one.place for one in lines] == [1, 2, 3, 4, 5]
    assert lines[0].second == lines[1].second == 0.75
    equal = tournament([1, 2], [([1, 2], Ended((50, 50), (0, 0)))])
    assert [(one.place, one.score) for one in equal] == [(1, 0.5), (1, 0.5)]


def test_who_has_left_is_beaten_by_all_who_have_not() -> None:
    """A bot may have won for them: the ranks say otherwise."""
    lines = tournament([1, 2], [([1, 2], Ended((120, 40), (1, 0), (0,)))])
    assert [one.player for one in lines] == [2, 1]


def test_a_duplicate_compares_seat_by_seat() -> None:
    tables: list[tuple[list[int | None], Ended]] = [
        ([1, 2], Ended((100, 60), (0, 1))),
        ([3, None], Ended((80, 90), (1, 0))),
        ([4, 5], Ended((60, 60), (0, 0), (1,))),  # a bot ended it for the fifth
        ([6, 7], Ended((), ())),  # called off
    ]
    assert means([ended for _, ended in tables]) == [80, 70]
    lines = duplicate(tables)
    assert [(one.player, one.place, one.score, one.second) for one in lines] == [
        (1, 1, 20, 1.0), (3, 2, 0, 0.5), (2, 3, -10, 0.25), (4, 4, -20, 0.0),
    ]  # fmt: skip
    assert duplicate([]) == [] and means([]) == []


def test_who_is_equal_at_different_seats_of_a_duplicate_shares_a_place() -> None:
    """The points of one seat are made of other cards than those of another."""
    lines = duplicate([([1, 2], Ended((21, 24), (1, 0))), ([3, 4], Ended((21, 24), (1, 0)))])
    assert [(one.player, one.place) for one in lines] == [(1, 1), (2, 1), (3, 1), (4, 1)]


@given(st.lists(st.lists(st.integers(-30, 200), min_size=3, max_size=3), min_size=1, max_size=8))
def test_differences_of_a_seat_add_up_to_nothing(points: list[list[int]]) -> None:
    tables: list[tuple[list[int | None], Ended]] = [
        ([3 * table + seat for seat in range(3)], Ended(tuple(made), (0, 0, 0))) for table, made in enumerate(points)
    ]
    lines = {one.player: one for one in duplicate(tables)}
    for seat in range(3):
        assert abs(sum(lines[3 * table + seat].score for table in range(len(points)))) < 1e-6
