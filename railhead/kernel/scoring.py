"""The final scoring: tickets, stations, longest path, bonuses, and who has won (C22, C24, C25, E8 to E11, F8, F9)."""

from railhead.kernel.bits import NO_BITS, add, bit, lowest
from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import Array, Numbers, Words
from railhead.kernel.records import (
    CANDIDATES,
    NONE,
    STATIONS,
    TICKET_WORDS,
    BoardRecord,
    GameRecord,
    ScoreRecord,
    WorkRecord,
)
from railhead.kernel.trails import first_of, group_nodes, join, longest_trail


@compiled
def is_joined(board: BoardRecord, group: Numbers, ticket: int) -> bool:
    """Are the ticket's two places joined? A zone is reached by any one of its ends (C22, F8)."""
    for a in range(board.from_first[ticket], board.from_first[ticket] + board.from_count[ticket]):
        first = first_of(group, a)
        for b in range(board.to_first[ticket], board.to_first[ticket] + board.to_count[ticket]):
            if first_of(group, b) == first:
                return True
    return False


@compiled
def _rate(board: BoardRecord, tickets: Words, group: Numbers) -> int:
    """What these tickets are worth on this network: points first, then how many are complete, in one number."""
    rate = 0
    for word in range(TICKET_WORDS):
        left = tickets[word]
        while left != NO_BITS:
            ticket = 64 * word + lowest(left)
            left &= left - bit(0)
            if is_joined(board, group, ticket):
                rate += 256 * int(board.value[ticket]) + 1
            else:
                rate -= 256 * int(board.value[ticket])
    return rate


@compiled
def _copy_group(board: BoardRecord, work: WorkRecord) -> None:
    for node in range(board.nodes):
        work.group_with[node] = work.group[node]


@compiled
def _find_candidates(board: BoardRecord, game: GameRecord, seat: int, work: WorkRecord) -> None:
    """For each station the routes of others into its city that join something new (E8)."""
    for place in range(board.stations):
        work.candidate_count[place] = 0
        city = game.stations[seat, place]
        if city == NONE:
            continue
        for other in range(game.players):
            if other == seat:
                continue
            for word in range(board.words):
                routes = board.at_city[city, word] & game.owned[other, word]
                while routes != NO_BITS:
                    route = 64 * word + lowest(routes)
                    routes &= routes - bit(0)
                    new = first_of(work.group, board.a[route]) != first_of(work.group, board.b[route])
                    if new and work.candidate_count[place] < CANDIDATES:
                        work.candidates[place, work.candidate_count[place]] = route
                        work.candidate_count[place] += 1


@compiled
def borrow(board: BoardRecord, game: GameRecord, seat: int, borrowed: Numbers, work: WorkRecord) -> None:
    """The best joint use of a seat's stations; leaves `group_with` joined by it. `group_nodes` has been called (E8)."""
    for place in range(STATIONS):
        borrowed[place] = NONE
    _copy_group(board, work)
    if game.stations_left[seat] == board.stations:
        return
    _find_candidates(board, game, seat, work)
    # With every candidate at once more is joined than any choice can join: if that completes nothing, nothing does.
    ways = 1
    for place in range(board.stations):
        ways *= work.candidate_count[place] + 1
        for number in range(work.candidate_count[place]):
            route = work.candidates[place, number]
            join(work.group_with, board.a[route], board.b[route])
    tickets = game.tickets[seat]
    best = _rate(board, tickets, work.group)
    most = _rate(board, tickets, work.group_with)
    best_way = 0
    way = 1
    while best < most and way < ways:
        _copy_group(board, work)
        _join_way(board, way, work, borrowed, False)
        rate = _rate(board, tickets, work.group_with)
        if rate > best:
            best, best_way = rate, way
        way += 1
    _copy_group(board, work)
    _join_way(board, best_way, work, borrowed, True)


@compiled
def _join_way(board: BoardRecord, way: int, work: WorkRecord, borrowed: Numbers, for_good: bool) -> None:
    """Join the routes of one way to use the stations: a number whose digits are each station's choice, 0 for none."""
    for place in range(board.stations):
        digit = way % (work.candidate_count[place] + 1)
        way //= work.candidate_count[place] + 1
        if digit > 0:
            route = work.candidates[place, digit - 1]
            join(work.group_with, board.a[route], board.b[route])
            if for_good:
                borrowed[place] = route


@compiled
def _score_seat(board: BoardRecord, game: GameRecord, seat: int, score: ScoreRecord, work: WorkRecord) -> None:
    """All that a seat's score holds but the bonuses, which depend on the others."""
    group_nodes(board, game.owned[seat], work)
    score.longest = longest_trail(board, game.owned[seat], work)  # stations do not count for it (E10)
    borrow(board, game, seat, score.borrowed, work)
    score.routes = game.points[seat]
    score.tickets = 0
    score.completed_count = 0
    for word in range(TICKET_WORDS):
        score.completed[word] = NO_BITS
        left = game.tickets[seat, word]
        while left != NO_BITS:
            ticket = 64 * word + lowest(left)
            left &= left - bit(0)
            if is_joined(board, work.group_with, ticket):
                add(score.completed, ticket)
                score.completed_count += 1
                score.tickets += board.value[ticket]
            else:
                score.tickets -= board.value[ticket]
    score.stations = board.station_points * game.stations_left[seat]
    score.stations_used = board.stations - game.stations_left[seat]


@compiled
def is_better(a: ScoreRecord, b: ScoreRecord, longest: int) -> bool:
    """Does score a beat score b? Total, then tickets, fewest stations used, having the longest path (C25, E11)."""
    if a.total != b.total:
        return a.total > b.total
    if a.completed_count != b.completed_count:
        return a.completed_count > b.completed_count
    if a.stations_used != b.stations_used:
        return a.stations_used < b.stations_used
    return a.longest == longest and b.longest != longest


@compiled
def score(board: BoardRecord, game: GameRecord, scores: Array[ScoreRecord], work: WorkRecord) -> None:
    """The final scoring of the position as it stands, into one SCORE record a seat."""
    longest, most_tickets = 1, 0  # with no route there is no longest path (C24)
    for seat in range(game.players):
        _score_seat(board, game, seat, scores[seat], work)
        longest = max(longest, scores[seat].longest)
        most_tickets = max(most_tickets, scores[seat].completed_count)
    for seat in range(game.players):
        mine = scores[seat]
        mine.longest_bonus = board.longest_bonus if mine.longest == longest else 0
        mine.tickets_bonus = board.tickets_bonus if mine.completed_count == most_tickets else 0
        mine.total = mine.routes + mine.tickets + mine.stations + mine.longest_bonus + mine.tickets_bonus
    for seat in range(game.players):
        scores[seat].winner = 1
        for other in range(game.players):
            if is_better(scores[other], scores[seat], longest):
                scores[seat].winner = 0
