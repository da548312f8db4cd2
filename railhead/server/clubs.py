"""Duplicates and tournaments: what people do with them, and how they go on by themselves. Nothing of one is kept in memory; a table that has
ended is noted by whoever minds it (`minding.look`), and so is the round of which it was the last.
"""

import hmac
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from msgspec import structs

from railhead.game.seeds import commitment, new_secret
from railhead.server import maps, matches, moment, pairing, profiles, rooms, seating, standings, table, wishes
from railhead.server.gate import Sealed, plain
from railhead.server.matches import KeptClub, Match, Member, NewMatch, Whole
from railhead.server.messages import person_name, plain_text
from railhead.server.refusals import Refusal
from railhead.server.standings import Ended
from railhead.server.store import Conflict, Head, Holder
from railhead.server.table import DAY, Live, SeatState
from railhead.server.tokens import hash_of, new_table_id, new_token
from railhead.server.wishes import known_level
from railhead.server.worker import Worker
from railhead.words import (
    Club,
    ClubMatch,
    ClubMember,
    ClubStanding,
    ClubToken,
    ClubWish,
    FoundClubs,
    JoinClub,
    Level,
    NewClub,
    Options,
    SeatPlan,
)

NAME_MOST = 40
ROUNDS_MOST = 20
SEATS = 5  # places are counted so many to a table, whatever its size
TRIES = 20  # others join, too
COUNTED_FOR = 60 * DAY  # ms in which one that was never ended counts among those of its maker
SHOWN_MOST = 100


# ---- what people do


async def make(worker: Worker, wanted: NewClub, address: str, person: str) -> Sealed:
    """A new duplicate or tournament; the token of whoever makes it is shown here and never again."""
    await maps.source(worker, wanted.game, "unknown-game")
    if not wanted.clock.minutes and not wanted.clock.turn:
        raise Refusal("bad-message", at="$.clock")
    levels = [None if level is None else known_level(level) for level in wanted.seats]
    if None not in levels or (wanted.kind != "duplicate" and any(levels)):
        raise Refusal("few-members", least=1, most=5)
    maker, now = seating.mark(worker, address), moment.now()
    if await worker.read(matches.count, maker, now - COUNTED_FOR) >= worker.settings.limits.clubs_an_address:
        raise Refusal("too-many-clubs")
    name, token = plain_text(wanted.name, NAME_MOST, "bad-name"), new_token()
    plan = structs.replace(wanted, name=name, fill=known_level(wanted.fill))
    club = KeptClub(new_table_id(), now, maker, hash_of(token), person, name, new_secret(), plan)
    await worker.write(matches.make, club)
    return plain(ClubToken(club.id, token))


async def join(worker: Worker, name: str, wanted: JoinClub, person: str) -> Sealed:
    """Somebody wants to play; the token that they get, or have as whoever made it, holds their seat at every table. A duplicate whose last
    place is taken begins."""
    called = person_name(wanted.name)
    for _ in range(TRIES):
        whole = await _whole(worker, name)
        club = whole.club
        if club.phase != "gathering":
            raise Refusal("cancelled" if club.phase == "cancelled" else "started")
        host = wanted.token is not None and hmac.compare_digest(hash_of(wanted.token), club.host)
        token = wanted.token if host and wanted.token else new_token()
        hashed = hash_of(token)
        if any(member.token == hashed or (person and member.person == person) for member in whole.members):
            raise Refusal("answered")
        if len(whole.members) >= worker.settings.limits.club_members:
            raise Refusal("club-full")
        place = _place(whole, wanted) if club.plan.kind == "duplicate" else None
        names = table.names_of([SeatState("person", one) for one in (*(m.name for m in whole.members), called)])
        number = max((member.number for member in whole.members), default=-1) + 1
        member = Member(number, names[-1], hashed, person, place)
        if await _done(worker, matches.join, club, member):
            if place is not None and len(whole.members) + 1 == len(_places(club.plan)):
                await _start(worker, await _whole(worker, name))
            return plain(ClubToken(club.id, token))
    raise Refusal("unavailable")


