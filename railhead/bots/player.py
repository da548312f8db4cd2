"""Players: whoever sits at a seat for one game and answers its view with a decision. They remember their plans between turns."""

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from railhead.bots import deciding
from railhead.bots.mind import new_minds
from railhead.bots.planner.weights import Weights
from railhead.kernel.records import GAME, GameRecord

if TYPE_CHECKING:
    from railhead.boards import Setting
    from railhead.words import Scores

Player: TypeAlias = Callable[[GameRecord], int]  # from a seat's view (a veiled GAME record) to a decision


class CompiledPlayer:
    """A compiled bot at the table; a match may let its mind think inside compiled code."""

    def __init__(self, setting: "Setting", bot: int, number: int, weights: Weights | None = None) -> None:
        self.setting, self.bot = setting, bot
        self.minds: NDArray[Any] = new_minds(bot, number, weights)
        self._room = np.zeros(1, GAME)

    def __call__(self, view: GameRecord) -> int:
        """What the bot decides."""
        self._room[0] = view
        return int(deciding.decide_at(self.setting.array, self._room, self.minds))


FaultKind = Literal["start", "crash", "hang", "flood", "nonsense", "lie"]


class Fault(Struct, frozen=True):
    """Why a player forfeited a move, or the game: it could not be started, ended, did not answer, said far too much, said what is no answer,
    or chose what is not legal."""

    kind: FaultKind
    why: str
    question: int = 0  # the first is 1
    answer: str = ""  # what it said, where that was wrong
    errors: str = ""  # the last of its error stream


class Farewell(NamedTuple):
    """What is told of a player when it leaves."""

    forfeits: int = 0  # of moves
    faults: tuple[Fault, ...] = ()
    thinking: float | None = None  # microseconds of its own, where they can be told from ours


def leave(player: Player, result: "Scores | None" = None) -> Farewell:
    """The game is over for a player, and so it ended."""
    close = getattr(player, "close", None)
    told = None if close is None else close(result)
    return told if isinstance(told, Farewell) else Farewell()


def lots(view: GameRecord, number: int = 0) -> int:
    """A number to draw a bot's lots from that depends on the position: other lots at every decision, and the same ones for
    whoever asks again, in whichever process."""
    digest = hashlib.blake2b(view.tobytes(), digest_size=8, salt=number.to_bytes(16, "little"))
    return int.from_bytes(digest.digest(), "little")
