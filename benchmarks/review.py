"""Measure the review, and fit how hopes become chances.

    python -m benchmarks.review fit usa 2 --games 300          # writes railhead/review/weighings.json
    python -m benchmarks.review calibration usa 2 --games 300  # of positions given 70 %, 70 % are won
    python -m benchmarks.review matches usa search:400 planner --games 20   # errors found, luck, the result without luck
    python -m benchmarks.review equal usa planner --games 2000 --out rows.jsonl   # the same of a bot against itself, quickly
    python -m benchmarks.review closing --games 1000           # the account closes: all boards, 2 to 5 players, games by lot
    python -m benchmarks.review tickets --games 60             # how likely a ticket is held, by what a rival has built

`fit` and `calibration` play other games: the seeds of the second begin where nobody fits.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.arena.simulate import played_games
from railhead.arena.statistics import wilson
from railhead.boards import Setting, known_ids, load
from railhead.bots import sit
from railhead.bots.dealing import JOINED, kinds_of
from railhead.bots.dealing import STAGES as STAGES_OF_TRAINS
from railhead.bots.match import play
from railhead.bots.neural import learned_at
from railhead.bots.neural.ahead import Ahead
from railhead.game import Game
from railhead.kernel import doors
from railhead.kernel.bits import has
from railhead.kernel.records import OVER, TICKETS, TRACE, WORK
from railhead.kernel.tickets import ring_place
from railhead.review import review
from railhead.review.account import account
from railhead.review.eyes import DOUBT, WEIGHINGS, Chances, Weighing, hopes, weigh
from railhead.review.judging import Effort, judge_for, results, values
from railhead.review.reviewing import Reviewer
from railhead.value.tempering import LEAST, TEMPERS, advanced, between, tempered
from railhead.value.tempering import STAGES as STAGES_OF_GAME

FRESH = 1_000_003  # the first seed of games that nothing is fitted to
STAGES = 3
BOLD = 0.7  # how far the policy's likelihoods are sharpened: people do not play the same game twice either
USUAL_COST = 0.005  # of win chance, of a planner's decision
MODESTY = 20.0  # positions' worth of holding that a judge's chances are right as they are
TOLD = Effort(playouts=24, most=0, deals=0)
QUICK, QUICKLY_AGAIN = Effort(playouts=0, most=3, deals=8), Effort(playouts=0, most=1, deals=48)
CHEAP = Effort(playouts=1, most=2, deals=1)


@dataclass(frozen=True)
class Positions:
    """Positions of finished games, game by game, each with who won in the end; of which game, and how many decisions had been made."""

    games: NDArray[Any]
    won: Chances
    which: NDArray[np.int64]
    step: NDArray[np.int64]


def self_play(setting: Setting, players: int, count: int, seed: int, every: int) -> Positions:
    """Games that the network plays against itself, side by side, by lot as its policy says: two positions in a row, every so many decisions."""
    learned = learned_at(setting, players)
    if learned is None:
        raise SystemExit(f"no network was taught at {setting.id} with {players} players")
    ahead, lots = Ahead(learned.at(setting, players), setting), np.random.default_rng(seed)
    games = np.concatenate([Game(setting, players, seed + number).array for number in range(count)])
    kept, which, steps = [], [], []
    silent = np.zeros(1, TRACE)
    for step in range(4000):
        going = np.flatnonzero(games["phase"] != OVER)
        if not len(going):
            break
        chosen = going[(going + step) % every < 2]
        kept.append(games[chosen].copy())
        which.append(chosen)
        steps.append(np.full(len(chosen), step))
        logits = ahead.think(games, going)[0] / BOLD
        decisions = (logits + lots.gumbel(size=logits.shape)).argmax(axis=1)
        for place, decision in zip(going.tolist(), decisions.tolist(), strict=True):
            doors.apply(setting.array, games[place : place + 1], decision, silent)
    order = np.argsort(np.concatenate(which), kind="stable")
    game_of = np.concatenate(which)[order]
    return Positions(
        np.concatenate(kept)[order], results(setting, games)[game_of], game_of, np.concatenate(steps)[order]
    )


def bot_play(setting: Setting, players: int, bot: str, count: int, seed: int, every: int) -> Positions:
    """The same of games between bots of one kind, one position every so many decisions."""
    kept, won, which, steps = [], [], [], []
    for number in range(count):
        match = play(setting, [sit(bot, setting, seed + number + seat) for seat in range(players)], seed + number)
        game = Game(setting, players, seed + number)
        for step, decision in enumerate(match.decisions):
            if (number + step) % every == 0:
                kept.append(game.array.copy())
                won.append(match.wins)
                which.append(number)
                steps.append(step)
            game.apply(decision)
    return Positions(np.concatenate(kept), np.array(won), np.array(which), np.array(steps))


@dataclass(frozen=True)
class Hoped:
    """What every seat hoped in positions, how far each had come, and who was to move; whole games are not kept."""

    hoped: Chances
    far: NDArray[np.float64]
    games: Any
    won: Chances
    same: NDArray[np.int64]  # positions that the next one of the same game follows at once


def hoped_in(setting: Setting, players: int, played: Positions) -> Hoped:
    """Ask the network that was taught at a table about positions."""
    learned = learned_at(setting, players)
    assert learned is not None
    hoped = hopes(Ahead(learned.at(setting, players), setting), played.games)
    same = np.flatnonzero((np.diff(played.which) == 0) & (np.diff(played.step) == 1))
    return Hoped(hoped, advanced(setting, played.games), played.games[["seat", "phase"]], played.won, same)


def fitted(own: Hoped, planners: Hoped) -> Weighing:
    """How much hopes count is found from who won. What being on the move is worth is found from one position to the next: a chance
    must not rise or fall on the mean because it is another's turn; results alone would tell that ten times less surely. For that,
    games of planners count as much as the network's own: those who are reviewed are no networks."""
    players = own.hoped.shape[1]
    weighing = Weighing(0.7, np.zeros((STAGES, len(STAGES_OF_GAME), players)))
    sure = np.clip(own.hoped, DOUBT, 1 - DOUBT)
    logits = np.log(sure / (1 - sure))
    for _ in range(10):
        told = weigh(weighing, own.hoped, own.games, own.far)
        slope = ((told - own.won) * logits).sum(axis=1).mean()
        bend = ((told * logits**2).sum(axis=1) - (told * logits).sum(axis=1) ** 2).mean()
        weighing = _steadied(Weighing(weighing.hope - float(slope / bend), weighing.tempo), own, planners)
    return weighing


