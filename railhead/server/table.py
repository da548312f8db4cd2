"""What a table's list of entries means. `fold` is the only way in which a table changes, whether an entry was written a moment ago
by this worker, by another one, or last week: a restarted server sees exactly the same table.
"""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import msgspec

from railhead import lessons, words
from railhead.boards.loading import known
from railhead.game import Game
from railhead.game.events import read_events
from railhead.game.moves import MoveError, parse
from railhead.game.record import steps
from railhead.kernel.trace import new_trace
from railhead.server import days, entries, moment
from railhead.server.bots import usual_level
from railhead.server.refusals import Refusal
from railhead.server.store import Entry, Head, Holder
from railhead.words import LEVELS, Event, Level, SeatPlan, TablePhase

FIRST = "first-tickets"
TAKEN_BACK = frozenset((words.Claimed, words.StationBuilt, words.Built))
NOTHING_NEW = TAKEN_BACK | {words.LastRound}  # events that show nobody anything unseen
UNDOS, BACKS = 3, 5  # how often between two steps of the game a move may be taken back, and a person come back
OFFERS, HOLIDAYS = 5, 10  # how often a seat may offer something in a game, and take a holiday
STANDS, ANSWERS = 50, 2  # how often people may leave a table that gathers, and a seat answer whether to play again
MINUTE, DAY = 60_000, 86_400_000  # ms
encode = msgspec.json.encode


@dataclass
class SeatState:
    """Who sits somewhere: a person, a bot, or nobody yet."""

    kind: Literal["person", "bot", "free"]
    name: str | None = None
    level: Level | None = None
    away: Level | None = None  # the level of the bot that plays for the person
    reason: Literal["wish", "own", "clock", "resign"] | None = None  # why it does
    owed: bool = False  # the bot has yet to make the move for which the person's time ran out
    outs: int = 0  # how often it ran out
    backs: int = 0  # how often the person came back since the game last went on
    holiday: int = 0  # until when the person's clock stands still
    rest: int = 0  # ms of holiday that are left
    holidays: int = 0  # how many were taken
    spent: int = 0  # ms of the time to choose first tickets, before the latest holiday
    since: int = 0  # when that holiday was wished for
    helped: bool = False  # a bot has moved for the person

    @property
    def bot(self) -> Level | None:
        """The level of the bot that plays here now, if one does."""
        return self.level if self.kind == "bot" else self.away


@dataclass
class LastMove:
    """What is needed to take a move back."""

    seat: int
    number: int
    decisions: int  # of the game before it
    left: list[int]  # on the clocks
    own: int  # of the turn's own time
    bot: bool  # a bot made it: its person does not get the turn back
    waited: int = 0  # ms that went by since, until somebody else began to think


@dataclass(frozen=True)
class Lost:
    """A tunnel that could not be paid and was given up at once (E3): its person has yet to read what happened."""

    seat: int
    number: int


@dataclass(frozen=True)
class Proposal:
    """What a seat offers, and who has agreed."""

    seat: int
    what: words.Offer
    about: int | None
    agreed: frozenset[int]


@dataclass(frozen=True)
class Choice:
    """First tickets that were chosen: the decision, and the entry that says so."""

    number: int
    time: int
    decision: int


@dataclass(frozen=True)
class Mark:
    """Where a step of the game ends: after so many decisions, by the entry of that number."""

    decisions: int
    number: int
    seat: int | None
    time: int


