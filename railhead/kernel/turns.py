"""The course of the game: what may be decided now, what a decision does, whose turn comes next (C6, C8 to C13, C20, C23, E3 to E6, F3)."""

import numpy as np

from railhead.kernel.bits import NO_BITS, bit, byte, eight, lowest, nth, popcount
from railhead.kernel.cards import (
    NO_CARD,
    any_face_up,
    deal_cards,
    discard,
    draw_unseen,
    fill_row,
    take_back,
    take_card,
    unseen_left,
)
from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import Numbers, Word, Words
from railhead.kernel.random import below
from railhead.kernel.records import (
    BUILD_BED,
    BUILD_COLOUR,
    CLAIM,
    COLOURS,
    DECLINE,
    DRAW,
    FIRST_TICKETS,
    GREY,
    KEEP,
    KEEP_TICKETS,
    LOCOMOTIVE,
    LONGEST,
    NONE,
    OFFER,
    ONLY_LOCOMOTIVES_PAID,
    OVER,
    PAY,
    PAY_ROUTE,
    PAY_STATION,
    PAY_TUNNEL,
    PIECE,
    ROW,
    SEATS,
    SECOND_CARD,
    TAKE,
    TAKE_TICKETS,
    TO_BOTTOM,
    TUNNEL,
    TURN,
    BoardRecord,
    GameRecord,
    Trace,
)
from railhead.kernel.routes import (
    ask_payment,
    build,
    buildable,
    can_build_station,
    claim_paid,
    claimable,
    colour_now,
    count_payments,
    fewest_locomotives,
    fitting_pieces,
    lay_payment,
    locomotives_alone,
    most_locomotives,
    only_payment,
    set_table,
    station_paid,
    station_price,
    stationless,
)
from railhead.kernel.tickets import (
    deal_tickets,
    fewest_kept,
    keepable,
    note_kept,
    note_offer,
    offer_tickets,
    settle_first_tickets,
    settle_offer,
)
from railhead.kernel.trace import DECLINED, ENDED, FIRST, LAST, PASSED, TUNNELLED, note, note_list, note_number

CLAIM_WORD = CLAIM >> 6

# ---- what may be decided now: a set of decisions, one 64-bit word at a time, never stored


@compiled
def _cards_to_take(game: GameRecord) -> Word:
    """Drawing (C8); as a second card no face-up locomotive (C10)."""
    barred = LOCOMOTIVE if game.phase == SECOND_CARD else NONE
    decisions = NO_BITS
    if unseen_left(game) > 0:
        decisions |= bit(DRAW)
    row = eight(game.row)
    for slot in range(ROW):
        if byte(row, slot) != NO_CARD and byte(row, slot) != barred:
            decisions |= bit(TAKE + slot)
    return decisions


@compiled
def _payments(game: GameRecord, word: int) -> Word:
    """The ways to pay what is due (C14), one word of them: for each colour a run of bits, from the fewest locomotives to the most."""
    decisions, most = NO_BITS, most_locomotives(game)
    for colour in range(COLOURS):
        fewest = fewest_locomotives(game, colour)
        if fewest <= most:
            run = bit(most - fewest + 1) - bit(0)
            place = PAY + colour * LONGEST + fewest - 64 * word
            if place < 0:
                decisions |= run >> np.uint64(min(-place, 63))
            elif place < 64:
                decisions |= run << np.uint64(place)
    if locomotives_alone(game) and word == (PAY + ONLY_LOCOMOTIVES_PAID) >> 6:
        decisions |= bit(PAY + ONLY_LOCOMOTIVES_PAID)
    return decisions


@compiled
def _keeps(board: BoardRecord, game: GameRecord) -> Word:
    """The choices among the offered tickets."""
    minimum = board.first_keep if game.phase == FIRST_TICKETS else board.later_keep
    masks = np.uint64(keepable(game.offer_count[game.seat], fewest_kept(game, minimum)))
    return masks << np.uint64(KEEP)


