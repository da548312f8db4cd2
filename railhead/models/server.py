"""Tables for language models, served by the Model Context Protocol: `railhead mcp`.

Whoever starts a table gets a key for each seat that is played from outside. A key opens that seat's view, and nothing else: all answers are
made of the seat's veiled record and of events as the seat may see them. Every answer is bounded in time and size.
"""

import json
import secrets
import time
from collections.abc import Callable
from importlib import resources
from importlib.metadata import version
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import anyio
import anyio.to_thread
import msgspec
from mcp.server import MCPServer
from mcp.server.apps import Apps
from mcp.server.mcpserver import Image
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent

from railhead.boards import game_ids, load
from railhead.bots import LEVELS
from railhead.game import Game
from railhead.game.listing import listed
from railhead.game.moves import MoveError
from railhead.models.table import NotNowError, Table
from railhead.models.telling import asked, board_text, situation, tickets_in_play, why_not
from railhead.text.messages import language
from railhead.text.refusals import sentence
from railhead.words import SeatView

PAGE = "ui://railhead/board.html"
MOST_TABLES = 200  # the one that was not touched for longest makes room
MOST_WAIT = 60.0  # seconds
MOST_WIDTH = 2000  # pixels of a picture
INSTRUCTIONS = """A game of railways, with bots or other models. Call start_table once, read board, then look, move and wait in turn until the game is over.
Moves are texts such as `draw`, `take 3`, `tickets`, `keep 1 3`, `claim ROUTE with 3 red`; look lists those that are legal now.
After a move, wait lets the others play until it is your turn again. why_not explains a move that is not allowed."""


class Tables:
    """The tables of a server, by the keys of their seats."""

    def __init__(self, log: Path | None = None) -> None:
        self.log = log
        self._seats: dict[str, tuple[Table, int]] = {}
        self._touched: dict[int, float] = {}  # by the table's id()

    def start(self, game: str, players: int, level: str, models: int, seed: int | None) -> list[str]:
        """A new table; the keys of its outside seats, which are the first ones."""
        if game not in game_ids():
            raise ToolError(f"There is no game {game!r}; there are {', '.join(game_ids())}.")
        if level not in LEVELS:
            raise ToolError(f"There is no level {level!r}; there are {', '.join(LEVELS)}.")
        if not 2 <= players <= 5 or not 1 <= models <= players:
            raise ToolError("A game has 2 to 5 players (C2), and one of them at least is played from outside.")
        names = [f"Model {seat + 1}" if seat < models else f"Bot {seat + 1}" for seat in range(players)]
        table = Table(Game(load(game), names, seed), range(models), level)
        keys = [secrets.token_urlsafe(12) for _ in range(models)]
        self._make_room()
        self._seats |= {key: (table, seat) for seat, key in enumerate(keys)}
        self._touched[id(table)] = time.monotonic()
        return keys

    def _make_room(self) -> None:
        while len(self._touched) >= MOST_TABLES:
            oldest = min(self._touched, key=lambda one: self._touched[one])
            del self._touched[oldest]
            self._seats = {key: seat for key, seat in self._seats.items() if id(seat[0]) != oldest}

    def at(self, key: str) -> tuple[Table, int]:
        """The table and seat of a key."""
        if key not in self._seats:
            raise ToolError("There is no such key, or its table was cleared away: start_table gives a new one.")
        table, seat = self._seats[key]
        self._touched[id(table)] = time.monotonic()
        return table, seat

    def note(self, tool: str, arguments: dict[str, Any], answer: str) -> None:
        """Write down what was asked and answered."""
        if self.log is not None:
            line = {"tool": tool, "asked": arguments, "answered": answer}
            with self.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


def looked(table: Table, seat: int) -> dict[str, Any]:
    """What a seat may know, and do."""
    game = table.seen(seat)
    view: SeatView = game.view(seat)
    mine = view.to_move == seat
    found: dict[str, Any] = {
        "yourTurn": mine,
        "over": game.over,
        "asked": asked(view) if mine else "The game is over." if game.over else "It is somebody else's turn: wait.",
        "legal": list(listed(game)) if mine else [],
        "view": msgspec.to_builtins(view),
    }
    if game.over:
        found["result"] = msgspec.to_builtins(table.game.score())
    return found


def in_words(table: Table, seat: int, found: dict[str, Any], news: list[str]) -> str:
    """The same to read."""
    game = table.seen(seat)
    parts = [*news, situation(game.setting, game.view(seat)), found["asked"]]
    if found["legal"]:
        parts.append("Legal moves: " + "; ".join(found["legal"]))
    if game.over:
        result = found["result"]
        totals = ", ".join(f"{name} {score['total']}" for name, score in zip(game.names, result["scores"], strict=True))
        parts.append(f"Final totals: {totals}. Seats that have won: {result['winners']}.")
    return "\n".join(parts)


def picture_of(table: Table, width: int) -> bytes:
    """The board with all that lies open on it, as PNG."""
    from railhead.draw.cache import geometry_of
    from railhead.draw.svg.board import draw
    from railhead.draw.svg.picture import to_png
    from railhead.draw.svg.positions import Position

    view, setting = table.game.view(None), table.game.setting
    names = [f"{number} {seat.name}" for number, seat in enumerate(view.seats, 1)]
    position = Position(
        routes={name: seat.routes for name, seat in zip(names, view.seats, strict=True)},
        stations={name: seat.stations for name, seat in zip(names, view.seats, strict=True)},
        built=view.built or {},
        scores={name: seat.points for name, seat in zip(names, view.seats, strict=True)},
    )
    return to_png(draw(setting.board, geometry_of(setting.board), position, scoring=True), width)


