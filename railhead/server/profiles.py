"""What people do with their profiles: a profile is a key that a browser has made; the server knows its hash, and keeps what belongs to it."""

import asyncio
import hashlib
import re
import secrets
from typing import Literal

from sqlalchemy import Engine

from railhead.server import (
    claimed,
    matches,
    moment,
    notices,
    passkeys,
    people,
    ratings,
    reaching,
    rooms,
    shapes,
    table,
    tries,
)
from railhead.server.gate import Sealed, plain
from railhead.server.messages import person_name
from railhead.server.people import KeptWay, Letter, Way
from railhead.server.reaching import NotThere
from railhead.server.refusals import Refusal
from railhead.server.store import transaction
from railhead.server.table import Live
from railhead.server.tokens import hash_of, new_token, seat_of
from railhead.server.worker import Worker
from railhead.text.messages import accepted
from railhead.words import (
    Best,
    Card,
    Everything,
    FoundPlace,
    FoundSeat,
    FoundSeats,
    History,
    HookWay,
    KeptSeat,
    KnownPasskey,
    KnownWay,
    MailWay,
    Me,
    Played,
    PushWay,
)

KEY = re.compile("[A-Za-z0-9_-]{43}")
ADDRESS = re.compile(r"[^\s@<>\"',;:\\()\[\]]{1,64}@[A-Za-z0-9.-]{1,180}\.[A-Za-z]{2,40}")
CODE_TRIES = 5
BACK_MOST, SHOWN_MOST, ALL_MOST = (
    60,
    50,
    10_000,
)  # seats that come back at once; games that are shown; that are downloaded
BEST_MOST = 50
NAMING = 10.0  # seconds in which a name must be found


def hash_in(key: str | None) -> str:
    """What the store knows of a key."""
    if key is None or not KEY.fullmatch(key):
        raise Refusal("no-profile")
    return hash_of(key)


def allowed(worker: Worker) -> None:
    """Refuse where the host wants no profiles."""
    if worker.settings.profiles == "forbidden":
        raise Refusal("no-profile")


def _welcome(worker: Worker, person: str) -> str:
    if person in worker.banned:
        raise Refusal("banned")
    return person


async def player(worker: Worker, key: str | None) -> str:
    """Whose a seat will be that somebody takes: a person, or nobody where they have no profile and need none."""
    policy = worker.settings.profiles
    if policy == "forbidden" or (key is None and policy != "required"):
        return ""
    found = await worker.read(people.read_person, hash_in(key))
    if found is None:
        if policy == "required":
            raise Refusal("no-profile")
        return ""
    return _welcome(worker, found[0])


async def known(worker: Worker, key: str | None) -> tuple[str, Card]:
    """A person that the store knows, and what they say of themselves."""
    allowed(worker)
    found = await worker.read(people.read_person, hash_in(key))
    if found is None:
        raise Refusal("no-profile")
    return _welcome(worker, found[0]), found[1]


async def asker(worker: Worker, key: str | None) -> str:
    """Who asks for what all may have; nobody where there is no profile."""
    if key is None or worker.settings.profiles == "forbidden":
        return ""
    found = await worker.read(people.read_person, hash_in(key))
    return found[0] if found else ""


async def me(worker: Worker, key: str | None) -> Sealed:
    """A person as the server knows them, for their own eyes."""
    person, card = await known(worker, key)
    ways, bound = await worker.read(_ways_in, person)
    return plain(
        Me(
            card=card,
            ways=[KnownWay(way.id, _kind(way.way), notices.shown(way), not way.code) for way in ways],
            push_key=shapes.push_key(worker.pushing),
            mail=bool(worker.settings.mail.host),
            passkeys=bound,
        )
    )


def _ways_in(engine: Engine, person: str) -> tuple[list[KeptWay], list[KnownPasskey]]:
    with transaction(engine) as connection:
        return people.read_ways(connection, [person]), passkeys.of_person(connection, person)


def _kind(way: Way) -> Literal["push", "hook", "mail"]:
    return "push" if isinstance(way, PushWay) else "hook" if isinstance(way, HookWay) else "mail"


