"""The words of the game, one type each: what everybody beside the kernel says and hears.

Games, logs, bots, the server and the page speak in these; sentences are made of them at the very end, in the reader's language.
`msgspec.to_builtins` makes dictionaries of them, `msgspec.json.encode` JSON; there names are written as in `toMove`, here as in `to_move`.
From this module come `web/src/lib/types.ts`, the answers in the OpenAPI document and the tables of docs/protocol.md
(`python -m railhead.server.contract`). It imports nothing of Railhead.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, dataclass_transform, get_args

from msgspec import Meta, Raw, Struct, field

# ---- codes: every closed set of words stands here once

Colour = Literal["purple", "white", "blue", "yellow", "orange", "black", "red", "green"]
Kind = Literal[Colour, "locomotive"]
RouteColour = Literal[Colour, "grey", "bed"]  # grey: any one colour; bed: a piece gives the colour
Phase = Literal[
    "first-tickets", "turn", "second-card", "pay-route", "pay-tunnel", "pay-station", "keep-tickets", "build",
    "build-colour", "over",
]  # fmt: skip
TablePhase = Literal[
    "gathering", "cancelled", "preparing", Phase
]  # preparing: rules are compiled after an installation
Word = Literal["draw", "take", "tickets", "keep", "claim", "pay", "decline", "station", "build"]
Level = Literal["child", "easy", "medium", "hard", "expert", "virtuoso", "master"]
Reason = Literal[
    "none", "claim-plan", "claim-extra", "claim-last", "draw-cards", "draw-tickets", "keep-best", "pay-spare",
    "place-station", "build-for-plan", "build-harmless", "wins-most", "likeliest",
]  # fmt: skip
MoveCode = Literal[
    "not-a-move", "unknown-word", "too-many-words", "which", "which-card", "which-tickets", "which-colour", "with",
    "not-cards", "ambiguous", "illegal-decision", "over", "not-now", "no-cards", "not-in-row", "gap", "locomotive-second",
    "no-tickets", "not-offered", "keep-more", "no-route", "claimed", "own-parallel", "closed", "crossed", "not-built",
    "trains", "ferry", "cards", "payment", "due", "no-stations", "no-city", "stations-used", "station-taken", "station-price",
    "not-a-bed", "built", "other-bed", "no-piece",
]  # fmt: skip
ServiceCode = Literal[
    "bad-json", "bad-message", "bad-name", "bad-text", "bad-position", "unknown-game", "unknown-level", "unknown-table",
    "unknown-seat", "unknown-path", "wrong-method", "wrong-type", "wrong-origin", "too-large", "too-fast",
    "too-many-tables", "too-many-sockets", "seat-taken", "wrong-token", "not-over", "not-started", "not-yours",
    "not-your-turn", "stale", "already-chosen", "bot-plays", "no-undo", "no-hints", "bad-record", "present", "not-away", "not-host", "hello-first",
    "hello-once", "wrong-version", "lesson", "preparing", "unavailable", "failed", "cancelled", "started", "not-guest", "resigned",
    "answered", "no-holiday", "sealed", "banned", "no-profile", "bad-address", "too-many-ways", "unknown-way", "wrong-code",
    "bad-passkey", "unknown-passkey", "too-many-passkeys",
    "bad-map", "no-places", "few-places", "unknown-place", "unknown-town", "slow-map", "too-many-maps", "unknown-club", "too-many-clubs", "few-members", "club-full", "no-offer",
]  # fmt: skip
Code: TypeAlias = MoveCode | ServiceCode

Offer = Literal["end", "bot"]  # what players may offer one another during a game
Policy = Literal["allowed", "forbidden", "required"]  # whether the host has people keep profiles

COLOURS: tuple[Colour, ...] = get_args(Colour)
KINDS: tuple[Kind, ...] = get_args(Kind)
PHASES: tuple[Phase, ...] = get_args(Phase)  # in the order of the kernel's numbers
WORDS: tuple[Word, ...] = get_args(Word)
LEVELS: tuple[Level, ...] = get_args(Level)  # from weak to strong
REASONS: tuple[Reason, ...] = get_args(
    Reason
)  # in the order of the bots' numbers; at last the one that only a network has

Handful: TypeAlias = dict[Kind, int]  # cards by kind, those that are there
Value: TypeAlias = str | int | float | Sequence[int | str]
Values: TypeAlias = Mapping[str, Value]  # what a code's sentence is filled with


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class _Word(Struct, frozen=True):
    """What is said; nobody changes it."""


class _Told(_Word, rename="camel"):
    """What is told."""


class _Shown(_Word, rename="camel", omit_defaults=True, repr_omit_defaults=True):
    """The same, with parts that are left out where there is nothing to tell."""


# ---- moves


class Move(_Word, omit_defaults=True, repr_omit_defaults=True):
    """One move; `str(move)` is its text, `railhead.game.moves.parse` the way back."""

    word: Word
    place: str = ""  # a route or a city
    slot: int = 0  # of the row, from 1
    colour: Kind | Literal[""] = ""  # of a card taken by its colour, or of a track piece
    cards: Handful = {}  # a count of 0: as many as are needed
    kept: tuple[int, ...] = ()  # places in the offer, from 1

    def __str__(self) -> str:
        parts = [self.word, self.place, str(self.slot or ""), self.colour, *map(str, self.kept)]
        if self.cards and self.word in ("claim", "station"):
            parts.append("with")
        parts += [f"{count} {kind}" if count else kind for kind, count in self.cards.items()]
        if self.word == "keep" and not self.kept:
            parts.append("none")
        return " ".join(part for part in parts if part)


class Payment(_Told):
    """Cards that pay. `decision` says so after the route or city was chosen; null where nothing is left to decide."""

    decision: int | None
    cards: Handful


class Piece(_Told):
    """A track piece for a bed, as a payment is for a route."""

    decision: int | None
    colour: Colour


class Take(_Told):
    """A face-up card: its place in the row, from 1."""

    decision: int
    slot: int


class Keeping(_Told):
    """Tickets to keep: their places in the offer, from 1."""

    decision: int
    kept: list[int]


class Claiming(_Told):
    """A route to claim, and how it can be paid."""

    decision: int
    payments: list[Payment]


class Building(_Told):
    """A bed to build, and in which colours."""

    decision: int | None
    pieces: list[Piece]


class Placing(_Told):
    """Stations: the decision for each city, and how any of them can be paid."""

    cities: dict[str, int]
    payments: list[Payment]


class Choices(_Shown, kw_only=True):
    """What a seat may do now, by word; only what is possible is there. A client sends back the decisions of what was chosen."""

    draw: int | None = None
    take: list[Take] = []
    tickets: int | None = None
    keep: list[Keeping] = []
    claim: dict[str, Claiming] = {}
    pay: list[Payment] = []
    decline: int | None = None
    station: Placing | None = None
    build: dict[str, Building] = {}


# ---- what a seat sees


class Seat(_Told):
    """What everybody knows of a seat. `known`: cards it was openly seen to take and has not paid since."""

    name: str
    cards: int
    known: Handful
    tickets: int
    offered: int
    trains: int
    stations_left: int
    points: int
    routes: list[str]
    stations: list[str]


class UnderWay(_Told):
    """A claim, station or bed that waits for its second decision; all of it lies open on the table."""

    route: str | None
    city: str | None
    due: int
    laid: Handful
    turned: list[Kind]
    tunnel: bool


class View(_Shown, kw_only=True):
    """What everybody may know of a game; `built` and `pieces` (the supply) only in games with beds."""

    game: str
    seat: int | None
    phase: Phase
    to_move: int | None
    turns_left: int | None
    row: list[Kind | None]
    deck: int
    discards: Handful
    ticket_deck: int
    under_way: UnderWay | None
    seats: list[Seat]
    closed: list[str]
    built: dict[str, Colour] | None = None
    pieces: dict[Colour, dict[str, int]] | None = None


class SeatView(View, kw_only=True):
    """What a seat may know: its own cards and tickets too."""

    hand: Handful
    tickets: list[str]
    offer: list[str]  # in the order that `keep` counts
    returned: list[str]  # seen and put back
    barred: list[str]  # closed to this seat alone (C17)


# ---- what happened: the events of the full log, in the log's own names


class _Event(
    _Word, tag_field="e", rename="camel", omit_defaults=True, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """Something that happened. What others get unseen is told by `count` alone."""

    hidden: ClassVar[str] = ""  # the field that only its own seat may see (C7, C11)


class Deal(_Event, tag="deal"):
    """Cards dealt to a seat (C3)."""

    hidden = "cards"
    seat: int = field(name="p")
    cards: list[Kind] | None = None
    count: int | None = None


class RowFilled(_Event, tag="row"):
    """The first face-up cards (C4)."""

    cards: list[Kind | None]


class Reset(_Event, tag="reset"):
    """Three locomotives lay face up: a new row (C4)."""

    out: list[Kind]
    cards: list[Kind | None]


class Offered(_Event, tag="offer"):
    """Tickets to choose from (C5, C20)."""

    hidden = "tickets"
    seat: int = field(name="p")
    tickets: list[str] | None = None
    count: int | None = None


class Kept(_Event, tag="keep"):
    """Tickets kept (C5, C20)."""

    hidden = "tickets"
    seat: int = field(name="p")
    tickets: list[str] | None = None
    count: int | None = None


class First(_Event, tag="first"):
    """Who begins (C6)."""

    seat: int = field(name="p")


class Taken(_Event, tag="take"):
    """A face-up card taken; `slot` from 0 (C8)."""

    seat: int = field(name="p")
    slot: int
    card: Kind
    refill: Kind | None


class Drawn(_Event, tag="blind"):
    """The unseen top of the deck drawn (C11)."""

    hidden = "card"
    seat: int = field(name="p")
    card: Kind | None = None


class Reshuffled(_Event, tag="reshuffle"):
    """The discards become a new deck (C12)."""

    cards: Handful


class Claimed(_Event, tag="claim"):
    """A route claimed and paid (C14)."""

    seat: int = field(name="p")
    route: str
    cards: Handful
    points: int


class Tunnelled(_Event, tag="tunnel"):
    """A tunnel tried: what was laid, what turned up, what it costs more (E3)."""

    seat: int = field(name="p")
    route: str
    cards: Handful
    turned: list[Kind]
    extra: int


class Declined(_Event, tag="decline"):
    """A tunnel given up (E3)."""

    seat: int = field(name="p")
    route: str


class StationBuilt(_Event, tag="station"):
    """A station built (E7)."""

    seat: int = field(name="p")
    city: str
    cards: Handful


class Built(_Event, tag="build"):
    """A piece laid on a bed (F3)."""

    seat: int = field(name="p")
    route: str
    colour: Colour


class Passed(_Event, tag="pass"):
    """A seat that can do nothing (C6)."""

    seat: int = field(name="p")


class LastRound(_Event, tag="last"):
    """A seat is nearly out of trains: everybody has one more turn (C23)."""

    seat: int = field(name="p")


class Score(_Told):
    """A seat's final scoring."""

    routes: int
    tickets: int
    completed: list[str]
    failed: list[str]
    stations: int
    borrowed: list[str]
    longest: int
    longest_bonus: int
    most_tickets_bonus: int
    total: int


