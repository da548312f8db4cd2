"""The referee itself: right logs from a small slow simulator pass, and every kind of wrong log is caught."""

from __future__ import annotations

import copy
import random
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

import pytest
from referee import (
    ALL_CARDS,
    COLOURS,
    GAMES,
    GREY,
    LOCOMOTIVE,
    ROUTE_POINTS,
    Board,
    Edge,
    Network,
    Referee,
    Route,
    Scoring,
    Ticket,
    TicketDeck,
    best_ticket_points,
    check,
    check_log,
    load_board,
    longest_trail,
)

Log = dict[str, Any]
BOARDS = {game_id: load_board(game_id) for game_id in GAMES}


# --- a small slow simulator ---------------------------------------------------------------------------------------


class Simulator:
    """Plays a game at random and writes its log; `habits` says how much each action is liked."""

    def __init__(self, game_id: str, seats: int, seed: int, habits: dict[str, float] | None = None) -> None:
        """Shuffle everything."""
        self.rng = random.Random(seed)
        self.game_id = game_id
        self.game = GAMES[game_id]
        self.board = Board(BOARDS[game_id], self.game)
        self.habits = {"draw": 3.0, "claim": 3.0, "tickets": 0.3, "station": 0.3, **(habits or {})}
        self.seats = seats
        self.events: list[dict[str, Any]] = []
        self.deck = list(ALL_CARDS.elements())
        self.rng.shuffle(self.deck)
        self.discards: list[str] = []
        self.row: list[str | None] = [None] * 5
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.trains = [self.game["trains"]] * seats
        self.tickets: list[list[str]] = [[] for _ in range(seats)]
        self.stations: list[list[str]] = [[] for _ in range(seats)]
        self.owner: dict[str, int] = {}
        self.colour: dict[str, str] = {}
        self.pieces = Counter(self.board.pieces)
        ids = [ticket.id for ticket in self.board.regular]
        self.ticket_deck = deque(self.rng.sample(ids, len(ids)))
        self.long = self.rng.sample([ticket.id for ticket in self.board.long], len(self.board.long))

    def log(self, e: str, **fields: Any) -> None:
        """Write an event."""
        self.events.append({"e": e, **fields})

    def play(self) -> Log:
        """The whole game."""
        self.set_up()
        seat = self.rng.randrange(self.seats)
        self.log("first", p=seat)
        passes, left = 0, -1
        while passes < self.seats and left != 0:
            passes = 0 if self.turn(seat) else passes + 1
            left -= 1
            if left < 0 and self.trains[seat] <= 2:
                self.log("last", p=seat)
                left = self.seats
            self.fill_gaps()
            seat = (seat + 1) % self.seats
        self.finish()
        names = ["random"] * self.seats
        return {"format": "railhead-log/1", "game": self.game_id, "players": names, "seed": "0", "events": self.events}

    def set_up(self) -> None:
        """Cards, row and first tickets."""
        for seat in range(self.seats):
            cards = [self.next_card() for _ in range(self.game["first_cards"])]
            self.hands[seat].update(card for card in cards if card)
            self.log("deal", p=seat, cards=cards)
        self.row = [self.next_card() for _ in range(5)]
        self.log("row", cards=list(self.row))
        self.mend_row()
        returned: list[list[str]] = []
        for seat in range(self.seats):
            offer = [self.long.pop() for _ in range(self.game["long_tickets"])]
            offer += [self.ticket_deck.popleft() for _ in range(self.game["first_tickets"])]
            returned.append(self.choose_tickets(seat, offer, self.game["first_keep"]))
        back = [ticket for tickets in returned for ticket in tickets]
        if self.game["first_return"] == "shuffled":
            self.rng.shuffle(back)
        if self.game["first_return"] != "out":
            self.ticket_deck.extend(back)

    def choose_tickets(self, seat: int, offer: list[str], least: int) -> list[str]:
        """Keep some of the tickets, return the others."""
        self.log("offer", p=seat, tickets=offer)
        kept = self.rng.sample(offer, self.rng.randint(min(least, len(offer)), len(offer)))
        self.log("keep", p=seat, tickets=kept)
        self.tickets[seat] += kept
        return [ticket for ticket in offer if ticket not in kept]

    def next_card(self) -> str | None:
        """The top of the deck, reshuffling if need be."""
        if not self.deck and self.discards:
            self.log("reshuffle", cards=dict(Counter(self.discards)))
            self.deck, self.discards = self.discards, []
            self.rng.shuffle(self.deck)
        return self.deck.pop() if self.deck else None

    def mend_row(self) -> None:
        """Replace a row of three locomotives as long as it can be mended."""
        while self.row.count(LOCOMOTIVE) >= 3:
            around = [*self.deck, *self.discards, *(card for card in self.row if card)]
            if len(around) - around.count(LOCOMOTIVE) < 3:
                return
            out = [card for card in self.row if card]
            self.discards += out
            self.row = [self.next_card() for _ in range(5)]
            self.log("reset", out=out, cards=list(self.row))

    def fill_gaps(self) -> None:
        """Fill the row at the end of a turn."""
        if None in self.row and (self.deck or self.discards):
            self.row = [card or self.next_card() for card in self.row]
            self.log("row", cards=list(self.row))
        self.mend_row()

    def turn(self, seat: int) -> bool:
        """One action, false for a pass."""
        actions: dict[str, Callable[[int], None]] = {}
        if self.deck or self.discards or any(self.row):
            actions["draw"] = self.draw
        if any(self.open_to(seat, route) and self.payments(seat, route) for route in self.board.routes.values()):
            actions["claim"] = self.claim
        if self.ticket_deck:
            actions["tickets"] = self.draw_tickets
        if len(self.stations[seat]) < self.game["stations"] and self.payments_of(seat, len(self.stations[seat]) + 1):
            actions["station"] = self.station
        if not actions:
            self.log("pass", p=seat)
            return False
        weights = [self.habits[action] + 1e-6 for action in actions]
        self.rng.choices(list(actions.values()), weights)[0](seat)
        return True

    def draw(self, seat: int) -> None:
        """One or two cards, then a building."""
        for second in (False, True):
            slots = [slot for slot, card in enumerate(self.row) if card and not (second and card == LOCOMOTIVE)]
            blind = bool(self.deck or self.discards)
            if not slots and not blind:
                break
            if blind and (not slots or self.rng.random() < 0.4):
                card = self.next_card()
                assert card
                self.log("blind", p=seat, card=card)
                self.hands[seat][card] += 1
                continue
            if self.take(seat, self.rng.choice(slots)) == LOCOMOTIVE:
                break
        self.build(seat)

    def take(self, seat: int, slot: int) -> str:
        """A face-up card."""
        card = self.row[slot]
        assert card
        self.hands[seat][card] += 1
        self.row[slot] = self.next_card()
        self.log("take", p=seat, slot=slot, card=card, refill=self.row[slot])
        self.mend_row()
        return card

    def build(self, seat: int) -> None:
        """A piece on any free bed."""
        fits = [
            (route.id, colour)
            for route in self.board.routes.values()
            if route.bed and route.id not in self.colour and not self.bed_blocked(route)
            for colour in COLOURS
            if self.pieces[colour, route.length]
        ]
        if fits:
            route_id, colour = self.rng.choice(fits)
            self.pieces[colour, self.board.routes[route_id].length] -= 1
            self.colour[route_id] = colour
            self.log("build", p=seat, route=route_id, colour=colour)

    def bed_blocked(self, route: Route) -> bool:
        """Crossed, or the second track of a small table."""
        crossed = self.board.crossings[route.id] & (set(self.colour) | set(self.owner))
        return bool(crossed) or (self.seats <= 3 and bool(self.board.parallels[route.id] & set(self.colour)))

    def open_to(self, seat: int, route: Route) -> bool:
        """Whether a seat may claim a route."""
        beside = [self.owner[other] for other in self.board.parallels[route.id] if other in self.owner]
        if route.id in self.owner or seat in beside or (beside and self.seats <= 3):
            return False
        if route.bed and route.id not in self.colour:
            return False
        if not route.bed and self.board.crossings[route.id] & set(self.colour):
            return False
        return bool(self.trains[seat] >= route.length)

    def payments(self, seat: int, route: Route) -> list[dict[str, int]]:
        """All payments of a seat for a route."""
        return self.payments_of(seat, route.length, self.colour.get(route.id, route.colour), route.ferry)

    def payments_of(self, seat: int, count: int, colour: str = GREY, ferry: int = 0) -> list[dict[str, int]]:
        """All ways of paying so many cards."""
        hand = self.hands[seat]
        found = [{LOCOMOTIVE: count}] if hand[LOCOMOTIVE] >= count else []
        for one in COLOURS if colour == GREY else (colour,):
            for wild in range(ferry, count):
                if hand[LOCOMOTIVE] >= wild and hand[one] >= count - wild:
                    found.append({one: count - wild, **({LOCOMOTIVE: wild} if wild else {})})
        return found

    def claim(self, seat: int) -> None:
        """Any route that can be paid."""
        choices = [
            (r, pay) for r in self.board.routes.values() if self.open_to(seat, r) for pay in self.payments(seat, r)
        ]
        route, cards = self.rng.choice(choices)
        turned: list[str] = []
        if route.tunnel:
            turned = [card for card in (self.next_card() for _ in range(3)) if card]
            colour = next((card for card in cards if card != LOCOMOTIVE), LOCOMOTIVE)
            extra = sum(card in (colour, LOCOMOTIVE) for card in turned)
            self.log("tunnel", p=seat, route=route.id, cards=cards, turned=turned, extra=extra)
            full = self.add_extra(seat, cards, colour, extra)
            if full is None:
                self.discards += turned
                self.log("decline", p=seat, route=route.id)
                return
            cards = full
        self.pay(seat, cards)
        self.discards += turned
        self.owner[route.id] = seat
        self.trains[seat] -= route.length
        if route.bed:
            self.pieces[self.colour[route.id], route.length] += 1
        self.log("claim", p=seat, route=route.id, cards=cards, points=ROUTE_POINTS[route.length])

    def add_extra(self, seat: int, cards: dict[str, int], colour: str, extra: int) -> dict[str, int] | None:
        """The payment with the extra cards of a tunnel, or none if it is declined."""
        full = Counter(cards)
        for _ in range(extra):
            options = [card for card in (colour, LOCOMOTIVE) if self.hands[seat][card] > full[card]]
            if not options or self.rng.random() < 0.1:
                return None
            full[self.rng.choice(options)] += 1
        return dict(full)

    def pay(self, seat: int, cards: dict[str, int]) -> None:
        """Cards from the hand to the discards."""
        self.hands[seat].subtract(cards)
        self.discards += Counter(cards).elements()

    def draw_tickets(self, seat: int) -> None:
        """Later tickets."""
        count = min(self.game["later_tickets"], len(self.ticket_deck))
        offer = [self.ticket_deck.popleft() for _ in range(count)]
        self.ticket_deck.extend(self.choose_tickets(seat, offer, self.game["later_keep"]))

    def station(self, seat: int) -> None:
        """A station on any free city."""
        cards = self.rng.choice(self.payments_of(seat, len(self.stations[seat]) + 1))
        free = self.board.cities - {city for cities in self.stations for city in cities}
        city = self.rng.choice(sorted(free))
        self.pay(seat, cards)
        self.stations[seat].append(city)
        self.log("station", p=seat, city=city, cards=cards)

    def finish(self) -> None:
        """Scores and winners."""
        scores = [self.score(seat) for seat in range(self.seats)]
        longest = max(score["longest"] for score in scores)
        most = max(len(score["completed"]) for score in scores)
        for score in scores:
            best_path = 0 < score["longest"] == longest
            score["longestBonus"] = self.game["longest_bonus"] if best_path else 0
            score["mostTicketsBonus"] = self.game["most_tickets_bonus"] if len(score["completed"]) == most else 0
            parts = ("routes", "tickets", "stations", "longestBonus", "mostTicketsBonus")
            score["total"] = sum(score[part] for part in parts)
        ranks = [
            (s["total"], len(s["completed"]), -len(self.stations[seat]), 0 < s["longest"] == longest)
            for seat, s in enumerate(scores)
        ]
        self.log("end", scores=scores, winners=[seat for seat in range(self.seats) if ranks[seat] == max(ranks)])

    def score(self, seat: int) -> dict[str, Any]:
        """One seat's score without bonuses."""
        own = [self.board.routes[route] for route, who in self.owner.items() if who == seat]
        tickets = [self.board.tickets[ticket] for ticket in self.tickets[seat]]
        borrowed = self.best_borrowing(seat, own, tickets)
        network = Network([*own, *borrowed])
        completed = [ticket for ticket in tickets if network.joins(ticket)]
        failed = [ticket for ticket in tickets if ticket not in completed]
        return {
            "routes": sum(ROUTE_POINTS[route.length] for route in own),
            "tickets": sum(t.points for t in completed) - sum(t.points for t in failed),
            "completed": [ticket.id for ticket in completed],
            "failed": [ticket.id for ticket in failed],
            "stations": (self.game["stations"] - len(self.stations[seat])) * self.game["station_points"],
            "borrowed": [route.id for route in borrowed],
            "longest": longest_trail([(route.a, route.end, route.length) for route in own]),
        }

    def best_borrowing(self, seat: int, own: list[Route], tickets: list[Ticket]) -> list[Route]:
        """Try every use of every station."""
        others = [self.board.routes[route] for route, who in self.owner.items() if who != seat]
        options = [[None, *(r for r in others if city in (r.a, r.b))] for city in self.stations[seat]]
        choices = [[route for route in choice if route] for choice in product(*options)]
        return max(choices, key=lambda borrowed: points_with(tickets, [*own, *borrowed]))


