"""What a seat knows, as numbers for a learner: one byte each, fixed in number for a board and a count of players.

Seats are counted from the one that looks: 0 is itself, 1 the next clockwise. `railhead.envs.fields` names every number, and
docs/observation.md explains them. Nothing here reads what the seat may not know: a test deals all of that anew and demands the same bytes.
"""

import numpy as np

from railhead.kernel.bits import NO_BITS, ONE, bit, lowest
from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import Numbers, Word
from railhead.kernel.records import (
    COLOURS,
    KINDS,
    LONGEST,
    NONE,
    OVER,
    PAY_ROUTE,
    PAY_STATION,
    PAY_TUNNEL,
    ROW,
    STATIONS,
    TICKET_WORDS,
    TUNNEL,
    BoardRecord,
    GameRecord,
)
from railhead.kernel.scoring import is_joined
from railhead.kernel.trails import join

PHASES = OVER + 1
DUE_COLOURS = COLOURS + 2  # the eight, grey, and locomotives only
SEAT_NUMBERS = 6  # cards, trains, stations, points, tickets, tickets on offer
HIGHEST = 255

TABLE = PHASES + 4 + ROW * KINDS + 3 * KINDS + 2 + DUE_COLOURS + 2 * KINDS  # what does not grow with players or board
PER_SEAT = 1 + SEAT_NUMBERS + KINDS


@compiled
def offer_slots(board: BoardRecord) -> int:
    """The most tickets that a seat is offered at once in this game."""
    return max(int(board.first_long) + int(board.first_regular), int(board.later_tickets))


@compiled
def _after_routes(board: BoardRecord, players: int) -> int:
    """Where the numbers about cities and tickets begin."""
    planes = players + 2
    if board.has_beds:
        planes += COLOURS + 1
    return TABLE + PER_SEAT * players + planes * int(board.routes) + (COLOURS * LONGEST if board.has_beds else 0)


@compiled
def _first_ticket(board: BoardRecord, players: int) -> int:
    """Where the numbers about tickets begin."""
    return _after_routes(board, players) + ((players + 1) * int(board.cities) if board.stations > 0 else 0)


@compiled
def observation_size(board: BoardRecord, players: int) -> int:
    """How many numbers an observation has."""
    slots = offer_slots(board)
    return _first_ticket(board, players) + (3 + slots) * int(board.tickets) + 2 * slots


@compiled
def _clockwise(game: GameRecord, seat: int, steps: int) -> int:
    """The seat so many steps on; a division would cost more than all the rest of a line."""
    other = int(seat) + steps
    return other - int(game.players) if other >= game.players else other


@compiled
def _mark(out: Numbers, place: int, words: Word, word: int) -> None:
    """Write 1 for every member of one word of a set."""
    left = words
    while left != NO_BITS:
        out[place + 64 * word + lowest(left)] = 1
        left &= left - bit(0)


@compiled
def _spread(out: Numbers, place: int, members: Word, count: int) -> None:
    """Write 1 for the members and 0 for the others of the first `count` numbers of a word: for sets that are nearly full."""
    for number in range(min(count, 64)):
        out[place + number] = int(members >> np.uint64(number) & ONE)


@compiled
def _join_routes(board: BoardRecord, game: GameRecord, seat: int, group: Numbers) -> None:
    """Which nodes the seat's own routes join."""
    for node in range(board.nodes):
        group[node] = node
    for word in range(board.words):
        routes = game.owned[seat, word]
        while routes != NO_BITS:
            route = 64 * word + lowest(routes)
            routes &= routes - bit(0)
            join(group, board.a[route], board.b[route])


@compiled
def _tickets(board: BoardRecord, game: GameRecord, seat: int, out: Numbers, group: Numbers) -> None:
    """The seat's own tickets, those it put back, and its offer."""
    _join_routes(board, game, seat, group)
    place = _first_ticket(board, int(game.players))
    count = int(board.tickets)
    for word in range(TICKET_WORDS):
        mine = game.tickets[seat, word]
        _mark(out, place, mine, word)
        while mine != NO_BITS:
            ticket = 64 * word + lowest(mine)
            mine &= mine - bit(0)
            if is_joined(board, group, ticket):
                out[place + count + ticket] = 1
        _mark(out, place + 2 * count, game.returned[seat, word], word)
    place += 3 * count
    slots = offer_slots(board)
    flags = place + slots * count
    for slot in range(game.offer_count[seat]):
        ticket = int(game.offer[seat, slot])
        out[place + slot * count + ticket] = 1
        if is_joined(board, group, ticket):
            out[flags + slot] = 1
        out[flags + slots + slot] = game.chosen[seat] >> slot & 1
    for node in range(board.nodes):
        group[node] = 0