class Scores(_Told):
    """The scoring of a position as it stands."""

    scores: list[Score]
    winners: list[int]


class Ended(_Event, tag="end"):
    """The game is over (C22)."""

    scores: list[Score]
    winners: list[int]


Event = (
    Deal | RowFilled | Reset | Offered | Kept | First | Taken | Drawn | Reshuffled | Claimed | Tunnelled | Declined
    | StationBuilt | Built | Passed | LastRound | Ended
)  # fmt: skip


# ---- advice


class Alternative(_Told):
    """Another decision, and what it is worth."""

    move: Move
    value: float


class Hint(_Told):
    """What a level would play, and why: a code and values."""

    move: Move
    decision: int
    why: Reason
    values: Values
    plan: list[str]  # routes
    tickets: list[str]
    others: list[Alternative]


class Chance(_Told):
    """A choice, how likely it leads to winning, from 0 to 1, by what its seat may know, and how far that may be off beside the other choices."""

    move: Move
    chance: float
    sure: float


# ---- the review of a game


class Considered(_Told):
    """A decision that was compared: its seat's chance to win with it, and the points it will be ahead of the best other, by what the seat could know."""

    move: Move
    decision: int
    chance: float
    margin: float | None  # null where there was nothing to choose


class ReviewedMoment(_Told):
    """A decision and what it gave away, or an act of chance and its luck for every seat. `chances` are each seat's, before the decision, after the chance."""

    move: int  # its number, from 1; the deal has 0
    seat: int | None  # null for the deal
    kind: Literal["decision", "chance"]
    chances: list[float]
    played: Considered | None
    best: list[Considered]  # the best first; empty where there was nothing to choose
    cost: float  # what the seat gave away, judged by what it could know; what it leaves undone still is booked once
    luck: list[float]
    sure: float  # standard error of the cost


class SeatAccount(_Word):
    """Where a seat's chance went: start + luck + rivals_luck - errors + rivals_errors is the result. Adjusted: without luck."""

    start: float
    luck: float
    rivals_luck: float
    errors: float
    rivals_errors: float
    result: float
    adjusted: float


class Review(_Told):
    """The account of a game."""

    seats: list[SeatAccount]
    moments: list[ReviewedMoment]


