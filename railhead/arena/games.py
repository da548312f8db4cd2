"""Games of the arena: one deal at a table, played in every seating. The same numbers make the same games, wherever they run."""

import hashlib
from dataclasses import dataclass

import msgspec

from railhead.arena.rows import Row
from railhead.arena.tables import seatings
from railhead.boards import Setting
from railhead.bots import label_of, sit
from railhead.bots.match import Match, play
from railhead.programs.protocol import Clock


@dataclass(frozen=True)
class Job:
    """One deal at one table."""

    deal: int
    table: int
    bots: tuple[str, ...]
    seed: int
    timed: bool  # play decision by decision with a clock, though the bots are compiled
    clock: Clock | None = None  # of programs


def game_number(seed: int, deal: int) -> int:
    """The number a deal is made from."""
    return ((seed & 0xFFFFFFFF) << 32 | deal) & 0xFFFFFFFFFFFFFFFF


def mind_number(seed: int, deal: int, seating: int, seat: int) -> int:
    """The number a bot's own lots are drawn from."""
    text = f"{seed}/{deal}/{seating}/{seat}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def play_deal(
    setting: Setting,
    names: tuple[str, ...],
    seed: int,
    deal: int,
    seating: int = 0,
    timed: bool = False,
    clock: Clock | None = None,
) -> Match:
    """One game between bots by name."""
    players = [
        sit(name, setting, mind_number(seed, deal, seating, seat), clock=clock) for seat, name in enumerate(names)
    ]
    return play(setting, players, game_number(seed, deal), timed)


def play_job(setting: Setting, job: Job) -> list[Row]:
    """All seatings of a deal."""
    return [
        row
        for seating, names in enumerate(seatings(job.bots))
        for row in _rows(job, seating, names, _played(setting, job, names, seating))
    ]


def _played(setting: Setting, job: Job, names: tuple[str, ...], seating: int) -> Match:
    return play_deal(setting, names, job.seed, job.deal, seating, job.timed, job.clock)


def _rows(job: Job, seating: int, names: tuple[str, ...], match: Match) -> list[Row]:
    best, wins = int(match.scores["total"].max()), match.wins
    return [
        Row(
            job.deal, job.table, seating, seat, label_of(name),
            win=wins[seat], total=int(score.total), best=best, turns=match.turns[seat], decisions=match.decided[seat],
            microseconds=match.microseconds[seat], kept=int(match.game.ticket_count[seat]),
            completed=int(score.completed_count), forfeits=match.forfeits[seat],
            routes=int(score.routes), longest=int(score.longest), overhead=match.overhead[seat],
            faults=msgspec.json.encode(match.faults[seat]).decode(),
        )
        for seat, (name, score) in enumerate(zip(names, match.scores, strict=True))
    ]  # fmt: skip
