"""The gate: everything that leaves the server about a table is made here, for one reader, of what that reader may see.

`Sealed` bytes come from nowhere else, and sockets and answers take nothing but Sealed bytes.
"""

from dataclasses import dataclass, replace
from typing import Any, NewType

import msgspec

from railhead.game import Game
from railhead.game.events import seen_by
from railhead.game.game import members
from railhead.game.record import record as game_record
from railhead.game.record import steps
from railhead.kernel.records import CLAIM, DECLINE, DRAW, KEEP, PAY, PIECE, TAKE_TICKETS
from railhead.server.messages import PROTOCOL, Identity
from railhead.server.refusals import Refusal
from railhead.server.store import ChatLine
from railhead.server.table import FIRST, Live, asked, is_over, phase_of, running, spent, undo_seat, waiting
from railhead.words import COLOURS

Sealed = NewType("Sealed", bytes)
Reader = tuple[int, ...]  # the seats that a client holds; none: it watches
encode = msgspec.json.encode


@dataclass
class Company:
    """Who is there."""

    present: list[bool]
    watchers: int


def plain(message: "dict[str, Any]") -> Sealed:
    """A message in which nothing about a table stands."""
    return Sealed(encode(message))


# ---- what all may know


def table_info(live: Live) -> dict[str, Any]:
    """A table as everyone may know it; the seed only when the game is over."""
    from railhead.game.seeds import commitment

    over = is_over(live)
    seats = [
        {"seat": number, "kind": seat.kind, "name": seat.name, "level": seat.level, "away": seat.away is not None}
        for number, seat in enumerate(live.seats)
    ]
    return {
        "table": live.head.id,
        "game": live.head.game,
        "created": live.head.created,
        "phase": "over" if over else "playing" if live.started else "gathering",
        "options": live.head.options,
        "seats": seats,
        "commitment": commitment(live.head.seed),
        "seed": live.head.seed if over else None,
        "sameDeal": live.head.same_deal,
        "winners": live.game.score()["winners"] if over and live.game else None,
        "rematch": live.follows.get("rematch"),
        "again": live.follows.get("again"),
    }


def info(live: Live) -> Sealed:
    """The answer about one table."""
    return Sealed(encode(table_info(live)))


def listing(tables: "list[Live]") -> Sealed:
    """The answer about several."""
    return Sealed(encode({"tables": [table_info(live) for live in tables]}))


# ---- what a reader may know


def told_to(entry: dict[str, Any], reader: Reader, all_eyes: bool = False) -> dict[str, Any]:
    """An entry of the story as a reader may see it."""
    shown = dict(entry)
    if all_eyes:
        return shown
    if "events" in shown:
        shown["events"] = [
            seen_by(event, event["p"] if event.get("p") in reader else None) for event in shown["events"]
        ]
    if str(shown.get("move") or "").startswith("keep") and shown["seat"] not in reader:
        shown["move"] = None
    return shown


def legal_moves(game: Game) -> dict[str, Any]:
    """The legal moves of the seat that the game asks, grouped by word.

    Routes alike in length, colour and ferry cost alike, beds of one length take the same pieces, all cities cost the same: each kind
    is spelled out once, because spelling is what takes the time.
    """
    board, setting = game.setting.record, game.setting
    first_build, first_station, stations = int(board.first_build), int(board.first_station), int(board.stations)
    found: dict[str, Any] = {}
    ways: dict[tuple[object, ...], list[str]] = {}
    built = built_colours(game) if board.has_beds else {}
    only_claims = not (board.has_beds or stations)
    for decision in game.legal():
        if decision < CLAIM:
            _add_simple(found, game, decision)
        elif only_claims or decision < first_build:
            route = setting.routes[decision - CLAIM]
            key: tuple[object, ...] = (route.length, built.get(decision - CLAIM, route.colour), route.ferry)
            if key not in ways:
                ways[key] = [_cards(move.cards) for move, _ in game.spelled(decision)]
            found.setdefault("claim", {})[route.id] = ways[key]
        elif decision < first_station:
            route = setting.routes[decision - first_build]
            if (key := (route.length,)) not in ways:
                ways[key] = [move.colour for move, _ in game.spelled(decision)]
            found.setdefault("build", {})[route.id] = ways[key]
        else:
            if "station" not in found:
                found["station"] = {"cities": [], "with": [_cards(move.cards) for move, _ in game.spelled(decision)]}
            found["station"]["cities"].append(setting.cities[decision - first_station])
    return found


def built_colours(game: Game) -> dict[int, str]:
    """The colours of the pieces on beds, by route; all can see them."""
    return {route: colour for number, colour in enumerate(COLOURS) for route in members(game.record.built[number])}


def _add_simple(found: dict[str, Any], game: Game, decision: int) -> None:
    """A move that is one decision."""
    ((move, _),) = game.spelled(decision)
    if decision in (DRAW, TAKE_TICKETS, DECLINE):
        found[move.word] = True
    elif decision < TAKE_TICKETS:
        found.setdefault("take", []).append(move.slot)
    elif KEEP <= decision < PIECE:
        found.setdefault("keep", []).append(" ".join(map(str, move.kept)) or "none")
    elif decision >= PAY:
        found.setdefault("pay", []).append(_cards(move.cards))
    else:
        found.setdefault("build", {}).setdefault(move.place, []).append(move.colour)


def _cards(cards: "tuple[tuple[str, int], ...]") -> str:
    return " ".join(f"{count} {kind}" for kind, count in cards)