class SeatFigures(_Told):
    """A seat's account for people: win chance given away, luck of all moves, the result without luck and one standard error of it."""

    given: float
    luck: float
    adjusted: float
    sure: float


class Costly(_Told):
    """One of the costliest decisions: its place among the moments; where the best would have claimed a route that another claimed later, who and when."""

    moment: int
    taker: int | None
    taken: int | None  # the number of that move


class TicketChoice(_Told):
    """A choice of tickets: its place among the moments, what was kept, and what the best would have kept; good where they were worth the same."""

    moment: int
    kept: list[str]
    best: list[str]
    good: bool


class Figures(_Told):
    """What a review tells people; moments by their place in it."""

    seats: list[SeatFigures]
    costliest: list[Costly]
    turning: list[int]  # acts of chance and decisions after which a chance had changed most
    tickets: list[TicketChoice]


class GameReview(_Told):
    """The review of a finished game, as far as it is: waiting, rough (the chances alone) or whole; `done` of `total` decisions are judged."""

    stage: Literal["waiting", "rough", "whole"]
    done: int
    total: int
    game: str
    players: list[str]
    review: Review | None
    figures: Figures | None


class WatchedChance(_Told):
    """Everybody's chance to win at a position, by what all can see."""

    position: int
    chances: list[float]


class WatchedChances(_Told):
    """The line of chances of a game between bots, as far as somebody has watched it."""

    line: list[WatchedChance]


# ---- puzzles


class PuzzleSummary(_Told):
    """A puzzle in the list; how hard it is, is how many of the levels miss it."""

    id: str
    game: str
    hard: int


class Puzzles(_Told):
    """GET /api/puzzles: all of them, game by game, the easiest first. The one of the day (UTC) is the same for all."""

    day: str  # 2026-11-16
    today: str | None  # its id; null where there are no puzzles
    puzzles: list[PuzzleSummary]


class PuzzlePosition(_Told):
    """GET /api/puzzles/{puzzle}: a position as its seat may know it, and what may be done."""

    id: str
    game: str
    hard: int
    view: SeatView
    choices: Choices


class PuzzleSolution(_Told):
    """What is best in a puzzle: the best decision and those next to it, one standard error of its lead, and the levels that miss it."""

    best: list[Considered]
    sure: float
    missed: list[Level]


class PuzzleAnswer(_Told):
    """What a try is worth. What is best stands in it once it was found, or asked for."""

    right: bool
    chance: float | None  # to win; null where nothing was tried
    solution: PuzzleSolution | None


# ---- records of whole games


class Result(_Told):
    """How a game ended."""

    totals: list[int]
    winners: list[int]


class Signature(_Told, forbid_unknown_fields=True):
    """A server's word for a whole record: Ed25519, in hexadecimal digits."""

    key: str  # the server's public key, as at /api/key
    value: str


class Record(_Shown, kw_only=True, tag_field="format", tag="railhead-record/1", forbid_unknown_fields=True):
    """The compact record: seed and moves. A board of one's own stands in it whole."""

    game: str
    players: list[str]
    seed: str
    seed_hash: str | None = None
    starter: int | None
    moves: list[str]
    result: Result | None = None
    board: dict[str, Any] | None = None
    signature: Signature | None = None  # of a game that a server dealt, when it is over


class Log(_Shown, kw_only=True, tag_field="format", tag="railhead-log/1", forbid_unknown_fields=True):
    """The full log: every event, hidden cards included."""

    game: str
    players: list[str]
    seed: str
    starter: int | None = None
    events: list[Event]


# ---- what never changes about a game


class Place(_Told):
    """A city, or what else has a name."""

    id: str
    name: str


class Zone(_Told):
    """A country or region that tickets name, with the ends of the routes into it."""

    id: str
    name: str
    terminals: list[str]


class PieceSupply(_Told):
    """Track pieces of a colour and length."""

    colour: Colour
    length: int
    count: int


class Players(_Told):
    """How many can play."""

    least: int
    most: int


class GameSummary(_Told):
    """A game in the list of games; `minutes` is a usual length with four people."""

    id: str
    name: str
    board: str
    players: Players
    minutes: int
    featured: int | None  # its place among those shown at first
    tickets: int  # how many there are
    tour: bool  # whether it is a board of the world tour, which pickers show by wish


class LessonSummary(_Told):
    """A lesson in the list of lessons: the game that it is about, and how long it takes."""

    name: str
    game: str
    minutes: int


class Games(_Told):
    """GET /api/games; levels from weak to strong, lessons in the order in which they are offered."""

    protocol: int
    games: list[GameSummary]
    levels: list[Level]
    lessons: list[LessonSummary]
    profiles: Policy


class KeptMap(_Told):
    """A map that the server keeps: it is a game of this name."""

    id: str


class Maps(_Told):
    """GET /api/maps: maps that their makers show to others, the latest first."""

    maps: list[GameSummary]


class Country(_Told):
    """A country of the gazetteer."""

    code: str
    name: str  # in English
    continent: str  # its code
    regions: list[str]


class Places(_Told):
    """GET /api/places: where a map may be made, and to whom the knowledge of it is owed."""

    credit: str
    continents: dict[str, str]  # name by code
    countries: list[Country]
    frame: "MapFrame"
    world: str  # the land of all the earth in that frame, as the path of an SVG
    borders: str  # and those between countries


class MapFrame(_Told):
    """What a sketch shows, as Mercator drew it: x = (longitude - west) * scale, y = (top - m(latitude)) * scale, where m(a) is
    ln(tan(45 degrees + a / 2)) in degrees; longitudes count from west to east, past 180 where need be."""

    west: float
    top: float
    scale: float
    width: float
    height: float


class Spare(_Told):
    """A city that a map could have besides."""

    name: str
    lat: float
    lon: float


class MapProposal(_Told):
    """A board file that could be played, what lies around it as SVG paths, and more cities to choose from."""

    board: dict[str, Any]
    frame: MapFrame
    land: str
    lakes: str
    borders: str
    spare: list[Spare]
    country: str  # the code of the one that was pointed at
    dropped: list[str]  # cities left out, because names and routes had no room there
    measures: "MapMeasures | None"  # where planners have played on it


class MapMeasures(_Told):
    """What planners' games over a proposed map were like, and which of it could not be brought to what it should be."""

    games: int
    turns: float  # of each player
    completed: float  # the share of tickets
    margin: float  # by which the best beats the second, in its own points
    seats: list[float]  # their shares of the wins
    missed: list[Literal["turns", "tickets", "margin", "seats", "owner"]]


class MapTrial(_Told):
    """How bots' games over a map went; what is unlike the known boards in them by the name of its figure."""

    games: int
    turns: float  # of each player
    score: float
    deviation: float
    margin: float  # by which the best beats the second
    kept: float  # tickets of a player
    completed: float
    first_seat: float  # its share of the wins
    claims: dict[str, float]  # by route, in which share of the games it was claimed
    unlike: list[Literal["short", "long", "spread", "margin", "completed", "route"]]