async def act(worker: Worker, name: str, wanted: ClubWish, bearer: str | None) -> Sealed:
    """Begin, go on, leave or give up."""
    person = await _person(worker, bearer)
    for _ in range(TRIES):
        whole = await _whole(worker, name)
        member, host = _who(whole, bearer, person)
        if wanted.wish == "leave":
            done = await _leave(worker, whole, member, host, wanted.member)
        elif not host:
            raise Refusal("not-host")
        elif whole.club.phase in ("over", "cancelled"):
            raise Refusal("cancelled" if whole.club.phase == "cancelled" else "started")
        elif wanted.wish == "cancel":
            if whole.club.phase == "playing" and whole.club.plan.kind == "duplicate":  # others play the deal still
                raise Refusal("started")
            done = await _done(worker, matches.cancel, whole.club)
        elif whole.club.phase == "gathering":
            done = await _start(worker, whole)
        else:
            await advance(worker, name, word=True)
            done = True
        if done:
            return await show(worker, name, bearer)
    raise Refusal("unavailable")


async def show(worker: Worker, name: str, bearer: str | None) -> Sealed:
    """One, as whoever asks may see it."""
    return plain(told(await _whole(worker, name), bearer, await _person(worker, bearer)))


async def mine(worker: Worker, key: str | None) -> Sealed:
    """Those that a person made or plays in."""
    person, _ = await profiles.known(worker, key)
    return plain(FoundClubs(await worker.read(matches.of_person, person, SHOWN_MOST)))


async def _leave(worker: Worker, whole: Whole, member: Member | None, host: bool, number: int | None) -> bool:
    """Somebody leaves, or is made to by whoever made it; at a table a bot plays on for them, as for all who resign."""
    if number is not None and (member is None or member.number != number):
        if not host:
            raise Refusal("not-host")
        member = next((one for one in whole.members if one.number == number), None)
    if member is None or member.gone or whole.club.phase in ("over", "cancelled"):
        raise Refusal("unknown-seat")
    if not await _done(worker, matches.leave, whole.club, member.number):
        return False
    for match in whole.matches:
        if not match.ended and member.number in match.seats:
            with suppress(Refusal):  # it ended a moment ago
                room = await rooms.open_room(worker, match.table)
                await rooms.act(worker, room, wishes.resign(list(match.seats).index(member.number)))
    await advance(worker, whole.club.id)
    return True


async def _whole(worker: Worker, name: str) -> Whole:
    found = await worker.read(matches.read, name) if rooms.NAME.fullmatch(name) else None
    if found is None:
        raise Refusal("unknown-club")
    return found


async def _done(worker: Worker, write: Callable[..., None], *arguments: Any) -> bool:
    """Write something, unless something else has happened meanwhile."""
    done: list[bool] = []
    try:
        await worker.write(write, *arguments, done)
    except Conflict:
        return False
    return bool(done)


async def _person(worker: Worker, bearer: str | None) -> str:
    """Whose key somebody brings, if it is one and not the token that they were given."""
    return await profiles.asker(worker, bearer) if bearer and profiles.KEY.fullmatch(bearer) else ""


def _who(whole: Whole, bearer: str | None, person: str) -> tuple[Member | None, bool]:
    """Which member somebody is, and whether they made it: by the token that they were given, or by their profile."""
    if bearer is None:
        return None, False
    hashed = hash_of(bearer)

    def known(token: str, whose: str) -> bool:
        return hmac.compare_digest(token, hashed) or (bool(person) and whose == person)

    member = next((one for one in whole.members if known(one.token, one.person)), None)
    return member, known(whole.club.host, whole.club.person)


# ---- how it goes on


async def note(worker: Worker, live: Live) -> None:
    """A table may have ended, and with it a round; when all of a duplicate is over, what was dealt is told."""
    name = live.head.club
    if not name or live.game is None or table.goes(live):
        return
    try:
        whole = await _whole(worker, name)
    except Refusal as refusal:
        if refusal.code == "unknown-club":
            return
        raise
    if any(match.table == live.head.id and match.result is None for match in whole.matches):
        await worker.write(matches.end_match, name, live.head.id, result_of(live))
    await advance(worker, name)
    if table.sealed(live) and (await _whole(worker, name)).club.phase == "over":
        await rooms.act(worker, await rooms.open_room(worker, live.head.id), wishes.disclose)


