"""An independent referee for full game logs.

It knows the rules, the board files and the log format, and nothing of the engine. It replays a log event by event,
keeps its own account of every card, ticket, train and piece, and names each violation by event index and rule number.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations, product
from pathlib import Path
from typing import Any

Handful = Counter[str]
Fault = Callable[[str, str], None]
Edge = tuple[str, str, int]
Event = dict[str, Any]
Choices = dict[str, list[tuple[int, str, int]]]

COLOURS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
LOCOMOTIVE = "locomotive"
GREY = "grey"
ALL_CARDS: Handful = Counter({**dict.fromkeys(COLOURS, 12), LOCOMOTIVE: 14})  # C1
ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}  # C16
ROW_SIZE = 5
LAST_ROUND_TRAINS = 2  # C23
TURNED_UP = 3  # E3
LOG_FORMAT = "railhead-log/1"
BOARDS = Path(__file__).resolve().parent.parent / "railhead" / "boards"


def _game(board: str, ticket_set: str, first: tuple[int, int], later: int, **settings: Any) -> dict[str, Any]:
    """Settings of one game: first tickets and how many of them to keep, later tickets, and what is special."""
    common: dict[str, Any] = {
        "board": board,
        "ticket_set": ticket_set,
        "ticket_filter": {},
        "long_set": None,
        "long_tickets": 0,
        "first_tickets": first[0],
        "first_keep": first[1],
        "first_return": "bottom",
        "later_tickets": later,
        "later_keep": 1,
        "trains": 45,
        "first_cards": 4,
        "longest_bonus": 10,
        "most_tickets_bonus": 0,
        "stations": 0,
        "station_points": 0,
        "builds": False,
    }
    return {**common, **settings}


GAMES: dict[str, dict[str, Any]] = {
    "usa": _game("usa", "classic", (3, 2), 3),
    "usa-10th": _game("usa", "anniversary", (3, 2), 3),
    "usa-1910": _game(
        "usa", "anniversary", (3, 2), 3, ticket_filter={"set": "1910"}, longest_bonus=0, most_tickets_bonus=15
    ),
    "usa-mega": _game("usa", "anniversary", (5, 3), 4, most_tickets_bonus=15),
    "usa-big-cities": _game("usa", "anniversary", (4, 2), 4, ticket_filter={"bigCity": True}, longest_bonus=0),
    "europe": _game(
        "europe",
        "regular",
        (3, 2),
        3,
        long_set="long",
        long_tickets=1,
        first_return="out",
        stations=3,
        station_points=4,
    ),
    "france": _game(
        "france",
        "regular",
        (5, 3),
        4,
        trains=40,
        first_cards=8,
        first_return="shuffled",
        most_tickets_bonus=15,
        builds=True,
    ),
}


# --- the board ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Route:
    """One track of the board; `end` is where its far side lies, a point of its own for a zone (F8)."""

    id: str
    a: str
    b: str
    end: str
    length: int
    colour: str
    ferry: int
    tunnel: bool
    bed: bool


@dataclass(frozen=True)
class Ticket:
    """A ticket between two cities or zones."""

    id: str
    a: str
    b: str
    points: int


def _route(data: dict[str, Any]) -> Route:
    """A route from the board file."""
    end = f"{data['b']}#{data['id']}" if "terminal" in data else data["b"]
    return Route(
        data["id"],
        data["a"],
        data["b"],
        end,
        data["length"],
        data["colour"],
        data.get("ferry", 0),
        data.get("tunnel", False),
        data.get("bed", False),
    )


def _tickets(data: Iterable[dict[str, Any]], wanted: dict[str, Any]) -> list[Ticket]:
    """The tickets of a set that fit the game's filter."""
    return [
        Ticket(f"{t['a']}-{t['b']}", t["a"], t["b"], t["points"])
        for t in data
        if all(t.get(key) == value for key, value in wanted.items())
    ]


class Board:
    """The facts of the board file that the rules ask for."""

    def __init__(self, data: dict[str, Any], game: dict[str, Any]) -> None:
        """Read cities, zones, routes, crossings, pieces and the game's tickets."""
        self.cities = {city["id"] for city in data["cities"]}
        self.zones = {zone["id"] for zone in data.get("zones", [])}
        self.routes = {route["id"]: _route(route) for route in data["routes"]}
        self.parallels = self._find_parallels()
        self.crossings: dict[str, set[str]] = {route: set() for route in self.routes}
        for one, other in data.get("crossings", []):
            self.crossings[one].add(other)
            self.crossings[other].add(one)
        self.pieces = Counter({(p["colour"], p["length"]): p["count"] for p in data.get("pieces", [])})
        sets = data["ticketSets"]
        self.regular = _tickets(sets[game["ticket_set"]], game["ticket_filter"])
        self.long = _tickets(sets[game["long_set"]], {}) if game["long_set"] else []
        self.tickets = {ticket.id: ticket for ticket in self.regular + self.long}

    def _find_parallels(self) -> dict[str, set[str]]:
        """For each route the others between the same two places (C17, C19)."""
        by_pair: dict[frozenset[str], set[str]] = {}
        for route in self.routes.values():
            by_pair.setdefault(frozenset((route.a, route.b)), set()).add(route.id)
        return {r.id: by_pair[frozenset((r.a, r.b))] - {r.id} for r in self.routes.values()}

    def ticket(self, name: str) -> Ticket:
        """The ticket of a logged name, with or without its points."""
        plain, _, points = name.partition(":")
        ticket = self.tickets.get(plain)
        if ticket is None or (points and int(points) != ticket.points):
            raise ValueError(f"there is no ticket {name}")
        return ticket


def load_board(game_id: str) -> dict[str, Any]:
    """The board file of a game."""
    data: dict[str, Any] = json.loads((BOARDS / f"{GAMES[game_id]['board']}.json").read_text(encoding="utf-8"))
    return data


# --- reckoning at the end -----------------------------------------------------------------------------------------


