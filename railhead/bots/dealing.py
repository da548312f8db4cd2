"""Deals of what a seat cannot know, in which rivals hold tickets that suit what they have built.

Dealt by lot, a rival's tickets would mostly be beyond its reach, and whoever looks ahead would see everybody else lose: by 25 points in
USA, by 65 in France. So each of them is drawn again among those that could lie in its place, each as likely as such tickets are to be
held: how often tickets that a network joins, touches at two ends, at one or at none were held, in bots' games, against how often they lay
in the deck (`python -m benchmarks.review tickets`).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.boards import Setting
from railhead.bots.compiling import compiled
from railhead.bots.search import SPREAD
from railhead.kernel.bits import NO_BITS, add, bit, has, lowest, remove
from railhead.kernel.declaring import Array, Numbers, Word, Words
from railhead.kernel.random import below
from railhead.kernel.records import (
    FIRST_TICKETS,
    GAME,
    SEATS,
    TICKET_WORDS,
    TICKETS,
    WORK,
    BoardRecord,
    GameRecord,
    WorkRecord,
)
from railhead.kernel.scoring import is_joined
from railhead.kernel.tickets import ring_place
from railhead.kernel.trails import group_nodes
from railhead.kernel.views import redeal

STAGES = 4  # quarters of its trains that a rival has used
JOINED = 3  # a ticket complete; below, how many of its ends are touched
# How many times likelier a ticket is held than one that lies in the deck: for each stage by ends touched, and complete.
HELD = np.array(
    [[0.45, 2.48, 20.36, 15.15], [0.07, 1.03, 18.98, 20.54], [0.04, 0.34, 13.09, 18.93], [0.06, 0.21, 2.12, 14.77]]
)
SWEEPS = 2  # over a rival's tickets: each is drawn again so often
FINE = 1 << 30


@compiled
def _touches(board: BoardRecord, owned: Words, first: int, count: int) -> bool:
    """Has somebody a route at a place, which is a run of nodes?"""
    for node in range(first, first + count):
        for word in range(board.words):
            if (board.at_city[node, word] & owned[word]) != NO_BITS:
                return True
    return False


@compiled
def kinds_of(board: BoardRecord, game: GameRecord, seat: int, kinds: Numbers, work: WorkRecord) -> int:
    """How each ticket lies to what a seat has built (ends touched, or complete); returns the stage that the seat is at."""
    owned = game.owned[seat]
    group_nodes(board, owned, work)
    for ticket in range(board.tickets):
        if is_joined(board, work.group, ticket):
            kinds[ticket] = JOINED
        else:
            kinds[ticket] = _touches(board, owned, board.from_first[ticket], board.from_count[ticket])
            kinds[ticket] += _touches(board, owned, board.to_first[ticket], board.to_count[ticket])
    return min(STAGES - 1, STAGES * (board.trains - game.trains[seat]) // board.trains)


@compiled
def weigh_tickets(board: BoardRecord, view: GameRecord, seat: int, held: Any, weights: Any, kinds: Numbers, work: WorkRecord) -> None:  # fmt: skip
    """How likely each rival is to hold each ticket, by what everybody sees of it."""
    for other in range(view.players):
        if other != seat:
            stage = kinds_of(board, view, other, kinds, work)
            for ticket in range(board.tickets):
                weights[other, ticket] = held[stage, kinds[ticket]]


@compiled
def _exchange(board: BoardRecord, game: GameRecord, other: int, ticket: int, weights: Any, pool: Words) -> None:
    """Draw one of a rival's tickets again: from those never seen in the deck, or, a long one, from those that are in nobody's hands."""
    is_long = ticket < board.long_tickets
    most = board.long_tickets if is_long else game.unseen_tickets
    whole = weights[other, ticket]
    for place in range(most):
        if not is_long:
            whole += weights[other, game.ticket_deck[ring_place(game, place)]]
        elif has(pool, place):
            whole += weights[other, place]
    left = whole * below(game.generator, FINE) / FINE - weights[other, ticket]
    for place in range(most):
        if left < 0.0:
            return
        chosen = place if is_long else game.ticket_deck[ring_place(game, place)]
        if is_long and not has(pool, place):
            continue
        left -= weights[other, chosen]
        if left < 0.0:
            remove(game.tickets[other], ticket)
            add(game.tickets[other], chosen)
            if is_long:
                remove(pool, chosen)
                add(pool, ticket)
            else:
                game.ticket_deck[ring_place(game, place)] = ticket


@compiled
def deal_suited(board: BoardRecord, seat: int, game: GameRecord, number: Word, weights: Any, pool: Words) -> None:  # fmt: skip
    """Deal anew what a seat cannot know, in a copy of what it sees; rivals' tickets are as likely as `weights` say."""
    redeal(board, game, seat, number, pool)
    if game.phase == FIRST_TICKETS:
        return
    for _ in range(SWEEPS):
        for other in range(game.players):
            if other == seat:
                continue
            for word in range(TICKET_WORDS):
                left = game.tickets[other, word]
                while left != NO_BITS:
                    ticket = 64 * word + lowest(left)
                    left &= left - bit(0)
                    _exchange(board, game, other, ticket, weights, pool)


@compiled
def _deal(
    boards: Array[BoardRecord],
    views: Array[GameRecord],
    seat: int,
    key: Word,
    first: int,
    games: Array[GameRecord],
    weights: Any,
    pool: Words,
) -> None:
    for deal in range(len(games)):
        games[deal] = views[0]
        deal_suited(boards[0], seat, games[deal], key + np.uint64(first + deal) * SPREAD, weights, pool)


def weights_of(setting: Setting, view: Any, seat: int) -> NDArray[np.float64]:
    """How likely each rival is to hold each ticket (seats × tickets)."""
    weights = np.ones((SEATS, TICKETS))
    weigh_tickets(setting.record, view, seat, HELD, weights, np.zeros(TICKETS, np.int64), np.zeros(1, WORK)[0])
    return weights


def suited(setting: Setting, view: Any, seat: int, key: int, first: int, last: int) -> NDArray[Any]:
    """The deals `first` to `last` - 1 of what a seat cannot know."""
    games, views = np.zeros(last - first, GAME), np.zeros(1, GAME)
    views[0] = view
    _deal(
        setting.array, views, seat, np.uint64(key & (1 << 64) - 1), first, games, weights_of(setting, view, seat),
        np.zeros(TICKET_WORDS, np.uint64),
    )  # fmt: skip
    return games
