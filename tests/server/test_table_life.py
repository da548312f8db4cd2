"""A table's life against a small model: people sit down, stand up, leave, come back, take back, resign, run out of time, play again; tables are
cancelled, servers are killed.

The model knows nothing of entries: who sits where, who plays for whom, and whose time goes by. Time is a number that we turn.
"""

from dataclasses import dataclass, field
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from server_running import FULL

from railhead.server import gate, moment, table, wishes
from railhead.server.refusals import Refusal
from railhead.server.store import Entry, Head, Holder
from railhead.server.table import ANSWERS, BACKS, STANDS, UNDOS, Live
from railhead.server.tokens import hash_of
from railhead.server.wishes import Judge
from railhead.words import Clock, Options, SeatPlan

MINUTE = 60_000
RETURN = 60_000
SEATS = st.integers(0, 2)
TOKEN = "anna's"


@dataclass
class Player:
    """One seat, as somebody at the table would tell it."""

    left: int
    bot: str | None = None  # why a bot plays: own, wish, clock
    outs: int = 0
    owed: bool = False
    backs: int = 0
    answers: dict[bool, list[bool]] = field(default_factory=dict)  # whether to play again, by deal


@dataclass
class Model:
    """The whole table."""

    players: list[Player]
    increment: int
    steps: int = 0
    furthest: int = 0
    undone: int = 0
    waited: int = 0  # since the last move
    charged: list[int] = field(default_factory=list)  # to each, since the last move
    mover: int | None = None  # the person who made the last move, if one did


