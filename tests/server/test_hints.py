"""Hints at tables that allow them; records that are opened; the board as a picture."""

import random
from typing import Any

import msgspec
import pytest
from server_running import Client, Server, any_move, refused
from test_secrecy import SEED, dealt_anew

from railhead import bots, value
from railhead.game import Game
from railhead.game.record import record
from railhead.server.bots import advise


def hint(client: Client, seat: int = 0) -> dict[str, Any]:
    return client.ask(type="hint", seat=seat, at=client.state["position"])


def test_a_hint_is_a_whole_move_that_can_be_played_with_its_reason(server: Server) -> None:
    table, tokens = server.table("me bot", "europe")
    with server.join(table, *tokens) as client:
        for _ in range(12):
            client.until(lambda state: "0" in state["choices"])
            advice = hint(client)
            assert advice["type"] == "advice"
            assert advice["hint"]["why"] != "none" and advice["hint"]["move"]["word"]
            assert client.move(0, advice["decisions"])["type"] == "done"


@pytest.mark.parametrize(
    ("seats", "wish", "allowed"),
    [
        ("me bot bot", None, True),  # one person with bots
        ("me here", None, False),
        ("me friend bot", None, False),
        ("me here", True, True),  # whoever makes the table may say so
        ("me bot", False, False),
    ],
)
def test_where_hints_are_allowed(server: Server, seats: str, wish: bool | None, allowed: bool) -> None:
    table, tokens = server.table(seats, hints=wish)
    assert server.request(f"/api/tables/{table}")[1]["options"]["hints"] is allowed
    if "friend" not in seats:
        with server.join(table, *tokens) as client:
            answer = hint(client)
            assert (answer["type"] == "advice") is allowed
            assert allowed or answer["code"] == "no-hints"


def test_a_hint_is_for_ones_own_seat_and_turn_only(server: Server) -> None:
    table, tokens = server.table("me here", hints=True)
    with server.join(table, tokens[0]) as anna, server.join(table) as watcher:
        assert hint(anna, 1)["code"] == "not-yours"
        assert hint(watcher)["code"] == "not-yours"
        anna.move(0, "keep 1 2")
        assert hint(anna)["code"] == "already-chosen"


@pytest.mark.parametrize("name", ["usa", "europe", "france"])
def test_dealing_hidden_cards_anew_changes_no_hint(name: str) -> None:
    lot, game, compared = random.Random(name), Game(name, players=3, seed=SEED), 0
    while not game.over and compared < 12:
        seat = game.to_move
        if seat is not None and len(game.decisions) % 7 == 0:
            other = dealt_anew(game, seat, lot.getrandbits(60))
            told = [advise(name, 3, one.veiled(seat).tobytes(), 600 * (compared < 2)) for one in (game, other)]
            assert told[0] == told[1]
            assert told[0][2] or compared >= 2
            compared += 1
        game.play(lot.choice(game.moves()))
    assert compared == 12


def test_a_chance_names_how_to_pay_only_where_that_is_no_question() -> None:
    lot, game, claims = random.Random(1), Game("usa", players=2, seed=SEED), set()
    while len(game.decisions) < 80:
        if game.to_move == 0 and len(game.decisions) % 5 == 0:
            for chance in advise("usa", 2, game.veiled(0).tobytes(), 600)[2]:
                ways = [move for move in game.moves() if move.word == "claim" and move.place == chance.move.place]
                if ways:
                    assert bool(chance.move.cards) is (len(ways) == 1)
                    claims.add(len(ways) == 1)
        game.play(lot.choice(game.moves()))
    assert claims == {True, False}


def test_nobody_is_advised_against_what_a_network_says_of_the_chances() -> None:
    game, against, likeliest = Game("europe", players=2, seed=5), [], 0
    seats = [bots.sit("hard", game.setting, number) for number in range(2)]
    while not game.over and len(game.decisions) < 90:
        seat = game.to_move
        assert seat is not None
        if seat == 0 and len(game.legal()) > 1:
            hint = advise("europe", 2, game.veiled(0).tobytes(), 600)[0]
            chances = {one.decision: one.chance for one in value.choices(game)}
            likeliest += hint.why == "likeliest"
            if chances[hint.decision] < max(chances.values()) - value.of(game).sure:
                against.append(str(hint.move))
            assert not hint.plan or hint.why != "likeliest" or hint.move.place in hint.plan
        game.apply(seats[seat](game.veiled(seat)))
    assert against == [] and likeliest > 0


def played_out(name: str) -> Game:
    lot, game = random.Random(3), Game(name, ["Anna", "Ben"], seed=7)
    while not game.over:
        game.play(lot.choice(game.moves()))
    return game


def test_a_record_is_opened_step_by_step_with_the_final_scores(server: Server) -> None:
    game = played_out("usa")
    status, told = server.request("/api/replay", msgspec.json.encode(record(game)))
    assert status == 200 and told["names"] == ["Anna", "Ben"] and told["over"]
    assert told["chart"][-1] == [score.total for score in game.score().scores]
    assert [step["seat"] for step in told["steps"][:3]] == [None, 0, 1]
    assert told["steps"][-1]["events"][-1]["e"] == "end"


def test_a_record_that_is_none_gets_a_reason(server: Server) -> None:
    good = msgspec.to_builtins(record(played_out("usa")))
    for change in (
        {"moves": ["draw", *good["moves"]]},
        {"moves": ["dance"]},
        {"game": "nowhere"},
        {"players": ["Anna"]},
        {"players": ["Anna", "\u202eneB"]},
        {"seed": "x"},
        {"board": {"id": "mine"}},
    ):
        assert server.request("/api/replay", {**good, **change}) == (422, refused("bad-record")), change
    assert server.request("/api/replay", {**good, "format": "something"})[1]["code"] == "bad-message"
    assert server.request("/api/replay", {**good, "moves": ["draw"] * 40_000})[1]["code"] == "too-large"
    assert server.request("/api/replay", b"\xff\xfe")[1]["code"] == "bad-json"


def test_the_board_as_a_picture_shows_what_is_claimed(server: Server) -> None:
    table, tokens = server.table("me here", "europe")
    lot = random.Random(1)
    with server.join(table, *tokens) as client:
        client.move(0, "keep 1 2")
        client.move(1, "keep 1 2")
        status, before = server.request(f"/api/tables/{table}/board.svg?look=dark")
        assert status == 200 and before.startswith(b"<svg") and b"@font-face" in before
        while not any(seat["routes"] for seat in client.state["views"]["0"]["seats"]):
            seat = client.state["toMove"]
            client.move(seat, any_move(client.state["choices"][str(seat)], lot))
        assert len(server.request(f"/api/tables/{table}/board.svg?look=dark")[1]) > len(before)
    assert server.request(f"/api/tables/{table}/board.svg?look=pink")[1]["code"] == "bad-message"