@dataclass
class Live:
    """A table as it stands after `number` entries, everything in it, hidden things too. Only the gate makes messages of it."""

    head: Head
    seats: list[SeatState]
    playing: bool  # are the rules ready to be used?
    holders: dict[int, str] = field(default_factory=dict)  # token hashes
    hosts: set[int] = field(default_factory=set)
    spares: dict[int, tuple[str, ...]] = field(default_factory=dict)  # hashes of more tokens
    persons: dict[int, str] = field(default_factory=dict)  # whose seats they are, of those who said so
    number: int = 0
    position: int = 0
    started: bool = False
    cancelled: bool = False  # given up before the game, or called off during it
    stands: int = 0  # how often somebody has left a seat
    game: Game | None = None
    story: list[bytes] = field(default_factory=list)  # encoded, with everything in it
    marks: list[Mark] = field(default_factory=list)
    chosen: dict[int, Choice] = field(default_factory=dict)  # first tickets that wait
    last: LastMove | None = None
    lost: Lost | None = None
    left: list[int] = field(default_factory=list)  # ms on the clocks
    own: int = 0  # ms that are left of the turn's own, before those
    since: int = 0  # when the seat to move began to think
    furthest: int = 0  # how many steps the game has ever had
    undone: int = 0  # moves taken back since it last went on
    rematch: str | None = None  # the tables that follow
    again: str | None = None
    proposal: Proposal | None = None  # what somebody offers now
    offers: dict[int, int] = field(default_factory=dict)  # how often each seat did
    disclosed: bool = False  # may be known what was dealt at all tables of the duplicate?
    ballots: dict[bool, dict[int, list[bool]]] = field(default_factory=dict)  # by deal: what each seat has answered
    winners: list[int] | None = None  # of a game that is over and was not played again to say so


def level_of(name: str) -> Level:
    """A level by its name; tables of earlier releases may have one that is no more."""
    return name if name in LEVELS else usual_level()


def planned(plan: SeatPlan) -> SeatState:
    """A seat before anything has happened."""
    if plan.kind == "bot":
        return SeatState("bot", plan.name, level_of(plan.level or ""))
    return SeatState("free" if plan.kind == "friend" else "person", plan.name)


def begin(head: Head, holders: list[Holder], playing: bool) -> Live:
    """A table before its first entry."""
    live = Live(head, [planned(plan) for plan in head.plan], playing)
    hold(live, holders)
    return live


def hold(live: Live, holders: list[Holder]) -> None:
    """Note who holds the seats."""
    live.holders = {holder.seat: holder.token_hash for holder in holders}
    live.hosts = {holder.seat for holder in holders if holder.host}
    live.spares = {holder.seat: holder.spares for holder in holders if holder.spares}
    live.persons = {holder.seat: holder.person for holder in holders if holder.person}


def _fresh(live: Live) -> tuple[Game, list[Event]]:
    """The game before its first decision, and the events of the set-up."""
    names = [seat.name or f"player {number + 1}" for number, seat in enumerate(live.seats)]
    lesson = lessons.find(live.head.lesson)
    if lesson is not None and lesson.position is not None:
        return lesson.begin(names), []
    game = Game(known(live.head.source), names, live.head.seed, live.head.options.starter)
    trace = new_trace()
    game.restart(trace)
    return game, read_events(game.setting, game, trace[0])


# ---- the fold


def fold(live: Live, entry: Entry) -> words.Entry:
    """Let an entry happen; returns it as it goes into the story, with everything in it."""
    if entry.number != live.number + 1:
        raise ValueError(f"entry {entry.number} after {live.number}")
    if isinstance(entry.body, LAPSES):
        live.proposal = None
    told = _FOLDS[type(entry.body)](live, entry, entry.body)
    live.number = entry.number
    live.story.append(encode(told))
    return told


def ended(head: Head, holders: list[Holder], beside: Iterable[Entry], winners: list[int] | None) -> Live:
    """A table at which nothing is played any more, from what happened beside the game: enough to say how it stands."""
    live = begin(head, holders, False)
    for entry in beside:
        live.number = entry.number - 1
        fold(live, entry)
    live.winners = winners
    return live


def _sit(live: Live, entry: Entry, body: entries.Sit) -> words.Entry:
    live.seats[_seat(entry)] = SeatState("person", body.name)
    return words.Sat(*entry.at, body.name)


def _stand(live: Live, entry: Entry, body: entries.Stand) -> words.Entry:
    live.seats[_seat(entry)] = SeatState("free")
    live.stands += 1
    return words.Stood(*entry.at, body.name)


def _cancel(live: Live, entry: Entry, body: entries.Cancel) -> words.Entry:
    live.cancelled = True
    return words.Cancelled(*entry.at)


def _fill(live: Live, entry: Entry, body: entries.Fill) -> words.Entry:
    level = level_of(body.level)
    for seat in live.seats:
        if seat.kind == "free":
            seat.kind, seat.level = "bot", level
    return words.Filled(*entry.at, level)


