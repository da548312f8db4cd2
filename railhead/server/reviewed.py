"""Reviews piece by piece, in the bots' processes: no piece takes long, so that no bot waits long for a process."""

import base64
import gzip
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from railhead.boards.loading import known
from railhead.game import Game
from railhead.server import gate
from railhead.server.refusals import Refusal
from railhead.words import GameReview, Record

if TYPE_CHECKING:
    from railhead.review.eyes import Chances
    from railhead.review.judging import Judged
    from railhead.review.reviewing import Reviewer

MOST = 20  # reviews under way; a process remembers them all, since they take turns
PIECE = 1  # decisions judged at a time: one that takes many playouts takes up to a second
NOTHING_DONE = b'"done":0'  # in a rough answer
Played = tuple[
    str, tuple[str, ...], "int | str", "int | None", tuple[int, ...]
]  # what the game is known by, names, seed, starter, decisions


@dataclass
class Reviewing:
    """A review under way."""

    told: "Played"
    done: int = 0
    rough: bytes = b""  # the curve, when it is there, with nothing done yet
    asked: float = field(default_factory=time.monotonic)  # when somebody last wished to see it

    @property
    def total(self) -> int:
        """How many decisions there are to judge."""
        return len(self.told[-1])

    @property
    def so_far(self) -> bytes:
        """The curve with how much is done: put in where it stands, since reading and writing it all would hold up everybody at every question."""
        return self.rough.replace(NOTHING_DONE, f'"done":{self.done}'.encode(), 1)


def played(game: Game) -> Played:
    """A finished game, as a process is told of it."""
    assert game.seed is not None
    return game.setting.source, tuple(game.names), game.seed, game.starter, tuple(game.decisions)


def of_record(record: Record, board: str) -> Played:
    """The same of a record that somebody kept."""
    game = gate.game_of(record, board)
    if not game.over or game.seed is None:
        raise Refusal("bad-record")
    return played(game)


@lru_cache(MOST)
def _reviewer(told: Played) -> "Reviewer":
    from railhead.review.reviewing import Reviewer

    source, names, seed, starter, decisions = told
    game = Game(known(source), list(names), seed, starter)
    for decision in decisions:
        game.apply(decision)
    return Reviewer(game)


def rough(told: Played) -> bytes:
    """The chances alone, at once."""
    from railhead.review.reviewing import CURVE

    reviewer = _reviewer(told)
    return _encoded(reviewer, "rough", reviewer.curve(CURVE), [None] * len(told[-1]))


def judge_some(told: Played, first: int, last: int) -> "tuple[Chances, list[Judged]]":
    """The decisions `first` to `last` - 1, and the values of the positions before them."""
    from railhead.review.reviewing import GLANCE

    reviewer = _reviewer(told)
    return reviewer.curve(GLANCE, first, last), [
        reviewer.judged(number) for number in range(first, min(last, len(told[-1])))
    ]


def whole(told: Played, pieces: "list[tuple[Chances, list[Judged]]]") -> bytes:
    """All pieces together."""
    import numpy as np

    values = np.concatenate([curve for curve, _ in pieces])
    return _encoded(_reviewer(told), "whole", values, [one for _, some in pieces for one in some])


def _encoded(reviewer: "Reviewer", stage: Any, values: "Chances", judgements: "Sequence[Judged | None]") -> bytes:
    from railhead.review.account import account
    from railhead.review.figures import figures

    game, total = reviewer.game, len(reviewer.game.decisions)
    review = account(game, values, judgements)
    done = total if stage == "whole" else 0
    return msgspec.json.encode(
        GameReview(stage, done, total, game.setting.id, game.names, review, figures(game, review))
    )


def packed(body: bytes) -> str:
    """As the store keeps it."""
    return base64.b64encode(gzip.compress(body, 6, mtime=0)).decode()


def unpacked(kept: str) -> bytes:
    """The way back."""
    return gzip.decompress(base64.b64decode(kept))
