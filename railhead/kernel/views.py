"""What a seat may know, as a game record; and a game drawn by lot from all that fit what a seat knows (C5, C7, C11).

`veil` is the one gate: whatever leaves for a seat (words, observations, bots) is made from a veiled record. A veiled record is a
GAME record in which
- the generator is 0, the deck holds every card that the seat cannot place (`deck_count` still says how many lie in the deck),
  and another seat's hand holds what it was openly seen to take and has not openly paid since;
- of tickets only the seat's own are there: its hand, its offer, and where in the ticket deck lies what it put back itself. A
  place whose ticket it cannot know is NONE. While first tickets are being chosen nobody's choice shows (C5).
"""

import numpy as np

from railhead.kernel.bits import NO_BITS, add, bit, has, lowest, nth, popcount, remove
from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import Word, Words
from railhead.kernel.random import below, seed
from railhead.kernel.records import FIRST_TICKETS, KINDS, NONE, OFFER, TICKET_WORDS, TICKETS, BoardRecord, GameRecord
from railhead.kernel.tickets import keepable, ring_place


@compiled
def _veil_cards(game: GameRecord, seat: int) -> None:
    for other in range(game.players):
        if other != seat:
            for kind in range(KINDS):
                unseen = game.hands[other, kind] - game.known[other, kind]
                game.hands[other, kind] -= unseen
                game.deck[kind] += unseen


@compiled
def _veil_ticket_deck(game: GameRecord, seat: int) -> None:
    """Blank every place of the ring but those where the seat put a ticket itself, in an order that it knows."""
    for place in range(TICKETS + 1):
        depth = (place - game.deck_top) & TICKETS
        known = game.unseen_tickets + game.block_tickets <= depth < game.deck_tickets
        if not known or not has(game.returned[seat], game.ticket_deck[place]):
            game.ticket_deck[place] = NONE


@compiled
def veil(game: GameRecord, seat: int) -> None:
    """Turn a copy of a game into what the seat may know of it; `seat` NONE for someone who only watches."""
    game.generator[0] = NO_BITS
    game.generator[1] = NO_BITS
    _veil_cards(game, seat)
    if seat == NONE:
        for place in range(TICKETS + 1):
            game.ticket_deck[place] = NONE
    else:
        _veil_ticket_deck(game, seat)
    for other in range(game.players):
        if other != seat:
            game.chosen[other] = 0
            for place in range(OFFER):
                game.offer[other, place] = NONE
            for word in range(TICKET_WORDS):
                game.tickets[other, word] = NO_BITS
                game.returned[other, word] = NO_BITS


# ---- dealing again


@compiled
def _deal_hands(game: GameRecord, seat: int) -> None:
    """Fill the others' hands from the cards that the seat cannot place."""
    pool = 0
    for kind in range(KINDS):
        pool += game.deck[kind]
    for other in range(game.players):
        if other == seat:
            continue
        missing = game.hand_count[other]
        for kind in range(KINDS):
            missing -= game.hands[other, kind]
        for _ in range(missing):
            place = below(game.generator, pool)
            kind = 0
            while place >= game.deck[kind]:
                place -= game.deck[kind]
                kind += 1
            game.deck[kind] -= 1
            game.hands[other, kind] += 1
            pool -= 1


@compiled
def _draw_member(generator: Words, words: Words, low: int, high: int) -> int:
    """A number from low to high - 1 by lot out of a set, which loses it; NONE if there is none."""
    count = 0
    for number in range(low, high):
        count += has(words, number)
    if count == 0:
        return NONE
    place = below(generator, count)
    for number in range(low, high):
        if has(words, number):
            if place == 0:
                remove(words, number)
                return number
            place -= 1
    return NONE


@compiled
def _collect_unplaced(board: BoardRecord, game: GameRecord, seat: int, pool: Words) -> None:
    """The tickets that the seat cannot place: all but its own, its offer's, and those it put back."""
    for word in range(TICKET_WORDS):
        pool[word] = NO_BITS
    for ticket in range(board.tickets):
        if not has(game.tickets[seat], ticket) and not has(game.returned[seat], ticket):
            add(pool, ticket)
    for place in range(game.offer_count[seat]):
        remove(pool, game.offer[seat, place])