class Route(_Told):
    """A route; `terminal` is the end of its own that a route into a zone has."""

    id: str
    a: str
    b: str
    length: int
    colour: RouteColour
    ferry: int
    tunnel: bool
    terminal: str | None


class Ticket(_Told):
    """Two places to join, and what that is worth."""

    id: str
    a: str
    b: str
    points: int
    long: bool


class Numbers(_Told, kw_only=True):
    """The numbers of a game's rules: what a player begins with, how tickets are drawn, what things are worth."""

    trains: int
    stations: int
    station_points: int  # for each station that is left (E9)
    first_cards: int
    first_tickets: int
    first_long: int  # long ones among the first
    first_keep: int  # at least so many
    first_return: Literal["bottom", "out", "shuffled"]  # where first tickets go that are not kept
    later_tickets: int
    later_keep: int
    longest_bonus: int
    most_tickets_bonus: int
    last_trains: int  # with so few left the last round begins (C23)
    single_track_players: int  # with so few players only one of two parallel routes is used (C18)
    cards: Handful  # in the deck
    points: dict[str, int]  # for a route, by its length


class GameFacts(_Told, kw_only=True):
    """GET /api/games/{game}: all that never changes about a game. It has an `ETag` and may be kept."""

    id: str
    name: str
    board: str
    cities: list[Place]
    zones: list[Zone]
    routes: list[Route]
    tickets: list[Ticket]
    crossings: list[tuple[str, str]]  # routes of which only one can be built
    pieces: list[PieceSupply]
    numbers: Numbers
    colours: list[Colour]
    geometry: "Plan | None"  # null for a board that cannot be drawn


# ---- the picture of a board

Box: TypeAlias = tuple[float, float, float, float]  # left, top, right, bottom


class SlotSize(_Told):
    """From one space to the next, and how wide it is."""

    pitch: float
    width: float


class Spot(_Told):
    """Where a city or the end of a route into a zone is drawn."""

    id: str
    x: float
    y: float
    r: float


class Slot(_Told):
    """A space of a route around its middle; `index` counts from the route's first city, `angle` is in degrees."""

    route: str
    index: int
    x: float
    y: float
    angle: float
    length: float


class Label(_Told):
    """A name on the board."""

    id: str
    box: Box
    lines: list[str]
    size: float
    kind: Literal["city", "zone"]


class Plan(_Told):
    """Where pieces lie and fingers reach, in units of which a slot's pitch has 40; the board itself is drawn in `map.svg`."""

    board: str
    width: float
    height: float
    slot: SlotSize
    cities: list[Spot]
    terminals: list[Spot]
    slots: list[Slot]
    labels: list[Label]


class Train(_Told):
    """A claimed route: its strokes in order, then on every slot a wagon, drawn around the origin for slots of a length."""

    length: float
    strokes: list[tuple[str, Literal["line", "links"]]]  # classes; along the slots, or from its ends to their places
    wagon: list[tuple[str, str]]  # classes and paths
    marks: list[tuple[str, str]]  # the pattern of each seat on its wagons


class Symbols(_Told):
    """SVG paths in the box: a form for every colour, for locomotives and stations; and what claimed routes are drawn of."""

    box: Box
    colours: dict[Colour, str]
    locomotive: str
    station: str
    train: Train


class Look(_Told):
    """GET /api/look: the colours of each theme, the symbols of the colours, the board's style sheet."""

    themes: dict[str, dict[str, str]]
    symbols: Symbols
    style: str


# ---- refusals


class Refused(_Told, tag_field="type", tag="refused"):
    """Something that was not done: a code, the rule of the game that forbids it, and values for the sentence."""

    code: Code
    rule: str
    values: Values
    re: "Identity" = None


# ---- tables

PROTOCOL = 2
NAME_MOST, CHAT_MOST = 24, 500

SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
TableId = Annotated[str, Meta(min_length=1, max_length=32)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
LevelName = Annotated[str, Meta(min_length=1, max_length=32)]
Text = Annotated[str, Meta(max_length=2000)]
Identity: TypeAlias = Annotated[str, Meta(max_length=64)] | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None


class _Body(_Word, forbid_unknown_fields=True):
    """What a client sends by HTTP."""


class Clock(_Body):
    """Thinking time: minutes a player, and seconds added after each turn. Where each turn has minutes of its own, the player's are a
    reserve that is touched when those are gone: a game over days. One of the two must be there."""

    minutes: Annotated[int, Meta(ge=0, le=43_200)]
    increment: Annotated[int, Meta(ge=0, le=300)] = 0
    turn: Annotated[int, Meta(ge=0, le=43_200)] = 0  # minutes
    holiday: Annotated[int, Meta(ge=0, le=60)] = 0  # days for which a player may stop the own clock


class Options(_Body):
    """How a table is played."""

    open: bool = False
    undo: bool = True
    hints: bool | None = None  # null: where nobody plays but one person and bots
    starter: SeatNumber | None = None
    clock: Clock | None = None
    rated: bool = (
        False  # counts for the ratings of all who play: they have profiles, there is a clock, no undo and no hints
    )


class SeatPlan(_Body):
    """Who is to sit somewhere: `me` and `here` are of this browser, `friend` is free until somebody takes it."""

    kind: Literal["me", "here", "friend", "bot"]
    name: Text | None = None
    level: LevelName | None = None


class NewTable(_Body):
    """POST /api/tables."""

    game: Annotated[str, Meta(min_length=1, max_length=64)]
    seats: Annotated[list[SeatPlan], Meta(min_length=2, max_length=5)]
    options: Options = Options()


Latitude = Annotated[float, Meta(ge=-90, le=90)]
Longitude = Annotated[float, Meta(ge=-180, le=180)]
PlaceName = Annotated[str, Meta(min_length=1, max_length=80)]
MapLine = Annotated[str, Meta(min_length=1, max_length=120)]  # `Brest`, `Brest, France` or `Brest, 48.39, -4.49`


class MapCity(_Body):
    """A city that a map has or could have."""

    name: PlaceName
    lat: Latitude
    lon: Longitude


class MapBox(_Body):
    """A rectangle; one whose west is east of its east crosses the date line."""

    south: Latitude
    west: Longitude
    north: Latitude
    east: Longitude


class MapCircle(_Body):
    """All that is within some kilometres of a point."""

    lat: Latitude
    lon: Longitude
    kilometres: Annotated[float, Meta(ge=1, le=20_000)]


class MapPoint(_Body):
    """A point of the globe."""

    lat: Latitude
    lon: Longitude


class MapExtras(_Body, rename="camel"):
    """What a map is to have, beside cities and routes."""

    tunnels: Annotated[int, Meta(ge=0, le=40)] = 0
    ferries: Annotated[int, Meta(ge=0, le=40)] | None = None  # at most; none: where there is water
    stations: bool = False
    long_tickets: Annotated[int, Meta(ge=0, le=20)] = 0
    beds: Annotated[int, Meta(ge=0, le=60)] = 0
    zones: Annotated[int, Meta(ge=0, le=8)] = 0  # neighbouring countries
    trains: Annotated[int, Meta(ge=0, le=60)] = 0  # of each player; 0: as many as fit
    players: Annotated[int, Meta(ge=2, le=5)] = 4  # at the tables where planners try it


class MapWish(_Body):
    """POST /api/maps/proposal: a map of some places, or of these cities. At once it is a `sketch`; after some seconds there is `room` for all
    names; after up to a minute it was changed until planners' `games` over it are as they should be."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    countries: Annotated[list[PlaceName], Meta(max_length=20)] = []
    continents: Annotated[list[PlaceName], Meta(max_length=7)] = []
    regions: Annotated[list[PlaceName], Meta(max_length=20)] = []
    box: MapBox | None = None  # only what lies in there
    circle: MapCircle | None = None
    at: MapPoint | None = None  # the country there
    lines: Annotated[list[MapLine], Meta(max_length=80)] = []  # cities as people list them: these, and no others
    extras: MapExtras = MapExtras()
    stage: Literal["sketch", "room", "games"] = "sketch"
    count: Annotated[int, Meta(ge=8, le=60)] | None = None  # how many cities; none: as many as usual
    local: bool = False  # names as on the signposts there
    seed: Annotated[int, Meta(ge=0, le=2**31)] = 1
    cities: Annotated[list[MapCity], Meta(max_length=80)] = []  # these, and no others


class NewMap(_Body):
    """POST /api/maps: a board file to be kept."""

    board: Raw
    listed: bool = False  # may others find it?


class TriedMap(_Body):
    """POST /api/maps/trial: a board file to be tried by bots."""

    board: Raw


class TakeSeat(_Body):
    """POST /api/tables/{table}/seats/{seat}."""

    name: Text


class PlayOn(_Body):
    """POST /api/tables/{table}/branch: play on from before a move of a finished game, at one of its seats, against bots."""

    move: Annotated[int, Meta(ge=1, le=10_000)]
    seat: SeatNumber
    name: Text
    level: LevelName | None = None


class PuzzleTry(_Body):
    """POST /api/puzzles/{puzzle}: a decision, the first one of a move; or none, to be told what is best."""

    decision: Annotated[int, Meta(ge=0, le=100_000)] | None = None


class HeldSeat(_Told):
    """A seat and the token that holds it, shown once."""

    seat: int
    token: str


class Seated(_Told):
    """The answer to whoever made a table or took a seat."""

    table: str
    seats: list[HeldSeat]


class TableSeat(_Told):
    """Who sits somewhere; `away`: a bot plays for the person, for good if they `resigned`."""

    seat: int
    kind: Literal["person", "free", "bot"]
    name: str | None
    level: Level | None
    away: bool
    resigned: bool


class Ballot(_Told):
    """After a game somebody asks the others for another one: the seats that want it, and those that do not."""

    same_deal: bool
    yes: list[int]
    no: list[int]


class Table(_Told):
    """A table as everyone may know it; the seed only when the game is over, its SHA-256 (`commitment`) from the start."""

    table: str
    game: str
    created: int
    phase: Literal["gathering", "cancelled", "playing", "over"]
    options: Options
    lesson: str | None  # whose table this is
    daily: str | None  # the day whose deal it has
    seats: list[TableSeat]
    commitment: str
    seed: str | None
    same_deal: bool
    winners: list[int] | None
    rematch: str | None
    again: str | None
    ballots: list[Ballot]
    hosts: list[int]  # the seats of whoever made it
    name: str | None = None  # of the map, where it is somebody's own
    club: str | None = None  # the duplicate or tournament that it is part of


class SeenTable(Table, kw_only=True):
    """GET /api/tables/{table}: also who is there now, and whose decision the game waits for."""

    present: list[bool]
    waiting: list[int]
    runs_out: int | None  # when the next clock does


class Tables(_Told):
    """GET /api/tables."""

    tables: list[SeenTable]


class _Entry(_Word, tag_field="kind", rename="camel"):
    """Something that happened at a table. Numbers run from 1 without gaps; times are milliseconds since 1970."""

    number: int
    time: int
    seat: int | None


class Sat(_Entry, tag="sit"):
    """A person took a free seat."""

    name: str


class Stood(_Entry, tag="stand"):
    """A person left a seat before the game: it is free again."""

    name: str


class Cancelled(_Entry, tag="cancel"):
    """Whoever made the table gave it up before the game."""


class Filled(_Entry, tag="fill"):
    """Bots took the free seats."""

    level: Level


class Started(_Entry, tag="start"):
    """The game begins."""

    events: list[Event]


class Chosen(_Entry, tag="choose"):
    """A seat has chosen its first tickets; what and how many nobody else learns yet (C5)."""


class Moved(_Entry, tag="move"):
    """A move; `bot` if a bot made it for the seat."""

    events: list[Event]
    bot: bool


class Undone(_Entry, tag="undo"):
    """The move of that number was taken back; take its events out of the story."""

    undoes: int


class Replaced(_Entry, tag="replace"):
    """A bot takes over: others wished it, the seat itself did, its clock ran out, or it resigned and does not come back."""

    level: Level
    reason: Literal["wish", "own", "clock", "resign"]


class Returned(_Entry, tag="back"):
    """The person plays again."""


class Rested(_Entry, tag="holiday"):
    """A player's clock stands still until then; or, where that is now, goes on."""

    until: int


class Answered(_Entry, tag="answer"):
    """A seat wants to play again, or does not."""

    same_deal: bool
    yes: bool


class Rematched(_Entry, tag="rematch"):
    """The table that follows, with a new deal, and whose seats of this one it has, in their order."""

    table: str
    seats: list[int]


class PlayedAgain(_Entry, tag="again"):
    """The table that follows, with the same deal."""

    table: str
    seats: list[int]


class Proposed(_Entry, tag="propose"):
    """Somebody offers to call the game off, or to have a bot sit in for an absent person."""

    what: Offer
    about: int | None


class Agreed(_Entry, tag="agree"):
    """Somebody agrees to what was offered, or does not: then it is gone."""

    yes: bool


class CalledOff(_Entry, tag="call-off"):
    """All agreed to end the game now: it counts for nobody."""


class Disclosed(_Entry, tag="disclose"):
    """All tables of the duplicate have ended: what was dealt may be known."""


class Prepared(_Entry, tag="prepared"):
    """The rules are ready; no number is used up."""


Entry = (
    Sat | Stood | Cancelled | Filled | Started | Chosen | Moved | Undone | Replaced | Returned | Rested | Answered | Rematched
    | PlayedAgain | Proposed | Agreed | CalledOff | Disclosed | Prepared
)  # fmt: skip


class ChatLine(_Told):
    """A line of chat; it is for all at the table, and has numbers of its own."""

    number: int
    time: int
    seat: int
    name: str
    text: str


class ClockState(_Told):
    """Milliseconds left, as of the message's time, and whose clock runs; of a seat that has to decide with what its turn has."""

    left: list[int]
    running: int | None
    holiday: list[int]  # until when each is on holiday; 0: is not
    rest: list[int]  # ms of holiday that each may still take


class LessonStep(_Told):
    """Where a lesson stands: what is told, by keys of the lessons' texts, and what is asked, as far as it matters how it is done."""

    name: str
    step: int  # from 0; as many as there are when all are done
    steps: int
    say: list[str]
    ask: list[Move]  # none: anything counts
    mark: list[str]  # routes, cities and tickets to look at
    done: bool


class Proposal(_Told):
    """What somebody offers: to call the game off, or to have a bot sit in for an absent person. It is gone with the next move."""

    seat: int
    what: Offer
    about: int | None
    agreed: list[int]
    asked: list[int]  # who has yet to agree; all must


class TableState(_Told, kw_only=True):
    """Everything a reader may see of a table now. `views`, `choices` and `chosen` are by seat, of the seats that the reader holds."""

    protocol: int
    number: int
    position: int  # the number of the last thing that changed the game
    time: int
    table: Table
    you: list[int]
    phase: TablePhase
    to_move: int | None
    waiting: list[int]  # several only while first tickets are chosen
    views: dict[str, SeatView]
    watch: View | None  # for whoever only watches
    choices: dict[str, Choices]  # of the seats that are waited for
    chosen: dict[str, list[int]]  # first tickets that were chosen already: places in the offer, from 1
    undo: int | None  # the seat that may take its last move back now
    biding: int | None  # until when bots wait for a person who may take a move back, or has to read what a tunnel cost
    lesson: LessonStep | None  # for whoever learns
    clock: ClockState | None
    proposal: Proposal | None
    present: list[bool]
    watchers: int


# ---- people


Key = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{43}$")]
Hour = Annotated[int, Meta(ge=0, le=23)]
Shape = Literal["discord", "slack", "matrix", "plain"]


class Quiet(_Body):
    """The hours of the day in which nobody is to be told anything, in some place's time."""

    begins: Hour
    ends: Hour
    zone: Annotated[str, Meta(min_length=1, max_length=64)]  # Europe/Paris


class Card(_Body):
    """POST /api/me: what a person says about themselves, and whether they want to be told when it is their turn."""

    name: Annotated[str, Meta(max_length=64)] = ""
    colour: Annotated[int, Meta(ge=0, le=4)] | None = None  # the seat whose colour they like
    language: Annotated[str, Meta(max_length=16)] = "en"
    notices: bool = True
    quiet: Quiet | None = None


class PushWay(_Body, tag_field="kind", tag="push"):
    """A browser that is told by its maker's service: what `PushSubscription.toJSON()` says."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1000)]
    p256dh: Annotated[str, Meta(min_length=80, max_length=100)]
    auth: Annotated[str, Meta(min_length=20, max_length=30)]


class HookWay(_Body, tag_field="kind", tag="hook"):
    """An address to which messages are posted, as a chat wants them."""

    url: Annotated[str, Meta(min_length=1, max_length=1000)]
    shape: Shape = "plain"


class MailWay(_Body, tag_field="kind", tag="mail"):
    """An e-mail address."""

    address: Annotated[str, Meta(min_length=1, max_length=254)]


class NewWay(_Body):
    """POST /api/me/ways: how to tell a person. A code is sent to addresses that are not the browser's own."""

    way: PushWay | HookWay | MailWay


class Proof(_Body):
    """POST /api/me/ways/{way}: the code that came that way; none: the way is given up."""

    code: Annotated[str, Meta(max_length=16)] | None = None


class KeptSeat(_Body):
    """A seat that a person holds."""

    table: TableId
    token: Token


class KeptSeats(_Body):
    """POST /api/me/seats: seats that come to belong to a person."""

    seats: Annotated[list[KeptSeat], Meta(max_length=60)]


class Forget(_Body):
    """POST /api/me/forget: nobody does it by mistake."""

    sure: Literal["forget"]


Coded = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]+$", max_length=6000)]  # bytes as base64url, without padding


