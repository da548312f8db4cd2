"""What a network is told beside the observation (`railhead.bots.neural.notice`), on the GPU: a game a warp, a place of a ticket a thread.

Ways change only with owners and tickets. So what was found is kept for every seat of every game under a key, a hash of all that it
depends on, and found anew only where the key has changed.
"""

from typing import Any

import numpy as np
from numba import cuda

from railhead.bots.neural.notice import FAR, MOST, NEAR, cards_short, is_watched, route_cost
from railhead.gpu.device import SIMULATED, kernel, multiprocessors
from railhead.kernel.compiled import compiled
from railhead.kernel.records import NODES, ROUTES, TICKET_WORDS, TICKETS

WARP = 32
PAIRS = WARP // 2  # tickets at a time
BLOCKS = 32  # a multiprocessor: as many as it takes
ROUTE_ROOM, NODE_ROOM, TICKET_ROOM = ROUTES + 1, (NODES + 1) * WARP, TICKETS + 1
MIX = np.uint64(0x9E3779B97F4A7C15)  # odd, its bits in no order


@compiled
def _mixed(key: Any, word: Any) -> Any:
    found = (key ^ word) * MIX
    return found ^ (found >> np.uint64(29))


@compiled
def _key(board: Any, game: Any, seat: int) -> Any:
    """A hash of all that ways depend on: own and open routes, tickets held and offered. Never 0, which says that nothing is kept."""
    key = MIX
    for word in range(board.words):
        key = _mixed(key, game.owned[seat, word])
        key = _mixed(key, game.open[word] & ~game.barred[seat, word])
    for word in range(TICKET_WORDS):
        key = _mixed(key, game.tickets[seat, word])
    for slot in range(game.offer_count[seat]):
        key = _mixed(key, np.uint64(game.offer[seat, slot] + 1))
    return key | np.uint64(1)


