"""Bots among themselves: anybody may set them down and watch, with everybody's chances beside the board. Where people play there are none."""

import time
from typing import Any

from server_running import Server, refused


def test_bots_play_while_somebody_watches_and_their_chances_are_told(server: Server) -> None:
    table, tokens = server.table("bot bot bot")
    assert tokens == []
    with server.join(table) as client:
        assert client.state["you"] == [] and client.state["table"]["hosts"] == []
        path = f"/api/tables/{table}/chances"
        end = time.monotonic() + 60
        line: list[dict[str, Any]] = []
        while time.monotonic() < end and len(line) < 2:
            client.hear("update")
            status, found = server.request(path)
            assert status == 200
            line = found["line"]
        assert len(line) >= 2
        for point in line:
            assert len(point["chances"]) == 3 and abs(sum(point["chances"]) - 1) < 0.01


def test_where_a_person_plays_nobody_is_told_chances(server: Server) -> None:
    table, tokens = server.table("me bot")
    path = f"/api/tables/{table}/chances"
    assert server.request(path) == (409, refused("not-over"))
    assert server.request(path, Authorization=f"Bearer {tokens[0]}") == (409, refused("not-over"))