class Network:
    """Which places a set of routes joins (C22)."""

    def __init__(self, routes: Iterable[Route]) -> None:
        """Join the ends of every route."""
        self.parent: dict[str, str] = {}
        self.zone_ends: dict[str, list[str]] = {}
        for route in routes:
            self.parent[self.root(route.a)] = self.root(route.end)
            if route.end != route.b:
                self.zone_ends.setdefault(route.b, []).append(route.end)

    def root(self, place: str) -> str:
        """The place that stands for all those joined with this one."""
        while (above := self.parent.get(place, place)) != place:
            place = above
        return place

    def roots(self, place: str) -> set[str]:
        """The same for a city, or for every route that reaches a zone (F8)."""
        return {self.root(end) for end in self.zone_ends.get(place, [place])}

    def joins(self, ticket: Ticket) -> bool:
        """Whether a ticket's two places are joined."""
        return not self.roots(ticket.a).isdisjoint(self.roots(ticket.b))


def ticket_points(tickets: Iterable[Ticket], network: Network) -> int:
    """Points of completed tickets less those of the others (C22)."""
    return sum(t.points if network.joins(t) else -t.points for t in tickets)


def best_ticket_points(own: Sequence[Route], options: Sequence[Sequence[Route]], tickets: Sequence[Ticket]) -> int:
    """The most points the tickets can bring, trying every use of every station (E8)."""
    network = Network(own)
    base = ticket_points(tickets, network)
    missing = [(network.root(t.a), network.root(t.b), t.points) for t in tickets if not network.joins(t)]
    links = [_useful_links(network, routes) for routes in options]
    if not missing or not any(links):
        return base
    gains = (_gain(chosen, missing) for chosen in product(*([None, *pairs] for pairs in links)))
    return base + max(gains)


def _useful_links(network: Network, routes: Iterable[Route]) -> list[tuple[str, str]]:
    """The different joins that the routes would add to a network."""
    pairs = {tuple(sorted((network.root(route.a), network.root(route.end)))) for route in routes}
    return [(one, other) for one, other in sorted(pairs) if one != other]


def _gain(chosen: Iterable[tuple[str, str] | None], missing: Iterable[tuple[str, str, int]]) -> int:
    """What the borrowed links add to the ticket points: each ticket turns from loss to win."""
    groups: list[set[str]] = []
    for link in chosen:
        if link is not None:
            touched = [group for group in groups if not group.isdisjoint(link)]
            groups = [group for group in groups if group.isdisjoint(link)] + [set(link).union(*touched)]
    return sum(2 * points for a, b, points in missing if any(a in group and b in group for group in groups))


def longest_trail(edges: Sequence[Edge]) -> int:
    """The most spaces in one trail that uses no route twice (C24)."""
    best = 0
    for part in sorted(_parts(edges), key=_spaces, reverse=True):
        if _spaces(part) > best:
            core, side = simplify(part)
            best = TrailSearch(core, max(best, side)).run()
    return best


def simplify(edges: Sequence[Edge]) -> tuple[list[Edge], int]:
    """Fewer edges with the same longest trail, unless that is the second number: the best of what was cut off."""
    left = [(a, b, length) for a, b, length in edges]  # each an object of its own
    best = 0
    while step := _simpler(left):
        left = step[0]
        best = max(best, step[1])
    return left, best


def _simpler(edges: list[Edge]) -> tuple[list[Edge], int] | None:
    """Join two edges at a place that has no others, or drop dead ends that a longer one beside them outdoes."""
    at: dict[str, list[Edge]] = {}
    for edge in edges:
        at.setdefault(edge[0], []).append(edge)
        at.setdefault(edge[1], []).append(edge)
    for place, here in at.items():
        if len(here) == 2 and here[0] is not here[1]:
            return [*_without(edges, here), _joined(here[0], here[1], place)], 0
        dead = sorted((e for e in here if 1 in (len(at[e[0]]), len(at[e[1]]))), key=lambda e: -e[2])
        kept = 1 if len(here) - len(dead) == 1 else 2  # both of two dead ends count only for trails that circle back
        if len(dead) > kept:
            return _without(edges, dead[kept:]), dead[0][2] + dead[1][2]
    return None


def _without(edges: list[Edge], gone: list[Edge]) -> list[Edge]:
    """The edges but these very ones."""
    return [edge for edge in edges if not any(edge is other for other in gone)]


def _joined(one: Edge, other: Edge, place: str) -> Edge:
    """Two edges that meet at a place as one."""
    start = one[1] if one[0] == place else one[0]
    end = other[1] if other[0] == place else other[0]
    return start, end, one[2] + other[2]


def _spaces(edges: Iterable[Edge]) -> int:
    """The sum of the lengths."""
    return sum(length for _, _, length in edges)


def _parts(edges: Iterable[Edge]) -> list[list[Edge]]:
    """The connected parts of a set of edges."""
    parts: list[tuple[set[str], list[Edge]]] = []
    for edge in edges:
        touched = [part for part in parts if edge[0] in part[0] or edge[1] in part[0]]
        parts = [part for part in parts if part not in touched]
        places = {edge[0], edge[1]}.union(*(part[0] for part in touched))
        parts.append((places, [edge, *(old for part in touched for old in part[1])]))
    return [part for _, part in parts]


class TrailSearch:
    """Branch and bound for the longest trail in one connected part."""

    def __init__(self, edges: Sequence[Edge], best: int) -> None:
        """Index the edges by place; `best` is what has to be beaten."""
        self.edges = edges
        self.best = best
        self.at: Choices = {}
        for number, (a, b, length) in enumerate(edges):
            self.at.setdefault(a, []).append((number, b, length))
            self.at.setdefault(b, []).append((number, a, length))
        for choices in self.at.values():
            choices.sort(key=lambda choice: -choice[2])
        self.seen: set[tuple[str, int]] = set()

    def run(self) -> int:
        """The longest trail, or the length to beat where there is no longer one."""
        odd = [place for place, choices in self.at.items() if len(choices) % 2]
        if len(odd) <= 2:  # Euler: one trail covers everything
            return max(self.best, _spaces(self.edges))
        for start in odd + [place for place in self.at if place not in odd]:
            self._extend(start, 0, 0)
        return self.best

    def _extend(self, place: str, used: int, length: int) -> None:
        """Go on from a place with the unused edges; the used ones decide what is left, so each state is seen once."""
        if (place, used) in self.seen:
            return
        self.seen.add((place, used))
        self.best = max(self.best, length)
        if length + self._bound(place, used) <= self.best:
            return
        for number, other, spaces in self.at[place]:
            if not used >> number & 1:
                self._extend(other, used | 1 << number, length + spaces)

    def _bound(self, start: str, used: int) -> int:
        """At most so much can follow: what is in reach, less one unused edge at every odd place but the last."""
        reached = {start}
        queue = [start]
        doubled = 0
        wasted: list[int] = []
        while queue:
            place = queue.pop()
            free = [(other, spaces) for number, other, spaces in self.at[place] if not used >> number & 1]
            doubled += sum(spaces for _, spaces in free)
            if len(free) % 2 and place != start:
                wasted.append(min(spaces for _, spaces in free))
            new = {other for other, _ in free} - reached
            reached |= new
            queue.extend(new)
        waste = sum(wasted) - max(wasted, default=0)
        return doubled // 2 - (waste + 1) // 2