def server(tables: Tables) -> MCPServer[Any]:
    """The server, with its tools."""
    apps = Apps()
    page = (resources.files("railhead") / "models" / "pages" / "board.html").read_text(encoding="utf-8")
    apps.add_html_resource(PAGE, page, name="board", title="The board", description="The board as a picture.")

    def answered(tool: str, arguments: dict[str, Any], words: str, found: dict[str, Any]) -> CallToolResult:
        tables.note(tool, arguments, words)
        return CallToolResult(content=[TextContent(type="text", text=words)], structured_content=found)

    def standing(tool: str, key: str, arguments: dict[str, Any]) -> CallToolResult:
        table, seat = tables.at(key)
        news, found = table.story(seat), looked(table, seat)
        found["happened"] = news
        return answered(tool, arguments, in_words(table, seat, found, news), found)

    @apps.tool(resource_uri=PAGE, name="picture", title="The board as a picture")
    def picture(key: str, width: int = 1000) -> CallToolResult:
        """The board as a picture (PNG): whose trains lie where, and the points so far."""
        table, _ = tables.at(key)
        wide = max(200, min(width, MOST_WIDTH))
        image = Image(data=picture_of(table, wide), format="png").to_image_content()
        points = [f"{seat.name}: {seat.points} points, {seat.trains} trains" for seat in table.game.view(None).seats]
        words = "; ".join(points)
        tables.note("picture", {"key": key, "width": width}, words)
        return CallToolResult(content=[image, TextContent(type="text", text=words)])

    served: MCPServer[Any] = MCPServer(
        "railhead",
        title="Railhead",
        instructions=INSTRUCTIONS,
        version=version("railhead"),
        extensions=[apps],
        log_level="WARNING",
    )

    def tool(function: Callable[..., Any]) -> None:
        served.add_tool(function, structured_output=False)

    def start_table(
        game: str = "usa", players: int = 2, level: str = "medium", models: int = 1, seed: int | None = None
    ) -> CallToolResult:
        """Start a table. `models` seats are played from outside (the first ones), bots of a level sit at the others. Returns a key for each
        outside seat: every other tool asks for it. Keep it secret from the other players."""
        if seed is not None and not 0 <= seed < 2**63:
            raise ToolError("A seed is a whole number from 0.")
        keys = tables.start(game, players, level, models, seed)
        arguments = {"game": game, "players": players, "level": level, "models": models, "seed": seed}
        words = "\n".join(f"The key of seat {seat}: {key}" for seat, key in enumerate(keys))
        return answered("start_table", arguments, words, {"keys": keys, "game": game, "players": players})

    def board(key: str) -> CallToolResult:
        """The board's routes and the tickets in play; they do not change."""
        setting = tables.at(key)[0].game.setting
        words = f"Routes:\n{board_text(setting)}\n\nTickets in play:\n{tickets_in_play(setting)}"
        return answered("board", {"key": key}, words, {"routes": len(setting.routes), "tickets": len(setting.tickets)})

    def look(key: str) -> CallToolResult:
        """What your seat sees, whose turn it is, and the moves that are legal now."""
        return standing("look", key, {"key": key})

    def why_not_tool(key: str, move: str) -> CallToolResult:
        """Why a move cannot be made now, with the rule that forbids it."""
        table, seat = tables.at(key)
        game = table.seen(seat)
        if game.over or game.to_move != seat:
            told = "The game is over." if game.over else "It is not your turn."
        else:
            told = why_not(game, move[:200]) or "It is legal."
        return answered("why_not", {"key": key, "move": move}, told, {"legal": told == "It is legal.", "why": told})

    def move(key: str, move: str) -> CallToolResult:
        """Make a move, written as in the list of legal ones. Then wait for the others."""
        table, seat = tables.at(key)
        try:
            table.move(seat, move)
        except MoveError as error:
            told = sentence(error, language())
            tables.note("move", {"key": key, "move": move}, told)
            raise ToolError(told) from None
        except NotNowError as error:
            tables.note("move", {"key": key, "move": move}, str(error))
            raise ToolError(str(error)) from None
        return standing("move", key, {"key": key, "move": move})

    async def wait(key: str, seconds: float = 20.0) -> CallToolResult:
        """Let the others play until it is your turn or the game is over, at most so many seconds; tells what happened."""
        table, seat = tables.at(key)
        until = time.monotonic() + max(0.0, min(seconds, MOST_WAIT))
        while not table.game.over and table.game.to_move != seat and time.monotonic() <= until:
            if table.waits_for_bot:
                async with _lock_of(table):
                    if table.waits_for_bot:
                        await anyio.to_thread.run_sync(table.bot_decides)
            else:
                await anyio.sleep(0.02)
        return standing("wait", key, {"key": key, "seconds": seconds})

    for function in (start_table, board, look, move, wait):
        tool(function)
    served.add_tool(why_not_tool, name="why_not", structured_output=False)
    return served


_LOCKS: WeakKeyDictionary[Table, anyio.Lock] = WeakKeyDictionary()


def _lock_of(table: Table) -> anyio.Lock:
    """One bot thinks at a table at a time, whoever waits for it."""
    return _LOCKS.setdefault(table, anyio.Lock())
