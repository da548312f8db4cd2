"""Routes, stations and beds: what a seat could pay for, what may be claimed or built, and what that closes (C14 to C19, E2, E7, F2 to F7)."""

from railhead.kernel.bits import NO_BITS, add, bit, byte, eight, has, remove
from railhead.kernel.cards import discard_laid, lay_down
from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import Word
from railhead.kernel.records import (
    BED,
    COLOURS,
    GREY,
    LOCOMOTIVE,
    LONGEST,
    NONE,
    ONLY_LOCOMOTIVES,
    ONLY_LOCOMOTIVES_PAID,
    STATIONS,
    BoardRecord,
    GameRecord,
    Trace,
)
from railhead.kernel.trace import BUILT, CLAIMED, STATION_BUILT, note, note_list, note_number


@compiled
def held(game: GameRecord, seat: int, colour: int) -> int:
    """How many cards of a colour the seat has: of all eight in one look, where a loop asks for each."""
    return byte(eight(game.hands[seat]), colour)


@compiled
def most_of_one_colour(game: GameRecord, seat: int) -> int:
    """How many cards the seat has of its most frequent colour."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, held(game, seat, colour))
    return most


@compiled
def claimable(board: BoardRecord, game: GameRecord, seat: int, word: int) -> Word:
    """One word of the set of routes that the seat could claim now (C14 to C18, E2, F2)."""
    routes = game.open[word] & ~game.barred[seat, word]
    if routes == NO_BITS:
        return routes
    locomotives = game.hands[seat, LOCOMOTIVE]
    trains = min(game.trains[seat], LONGEST)
    payable = NO_BITS
    most = 0
    for colour in range(COLOURS):
        cards = held(game, seat, colour)
        most = max(most, cards)
        spaces = min(cards + locomotives, trains)
        payable |= board.affordable[colour, spaces, word]
        if board.has_beds:
            payable |= game.built[colour, word] & board.within[spaces, word]
    payable |= board.affordable[GREY, min(most + locomotives, trains), word]
    return routes & payable & board.ferries[min(locomotives, LONGEST), word]


@compiled
def colour_now(board: BoardRecord, game: GameRecord, route: int) -> int:
    """A route's colour: printed, or that of the piece on it, or BED while nothing is built (F2, F3)."""
    if board.colour[route] == BED:
        for colour in range(COLOURS):
            if has(game.built[colour], route):
                return colour
    return board.colour[route]


# ---- payments (C14, E2, E3, E7): `due` cards of one colour, locomotives standing for any


@compiled
def ask_payment(game: GameRecord, due: int, colour: int, ferry: int) -> None:
    """From now on the seat owes a payment."""
    game.due = due
    game.due_colour = colour
    game.due_ferry = ferry


@compiled
def fewest_locomotives(game: GameRecord, colour: int) -> int:
    """The fewest locomotives in a payment of what is due with this colour: more than LONGEST if it cannot be paid so."""
    cards = held(game, game.seat, colour)
    if (game.due_colour != GREY and game.due_colour != colour) or cards == 0:
        return LONGEST + 1
    return max(game.due_ferry, game.due - cards, 0)


@compiled
def most_locomotives(game: GameRecord) -> int:
    """The most locomotives in a payment that has a card of a colour too."""
    return min(game.hands[game.seat, LOCOMOTIVE], game.due - 1)


@compiled
def locomotives_alone(game: GameRecord) -> bool:
    """Could what is due be paid in locomotives alone?"""
    return game.hands[game.seat, LOCOMOTIVE] >= game.due


@compiled
def count_payments(game: GameRecord) -> int:
    """How many ways there are to pay what is due."""
    count = 1 if locomotives_alone(game) else 0
    for colour in range(COLOURS):
        count += max(0, most_locomotives(game) - fewest_locomotives(game, colour) + 1)
    return count


@compiled
def only_payment(game: GameRecord) -> int:
    """The first of the ways to pay; asked for where there is just one."""
    for colour in range(COLOURS):
        fewest = fewest_locomotives(game, colour)
        if fewest <= most_locomotives(game):
            return colour * LONGEST + fewest
    return ONLY_LOCOMOTIVES_PAID


@compiled
def lay_payment(game: GameRecord, payment: int) -> int:
    """Lay down what is due in the chosen way; returns the colour played (E3)."""
    if payment == ONLY_LOCOMOTIVES_PAID:
        lay_down(game, game.seat, LOCOMOTIVE, game.due)
        return ONLY_LOCOMOTIVES
    colour, locomotives = payment // LONGEST, payment % LONGEST
    lay_down(game, game.seat, LOCOMOTIVE, locomotives)
    lay_down(game, game.seat, colour, game.due - locomotives)
    return colour


# ---- claiming


