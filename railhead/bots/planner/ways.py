"""Ways and networks: what a route costs a seat, the cheapest way of a ticket, one cheap network for many tickets."""

from railhead.bots.compiling import compiled
from railhead.bots.mind import FAR, MindRecord
from railhead.kernel.bits import NO_BITS, add, bit, has, lowest, remove
from railhead.kernel.random import below
from railhead.kernel.records import COLOURS, LONGEST, NODE_WORDS, NONE, TICKET_WORDS, BoardRecord, GameRecord
from railhead.kernel.routes import colour_now, station_price
from railhead.kernel.trails import first_of, join

LEAST = 0.3  # no route is free: among equal ways the one with fewer routes


@compiled
def group_owned(board: BoardRecord, view: GameRecord, mind: MindRecord) -> None:
    """Which nodes the seat's own routes touch and join, into `mind.own_nodes` and `mind.group`."""
    for node in range(board.nodes):
        mind.group[node] = node
    for word in range(NODE_WORDS):
        mind.own_nodes[word] = NO_BITS
    for word in range(board.words):
        left = view.owned[view.seat, word]
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            join(mind.group, board.a[route], board.b[route])
            add(mind.own_nodes, board.a[route])
            add(mind.own_nodes, board.b[route])


@compiled
def joined(board: BoardRecord, mind: MindRecord, ticket: int) -> bool:
    """Are the ticket's places joined in `mind.group`?"""
    for a in range(board.from_first[ticket], board.from_first[ticket] + board.from_count[ticket]):
        for b in range(board.to_first[ticket], board.to_first[ticket] + board.to_count[ticket]):
            if first_of(mind.group, a) == first_of(mind.group, b):
                return True
    return False


@compiled
def mark_rivals(board: BoardRecord, view: GameRecord, mind: MindRecord) -> None:
    """Into `mind.rival_nodes`: the nodes where a rival has a route."""
    for word in range(NODE_WORDS):
        mind.rival_nodes[word] = NO_BITS
    for other in range(view.players):
        if other == view.seat:
            continue
        for word in range(board.words):
            left = view.owned[other, word]
            while left != NO_BITS:
                route = 64 * word + lowest(left)
                left &= left - bit(0)
                add(mind.rival_nodes, board.a[route])
                add(mind.rival_nodes, board.b[route])


@compiled
def _station_cost(board: BoardRecord, view: GameRecord, mind: MindRecord, route: int) -> float:
    """What borrowing a rival's route costs: little at a city with an own station, a station elsewhere, FAR where none can go."""
    seat = view.seat
    for place in range(board.stations - view.stations_left[seat]):
        city = view.stations[seat, place]
        if city == board.a[route] or city == board.b[route]:
            return LEAST
    if view.stations_left[seat] == 0:
        return FAR
    if has(view.station_cities, board.a[route]) and has(view.station_cities, board.b[route]):
        return FAR
    cards = station_price(board, view, seat) + 0.5
    return float(board.station_points + mind.weights.turn_worth * (1.0 + mind.weights.card_turns * cards))


@compiled
def route_cost(board: BoardRecord, view: GameRecord, mind: MindRecord, route: int) -> float:
    """What claiming an open route costs, in points: turns and trains, less its points; more where rivals are near."""
    weights = mind.weights
    length = board.length[route]
    cards = float(length)
    if board.tunnel[route]:
        cards += weights.tunnel_cards
    cards += weights.ferry_cards * board.ferry[route]
    colour = colour_now(board, view, route)
    if colour < COLOURS:
        cards -= weights.hand_share * min(length, view.hands[view.seat, colour])
    cost = weights.turn_worth * (1.0 + weights.card_turns * cards) + weights.train_worth * length
    cost -= weights.points_share * board.points[length]
    if has(mind.rival_nodes, board.a[route]):
        cost += weights.rival_risk
    if has(mind.rival_nodes, board.b[route]):
        cost += weights.rival_risk
    return float(max(cost, LEAST))


@compiled
def count_lengths(board: BoardRecord, view: GameRecord, mind: MindRecord) -> None:
    """Into `mind.open_lengths`: how many open routes of each length are a seat's share."""
    for length in range(LONGEST + 1):
        mind.open_lengths[length] = 0.0
    for word in range(board.words):
        left = view.open[word] & ~view.barred[view.seat, word]
        while left != NO_BITS:
            mind.open_lengths[board.length[64 * word + lowest(left)]] += 1.0 / view.players
            left &= left - bit(0)


@compiled
def price_routes(board: BoardRecord, view: GameRecord, mind: MindRecord) -> None:
    """Into `mind`: which routes the seat may use in a network, and what each costs."""
    seat = view.seat
    mark_rivals(board, view, mind)
    count_lengths(board, view, mind)
    for word in range(board.words):
        mind.lendable[word] = NO_BITS
        mind.usable[word] = (view.open[word] & ~view.barred[seat, word]) | view.owned[seat, word]
        left = mind.usable[word]
        while left != NO_BITS:
            route = 64 * word + lowest(left)
            left &= left - bit(0)
            mind.cost[route] = 0.0 if has(view.owned[seat], route) else route_cost(board, view, mind, route)
    if board.stations > 0:
        for other in range(view.players):
            if other == seat:
                continue
            for word in range(board.words):
                left = view.owned[other, word]
                while left != NO_BITS:
                    route = 64 * word + lowest(left)
                    left &= left - bit(0)
                    mind.cost[route] = _station_cost(board, view, mind, route)
                    if mind.cost[route] < FAR:
                        add(mind.lendable, route)
                        add(mind.usable, route)
    for route in range(board.routes):
        mind.fair_cost[route] = mind.cost[route]


