"""The columns of the data set, each with its type and what it says. The files are made by them, and docs/dataset.md is written from them."""

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import pyarrow


class Column(NamedTuple):
    """A column: its type in Arrow's words, and what it says."""

    kind: str
    says: str


KEYS = {
    "table": Column("string", "the game and the number of players, such as `usa-2`"),
    "number": Column("int32", "the game's number at its table, from 0: with `table` it names a game in all files"),
}
GAMES = KEYS | {
    "seed": Column(
        "uint64", "what the deal was made from: `railhead.Game(game, players, seed=seed)` begins the same game"
    ),
    "bots": Column("list<string>", "who played, seat by seat"),
    "starter": Column("int8", "the seat that began"),
    "turns": Column("int16", "turns of all seats together"),
    "decisions": Column("list<int16>", "all decisions as numbers, in order: with `seed` they are the whole game"),
    "total": Column("list<int16>", "points at the end, seat by seat, as the next six"),
    "routes": Column("list<int16>", "points for routes"),
    "tickets": Column("list<int16>", "points for tickets, those not completed taken off"),
    "longest": Column("list<int16>", "spaces of the longest path"),
    "kept": Column("list<int8>", "tickets kept"),
    "completed": Column("list<int8>", "tickets completed"),
    "win": Column("list<float>", "the share of the win: 1, or less where several have won"),
}
DECISIONS = KEYS | {
    "move": Column("int16", "the decision's place in the game, from 0"),
    "seat": Column("int8", "who decides"),
    "phase": Column("string", "what is decided about"),
    "decision": Column("int16", "what was decided, as a number"),
    "action": Column("string", "the same in a word: draw, take, tickets, keep, claim, build, station, pay, piece, decline"),
    "place": Column("string", "the route or the city of a claim, a build or a station; empty otherwise"),
    "legal": Column("int16", "how many decisions were legal"),
    "last_round": Column("int8", "turns left of the last round; 0 before it"),
    "row": Column("list<int8>", "the face-up cards by kind (0 to 7 colours, 8 locomotive, -1 none)"),
    "deck": Column("int16", "cards in the deck"),
    "trains": Column("list<int8>", "trains left, seat by seat, as the next five"),
    "points": Column("list<int16>", "points so far"),
    "hand_count": Column("list<int8>", "cards in hand"),
    "ticket_count": Column("list<int8>", "tickets held"),
    "stations": Column("list<int8>", "stations left"),
    "known": Column("list<list<int8>>", "the part of each hand that everybody has seen go there, by kind"),
    "chances": Column("list<float>", "each seat's chance to win, as far as the seat that decides can know; empty where no network was taught"),
}  # fmt: skip
HIDDEN = KEYS | {
    "move": DECISIONS["move"],
    "hands": Column("list<list<int8>>", "every hand, by kind"),
    "tickets": Column("list<list<int16>>", "every seat's tickets, by their number in `railhead.load(game).tickets`"),
    "offered": Column("list<list<int16>>", "tickets that each seat is choosing from"),
}
PARTS = {"games": GAMES, "decisions": DECISIONS, "hidden": HIDDEN}
ABOUT = {
    "games": "one row a game",
    "decisions": "one row a decision: what all at the table could see when it was made",
    "hidden": "the same decisions, row by row: what was hidden from the others. A model that is to play must not see it",
}


def schema(part: str) -> "pyarrow.Schema":
    """A part's columns for Arrow."""
    import pyarrow as arrow  # type: ignore[import-untyped, unused-ignore]

    def kind(words: str) -> Any:
        if words.startswith("list<"):
            return arrow.list_(kind(words[5:-1]))
        return arrow.type_for_alias("float32" if words == "float" else words)

    return arrow.schema([(name, kind(column.kind)) for name, column in PARTS[part].items()])


def document() -> str:
    """The tables of docs/dataset.md."""
    parts = []
    for part, columns in PARTS.items():
        lines = [f"| `{name}` | {column.kind} | {column.says} |" for name, column in columns.items()]
        parts.append(
            "\n".join([f"### `{part}`: {ABOUT[part]}", "", "| column | type | |", "| --- | --- | --- |", *lines])
        )
    return "\n\n".join(parts) + "\n"