# --- the table ----------------------------------------------------------------------------------------------------


def handful(cards: dict[str, int]) -> Handful:
    """A logged handful, checked for form."""
    if any(card not in ALL_CARDS or count < 0 for card, count in cards.items()):
        raise ValueError(f"{cards} is no handful of cards")
    return +Counter(cards)


def card_list(cards: Iterable[str | None]) -> list[str]:
    """The cards of a logged list without its gaps, checked for form."""
    present = [card for card in cards if card is not None]
    if any(card not in ALL_CARDS for card in present):
        raise ValueError(f"{present} holds something that is no card")
    return present


def in_words(cards: Handful) -> str:
    """A handful for a message."""
    return ", ".join(f"{count} {card}" for card, count in sorted(cards.items())) or "nothing"


class CardTable:
    """Deck, discards and face-up row, all by count: the log shows every card that ever leaves the deck."""

    def __init__(self, fault: Fault) -> None:
        """A full deck and no row yet."""
        self.fault = fault
        self.deck: Handful = Counter(ALL_CARDS)
        self.discards: Handful = Counter()
        self.row: list[str | None] | None = None
        self.reshuffled: Handful | None = None

    def face_up(self) -> list[str]:
        """The cards in the row."""
        return [card for card in self.row or [] if card is not None]

    def unseen(self) -> int:
        """How many cards can still be drawn from the deck, reshuffling included."""
        return self.deck.total() + self.discards.total()

    def gaps_to_fill(self) -> bool:
        """Whether the row has gaps though there are cards for them (C13)."""
        return self.row is not None and None in self.row and self.unseen() > 0

    def reset_due(self) -> bool:
        """Whether the row must be replaced, with the ruling on rows that cannot be mended (C4)."""
        if self.face_up().count(LOCOMOTIVE) < 3:
            return False
        around = self.deck + self.discards + Counter(self.face_up())
        return around.total() - around[LOCOMOTIVE] >= 3

    def draw(self, cards: Sequence[str], wanted: int, rule: str) -> None:
        """Take cards off the deck, with the reshuffle that was logged before or has been left out (C12)."""
        due = min(wanted, self.unseen())
        if len(cards) != due:
            self.fault(rule, f"{len(cards)} cards from the deck, {due} were due")
        drawn = Counter(cards)
        if self.reshuffled is not None or (wanted > self.deck.total() and self.discards):
            drawn = self._draw_and_reshuffle(drawn, wanted)
        if missing := drawn - self.deck:
            self.fault("C1", f"{in_words(missing)} drawn, which the deck does not hold")
        self.deck = self.deck - drawn

    def _draw_and_reshuffle(self, drawn: Handful, wanted: int) -> Handful:
        """Empty the old deck, make the discards the new one; return what is drawn from that."""
        if self.reshuffled is None:
            self.fault("C12", "the deck has run out and no reshuffle is logged")
        elif self.deck.total() >= wanted:
            self.fault("C12", f"reshuffle though the deck holds {self.deck.total()} cards and {wanted} are needed")
        if (left := self.deck - drawn) and self.deck.total() < wanted:
            self.fault("C12", f"reshuffle though {in_words(left)} of the old deck was not drawn")
        rest = drawn - self.deck
        self.deck = left
        self.take_discards()
        return rest

    def take_discards(self) -> None:
        """The discards become the deck; they must be those the log names (C12)."""
        named = self.reshuffled
        if named is not None and (named != self.discards or not named):
            self.fault("C12", f"reshuffle of {in_words(named)}, the discards are {in_words(self.discards)}")
        self.deck = self.deck + self.discards
        self.discards = Counter()
        self.reshuffled = None


class TicketDeck:
    """The ticket deck as a queue: tickets never seen in unknown order, then the returned ones in blocks."""

    def __init__(self, tickets: Iterable[Ticket]) -> None:
        """All tickets, none of them seen."""
        self.hidden = {ticket.id for ticket in tickets}
        self.returned: deque[set[str]] = deque()

    def size(self) -> int:
        """How many tickets it holds."""
        return len(self.hidden) + sum(len(block) for block in self.returned)

    def put_under(self, tickets: Iterable[str]) -> None:
        """Tickets put to the bottom at one time; their order among themselves is not known."""
        if block := set(tickets):
            self.returned.append(block)

    def take(self, tickets: Iterable[str]) -> bool:
        """Take tickets off the top; false if these cannot have been the top ones."""
        left = set(tickets)
        lawful = True
        for block in (self.hidden, *self.returned):
            found = left & block
            lawful = lawful and len(found) == min(len(left), len(block))
            block.difference_update(found)
            left -= found
        self.returned = deque(block for block in self.returned if block)
        return lawful and not left


@dataclass
class Player:
    """What one seat holds."""

    trains: int
    hand: Handful = field(default_factory=Counter)
    routes: list[Route] = field(default_factory=list)
    points: int = 0
    tickets: list[str] = field(default_factory=list)
    offered: list[str] | None = None
    stations: list[str] = field(default_factory=list)
    dealt: bool = False
    first_offer: bool = False
    first_keep: bool = False
    first_returned: list[str] = field(default_factory=list)

    def can_pay(self, count: int, colours: Iterable[str], ferry: int = 0) -> bool:
        """Whether the hand holds a payment of so many cards (C14, E2)."""
        wild = self.hand[LOCOMOTIVE]
        return wild >= ferry and any(self.hand[colour] + wild >= count for colour in colours)


@dataclass
class TunnelTry:
    """A try at a tunnel that waits for the claim or the decline (E3)."""

    route: Route
    laid: Handful
    turned: list[str]
    extra: int


def played_colour(cards: Handful) -> str | None:
    """The one colour of a payment, or none where it is all locomotives."""
    return next((card for card in cards if card != LOCOMOTIVE), None)


