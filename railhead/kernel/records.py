"""The records. Everything else in the kernel is a function over two of them, BOARD and GAME; the others are room to work in.

Counts are signed and small: Numba widens signed numbers to int64, while unsigned ones meet signed ones as floats.
"""

from railhead.kernel.declaring import Cube, Record, Row, Table, Word, field, fields_of, in_lines, packed

# Sizes: what fits into the records. A board file beyond them is refused with a clear message.
SEATS = 5
COLOURS = 8
LOCOMOTIVE = 8  # as a kind of card, after the eight colours
KINDS = 9
HAND = 16  # a hand's room: its kinds, filled up to whole words
ROW = 5
LONGEST = 9  # spaces of the longest route
ROUTES, ROUTE_WORDS = 255, 4
NODES, NODE_WORDS = 127, 2  # cities, then the ends of routes into zones
TICKETS, TICKET_WORDS = 127, 2
OFFER = 5  # most tickets offered to a seat at once
STATIONS = 3
TUNNEL = 3
TRAINS = 60  # so that a player's routes fit one word
TRAIL_DEPTH = TRAINS + 4  # of the search for the longest trail: every route dropped, and both ends chosen
CANDIDATES = 32  # routes that a station may borrow from among
GENERATOR_WORDS = 2  # its state and its stream
TRACE_ROOM = 60_000  # numbers; enough for two thousand resets of the row in one decision, each with a reshuffle
GPU_LINE = 128  # bytes that a GPU fetches at once

NONE = -1
GREY = 8  # as the colour of a route: any one colour pays
BED = 9  # not built yet (F2): no colour at all
ONLY_LOCOMOTIVES = 9  # as the colour of a payment (E3)

# What becomes of first tickets that are not kept
TO_BOTTOM, OUT_OF_GAME, SHUFFLED_UNDER = 0, 1, 2

# Whose decision is it, and about what
FIRST_TICKETS, TURN, SECOND_CARD, PAY_ROUTE, PAY_TUNNEL, PAY_STATION, KEEP_TICKETS, BUILD_BED, BUILD_COLOUR, OVER = (
    range(10)
)

# A decision is one small number. The first 128 are the same on every board; then come claims (one a route), then beds to
# build (one a route) where the board has beds, then stations (one a city) where the game has stations; see BOARD.
DRAW = 0
TAKE = 1  # + slot of the row
TAKE_TICKETS = 6
DECLINE = 7
KEEP = 8  # + bit mask of the offered tickets that are kept
PIECE = 40  # + colour of the track piece
PAY = 48  # + colour * LONGEST + locomotives; all locomotives: + ONLY_LOCOMOTIVES_PAID
ONLY_LOCOMOTIVES_PAID = COLOURS * LONGEST
CLAIM = 128  # + route