@compiled
def _deal_hidden_tickets(board: BoardRecord, game: GameRecord, seat: int, pool: Words) -> None:
    """Tickets by lot into the others' offers and hands; the ticket deck has been dealt already.

    Whether a long ticket was kept nobody knows: even odds, unless there are too few others for all hands (E1).
    """
    could_be_long, must_be_long = 0, 0
    for other in range(game.players):
        if other == seat:
            continue
        for place in range(game.offer_count[other]):
            is_long = game.phase == FIRST_TICKETS and place < board.first_long
            low, high = (0, board.long_tickets) if is_long else (board.long_tickets, board.tickets)
            game.offer[other, place] = _draw_member(game.generator, pool, low, high)
        could_be_long += min(board.first_long, game.ticket_count[other])
        must_be_long += game.ticket_count[other]
    for ticket in range(board.long_tickets, board.tickets):
        must_be_long -= has(pool, ticket)
    for other in range(game.players):
        if other == seat:
            continue
        for place in range(game.ticket_count[other]):
            ticket = NONE
            if place < board.first_long:
                if must_be_long >= could_be_long or below(game.generator, 2) == 0:
                    ticket = _draw_member(game.generator, pool, 0, board.long_tickets)
                    must_be_long -= 1
                could_be_long -= 1
            if ticket == NONE:
                ticket = _draw_member(game.generator, pool, board.long_tickets, board.tickets)
            if ticket == NONE:  # only in a position in which a seat was given more long tickets than are dealt
                ticket = _draw_member(game.generator, pool, 0, board.long_tickets)
            add(game.tickets[other], ticket)


@compiled
def _deal_ticket_deck(board: BoardRecord, game: GameRecord, seat: int, pool: Words) -> None:
    """Tickets by lot into the places of the ticket deck that the seat does not know."""
    for word in range(TICKET_WORDS):  # those it put under the deck before the shuffle lie somewhere in the block (F1)
        lost = game.returned[seat, word]
        while lost != NO_BITS and game.block_tickets > 0:
            ticket = 64 * word + lowest(lost)
            lost &= lost - bit(0)
            free = 0
            for depth in range(game.unseen_tickets, game.unseen_tickets + game.block_tickets):
                free += game.ticket_deck[ring_place(game, depth)] == NONE
            if free == 0 or _lies_in_deck(game, ticket):
                continue
            chosen = below(game.generator, free)
            for depth in range(game.unseen_tickets, game.unseen_tickets + game.block_tickets):
                if game.ticket_deck[ring_place(game, depth)] == NONE:
                    if chosen == 0:
                        game.ticket_deck[ring_place(game, depth)] = ticket
                    chosen -= 1
    for depth in range(game.deck_tickets):
        place = ring_place(game, depth)
        if game.ticket_deck[place] == NONE:
            game.ticket_deck[place] = _draw_member(game.generator, pool, board.long_tickets, board.tickets)


@compiled
def _lies_in_deck(game: GameRecord, ticket: int) -> bool:
    for depth in range(game.deck_tickets):
        if game.ticket_deck[ring_place(game, depth)] == ticket:
            return True
    return False


@compiled
def _choose_first_tickets(board: BoardRecord, game: GameRecord, seat: int) -> None:
    """Those who have chosen before this seat is asked chose something lawful, by lot."""
    if game.phase != FIRST_TICKETS:
        return
    for other in range(game.seat):
        if other != seat:
            masks = np.uint64(keepable(game.offer_count[other], min(board.first_keep, game.offer_count[other])))
            game.chosen[other] = nth(masks, below(game.generator, popcount(masks)))


@compiled
def redeal(board: BoardRecord, game: GameRecord, seat: int, number: Word, pool: Words) -> None:
    """Turn a copy of a game (veiled or not) into one drawn by lot from all that fit what the seat knows.

    Cards and the generator are drawn anew from the seed `number`, so that a search never sees the future. `pool` is
    scratch: an array of TICKET_WORDS words.
    """
    veil(game, seat)
    seed(game.generator, number)
    _deal_hands(game, seat)
    _collect_unplaced(board, game, seat, pool)
    _deal_ticket_deck(board, game, seat, pool)
    _deal_hidden_tickets(board, game, seat, pool)
    _choose_first_tickets(board, game, seat)