class AskPasskey(_Body):
    """POST /api/passkeys/challenge: something to sign; to bind a passkey to one's profile, or to come in with one."""

    purpose: Literal["bind", "enter"]


class PasskeyChallenge(_Told):
    """What a browser has a passkey made of, or has one sign: once, and soon."""

    challenge: str
    host: str  # the name for which the passkey is
    handle: str  # by which it knows the profile again; empty where somebody wants to come in
    known: list[str]  # passkeys that the profile has, of which none is made again


class NewPasskey(_Body):
    """POST /api/me/passkeys: a passkey that a browser has made, as WebAuthn has it."""

    name: Annotated[str, Meta(max_length=64)]
    id: Coded
    client_data: Coded
    attestation: Coded


class ChangedPasskey(_Body):
    """POST /api/me/passkeys/{passkey}: another name for it; none: it is removed, and with it the keys of browsers that came in by it."""

    name: Annotated[str, Meta(max_length=64)] | None = None


class PasskeyEntry(_Body):
    """POST /api/passkeys: the key in the header is that of a profile from now on, for a passkey of it has signed."""

    id: Coded
    client_data: Coded
    authenticator_data: Coded
    signature: Coded


class KnownPasskey(_Told):
    """A passkey of somebody."""

    id: str
    name: str
    made: int


class KnownWay(_Told):
    """A way to tell somebody; its address only as far as its owner knows it again."""

    id: str
    kind: Literal["push", "hook", "mail"]
    shown: str
    proved: bool


class Me(_Told):
    """A person, as the server knows them: nobody else is told any of it."""

    card: Card
    ways: list[KnownWay]
    push_key: str  # for a browser's subscription
    mail: bool  # does the server send e-mail?
    passkeys: list[KnownPasskey]


class KnownTables(_Body):
    """POST /api/me/tables: the tables whose seats a browser still holds."""

    known: Annotated[list[TableId], Meta(max_length=200)] = []


class FoundSeat(_Told):
    """A seat that comes back to its person, with a token of its own."""

    table: str
    game: str
    created: int
    seat: int
    token: str
    over: bool


class FoundPlace(_Told):
    """A seat of a person."""

    table: str
    seat: int


class FoundSeats(_Told):
    """The seats of a person that a browser had lost, the latest first."""

    seats: list[FoundSeat]


