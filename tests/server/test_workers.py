"""Two workers, one table: whoever is connected where, all see the same."""

import random
from collections.abc import Iterator

import pytest
from server_running import PATIENT, Client, Server, any_move, play_out, running
from small_map import small_map

from railhead.server.settings import Settings


def many_clients(server: Server, name: str, *tokens: str) -> list[Client]:
    """Clients at different workers, as far as the machine spreads them."""
    return [server.join(name, *tokens) for _ in range(6)]


@pytest.fixture
def pair(store_url: str) -> Iterator[Server]:
    """A server of two workers, on either store."""
    with running(
        Settings(store=store_url, workers=2, bot_pause=0, bot_processes=1, absence=0.1, limits=PATIENT)
    ) as server:
        yield server


def test_all_workers_show_the_same(pair: Server) -> None:
    moves_chat_and_presence(pair)
    a_game_with_a_bot_is_played_once(pair)
    a_map_is_known_to_all(pair)


def a_map_is_known_to_all(server: Server) -> None:
    kept = server.request("/api/maps", {"board": small_map()})[1]["id"]
    for _ in range(6):  # whichever worker answers
        assert server.request(f"/api/maps/{kept}")[1]["id"] == kept
    name, tokens = server.table("me bot", kept)
    watchers = many_clients(server, name)
    with server.join(name, *tokens) as anna:
        play_out(anna, [0], random.Random(1))
    for watcher in watchers:
        watcher.until(lambda state: state["phase"] == "over")
        watcher.close()


def moves_chat_and_presence(server: Server) -> None:
    name, tokens = server.table("me friend")
    watchers = many_clients(server, name)
    with server.join(name, tokens[0]) as anna:
        status, seat = server.request(f"/api/tables/{name}/seats/1", {"name": "Ben"})
        assert status == 201
        with server.join(name, seat["seats"][0]["token"]) as ben:
            for watcher in watchers:
                watcher.until(lambda state: state["phase"] == "first-tickets" and state["present"] == [True, True])
                watcher.until(lambda state: state["watchers"] == 6)
            anna.until(lambda state: state["phase"] == "first-tickets")
            anna.move(0, "keep 1 2")
            ben.until(lambda state: state["waiting"] == [1])
            ben.move(1, "keep 1 2")
            ben.ask(type="chat", seat=1, text="hello")
            for watcher in watchers:
                watcher.until(lambda state: state["phase"] == "turn")
            assert all(watcher.hear("chat")["text"] == "hello" for watcher in watchers)
        for watcher in watchers:
            watcher.until(lambda state: state["present"] == [True, False])
            watcher.close()


def a_game_with_a_bot_is_played_once(server: Server) -> None:
    name, tokens = server.table("me bot")
    watchers = many_clients(server, name)
    lot = random.Random(1)
    with server.join(name, *tokens) as client:
        for _ in range(25):
            client.until(lambda state: "0" in state["choices"])
            assert client.move(0, any_move(client.state["choices"]["0"], lot))["type"] == "done"
        last = client.state["number"]
    for watcher in watchers:
        watcher.until(lambda state: state["number"] >= last)
        watcher.close()