@compiled
def occupy(board: BoardRecord, game: GameRecord, seat: int, route: int) -> None:
    """The route is the seat's to the end, with all that this closes (C15 to C18, F5)."""
    add(game.owned[seat], route)
    remove(game.open, route)
    remove(game.free_beds, route)
    few_players = game.players <= board.single_track_players
    for word in range(board.words):
        parallel = board.parallel[route, word]
        crossing = board.crossing[route, word]
        if few_players:
            game.open[word] &= ~(parallel | crossing)
            game.free_beds[word] &= ~(parallel | crossing)
        else:
            game.open[word] &= ~crossing
            game.free_beds[word] &= ~crossing
            game.barred[seat, word] |= parallel
    game.trains[seat] -= board.length[route]
    game.points[seat] += board.points[board.length[route]]


@compiled
def claim_paid(board: BoardRecord, game: GameRecord, trace: Trace) -> None:
    """The route under way is paid for: cards to the discards, the piece back to the supply (F4), points at once (C16)."""
    seat, route = game.seat, game.route
    note(trace, CLAIMED, seat, route)
    note_list(trace, game.laid)
    note_number(trace, board.points[board.length[route]])
    if board.colour[route] == BED:
        colour = colour_now(board, game, route)
        remove(game.built[colour], route)
        game.pieces[colour, board.length[route]] += 1
    occupy(board, game, seat, route)
    discard_laid(game)


# ---- stations (E7)


@compiled
def station_price(board: BoardRecord, game: GameRecord, seat: int) -> int:
    """1 card for the first station, 2 for the second, 3 for the third."""
    return board.stations - game.stations_left[seat] + 1


@compiled
def can_build_station(board: BoardRecord, game: GameRecord, seat: int) -> bool:
    """Has the seat a station left, and the cards for it?"""
    if game.stations_left[seat] == 0:
        return False
    cards = most_of_one_colour(game, seat) + game.hands[seat, LOCOMOTIVE]
    return cards >= station_price(board, game, seat)


@compiled
def stationless(board: BoardRecord, game: GameRecord, word: int) -> Word:
    """One word of the set of cities that have no station."""
    last = board.cities - 64 * word
    if last <= 0:
        return NO_BITS
    cities = ~NO_BITS if last >= 64 else bit(last) - bit(0)
    return cities & ~game.station_cities[word]


@compiled
def place_station(board: BoardRecord, game: GameRecord, seat: int, city: int) -> None:
    """One of the seat's stations goes on the city."""
    game.stations[seat, board.stations - game.stations_left[seat]] = city
    game.stations_left[seat] -= 1
    add(game.station_cities, city)


@compiled
def station_paid(board: BoardRecord, game: GameRecord, trace: Trace) -> None:
    """The station under way is paid for."""
    note(trace, STATION_BUILT, game.seat, game.city)
    note_list(trace, game.laid)
    place_station(board, game, game.seat, game.city)
    discard_laid(game)


# ---- beds (F2 to F6)


@compiled
def buildable(board: BoardRecord, game: GameRecord, word: int) -> Word:
    """One word of the set of beds that some piece in the supply fits (F3)."""
    beds = game.free_beds[word]
    if beds == NO_BITS:
        return beds
    fitting = NO_BITS
    for length in range(1, LONGEST + 1):
        for colour in range(COLOURS):
            if game.pieces[colour, length] > 0:
                fitting |= board.within[length, word] & ~board.within[length - 1, word]
                break
    return beds & fitting


@compiled
def fitting_pieces(board: BoardRecord, game: GameRecord) -> Word:
    """The set of colours in which the supply has a piece for the bed under way."""
    colours = NO_BITS
    for colour in range(COLOURS):
        if game.pieces[colour, board.length[game.route]] > 0:
            colours |= bit(colour)
    return colours


@compiled
def lay_piece(board: BoardRecord, game: GameRecord, route: int, colour: int) -> None:
    """A piece on a bed: the bed becomes a route of that colour, and bars what crosses it for good (F3, F5, F6)."""
    game.pieces[colour, board.length[route]] -= 1
    add(game.built[colour], route)
    remove(game.free_beds, route)
    few_players = game.players <= board.single_track_players
    for word in range(board.words):
        closed = board.crossing[route, word]
        if few_players:
            closed |= board.parallel[route, word] & board.beds[word]
        game.open[word] &= ~closed
        game.free_beds[word] &= ~closed


@compiled
def build(board: BoardRecord, game: GameRecord, colour: int, trace: Trace) -> None:
    """Build the bed under way with a piece of this colour."""
    note(trace, BUILT, game.seat, game.route)
    note_number(trace, colour)
    lay_piece(board, game, game.route, colour)


@compiled
def set_table(board: BoardRecord, game: GameRecord) -> None:
    """Everything on the table before the first card is dealt (C2, F2, F4)."""
    for word in range(board.words):
        game.open[word] = board.every[word]
        game.free_beds[word] = board.beds[word]
    for colour in range(COLOURS):
        for length in range(LONGEST + 1):
            game.pieces[colour, length] = board.pieces[colour, length]
    for seat in range(game.players):
        game.trains[seat] = board.trains
        game.stations_left[seat] = board.stations
        for place in range(STATIONS):
            game.stations[seat, place] = NONE