def _start(live: Live, entry: Entry, body: entries.Start) -> words.Entry:
    for seat, name in zip(live.seats, body.names, strict=True):
        seat.name = name
    live.started = True
    live.position, live.since = entry.number, entry.time
    clock = live.head.options.clock
    live.left = [clock.minutes * MINUTE] * len(live.seats) if clock else []
    live.own = turn_time(live)
    for seat in live.seats:
        seat.rest = clock.holiday * DAY if clock and seat.kind == "person" else 0
    if not live.playing:
        return words.Started(*entry.at, [])
    live.game, events = _fresh(live)
    live.marks = [Mark(0, entry.number, None, entry.time)]
    return words.Started(*entry.at, events)


def _choose(live: Live, entry: Entry, body: entries.Choose) -> words.Entry:
    """First tickets wait here, in the order they come, until all have chosen; the kernel hears them in the order of seats (C5)."""
    live.position, live.since = entry.number, entry.time
    if live.game is None:
        return words.Chosen(*entry.at)
    live.seats[_seat(entry)].helped |= body.bot
    live.chosen[_seat(entry)] = Choice(entry.number, entry.time, body.d[0])
    if len(live.chosen) < len(live.seats):
        return words.Chosen(*entry.at)
    choices = [live.chosen[seat] for seat in range(len(live.seats))]
    live.marks += [Mark(seat + 1, choice.number, seat, choice.time) for seat, choice in enumerate(choices)]
    live.chosen = {}
    return words.Moved(*entry.at, live.game.perform(choice.decision for choice in choices), body.bot)


def _move(live: Live, entry: Entry, body: entries.Move) -> words.Entry:
    seat = _seat(entry)
    live.position, live.since = entry.number, entry.time
    if live.game is None:
        return words.Moved(*entry.at, [], body.bot)
    before = len(live.game.decisions)
    events = live.game.perform(body.d)
    live.marks.append(Mark(len(live.game.decisions), entry.number, seat, entry.time))
    live.seats[seat].owed = False
    live.seats[seat].helped |= body.bot
    _go_on(live)
    _charge(live, seat, body.spent)
    kinds = {type(event) for event in events}
    undoable = bool(kinds & TAKEN_BACK) and kinds <= NOTHING_NEW and live.head.options.undo
    live.last = LastMove(seat, entry.number, before, live.left.copy(), live.own, body.bot) if undoable else None
    live.lost = Lost(seat, entry.number) if {words.Tunnelled, words.Declined} <= kinds and not body.bot else None
    if live.left and live.head.options.clock and live.game.phase in ("turn", "over"):
        live.left[seat] += live.head.options.clock.increment * 1000
        live.own = turn_time(live)
    return words.Moved(*entry.at, events, body.bot)


def _undo(live: Live, entry: Entry, body: entries.Undo) -> words.Entry:
    live.position, live.since = entry.number, entry.time
    if live.game is not None and live.last is not None:
        decisions = live.game.decisions[: live.last.decisions]
        live.game, _ = _fresh(live)
        for decision in decisions:
            live.game.apply(decision)
        live.marks.pop()
        live.left, live.own = live.last.left, live.last.own
        live.undone += 1
        _charge(live, live.last.seat, body.spent)  # whoever takes back pays for the time in which others had to look on
    live.last = None
    return words.Undone(*entry.at, body.undoes)


def _replace(live: Live, entry: Entry, body: entries.Replace) -> words.Entry:
    seat, level = _seat(entry), level_of(body.level)
    state = live.seats[seat]
    thought, state.away, state.reason = state.bot is None, level, body.reason
    if thought and _asks(live, seat):
        _charge(live, seat, body.spent)
        _begin_anew(live, entry.time, body.spent)
    if body.reason == "clock" and live.left:
        live.left[seat] = 0
        if _asks(live, seat):
            live.own = 0
        state.owed, state.outs = True, state.outs + 1
    return words.Replaced(*entry.at, level, body.reason)


def _back(live: Live, entry: Entry, body: entries.Back) -> words.Entry:
    seat = _seat(entry)
    state = live.seats[seat]
    state.away = state.reason = None
    state.owed, state.backs = False, state.backs + 1
    if _asks(live, seat):
        _begin_anew(live, entry.time, body.spent)
    for left in (live.left, live.last.left if live.last else []):  # it stays given though a move is taken back
        if left:
            left[seat] = max(left[seat], body.least)
    return words.Returned(*entry.at)