def points_with(tickets: Iterable[Ticket], routes: Iterable[Route]) -> int:
    """Ticket points with these routes."""
    network = Network(routes)
    return sum(t.points if network.joins(t) else -t.points for t in tickets)


HOARDER = {"draw": 60.0, "claim": 0.2, "tickets": 0.1}
BUILDER = {"draw": 1.0, "claim": 20.0, "station": 2.0}
COLLECTOR = {"tickets": 20.0}


# --- right logs pass ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_right_logs_pass(game_id: str, seats: int) -> None:
    for seed in range(2):
        assert check_log(Simulator(game_id, seats, seed).play()) == []


@pytest.mark.parametrize("game_id", ["usa", "europe", "france"])
@pytest.mark.parametrize("habits", [HOARDER, BUILDER, COLLECTOR], ids=["hoarder", "builder", "collector"])
def test_right_logs_of_odd_habits_pass(game_id: str, habits: dict[str, float]) -> None:
    for seats in (2, 5):
        assert check_log(Simulator(game_id, seats, 7, habits).play()) == []


def test_C13_row_with_gaps_passes() -> None:
    log = Simulator("europe", 5, 7, HOARDER).play()
    kinds = Counter(event["e"] for event in log["events"])
    assert kinds["row"] > 1
    assert kinds["reshuffle"] > 0