def result_of(live: Live) -> Ended:
    """How a table ended: who has left is behind all who have not, whatever a bot made of it; nobody where all agreed to call it off."""
    assert live.game is not None
    if live.cancelled:
        return Ended((), ())
    scores = live.game.score()
    order = [
        (state.away is None, seat in scores.winners, scores.scores[seat].total) for seat, state in enumerate(live.seats)
    ]
    return Ended(
        tuple(int(score.total) for score in scores.scores),
        tuple(sum(other > one for other in order) for one in order),
        tuple(seat for seat, state in enumerate(live.seats) if state.away is not None),
    )


async def advance(worker: Worker, name: str, word: bool = False) -> None:
    """Play the next round, or end, where all tables of this one have ended; a round that waits for a word begins with it."""
    for _ in range(TRIES):
        whole = await _whole(worker, name)
        club = whole.club
        if club.phase != "playing" or not all(match.ended for match in whole.matches):
            return
        following = await worker.in_thread(next_round, whole)
        if not following:
            if await _done(worker, matches.end, club, moment.now()):
                return
        elif (club.plan.waits and not word) or await _begin(worker, whole, following):
            return


async def _start(worker: Worker, whole: Whole) -> bool:
    """The first round."""
    people = len([member for member in whole.members if not member.gone])
    least = 1 if whole.club.plan.kind == "duplicate" else 2
    if people < least:
        raise Refusal("few-members", least=least, most=worker.settings.limits.club_members)
    return await _begin(worker, whole, await worker.in_thread(next_round, whole))


def next_round(whole: Whole) -> list[list[int | None]]:
    """Who sits at which table in the next round, by seats; none if all is over."""
    plan, number = whole.club.plan, whole.club.round
    if plan.kind == "duplicate":
        return [] if number else _by_places(whole)
    playing = [member.number for member in whole.members if not member.gone]
    before = _people(whole.matches)
    if len(playing) < 2 or number >= (plan.rounds if plan.kind == "swiss" else ROUNDS_MOST):
        return []
    if plan.kind == "swiss":
        lot = random.Random(f"{whole.club.seed} {number}")
        lines = {line.player: line for line in ranked(whole)}
        order = sorted(lot.sample(playing, len(playing)), key=lambda player: lines[player].place)
        tables = pairing.swiss(order, {player: lines[player].score for player in playing}, before, len(plan.seats))
    elif pairing.all_met(playing, before):
        return []
    elif len(plan.seats) > 2:
        tables = pairing.everybody(playing, before, len(plan.seats), number)
    else:  # the circle goes on as it was, whoever has left it
        circle = pairing.everybody([member.number for member in whole.members], before, 2, number)
        staying = [[player for player in pair if player in playing] for pair in circle]
        tables = [pair for pair in staying if pair]
    return [list(pairing.seated(people, before)) for people in tables]


def _people(found: Sequence[Match]) -> list[list[int]]:
    return [[player for player in match.seats if player is not None] for match in found]


def _by_places(whole: Whole) -> list[list[int | None]]:
    """The tables of a duplicate: those at which people have places; at least two, for with one there is nothing to compare."""
    taken = {member.place: member.number for member in whole.members}
    seats = range(len(whole.club.plan.seats))
    every = [[taken.get(SEATS * number + seat) for seat in seats] for number in range(whole.club.plan.tables)]
    found = [one for one in every if any(member is not None for member in one)]
    nobody: list[int | None] = [None for _ in seats]
    return found if len(found) > 1 else [*found, nobody]


async def _begin(worker: Worker, whole: Whole, following: Sequence[Sequence[int | None]]) -> bool:
    """Make the tables of a round, all or none."""
    await seating.room_for_more(worker)
    found = [_match(whole, number, seats) for number, seats in enumerate(following)]
    for _, made in found:
        if made is not None:
            worker.metrics.count("railhead_tables_total", game=maps.counted(made[0].game))
    return await _done(worker, matches.begin_round, whole.club, found)


def _match(whole: Whole, number: int, seats: Sequence[int | None]) -> NewMatch:
    club, now = whole.club, moment.now()
    if len(seats) == 1:
        return Match(club.round + 1, number, "", seats), None
    members = {member.number: member for member in whole.members}
    same = club.plan.kind == "duplicate"
    people = [None if member is None else members[member] for member in seats]
    plans = tuple(
        SeatPlan("bot", None, club.plan.seats[seat] or club.plan.fill)
        if member is None
        else SeatPlan("me", member.name)
        for seat, member in enumerate(people)
    )
    options = Options(undo=False, hints=False, clock=club.plan.clock, starter=None if same else 0)
    seed = club.seed if same else new_secret()
    head = Head(new_table_id(), now, club.plan.game, seed, same, plans, options, club.maker, club=club.id)
    start = table.start_entry(1, table.names_of([table.planned(plan) for plan in plans]), now)
    holders = [
        Holder(seat, member.token, False, member.person) for seat, member in enumerate(people) if member is not None
    ]
    return Match(club.round + 1, number, head.id, seats), (head, [start], holders)


