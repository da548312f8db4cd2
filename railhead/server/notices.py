"""Notices: who is to be told that it is their turn, put into the store's outbox once for each turn and way, and sent from there by whichever worker
takes them out; what cannot be sent is tried again after growing pauses, and an address that is gone is dropped.
"""

import asyncio
import hashlib
import logging
import smtplib
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from http import HTTPStatus
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from railhead.server import gate, moment, people, presence, reaching, rooms, shapes, table
from railhead.server.people import KeptWay, Letter
from railhead.server.reaching import NotThere
from railhead.server.refusals import Refusal
from railhead.server.room import Room
from railhead.server.worker import Worker
from railhead.words import Card, HookWay, MailWay, PushWay, Quiet, Turn

log = logging.getLogger("railhead.server")
EVERY = 1.0  # seconds from one looking into the outbox to the next
TOGETHER = 32  # letters that a worker sends at a time
LONG = 4.0  # seconds after which a way is sluggish
FEW = 8  # letters that go by such ways at a time
LATER = 2_000  # ms until others are tried
SLUGGISH_MOST = 10_000  # of them are known
LEASE = 60_000  # ms in which no other worker sends them; a sending takes less
PAUSES = (
    5,
    30,
    120,
    600,
    3600,
    6 * 3600,
    24 * 3600,
)  # seconds before a letter is tried again; after the last it is given up
LOOKED_AT = 60_000  # ms after which it is asked again whether somebody who looked on has moved, or gone
GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
ENDING = 8.0  # seconds that a worker which ends waits for what is under way
HERE = Turn("", "", None)  # what a code is sent with: it is about no table


# ---- who is to be told


async def tell(worker: Worker, room: Room) -> int | None:
    """Tell those whose turn it is, but for those who look at the table; says when to ask again, if it must be."""
    live = room.live
    turns = {
        seat: table.turn_of(live, seat)
        for seat in table.waiting(live)
        if live.seats[seat].bot is None and seat in live.persons
    }
    if not turns:
        return None
    ways = await worker.read(people.read_ways, sorted({live.persons[seat] for seat in turns}))
    told = await worker.read(people.told, room.name)
    now, looking = moment.now(), presence.looking(worker, room)
    letters: list[Letter] = []
    due: list[int] = []
    again = None
    for seat, turn in turns.items():
        new = [
            way
            for way in ways
            if way.person == live.persons[seat] and not way.code and (way.id, seat, turn) not in told
        ]
        if new and seat in looking:
            again = now + LOOKED_AT
        elif new and (wait := worker.telling.wait(live.persons[seat])):
            again = now + wait
        elif new:
            card = await worker.read(people.read_card, live.persons[seat]) or Card(notices=False)
            for way in new if card.notices else []:
                letters.append(Letter(way, room.name, seat, turn, 0, gate.notice(live, seat)))
                due.append(after_quiet(card.quiet, now))
    if letters:
        await worker.write(people.post, letters, now, due)
        worker.metrics.count("railhead_notices_total")
    return again


def after_quiet(quiet: Quiet | None, now: int) -> int:
    """The first moment from now on at which somebody may be told something."""
    if quiet is None or quiet.begins == quiet.ends:
        return now
    here = datetime.fromtimestamp(now / 1000, zone_of(quiet.zone))
    length = (quiet.ends - quiet.begins) % 24
    for day in (-1, 0):
        begins = (here + timedelta(days=day)).replace(hour=quiet.begins, minute=0, second=0, microsecond=0)
        ends = begins + timedelta(hours=length)
        if begins <= here < ends:
            return int(ends.timestamp() * 1000)
    return now


def zone_of(name: str) -> ZoneInfo:
    """A place's time; an unknown place is refused."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal("bad-message", at="$.quiet.zone") from None


# ---- sending


async def deliver(worker: Worker) -> None:
    """Send what is in the outbox, for as long as the worker lives."""
    while True:
        with suppress(Refusal):
            await take_out(worker)
        await asyncio.sleep(EVERY)


async def take_out(worker: Worker) -> None:
    """Begin to send all that is due, as far as there are hands: services that take their time, however many, hold up nobody else's letters."""
    letters: list[Letter] = []
    while (free := TOGETHER - len(worker.sending)) and await worker.read(people.any_letter, moment.now()):
        now = moment.now()
        await worker.write(people.claim_letters, now, now + LEASE, free, letters)
        if not letters:  # another worker was quicker
            return
        for letter in letters:
            if letter.way.id in worker.sluggish and _busy(worker) >= FEW:
                await _written(worker, people.put_back, letter, now + LATER)
                continue
            task = worker.spawn(_send(worker, letter))
            task.set_name(letter.way.id)
            worker.sending.add(task)
            task.add_done_callback(worker.sending.discard)