def test_check_is_fast() -> None:
    logs = [Simulator(game_id, 5, 1).play() for game_id in GAMES]
    start = time.perf_counter()
    for log in logs:
        check(log, BOARDS[log["game"]], GAMES[log["game"]])
    assert (time.perf_counter() - start) / len(logs) < 0.25


# --- wrong logs are caught ----------------------------------------------------------------------------------------


def wrong(log: Log, change: Callable[[list[dict[str, Any]]], object]) -> set[str]:
    """The rules that a changed copy of a log breaks."""
    changed = copy.deepcopy(log)
    change(changed["events"])
    return {fault.split()[2] for fault in check_log(changed)}


def of_kind(log: Log, kind: str) -> int:
    """The index of an event of a kind in the middle of the game."""
    found = [index for index, event in enumerate(log["events"]) if event["e"] == kind]
    return found[len(found) // 2]


EUROPE = Simulator("europe", 4, 11, {"station": 1.0}).play()
FRANCE = Simulator("france", 3, 5).play()
USA = Simulator("usa", 3, 5).play()


@pytest.mark.parametrize(
    "log", [EUROPE, FRANCE, USA, Simulator("usa", 5, 7, HOARDER).play()], ids=lambda log: log["game"]
)
def test_every_lost_or_doubled_event_is_caught(log: Log) -> None:
    board, game = BOARDS[log["game"]], GAMES[log["game"]]
    events = log["events"]
    for index in range(0, len(events), 7):
        lost = {**log, "events": events[:index] + events[index + 1 :]}
        doubled = {**log, "events": events[: index + 1] + events[index:]}
        assert check(lost, board, game), f"lost {events[index]}"
        assert check(doubled, board, game), f"doubled {events[index]}"


@pytest.mark.parametrize(
    ("kind", "field", "value", "rule"),
    [
        ("claim", "points", 3, "C16"),
        ("claim", "cards", {"red": 9}, "C14"),
        ("blind", "p", 3, "C6"),
        ("take", "slot", 5, "LOG"),
        ("take", "refill", None, "C9"),
        ("tunnel", "extra", 4, "E3"),
        ("tunnel", "turned", ["red"], "E6"),
        ("station", "city", "atlantis", "E7"),
        ("station", "cards", {"red": 1, "blue": 1, "green": 1}, "C14"),
        ("reshuffle", "cards", {"red": 12}, "C12"),
        ("reset", "out", ["red", "red", "red", "red", "red"], "C4"),
        ("keep", "tickets", [], "C20"),
        ("offer", "tickets", [], "C20"),
        ("last", "p", 9, "LOG"),
    ],
)
def test_changed_field_is_caught(kind: str, field: str, value: Any, rule: str) -> None:
    index = of_kind(EUROPE, kind)
    assert rule in wrong(EUROPE, lambda events: events[index].update({field: value}))


@pytest.mark.parametrize(
    ("field", "rule"),
    [
        ("routes", "C16"),
        ("tickets", "E8"),
        ("stations", "E9"),
        ("longest", "C24"),
        ("longestBonus", "C24"),
        ("mostTicketsBonus", "F9"),
        ("total", "C25"),
    ],
)
def test_altered_score_is_caught(field: str, rule: str) -> None:
    seat = next(event["p"] for event in EUROPE["events"] if event["e"] == "station")

    def alter(events: list[dict[str, Any]]) -> None:
        events[-1]["scores"][seat][field] += 1

    assert wrong(EUROPE, alter) == {rule}


def test_C22_ticket_on_the_wrong_list_is_caught() -> None:
    def move(events: list[dict[str, Any]]) -> None:
        score = next(score for score in events[-1]["scores"] if score["failed"])
        score["completed"].append(score["failed"].pop())

    assert wrong(FRANCE, move) == {"C22"}


def test_C25_wrong_winner_is_caught() -> None:
    losers = [seat for seat in range(3) if seat not in USA["events"][-1]["winners"]]
    assert wrong(USA, lambda events: events[-1].update(winners=losers)) == {"C25"}


def test_C23_end_too_early_and_too_late_is_caught() -> None:
    assert "C23" in wrong(USA, lambda events: events.insert(-1, {"e": "blind", "p": 0, "card": "red"}))
    last = of_kind(USA, "last")
    assert "C23" in wrong(USA, lambda events: events.__delitem__(slice(last + 1, -1)))
    assert "C23" in wrong(USA, lambda events: events.pop())


def test_E1_a_long_ticket_drawn_later_is_caught() -> None:
    kept = [ticket for event in EUROPE["events"] if event["e"] == "offer" for ticket in event["tickets"]]
    long = next(ticket.id for ticket in Board(BOARDS["europe"], GAMES["europe"]).long if ticket.id not in kept)
    later = max(index for index, event in enumerate(EUROPE["events"]) if event["e"] == "offer")

    def swap(events: list[dict[str, Any]]) -> None:
        events[later]["tickets"][0] = long

    assert "C20" in wrong(EUROPE, swap)


def test_ticket_names_with_points_pass() -> None:
    log = copy.deepcopy(USA)
    tickets = Board(BOARDS["usa"], GAMES["usa"]).tickets
    for event in log["events"]:
        if "tickets" in event:
            event["tickets"] = [f"{name}:{tickets[name].points}" for name in event["tickets"]]
    assert check_log(log) == []


def test_unreadable_logs_are_reported() -> None:
    assert check_log({**USA, "format": "other"})
    assert check_log({**USA, "players": ["alone"]})
    assert check_log({**USA, "events": []})
    assert "LOG" in wrong(USA, lambda events: events.insert(3, {"e": "nonsense"}))
    assert "LOG" in wrong(USA, lambda events: events.insert(3, {}))


# --- single rules -------------------------------------------------------------------------------------------------

PLAIN_ROW = ["red", "red", "blue", "blue", "green"]


def playing(game_id: str = "usa", seats: int = 2, row: Any = None, **hand: int) -> Referee:
    """A table after the set-up with seat 0 to move, holding this hand."""
    referee = Referee(Board(BOARDS[game_id], GAMES[game_id]), GAMES[game_id], seats)
    referee.first = 0
    referee.seat = seats - 1
    referee.cards.row = list(row or PLAIN_ROW)
    referee.players[0].hand = Counter(hand)
    referee.cards.deck -= Counter(hand) + Counter(referee.cards.face_up())
    return referee


def rules(referee: Referee, *events: dict[str, Any]) -> list[str]:
    """The rules that the events break."""
    for event in events:
        referee.index += 1
        try:
            referee.judge(event)
        except (ValueError, KeyError) as error:
            referee.fault("LOG", str(error))
    return [fault.split()[2] for fault in referee.faults]


def blind(seat: int, card: str) -> dict[str, Any]:
    """A card from the deck."""
    return {"e": "blind", "p": seat, "card": card}


def take(seat: int, slot: int, card: str, refill: str | None = "black") -> dict[str, Any]:
    """A face-up card."""
    return {"e": "take", "p": seat, "slot": slot, "card": card, "refill": refill}


def claim(seat: int, route: str, points: int, **cards: int) -> dict[str, Any]:
    """A route claimed."""
    return {"e": "claim", "p": seat, "route": route, "cards": cards, "points": points}


def tunnel(route: str, turned: list[str], extra: int, **cards: int) -> dict[str, Any]:
    """A try of seat 0 at a tunnel."""
    return {"e": "tunnel", "p": 0, "route": route, "cards": cards, "turned": turned, "extra": extra}


def build(seat: int, route: str, colour: str) -> dict[str, Any]:
    """A piece laid."""
    return {"e": "build", "p": seat, "route": route, "colour": colour}


def pass_turn(seat: int) -> dict[str, Any]:
    """A pass."""
    return {"e": "pass", "p": seat}


def empty_deck(referee: Referee, *left: str) -> None:
    """Give all cards of the deck but these to seat 1."""
    referee.players[1].hand += referee.cards.deck - Counter(left)
    referee.cards.deck = Counter(left)


def test_C4_reset_is_due_at_once_and_only_with_three_locomotives() -> None:
    row = [LOCOMOTIVE, LOCOMOTIVE, "red", "red", "red"]
    reset = {"e": "reset", "out": [LOCOMOTIVE] * 3 + ["red"] * 2, "cards": PLAIN_ROW}
    assert rules(playing(row=row), take(0, 2, "red", LOCOMOTIVE), reset, blind(0, "red")) == []
    assert rules(playing(row=row), take(0, 2, "red", LOCOMOTIVE), blind(0, "red")) == ["C4"]
    assert "C4" in rules(playing(row=row), take(0, 2, "red"), reset)


def test_C4_row_that_cannot_be_mended_stays() -> None:
    referee = playing(row=[LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, "red", "red"])
    empty_deck(referee, LOCOMOTIVE)
    assert rules(referee, take(0, 3, "red", LOCOMOTIVE), take(0, 4, "red", None), take(1, 0, LOCOMOTIVE, None)) == []
    referee = playing(row=[LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, "red", "red"])
    empty_deck(referee, "blue")
    assert rules(referee, take(0, 3, "red", "blue")) == ["C4"]


def test_C8_two_cards_are_drawn() -> None:
    assert rules(playing(), blind(0, "red"), take(0, 0, "red"), blind(1, "red")) == []
    assert rules(playing(), blind(0, "red"), blind(1, "red")) == ["C8"]
    assert "C6" in rules(playing(), blind(0, "red"), blind(0, "red"), blind(0, "red"))
    assert "C8" in rules(playing(), take(0, 0, "blue"))


def test_C10_face_up_locomotive_is_the_only_card() -> None:
    row = [LOCOMOTIVE, "red", "red", "red", "red"]
    assert rules(playing(row=row), take(0, 0, LOCOMOTIVE), blind(1, "red")) == []
    assert rules(playing(row=row), take(0, 1, "red"), take(0, 0, LOCOMOTIVE)) == ["C10"]
    assert rules(playing(row=row), blind(0, LOCOMOTIVE), blind(0, LOCOMOTIVE)) == []
    assert rules(playing(row=row), take(0, 0, LOCOMOTIVE), blind(0, "red"))[0] == "C6"


def test_C1_a_thirteenth_card_is_caught() -> None:
    assert rules(playing(green=11), blind(0, "green")) == ["C1"]


def reshuffle(**cards: int) -> dict[str, Any]:
    """The discards made the deck."""
    return {"e": "reshuffle", "cards": cards}


def discarded(*left: str) -> Referee:
    """A table with these cards in the deck and two white ones discarded."""
    referee = playing()
    empty_deck(referee, *left)
    referee.players[1].hand["white"] -= 2
    referee.cards.discards["white"] = 2
    return referee


def test_C12_reshuffle_when_a_card_is_needed() -> None:
    assert rules(discarded(), reshuffle(white=2), blind(0, "white")) == []
    assert rules(discarded(), blind(0, "white")) == ["C12"]
    assert rules(discarded(), reshuffle(white=1), blind(0, "white")) == ["C12"]
    assert rules(discarded("black"), reshuffle(white=2), blind(0, "white"))[0] == "C12"
    assert rules(discarded("black"), blind(0, "black"), reshuffle(white=2), {"e": "last", "p": 0})[0] == "C12"


def test_C12_reshuffle_in_the_middle_of_an_event() -> None:
    referee = discarded("black")
    row: list[str | None] = [LOCOMOTIVE, LOCOMOTIVE, "red", "blue", "green"]
    referee.cards.row = row
    referee.cards.deck = Counter([LOCOMOTIVE, "black"])
    new = ["black", "white", "white", "blue", "green"]
    out = [LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, "blue", "green"]
    shuffled = reshuffle(white=2, blue=1, green=1, locomotive=3)
    events = [take(0, 2, "red", LOCOMOTIVE), shuffled, {"e": "reset", "out": out, "cards": new}]
    assert rules(referee, *events) == []
    without_black = [*new[1:], LOCOMOTIVE]
    referee.cards.deck, referee.cards.discards, referee.cards.row = Counter(["black"]), Counter(white=2), list(out)
    assert rules(referee, shuffled, {"e": "reset", "out": out, "cards": without_black}) == ["C12"]


def test_C13_draw_ends_after_one_card_when_no_other_can_be_taken() -> None:
    row = [LOCOMOTIVE, None, None, None, "red"]
    referee = playing(row=row)
    empty_deck(referee)
    assert rules(referee, take(0, 4, "red", None), take(1, 0, LOCOMOTIVE, None)) == []
    assert rules(referee, take(0, 4, "red", None)) != []


def test_C13_gaps_are_filled_at_the_end_of_the_turn() -> None:
    def table() -> Referee:
        referee = playing(row=["red", None, "red", "red", "red"], blue=6)
        empty_deck(referee)
        return referee

    paid = claim(0, "portland-salt-lake-city", 15, blue=6)
    filled = {"e": "row", "cards": ["red", "blue", "red", "red", "red"]}
    assert rules(table(), paid, reshuffle(blue=6), filled, blind(1, "blue")) == []
    assert "C13" in rules(table(), paid, reshuffle(blue=6), blind(1, "blue"))
    moved = {"e": "row", "cards": ["blue", "red", "red", "red", "red"]}
    assert "C13" in rules(table(), paid, reshuffle(blue=6), moved)
    assert rules(playing(), {"e": "row", "cards": PLAIN_ROW}) == ["C13"]


def test_C14_payment_is_of_one_colour() -> None:
    route = "portland-salt-lake-city"
    assert rules(playing(blue=4, locomotive=2), claim(0, route, 15, blue=4, locomotive=2)) == []
    assert rules(playing(locomotive=6), claim(0, route, 15, locomotive=6)) == []
    assert rules(playing(red=6), claim(0, route, 15, red=6)) == ["C14"]
    assert rules(playing(blue=5), claim(0, route, 15, blue=5)) == ["C14"]
    assert rules(playing(blue=5), claim(0, route, 15, blue=6)) == ["C14"]
    assert rules(playing(red=1, blue=1), claim(0, "atlanta-charleston", 2, red=1, blue=1)) == ["C14"]


def test_C15_trains_and_ownership() -> None:
    referee = playing(red=4)
    referee.players[0].trains = 1
    assert rules(referee, claim(0, "atlanta-charleston", 2, red=2)) == ["C15"]
    referee = playing(red=2, blue=1)
    referee.players[1].hand = Counter(blue=2)
    again = [claim(0, "atlanta-charleston", 2, red=2), claim(1, "atlanta-charleston", 2, blue=2)]
    assert rules(referee, *again) == ["C15"]


@pytest.mark.parametrize(("seats", "rule"), [(2, ["C18"]), (3, ["C18"]), (4, []), (5, [])])
def test_C18_parallel_routes_at_small_tables(seats: int, rule: list[str]) -> None:
    referee = playing(seats=seats, red=2)
    referee.players[1].hand = Counter(blue=2)
    events = [claim(0, "atlanta-raleigh.1", 2, red=2), claim(1, "atlanta-raleigh.2", 2, blue=2)]
    assert rules(referee, *events) == rule


def test_C17_no_player_owns_two_parallel_routes() -> None:
    referee = playing(seats=4, red=4)
    referee.owner["atlanta-raleigh.1"] = 0
    assert rules(referee, claim(0, "atlanta-raleigh.2", 2, red=2)) == ["C17"]


def test_C6_pass_only_without_any_action() -> None:
    assert rules(playing(), pass_turn(0)) == ["C6"]
    referee = playing()
    empty_deck(referee)
    referee.players[1].hand += Counter(referee.cards.face_up())
    referee.cards.row = [None] * 5
    assert rules(referee, pass_turn(0)) == ["C6"]  # the tickets
    referee.faults.clear()
    referee.regular_tickets.hidden.clear()
    assert rules(referee, pass_turn(1)) == ["C6"]  # a claim
    referee.faults.clear()
    referee.players[1].trains = 0
    referee.turns_left = 9
    referee.passes = 0
    assert rules(referee, pass_turn(0), pass_turn(1)) == []
    assert referee.is_over()
    assert rules(referee, pass_turn(0)) == ["C6"]


def test_C23_last_round_has_one_turn_each() -> None:
    referee = playing(red=2)
    referee.players[0].trains = 4
    last = {"e": "last", "p": 0}
    draws = [blind(1, "red"), blind(1, "red"), blind(0, "blue"), blind(0, "blue")]
    assert rules(referee, claim(0, "atlanta-charleston", 2, red=2), last, *draws) == []
    assert not referee.is_over()
    referee.close_turn()
    assert referee.is_over()
    assert rules(referee, last) == ["C23"]
    assert rules(playing(), blind(0, "red"), blind(0, "red"), last) == ["C23"]
    referee = playing(red=2)
    referee.players[0].trains = 4
    assert rules(referee, claim(0, "atlanta-charleston", 2, red=2), blind(1, "red")) == ["C23"]


def test_C20_tickets_come_back_in_the_order_of_return() -> None:
    names = "abcdefg"
    deck = TicketDeck([Ticket(name, "x", "y", 1) for name in names])
    assert deck.take("abc")
    deck.put_under("ab")
    deck.put_under("c")
    assert deck.take("def")
    assert not copy.deepcopy(deck).take("gac")
    assert not copy.deepcopy(deck).take("ab")
    assert not copy.deepcopy(deck).take("gz")
    assert deck.take("gb")
    assert deck.take("ac")
    assert deck.size() == 0


def test_C20_offer_and_keep() -> None:
    offer = {"e": "offer", "p": 0, "tickets": ["boston-miami", "atlanta-montreal", "denver-el-paso"]}
    keep = {"e": "keep", "p": 0, "tickets": ["boston-miami"]}
    table = playing()
    table.players[0].first_offer = True
    assert rules(table, offer, keep, blind(1, "red")) == []
    assert rules(playing(), offer, blind(1, "red")) == ["C20"]
    assert rules(playing(), {**offer, "tickets": ["boston-miami"]}) == ["C20"]
    assert rules(playing(), offer, {**keep, "tickets": ["duluth-houston"]}) == ["C20"]
    assert rules(playing(), offer, {**keep, "tickets": []}) == ["C20"]
    assert "C20" in rules(playing(), keep)


def test_E2_ferry_needs_its_locomotives() -> None:
    route = "athina-brindisi"
    assert rules(playing("europe", red=3, locomotive=1), claim(0, route, 7, red=3, locomotive=1)) == []
    assert rules(playing("europe", red=4, locomotive=1), claim(0, route, 7, red=4)) == ["E2"]


def test_E3_tunnel_asks_for_matching_cards() -> None:
    route = "angora-smyrna"  # orange, three spaces
    turned = ["orange", LOCOMOTIVE, "red"]
    hand = {"orange": 4, LOCOMOTIVE: 4}
    paid = claim(0, route, 4, orange=4, locomotive=1)
    assert rules(playing("europe", **hand), tunnel(route, turned, 2, orange=3), paid) == []
    assert rules(playing("europe", **hand), tunnel(route, turned, 1, orange=3), paid) == ["E3"]
    assert rules(playing("europe", **hand), tunnel(route, turned, 2, orange=3), claim(0, route, 4, orange=4)) == ["E3"]
    assert rules(playing("europe", **hand), paid)[0] == "E3"
    wild = tunnel(route, turned, 1, locomotive=3)
    assert rules(playing("europe", **hand), wild, claim(0, route, 4, locomotive=4)) == []
    assert rules(playing("europe", **hand), wild, claim(0, route, 4, locomotive=3, orange=1)) == ["E3"]


def test_E4_declined_tunnel_ends_the_turn() -> None:
    route = "angora-smyrna"
    decline = {"e": "decline", "p": 0, "route": route}
    referee = playing("europe", orange=3)
    assert rules(referee, tunnel(route, ["orange", "red", "red"], 1, orange=3), decline, blind(1, "red")) == []
    assert referee.players[0].hand == Counter(orange=3)
    assert referee.cards.discards == Counter(orange=1, red=2)
    assert rules(playing("europe", orange=3), tunnel(route, ["red"] * 3, 0, orange=3), decline) == ["E4"]
    assert rules(playing("europe"), decline) == ["E4"]
    unfinished = playing("europe", orange=3)
    assert rules(unfinished, tunnel(route, ["red"] * 3, 0, orange=3), blind(1, "red")) == ["E4"]


def test_E6_fewer_than_three_cards_are_turned_up() -> None:
    route = "angora-smyrna"
    paid = claim(0, route, 4, orange=3)
    for left in ([], ["red"], ["red", "blue"]):
        referee = playing("europe", orange=3)
        empty_deck(referee, *left)
        assert rules(referee, tunnel(route, left, 0, orange=3), paid) == []
    assert rules(playing("europe", orange=3), tunnel(route, ["red"], 0, orange=3), paid) == ["E6"]


def station(seat: int, city: str, **cards: int) -> dict[str, Any]:
    """A station built."""
    return {"e": "station", "p": seat, "city": city, "cards": cards}


def test_E7_stations_cost_more_each_time() -> None:
    referee = playing("europe", red=9)
    referee.players[1].hand = Counter(blue=1)
    assert rules(referee, station(0, "paris", red=1), station(1, "paris", blue=1)) == ["E7"]
    assert rules(referee, station(0, "roma", red=1)) == ["E7", "C14"]
    assert rules(playing("usa", red=1), station(0, "boston", red=1)) == ["E7"]


def europe_end(borrowed: list[str], completed: list[str]) -> list[str]:
    """Faults of an end where seat 0 has a station in Wien and needs one of two routes of seat 1 there."""
    referee = playing("europe")
    routes = referee.board.routes
    seat, other = referee.players
    seat.routes = [routes[route] for route in ("munchen-venezia", "frankfurt-munchen", "frankfurt-paris.1")]
    other.routes = [routes[route] for route in ("munchen-wien", "warszawa-wien")]
    seat.stations = ["wien"]
    seat.tickets = ["paris-wien"]
    same = {"routes": 0, "longest": 7, "longestBonus": 10, "mostTicketsBonus": 0}
    score = {
        **same,
        "tickets": 8 if completed else -8,
        "completed": completed,
        "failed": [] if completed else ["paris-wien"],
        "borrowed": borrowed,
        "stations": 8,
        "total": 26 if completed else 10,
    }
    rest = {**same, "tickets": 0, "completed": [], "failed": [], "borrowed": [], "stations": 12, "total": 22}
    winners = [0] if completed else [1]
    Scoring(referee).check({"e": "end", "scores": [score, rest], "winners": winners})
    return [fault.split()[2] for fault in referee.faults]


def test_E8_station_borrows_one_route() -> None:
    assert europe_end(["munchen-wien"], ["paris-wien"]) == []
    assert set(europe_end(["warszawa-wien"], [])) == {"E8", "C25", "E11"}
    assert "C22" in europe_end([], ["paris-wien"])
    assert "E8" in europe_end(["munchen-wien", "warszawa-wien"], ["paris-wien"])
    assert "E8" in europe_end(["frankfurt-munchen"], [])


def test_E8_stations_are_used_together() -> None:
    board = Board(BOARDS["europe"], GAMES["europe"])
    route = board.routes
    tickets = [Ticket("1", "london", "paris", 5), Ticket("2", "london", "roma", 8)]
    options = [
        [route["dieppe-london.1"], route["edinburgh-london.1"]],
        [route["dieppe-paris"], route["bruxelles-paris.1"]],
    ]
    assert best_ticket_points([], options, tickets) == 5 - 8
    assert best_ticket_points([route["dieppe-paris"]], options, tickets) == 5 - 8
    assert best_ticket_points([], options[:1], tickets) == -13


def test_F2_beds_are_built_before_they_are_claimed() -> None:
    assert rules(playing("france", red=2), claim(0, "amiens-calais", 2, red=2)) == ["F2"]
    draws = [blind(0, "red"), blind(0, "red")]
    events = [*draws, build(0, "amiens-calais", "blue"), claim(1, "amiens-calais", 2, blue=2)]
    referee = playing("france")
    referee.players[1].hand = Counter(blue=2)
    assert rules(referee, *events) == []
    assert referee.pieces == referee.board.pieces
    referee = playing("france")
    referee.players[1].hand = Counter(red=2)
    assert rules(referee, *events[:3], claim(1, "amiens-calais", 2, red=2)) == ["C14"]


def test_F3_building_is_an_obligation() -> None:
    draws = [blind(0, "red"), blind(0, "red")]
    assert rules(playing("france"), *draws, blind(1, "red")) == ["F3"]
    assert rules(playing("france"), build(0, "amiens-calais", "blue")) == ["F3"]
    assert rules(playing("france"), draws[0], build(0, "amiens-calais", "blue")) == ["F3"]
    row = [LOCOMOTIVE, "red", "red", "red", "red"]
    assert rules(playing("france", row=row), take(0, 0, LOCOMOTIVE), blind(1, "red")) == ["F3"]
    bare = playing("france")
    bare.pieces.clear()
    assert rules(bare, *draws, blind(1, "red")) == []


def test_F4_pieces_are_limited() -> None:
    referee = playing("france")
    referee.pieces["blue", 2] = 0
    draws = [blind(0, "red"), blind(0, "red")]
    assert rules(referee, *draws, build(0, "amiens-calais", "blue")) == ["F4"]


@pytest.mark.parametrize(
    ("built", "owned", "route", "rule"),
    [
        ("angers-rennes", "", "le-mans-lorient", ["F5"]),
        ("", "angers-rennes", "le-mans-lorient", ["F5"]),
        ("", "avignon-toulouse", "montpellier-rodez", ["F5"]),
        ("", "", "montpellier-rodez", []),
        ("amiens-lille.1", "", "amiens-lille.2", ["F6"]),
        ("amiens-calais", "", "amiens-calais", ["F3"]),
        ("", "", "avignon-toulouse", ["F2", "F4"]),
    ],
)
def test_F5_crossed_and_parallel_beds(built: str, owned: str, route: str, rule: list[str]) -> None:
    referee = playing("france")
    referee.built.update({built: "red"} if built else {})
    referee.owner.update({owned: 1} if owned else {})
    assert rules(referee, blind(0, "red"), blind(0, "red"), build(0, route, "green")) == rule


def test_F5_grey_route_is_closed_by_the_bed_that_crosses_it() -> None:
    referee = playing("france", red=6)
    referee.built["montpellier-rodez"] = "red"
    assert rules(referee, claim(0, "avignon-toulouse", 15, red=6)) == ["F5"]
    assert rules(playing("france", red=6), claim(0, "avignon-toulouse", 15, red=6)) == []


def test_F8_zones_do_not_connect() -> None:
    route = Board(BOARDS["france"], GAMES["france"]).routes
    lille, reims = route["lille-belgium"], route["reims-belgium"]
    network = Network([lille, reims, route["paris-reims.1"]])
    assert not network.joins(Ticket("", "lille", "paris", 1))
    assert network.joins(Ticket("", "belgium", "paris", 1))
    assert not network.joins(Ticket("", "belgium", "spain", 1))
    assert longest_trail([(r.a, r.end, r.length) for r in (lille, reims)]) == 4


def slow_trail(edges: list[Edge]) -> int:
    """Every trail there is."""

    def on(place: str, left: list[Edge]) -> int:
        best = 0
        for edge in left:
            if place in edge[:2]:
                other = edge[1] if edge[0] == place else edge[0]
                best = max(best, edge[2] + on(other, [e for e in left if e is not edge]))
        return best

    return max((on(place, edges) for edge in edges for place in edge[:2]), default=0)


def test_C24_longest_trail_against_all_trails() -> None:
    rng = random.Random(4)
    assert longest_trail([]) == 0
    for _ in range(200):
        places = "abcdefgh"[: rng.randint(3, 8)]
        pairs = [rng.sample(places, 2) for _ in range(rng.randint(1, 8))]
        edges = [(a, b, rng.randint(1, 6)) for a, b in pairs]
        assert longest_trail(edges) == slow_trail(edges)


def test_C5_set_up_must_be_complete() -> None:
    def without(kind: str, seat: int) -> Callable[[list[dict[str, Any]]], None]:
        def drop(events: list[dict[str, Any]]) -> None:
            events.remove(next(e for e in events if e["e"] == kind and e.get("p", seat) == seat))

        return drop

    assert "C3" in wrong(USA, without("deal", 1))
    assert "C3" in wrong(USA, without("row", 0))
    assert "C5" in wrong(USA, without("offer", 1)) or "C20" in wrong(USA, without("offer", 1))
    assert "C5" in wrong(USA, without("keep", 2))
    first = USA["events"][[e["e"] for e in USA["events"]].index("first")]["p"]
    assert "C6" in wrong(USA, without("first", first))


def test_C5_first_tickets_offered_and_chosen_in_any_order_pass() -> None:
    log = copy.deepcopy(USA)
    events = log["events"]
    start = [event["e"] for event in events].index("first") + 1
    order = {"first": 0, "offer": 1, "keep": 2, "deal": 3, "row": 4, "reset": 5}
    events[:start] = sorted(events[:start], key=lambda event: order[event["e"]])
    assert check_log(log) == []