@compiled
def legal_word(board: BoardRecord, game: GameRecord, word: int) -> Word:
    """One word of the set of decisions that are legal now. Decision d is bit d & 63 of word d >> 6."""
    phase = game.phase
    if phase == TURN:
        if word == 0:
            decisions = _cards_to_take(game)
            if game.deck_tickets > 0:
                decisions |= bit(TAKE_TICKETS)
            return decisions
        if word >= CLAIM_WORD and word < CLAIM_WORD + board.words:
            return claimable(board, game, game.seat, word - CLAIM_WORD)
        if word << 6 >= board.first_station and can_build_station(board, game, game.seat):
            return stationless(board, game, word - (board.first_station >> 6))
    elif phase == SECOND_CARD:
        if word == 0:
            return _cards_to_take(game)
    elif phase == BUILD_BED:
        if word << 6 >= board.first_build and word << 6 < board.first_station:
            return buildable(board, game, word - (board.first_build >> 6))
    elif phase == BUILD_COLOUR:
        if word == 0:
            return fitting_pieces(board, game) << np.uint64(PIECE)
    elif phase == KEEP_TICKETS or phase == FIRST_TICKETS:
        if word == 0:
            return _keeps(board, game)
    elif phase != OVER and word < CLAIM_WORD:
        decisions = _payments(game, word)
        if phase == PAY_TUNNEL and word == 0:
            decisions |= bit(DECLINE)
        return decisions
    return NO_BITS


@compiled
def first_word(board: BoardRecord, game: GameRecord) -> int:
    """Where the words that may hold legal decisions begin in this phase."""
    return board.first_build >> 6 if game.phase == BUILD_BED else 0


@compiled
def after_last_word(board: BoardRecord, game: GameRecord) -> int:
    """Where they end."""
    phase = game.phase
    if phase == TURN:
        return (board.decisions + 63) >> 6 if board.stations > 0 else CLAIM_WORD + board.words
    if phase == BUILD_BED:
        return (board.first_build >> 6) + board.words
    if phase == PAY_ROUTE or phase == PAY_TUNNEL or phase == PAY_STATION:
        return CLAIM_WORD
    return 0 if phase == OVER else 1


@compiled
def is_legal(board: BoardRecord, game: GameRecord, decision: int) -> bool:
    """May the seat whose turn it is decide so?"""
    if decision < 0 or decision >= board.decisions:
        return False
    return bool((legal_word(board, game, decision >> 6) & bit(decision)) != NO_BITS)


@compiled
def legal(board: BoardRecord, game: GameRecord, mask: Numbers) -> int:
    """Write 1 into `mask` for every legal decision and 0 for the others; returns how many are legal."""
    mask[:] = 0
    count = 0
    for word in range(first_word(board, game), after_last_word(board, game)):
        decisions = legal_word(board, game, word)
        while decisions != NO_BITS:
            mask[64 * word + lowest(decisions)] = 1
            decisions &= decisions - bit(0)
            count += 1
    return count


@compiled
def any_decision(board: BoardRecord, game: GameRecord, generator: Words) -> int:
    """A legal decision by lot, each as likely as the others; `generator` is the player's, never the game's own."""
    count, word_chosen, chosen = 0, 0, NO_BITS
    for word in range(first_word(board, game), after_last_word(board, game)):
        decisions = legal_word(board, game, word)
        here = popcount(decisions)
        if here > 0:
            count += here
            if here == count or below(generator, count) < here:
                word_chosen, chosen = word, decisions
    return 64 * word_chosen + nth(chosen, below(generator, popcount(chosen)))


# ---- from turn to turn


@compiled
def _end_game(game: GameRecord, trace: Trace) -> None:
    game.phase = OVER
    note(trace, ENDED, 0, 0)


@compiled
def _can_act(board: BoardRecord, game: GameRecord) -> bool:
    game.phase = TURN
    if unseen_left(game) > 0 or game.deck_tickets > 0:  # nearly always, and quickly seen
        return True
    for word in range(first_word(board, game), after_last_word(board, game)):
        if legal_word(board, game, word) != NO_BITS:
            return True
    return False


@compiled
def _hand_over(board: BoardRecord, game: GameRecord, trace: Trace) -> bool:
    """The turn of the seat is over; the next seat's begins, unless the game ends (C23)."""
    if game.turns_left > 0:
        game.turns_left -= 1
        if game.turns_left == 0:
            _end_game(game, trace)
            return False
    elif game.trains[game.seat] <= board.last_trains:
        game.turns_left = game.players
        note(trace, LAST, game.seat, 0)
    game.seat = (game.seat + 1) % game.players
    return True


