"""What never changes about a game, made once and kept."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from railhead.boards import Setting, game_ids, load
from railhead.server.refusals import Refusal
from railhead.words import (
    COLOURS,
    LEVELS,
    PROTOCOL,
    GameFacts,
    Games,
    GameSummary,
    Geometry,
    Look,
    Numbers,
    PieceSupply,
    Place,
    Players,
    Route,
    Symbols,
    Ticket,
    Zone,
)

LOOK = Path(__file__).parent.parent / "draw"


def minutes(setting: Setting) -> int:
    """A usual length with four people: laying trains takes time, stations and building some more."""
    beds = any(route.colour == "bed" for route in setting.routes)
    return int(setting.numbers["trains"]) + (15 if setting.numbers["stations"] else 0) + (20 if beds else 0)


@lru_cache(1)
def all_games() -> bytes:
    """GET /api/games."""
    games = [
        GameSummary(one.id, one.name, one.board["id"], Players(2, 5), minutes(one)) for one in map(load, game_ids())
    ]
    return msgspec.json.encode(Games(PROTOCOL, games, list(LEVELS)))


@lru_cache(64)
def one_game(name: str) -> tuple[bytes, str]:
    """GET /api/games/{game}, and its tag. It may take a while where a board was never laid out, so it is asked for in a thread."""
    if name not in game_ids():
        raise Refusal("unknown-path")
    setting = load(name)
    board = setting.board
    facts = GameFacts(
        id=setting.id,
        name=setting.name,
        board=board["id"],
        cities=[Place(city["id"], _name(city)) for city in board["cities"]],
        zones=[
            Zone(zone["id"], _name(zone), [end["id"] for end in zone["terminals"]]) for zone in board.get("zones", [])
        ],
        routes=msgspec.convert(setting.routes, list[Route], from_attributes=True),
        tickets=msgspec.convert(setting.tickets, list[Ticket], from_attributes=True),
        crossings=[(first, second) for first, second in board.get("crossings", [])],
        pieces=msgspec.convert(board.get("pieces", []), list[PieceSupply]),
        numbers=msgspec.convert(setting.numbers, Numbers),
        colours=list(COLOURS),
        geometry=_geometry(setting),
    )
    return _tagged(facts)


def _name(place: Mapping[str, str]) -> str:
    return place.get("name", place["id"])


def _geometry(setting: Setting) -> Geometry | None:
    """Where everything is drawn, if the board says where its cities are."""
    from railhead.draw.cache import geometry_of

    if not all("lat" in city for city in setting.board["cities"]):
        return None
    return msgspec.convert(geometry_of(dict(setting.board)), Geometry)


@lru_cache(1)
def look() -> tuple[bytes, str]:
    """GET /api/look."""
    themes = msgspec.json.decode((LOOK / "themes.json").read_bytes(), type=dict[str, dict[str, str]])
    symbols = msgspec.json.decode((LOOK / "symbols.json").read_bytes(), type=Symbols)
    return _tagged(Look(themes, symbols, (LOOK / "board.css").read_text(encoding="utf-8")))


def _tagged(answer: msgspec.Struct) -> tuple[bytes, str]:
    text = msgspec.json.encode(answer)
    return text, f'"{hashlib.sha256(text).hexdigest()[:24]}"'