def tunnel_extra(laid: Handful, turned: Iterable[str]) -> int:
    """How many cards more the turned-up cards ask for (E3)."""
    return sum(card in (LOCOMOTIVE, played_colour(laid)) for card in turned)


# --- the referee --------------------------------------------------------------------------------------------------

DRAWING = {"take", "blind", "reset", "row", "tunnel"}
BEFORE_RESET = {"reset", "reshuffle", "row", "last"}
UNFINISHED = {
    "second": ("C8", "drew only one card though a second could be taken"),
    "build": ("F3", "drew cards and built no route though a piece fits a free bed"),
    "keep": ("C20", "took tickets and chose none"),
    "tunnel": ("E4", "tried a tunnel and neither claimed nor declined it"),
}


class Referee:
    """Replays one log; `faults` collects the violations."""

    def __init__(self, board: Board, game: dict[str, Any], seats: int) -> None:
        """The table before the set-up."""
        self.board = board
        self.game = game
        self.faults: list[str] = []
        self.index = 0
        self.cards = CardTable(self.fault)
        self.players = [Player(game["trains"]) for _ in range(seats)]
        self.regular_tickets = TicketDeck(board.regular)
        self.long_tickets = TicketDeck(board.long)
        self.owner: dict[str, int] = {}
        self.built: dict[str, str] = {}
        self.pieces = Counter(board.pieces)
        self.first: int | None = None
        self.seat: int | None = None
        self.stage = "done"
        self.tunnel: TunnelTry | None = None
        self.passes = 0
        self.turns_left: int | None = None
        self.announced_last = False
        self.reset_reported = False
        self.cause = ""
        self.ended = False
        self.overtime_reported = False

    def fault(self, rule: str, text: str) -> None:
        """Note a violation."""
        self.faults.append(f"event {self.index}: {rule} {text}")

    def replay(self, events: Sequence[Event]) -> None:
        """Check all events in their order."""
        for self.index, event in enumerate(events):
            try:
                self.judge(event)
            except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
                self.fault("LOG", f"cannot be read: {error!r} in {event}")
        if not self.ended:
            self.fault("C23", "the log stops before the end of the game")

    def judge(self, event: Event) -> None:
        """Check one event: first what is owed before it, then itself."""
        kind = event["e"]
        handler: Callable[[Event], None] | None = getattr(self, f"on_{kind}", None)
        if handler is None:
            raise ValueError(f"there is no event {kind}")
        if self.ended:
            self.fault("C23", f"{kind} after the end of the game")
        self._check_reshuffle_needed(kind)
        self._check_reset_done(kind)
        handler(event)
        if kind not in BEFORE_RESET:
            self.cause = kind

    def _check_reshuffle_needed(self, kind: str) -> None:
        """A reshuffle stands right before the event that needed it (C12)."""
        if self.cards.reshuffled is not None and kind not in DRAWING:
            self.fault("C12", f"reshuffle before {kind}, which needs no card")
            self.cards.take_discards()

    def _check_reset_done(self, kind: str) -> None:
        """Three locomotives in the row are replaced at once (C4); once the game is over only a draw can owe it."""
        due = self.cards.reset_due()
        if due and kind not in BEFORE_RESET and not self.reset_reported and (kind != "end" or self.cause == "take"):
            self.fault("C4", f"{kind} while three or more locomotives lie in the row")
            self.reset_reported = True
        self.reset_reported = self.reset_reported and due

    def player(self, event: Event) -> Player:
        """The player that an event names."""
        return self.players[self.seat_of(event)]

    def seat_of(self, event: Event) -> int:
        """The seat that an event names."""
        seat = event["p"]
        if type(seat) is not int or not 0 <= seat < len(self.players):
            raise ValueError(f"there is no seat {seat}")
        return seat

    # set-up

    def on_deal(self, event: Event) -> None:
        """First cards of a seat (C3)."""
        player = self.player(event)
        if player.dealt or self.seat is not None:
            self.fault("C3", f"seat {event['p']} is dealt cards again")
        player.dealt = True
        cards = card_list(event["cards"])
        self.cards.draw(cards, self.game["first_cards"], "C3")
        player.hand.update(cards)

    def on_first(self, event: Event) -> None:
        """The starting player, named once (C6)."""
        if self.first is not None or self.seat is not None:
            self.fault("C6", "the starting player is named again")
        self.first = self.seat_of(event)

    def _first_offer(self, seat: int, tickets: list[str]) -> None:
        """The first tickets of a seat (C5, E1)."""
        long = [ticket for ticket in tickets if ticket in {t.id for t in self.board.long}]
        regular = [ticket for ticket in tickets if ticket not in long]
        if (len(long), len(regular)) != (self.game["long_tickets"], self.game["first_tickets"]):
            self.fault("C5", f"seat {seat} is offered {len(long)} long and {len(regular)} regular first tickets")
        if not (self.long_tickets.take(long) and self.regular_tickets.take(regular)):
            self.fault("C5", f"seat {seat} is offered first tickets that the deck does not hold")
        self.players[seat].first_offer = True

    def _start_play(self) -> None:
        """Before the first turn the set-up must be complete; then the first tickets not kept go their way."""
        for seat, player in enumerate(self.players):
            if not player.dealt:
                self.fault("C3", f"seat {seat} was dealt no cards")
            if not player.first_keep:
                self.fault("C5", f"seat {seat} has not chosen first tickets")
        if self.cards.row is None:
            self.fault("C3", "no row was turned up")
            self.cards.row = [None] * ROW_SIZE
        if self.first is None:
            self.fault("C6", "no starting player was named")
        self._return_first_tickets([player.first_returned for player in self.players])

    def _return_first_tickets(self, returned: list[list[str]]) -> None:
        """Under the deck seat by seat (C20), shuffled together (F1), or out of the game (E1)."""
        if self.game["first_return"] == "shuffled":
            self.regular_tickets.put_under(ticket for tickets in returned for ticket in tickets)
        elif self.game["first_return"] == "bottom":
            for tickets in returned:
                self.regular_tickets.put_under(tickets)

    # turns

    def new_turn(self, seat: int) -> None:
        """Close the turn before and open one for this seat (C6)."""
        if self.seat is None:
            self._start_play()
            due = seat if self.first is None else self.first
        else:
            due = (self.seat + 1) % len(self.players)
            self.close_turn()
        if seat != due:
            self.fault("C6", f"seat {seat} acts, it is the turn of seat {due}")
        if self.is_over() and not self.overtime_reported:
            self.fault("C23" if self.turns_left == 0 else "C6", f"seat {seat} acts after the last turn of the game")
            self.overtime_reported = True
        self.seat = seat
        self.stage = "done"

    def settle(self) -> None:
        """Let a draw end early where no second card (C13) or no building (F3) is possible."""
        if self.stage == "second" and not self._second_card_possible():
            self.stage = self._after_draw()
        if self.stage == "build" and not self._building_possible():
            self.stage = "done"

    def close_turn(self) -> None:
        """What must be done when a turn ends: its action, gaps in the row (C13), the call of the last round (C23)."""
        self.settle()
        if self.stage in UNFINISHED:
            rule, text = UNFINISHED[self.stage]
            self.fault(rule, f"seat {self.seat} {text}")
            self._drop_tunnel()
        if self.turns_left is not None:
            self.turns_left -= 1
        elif self.announced_last or self._few_trains():
            if not self.announced_last:
                self.fault("C23", f"seat {self.seat} ended a turn with 2 trains or fewer and no last round was called")
            self.turns_left = len(self.players)
        if self.cards.gaps_to_fill() and not self.is_over():
            self.fault("C13", "gaps in the row were not filled by the end of the turn")

    def is_over(self) -> bool:
        """Whether the last turn has been played (C23) or all have passed in a row (C6)."""
        return self.turns_left == 0 or self.passes >= len(self.players)

    def _few_trains(self) -> bool:
        """Whether the seat to move has 2 trains or fewer (C23)."""
        return self.seat is not None and self.players[self.seat].trains <= LAST_ROUND_TRAINS

    def _act(self, event: Event) -> Player:
        """Open a turn for an action that is no pass."""
        player = self.player(event)
        self.new_turn(self.seat_of(event))
        self.passes = 0
        return player

    def on_pass(self, event: Event) -> None:
        """A pass is lawful only without any possible action (C6)."""
        seat = self.seat_of(event)
        self.new_turn(seat)
        if possible := self.possible_actions(seat):
            self.fault("C6", f"seat {seat} passes and could {' or '.join(possible)}")
        self.passes += 1

    def possible_actions(self, seat: int) -> list[str]:
        """The actions a seat has, in words."""
        player = self.players[seat]
        actions = {
            "draw cards": bool(self.cards.unseen() or self.cards.face_up()),
            "draw tickets": self.regular_tickets.size() > 0,
            "claim a route": any(self._claim_possible(seat, route) for route in self.board.routes.values()),
            "build a station": self._station_possible(player),
        }
        return [action for action, possible in actions.items() if possible]

    def on_last(self, event: Event) -> None:
        """The call of the last round, once, at the end of the turn that caused it (C23)."""
        self.settle()
        seat = self.seat_of(event)
        if self.announced_last or self.turns_left is not None:
            self.fault("C23", "the last round is called again")
        if seat != self.seat or self.stage != "done":
            self.fault("C23", f"the last round is called for seat {seat}, which does not end a turn here")
        elif not self._few_trains():
            self.fault("C23", f"the last round is called while seat {seat} has {self.players[seat].trains} trains")
        self.announced_last = True

    # the row

    def on_row(self, event: Event) -> None:
        """The first row (C3), or gaps filled (C13)."""
        new = self._read_row(event["cards"])
        old = self.cards.row if self.cards.row is not None else [None] * ROW_SIZE
        if self.cards.row is not None and not self.cards.gaps_to_fill():
            self.fault("C13", "the row is filled though there is no gap or no card for it")
        if any(before is not None and before != after for before, after in zip(old, new, strict=True)):
            self.fault("C13", "filling the gaps changed another card of the row")
        fresh = [after for before, after in zip(old, new, strict=True) if before is None and after is not None]
        self.cards.draw(fresh, old.count(None), "C13" if self.cards.row is not None else "C3")
        self.cards.row = new

    def on_reset(self, event: Event) -> None:
        """Three locomotives: the row discarded and replaced (C4)."""
        if not self.cards.reset_due():
            self.fault("C4", "the row is replaced without need")
        out = Counter(card_list(event["out"]))
        if out != Counter(self.cards.face_up()):
            self.fault("C4", f"{in_words(out)} discarded from a row of {in_words(Counter(self.cards.face_up()))}")
        self.cards.discards.update(self.cards.face_up())
        new = self._read_row(event["cards"])
        self.cards.draw(card_list(new), ROW_SIZE, "C4")
        self.cards.row = new
        self.reset_reported = False

    def _read_row(self, cards: list[str | None]) -> list[str | None]:
        """A logged row, checked for form."""
        card_list(cards)
        if len(cards) != ROW_SIZE:
            raise ValueError("a row has five places")
        return list(cards)

    def on_reshuffle(self, event: Event) -> None:
        """The discards become the deck; checked with the event that needs it (C12)."""
        self.cards.reshuffled = handful(event["cards"])

    # drawing cards

    def _draw_card(self, event: Event) -> bool:
        """Open a draw or go on with it; true for the second card (C8)."""
        if self.stage == "second" and self.seat_of(event) == self.seat:
            return True
        self._act(event)
        return False

    def on_take(self, event: Event) -> None:
        """A face-up card (C8 to C10)."""
        second = self._draw_card(event)
        slot, card, refill = event["slot"], event["card"], event["refill"]
        row = self.cards.row
        if row is None or type(slot) is not int or not 0 <= slot < ROW_SIZE or card not in ALL_CARDS:
            raise ValueError("there is no such face-up card")
        if row[slot] != card:
            self.fault("C8", f"{card} taken from slot {slot}, which holds {row[slot]}")
        if second and card == LOCOMOTIVE:
            self.fault("C10", "a face-up locomotive taken as second card")
        self.player(event).hand[card] += 1
        self.cards.draw(card_list([refill]), 1, "C9")
        row[slot] = refill
        self.stage = self._after_draw() if second or card == LOCOMOTIVE else "second"

    def on_blind(self, event: Event) -> None:
        """The top of the deck (C8, C11)."""
        second = self._draw_card(event)
        self.cards.draw(card_list([event["card"]]), 1, "C13")
        self.player(event).hand[event["card"]] += 1
        self.stage = self._after_draw() if second else "second"

    def _second_card_possible(self) -> bool:
        """Whether a second card could be taken (C13)."""
        return self.cards.unseen() > 0 or any(card != LOCOMOTIVE for card in self.cards.face_up())

    def _after_draw(self) -> str:
        """What follows drawn cards (F3)."""
        return "build" if self.game["builds"] else "done"

    # building

    def on_build(self, event: Event) -> None:
        """A track piece laid on a free bed of its length after drawing cards (F3 to F6)."""
        if self.stage == "second" and not self._second_card_possible():
            self.stage = "build"
        if self.stage != "build" or self.seat_of(event) != self.seat:
            self.fault("F3", f"seat {event['p']} builds without having drawn cards in this turn")
        route = self.board.routes[event["route"]]
        piece = (event["colour"], route.length)
        if why := self._bed_barred(route):
            self.fault(*why)
        if self.pieces[piece] <= 0:
            self.fault("F4", f"no {piece[0]} piece of length {piece[1]} is in the supply")
        self.pieces[piece] -= 1
        self.built[route.id] = event["colour"]
        self.stage = "done"

    def _bed_barred(self, route: Route) -> tuple[str, str] | None:
        """Why a route cannot be built, if so."""
        if not route.bed:
            return "F2", f"{route.id} is no track bed"
        if route.id in self.built:
            return "F3", f"{route.id} has been built before"
        if any(other in self.built or other in self.owner for other in self.board.crossings[route.id]):
            return "F5", f"{route.id} crosses a built or claimed route"
        if self._one_track_only() and any(other in self.built for other in self.board.parallels[route.id]):
            return "F6", f"another track beside {route.id} has been built"
        return None

    def _building_possible(self) -> bool:
        """Whether a piece in supply fits a free bed (F3)."""
        lengths = {length for (_, length), count in self.pieces.items() if count > 0}
        return any(route.length in lengths and not self._bed_barred(route) for route in self.board.routes.values())

    def _one_track_only(self) -> bool:
        """With 2 or 3 players one of the parallel routes is all that can be used (C18)."""
        return len(self.players) <= 3

    # claiming

    def on_claim(self, event: Event) -> None:
        """A route claimed, a tunnel after its try (C14 to C18, E2, E3)."""
        seat = self.seat_of(event)
        route = self.board.routes[event["route"]]
        cards = handful(event["cards"])
        if self.tunnel is not None and self.seat == seat and self.tunnel.route is route:
            self._check_tunnel_payment(self.tunnel, cards)
            self._drop_tunnel()
        else:
            self._act(event)
            if route.tunnel:
                self.fault("E3", f"{route.id} is a tunnel and was claimed without turning up cards")
            self._check_claim(seat, route, cards)
        self._pay(self.players[seat], cards)
        self._hand_over(seat, route, event["points"])
        self.stage = "done"

    def _check_claim(self, seat: int, route: Route, cards: Handful) -> None:
        """A route that is open to the seat and a full payment for it."""
        if why := self._route_barred(seat, route):
            self.fault(*why)
        self._check_payment(cards, route.length, self._colour(route), route.ferry)

    def _check_payment(self, cards: Handful, count: int, colour: str, ferry: int = 0) -> None:
        """So many cards of one colour, with locomotives for any (C14), enough of them for a ferry (E2)."""
        colours = {card for card in cards if card != LOCOMOTIVE}
        if cards.total() != count:
            self.fault("C14", f"{in_words(cards)} paid where {count} cards are due")
        if len(colours) > 1 or (colour != GREY and colours - {colour}):
            self.fault("C14", f"{in_words(cards)} paid for {colour}")
        if cards[LOCOMOTIVE] < ferry:
            self.fault("E2", f"{cards[LOCOMOTIVE]} locomotives paid for a ferry with {ferry}")

    def _check_holds(self, player: Player, cards: Handful) -> None:
        """Cards laid down must be in the hand (C14)."""
        if missing := cards - player.hand:
            self.fault("C14", f"{in_words(missing)} played that the hand does not hold")

    def _pay(self, player: Player, cards: Handful) -> None:
        """Cards from the hand to the discards (C15)."""
        self._check_holds(player, cards)
        player.hand = player.hand - cards
        self.cards.discards.update(cards)

    def _hand_over(self, seat: int, route: Route, points: int) -> None:
        """Trains, points and ownership of a claimed route; its piece goes back (C15, C16, F4)."""
        player = self.players[seat]
        player.trains -= route.length
        if points != ROUTE_POINTS[route.length]:
            self.fault("C16", f"{points} points for {route.id}, {ROUTE_POINTS[route.length]} are right")
        player.points += ROUTE_POINTS[route.length]
        if route.id not in self.owner:
            self.owner[route.id] = seat
            player.routes.append(route)
            if route.id in self.built:
                self.pieces[(self.built[route.id], route.length)] += 1

    def _colour(self, route: Route) -> str:
        """The route's colour: that of its piece for a bed (F3)."""
        return self.built.get(route.id, route.colour)

    def _route_barred(self, seat: int, route: Route) -> tuple[str, str] | None:
        """Why a seat cannot claim a route whatever it pays, if so."""
        beside = {self.owner[other] for other in self.board.parallels[route.id] if other in self.owner}
        if route.id in self.owner:
            return "C15", f"{route.id} belongs to seat {self.owner[route.id]}"
        if beside and self._one_track_only():
            return "C18", f"{route.id} is closed, a route parallel to it is claimed"
        if seat in beside:
            return "C17", f"seat {seat} owns a route parallel to {route.id}"
        if route.bed and route.id not in self.built:
            return "F2", f"{route.id} has not been built"
        if not route.bed and any(other in self.built for other in self.board.crossings[route.id]):
            return "F5", f"{route.id} crosses a built route"
        if self.players[seat].trains < route.length:
            return "C15", f"{self.players[seat].trains} trains are too few for {route.id}"
        return None

    def _claim_possible(self, seat: int, route: Route) -> bool:
        """Whether a seat could claim a route, or try it if it is a tunnel."""
        colour = self._colour(route)
        colours = COLOURS if colour == GREY else (colour,)
        payable = self.players[seat].can_pay(route.length, colours, route.ferry)
        return payable and self._route_barred(seat, route) is None

    # tunnels

    def on_tunnel(self, event: Event) -> None:
        """A try at a tunnel: a full payment laid down, three cards turned up (E3, E6)."""
        player = self._act(event)
        route = self.board.routes[event["route"]]
        laid = handful(event["cards"])
        if not route.tunnel:
            self.fault("E3", f"{route.id} is no tunnel")
        self._check_claim(self.seat_of(event), route, laid)
        self._check_holds(player, laid)
        turned = card_list(event["turned"])
        self.cards.draw(turned, TURNED_UP, "E6")
        extra = tunnel_extra(laid, turned)
        if event["extra"] != extra:
            self.fault("E3", f"{event['extra']} cards more asked for, {extra} are right")
        self.tunnel = TunnelTry(route, laid, turned, extra)
        self.stage = "tunnel"

    def _check_tunnel_payment(self, tried: TunnelTry, cards: Handful) -> None:
        """What was laid down and the extra cards, of the colour played or locomotives (E3)."""
        if tried.laid - cards:
            self.fault("E3", f"{in_words(tried.laid - cards)} laid down for the tunnel is not in the payment")
        added = cards - tried.laid
        if added.total() != tried.extra:
            self.fault("E3", f"{added.total()} cards added for a tunnel that asks for {tried.extra}")
        if set(added) - {LOCOMOTIVE, played_colour(tried.laid)}:
            self.fault("E3", f"{in_words(added)} added to {in_words(tried.laid)}")

    def on_decline(self, event: Event) -> None:
        """The tunnel was not paid: the cards return to the hand (E4)."""
        tried = self.tunnel
        if tried is None or self.seat_of(event) != self.seat or tried.route.id != event["route"]:
            self.fault("E4", f"{event['route']} declined without a try at it")
        elif tried.extra == 0:
            self.fault("E4", f"{event['route']} declined though it costs nothing more")
        self._drop_tunnel()
        self.stage = "done"

    def _drop_tunnel(self) -> None:
        """The turned-up cards go to the discards (E5)."""
        if self.tunnel is not None:
            self.cards.discards.update(self.tunnel.turned)
        self.tunnel = None

    # stations

    def on_station(self, event: Event) -> None:
        """A station built (E7)."""
        player = self._act(event)
        city = event["city"]
        if len(player.stations) >= self.game["stations"]:
            self.fault("E7", f"seat {event['p']} has no station left")
        if city not in self.board.cities:
            self.fault("E7", f"{city} is no city")
        if city in self._station_cities():
            self.fault("E7", f"{city} has a station already")
        cards = handful(event["cards"])
        self._check_payment(cards, len(player.stations) + 1, GREY)
        self._pay(player, cards)
        player.stations.append(city)

    def _station_cities(self) -> set[str]:
        """All cities with a station."""
        return {city for player in self.players for city in player.stations}

    def _station_possible(self, player: Player) -> bool:
        """Whether a player could build a station (E7)."""
        used = len(player.stations)
        free = self.board.cities - self._station_cities()
        return used < self.game["stations"] and bool(free) and player.can_pay(used + 1, COLOURS)

    # tickets

    def on_offer(self, event: Event) -> None:
        """Tickets to choose from, in the set-up (C5) or as an action (C20)."""
        seat = self.seat_of(event)
        tickets = self._ticket_ids(event["tickets"])
        if self.seat is None and not self.players[seat].first_offer:
            self._first_offer(seat, tickets)
        else:
            self._later_offer(event, tickets)
        self.players[seat].offered = tickets

    def _later_offer(self, event: Event, tickets: list[str]) -> None:
        """The top tickets of the deck (C20)."""
        self._act(event)
        due = min(self.game["later_tickets"], self.regular_tickets.size())
        if len(tickets) != due or not due:
            self.fault("C20", f"{len(tickets)} tickets taken, {due} were due")
        if not self.regular_tickets.take(tickets):
            self.fault("C20", f"{', '.join(tickets)} cannot be the top tickets of the deck")
        self.stage = "keep"

    def on_keep(self, event: Event) -> None:
        """Tickets kept; the others leave as the game says (C5, C20, E1, F1)."""
        player = self.player(event)
        kept = self._ticket_ids(event["tickets"])
        offered = player.offered
        first = self.seat is None
        if offered is None or not (first or (self.stage == "keep" and self.seat_of(event) == self.seat)):
            self.fault("C20", f"seat {event['p']} keeps tickets without an offer")
            offered = []
        least = min(self.game["first_keep" if first else "later_keep"], len(offered))
        if set(kept) - set(offered):
            self.fault("C20", f"{', '.join(sorted(set(kept) - set(offered)))} kept and not offered")
        if len(kept) < least:
            self.fault("C5" if first else "C20", f"{len(kept)} tickets kept, at least {least} must be")
        player.tickets += kept
        player.offered = None
        self._return_tickets(player, [ticket for ticket in offered if ticket not in kept], first)

    def _return_tickets(self, player: Player, tickets: list[str], first: bool) -> None:
        """Tickets not kept: first ones wait until all have chosen, later ones go under the deck (C20)."""
        if first:
            player.first_keep = True
            player.first_returned = tickets
        else:
            self.regular_tickets.put_under(tickets)
            self.stage = "done"

    def _ticket_ids(self, names: list[str]) -> list[str]:
        """The tickets of logged names, none of them twice."""
        tickets = [self.board.ticket(name).id for name in names]
        if len(set(tickets)) != len(tickets):
            raise ValueError(f"a ticket stands twice in {names}")
        return tickets

    # the end

    def on_end(self, event: Event) -> None:
        """The game is over by the rules, and its score is right (C22 to C25)."""
        if self.seat is None:
            self._start_play()
        else:
            self.close_turn()
        if not self.is_over():
            self.fault("C23", "the game ends before its last turn")
        self.ended = True
        self._check_card_count()
        Scoring(self).check(event)

    def _check_card_count(self) -> None:
        """All cards are still there (C1)."""
        hands = sum(player.hand.total() for player in self.players)
        total = hands + self.cards.unseen() + len(self.cards.face_up())
        if total != ALL_CARDS.total():
            self.fault("C1", f"{total} cards at the end of the game, there are {ALL_CARDS.total()}")


