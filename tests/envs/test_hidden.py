"""Whatever a seat cannot know may be exchanged without a byte of its observation changing: in every game, with every number of players.

What is exchanged here is found without the kernel's own `redeal`, which has its own test: cards between hidden parts of hands and the
deck, tickets between other seats, their offers and the ticket deck, other seats' choices, the generator.
"""

from typing import Any

import numpy as np
import pytest

from railhead import Game
from railhead.boards import known_ids
from railhead.game.view import members
from railhead.kernel import doors, random
from railhead.kernel.observation import observation_size
from railhead.kernel.records import GAME, KINDS, NONE, PLAYER, TICKETS, TRACE

NO_TRACES = np.zeros(1, TRACE)


def exchange_cards(game: Any, seat: int, lot: np.random.Generator) -> None:
    """Deal anew what the others hold unseen, and the deck."""
    others = [other for other in range(game.players) if other != seat]
    hidden = {other: game.hands[other, :KINDS] - game.known[other] for other in others}
    pool = np.repeat(np.arange(KINDS), game.deck + sum(hidden.values()))
    lot.shuffle(pool)
    start = 0
    for other in others:
        count = int(hidden[other].sum())
        game.hands[other, :KINDS] = game.known[other] + np.bincount(pool[start : start + count], minlength=KINDS)
        start += count
    game.deck[:] = np.bincount(pool[start:], minlength=KINDS)


def exchange_tickets(game: Any, seat: int, lot: np.random.Generator) -> None:
    """Exchange tickets between all places that the seat cannot look into."""
    others = [other for other in range(game.players) if other != seat]
    mine = set(members(game.returned[seat]))
    ring = [(game.deck_top + depth) & TICKETS for depth in range(game.deck_tickets)]
    ring = [place for place in ring if int(game.ticket_deck[place]) not in mine]
    held = {other: members(game.tickets[other]) for other in others}
    offered = [(other, place) for other in others for place in range(game.offer_count[other])]
    pool = [*(int(game.ticket_deck[place]) for place in ring), *(ticket for some in held.values() for ticket in some)]
    pool += [int(game.offer[other, place]) for other, place in offered]
    pool = [ticket for ticket in pool if ticket != NONE]
    lot.shuffle(pool)
    for place in ring:
        if game.ticket_deck[place] != NONE:
            game.ticket_deck[place] = pool.pop()
    for other, place in offered:
        game.offer[other, place] = pool.pop()
    for other in others:
        game.tickets[other] = 0
        for _ in held[other]:
            ticket = pool.pop()
            game.tickets[other, ticket >> 6] |= np.uint64(1 << (ticket & 63))
        game.chosen[other] = lot.integers(1, 8)
        game.returned[other] = lot.integers(2**63, size=game.returned[other].shape, dtype=np.uint64)


def exchanged(array: Any, seat: int, lot: np.random.Generator) -> Any:
    """Another game that the seat cannot tell from this one."""
    other = array.copy()
    exchange_cards(other[0], seat, lot)
    exchange_tickets(other[0], seat, lot)
    other["generator"] = lot.integers(2**63, size=(1, 2), dtype=np.uint64)
    return other


@pytest.mark.parametrize("name", known_ids())
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_a_seat_cannot_know_is_in_no_byte(name: str, players: int) -> None:
    game, lot = Game(name, players, 31 + players), np.random.default_rng(players)
    board, player = game.setting.array, np.zeros(1, PLAYER)
    random.seed(player[0].generator, np.uint64(players))
    size = int(observation_size(game.setting.record, players))
    plain, other, veiled = (np.zeros(size, np.uint8) for _ in range(3))
    view = np.zeros(1, GAME)
    looked = 0
    met: set[int] = set()
    for number in range(10_000):
        phase = int(game.array["phase"][0])
        if number % 17 == 0 or phase not in met:
            for seat in range(players):
                twin = exchanged(game.array, seat, lot)
                assert twin.tobytes() != game.array.tobytes()
                doors.observe(board, game.array, seat, plain)
                doors.observe(board, twin, seat, other)
                assert plain.tobytes() == other.tobytes(), (number, seat)
                doors.copy(game.array, view)
                doors.veil(view, seat)
                doors.observe(board, view, seat, veiled)
                assert plain.tobytes() == veiled.tobytes(), (number, seat)
                looked += 1
        met.add(phase)
        if game.over:
            break
        doors.apply(board, game.array, doors.any_decision(board, game.array, player), NO_TRACES)
    assert game.over
    assert looked > 10 * players


@pytest.mark.parametrize("name", ["usa", "europe", "france"])
def test_no_environment_shows_more(name: str) -> None:
    """PettingZoo's and OpenSpiel's words and tensors, of positions in mid-game."""
    pytest.importorskip("pettingzoo", reason="needs PettingZoo: pip install 'railhead[envs]'")
    pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'railhead[envs]'")
    from railhead.envs import openspiel, pettingzoo

    lot, players = np.random.default_rng(2), 3
    env = pettingzoo.env(name, players)
    env.reset(seed=4)
    state = pyspiel.load_game("python_railhead", {"game": name, "players": players}).new_initial_state()
    state.apply_action(4)
    observer = openspiel.Observer(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    for step in range(120):
        decision = int(lot.choice(np.flatnonzero(env.last()[0]["action_mask"])))
        env.step(decision)
        state.apply_action(decision)
        if step % 20:
            continue
        assert state.records.tobytes() == env._table.records.tobytes()
        for seat, agent in enumerate(env.possible_agents):
            before = env._table.records.copy()
            seen, tensor = env.observe(agent), _seen(observer, state, seat)
            env._table.records[:] = state.records[:] = exchanged(before, seat, lot)
            again, once_more = env.observe(agent), _seen(observer, state, seat)
            assert all(np.array_equal(seen[key], again[key]) for key in seen)
            assert tensor == once_more
            env._table.records[:] = state.records[:] = before


def _seen(observer: Any, state: Any, seat: int) -> tuple[bytes, str]:
    observer.set_from(state, seat)
    return observer.tensor.tobytes(), observer.string_from(state, seat)