class BoardRecord(Record):
    """A board and the numbers of a game on it: never changes."""

    # how many there are
    cities: int = field("i2")
    nodes: int = field("i2")
    routes: int = field("i2")
    tickets: int = field("i2")
    words: int = field("i2")
    long_tickets: int = field("i2")  # they come first among the tickets (E1)
    has_beds: int = field("i2")
    first_build: int = field("i2")
    first_station: int = field("i2")
    decisions: int = field("i2")
    # the numbers of the game
    trains: int = field("i2")
    stations: int = field("i2")
    station_points: int = field("i2")
    first_cards: int = field("i2")
    first_long: int = field("i2")
    first_regular: int = field("i2")
    first_keep: int = field("i2")
    first_return: int = field("i2")
    later_tickets: int = field("i2")
    later_keep: int = field("i2")
    last_trains: int = field("i2")  # C23
    single_track_players: int = field("i2")  # C18: up to so many players
    longest_bonus: int = field("i2")
    tickets_bonus: int = field("i2")
    cards: Row[int] = field("i1", KINDS)
    points: Row[int] = field("i2", LONGEST + 1)
    pieces: Table[int] = field("i1", COLOURS, LONGEST + 1)
    # routes
    a: Row[int] = field("i1", ROUTES)
    b: Row[int] = field("i1", ROUTES)
    length: Row[int] = field("i1", ROUTES)
    colour: Row[int] = field("i1", ROUTES)
    ferry: Row[int] = field("i1", ROUTES)
    tunnel: Row[int] = field("i1", ROUTES)
    # sets of routes
    every: Row[Word] = field("u8", ROUTE_WORDS)
    beds: Row[Word] = field("u8", ROUTE_WORDS)
    parallel: Table[Word] = field("u8", ROUTES, ROUTE_WORDS)
    crossing: Table[Word] = field("u8", ROUTES, ROUTE_WORDS)
    at_city: Table[Word] = field("u8", NODES, ROUTE_WORDS)
    within: Table[Word] = field("u8", LONGEST + 1, ROUTE_WORDS)  # of at most so many spaces
    # printed in a colour (or grey), of at most so many spaces
    affordable: Cube[Word] = field("u8", COLOURS + 1, LONGEST + 1, ROUTE_WORDS)
    ferries: Table[Word] = field("u8", LONGEST + 1, ROUTE_WORDS)  # with at most so many locomotive symbols
    # tickets: two places each, a place being a run of nodes (a city is one, a zone has one for each route into it)
    from_first: Row[int] = field("i1", TICKETS)
    from_count: Row[int] = field("i1", TICKETS)
    to_first: Row[int] = field("i1", TICKETS)
    to_count: Row[int] = field("i1", TICKETS)
    value: Row[int] = field("i2", TICKETS)


BOARD = packed(BoardRecord)


class GameRecord(Record):
    """Everything of a game that changes.

    In lines as a GPU fetches them: what most decisions touch lies in the first three. The deck, the row and each hand begin
    where a word does, so that eight of their counts can be read at once (`bits.eight`).
    """

    generator: Row[Word] = field("u8", GENERATOR_WORDS)
    open: Row[Word] = field("u8", ROUTE_WORDS)  # not claimed, not closed for good (C18, F5)
    # a deck is a handful without an order: the top card is drawn by lot when it is needed
    deck: Row[int] = field("i1", KINDS)
    deck_count: int = field("i1")
    discard_count: int = field("i1")
    # whose decision it is
    players: int = field("i1")
    phase: int = field("i1")
    seat: int = field("i1")
    starter: int = field("i1")  # given, or NONE until the lot is drawn (C6)
    turns_left: int = field("i1")  # of the last round; 0 before it
    row: Row[int] = field("i1", ROW)
    # the decision under way
    city: int = field("i1")
    due: int = field("i1")
    due_colour: int = field("i1")
    due_ferry: int = field("i1")
    laid: Row[int] = field("i1", KINDS)
    turned: Row[int] = field("i1", TUNNEL)
    # what a seat has, in numbers
    discards: Row[int] = field("i1", KINDS)
    hand_count: Row[int] = field("i1", SEATS)
    trains: Row[int] = field("i1", SEATS)
    stations_left: Row[int] = field("i1", SEATS)
    ticket_count: Row[int] = field("i1", SEATS)
    route: int = field("i2")
    # the ticket deck, a ring: first those never seen (in no order, drawn by lot), then a shuffled block (F1), then
    # what was put under it, in order
    deck_tickets: int = field("i2")
    deck_top: int = field("i2")
    unseen_tickets: int = field("i2")
    block_tickets: int = field("i2")
    spare_early: Row[int] = field("i1", 4)
    # the second line
    hands: Table[int] = field("i1", SEATS, HAND)
    known: Table[int] = field("i1", SEATS, KINDS)  # the part of a hand that everybody has seen go there
    spare_middle: Row[int] = field("i1", 3)
    # what a seat has on the table
    barred: Table[Word] = field("u8", SEATS, ROUTE_WORDS)  # parallel to one's own (C17)
    owned: Table[Word] = field("u8", SEATS, ROUTE_WORDS)
    tickets: Table[Word] = field("u8", SEATS, TICKET_WORDS)
    returned: Table[Word] = field("u8", SEATS, TICKET_WORDS)  # what a seat put back and knows to lie there still
    free_beds: Row[Word] = field("u8", ROUTE_WORDS)  # not built, and may still be
    built: Table[Word] = field("u8", COLOURS, ROUTE_WORDS)  # beds with a piece of the colour on them
    station_cities: Row[Word] = field("u8", NODE_WORDS)
    points: Row[int] = field("i2", SEATS)
    pieces: Table[int] = field("i1", COLOURS, LONGEST + 1)
    stations: Table[int] = field("i1", SEATS, STATIONS)
    offer_count: Row[int] = field("i1", SEATS)
    offer: Table[int] = field("i1", SEATS, OFFER)
    chosen: Row[int] = field("i1", SEATS)  # first tickets: a seat's choice, until all have chosen (C5)
    ticket_deck: Row[int] = field("i1", TICKETS + 1)


