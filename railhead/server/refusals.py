"""Refusals: a code and values, never a sentence. Clients have the texts."""

from typing import NamedTuple, cast

from railhead.words import Code, ServiceCode, Value, Values


class Meaning(NamedTuple):
    """When something is refused, by which HTTP status if it is by HTTP, and which values tell more."""

    when: str
    status: int | None = None
    values: str = ""


MEANINGS: dict[ServiceCode, Meaning] = {
    "bad-json": Meaning("the body or frame is not JSON in UTF-8", 400),
    "bad-message": Meaning(
        "a field is missing, of the wrong type or out of bounds; `at` says where: `$.seats[0].name`", 422, "`at`"
    ),
    "bad-name": Meaning("a name is empty, too long or has control characters", 422, "`most`"),
    "bad-position": Meaning("no position can be read from the line, or no game could reach it", 422, ""),
    "bad-text": Meaning("a line of chat is so", 422, "`most`"),
    "unknown-game": Meaning("there is no such game", 422),
    "unknown-level": Meaning("bots have no such level", 422),
    "unknown-table": Meaning("there is no such table", 404),
    "unknown-seat": Meaning("the table has no such seat, or no person there", 404),
    "unknown-path": Meaning("there is nothing at that path", 404),
    "wrong-method": Meaning("the path is for another method", 405),
    "wrong-type": Meaning("the body is not `application/json`", 415),
    "wrong-origin": Meaning("a page of another site asks", 403),
    "too-large": Meaning("the body or frame is too long", 413, "`most` (bytes)"),
    "too-fast": Meaning("too many requests or messages; try again after `wait`", 429, "`wait` (ms)"),
    "too-many-tables": Meaning("the store is full", 429),
    "too-many-sockets": Meaning("the table has as many readers as it may have", 429),
    "seat-taken": Meaning("the seat is not free; for `fill`: no seat is", 409, "`seat`"),
    "wrong-token": Meaning("no seat of this table has such a token", 403, "`place` (in the `tokens` of `hello`)"),
    "not-over": Meaning("rematch, record or other people's eyes, of a game that goes on", 409),
    "not-started": Meaning("the game has not begun", 409),
    "not-yours": Meaning("the seat is not among those of your `hello`", None, "`seat`"),
    "not-your-turn": Meaning("others have to decide", None, "`waiting`"),
    "stale": Meaning("the game has moved on since `at`", None, "`position`"),
    "already-chosen": Meaning("first tickets are chosen once"),
    "bot-plays": Meaning("a bot plays the seat: take it `back` first", None, "`seat`"),
    "no-undo": Meaning("nothing can be taken back by this seat now"),
    "no-hints": Meaning("this table allows no hints"),
    "bad-record": Meaning("no game can be replayed from the record", 422),
    "bad-map": Meaning("a map that cannot be kept; `what` says why, in English", 422, "`what`"),
    "no-places": Meaning("no place is known there", 422),
    "few-places": Meaning("too few places are far enough from each other there", 422, "`n`, `need`"),
    "unknown-place": Meaning(
        "no country, region or continent is called so; `what` says more, in English", 422, "`what`"
    ),
    "unknown-town": Meaning("the gazetteer has no town that is called as this line of a list says", 422, "`what`"),
    "slow-map": Meaning("what was asked for a map took too much time or memory", 422),
    "too-many-maps": Meaning("the store, or what one address may keep in it, is full", 429),
    "unknown-club": Meaning("there is no such duplicate or tournament", 404),
    "too-many-clubs": Meaning("one address may have so many that are not over, or the store is full", 429),
    "few-members": Meaning("too few people have joined, or no seat is for people", 422, "`least`, `most`"),
    "club-full": Meaning("nobody else can join", 409),
    "no-offer": Meaning(
        "nothing can be offered now, or nothing was: nobody could agree, another offer is open, there were too many"
    ),
    "present": Meaning("the person of that seat is there", None, "`seat`"),
    "not-away": Meaning("no bot plays for that person", None, "`seat`"),
    "not-host": Meaning("only who made it may", 403),
    "not-guest": Meaning("who made the table does not leave it, but cancels it"),
    "cancelled": Meaning("the table was given up", 409),
    "started": Meaning("the game has begun", 409),
    "resigned": Meaning("who has resigned does not come back"),
    "answered": Meaning("the seat has answered, and changed its mind, already; or somebody has joined already", 409),
    "no-holiday": Meaning("the table knows no holidays, or the seat has not that many days left", None, "`days`"),
    "sealed": Meaning("others still play the deal of that day", 409),
    "banned": Meaning("the host keeps this address or profile out", 403),
    "no-profile": Meaning("nobody has such a key, or this server keeps no profiles", 403),
    "bad-address": Meaning("nothing can be sent to that address, or nothing may", 422),
    "too-many-ways": Meaning("a person may be told in so many ways", 409, "`most`"),
    "unknown-way": Meaning("there is no such way to tell that person", 404),
    "wrong-code": Meaning("another code was sent", 403),
    "bad-passkey": Meaning("what a passkey has signed is not what was asked for, or comes too late", 403),
    "unknown-passkey": Meaning("no profile has such a passkey", 404),
    "too-many-passkeys": Meaning("a profile may have so many passkeys", 409, "`most`"),
    "hello-first": Meaning("the first message must be `hello`"),
    "hello-once": Meaning("there was a `hello` already"),
    "wrong-version": Meaning("the server speaks another version", None, "`protocol`"),
    "lesson": Meaning("not what the lesson asks for, or not to be had of one", 409, "`say` (a key of its texts)"),
    "preparing": Meaning("rules are being compiled; try again soon", 503),
    "unavailable": Meaning("the store does not answer; nothing was changed; try again", 503),
    "failed": Meaning("a fault of the server", 500),
}


class Refusal(Exception):  # noqa: N818  (the protocol's word)
    """Something asked for that is not done; nothing has changed."""

    def __init__(self, code: Code, rule: str = "", **values: Value) -> None:
        super().__init__(code)
        self.code, self.rule = code, rule
        self.values: Values = values

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        meaning = MEANINGS.get(cast(ServiceCode, self.code))
        return (meaning and meaning.status) or 409
