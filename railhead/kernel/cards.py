"""Train cards: the deck, the discards, the face-up row, hands (C1, C3, C4, C8 to C13)."""

from railhead.kernel.bits import EACH_BYTE, NO_BITS, bit, byte, bytes_up_to, eight, lowest
from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import Word
from railhead.kernel.random import below
from railhead.kernel.records import KINDS, LOCOMOTIVE, NONE, ROW, BoardRecord, GameRecord, Trace
from railhead.kernel.trace import BLIND, DEAL, RESET, RESHUFFLE, ROW_FILLED, TAKEN, note, note_list, note_number

LOCOMOTIVES_TOO_MANY = 3  # C4
NO_CARD = NONE & 0xFF  # a gap, as a byte of the row


@compiled
def unseen_left(game: GameRecord) -> int:
    """How many cards could still be drawn from the deck, a reshuffle included (C12)."""
    return game.deck_count + game.discard_count


@compiled
def _reshuffle(game: GameRecord, trace: Trace) -> None:
    """The discards become the deck (C12)."""
    note(trace, RESHUFFLE, 0, 0)
    note_list(trace, game.discards)
    for kind in range(KINDS):
        game.deck[kind] += game.discards[kind]
        game.discards[kind] = 0
    game.deck_count += game.discard_count
    game.discard_count = 0


@compiled
def draw_unseen(game: GameRecord, trace: Trace) -> int:
    """The top card of the deck, or NONE. The deck has no order: its top card is drawn by lot now, which is the same in law."""
    if game.deck_count == 0:
        if game.discard_count == 0:
            return NONE
        _reshuffle(game, trace)
    place = below(game.generator, game.deck_count)
    # Times EACH_BYTE, each byte of the deck becomes the sum of those before it and itself: the card is of the first kind beyond its place.
    kind = bytes_up_to(eight(game.deck) * EACH_BYTE, place)
    game.deck[kind] -= 1
    game.deck_count -= 1
    return kind


@compiled
def discard(game: GameRecord, kind: int, count: int) -> None:
    """Put cards on the discards."""
    game.discards[kind] += count
    game.discard_count += count


@compiled
def to_hand(game: GameRecord, seat: int, kind: int) -> None:
    """One card more in a hand."""
    game.hands[seat, kind] += 1
    game.hand_count[seat] += 1


@compiled
def lay_down(game: GameRecord, seat: int, kind: int, count: int) -> None:
    """Cards leave a hand for the table, where all can see them; they are not discards yet (E3)."""
    game.hands[seat, kind] -= count
    game.hand_count[seat] -= count
    game.known[seat, kind] = max(0, game.known[seat, kind] - count)
    game.laid[kind] += count


@compiled
def take_back(game: GameRecord, seat: int) -> None:
    """The cards laid down return to the hand (E4), and everybody has seen them."""
    for kind in range(KINDS):
        count = game.laid[kind]
        game.laid[kind] = 0
        game.hands[seat, kind] += count
        game.hand_count[seat] += count
        game.known[seat, kind] += count


@compiled
def discard_laid(game: GameRecord) -> None:
    """The cards laid down are paid."""
    for kind in range(KINDS):
        discard(game, kind, game.laid[kind])
        game.laid[kind] = 0


@compiled
def must_reset(game: GameRecord) -> bool:
    """Three locomotives in the row (C4), unless no row could ever be better: the ruling there."""
    locomotives, row = 0, eight(game.row)
    for slot in range(ROW):
        locomotives += byte(row, slot) == LOCOMOTIVE
    if locomotives < LOCOMOTIVES_TOO_MANY:
        return False
    others = game.deck_count - game.deck[LOCOMOTIVE] + game.discard_count - game.discards[LOCOMOTIVE]
    for slot in range(ROW):
        others += game.row[slot] != NONE and game.row[slot] != LOCOMOTIVE
    return others >= ROW - LOCOMOTIVES_TOO_MANY + 1


@compiled
def gaps_of_row(game: GameRecord) -> Word:
    """The set of slots without a card."""
    gaps, row = NO_BITS, eight(game.row)
    for slot in range(ROW):
        if byte(row, slot) == NO_CARD:
            gaps |= bit(slot)
    return gaps


@compiled
def fill_row(game: GameRecord, trace: Trace) -> None:
    """Fill the gaps of the row as far as there are cards (C3, C13); discard and fill it for as long as it shows three locomotives (C4).

    There is one place here that draws, and one place that calls this in a decision: on a GPU the size of the code is the speed.
    """
    reset = False
    old = (game.row[0], game.row[1], game.row[2], game.row[3], game.row[4])
    while True:
        gaps = gaps_of_row(game)
        filled = gaps != NO_BITS and unseen_left(game) > 0
        while gaps != NO_BITS and unseen_left(game) > 0:
            game.row[lowest(gaps)] = draw_unseen(game, trace)
            gaps &= gaps - bit(0)
        # A reset's event names the old row and the new one, and a reshuffle that the new one needed stands before it.
        if reset:
            note(trace, RESET, 0, 0)
            note_list(trace, old)
            note_list(trace, game.row)
        elif filled:
            note(trace, ROW_FILLED, 0, 0)
            note_list(trace, game.row)
        if not must_reset(game):
            return
        reset = True
        old = (game.row[0], game.row[1], game.row[2], game.row[3], game.row[4])
        for slot in range(ROW):
            if game.row[slot] != NONE:
                discard(game, game.row[slot], 1)
                game.row[slot] = NONE


@compiled
def deal_cards(board: BoardRecord, game: GameRecord, trace: Trace) -> None:
    """The set-up: a shuffled deck, first cards for every seat, five cards face up (C1, C3)."""
    for kind in range(KINDS):
        game.deck[kind] = board.cards[kind]
        game.deck_count += board.cards[kind]
    for seat in range(game.players):
        note(trace, DEAL, seat, board.first_cards)
        for _ in range(board.first_cards):
            kind = draw_unseen(game, trace)
            to_hand(game, seat, kind)
            note_number(trace, kind)
    for slot in range(ROW):
        game.row[slot] = NONE
    fill_row(game, trace)


@compiled
def take_card(game: GameRecord, slot: int, trace: Trace) -> int:
    """A face-up card into the hand of the seat, replaced at once (C9); or, with slot NONE, the unseen top of the deck (C8, C11)."""
    top = draw_unseen(game, trace)
    kind = top
    if slot != NONE:
        kind = game.row[slot]
        game.known[game.seat, kind] += 1
        game.row[slot] = top
        note(trace, TAKEN, game.seat, slot)
        note_number(trace, kind)
        note_number(trace, top)
    else:
        note(trace, BLIND, game.seat, kind)
    to_hand(game, game.seat, kind)
    return kind


@compiled
def any_face_up(game: GameRecord, but: int) -> bool:
    """Is there a card in the row that may be taken, one kind excepted?"""
    row = eight(game.row)
    for slot in range(ROW):
        if byte(row, slot) != NO_CARD and byte(row, slot) != but:
            return True
    return False
