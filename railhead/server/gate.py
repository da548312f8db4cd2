"""The gate: everything that leaves the server about a table is made here, for one reader, of what that reader may see.

`Sealed` bytes come from nowhere else, and sockets and answers take nothing but Sealed bytes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NewType

import msgspec
from msgspec import structs

from railhead import words
from railhead.boards.loading import known
from railhead.game import Game, PositionError
from railhead.game.events import seat_of, seen_by
from railhead.game.proof import sign
from railhead.game.record import RecordError, steps
from railhead.game.record import record as game_record
from railhead.game.record import replay as play_record
from railhead.game.seeds import commitment
from railhead.game.spelling import kept_places
from railhead.kernel.records import SEATS
from railhead.lessons import LEARNER
from railhead.server import moment
from railhead.server.games import laid_out
from railhead.server.messages import person_name
from railhead.server.refusals import Refusal
from railhead.server.table import (
    FIRST,
    Live,
    Mark,
    answers,
    asked,
    asked_to_agree,
    biding,
    hints_allowed,
    left_to,
    lesson_step,
    on_the_clock,
    phase_of,
    running,
    runs_out,
    sealed,
    undo_seat,
    waiting,
    winners_of,
)
from railhead.words import PROTOCOL, ChatLine, Choices, Entry, Event, Identity, SeatView, TableState

Sealed = NewType("Sealed", bytes)
PART_MOST = 96 * 1024  # bytes of story in one message
Reader = tuple[int, ...]  # the seats that a client holds; none: it watches
STORY: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


@dataclass
class Company:
    """Who is there."""

    present: list[bool]
    watchers: int


def plain(message: msgspec.Struct) -> Sealed:
    """A message in which nothing about a table stands that not all may know."""
    return Sealed(msgspec.json.encode(message))


def known_to_all(encoded: bytes) -> Sealed:
    """The same, encoded before."""
    return Sealed(encoded)


# ---- what all may know


def table_info(live: Live) -> words.Table:
    """A table as everyone may know it; the seed only when the game is over."""
    winners = winners_of(live)
    over = winners is not None
    return words.Table(
        table=live.head.id,
        game=live.head.game,
        created=live.head.created,
        phase="over" if over else "cancelled" if live.cancelled else "playing" if live.started else "gathering",
        options=structs.replace(live.head.options, hints=hints_allowed(live)),
        lesson=live.head.lesson or None,
        daily=live.head.daily or None,
        seats=[
            words.TableSeat(number, seat.kind, seat.name, seat.level, seat.away is not None, seat.reason == "resign")
            for number, seat in enumerate(live.seats)
        ],
        commitment=commitment(live.head.seed),
        seed=live.head.seed if over and not sealed(live) else None,
        same_deal=live.head.same_deal,
        winners=winners,
        rematch=live.rematch,
        again=live.again,
        ballots=[ballot(live, same_deal) for same_deal in live.ballots],
        hosts=sorted(live.hosts),
        name=map_name(live),
        club=live.head.club or None,
    )


def proposal(live: Live) -> words.Proposal | None:
    """What somebody offers, and who has yet to agree."""
    offer = live.proposal
    if offer is None:
        return None
    asked_ = [seat for seat in asked_to_agree(live, offer.about) if seat not in offer.agreed]
    return words.Proposal(offer.seat, offer.what, offer.about, sorted(offer.agreed), asked_)


def map_name(live: Live) -> str | None:
    """What a map of somebody's own is called."""
    return live.head.title or None


def ballot(live: Live, same_deal: bool) -> words.Ballot:
    """Who wants to play again."""
    said = answers(live, same_deal)
    yes, no = ([seat for seat in sorted(said) if said[seat] is word] for word in (True, False))
    return words.Ballot(same_deal, yes, no)


def seen_table(live: Live, company: Company) -> words.SeenTable:
    """A table as everyone may see it now."""
    known = structs.asdict(table_info(live))
    out = runs_out(live, moment.now())
    return words.SeenTable(**known, present=company.present, waiting=waiting(live), runs_out=out)


def info(live: Live, company: Company) -> Sealed:
    """The answer about one table."""
    return plain(seen_table(live, company))


def listing(tables: list[tuple[Live, Company]]) -> Sealed:
    """The answer about several."""
    return plain(words.Tables([seen_table(*one) for one in tables]))