@compiled
def _cards(game: GameRecord, seat: int, out: Numbers, place: int) -> int:
    """The row, the discards, what could be anywhere unseen, the seat's own hand."""
    for slot in range(ROW):
        if game.row[slot] != NONE:
            out[place + slot * KINDS + int(game.row[slot])] = 1
    place += ROW * KINDS
    for kind in range(KINDS):
        unseen = int(game.deck[kind])
        for other in range(game.players):
            if other != seat:
                unseen += game.hands[other, kind] - game.known[other, kind]
        out[place + kind] = game.discards[kind]
        out[place + KINDS + kind] = unseen
        out[place + 2 * KINDS + kind] = game.hands[seat, kind]
    return place + 3 * KINDS


@compiled
def _payment(game: GameRecord, out: Numbers, place: int) -> int:
    """What is due now, and what lies on the table for it."""
    phase = game.phase
    if phase == PAY_ROUTE or phase == PAY_TUNNEL or phase == PAY_STATION:
        out[place] = game.due
        out[place + 1] = game.due_ferry
        out[place + 2 + int(game.due_colour)] = 1
    place += 2 + DUE_COLOURS
    for kind in range(KINDS):
        out[place + kind] = game.laid[kind]
    place += KINDS
    for turned in range(TUNNEL):
        if game.turned[turned] != NONE:
            out[place + int(game.turned[turned])] += 1
    return place + KINDS


@compiled
def _seats(game: GameRecord, seat: int, out: Numbers, place: int) -> int:
    """What is open about every seat: counts, points, and the cards that it was seen to take and has not paid since."""
    players = int(game.players)
    if game.phase != OVER:
        out[place + _clockwise(game, game.seat, players - seat)] = 1
    place += players
    for step in range(players):
        other = _clockwise(game, seat, step)
        out[place] = game.hand_count[other]
        out[place + 1] = game.trains[other]
        out[place + 2] = game.stations_left[other]
        out[place + 3] = min(game.points[other], HIGHEST)
        out[place + 4] = game.ticket_count[other]
        out[place + 5] = game.offer_count[other]
        place += SEAT_NUMBERS
        for kind in range(KINDS):
            out[place + kind] = game.known[other, kind]
        place += KINDS
    return place


@compiled
def _routes(board: BoardRecord, game: GameRecord, seat: int, out: Numbers, place: int) -> int:
    """Who owns each route, which the seat could still claim one day, which one is being decided about; beds and pieces."""
    count, players = int(board.routes), int(game.players)
    for word in range(board.words):
        for step in range(players):
            _mark(out, place + step * count, game.owned[_clockwise(game, seat, step), word], word)
        free = game.open[word] & ~game.barred[seat, word]
        _spread(out, place + players * count + 64 * word, free, count - 64 * word)
    place += (players + 2) * count
    if game.route != NONE:
        out[place - count + int(game.route)] = 1
    if board.has_beds:
        for word in range(board.words):
            for colour in range(COLOURS):
                _mark(out, place + colour * count, game.built[colour, word], word)
            _mark(out, place + COLOURS * count, game.free_beds[word], word)
        place += (COLOURS + 1) * count
        for colour in range(COLOURS):
            for length in range(1, LONGEST + 1):
                out[place + length - 1] = game.pieces[colour, length]
            place += LONGEST
    return place


@compiled
def _stations(board: BoardRecord, game: GameRecord, seat: int, out: Numbers, place: int) -> None:
    """Whose station stands where, and the city that is being decided about."""
    if board.stations == 0:
        return
    for step in range(game.players):
        for number in range(STATIONS):
            city = game.stations[_clockwise(game, seat, step), number]
            if city != NONE:
                out[place + int(city)] = 1
        place += int(board.cities)
    if game.city != NONE:
        out[place + int(game.city)] = 1


@compiled
def observe(board: BoardRecord, game: GameRecord, seat: int, out: Numbers) -> None:
    """Write what the seat knows into `out`, an array of `observation_size` bytes."""
    out[:] = 0
    first_route = TABLE + PER_SEAT * int(game.players)
    _tickets(board, game, seat, out, out[first_route:])  # the routes' place serves as scratch before they are written
    out[game.phase] = 1
    place = PHASES
    out[place] = game.turns_left
    out[place + 1] = game.deck_count
    out[place + 2] = game.discard_count
    out[place + 3] = game.deck_tickets
    place = _cards(game, seat, out, place + 4)
    place = _payment(game, out, place)
    place = _seats(game, seat, out, place)
    place = _routes(board, game, seat, out, place)
    _stations(board, game, seat, out, place)