@compiled
def _next_turn(board: BoardRecord, game: GameRecord, is_over: bool, trace: Trace) -> None:
    """Hand over if the turn is over. Whoever cannot act passes; when all have passed in a row, the game ends (C6)."""
    passes = 0
    while not is_over or _hand_over(board, game, trace):
        if _can_act(board, game):
            return
        note(trace, PASSED, game.seat, 0)
        passes += 1
        if passes == game.players:
            _end_game(game, trace)
            return
        is_over = True


@compiled
def begin_turn(board: BoardRecord, game: GameRecord, trace: Trace) -> None:
    """It is the seat's turn, and the others' after it if it cannot act."""
    _next_turn(board, game, False, trace)


@compiled
def start(board: BoardRecord, game: GameRecord, players: int, starter: int, trace: Trace) -> None:
    """Set up a game in a blank record whose generator is seeded; `starter` is a seat, or NONE for the lot (C3, C5, C6)."""
    game.players = players
    game.starter = starter
    game.route = NONE
    game.city = NONE
    for place in range(TUNNEL):
        game.turned[place] = NONE
    for seat in range(SEATS):
        for place in range(OFFER):
            game.offer[seat, place] = NONE
    set_table(board, game)
    deal_cards(board, game, trace)
    deal_tickets(board, game, trace)
    game.phase = FIRST_TICKETS
    game.seat = 0


# ---- what a decision does: each of these returns whether the turn is over


@compiled
def _keep_first(board: BoardRecord, game: GameRecord, mask: int, trace: Trace) -> bool:
    """A choice among the first tickets waits until all have chosen (C5); returns whether the first turn begins now (C6)."""
    note_kept(game, game.seat, mask, trace)
    game.chosen[game.seat] = mask
    if game.seat < game.players - 1:
        game.seat += 1
        return False
    settle_first_tickets(board, game)
    if game.starter == NONE:
        game.starter = below(game.generator, game.players)
    game.seat = game.starter
    note(trace, FIRST, game.seat, 0)
    return True


@compiled
def _keep_later(game: GameRecord, mask: int, trace: Trace) -> bool:
    note_kept(game, game.seat, mask, trace)
    settle_offer(game, game.seat, mask, TO_BOTTOM)
    return True


@compiled
def _take_tickets(board: BoardRecord, game: GameRecord, trace: Trace) -> bool:
    offer_tickets(game, game.seat, board.later_tickets)
    note_offer(game, game.seat, trace)
    game.phase = KEEP_TICKETS
    return False


@compiled
def _after_card(board: BoardRecord, game: GameRecord, was_last: bool) -> bool:
    """A card is taken: is there a second (C8, C13)? Then, with beds, one must be built if any can (F3)."""
    if not was_last and (unseen_left(game) > 0 or any_face_up(game, LOCOMOTIVE)):
        game.phase = SECOND_CARD
        return False
    if board.has_beds:
        for word in range(board.words):
            if buildable(board, game, word) != NO_BITS:
                game.phase = BUILD_BED
                return False
    return True


@compiled
def _discard_turned(game: GameRecord) -> None:
    """The cards turned up for a tunnel become discards at the end of the turn (E5)."""
    for place in range(TUNNEL):
        if game.turned[place] != NONE:
            discard(game, game.turned[place], 1)
            game.turned[place] = NONE


@compiled
def _decline(game: GameRecord, trace: Trace) -> bool:
    """The tunnel is not paid: the cards laid down go back, the turn is over (E4)."""
    note(trace, DECLINED, game.seat, game.route)
    take_back(game, game.seat)
    _discard_turned(game)
    game.route = NONE
    return True


@compiled
def _turn_up(game: GameRecord, played: int, trace: Trace) -> int:
    """Turn up three cards; each of the colour played and each locomotive costs one card more (E3, E6)."""
    extra = 0
    for place in range(min(TUNNEL, unseen_left(game))):
        kind = draw_unseen(game, trace)
        game.turned[place] = kind
        if kind == LOCOMOTIVE or kind == played:
            extra += 1
    note(trace, TUNNELLED, game.seat, game.route)
    note_list(trace, game.laid)
    note_list(trace, game.turned)
    note_number(trace, extra)
    return extra


