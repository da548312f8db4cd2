"""A position as one line of text that parses back, as FEN is for chess: for tests, bug reports, addresses and studies.

    usa/2 turn:0 row=rb.lg deck=9p11w… hand0=3r1l routes0=duluth-omaha.1,… tickets0=… tickets=…|… lot=…

First the game and its number of players, then what is to be decided by whom, then `key=value` for all that is not as at the start; a digit
at the end of a key is a seat. Cards are letters in the order of the colours (`pwbyokrg`, `l` for a locomotive, `.` for a gap), handfuls
have counts before them. `tickets` is the ticket deck: those nobody has seen, the shuffled block (F1), those put under it in order. `lot` is
the state of the generator. Everything hidden is in it: a line is for whoever may see all.
"""

import re
from typing import Any, NoReturn

import numpy as np

from railhead.boards import Setting, game_ids, load
from railhead.game.position import PositionError, build_bed, build_station, claim_route, number_of
from railhead.game.view import members
from railhead.kernel.bits import add
from railhead.kernel.records import (
    FIRST_TICKETS,
    GAME,
    KINDS,
    NONE,
    OFFER,
    OVER,
    ROW,
    TUNNEL,
    GameRecord,
)
from railhead.kernel.routes import set_table
from railhead.words import COLOURS, PHASES

LETTERS = "pwbyokrgl"
MOST = 20_000  # signs; a long game on a large board has some 4,000
PER_SEAT = ("hand", "known", "trains", "routes", "stations", "tickets", "offer", "returned", "chosen")
KEYS = ("starter", "left", "row", "deck", "discards", "built", "at", "due", "laid", "turned", "tickets", "lot")


# ---- writing


def _cards(counts: Any) -> str:
    return "".join(f"{count}{LETTERS[kind]}" for kind, count in enumerate(counts[:KINDS].tolist()) if count)


def _row(kinds: Any) -> str:
    return "".join("." if kind == NONE else LETTERS[kind] for kind in kinds.tolist())


def write_line(setting: Setting, game: GameRecord) -> str:
    """The line of a record."""
    board, routes, tickets = setting.record, setting.routes, setting.tickets

    def ids(numbers: Any) -> str:
        return ",".join(tickets[number].id for number in numbers)

    deck = [
        int(game.ticket_deck[(game.deck_top + depth) % len(game.ticket_deck)]) for depth in range(game.deck_tickets)
    ]
    unseen, block = int(game.unseen_tickets), int(game.unseen_tickets) + int(game.block_tickets)
    parts = [
        ("starter", "" if game.starter == NONE else str(game.starter)),
        ("left", str(game.turns_left or "")),
        ("row", _row(game.row)),
        ("deck", _cards(game.deck)),
        ("discards", _cards(game.discards)),
        ("built", ",".join(f"{routes[route].id}~{LETTERS[colour]}" for colour in range(len(COLOURS)) for route in members(game.built[colour]))),
        ("tickets", "|".join(map(ids, (deck[:unseen], deck[unseen:block], deck[block:]))).rstrip("|")),
        ("lot", ".".join(f"{int(word):x}" for word in game.generator)),
    ]  # fmt: skip
    if game.route != NONE or game.city != NONE:
        parts += [
            ("at", routes[game.route].id if game.route != NONE else setting.cities[game.city]),
            ("due", f"{game.due}.{game.due_colour}.{game.due_ferry}"),
            ("laid", _cards(game.laid)),
            ("turned", _row(game.turned).rstrip(".")),
        ]
    for seat in range(game.players):
        own = members(game.owned[seat])
        usual = int(board.trains) - sum(routes[route].length for route in own)
        parts += [
            (f"hand{seat}", _cards(game.hands[seat])),
            (f"known{seat}", _cards(game.known[seat])),
            (f"trains{seat}", "" if game.trains[seat] == usual else str(game.trains[seat])),
            (f"routes{seat}", ",".join(routes[route].id for route in own)),
            (f"stations{seat}", ",".join(setting.cities[city] for city in game.stations[seat] if city != NONE)),
            (f"tickets{seat}", ids(members(game.tickets[seat]))),
            (f"offer{seat}", ids(game.offer[seat, : game.offer_count[seat]])),
            (f"returned{seat}", ids(members(game.returned[seat]))),
            (f"chosen{seat}", str(game.chosen[seat] or "")),
        ]
    begin = f"{setting.id}/{game.players} {PHASES[game.phase]}:{game.seat}"
    return " ".join([begin, *(f"{key}={value}" for key, value in parts if value)])


# ---- reading


def _wrong(what: str) -> NoReturn:
    raise PositionError(f"this is no position's line: {what}")