class Sight:
    """What readers may see of a table as it stands now, made once for each seat however many look."""

    def __init__(self, live: Live, company: Company, now: int) -> None:
        self.live = live
        self.views: dict[int | None, msgspec.Raw] = {}
        self.moves: dict[int, msgspec.Raw] = {}
        self.waiting = waiting(live)
        seat = running(live)
        left = live.left.copy()
        if seat is not None:
            left[seat] = max(0, left[seat] - spent(live, now))
        phase = phase_of(live)
        self.common: dict[str, Any] = {
            "protocol": PROTOCOL,
            "number": live.number,
            "position": live.position,
            "time": now,
            "table": msgspec.Raw(encode(table_info(live))),
            "phase": phase,
            "toMove": self.waiting[0] if self.waiting and phase != FIRST else None,
            "waiting": self.waiting,
            "undo": undo_seat(live),
            "clock": {"left": left, "running": seat} if live.left else None,
            "present": company.present,
            "watchers": company.watchers,
        }

    def view(self, seat: int | None) -> msgspec.Raw:
        """What a seat sees."""
        if seat not in self.views:
            assert self.live.game is not None
            self.views[seat] = msgspec.Raw(encode(self.live.game.view(seat)))
        return self.views[seat]

    def legal(self, seat: int) -> msgspec.Raw:
        """What a seat may do."""
        if seat not in self.moves:
            self.moves[seat] = msgspec.Raw(encode(legal_moves(asked(self.live, seat))))
        return self.moves[seat]

    def to(self, reader: Reader) -> dict[str, Any]:
        """The part of a message that depends on who reads it."""
        live = self.live
        views: dict[str, msgspec.Raw] = {}
        moves: dict[str, msgspec.Raw] = {}
        if live.game is not None:
            views = {str(seat): self.view(seat) for seat in reader} if reader else {"watch": self.view(None)}
            moves = {
                str(seat): self.legal(seat) for seat in reader if seat in self.waiting and not live.seats[seat].bot
            }
        chosen = {str(seat): entry.body["move"] for seat, entry in live.chosen.items() if seat in reader}
        return {**self.common, "you": reader, "views": views, "moves": moves, "chosen": chosen}


def state(sight: Sight, reader: Reader, after: int, chat: "list[ChatLine] | None", re: Identity) -> Sealed:
    """Everything that a reader may see now, and the story after a number."""
    entries = [msgspec.json.decode(told) for told in sight.live.story[after:]]
    message = {"type": "state", "re": re, **sight.to(reader), "story": [told_to(entry, reader) for entry in entries]}
    if chat is not None:
        message["chat"] = [chat_fields(line) for line in chat]
    return Sealed(encode(message))


def update(sight: Sight, reader: Reader, entry: dict[str, Any]) -> Sealed:
    """What happened, and everything as it stands after it."""
    return Sealed(encode({"type": "update", **sight.to(reader), "entry": told_to(entry, reader)}))


def presence(company: Company) -> Sealed:
    """Who is there."""
    return Sealed(encode({"type": "presence", "present": company.present, "watchers": company.watchers}))


def chat_fields(line: ChatLine) -> dict[str, Any]:
    """A line of chat; it is for all at the table."""
    return {"number": line.number, "time": line.time, "seat": line.seat, "name": line.name, "text": line.text}


def chat(line: ChatLine) -> Sealed:
    """A line of chat, as a message."""
    return Sealed(encode({"type": "chat", **chat_fields(line)}))


def done(number: int, re: Identity) -> Sealed:
    """The answer to what was done."""
    return Sealed(encode({"type": "done", "re": re, "number": number}))


def refused(refusal: Refusal, re: Identity = None) -> Sealed:
    """The answer to what was not."""
    return Sealed(
        encode({"type": "refused", "re": re, "code": refusal.code, "rule": refusal.rule, "values": refusal.values})
    )


# ---- a whole game


def replay(live: Live, eyes: str) -> Sealed:
    """A game step by step, as someone saw it: `all`, `watch` or a seat. Whether they may is the caller's business."""
    assert live.game is not None
    reader = (int(eyes),) if eyes.isdigit() else ()
    seat = reader[0] if reader else None
    everything = eyes == "all"
    found: list[dict[str, Any]] = []
    chart: list[list[int]] = []
    marks = {mark.decisions: mark for mark in live.marks}
    for game, move, events in steps(live.game):
        mark = marks[len(game.decisions)]
        text = str(move) if move else None
        entry = {"number": mark.number, "seat": mark.seat, "move": text, "time": mark.time, "events": events}
        view = game.view(seat)
        if everything:
            views = [game.view(other) for other in range(game.players)]
            view["all"] = [{key: other[key] for key in ("hand", "tickets", "offer")} for other in views]
        found.append({**told_to(entry, reader, everything), "view": msgspec.Raw(encode(view))})
        chart.append([one["points"] for one in view["seats"]])
    if live.game.over:
        chart[-1] = [one["total"] for one in live.game.score()["scores"]]
    message = {
        "table": live.head.id, "game": live.head.game, "names": live.game.names, "eyes": eyes, "over": live.game.over,
        "steps": found, "chart": chart,
    }  # fmt: skip
    return Sealed(encode(message))


def frozen(live: Live) -> Live:
    """A copy that stays as it is while a thread reads it."""
    return replace(live, game=live.game.clone() if live.game else None, marks=list(live.marks), story=[])


def record(live: Live) -> Sealed:
    """The record of a finished game, with its seed, for anyone to check."""
    assert live.game is not None and live.game.over
    return Sealed(encode(game_record(live.game)) + b"\n")
