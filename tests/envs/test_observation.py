"""Observations: every number is what docs/observation.md says, and nothing hidden changes one."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from railhead import Game
from railhead.boards import load
from railhead.envs.fields import fields, highest
from railhead.game.view import members
from railhead.kernel import observation, random, turns, views
from railhead.kernel.records import KINDS, PLAYER, TICKET_WORDS

GAMES = ["usa", "usa-mega", "europe", "france"]


def observe(game: Game, seat: int) -> Any:
    board = game.setting.record
    out = np.full(observation.observation_size(board, game.players), 77, np.uint8)
    observation.observe(board, game.record, seat, out)
    return out


def positions(name: str, players: int, seed: int) -> Iterator[Game]:
    """Every position of a game by lot."""
    game = Game(name, players, seed)
    player = np.zeros(1, PLAYER)[0]
    random.seed(player.generator, np.uint64(seed))
    while not game.over:
        yield game
        game.apply(int(turns.any_decision(game.setting.record, game.record, player.generator)))
    yield game


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 5])
def test_hidden_things_dealt_anew_change_no_observation(name: str, players: int) -> None:
    pool = np.zeros(TICKET_WORDS, np.uint64)
    changed = 0
    for number, game in enumerate(positions(name, players, 3)):
        if number % 7 and game.phase != "first-tickets":
            continue
        for seat in range(players):
            other = game.clone()
            views.redeal(game.setting.record, other.record, seat, np.uint64(number), pool)
            changed += other.record.tobytes() != game.record.tobytes()
            assert np.array_equal(observe(game, seat), observe(other, seat)), (number, seat)
    assert changed > 40


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_that_knows_something_else_sees_something_else(name: str) -> None:
    """The counterpart: what the seat does know is in it, so two seats of one game never look alike."""
    for game in positions(name, 3, 5):
        assert len({observe(game, seat).tobytes() for seat in range(3)}) == 3


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_fields_cover_every_number_once_and_stay_in_range(name: str, players: int) -> None:
    setting = load(name)
    parts = list(fields(setting, players).values())
    assert parts[-1].start + parts[-1].size == observation.observation_size(setting.record, players)
    assert all(after.start == before.start + before.size for before, after in itertools.pairwise(parts))
    limits = highest(setting, players)
    for game in positions(name, players, 11):
        assert (observe(game, 0) <= limits).all()


@pytest.mark.parametrize("name", GAMES)
def test_every_field_says_what_the_game_says(name: str) -> None:
    players = 3
    setting = load(name)
    parts = fields(setting, players)
    for number, game in enumerate(positions(name, players, 8)):
        record = game.record
        for seat in range(players):
            if (number + seat) % 5:
                continue
            seen = observe(game, seat)

            def part(field: str, seen: Any = seen) -> Any:
                return parts[field].of(seen)

            def ones(field: str, seen: Any = seen) -> list[int]:
                return [int(place) for place in np.flatnonzero(parts[field].of(seen))]

            around = [(seat + step) % players for step in range(players)]
            assert ones("phase") == [record.phase]
            assert part("turns_left")[0] == record.turns_left
            assert part("deck_count")[0] == record.deck_count
            assert part("discards").tolist() == record.discards.tolist()
            assert part("discard_count")[0] == record.discards.sum()
            assert [row.argmax() if row.any() else -1 for row in part("row")] == record.row.tolist()
            assert part("hand").tolist() == record.hands[seat, :KINDS].tolist()
            unseen = record.deck + sum(record.hands[other, :KINDS] - record.known[other] for other in around[1:])
            assert part("unseen").tolist() == unseen.tolist()
            assert part("ticket_deck")[0] == record.deck_tickets
            assert ones("decider") == ([] if game.over else [around.index(record.seat)])
            for step, other in enumerate(around):
                assert part(f"hand_count_{step}")[0] == record.hands[other].sum()
                assert part(f"trains_{step}")[0] == record.trains[other]
                assert part(f"stations_left_{step}")[0] == record.stations_left[other]
                assert part(f"points_{step}")[0] == record.points[other]
                assert part(f"ticket_count_{step}")[0] == len(members(record.tickets[other]))
                assert part(f"offer_count_{step}")[0] == (record.offer[other] >= 0).sum()
                assert part(f"known_{step}").tolist() == record.known[other].tolist()
                assert np.flatnonzero(part("owned")[step]).tolist() == members(record.owned[other])
            paying = game.phase.startswith("pay")
            assert part("due")[0] == (record.due if paying else 0)
            assert part("due_ferry")[0] == (record.due_ferry if paying else 0)
            assert ones("due_colour") == ([record.due_colour] if paying else [])
            assert part("laid").tolist() == record.laid.tolist()
            assert part("turned").tolist() == [(record.turned == kind).sum() for kind in range(9)]
            assert ones("route") == ([record.route] if record.route >= 0 else [])
            assert ones("open") == sorted(set(members(record.open)) - set(members(record.barred[seat])))
            assert ones("tickets") == members(record.tickets[seat])
            joined = [ticket for ticket in ones("tickets") if _joined(game, seat, ticket)]
            assert ones("joined") == joined
            offered = [int(ticket) for ticket in record.offer[seat] if ticket >= 0]
            assert [int(row.argmax()) for row in part("offer") if row.any()] == offered
            assert ones("offer_joined") == [slot for slot, ticket in enumerate(offered) if _joined(game, seat, ticket)]
            assert sum(1 << slot for slot in ones("chosen")) == record.chosen[seat]
            assert ones("returned") == members(record.returned[seat])
            if setting.record.has_beds:
                for colour in range(8):
                    assert np.flatnonzero(part("built")[colour]).tolist() == members(record.built[colour])
                assert ones("free_beds") == members(record.free_beds)
                assert part("pieces").tolist() == record.pieces[:, 1:].tolist()
            if setting.record.stations:
                for step, other in enumerate(around):
                    mine = sorted(city for city in record.stations[other].tolist() if city >= 0)
                    assert np.flatnonzero(part("stations")[step]).tolist() == mine
                assert ones("city") == ([record.city] if record.city >= 0 else [])


def _joined(game: Game, seat: int, ticket: int) -> bool:
    """Do the seat's routes join a ticket's places? Found by walking, without the kernel."""
    board = game.setting.record
    reached = set(range(board.from_first[ticket], board.from_first[ticket] + board.from_count[ticket]))
    goal = range(board.to_first[ticket], board.to_first[ticket] + board.to_count[ticket])
    ends = [(int(board.a[route]), int(board.b[route])) for route in members(game.record.owned[seat])]
    grown = True
    while grown:
        grown = False
        for a, b in ends:
            if (a in reached) != (b in reached):
                reached |= {a, b}
                grown = True
    return not reached.isdisjoint(goal)