def _rest(live: Live, entry: Entry, body: entries.Rest) -> words.Entry:
    seat = _seat(entry)
    state = live.seats[seat]
    if _asks(live, seat) and state.bot is None:
        _charge(live, seat, body.spent)
        _begin_anew(live, entry.time, body.spent)
    else:
        state.spent, state.since = state.spent + body.spent, entry.time
    state.holidays += body.until > entry.time
    state.rest += max(0, state.holiday - entry.time) - max(0, body.until - entry.time)
    state.holiday = body.until
    return words.Rested(*entry.at, body.until)


def _answer(live: Live, entry: Entry, body: entries.Answer) -> words.Entry:
    live.ballots.setdefault(body.same_deal, {}).setdefault(_seat(entry), []).append(body.yes)
    return words.Answered(*entry.at, body.same_deal, body.yes)


def _propose(live: Live, entry: Entry, body: entries.Propose) -> words.Entry:
    seat = _seat(entry)
    live.proposal = Proposal(seat, body.what, body.about, frozenset((seat,)))
    live.offers[seat] = live.offers.get(seat, 0) + 1
    return words.Proposed(*entry.at, body.what, body.about)


def _agree(live: Live, entry: Entry, body: entries.Agree) -> words.Entry:
    if live.proposal is not None:
        agreed = live.proposal.agreed | {_seat(entry)}
        live.proposal = replace(live.proposal, agreed=agreed) if body.yes else None
    return words.Agreed(*entry.at, body.yes)


def _call_off(live: Live, entry: Entry, body: entries.CallOff) -> words.Entry:
    live.cancelled, live.proposal, live.last = True, None, None
    live.position = entry.number
    return words.CalledOff(*entry.at)


def _disclose(live: Live, entry: Entry, body: entries.Disclose) -> words.Entry:
    live.disclosed = True
    return words.Disclosed(*entry.at)


def _rematch(live: Live, entry: Entry, body: entries.Rematch) -> words.Entry:
    live.rematch = body.table
    return words.Rematched(*entry.at, body.table, _followed(live, body.seats))


def _again(live: Live, entry: Entry, body: entries.Again) -> words.Entry:
    live.again = body.table
    return words.PlayedAgain(*entry.at, body.table, _followed(live, body.seats))


def _followed(live: Live, seats: list[int] | None) -> list[int]:
    return list(range(len(live.seats))) if seats is None else seats


def _seat(entry: Entry) -> int:
    assert entry.seat is not None
    return entry.seat


# with these whatever was offered is gone: the game, or who plays it, is another
LAPSES = (entries.Move, entries.Undo, entries.Replace, entries.Back)
_FOLDS: dict[type[entries.Body], Callable[[Live, Entry, Any], words.Entry]] = {
    entries.Sit: _sit,
    entries.Stand: _stand,
    entries.Cancel: _cancel,
    entries.Fill: _fill,
    entries.Start: _start,
    entries.Choose: _choose,
    entries.Move: _move,
    entries.Undo: _undo,
    entries.Replace: _replace,
    entries.Back: _back,
    entries.Rest: _rest,
    entries.Answer: _answer,
    entries.Propose: _propose,
    entries.Agree: _agree,
    entries.CallOff: _call_off,
    entries.Disclose: _disclose,
    entries.Rematch: _rematch,
    entries.Again: _again,
}


def _asks(live: Live, seat: int) -> bool:
    """Does the game ask this seat alone?"""
    return live.game is not None and live.game.phase != FIRST and live.game.to_move == seat


def _begin_anew(live: Live, now: int, spent: int) -> None:
    """Another thinks now for the seat to move."""
    live.since = now
    if live.last is not None:
        live.last.waited += spent


def _charge(live: Live, seat: int, spent: int) -> None:
    """Time that went by: first the turn's own, then the player's."""
    if live.left:
        free = min(live.own, spent)
        live.own -= free
        live.left[seat] = max(0, live.left[seat] - spent + free)


