"""The HTTP endpoints, in one list from which both the routes and the OpenAPI document are made."""

import gzip
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache, partial
from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from railhead.game.proof import public_key
from railhead.server import (
    chances,
    clubs,
    daily,
    days,
    games,
    gate,
    manners,
    mapmaking,
    maps,
    metrics,
    moment,
    passkeys,
    presence,
    profiles,
    puzzling,
    reviews,
    rooms,
    store,
    table,
)
from railhead.server.gate import Sealed, plain
from railhead.server.limits import Buckets, address_of
from railhead.server.refusals import Refusal
from railhead.server.seating import begin_lesson, make_table, play_on, take_seat
from railhead.server.table import Live
from railhead.server.tokens import seat_of
from railhead.server.worker import Worker
from railhead.words import (
    PROTOCOL,
    Alive,
    Announcement,
    AskPasskey,
    Best,
    Block,
    Card,
    ChangedPasskey,
    Club,
    ClubToken,
    ClubWish,
    Complaint,
    Daily,
    Days,
    Everything,
    Forget,
    FoundClubs,
    FoundSeats,
    GameFacts,
    GameReview,
    Games,
    History,
    JoinClub,
    KeptMap,
    KeptSeats,
    KnownTables,
    Look,
    MapProposal,
    Maps,
    MapTrial,
    MapWish,
    Me,
    NewClub,
    NewMap,
    NewPasskey,
    NewTable,
    NewTry,
    NewWay,
    PasskeyChallenge,
    PasskeyEntry,
    Places,
    PlayOn,
    Proof,
    PuzzleAnswer,
    PuzzlePosition,
    Puzzles,
    PuzzleTry,
    Ready,
    Record,
    Replay,
    Seated,
    SeenTable,
    ServerKey,
    ServiceCode,
    Tables,
    TakeSeat,
    TriedMap,
    Version,
    WatchedChances,
)

JSON, SVG, PNG = "application/json", "image/svg+xml", "image/png"
DRAWN = {"svg": SVG, "png": PNG, "pdf": "application/pdf"}
TOLD_MOST = 64  # replays and records of finished games that are kept
STANDING_MOST, STANDING_EACH = (
    60,
    6,
)  # tables of which may be asked at once how they stand, and with one request's right
LISTED_FOR = 24 * 3600 * 1000  # ms in which an open table is listed


