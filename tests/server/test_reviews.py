"""Reviews over HTTP: secret while a game goes on, rough at first, kept when they are whole."""

import random
import time
from typing import Any

import msgspec
from server_running import Server, play_out, refused

from railhead.boards import load
from railhead.bots import sit
from railhead.bots.match import play as play_bots
from railhead.game.record import record


def path_of(table: str) -> str:
    return f"/api/tables/{table}/review"


def test_a_game_that_goes_on_has_no_review(server: Server) -> None:
    table, tokens = server.table("me bot")
    bodies: tuple[dict[str, Any] | None, ...] = (None, {})
    for body in bodies:
        assert server.request(path_of(table), body) == (409, refused("not-over"))
        assert server.request(path_of(table), body, Authorization=f"Bearer {tokens[0]}") == (409, refused("not-over"))
    assert server.request(path_of("nothing"), {})[1]["code"] == "unknown-table"


def test_a_lesson_has_no_review(server: Server) -> None:
    made = server.request("/api/lessons/cards", {"name": "Ada"})[1]
    assert server.request(path_of(made["table"]), {})[1]["code"] in ("not-over", "lesson")


def test_a_finished_game_is_reviewed_once_and_kept(server: Server) -> None:
    table, tokens = server.table("me bot")
    with server.join(table, *tokens) as client:
        play_out(client, [0], random.Random(5))
    status, waiting = server.request(path_of(table))
    assert (status, waiting["stage"], waiting["review"]) == (200, "waiting", None)  # asking alone begins nothing
    stages = _until_whole(server, table)
    assert stages[-1]["stage"] == "whole" and stages[-1]["done"] == stages[-1]["total"]
    found = stages[-1]["review"]
    for one in found["seats"]:
        told = one["start"] + one["luck"] + one["rivals_luck"] - one["errors"] + one["rivals_errors"]
        assert abs(told - one["result"]) < 1e-9
    assert len(stages[-1]["figures"]["costliest"]) <= 5
    assert server.request(path_of(table))[1] == stages[-1] == server.request(path_of(table), {})[1]


def test_a_finished_game_goes_on_from_any_move_at_a_table_of_its_own(server: Server) -> None:
    table, tokens = server.table("me bot", "europe")
    path = f"/api/tables/{table}/branch"
    assert server.request(path, {"move": 5, "seat": 0, "name": "Ada"}) == (409, refused("not-over"))
    with server.join(table, *tokens) as client:
        play_out(client, [0], random.Random(8))
    steps = server.request(f"/api/tables/{table}/replay?eyes=all")[1]["steps"]
    assert server.request(path, {"move": 5, "seat": 4, "name": "Ada"})[1]["code"] == "unknown-seat"
    assert server.request(path, {"move": 0, "seat": 0, "name": "Ada"})[1]["code"] == "bad-message"
    own = [number for number, step in enumerate(steps) if step["seat"] == 0]
    for move in (1, own[1], own[len(own) // 2], own[-1]):
        status, made = server.request(path, {"move": move, "seat": 0, "name": "Ada", "level": "child"})
        assert status == 201
        with server.join(made["table"], made["seats"][0]["token"]) as client:
            client.until(lambda state: 0 in state["waiting"])
            before = steps[move - 1]
            assert client.state["views"]["0"]["hand"] == before["all"][0]["hand"]
            assert client.state["views"]["0"]["seats"][1]["routes"] == before["view"]["seats"][1]["routes"]
            if move == own[-1]:
                play_out(client, [0], random.Random(9))


def _until_whole(server: Server, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    ended = time.monotonic() + 400
    while time.monotonic() < ended:
        status, told = server.request(path_of(table), {})
        assert status == 200
        found.append(told)
        if told["stage"] == "whole":
            break
        time.sleep(0.5)
    return found


def test_a_record_that_was_kept_is_reviewed_without_its_table(server: Server) -> None:
    game = play_bots(load("usa"), [sit("planner", load("usa"), seat) for seat in range(2)], 4).replayed("AB")
    kept = msgspec.to_builtins(record(game))
    stages = [server.request("/api/review", kept)[1]]
    while stages[-1]["stage"] != "whole" and len(stages) < 600:
        time.sleep(0.2)
        stages.append(server.request("/api/review", kept)[1])
    assert stages[-1]["stage"] == "whole" and stages[-1]["players"] == ["A", "B"]
    assert server.request("/api/review", kept)[1] == stages[-1]
    unfinished = {**kept, "moves": kept["moves"][:-1], "result": None}
    assert server.request("/api/review", unfinished)[1]["code"] in ("bad-record", "bad-message")