@compiled
def _pay(board: BoardRecord, game: GameRecord, payment: int, trace: Trace) -> bool:
    """A payment is laid down, for whatever it was due."""
    played = lay_payment(game, payment)
    if game.phase == PAY_STATION:
        station_paid(board, game, trace)
        game.city = NONE
        return True
    if game.phase == PAY_ROUTE and board.tunnel[game.route]:
        extra = _turn_up(game, played, trace)
        if extra > 0:
            ask_payment(game, extra, played, 0)
            if count_payments(game) == 0:
                return _decline(game, trace)
            game.phase = PAY_TUNNEL
            return False
    claim_paid(board, game, trace)
    _discard_turned(game)
    game.route = NONE
    return True


@compiled
def _ask_route(board: BoardRecord, game: GameRecord, route: int) -> None:
    game.route = route
    game.phase = PAY_ROUTE
    ask_payment(game, board.length[route], colour_now(board, game, route), board.ferry[route])


@compiled
def _ask_station(board: BoardRecord, game: GameRecord, city: int) -> None:
    game.city = city
    game.phase = PAY_STATION
    ask_payment(game, station_price(board, game, game.seat), GREY, 0)


@compiled
def _build(board: BoardRecord, game: GameRecord, colour: int, trace: Trace) -> bool:
    build(board, game, colour, trace)
    game.route = NONE
    return True


@compiled
def _choose_bed(board: BoardRecord, game: GameRecord, route: int, trace: Trace) -> bool:
    """Which bed; the colour too, where the supply leaves no choice (F3)."""
    game.route = route
    game.phase = BUILD_COLOUR
    pieces = fitting_pieces(board, game)
    return popcount(pieces) == 1 and _build(board, game, lowest(pieces), trace)


@compiled
def advance(board: BoardRecord, game: GameRecord, decision: int, trace: Trace) -> None:
    """Do what a decision says, the decision being known to be legal."""
    turn_over, begins, last_card = False, False, game.phase == SECOND_CARD
    payment = NONE
    if decision < TAKE_TICKETS:
        slot = decision - TAKE if decision != DRAW else NONE
        if take_card(game, slot, trace) == LOCOMOTIVE and slot != NONE:
            last_card = True  # a face-up locomotive is the only card (C10)
    elif decision == TAKE_TICKETS:
        turn_over = _take_tickets(board, game, trace)
    elif decision == DECLINE:
        turn_over = _decline(game, trace)
    elif decision < PIECE:
        if game.phase == FIRST_TICKETS:
            begins = _keep_first(board, game, decision - KEEP, trace)
        else:
            turn_over = _keep_later(game, decision - KEEP, trace)
    elif decision < PAY:
        turn_over = _build(board, game, decision - PIECE, trace)
    elif decision >= board.first_build and decision < board.first_station:
        turn_over = _choose_bed(board, game, decision - board.first_build, trace)
    else:
        # Claims and stations are two decisions, what and how to pay; a payment without a choice is made at once.
        if decision < CLAIM:
            payment = decision - PAY
        elif decision < board.first_build:
            _ask_route(board, game, decision - CLAIM)
        else:
            _ask_station(board, game, decision - board.first_station)
        if payment == NONE and count_payments(game) == 1:
            payment = only_payment(game)
        if payment != NONE:
            turn_over = _pay(board, game, payment, trace)
    fill_row(game, trace)
    if decision < TAKE_TICKETS:
        turn_over = _after_card(board, game, last_card)
    if turn_over or begins:
        _next_turn(board, game, turn_over, trace)


@compiled
def apply(board: BoardRecord, game: GameRecord, decision: int, trace: Trace) -> bool:
    """Do what a decision says if it is legal; otherwise change nothing and return False."""
    if not is_legal(board, game, decision):
        return False
    advance(board, game, decision, trace)
    return True


@compiled
def ask(board: BoardRecord, game: GameRecord, decision: int) -> None:
    """Take a claim, a station or a bed only as far as its second question, on a copy: how could it be paid or built?"""
    if decision < board.first_build:
        _ask_route(board, game, decision - CLAIM)
    elif decision < board.first_station:
        game.route = decision - board.first_build
        game.phase = BUILD_COLOUR
    else:
        _ask_station(board, game, decision - board.first_station)
