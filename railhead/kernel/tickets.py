"""Tickets: the ticket deck, offers, what is kept and where the rest goes (C5, C20, C21, E1, F1)."""

import numpy as np

from railhead.kernel.bits import ONE, add, bit, nth, popcount, remove
from railhead.kernel.compiled import compiled
from railhead.kernel.random import below
from railhead.kernel.records import NONE, OFFER, SHUFFLED_UNDER, TICKETS, TO_BOTTOM, BoardRecord, GameRecord, Trace
from railhead.kernel.trace import KEPT, OFFERED, note, note_number

RING = TICKETS + 1  # a power of two


@compiled
def ring_place(game: GameRecord, depth: int) -> int:
    """Where in the ring the ticket stands that has `depth` tickets above it."""
    return (game.deck_top + depth) & (RING - 1)


@compiled
def _swap(game: GameRecord, depth: int, other: int) -> None:
    here, there = ring_place(game, depth), ring_place(game, other)
    ticket = game.ticket_deck[here]
    game.ticket_deck[here] = game.ticket_deck[there]
    game.ticket_deck[there] = ticket


@compiled
def _blur_block(game: GameRecord, seat: int) -> None:
    """A seat takes from the shuffled block (F1): the others can no longer say which of theirs still lie in it."""
    for depth in range(game.block_tickets):
        ticket = game.ticket_deck[ring_place(game, depth)]
        for other in range(game.players):
            if other != seat:
                remove(game.returned[other], ticket)


@compiled
def _take_top(game: GameRecord, taker: int) -> int:
    """The top ticket. Those that nobody has seen have no order: one is drawn by lot now, which is the same in law."""
    if game.unseen_tickets > 0:
        _swap(game, 0, below(game.generator, game.unseen_tickets))
        game.unseen_tickets -= 1
    elif game.block_tickets > 0:
        _blur_block(game, taker)
        game.block_tickets -= 1
    ticket = game.ticket_deck[game.deck_top]
    game.deck_top = ring_place(game, 1)
    game.deck_tickets -= 1
    for seat in range(game.players):
        remove(game.returned[seat], ticket)
    return ticket


@compiled
def _put_under(game: GameRecord, ticket: int) -> None:
    game.ticket_deck[ring_place(game, game.deck_tickets)] = ticket
    game.deck_tickets += 1


@compiled
def offer_tickets(game: GameRecord, seat: int, count: int) -> None:
    """The top tickets, fewer if the deck holds fewer, into the seat's hand to choose from (C20)."""
    for _ in range(min(count, game.deck_tickets)):
        game.offer[seat, game.offer_count[seat]] = _take_top(game, seat)
        game.offer_count[seat] += 1


@compiled
def note_offer(game: GameRecord, seat: int, trace: Trace) -> None:
    """Tell of an offer."""
    note(trace, OFFERED, seat, game.offer_count[seat])
    for place in range(game.offer_count[seat]):
        note_number(trace, game.offer[seat, place])


@compiled
def deal_tickets(board: BoardRecord, game: GameRecord, trace: Trace) -> None:
    """First tickets for every seat, from the long ones and the regular ones (C5, E1)."""
    for ticket in range(board.long_tickets, board.tickets):
        _put_under(game, ticket)
    game.unseen_tickets = game.deck_tickets
    long_left = (ONE << np.uint64(board.long_tickets)) - ONE
    for seat in range(game.players):
        for _ in range(board.first_long):
            ticket = nth(long_left, below(game.generator, popcount(long_left)))
            long_left &= ~bit(ticket)
            game.offer[seat, game.offer_count[seat]] = ticket
            game.offer_count[seat] += 1
        offer_tickets(game, seat, board.first_regular)
        note_offer(game, seat, trace)


@compiled
def fewest_kept(game: GameRecord, minimum: int) -> int:
    """How many of the offer the seat must keep: the rule's number, or all where the deck held fewer."""
    return min(minimum, game.offer_count[game.seat])


@compiled
def keepable(count: int, fewest: int) -> int:
    """Which bit masks keep at least `fewest` of `count` offered tickets, as a set: bit m stands for mask m."""
    masks = 0
    for mask in range(1 << count):
        if popcount(np.uint64(mask)) >= fewest:
            masks |= 1 << mask
    return masks


@compiled
def note_kept(game: GameRecord, seat: int, mask: int, trace: Trace) -> None:
    """Tell which tickets of its offer a seat keeps."""
    note(trace, KEPT, seat, popcount(np.uint64(mask)))
    for place in range(game.offer_count[seat]):
        if mask >> place & 1:
            note_number(trace, game.offer[seat, place])


@compiled
def settle_offer(game: GameRecord, seat: int, mask: int, rest: int) -> None:
    """The kept tickets stay in the hand (C21), the rest goes where the rules of the game say."""
    for place in range(game.offer_count[seat]):
        ticket = game.offer[seat, place]
        if mask >> place & 1:
            add(game.tickets[seat], ticket)
            game.ticket_count[seat] += 1
        else:
            add(game.returned[seat], ticket)
            if rest == TO_BOTTOM or rest == SHUFFLED_UNDER:
                _put_under(game, ticket)
    for place in range(OFFER):
        game.offer[seat, place] = NONE
    game.offer_count[seat] = 0


@compiled
def settle_first_tickets(board: BoardRecord, game: GameRecord) -> None:
    """All seats have chosen: now their choices take effect, at the same time (C5, E1, F1)."""
    above = game.deck_tickets
    for seat in range(game.players):
        settle_offer(game, seat, game.chosen[seat], board.first_return)
        game.chosen[seat] = 0
    if board.first_return == SHUFFLED_UNDER:
        game.block_tickets = game.deck_tickets - above
        for place in range(game.block_tickets - 1, 0, -1):
            _swap(game, above + place, above + below(game.generator, place + 1))
