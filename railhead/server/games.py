"""What never changes about a game, made once and kept."""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from railhead.boards import Setting, game_ids, load, tour_ids
from railhead.boards.loading import known
from railhead.lessons import LESSONS, find
from railhead.server.refusals import Refusal
from railhead.words import (
    COLOURS,
    LEVELS,
    PROTOCOL,
    GameFacts,
    Games,
    GameSummary,
    LessonSummary,
    Look,
    Numbers,
    PieceSupply,
    Place,
    Players,
    Policy,
    Route,
    Ticket,
    Zone,
)

if TYPE_CHECKING:
    from railhead.draw.shapes import Geometry

FEATURED = ("usa", "europe", "france", "usa-10th")  # shown at first on the home page, in this order
PREVIEW = 1200, 630  # pixels, as messengers want them
# Threads convert to these types: were it for the first time, and at the same time, msgspec would come down. It is for the second time.
_LEARNT = msgspec.json.Decoder(GameFacts)
LOOK = Path(__file__).parent.parent / "draw"


def minutes(setting: Setting) -> int:
    """A usual length with four people: laying trains takes time, stations and building some more."""
    beds = any(route.colour == "bed" for route in setting.routes)
    return int(setting.numbers["trains"]) + (15 if setting.numbers["stations"] else 0) + (20 if beds else 0)


def _featured(game: str) -> int | None:
    return FEATURED.index(game) if game in FEATURED else None


def summary(one: Setting) -> GameSummary:
    """A game in a list."""
    board, tour = one.board["id"], one.built_in and one.id in tour_ids()
    return GameSummary(one.id, one.name, board, Players(2, 5), minutes(one), _featured(one.id), len(one.tickets), tour)


@lru_cache(4)
def all_games(profiles: Policy) -> bytes:
    """GET /api/games."""
    games = [summary(one) for one in map(load, game_ids())]
    taught = [(name, lesson) for name in LESSONS if (lesson := find(name)) is not None]
    lessons = [LessonSummary(name, lesson.game, lesson.minutes) for name, lesson in taught]
    return msgspec.json.encode(Games(PROTOCOL, games, list(LEVELS), lessons, profiles))


@lru_cache(64)
def laid_out(source: str) -> tuple[Setting, "Geometry | None"]:
    """A game, by its name or the file of its map, and where everything on its board lies; it may take a while where a board was never
    laid out."""
    from railhead.draw.cache import geometry_of

    setting = known(source)
    drawable = all("lat" in city for city in setting.board["cities"])
    return setting, geometry_of(setting.board) if drawable else None


def picture(source: str, small: bool) -> tuple[bytes, str]:
    """GET /api/games/{game}/map.svg and small.svg, and its tag."""
    from railhead.draw.svg.page import map_picture, small_picture

    setting, geometry = laid_out(source)
    if geometry is None:
        raise Refusal("unknown-path")
    return _tag((small_picture if small else map_picture)(setting.board, geometry).encode())


def preview(source: str) -> tuple[bytes, str]:
    """GET /api/games/{game}/preview.png, and its tag: the board as messengers show it beside a link."""
    from railhead.draw.svg.page import preview as drawn
    from railhead.draw.svg.picture import to_png

    setting, geometry = laid_out(source)
    if geometry is None:
        raise Refusal("unknown-path")
    return _tag(to_png(drawn(setting.board, geometry, *PREVIEW), PREVIEW[0]))


def one_game(source: str) -> tuple[bytes, str]:
    """GET /api/games/{game}, and its tag."""
    from railhead.draw.shapes import plan_of

    setting, geometry = laid_out(source)
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
        geometry=plan_of(geometry) if geometry else None,
    )
    return _tag(msgspec.json.encode(facts))


def _name(place: Mapping[str, str]) -> str:
    return place.get("name", place["id"])


def look() -> tuple[bytes, str]:
    """GET /api/look."""
    from railhead.draw.svg.themes import symbols, themes

    answer = Look(themes(), symbols(), (LOOK / "board.css").read_text(encoding="utf-8"))
    return _tag(msgspec.json.encode(answer))


def _tag(data: bytes) -> tuple[bytes, str]:
    return data, f'"{hashlib.sha256(data).hexdigest()[:24]}"'
