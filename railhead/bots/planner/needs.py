"""Cards: what a set of routes needs, which card is worth taking, which cards to pay with."""

from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.bots.planner.pace import spare_colour
from railhead.kernel.bits import NO_BITS, bit, lowest
from railhead.kernel.records import (
    COLOURS,
    DECLINE,
    DRAW,
    GREY,
    KINDS,
    LOCOMOTIVE,
    LONGEST,
    NONE,
    ONLY_LOCOMOTIVES_PAID,
    PAY,
    ROW,
    SECOND_CARD,
    TAKE,
    BoardRecord,
    GameRecord,
)
from railhead.kernel.routes import colour_now, fewest_locomotives, locomotives_alone, most_locomotives
from railhead.kernel.turns import legal_word

NO_HARM = 1000.0


@compiled
def count_needs(board: BoardRecord, view: GameRecord, mind: MindRecord) -> None:
    """What `mind.targets` need: cards by colour, what is spare, what one card more is worth, how many are missing."""
    hand = view.hands[view.seat]
    for kind in range(KINDS):
        mind.need[kind] = 0
        mind.worth[kind] = 0.0
    for length in range(LONGEST + 1):
        mind.grey[length] = 0
    for word in range(board.words):
        left = mind.targets[word]
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            colour = colour_now(board, view, route)
            cards = board.length[route] - board.ferry[route]
            mind.need[LOCOMOTIVE] += board.ferry[route]
            if colour >= GREY:
                mind.grey[cards] += 1
            else:
                mind.need[colour] += cards
                short = cards - hand[colour]
                if short > 0:
                    mind.worth[colour] = max(mind.worth[colour], 1.0 + 0.4 / short)
    missing = 0
    for kind in range(KINDS):
        mind.surplus[kind] = max(0, hand[kind] - mind.need[kind])
        missing += max(0, mind.need[kind] - hand[kind])
        if hand[kind] < mind.need[kind]:
            mind.worth[kind] = max(mind.worth[kind], 1.0)
    for length in range(LONGEST, 0, -1):
        for _ in range(mind.grey[length]):
            colour = spare_colour(mind)
            short = max(0, length - mind.surplus[colour])
            mind.surplus[colour] -= min(length, mind.surplus[colour])
            missing += short
            if short > 0:
                for other in range(COLOURS):
                    mind.worth[other] = max(mind.worth[other], 0.4)
                mind.worth[colour] = max(mind.worth[colour], 0.95 + 0.3 / short)
    covered = min(missing, mind.surplus[LOCOMOTIVE])
    mind.missing = missing - covered
    mind.surplus[LOCOMOTIVE] -= covered
    mind.worth[LOCOMOTIVE] = 1.2 if mind.missing > 0 else 0.6
    for colour in range(COLOURS):  # any card may come in useful, the more so beside others of its colour
        mind.worth[colour] = max(mind.worth[colour], 0.1 + 0.04 * min(5, mind.surplus[colour]))


@compiled
def _unseen(board: BoardRecord, view: GameRecord, kind: int) -> int:
    """How many cards of a kind the seat cannot place."""
    count = board.cards[kind] - view.discards[kind] - view.hands[view.seat, kind]
    for slot in range(ROW):
        count -= view.row[slot] == kind
    for other in range(view.players):
        if other != view.seat:
            count -= view.known[other, kind]
    return int(max(0, count))


@compiled
def choose_card(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """Which card to draw, by the worth of each kind; `count_needs` has been called."""
    total, blind = 0, 0.0
    for kind in range(KINDS):
        count = _unseen(board, view, kind)
        total += count
        blind += count * mind.worth[kind]
    blind = blind / max(1, total) + mind.weights.blind_bonus
    first, second, locomotive = NONE, NONE, NONE
    for slot in range(ROW):
        kind = view.row[slot]
        if kind == LOCOMOTIVE:
            locomotive = slot
        elif kind != NONE:
            if first == NONE or mind.worth[kind] > mind.worth[view.row[first]]:
                first, second = slot, first
            elif second == NONE or mind.worth[kind] > mind.worth[view.row[second]]:
                second = slot
    decisions = legal_word(board, view, 0)
    can_draw = (decisions & bit(DRAW)) != NO_BITS
    best = blind if can_draw else 0.0
    choice = DRAW if can_draw else NONE
    if first != NONE and (mind.worth[view.row[first]] > best or choice == NONE):
        best = mind.worth[view.row[first]]
        choice = TAKE + first
    if view.phase != SECOND_CARD and locomotive != NONE:
        other = blind if can_draw else 0.0
        if second != NONE:
            other = max(other, mind.worth[view.row[second]])
        share = mind.weights.face_up_locomotive
        if choice == NONE or (mind.missing > 0 and mind.worth[LOCOMOTIVE] * share > best + other):
            choice = TAKE + locomotive
    return choice


@compiled
def payment_harm(mind: MindRecord, view: GameRecord, colour: int, cards: int, locomotives: int) -> float:
    """What a payment takes away from other needs, in cards."""
    harm = 0.0
    if colour < COLOURS:
        harm += 0.02 * cards - 0.001 * view.hands[view.seat, colour]
        harm += max(0, cards - mind.surplus[colour])
    care = mind.weights.locomotive_care
    harm += locomotives * (0.1 + care) + max(0, locomotives - mind.surplus[LOCOMOTIVE])
    return float(harm)


@compiled
def choose_payment(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """The payment that takes least from other needs. `count_needs` has been called without what is being paid for."""
    best, choice = NO_HARM, DECLINE
    for colour in range(COLOURS):
        for locomotives in range(fewest_locomotives(view, colour), most_locomotives(view) + 1):
            harm = payment_harm(mind, view, colour, view.due - locomotives, locomotives)
            if harm < best:
                best, choice = harm, PAY + colour * LONGEST + locomotives
    if locomotives_alone(view):
        harm = payment_harm(mind, view, LOCOMOTIVE, 0, view.due)
        if harm < best:
            choice = PAY + ONLY_LOCOMOTIVES_PAID
    return choice


@compiled
def claim_harm(board: BoardRecord, view: GameRecord, mind: MindRecord, route: int) -> float:
    """The least harm of paying for a route that is not among the targets counted; NO_HARM if it cannot be paid."""
    hand = view.hands[view.seat]
    colour = colour_now(board, view, route)
    length, ferry = board.length[route], board.ferry[route]
    best = NO_HARM
    for paid in range(COLOURS):
        if colour < COLOURS and paid != colour:
            continue
        locomotives = max(ferry, length - hand[paid])
        if locomotives <= hand[LOCOMOTIVE] and locomotives < length:
            best = min(best, payment_harm(mind, view, paid, length - locomotives, locomotives))
    if hand[LOCOMOTIVE] >= length:
        best = min(best, payment_harm(mind, view, LOCOMOTIVE, 0, length))
    return best