# ---- places in a duplicate


def _places(plan: NewClub) -> list[int]:
    """All places for people, in the order in which they are filled: first everybody's first seat, so that there is something to compare."""
    seats = [seat for seat, level in enumerate(plan.seats) if level is None]
    return [SEATS * number + seat for seat in seats for number in range(plan.tables)]


def _place(whole: Whole, wanted: JoinClub) -> int:
    taken, every = {member.place for member in whole.members}, _places(whole.club.plan)
    if wanted.table is not None or wanted.seat is not None:
        place = SEATS * (wanted.table or 0) + (wanted.seat or 0)
        if place not in every:
            raise Refusal("unknown-seat")
        if place in taken:
            raise Refusal("seat-taken", seat=wanted.seat or 0)
        return place
    free = next((place for place in every if place not in taken), None)
    if free is None:
        raise Refusal("club-full")
    return free


# ---- what is told


def ranked(whole: Whole) -> list[standings.Standing]:
    """How everybody stands."""
    if whole.club.plan.kind == "duplicate":
        return standings.duplicate([(match.seats, match.result) for match in whole.matches if match.result])
    people = zip(_people(whole.matches), whole.matches, strict=True)
    return standings.tournament(
        [member.number for member in whole.members], [(seats, match.result) for seats, match in people]
    )


def told(whole: Whole, bearer: str | None, person: str) -> Club:
    """One as somebody may see it. Of a duplicate nobody who may still play learns how it went elsewhere: who has ended does, whoever made it
    and does not play does, and all do when all is over."""
    club, plan = whole.club, whole.club.plan
    member, host = _who(whole, bearer, person)
    same, over = plan.kind == "duplicate", club.phase == "over"
    number = None if member is None else member.number
    own = [match for match in whole.matches if number is not None and number in match.seats]
    shown = over or not same or (bool(own) and all(match.ended for match in own)) or (host and member is None)
    ended = [match.result for match in whole.matches if match.result] if shown and same else []
    return Club(
        club=club.id,
        kind=plan.kind,
        name=club.name,
        game=plan.game,
        created=club.created,
        phase=club.phase,
        seats=[_level(level) for level in plan.seats],
        clock=plan.clock,
        tables=plan.tables,
        rounds=_rounds(whole),
        fill=known_level(plan.fill),
        waits=plan.waits,
        round=club.round,
        ready=club.phase == "playing" and plan.waits and all(match.ended for match in whole.matches),
        commitment=commitment(club.seed) if same else None,
        seed=club.seed if same and over else None,
        members=[ClubMember(one.number, one.name, one.gone, *_table_and_seat(one.place)) for one in whole.members],
        matches=[_match_told(match, shown, over or not same or match in own) for match in whole.matches],
        means=standings.means(ended),
        standings=[ClubStanding(*vars(line).values()) for line in ranked(whole)] if shown and club.round else [],
        you=number,
        host=host,
    )


def _match_told(match: Match, shown: bool, open_: bool) -> ClubMatch:
    result = match.result if shown else None
    return ClubMatch(
        round=match.round,
        number=match.number,
        seats=list(match.seats),
        ended=match.ended,
        table=match.table if match.table and open_ else None,
        points=None if result is None else list(result.points),
        away=[] if result is None else list(result.away),
    )


def _rounds(whole: Whole) -> int:
    """How many rounds there are in all, where that is known."""
    plan, people = whole.club.plan, len(whole.members)
    if plan.kind == "duplicate":
        return 1
    if plan.kind == "swiss":
        return plan.rounds
    return people - 1 + people % 2 if len(plan.seats) == 2 and people > 1 else 0


def _level(level: str | None) -> Level | None:
    return None if level is None else known_level(level)


def _table_and_seat(place: int | None) -> tuple[int | None, int | None]:
    return (None, None) if place is None else divmod(place, SEATS)