@compiled
def find_way(board: BoardRecord, mind: MindRecord, ticket: int) -> int:
    """The cheapest way of a ticket, what is in `mind.network` being free: the node where it ends, or NONE (Dijkstra)."""
    for node in range(board.nodes):
        mind.distance[node] = FAR
    for word in range(NODE_WORDS):
        mind.front[word] = NO_BITS
    for node in range(board.from_first[ticket], board.from_first[ticket] + board.from_count[ticket]):
        mind.distance[node] = 0.0
        mind.via[node] = NONE
        add(mind.front, node)
    goal = board.to_first[ticket]
    after_goal = goal + board.to_count[ticket]
    while True:
        nearest, node = FAR, NONE
        for word in range(NODE_WORDS):
            left = mind.front[word]
            while left != NO_BITS:
                here = 64 * word + lowest(left)
                left &= left - bit(0)
                if mind.distance[here] < nearest:
                    nearest, node = mind.distance[here], here
        if node == NONE or (node >= goal and node < after_goal):
            return node
        remove(mind.front, node)
        for word in range(board.words):
            left = board.at_city[node, word] & mind.usable[word]
            while left != NO_BITS:
                route = 64 * word + lowest(left)
                left &= left - bit(0)
                other = board.a[route] + board.b[route] - node
                distance = nearest
                if not has(mind.network, route):
                    distance += mind.cost[route]
                if distance < mind.distance[other]:
                    mind.distance[other] = distance
                    mind.via[other] = route
                    add(mind.front, other)


@compiled
def add_way(board: BoardRecord, mind: MindRecord, node: int) -> None:
    """Put the way that `find_way` found into the network, from its end back."""
    while mind.via[node] != NONE:
        route = mind.via[node]
        add(mind.network, route)
        node = board.a[route] + board.b[route] - node


@compiled
def _grow(board: BoardRecord, view: GameRecord, mind: MindRecord) -> float:
    """A network for the tickets in their present order, one after the other; returns its cost."""
    for word in range(board.words):
        mind.network[word] = view.owned[view.seat, word]
    total = 0.0
    for place in range(mind.order_count):
        node = find_way(board, mind, mind.order[place])
        if node == NONE:
            total += FAR
        else:
            mind.order_cost[place] = mind.distance[node]
            total += mind.distance[node]
            add_way(board, mind, node)
    return total


@compiled
def _sort_by_cost(mind: MindRecord) -> None:
    """The cheap tickets first: what they use is then free to the others."""
    for place in range(1, mind.order_count):
        ticket, cost = mind.order[place], mind.order_cost[place]
        before = place - 1
        while before >= 0 and mind.order_cost[before] > cost:
            mind.order[before + 1], mind.order_cost[before + 1] = mind.order[before], mind.order_cost[before]
            before -= 1
        mind.order[before + 1], mind.order_cost[before + 1] = ticket, cost


@compiled
def _shuffle(mind: MindRecord) -> None:
    for place in range(mind.order_count - 1, 0, -1):
        other = below(mind.generator, place + 1)
        mind.order[place], mind.order[other] = mind.order[other], mind.order[place]


@compiled
def list_tickets(board: BoardRecord, mind: MindRecord) -> None:
    """Into `mind.order`: the wanted tickets that are not joined yet, those with most points first."""
    mind.order_count = 0
    for word in range(TICKET_WORDS):
        left = mind.wanted[word]
        while left != NO_BITS:
            ticket = 64 * word + lowest(left)
            left &= left - bit(0)
            if not joined(board, mind, ticket):
                mind.order[mind.order_count] = ticket
                mind.order_cost[mind.order_count] = -board.value[ticket]
                mind.order_count += 1
    _sort_by_cost(mind)


@compiled
def plan_network(board: BoardRecord, view: GameRecord, mind: MindRecord, number: int) -> float:
    """A cheap network that joins the tickets in `mind.order`, into `mind.plan`; returns its cost. Number 0 takes the tickets with most
    points first, 1 the cheap ones, the others by lot and with costs varied. `group_owned` and `price_routes` have been called."""
    if number == 1:
        _sort_by_cost(mind)
    elif number > 1:
        _shuffle(mind)
        _vary_costs(board, mind)
    cost = _grow(board, view, mind)
    for word in range(board.words):
        mind.plan[word] = mind.network[word]
    return cost


@compiled
def _vary_costs(board: BoardRecord, mind: MindRecord) -> None:
    """Other costs than the fair ones, by lot, so that other networks are found."""
    for route in range(board.routes):
        lot = below(mind.generator, 1024) / 512.0 - 1.0
        mind.cost[route] = mind.fair_cost[route] * (1.0 + mind.weights.perturbed * lot)


@compiled
def fair_costs(board: BoardRecord, mind: MindRecord) -> None:
    """Back to what `price_routes` found."""
    for route in range(board.routes):
        mind.cost[route] = mind.fair_cost[route]
