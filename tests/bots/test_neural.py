"""The bot that was taught by self-play: it plays what it has learned, and elsewhere the planner stands in."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railhead import Game
from railhead.boards import load
from railhead.bots import choose, names, neural, sit
from railhead.bots.neural import keeping, thinking
from railhead.bots.neural.notice import FAR, NEAR, ROOM, notice_games, noticed_size
from railhead.envs.vector import Vector
from railhead.kernel.records import FIRST_TICKETS, KEEP_TICKETS, TAKE_TICKETS


def test_neural_beats_one_step() -> None:
    assert "neural" in names()
    setting = load("usa")
    won = 0.0
    for seed in range(6):
        game = Game(setting, 2, seed)
        bots = [sit("neural", setting, seed), sit("one-step", setting, seed)]
        while not game.over:
            seat = game.to_move
            assert seat is not None
            game.apply(bots[(seat + seed) % 2](game.veiled(seat)))
        won += seed % 2 in game.score().winners
    assert won >= 5


@pytest.mark.parametrize("name", ["usa", "europe", "france"])
@pytest.mark.parametrize("players", [3, 5])
def test_with_three_and_five_the_network_for_four_decides_but_tells_no_chances(name: str, players: int) -> None:
    game = Game(name, players, 1)
    playing = neural.playing_at(game.setting, players)
    assert playing is not None and playing.tables == {f"{name}-4"}
    assert choose("neural", game) == neural.chooser(playing, game.setting)(game.veiled(0))
    assert neural.learned_at(game.setting, players) is None


def test_the_planner_stands_in_where_nothing_was_learned() -> None:
    tables = {f"{name}-{players}" for name in ("usa", "europe", "france") for players in (2, 4)}
    assert tables == set(neural.shipped())
    game = Game("usa-mega", 3, 1)
    assert neural.playing_at(game.setting, game.players) is None
    assert choose("neural", game) == choose("planner", game)


@pytest.mark.parametrize("bot", ["neural", "ahead"])
def test_where_another_bot_chooses_tickets_better_it_has_the_say_about_them(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And about nothing else."""
    monkeypatch.setattr(thinking, "ROUNDS", ((2, 5), (4, 2)))
    game = Game("france", 2, 5)
    assert neural.TICKETS_BY["france-2"] == "planner"
    seats = [sit(bot, game.setting, 0), sit("planner", game.setting, 1)]
    adviser = sit("planner", game.setting, 0)
    taken = 0
    while not game.over:
        seat = game.to_move
        assert seat is not None
        view = game.veiled(seat)
        decision = seats[seat](view)
        if seat == 0:
            advised = adviser(view)
            assert (decision == TAKE_TICKETS) == (advised == TAKE_TICKETS)
            if view.phase in (FIRST_TICKETS, KEEP_TICKETS):
                assert decision == advised
                taken += 1
        game.apply(decision)
    assert taken > 1


def test_a_network_tells_chances_that_add_up() -> None:
    """From either seat's view, whoever is to move."""
    game = Game("usa", 2, 3)
    learned = neural.learned_at(game.setting, 2)
    assert learned is not None and learned.about["decisions"] > 10**9
    for seat in range(2):
        said = neural.opinion(learned, game.setting, game.veiled(seat), seat)
        assert said.chances.sum() == pytest.approx(1)
        assert 0.2 < said.chances[0] < 0.8  # nothing has happened yet


def test_a_policy_of_another_library_becomes_a_bot() -> None:
    first = neural.policy_chooser(load("usa"), lambda _observation, mask: int(mask.argmax()))
    game = Game("usa", 2, 1)
    assert first(game.veiled(0)) == min(game.legal())


def test_weights_are_kept_in_a_byte_each_and_come_back_nearly_the_same(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    weights = {"first": random.normal(size=(7, 5)).astype(np.float32), "bias": np.arange(7, dtype=np.float32)}
    keeping.keep(tmp_path / "weights.npz", weights, {"tables": ["usa-2"]})
    back, about = keeping.load(tmp_path / "weights.npz")
    assert about == {"tables": ["usa-2"]}
    assert np.abs(back["first"] - weights["first"]).max() <= np.abs(weights["first"]).max() / 127
    assert np.array_equal(back["bias"], weights["bias"])


def noticed_plainly(setting: Any, game: Any, seat: int) -> list[int]:
    """The same by the plainest means: distances between all nodes, from the rules' words alone."""
    board = setting.record
    routes, nodes, tickets = int(board.routes), int(board.nodes), int(board.tickets)

    def member(words: Any, number: int) -> bool:
        return bool(int(words[number >> 6]) >> (number & 63) & 1)

    ends = [(int(board.a[route]), int(board.b[route])) for route in range(routes)]
    apart = np.full((nodes, nodes), FAR, int)
    np.fill_diagonal(apart, 0)
    cost = {}
    for route, (a, b) in enumerate(ends):
        if member(game.owned[seat], route):
            cost[route] = 0
        elif member(game.open, route) and not member(game.barred[seat], route):
            cost[route] = int(board.length[route]) + 1
        if route in cost:
            apart[a, b] = apart[b, a] = min(apart[a, b], cost[route])
    for middle in range(nodes):
        apart = np.minimum(apart, apart[:, middle, None] + apart[None, middle])
    apart = np.minimum(apart, FAR)
    offered = [int(game.offer[seat, slot]) for slot in range(int(game.offer_count[seat]))]
    distances, totals, nears, shorts = [0] * tickets, [0] * routes, [0] * routes, [0] * routes
    for ticket in range(tickets):
        held = member(game.tickets[seat], ticket)
        if not held and ticket not in offered:
            continue
        start, end = (
            range(int(first[ticket]), int(first[ticket]) + int(count[ticket]))
            for first, count in ((board.from_first, board.from_count), (board.to_first, board.to_count))
        )
        distances[ticket] = way = min(int(apart[a, b]) for a in start for b in end)
        if not held or way in (0, FAR):
            continue
        for route, (a, b) in enumerate(ends):
            if cost.get(route, 0):
                from_a, from_b = (
                    {node: min(int(apart[one, node]) for one in place) for node in (a, b)} for place in (start, end)
                )
                detour = min(from_a[a] + from_b[b], from_a[b] + from_b[a]) + cost[route] - way
                totals[route] += int(board.value[ticket]) if detour == 0 else 0
                nears[route] = max(nears[route], NEAR - detour)
    hand = [int(number) for number in game.hands[seat]]
    for route in range(routes):
        if cost.get(route, 0):
            colours = [int(board.colour[route])] if board.colour[route] < 8 else list(range(8))
            colours = [colour for colour in range(8) if member(game.built[colour], route)] or colours
            shorts[route] = max(0, int(board.length[route]) - max(hand[colour] for colour in colours) - hand[8])
    return [*distances, *totals, *nears, *shorts]


@pytest.mark.parametrize(("game", "players"), [("usa", 2), ("europe", 4), ("france", 3)])
def test_ways_to_tickets_are_noticed(game: str, players: int) -> None:
    table = Vector(game, 3, players)
    table.reset(7)
    size = int(noticed_size(table.setting.record))
    found = np.zeros((3, size), np.uint8)
    for step in range(120):
        table.step(table.decide_by_lot().copy())
        if step % 20 == 0:
            notice_games(table.boards, table.records, table.seats, found, np.zeros(1, ROOM))
            for number in range(3):
                assert found[number].tolist() == noticed_plainly(
                    table.setting, table.records[number], int(table.seats[number])
                )
