"""What a review tells people: sums, the costliest decisions, turning points, choices of tickets."""

import math

from railhead.game import Game
from railhead.game.record import steps
from railhead.words import Claimed, Costly, Figures, Move, Review, SeatFigures, TicketChoice

COSTLIEST = 5
LEAST_COST = 0.01  # win chance that is worth a sentence
TURNING = 3
LEAST_TURN = 0.1
LASTING = 4  # values on either side by which a jump is told from a swing
AS_GOOD = 0.01  # win chance within which a choice of tickets counts as good


def figures(game: Game, review: Review) -> Figures:
    """The figures of a review."""
    return Figures(
        seats=[_seat(review, seat) for seat in range(game.players)],
        costliest=_costliest(game, review),
        turning=_turning(review),
        tickets=_tickets(game, review),
    )


def _seat(review: Review, seat: int) -> SeatFigures:
    account = review.seats[seat]
    # What other seats' errors bring is in doubt as they are; of more than two players each gets a part.
    doubts = [moment.sure / (1 if moment.seat == seat else len(review.seats) - 1) for moment in review.moments if moment.cost > 0]  # fmt: skip
    return SeatFigures(
        given=account.errors,
        luck=account.luck + account.rivals_luck,
        adjusted=min(1.0, max(0.0, account.adjusted)),  # where much was judged roughly, the sum may leave what can be
        sure=math.hypot(*doubts),
    )


def _costliest(game: Game, review: Review) -> list[Costly]:
    moments = review.moments
    ranked = sorted(range(len(moments)), key=lambda place: -moments[place].cost)[:COSTLIEST]
    claims = [
        (number, event.seat, event.route)
        for number, (_, _, events) in enumerate(steps(game))
        for event in events
        if isinstance(event, Claimed)
    ]
    found = []
    for place in ranked:
        moment = moments[place]
        if moment.cost < LEAST_COST:
            break
        wanted = moment.best[0].move.place if moment.best[0].move.word == "claim" else None
        lost = next(
            (one for one in claims if one[2] == wanted and one[0] > moment.move and one[1] != moment.seat), None
        )
        found.append(Costly(place, None if lost is None else lost[1], None if lost is None else lost[0]))
    return found


def _turning(review: Review) -> list[int]:
    """Where the most of somebody's chance changed hands between two moments of decision, and stayed there."""
    moments = review.moments
    after = [place for place, moment in enumerate(moments) if moment.kind == "chance"]
    chances = [moments[place].chances for place in after]
    stayed = {after[at]: max(_stayed([one[seat] for one in chances], at) for seat in range(len(review.seats))) for at in range(1, len(after))}  # fmt: skip
    ranked = sorted(stayed, key=lambda place: -stayed[place])[:TURNING]
    return sorted(place for place in ranked if stayed[place] >= LEAST_TURN)


def _stayed(line: list[float], at: int) -> float:
    """How much of a jump in a line of chances lasts: whatever was so shortly before and is so again shortly after was none."""
    up = line[at] > line[at - 1]
    before, after = line[max(0, at - LASTING) : at], line[at : at + LASTING]
    return min(after) - max(before) if up else min(before) - max(after)


def _tickets(game: Game, review: Review) -> list[TicketChoice]:
    """Every choice of tickets, with the tickets' names."""
    offers = _offers(game)
    found = []
    for place, moment in enumerate(review.moments):
        if moment.played is None or moment.played.move.word != "keep" or not moment.best:
            continue
        offer = offers[moment.move]
        best = moment.played if moment.cost < AS_GOOD else moment.best[0]
        found.append(
            TicketChoice(place, _names(offer, moment.played.move), _names(offer, best.move), moment.cost < AS_GOOD)
        )
    return found


def _offers(game: Game) -> dict[int, list[str]]:
    """The tickets on offer when each move was made that chose among them."""
    replay = Game(game.setting, game.names, game.seed, game.starter)
    offers, done = {}, 0
    for number, (after, move, _) in enumerate(steps(game)):
        if move is not None and move.word == "keep":
            while len(replay.decisions) < done:
                replay.apply(game.decisions[len(replay.decisions)])
            seat = replay.to_move
            offers[number] = [] if seat is None else replay.view(seat).offer
        done = len(after.decisions)
    return offers


def _names(offer: list[str], move: Move) -> list[str]:
    return [offer[number - 1] for number in move.kept]
