"""The two records. Everything else in the kernel is a function over them.

Counts are signed and small: Numba widens signed numbers to int64, while unsigned ones meet signed ones as floats.
"""

from typing import Any

import numpy as np

BoardRecord = Any  # one BOARD record: np.record outside, a Numba record inside compiled code
GameRecord = Any  # one GAME record
ScoreRecords = Any  # an array of SEATS SCORE records
WorkRecord = Any  # one WORK record
Trace = Any  # one TRACE record

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


def _record(fields: list[Any]) -> np.dtype[Any]:
    """A record type whose fields are reached as attributes.

    The widest fields come first and nothing lies between them: every field stands where a GPU can read it, and equal
    records are equal bytes.
    """
    return _packed(sorted(fields, key=lambda item: -np.dtype(item[1]).itemsize), 8)


def _packed(fields: list[Any], line: int) -> np.dtype[Any]:
    """A record type with its fields in this order, nothing between them, filled up to whole lines of so many bytes."""
    used = np.dtype(fields).itemsize
    if used % line:
        fields = [*fields, ("spare", "i1", (line - used % line,))]
    kind = np.dtype(fields, align=True)
    if kind.itemsize != np.dtype(fields).itemsize:
        raise TypeError("a field of this record does not stand where it can be read: change their order")
    return np.dtype((np.record, kind))


BOARD = _record(
    [
        # how many there are
        ("cities", "i2"), ("nodes", "i2"), ("routes", "i2"), ("tickets", "i2"), ("words", "i2"),
        ("long_tickets", "i2"),  # they come first among the tickets (E1)
        ("has_beds", "i2"),
        ("first_build", "i2"), ("first_station", "i2"), ("decisions", "i2"),
        # the numbers of the game
        ("trains", "i2"), ("stations", "i2"), ("station_points", "i2"), ("first_cards", "i2"),
        ("first_long", "i2"), ("first_regular", "i2"), ("first_keep", "i2"), ("first_return", "i2"),
        ("later_tickets", "i2"), ("later_keep", "i2"),
        ("last_trains", "i2"),  # C23
        ("single_track_players", "i2"),  # C18: up to so many players
        ("longest_bonus", "i2"), ("tickets_bonus", "i2"),
        ("cards", "i1", (KINDS,)),
        ("points", "i2", (LONGEST + 1,)),
        ("pieces", "i1", (COLOURS, LONGEST + 1)),
        # routes
        ("a", "i1", (ROUTES,)), ("b", "i1", (ROUTES,)), ("length", "i1", (ROUTES,)),
        ("colour", "i1", (ROUTES,)), ("ferry", "i1", (ROUTES,)), ("tunnel", "i1", (ROUTES,)),
        # sets of routes
        ("every", "u8", (ROUTE_WORDS,)), ("beds", "u8", (ROUTE_WORDS,)),
        ("parallel", "u8", (ROUTES, ROUTE_WORDS)), ("crossing", "u8", (ROUTES, ROUTE_WORDS)),
        ("at_city", "u8", (NODES, ROUTE_WORDS)),
        ("within", "u8", (LONGEST + 1, ROUTE_WORDS)),  # of at most so many spaces
        ("affordable", "u8", (COLOURS + 1, LONGEST + 1, ROUTE_WORDS)),  # printed in a colour (or grey), of at most so many spaces
        ("ferries", "u8", (LONGEST + 1, ROUTE_WORDS)),  # with at most so many locomotive symbols
        # tickets: two places each, a place being a run of nodes (a city is one, a zone has one for each route into it)
        ("from_first", "i1", (TICKETS,)), ("from_count", "i1", (TICKETS,)),
        ("to_first", "i1", (TICKETS,)), ("to_count", "i1", (TICKETS,)),
        ("value", "i2", (TICKETS,)),
    ]
)  # fmt: skip