class Played(_Told):
    """A finished game of a person."""

    table: str
    game: str
    ended: int
    players: int
    place: int  # from 1
    points: int
    completed: int
    failed: int
    longest: int
    own: bool  # did they play to the end, or a bot for them?


class GameTally(_Told):
    """All finished games of a person on one board."""

    game: str
    played: int
    won: int
    points: float  # on the average
    best: int
    completed: int
    failed: int
    longest: int  # the longest of all longest trails
    place: float  # on the average
    players: float  # on the average


class Rating(_Told):
    """How well somebody plays, as far as rated games tell: 1000 for a newcomer, and more the surer it is."""

    score: int
    played: int
    place: int  # among all on this server


class History(_Told):
    """GET /api/me/games: what a person has played: the latest games, and all of them in numbers."""

    games: list[Played]
    tallies: list[GameTally]
    rating: Rating | None


class Ranked(_Told):
    """A player among the best: a person's name, or a bot's level."""

    place: int
    name: str
    level: Level | None
    score: int
    played: int
    you: bool


class Best(_Told):
    """GET /api/best: the best of this server."""

    players: list[Ranked]


class Everything(_Told):
    """GET /api/me/all: everything that is kept about a person."""

    card: Card
    ways: list[PushWay | HookWay | MailWay]
    seats: list[FoundPlace]
    games: list[Played]
    claims: dict[str, dict[str, int]]  # by game: how often each route was claimed
    rating: Rating | None
    tries: list["DayTry"]
    passkeys: list[KnownPasskey]
    clubs: list["FoundClub"]
    tallies: list[GameTally]
    blocked: int  # people whom one wants to meet no more
    reported: int  # times that others told the host of one; in which words is theirs


class Block(_Body):
    """POST /api/me/blocks: whoever sits there, at a table at which one sits as well, no longer gets a seat where one does."""

    table: TableId
    seat: SeatNumber


class Complaint(_Body):
    """POST /api/tables/{table}/report: what the host of the server is told of somebody at the table."""

    accused: SeatNumber
    words: Text


class Announcement(_Told):
    """GET /api/announcement: what the host of the server says to all; empty if nothing."""

    text: str


class NewTry(_Body):
    """POST /api/daily: play the deal of the day; of another day, that is over, for practice."""

    name: Text
    day: Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None = None


class DayTry(_Told):
    """A person's one try at the deal of a day. While it is played there are no points; where a bot has helped, or it came too late, it does not count."""

    day: str
    table: str
    ended: int | None
    points: int | None
    place: int | None
    completed: int | None
    failed: int | None


class DayRival(_Told):
    """What a bot made of the same seat in the same deal."""

    level: Level
    points: int


class DayStanding(_Told):
    """A try among the others': of how many, and which part of them it beats, from 0 to 1; equal ones by half."""

    players: int
    beats: float | None  # null while there are no others


class Daily(_Told, kw_only=True):
    """GET /api/daily and /api/daily/{day}: the deal of a day. Whoever has played it, or comes when it is closed, is told how others did."""

    day: str
    game: str
    seats: int
    level: Level  # of the bots
    commitment: str  # the SHA-256 of the seed
    seed: str | None  # when it is closed
    begins: int
    ends: int  # until when it can be begun
    closes: int  # until when it counts
    own: DayTry | None
    standing: DayStanding | None
    rivals: list[DayRival]


class Day(_Told):
    """A day in the list of days."""

    day: str
    game: str
    own: DayTry | None


class Days(_Told):
    """GET /api/daily: the deal of today, the days before it, and the promise for tomorrow: the SHA-256 of its seed."""

    today: Daily
    tomorrow: str
    before: list[Day]


ClubKind = Literal["duplicate", "swiss", "all"]
ClubPhase = Literal["gathering", "playing", "over", "cancelled"]


class NewClub(_Body):
    """POST /api/clubs: a duplicate, one deal at several tables; or a tournament of rounds, Swiss or all against all."""

    kind: ClubKind
    name: Text
    game: Annotated[str, Meta(min_length=1, max_length=64)]
    seats: Annotated[
        list[LevelName | None], Meta(min_length=2, max_length=5)
    ]  # of a table: for people, or the same bot everywhere
    clock: Clock
    tables: Annotated[int, Meta(ge=2, le=16)] = 2  # of a duplicate
    rounds: Annotated[int, Meta(ge=1, le=20)] = 3  # of a Swiss; all against all ends when all have met, or after twenty
    fill: LevelName | None = None  # the bots that take the places of a duplicate that nobody took
    waits: bool = False  # does each round wait for the word of whoever made it?


class JoinClub(_Body):
    """POST /api/clubs/{club}/members: be one of those who play, at a place of one's choice where there are places."""

    name: Text
    table: Annotated[int, Meta(ge=0, le=15)] | None = None
    seat: SeatNumber | None = None
    token: Token | None = None  # of whoever made it


class ClubWish(_Body):
    """POST /api/clubs/{club}: begin, or play the next round; give it up; leave, or have somebody leave."""

    wish: Literal["start", "cancel", "leave"]
    member: Annotated[int, Meta(ge=0, le=1000)] | None = None


class ClubToken(_Told):
    """The answer to whoever made a club or joins it: what holds their place, and their seat at every table of it."""

    club: str
    token: str


class ClubMember(_Told):
    """Somebody who plays."""

    member: int
    name: str
    left: bool
    table: int | None  # the place in a duplicate
    seat: int | None


class ClubMatch(_Told):
    """A table of a round: who sits there, by seats, and how it ended. Bots are nobody; one alone has a bye."""

    round: int  # from 1
    number: int
    seats: list[int | None]
    ended: bool
    table: str | None  # of those that the reader may look at
    points: list[int] | None  # none while it goes on, or where the reader may not know; empty: it was called off
    away: list[int]  # seats that a bot ended


class ClubStanding(_Told):
    """A line of the ranking. Tournament: points for rounds, the mean of those of the people they met, points of the games. Duplicate: what
    they made more than the mean of their seat, which part of the others there they have beaten, points."""

    member: int
    place: int
    score: float
    second: float
    points: int


class Club(_Told, kw_only=True):
    """GET /api/clubs/{club}: a duplicate or a tournament as the reader may see it."""

    club: str
    kind: ClubKind
    name: str
    game: str
    created: int
    phase: ClubPhase
    seats: list[Level | None]
    clock: Clock
    tables: int
    rounds: int
    fill: Level
    waits: bool
    round: int  # 0 before the first
    ready: bool  # does the next round wait for the word of whoever made it?
    commitment: str | None  # of the deal of a duplicate
    seed: str | None  # when all of it is over
    members: list[ClubMember]
    matches: list[ClubMatch]
    means: list[float]  # of the seats of a duplicate
    standings: list[ClubStanding]
    you: int | None  # which member the reader is
    host: bool  # is it whoever made it?