async def _send(worker: Worker, letter: Letter) -> None:
    """Send one; note that it was sent, that it is to be tried again, or that the way leads nowhere."""
    card = await worker.read(people.read_card, letter.way.person) or Card()
    stopped = not card.notices and not letter.way.code
    if stopped or (card.quiet is not None and await _moved(worker, letter)):
        await _written(worker, people.sent, letter, None)
        return
    later = after_quiet(None if letter.way.code else card.quiet, moment.now())
    if later > moment.now():  # nobody was there to send it in time
        await _written(worker, people.put_back, letter, later)
        return
    began = time.monotonic()
    try:
        arrived = await asyncio.get_running_loop().run_in_executor(worker.reaching, _put, worker, letter, card.language)
    except NotThere:
        await worker.write(people.drop_way, letter.way.id)
        return
    except (OSError, ssl.SSLError, smtplib.SMTPException, ValueError) as error:
        log.info("a notice was not taken", extra={"why": type(error).__name__})
        arrived = False
    except Exception:  # whatever is wrong with it, it is tried again like others, and given up like others
        log.exception("a notice could not be sent")
        arrived = False
    worker.metrics.count("railhead_letters_total", taken=str(arrived).lower())
    _remember(worker, letter.way, time.monotonic() - began)
    if arrived or letter.tries > len(PAUSES):
        await _written(worker, people.sent, letter, None)
    else:
        await _written(
            worker, people.sent, letter, after_quiet(card.quiet, moment.now() + PAUSES[letter.tries - 1] * 1000)
        )


def _busy(worker: Worker) -> int:
    """How many letters are under way by ways that are sluggish."""
    return sum(task.get_name() in worker.sluggish for task in worker.sending)


def _remember(worker: Worker, way: KeptWay, seconds: float) -> None:
    """How long a service took; the host's own mail server may take its time."""
    if seconds < LONG or isinstance(way.way, MailWay):
        worker.sluggish.discard(way.id)
    elif len(worker.sluggish) < SLUGGISH_MOST:
        worker.sluggish.add(way.id)


async def _moved(worker: Worker, letter: Letter) -> bool:
    """Was the turn played, while somebody was not to be woken?"""
    if not letter.table:
        return False
    try:
        live = (await rooms.open_room(worker, letter.table)).live
    except Refusal as refusal:
        return refusal.code == "unknown-table"
    if live.game is None:  # the rules are not ready: nobody can tell
        return False
    return letter.seat not in table.waiting(live) or table.turn_of(live, letter.seat) != letter.turn


async def _written(worker: Worker, write: Callable[..., None], letter: Letter, due: int | None) -> None:
    """Note what became of a letter; a store that is away, however long, is no reason to send it twice."""
    while True:
        with suppress(Refusal):
            await worker.write(write, letter, due)
            return
        await asyncio.sleep(EVERY / 4)


async def finish(worker: Worker) -> None:
    """Wait a moment for the letters that are under way: one that was taken and not noted would be sent again by whoever comes next."""
    if worker.sending:
        await asyncio.wait(worker.sending, timeout=ENDING)


def _put(worker: Worker, letter: Letter, code: str) -> bool:
    """Hand a letter over; was it taken? In a thread."""
    said, way, key, settings = shapes.words_of(letter, code), letter.way.way, key_of(letter), worker.settings
    if isinstance(way, MailWay):
        if not settings.mail.host:
            raise NotThere
        try:
            reaching.mail(settings.mail, shapes.mailed(way, said, key, settings.mail))
        except smtplib.SMTPRecipientsRefused as error:
            if all(550 <= status < 560 for status, _ in error.recipients.values()):
                raise NotThere from None
            raise
        return True
    if isinstance(way, PushWay):
        push = shapes.pushed(way, letter.way, said, key, worker.pushing, settings.contact, moment.now())
        status = reaching.post(way.endpoint, push.headers, push.body, settings.reach)
    else:
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        status = reaching.post(way.url, headers, shapes.hooked(way, said), settings.reach)
    if status in GONE:
        raise NotThere
    return 200 <= status < 300


def key_of(letter: Letter) -> str:
    """The same for the same notice, however often it is sent: whoever gets it twice can tell."""
    name = f"{letter.way.id} {letter.table} {letter.seat} {letter.turn}"
    return hashlib.sha256(name.encode()).hexdigest()[:32]


def shown(way: KeptWay) -> str:
    """As much of an address as its owner needs to know it again."""
    if isinstance(way.way, MailWay):
        name, _, host = way.way.address.partition("@")
        return f"{name[:2]}…@{host}"
    url = way.way.url if isinstance(way.way, HookWay) else way.way.endpoint
    return url.split("/")[2]
