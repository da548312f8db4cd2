"""A board that plays as the known ones do: planners play it, and it is changed until their games are as they should be."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from railhead.arena.statistics import mean
from railhead.arena.trial import Trial, trial
from railhead.boards import BoardFile, load
from railhead.reports.names import route_names
from railhead.workshop.gazetteer import Town
from railhead.workshop.mending import MOST, crowded, roomy
from railhead.workshop.new import MOST_TRAINS, NO_WISHES, USUAL, Draft, Recipe, Wishes, made

PLANNERS = "planner:8"  # with fewer plans than at a table: games are alike, and take less than half the time
GAMES = 160  # that a change is judged by
CHECKED = 1600  # that the board is judged by in the end
CHANGES = 10  # that are tried, at most
FINAL_CHANGES = 2  # that are tried after the many games have shown what the few did not
OFTEN = 0.05  # of the games: a route with an owner in fewer says nothing

TURNS = (25.0, 45.0)  # of a player with all 45 trains, and in proportion with fewer
COMPLETED = (0.60, 0.95)  # the share of tickets
MARGIN = 0.20  # by which the best beats the second, in its own points
WITHIN = 0.01  # by how much a board is to keep that bound, beside what as many games may err
SEATS = 0.03  # by which a seat wins more or less often than its share
OWNER = 2 / 3  # the games that the owner of a route may win


class Measures(NamedTuple):
    """What planners' games over a board were like."""

    games: int
    trains: int
    turns: float  # of a player
    score: float
    completed: float  # the share of the tickets kept
    margin: float  # by which the best beats the second, in its own points
    seats: tuple[float, ...]  # their shares of the wins
    route: str  # whose owner wins most often
    owner: float  # and how often


Remedy = Callable[[Recipe, Measures, Draft], Recipe]


class Goal(NamedTuple):
    """A number of the games: between which bounds it is to be, how many of its deviations chance may add, and what changes it."""

    name: str
    value: Callable[[Measures], float]
    low: float
    high: float
    scale: float  # how far off counts as much as for the others
    lift: tuple[Remedy, ...]  # where it is too low
    lower: tuple[Remedy, ...]  # where it is too high
    told: Callable[[Measures], str]


def measured(tried: Trial) -> Measures:
    """What is judged of many games."""
    found = tried.figures()
    often = {
        route: share for route, (share, count) in tried.winning_shares().items() if count >= OFTEN * len(tried.games)
    }
    route, owner = max(often.items(), key=lambda item: (item[1], item[0]))
    ahead = [sorted(game.totals)[-2:] for game in tried.games]
    return Measures(
        games=len(tried.games),
        trains=tried.setting.numbers["trains"],
        turns=found.turns,
        score=found.score,
        completed=found.completed / found.kept,
        margin=mean((best - second) / max(best, 1) for second, best in ahead),
        seats=tuple(tried.seat_shares()),
        route=route,
        owner=owner,
    )


# ---- what may be changed


def scaled(key: str, factor: float, low: float, high: float, recipe: Recipe, found: Measures, draft: Draft) -> Recipe:
    """A number of the recipe a little larger or smaller, within its bounds."""
    value = min(max(getattr(recipe, key) * factor, low), high)
    return msgspec.structs.replace(recipe, **{key: value})