def _go_on(live: Live) -> None:
    """The game has come to a step where it never was: what may be done so often between two steps may be done again."""
    if len(live.marks) > live.furthest:
        live.furthest, live.undone = len(live.marks), 0
        for seat in live.seats:
            seat.backs = 0


# ---- what a table is like


def phase_of(live: Live) -> TablePhase:
    """`gathering`, `cancelled`, `preparing`, or the game's own."""
    if live.cancelled:
        return "cancelled"
    if not live.started:
        return "gathering"
    return live.game.phase if live.game is not None else "preparing"


def is_over(live: Live) -> bool:
    """Has the game ended?"""
    return live.game is not None and live.game.over


def winners_of(live: Live) -> list[int] | None:
    """Who has won; nobody while the game goes on."""
    if live.game is None:
        return live.winners
    return live.game.score().winners if live.game.over else None


def goes(live: Live) -> bool:
    """Has the game begun, and not ended nor been called off?"""
    return live.started and not live.cancelled and not is_over(live)


def asked_to_agree(live: Live, about: int | None) -> list[int]:
    """The people who have a say in what is offered: all who play themselves, but for the one it is about."""
    return [
        seat for seat, state in enumerate(live.seats) if state.kind == "person" and state.bot is None and seat != about
    ]


def keeps_waiting(live: Live, seat: int, now: int) -> bool:
    """Has a person used up half of the time of a turn over days?"""
    if not over_days(live) or seat not in on_the_clock(live) or live.seats[seat].holiday > now:
        return False
    since = live.marks[0].time if phase_of(live) == FIRST else live.since
    return _gone(live, since, seat, now) * 2 >= turn_time(live)


def follower(live: Live, same_deal: bool) -> str | None:
    """The table that followed, with the same deal or a new one."""
    return live.again if same_deal else live.rematch


def waiting(live: Live) -> list[int]:
    """The seats that have to decide now; while first tickets are chosen, all that have not (C5)."""
    if live.game is None or live.cancelled:
        return []
    if live.game.phase == FIRST:
        return [seat for seat in range(len(live.seats)) if seat not in live.chosen]
    return [] if live.game.to_move is None else [live.game.to_move]


def asked(live: Live, seat: int) -> Game:
    """The game as it asks this seat: while first tickets are chosen, a copy in which the seats before it have chosen something."""
    game = live.game
    assert game is not None
    if game.phase != FIRST or game.to_move == seat:
        return game
    copy = game.clone()
    while copy.to_move != seat:
        copy.apply(copy.legal()[0])
    return copy


def undo_seat(live: Live) -> int | None:
    """The seat that may take its last move back."""
    last = live.last
    if last is None or last.bot or is_over(live) or last.number != live.position or live.undone >= UNDOS:
        return None
    return last.seat


def biding(live: Live) -> int | None:
    """The person for whom bots wait: who may take a move back, or has to read what a tunnel cost."""
    turn = None if live.game is None or live.cancelled else live.game.to_move
    if turn is None or live.seats[turn].bot is None:
        return None
    if live.lost is not None and live.lost.number == live.position:
        return live.lost.seat
    return undo_seat(live)


def answers(live: Live, same_deal: bool) -> dict[int, bool]:
    """Who wants to play again, and who does not, by their latest word."""
    return {seat: said[-1] for seat, said in live.ballots.get(same_deal, {}).items()}


def hints_allowed(live: Live) -> bool:
    """May players ask for hints? Whoever made the table says so; else where one person plays with bots."""
    wish = live.head.options.hints
    return wish if wish is not None else sum(plan.kind != "bot" for plan in live.head.plan) == 1


def running(live: Live) -> int | None:
    """The seat whose clock runs: a person's whose turn it is, from the first turn on."""
    if not live.left or live.game is None or live.cancelled or live.game.phase == FIRST:
        return None
    seat = live.game.to_move
    return None if seat is None or live.seats[seat].bot else seat


def over_days(live: Live) -> bool:
    """Does each turn have time of its own? Then nobody is expected to look on."""
    return turn_time(live) > 0


def unattended(live: Live) -> bool:
    """Do clocks run and bots move though nobody looks? Nobody escapes a game that is rated by going away, and no round waits for ever."""
    return over_days(live) or _has_to_end(live)


def _has_to_end(live: Live) -> bool:
    return live.head.options.rated or bool(live.head.club)