# In lines of 128 bytes, as a GPU fetches them: what most decisions touch lies in the first three. The deck, the row and each hand
# begin where a word does, so that eight of their counts can be read at once (`bits.eight`).
GAME = _packed(
    [
        ("generator", "u8", (2,)),
        ("open", "u8", (ROUTE_WORDS,)),  # not claimed, not closed for good (C18, F5)
        ("deck", "i1", (KINDS,)),  # a deck is a handful without an order: the top card is drawn by lot when it is needed
        ("deck_count", "i1"), ("discard_count", "i1"),
        # whose decision it is
        ("players", "i1"), ("phase", "i1"), ("seat", "i1"),
        ("starter", "i1"),  # given, or NONE until the lot is drawn (C6)
        ("turns_left", "i1"),  # of the last round; 0 before it
        ("row", "i1", (ROW,)),
        # the decision under way
        ("city", "i1"),
        ("due", "i1"), ("due_colour", "i1"), ("due_ferry", "i1"),
        ("laid", "i1", (KINDS,)), ("turned", "i1", (TUNNEL,)),
        # what a seat has, in numbers
        ("discards", "i1", (KINDS,)),
        ("hand_count", "i1", (SEATS,)),
        ("trains", "i1", (SEATS,)), ("stations_left", "i1", (SEATS,)), ("ticket_count", "i1", (SEATS,)),
        ("route", "i2"),
        # the ticket deck, a ring: first those never seen (in no order, drawn by lot), then a shuffled block (F1), then
        # what was put under it, in order
        ("deck_tickets", "i2"), ("deck_top", "i2"), ("unseen_tickets", "i2"), ("block_tickets", "i2"),
        ("spare_early", "i1", (4,)),
        # the second line
        ("hands", "i1", (SEATS, HAND)),
        ("known", "i1", (SEATS, KINDS)),  # the part of a hand that everybody has seen go there
        ("spare_middle", "i1", (3,)),
        # what a seat has on the table
        ("barred", "u8", (SEATS, ROUTE_WORDS)),  # parallel to one's own (C17)
        ("owned", "u8", (SEATS, ROUTE_WORDS)),
        ("tickets", "u8", (SEATS, TICKET_WORDS)),
        ("returned", "u8", (SEATS, TICKET_WORDS)),  # what a seat put back and knows to lie there still
        ("free_beds", "u8", (ROUTE_WORDS,)),  # not built, and may still be
        ("built", "u8", (COLOURS, ROUTE_WORDS)),  # beds with a piece of the colour on them
        ("station_cities", "u8", (NODE_WORDS,)),
        ("points", "i2", (SEATS,)),
        ("pieces", "i1", (COLOURS, LONGEST + 1)),
        ("stations", "i1", (SEATS, STATIONS)),
        ("offer_count", "i1", (SEATS,)),
        ("offer", "i1", (SEATS, OFFER)),
        ("chosen", "i1", (SEATS,)),  # first tickets: a seat's choice, until all have chosen (C5)
        ("ticket_deck", "i1", (TICKETS + 1,)),
    ],
    128,
)  # fmt: skip

SCORE = _record(
    [
        ("routes", "i2"), ("tickets", "i2"), ("stations", "i2"), ("longest", "i2"),
        ("longest_bonus", "i2"), ("tickets_bonus", "i2"), ("total", "i2"),
        ("completed_count", "i2"), ("stations_used", "i2"), ("winner", "i2"),
        ("completed", "u8", (TICKET_WORDS,)),
        ("borrowed", "i2", (STATIONS,)),
    ]
)  # fmt: skip

# Room for scoring to work in. A caller makes one and hands it over: on a GPU nothing can be allocated.
WORK = _record(
    [
        ("group", "i1", (NODES + 1,)),  # which nodes are joined: each points towards its group's first
        ("group_with", "i1", (NODES + 1,)),  # the same, with borrowed routes
        ("spaces", "i2", (NODES + 1,)), ("odd", "i2", (NODES + 1,)), ("odd_nodes", "u8", (NODE_WORDS,)),  # of each group
        # the group under search for the longest trail
        ("nodes", "i2"), ("edges", "i2"),
        ("number", "i1", (NODES + 1,)),  # a node's number within the group
        ("edge_a", "i1", (TRAINS,)), ("edge_b", "i1", (TRAINS,)), ("edge_length", "i1", (TRAINS,)),
        ("edges_at", "u8", (TRAINS + 1,)),
        ("branch", "i1", (TRAINS + 1,)), ("second_branch", "i1", (TRAINS + 1,)),  # the two longest folded edges at a node
        # its stack: at each depth the node to mend, what is tried, what may still be tried, what must stay
        ("node", "i1", (TRAINS + 4,)), ("choice", "i1", (TRAINS + 4,)),
        ("untried", "u8", (TRAINS + 4,)), ("kept", "u8", (TRAINS + 4,)),
        ("steps", "i8"),  # how many positions the search has looked at: its cost, free of any clock
        # candidates for borrowing
        ("candidates", "i2", (STATIONS, 32)), ("candidate_count", "i2", (STATIONS,)),
    ]
)  # fmt: skip

# What happens on the way is told in numbers; see trace.py. A record, since a record is passed on without being counted.
TRACE_ROOM = 60_000  # enough for two thousand resets of the row in one decision, each with a reshuffle
TRACE = _record([("on", "i4"), ("used", "i4"), ("numbers", "i2", (TRACE_ROOM,))])

# A player's own generator, for decisions by lot.
PLAYER = _record([("generator", "u8", (2,))])

# How long a game was.
COUNTS = _record([("decisions", "i4"), ("moves", "i4"), ("turns", "i4"), ("unused", "i4")])