async def introduce(worker: Worker, key: str | None, card: Card) -> Sealed:
    """A person says something about themselves, for the first time or again."""
    allowed(worker)
    found = await worker.read(people.read_person, hash_in(key))
    person = found[0] if found else hash_in(key)
    if card.name:
        person_name(card.name)
    if card.quiet is not None:
        notices.zone_of(card.quiet.zone)
    fitting = Card(card.name.strip(), card.colour, accepted(card.language), card.notices, card.quiet)
    await worker.write(people.write_card, person, fitting, moment.now())
    return await me(worker, key)


async def own(worker: Worker, key: str | None, seats: list[KeptSeat]) -> Sealed:
    """Seats come to belong to a person: those whose tokens they have; the others stay as they are."""
    person, _ = await known(worker, key)
    held = set(await worker.read(people.seats_of, person))
    for kept in seats:
        try:
            room = await rooms.open_room(worker, kept.table)
        except Refusal as refusal:
            if refusal.code == "unknown-table":
                continue
            raise
        seat = seat_of(kept.token, room.live.holders, room.live.spares)
        if seat is None or room.live.persons.get(seat) == person or room.live.head.lesson:
            continue
        if len(held) >= worker.settings.limits.seats_a_person:
            break
        held.add((room.name, seat))
        notice = worker.bus.notice("holders", room.name)
        await worker.write(people.own_seat, room.name, seat, person, moment.now(), notice)
        room.live.persons[seat] = person
    return await me(worker, key)


async def add_way(worker: Worker, key: str | None, way: Way, origin: str) -> Sealed:
    """A way to tell a person. What is not the browser's own has to be proved: nobody has others told things that they never asked for."""
    person, _ = await known(worker, key)
    ways = await worker.read(people.read_ways, [person])
    if len(ways) >= worker.settings.limits.ways:
        raise Refusal("too-many-ways", most=worker.settings.limits.ways)
    if isinstance(way, MailWay):
        if not worker.settings.mail.host or not ADDRESS.fullmatch(way.address):
            raise Refusal("bad-address")
    else:
        await _may_reach(worker, way.url if isinstance(way, HookWay) else way.endpoint)
    code = "" if isinstance(way, PushWay) else f"{secrets.randbelow(10**6):06}"
    if code and (
        wait := worker.proving.wait(_target(way))
    ):  # nobody's letter box is filled by those who are not theirs
        raise Refusal("too-fast", wait=wait)
    name = hashlib.sha256(people.encode(way)).hexdigest()[:32] if isinstance(way, PushWay) else secrets.token_hex(8)
    kept = KeptWay(name, person, origin, way, code)
    await worker.write(people.add_way, kept, moment.now())
    if code:
        letter = Letter(kept, "", 0, 0, 0, plain(notices.HERE))
        await worker.write(people.post, [letter], moment.now(), [moment.now()])
    return await me(worker, key)


def _target(way: Way) -> str:
    """Where it leads, as the same address may be written."""
    if isinstance(way, MailWay):
        name, _, host = way.address.lower().partition("@")
        return f"{name.partition('+')[0]}@{host}"
    return way.url if isinstance(way, HookWay) else way.endpoint


async def _may_reach(worker: Worker, url: str) -> None:
    """Refuse an address at which nothing may be sent: it is looked up now, and again whenever something is sent."""
    own = worker.settings.reach
    try:
        _, host, port, _, _ = reaching.judged(url, own)
        async with asyncio.timeout(NAMING):
            await asyncio.get_running_loop().run_in_executor(worker.naming, reaching.found, host, port, own)
    except (NotThere, OSError):  # a name that takes too long among them
        raise Refusal("bad-address") from None


async def prove(worker: Worker, key: str | None, name: str, code: str | None) -> Sealed:
    """The code that came a way, which is a person's from then on; without one the way is given up."""
    person, _ = await known(worker, key)
    way = next((one for one in await worker.read(people.read_ways, [person]) if one.id == name), None)
    if way is None:
        raise Refusal("unknown-way")
    if code is None:
        await worker.write(people.drop_way, way.id)
    elif way.code and not secrets.compare_digest(way.code.encode(), code.encode()):
        await worker.write(people.drop_way if way.tries + 1 >= CODE_TRIES else people.count_try, way.id)
        raise Refusal("wrong-code")
    else:
        await worker.write(people.prove_way, way.id)
    return await me(worker, key)


