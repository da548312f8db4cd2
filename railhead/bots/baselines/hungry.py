"""`hungry`: takes tickets and keeps them all, then follows them one after the other."""

from railhead.bots.baselines.simple import follow_tickets, is_choice, keep_by_count
from railhead.bots.compiling import compiled
from railhead.bots.mind import MindRecord
from railhead.bots.planner.ways import group_owned, joined
from railhead.kernel.bits import NO_BITS, bit, lowest
from railhead.kernel.records import TAKE_TICKETS, TICKET_WORDS, TURN, BoardRecord, GameRecord

ENOUGH_TRAINS = 12
APPETITE = 4  # open tickets below which it takes more


@compiled
def _open_tickets(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    group_owned(board, view, mind)
    count = 0
    for word in range(TICKET_WORDS):
        left = view.tickets[view.seat, word]
        while left != NO_BITS:
            count += not joined(board, mind, 64 * word + lowest(left))
            left &= left - bit(0)
    return count


@compiled
def decide(board: BoardRecord, view: GameRecord, mind: MindRecord) -> int:
    """Tickets whenever few are open, and the way of one of them otherwise."""
    if is_choice(view):
        return keep_by_count(board, view, True)
    if view.phase == TURN and view.deck_tickets > 0 and view.trains[view.seat] > ENOUGH_TRAINS and view.turns_left == 0:
        appetite = APPETITE if view.trains[view.seat] > 30 else 1
        if _open_tickets(board, view, mind) < appetite:
            return TAKE_TICKETS
    return follow_tickets(board, view, mind)
