"""The longest trail of a player's routes, exactly (C24).

A connected network has a trail through all its routes unless more than two of its nodes have an odd number of them (Euler).
Otherwise its dead-end branches are folded first: a trail can only end in them, so at each node the two longest matter, each as
one edge; a network without circles is solved by that alone. In what is left, a longest trail is what remains when the
cheapest edges are dropped that mend the odd nodes without tearing the network apart. The search walks over what to drop: at the
first odd node, either a trail ends there (which happens twice), or one of its edges goes. Each set of dropped edges is met
once, and a bound on what must still go cuts most of them off: tests/test_trails.py looks for the nastiest network there is.
"""

from railhead.kernel.bits import NO_BITS, bit, lowest, popcount
from railhead.kernel.compiled import compiled
from railhead.kernel.declaring import Numbers, Word, Words
from railhead.kernel.records import NODE_WORDS, NONE, BoardRecord, WorkRecord

TRAIL_ENDS = 2
IMPOSSIBLE = 10_000
END_HERE = 100  # as a choice: no edge has this number


@compiled
def first_of(group: Numbers, node: int) -> int:
    """The node that stands for all those joined with this one."""
    while group[node] != node:
        group[node] = group[group[node]]
        node = group[node]
    return node


@compiled
def join(group: Numbers, a: int, b: int) -> bool:
    """Join two nodes' groups; False if they were joined already."""
    a, b = first_of(group, a), first_of(group, b)
    if a == b:
        return False
    group[max(a, b)] = min(a, b)
    return True


@compiled
def group_nodes(board: BoardRecord, owned: Words, work: WorkRecord) -> None:
    """Which nodes are joined by these routes, how many spaces each group has, and which nodes are odd."""
    for node in range(board.nodes):
        work.group[node] = node
        work.spaces[node] = 0
        work.odd[node] = 0
    for word in range(NODE_WORDS):
        work.odd_nodes[word] = NO_BITS
    for word in range(board.words):
        routes = owned[word]
        while routes != NO_BITS:
            route = 64 * word + lowest(routes)
            routes &= routes - bit(0)
            join(work.group, board.a[route], board.b[route])
            work.odd_nodes[board.a[route] >> 6] ^= bit(board.a[route])
            work.odd_nodes[board.b[route] >> 6] ^= bit(board.b[route])
    for word in range(board.words):
        routes = owned[word]
        while routes != NO_BITS:
            route = 64 * word + lowest(routes)
            routes &= routes - bit(0)
            work.spaces[first_of(work.group, board.a[route])] += board.length[route]
    for word in range(NODE_WORDS):
        nodes = work.odd_nodes[word]
        while nodes != NO_BITS:
            work.odd[first_of(work.group, 64 * word + lowest(nodes))] += 1
            nodes &= nodes - bit(0)


@compiled
def _load(board: BoardRecord, owned: Words, group: int, work: WorkRecord) -> None:
    """Take one group's routes as the edges to search, its nodes numbered afresh so that they fit one word."""
    work.edges = 0
    nodes = 0
    for node in range(board.nodes):
        work.number[node] = NONE
    for word in range(board.words):
        routes = owned[word]
        while routes != NO_BITS:
            route = 64 * word + lowest(routes)
            routes &= routes - bit(0)
            if first_of(work.group, board.a[route]) != group:
                continue
            for node in (board.a[route], board.b[route]):
                if work.number[node] == NONE:
                    work.number[node] = nodes
                    work.edges_at[nodes] = NO_BITS
                    work.branch[nodes] = NONE
                    work.second_branch[nodes] = NONE
                    nodes += 1
            edge = work.edges
            a, b = work.number[board.a[route]], work.number[board.b[route]]
            work.edge_a[edge], work.edge_b[edge] = a, b
            work.edge_length[edge] = board.length[route]
            work.edges_at[a] |= bit(edge)
            work.edges_at[b] |= bit(edge)
            work.edges += 1
    work.nodes = nodes


@compiled
def _length(work: WorkRecord, edge: int) -> int:
    return int(work.edge_length[edge]) if edge != NONE else 0


@compiled
def _fold(work: WorkRecord, edge: int, end: int) -> int:
    """Fold a dead end into the node before it: its edge grows by the longest branch behind it. Returns that node."""
    node = work.edge_a[edge] + work.edge_b[edge] - end
    work.edge_length[edge] += _length(work, work.branch[end])
    work.edges_at[end] = NO_BITS
    work.edges_at[node] &= ~bit(edge)
    if work.edge_length[edge] > _length(work, work.branch[node]):
        work.second_branch[node] = work.branch[node]
        work.branch[node] = edge
    elif work.edge_length[edge] > _length(work, work.second_branch[node]):
        work.second_branch[node] = edge
    return node


@compiled
def _through(work: WorkRecord, node: int) -> int:
    """The longest trail that turns at this node from one dead-end branch into another."""
    return _length(work, work.branch[node]) + _length(work, work.second_branch[node])


@compiled
def _fold_dead_ends(work: WorkRecord, best: int) -> int:
    """Fold all dead-end branches; returns the longest trail inside them. What is left in `edges_at` lies on circles."""
    for start in range(work.nodes):
        node = start
        while popcount(work.edges_at[node]) == 1:
            best = max(best, _through(work, node))
            node = _fold(work, lowest(work.edges_at[node]), node)
        best = max(best, _through(work, node))
    return best