def _changes(weighing: Weighing, some: Hoped, cost: float) -> NDArray[np.float64]:
    """How the chances change from each position to the next, but for what a decision usually costs; all positions together weigh 1."""
    told, here, players = weigh(weighing, some.hoped, some.games, some.far), some.same, some.hoped.shape[1]
    changes = told[here + 1] - told[here] - cost / (players - 1)
    changes[np.arange(len(here)), some.games["seat"][here]] += cost + cost / (players - 1)
    return changes.ravel() / math.sqrt(len(here))


def _steadied(weighing: Weighing, own: Hoped, planners: Hoped) -> Weighing:
    """One step of Gauss and Newton towards the least change from each position to the next of the same game."""

    def changes(tempo: NDArray[np.float64]) -> NDArray[np.float64]:
        tried = Weighing(weighing.hope, tempo)
        return np.concatenate([_changes(tried, own, 0.0), _changes(tried, planners, USUAL_COST)])

    free = [place for place in np.ndindex(weighing.tempo.shape) if place[-1] < weighing.tempo.shape[-1] - 1]
    now, small = changes(weighing.tempo), 1e-3
    slopes = []
    for place in free:
        moved = weighing.tempo.copy()
        moved[place] += small
        slopes.append((changes(moved) - now) / small)
    found, *_ = np.linalg.lstsq(np.array(slopes).T, -now, rcond=1e-6)
    tempo = weighing.tempo.copy()
    for place, shift in zip(free, found, strict=True):
        tempo[place] += shift
    return Weighing(weighing.hope, tempo)