@dataclass
class Tally:
    """What one seat's score is made of, reckoned afresh."""

    routes: int
    tickets: int
    completed: int
    stations: int
    stations_used: int
    longest: int
    longest_bonus: int = 0
    most_tickets_bonus: int = 0

    def total(self) -> int:
        """The final score."""
        return self.routes + self.tickets + self.stations + self.longest_bonus + self.most_tickets_bonus


class Scoring:
    """Checks the end event against a score of its own."""

    def __init__(self, referee: Referee) -> None:
        """Take the table as it stands at the end."""
        self.board = referee.board
        self.game = referee.game
        self.players = referee.players
        self.fault = referee.fault

    def check(self, event: Event) -> None:
        """Every number of every score, and the winners."""
        scores: list[dict[str, Any]] = event["scores"]
        if len(scores) != len(self.players):
            raise ValueError("there is not one score a seat")
        tallies = [self._tally(seat, score) for seat, score in enumerate(scores)]
        self._add_longest_bonus(tallies)
        self._add_most_tickets_bonus(tallies, scores)
        for seat, (tally, score) in enumerate(zip(tallies, scores, strict=True)):
            self._compare(seat, tally, score)
        self._check_winners(tallies, event["winners"])

    def _tally(self, seat: int, score: dict[str, Any]) -> Tally:
        """Points of a seat without the bonuses; completed tickets as logged once they are found right."""
        player = self.players[seat]
        left = self.game["stations"] - len(player.stations)
        return Tally(
            routes=player.points,
            tickets=best_ticket_points(player.routes, self._borrowable(seat), self._tickets_of(player)),
            completed=self._check_tickets(seat, score),
            stations=left * self.game["station_points"],
            stations_used=len(player.stations),
            longest=longest_trail([(route.a, route.end, route.length) for route in player.routes]),
        )

    def _tickets_of(self, player: Player) -> list[Ticket]:
        """The tickets a player kept."""
        return [self.board.tickets[ticket] for ticket in player.tickets]

    def _borrowable(self, seat: int) -> list[list[Route]]:
        """For each station of a seat the other players' routes into its city (E8)."""
        others = [r for other, player in enumerate(self.players) if other != seat for r in player.routes]
        return [[route for route in others if city in (route.a, route.b)] for city in self.players[seat].stations]

    def _check_tickets(self, seat: int, score: dict[str, Any]) -> int:
        """Completed and failed tickets agree with own and borrowed routes; return how many are completed (C22, E8)."""
        player = self.players[seat]
        borrowed = [self.board.routes[route] for route in score["borrowed"]]
        self._check_borrowed(seat, borrowed)
        network = Network([*player.routes, *borrowed])
        completed = sorted(t.id for t in self._tickets_of(player) if network.joins(t))
        failed = sorted(set(player.tickets) - set(completed))
        for name, right in (("completed", completed), ("failed", failed)):
            logged = sorted(self.board.ticket(ticket).id for ticket in score[name])
            if logged != right:
                self.fault("C22", f"seat {seat}: {name} tickets {logged}, {right} are right")
        return len(completed)

    def _check_borrowed(self, seat: int, borrowed: list[Route]) -> None:
        """At most one route of another player for each station (E8)."""
        options = self._borrowable(seat)
        fits = len(borrowed) <= len(options) and any(
            all(route in choices for route, choices in zip(borrowed, order, strict=False))
            for order in permutations(options)
        )
        if not fits:
            self.fault("E8", f"seat {seat}: its stations cannot borrow {[route.id for route in borrowed]}")

    def _add_longest_bonus(self, tallies: list[Tally]) -> None:
        """The bonus for the longest path to all who tie for it (C24)."""
        for tally in tallies:
            tally.longest_bonus = self.game["longest_bonus"] if has_longest(tally, tallies) else 0

    def _add_most_tickets_bonus(self, tallies: list[Tally], scores: list[dict[str, Any]]) -> None:
        """The bonus for most tickets to all who tie for it (F9); where nobody completed one, to all or to none."""
        most = max(tally.completed for tally in tallies)
        if most == 0 and all(score["mostTicketsBonus"] == 0 for score in scores):
            return
        for tally in tallies:
            tally.most_tickets_bonus = self.game["most_tickets_bonus"] if tally.completed == most else 0

    def _compare(self, seat: int, tally: Tally, score: dict[str, Any]) -> None:
        """Each logged number against the right one."""
        right = {
            "routes": ("C16", tally.routes),
            "tickets": ("E8" if tally.stations_used else "C22", tally.tickets),
            "stations": ("E9", tally.stations),
            "longest": ("C24", tally.longest),
            "longestBonus": ("C24", tally.longest_bonus),
            "mostTicketsBonus": ("F9", tally.most_tickets_bonus),
            "total": ("C25", tally.total()),
        }
        for key, (rule, value) in right.items():
            if score[key] != value:
                self.fault(rule, f"seat {seat}: {key} {score[key]}, {value} is right")

    def _check_winners(self, tallies: list[Tally], winners: list[int]) -> None:
        """Highest total, then the tie-breaks, then a shared win (C25, E11)."""
        ranks = [self._rank(tally, tallies) for tally in tallies]
        right = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        if sorted(winners) != right:
            rule = "E11" if self.game["stations"] else "C25"
            self.fault(rule, f"winners {winners}, {right} is right")

    def _rank(self, tally: Tally, tallies: list[Tally]) -> tuple[int, int, int, bool]:
        """What decides the win, the first difference first; stations used are none but in Europe."""
        return tally.total(), tally.completed, -tally.stations_used, has_longest(tally, tallies)


def has_longest(tally: Tally, tallies: Iterable[Tally]) -> bool:
    """Whether a seat has the longest path, alone or tied (C24)."""
    return tally.longest > 0 and tally.longest == max(other.longest for other in tallies)


# --- the way in ---------------------------------------------------------------------------------------------------


def check(log: dict[str, Any], board: dict[str, Any], game: dict[str, Any]) -> list[str]:
    """Every rule violation in the log of one game; an empty list means the log is right."""
    seats = len(log.get("players", []))
    if log.get("format") != LOG_FORMAT:
        return [f"LOG format {log.get('format')}, {LOG_FORMAT} is known"]
    if not 2 <= seats <= 5:
        return [f"C2 {seats} players"]
    referee = Referee(Board(board, game), game, seats)
    referee.replay(log["events"])
    return referee.faults


def check_log(log: dict[str, Any]) -> list[str]:
    """The same with the board and the settings of the game that the log names."""
    return check(log, load_board(log["game"]), GAMES[log["game"]])
