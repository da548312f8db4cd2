"""What a network is told beside the observation: how far tickets are, which routes lie on their ways, what cards are short.

For every ticket held or offered, its distance: the cheapest way between its places, where one's own routes cost nothing, a route that
could still be claimed its spaces and one more (a turn), and others cannot be used. For every route that could still be claimed: the
points of the tickets on whose cheapest way it lies, how near it comes to being on one (16 less the smallest detour), and the cards that the
hand is short of for it. Whole numbers all, so that the GPU (`railhead.gpu.notice`) finds the same.
"""

from typing import Any

import numpy as np

from railhead.kernel.bits import has
from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import Record, Row, field, packed
from railhead.kernel.records import BED, COLOURS, GREY, LOCOMOTIVE, NODES, ROUTES, BoardRecord, GameRecord

FAR = 200  # there is no way
NEAR = 16  # a detour of so much counts no more
MOST = 255


class Room(Record):
    """Room to work in: what each route costs, and the distances of every node from the two places of a ticket."""

    cost: Row[int] = field("u1", ROUTES + 1)
    from_a: Row[int] = field("u1", NODES + 1)
    from_b: Row[int] = field("u1", NODES + 1)


ROOM = packed(Room)


@compiled
def noticed_size(board: BoardRecord) -> int:
    """How many numbers there are: one a ticket, three a route."""
    return int(board.tickets) + 3 * int(board.routes)


@compiled
def route_cost(board: BoardRecord, game: GameRecord, seat: int, route: int) -> int:
    """What a route adds to the length of a seat's way."""
    word, place = route >> 6, np.uint64(route & 63)
    one = np.uint64(1)
    if game.owned[seat, word] >> place & one:
        return 0
    if (game.open[word] & ~game.barred[seat, word]) >> place & one:
        return int(board.length[route]) + 1
    return FAR


@compiled
def cards_short(board: BoardRecord, game: GameRecord, seat: int, route: int) -> int:
    """How many cards the hand is short of for a route, whatever colour may pay for it; a bed has its piece's colour, or any."""
    colour = int(board.colour[route])
    if colour == BED:
        colour = GREY
        for piece in range(COLOURS):
            if game.built[piece, route >> 6] >> np.uint64(route & 63) & np.uint64(1):
                colour = piece
    cards = 0
    if colour == GREY:
        for kind in range(COLOURS):
            cards = max(cards, int(game.hands[seat, kind]))
    else:
        cards = int(game.hands[seat, colour])
    return max(0, int(board.length[route]) - cards - int(game.hands[seat, LOCOMOTIVE]))


@compiled
def is_watched(game: GameRecord, seat: int, ticket: int) -> int:
    """2 for a ticket that the seat holds, 1 for one that it is offered, 0 for others."""
    if has(game.tickets[seat], ticket):
        return 2
    for slot in range(game.offer_count[seat]):
        if game.offer[seat, slot] == ticket:
            return 1
    return 0


@compiled
def _ways(board: BoardRecord, cost: Any, first: int, count: int, distance: Any) -> None:
    """The distance of every node from a place: routes are walked through, there and back, until nothing gets nearer."""
    for node in range(board.nodes):
        distance[node] = FAR
    for node in range(first, first + count):
        distance[node] = 0
    routes = int(board.routes)
    changed, sweep = True, 0
    while changed:
        changed = False
        for place in range(routes):
            route = place if sweep & 1 == 0 else routes - 1 - place
            step = int(cost[route])
            if step < FAR:
                a, b = int(board.a[route]), int(board.b[route])
                there, back = int(distance[a]), int(distance[b])
                if there + step < back:
                    distance[b] = there + step
                    changed = True
                elif back + step < there:
                    distance[a] = back + step
                    changed = True
        sweep += 1


@compiled
def notice(board: BoardRecord, game: GameRecord, seat: int, out: Any, room: Any) -> None:
    """Write all this for one seat into `out`, `noticed_size` bytes."""
    routes, tickets = int(board.routes), int(board.tickets)
    total, near, short = tickets, tickets + routes, tickets + 2 * routes
    out[:] = 0
    for route in range(routes):
        room.cost[route] = route_cost(board, game, seat, route)
        if 0 < room.cost[route] < FAR:
            out[short + route] = cards_short(board, game, seat, route)
    for ticket in range(tickets):
        watched = is_watched(game, seat, ticket)
        if watched == 0:
            continue
        _ways(board, room.cost, int(board.from_first[ticket]), int(board.from_count[ticket]), room.from_a)
        apart = FAR
        for node in range(board.to_first[ticket], int(board.to_first[ticket]) + int(board.to_count[ticket])):
            apart = min(apart, int(room.from_a[node]))
        out[ticket] = apart
        if watched == 1 or apart == 0 or apart == FAR:
            continue
        _ways(board, room.cost, int(board.to_first[ticket]), int(board.to_count[ticket]), room.from_b)
        for route in range(routes):
            step = int(room.cost[route])
            if step == 0 or step == FAR:
                continue
            a, b = int(board.a[route]), int(board.b[route])
            way = min(int(room.from_a[a]) + int(room.from_b[b]), int(room.from_a[b]) + int(room.from_b[a]))
            detour = way + step - apart
            if detour == 0:
                out[total + route] = min(MOST, int(out[total + route]) + int(board.value[ticket]))
            if detour < NEAR:
                out[near + route] = max(int(out[near + route]), NEAR - detour)


@compiled
def notice_games(boards: Any, games: Any, seats: Any, noticed: Any, rooms: Any) -> None:
    """The same for many games, each for the seat that is named."""
    for number in range(len(games)):
        notice(boards[0], games[number], seats[number], noticed[number], rooms[0])