@dataclass
class Asked:
    """A request, read and checked."""

    worker: Worker
    request: Request
    body: Any
    buckets: dict[str, Buckets]

    def part(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def token(self) -> str | None:
        """The token in the header, if there is one."""
        kind, _, token = self.request.headers.get("authorization", "").partition(" ")
        return token if kind.lower() == "bearer" and token else None

    def slow_down(self, what: str) -> None:
        """Refuse if this address asks for too much."""
        wait = self.buckets[what].wait(address_of(self.request))
        if wait:
            raise Refusal("too-fast", wait=wait)


@dataclass(frozen=True)
class Endpoint:
    """One method on one path."""

    method: str
    path: str
    about: str
    handle: Callable[[Asked], Awaitable[Response]]
    answer: type[msgspec.Struct] | None  # none: it is no JSON of ours
    body: type[msgspec.Struct] | None = None
    status: int = 200
    refusals: tuple[ServiceCode, ...] = ()
    query: tuple[str, ...] = ()
    secured: bool = False
    kind: str = "application/json"
    most: Literal["body", "record", "map"] = "body"  # the limit on the body's bytes


def respond(body: "Sealed | bytes", status: int = 200, kind: str = JSON, **headers: str) -> Response:
    """An answer; never kept by anybody unless it says so."""
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    return Response(body, status, {"cache-control": "no-store", **named}, kind)


def refuse(refusal: Refusal) -> Response:
    """The answer to what is not done."""
    wait = refusal.values.get("wait", 1000)
    seconds = max(1, wait // 1000) if isinstance(wait, int) else 1
    headers = {"retry-after": str(seconds)} if refusal.status in (429, 503) else {}
    return respond(gate.refused(refusal), refusal.status, **headers)


async def kept(asked: Asked, make: Callable[..., tuple[bytes, str]], *arguments: Any, kind: str = JSON) -> Response:
    """An answer that never changes: made once, and need not be sent again."""
    by = asked.worker.at_leisure if kind == PNG else None
    if arguments and maps.is_file(arguments[0]):  # what people drew themselves is drawn where it disturbs nobody
        by = partial(maps.work, asked.worker, address_of(asked.request))
    data, small, tag = await asked.worker.made_once(make, *arguments, by=by)
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if asked.request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if kind != PNG and "gzip" in asked.request.headers.get("accept-encoding", ""):
        return Response(small, 200, {**headers, "content-encoding": "gzip"}, kind)
    return Response(data, 200, headers, kind)


async def _version(asked: Asked) -> Response:
    return respond(plain(Version(PROTOCOL, release(), asked.worker.ready)))


@lru_cache(1)
def release() -> str:
    """The version that is installed."""
    from importlib.metadata import version

    return version("railhead")


async def _key(asked: Asked) -> Response:
    return respond(plain(ServerKey(public_key(asked.worker.signing))))


async def _games(asked: Asked) -> Response:
    return respond(games.all_games(asked.worker.settings.profiles))


async def _game(asked: Asked) -> Response:
    return await kept(asked, games.one_game, await maps.source(asked.worker, asked.part("game")))


async def _picture(asked: Asked) -> Response:
    small = asked.request.url.path.endswith("/small.svg")
    return await kept(asked, games.picture, await maps.source(asked.worker, asked.part("game")), small, kind=SVG)


async def _preview(asked: Asked) -> Response:
    asked.slow_down("reads")
    return await kept(asked, games.preview, await maps.source(asked.worker, asked.part("game")), kind=PNG)


async def _look(asked: Asked) -> Response:
    return await kept(asked, games.look)


async def _make(asked: Asked) -> Response:
    asked.slow_down("tables")
    person = await profiles.player(asked.worker, asked.token())
    return respond(await make_table(asked.worker, asked.body, address_of(asked.request), person), 201)


async def _learn(asked: Asked) -> Response:
    asked.slow_down("tables")
    made = await begin_lesson(asked.worker, asked.part("lesson"), asked.body.name, address_of(asked.request))
    return respond(made, 201)


async def _list(asked: Asked) -> Response:
    asked.slow_down("reads")
    wanted = asked.request.query_params.get("of")
    if wanted is not None:
        names = wanted.split(",")[:STANDING_MOST]
        for _ in range(STANDING_EACH, len(names), STANDING_EACH):  # many at once are paid for as several requests
            asked.slow_down("reads")
        return respond(gate.listing(await rooms.standing(asked.worker, names)))
    open_ = await asked.worker.read(
        store.open_tables, moment.now() - LISTED_FOR, asked.worker.settings.limits.listed_an_address
    )
    found = [await rooms.open_room(asked.worker, name, latest=False) for name in open_]
    alive = [room for room in found if presence.alive(asked.worker, room)]
    return respond(gate.listing([(room.live, presence.company(asked.worker, room)) for room in alive]))


async def _info(asked: Asked) -> Response:
    asked.slow_down("reads")
    found = await rooms.standing(asked.worker, [asked.part("table")])
    if not found:
        raise Refusal("unknown-table")
    return respond(gate.info(*found[0]))


async def _sit(asked: Asked) -> Response:
    asked.slow_down("tables")
    if not re.fullmatch("[0-4]", asked.part("seat")):
        raise Refusal("unknown-seat")
    room = await rooms.open_room(asked.worker, asked.part("table"))
    person = await profiles.player(asked.worker, asked.token())
    await manners.may_sit(asked.worker, room, person)
    return respond(await take_seat(asked.worker, room, int(asked.part("seat")), asked.body.name, person), 201)


async def _branch(asked: Asked) -> Response:
    asked.slow_down("tables")
    room = await rooms.open_room(asked.worker, asked.part("table"))
    return respond(await play_on(asked.worker, room, asked.body, address_of(asked.request)), 201)


async def _replay(asked: Asked) -> Response:
    asked.slow_down("replays")
    eyes = asked.request.query_params.get("eyes", "watch")
    room = await rooms.open_room(asked.worker, asked.part("table"))
    live, token = room.live, asked.token()
    if eyes not in ("all", "watch", *map(str, range(len(live.seats)))):
        raise Refusal("bad-message", at="$.eyes")
    seat = seat_of(token, live.holders, live.spares) if token else None
    if token and seat is None:
        raise Refusal("wrong-token")
    if not live.started:
        raise Refusal("not-started")
    if live.game is None:
        raise Refusal("preparing")
    if eyes not in ("watch", str(seat)) and not live.game.over:
        raise Refusal("not-over")
    if table.sealed(live) and eyes != str(seat):
        raise Refusal("sealed")
    if live.game.seed is None:  # it began in the middle
        raise Refusal("lesson")
    return await told_slowly(asked, live, eyes, gate.replay, eyes)


async def told_slowly(asked: Asked, live: Live, what: str, make: Callable[[Live, str], Sealed], how: str) -> Response:
    """A whole game: kept for a while if it is over."""
    worker, key = asked.worker, (live.head.id, what)
    data = worker.told.get(key)
    if data is None:
        over, frozen = table.is_over(live), gate.frozen(live)
        data = await asked.worker.at_leisure(packed, make, frozen, how)
        if over:
            worker.told[key] = data
            if len(worker.told) > TOLD_MOST:
                del worker.told[next(iter(worker.told))]
    return await unpacked(asked, data)


def packed(make: Callable[..., Sealed], *arguments: Any) -> bytes:
    """What takes long to tell, told and compressed."""
    return gzip.compress(make(*arguments), 5, mtime=0)


async def unpacked(asked: Asked, data: bytes, kind: str = JSON) -> Response:
    """An answer that is compressed already, for whoever takes it so."""
    if "gzip" in asked.request.headers.get("accept-encoding", ""):
        return respond(data, kind=kind, content_encoding="gzip", vary="accept-encoding")
    return respond(await asked.worker.in_thread(gzip.decompress, data), kind=kind, vary="accept-encoding")


async def _study(asked: Asked) -> Response:
    asked.slow_down("replays")
    line = asked.request.query_params.get("position", "")
    return respond(await asked.worker.at_leisure(gate.study, line, await maps.board_in(asked.worker, line)))


async def _opened(asked: Asked) -> Response:
    asked.slow_down("replays")
    if not asked.worker.ready:
        raise Refusal("preparing")
    board = await maps.board_in(asked.worker, asked.body.game)
    return await unpacked(asked, await asked.worker.at_leisure(packed, gate.opened, asked.body, board))


async def _board(asked: Asked) -> Response:
    asked.slow_down("replays")
    room = await rooms.open_room(asked.worker, asked.part("table"))
    if room.live.game is None:
        raise Refusal("preparing" if room.live.started else "not-started")
    if table.sealed(room.live):
        raise Refusal("sealed")
    look = asked.request.query_params.get("look", "classic")
    data = await asked.worker.at_leisure(packed, gate.picture, gate.frozen(room.live), look)
    return await unpacked(asked, data, SVG)


async def _record(asked: Asked) -> Response:
    asked.slow_down("replays")
    room = await rooms.open_room(asked.worker, asked.part("table"))
    if not table.is_over(room.live):
        raise Refusal("not-over")
    if table.sealed(room.live):
        raise Refusal("sealed")
    if room.live.head.lesson:  # what everybody knows beforehand proves nothing
        raise Refusal("lesson")
    name = f'attachment; filename="railhead-{room.live.head.id}.json"'
    answer = await told_slowly(asked, room.live, "record", gate.record, asked.worker.signing)
    answer.headers["content-disposition"] = name
    return answer


async def _me(asked: Asked) -> Response:
    asked.slow_down("reads")
    return respond(await profiles.me(asked.worker, asked.token()))


async def _introduce(asked: Asked) -> Response:
    asked.slow_down("people")
    return respond(await profiles.introduce(asked.worker, asked.token(), asked.body))


async def _own(asked: Asked) -> Response:
    asked.slow_down("reads")
    return respond(await profiles.own(asked.worker, asked.token(), asked.body.seats))


async def _add_way(asked: Asked) -> Response:
    asked.slow_down("people")
    origin = f"{asked.request.url.scheme}://{asked.request.headers.get('host', '')}"
    return respond(await profiles.add_way(asked.worker, asked.token(), asked.body.way, origin), 201)


async def _prove(asked: Asked) -> Response:
    asked.slow_down("reads")
    return respond(await profiles.prove(asked.worker, asked.token(), asked.part("way"), asked.body.code))


async def _seats(asked: Asked) -> Response:
    asked.slow_down("people")
    return respond(await profiles.seats_back(asked.worker, asked.token(), asked.body.known))


def _origin(asked: Asked) -> str:
    """Of which page a browser asks; it was found to be ours."""
    return asked.request.headers.get("origin", "")


async def _challenge(asked: Asked) -> Response:
    asked.slow_down("people")
    return respond(await passkeys.challenge(asked.worker, asked.token(), asked.body, _origin(asked)), 201)


async def _bind(asked: Asked) -> Response:
    asked.slow_down("people")
    return respond(await passkeys.bind(asked.worker, asked.token(), asked.body, _origin(asked)), 201)


async def _change_passkey(asked: Asked) -> Response:
    asked.slow_down("people")
    return respond(await passkeys.change(asked.worker, asked.token(), asked.part("passkey"), asked.body.name))


async def _enter(asked: Asked) -> Response:
    asked.slow_down("people")
    return respond(await passkeys.enter(asked.worker, asked.token(), asked.body, _origin(asked)), 201)


async def _history(asked: Asked) -> Response:
    asked.slow_down("reads")
    return respond(await profiles.history(asked.worker, asked.token()))


async def _routes(asked: Asked) -> Response:
    asked.slow_down("replays")
    game, look = asked.part("game"), asked.request.query_params.get("look", "classic")
    source = await maps.source(asked.worker, game)
    return await unpacked(asked, await profiles.routes(asked.worker, asked.token(), game, source, look), SVG)


async def _report(asked: Asked) -> Response:
    asked.slow_down("people")
    room = await rooms.open_room(asked.worker, asked.part("table"))
    await manners.report(asked.worker, room, asked.token(), asked.body)
    return respond(plain(Alive(True)), 201)


async def _block(asked: Asked) -> Response:
    asked.slow_down("people")
    await manners.block(asked.worker, asked.token(), asked.body)
    return respond(plain(Alive(True)))


async def _announced(asked: Asked) -> Response:
    return respond(plain(Announcement(asked.worker.announced)))


async def _best(asked: Asked) -> Response:
    asked.slow_down("reads")
    return respond(await profiles.best(asked.worker, asked.token()))


async def _days(asked: Asked) -> Response:
    asked.slow_down("reads")
    return respond(await daily.overview(asked.worker, asked.token()))


async def _day(asked: Asked) -> Response:
    asked.slow_down("reads")
    return respond(await daily.one_day(asked.worker, asked.part("day"), asked.token()))


async def _try(asked: Asked) -> Response:
    asked.slow_down("tables")
    return respond(await daily.begin(asked.worker, asked.token(), asked.body, address_of(asked.request)), 201)


async def _make_club(asked: Asked) -> Response:
    asked.slow_down("tables")
    person = await profiles.player(asked.worker, asked.token())
    return respond(await clubs.make(asked.worker, asked.body, address_of(asked.request), person), 201)


async def _club(asked: Asked) -> Response:
    asked.slow_down("reads")
    return respond(await clubs.show(asked.worker, asked.part("club"), asked.token()))


async def _join_club(asked: Asked) -> Response:
    asked.slow_down("tables")
    person = await profiles.player(asked.worker, asked.token())
    return respond(await clubs.join(asked.worker, asked.part("club"), asked.body, person), 201)


async def _act_club(asked: Asked) -> Response:
    asked.slow_down("tables")
    return respond(await clubs.act(asked.worker, asked.part("club"), asked.body, asked.token()))


async def _my_clubs(asked: Asked) -> Response:
    asked.slow_down("reads")
    return respond(await clubs.mine(asked.worker, asked.token()))


async def _everything(asked: Asked) -> Response:
    asked.slow_down("people")
    named = 'attachment; filename="railhead-profile.json"'
    return respond(await profiles.everything(asked.worker, asked.token()), content_disposition=named)


async def _forget(asked: Asked) -> Response:
    asked.slow_down("people")
    await profiles.forget(asked.worker, asked.token())
    return respond(plain(Alive(True)))


async def _review(asked: Asked) -> Response:
    asked.slow_down("reads")
    room = await rooms.open_room(asked.worker, asked.part("table"))
    address = address_of(asked.request)
    begin = None if asked.request.method == "GET" else lambda: asked.slow_down("reviews")
    return respond(await reviews.review(asked.worker, room, address, begin))


async def _chances(asked: Asked) -> Response:
    asked.slow_down("reads")
    return respond(chances.so_far(asked.worker, await rooms.open_room(asked.worker, asked.part("table"))))


async def _places(asked: Asked) -> Response:
    return await kept(asked, mapmaking.places)


async def _maps(asked: Asked) -> Response:
    asked.slow_down("reads")
    return respond(await maps.listed(asked.worker))


async def _propose(asked: Asked) -> Response:
    asked.slow_down("maps")
    if asked.body.stage == "games" and not asked.worker.ready:
        raise Refusal("preparing")
    return respond(await maps.work(asked.worker, address_of(asked.request), mapmaking.proposed, asked.body))


async def _try_map(asked: Asked) -> Response:
    asked.slow_down("maps")
    if not asked.worker.ready:
        raise Refusal("preparing")
    return respond(await maps.work(asked.worker, address_of(asked.request), mapmaking.tried, bytes(asked.body.board)))


async def _keep(asked: Asked) -> Response:
    asked.slow_down("maps")
    return respond(await maps.keep(asked.worker, asked.body, address_of(asked.request)), 201)


async def _map(asked: Asked) -> Response:
    asked.slow_down("reads")
    body = await maps.board_in(asked.worker, asked.part("map"))
    if not body:
        raise Refusal("unknown-path")
    return respond(body.encode())


async def _download(asked: Asked) -> Response:
    asked.slow_down("replays")
    body, kind = await maps.board_in(asked.worker, asked.part("map")), asked.request.url.path.rpartition(".")[2]
    if not body:
        raise Refusal("unknown-path")
    data = await maps.work(asked.worker, address_of(asked.request), mapmaking.drawn, body, kind)
    return respond(data, kind=DRAWN[kind], content_disposition="attachment")  # the page says by what name


async def _review_record(asked: Asked) -> Response:
    asked.slow_down("replays")
    if not asked.worker.ready:
        raise Refusal("preparing")
    address, board = address_of(asked.request), await maps.board_in(asked.worker, asked.body.game)
    begin = partial(asked.slow_down, "reviews")
    return respond(await reviews.review_record(asked.worker, asked.body, board, address, begin))


async def _puzzles(asked: Asked) -> Response:
    asked.slow_down("reads")
    today = date.fromisoformat(days.day_of(moment.now()))
    return respond(await asked.worker.in_thread(puzzling.listed, today))


async def _puzzle(asked: Asked) -> Response:
    asked.slow_down("reads")
    if not asked.worker.ready:
        raise Refusal("preparing")
    return respond(await asked.worker.in_thread(puzzling.position, asked.part("puzzle")))


async def _try_puzzle(asked: Asked) -> Response:
    asked.slow_down("reads")
    if not asked.worker.ready:
        raise Refusal("preparing")
    return respond(await asked.worker.in_thread(puzzling.tried, asked.part("puzzle"), asked.body.decision))


async def _health(asked: Asked) -> Response:
    return respond(plain(Alive(True)))


async def _ready(asked: Asked) -> Response:
    await asked.worker.read(store.check)
    if not asked.worker.ready:
        raise Refusal("preparing")
    return respond(plain(Ready(True)))


async def _metrics(asked: Asked) -> Response:
    worker = asked.worker
    found = metrics.gather(worker.settings.run_folder, worker.name, worker.metrics)
    return Response(metrics.text(found), media_type="text/plain; version=0.0.4")


async def _openapi(asked: Asked) -> Response:
    from railhead.server.openapi import document

    return respond(msgspec.json.encode(document(ENDPOINTS)))


AWAY: tuple[ServiceCode, ...] = ("unavailable",)
OF_BODY: tuple[ServiceCode, ...] = ("bad-json", "bad-message", "wrong-type", "wrong-origin", "too-large", "too-fast")
OF_PERSON: tuple[ServiceCode, ...] = ("no-profile", "too-fast", *AWAY)
TABLE = "/api/tables/{table}"
ENDPOINTS = (
    Endpoint("GET", "/api/key", "The key with which records are signed.", _key, ServerKey),
    Endpoint("GET", "/api/version", "The versions of protocol and server.", _version, Version),
    Endpoint("GET", "/api/games", "The games, and the levels of bots.", _games, Games),
    Endpoint("GET", "/api/games/{game}", "All that never changes about a game.", _game, GameFacts, refusals=("unknown-path",)),
    Endpoint("GET", "/api/games/{game}/map.svg", "The empty board, to be coloured by the page it is put in.", _picture, None, refusals=("unknown-path",), kind=SVG),
    Endpoint("GET", "/api/games/{game}/small.svg", "The board at the size of a thumb.", _picture, None, refusals=("unknown-path",), kind=SVG),
    Endpoint("GET", "/api/games/{game}/preview.png", "The board as messengers show it beside a link.", _preview, None, refusals=("unknown-path", "too-fast"), kind=PNG),
    Endpoint("GET", "/api/places", "Where a map may be made.", _places, Places),
    Endpoint("GET", "/api/maps", "Maps that their makers show to others.", _maps, Maps, refusals=("too-fast", *AWAY)),
    Endpoint("POST", "/api/maps", "Keep a map: it is a game from then on.", _keep, KeptMap, NewMap, 201, (*OF_BODY, "bad-map", "slow-map", "too-many-maps", *AWAY), most="map"),
    Endpoint("POST", "/api/maps/proposal", "A map of some places, as it could be.", _propose, MapProposal, MapWish, refusals=(*OF_BODY, "bad-map", "no-places", "few-places", "unknown-place", "unknown-town", "slow-map", "preparing", *AWAY), most="map"),
    Endpoint("POST", "/api/maps/trial", "Have bots play on a map, to see what its games are like.", _try_map, MapTrial, TriedMap, refusals=(*OF_BODY, "bad-map", "slow-map", "preparing", *AWAY), most="map"),
    Endpoint("GET", "/api/maps/{map}", "The board file of a map.", _map, None, refusals=("unknown-path", "too-fast", *AWAY)),
    Endpoint("GET", "/api/maps/{map}/board.svg", "A map as a picture.", _download, None, refusals=("unknown-path", "too-fast", *AWAY), kind=SVG),
    Endpoint("GET", "/api/maps/{map}/board.png", "The same in pixels.", _download, None, refusals=("unknown-path", "too-fast", *AWAY), kind=PNG),
    Endpoint("GET", "/api/maps/{map}/board.pdf", "A map, its tickets and cards, to be printed and cut out.", _download, None, refusals=("unknown-path", "too-fast", *AWAY), kind="application/pdf"),
    Endpoint("GET", "/api/look", "Colours and symbols.", _look, Look),
    Endpoint("GET", "/api/tables", "The open tables with a free seat, at which somebody is; or those that are asked for, by their names with commas.", _list, Tables, refusals=("too-fast", *AWAY), query=("of",)),
    Endpoint("POST", "/api/tables", "Make a table.", _make, Seated, NewTable, 201, (*OF_BODY, "bad-name", "unknown-game", "unknown-level", "too-many-tables", "no-profile", *AWAY)),
    Endpoint("POST", "/api/lessons/{lesson}", "Begin a lesson, at a table of its own.", _learn, Seated, TakeSeat, 201, (*OF_BODY, "bad-name", "unknown-path", "too-many-tables", *AWAY)),
    Endpoint("GET", TABLE, "What all may know about a table.", _info, SeenTable, refusals=("unknown-table", "too-fast", *AWAY)),
    Endpoint("POST", TABLE + "/seats/{seat}", "Take a free seat.", _sit, Seated, TakeSeat, 201, (*OF_BODY, "bad-name", "unknown-table", "unknown-seat", "seat-taken", "cancelled", "no-profile", *AWAY)),
    Endpoint("GET", TABLE + "/replay", "A game step by step.", _replay, Replay, refusals=("sealed", "bad-message", "unknown-table", "wrong-token", "not-over", "not-started", "lesson", "preparing", "too-fast", *AWAY), query=("eyes",), secured=True),
    Endpoint("GET", "/api/study", "A position, from its line.", _study, Replay, refusals=("bad-position", "too-fast"), query=("position",)),
    Endpoint("GET", TABLE + "/record", "The record of a finished game.", _record, Record, refusals=("sealed", "unknown-table", "not-over", "lesson", "too-fast", *AWAY)),
    Endpoint("POST", TABLE + "/branch", "Play on from before a move of a finished game, at a table of its own.", _branch, Seated, PlayOn, 201, (*OF_BODY, "sealed", "bad-name", "unknown-table", "unknown-seat", "unknown-level", "not-over", "lesson", "preparing", "too-many-tables", *AWAY)),
    Endpoint("POST", TABLE + "/review", "Have a finished game reviewed: what decided it, luck apart from skill. Ask again for more of it.", _review, GameReview, refusals=(*OF_BODY, "sealed", "unknown-table", "not-over", "not-started", "lesson", "preparing", *AWAY)),
    Endpoint("GET", TABLE + "/review", "The review of a finished game, as far as it is.", _review, GameReview, refusals=("sealed", "unknown-table", "not-over", "not-started", "lesson", "preparing", "too-fast", *AWAY)),
    Endpoint("GET", TABLE + "/chances", "Everybody's chance to win over a game between bots, by what all can see; ask again for more of it.", _chances, WatchedChances, refusals=("sealed", "unknown-table", "not-over", "preparing", "too-fast", *AWAY)),
    Endpoint("GET", TABLE + "/board.svg", "The board as it stands, as a picture.", _board, None, refusals=("sealed", "bad-message", "unknown-table", "not-started", "preparing", "too-fast", *AWAY), query=("look",), kind=SVG),
    Endpoint("POST", "/api/replay", "A game step by step, from its record.", _opened, Replay, Record, refusals=(*OF_BODY, "bad-record", "preparing"), most="record"),
    Endpoint("POST", "/api/review", "Have the game of a record reviewed. Ask again for more of it.", _review_record, GameReview, Record, refusals=(*OF_BODY, "bad-record", "preparing"), most="record"),
    Endpoint("GET", "/api/puzzles", "The puzzles, and the one of the day.", _puzzles, Puzzles, refusals=("too-fast",)),
    Endpoint("GET", "/api/puzzles/{puzzle}", "A puzzle: a position with one clearly best decision.", _puzzle, PuzzlePosition, refusals=("unknown-path", "preparing", "too-fast")),
    Endpoint("POST", "/api/puzzles/{puzzle}", "Try a decision, or ask what is best.", _try_puzzle, PuzzleAnswer, PuzzleTry, refusals=(*OF_BODY, "unknown-path", "preparing")),
    Endpoint("GET", "/api/me", "A person, by the key in the header, for their own eyes.", _me, Me, refusals=OF_PERSON, secured=True),
    Endpoint("POST", "/api/me", "What a person says about themselves.", _introduce, Me, Card, refusals=(*OF_BODY, *OF_PERSON, "bad-name"), secured=True),
    Endpoint("POST", "/api/me/seats", "Seats that come to belong to a person.", _own, Me, KeptSeats, refusals=(*OF_BODY, *OF_PERSON), secured=True),
    Endpoint("POST", "/api/me/ways", "A way to tell a person that it is their turn.", _add_way, Me, NewWay, 201, (*OF_BODY, *OF_PERSON, "bad-address", "too-many-ways"), secured=True),
    Endpoint("POST", "/api/me/ways/{way}", "The code that came a way; or the end of it.", _prove, Me, Proof, refusals=(*OF_BODY, *OF_PERSON, "unknown-way", "wrong-code"), secured=True),
    Endpoint("POST", "/api/passkeys/challenge", "Something for a passkey to sign.", _challenge, PasskeyChallenge, AskPasskey, 201, (*OF_BODY, *OF_PERSON, "too-many-passkeys"), secured=True),
    Endpoint("POST", "/api/me/passkeys", "Bind a passkey to a profile.", _bind, Me, NewPasskey, 201, (*OF_BODY, *OF_PERSON, "bad-name", "bad-passkey", "too-many-passkeys"), secured=True),
    Endpoint("POST", "/api/me/passkeys/{passkey}", "Another name for a passkey; or the end of it.", _change_passkey, Me, ChangedPasskey, refusals=(*OF_BODY, *OF_PERSON, "bad-name", "unknown-passkey"), secured=True),
    Endpoint("POST", "/api/passkeys", "Come in by a passkey: the key in the header is the profile's from then on.", _enter, Me, PasskeyEntry, 201, (*OF_BODY, *OF_PERSON, "bad-passkey", "unknown-passkey"), secured=True),
    Endpoint("POST", "/api/me/tables", "The seats of a person that a browser does not hold.", _seats, FoundSeats, KnownTables, refusals=(*OF_BODY, *OF_PERSON), secured=True),
    Endpoint("GET", "/api/me/games", "What a person has played.", _history, History, refusals=OF_PERSON, secured=True),
    Endpoint("GET", "/api/me/all", "Everything that is kept about a person.", _everything, Everything, refusals=OF_PERSON, secured=True),
    Endpoint("POST", "/api/me/forget", "Forget a person.", _forget, Alive, Forget, refusals=(*OF_BODY, *OF_PERSON), secured=True),
    Endpoint("GET", "/api/me/routes/{game}.svg", "The routes that a person has claimed, on the board: the more often the stronger.", _routes, None, refusals=(*OF_PERSON, "unknown-path", "bad-message"), secured=True, query=("look",), kind=SVG),
    Endpoint("GET", "/api/best", "The best of this server, people and bots.", _best, Best, refusals=OF_PERSON, secured=True),
    Endpoint("GET", "/api/daily", "The deal of today, and of the days before.", _days, Days, refusals=OF_PERSON, secured=True),
    Endpoint("GET", "/api/daily/{day}", "The deal of a day.", _day, Daily, refusals=(*OF_PERSON, "unknown-path"), secured=True),
    Endpoint("POST", "/api/daily", "Play the deal of the day, or go on with it; or one that is closed, for practice.", _try, Seated, NewTry, 201, (*OF_BODY, *OF_PERSON, "bad-name", "sealed", "unknown-path", "too-many-tables"), secured=True),
    Endpoint("POST", "/api/clubs", "Make a duplicate or a tournament.", _make_club, ClubToken, NewClub, 201, (*OF_BODY, "bad-name", "few-members", "unknown-game", "unknown-level", "too-many-clubs", "no-profile", *AWAY)),
    Endpoint("GET", "/api/clubs/{club}", "A duplicate or tournament, as the reader may see it.", _club, Club, refusals=("unknown-club", "too-fast", *AWAY), secured=True),
    Endpoint("POST", "/api/clubs/{club}/members", "Be one of those who play.", _join_club, ClubToken, JoinClub, 201, (*OF_BODY, "bad-name", "unknown-club", "unknown-seat", "seat-taken", "club-full", "answered", "started", "cancelled", "no-profile", "too-many-tables", *AWAY)),
    Endpoint("POST", "/api/clubs/{club}", "Begin, play the next round, leave, or give it up.", _act_club, Club, ClubWish, refusals=(*OF_BODY, "unknown-club", "unknown-seat", "not-host", "started", "cancelled", "few-members", "too-many-tables", *AWAY), secured=True),
    Endpoint("GET", "/api/me/clubs", "The duplicates and tournaments of a person.", _my_clubs, FoundClubs, refusals=OF_PERSON, secured=True),
    Endpoint("POST", TABLE + "/report", "Tell the host of the server about somebody at the table.", _report, Alive, Complaint, 201, (*OF_BODY, "unknown-table", "unknown-seat", "wrong-token", "bad-text", *AWAY), secured=True),
    Endpoint("POST", "/api/me/blocks", "Somebody at a table that a person wants to meet no more.", _block, Alive, Block, refusals=(*OF_BODY, *OF_PERSON, "unknown-table", "wrong-token"), secured=True),
    Endpoint("GET", "/api/announcement", "What the host says to all.", _announced, Announcement),
    Endpoint("GET", "/api/openapi.json", "All this in machine form.", _openapi, None),
    Endpoint("GET", "/health", "Is the process alive?", _health, Alive),
    Endpoint("GET", "/ready", "Can games be played?", _ready, Ready, refusals=("preparing", "unavailable")),
    Endpoint("GET", "/metrics", "Counts, as Prometheus text.", _metrics, None, kind="text/plain"),
)  # fmt: skip
