"""Two questions for the whole review. Who will win from here, all cards seen? And what is each decision worth, by what its seat could know?

Who will win a network says where one was taught, playouts of quick planners elsewhere. A finished game is its result: 1, 0 or a share of a tie.
What a decision is worth playouts say everywhere, which go on to the end with the search's own machinery.

Looking ahead is a guess, and the best of many guesses flatters itself. A judge therefore starts from what a strong player would do,
and from how far behind other decisions usually are. What is seen ahead counts the more, the less it is in doubt. What seems better is looked at
again, in many deals; what is not better beyond doubt is no better (docs/review.md tells where the numbers come from).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.mind import new_mind
from railhead.bots.neural import learned_at
from railhead.bots.neural.ahead import TURNS, Ahead
from railhead.bots.numbers import PLANNER
from railhead.bots.player import lots
from railhead.bots.search import MOST_CANDIDATES, SPREAD, list_candidates
from railhead.game import Game
from railhead.kernel import doors
from railhead.kernel.records import GAME, OVER, SCORE, SEATS, TAKE_TICKETS, WORK
from railhead.review.alike import alike
from railhead.review.eyes import Chances, hopes, weigh, weighings
from railhead.review.playouts import compared, margins, played_out, shares
from railhead.value.tempering import advanced, temper_of, tempered

LESS_LIKELY = 0.0006  # chance that a decision is behind the network's first choice for being e times less likely
FURTHEST = 0.012  # and at the most
LISTED = 0.002  # that one is behind the planner's, if the search would look at it
UNLISTED = 0.006  # and if it would not
VARIES = 0.09  # chance by which a decision is further behind than usual, or less
CARDS_VARY = 0.026  # the same between two ways of drawing a card
DOUBT = 0.7  # standard errors that are taken off whatever seems better than what was played
CLOSED = 0.02  # of what decisions may cost, where a game is as good as won or lost
TENTH = 10  # of the deals that playouts had, which is enough for it
OTHER_DEALS = 1 << 20  # the first of them
FIRST_KEY = 0x5EED << 32  # of the lots with which positions are played out, the same for all of them


@dataclass(frozen=True)
class Effort:
    """How long to think: playouts of a position where no network is asked, decisions compared, and deals for each with two players."""

    playouts: int
    most: int
    deals: int


Second = Callable[[], NDArray[np.float64] | None]  # asks somebody else for the chance of the seat that decides


@dataclass(frozen=True)
class Foreseen:
    """Decisions × deals: the chance of the seat that decides, and how many points it will be ahead of the best other."""

    chances: NDArray[np.float64]
    margins: NDArray[np.float64]


class Judge(Protocol):
    """Who is asked. One is made for each thread: it has room of its own to think in."""

    name: str

    def going_on(self, games: Any, effort: Effort) -> Chances:
        """Each seat's chance in games that are not over, all cards seen; as the judge itself sees it."""
        ...

    def order(self, game: Game) -> dict[int, float]:
        """The legal decisions worth comparing, a strong player's own first; how far behind it each usually is. From what the seat may know."""
        ...

    def hope(self, view: Any) -> float | None:
        """The chance of the seat that decides, by what it may know; nothing where only looking ahead tells."""
        ...

    def foresee(self, view: Any, decisions: list[int], first: int, last: int) -> Foreseen:
        """What comes of decisions in the deals `first` to `last` - 1 of what the seat cannot know."""
        ...

    def second(self, view: Any, decisions: list[int], deals: int) -> NDArray[np.float64] | None:
        """Another opinion: the chance of the seat that decides after each decision; nothing where nobody else can be asked."""
        ...


class NetworkJudge:
    """A network that was taught at the table; quick planners look ahead for it."""

    name = "network"

    def __init__(self, ahead: Ahead, setting: Setting, table: str) -> None:
        self.ahead, self.setting = ahead, setting
        self.weighing, self.beside = weighings()[table], PlayoutJudge(setting)
        self.foresee = self.beside.foresee

    def going_on(self, games: Any, effort: Effort) -> Chances:
        """Each seat is asked for its hope, and the hopes are weighed."""
        return weigh(self.weighing, hopes(self.ahead, games), games, advanced(self.setting, games))

    def order(self, game: Game) -> dict[int, float]:
        """By the network's policy: the less likely it finds a decision, the further behind it is. What planners would compare comes in between."""
        views = np.zeros(1, GAME)
        views[0] = game.veiled(game.to_move)
        logits = self.ahead.think(views, np.arange(1))[0][0]
        gaps = {decision: float(logits.max() - logits[decision]) for decision in game.legal()}
        ranked, planned = sorted(gaps, key=gaps.__getitem__), self.beside.order(game)
        order = dict.fromkeys(
            [*(decision for pair in zip(ranked, planned, strict=False) for decision in pair), *ranked]
        )
        return {decision: min(LESS_LIKELY * gaps[decision], FURTHEST) for decision in order}

    def hope(self, view: Any) -> float | None:
        """The network says so at once, and no lots have a part in it."""
        views = np.zeros(1, GAME)
        views[0] = view
        return float(self.ahead.think(views, np.arange(1))[1][0, 0])

    def second(self, view: Any, decisions: list[int], deals: int) -> NDArray[np.float64] | None:
        """What the network thinks some turns later, having played them itself."""
        seat, last = int(view.seat), OTHER_DEALS + deals
        seen = self.ahead(view, seat, decisions, lots(view), OTHER_DEALS, last, TURNS)
        found: NDArray[np.float64] = seen.chances[..., seat].mean(axis=1, dtype=np.float64)
        return found