def sealed(live: Live) -> bool:
    """Is what was dealt nobody's to know yet, even when the game is over: do others still play the deal of that day, or of the duplicate?"""
    if live.head.club and live.head.same_deal:
        return not live.disclosed
    return bool(live.head.daily) and not days.closed(live.head.daily, moment.now())


def turn_time(live: Live) -> int:
    """The ms that each turn has of its own."""
    clock = live.head.options.clock
    return clock.turn * MINUTE if clock else 0


def on_the_clock(live: Live) -> list[int]:
    """The people whose time goes by now: whoever's turn it is, and where games go on without them whoever has yet to choose first tickets."""
    if live.left and live.game is not None and live.game.phase == FIRST and unattended(live):
        return [seat for seat in waiting(live) if live.seats[seat].bot is None]
    seat = running(live)
    return [] if seat is None else [seat]


def left_to(live: Live, seat: int, now: int) -> int:
    """The ms that one of those has left."""
    if live.game is not None and live.game.phase == FIRST:
        return turn_time(live) + live.left[seat] - live.seats[seat].spent - spent_by(live, seat, now)
    return live.own + live.left[seat] - spent(live, now)


def spent_by(live: Live, seat: int, now: int) -> int:
    """How long somebody has been thinking, if their time goes by, in ms: since they began to, or since their latest holiday."""
    if seat not in on_the_clock(live):
        return 0
    if live.game is not None and live.game.phase == FIRST:
        return _gone(live, max(live.marks[0].time, live.seats[seat].since), seat, now)
    return spent(live, now)


def runs_out(live: Live, now: int) -> int | None:
    """When the first of the clocks that run is out, if nothing happens; a holiday is waited for."""
    return min(
        (max(now, live.seats[seat].holiday) + left_to(live, seat, now) for seat in on_the_clock(live)), default=None
    )


def minded(live: Live) -> bool:
    """Has somebody to look at the table whenever something has happened, though nobody may have it open?"""
    return unattended(live) or bool(live.persons)


def turn_of(live: Live, seat: int) -> int:
    """Which turn it is for which a seat is waited for: after how many steps of others, so that a move taken back makes no other one. First
    tickets are chosen beside one another: whoever has not is not asked anew with each who has."""
    choosing = live.game is not None and live.game.phase == FIRST
    others = [place for place, mark in enumerate(live.marks[:1] if choosing else live.marks, 1) if mark.seat != seat]
    return others[-1] if others else 0


def goes_on(live: Live) -> bool:
    """Does a game go on though nobody looks: is it rated or part of a tournament, or one over days at which any person plays still?"""
    if _has_to_end(live):
        return goes(live)
    return over_days(live) and any(seat.kind == "person" and seat.away is None for seat in live.seats)


def spent(live: Live, now: int) -> int:
    """How long the seat to move has been thinking, in ms; a holiday is nobody's time, nor is that in which the server was down."""
    turn = None if live.game is None else live.game.to_move
    return _gone(live, live.since, turn, now)


def _gone(live: Live, since: int, seat: int | None, now: int) -> int:
    """The ms that went by, as far as they count. Where days count, only long outages are forgiven: a short one is no reason to."""
    began = max(since, live.seats[seat].holiday if seat is not None else 0)
    if over_days(live):
        return max(0, now - began - moment.outage(began, now))
    return max(0, now - max(began, moment.STARTED))


# ---- lessons


def made_by(live: Live, seat: int) -> int:
    """How many moves a seat has made, first tickets included."""
    return sum(mark.seat == seat for mark in live.marks) + (seat in live.chosen)


def lesson_step(live: Live) -> words.LessonStep | None:
    """Where the table's lesson stands."""
    lesson = lessons.find(live.head.lesson)
    if lesson is None or live.game is None:
        return None
    made = made_by(live, lessons.LEARNER)
    return lessons.told(lesson, live.head.lesson, made, live.game)


def rival_move(live: Live, seat: int) -> list[int] | None:
    """The move that the table's lesson has for a rival."""
    lesson = lessons.find(live.head.lesson)
    return None if lesson is None else lessons.rival_move(lesson, seat, made_by(live, seat), asked(live, seat))