def calibration_error(told: Chances, won: Chances, bins: int = 10) -> float:
    """Expected calibration error: how far, on the mean over all that was told, chances are from the share of games won."""
    said, came = told.ravel(), won.ravel()
    place = np.minimum((said * bins).astype(int), bins - 1)
    return float(sum(abs(said[place == one].sum() - came[place == one].sum()) for one in range(bins)) / len(said))


def fit(given: argparse.Namespace) -> None:
    """Fit a table's weighing and keep it."""
    setting, players = load(given.game), given.players
    own = hoped_in(setting, players, self_play(setting, players, given.games, 1, 12))
    found = fitted(own, hoped_in(setting, players, bot_play(setting, players, "planner", given.games // 5, 1, 1)))
    keep_weighing(f"{given.game}-{players}", found)
    print(
        f"{len(own.far)} positions of {given.games} games; hope {found.hope:.3f}, tempo {found.tempo.round(3).tolist()}"
    )


def keep_weighing(table: str, found: Weighing) -> None:
    """Write a table's weighing beside the others."""
    kept = json.loads(WEIGHINGS.read_text(encoding="utf-8"))
    kept[table] = {"hope": round(found.hope, 4), "tempo": found.tempo.round(4).tolist()}
    lines = [f" {json.dumps(name)}: {json.dumps(one)}" for name, one in sorted(kept.items())]
    WEIGHINGS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def played_by(given: argparse.Namespace, setting: Setting, seed: int, every: int) -> Positions:
    """Games of the network against itself, or of bots of one kind."""
    if given.bot == "self":
        return self_play(setting, given.players, given.games, seed, every)
    return bot_play(setting, given.players, given.bot, given.games, seed, 17)


def factors(told: Chances, far: NDArray[np.float64], won: Chances) -> NDArray[np.float64]:
    """The factors by which chances come nearest to who won, by Newton's method; few games leave them near 1."""
    parts = between(far)
    logs, found = np.log(np.maximum(told, LEAST)), np.ones(len(STAGES_OF_GAME))
    for _ in range(20):
        chances = tempered(tuple(found), told, far)
        slope = parts.T @ ((chances - won) * logs).sum(axis=1) + MODESTY * (found - 1)
        spread = (chances * logs**2).sum(axis=1) - (chances * logs).sum(axis=1) ** 2
        found -= np.linalg.solve((parts * spread[:, None]).T @ parts + MODESTY * np.eye(len(found)), slope)
    return found


def temper(given: argparse.Namespace) -> None:
    """Fit how far a judge's chances are believed at a table, or at several together (usa,europe: then for all tables of so many players), and keep it."""
    told, far, won = [], [], []
    for name in given.game.split(","):
        setting = load(name)
        played, judge = played_by(given, setting, 1, 12), judge_for(setting, given.players, given.playouts)
        told.append(judge.going_on(played.games, TOLD))
        far.append(advanced(setting, played.games))
        won.append(played.won)
    found = factors(np.concatenate(told), np.concatenate(far), np.concatenate(won))
    kept = json.loads(TEMPERS.read_text(encoding="utf-8"))
    kept[judge.name][str(given.players) if "," in given.game else f"{given.game}-{given.players}"] = found.round(
        3
    ).tolist()
    TEMPERS.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{sum(map(len, told))} positions: {found.round(3).tolist()}")


def calibration(given: argparse.Namespace) -> None:
    """How true the chances are in games that nothing was fitted to."""
    setting = load(given.game)
    played = played_by(given, setting, FRESH, 40)
    games, won = played.games, played.won
    judge = judge_for(setting, given.players, given.playouts)
    told = values(judge, setting, games, TOLD)
    error, squared = calibration_error(told, won), float(((told - won) ** 2).sum(axis=1).mean())
    print(f"{given.game}, {given.players} players, {given.bot}, {'playouts' if given.playouts else type(judge).__name__}: {len(games)} positions of {given.games} games, calibration error {error:.4f}, squared error {squared:.4f}")  # fmt: skip
    for low in np.arange(0, 1, 0.1):
        inside = (told >= low) & (told < low + 0.1)
        if inside.any():
            print(f"  told {told[inside].mean():.2f}  won {won[inside].mean():.2f}  of {int(inside.sum())}")


def _going_on(out: str | None, games: int, row: Callable[[int], list[Any]]) -> Any:
    """A row for each game, told as they come and kept in a file, where one is named; one that is there is gone on with."""
    file = Path(out) if out else None
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file and file.exists() else []  # fmt: skip
    for number in range(len(rows), games):
        rows.append(row(number))
        print(f"game {number + 1} of {games}: {rows[-1]}", file=sys.stderr, flush=True)
        if file:
            with file.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(rows[-1]) + "\n")
    return np.array(rows[:games])


def matches(given: argparse.Namespace) -> None:
    """Review games between two bots: who errs less, luck, and the result without luck."""
    setting = load(given.game)

    def row(number: int) -> list[Any]:
        first = number % 2
        bots = [given.bot, given.rival][:: 1 - 2 * first]
        seated = [sit(bot, setting, given.seed + 2 * number + seat) for seat, bot in enumerate(bots)]
        match = play(setting, seated, given.seed + number)
        began = time.process_time()
        seats = review(match.replayed(bots), given.playouts).seats
        own, other = seats[first], seats[1 - first]
        return [own.result, own.adjusted, own.errors, other.errors, own.luck, own.rivals_luck, time.process_time() - began]  # fmt: skip

    result, adjusted, errors, rival, luck, rivals_luck, seconds = _going_on(given.out, given.games, row).T
    several, fewer = math.sqrt(len(result)), (errors < rival) + 0.5 * (errors == rival)
    low, high = wilson(float(fewer.mean()), len(fewer))
    print(f"{given.game}, {given.bot} against {given.rival}, {len(result)} games, {seconds.mean():.1f} s of processor time a review, {seconds.max():.1f} at the most")  # fmt: skip
    print(f"  result {result.mean():.3f}, without luck {adjusted.mean():.3f} ± {adjusted.std() / several:.3f}; the difference's variance {result.var():.4f} and {adjusted.var():.4f}: {result.var() / max(adjusted.var(), 1e-9):.1f} times less")  # fmt: skip
    print(f"  errors a game {errors.mean():.3f} and {rival.mean():.3f}; fewer in {given.bot}: {fewer.sum():g} of {len(fewer)} games, {fewer.mean():.0%} ({low:.0%} to {high:.0%})")  # fmt: skip
    print(f"  luck {luck.mean():+.3f} ± {luck.std() / several:.3f}, of the rival's moves {rivals_luck.mean():+.3f} ± {rivals_luck.std() / several:.3f}")  # fmt: skip


def equal(given: argparse.Namespace) -> None:
    """Games of a bot against itself, judged with fewer playouts than a review takes: what is the result without luck?"""
    setting = load(given.game)

    def row(number: int) -> list[Any]:
        seed = given.seed + number
        match = play(setting, [sit(given.bot, setting, 2 * seed + seat) for seat in range(2)], seed)
        reviewer = Reviewer(match.replayed(["first", "second"]), given.playouts)
        found = [reviewer.judged(place, QUICK, [QUICKLY_AGAIN]) for place in range(len(reviewer.game.decisions))]
        seats = account(reviewer.game, reviewer.curve(TOLD), found).seats
        return [[one.result, one.adjusted, one.errors, one.luck + one.rivals_luck] for one in seats]

    told = _going_on(given.out, given.games, row)
    result, adjusted, luck = (told[:, 0] - told[:, 1])[:, [0, 1, 3]].T
    several = math.sqrt(len(told))
    print(f"{given.game}, {given.bot} against itself, {len(told)} games: {told[:, :, 2].mean():.3f} given away by each")
    print(f"  the first seat's result less the second's {result.mean():+.4f} ± {result.std() / several:.4f}, without luck {adjusted.mean():+.4f} ± {adjusted.std() / several:.4f}, luck {luck.mean():+.4f} ± {luck.std() / several:.4f}")  # fmt: skip
    print(f"  variance {result.var():.4f} and {adjusted.var():.4f}: {result.var() / max(adjusted.var(), 1e-9):.1f} times less")  # fmt: skip


def closing(given: argparse.Namespace) -> None:
    """How far accounts are from closing at the most: games by lot on all boards, values by lot, some decisions judged by playouts."""
    tables = [(name, players) for name in known_ids() for players in range(2, 6)]
    worst, errors = 0.0, 0.0
    for number in range(given.games):
        name, players = tables[number % len(tables)]
        setting = load(name)
        (game,) = played_games(setting, players, 1, FRESH + number)
        reviewer = Reviewer(game, playouts=True)
        some = [reviewer.judged(place, CHEAP, []) if (place + number) % 32 == 0 else None for place in range(len(game.decisions))]  # fmt: skip
        told = np.random.default_rng(number).dirichlet(np.ones(players), len(game.decisions) + 1)
        told[-1] = results(setting, reviewer.games[-1:])[0]
        seats = account(game, told, some).seats
        off = [one.start + one.luck + one.rivals_luck - one.errors + one.rivals_errors - one.result for one in seats]
        worst, errors = max(worst, *map(abs, off)), errors + sum(one.errors for one in seats)
        if not (number + 1) % 50:
            print(f"{number + 1} games of {len(tables)} tables: off by {worst:.1e} at the most; {errors / (number + 1):.2f} given away a game", flush=True)  # fmt: skip


def tickets(given: argparse.Namespace) -> None:
    """How many times likelier a ticket is held than another one of the deck's, by the stage of its owner and by how it lies to what was built."""
    counts = np.zeros((2, STAGES_OF_TRAINS, JOINED + 1))  # in the deck, held
    kinds, work = np.zeros(TICKETS, np.int64), np.zeros(1, WORK)[0]
    for name in ("usa", "usa-10th", "europe", "france"):
        setting = load(name)
        for players in (2, 4):
            for game in bot_play(setting, players, "planner", given.games, 1, 17).games:
                deck = [int(game.ticket_deck[ring_place(game, depth)]) for depth in range(int(game.unseen_tickets))]
                for seat in range(players):
                    stage = kinds_of(setting.record, game, seat, kinds, work)
                    np.add.at(counts[0, stage], kinds[deck], 1)
                    own = [ticket for ticket in range(len(setting.tickets)) if has(game.tickets[seat], ticket)]
                    np.add.at(counts[1, stage], kinds[own], 1)
    shares = (counts + 1) / (counts + 1).sum(axis=2, keepdims=True)
    print((shares[1] / shares[0]).round(2).tolist())


def main() -> None:
    """One of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for work in (fit, temper, calibration):
        one = commands.add_parser(work.__name__)
        one.add_argument("game")
        one.add_argument("players", type=int)
        one.add_argument("--bot", default="self")
        one.set_defaults(work=work)
    for work, bots in ((matches, ("bot", "rival")), (equal, ("bot",))):
        one = commands.add_parser(work.__name__)
        for name in ("game", *bots):
            one.add_argument(name)
        one.add_argument("--seed", type=int, default=FRESH)
        one.add_argument("--out", help="keep a row for each game here, and go on with what is there")
        one.set_defaults(work=work)
    commands.add_parser("closing").set_defaults(work=closing)
    commands.add_parser("tickets").set_defaults(work=tickets)
    for each in commands.choices.values():
        each.add_argument("--games", type=int, default=100)
        each.add_argument("--playouts", action="store_true")
    given = parser.parse_args()
    given.work(given)


if __name__ == "__main__":
    main()