def _notice(boards: Any, games: Any, seats: Any, keys: Any, kept: Any, noticed: Any) -> None:
    """Every thread finds the distances of all nodes from one place; then each looks at some of the routes."""
    costs = cuda.shared.array(ROUTE_ROOM, np.uint8)
    totals = cuda.shared.array(ROUTE_ROOM, np.int16)
    nears = cuda.shared.array(ROUTE_ROOM, np.uint8)
    steps = cuda.shared.array(
        ROUTE_ROOM, np.int32
    )  # of the routes that can be used: what they cost, and their ends' places
    steps_a = cuda.shared.array(ROUTE_ROOM, np.int32)
    steps_b = cuda.shared.array(ROUTE_ROOM, np.int32)
    watched = cuda.shared.array(TICKET_ROOM, np.uint8)
    chosen = cuda.shared.array(TICKET_ROOM, np.uint8)
    counts = cuda.shared.array(2, np.int32)  # of tickets, and of routes that can be used
    aparts = cuda.shared.array(PAIRS, np.int16)
    distance = cuda.shared.array(NODE_ROOM, np.uint8)  # node by node, a place a thread
    board = boards[0]
    thread = cuda.threadIdx.x
    routes, tickets, nodes = int(board.routes), int(board.tickets), int(board.nodes)
    lasting = tickets + 2 * routes
    for number in range(cuda.blockIdx.x, len(games), cuda.gridDim.x):
        cuda.syncthreads()
        game, seat, out = games[number], seats[number], noticed[number]
        own = kept[number, seat]
        key = _key(board, game, seat)
        known = keys[number, seat] == key
        if thread < 2:
            counts[thread] = 0
        cuda.syncthreads()
        for route in range(thread, routes, WARP):
            cost = route_cost(board, game, seat, route)
            out[lasting + route] = cards_short(board, game, seat, route) if 0 < cost < FAR else 0
            if not known:
                costs[route] = cost
                totals[route] = 0
                nears[route] = 0
                if cost < FAR:
                    place = cuda.atomic.add(counts, 1, 1)
                    steps[place] = cost
                    steps_a[place] = int(board.a[route]) * WARP
                    steps_b[place] = int(board.b[route]) * WARP
        if known:
            for place in range(thread, lasting, WARP):
                out[place] = own[place]
            continue
        for ticket in range(thread, tickets, WARP):
            watched[ticket] = is_watched(game, seat, ticket)
            out[ticket] = 0
            own[ticket] = 0
            if watched[ticket] != 0:
                chosen[cuda.atomic.add(counts, 0, 1)] = ticket
        cuda.syncthreads()
        usable = np.int32(counts[1])
        for first in range(0, counts[0], PAIRS):
            place = first + thread // 2
            mine = place < counts[0]
            ticket = int(chosen[place]) if mine else 0
            other_first, other_count = int(board.to_first[ticket]), int(board.to_count[ticket])
            for node in range(nodes):
                distance[node * WARP + thread] = FAR
            if mine:
                start, length = int(board.from_first[ticket]), int(board.from_count[ticket])
                if thread & 1:
                    start, length = other_first, other_count
                for node in range(start, start + length):
                    distance[node * WARP + thread] = 0
            changed, sweep = 1, 0
            while cuda.syncthreads_or(changed):
                changed = 0
                for walked in range(usable):
                    step = walked if sweep & 1 == 0 else usable - 1 - walked
                    a, b = steps_a[step] + thread, steps_b[step] + thread
                    there, back = np.int32(distance[a]), np.int32(distance[b])
                    if there + steps[step] < back:
                        distance[b] = there + steps[step]
                        changed = 1
                    elif back + steps[step] < there:
                        distance[a] = back + steps[step]
                        changed = 1
                sweep += 1
            if mine and thread & 1 == 0:
                apart = FAR
                for node in range(other_first, other_first + other_count):
                    apart = min(apart, int(distance[node * WARP + thread]))
                aparts[thread // 2] = apart
                out[ticket] = apart
                own[ticket] = apart
            cuda.syncthreads()
            for pair in range(min(PAIRS, counts[0] - first)):
                ticket, apart = int(chosen[first + pair]), int(aparts[pair])
                if watched[ticket] == 2 and 0 < apart < FAR:
                    for route in range(thread, routes, WARP):
                        cost = int(costs[route])
                        if 0 < cost < FAR:
                            a, b = int(board.a[route]) * WARP + 2 * pair, int(board.b[route]) * WARP + 2 * pair
                            way = min(int(distance[a]) + int(distance[b + 1]), int(distance[b]) + int(distance[a + 1]))
                            detour = way + cost - apart
                            if detour == 0:
                                totals[route] = min(MOST, int(totals[route]) + int(board.value[ticket]))
                            if detour < NEAR:
                                nears[route] = max(int(nears[route]), NEAR - detour)
            cuda.syncthreads()
        for route in range(thread, routes, WARP):
            out[tickets + route] = totals[route]
            own[tickets + route] = totals[route]
            out[tickets + routes + route] = nears[route]
            own[tickets + routes + route] = nears[route]
        cuda.syncthreads()
        if thread == 0:
            keys[number, seat] = key


class Noticing:
    """What was noticed for every seat of so many games, kept on the device."""

    def __init__(self, setting: Any, games: int, players: int) -> None:
        lasting = int(setting.record.tickets) + 2 * int(setting.record.routes)
        self.keys = cuda.to_device(np.zeros((games, players), np.uint64))
        self.kept = cuda.to_device(np.zeros((games, players, lasting), np.uint8))
        self.blocks = 1 if SIMULATED else min(games, multiprocessors() * BLOCKS)

    def __call__(self, boards: Any, games: Any, seats: Any, noticed: Any, stream: Any = 0) -> None:
        """Write it for the seat that is named in each game; all are arrays on the device."""
        kernel(_notice)[self.blocks, WARP, stream](boards, games, seats, self.keys, self.kept, noticed)
