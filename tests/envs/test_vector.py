"""The vector environment: the same games as everywhere, in arrays that the caller may give, begun anew as the caller likes."""

from typing import Any

import numpy as np
import pytest

from railhead import Game
from railhead.envs.vector import Vector
from railhead.kernel.doors import observe

GAMES = ["usa", "europe", "france"]


def chosen(masks: Any, lot: np.random.Generator) -> Any:
    """A legal decision by lot in every game; 0 where there is none."""
    return np.array([lot.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("auto_reset", [True, False])
def test_every_game_is_the_game_of_its_seed(name: str, auto_reset: bool) -> None:
    count, players = 3, 2
    table = Vector(name, count, players, auto_reset=auto_reset)
    table.reset(50)
    twins = [Game(name, players, 50 + number) for number in range(count)]
    begun = [1] * count
    seen = np.zeros_like(table.observations[0])
    lot = np.random.default_rng(1)
    for _ in range(500):
        decisions = chosen(table.masks, lot)
        decisions[[twin.over for twin in twins]] = -1
        _, masks, rewards, over = table.step(decisions)
        for number, twin in enumerate(twins):
            if decisions[number] >= 0:
                twin.apply(int(decisions[number]))
            assert over[number] == (twin.over and decisions[number] >= 0)
            assert rewards[number].any() <= over[number]
            if twin.over and (auto_reset or decisions[number] < 0):
                twins[number] = twin = Game(name, players, 50 + number + count * begun[number])
                begun[number] += 1
            assert table.records[number].tobytes() == twin.record.tobytes()
            if not twin.over:
                seat = table.seats[number]
                assert seat == twin.to_move
                assert np.flatnonzero(masks[number]).tolist() == twin.legal()
                observe(table.boards, table.records[number : number + 1], seat, seen)
                assert np.array_equal(seen, table.observations[number])
    assert min(begun) > 1


@pytest.mark.parametrize("threads", [1, 3])
def test_an_illegal_decision_changes_no_game(threads: int) -> None:
    table = Vector("usa", 7, 2, threads=threads)
    _, masks = table.reset(1)
    decisions = masks.argmax(axis=1)
    decisions[4] = 0
    before = table.records.tobytes()
    with pytest.raises(ValueError, match="decision 0 is not legal in game 4"):
        table.step(decisions)
    assert table.records.tobytes() == before


def test_threads_play_the_same_games() -> None:
    tables = [Vector("europe", 10, 3, threads=threads) for threads in (1, 4)]
    lots = [np.random.default_rng(3) for _ in tables]
    for table in tables:
        table.reset(9)
    for _ in range(300):
        for table, lot in zip(tables, lots, strict=True):
            table.step(chosen(table.masks, lot))
        for name in ("observations", "masks", "rewards", "over", "seats"):
            assert np.array_equal(getattr(tables[0], name), getattr(tables[1], name))


def test_given_arrays_are_used_and_wrong_ones_refused() -> None:
    shapes = Vector("usa", 2, 2)
    given: dict[str, Any] = {name: np.zeros_like(getattr(shapes, name)) for name in ("observations", "masks", "rewards", "over")}  # fmt: skip
    table = Vector("usa", 2, 2, **given)
    table.reset(1)
    for name, array in given.items():
        assert getattr(table, name) is array
    assert given["observations"].any() and given["masks"].any()
    readonly = given["masks"].copy()
    readonly.flags.writeable = False
    wrong: list[dict[str, Any]] = [
        {"observations": given["observations"][:1]},
        {"observations": given["observations"].astype(np.float32)},
        {"masks": np.asfortranarray(given["masks"])},
        {"masks": readonly},
        {"rewards": [[0.0, 0.0]] * 2},
    ]
    for one in wrong:
        with pytest.raises(ValueError, match=r"must be a C-contiguous|cannot be written"):
            Vector("usa", 2, 2, **one)


def test_minus_one_starts_anew_and_minus_two_waits() -> None:
    table = Vector("usa", 3, 2, auto_reset=False)
    table.reset(7)
    table.step(chosen(table.masks, np.random.default_rng(1)))
    before = table.records.copy()
    table.step([-1, -2, int(table.masks[2].argmax())])
    assert table.records[0].tobytes() == Game("usa", 2, 10).record.tobytes()
    assert table.records[1].tobytes() == before[1].tobytes()
    assert table.records[2].tobytes() != before[2].tobytes()


def test_seeds_may_be_given_one_by_one_and_some_games_begun_anew() -> None:
    table = Vector("usa", 3, 2)
    table.reset([5, 5, 9])
    assert [record.tobytes() for record in table.records] == [
        Game("usa", 2, seed).record.tobytes() for seed in (5, 5, 9)
    ]
    table.reset(100, which=np.array([False, True, False]))
    assert [record.tobytes() for record in table.records] == [
        Game("usa", 2, seed).record.tobytes() for seed in (5, 101, 9)
    ]
    with pytest.raises(ValueError, match="one seed, or one a game"):
        table.reset([1, 2])
    with pytest.raises(ValueError, match="no seed"):
        table.reset(-1)


@pytest.mark.parametrize("wrong", [{"games": 0}, {"threads": 0}, {"players": 1}, {"seat": 5}, {"reward": "fame"}])
def test_what_cannot_be_is_said(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"at least one|has 2 to 5|must be one of|no reward"):
        Vector("usa", **{"games": 2, "players": 2, **wrong})