class _Line:
    """The parts of a line, each taken out once."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str) or len(text) > MOST:
            _wrong(f"it must be a text of at most {MOST} signs")
        words = text.split()
        head = re.fullmatch(r"([\w.-]+)/([2-5])", words[0]) if words else None
        phase = re.fullmatch(r"([a-z-]+):([0-4])", words[1]) if len(words) > 1 else None
        if head is None or phase is None:
            _wrong("it begins with game/players and phase:seat, such as `usa/2 turn:0`")
        if phase[1] not in PHASES:
            _wrong(f"there is no phase {phase[1]!r}; there are {', '.join(PHASES)}")
        self.game, self.players = head[1], int(head[2])
        self.phase, self.seat = PHASES.index(phase[1]), int(phase[2])
        self.parts: dict[str, str] = {}
        for word in words[2:]:
            key, _, value = word.partition("=")
            plain = key[:-1] if key[-1:].isdigit() else key
            if plain not in (PER_SEAT if plain != key else KEYS) or not value or key in self.parts:
                _wrong(f"{word[:40]!r} is not understood, or stands twice")
            if plain != key and int(key[-1]) >= self.players:
                _wrong(f"{key!r}: seats are 0 to {self.players - 1}")
            self.parts[key] = value

    def text(self, key: str) -> str:
        return self.parts.get(key, "")

    def names(self, key: str) -> list[str]:
        return [name for name in self.text(key).split(",") if name]

    def number(self, key: str, least: int, most: int, usual: int) -> int:
        value = self.text(key)
        if not value:
            return usual
        if not re.fullmatch("[0-9]{1,4}", value) or not least <= int(value) <= most:
            _wrong(f"{key} is {value[:20]!r}; it must be a number from {least} to {most}")
        return int(value)

    def cards(self, key: str) -> list[int]:
        value = self.text(key)
        if not re.fullmatch(f"([0-9]{{1,3}}[{LETTERS}])*", value):
            _wrong(f"{key} is {value[:20]!r}; cards are written 3r1l, with the letters {LETTERS}")
        counts = [0] * KINDS
        for count, letter in re.findall(f"([0-9]+)([{LETTERS}])", value):
            counts[LETTERS.index(letter)] += int(count)
        return counts

    def row(self, key: str, size: int) -> list[int]:
        value = self.text(key).ljust(size, ".")
        if not re.fullmatch(f"[{LETTERS}.]{{{size}}}", value):
            _wrong(f"{key} is {value[:20]!r}; it has {size} places with the letters {LETTERS}, a point for a gap")
        return [NONE if letter == "." else LETTERS.index(letter) for letter in value]


def _setting(line: _Line, given: Setting | None) -> Setting:
    if given is not None:
        return given
    if line.game not in game_ids():  # no file is opened for what a line says
        _wrong(
            f"there is no game {line.game[:40]!r}; there are {', '.join(game_ids())}. Give a board of your own beside the line"
        )
    return load(line.game)


def read_line(text: str, given: Setting | None = None) -> tuple[Setting, Any]:
    """The setting and the record (an array of one) of a line, or why it is none that a game could reach."""
    line = _Line(text)
    setting = _setting(line, given)
    array = np.zeros(1, GAME)
    game: GameRecord = array[0]
    game.players, game.seat, game.phase = line.players, line.seat, line.phase
    if line.seat >= line.players:
        _wrong(f"seat {line.seat} cannot decide; seats are 0 to {line.players - 1}")
    game.starter = line.number("starter", 0, line.players - 1, NONE)
    game.turns_left = line.number("left", 0, line.players, 0)
    _read_table(setting, game, line)
    _read_cards(setting, game, line)
    _read_tickets(setting, game, line)
    _read_under_way(setting, game, line)
    lot = re.fullmatch("([0-9a-f]{1,16})\\.([0-9a-f]{1,16})", line.text("lot") or "0.1")
    if lot is None:
        _wrong("lot is two hexadecimal numbers with a point between them")
    game.generator[:] = int(lot[1], 16), int(lot[2], 16)
    return setting, array


def _read_table(setting: Setting, game: GameRecord, line: _Line) -> None:
    """What lies on the board: by the same functions that the game uses, so that all it closes is closed."""
    set_table(setting.record, game)
    game.stations[...] = NONE
    for piece in line.names("built"):
        name, _, letter = piece.partition("~")
        if letter not in LETTERS[: len(COLOURS)] or len(letter) != 1:
            _wrong(f"built is written route~{LETTERS[0]}, not {piece[:40]!r}")
        build_bed(setting, game, name, COLOURS[LETTERS.index(letter)])
    for seat in range(line.players):
        for name in line.names(f"routes{seat}"):
            claim_route(setting, game, seat, name)
        game.trains[seat] = line.number(f"trains{seat}", 0, int(game.trains[seat]), int(game.trains[seat]))
        for name in line.names(f"stations{seat}"):
            build_station(setting, game, seat, name)


def _read_cards(setting: Setting, game: GameRecord, line: _Line) -> None:
    row, turned = line.row("row", ROW), line.row("turned", TUNNEL)
    places = {
        key: line.cards(key) for key in ("deck", "discards", "laid", *(f"hand{seat}" for seat in range(line.players)))
    }
    total = [sum(counts) for counts in zip(*places.values(), strict=True)]
    for kind in (*row, *turned):
        if kind != NONE:
            total[kind] += 1
    if total != setting.record.cards.tolist():
        _wrong(f"the cards are {_cards(np.array(total))}, and the game has {_cards(setting.record.cards)} (C1)")
    game.row[:], game.turned[:], game.laid[:] = row, turned, places["laid"]
    game.deck[:], game.deck_count = places["deck"], sum(places["deck"])
    game.discards[:], game.discard_count = places["discards"], sum(places["discards"])
    for seat in range(line.players):
        hand, known = places[f"hand{seat}"], line.cards(f"known{seat}")
        if any(seen > there for seen, there in zip(known, hand, strict=True)):
            _wrong(f"known{seat} has cards that hand{seat} has not (C7)")
        game.hands[seat, :KINDS], game.known[seat], game.hand_count[seat] = hand, known, sum(hand)


def _read_tickets(setting: Setting, game: GameRecord, line: _Line) -> None:
    numbers = setting.ticket_numbers
    used: set[int] = set()

    def read(names: list[str]) -> list[int]:
        found = [number_of("ticket", numbers, name) for name in names]
        for ticket in found:
            if ticket in used:
                _wrong(f"the ticket {setting.tickets[ticket].id} stands twice")
            used.add(ticket)
        return found

    game.offer[...] = NONE
    for seat in range(line.players):
        for ticket in read(line.names(f"tickets{seat}")):
            add(game.tickets[seat], ticket)
            game.ticket_count[seat] += 1
        offer = read(line.names(f"offer{seat}"))
        if len(offer) > OFFER:
            _wrong(f"offer{seat} has {len(offer)} tickets; at most {OFFER} are offered (C20)")
        game.offer[seat, : len(offer)], game.offer_count[seat] = offer, len(offer)
        game.chosen[seat] = line.number(f"chosen{seat}", 0, (1 << len(offer)) - 1, 0)
    parts = [read([name for name in part.split(",") if name]) for part in (line.text("tickets") + "||").split("|")[:3]]
    deck = [ticket for part in parts for ticket in part]
    game.ticket_deck[: len(deck)] = deck
    game.deck_tickets, game.unseen_tickets, game.block_tickets = len(deck), len(parts[0]), len(parts[1])
    for seat in range(line.players):
        for name in line.names(f"returned{seat}"):
            ticket = number_of("ticket", numbers, name)
            if (
                ticket in used and ticket not in deck[len(parts[0]) :]
            ):  # it lies under the deck, or is out of the game (E1)
                _wrong(f"returned{seat}: {name} was not put back (C20)")
            add(game.returned[seat], ticket)


def _read_under_way(setting: Setting, game: GameRecord, line: _Line) -> None:
    game.route = game.city = NONE
    asks = PHASES[game.phase] in ("pay-route", "pay-tunnel", "build-colour", "pay-station")
    place = line.text("at")
    if asks != bool(place):
        _wrong(
            f"`at` says which route or city is paid for or built, in {PHASES[game.phase]} it is {place or 'missing'!r}"
        )
    if asks:
        due = re.fullmatch(r"([0-9])\.([0-9])\.([0-9])", line.text("due"))
        if due is None:
            _wrong("due is written 3.8.0: how many cards, of which colour, with how many locomotives")
        game.due, game.due_colour, game.due_ferry = (int(number) for number in due.groups())
        if PHASES[game.phase] == "pay-station":
            game.city = number_of("city", setting.city_numbers, place)
        else:
            game.route = number_of("route", setting.route_numbers, place)
    choosing = {"first-tickets": range(line.seat, line.players), "keep-tickets": [line.seat]}.get(
        PHASES[game.phase], []
    )
    if any(game.offer_count[seat] == 0 for seat in choosing):
        _wrong(f"in {PHASES[game.phase]} there is an offer to choose from (C5, C20)")
    if game.phase not in (FIRST_TICKETS, OVER) and game.starter == NONE:
        _wrong("somebody has begun: say who by `starter`")