GAME = in_lines(fields_of(GameRecord), GPU_LINE)


class ScoreRecord(Record):
    """A seat's final score."""

    routes: int = field("i2")
    tickets: int = field("i2")
    stations: int = field("i2")
    longest: int = field("i2")
    longest_bonus: int = field("i2")
    tickets_bonus: int = field("i2")
    total: int = field("i2")
    completed_count: int = field("i2")
    stations_used: int = field("i2")
    winner: int = field("i2")
    completed: Row[Word] = field("u8", TICKET_WORDS)
    borrowed: Row[int] = field("i2", STATIONS)


SCORE = packed(ScoreRecord)


class WorkRecord(Record):
    """Room for scoring to work in. A caller makes one and hands it over: on a GPU nothing can be allocated."""

    group: Row[int] = field("i1", NODES + 1)  # which nodes are joined: each points towards its group's first
    group_with: Row[int] = field("i1", NODES + 1)  # the same, with borrowed routes
    spaces: Row[int] = field("i2", NODES + 1)
    odd: Row[int] = field("i2", NODES + 1)
    odd_nodes: Row[Word] = field("u8", NODE_WORDS)  # of each group
    # the group under search for the longest trail
    nodes: int = field("i2")
    edges: int = field("i2")
    number: Row[int] = field("i1", NODES + 1)  # a node's number within the group
    edge_a: Row[int] = field("i1", TRAINS)
    edge_b: Row[int] = field("i1", TRAINS)
    edge_length: Row[int] = field("i1", TRAINS)
    edges_at: Row[Word] = field("u8", TRAINS + 1)
    branch: Row[int] = field("i1", TRAINS + 1)
    second_branch: Row[int] = field("i1", TRAINS + 1)  # the two longest folded edges at a node
    # its stack: at each depth the node to mend, what is tried, what may still be tried, what must stay
    node: Row[int] = field("i1", TRAIL_DEPTH)
    choice: Row[int] = field("i1", TRAIL_DEPTH)
    untried: Row[Word] = field("u8", TRAIL_DEPTH)
    kept: Row[Word] = field("u8", TRAIL_DEPTH)
    steps: int = field("i8")  # how many positions the search has looked at: its cost, free of any clock
    # candidates for borrowing
    candidates: Table[int] = field("i2", STATIONS, CANDIDATES)
    candidate_count: Row[int] = field("i2", STATIONS)


WORK = packed(WorkRecord)


class Trace(Record):
    """What happens on the way, told in numbers; see trace.py. A record, since a record is passed on without being counted."""

    on: int = field("i4")
    used: int = field("i4")
    numbers: Row[int] = field("i2", TRACE_ROOM)


TRACE = packed(Trace)


class PlayerRecord(Record):
    """A player's own generator, for decisions by lot."""

    generator: Row[Word] = field("u8", GENERATOR_WORDS)


PLAYER = packed(PlayerRecord)


class CountsRecord(Record):
    """How long a game was."""

    decisions: int = field("i4")
    moves: int = field("i4")  # of people: a claim and its payment are one
    turns: int = field("i4")
    unused: int = field("i4")


COUNTS = packed(CountsRecord)