def smaller_bonus(recipe: Recipe, found: Measures, draft: Draft) -> Recipe:
    """A bonus for the longest path in proportion to the trains, then half of it, then none."""
    fitting = round(USUAL.bonus * found.trains / MOST_TRAINS)
    return msgspec.structs.replace(recipe, bonus=fitting if recipe.bonus > fitting else recipe.bonus // 2)


def free_choice(recipe: Recipe, found: Measures, draft: Draft) -> Recipe:
    """A single one of the first tickets need be kept."""
    return msgspec.structs.replace(recipe, keep=1)


def other_lot(recipe: Recipe, found: Measures, draft: Draft) -> Recipe:
    """Other tickets and colours."""
    return msgspec.structs.replace(recipe, lot=recipe.lot + 1)


def relieve(recipe: Recipe, found: Measures, draft: Draft) -> Recipe:
    """A second track beside the route that decides; where it has two, they are a space shorter."""
    ids = {tuple(sorted((draft.cities[a].id, draft.cities[b].id))): (a, b) for a, b in draft.edges}
    names = ((edge, (f"{a}-{b}", f"{a}-{b}.1", f"{a}-{b}.2")) for (a, b), edge in ids.items())
    edge = next((edge for edge, tracks in names if found.route in tracks), None)
    if edge is None:  # it leads into a zone
        return other_lot(recipe, found, draft)
    return msgspec.structs.replace(recipe, relieved=(*recipe.relieved, edge))


more_trains = partial(scaled, "trains", 1.18, 0.6, 2.2)
fewer_trains = partial(scaled, "trains", 0.88, 0.6, 2.2)
a_train_more = partial(scaled, "trains", 1.04, 0.6, 2.2)
shorter_tickets = partial(scaled, "tickets", 0.85, 0.4, 1.5)
longer_tickets = partial(scaled, "tickets", 1.18, 0.4, 1.5)
more_doubles = partial(scaled, "doubles", 1.5, 1.0, 5.0)

GOALS = (
    Goal(
        "turns", lambda m: m.turns * MOST_TRAINS / m.trains, *TURNS, 10.0,
        (fewer_trains, longer_tickets), (more_doubles, shorter_tickets),
        lambda m: f"a player has {m.turns:.1f} turns with {m.trains} trains",
    ),
    Goal(
        "tickets", lambda m: m.completed, *COMPLETED, 0.1,
        (more_trains, shorter_tickets, free_choice, more_doubles, other_lot), (longer_tickets, fewer_trains),
        lambda m: f"{m.completed:.0%} of the tickets are completed",
    ),
    Goal(
        "margin", lambda m: m.margin, 0.0, MARGIN, 0.04,
        (), (more_trains, smaller_bonus, shorter_tickets, free_choice, more_doubles, other_lot),
        lambda m: f"the best beats the second by {m.margin:.0%} of its points",
    ),
    Goal(
        "seats", lambda m: max(abs(share - 1 / len(m.seats)) for share in m.seats), 0.0, SEATS, 0.02,
        (), (a_train_more, other_lot, more_trains),
        lambda m: f"seats win {', '.join(f'{share:.3f}' for share in m.seats)} of the games",
    ),
    Goal(
        "owner", lambda m: m.owner, 0.0, OWNER, 0.05,
        (), (relieve, other_lot, more_doubles),
        lambda m: f"the owner of one route wins {m.owner:.0%} of the games",
    ),
)  # fmt: skip


def chance(found: Measures) -> dict[str, float]:
    """How far chance alone takes a number of so many games: a bound is missed for certain only beyond that."""
    even = 1 / len(found.seats)
    return {"seats": 1.5 * (even * (1 - even) / found.games) ** 0.5}


def spare(found: Measures) -> dict[str, float]:
    """The same while a board is changed: the best of several boards is a little less good in other games, so they aim within the bound."""
    return chance(found) | {"margin": -WITHIN - 0.15 / found.games**0.5}


def nothing(found: Measures) -> dict[str, float]:
    """No room beyond the bounds."""
    return {}


Room = Callable[[Measures], dict[str, float]]


def excess(goal: Goal, found: Measures, room: Room = chance) -> float:
    """How far a number is out of its bounds and the room beyond them, below them as a negative one."""
    value = goal.value(found)
    return (max(0.0, value - goal.high - room(found).get(goal.name, 0.0)) - max(0.0, goal.low - value)) / goal.scale


def missed(found: Measures, room: Room = chance) -> list[Goal]:
    """The goals that games are out of, the worst first."""
    out = [goal for goal in GOALS if excess(goal, found, room)]
    return sorted(out, key=lambda goal: -abs(excess(goal, found, room)))


def badness(found: Measures) -> float:
    """How far games are from all goals together."""
    return sum(abs(excess(goal, found, spare)) for goal in GOALS)


def proposals(recipe: Recipe, found: Measures, draft: Draft) -> list[Recipe]:
    """Changed recipes that may mend what is worst, the likeliest first."""
    changed = [
        remedy(recipe, found, draft)
        for goal in missed(found, spare)
        for remedy in (goal.lower if excess(goal, found, spare) > 0 else goal.lift)
    ]
    return [one for k, one in enumerate(changed) if one != recipe and one not in changed[:k]]


# ---- the search


class Tuned(NamedTuple):
    """A board, how it was made, and what its games were like."""

    board: BoardFile
    recipe: Recipe
    measures: Measures
    games: Trial
    dropped: tuple[str, ...] = ()  # cities that were left out, so that it can be drawn well

    @property
    def told(self) -> list[str]:
        """What was left out, and what could not be reached, a sentence each."""
        names = route_names(load(self.board))
        return [
            *left_out(self.dropped),
            *(
                f"not reached: {goal.told(self.measures)}"
                + (f" ({names[self.measures.route]})" if goal.name == "owner" else "")
                for goal in missed(self.measures)
            ),
        ]


def left_out(dropped: Sequence[str]) -> list[str]:
    """What is said of cities that crowded the drawing."""
    return [f"left out, because names and routes had no room there: {', '.join(dropped)}"] if dropped else []


Progress = Callable[[str], None]


def climbed(draft: Draft, found: Tuned, play: Callable[[Recipe], Tuned], changes: int, progress: Progress) -> Tuned:
    """The best board found by changes that bring games nearer to the goals; one that failed is not tried again."""
    tried = {found.recipe}
    for change in range(changes):
        waiting = [one for one in proposals(found.recipe, found.measures, draft) if one not in tried]
        if not waiting:
            break
        tried.add(waiting[0])
        progress(f"change {change + 1}: {missed(found.measures, spare)[0].told(found.measures)}")
        other = play(waiting[0])
        if badness(other.measures) < badness(found.measures):
            found = other
    return found


def tuned(
    draft: Draft,
    seed: int = 1,
    wishes: Wishes = NO_WISHES,
    games: int = CHECKED,
    progress: Progress = lambda line: None,
    start: Recipe = USUAL,
) -> Tuned:
    """The board of a draft, changed until planners' games over it are within all goals, or as near as it came."""

    def play(recipe: Recipe, games: int) -> Tuned:
        board = made(draft, seed, recipe, wishes)
        tried = trial(load(board), games, PLANNERS, players=wishes.players)
        return Tuned(board, recipe, measured(tried), tried)

    few, many = partial(play, games=min(GAMES, games)), partial(play, games=games)
    found = climbed(draft, few(start), few, CHANGES, progress)
    if games <= GAMES:
        return found
    progress(f"{games} games")
    return climbed(draft, many(found.recipe), many, FINAL_CHANGES, progress)


def tuned_board(
    name: str,
    towns: Sequence[Town],
    seed: int = 1,
    local: bool = False,
    wishes: Wishes = NO_WISHES,
    games: int = CHECKED,
    progress: Progress = lambda line: None,
    spare: int = MOST,
) -> Tuned:
    """A board of these cities that can be drawn well and plays well; up to `spare` cities that crowd it are left out."""
    recipe, dropped = USUAL, tuple[str, ...]()
    while True:
        board_of = partial(made, seed=seed, recipe=recipe, wishes=wishes)
        choice = roomy(name, towns, local, wishes.zones, board_of, progress, spare - len(dropped))
        best = tuned(choice.draft, seed, wishes, games, progress, recipe)
        towns, dropped = choice.towns, dropped + tuple(town.name for town in choice.dropped)
        if best.recipe == recipe or len(dropped) >= spare or not crowded(best.board):
            return best._replace(dropped=dropped)
        recipe = msgspec.structs.replace(best.recipe, relieved=())  # its numbers are others without a city
