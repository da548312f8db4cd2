"""Tables for language models: a scripted client plays whole games, and no tool's answer holds a byte of what its seat cannot know."""

import base64
import json
import os
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("mcp", reason="no MCP library here: pip install 'railhead[mcp]'")

import anyio
from mcp import Client
from mcp.client import advertise
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID

from railhead.boards import game_ids
from railhead.game import Game
from railhead.kernel import views
from railhead.kernel.records import DRAW, TICKET_WORDS
from railhead.models import server as serving
from railhead.models.server import PAGE, Tables, server
from railhead.models.table import Table

WHOLE_GAMES = 100 if os.environ.get("RAILHEAD_FULL") else 3
Work = Callable[[Client, Tables], Awaitable[None]]


def with_client(work: Work, log: Path | None = None) -> None:
    """Do something with a client of a server."""

    async def run() -> None:
        tables = Tables(log)
        async with Client(server(tables)) as client:
            await work(client, tables)

    anyio.run(run)


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """A tool's answer that is no error."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    return answer


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    """What a tool says that refuses."""
    answer: Any = await client.call_tool(tool, arguments)
    assert answer.is_error
    return str(answer.content[0].text)


# what is decided in all games together; to pay a route or a station in one of several ways is part of the move
DECISIONS = {
    ("first-tickets", "keep"), ("turn", "draw"), ("turn", "take"), ("second-card", "draw"), ("second-card", "take"), ("turn", "tickets"), ("keep-tickets", "keep"),
    ("turn", "claim"), ("turn", "station"), ("pay-tunnel", "pay"), ("pay-tunnel", "decline"), ("build", "build"),
}  # fmt: skip
TUNNELS = {("pay-tunnel", "pay"), ("pay-tunnel", "decline")}  # a few games by lot may have none that costs more
Met = set[tuple[str, str]]


async def whole_game(client: Client, number: int, met: Met) -> dict[str, Any]:
    """Play a game by lot to its end; returns how it ended, and notes what was decided."""
    game, lot = game_ids()[number % len(game_ids())], random.Random(number)
    started = await call(client, "start_table", game=game, players=2 + number % 3, level="child", seed=number)
    key = started.structured_content["keys"][0]
    found = (await call(client, "look", key=key)).structured_content
    while not found["over"]:
        if found["yourTurn"]:
            move = lot.choice(found["legal"])
            met.add((found["view"]["phase"], move.split()[0]))
            found = (await call(client, "move", key=key, move=move)).structured_content
        else:
            found = (await call(client, "wait", key=key, seconds=60)).structured_content
    return dict(found["result"])


def test_a_scripted_client_finishes_whole_games_with_all_decisions() -> None:
    met: Met = set()

    async def work(client: Client, tables: Tables) -> None:
        for number in range(WHOLE_GAMES):
            result = await whole_game(client, number, met)
            assert result["winners"] and len(result["scores"]) == 2 + number % 3

    with_client(work)
    assert met <= DECISIONS
    assert DECISIONS - met <= (set() if WHOLE_GAMES >= 100 else TUNNELS)


def test_two_models_at_one_table_play_with_keys_of_their_own() -> None:
    async def work(client: Client, tables: Tables) -> None:
        keys = (await call(client, "start_table", models=2, seed=1)).structured_content["keys"]
        assert len(set(keys)) == 2
        assert "not your turn" in await refusal(client, "move", key=keys[1], move="keep 1 2")
        await call(client, "move", key=keys[0], move="keep 1 2")
        second = (await call(client, "look", key=keys[1])).structured_content
        assert second["yourTurn"] and not any("keep" in line for line in second["happened"])  # C5
        assert not any("Model 1 keeps" in line for line in second["happened"])
        await call(client, "move", key=keys[1], move="keep 1 2")
        first = (await call(client, "wait", key=keys[0], seconds=0)).structured_content
        assert any("Model 2" in line for line in first["happened"])

    with_client(work)


def test_why_not_tells_the_rule_and_a_refused_move_changes_nothing() -> None:
    async def work(client: Client, tables: Tables) -> None:
        key = (await call(client, "start_table", seed=2)).structured_content["keys"][0]
        told = (await call(client, "why_not", key=key, move="keep 1")).structured_content
        assert told == {"legal": False, "why": "Keep at least 2 tickets. (C5)"}
        assert (await call(client, "why_not", key=key, move="keep 1 2")).structured_content["legal"]
        before = await call(client, "look", key=key)
        for text in ("keep 1", "", "draw " * 500, "\x00", "claim nowhere"):
            refused = await client.call_tool("move", {"key": key, "move": text})
            assert refused.is_error
        assert (await call(client, "look", key=key)) == before

    with_client(work)


def test_bad_arguments_get_a_sentence() -> None:
    async def work(client: Client, tables: Tables) -> None:
        for arguments in (
            {"game": "mars"}, {"level": "god"}, {"players": 9}, {"models": 0}, {"seed": -1}, {"game": "/etc/passwd"},
        ):  # fmt: skip
            assert await refusal(client, "start_table", **arguments)
        assert (await client.call_tool("look", {"key": "guessed"})).is_error

    with_client(work)


def test_the_board_is_a_picture_and_where_a_client_can_show_one_a_page() -> None:
    async def work(client: Client, tables: Tables) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"start_table", "board", "look", "why_not", "move", "wait", "picture"}
        assert tools["picture"].meta == {"ui": {"resourceUri": PAGE}}
        page: Any = (await client.read_resource(PAGE)).contents[0]
        assert page.mime_type == APP_MIME_TYPE and "ui/notifications/tool-result" in page.text
        key = (await call(client, "start_table", seed=2)).structured_content["keys"][0]
        image, words = (await call(client, "picture", key=key, width=300)).content
        assert base64.b64decode(image.data).startswith(b"\x89PNG") and "0 points" in words.text

    async def run() -> None:
        shown = advertise(EXTENSION_ID, {"mimeTypes": [APP_MIME_TYPE]})
        tables = Tables()
        async with Client(server(tables), extensions=[shown]) as client:
            await work(client, tables)

    anyio.run(run)


def test_tables_make_room_and_calls_are_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MOST_TABLES", 2)

    async def work(client: Client, tables: Tables) -> None:
        keys = [(await call(client, "start_table")).structured_content["keys"][0] for _ in range(3)]
        assert (await client.call_tool("look", {"key": keys[0]})).is_error
        await call(client, "look", key=keys[2])

    log = tmp_path / "calls.jsonl"
    with_client(work, log)
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [line["tool"] for line in lines] == ["start_table"] * 3 + ["look"]
    assert lines[-1]["asked"]["key"] and "Legal moves" in lines[-1]["answered"]


# ---- secrecy


def redealt(game: Game, seat: int, number: int) -> Game:
    """Another game that the seat cannot tell from this one."""
    other = Game.of_record(game.setting, game.array.copy(), game.names)
    pool = np.zeros(TICKET_WORDS, np.uint64)
    views.redeal(other.setting.record, other.record, seat, np.uint64(number), pool)
    return other


async def answers(client: Client, tables: Tables, key: str, game: Game, drawn: bool) -> list[str]:
    """What every tool answers at a table with this game; the rivals draw unseen cards."""
    told = []

    def sit_down() -> Table:
        table = Table(Game.of_record(game.setting, game.array.copy(), game.names), [0], "random")
        table.bots = dict.fromkeys(range(1, game.players), lambda view: DRAW)
        tables._seats[key] = (table, 0)
        return table

    sit_down()
    for tool, arguments in (
        ("look", {}), ("board", {}), ("picture", {"width": 200}), ("why_not", {"move": "claim paris-dieppe"}),
        ("why_not", {"move": "draw"}), ("move", {"move": "claim nowhere"}), ("move", {"move": "pay 9 red"}),
        ("wait", {"seconds": 0}),
    ):  # fmt: skip
        if tool == "picture" and not drawn:
            continue
        told.append((await client.call_tool(tool, {"key": key, **arguments})).model_dump_json())
    legal = json.loads(told[0])["structured_content"]["legal"]
    tunnels = {
        route.id for route in game.setting.routes if route.tunnel
    }  # these turn cards over, which nobody knows before
    open_moves = [
        move for move in legal if move.startswith(("claim", "keep", "station")) and move.split()[1] not in tunnels
    ]
    for move in open_moves[:3]:
        table = sit_down()
        told.append((await client.call_tool("move", {"key": key, "move": move})).model_dump_json())
        if table.waits_for_bot and table.game.phase == "turn":
            told.append((await client.call_tool("wait", {"key": key, "seconds": 60})).model_dump_json())
    return told


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_what_a_seat_cannot_know_is_in_no_byte_of_any_answer(name: str) -> None:
    async def work(client: Client, tables: Tables) -> None:
        key = (await call(client, "start_table", game=name, players=3)).structured_content["keys"][0]
        game, lot = Game(name, ["Model 1", "Bot 2", "Bot 3"], 8), random.Random(8)
        looked = 0
        while not game.over and looked < 6:
            if game.to_move == 0 and lot.random() < 0.2:
                looked += 1
                first = await answers(client, tables, key, game, drawn=looked == 6)
                assert await answers(client, tables, key, redealt(game, 0, looked), drawn=looked == 6) == first
            game.apply(lot.choice(game.legal()))
        assert looked == 6

    with_client(work)


def test_a_table_keeps_its_lock_as_long_as_it_lives_and_no_longer() -> None:
    """All locks were thrown away at once when there were many, those that were held, too: two bots could think at one table."""
    tables = [Table(Game("usa", 2, 1), [0], "random") for _ in range(3 * serving.MOST_TABLES)]
    before = len(serving._LOCKS)
    first = serving._lock_of(tables[0])
    for table in tables[1:]:
        serving._lock_of(table)
    assert serving._lock_of(tables[0]) is first
    del tables, table
    assert len(serving._LOCKS) <= before + 1