def notice(live: Live, seat: int) -> Sealed:
    """What somebody is told whose turn it is: which game, and who of the others moved last."""
    movers = [mark.seat for mark in live.marks if mark.seat not in (None, seat)]
    mover = live.seats[movers[-1] or 0].name if movers else None
    return plain(words.Turn(live.head.id, live.head.game, mover, map_name(live)))


def presence(company: Company) -> Sealed:
    """Who is there."""
    return plain(words.Presence(company.present, company.watchers))


def chat(line: ChatLine) -> Sealed:
    """A line of chat, as a message."""
    return plain(words.ChatSaid(line.number, line.time, line.seat, line.name, line.text))


def done(number: int, re: Identity) -> Sealed:
    """The answer to what was done."""
    return plain(words.Done(re, number))


def refused(refusal: Refusal, re: Identity = None) -> Sealed:
    """The answer to what was not."""
    return plain(words.Refused(refusal.code, refusal.rule, refusal.values, re))


# ---- what a reader may know


def seen(events: list[Event], reader: Reader) -> list[Event]:
    """Events as a reader may see them: as each of its seats does."""
    return [event if seat_of(event) in reader else seen_by(event, None) for event in events]


def told_to(entry: Entry, reader: Reader) -> Entry:
    """An entry of the story as a reader may see it."""
    if isinstance(entry, words.Started | words.Moved):
        return structs.replace(entry, events=seen(entry.events, reader))
    return entry


class Sight:
    """What readers may see of a table as it stands now, made once for each seat however many look."""

    def __init__(self, live: Live, company: Company, now: int, bide: int = 0) -> None:
        self.live, self.company, self.now = live, company, now
        self.biding = live.since + bide if bide and biding(live) is not None else None
        self.waiting, self.phase, self.table = waiting(live), phase_of(live), table_info(live)
        self.watch: words.View | None = None
        self.views: dict[int, SeatView] = {}
        self.choices: dict[int, Choices] = {}

    def to(self, reader: Reader) -> TableState:
        """Everything that a reader may see."""
        live, seats = self.live, reader if self.live.game is not None else ()
        return TableState(
            protocol=PROTOCOL,
            number=live.number,
            position=live.position,
            time=self.now,
            table=self.table,
            you=list(reader),
            phase=self.phase,
            to_move=self.waiting[0] if self.waiting and self.phase != FIRST else None,
            waiting=self.waiting,
            views={str(seat): self._view(seat) for seat in seats},
            watch=None if reader else self._watch(),
            choices={
                str(seat): self._choices(seat) for seat in seats if seat in self.waiting and not live.seats[seat].bot
            },
            chosen={str(seat): kept_places(live.chosen[seat].decision) for seat in seats if seat in live.chosen},
            undo=undo_seat(live),
            biding=self.biding,
            lesson=lesson_step(live) if LEARNER in reader else None,
            clock=self._clock(),
            proposal=proposal(live),
            present=self.company.present,
            watchers=self.company.watchers,
        )

    def _view(self, seat: int) -> SeatView:
        assert self.live.game is not None
        if seat not in self.views:
            self.views[seat] = self.live.game.view(seat)
        return self.views[seat]

    def _watch(self) -> words.View | None:
        if self.watch is None and self.live.game is not None:
            self.watch = self.live.game.view(None)
        return self.watch

    def _choices(self, seat: int) -> Choices:
        if seat not in self.choices:
            self.choices[seat] = asked(self.live, seat).choices()
        return self.choices[seat]

    def _clock(self) -> words.ClockState | None:
        live, left = self.live, self.live.left.copy()
        if not left:
            return None
        for seat in on_the_clock(live):
            left[seat] = max(0, left_to(live, seat, self.now))
        holiday = [seat.holiday if seat.holiday > self.now else 0 for seat in live.seats]
        return words.ClockState(left, running(live), holiday, [seat.rest for seat in live.seats])


def state(sight: Sight, reader: Reader, after: int, chat: list[ChatLine] | None, re: Identity) -> Sealed:
    """Everything that a reader may see now, and the story after a number, as much of it as a message may hold."""
    told, end = sight.live.story, part_end(sight.live.story, after)
    story = [told_to(STORY.decode(entry), reader) for entry in told[after:end]]
    more = end < len(told)
    return plain(words.State(**structs.asdict(sight.to(reader)), re=re, story=story, more=more, chat=chat))


def part_end(story: list[bytes], after: int) -> int:
    """Where a part of the story ends that begins after a number: nobody is sent so much at once that it cannot be read."""
    size = 0
    for number in range(after, len(story)):
        size += len(story[number])
        if size > PART_MOST and number > after:
            return number
    return len(story)


