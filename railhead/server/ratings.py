"""How well people and bots play: openskill's ratings (Plackett-Luce), from games that all who played wanted rated. Each level of bots is a
player of its own, so that people know where they stand. A game counts once, however often it is noted.
"""

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, Engine, text

from railhead.server.people import is_known
from railhead.server.store import Reading, transaction
from railhead.server.table import Live, is_over
from railhead.words import LEVELS, Card, Ranked, Rating

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

BOT = "bot:"  # begins the name of a level among the players
NEWCOMER, STEP, SURE = (
    1000,
    40,
    3,
)  # what is shown: points for a newcomer, for a unit of mu, and how many sigma are taken off
COUNTED = 2000  # places that are counted for everybody who asks
LADDER_FOR = 60.0  # seconds in which the others' are not counted again
LADDERS: dict[
    str, tuple[float, tuple[tuple[int, int], ...]]
] = {}  # by store: when it was made, and scores with their numbers of players
CARD = msgspec.json.Decoder(Card)


@dataclass(frozen=True)
class Skill:
    """What is known of a player: the middle and the width of a bell."""

    mu: float
    sigma: float

    @property
    def score(self) -> int:
        """What people are shown: what the player is worth in all likelihood."""
        return round(NEWCOMER + STEP * (self.mu - SURE * self.sigma))


@dataclass(frozen=True)
class Standing:
    """How a player did in a game: how many were better; one for whom a bot has moved gains nothing."""

    player: str
    rank: int
    gains: bool = True


@cache
def model() -> "PlackettLuce":
    """The model, with openskill's own numbers."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def newcomer() -> Skill:
    """Nothing is known yet."""
    return Skill(model().mu, model().sigma)


def updated(before: Mapping[str, Skill], game: Sequence[Standing]) -> dict[str, Skill]:
    """What is known of the players after a game. A level that has several seats gets the middle of what each of them would."""
    teams = [[model().rating(before[one.player].mu, before[one.player].sigma)] for one in game]
    rated = model().rate(teams, ranks=[one.rank for one in game])
    found: dict[str, list[Skill]] = defaultdict(list)
    for one, (new,) in zip(game, rated, strict=True):
        old = before[one.player]
        found[one.player].append(Skill(new.mu, new.sigma) if one.gains or new.mu < old.mu else old)
    return {
        player: Skill(sum(one.mu for one in some) / len(some), sum(one.sigma for one in some) / len(some))
        for player, some in found.items()
    }


def standings(live: Live) -> list[Standing]:
    """How a finished game is rated; empty if it is not: unwanted, or not everybody who played can be told apart."""
    options, people = live.head.options, list(live.persons.values())
    seated = {seat for seat, state in enumerate(live.seats) if state.kind == "person"}
    if not (options.rated and is_over(live)) or live.head.same_deal or set(live.persons) != seated:
        return []
    if not people or len(set(people)) < len(people) or live.game is None:
        return []
    scores = live.game.score()
    # who has left loses to all who have not, whatever the bot made of it
    order = [
        (live.seats[seat].away is None, seat in scores.winners, scores.scores[seat].total)
        for seat in range(len(live.seats))
    ]
    return [
        Standing(
            live.persons.get(seat) or f"{BOT}{state.level}",
            sum(other > order[seat] for other in order),
            state.kind == "bot" or not state.helped,
        )
        for seat, state in enumerate(live.seats)
    ]


def write(connection: Connection, table: str, ended: int, game: Sequence[Standing]) -> None:
    """Rate a game, once."""
    noted = connection.execute(
        text("INSERT INTO rated (table_id, ended) VALUES (:table, :ended) ON CONFLICT (table_id) DO NOTHING"),
        {"table": table, "ended": ended},
    )
    if not noted.rowcount:
        return
    lock = " FOR UPDATE" if connection.dialect.name == "postgresql" else ""
    before = {}
    for player in sorted({one.player for one in game}):  # in this order everywhere, so that nobody waits in a circle
        connection.execute(
            text(
                "INSERT INTO ratings (player, mu, sigma, played, score) VALUES (:player, :mu, :sigma, 0, :score)"
                " ON CONFLICT (player) DO NOTHING"
            ),
            {"player": player, "mu": newcomer().mu, "sigma": newcomer().sigma, "score": newcomer().score},
        )
        row = connection.execute(
            text(f"SELECT mu, sigma FROM ratings WHERE player = :player{lock}"), {"player": player}
        )
        before[player] = Skill(*row.one())
    for player, skill in updated(before, game).items():
        connection.execute(
            text(
                "UPDATE ratings SET mu = :mu, sigma = :sigma, score = :score, played = played + 1 WHERE player = :player"
            ),
            {"player": player, "mu": skill.mu, "sigma": skill.sigma, "score": skill.score},
        )
        if not player.startswith(BOT) and not is_known(connection, player):  # forgotten while they played
            connection.execute(text("DELETE FROM ratings WHERE player = :player"), {"player": player})


def read(engine: Reading, player: str) -> Rating | None:
    """A player's rating, if they have one."""
    with transaction(engine) as connection:
        row = connection.execute(
            text("SELECT score, played FROM ratings WHERE player = :player"), {"player": player}
        ).first()
        if row is None:
            return None
        return Rating(row[0], row[1], _place(connection, row[0]))


def _place(connection: Connection, score: int) -> int:
    """Which place a score is; of those far behind, as it was a minute ago: to count all who are better takes long where there are many."""
    better = connection.execute(
        text("SELECT count(*) FROM (SELECT 1 FROM ratings WHERE score > :score LIMIT :most) AS better"),
        {"score": score, "most": COUNTED},
    ).scalar_one()
    if better < COUNTED:
        return int(better) + 1
    ladder = _ladder(connection)
    return max(COUNTED, sum(players for rung, players in ladder if rung > score)) + 1


def _ladder(connection: Connection) -> Sequence[tuple[int, int]]:
    """How many players have which score."""
    where, now = str(connection.engine.url), time.monotonic()
    made, ladder = LADDERS.get(where, (-LADDER_FOR, ()))
    if now - made >= LADDER_FOR:
        rows = connection.execute(text("SELECT score, count(*) FROM ratings GROUP BY score")).all()
        made, ladder = LADDERS[where] = now, tuple((score, players) for score, players in rows)
    return ladder


def best(engine: Engine, person: str, most: int) -> list[Ranked]:
    """The best of all players, people and bots."""
    with transaction(engine) as connection:
        rows = connection.execute(
            text(
                "SELECT ratings.player, ratings.score, ratings.played, persons.card FROM ratings"
                " LEFT JOIN persons ON persons.id = ratings.player ORDER BY ratings.score DESC, ratings.player LIMIT :most"
            ),
            {"most": most},
        ).all()
    scores = [score for _, score, _, _ in rows]
    return [
        Ranked(
            place=scores.index(score) + 1,
            name=CARD.decode(card).name if card else "",
            level=next((level for level in LEVELS if player == f"{BOT}{level}"), None),
            score=score,
            played=played,
            you=player == person,
        )
        for player, score, played, card in rows
    ]