@compiled
def _add_branches(work: WorkRecord) -> Word:
    """Put each node's two longest dead-end branches back as single edges; returns the set of edges to search."""
    edges = NO_BITS
    for node in range(work.nodes):
        edges |= work.edges_at[node]
    if edges == NO_BITS:
        return edges
    circles = edges
    for node in range(work.nodes):
        if work.edges_at[node] & circles != NO_BITS:
            for edge in (work.branch[node], work.second_branch[node]):
                if edge != NONE:
                    work.edges_at[node] |= bit(edge)
                    work.edges_at[work.edge_a[edge] + work.edge_b[edge] - node] = bit(edge)
                    edges |= bit(edge)
    return edges


@compiled
def _heaviest_part(work: WorkRecord, left: Word) -> int:
    """The spaces of the largest connected part of the edges that are left."""
    best = 0
    while left != NO_BITS:
        spaces = 0
        front = left & (~left + bit(0))
        left &= ~front
        while front != NO_BITS:
            edge = lowest(front)
            front &= front - bit(0)
            spaces += int(work.edge_length[edge])
            reached = (work.edges_at[work.edge_a[edge]] | work.edges_at[work.edge_b[edge]]) & left
            front |= reached
            left &= ~reached
        best = max(best, spaces)
    return best


@compiled
def _must_still_go(work: WorkRecord, odd: Word, may_go: Word, ends: int) -> int:
    """At least so many spaces must be dropped to mend all odd nodes: each loses an edge, which helps two, or is an end."""
    total, first, second = 0, 0, 0
    while odd != NO_BITS:
        edges = work.edges_at[lowest(odd)] & may_go
        odd &= odd - bit(0)
        least = IMPOSSIBLE
        while edges != NO_BITS:
            least = min(least, int(work.edge_length[lowest(edges)]))
            edges &= edges - bit(0)
        total += least
        if least > first:
            first, second = least, first
        elif least > second:
            second = least
    if ends > 0:
        total -= first
    if ends > 1:
        total -= second
    return (total + 1) >> 1


@compiled
def _ends_of(work: WorkRecord, edge: int) -> Word:
    return bit(work.edge_a[edge]) | bit(work.edge_b[edge])


@compiled
def _search(work: WorkRecord, edges: Word, best: int) -> int:
    """The longest trail in these edges, if longer than `best`. A stack instead of recursion, for the GPU's sake."""
    odd = NO_BITS
    spaces = 0
    left = edges
    while left != NO_BITS:
        odd ^= _ends_of(work, lowest(left))
        spaces += int(work.edge_length[lowest(left)])
        left &= left - bit(0)
    trail_ends, ends = NO_BITS, TRAIL_ENDS  # where the trail is to end, and how many ends it has left
    kept = NO_BITS
    depth = 0
    arriving = True
    while True:
        if arriving:
            work.steps += 1
            work.kept[depth] = kept
            work.choice[depth] = NONE
            work.untried[depth] = NO_BITS
            if odd == NO_BITS:
                best = max(best, _heaviest_part(work, edges))
            elif spaces - _must_still_go(work, odd, edges & ~kept, ends) > best:
                node = lowest(odd)
                work.node[depth] = node
                work.untried[depth] = work.edges_at[node] & edges & ~kept
                if ends > 0 and trail_ends & bit(node) == NO_BITS:
                    # the first choice: the trail ends here
                    work.choice[depth] = END_HERE
                    ends -= 1
                    trail_ends |= bit(node)
                    odd ^= bit(node)
                    depth += 1
                    continue
        # undo the last choice here, then make the next
        kept = work.kept[depth]
        choice = work.choice[depth]
        if choice == END_HERE:
            ends += 1
            trail_ends ^= bit(work.node[depth])
            odd ^= bit(work.node[depth])
        elif choice != NONE:
            edges |= bit(choice)
            spaces += int(work.edge_length[choice])
            odd ^= _ends_of(work, choice)
            # what was tried here is kept in all that follows, so that no set of edges comes twice
            kept |= bit(choice)
            work.kept[depth] = kept
        arriving = work.untried[depth] != NO_BITS
        if arriving:
            choice = lowest(work.untried[depth])
            work.untried[depth] &= ~bit(choice)
            work.choice[depth] = choice
            edges &= ~bit(choice)
            spaces -= int(work.edge_length[choice])
            odd ^= _ends_of(work, choice)
            depth += 1
        elif depth == 0:
            return best
        else:
            depth -= 1


@compiled
def longest_trail(board: BoardRecord, owned: Words, work: WorkRecord) -> int:
    """The most spaces in one unbroken trail of these routes; `group_nodes` has been called for them."""
    best = 0
    for node in range(board.nodes):
        if work.odd[node] <= TRAIL_ENDS:
            best = max(best, int(work.spaces[node]))
    for node in range(board.nodes):
        if work.odd[node] > TRAIL_ENDS and work.spaces[node] > best:
            _load(board, owned, node, work)
            best = _fold_dead_ends(work, best)
            edges = _add_branches(work)
            if edges != NO_BITS:
                best = _search(work, edges, best)
    return best
