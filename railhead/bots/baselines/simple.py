"""What the baselines share: a plain choice for every decision that is not their point."""

from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.bots.planner.claiming import completes
from railhead.bots.planner.needs import choose_card, choose_payment, count_needs
from railhead.bots.planner.ways import find_way, group_owned, joined
from railhead.kernel.bits import NO_BITS, add, bit, lowest, remove
from railhead.kernel.records import (
    BUILD_BED,
    BUILD_COLOUR,
    CLAIM,
    FIRST_TICKETS,
    KEEP,
    KEEP_TICKETS,
    NONE,
    SECOND_CARD,
    TICKET_WORDS,
    TURN,
    BoardRecord,
    GameRecord,
)
from railhead.kernel.routes import claimable
from railhead.kernel.turns import any_decision, legal_word


@compiled
def keep_by_count(board: BoardRecord, view: GameRecord, most: bool) -> int:
    """Keep as many tickets as possible, or as few, and of those the ones with fewest points (the shortest)."""
    masks = legal_word(board, view, 0)
    best, choice = 100_000, NONE
    while masks != NO_BITS:
        decision = lowest(masks)
        masks &= masks - bit(0)
        rate = 0
        for place in range(view.offer_count[view.seat]):
            if (decision - KEEP) >> place & 1:
                rate += board.value[view.offer[view.seat, place]] + (-1000 if most else 1000)
        if rate < best:
            best, choice = rate, decision
    return choice


@compiled
def claim_now(board: BoardRecord, view: GameRecord, mind: MindRecord, least: int) -> int:
    """The claim that scores most at once, tickets it completes included; NONE if none has at least so many spaces."""
    group_owned(board, view, mind)
    best, choice = -1.0, NONE
    for word in range(board.words):
        left = claimable(board, view, view.seat, word)
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            gain = board.points[board.length[route]] + completes(board, view, mind, route)
            if board.length[route] >= least and gain > best:
                best, choice = gain, route
    return choice if choice == NONE else CLAIM + choice


@compiled
def clear_targets(board: BoardRecord, mind: MindRecord) -> None:
    """Aim at nothing."""
    for word in range(board.words):
        mind.targets[word] = NO_BITS


@compiled
def draw(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """A card for the targets; where there is none, whatever is legal."""
    count_needs(board, view, mind)
    card = choose_card(board, view, mind)
    return any_decision(board, view, mind.generator) if card == NONE else card


@compiled
def aim_at_ticket(board: BoardRecord, view: GameRecord, mind: MindRecord) -> bool:
    """Aim at the shortest way of the first ticket that can still be completed; False if there is none."""
    group_owned(board, view, mind)
    clear_targets(board, mind)
    seat = view.seat
    for word in range(board.words):
        mind.network[word] = view.owned[seat, word]
        mind.usable[word] = (view.open[word] & ~view.barred[seat, word]) | view.owned[seat, word]
        left = mind.usable[word]
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            mind.cost[route] = board.length[route]
    for word in range(TICKET_WORDS):
        left = view.tickets[seat, word]
        while left != NO_BITS:
            ticket = 64 * word + lowest(left)
            left &= left - bit(0)
            if joined(board, mind, ticket):
                continue
            node = find_way(board, mind, ticket)
            if node == NONE or mind.distance[node] > view.trains[seat]:
                continue
            while mind.via[node] != NONE:
                route = mind.via[node]
                add(mind.targets, route)
                node = board.a[route] + board.b[route] - node
            for place in range(board.words):
                mind.targets[place] &= ~view.owned[seat, place]
            return True
    return False


@compiled
def claim_target(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """The longest target that can be paid now, or NONE."""
    choice = NONE
    for word in range(board.words):
        left = claimable(board, view, view.seat, word) & mind.targets[word]
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            if choice == NONE or board.length[route] > board.length[choice]:
                choice = route
    return choice if choice == NONE else CLAIM + choice


@compiled
def pay_or_build(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """Pay with what the targets need least; build a target if there is one, else by lot."""
    if view.phase == BUILD_BED or view.phase == BUILD_COLOUR:
        for word in range(board.words):
            first = (board.first_build >> 6) + word
            left = legal_word(board, view, first) & mind.targets[word]
            if view.phase == BUILD_BED and left != NO_BITS:
                return int(64 * first + lowest(left))
        return any_decision(board, view, mind.generator)
    if view.route != NONE:
        remove(mind.targets, view.route)
    count_needs(board, view, mind)
    return choose_payment(board, view, mind)


@compiled
def is_choice(view: GameRecord) -> bool:
    """Are tickets to be chosen?"""
    return bool(view.phase == FIRST_TICKETS or view.phase == KEEP_TICKETS)


@compiled
def follow_tickets(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """Ticket by ticket along its shortest way; when none is left, long routes."""
    aimed = aim_at_ticket(board, view, mind)
    if not aimed:
        aim_long(board, view, mind)
    if view.phase == TURN:
        claim = claim_target(board, view, mind)
        if claim != NONE:
            return claim
        if view.turns_left > 0:
            claim = claim_now(board, view, mind, 1)
            if claim != NONE:
                return claim
    elif view.phase != SECOND_CARD:
        return pay_or_build(board, view, mind)
    return draw(board, view, mind)


@compiled
def aim_long(board: BoardRecord, view: GameRecord, mind: MindRecord) -> None:
    """Aim at the longest routes that the trains suffice for."""
    clear_targets(board, mind)
    longest = 0
    for sweep in range(2):
        for word in range(board.words):
            left = view.open[word] & ~view.barred[view.seat, word]
            while left != NO_BITS:
                route = 64 * word + lowest(left)
                left &= left - bit(0)
                if board.length[route] <= view.trains[view.seat]:
                    if sweep == 0:
                        longest = max(longest, board.length[route])
                    elif board.length[route] >= longest:
                        add(mind.targets, route)
