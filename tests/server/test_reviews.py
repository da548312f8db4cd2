"""Reviews over HTTP: secret while a game goes on, rough at first, kept when they are whole."""

import random
import time
from typing import Any

from server_running import Server, play_out, refused


def path_of(table: str) -> str:
    return f"/api/tables/{table}/review"


def test_a_game_that_goes_on_has_no_review(server: Server) -> None:
    table, tokens = server.table("me bot")
    for body in (None, {}):
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