def update(sight: Sight, reader: Reader, entry: Entry) -> Sealed:
    """What happened, and everything as it stands after it."""
    return plain(words.Update(**structs.asdict(sight.to(reader)), entry=told_to(entry, reader)))


# ---- a whole game


def held(game: Game) -> list[words.Hidden]:
    """What all seats hold, for eyes that may see everything."""
    return [words.Hidden(view.hand, view.tickets, view.offer) for view in map(game.view, range(game.players))]


def replay(live: Live, eyes: str) -> Sealed:
    """A game step by step, as someone saw it: `all`, `watch` or a seat. Whether they may is the caller's business."""
    assert live.game is not None
    return _step_by_step(live.game, eyes, live.head.id, {mark.decisions: mark for mark in live.marks})


def opened(record: words.Record, board: str) -> Sealed:
    """The game of a record that somebody kept, step by step, with all it holds."""
    return _step_by_step(game_of(record, board), "all", "", {})


def game_of(record: words.Record, board: str) -> Game:
    """The game of a record that somebody kept; on a board of one's own if it is kept here."""
    try:
        if (record.board is not None and not board) or len(record.players) > SEATS:
            raise RecordError("a board of one's own, or too many players")
        names = [person_name(name) for name in record.players]
        setting = known(board) if board else None
        return play_record(structs.replace(record, players=names), setting=setting)
    except (RecordError, Refusal):
        raise Refusal("bad-record") from None


def _step_by_step(whole: Game, eyes: str, table: str, marks: Mapping[int, Mark]) -> Sealed:
    """A game as someone saw it; marks tell who did what and when, by the decisions made, where a table remembers."""
    reader: Reader = tuple(range(whole.players)) if eyes == "all" else (int(eyes),) if eyes.isdigit() else ()
    found: list[words.ReplayStep] = []
    for game, move, events in steps(whole):
        mover = next((seat for seat in map(seat_of, events) if move and seat is not None), None)
        mark = marks.get(len(game.decisions)) or Mark(len(game.decisions), len(found), mover, 0)
        found.append(
            words.ReplayStep(
                number=mark.number,
                seat=mark.seat,
                time=mark.time,
                events=seen(events, reader),
                view=game.view(reader[0]) if len(reader) == 1 else game.view(None),
                all=held(game) if eyes == "all" else None,
            )
        )
    chart = [[seat.points for seat in step.view.seats] for step in found]
    if whole.over:
        chart[-1] = [score.total for score in whole.score().scores]
    return plain(words.Replay(table, whole.setting.id, whole.names, eyes, whole.over, found, chart))


def study(line: str, board: str) -> Sealed:
    """A position that somebody wrote down, with all it holds, as a replay of one step; perhaps on a map that is kept."""
    try:
        game = Game.from_line(line, known(board) if board else None)
    except PositionError:
        raise Refusal("bad-position") from None
    step = words.ReplayStep(number=0, seat=None, time=0, events=[], view=game.view(None), all=held(game))
    chart = [[seat.points for seat in step.view.seats]]
    return plain(words.Replay("", game.setting.id, game.names, "all", game.over, [step], chart))


def picture(live: Live, look: str) -> Sealed:
    """The board as it stands, as a picture that travels alone."""
    from railhead.draw.svg.board import draw
    from railhead.draw.svg.positions import Position
    from railhead.draw.svg.themes import themes

    assert live.game is not None
    if look not in themes():
        raise Refusal("bad-message", at="$.look")
    setting, geometry = laid_out(live.head.source)
    if geometry is None:
        raise Refusal("unknown-path")
    view = live.game.view(None)
    position = Position(
        routes={str(number): seat.routes for number, seat in enumerate(view.seats, 1)},
        stations={str(number): seat.stations for number, seat in enumerate(view.seats, 1)},
        built=view.built or {},
    )
    return Sealed(draw(setting.board, geometry, position, look, embed_fonts=True).encode())


def frozen(live: Live) -> Live:
    """A copy that stays as it is while a thread reads it."""
    return replace(live, game=live.game.clone() if live.game else None, marks=list(live.marks), story=[])


def record(live: Live, secret: str) -> Sealed:
    """The record of a finished game, with its seed and the server's signature, for anyone to check."""
    assert live.game is not None and live.game.over
    return Sealed(plain(sign(game_record(live.game), secret)) + b"\n")
