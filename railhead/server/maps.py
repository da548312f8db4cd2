"""Maps of people's own: kept in the store by their contents, games like all others from then on. What is drawn, proposed or tried for them
is done in processes of its own, in which every address has its turn."""

import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

import msgspec

from railhead.boards import game_ids
from railhead.server import mapmaking, moment, store
from railhead.server.gate import Sealed, known_to_all, plain
from railhead.server.mapmaking import NAME
from railhead.server.refusals import Refusal
from railhead.server.tokens import mark_of
from railhead.server.turns import Asker
from railhead.server.worker import Worker
from railhead.words import GameSummary, KeptMap, Maps, NewMap, ServiceCode

SECONDS = 100.0  # that anything may take,
ANSWERING = 10.0  # and how long before a request's end it is refused, waiting for its turn counted in: a torn line tells nobody why
WAITING, WAITING_EACH = 60, 8  # things that may wait to be done: in all, and for one address
SUMMARY = msgspec.json.Decoder(GameSummary)
Result = TypeVar("Result")


def is_file(source: object) -> bool:
    """Is this the file of a map, and not a game's name?"""
    return isinstance(source, str) and source.startswith("{")


def counted(game: str) -> str:
    """What a game is counted as: all maps are one."""
    return "map" if NAME.fullmatch(game) else game


async def source(worker: Worker, game: str, otherwise: ServiceCode = "unknown-path") -> str:
    """What a game is known by in every process: its name, or the file of a map; refused if there is none."""
    found = game if game in game_ids() else await board_in(worker, game)
    if not found:
        raise Refusal(otherwise)
    return found


async def board_in(worker: Worker, text: str) -> str:
    """The file of the map that a text begins with the name of; empty if it names none that is kept."""
    named = NAME.match(text)
    found = await worker.read(store.read_map, named[0]) if named else None
    return found or ""


async def work(worker: Worker, address: str, job: Callable[..., Result], *arguments: Any) -> Result:
    """Have something done for a map when it is this address's turn; it ends, in time and within its memory, or is ended."""
    if worker.mapping[address] >= WAITING_EACH or worker.mapping.total() >= WAITING:
        raise Refusal("too-fast", wait=3000)
    worker.mapping[address] += 1
    try:
        patience = worker.settings.limits.request_seconds - ANSWERING
        asker = Asker(address, address)
        return await worker.makers.run(asker, SECONDS, mapmaking.bounded, job, *arguments, patience=patience)
    except (TimeoutError, BrokenProcessPool, OSError):
        raise Refusal("slow-map") from None
    finally:
        worker.maps_used = time.monotonic()
        worker.mapping -= type(worker.mapping)({address: 1})  # and whoever waits for nothing is forgotten


async def keep(worker: Worker, wanted: NewMap, address: str) -> Sealed:
    """Keep a map; the same one has the same name."""
    limits, maker = worker.settings.limits, mark_of(address, worker.marking)
    every, own = await worker.read(store.count_maps, maker)
    if every >= limits.maps or own >= limits.maps_an_address:
        raise Refusal("too-many-maps")
    name, summary, body = await work(worker, address, mapmaking.checked, bytes(wanted.board))
    await worker.write(store.keep_map, name, moment.now(), maker, wanted.listed, summary, body)
    return plain(KeptMap(name))


async def listed(worker: Worker) -> Sealed:
    """Maps that may be found."""
    found = await worker.read(store.listed_maps, worker.settings.limits.maps_listed_an_address)
    return known_to_all(msgspec.json.encode(Maps([SUMMARY.decode(one) for one in found])))
