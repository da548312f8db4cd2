"""A program at the table. What it does wrong costs it the move, and a legal one is played for it; after three it loses the game: it is asked no more."""

import time

import msgspec

from railhead.boards import Setting
from railhead.bots.player import Farewell, Fault, FaultKind
from railhead.game import Game
from railhead.game.listing import Legal
from railhead.game.moves import MoveError, parse
from railhead.game.view import Writer
from railhead.programs.child import Child
from railhead.programs.outside import Outsider
from railhead.programs.protocol import (
    MOST_FORFEITS,
    PROTOCOLS,
    Answer,
    Bye,
    Clock,
    Hello,
    Question,
    Refused,
    Result,
)
from railhead.programs.wires import A_MOMENT, FloodError
from railhead.words import Scores

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Answer).decode
SHOWN = 200  # signs of an answer that was none


class FaultError(Exception):
    """What a program did wrong: of which kind, and told in words. Where it is `lost`, so is the game."""

    def __init__(self, kind: FaultKind, why: str, answer: str = "", lost: bool = False) -> None:
        super().__init__(why)
        self.kind, self.answer, self.lost = kind, answer, lost


class Program(Outsider):
    """A player that runs beside us and is asked over pipes."""

    def __init__(self, command: str, setting: Setting, number: int = 0, clock: Clock | None = None) -> None:
        super().__init__(setting)
        self.number, self.clock = number, clock or Clock()
        self.forfeits = 0
        self.faults: list[Fault] = []
        self.thinking = 0.0  # seconds that it took itself
        self.protocol = 1
        self._asked = 0
        self._written: Writer | None = None  # once it is known at which seat
        self._child: Child | None = None
        try:
            self._child = Child(command)
        except (OSError, ValueError) as error:
            self._note(FaultError("start", f"it could not be started: {error}", lost=True))

    @property
    def lost(self) -> bool:
        """Has it forfeited so much that the game is lost?"""
        return self.forfeits >= MOST_FORFEITS

    def answer(self, game: Game, seat: int, options: Legal) -> str | None:
        """The program's move; None where it forfeits."""
        if not self.lost:
            try:
                return self._ask(game, seat, options)
            except FaultError as fault:
                self._note(fault)
        return None

    def close(self, result: Scores | None = None) -> Farewell:
        """Say how the game ended, and goodbye."""
        if self._child is not None:
            if self.protocol > 1 and result is not None:
                self._say(Result(result.scores, result.winners, self.told(), self.faults))
            self._say(Bye())
            self._child.close()
            if self.faults:
                self.faults[-1] = msgspec.structs.replace(self.faults[-1], errors=self._child.errors)
        return Farewell(self.forfeits, tuple(self.faults), self.thinking * 1e6)

    # ---- one question

    def _say(self, message: Hello | Question | Refused | Result | Bye) -> None:
        if self._child is not None:
            self._child.say(_encode(message))

    def _greet(self, game: Game, seat: int) -> None:
        setting = self.setting
        self._say(
            Hello(
                protocol=PROTOCOLS[0],
                seat=seat,
                players=game.players,
                game=setting.id,
                board=setting.as_file(),
                protocols=PROTOCOLS,
                tickets=list(setting.tickets),
                seed=self.number,
                clock=self.clock,
                forfeits=MOST_FORFEITS,
            )
        )

    def _ask(self, game: Game, seat: int, options: Legal) -> str:
        """The move that the program chooses; FaultError where it does not."""
        assert self._child is not None
        first, self._asked = self._asked == 0, self._asked + 1
        if first:
            self._greet(game, seat)
        self._overhear()
        seconds, left = self._time(first)
        if self._written is None:
            self._written = Writer(self.setting, game.names, seat)
        question = Question(msgspec.Raw(self._written(game.record)), options.as_json(), seconds)
        if first or self.protocol > 1:  # who speaks version 2 is not known before the first answer
            question.number, question.left, question.events = self._asked, left, self.told()
        began = time.perf_counter()
        self._say(question)
        try:
            text = self._answer(began + seconds)
        except FaultError as fault:
            if fault.kind == "hang" and seconds == left:
                raise self._used_up() from None
            raise
        finally:
            self.thinking += time.perf_counter() - began
        return text if text in options else self._meant(game, text, options)

    def _time(self, first: bool) -> tuple[float, float | None]:
        """Seconds for the next answer, and what is left for all of the game, where that is counted."""
        seconds = self.clock.first if first else self.clock.move
        if self.clock.game is None:
            return seconds, None
        left = max(0.0, self.clock.game - self.thinking)
        if left == 0:
            raise self._used_up()
        return min(seconds, left), left

    def _used_up(self) -> FaultError:
        return FaultError("hang", f"its {self.clock.game:g} seconds for the game are used up", lost=True)

    def _overhear(self) -> None:
        """Pass over what it said without being asked: answers that came too late."""
        assert self._child is not None
        try:
            for line in self._child.late():
                self._read(line, passing=True)
        except FloodError:
            raise _flood() from None

    def _answer(self, until: float) -> str:
        """The move in its next answer."""
        assert self._child is not None
        while True:
            try:
                line = self._child.hear(until - time.perf_counter())
            except TimeoutError:
                raise FaultError("hang", "it did not answer in time") from None
            except FloodError:
                raise _flood() from None
            if line is None:
                raise FaultError("crash", self._child.ending(), lost=True)
            try:
                answer = self._read(line)
                if answer is not None and not answer.move:
                    raise FaultError("nonsense", "its line names no move", _shown(line))
            except FaultError:
                time.sleep(A_MOMENT)  # nonsense without an end is a flood, however slowly it begins
                self._overhear()
                raise
            if answer is not None:
                return answer.move

    def _read(self, line: bytes, passing: bool = False) -> Answer | None:
        """A line as an answer to the last question; None where it is none to that. `passing`: whatever it is, it comes too late."""
        try:
            answer = _decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            if passing:
                return None
            raise FaultError("nonsense", "its line is no answer in JSON", _shown(line)) from None
        if answer.t == "ready":
            self.protocol = 2 if answer.protocol >= 2 else 1
            return None
        if passing or (answer.number is not None and answer.number != self._asked):
            return None
        return answer

    def _meant(self, game: Game, text: str, options: Legal) -> str:
        """The same with other capitals and blanks, or what is wrong with it."""
        plain = " ".join(text.lower().split())
        for option in options:
            if option.lower() == plain:
                return option
        try:
            game.decisions_of(parse(text))
        except MoveError as error:
            from railhead.text.messages import language
            from railhead.text.refusals import reason

            raise FaultError(
                "lie", f"its move is not legal: {reason(language(), error)}", _shown(text.encode())
            ) from None
        raise FaultError("lie", "its move is none of those that were listed", _shown(text.encode()))

    def _note(self, fault: FaultError) -> None:
        self.faults.append(Fault(fault.kind, str(fault), self._asked, fault.answer))
        self.forfeits = MOST_FORFEITS if fault.lost else self.forfeits + 1
        if self.protocol > 1 and not fault.lost:
            self._say(Refused(self._asked, fault.kind, str(fault)))


def _flood() -> FaultError:
    return FaultError("flood", "it says far more than it was asked", lost=True)


def _shown(line: bytes) -> str:
    return line[:SHOWN].decode("utf-8", "replace")