async def forget(worker: Worker, key: str | None) -> None:
    """Nothing of a person stays but the games, which are others' as well."""
    person, _ = await known(worker, key)
    await worker.write(people.forget, person)
    for room in worker.open.values():
        room.live.persons = {seat: other for seat, other in room.live.persons.items() if other != person}


async def seats_back(worker: Worker, key: str | None, had: list[str]) -> Sealed:
    """The seats of a person that a browser does not hold, each with a token of its own: those that others hold stay as they are."""
    person, _ = await known(worker, key)
    missing = [head for head in await worker.read(people.heads_of, person, BACK_MOST) if head.table not in had]
    tokens = [new_token() for _ in missing]
    notice = worker.bus.notice("holders", ",".join(sorted({head.table for head in missing})))
    hashes = [(head.table, head.seat, hash_of(token)) for head, token in zip(missing, tokens, strict=True)]
    if missing:
        await worker.write(people.add_spares, hashes, moment.now(), notice)
    for name in {head.table for head in missing} & set(worker.open):
        await rooms.hold_again(worker, worker.open[name])
    found = [
        FoundSeat(head.table, head.game, head.created, head.seat, token, head.phase == "over")
        for head, token in zip(missing, tokens, strict=True)
    ]
    return plain(FoundSeats(found))


async def history(worker: Worker, key: str | None) -> Sealed:
    """What a person has played."""
    person, _ = await known(worker, key)
    return plain(await worker.read(_played, person))


def _played(engine: Engine, person: str) -> History:
    with transaction(engine) as connection:
        games = people.read_results(connection, person, SHOWN_MOST)
        return History(games, people.read_tallies(connection, person), ratings.read(connection, person))


async def best(worker: Worker, key: str | None) -> Sealed:
    """The best of this server; whoever asks finds themselves."""
    person = await asker(worker, key)
    return plain(Best(await worker.read(ratings.best, person, BEST_MOST)))


async def routes(worker: Worker, key: str | None, game: str, source: str, look: str) -> bytes:
    """The routes of a game that a person has claimed, on its board: the more often the stronger."""
    person, card = await known(worker, key)
    times = await worker.read(people.read_claims, person, game)
    return await worker.at_leisure(claimed.picture, source, times, card.language, look)


async def everything(worker: Worker, key: str | None) -> Sealed:
    """Everything that is kept about a person."""
    person, card = await known(worker, key)
    return plain(await worker.read(_all, person, card))


def _all(engine: Engine, person: str, card: Card) -> Everything:
    with transaction(engine) as connection:
        return Everything(
            card=card,
            ways=[way.way for way in people.read_ways(connection, [person])],
            seats=[FoundPlace(name, seat) for name, seat in people.seats_of(connection, person)],
            games=people.read_results(connection, person, ALL_MOST),
            claims=people.all_claims(connection, person),
            rating=ratings.read(connection, person),
            tries=tries.tries_of(connection, person, ALL_MOST),
            passkeys=passkeys.of_person(connection, person),
            clubs=matches.of_person(connection, person, ALL_MOST),
            tallies=people.read_tallies(connection, person),
            blocked=people.count_rows(connection, "blocks", person),
            reported=people.count_rows(connection, "reports", person),
        )


async def note_results(worker: Worker, live: Live) -> None:
    """A game has ended: note how it did for the people who have profiles."""
    if not table.is_over(live) or live.game is None or not live.persons or live.head.lesson:
        return
    from railhead.server import daily

    scores, view = live.game.score(), live.game.view(None)
    order = sorted(range(len(live.seats)), key=lambda seat: (seat not in scores.winners, -scores.scores[seat].total))
    found = []
    for seat, person in live.persons.items():
        score = scores.scores[seat]
        place = 1 if seat in scores.winners else order.index(seat) + 1
        made = (place, score.total, len(score.completed), len(score.failed), score.longest)
        own = live.seats[seat].away is None
        ended = live.marks[-1].time
        played = Played(live.head.id, live.head.game, ended, len(live.seats), *made, own)
        found.append((person, seat, played, view.seats[seat].routes))
        if live.head.daily:
            await daily.note(worker, live, person, seat, played)
    await worker.write(people.write_results, found)
    standings = ratings.standings(live)
    if standings:
        await worker.write(ratings.write, live.head.id, live.marks[-1].time, standings)
