"""The deal of the day: the same cards, tickets and bots for everybody, and one try that counts. Its seed is a keyed hash of the day, which
nobody can know before; the seed's SHA-256 is told a day ahead, the seed itself when the deal is closed, so that all can be verified.
"""

import hmac
from concurrent.futures.process import BrokenProcessPool
from datetime import date

from railhead.boards import game_ids, load
from railhead.game.seeds import commitment
from railhead.server import days, moment, people, profiles, seating, tries
from railhead.server.bots import COMPILING, NotWanted, think
from railhead.server.games import FEATURED
from railhead.server.gate import Sealed, plain
from railhead.server.messages import person_name
from railhead.server.refusals import Refusal
from railhead.server.store import Conflict, Head
from railhead.server.table import Live
from railhead.server.tokens import hash_of, new_table_id, new_token
from railhead.server.turns import Asker
from railhead.server.worker import Worker
from railhead.words import (
    Daily,
    Day,
    DayRival,
    Days,
    DayTry,
    HeldSeat,
    Level,
    NewTry,
    Options,
    Played,
    Seated,
    SeatPlan,
)

SEATS, PLAYER = 3, 0  # the player's seat among them
LEVEL: Level = "hard"  # of the bots at the table; as those below it decides the same on any machine
RIVALS: tuple[Level, ...] = ("child", "easy", "medium", "hard", "expert")  # who also try in the player's seat
SHOWN_MOST = 60  # days


def seed_of(secret: str, day: str) -> str:
    """The seed of a day's deal."""
    return hmac.digest(secret.encode(), f"the deal of {day}".encode(), "sha256").hex()


def boards() -> list[str]:
    """A game for each board, in the order in which they take turns: those that are offered first come first."""
    found: dict[str, str] = {}
    for game in sorted(game_ids(), key=lambda one: (FEATURED.index(one) if one in FEATURED else len(FEATURED), one)):
        found.setdefault(str(load(game).board["id"]), game)
    return list(found.values())


async def _game_of(worker: Worker, day: str) -> str:
    """On which board a day's deal is; settled by whoever asks first, for there may be more boards tomorrow."""
    game = await worker.read(tries.game_of, day)
    if game is None:
        turns = boards()
        await worker.write(tries.settle, day, turns[date.fromisoformat(day).toordinal() % len(turns)])
        game = await worker.read(tries.game_of, day)
    assert game is not None
    return game


async def overview(worker: Worker, key: str | None) -> Sealed:
    """Today's deal, what was before, and the promise for tomorrow."""
    person, today = await profiles.asker(worker, key), days.day_of(moment.now())
    mine = {one.day: one for one in await worker.read(tries.tries_of, person, SHOWN_MOST)} if person else {}
    before = await worker.read(tries.before, today, SHOWN_MOST)
    return plain(
        Days(
            today=await _daily(worker, today, person),
            tomorrow=commitment(seed_of(worker.dealing, days.after(today))),
            before=[Day(day, game, mine.get(day)) for day, game in before],
        )
    )


async def one_day(worker: Worker, day: str, key: str | None) -> Sealed:
    """The deal of a day that was."""
    if await worker.read(tries.game_of, day) is None or day > days.day_of(moment.now()):
        raise Refusal("unknown-path")
    return plain(await _daily(worker, day, await profiles.asker(worker, key)))


async def _daily(worker: Worker, day: str, person: str) -> Daily:
    own = await worker.read(tries.try_of, day, person) if person else None
    closed, seed = days.closed(day, moment.now()), seed_of(worker.dealing, day)
    told = closed or (own is not None and own.ended is not None)
    return Daily(
        day=day,
        game=await _game_of(worker, day),
        seats=SEATS,
        level=LEVEL,
        commitment=commitment(seed),
        seed=seed if closed else None,
        begins=days.begins(day),
        ends=days.begins(day) + days.DAY,
        closes=days.closes(day),
        own=own,
        standing=await worker.read(tries.standing, day, own.points if own else None) if told else None,
        rivals=await worker.read(tries.rivals, day) if told else [],
    )


async def begin(worker: Worker, key: str | None, wanted: NewTry, address: str) -> Sealed:
    """Play today's deal, or go on with it; or one that is closed, for practice."""
    person, _ = await profiles.known(worker, key)
    now = moment.now()
    today = days.day_of(now)
    day = wanted.day or today
    if day > today or (day < today and await worker.read(tries.game_of, day) is None):
        raise Refusal("unknown-path")
    if day < today and not days.closed(day, now):
        raise Refusal("sealed")
    plans = (SeatPlan("me", person_name(wanted.name)), *[SeatPlan("bot", None, LEVEL)] * (SEATS - 1))
    game, seed = await _game_of(worker, day), seed_of(worker.dealing, day)
    options = Options(undo=False, hints=False)
    mark = seating.mark(worker, address)
    head = Head(new_table_id(), now, game, seed, False, plans, options, mark, daily=day)
    if day != today:
        return await seating.set_up(worker, head, person)
    tried = await worker.read(tries.try_of, day, person)
    if tried is None:
        try:
            return await seating.set_up(worker, head, person, write=tries.begin)
        except Conflict:  # in another window, a moment ago
            tried = await worker.read(tries.try_of, day, person)
    return await _again(worker, tried)


async def _again(worker: Worker, tried: DayTry | None) -> Sealed:
    """The try that was begun, for a browser that may not hold its seat."""
    if tried is None:
        raise Refusal("unavailable")
    token = new_token()
    notice = worker.bus.notice("holders", tried.table)
    await worker.write(people.add_spares, [(tried.table, PLAYER, hash_of(token))], moment.now(), notice)
    if tried.table in worker.open:
        from railhead.server import rooms

        await rooms.hold_again(worker, worker.open[tried.table])
    return plain(Seated(tried.table, [HeldSeat(PLAYER, token)]))


async def note(worker: Worker, live: Live, person: str, seat: int, played: Played) -> None:
    """A game with the deal of a day has ended: it may have been somebody's try."""
    day = live.head.daily
    counts = played.ended < days.closes(day) and not live.seats[seat].helped
    await worker.write(tries.end, day, person, played, counts)
    if not await worker.read(tries.rivals, day):
        worker.spawn(compare(worker, day, live.head.game))


async def compare(worker: Worker, day: str, game: str) -> None:
    """Have bots try the player's seat, after all bots that somebody waits for."""
    asker = Asker(f"daily-{day}", "daily", people=False)
    for level in RIVALS:
        try:
            points = await worker.pool.run(asker, COMPILING, tried_by, level, game, seed_of(worker.dealing, day))
        except (TimeoutError, BrokenProcessPool, NotWanted):
            continue
        await worker.write(tries.add_rival, day, DayRival(level, points))


def tried_by(level: Level, name: str, seed: str) -> int:
    """What a level makes of the player's seat in a deal, at a table as all have it."""
    from railhead.game import Game

    game = Game(name, [f"player {seat + 1}" for seat in range(SEATS)], seed)
    while not game.over:
        seat = game.to_move
        assert seat is not None
        mind = level if seat == PLAYER else LEVEL
        for decision in think(mind, name, SEATS, game.veiled(seat).tobytes()):
            game.apply(decision)
    return int(game.score().scores[PLAYER].total)