class PlayoutJudge:
    """Quick planners, who play on to the end."""

    name = "playouts"

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def going_on(self, games: Any, effort: Effort) -> Chances:
        """The same lots serve every position, so that what differs is the position."""
        keys = np.tile(np.uint64(FIRST_KEY) + np.arange(effort.playouts, dtype=np.uint64) * SPREAD, len(games))
        totals = played_out(self.setting, np.repeat(games, effort.playouts), keys)
        found: Chances = shares(totals.reshape(len(games), effort.playouts, -1)).mean(axis=1)
        return found

    def order(self, game: Game) -> dict[int, float]:
        """The planner's own decision, then as the search lists them."""
        view, listed = game.veiled(game.to_move), np.zeros(MOST_CANDIDATES, np.int64)
        count = int(list_candidates(game.setting.record, view, new_mind(PLANNER, lots(view)), listed))
        return {int(decision): LISTED if place else 0.0 for place, decision in enumerate(listed[:count])}

    def hope(self, view: Any) -> float | None:
        """Playouts tell."""
        return None

    def foresee(self, view: Any, decisions: list[int], first: int, last: int) -> Foreseen:
        """A playout of every deal after every decision."""
        totals = compared(self.setting, view, decisions, first, last)
        return Foreseen(shares(totals)[..., int(view.seat)], margins(totals, int(view.seat)))

    def second(self, view: Any, decisions: list[int], deals: int) -> NDArray[np.float64] | None:
        """There is nobody else."""
        return None


def judge_for(setting: Setting, players: int, playouts: bool = False) -> Judge:
    """The judge of a table; by playouts, if they are asked for or nothing was learned there."""
    learned = None if playouts else learned_at(setting, players)
    table = f"{setting.id}-{players}"
    if learned is None or table not in weighings():
        return PlayoutJudge(setting)
    return NetworkJudge(Ahead(learned.at(setting, players), setting), setting, table)


def results(setting: Setting, games: Any) -> Chances:
    """Who won, of games that are over; winners of a tie share it."""
    players = int(games["players"][0])
    scores, work = np.zeros(SEATS, SCORE), np.zeros(1, WORK)
    found = np.zeros((len(games), players))
    for number in range(len(games)):
        doors.score(setting.array, games[number : number + 1], scores, work)
        won = scores["winner"][:players].astype(float)
        found[number] = won / won.sum()
    return found


def values(judge: Judge, setting: Setting, games: Any, effort: Effort) -> Chances:
    """Each seat's chance in each of these positions, all cards seen."""
    over, players = games["phase"] == OVER, int(games["players"][0])
    found = np.zeros((len(games), players))
    if over.any():
        found[over] = results(setting, games[over])
    if not over.all():
        going_on = np.ascontiguousarray(games[~over])
        told = judge.going_on(going_on, effort)
        found[~over] = tempered(temper_of(judge.name, setting, players), told, advanced(setting, going_on))
    return found


# ---- decisions


@dataclass(frozen=True)
class Judged:
    """A decision, judged by what its seat could know: of each decision compared its chance to win and its margin, the best first;
    what the one played has cost, and the standard error of that."""

    decisions: list[int]
    chances: list[float]
    margins: list[float]
    cost: float
    sure: float


ALONE = Judged([], [], [], 0.0, 0.0)  # where there was nothing to choose