class FoundClub(_Told):
    """A duplicate or tournament of somebody."""

    club: str
    name: str
    kind: ClubKind
    game: str
    phase: ClubPhase


class FoundClubs(_Told):
    """GET /api/me/clubs: those that a person made or plays in, the latest first."""

    clubs: list[FoundClub]


class Turn(_Told):
    """What a notice says: which game, at which table, who moved; nothing that not all may know."""

    table: str
    game: str
    mover: str | None  # none: the game begins
    name: str | None = None  # of the map, where it is somebody's own


# ---- from the server, over the socket


class State(TableState, kw_only=True, tag_field="type", tag="state"):
    """The answer to `hello` and `sync`: all of it, and the story after the number asked for; chat with `hello` only."""

    re: Identity
    story: list[Entry]
    more: bool  # the story is long and goes on: `sync` with the number of its last entry
    chat: list[ChatLine] | None


class Update(TableState, kw_only=True, tag_field="type", tag="update"):
    """What happened, and everything as it stands after it."""

    entry: Entry


class Presence(_Told, tag_field="type", tag="presence"):
    """Who is there; not numbered."""

    present: list[bool]
    watchers: int


class ChatSaid(ChatLine, tag_field="type", tag="chat"):
    """Somebody said something."""


class Done(_Told, tag_field="type", tag="done"):
    """It is done, and stored."""

    re: Identity
    number: int


class Pong(_Told, tag_field="type", tag="pong"):
    """Here I am."""

    re: Identity
    time: int


class Advice(_Told, tag_field="type", tag="advice"):
    """What a strong player would do for a seat at a position: the whole move, its decisions, why, and the chances of the choices there are."""

    re: Identity
    seat: int
    at: int
    hint: Hint
    decisions: list[int]
    chances: list[Chance]


ServerMessage = State | Update | Presence | ChatSaid | Done | Advice | Refused | Pong


# ---- from the client, over the socket


class _Asked(_Word, tag_field="type", kw_only=True):
    """What a client says; the answer repeats `id` as `re`."""

    id: Identity = None


class Hello(_Asked, tag="hello", kw_only=True):
    """The first message of a socket: the table, the tokens of the seats played here, the last number seen."""

    protocol: int
    table: TableId
    tokens: Annotated[list[Token], Meta(max_length=5)] = []
    after: Number = 0


class MakeMove(_Asked, tag="move", kw_only=True):
    """A move of a seat, at a position: the decisions of what was chosen, or any move, to be told why not; in words or as text."""

    seat: SeatNumber
    at: Number
    decisions: Annotated[list[Number], Meta(min_length=1, max_length=2)] | None = None
    move: Move | Text | None = None

    def __post_init__(self) -> None:
        if (self.decisions is None) == (self.move is None):
            raise ValueError("a move is given either by its decisions or in words")


class Undo(_Asked, tag="undo", kw_only=True):
    """Take the last move back."""

    seat: SeatNumber
    at: Number


class AskHint(_Asked, tag="hint", kw_only=True):
    """What would a strong player do here? Answered by `advice`, at tables that allow it."""

    seat: SeatNumber
    at: Number


class Chat(_Asked, tag="chat", kw_only=True):
    """A line of chat."""

    seat: SeatNumber
    text: Text


class Replace(_Asked, tag="replace", kw_only=True):
    """Let a bot play on for a seat."""

    seat: SeatNumber
    level: LevelName | None = None


class Back(_Asked, tag="back", kw_only=True):
    """Take a seat back from its bot."""

    seat: SeatNumber


class Resign(_Asked, tag="resign", kw_only=True):
    """Leave the game for good: a bot plays on."""

    seat: SeatNumber


class Propose(_Asked, tag="propose", kw_only=True):
    """Offer the others to call the game off, which then counts for nobody; or to have a bot sit in for somebody who keeps a game over days
    waiting."""

    seat: SeatNumber
    what: Offer
    about: SeatNumber | None = None


class Agree(_Asked, tag="agree", kw_only=True):
    """Agree to what somebody offers, or not."""

    seat: SeatNumber
    yes: bool


class Rest(_Asked, tag="holiday", kw_only=True):
    """Stop the seat's clock for some days; 0: let it go on."""

    seat: SeatNumber
    days: Annotated[int, Meta(ge=0, le=60)]


class Attend(_Asked, tag="attend", kw_only=True):
    """Whether anybody looks at the table on this screen: who does needs no notice."""

    looks: bool


class GoOn(_Asked, tag="go-on", kw_only=True):
    """The seat will not take its move back, or has read what it had to: bots need not wait."""

    seat: SeatNumber


class Stand(_Asked, tag="stand", kw_only=True):
    """Leave a seat before the game; whoever made the table may free a seat, too."""

    seat: SeatNumber


class Cancel(_Asked, tag="cancel", kw_only=True):
    """Give the table up before the game; by whoever made it."""


class PlayAgain(_Asked, tag="again", kw_only=True, rename="camel"):
    """Another game of the same kind: for all seats of this client, yes or no. It begins when all have answered, or `now` with those who want it."""

    same_deal: bool = False
    yes: bool = True
    now: bool = False


class Fill(_Asked, tag="fill", kw_only=True):
    """Let bots take all free seats."""

    level: LevelName | None = None


class Sync(_Asked, tag="sync", kw_only=True):
    """Send everything again."""

    after: Number = 0


class Ping(_Asked, tag="ping", kw_only=True):
    """Are you there?"""


ClientMessage = (
    Hello | MakeMove | Undo | GoOn | AskHint | Chat | Replace | Back | Resign | Propose | Agree | Rest | Attend | Stand | Cancel | Fill | PlayAgain | Sync | Ping
)  # fmt: skip


# ---- a game step by step


class Hidden(_Told):
    """What a seat held, for all eyes after the end."""

    hand: Handful
    tickets: list[str]
    offer: list[str]


class ReplayStep(_Shown, kw_only=True):
    """A move and the game after it: a seat's own view where it looks with a seat's eyes; `all` with all eyes only."""

    number: int
    seat: int | None
    time: int
    events: list[Event]
    view: View
    all: list[Hidden] | None = None


class Replay(_Told):
    """GET /api/tables/{table}/replay: as `eyes` saw it. `chart` has the points after each step, the last one the final totals."""

    table: str
    game: str
    names: list[str]
    eyes: str
    over: bool
    steps: list[ReplayStep]
    chart: list[list[int]]


class Version(_Told):
    """GET /api/version; `ready` is false while rules are being prepared after an installation."""

    protocol: int
    version: str
    ready: bool


class ServerKey(_Told):
    """GET /api/key: with which the server signs the records of finished games (Ed25519)."""

    key: str


class Alive(_Told):
    """GET /health."""

    alive: bool


class Ready(_Told):
    """GET /ready."""

    ready: bool