def may_learn(live: Live, seat: int, move: str) -> None:
    """Refuse a legal move that is not what the table's lesson asks for."""
    lesson = lessons.find(live.head.lesson)
    if lesson is not None and seat == lessons.LEARNER:
        say = lessons.judged(lesson, made_by(live, seat), asked(live, seat), parse(move))
        if say is not None:
            raise Refusal("lesson", say=say)


# ---- what may be done


def spell(game: Game, decisions: list[int]) -> str:
    """The text of the move that consists of these decisions, of all of them: half a move is none."""
    if decisions[0] in game.legal():
        for move, parts in game.spelled(decisions[0]):
            if parts == decisions:
                return str(move)
    raise Refusal("illegal-decision", decision=decisions[0])


def read_move(live: Live, seat: int, wanted: "list[int] | words.Move | str") -> tuple[list[int], str]:
    """A seat's move, given by its decisions, in words or as text, as decisions and text; or a refusal by the rule that forbids it."""
    game = asked(live, seat)
    try:
        decisions = wanted if isinstance(wanted, list) else game.decisions_of(parse(str(wanted)))
    except MoveError as error:
        raise Refusal(error.code, error.rule, **error.values) from None
    return decisions, spell(game, decisions)


def tried(live: Live, seat: int, decisions: list[int]) -> Game:
    """A copy of the game after these decisions, or a refusal: nothing is written that could not be replayed."""
    copy = asked(live, seat).clone()
    for decision in decisions:
        try:
            copy.apply(decision)
        except MoveError as error:
            raise Refusal(error.code, error.rule, decision=decision) from None
    return copy


def may_move(live: Live, seat: int, at: "int | None") -> None:
    """Refuse if the seat has nothing to decide, or has not seen the latest."""
    if not live.started:
        raise Refusal("not-started")
    if live.game is None:
        raise Refusal("preparing")
    if live.cancelled:
        raise Refusal("cancelled")
    if live.game.over:
        raise Refusal("over", "C23")
    if live.game.phase == FIRST:
        if seat in live.chosen:
            raise Refusal("already-chosen", "C5")
    elif at is not None and at != live.position:
        raise Refusal("stale", position=live.position)
    if seat not in waiting(live):
        raise Refusal("not-your-turn", "C6", waiting=waiting(live))


def move_entry(live: Live, seat: int, decisions: list[int], text: str, bot: bool, now: int) -> Entry:
    """The entry of a move that is known to be legal."""
    assert live.game is not None
    first = live.game.phase == FIRST
    used = 0 if bot or first else spent(live, now)
    body = (entries.Choose if first else entries.Move)(decisions, text, used, bot)
    return Entry(live.number + 1, now, seat, body)


def start_entry(number: int, names: list[str], now: int) -> Entry:
    """The entry with which the game begins."""
    return Entry(number, now, None, entries.Start(names))


def first_moves(whole: Game, count: int, now: int) -> list[Entry]:
    """The first moves of a game as entries that follow its start; first tickets only if all have chosen."""
    found: list[Entry] = []
    seat, done = None, 0
    for game, move, _ in steps(whole):
        if move is not None and len(found) < count:
            kind = entries.Choose if len(found) < whole.players else entries.Move
            found.append(Entry(len(found) + 2, now, seat, kind(game.decisions[done:].copy(), str(move), 0, False)))
        seat, done = game.to_move, len(game.decisions)
    return found if len(found) >= whole.players else []


def names_of(seats: list[SeatState]) -> list[str]:
    """Everybody's name, bots called after their level, nobody called what looks the same."""
    found: dict[str, str] = {}
    for seat in seats:
        wanted = seat.name or seat.level or "?"
        name, count = wanted, 2
        while looks(name) in found:
            name, count = f"{wanted} {count}", count + 1
        found[looks(name)] = name
    return list(found.values())


LOOKS = str.maketrans(
    "аеорсухіјѕһԁԛԝαονρτυι1l0", "aeopcyxijshdqwaovptuiiio"
)  # Cyrillic, Greek and digits that pass for Latin


def looks(name: str) -> str:
    """What a name looks like to somebody who does not look closely."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(sign for sign in plain if unicodedata.category(sign) not in ("Mn", "Cf", "Zs")).translate(LOOKS)
