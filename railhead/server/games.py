"""What never changes about a game, made once and kept."""

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from railhead.boards import Setting, game_ids, load
from railhead.server.bots import levels
from railhead.server.messages import PROTOCOL
from railhead.server.refusals import Refusal
from railhead.words import COLOURS

LOOK = Path(__file__).parent.parent / "draw"


def minutes(setting: Setting) -> int:
    """A usual length with four people: laying trains takes time, stations and building some more."""
    beds = any(route.colour == "bed" for route in setting.routes)
    return int(setting.numbers["trains"]) + (15 if setting.numbers["stations"] else 0) + (20 if beds else 0)


@lru_cache(1)
def all_games() -> bytes:
    """GET /api/games."""
    settings = [load(name) for name in game_ids()]
    games = [
        {
            "id": one.id,
            "name": one.name,
            "board": one.board["id"],
            "players": {"least": 2, "most": 5},
            "minutes": minutes(one),
        }
        for one in settings
    ]
    return msgspec.json.encode({"protocol": PROTOCOL, "games": games, "levels": levels()})


@lru_cache(64)
def one_game(name: str) -> tuple[bytes, str]:
    """GET /api/games/{game}, and its tag. It may take a while where a board was never laid out, so it is asked for in a thread."""
    if name not in game_ids():
        raise Refusal("unknown-path")
    from railhead.draw.cache import geometry_of

    setting = load(name)
    board = setting.board
    geometry: Any = None
    if all("lat" in city for city in board["cities"]):
        geometry = geometry_of(dict(board))
    zones = [
        {"id": zone["id"], "name": zone.get("name", zone["id"]), "terminals": [end["id"] for end in zone["terminals"]]}
        for zone in board.get("zones", [])
    ]
    data = {
        "id": setting.id,
        "name": setting.name,
        "board": board["id"],
        "cities": [{"id": city["id"], "name": city.get("name", city["id"])} for city in board["cities"]],
        "zones": zones,
        "routes": [vars(route) for route in setting.routes],
        "tickets": [vars(ticket) for ticket in setting.tickets],
        "crossings": board.get("crossings", []),
        "pieces": board.get("pieces", []),
        "numbers": setting.numbers,
        "colours": COLOURS,
        "geometry": geometry,
    }
    return _tagged(data)


@lru_cache(1)
def look() -> tuple[bytes, str]:
    """GET /api/look."""
    themes, symbols = (
        json.loads((LOOK / f"{name}.json").read_text(encoding="utf-8")) for name in ("themes", "symbols")
    )
    return _tagged({"themes": themes, "symbols": symbols, "style": (LOOK / "board.css").read_text(encoding="utf-8")})


def _tagged(data: dict[str, Any]) -> tuple[bytes, str]:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return text, f'"{hashlib.sha256(text).hexdigest()[:24]}"'