class TableLife(RuleBasedStateMachine):
    """What may happen at a table, in any order."""

    @initialize(
        minutes=st.integers(1, 5), increment=st.integers(0, 20), bot=st.booleans(), begun=st.sampled_from([0, 1, 1, 2])
    )
    def made(self, minutes: int, increment: int, bot: bool, begun: int) -> None:
        self.now = 1_000_000_000_000
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(moment, "now", lambda: self.now)
        self.patch.setattr(moment, "STARTED", 0)
        last = SeatPlan("bot", None, "easy") if bot else SeatPlan("friend")
        plan = (SeatPlan("me", "Anna"), SeatPlan("friend"), last)
        options = Options(clock=Clock(minutes, increment))
        self.head = Head("t", self.now, "usa", "ab" * 16, False, plan, options)
        self.holders = [Holder(0, hash_of(TOKEN), True)]
        self.entries: list[Entry] = []
        self.followed: Any = None
        self.live = table.begin(self.head, self.holders, True)
        self.model = Model([Player(minutes * MINUTE) for _ in range(3)], increment * 1000, charged=[0, 0, 0])
        if begun:  # everybody is there, and has chosen first tickets
            for seat in (1,) if bot else (1, 2):
                self.sit(seat)
            while self.turn is None:
                self.move(0, True)
        while begun == 2 and self.playing:  # and the game is over
            self.move(self.model.steps, True)

    def teardown(self) -> None:
        if hasattr(self, "patch"):
            self.patch.undo()

    # ---- doing

    def wish(self, judge: Judge) -> str | None:
        """Let something happen; the code of the refusal if it is refused."""
        try:
            wanted = judge(self.live)
        except Refusal as refusal:
            return refusal.code
        self.holders = [holder for holder in self.holders if holder.seat not in wanted.freed] + list(wanted.holders)
        for entry in wanted.entries:
            table.fold(self.live, entry)
            self.entries.append(entry)
        table.hold(self.live, self.holders)
        self.followed = wanted.follower or self.followed
        return None

    @property
    def playing(self) -> bool:
        return self.live.started and not table.is_over(self.live)

    @property
    def turn(self) -> int | None:
        """Whose turn it is; nobody's while first tickets are chosen."""
        return (
            self.live.game.to_move if self.live.game and self.live.game.phase not in ("first-tickets", "over") else None
        )

    # ---- gathering

    @precondition(lambda self: not self.live.started)
    @rule(seat=st.integers(0, 3))
    def sit(self, seat: int) -> None:
        free = seat < 3 and self.live.seats[seat].kind == "free"
        refused = self.wish(wishes.sit(seat, "Ben", f"h{seat}"))
        expected = (
            "unknown-seat" if seat == 3 else "cancelled" if self.live.cancelled else None if free else "seat-taken"
        )
        assert refused == expected

    @precondition(lambda self: not self.live.started)
    @rule(level=st.sampled_from(["easy", "hard"]), stranger=st.booleans())
    def fill(self, level: Any, stranger: bool) -> None:
        expected = "not-host" if stranger else "cancelled" if self.live.cancelled else None
        assert self.wish(wishes.fill(level, (1,) if stranger else (0,))) == expected

    @rule(seat=SEATS, reader=SEATS)
    def stand(self, seat: int, reader: int) -> None:
        """Guests leave, or are asked to by whoever made the table; nobody leaves a game that has begun."""
        guest = seat != 0 and self.live.seats[seat].kind == "person"
        refused = self.wish(wishes.stand(seat, (reader,)))
        assert (refused is None) == (
            not self.live.started and not self.live.cancelled and guest and reader in (0, seat)
        )
        if refused is None:
            assert self.live.seats[seat].kind == "free" and seat not in self.live.holders

    @rule(reader=SEATS)
    def cancel(self, reader: int) -> None:
        gathers = not self.live.started and not self.live.cancelled
        refused = self.wish(wishes.cancel((reader,)))
        assert (refused is None) == (gathers and reader == 0)
        assert refused in (None, "started", "cancelled", "not-host")

    # ---- time

    @rule(passed=st.sampled_from([0, 10, 1000, 7000, 40_000, 200_000]))
    def time_passes(self, passed: int) -> None:
        self.now += passed
        turn = self.turn
        if turn is None:
            return
        self.model.waited += passed
        player = self.model.players[turn]
        if not self.live.seats[turn].bot:
            used = min(passed, player.left)
            player.left -= used
            self.model.charged[turn] += used
        self.run_out()

    def run_out(self) -> None:
        """The server notices at once when a clock has run out."""
        turn = self.turn
        if turn is None or self.live.seats[turn].bot:
            assert self.wish(wishes.time_out) is None
            return
        player, before = self.model.players[turn], len(self.entries)
        assert self.wish(wishes.time_out) is None
        assert (len(self.entries) > before) == (player.left == 0)
        if player.left == 0:
            player.bot, player.owed, player.outs = "clock", True, player.outs + 1

    # ---- playing

    @precondition(lambda self: self.playing)
    @rule(lot=st.integers(0, 10**6), claim=st.booleans())
    def move(self, lot: int, claim: bool) -> None:
        seat = table.waiting(self.live)[lot % len(table.waiting(self.live))]
        game = table.asked(self.live, seat)
        legal = game.legal()
        decision = max(legal) if claim else legal[lot % len(legal)]
        ways = game.spelled(decision)
        first = self.live.game is not None and self.live.game.phase == "first-tickets"
        bot = self.live.seats[seat].bot is not None
        assert self.wish(wishes.move(seat, self.live.position, ways[lot % len(ways)][1], "", not bot)) in (
            "bot-plays",
            "stale",
        )
        assert self.wish(wishes.move(seat, self.live.position, ways[lot % len(ways)][1], "", bot)) is None
        if first:
            return
        model = self.model
        model.players[seat].owed = False
        model.steps += 1
        if model.steps > model.furthest:
            model.furthest, model.undone = model.steps, 0
            for player in model.players:
                player.backs = 0
        model.waited, model.charged, model.mover = 0, [0, 0, 0], None if bot else seat
        assert self.live.game is not None
        if self.live.game.phase in ("turn", "over"):
            model.players[seat].left += model.increment
            model.charged[seat] = -model.increment
        self.run_out()

    @precondition(lambda self: self.turn is not None)
    @rule(lot=st.integers(0, 10**6))
    def claim(self, lot: int) -> None:
        """A claim, if there is one, so that there is something to take back."""
        self.move(lot, True)

    @precondition(lambda self: table.undo_seat(self.live) is not None)
    @rule()
    def take_back(self) -> None:
        self.undo(table.undo_seat(self.live) or 0)

    @precondition(lambda self: table.biding(self.live) is not None)
    @rule(lot=st.integers(0, 10**6))
    def go_on(self, lot: int) -> None:
        """A bot waits for whoever moved, until that one says that it need not: then it moves, and nothing is taken back any more."""
        assert self.turn is not None and self.live.seats[self.turn].bot
        self.move(lot, False)
        assert table.undo_seat(self.live) is None and table.biding(self.live) is None

    @precondition(lambda self: self.turn is not None)
    @rule()
    def waver(self) -> None:
        """Claim and take back, again and again, as long as it is allowed."""
        for _ in range(2 * UNDOS):
            if self.turn is None or not self.playing:
                return
            self.claim(0)
            if table.undo_seat(self.live) is None:
                return
            self.take_back()

    @precondition(lambda self: self.turn is not None)
    @rule()
    def leave_and_come_back(self) -> None:
        turn = self.turn or 0
        self.replace(turn, turn, False)
        self.time_passes(10)
        self.back(turn)

    @rule(seat=SEATS)
    def undo(self, seat: int) -> None:
        allowed = table.undo_seat(self.live) == seat
        refused = self.wish(wishes.undo(seat, self.live.position))
        assert (refused is None) == allowed and self.model.undone <= UNDOS
        if refused:
            assert refused == "no-undo"
            return
        model = self.model
        for player, charged in zip(model.players, model.charged, strict=True):
            player.left += charged
        mine = model.players[seat]
        mine.left = max(0, mine.left - model.waited)
        model.steps -= 1
        model.undone += 1
        model.waited, model.charged, model.mover = 0, [0, 0, 0], None
        self.run_out()

    # ---- leaving and coming back

    @rule(seat=SEATS, other=SEATS, away=st.booleans())
    def replace(self, seat: int, other: int, away: bool) -> None:
        state, own = self.live.seats[seat], seat == other
        refused = self.wish(wishes.replace(seat, "medium", (other,), lambda: away))
        person = state.kind == "person"
        expected = person and self.playing and self.model.players[seat].bot is None and (own or away)
        assert (refused is None) == expected
        if refused is None:
            self.model.players[seat].bot = "own" if own else "wish"

    @rule(seat=SEATS)
    def back(self, seat: int) -> None:
        player, over = self.model.players[seat], table.is_over(self.live)
        refused = self.wish(wishes.back(seat, RETURN))
        if player.bot is None:
            assert refused == "not-away"
        elif player.bot == "resign":
            assert refused == "resigned"
        elif player.owed and not over:
            assert refused == "bot-plays"
        elif player.backs >= BACKS:
            assert refused == "too-fast"
        else:
            assert refused is None
            if player.bot == "clock":
                player.left = max(player.left, RETURN >> (player.outs - 1))
            player.bot, player.owed, player.backs = None, False, player.backs + 1
            self.run_out()

    @precondition(lambda self: self.playing)
    @rule(seat=SEATS)
    def resign(self, seat: int) -> None:
        if self.live.seats[seat].kind != "person":
            return
        player = self.model.players[seat]
        assert self.wish(wishes.resign(seat)) == ("resigned" if player.bot == "resign" else None)
        player.bot = "resign"

    # ---- and after

    @rule(seat=st.integers(-1, 2), same_deal=st.booleans(), yes=st.booleans(), now=st.booleans())
    def play_again(self, seat: int, same_deal: bool, yes: bool, now: bool) -> None:
        """Another game is for those who want it: when all have answered, or when one of them will not wait."""
        known = table.follower(self.live, same_deal)
        if seat >= 0 and self.live.seats[seat].kind != "person":
            return
        refused = self.wish(wishes.play_again((seat,) if seat >= 0 else (), same_deal, yes, now))
        if seat < 0 or not table.is_over(self.live):
            assert refused == ("wrong-token" if seat < 0 else "not-over")
            return
        if known:
            assert refused is None and table.follower(self.live, same_deal) == known
            return
        said = self.model.players[seat].answers.setdefault(same_deal, [])
        if said[-1:] != [yes]:
            assert refused == ("answered" if len(said) == ANSWERS else None)
            if refused:
                return
            said.append(yes)
        people = {
            number: player
            for number, player in enumerate(self.model.players)
            if self.live.seats[number].kind == "person"
        }
        wanting = {number for number, player in people.items() if player.answers.get(same_deal, [False])[-1]}
        everybody = all(same_deal in player.answers for player in people.values() if player.bot != "resign")
        begun = table.follower(self.live, same_deal)
        assert (begun is not None) == (bool(wanting) and (everybody or (now and yes)))
        if begun:
            head, _, holders = self.followed
            kept = [number for number in range(3) if number in wanting or number not in people]
            kept = [0, 1, 2] if same_deal or len(kept) < 2 else kept
            assert [plan.kind for plan in head.plan] == ["me" if number in wanting else "bot" for number in kept]
            assert {holder.token_hash for holder in holders} == {self.live.holders[number] for number in wanting}
            assert all(self.live.holders[kept[holder.seat]] == holder.token_hash for holder in holders)
            assert (head.seed == self.head.seed) == same_deal

    @precondition(lambda self: table.is_over(self.live))
    @rule(same_deal=st.booleans(), wants=st.tuples(st.booleans(), st.booleans(), st.booleans()))
    def everybody_answers(self, same_deal: bool, wants: tuple[bool, bool, bool]) -> None:
        for seat, yes in enumerate(wants):
            self.play_again(seat, same_deal, yes, False)

    # ---- killed

    @rule()
    def kill(self) -> None:
        """A server that has just started sees the same table."""
        again = table.begin(self.head, self.holders, True)
        for entry in self.entries:
            table.fold(again, entry)
        assert told(again) == told(self.live)
        self.live = again

    # ---- always

    @invariant()
    def the_clocks_are_right(self) -> None:
        if not hasattr(self, "live") or not self.live.left:
            return
        shown = gate.Sight(self.live, gate.Company([True] * 3, 0), self.now)._clock()
        assert shown is not None and shown.left == [player.left for player in self.model.players]

    @invariant()
    def the_seats_are_right(self) -> None:
        if hasattr(self, "live"):
            assert [state.away is not None for state in self.live.seats] == [
                player.bot is not None for player in self.model.players
            ]

    @invariant()
    def bots_wait_only_for_whoever_moved_last(self) -> None:
        if hasattr(self, "live"):
            assert table.biding(self.live) in (None, self.model.mover)
            bot_next = self.turn is not None and self.live.seats[self.turn].bot
            if bot_next and table.undo_seat(self.live) is not None:
                assert table.biding(self.live) == self.model.mover

    @invariant()
    def nobody_writes_without_end(self) -> None:
        if hasattr(self, "live"):
            steps = self.model.furthest + 1
            assert len(self.entries) <= 2 * STANDS + 30 + steps * (2 * UNDOS + 1 + 3 * (2 * BACKS + 2))


def told(live: Live) -> Any:
    """All of a table that anybody could ever notice."""
    game = live.game.record.tobytes() if live.game else None
    return (
        live.seats, live.left, live.since, live.story, live.number, live.position, live.last, live.lost, live.marks, live.ballots,
        live.cancelled, live.stands, game,
    )  # fmt: skip


TestTableLife = TableLife.TestCase
TestTableLife.settings = settings(
    max_examples=400 if FULL else 60,
    stateful_step_count=120 if FULL else 50,
    deadline=None,
    phases=(Phase.reuse, Phase.generate),
)