def judged(judge: Judge, game: Game, played: int, glance: Effort, *closer: Effort) -> Judged:
    """Judge the decision of the seat to move. Nothing that the seat cannot know has any part in it.

    While something seems to have been better, the best few and the one played are looked at again, in other deals than those that made them the best.
    """
    legal = game.legal()
    if len(legal) == 1:
        return ALONE
    behind = _distinct(game, judge.order(game), played)
    decisions = list(dict.fromkeys([*list(behind)[: glance.most], played]))
    if len(decisions) == 1:
        own = alike(game, played)
        others = (decision for decision in legal if alike(game, decision) != own)
        other = next(others, None)
        if other is None:
            return ALONE
        decisions.append(other)
    view = game.veiled(game.to_move)
    base, done = judge.hope(view), _deals(glance, game.players)
    found = _weighed(decisions, behind, played, judge.foresee(view, decisions, 0, done), base)
    for look in closer:
        if found.cost == 0:
            break
        few = [*[decision for decision in found.decisions if decision != played][: look.most], played]
        deals = _deals(look, game.players)
        seen = judge.foresee(view, few, done, done + deals)
        done += deals
        second = partial(judge.second, view, few, max(2, deals // TENTH)) if look is closer[-1] else None
        found = _beside(_weighed(few, behind, played, seen, base, second), found, played)
    return found


def _deals(effort: Effort, players: int) -> int:
    """The more players, the longer each takes; of fewer than two nothing could be told."""
    return max(2, 2 * effort.deals // players)


def _distinct(game: Game, behind: dict[int, float], played: int) -> dict[int, float]:
    """Of decisions that are the same in all but their number, such as two cards of a kind in the row, one: the one played, if it is among them."""
    found: dict[object, int] = {alike(game, played): played}
    least: dict[int, float] = {}
    for decision, far in behind.items():
        one = found.setdefault(alike(game, decision), decision)
        least[one] = min(far, least.get(one, far))
    return least


def _open(chance: float) -> float:
    """How open a game is still: in one that is won or lost nothing costs much."""
    return max(4 * chance * (1 - chance), CLOSED)


def _usual(decisions: list[int], played: int) -> NDArray[np.float64]:
    """By how much decisions are usually apart from the one played: two ways of drawing cards hardly are."""
    return np.array([CARDS_VARY if max(one, played) < TAKE_TICKETS else VARIES for one in decisions])


def _weighed(
    decisions: list[int], behind: dict[int, float], played: int, seen: Foreseen, hope: float | None, second: Second | None = None
) -> Judged:  # fmt: skip
    """What is believed of each decision's lead on the one played, in the same deals; what seems better is so by as much as is beyond doubt,
    and, if there is a second opinion, by the mean of what both see of it.

    The best is worth what the seat may hope for, or else the one played what was seen of it."""
    own = decisions.index(played)
    ahead, told = seen.chances - seen.chances[own], float(seen.chances[own].mean())
    open_yet = _open(told if hope is None else hope)
    far = np.array([behind.get(decision, UNLISTED) for decision in decisions])
    noise, usual = ahead.var(axis=1, ddof=1) / ahead.shape[1], (open_yet * _usual(decisions, played)) ** 2
    trust = usual / (usual + noise)
    leads = trust * ahead.mean(axis=1) + (1 - trust) * open_yet * (far[own] - far)
    errors = np.sqrt(trust * noise)
    leads[own] = errors[own] = 0.0
    leads = np.where(leads > 0, np.maximum(leads - DOUBT * errors, 0.0), leads)
    other = second() if second is not None and leads.max() > 0 else None
    if other is not None:
        leads = np.where(leads > 0, (leads + np.clip(other - other[own], 0.0, leads)) / 2, leads)
    chances = np.clip(leads + (told if hope is None else hope - leads.max()), 0.0, 1.0)
    ranked = sorted(range(len(decisions)), key=lambda place: (-chances[place], place != own, place))
    best = ranked[0]
    return Judged(
        [decisions[place] for place in ranked],
        [float(chances[place]) for place in ranked],
        [float(seen.margins[place].mean()) for place in ranked],
        float(chances[best] - chances[own]),
        float(errors[best]),
    )


def _beside(found: Judged, before: Judged, played: int) -> Judged:
    """The same, and what was worse than the one played when it was last looked at; that changes nothing but what there is to show."""
    now = {one: (chance, margin) for one, chance, margin in zip(found.decisions, found.chances, found.margins, strict=True)}  # fmt: skip
    then = before.chances[before.decisions.index(played)]
    for one, chance, margin in zip(before.decisions, before.chances, before.margins, strict=True):
        if one not in now and chance < then:
            now[one] = max(0.0, now[played][0] + chance - then), margin
    ranked = sorted(now, key=lambda one: -now[one][0])
    return Judged(ranked, [now[one][0] for one in ranked], [now[one][1] for one in ranked], found.cost, found.sure)
